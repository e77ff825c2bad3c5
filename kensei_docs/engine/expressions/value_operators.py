"""Operators on numbers, decisions and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import ceil, floor
from typing import Any, Literal

from kensei_docs.engine.amounts import Amount, Step, format_number
from kensei_docs.engine.expressions.evaluation import Evaluation, format_value, number_of, values_in
from kensei_docs.engine.expressions.schema import Circumstances, Entries, Expression, Words
from kensei_docs.engine.game import in_range

Comparison = Literal["at-least", "at-most", "more", "less", "equal", "unequal", "within"]


def add(run: Evaluation, *terms: Expression) -> Amount:
    """The sum: ``add: [given.die, 'roll/row:figures.drift']``."""
    return _reckoned(run, "+", terms, lambda a, b: a + b)


def subtract(run: Evaluation, first: Expression, *others: Expression) -> Amount:
    """The first less the others: ``subtract: [given.orders, given.spent]``."""
    return _reckoned(run, "−", (first, *others), lambda a, b: a + b.times(Fraction(-1)))


def multiply(run: Evaluation, *factors: Expression) -> Amount:
    """The product: ``multiply: [given.points, 'roll/row:figures.drift']``."""
    return _reckoned(run, "×", factors, lambda a, b: a.times(b.count))


def _reckoned(run: Evaluation, sign: str, operands: Sequence[Any], join: Callable[[Amount, Amount], Amount]) -> Amount:
    """Return operands joined, with a step of the trace for whole computations of two or more plain numbers."""
    amounts = [run.amount(operand) for operand in operands]
    result = reduce(join, amounts)
    if len(amounts) > 1 and not any(amount.dice or amount.unit for amount in amounts):
        run.trace.steps.append(Step("reckon", f" {sign} ".join(map(str, amounts)), str(result)))
    return result


def divide(
    run: Evaluation,
    dividend: Expression,
    divisor: Expression,
    rounding: Literal["up", "down", "exact", "left"] | None = None,
    /,
) -> Amount:
    """The quotient, rounded as the edition rounds or as is said: ``divide: [given.wounds, given.each, down]``.

    ``exact`` doesn't round, and ``left`` is what the division leaves.
    """
    a, b = run.amount(dividend), run.amount(divisor)
    how = rounding or run.game.play.rounding
    if how == "left":
        return Amount(a.count % b.count)
    number = a.count / b.count
    rounded = floor(number) if how == "down" else ceil(number) if how == "up" else number
    return Amount(Fraction(rounded), unit=a.unit)


def rounded(run: Evaluation, of: Expression, rounding: Literal["up", "down"], /) -> Amount:
    """A value without its fraction: ``rounded: [{multiply: [given.wounds, 'charm/gull:figures.share']}, down]``."""
    value = run.amount(of)
    return Amount(Fraction(floor(value.count) if rounding == "down" else ceil(value.count)), unit=value.unit)


def reached(run: Evaluation, of: Expression, /) -> Amount:
    """A number as one that a die has to reach, ``4+``: ``reached: 'roll/row:figures.drift'``."""
    return replace(run.amount(of), target=True)


def smallest(run: Evaluation, of: Expression, /) -> Amount:
    """The smallest of several, or of a list: ``smallest: [given.wounds, given.miniatures]``."""
    return min(_amounts(run, of), key=lambda amount: amount.count)


def largest(run: Evaluation, of: Expression, /) -> Amount:
    """The largest of several, or of a list: ``largest: given.caused``."""
    return max(_amounts(run, of), key=lambda amount: amount.count)


def _amounts(run: Evaluation, of: Any) -> list[Amount]:
    return [
        run.amount(operand)
        for operand in (of if isinstance(of, list) else [f"'{v}'" for v in values_in(run.evaluate(of))])
    ]


def compare(run: Evaluation, a: Expression, how: Comparison, b: Expression, /) -> bool:
    """Whether two values compare so: ``compare: [given.die, at-least, 'roll/row:figures.sweep']``.

    Words can only be ``equal`` or not, and what nobody gives is no more and no less. ``within`` asks whether a number
    is in a range (``3-4``).
    """
    first_value, second_value = run.evaluate(a), run.evaluate(b)
    if how == "within":
        return in_range(format_value(second_value), int(run.amount(a).count))
    first, second = number_of(first_value), number_of(second_value)
    if first is None or second is None:
        return how in ("equal", "unequal") and (format_value(first_value) == format_value(second_value)) is (
            how == "equal"
        )
    holds, sign, contrary = {
        "at-least": (first >= second, "≥", "<"),
        "at-most": (first <= second, "≤", ">"),
        "more": (first > second, ">", "≤"),
        "less": (first < second, "<", "≥"),
        "equal": (first == second, "=", "≠"),
        "unequal": (first != second, "≠", "="),
    }[how]
    # A comparison with ``none`` only asks whether there is a value: it is no step of the computation.
    if b != "none":
        relation = f"{format_number(first)} {sign if holds else contrary} {format_number(second)}"
        run.trace.steps.append(Step("compare", relation, format_value(holds)))
    return holds


def stated(run: Evaluation, condition: Words, /) -> Any:
    """What the situation says of the first of some conditions that it gives, or nothing: ``stated: [distance]``."""
    return next((run.situation.given[name][0] for name in condition if run.situation.given.get(name)), None)


def holds(run: Evaluation, conditions: Circumstances, /) -> bool:
    """Whether conditions hold, as in the ``when`` of an effect: ``holds: {self.laden: true}``.

    What the situation doesn't give is assumed.
    """
    held = run.game.effects.conditions.check(conditions, run.situation, "self")
    run.trace.assumed.update(held.assumed)
    return held.holds


def choose(run: Evaluation, condition: Expression, then: Expression, otherwise: Expression, /) -> Any:
    """One of two by a condition: ``choose: [given.charging, 'roll/row:figures.drift', none]``."""
    return run.evaluate(then if run.evaluate(condition) else otherwise)


def every(run: Evaluation, of: Expression, /) -> bool:
    """Whether all are true: ``every: [given.ours.single, given.theirs.single]``."""
    return all(bool(value) for value in values_in(run.evaluate(of)))


def some(run: Evaluation, of: Expression, /) -> bool:
    """Whether at least one is true: ``some: [given.charging, given.mounted]``."""
    return any(bool(value) for value in values_in(run.evaluate(of)))


def ranked(run: Evaluation, *, of: Entries, highest: Literal["first", "last"] = "last") -> list[str]:
    """The names of a mapping by their numbers: ``ranked: {of: given.scores, highest: first}``."""
    entries = run.entries(of)
    return sorted(entries, key=lambda key: number_of(entries[key]) or Fraction(0), reverse=highest == "first")


def first(run: Evaluation, of: Expression, /) -> Any:
    """The first of a list: ``first: {ranked: {of: given.scores}}``."""
    values = values_in(run.evaluate(of))
    return values[0] if values else None


def count(run: Evaluation, of: Expression, *, where: tuple[Comparison, Expression] | None = None) -> Amount:
    """How many a list has: ``count: given.results``.

    With ``where``, how many of them are so: ``count: {of: given.dice, where: [at-least, given.score]}``.
    """
    values = values_in(run.evaluate(of))
    chosen = values if where is None else [value for value in values if compare(run, f"'{value}'", *where)]
    return Amount(Fraction(len(chosen)))


def each(run: Evaluation, *, of: Expression, do: Expression) -> list[Any]:
    """An expression for each of a list, as ``given.each``: ``each: {of: given.units, do: given.each.active}``."""
    results = []
    for member in values_in(run.evaluate(of)):
        inner = Evaluation(run.game, {**run.given, "each": member}, run.situation)
        results.append(inner.evaluate(do))
        run.trace.take_in(inner.trace)
    return results


def without(run: Evaluation, values: Expression, taken: Expression, /) -> list[Any]:
    """A list without some of it: ``without: [given.places, given.positions]``."""
    left_out = [format_value(member) for member in values_in(run.evaluate(taken))]
    return [member for member in values_in(run.evaluate(values)) if format_value(member) not in left_out]


def having(run: Evaluation, *, of: Expression | Literal["given"], key: str) -> list[str]:
    """The names of those of whom something is true: ``having: {of: given, key: charging}``."""
    everybody = run.given if of == "given" else run.evaluate(of)
    return [name for name, side in everybody.items() if isinstance(side, Mapping) and side.get(key) is True]


def numbers(run: Evaluation, highest: Expression, /) -> list[Amount]:
    """The numbers from one up to a value: ``numbers: given.players``."""
    return [Amount(Fraction(number + 1)) for number in range(int(run.amount(highest).count))]


def joined(run: Evaluation, mapping: Expression, more: Entries, /) -> dict[str, Any]:
    """A mapping with more entries: ``joined: [given.places, {left: given.rest}]``."""
    return {**run.evaluate(mapping), **run.entries(more)}
