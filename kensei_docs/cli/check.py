"""Check the database for faults and contradictions."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

import click

from kensei_docs import __version__
from kensei_docs.check.finding import as_json, as_sarif, ruling_of
from kensei_docs.check.run import check_project, pages
from kensei_docs.cli._opening import require_editions
from kensei_docs.cli._rulebooks import proofread_document
from kensei_docs.cli._terminal import FileToRead, counted, editions_argument, format_option, print_json, source_option
from kensei_docs.problems import SEVERITIES, Problem, Severity, Unusable, by_place, closest, short_path
from kensei_docs.project import Project, ProjectOptions

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
    type=click.Choice(SEVERITIES),
    default="warning",
    show_default=True,
    help="The least severity that is shown and counts.",
)
@click.option("--ruled", is_flag=True, help="Show the findings that rulings settle, too.")
@click.option(
    "--document", metavar="FILE", type=FileToRead(), help="Proofread a document (PDF or text) instead of the database."
)
@source_option("What the document is, where its content does not say it.")
@click.option("--language", metavar="LANGUAGE", help="What the document is written in, where no source says it.")
@click.option("--explain", metavar="CHECK", help="Print what a check promises, and stop.")
@click.option("--list", "listing", is_flag=True, help="Print the names of all checks, and stop.")
@click.pass_obj
def command(
    where: ProjectOptions,
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
    manual = pages()
    ignored = _checks_named(ignore, manual)
    names = [name for name in _checks_named(select or manual, manual) if name not in ignored]
    if explain:
        click.echo("\n\n".join(manual[name] for name in _checks_named([explain], manual)))
        return
    if listing:
        click.echo("\n".join(f"{name}: {page.splitlines()[0]}" for name, page in manual.items()))
        return
    asked = SEVERITIES[: SEVERITIES.index(severity) + 1]
    findings: list[Problem] = []
    unreadable: Unusable | None = None
    if document:
        findings += proofread_document(where, document, source_id, language, editions, names)
    else:
        project = Project.open(where)
        require_editions(project, editions)
        try:
            for problem in check_project(project, editions, names, with_errata_to_come=where.as_of is None):
                findings.append(problem)
        except Unusable as fault:
            unreadable = fault
        findings = by_place(findings)
    shown = [problem for problem in findings if problem.severity in asked]
    standing = [problem for problem in shown if not ruling_of(problem)]
    if unreadable and not standing:
        raise unreadable
    if form == "json":
        print_json([as_json(problem) for problem in shown])
    elif form == "sarif":
        print_json(as_sarif(shown, manual, __version__))
    else:
        settled = 0 if ruled else len(shown) - len(standing)
        _print_findings(shown if ruled else standing, hidden=len(findings) - len(shown), ruled=settled)
    if unreadable:
        raise unreadable
    sys.exit(1 if standing else 0)


def _checks_named(words: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return the checks that names, beginnings of names and lists with commas mean; raises UsageError for others."""
    names: list[str] = []
    for word in (part.strip() for text in words for part in text.split(",")):
        meant = [name for name in known if name == word] or [name for name in known if word and name.startswith(word)]
        if not meant:
            hint = closest(word, known)
            raise click.UsageError(f"there is no check '{word}'{hint}; 'kensei-docs check --list' names them all")
        names += meant
    return list(dict.fromkeys(names))


def _print_findings(problems: Sequence[Problem], hidden: int, ruled: int) -> None:
    """Print findings by file, and how many there are; ``hidden`` counts those less severe than was asked for,
    ``ruled`` those that are settled and not printed."""
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
    more = f" {hidden} less severe not shown (--severity note shows them)." if hidden else ""
    settled = f" {ruled} ruled (--ruled shows them)." if ruled else ""
    click.echo(_totals(standing) + more + settled)
    if standing:
        checks = Counter(problem.check for problem in standing).most_common()
        click.echo("By check: " + ", ".join(f"{name} {count}" for name, count in checks) + ".")


def _totals(problems: Sequence[Problem]) -> str:
    if not problems:
        return "No findings."
    counts = Counter(problem.severity for problem in problems)
    weights = ", ".join(counted(counts[severity], severity) for severity in SEVERITIES if counts[severity])
    files = len({problem.place.file for problem in problems})
    return f"{counted(len(problems), 'finding')} in {counted(files, 'file')}: {weights}."
