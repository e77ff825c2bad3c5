"""A fault of the tool itself is one line that names a file, and that file can be sent to anybody."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from kensei_docs import cli, faults

RAISED = [
    ("KeyError('the words of a book')", "KeyError"),
    ("RecursionError()", "RecursionError"),
    ("MemoryError()", "MemoryError"),
    ("OSError(1, 'the words of a book')", "PermissionError"),
    ("AssertionError('the words of a book')", "AssertionError"),
]


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home of the user, in which files for a while are written too."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    yield tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["kensei-docs", *words])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    return int(stop.value.code or 0)


@pytest.mark.parametrize(("raised", "named"), RAISED)
def test_an_unexpected_exception_of_a_command_is_one_line_and_a_file(
    raised: str, named: str, at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise eval(raised)

    monkeypatch.setattr("kensei_docs.cli._terminal.Workspace.database", broken)
    assert run(monkeypatch, "--project", str(at_home), "show", "spirit/fox") == 70
    said = capsys.readouterr().err
    line = re.fullmatch(
        rf"kensei-docs: a fault of the program \({named} at kensei_docs/.*\); send the file (\S+) .*\n", said
    )
    assert line, said
    report = Path(line[1]).read_text(encoding="utf-8")
    assert "command: kensei-docs --project ~ show spirit/fox" in report
    assert (
        f"{named}, raised by the last of these calls:" in report and "in broken" not in report and " broken" in report
    )
    assert "the words of a book" not in report and str(at_home) not in report


def test_what_ends_a_command_on_purpose_is_no_fault(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kensei_docs.cli._terminal.Workspace.database", interrupted)
    assert run(monkeypatch, "show", "spirit/fox") == 1
    assert run(monkeypatch, "show") == 2
    assert run(monkeypatch, "--version") == 0
    assert "fault" not in capsys.readouterr().err and not list(at_home.iterdir())


def fail_in_a_worker() -> None:
    raise ValueError("the words of a book")


def test_the_report_of_a_worker_has_the_calls_of_the_worker() -> None:
    with ProcessPoolExecutor(1, get_context("fork")) as pool, pytest.raises(ValueError) as caught:
        pool.submit(fail_in_a_worker).result()
    said = faults.report_of(caught.value)
    report = Path(re.findall(r"send the file (\S+)", said)[0])
    text = report.read_text(encoding="utf-8")
    report.unlink()
    assert "fail_in_a_worker" in text and "the words of a book" not in text


def test_a_report_that_cannot_be_written_is_said(at_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(at_home / "nowhere"))
    assert "a report of it can't be written (No such file or directory)" in faults.report_of(ValueError())


def test_endless_recursion_is_reported_in_a_few_lines(at_home: Path) -> None:
    def endless() -> None:
        endless()

    with pytest.raises(RecursionError) as caught:
        endless()
    faults.report_of(caught.value)
    [report] = at_home.iterdir()
    assert len(report.read_text().splitlines()) < 60


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", [["list"], ["facts", "--format", "csv"], ["--help"]])
def test_a_full_disk_behind_the_output_is_one_line(reeds: Path, words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "kensei_docs", *words], cwd=reeds, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.stderr == (
        f"standard output: can't be written ({os.strerror(28)}); free some space there, or write elsewhere  [file]\n"
    )
    assert done.returncode == 2
