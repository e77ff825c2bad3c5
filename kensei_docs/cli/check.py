"""Check the database for faults and contradictions."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from kensei_docs import __version__, check
from kensei_docs.catalogues import findings
from kensei_docs.check import proofread
from kensei_docs.cli._findings import as_json, as_sarif, checks_named, print_findings, ruling_of
from kensei_docs.cli._opening import require_editions
from kensei_docs.cli._proofreading import proofread_document
from kensei_docs.database import load
from kensei_docs.problems import SEVERITIES, Problem, Unusable, by_place
from kensei_docs.project import Project, Where

# What the loader reports while it reads, for --explain: these have no module of their own.
LOADING = {
    "yaml": "A file of data/ is UTF-8 text and YAML, and no key stands twice.\n\nSeverity: error.",
    "data": "A file of data/ has the shape of its kind.\n\nIds are small letters, digits and "
    "hyphens, every record has a name, and every ruling a decision.\n\nSeverity: error.",
    "spreadsheet": "A cell of a spreadsheet holds what its column takes, and every column is "
    "known.\n\nSeverity: error.",
    "vocabulary": "What a record names of the vocabulary is there: its hooks, conditions and "
    "$figures.\n\nSeverity: error.",
    "placeholders": "A message names figures of its own record, and writes a % twice.\n\nSeverity: error.",
}


@click.command()
@click.argument("editions", metavar="[EDITION]...", nargs=-1)
@click.option("--format", "form", type=click.Choice(["text", "json", "sarif"]), default="text", show_default=True)
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
@click.option(
    "--source", "source_id", metavar="ID", default=None, help="What the document is, where its content does not say it."
)
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
    ignored = checks_named(ignore, pages)
    names = [name for name in checks_named(select or pages, pages) if name not in ignored]
    if explain:
        click.echo("\n\n".join(pages[name] for name in checks_named([explain], pages)))
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
        click.echo(json.dumps([as_json(problem) for problem in counted], ensure_ascii=False, indent=1))
    elif form == "sarif":
        click.echo(json.dumps(as_sarif(counted, pages, __version__), ensure_ascii=False, indent=1))
    else:
        settled = 0 if ruled else len(counted) - len(standing)
        print_findings(counted if ruled else standing, hidden=len(found) - len(counted), ruled=settled)
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
    pages = {**LOADING, **check.pages(), **findings.pages()}
    for name, page in proofread.pages().items():
        pages[name] = f"{pages[name]}\n\n{page}" if name in pages else page
    return dict(sorted(pages.items()))
