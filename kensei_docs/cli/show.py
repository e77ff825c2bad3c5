"""Show one record: its words, its figures and where each was read."""

from __future__ import annotations

import json
from typing import Any

import click

from kensei_docs.catalogues import Translator
from kensei_docs.cli._opening import open_database, require_language
from kensei_docs.database import Database, Record
from kensei_docs.problems import closest, short_path, unusable
from kensei_docs.project import Where


@click.command()
@click.argument("record_id", metavar="ID")
@click.option(
    "-e", "--edition", "editions", metavar="EDITION", multiple=True, help="Only this edition; may be repeated."
)
@click.option("-l", "--language", default="en", show_default=True, metavar="LANGUAGE")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_obj
def command(where: Where, record_id: str, editions: tuple[str, ...], language: str, form: str) -> None:
    """Show the record ID (weapon/katanas, or katanas) of every edition that has it."""
    project, database = open_database(where, editions)
    require_language(project, language)
    records = _named(database, record_id)
    translator = Translator(project, database, language)
    shown = [_as_json(record, translator) for record in records]
    if form == "json":
        click.echo(json.dumps(shown, ensure_ascii=False, indent=1))
        return
    click.echo("\n\n".join(_text(record, one) for record, one in zip(records, shown, strict=True)))


def _named(database: Database, record_id: str) -> list[Record]:
    """Return the records of that id or slug; raises Unusable where there is none."""
    edition, _, rest = record_id.partition("/")
    wanted = rest if edition in database.editions else record_id
    found = [
        record
        for record in database.records
        if wanted in (record.id, record.slug) and (wanted == record_id or record.edition == edition)
    ]
    if not found:
        known = {name for record in database.records for name in (record.id, record.slug)}
        raise unusable(
            "data/editions",
            f"there is no record '{record_id}'{closest(wanted, sorted(known))}; 'kensei-docs list KIND' names them",
            "record",
        )
    return found


def _as_json(record: Record, translator: Translator) -> dict[str, Any]:
    place = record.place()
    return {
        "edition": record.edition,
        "record": record.id,
        "kind": record.kind,
        "name": translator.name(record),
        "status": record.data.get("status"),
        "note": record.data.get("note"),
        "file": short_path(place.file),
        "line": place.line,
        "words": {field: translator.text(record, field) for field, _ in record.messages if field != "name"},
        "facts": [record.fact_as_json(fact) for fact in record.facts],
    }


def _text(record: Record, shown: dict[str, Any]) -> str:
    title = click.style(f"{shown['name']}  ", bold=True)
    lines = [
        f"{title}{record.edition}/{record.id}"
        + (f" ({shown['status']})" if shown["status"] else "")
        + f"  {shown['file']}:{shown['line']}"
    ]
    lines += [
        click.wrap_text(text if field == "text" else f"{field}: {text}", 96, "  ", "  ")
        for field, text in shown["words"].items()
    ]
    width = max((len(fact["fact"]) for fact in shown["facts"]), default=0)
    for fact in shown["facts"]:
        value = "(not in the document)" if fact["value"] is None else fact["value"]
        when = f"  when {fact['when']}" if fact["when"] else ""
        lines.append(f"  {fact['fact']:<{width}}  {value}{when}{_places(fact['from'])}")
    if shown["note"]:
        lines.append(click.wrap_text(f"note: {shown['note']}", 96, "  ", "  "))
    return "\n".join(lines)


def _places(citations: list[dict[str, Any]]) -> str:
    places = [
        f"{one['document']} " + (f"{one['lines'][0]}-{one['lines'][1]}" if one["lines"] else f"p. {one['page']}")
        for one in citations
    ]
    return click.style(f"  [{'; '.join(places)}]", dim=True) if places else ""
