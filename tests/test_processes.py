"""A second process beside this one: its result comes back whole, and it ends whatever happens."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from contextlib import suppress
from typing import Any, NoReturn

import pytest

from kensei_docs import processes
from kensei_docs.problems import Place, Unusable
from kensei_docs.processes import LimitedPattern, PlacedPattern, beside, can_fork, cores, uninterrupted


def test_a_function_is_called_in_another_process() -> None:
    with beside(os.getpid) as received:
        assert received() not in (None, os.getpid())


def test_a_result_larger_than_a_pipe_holds_comes_back_whole() -> None:
    with beside(lambda count: ["kite"] * count, 1_000_000) as received:
        assert received() == ["kite"] * 1_000_000


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def interrupted() -> NoReturn:
    raise KeyboardInterrupt


@pytest.mark.parametrize("function", [killed, interrupted])
def test_a_process_that_is_killed_or_interrupted_sends_nothing(
    function: object, capfd: pytest.CaptureFixture[str]
) -> None:
    with beside(function) as received:  # type: ignore[arg-type]
        assert received() is None
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("function", [lambda: time.sleep(600), lambda: "kite" * 1_000_000])
def test_a_process_whose_result_is_not_needed_ends_with_the_context(function: object) -> None:
    with beside(function):  # type: ignore[arg-type]
        [process] = multiprocessing.active_children()
    assert not process.is_alive()
    assert multiprocessing.active_children() == []


def test_a_process_that_is_interrupted_when_its_result_is_sent_ends_silently(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    class ThenInterrupted(suppress):
        def __exit__(self, *error: Any) -> bool:
            silent = super().__exit__(*error)
            if multiprocessing.parent_process():
                os.kill(os.getpid(), signal.SIGINT)
            return silent

    monkeypatch.setattr(processes, "suppress", ThenInterrupted)
    with beside(lambda: "kite") as received:
        assert received() == "kite"
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("use", ["finditer", "fullmatch", "sub"])
def test_a_pattern_that_never_ends_is_stopped_and_named(use: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_PATTERN_SECONDS", 0.2)
    pattern = LimitedPattern(PlacedPattern.at(Place("source.yaml", 3, 5), r"(?:a+)+b$"))
    call = getattr(pattern, use)
    with pytest.raises(Unusable) as caught:
        call("-", "a" * 60) if use == "sub" else call("a" * 60)
    said = (
        "'(?:a+)+b$' takes more than 0.2 s for one passage; write it without a repeated part that is repeated in itself"
    )
    assert str(caught.value).startswith(f"source.yaml:3:5: {said}")
    assert [found[0] for found in pattern.finditer("aab")] == ["aab"]
    assert pattern.fullmatch("aab") and pattern.sub("-", "xaab") == "x-"


def test_an_interrupt_waits_until_it_can_be_handled() -> None:
    done = False
    # A shell starts what runs in the background with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), uninterrupted():
            # Another thread of a library could take a signal that is sent to the whole process.
            signal.raise_signal(signal.SIGINT)
            done = True
    finally:
        signal.signal(signal.SIGINT, before)
    assert done


def test_a_fork_is_of_use_on_linux_with_several_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cores() >= 1
    found = []
    for platform, count in [("linux", 2), ("linux", 1), ("darwin", 2)]:
        monkeypatch.setattr(processes.sys, "platform", platform)
        monkeypatch.setattr(processes, "cores", lambda count=count: count)
        found.append(can_fork())
    assert found == [True, False, False]
