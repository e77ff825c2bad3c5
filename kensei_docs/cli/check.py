"""Check the database for faults and contradictions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from kensei_docs.problems import Problem

# What the loader reports while it reads, for --explain: these have no module of their own.
LOADING = {
    "yaml": "A file of data/ is UTF-8 text and YAML, and no key stands twice.\n\nSeverity: error.",
    "data": "A file of data/ has the shape of its kind.\n\nFields are known, ids are small "
            "letters, digits and hyphens, and every record has a name.\n\nSeverity: error.",
    "vocabulary": "What a record names of the vocabulary is there: its hooks, conditions and "
                  "$figures.\n\nSeverity: error.",
}
_COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command()
@click.argument("editions", metavar="[EDITION]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text",
              show_default=True)
@click.option("--select", metavar="CHECK", multiple=True, help="Only this check; may be repeated.")
@click.option("--ignore", metavar="CHECK", multiple=True, help="Not this check; may be repeated.")
@click.option("--severity", type=click.Choice(["error", "warning", "note"]), default="warning",
              show_default=True, help="The least severity that is shown and counts.")
@click.option("--explain", metavar="CHECK", default=None,
              help="Print what a check promises, and stop.")
@click.option("--list", "listing", is_flag=True, help="Print the names of all checks, and stop.")
@click.pass_obj
def command(folder: str | None, editions: tuple[str, ...], form: str, select: tuple[str, ...],
            ignore: tuple[str, ...], severity: str, explain: str | None, listing: bool) -> None:
    """Check EDITION (by default all) for faults and contradictions. Changes nothing.

    Exit status 1 where there are findings of the asked severity or a graver one.
    """
    import json
    import sys

    from kensei_docs.problems import SEVERITIES, by_place

    pages = _pages()
    for name in (*select, *ignore, *([explain] if explain else [])):
        _require(name, pages)
    if explain or listing:
        click.echo(pages[explain] if explain else _index(pages))
        return
    asked = SEVERITIES[:SEVERITIES.index(severity) + 1]
    names = [name for name in select or pages if name not in ignore]
    found = by_place(_found(folder, editions, names))
    counted = [problem for problem in found if problem.severity in asked]
    if form == "json":
        click.echo(json.dumps([_as_json(problem) for problem in counted], ensure_ascii=False,
                              indent=1))
    else:
        _print(counted, len(found) - len(counted))
    sys.exit(1 if counted else 0)


def _found(folder: str | None, editions: tuple[str, ...],
           names: list[str]) -> Iterator[Problem]:
    """Yield what loading and checking find of the editions asked for.

    Raises Unusable where there is nothing to check.
    """
    from kensei_docs import check
    from kensei_docs.catalogues.findings import findings
    from kensei_docs.cli._opening import require_editions
    from kensei_docs.database import load
    from kensei_docs.problems import Unusable
    from kensei_docs.project import Project

    project = Project.open(folder)
    require_editions(project, editions)
    database, problems = load(project, editions)
    if not database.editions:
        raise Unusable(*problems)
    for problem in (*problems, *check.run(database, names), *findings(project, database, names)):
        ours = problem.edition is None or not editions or problem.edition in editions
        if ours and problem.check in names:
            yield problem


def _pages() -> dict[str, str]:
    from kensei_docs import check
    from kensei_docs.catalogues import findings

    return dict(sorted({**LOADING, **check.pages(), **findings.pages()}.items()))


def _index(pages: dict[str, str]) -> str:
    return "\n".join(f"{name}: {page.splitlines()[0]}" for name, page in pages.items())


def _require(name: str, pages: Iterable[str]) -> None:
    from kensei_docs.problems import closest

    if name not in pages:
        raise click.UsageError(f"there is no check '{name}'{closest(name, pages)}; "
                               "'kensei-docs check --list' names them all")


def _as_json(problem: Problem) -> dict[str, object]:
    from kensei_docs.problems import shown

    return {"check": problem.check, "severity": problem.severity, "edition": problem.edition,
            "record": problem.record, "message": problem.message,
            "file": shown(problem.place.file), "line": problem.place.line,
            "column": problem.place.column,
            "from": [citation.as_json() for citation in problem.citations],
            "ruling": getattr(problem, "ruling", None)}


def _print(problems: list[Problem], hidden: int) -> None:
    for _, group in groupby(problems, key=lambda problem: problem.place.file):
        for problem in group:
            colour = _COLOURS[problem.severity]
            click.echo(f"{click.style(str(problem.place), bold=True)}: {problem.message}  "
                       + click.style(f"[{problem.check}]", fg=colour))
        click.echo()
    click.echo(_counts(problems) + (f" ({hidden} of less weight not shown)" if hidden else ""))


def _counts(problems: list[Problem]) -> str:
    if not problems:
        return "No findings."
    files = len({problem.place.file for problem in problems})
    weights = [f"{count} {severity}{'' if count == 1 else 's'}" for severity in _COLOURS
               if (count := sum(1 for p in problems if p.severity == severity))]
    return (f"{len(problems)} finding{'' if len(problems) == 1 else 's'} in {files} "
            f"file{'' if files == 1 else 's'}: {', '.join(weights)}.")
