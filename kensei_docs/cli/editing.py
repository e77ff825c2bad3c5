"""Commands that keep the data right: check, ruling, catalogue, lineage, migrate, pull."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kensei_docs import __version__
from kensei_docs.cli._terminal import (
    FileToRead,
    Workspace,
    counted,
    edition_id_option,
    editions_argument,
    format_option,
    out_folder_option,
    print_json,
    print_written,
    source_option,
)
from kensei_docs.problems import SEVERITIES, Problem, Severity, Unusable, by_place, closest, short_path, unusable

if TYPE_CHECKING:
    from kensei_docs.check.finding import Finding
    from kensei_docs.database import Database, Edition
    from kensei_docs.database.schema import FindingRef
    from kensei_docs.versions.lineage import Lineage

# The changes of a file that is pulled which are printed.
_MOST_CHANGES = 40
_COLOURS: Mapping[Severity, str] = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command(short_help="Check the database for faults and contradictions.")
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
@source_option(help="What the document is, where its content does not say it.")
@click.option("--language", metavar="LANGUAGE", help="What the document is written in, where no source says it.")
@click.option("--explain", metavar="CHECK", help="Print what a check promises, and stop.")
@click.option("--list", "listing", is_flag=True, help="Print the names of all checks, and stop.")
@click.pass_obj
def check(
    work: Workspace,
    editions: tuple[str, ...],
    form: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: Severity,
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
    from kensei_docs.check.finding import as_json, as_sarif, ruling_of
    from kensei_docs.check.project_files import check_project, pages
    from kensei_docs.cli.reading import proofread_document
    from kensei_docs.database.worksheets import SHEETS

    manual = pages()
    ignored = _checks_named(ignore, manual)
    names = [name for name in _checks_named(select or manual, manual) if name not in ignored]
    if explain:
        click.echo("\n\n".join(manual[name] for name in _checks_named([explain], manual)))
        return
    if listing:
        click.echo("\n".join(f"{name}: {page.splitlines()[0]}" for name, page in manual.items()))
        return
    findings: list[Problem] = []
    unreadable: Unusable | None = None
    if document:
        findings += proofread_document(work, document, source_id, language, editions, names)
    else:
        work.require_editions(editions)
        try:
            for problem in check_project(work.project, editions, names, with_errata_to_come=work.as_of is None):
                findings.append(problem)
        except Unusable as fault:
            unreadable = fault
        findings = by_place(findings)
    asked = SEVERITIES[: SEVERITIES.index(severity) + 1]
    shown = [problem for problem in findings if problem.severity in asked]
    standing = [problem for problem in shown if not ruling_of(problem)]
    if unreadable and not standing:
        raise unreadable
    if form == "json":
        print_json([as_json(problem) for problem in shown])
    elif form == "sarif":
        print_json(as_sarif(shown, manual, __version__))
    else:
        _print_findings(shown if ruled else standing)
        # The notes that say what each sheet was read as are always printed, whatever severity is asked for.
        sheets = [problem for problem in findings if problem.check == SHEETS and problem not in shown]
        less = len(findings) - len(shown) - len(sheets)
        settled = 0 if ruled else len(shown) - len(standing)
        more = f" {less} less severe not shown (--severity note shows them)." if less else ""
        click.echo(_totals(standing) + more + (f" {settled} ruled (--ruled shows them)." if settled else ""))
        if standing:
            checks = Counter(problem.check for problem in standing).most_common()
            click.echo("By check: " + ", ".join(f"{name} {count}" for name, count in checks) + ".")
        for note in sheets:
            click.echo(f"{note.place}: {note.message}")
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


def _print_findings(problems: Sequence[Problem]) -> None:
    """Print findings by file, each with the ruling that settles it."""
    from kensei_docs.check.finding import ruling_of

    for file, group in groupby(problems, key=lambda problem: problem.place.file):
        rows = [(problem.place.within or "-", problem) for problem in group]
        width = max(len(at) for at, _ in rows)
        weight = max(len(problem.severity) for _, problem in rows)
        click.echo(click.style(short_path(file), bold=True, underline=True))
        for at, problem in rows:
            severity = click.style(problem.severity.ljust(weight), fg=_COLOURS[problem.severity])
            name = click.style(f"[{problem.check}]", dim=True)
            settled_by = ruling_of(problem)
            settled = click.style(f"  ruled by {settled_by}", fg="green") if settled_by else ""
            click.echo(f"  {at.rjust(width)}  {severity}  {problem.message}  {name}{settled}")
        click.echo()


def _totals(problems: Sequence[Problem]) -> str:
    if not problems:
        return "No findings."
    counts = Counter(problem.severity for problem in problems)
    weights = ", ".join(counted(counts[severity], severity) for severity in SEVERITIES if counts[severity])
    files = len({problem.place.file for problem in problems})
    return f"{counted(len(problems), 'finding')} in {counted(files, 'file')}: {weights}."


@click.group(short_help="Keep rulings: write down what was decided on a contradiction.")
def ruling() -> None:
    """Write down what was decided where the rules contradict themselves."""


@ruling.command("new")
@click.argument("slug", metavar="ID")
@edition_id_option
@click.option(
    "--settles",
    "settled",
    metavar="CHECK:RECORD[:FACT]",
    multiple=True,
    required=True,
    help="The finding that it settles, as check prints it; may be given again.",
)
@click.option("--question", required=True, help="What was asked.")
@click.option("--decision", required=True, help="What holds; %(name)s stands for a figure.")
@click.option("--reason", required=True, help="Why.")
@click.option("--figure", "figures", metavar="NAME=VALUE", multiple=True, help="A figure of the texts.")
@click.option("--applies", metavar="RECORD", multiple=True, help="A record with which the decision is printed.")
@click.option("--erratum", metavar="ERRATUM", help="The erratum that carries the decision out.")
@click.option("--by", required=True, help="Who decided.")
@click.pass_obj
def new_ruling(
    work: Workspace,
    /,
    slug: str,
    edition_id: str,
    settled: tuple[str, ...],
    figures: tuple[str, ...],
    applies: tuple[str, ...],
    erratum: str | None,
    **texts: str,
) -> None:
    """Add the ruling ID to your project's rulings of an edition, dated today.

    It is refused where there is no such finding, or another ruling settles it already.
    """
    from kensei_docs.check.run import check_database, draft_ruling, write_ruling
    from kensei_docs.project import today

    database = work.database([edition_id])
    edition = database.editions[edition_id]
    entries = [_parse_finding(entry) for entry in settled]
    findings = [finding for finding in check_database(database) if finding.edition == edition_id]
    for entry in entries if not erratum else ():
        _require_finding(entry, findings, edition)
    for record in applies:
        if record not in edition.records:
            raise _refused(f"there is no record '{record}'{closest(record, edition.records)}")
    if erratum and erratum not in {**edition.errata, **edition.errata_to_come}:
        raise _refused(f"there is no erratum '{erratum}'{closest(erratum, edition.errata)}")
    named = [figure.partition("=") for figure in figures]
    if wrong := next((figure for figure, equals, _ in named if not equals), None):
        raise _refused(f"'{wrong}' has no value; write NAME=VALUE")
    fields = {
        "settles": [entry.model_dump(exclude_none=True) for entry in entries],
        "erratum": erratum,
        "applies": list(applies),
        "figures": {name: value for name, _, value in named},
        **{text: texts[text] for text in ("question", "decision", "reason", "by")},
        "date": str(today()),
    }
    print_written(write_ruling(work.project, edition, slug, draft_ruling(slug, fields)))


def _refused(message: str) -> Unusable:
    return unusable("ruling new", message, "rulings")


def _parse_finding(text: str) -> FindingRef:
    """Return the finding that ``CHECK:RECORD`` or ``CHECK:RECORD:FACT`` names; raises Unusable for another text."""
    from kensei_docs.database.schema import FindingRef

    name, colon, rest = text.partition(":")
    record, _, fact = rest.partition(":")
    if not (colon and record):
        raise _refused(f"'{text}' names no finding; write CHECK:RECORD or CHECK:RECORD:FACT")
    return FindingRef(check=name, record=record, fact=fact or None)


def _require_finding(entry: FindingRef, findings: Iterable[Finding], edition: Edition) -> None:
    """Raise Unusable if there is no finding to settle, or a ruling settles it already."""
    from kensei_docs.check.run import is_about

    about = [finding for finding in findings if is_about(entry, finding)]
    subject = f"{entry.check} about {entry.record}" + (f" '{entry.fact}'" if entry.fact else "")
    if not about:
        near = closest(entry.record, [finding.record or "" for finding in findings if finding.check == entry.check])
        raise _refused(f"check finds nothing of {subject} in {edition.id}{near}")
    if ruled := next((finding.ruling for finding in about if finding.ruling), None):
        raise _refused(f"the finding of {subject} is settled by the ruling '{ruled}' already")


@click.group()
def catalogue() -> None:
    """Bring the translation catalogues up to date, see what they lack, and compile them."""


@catalogue.command("update")
@click.pass_obj
def update_catalogues(work: Workspace) -> None:
    """Write today's messages into every language's catalogues.

    A translation stays with its message; where the message changed, it is marked stale (fuzzy). What has no message
    today is kept as obsolete, and comes back with its message.
    """
    from kensei_docs.catalogues.messages import is_wanted, languages
    from kensei_docs.catalogues.update import update_language

    database = work.database()
    for language in languages(work.project):
        if is_wanted(work.project, language):
            for file, state in update_language(work.project, database, language):
                click.echo(f"{file}: {state}")


@catalogue.command("status")
@format_option("text", "json")
@click.pass_obj
def status_of_catalogues(work: Workspace, form: str) -> None:
    """Show how much of each catalogue is translated; exit status 1 where anything lacks."""
    from kensei_docs.catalogues.messages import languages
    from kensei_docs.catalogues.update import language_status

    database = work.database()
    rows = [row for language in languages(work.project) for row in language_status(work.project, database, language)]
    line = "{language} {domain}: {translated} of {messages} translated, {stale} stale, {missing} missing"
    for row in rows:
        more = "".join(f", {row[state]} {state}" for state in ("broken", "obsolete") if row[state])
        click.echo(json.dumps(row) if form == "json" else line.format(**row) + more)
    sys.exit(1 if any(row["stale"] or row["missing"] or row["broken"] for row in rows) else 0)


@catalogue.command("compile")
@out_folder_option(help="The folder to write into; by default build/locale of the project.")
@click.pass_obj
def compile_catalogues(work: Workspace, out: Path | None) -> None:
    """Write the catalogues as .mo files, which other programs read.

    Writes OUT/LANGUAGE/LC_MESSAGES/DOMAIN.mo, the same bytes for the same words. Stale
    translations are left out. A catalogue counts as its Plural-Forms say. Nothing is written where
    'kensei-docs check' finds a catalogue or a translation broken.
    """
    from kensei_docs.catalogues.update import compile_catalogues
    from kensei_docs.check.run import check_words
    from kensei_docs.files import write_whole

    # The checks whose findings make a translation broken; 'status' counts the same.
    broken = ("catalogues-are-valid", "placeholders", "no-stray-characters")
    database = work.database()
    if wrong := list(check_words(work.project, database, broken)):
        raise Unusable(*wrong)
    into = out or work.project.output / "locale"
    for language, domain, data, many in compile_catalogues(work.project, database):
        file = into / language / "LC_MESSAGES" / f"{domain}.mo"
        write_whole(file, data)
        print_written(file, f": {many} translated")


@click.group(short_help="Look after the lineage of two editions: suggest edges, and list records that have none.")
def lineage() -> None:
    """Look after the lineage of two editions: which record of one is which of the other.

    It stands in data/lineage/A--B.yaml and is a person's work; nothing here writes it.
    """


@lineage.command("suggest")
@click.argument("a", metavar="EDITION")
@click.argument("b", metavar="EDITION")
@click.pass_obj
def suggest_lineage(work: Workspace, a: str, b: str) -> None:
    """Print likely edges between two editions as YAML, to be checked and copied.

    Records without an edge are compared by kind, id, name, terms and figures. Check each suggestion
    in the documents. Exit status 0.
    """
    from kensei_docs.versions.matching import as_yaml, suggest, unmapped

    database, edges = _open_lineage(work, a, b)
    left_a, left_b = unmapped(database.editions[a], database.editions[b], edges)
    click.echo(as_yaml(suggest(left_a, left_b, database.glossary), left_a, left_b), nl=False)


@lineage.command("status")
@click.argument("pair", metavar="[EDITION EDITION]", nargs=-1)
@click.pass_obj
def status_of_lineage(work: Workspace, pair: tuple[str, ...]) -> None:
    """Count the edges of a lineage (by default of every one) and name records that have none.

    Exit status 1 where a record has none.
    """
    from kensei_docs.project import LINEAGES
    from kensei_docs.versions.matching import unmapped

    if len(pair) not in (0, 2):
        raise click.UsageError("name two editions, or none for every lineage there is")
    files = [] if pair else work.project.named_files(*LINEAGES)
    pairs = [pair] if pair else [tuple(name.split("--", 1)) for name in files if "--" in name]
    missing = 0
    for a, b in pairs:
        database, found = _open_lineage(work, a, b)
        left = unmapped(database.editions[a], database.editions[b], found)
        missing += sum(map(len, left))
        click.echo(f"{a}--{b}: {len(found.edges if found else ())} edges, {sum(map(len, left))} records without one")
        for record in (record for records in left for record in records):
            click.echo(
                f"{record.place()}: {record.id} of {record.edition} has no edge; say in "
                "data/lineage what became of it, or where it came from"
            )
    sys.exit(1 if missing else 0)


def _open_lineage(work: Workspace, a: str, b: str) -> tuple[Database, Lineage | None]:
    from kensei_docs.versions.lineage import load_lineage

    database = work.database([a, b])
    return database, load_lineage(work.project, database, a, b)


@click.command(short_help="Rewrite what an earlier version wrote into a project.")
@click.option("--dry-run", is_flag=True, help="Print what would change, and write nothing.")
@click.pass_obj
def migrate(work: Workspace, dry_run: bool) -> None:
    """Rewrite the expressions of your editions as text, where an earlier version had nested
    mappings of operators. Comments and all else stay. Run again, it finds nothing to do.

    Exit status 1 where an expression is left for you to rewrite; its place is printed.
    """
    from difflib import unified_diff

    from kensei_docs.files import write_whole
    from kensei_docs.migrate import rewritten

    found = list(rewritten(work.project))
    for one in found:
        name = short_path(str(one.file))
        if one.count:
            click.echo(f"{name}: {counted(one.count, 'expression')} {'to rewrite' if dry_run else 'rewritten'}")
        if dry_run:
            before, after = (text.splitlines(keepends=True) for text in (one.before, one.after))
            click.echo("".join(unified_diff(before, after, name, name)), nl=False)
        elif one.count:
            write_whole(one.file, one.after)
        for problem in one.left:
            click.echo(str(problem), err=True)
    if not found:
        click.echo("Nothing to rewrite: no expression is of an earlier version.")
    sys.exit(1 if any(one.left for one in found) else 0)


@click.command(short_help="Fetch spreadsheets that are kept elsewhere, such as a published Google Sheet.")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--write", is_flag=True, help="Write what was fetched into the project.")
@click.pass_obj
def pull(work: Workspace, files: tuple[str, ...], write: bool) -> None:
    """Fetch FILE (by default all) from its address in pull.yaml, and print what changes. Nothing is
    written without --write; a file that you changed since is kept beside the new one.

    \b
    data/editions/GAME/events.csv: https://docs.google.com/spreadsheets/…/pub?output=csv

    Exit status 1 where there is something to write, or an address has no table.
    """
    from kensei_docs.pull import ADDRESSES, pull, write_pulled

    differing = failed = 0
    for one in pull(work.project, files):
        if isinstance(one, Problem):
            click.echo(str(one), err=True)
            failed += 1
            continue
        if not one.differs:
            click.echo(f"{one.file}: unchanged")
            continue
        differing += 1
        shown = one.changes[:_MOST_CHANGES]
        click.echo(f"{one.file}: {one.changes[0] if one.is_new else counted(len(one.changes), 'change')}")
        for change in () if one.is_new else shown:
            click.echo(f"  {change}")
        if more := len(one.changes) - len(shown):
            click.echo(f"  and {more} more")
        if one.is_edited and not write:
            click.echo("  You changed this file since the last pull; --write keeps yours beside the new one.")
        if write:
            kept = write_pulled(work.project, one)
            print_written(work.project.layers[0] / one.file)
            if kept:
                click.echo(f"kept what you had changed as {short_path(str(kept))}")
    if differing and not write:
        click.echo("Nothing is written; --write does it.")
    if failed:
        click.echo(f"{counted(failed, 'file')} of {ADDRESSES} could not be fetched.", err=True)
    sys.exit(1 if failed or (differing and not write) else 0)
