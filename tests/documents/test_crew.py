"""Whoever lays faces out, they come out the same; and where nobody comes, they do as well."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor
from multiprocessing import forkserver

import pytest

from kensei_docs.documents.layout import workers


@pytest.fixture(autouse=True)
def nobody(monkeypatch):
    # A crew is called where there are two cores; one can be shared by two processes all the same.
    monkeypatch.setattr(workers, "cores", lambda: 2)
    workers.dismiss()
    yield
    workers.dismiss()


def alone_and(herons, called) -> tuple[bytes, bytes]:
    """The document as one process makes it, and as it is made after ``called``."""
    herons.print("ability-cards")
    first = herons.pdf("ability-cards").read_bytes()
    (herons.project.output / "herons/en/ability-cards-a4.pdf").unlink()
    for file in herons.project.output.glob(".cache/faces/**/*"):
        if file.is_file():
            file.unlink()
    workers.call(herons.project.cache)
    called()
    assert herons.print("ability-cards") == []
    assert herons.reasons
    return first, herons.pdf("ability-cards").read_bytes()


def test_a_crew_lays_out_what_one_process_does(herons):
    first, second = alone_and(herons, lambda: None)
    assert first == second


def test_where_a_process_was_killed_the_rest_is_laid_out_all_the_same(herons):
    def killed() -> None:
        pool = workers.here()
        assert pool is not None
        with pytest.raises(BrokenExecutor):
            pool.submit(os._exit, 1).result()

    first, second = alone_and(herons, killed)
    assert first == second


def test_where_no_process_can_be_had_one_has_to_do(herons, monkeypatch):
    def none(*_: object) -> None:
        raise EOFError

    first, second = alone_and(herons, lambda: monkeypatch.setattr(forkserver, "connect_to_new_process", none))
    assert first == second


@pytest.mark.parametrize("seconds", [0, 0.2, 0.6])
def test_whoever_interrupts_a_print_is_told_no_more_than_that(herons, seconds):
    command = subprocess.Popen(
        [sys.executable, "-m", "kensei_docs", "--project", str(herons.folder), "build"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    # From when the crew is called on; before that, it may be Python that begins.
    called = herons.project.cache / "fontconfig/fonts.conf"
    until = time.monotonic() + 60
    while not called.exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    time.sleep(seconds)
    # As a terminal does: all processes of the command are interrupted.
    os.killpg(command.pid, signal.SIGINT)
    said, _ = command.communicate(timeout=60)
    assert "Traceback" not in said
    assert (command.returncode != 0) == ("Aborted!" in said)
    kept = [file for file in herons.project.output.rglob("*") if file.name.startswith(".")]
    assert [file.name for file in kept] in ([], [".cache"])
