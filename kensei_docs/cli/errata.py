"""Keep errata: see which are in force, draft one, put one in force, take one back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click
from babel.dates import format_date

from kensei_docs.catalogues import Translator
from kensei_docs.catalogues.fact_names import FactNames
from kensei_docs.catalogues.messages import localised_messages
from kensei_docs.check.finding import ruling_of
from kensei_docs.check.run import check_database
from kensei_docs.cli._opening import open_database, require_editions, require_language
from kensei_docs.cli._rulebooks import figures_of, open_document
from kensei_docs.cli._terminal import (
    FileToRead,
    edition_id_option,
    editions_argument,
    file_argument,
    format_option,
    language_option,
    print_json,
    print_problems,
    print_written,
    source_option,
)
from kensei_docs.database import Database, Edition, load
from kensei_docs.database.errata import CHECK
from kensei_docs.database.model import Erratum, day_in_name
from kensei_docs.documents.markup.environment import SHARED
from kensei_docs.problems import Problem, Unusable, by_place, short_path, unknown, unusable
from kensei_docs.project import Project, ProjectOptions, today
from kensei_docs.reconcile import differences
from kensei_docs.versions.errata_draft import (
    changes_asked_for,
    changes_read,
    draft_erratum,
    predecessor_of,
    reversed_erratum,
    undo_erratum,
    write_erratum,
)

_day_option = click.option(
    "--day", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="From which day it is in force; by default today."
)
_reason_option = click.option("--reason", required=True, help="Why.")
_origin_option = click.option(
    "--from", "origin", default="our ruling", show_default=True, help="Who says so, and where."
)


@click.group()
def command() -> None:
    """See which errata are in force, draft one, put one in force, or take one back."""


@command.command("list")
@editions_argument
@language_option()
@format_option("text", "json")
@click.pass_obj
def list_errata(where: ProjectOptions, editions: tuple[str, ...], language: str, form: str) -> None:
    """List the errata, the oldest first, and what each of them changes; without --as-of, those of
    days to come too.

    Exit status 1 where one doesn't fit the rules: its text says why.
    """
    project = Project.open(where)
    require_editions(project, editions)
    require_language(project, language)
    database, problems = load(project, editions)
    translator = Translator(project, database, language)
    misfits = [problem for problem in problems if problem.check == CHECK]
    # Those of days to come are held against the rules of their day.
    is_today = where is None or where.as_of is None
    later = load(replace(project, as_of=None), editions)[1] if is_today else []
    misfits += [problem for problem in later if problem.check == CHECK and problem not in misfits]
    if others := [problem for problem in problems if problem.severity == "error" and problem not in misfits]:
        raise Unusable(*by_place(others))
    names = FactNames(database, translator)
    rows = [
        _as_json(edition, erratum, translator, misfits)
        for edition in database.editions.values()
        for erratum in (*edition.errata.values(), *(edition.errata_to_come.values() if is_today else ()))
    ]
    if form == "json":
        print_json(rows)
    else:
        texts = [_text(row, database.editions[row["edition"]], names, translator) for row in rows]
        click.echo("\n\n".join(texts) or translator.template(SHARED, "No erratum is in force."))
    listed = {problem for problem in misfits if any(str(problem) in row["problems"] for row in rows)}
    print_problems(problem for problem in misfits if problem not in listed)
    sys.exit(1 if any(problem.severity == "error" for problem in misfits) else 0)


def _as_json(edition: Edition, erratum: Erratum, translator: Translator, misfits: list[Problem]) -> dict[str, Any]:
    entry = erratum.content
    return {
        "edition": edition.id,
        "erratum": erratum.slug,
        "name": translator.name(erratum),
        "reason": translator.text(erratum, "reason"),
        "source": entry.source,
        "changes": [
            {"record": change.record, "fact": change.fact, "from": change.before, "to": change.after}
            for change in entry.changes.values()
        ],
        "added": list(entry.add),
        "withdrawn": entry.withdraw,
        "day": str(erratum.day),
        "in_force": erratum.slug in edition.errata,
        "problems": [str(problem) for problem in misfits if problem.place.file == str(erratum.tree.file)],
    }


def _text(row: dict[str, Any], edition: Edition, names: FactNames, translator: Translator) -> str:
    """Return an erratum in the words of the cards."""
    title = click.style(f"{row['edition']}/{row['erratum']}", bold=True)
    lines = [f"{title}  {row['name']}", click.wrap_text(row["reason"], 96, "  ", "  ")]
    if not row["in_force"]:
        day = format_date(date.fromisoformat(row["day"]), "long", locale=translator.language)
        lines.append(f"  {translator.template(SHARED, 'In force from %(day)s.', {'day': day})}")
    for change in row["changes"]:
        record = edition.records.get(change["record"]) or edition.withdrawn.get(change["record"])
        if record is None:
            lines.append(f"  {change['record']}")
        else:
            words = names.change(record, change["fact"], change["from"], change["to"])
            lines.append(f"  {translator.name(record)}, {words}")
    for label, ids in (("added to the rules", row["added"]), ("withdrawn from the rules", row["withdrawn"])):
        for record_id in ids:
            record = edition.records.get(record_id) or edition.withdrawn.get(record_id)
            lines.append(f"  {translator.name(record) if record else record_id}: {translator.template(SHARED, label)}")
    heading = translator.template(SHARED, "Does not fit:")
    lines += [f"  {click.style(heading, fg='red')} {problem}" for problem in row["problems"]]
    return "\n".join(lines)


@command.command()
@click.argument("slug")
@edition_id_option
@click.option(
    "--document",
    type=FileToRead(),
    metavar="FILE",
    help="A mended document: every figure that differs from the database is a change.",
)
@source_option("Which document FILE is.")
@click.option(
    "--set", "settings", metavar="RECORD:FACT=VALUE", multiple=True, help="A figure to change; may be given again."
)
@click.option("--withdraw", "gone", metavar="RECORD", multiple=True, help="A record to take out of the rules.")
@_day_option
@click.option("--name", required=True, help="What it mends, as a heading.")
@_reason_option
@_origin_option
@click.pass_obj
def new(
    where: ProjectOptions,
    slug: str,
    edition_id: str,
    document: Path | None,
    source_id: str | None,
    settings: tuple[str, ...],
    gone: tuple[str, ...],
    day: datetime | None,
    name: str,
    reason: str,
    origin: str,
) -> None:
    """Draft the erratum SLUG of an edition, dated today, and put it in force.

    FACT is a path as 'facts' prints it, or any other part of a record: a condition, one atom of
    it, a member of a list, a cell, a name. An empty VALUE takes a member or an atom away.

    Its changes are those given with --set, and the figures in which a mended document differs
    from the rules in force.
    """
    project, database = open_database(_on_day(where, day), [edition_id])
    edition = database.editions[edition_id]
    changes = changes_asked_for(edition, settings)
    if document:
        changes += changes_read(edition, _differing(project, edition_id, document, source_id))
    if not (changes or gone):
        raise unusable(
            document or "errata new",
            "there is nothing to change; name figures with --set, or a document that differs with --document",
            "errata",
        )
    file_name = f"{_day_of(day)}-{slug}"
    after = predecessor_of(edition, project, file_name)
    _write(project, edition, file_name, draft_erratum(name, reason, origin, changes, withdraw=gone, after=after))


@command.command()
@click.argument("erratum")
@edition_id_option
@_day_option
@click.option("--name", help="What it mends, as a heading; by default the name of the other.")
@_reason_option
@_origin_option
@click.pass_obj
def withdraw(
    where: ProjectOptions,
    erratum: str,
    edition_id: str,
    day: datetime | None,
    name: str | None,
    reason: str,
    origin: str,
) -> None:
    """Take back what ERRATUM does, by another erratum that turns it round: both stay in the list.

    'errata undo' takes one back that nobody has seen.
    """
    project, database = open_database(_on_day(where, day), [edition_id])
    edition = database.editions[edition_id]
    if erratum not in edition.errata:
        raise unknown("data/errata", "erratum", erratum, edition.errata, CHECK)
    before = load(replace(project, before=erratum), [edition_id])[0].editions[edition_id]
    turned = reversed_erratum(before, edition.errata[erratum].content)
    slug = f"{_day_of(day)}-{erratum.split('-', 3)[-1]}-withdrawn"
    after = predecessor_of(edition, project, slug)
    text = draft_erratum(name or edition.errata[erratum].name, reason, origin, **turned, after=after)
    _write(project, edition, slug, text)


@command.command()
@click.argument("erratum")
@edition_id_option
@click.pass_obj
def undo(where: ProjectOptions, erratum: str, edition_id: str) -> None:
    """Take the file of ERRATUM out of your project, as if it had never been written.

    It is refused where another erratum builds on it, and where the erratum comes with the tool.
    """
    project = Project.open(where)
    require_editions(project, [edition_id])
    file = undo_erratum(project, edition_id, erratum)
    click.echo(f"took away {short_path(str(file))}")


def _on_day(where: ProjectOptions, day: datetime | None) -> ProjectOptions:
    return replace(where or ProjectOptions(), as_of=day.date()) if day else where


def _day_of(day: datetime | None) -> date:
    return day.date() if day else today()


def _write(project: Project, edition: Edition, name: str, text: str) -> None:
    """Write an erratum; print its path, and the messages that have to be translated because of it."""
    before = _untranslated(project, edition.id)
    file = write_erratum(project, edition.id, name, text, _unknown_names)
    print_written(file)
    then = replace(project, as_of=max(project.as_of, day_in_name(name) or date.min) if project.as_of else None)
    for language, context, stale in sorted(_untranslated(then, edition.id) - before):
        message = "has to be translated again" if stale else "has no translation yet"
        click.echo(f"{language}: '{context}' {message}")


def _unknown_names(database: Database) -> Iterator[Problem]:
    return (
        problem for problem in check_database(database, ["entity-reference", "known-fields"]) if not ruling_of(problem)
    )


def _untranslated(project: Project, edition_id: str) -> set[tuple[str, str, bool]]:
    """Return (language, msgctxt, whether there is a translation of an earlier text) of each message without
    translation."""
    database, _ = load(project, [edition_id])
    return {
        (localised.language, localised.message.context, localised.stale)
        for localised in localised_messages(project, database)
        if localised.message.domain == edition_id and (localised.stale or not localised.words)
    }


def _differing(
    project: Project, edition_id: str, file: Path, source_id: str | None
) -> list[tuple[str, str, str | None]]:
    """Return (record, fact, value) where a document differs from its edition as printed; raises Unusable."""
    source, document = open_document(project, file, source_id)
    if source.edition != edition_id:
        raise unusable(
            "errata new",
            f"{file} is a document of {source.edition} and not of {edition_id}; name "
            "that edition, or the document with --source",
            "errata",
        )
    read = figures_of(file, source, document)
    printed = load(project.as_printed(), [edition_id])[0].editions[edition_id]
    all_differences = differences(printed, source.id, read)
    return [
        (difference.record, difference.fact, difference.document)
        for difference in all_differences
        if difference.change == "differs"
    ]


@command.command()
@file_argument
@edition_id_option
@click.pass_obj
def apply(where: ProjectOptions, file: Path, edition_id: str) -> None:
    """Put the erratum in FILE in force in an edition of your project.

    It is refused where it doesn't fit the rules in force; 'errata undo' takes it back. What has
    to be translated because of it is listed.
    """
    project, database = open_database(where, [edition_id])
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise unusable(file, f"can't be read ({error}); check the file", "errata") from error
    _write(project, database.editions[edition_id], file.stem, text)
