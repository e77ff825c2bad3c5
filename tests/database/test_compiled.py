"""A file is parsed once for its content, and never taken for what it was."""

import json
from pathlib import Path

import pytest

from kensei_docs.database import compiled, load
from kensei_docs.database.compiled import read_compiled
from kensei_docs.database.yamlfile import read
from kensei_docs.project import Project


def test_what_is_kept_is_what_was_read(reeds: Path, tmp_path: Path) -> None:
    for file in reeds.rglob("*.yaml"):
        first = read_compiled(file, tmp_path / "kept")
        assert first == read_compiled(file, tmp_path / "kept") == read(file)


def test_the_second_time_nothing_is_parsed(reeds: Path, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_compiled(file, tmp_path / "kept")
    monkeypatch.setattr(compiled, "read", lambda file: pytest.fail(f"{file} was parsed again"))
    assert read_compiled(file, tmp_path / "kept")[0].value["long-tools"]["type"] == "1"


def test_a_changed_file_is_read_anew_even_if_its_time_and_size_are_the_same(
        reeds: Path, tmp_path: Path) -> None:
    import os

    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_compiled(file, tmp_path / "kept")
    times = file.stat()
    file.write_text(file.read_text().replace("reach: 2.5 cm", "reach: 3.5 cm"))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert read_compiled(file, tmp_path / "kept")[0].value["long-tools"]["reach"] == "3.5 cm"


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"digest": 1}', b"\xff\xfe"])
def test_a_broken_entry_is_made_again(reeds: Path, tmp_path: Path, broken: bytes) -> None:
    file = reeds / "data/editions/reeds-1e/tools.yaml"
    read_compiled(file, tmp_path / "kept")
    [entry] = (tmp_path / "kept").iterdir()
    entry.write_bytes(broken)
    assert read_compiled(file, tmp_path / "kept") == read(file)
    assert json.loads(entry.read_bytes())["value"]


def test_a_file_with_a_fault_is_not_kept(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("a: [\n")
    assert read_compiled(file, tmp_path / "kept")[1] == read_compiled(file, tmp_path / "kept")[1]
    assert not (tmp_path / "kept").exists()


def test_outside_a_project_nothing_is_kept(tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    load(Project.open())
    assert list(tmp_path.iterdir()) == []


def test_a_project_that_cannot_be_written_to_is_read_all_the_same(reeds: Path) -> None:
    (reeds / "build").write_text("in the way")
    database, _ = load(Project.open(reeds))
    assert "tool/long-tools" in database.editions["reeds-1e"].records
