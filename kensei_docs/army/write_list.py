"""An army as the files and texts in which others keep lists: a spreadsheet as CSV, and lines for a chat.

Both are read again: the one by ``read_army``, the other by ``import_army``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

from kensei_docs.army.troops import Army, Troop, declared_musters
from kensei_docs.catalogues import Translator
from kensei_docs.database import Record
from kensei_docs.database.spreadsheets import Column, Columns
from kensei_docs.engine.play_schema import as_list

# What parts the words of a line in a text.
_PARTS = re.compile(r"[\[\](),;:|/+–—]|\s-\s")


def as_csv(data: Mapping[str, Any]) -> str:
    """Return the data of an army (see ``army_as_data``) as CSV: what it says of the army, a head row, its troops."""
    heads = list(dict.fromkeys(key for row in data["rows"] for key in row))
    written = StringIO()
    # The line by which programs know what parts the cells.
    written.write("sep=,\n")
    writer = csv.writer(written, lineterminator="\n")
    writer.writerows([key, _cell(value)] for key, value in data.items() if key != "rows" and not key.startswith("_"))
    writer.writerow(heads)
    writer.writerows([_cell(row.get(key, "")) for key in heads] for row in data["rows"])
    return written.getvalue()


def _cell(value: Any) -> str:
    return "; ".join(map(str, as_list(value)))


def as_text(army: Army, translator: Translator) -> str:
    """Return an army as lines for a chat, in the translator's language: its name and a line for each troop."""
    declared = declared_musters(army.edition)
    columns = Columns(army.database, "army")
    of_rows = Columns(army.database, "troop").by_name
    of_troop = {column.at: column for column in of_rows.values()}
    points = head_of(of_rows["points"], translator).lower()
    faction = translator.name(army.faction) if army.faction else ""
    size = f"{army.size:g} {points}"
    is_plain = not any(_PARTS.search(text) for text in (army.name, faction))
    if is_plain:
        lines = [f"{army.name} ({', '.join(filter(None, (faction, size)))})"]
    else:
        said = (("name", army.name), (declared.faction, faction), ("size", f"{army.size:g}"))
        lines = [f"{head_of(columns.by_name[key], translator)}: {text}" for key, text in said if text]
    if army.level:
        lines.append(f"{head_of(columns.by_name[declared.level], translator)}: {translator.name(army.level)}")
    lines.append("")
    for troop in army.troops:
        cost = "" if troop.points is None else f" – {troop.points:g} {points}"
        # Who reads the list again knows the profile, not what its player calls it.
        name = translator.name(troop.profile) if troop.profile else troop.name
        told = ", ".join(_told(army, troop, of_troop, translator))
        lines.append(f"{troop.miniatures} {name}{cost}{f' ({told})' if told else ''}")
    return "\n".join(lines) + "\n"


def head_of(column: Column, translator: Translator) -> str:
    """Return what a column is called in the translator's language, by a word that readers of lists know."""
    said = translator.name_meant(column.name)
    known = {word.casefold(): word for word in (column.name, *column.words)}
    word = known.get(said.casefold(), column.words[0] if column.words else column.name)
    return word[:1].upper() + word[1:]


def _told(army: Army, troop: Troop, columns: Mapping[str, Column], translator: Translator) -> Iterator[str]:
    """Yield what a row says of its troop: a name of its own beside its profile's, and each value of its own."""
    if troop.profile and troop.name != troop.profile.name:
        yield troop.name
    for path, value in troop.stated.items():
        column = columns[path]
        if value is True:
            yield head_of(column, translator).lower()
        elif column.takes in ("figure", "length", "count"):
            yield f"{head_of(column, translator).lower()} {value}"
        elif column.of:
            for slug in as_list(value):
                yield _named(army, column, str(slug), translator)


def _named(army: Army, column: Column, slug: str, translator: Translator) -> str:
    records = (army.edition.records.get(f"{kind}/{slug}") for kind in column.of)
    record: Record | None = next(filter(None, records), None)
    words = translator.name(record) if record else translator.term(slug) if slug in army.database.glossary else slug
    # A name with brackets, such as "Hero (H)", would end those around it.
    return re.sub(r"\s*\(.*?\)", "", words)
