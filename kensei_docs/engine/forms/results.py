"""Forms that ask for what a roll needs, and for what its dice mean."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kensei_docs.engine.amounts import Amount
from kensei_docs.engine.forms import Reckoning, form, listed
from kensei_docs.engine.rolls import reading
from kensei_docs.engine.trace import Step


@form
def value(here: Reckoning, part: Any) -> Any:
    """What a hook comes to: ``value: combat.pool``, or with ``part`` what one of its
    effects or records makes of it: ``value: {of: combat.pool, part: 'roll/combat:…'}``."""
    hook, only = (part["of"], part.get("part")) if isinstance(part, dict) else (part, None)
    return here.trace.take_in(here.game.value(hook, here.now, only))


@form
def dice(here: Reckoning, part: Any) -> Amount:
    """How many dice a roll has, an emptied pool counted: ``dice: combat``."""
    roll = here.roll(part)
    here.trace.take_in(roll.pool)
    return Amount(Fraction(roll.dice))


@form
def needed(here: Reckoning, part: Any) -> Amount:
    """What a die of a roll must show: ``needed: damage``."""
    roll = here.roll(part)
    here.trace.take_in(roll.difficulty)
    here.trace.take_in(roll.result)
    return Amount(Fraction(roll.needed), target=True)


@form
def easing(here: Reckoning, part: Any) -> Amount:
    """How much easier a roll becomes by all its modifiers: ``easing: damage``."""
    roll = here.roll(part)
    here.trace.take_in(roll.difficulty)
    here.trace.take_in(roll.result)
    base = here.amount(here.game.play.rolls[part].base)
    return Amount(base.count - roll.needed)


@form
def passed(here: Reckoning, part: Any) -> Any:
    """Whether a die passes: ``passed: {roll: honour, die: given.die, against: given.honour}``."""
    roll = here.roll(part["roll"])
    against = int(here.amount(part["against"]).count) if "against" in part else None
    if against is None:
        here.of({"needed": part["roll"]})
    said = here.of(part["die"])
    dice_shown = said if isinstance(said, list) else [said]
    results = [roll.passed(int(str(die)), against) for die in dice_shown]
    return results if isinstance(said, list) else results[0]


@form
def outcome(here: Reckoning, part: Any) -> Any:
    """What a result means: ``outcome: {roll: order, die: …, result: …, take: orders}``."""
    roll = here.roll(part["roll"])
    total = int(here.amount(part["result"]).count) if "result" in part else None
    die = int(here.amount(part["die"]).count) if "die" in part else 0
    name = roll.outcome(die, total)
    at = f"outcomes.{name}.{part['take']}" if part.get("take") else f"outcomes.{name}"
    here.trace.doubt(roll.record)
    if not part.get("take"):
        here.trace.steps.append(Step("result", at, name, roll.record, at))
        return name
    return reading(here.game, f"{roll.record.id}:{at}", here.trace)


@form
def which(here: Reckoning, part: Any) -> list[str]:
    """The dice whose outcome ``does`` something:
    ``which: {roll: damage, dice: given.results, does: [wound]}``."""
    roll = here.roll(part["roll"])
    here.of({"needed": part["roll"]})
    found = []
    for die in listed(here.of(part["dice"])):
        name = roll.outcome(int(str(die)))
        does = roll.record.get(f"outcomes.{name}.does")
        if does in part["does"]:
            here.trace.steps.append(Step("result", str(die), str(does), roll.record, f"outcomes.{name}"))
            found.append(str(die))
    return found


@form
def faces(here: Reckoning, part: Any) -> list[Amount]:
    """The faces of a die that pass: ``faces: combat``."""
    roll = here.roll(part)
    here.of({"needed": part})
    return [Amount(Fraction(face)) for face in range(1, roll.faces + 1) if roll.passed(face)]


@form
def successes(here: Reckoning, part: Any) -> Amount:
    """How many dice pass, each changed by a modifier first:
    ``successes: {roll: combat, dice: given.dice, modifier: given.modifier}``."""
    roll = here.roll(part["roll"])
    here.of({"needed": part["roll"]})
    change = int(here.amount(part["modifier"]).count)
    dice_shown = [int(str(die)) for die in listed(here.of(part["dice"]))]
    return Amount(Fraction(sum(roll.passed(die, roll.needed - change) for die in dice_shown)))


@form
def thrown(here: Reckoning, part: Any) -> Amount:
    """A value with its dice thrown: ``thrown: {of: …, dice: given.die}`` (their total)."""
    whole = here.amount(part["of"])
    if not whole.dice:
        raise here.game.fault(f"'{part['of']}' comes to {whole}, without dice to throw")
    return replace(whole, number=whole.number + here.amount(part["dice"]).count, dice={})


@form
def theirs(here: Reckoning, part: Any) -> Any:
    """A computation as the opponent would make it: ``theirs: {value: defence}``."""
    other = here.other or here.now.turned_round(here.game.words)
    inner = Reckoning(here.game, here.given, other)
    inner.other = here.now
    result = inner.of(part)
    here.trace.take_in(inner.trace)
    return result


@form
def rerolls(here: Reckoning, part: Any) -> list[str]:
    """The records that let dice be rolled again: ``rerolls: combat.roll``."""
    trace = here.game.value(part, here.now)
    here.trace.take_in(trace)
    return [step.record.slug for step in trace.steps if step.act == "reroll" and step.record]
