"""Keep errata: see which are in force, draft one, put one in force."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import click

from kensei_docs.catalogues import Translator
from kensei_docs.cli._documents import figures_of, open_document
from kensei_docs.cli._opening import open_database, open_translated, require_editions
from kensei_docs.cli._options import (
    edition_id_option,
    editions_argument,
    file_argument,
    format_option,
    language_option,
    source_option,
)
from kensei_docs.cli._output import print_json, print_written
from kensei_docs.database import Record, load
from kensei_docs.database.errata import read_erratum
from kensei_docs.problems import unusable
from kensei_docs.project import Project, Where
from kensei_docs.reconcile import differences
from kensei_docs.versions.drafts import changes_asked_for, changes_read, draft_erratum, write_erratum


@click.group()
def command() -> None:
    """See which errata are in force, draft one, or put one in force."""


@command.command("list")
@editions_argument
@language_option()
@format_option("text", "json")
@click.pass_obj
def list_errata(where: Where, editions: tuple[str, ...], language: str, form: str) -> None:
    """List the errata in force, the oldest first, and what each of them changes."""
    database, translator = open_translated(where, editions, language)
    rows = [
        _as_json(edition.id, name, erratum, translator)
        for edition in database.editions.values()
        for name, erratum in edition.errata.items()
    ]
    if form == "json":
        print_json(rows)
    else:
        click.echo("\n\n".join(map(_text, rows)) or "No erratum is in force.")


def _as_json(edition: str, name: str, erratum: Record, translator: Translator) -> dict[str, Any]:
    entry = read_erratum(erratum)
    return {
        "edition": edition,
        "erratum": name,
        "name": translator.name(erratum),
        "reason": translator.text(erratum, "reason"),
        "source": entry.source,
        "changes": [
            {"record": change.record, "fact": change.fact, "from": change.before, "to": change.after}
            for change in entry.changes.values()
        ],
        "added": list(entry.add),
        "withdrawn": entry.withdraw,
    }


def _text(row: dict[str, Any]) -> str:
    title = click.style(f"{row['edition']}/{row['erratum']}", bold=True)
    lines = [f"{title}  {row['name']}", click.wrap_text(row["reason"], 96, "  ", "  ")]
    lines += [
        f"  {one['record']} {one['fact']}: {one['from'] or 'nothing'} → {one['to'] or 'nothing'}"
        for one in row["changes"]
    ]
    lines += [f"  {name}: added" for name in row["added"]]
    lines += [f"  {name}: withdrawn" for name in row["withdrawn"]]
    return "\n".join(lines)


@command.command()
@click.argument("slug")
@edition_id_option
@click.option(
    "--document",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A mended document: every figure that differs from the database is a change.",
)
@source_option("Which document FILE is.")
@click.option(
    "--set", "settings", metavar="RECORD:FACT=VALUE", multiple=True, help="A figure to change; may be given again."
)
@click.option("--name", required=True, help="What it mends, as a heading.")
@click.option("--reason", required=True, help="Why.")
@click.option("--from", "origin", default="our ruling", show_default=True, help="Who says so, and where.")
@click.pass_obj
def new(
    where: Where,
    slug: str,
    edition_id: str,
    document: Path | None,
    source_id: str | None,
    settings: tuple[str, ...],
    name: str,
    reason: str,
    origin: str,
) -> None:
    """Draft the erratum SLUG of an edition, dated today, and put it in force.

    Its changes are those given with --set, and the figures in which a mended document differs
    from the rules in force.
    """
    project, database = open_database(where, [edition_id])
    edition = database.editions[edition_id]
    changes = changes_asked_for(edition, settings)
    if document:
        changes += changes_read(edition, _differing(project, edition_id, document, source_id))
    if not changes:
        raise unusable(
            document or "errata new",
            "there is nothing to change; name figures with --set, or a document that differs with --document",
            "errata",
        )
    file = write_erratum(project, edition_id, f"{date.today()}-{slug}", draft_erratum(name, reason, origin, changes))
    print_written(file)


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
    found = differences(printed, source.id, read.observations, read.expected, read.renamed)
    return [(one.record, one.fact, one.document) for one in found if one.change == "differs"]


@command.command()
@file_argument
@edition_id_option
@click.pass_obj
def apply(where: Where, file: Path, edition_id: str) -> None:
    """Put the erratum in FILE in force in an edition of your project.

    It is refused where it doesn't fit the rules in force; removing the file that was written
    takes it back.
    """
    project = Project.open(where)
    require_editions(project, [edition_id])
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise unusable(file, f"can't be read ({fault}); check the file", "errata") from fault
    print_written(write_erratum(project, edition_id, file.stem, text))
