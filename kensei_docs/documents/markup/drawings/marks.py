"""The distances on rulers: which lengths an edition has, and what has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from babel.lists import format_list

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.markup.drawings.measures import MILLIMETRES, figure_at
from kensei_docs.figures import parse


@dataclass(frozen=True)
class Mark:
    """A distance on a ruler: the figure, its number, and the names of what has this range or length."""

    figure: str
    number: float
    names: tuple[str, ...]

    @property
    def unit(self) -> str:
        """The unit of the figure."""
        return self.figure.split()[1]

    @property
    def millimetres(self) -> float:
        """The distance in millimetres."""
        return self.number * MILLIMETRES[self.unit]


def marks_of(edition: Edition, wanted: Sequence[str], translator: Translator, together: bool = False) -> list[Mark]:
    """Return the lengths among figures named ``record:path``, each with the names of what has it, shortest first.

    Lengths in hexes are left out: a hex is of any size. Marks that stand ``together`` on one ruler always have the name
    of their column of a table.
    """
    found: dict[str, list[str]] = {}
    for name in wanted:
        figure = parse(figure_at(edition, name) or "")
        if figure and figure.kind == "length" and figure.unit in MILLIMETRES and figure.number:
            found.setdefault(figure.text, []).append(_owner_name(edition, name, translator, together))
    marks = [Mark(text, float(text.split()[0]), tuple(dict.fromkeys(names))) for text, names in found.items()]
    return sorted(marks, key=lambda mark: mark.number)


def _owner_name(edition: Edition, name: str, translator: Translator, together: bool) -> str:
    """Return the name of what a figure is part of: a row of a table with a name, with its column, or its record, after
    the name of what a profile has there."""
    owner, _, path = name.partition(":")
    record = edition.records[owner]
    steps = path.split(".")
    for end in range(len(steps) - 1, 0, -1):
        words = translator.text(record, ".".join([*steps[:end], "name"]))
        if words:
            column = translator.text(record, f"columns.{steps[-1]}") if together else ""
            return ": ".join(filter(None, (words, column or _exceptional_columns(record, path, translator))))
    # A value of a profile has the name of the record that says what it is, such as a characteristic.
    meant = [translator.name(other) for other in edition.records.values() if other.slug == steps[-1]]
    return ": ".join([*(meant if len(meant) == 1 and not together else ()), translator.name(record)])


def _exceptional_columns(record: Record, path: str, translator: Translator) -> str:
    """Return the names of a table's columns with the figure at a path, if most of the row have another; else ""."""
    row, _, _ = path.rpartition(".")
    columns = record.get("columns") or {}
    cells = {column: record.figure(f"{row}.{column}") for column in columns}
    own = record.figure(path)
    alike = [column for column in columns if cells[column] == own]
    others = Counter(cell for cell in cells.values() if cell not in (None, own))
    if not alike or max(others.values(), default=0) < len(alike):
        return ""
    return format_list([translator.text(record, f"columns.{column}") for column in alike], locale=translator.language)
