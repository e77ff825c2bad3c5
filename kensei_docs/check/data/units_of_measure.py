"""Lengths are measured in the system of their edition, and none goes without a unit.

An edition measures in centimetres or in inches; millimetres are for models, not for play. ``vocabulary.yaml`` declares
the attributes that are lengths:

    lengths: {attributes: [pace]}

Wrong: 50 cm in an edition that measures in inches; a row with 10 cm, 20 and 30 cm; an effect that adds ``+2D6`` to a
distance, without a unit. Right: ``+2D6 cm``; half a distance.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import is_length, mapping_at, rows_of
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.engine.effects import effects_of
from kensei_docs.figures import parse

SEVERITY = "error"
_UNITS = {"cm": "centimetres", "in": "inches"}
# Figures that can be a length whose unit was lost; a share or a fraction is of one.
_BARE = ("count", "modifier", "dice")


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every length in another unit, or in none."""
    for edition in database.editions.values():
        for record in edition.records.values():
            yield from _in_other_units(edition, record)
            yield from _lost_in_row(edition, record)
            yield from _lost_in_effect(database, edition, record)


def _in_other_units(edition: Edition, record: Record) -> Iterator[Finding]:
    for fact in record.facts:
        figure = fact.figure
        if figure and figure.unit in {*_UNITS} - {edition.units}:
            message = (
                f"'{fact.path}' is {figure}{where(record, fact.path)}, but {edition.id} measures in "
                f"{_UNITS[edition.units]}; see which unit is meant"
            )
            yield found(record, fact.path, message)


def _lost_in_row(edition: Edition, record: Record) -> Iterator[Finding]:
    columns = mapping_at(record, "columns")
    for name, row in rows_of(record, "rows").items():
        figures = {column: parse(row[column]) for column in columns if isinstance(row.get(column), str)}
        kinds = [figure.kind for figure in figures.values() if figure]
        for column, figure in figures.items():
            if figure and figure.kind == "count" and "length" in kinds:
                path = f"rows.{name}.{column}"
                message = (
                    f"'{path}' is {figure} in a row of lengths{where(record, path)}; write {figure} {edition.units}"
                )
                yield found(record, path, message)


def _lost_in_effect(database: Database, edition: Edition, record: Record) -> Iterator[Finding]:
    for effect in effects_of(record):
        figure = effect.figure
        is_bare = effect.operation in ("add", "set") and figure and figure.kind in _BARE
        if is_bare and is_length(database, effect.hook):
            message = (
                f"{figure} changes the distance {effect.hook} without a unit{where(record, effect.fact)}; see whether "
                f"{figure} {edition.units} is meant"
            )
            yield found(record, effect.fact, message)
