"""Check the database for faults and contradictions."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import click

from kensei_docs import __version__, check
from kensei_docs.catalogues import findings
from kensei_docs.check import proofread
from kensei_docs.check.report import as_json, as_sarif, ruling_of
from kensei_docs.cli._documents import proofread_document
from kensei_docs.cli._opening import require_editions
from kensei_docs.cli._options import editions_argument, format_option, source_option
from kensei_docs.cli._output import print_json
from kensei_docs.database import load
from kensei_docs.problems import SEVERITIES, Problem, Severity, Unusable, by_place, closest, short_path
from kensei_docs.project import Project, Where

# What the loader reports while it reads, for --explain: these have no module of their own.
_LOADING = {
    "yaml": "A file of data/ is UTF-8 text and YAML, and no key stands twice.\n\nSeverity: error.",
    "data": "A file of data/ has the shape of its kind.\n\nIds are small letters, digits and "
    "hyphens, every record has a name, and every ruling a decision.\n\nSeverity: error.",
    "spreadsheet": "A cell of a spreadsheet holds what its column takes, and every column is "
    "known.\n\nSeverity: error.",
    "vocabulary": "What a record names of the vocabulary is there: its hooks, conditions and "
    "$figures.\n\nSeverity: error.",
    "placeholders": "A message names figures of its own record, and writes a % twice.\n\nSeverity: error.",
}

_COLOURS: Mapping[Severity, str] = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command()
@editions_argument
@format_option("text", "json", "sarif")
@click.option(
    "--select",
    metavar="CHECK",
    multiple=True,
    help="Only these checks: names or their beginnings, with commas between.",
)
@click.option("--ignore", metavar="CHECK", multiple=True, help="Not these checks.")
@click.option(
    "--severity",
    type=click.Choice(["error", "warning", "note"]),
    default="warning",
    show_default=True,
    help="The least severity that is shown and counts.",
)
@click.option("--ruled", is_flag=True, help="Show the findings that rulings settle, too.")
@click.option(
    "--document",
    metavar="FILE",
    type=click.Path(path_type=Path),
    default=None,
    help="Proofread a document (PDF or text) instead of the database.",
)
@source_option("What the document is, where its content does not say it.")
@click.option(
    "--language", metavar="LANGUAGE", default=None, help="What the document is written in, where no source says it."
)
@click.option("--explain", metavar="CHECK", default=None, help="Print what a check promises, and stop.")
@click.option("--list", "listing", is_flag=True, help="Print the names of all checks, and stop.")
@click.pass_obj
def command(
    where: Where,
    editions: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: str,
    ruled: bool,
    document: Path | None,
    source_id: str | None,
    language: str | None,
    explain: str | None,
    listing: bool,
) -> None:
    """Check EDITION for faults and contradictions, by default every edition that the project
    itself holds. Changes nothing.

    With --document, proofread a rulebook, whose names EDITION has.

    Exit status 1 where there are findings of the asked severity or a graver one that no ruling
    settles.
    """
    pages = _pages()
    ignored = _checks_named(ignore, pages)
    names = [name for name in _checks_named(select or pages, pages) if name not in ignored]
    if explain:
        click.echo("\n\n".join(pages[name] for name in _checks_named([explain], pages)))
        return
    if listing:
        click.echo("\n".join(f"{name}: {page.splitlines()[0]}" for name, page in pages.items()))
        return
    asked = SEVERITIES[: SEVERITIES.index(severity) + 1]
    if document:
        found: list[Problem] = list(proofread_document(where, document, source_id, language, editions, names))
    else:
        found = by_place(_found(where, editions, names))
    counted = [problem for problem in found if problem.severity in asked]
    standing = [problem for problem in counted if not ruling_of(problem)]
    if form == "json":
        print_json([as_json(problem) for problem in counted])
    elif form == "sarif":
        print_json(as_sarif(counted, pages, __version__))
    else:
        settled = 0 if ruled else len(counted) - len(standing)
        _print_findings(counted if ruled else standing, hidden=len(found) - len(counted), ruled=settled)
    sys.exit(1 if standing else 0)


def _found(where: Where, editions: tuple[str, ...], names: list[str]) -> Iterator[Problem]:
    """Yield what loading and checking find of the editions asked for.

    Raises Unusable if there is nothing to check.
    """
    project = Project.open(where)
    require_editions(project, editions)
    editions = editions or project.own_editions
    database, problems = load(project, editions)
    if not database.editions:
        raise Unusable(*problems)
    for problem in (*problems, *check.run(database, names), *findings.findings(project, database, names)):
        ours = problem.edition is None or not editions or problem.edition in editions
        if ours and problem.check in names:
            yield problem


def _pages() -> dict[str, str]:
    """Return every check's page; one of the database and of documents has both."""
    pages = {**_LOADING, **check.pages(), **findings.pages()}
    for name, page in proofread.pages().items():
        pages[name] = f"{pages[name]}\n\n{page}" if name in pages else page
    return dict(sorted(pages.items()))


def _checks_named(words: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the checks that names, beginnings of names and lists with commas mean.

    Raises UsageError for what means none.
    """
    names: list[str] = []
    for word in (part.strip() for one in words for part in one.split(",")):
        meant = [name for name in known if name == word] or [name for name in known if word and name.startswith(word)]
        if not meant:
            hint = closest(word, known)
            raise click.UsageError(f"there is no check '{word}'{hint}; 'kensei-docs check --list' names them all")
        names += meant
    return list(dict.fromkeys(names))


def _print_findings(problems: Sequence[Problem], hidden: int, ruled: int) -> None:
    """Print findings by file, and how many there are.

    ``hidden`` counts findings of less weight than was asked for, ``ruled`` those that are settled and not printed.
    """
    for file, group in groupby(problems, key=lambda problem: problem.place.file):
        rows = [(problem.place.within or "-", problem) for problem in group]
        width = max(len(at) for at, _ in rows)
        weight = max(len(problem.severity) for _, problem in rows)
        click.echo(click.style(short_path(file), bold=True, underline=True))
        for at, problem in rows:
            severity = click.style(problem.severity.ljust(weight), fg=_COLOURS[problem.severity])
            check = click.style(f"[{problem.check}]", dim=True)
            ruling = ruling_of(problem)
            settled = click.style(f"  ruled by {ruling}", fg="green") if ruling else ""
            click.echo(f"  {at.rjust(width)}  {severity}  {problem.message}  {check}{settled}")
        click.echo()
    standing = [problem for problem in problems if not ruling_of(problem)]
    more = f" {hidden} of less weight not shown (--severity note shows them)." if hidden else ""
    settled = f" {ruled} ruled (--ruled shows them)." if ruled else ""
    click.echo(_totals(standing) + more + settled)
    if standing:
        checks = Counter(problem.check for problem in standing).most_common()
        click.echo("By check: " + ", ".join(f"{name} {count}" for name, count in checks) + ".")


def _totals(problems: Sequence[Problem]) -> str:
    if not problems:
        return "No findings."
    counts = Counter(problem.severity for problem in problems)
    weights = ", ".join(_plural(counts[severity], severity) for severity in SEVERITIES if counts[severity])
    files = len({problem.place.file for problem in problems})
    return f"{_plural(len(problems), 'finding')} in {_plural(files, 'file')}: {weights}."


def _plural(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
