"""What stands where a figure belongs is one: among a record's figures, and in its effects.

A figure is a number, a length, dice, a share and so on. What the book leaves out is null.

Wrong: ``figures: {price: four}``; ``add: one``. Right: ``price: 4``; ``add: $bonus``; null.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import mapping_at
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.engine.effects import effects_of
from kensei_docs.figures import parse

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every word that stands for a figure."""
    for record in database.records:
        for name, value in mapping_at(record, "figures").items():
            if value is not None and not (isinstance(value, str) and _is_figure(value)):
                yield _no_figure(record, f"figures.{name}", value)
        for effect in effects_of(record):
            written = effect.written
            takes_figure = effect.does.apply is not None and not isinstance(written, dict | list | None)
            if takes_figure and effect.figure is None:
                yield _no_figure(record, effect.place_path, written)


def _is_figure(value: str) -> bool:
    # A formula is made of the record's figures.
    return parse(value) is not None or "%(" in value


def _no_figure(record: Record, path: str, value: object) -> Finding:
    text = str(value).lower() if isinstance(value, bool) else f"'{value}'"
    message = (
        f"'{path}' is {text}{where(record, path)}, which is no figure; give a number, a length, dice and the like, or "
        "null with a note"
    )
    return found(record, path, message)
