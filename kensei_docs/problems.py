"""Problems are values with a place; nothing that reads input stops at the first one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, TypeVar

Severity = Literal["error", "warning", "note"]
# How many names are looked at for the one that is meant; up to how many letters a word is short.
_LIKELY, _SHORT = 5, 4
# Letters that sound alike where a word begins.
_ALIKE = ("ckq", "sz", "ijy", "vwb", "gj")
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True)
class Place:
    """A place: a file and, if known, the 1-based line and column."""

    file: str
    line: int | None = None
    column: int | None = None

    @property
    def within(self) -> str:
        """The line and column in the file, ``12:5``; empty for the file as a whole."""
        if self.line is None:
            return ""
        return f"{self.line}" if self.column is None else f"{self.line}:{self.column}"

    def __str__(self) -> str:
        return ":".join(filter(None, (short_path(self.file), self.within)))


@dataclass(frozen=True)
class Problem:
    """One fault; the message gives the fault and, after a semicolon, the remedy.

    ``check`` is the name of the check that found it, ``record`` an id such as ``weapon/polearms``, and
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


Found = TypeVar("Found", bound=Problem)


@dataclass(frozen=True)
class Check(Generic[Found]):
    """A function that finds problems; its docstring is the check's page in the manual.

    ``of_print``: what it finds makes a print wrong, and is looked for when something is printed.
    """

    severity: Severity
    find: Callable[..., Iterator[Found]]
    of_print: bool = False

    @property
    def name(self) -> str:
        """The name of the function as it is printed: ``total-equals-rows``."""
        return self.find.__name__.replace("_", "-")

    @property
    def page(self) -> str:
        """The page in the manual, which ends with the severity."""
        return f"{cleandoc(self.find.__doc__ or '')}\n\nSeverity: {self.severity}."

    def __call__(self, *arguments: Any) -> Iterator[Found]:
        """Yield the problems that the function finds, with the name and the severity of the check; a note stays a
        note."""
        for problem in self.find(*arguments):
            severity = problem.severity if problem.severity == "note" else self.severity
            yield replace(problem, check=self.name, severity=severity)


def check(severity: Severity, of_print: bool = False) -> Callable[[Callable[..., Iterator[Found]]], Check[Found]]:
    """Return a decorator that makes a function a check; the check is found by its module."""
    return lambda find: Check(severity, find, of_print)


def checks_in(modules: Iterable[ModuleType]) -> dict[str, Check[Any]]:
    """Return the checks that modules hold, by name, sorted."""
    checks = [member for module in modules for member in vars(module).values() if isinstance(member, Check)]
    return {member.name: member for member in sorted(checks, key=lambda member: member.name)}


class Unusable(Exception):
    """Input that cannot be used at all; commands print its problems and exit with status 2."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class Said(str):
    """A message with its values filled in, which remembers both so that a translator can say it in another language.

    ``message`` has ``%(name)s`` for each of ``values``: a text, a number, another message, a record (its name),
    ``OneOf`` or ``AllOf``.
    """

    message: str
    values: Mapping[str, object]


def say(message: str, **values: object) -> Said:
    """Return a message to a player with its values filled in.

    The catalogue ``reports`` collects the first argument of every call, which is a literal for that reason.
    """
    filled_in = Said(message % {name: getattr(value, "name", value) for name, value in values.items()})
    filled_in.message, filled_in.values = message, values
    return filled_in


class OneOf(tuple[str, ...]):
    """Names of kinds or of the glossary's terms, as a value of a message: one of them is meant."""

    def __str__(self) -> str:
        return " or ".join(name.replace("-", " ") for name in self)


class AllOf(dict[str, Any]):
    """Conditions with their values, as a value of a message: all of them hold."""

    def __str__(self) -> str:
        plain = ((name.partition(".")[2] or name, value) for name, value in self.items())
        return ", ".join(
            name if value is True else f"not {name}" if value is False else f"{name} {value}" for name, value in plain
        )


def unusable(
    file: str | Path, message: str, check: str, line: int | None = None, column: int | None = None
) -> Unusable:
    """Return the exception for one fault of one file, ready to raise."""
    return Unusable(Problem(Place(str(file), line, column), message, check))


def unknown(file: str | Path, sort: str, name: str, known: Iterable[str], check: str | None = None) -> Unusable:
    """Return the exception for an unknown name; its message has the most similar ``known`` name, and all known ones.

    ``sort`` is the sort of thing that is named, and the default for the name of the ``check``.
    """
    names = list(known)
    message = say(
        "there is no %(what)s '%(name)s'%(hint)s; known are %(known)s",
        what=OneOf([sort]),
        name=name,
        hint=closest(name, names),
        known=", ".join(names) or say("none"),
    )
    return unusable(file, message, check or sort)


def short_path(file: str) -> str:
    """Return a file's path relative to the working directory, unchanged if it is outside."""
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

    # Of two names that differ in capitals alone, the first is meant.
    names = {name.casefold(): name for name in reversed(list(known))}
    near = difflib.get_close_matches(word.casefold(), names, n=_LIKELY, cutoff=0.6)
    meant = next((names[name] for name in near if _is_slip(word.casefold(), name)), None)
    return say("; did you mean '%(name)s'?", name=meant) if meant else ""


def _is_slip(word: str, name: str) -> bool:
    """Return whether a word is a name with a slip of the hand, or a part of it.

    Of many letters in common two words may have none in their places: *total* and *nota*. A letter in three may be
    wrong, missing, one too many or beside its place. The first of a short word is so only for one that sounds alike:
    *klan* is *clan*, but *wavy* no *navy*.
    """
    longer, shorter = sorted((word, name), key=len, reverse=True)
    if longer.startswith(shorter) or longer.endswith(shorter) or set(_words(word)) & set(_words(name)):
        return True
    longest, first = max(len(word), len(name)), {word[:1], name[:1]}
    if (
        longest <= _SHORT
        and sorted(word) != sorted(name)
        and len(first) > 1
        and not any(first <= set(group) for group in _ALIKE)
    ):
        return False
    return _slips(word, name) <= max(1, longest // 3)


def _words(name: str) -> list[str]:
    """Return the words of a name that are long enough to tell of it."""
    return [word for word in re.split(r"\W+", name) if len(word) >= _SHORT]


def _slips(word: str, name: str) -> int:
    """Return how many letters have to be changed, left out, added or swapped with the next one to make the name."""
    before: list[int] = []
    row = list(range(len(name) + 1))
    for i, letter in enumerate(word, 1):
        last, before, row = before, row, [i]
        for j, other in enumerate(name, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other)))
            if i > 1 and j > 1 and (letter, word[i - 2]) == (name[j - 2], other):
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1]
