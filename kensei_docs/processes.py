"""A second process beside this one, a fork of it, which calls a function and sends the result back; and the limits of
what a function may use of this process."""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from kensei_docs.problems import Place, Problem, Unusable

_Result = TypeVar("_Result")
# The processor time that one regular expression may take for one text; those of shipped data take milliseconds.
_PATTERN_SECONDS = 5
# The place in /proc/self/statm of the pages of memory that RLIMIT_DATA counts.
_STATM_DATA = 5


class OutOfTime(Exception):
    """What ``limited`` raises in a block that takes too long."""


class PlacedPattern(str):
    """A regular expression of a project's data, which remembers its place."""

    place: Place

    @classmethod
    def at(cls, place: Place, text: str) -> PlacedPattern:
        """Return the expression that stands at a place."""
        expression = cls(text)
        expression.place = place
        return expression


class LimitedPattern:
    """A regular expression that a stranger may have written: some of few letters match a line for years.

    Its methods are those of ``re.Pattern``; they raise Unusable after some seconds, with the place of a
    ``PlacedPattern``. No signal reaches another thread than the main one: there they take their time.
    """

    def __init__(self, text: str, flags: int = 0) -> None:
        self._text = text
        self._compiled = re.compile(text, flags)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the matches in a text."""
        return iter(self._limited(lambda: list(self._compiled.finditer(text))))

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match of a whole text."""
        return self._limited(lambda: self._compiled.fullmatch(text))

    def sub(self, other: str, text: str) -> str:
        """Return a text with another in the place of each match."""
        return self._limited(lambda: self._compiled.sub(other, text))

    def _limited(self, run: Callable[[], _Result]) -> _Result:
        if threading.current_thread() is not threading.main_thread():
            return run()
        try:
            with _limited_time(_PATTERN_SECONDS):
                return run()
        except OutOfTime:
            place = getattr(self._text, "place", Place("pattern"))
            message = (
                f"'{self._text}' takes more than {_PATTERN_SECONDS} s for one passage; write it without a repeated"
            )
            message += " part that is repeated in itself, such as (?:x+)+"
            raise Unusable(Problem(place, message, "pattern")) from None


@contextmanager
def beside(function: Callable[..., _Result], *arguments: Any) -> Iterator[Callable[[], _Result | None]]:
    """Call a function in a second process, which ends with the context.

    Yields a function that waits for that process and returns the result; None if it sent none, for example because it
    was killed or the function failed: this process, which then calls the function itself, meets the same fault.
    """
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send_result, args=(receiver, sender, function, arguments), daemon=True)
    with uninterrupted():
        process.start()
    sender.close()

    def received() -> _Result | None:
        with suppress(EOFError):
            result: _Result = receiver.recv()
            return result
        return None

    try:
        yield received
    finally:
        receiver.close()
        if process.is_alive() and process.pid:
            os.kill(process.pid, signal.SIGINT)
        process.join()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back interrupts: a process that is interrupted before it can handle the signal would print a traceback."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def limited(seconds: float, more_bytes: int | None = None) -> Iterator[None]:
    """Raise OutOfTime in the block after that much processor time, and MemoryError if it asks for more memory.

    In another thread than the main one it is time on the clock, as no signal reaches it; elsewhere than on Linux there
    is no limit of memory. Within a block that is limited, the outer limit of time holds.
    """
    with _limited_memory(more_bytes), _limited_time(seconds):
        yield


@contextmanager
def _limited_time(seconds: float) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        with _limited_thread(seconds):
            yield
        return
    if signal.getitimer(signal.ITIMER_VIRTUAL)[0]:
        yield
        return

    def stop(*_: object) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGVTALRM, stop)
    # Every second again: an exception in a callback of a library is lost.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@contextmanager
def _limited_thread(seconds: float) -> Iterator[None]:
    """Raise OutOfTime in this thread after some seconds, by another one; no thread is limited twice."""
    own = threading.get_ident()
    if own in _limited_threads:
        yield
        return
    _limited_threads.add(own)
    done, ending = threading.Event(), threading.Lock()

    def stop() -> None:
        # Every second again, as above.
        wait = seconds
        while not done.wait(wait):
            wait = 1.0
            with ending:
                if not done.is_set():
                    _raise_in(own, OutOfTime)

    watch = threading.Thread(target=stop, daemon=True)
    watch.start()
    try:
        yield
    finally:
        with ending:
            done.set()
            # What was not raised yet would be raised behind the block.
            _raise_in(own, None)
        _limited_threads.discard(own)


# The threads in which a block is limited.
_limited_threads: set[int] = set()


def _raise_in(thread: int, kind: type[Exception] | None) -> None:
    """Have a thread raise an exception at its next step in Python; None: raise none that it was to."""
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind) if kind else None)


@contextmanager
def _limited_memory(more_bytes: int | None) -> Iterator[None]:
    if more_bytes is None or sys.platform != "linux":
        yield
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123  # no file of a user
        used = int(statm.read().split()[_STATM_DATA]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = used + more_bytes
    if soft == resource.RLIM_INFINITY or most < soft:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def cores() -> int:
    """Return the number of processes that can run at a time."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def can_fork() -> bool:
    """Return whether forks of this process can run in parallel: there are several cores, and fork is safe on Linux."""
    return sys.platform == "linux" and cores() > 1


def _send_result(
    receiver: Connection, sender: Connection, function: Callable[..., object], arguments: Sequence[Any]
) -> None:
    """Send the result of a function; end silently if it fails, is interrupted by the user, or nobody receives."""
    # As long as the fork keeps its copy of the receiving end open, sending waits for ever when nobody receives: an
    # interrupt that arrives in a callback of a library is lost, so that alone does not end this process.
    receiver.close()
    with suppress(KeyboardInterrupt, Exception):
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            sender.send(function(*arguments))
        finally:
            # The process that has received the result interrupts this one, which may just be ending.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
