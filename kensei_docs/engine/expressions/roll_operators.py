"""Operators that ask what a roll needs, and what its dice mean."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kensei_docs.engine.amounts import Amount
from kensei_docs.engine.expressions.evaluation import Evaluation, values_in
from kensei_docs.engine.expressions.schema import Expression, Hook, Path, RollName, Words
from kensei_docs.engine.trace import Step


def value(run: Evaluation, of: Hook, *, part: Path | None = None) -> Any:
    """What a hook comes to: ``value: row.pool``.

    With ``part``, what one record or one of its effects makes of it:
    ``value: {of: row.pool, part: charm/gull}``.
    """
    return run.trace.take_in(run.game.value(of, run.now, part))


def dice(run: Evaluation, roll: RollName, /) -> Amount:
    """How many dice a roll has, also where modifiers took them all away: ``dice: row``.

    Without a quantity that the roll counts dice by, there is no answer.
    """
    found = run.roll(roll)
    run.trace.take_in(found.pool)
    found.pool.require()
    least = run.game.play.rolls[roll].least
    if found.is_empty and least:
        record, path, value = run.game.fact(least)
        run.trace.steps.append(Step("set", str(value), str(value), record, path))
    return Amount(Fraction(found.dice))


def needed(run: Evaluation, roll: RollName, /) -> Amount:
    """What a die of a roll must show: ``needed: row``."""
    found = run.roll(roll)
    run.trace.take_in(found.difficulty)
    run.trace.take_in(found.result)
    return Amount(Fraction(found.needed), target=True)


def easing(run: Evaluation, roll: RollName, /) -> Amount:
    """How much easier all modifiers make a roll: ``easing: row``."""
    found = run.roll(roll)
    run.trace.take_in(found.difficulty)
    run.trace.take_in(found.result)
    return Amount(run.amount(run.game.play.rolls[roll].base).count - found.needed)


def passed(run: Evaluation, *, roll: RollName, die: Expression, against: Expression | None = None) -> Any:
    """Whether a die passes, or each of a list: ``passed: {roll: nerve, die: given.die, against: given.nerve}``."""
    found = run.roll(roll)
    limit = None if against is None else int(run.amount(against).count)
    if limit is None:
        run.evaluate({"needed": roll})
    value = run.evaluate(die)
    results = [found.passed(int(str(one)), limit) for one in (value if isinstance(value, list) else [value])]
    return results if isinstance(value, list) else results[0]


def outcome(
    run: Evaluation,
    *,
    roll: RollName,
    die: Expression | None = None,
    result: Expression | None = None,
    take: Path | None = None,
) -> Any:
    """The name of the outcome of a die or result: ``outcome: {roll: row, die: given.die}``.

    With ``take``, a fact of that outcome: ``outcome: {roll: row, result: given.total, take: does}``.
    """
    found = run.roll(roll)
    total = None if result is None else int(run.amount(result).count)
    name = found.outcome(0 if die is None else int(run.amount(die).count), total)
    run.trace.doubt(found.record)
    if take:
        return run.fact(f"{found.record.id}:outcomes.{name}.{take}")
    run.trace.steps.append(Step("result", f"outcomes.{name}", name, found.record, f"outcomes.{name}"))
    return name


def which(run: Evaluation, *, roll: RollName, dice: Expression, does: Words) -> list[str]:
    """The dice whose outcome does something: ``which: {roll: row, dice: given.results, does: [leap]}``."""
    found = run.roll(roll)
    run.evaluate({"needed": roll})
    chosen = []
    for die in map(str, values_in(run.evaluate(dice))):
        name = found.outcome(int(die))
        done = found.record.get(f"outcomes.{name}.does")
        if done in does:
            run.trace.steps.append(Step("result", die, str(done), found.record, f"outcomes.{name}"))
            chosen.append(die)
    return chosen


def faces(run: Evaluation, roll: RollName, /) -> list[Amount]:
    """The faces of a die that pass: ``faces: row``."""
    found = run.roll(roll)
    run.evaluate({"needed": roll})
    return [Amount(Fraction(face)) for face in range(1, found.faces + 1) if found.passed(face)]


def successes(run: Evaluation, *, roll: RollName, dice: Expression, modifier: Expression) -> Amount:
    """How many dice pass, a modifier added to each first.

    ``successes: {roll: row, dice: given.dice, modifier: given.modifier}``
    """
    found = run.roll(roll)
    run.evaluate({"needed": roll})
    change = int(run.amount(modifier).count)
    faces_up = [int(str(die)) for die in values_in(run.evaluate(dice))]
    return Amount(Fraction(sum(found.passed(die, found.needed - change) for die in faces_up)))


def thrown(run: Evaluation, *, of: Expression, dice: Expression) -> Amount:
    """A value with what its dice show in place of them: ``thrown: {of: {value: drift}, dice: given.die}``."""
    whole = run.amount(of)
    if not whole.dice:
        raise run.game.fault(f"'{of}' comes to {whole}, without dice to throw")
    return replace(whole, number=whole.number + run.amount(dice).count, dice={})


def theirs(run: Evaluation, expression: Expression, /) -> Any:
    """An expression as the other side would evaluate it: ``theirs: {value: drift}``."""
    other = run.other or run.now.turned_round(run.game.terms)
    inner = Evaluation(run.game, run.given, other, run.now)
    result = inner.evaluate(expression)
    inner.trace.missing = [run.game.terms.seen_from(name, "opponent") for name in inner.trace.missing]
    run.trace.take_in(inner.trace)
    return result


def rerolls(run: Evaluation, hook: Hook, /) -> list[str]:
    """The records that let dice be rolled again: ``rerolls: row.roll``."""
    trace = run.game.value(hook, run.now)
    run.trace.take_in(trace)
    return [step.record.slug for step in trace.steps if step.act == "reroll" and step.record]
