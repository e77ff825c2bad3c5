"""Lengths have the unit of their edition, and divisions of other things say how they round."""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.check.vocabulary_sections import names, section_finding
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.record_parts import fact_at, mapping_at, rows_of
from kensei_docs.engine.effects import Effect, effects_of, hook_property
from kensei_docs.figures import kind_in
from kensei_docs.problems import check


def _is_length(database: Database, hook: str) -> bool:
    """Return whether a hook changes a length: a distance, or an attribute that is declared as one."""
    attributes = names(database.vocabulary.section("lengths").get("attributes"))
    return bool(hook_property(database, hook, "distance")) or hook_property(database, hook, "attribute") in attributes


@check("warning")
def rounding_declared(database: Database) -> Iterator[Finding]:
    """A division of things that come whole says how it rounds.

    An effect that divides a roll, a pool or an attribute has ``round: up`` or ``round: down``; a text that names a
    ``divisor`` says it in words. Lengths can be divided exactly. The edition's own ``vocabulary.yaml`` declares the
    shares that are taken of things that come whole; their record has a ``rounding``:

        whole-things: ['rule/toll:figures.share']

    Wrong: hits divided by the ``divisor`` without a word about rounding. Right: the same with "rounded up"; a movement
    divided by two.
    """
    for edition in database.editions.values():
        for fact in (fact for tree in edition.vocabulary.trees for fact in names(tree.value.get("whole-things"))):
            at = fact_at(edition, fact)
            if isinstance(at, str):
                yield section_finding(edition, "whole-things", f"{at}; mend the path")
            elif not at[0].get("rounding") and not _declares_rounding(at[0]):
                record, path = at
                message = (
                    f"'{path}' takes {record.figure(path)} of things that come whole without a word on "
                    f"rounding{where(record, path)}; say whether it rounds up or down"
                )
                yield finding_at(record, path, message)
    for record in database.records:
        if not _declares_rounding(record):
            divisions = [effect for effect in effects_of(record) if effect.does.rounds]
            yield from _effect_findings(database, record, divisions)
            yield from _figure_findings(record, {str(effect.written).removeprefix("$") for effect in divisions})


def _effect_findings(database: Database, record: Record, divisions: list[Effect]) -> Iterator[Finding]:
    for effect in divisions:
        if not _is_length(database, effect.hook) and not effect.own("round"):
            message = (
                f"{effect.hook} is divided by {effect.value} without a word on "
                f"rounding{where(record, effect.fact)}; add 'round: up' or 'round: down', and say it in the text"
            )
            yield finding_at(record, effect.place_path, message)


def _figure_findings(record: Record, in_effects: set[str]) -> Iterator[Finding]:
    for name, figure in mapping_at(record, "figures").items():
        if "divisor" in name.split("-") and name not in in_effects:
            path = f"figures.{name}"
            message = (
                f"the text divides by {figure} without a word on rounding{where(record, path)}; say whether it "
                "rounds up or down"
            )
            yield finding_at(record, path, message)


def _declares_rounding(record: Record) -> bool:
    return any("round" in text.casefold() for _, text in record.messages)


# The units of lengths by the unit of the edition; feet are converted to inches. Millimetres are those of models.
_UNITS = {"cm": "centimetres", "mm": "millimetres", "in": "inches", "ft": "inches", "hex": "hexes"}
# Figures that can be a length whose unit was lost; a share or a fraction is of one.
_BARE = ("count", "modifier", "dice")
_LENGTHS = ("length", "dice-length", "length-range")


@check("error")
def units_of_measure(database: Database) -> Iterator[Finding]:
    """Lengths are measured in the system of their edition, and none goes without a unit.

    An edition measures in centimetres, in inches and feet, or in hexes; millimetres are for models, unless the edition
    measures in them. ``vocabulary.yaml`` declares the attributes that are lengths:

        lengths: {attributes: [pace]}

    A count in a table has lost its unit where other rows have lengths in its column, or where it stands between two
    lengths.

    Wrong: 50 cm in an edition that measures in inches; a row with 10 cm, 20 and 30 cm; an effect that adds ``+2D6`` to
    a distance, without a unit. Right: ``+2D6 cm``; half a distance; a weapon with a reach of 30 cm and 2 shots.
    """
    for edition in database.editions.values():
        for record in edition.records.values():
            yield from _in_other_units(edition, record)
            yield from _lost_in_row(edition, record)
            yield from _lost_in_effect(database, edition, record)


def _in_other_units(edition: Edition, record: Record) -> Iterator[Finding]:
    """Yield a finding for each length in another system of units than that of the edition."""
    for fact in record.facts:
        figure = fact.figure
        measured = _UNITS.get(figure.unit) if figure else None
        if measured and figure and figure.unit != "mm" and measured != _UNITS[edition.units]:
            message = (
                f"'{fact.path}' is {figure}{where(record, fact.path)}, but {edition.id} measures in "
                f"{_UNITS[edition.units]}; see which unit is meant"
            )
            yield finding_at(record, fact.path, message)


def _lost_in_row(edition: Edition, record: Record) -> Iterator[Finding]:
    """Yield a finding for each number without a unit that stands in a table among lengths."""
    columns = list(mapping_at(record, "columns"))
    kinds = {name: [kind_in(row.get(column)) for column in columns] for name, row in rows_of(record, "rows").items()}
    measured = {column for row in kinds.values() for column, kind in enumerate(row) if kind in _LENGTHS}
    for name, row in kinds.items():
        for i, kind in enumerate(row):
            between = 0 < i < len(row) - 1 and row[i - 1] in _LENGTHS and row[i + 1] in _LENGTHS
            if (
                kind == "count"
                and any(kind_of_length in _LENGTHS for kind_of_length in row)
                and (i in measured or between)
            ):
                column = columns[i]
                figure = rows_of(record, "rows")[name][column]
                path = f"rows.{name}.{column}"
                message = (
                    f"'{path}' is {figure} in a row of lengths{where(record, path)}; write {figure} {edition.units}"
                )
                yield finding_at(record, path, message)


def _lost_in_effect(database: Database, edition: Edition, record: Record) -> Iterator[Finding]:
    """Yield a finding for each effect that changes a distance by a number without a unit."""
    for effect in effects_of(record):
        figure = effect.figure
        is_bare = effect.operation in ("add", "set") and figure and figure.kind in _BARE
        if is_bare and _is_length(database, effect.hook):
            message = (
                f"{figure} changes the distance {effect.hook} without a unit{where(record, effect.fact)}; see whether "
                f"{figure} {edition.units} is meant"
            )
            yield finding_at(record, effect.fact, message)
