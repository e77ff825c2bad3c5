"""Modifiers have the shape, the sign and the form that their hook takes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.check.finding import Finding, finding_at, where
from kensei_docs.check.vocabulary_sections import names
from kensei_docs.database import Database, Record
from kensei_docs.database.record_parts import mapping_at
from kensei_docs.engine.effects import Effect, all_effects, easing, effects_of, hook_property
from kensei_docs.figures import Figure, parse
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
