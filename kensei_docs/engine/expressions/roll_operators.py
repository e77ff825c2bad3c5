"""Functions of hooks and rolls: what a roll needs, and what its dice mean."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from kensei_docs.engine.amounts import Amount, Step
from kensei_docs.engine.expressions.evaluation import Evaluation, values_in
from kensei_docs.engine.expressions.schema import Hook, PartName, Path, RollName, Words
from kensei_docs.engine.expressions.syntax import Call, Expression, Name


def value(run: Evaluation, hook: Hook, /, *, part: PartName | None = None) -> Any:
    """What a hook comes to, ``value(row.pool)``, which its name alone says too: ``row.pool``.

    With ``part``, what one record or one of its effects makes of it: ``value(row.pool, part=charm/gull)``.
    """
    return run.trace.take_in(run.game.value(hook, run.situation, part))


def dice(run: Evaluation, roll: RollName, /) -> Amount:
    """How many dice a roll has, also where modifiers took them all away: ``dice(row)``.

    Without a quantity that the roll counts dice by, there is no answer.
    """
    rolled = run.roll(roll)
    run.trace.take_in(rolled.pool)
    rolled.pool.require()
    least = run.game.play.rolls[roll].least
    if rolled.is_empty and least:
        record, path, value = run.game.fact(least)
        run.trace.steps.append(Step("set", str(value), str(value), record, path))
    return Amount(Fraction(rolled.dice))


def needed(run: Evaluation, roll: RollName, /) -> Amount:
    """What a die of a roll must show: ``needed(row)``."""
    rolled = run.roll(roll)
    run.trace.take_in(rolled.difficulty)
    run.trace.take_in(rolled.result)
    return Amount(Fraction(rolled.needed), target=True)


def easing(run: Evaluation, roll: RollName, /) -> Amount:
    """How much easier all modifiers make a roll: ``easing(row)``."""
    rolled = run.roll(roll)
    run.trace.take_in(rolled.difficulty)
    run.trace.take_in(rolled.result)
    return Amount(run.amount(run.game.play.rolls[roll].base).count - rolled.needed)


def passed(run: Evaluation, roll: RollName, /, *, die: Expression, against: Expression | None = None) -> Any:
    """Whether a die passes, or each of a list: ``passed(nerve, die=given.die, against=given.nerve)``."""
    rolled = run.roll(roll)
    limit = None if against is None else int(run.amount(against).count)
    if limit is None:
        run.evaluate(Call("needed", (Name(roll),)))
    value = run.evaluate(die)
    results = [rolled.passed(int(str(face)), limit) for face in (value if isinstance(value, list) else [value])]
    return results if isinstance(value, list) else results[0]


def outcome(
    run: Evaluation,
    roll: RollName,
    /,
    *,
    die: Expression | None = None,
    result: Expression | None = None,
    take: Path | None = None,
) -> Any:
    """The name of the outcome of a die or result: ``outcome(row, die=given.die)``.

    With ``take``, a fact of that outcome: ``outcome(row, result=given.total, take=does)``.
    """
    rolled = run.roll(roll)
    total = None if result is None else int(run.amount(result).count)
    name = rolled.outcome(0 if die is None else int(run.amount(die).count), total)
    run.trace.doubt(rolled.record)
    if take:
        return run.fact(rolled.outcome_fact(name, take))
    run.trace.steps.append(Step("result", f"outcomes.{name}", name, rolled.record, f"outcomes.{name}"))
    return name


def which(run: Evaluation, roll: RollName, /, *, dice: Expression, does: Words) -> list[str]:
    """The dice whose outcome does something: ``which(row, dice=given.results, does=[leap])``."""
    rolled = run.roll(roll)
    run.evaluate(Call("needed", (Name(roll),)))
    chosen = []
    for die in map(str, values_in(run.evaluate(dice))):
        name = rolled.outcome(int(die))
        done = rolled.record.get(f"outcomes.{name}.does")
        if done in does:
            run.trace.steps.append(Step("result", die, str(done), rolled.record, f"outcomes.{name}"))
            chosen.append(die)
    return chosen


def faces(run: Evaluation, roll: RollName, /) -> list[Amount]:
    """The faces of a die that pass: ``faces(row)``."""
    rolled = run.roll(roll)
    run.evaluate(Call("needed", (Name(roll),)))
    return [Amount(Fraction(face)) for face in range(1, rolled.faces + 1) if rolled.passed(face)]


def successes(run: Evaluation, roll: RollName, /, *, dice: Expression, modifier: Expression) -> Amount:
    """How many dice pass, a modifier added to each first.

    ``successes(row, dice=given.dice, modifier=given.modifier)``
    """
    rolled = run.roll(roll)
    run.evaluate(Call("needed", (Name(roll),)))
    change = int(run.amount(modifier).count)
    faces_up = [int(str(die)) for die in values_in(run.evaluate(dice))]
    return Amount(Fraction(sum(rolled.passed(die, rolled.needed - change) for die in faces_up)))


def thrown(run: Evaluation, of: Expression, /, *, dice: Expression) -> Amount:
    """A value with what its dice show in place of them: ``thrown(drift, dice=given.die)``."""
    whole = run.amount(of)
    if not whole.dice:
        raise run.game.unusable(f"'{of.text}' comes to {whole}, without dice to throw")
    return replace(whole, number=whole.number + run.amount(dice).count, dice={})


def theirs(run: Evaluation, expression: Expression, /) -> Any:
    """An expression as the other side would evaluate it: ``theirs(drift)``."""
    other = run.other or run.situation.turned_round(run.game.terms)
    inner = Evaluation(run.game, run.given, other, run.situation)
    result = inner.evaluate(expression)
    inner.trace.missing = [run.game.terms.seen_from(name, "opponent") for name in inner.trace.missing]
    run.trace.take_in(inner.trace)
    return result


def rerolled_by(run: Evaluation, hook: Hook, /) -> list[str]:
    """The records that let dice be rolled again: ``rerolled-by(row.roll)``."""
    trace = run.game.value(hook, run.situation)
    run.trace.take_in(trace)
    return [step.record.slug for step in trace.steps if step.act == "reroll" and step.record]
