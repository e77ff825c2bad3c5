"""Problems are values with a place; nothing that reads input stops at the first one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from inspect import cleandoc
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, TypeVar

from kensei_docs.slugs import likeliest

Severity = Literal["error", "warning", "note"]
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

    @property
    def part(self) -> str:
        """The part of the file in which lines are counted, such as a sheet; empty for the whole file."""
        return ""

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
Thing = TypeVar("Thing")


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
    return distinct(
        (member.name, member.find.__module__, member) for member in sorted(checks, key=lambda one: one.name)
    )


def distinct(named: Iterable[tuple[str, str, Thing]]) -> dict[str, Thing]:
    """Return things by name, of (name, module, thing); raises Unusable if two have one name.

    What an installed package adds replaces nothing: the problem has the name of its module.
    """
    found: dict[str, tuple[str, Thing]] = {}
    for name, module, thing in named:
        first, same = found.setdefault(name, (module, thing))
        if same is not thing:
            own, added = sorted((first, module), key=lambda one: not one.startswith("kensei_docs."))
            raise unusable(added, f"has '{name}', as '{own}' has; give it another name", "installed")
    return {name: thing for name, (_, thing) in found.items()}


class Unusable(Exception):
    """Input that cannot be used at all; commands print its problems and exit with status 2."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class Said(str):
    """A message with its values filled in, which remembers both so that a translator can say it in another language.

    ``message`` has ``%(name)s`` for each of ``values``: a text, a ``Number``, another message, a record (its name),
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


class Number(float):
    """A number as a value of a message, which each language writes in its own way."""

    def __str__(self) -> str:
        return f"{float(self):g}"


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
    """Return the problems sorted by file, sheet, line, column, check and message."""

    def key(problem: Problem) -> tuple[str, str, int, int, str, str]:
        place = problem.place
        return place.file, place.part, place.line or 0, place.column or 0, problem.check, problem.message

    return sorted(problems, key=key)


def closest(word: str, known: Iterable[str]) -> str:
    """Return ``; did you mean 'x'?`` for the most likely intended word, or an empty string."""
    meant = likeliest(word, known)
    return say("; did you mean '%(name)s'?", name=meant) if meant else ""
