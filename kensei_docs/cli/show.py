"""Show one record: its words, its figures and where each was read."""

from __future__ import annotations

from typing import Any

import click

from kensei_docs.catalogues import Translator
from kensei_docs.cli._opening import open_translated
from kensei_docs.cli._terminal import editions_option, format_option, language_option, place_read, print_json
from kensei_docs.database import Database, Record
from kensei_docs.problems import closest, short_path, unusable
from kensei_docs.project import ProjectOptions


@click.command()
@click.argument("record_id", metavar="ID")
@editions_option
@language_option("The language of the words.")
@format_option("text", "json")
@click.pass_obj
def command(where: ProjectOptions, record_id: str, editions: tuple[str, ...], language: str, form: str) -> None:
    """Show the record ID (weapon/katanas, or katanas) of every edition that has it."""
    database, translator = open_translated(where, editions, language)
    records = _named(database, record_id)
    described = [_as_json(record, translator) for record in records]
    if form == "json":
        print_json(described)
    else:
        click.echo("\n\n".join(map(_text, described)))


def _named(database: Database, record_id: str) -> list[Record]:
    """Return the records of that id or slug; raises Unusable where there is none."""
    edition, _, rest = record_id.partition("/")
    wanted = rest if edition in database.editions else record_id
    records = [
        record
        for record in database.records
        if wanted in (record.id, record.slug) and (wanted == record_id or record.edition == edition)
    ]
    if not records:
        names = {name for record in database.records for name in (record.id, record.slug)}
        raise unusable(
            "data/editions",
            f"there is no record '{record_id}'{closest(wanted, sorted(names))}; 'kensei-docs list KIND' names them",
            "record",
        )
    return records


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


def _text(record: dict[str, Any]) -> str:
    title = click.style(f"{record['name']}  ", bold=True)
    status = f" ({record['status']})" if record["status"] else ""
    lines = [f"{title}{record['edition']}/{record['record']}{status}  {record['file']}:{record['line']}"]
    lines += [
        click.wrap_text(text if field == "text" else f"{field}: {text}", 96, "  ", "  ")
        for field, text in record["words"].items()
    ]
    width = max((len(fact["fact"]) for fact in record["facts"]), default=0)
    for fact in record["facts"]:
        value = "(not in the document)" if fact["value"] is None else fact["value"]
        when = f"  when {fact['when']}" if fact["when"] else ""
        read = "; ".join(map(place_read, fact["from"]))
        places = click.style(f"  [{read}]", dim=True) if read else ""
        lines.append(f"  {fact['fact']:<{width}}  {value}{when}{places}")
    if record["note"]:
        lines.append(click.wrap_text(f"note: {record['note']}", 96, "  ", "  "))
    return "\n".join(lines)
