"""Modifiers have the shape, sign and form that their hook takes, lengths a unit, and divisions say how they round."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.check.vocabulary_sections import names, section_finding
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.record_parts import fact_at, mapping_at, rows_of
from kensei_docs.engine.effects import Effect, all_effects, easing, effects_of, hook_property
from kensei_docs.figures import Figure, kind_in, parse
from kensei_docs.problems import check


def restatements(database: Database) -> Iterator[tuple[Effect, Record, list[Effect]]]:
    """Yield each effect that restates another record, with that record and its effects that change the same roll by the
    same amount."""
    for effect in all_effects(database):
        target = effect.record.get(f"{effect.path}.restates")
        other = database.editions[effect.record.edition].records.get(str(target))
        eased = easing(database, effect)
        if other is not None and eased is not None:
            yield effect, other, [stated for stated in effects_of(other) if easing(database, stated) == eased]


@check("note")
def modifier_carrier(database: Database) -> Iterator[Finding]:
    """One effect is stated in one form: off the result, or on the difficulty.

    Taking one off every die and raising the difficulty by one come to the same, but a reader who meets both counts
    both. Only statements that say that they ``restate`` another record are compared.

    Wrong: armour takes one off the enemy's roll, and the table that it restates raises the difficulty. Right: both
    raise the difficulty.
    """
    for effect, other, others in restatements(database):
        form = hook_property(database, effect.hook, "changes")
        forms = [hook_property(database, stated.hook, "changes") for stated in others]
        if others and form not in forms:
            message = (
                f"'{effect.place_path}' changes the {form} by {effect.value}{where(effect.record, effect.fact)}, and "
                f"{other.id} '{others[0].place_path}' the {forms[0]} by "
                f"{others[0].value}{where(other, others[0].fact)}; state it in one form"
            )
            yield finding_at(effect.record, effect.place_path, message)


@check("error")
def modifier_shape(database: Database) -> Iterator[Finding]:
    """A modifier has the shape of what it changes: dice for a pool, a number for a result.

    ``vocabulary.yaml`` says of each hook what it ``changes``, and which shapes of figure that takes:

        shapes:
          pool: [dice]
          result: [modifier]

    Wrong: ``+1`` added to a pool of dice; ``+1D6`` added to each die's result. Right: ``+1D6`` to the pool, ``+1`` to
    the result.
    """
    shapes = database.vocabulary.section("shapes")
    for effect in all_effects(database):
        figure = effect.figure
        changed = hook_property(database, effect.hook, "changes")
        wanted = names(shapes.get(str(changed)))
        if effect.operation not in ("add", "set") or figure is None or not wanted:
            continue
        if figure.kind not in wanted:
            message = (
                f"{figure} ({figure.kind}) changes {effect.hook}, whose {changed} takes "
                f"{' or '.join(wanted)}{where(effect.record, effect.fact)}; mend the figure or the hook"
            )
            yield finding_at(effect.record, effect.place_path, message)


@check("error")
def modifier_sign(database: Database) -> Iterator[Finding]:
    """The sign of a modifier says what it is meant to do.

    Dice and numbers that are added have a sign, so that none is lost or doubled. What a value is divided or multiplied
    by has none. A figure or effect that is called a bonus makes its roll easier, one that is called a penalty makes it
    harder: a roll that passes at or above a number is easier with more on the die, one that passes at or below a number
    with less, and any roll with a lower difficulty. ``vocabulary.yaml`` says under ``rolls`` how each passes. The
    troop's own characteristic (``XD6``), to which modifiers are added, needs no sign.

    Wrong: ``add: 1D6``; ``divide: -2``; ``bonus: +1`` added to a roll that passes at or below an attribute.
    Right: ``add: +1D6``; ``divide: 2``; ``penalty: +1`` added to a difficulty.
    """
    for effect in all_effects(database):
        figure = effect.figure
        if figure is None:
            continue
        signed = figure.text[0] in "+-"
        path = effect.fact
        read_at = where(effect.record, path)
        yield from _misprinted(effect.record, path, figure, effect.record.get(f"{effect.path}.printed"))
        # Modifiers are added to the troop's own characteristic (XD6), which has no sign.
        if effect.does.additive and figure.kind in ("count", "dice") and not signed:
            if not figure.text.startswith("X"):
                message = (
                    f"{figure} is added to {effect.hook} without a sign{read_at}; write +{figure}, or -{figure} if it "
                    "is taken away"
                )
                yield finding_at(effect.record, path, message)
        elif effect.does.factor and signed:
            message = (
                f"'{effect.operation}' gives {effect.hook} {figure}, with a sign{read_at}; write {figure.text[1:]}"
            )
            yield finding_at(effect.record, path, message)
        elif effect.does.additive and signed:
            yield from _against_intent(database, effect, figure, read_at)

    for record in database.records:
        for name, value in mapping_at(record, "printed").items():
            figure = parse(record.figure(f"figures.{name}") or "")
            if figure is not None:
                yield from _misprinted(record, f"figures.{name}", figure, value)


def _misprinted(record: Record, path: str, figure: Figure, value: object) -> Iterator[Finding]:
    """Yield a finding where the document prints the figure with another sign, or none."""
    printed = parse(value) if isinstance(value, str) else None
    if printed is not None and printed != figure and printed.text.strip("+-") == figure.text.strip("+-"):
        yield finding_at(
            record, path, f"the document prints {printed} for {figure}{where(record, path)}; settle which is meant"
        )


def _against_intent(database: Database, effect: Effect, figure: Figure, read_at: str) -> Iterator[Finding]:
    """Yield a finding if an effect that is called a bonus makes its roll harder, or a penalty makes it easier."""
    words = re.split(r"[.-]", f"{effect.path.rpartition('.')[2]}.{effect.fact}")
    meant = {"bonus", "penalty"} & {*words}
    if len(meant) != 1:
        return
    intent = meant.pop()
    less_is_better, comparison = _comparison(database, effect)
    harder = figure.text.startswith("-") != less_is_better
    if harder == (intent == "bonus"):
        message = (
            f"the {intent} {figure} makes {effect.hook} {'harder' if harder else 'easier'}, for "
            f"{comparison}{read_at}; turn the sign round, or settle what it is added to"
        )
        yield finding_at(effect.record, effect.fact, message)


def _comparison(database: Database, effect: Effect) -> tuple[bool, str]:
    """Return whether less makes the roll easier, and why, as a message says it."""
    changes = hook_property(database, effect.hook, "changes")
    if changes == "difficulty":
        return True, "dice pass at or above their difficulty"
    roll = database.vocabulary.section("rolls").get(str(hook_property(database, effect.hook, "roll")))
    if isinstance(roll, dict) and roll.get("passes") == "at-most":
        return changes == "result", "it passes at or below its number"
    return False, "more is better there"


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


@check("error", of_print=True)
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
