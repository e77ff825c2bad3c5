"""The sign of a modifier says what it is meant to do.

Dice and numbers that are added have a sign, so that none is lost or doubled. What a value is divided or multiplied by
has none. A figure or effect that is called a bonus makes its roll easier, one that is called a penalty makes it
harder: a roll that passes at or above a number is easier with more on the die, one that passes at or below a number
with less, and any roll with a lower difficulty. ``vocabulary.yaml`` says under ``rolls`` how each passes. The troop's
own characteristic (``XD6``), to which modifiers are added, needs no sign.

Wrong: ``add: 1D6``; ``divide: -2``; ``bonus: +1`` added to a roll that passes at or below an attribute.
Right: ``add: +1D6``; ``divide: 2``; ``penalty: +1`` added to a difficulty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.check.declarations import mapping_at
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.engine.effects import Effect, all_effects, hook_property
from kensei_docs.figures import Figure, parse

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every sign that is missing, idle, or against its intent."""
    for effect in all_effects(database):
        figure = effect.figure
        if figure is None:
            continue
        signed = figure.text[0] in "+-"
        path = effect.fact
        here = where(effect.record, path)
        yield from _misprinted(effect.record, path, figure, effect.record.get(f"{effect.path}.printed"))
        # The troop's own characteristic (XD6) is what others are added to.
        if effect.does.additive and figure.kind in ("count", "dice") and not signed:
            if not figure.text.startswith("X"):
                message = (
                    f"{figure} is added to {effect.hook} without a sign{here}; write +{figure}, or -{figure} if it is "
                    "taken away"
                )
                yield found(effect.record, path, message)
        elif effect.does.factor and signed:
            message = f"'{effect.operation}' gives {effect.hook} {figure}, with a sign{here}; write {figure.text[1:]}"
            yield found(effect.record, path, message)
        elif effect.does.additive and signed:
            yield from _against_intent(database, effect, figure, here)

    for record in database.records:
        for name, value in mapping_at(record, "printed").items():
            figure = parse(record.figure(f"figures.{name}") or "")
            if figure is not None:
                yield from _misprinted(record, f"figures.{name}", figure, value)


def _misprinted(record: Record, path: str, figure: Figure, value: object) -> Iterator[Finding]:
    """Yield a finding where the document prints the figure with another sign, or none."""
    printed = parse(value) if isinstance(value, str) else None
    if printed is not None and printed != figure and printed.text.strip("+-") == figure.text.strip("+-"):
        yield found(
            record, path, f"the document prints {printed} for {figure}{where(record, path)}; settle which is meant"
        )


def _against_intent(database: Database, effect: Effect, figure: Figure, here: str) -> Iterator[Finding]:
    words = re.split(r"[.-]", f"{effect.path.rpartition('.')[2]}.{effect.fact}")
    meant = {"bonus", "penalty"} & {*words}
    if len(meant) != 1:
        return
    intent = meant.pop()
    harder = figure.text.startswith("-") != _less_is_better(database, effect)
    if harder == (intent == "bonus"):
        message = (
            f"the {intent} {figure} makes {effect.hook} {'harder' if harder else 'easier'}, for "
            f"{_comparison(database, effect)}{here}; turn the sign round, or settle what it is added to"
        )
        yield found(effect.record, effect.fact, message)


def _less_is_better(database: Database, effect: Effect) -> bool:
    changes = hook_property(database, effect.hook, "changes")
    return changes == "difficulty" or (changes == "result" and _passes(database, effect) == "at-most")


def _passes(database: Database, effect: Effect) -> str:
    roll = database.vocabulary.section("rolls").get(str(hook_property(database, effect.hook, "roll")))
    return str(roll.get("passes")) if isinstance(roll, dict) else ""


def _comparison(database: Database, effect: Effect) -> str:
    if hook_property(database, effect.hook, "changes") == "difficulty":
        return "dice pass at or above their difficulty"
    return "it passes at or below its number" if _passes(database, effect) == "at-most" else "more is better there"
