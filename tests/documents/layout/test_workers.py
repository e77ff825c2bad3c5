"""Faces are laid out once each, with the same result by one process or by several, whatever befalls those."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs import caches, files
from kensei_docs.documents.layout import workers
from kensei_docs.documents.layout.faces import FaceMarkup, Pack, Style
from kensei_docs.documents.layout.workers import Batch, batches, lay_out_batches
from kensei_docs.documents.products.product import Columns, Size
from kensei_docs.problems import Unusable
from tests.browser import PATIENCE

SIZE = Size(60, 20)
STYLE = Style(
    '@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) } html { font: 9pt "Sans" }', "en", {}
)


def faces(count: int, columns: Columns | None = None) -> list[FaceMarkup]:
    return [FaceMarkup(f"card-{i}", f"<p>heron {i}</p>", f"heron {i}", SIZE, SIZE, columns) for i in range(count)]


@given(st.integers(0, 200), st.booleans(), st.integers(1, 8))
def test_every_face_is_in_one_batch_and_no_batch_is_too_large(count: int, flows: bool, cores: int) -> None:
    given = faces(count, Columns(2, 4, 1) if flows else None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "cores", lambda: cores)
        found = list(batches(Path("set"), STYLE, given))
    assert [face for batch in found for face in batch.faces] == given
    sizes = [len(batch.faces) for batch in found]
    assert max(sizes, default=1) <= (1 if flows else workers.MAX_FACES)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two processes can share one core all the same.
    monkeypatch.setattr(workers, "cores", lambda: 2)
    monkeypatch.setattr(workers, "can_fork", lambda: True)
    monkeypatch.setattr(workers, "WORTH_A_PROCESS", 1)


@pytest.fixture
def work(two_cores: None) -> list[Batch]:
    given = faces(6)
    return [Batch(Path("set"), STYLE, tuple(given[start : start + 2])) for start in (0, 2, 4)]


def test_workers_lay_out_what_one_process_does(work: list[Batch], monkeypatch) -> None:
    by_workers = list(lay_out_batches(work))
    monkeypatch.setattr(workers, "can_fork", lambda: False)
    assert by_workers == list(lay_out_batches(work))


def test_workers_leave_nothing_where_temporary_files_lie(work: list[Batch], monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    # A style of its own: what this process has read of another, its workers need not write.
    style = replace(STYLE, css=STYLE.css.replace("9pt", "9.25pt"))
    assert len(list(lay_out_batches([replace(batch, style=style) for batch in work]))) == 3
    assert list(tmp_path.iterdir()) == []


def processes_of(work: list[Batch], monkeypatch) -> list[int]:
    """Return the process that laid out each batch."""
    monkeypatch.setattr(workers, "_lay_out", report_process)
    return [int(pack.pdf) for _, pack in lay_out_batches(work)]


def report_process(batch: Batch) -> Pack:
    return Pack(str(os.getpid()).encode(), (), ())


def test_few_faces_one_batch_or_one_core_start_no_process(work: list[Batch], monkeypatch) -> None:
    here = os.getpid()
    assert here not in processes_of(work, monkeypatch)
    assert processes_of(work[:1], monkeypatch) == [here]
    monkeypatch.setattr(workers, "WORTH_A_PROCESS", 7)
    assert processes_of(work, monkeypatch) == [here] * 3
    monkeypatch.setattr(workers, "WORTH_A_PROCESS", 6)
    assert here not in processes_of(work, monkeypatch)
    monkeypatch.setattr(workers, "can_fork", lambda: False)
    assert processes_of(work, monkeypatch) == [here] * 3


def kill_workers(monkeypatch, times: int) -> None:
    """Have workers be killed some times when they lay out card-2, as the system does when they need too much memory."""
    here = os.getpid()
    left = multiprocessing.get_context("fork").Value("i", times)

    def be_killed(batch: Batch) -> Pack:
        if os.getpid() != here and left.value and "card-2" in [face.slot for face in batch.faces]:
            left.value -= 1
            os.kill(os.getpid(), signal.SIGKILL)
        return Pack(batch.faces[0].slot.encode(), (), ())

    monkeypatch.setattr(workers, "_lay_out", be_killed)
    # Only functions of modules can be pickled; what is forked knows this one.
    monkeypatch.setattr(be_killed, "__qualname__", "_lay_out")
    monkeypatch.setattr(be_killed, "__module__", workers.__name__)


def test_what_a_killed_worker_leaves_is_laid_out_apart(work: list[Batch], monkeypatch) -> None:
    kill_workers(monkeypatch, 1)
    found = [(batch, pack.pdf) for batch, pack in lay_out_batches(work)]
    assert found == [(work[0], b"card-0"), (work[1], b"card-2"), (work[2], b"card-4")]


def test_the_face_that_has_workers_killed_is_named(work: list[Batch], monkeypatch) -> None:
    kill_workers(monkeypatch, 1000)
    with pytest.raises(Unusable, match="'card-2' can't be laid out: the process of the renderer is killed"):
        list(lay_out_batches(work))


def test_a_worker_writes_no_file_that_an_interruption_would_leave_half_written(work: list[Batch], monkeypatch) -> None:
    here = os.getpid()

    def write(path: Path, data: bytes | str) -> None:
        assert os.getpid() == here, path
        files.write_whole(path, data)

    monkeypatch.setattr(caches, "write_whole", write)
    assert len(list(lay_out_batches(work))) == len(work)


def test_a_layout_that_is_given_up_leaves_no_worker_at_work(work: list[Batch], monkeypatch) -> None:
    monkeypatch.setattr(workers, "_lay_out", take_long_after_the_first)
    given_up = lay_out_batches(work)
    next(given_up)
    failed: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    given_up.close()
    assert not multiprocessing.active_children()
    assert not failed


def take_long_after_the_first(batch: Batch) -> Pack:
    if "card-0" not in [face.slot for face in batch.faces]:
        time.sleep(600)
    return Pack(b"", (), ())


@pytest.mark.parametrize("seconds", [0, 0.2, 0.6])
def test_an_interrupted_command_says_only_that(herons, seconds, tmp_path):
    command = subprocess.Popen(
        [sys.executable, "-m", "kensei_docs", "--project", str(herons.folder), "build"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "KENSEI_CACHE": str(tmp_path)},
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    # From when the renderer is made ready; before that, it may be Python that begins.
    ready = tmp_path / "shared/fontconfig/fonts.conf"
    until = time.monotonic() + PATIENCE
    while not ready.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    time.sleep(seconds)
    # As a terminal does: all processes of the command are interrupted.
    os.killpg(command.pid, signal.SIGINT)
    said, _ = command.communicate(timeout=PATIENCE)
    assert "Traceback" not in said
    assert (command.returncode != 0) == ("Aborted!" in said)
    kept = [file for file in herons.project.output.rglob("*") if file.name.startswith(".")]
    assert [file.name for file in kept] == []
