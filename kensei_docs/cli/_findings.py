"""How ``check`` prints what it finds: for a person at a terminal, for scripts, for code hosts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import click

from kensei_docs.problems import SEVERITIES, Place, Problem, Severity, closest, short_path

_COLOURS: Mapping[Severity, str] = {"error": "red", "warning": "yellow", "note": "cyan"}


def chosen(asked: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the checks that names, beginnings of names and lists with commas mean.

    Raises UsageError for what means none.
    """
    names: list[str] = []
    for word in (part.strip() for one in asked for part in one.split(",")):
        meant = [name for name in known if name == word] or [name for name in known if word and name.startswith(word)]
        if not meant:
            raise click.UsageError(
                f"there is no check '{word}'{closest(word, known)}; 'kensei-docs check --list' names them all"
            )
        names += meant
    return list(dict.fromkeys(names))


def ruling_of(problem: Problem) -> str | None:
    """Return the id of the ruling that settles a finding."""
    ruling: str | None = getattr(problem, "ruling", None)
    return ruling


def as_json(problem: Problem) -> dict[str, object]:
    """Return a finding as the JSON of ``check`` has it."""
    return {
        "check": problem.check,
        "severity": problem.severity,
        "edition": problem.edition,
        "record": problem.record,
        "message": problem.message,
        "file": short_path(problem.place.file),
        "line": problem.place.line,
        "column": problem.place.column,
        "from": [citation.as_json() for citation in problem.citations],
        "ruling": ruling_of(problem),
    }


def echo(problems: Sequence[Problem], hidden: int, ruled: int) -> None:
    """Print findings by file, and what they come to.

    ``hidden`` have less weight than was asked for, ``ruled`` are settled and not among those
    shown.
    """
    for file, group in groupby(problems, key=lambda problem: problem.place.file):
        rows = [(_at(problem.place), problem) for problem in group]
        width = max(len(at) for at, _ in rows)
        weight = max(len(problem.severity) for _, problem in rows)
        click.echo(click.style(short_path(file), bold=True, underline=True))
        for at, problem in rows:
            severity = click.style(problem.severity.ljust(weight), fg=_COLOURS[problem.severity])
            ruling = ruling_of(problem)
            settled = click.style(f"  ruled by {ruling}", fg="green") if ruling else ""
            click.echo(
                f"  {at.rjust(width)}  {severity}  {problem.message}  "
                + click.style(f"[{problem.check}]", dim=True)
                + settled
            )
        click.echo()
    open_ones = [problem for problem in problems if not ruling_of(problem)]
    click.echo(
        _counts(open_ones)
        + _aside(hidden, "of less weight not shown", "--severity note")
        + _aside(ruled, "ruled", "--ruled")
    )
    if open_ones:
        click.echo(_by_check(open_ones))


def _at(place: Place) -> str:
    return place.within or "-"


def _aside(count: int, what: str, option: str) -> str:
    return f" {count} {what} ({option} shows them)." if count else ""


def _counts(problems: Sequence[Problem]) -> str:
    if not problems:
        return "No findings."
    weights = [
        _many(count, severity)
        for severity in SEVERITIES
        if (count := sum(1 for p in problems if p.severity == severity))
    ]
    files = len({problem.place.file for problem in problems})
    return f"{_many(len(problems), 'finding')} in {_many(files, 'file')}: {', '.join(weights)}."


def _by_check(problems: Sequence[Problem]) -> str:
    many = Counter(problem.check for problem in problems)
    return "By check: " + ", ".join(f"{name} {count}" for name, count in many.most_common()) + "."


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
