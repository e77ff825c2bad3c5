"""Whole processes, run in turn: the machine drifts, and ratios within one run drift less."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

PYTHON = sys.executable
ROOT = Path(__file__).resolve().parent.parent
TOOL = (PYTHON, "-m", "kensei_docs")
# From <sys/prctl.h>: have orphans among the descendants handed to this process.
_SUBREAPER = 36


def _left() -> Iterator[resource.struct_rusage]:
    """Wait for the processes that a command leaves behind, and yield what each has used.

    Linux hands them to this one, once it has asked for them; elsewhere there are none.
    """
    while True:
        try:
            yield os.wait4(-1, 0)[2]
        except ChildProcessError:
            return


if sys.platform == "linux":
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)


@dataclass
class Command:
    """A command that is measured; ``before`` is done before each run, and is not counted,
    ``folder`` is the one it runs in.

    ``seconds`` are its runs by the clock, ``work`` by the processors' time of all its processes,
    ``memory`` the megabytes of the largest of them.
    """

    name: str
    words: Sequence[str | Path]
    before: Callable[[], None] = lambda: None
    folder: Path = ROOT
    seconds: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    memory: float = 0.0

    @property
    def time(self) -> float:
        """The median of the runs, in seconds."""
        return median(self.seconds)

    def run(self) -> None:
        """Run it once; raises RuntimeError with its error output where it fails."""
        self.before()
        # This checkout of the package comes first.
        # A package is compiled once, also where the shell forbids to keep what was compiled.
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}
        with tempfile.TemporaryFile() as errors:
            start = time.perf_counter()
            process = subprocess.Popen(
                [str(word) for word in self.words],
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=surroundings,
                cwd=self.folder,
            )
            _, status, used = os.wait4(process.pid, 0)
            self.seconds.append(time.perf_counter() - start)
            process.returncode = os.waitstatus_to_exitcode(status)
            errors.seek(0)
            error = errors.read().decode(errors="replace")
        everything = [used, *_left()]
        self.work.append(sum(one.ru_utime + one.ru_stime for one in everything))
        self.memory = max(self.memory, *(one.ru_maxrss / 1024 for one in everything))
        if process.returncode:
            raise RuntimeError(f"{self.name} failed: {error[-2000:]}")


def in_turn(commands: Sequence[Command], runs: int) -> None:
    """Run each command the given number of times, in turn: A B C, A B C."""
    for _ in range(runs):
        for command in commands:
            command.run()


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, its ratio to what, the ratio aimed at, memory,
    and the ratio of the processors' time."""

    what: str
    against: str
    ratio: float | None
    aim: float | None = None
    memory: float | None = None
    note: str = ""
    work: float | None = None

    @classmethod
    def of(cls, what: str, command: Command, other: Command, aim: float | None = None, note: str = "") -> Row:
        """Return the line of one command held against another, pair by pair of their runs."""
        ratio, work = (
            median(a / b for a, b in zip(ours, theirs, strict=True))
            for ours, theirs in ((command.seconds, other.seconds), (command.work, other.work))
        )
        return cls(what, other.name, ratio, aim, command.memory, note, work)


def table(rows: Sequence[Row]) -> str:
    """Return the lines as a Markdown table."""
    lines = [
        "| what | against | time | aim | processor time | largest process | |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        ratio, work = ("–" if part is None else f"{part:.3f}" for part in (row.ratio, row.work))
        aim = "" if row.aim is None else f"≤ {row.aim:g}"
        memory = "" if row.memory is None else f"{row.memory:.0f} MB"
        lines.append(f"| {row.what} | {row.against} | {ratio} | {aim} | {work} | {memory} | {row.note} |")
    return "\n".join(lines) + "\n"
