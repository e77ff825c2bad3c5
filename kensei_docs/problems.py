"""Problems are values with a place; nothing that reads input stops at the first one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True)
class Place:
    """Where something stands: a file and, where known, its 1-based line and column."""

    file: str
    line: int | None = None
    column: int | None = None

    @property
    def within(self) -> str:
        """Where in its file it stands, ``12:5``; nothing for the file as a whole."""
        if self.line is None:
            return ""
        return f"{self.line}" if self.column is None else f"{self.line}:{self.column}"

    def __str__(self) -> str:
        return ":".join(filter(None, (short_path(self.file), self.within)))


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong; the message says what is wrong and what to do about it.

    ``check`` names what found it, ``record`` is an id such as ``weapon/polearms``, and
    ``citations`` are the places of the rulebook that the problem is about.
    """

    place: Place
    message: str
    check: str
    severity: Severity = "error"
    edition: str | None = None
    record: str | None = None
    citations: tuple[Any, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}  [{self.check}]"


class Unusable(Exception):
    """Input that cannot be used at all; commands print its problems and exit with status 2."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def unusable(
    file: str | Path, message: str, check: str, line: int | None = None, column: int | None = None
) -> Unusable:
    """Return the exception for one fault of one file, ready to raise."""
    return Unusable(Problem(Place(str(file), line, column), message, check))


def unknown(file: str | Path, what: str, name: str, known: Iterable[str], check: str | None = None) -> Unusable:
    """Return the exception for a name that nothing has: it says what is meant perhaps, and what is ``known``.

    ``what`` is the sort of thing that is named; it is the check's name too, unless that is given.
    """
    names = list(known)
    message = f"there is no {what} '{name}'{closest(name, names)}; known are {', '.join(names) or 'none'}"
    return unusable(file, message, check or what)


def short_path(file: str) -> str:
    """Return a file's path relative to the working directory, unchanged where it lies outside."""
    path = Path(file)
    if path.is_absolute():
        try:
            return str(path.relative_to(Path.cwd()))
        except ValueError:
            return file
    return file


def by_place(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems sorted by file, line, column, check and message."""
    return sorted(problems, key=lambda p: (p.place.file, p.place.line or 0, p.place.column or 0, p.check, p.message))


def closest(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` for the most likely intended word, or an empty string."""
    import difflib

    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean '{near[0]}'?" if near else ""
