"""Signs, and functions on numbers and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import ceil, floor
from typing import Any, Literal

from kensei_docs.engine.amounts import Amount, Step, amount_of, format_number
from kensei_docs.engine.expressions.evaluation import Evaluation, format_value, number_of, values_in
from kensei_docs.engine.expressions.schema import ConditionName, Key, sign
from kensei_docs.engine.expressions.syntax import LIST, Expression, Name, Node
from kensei_docs.engine.game import in_range


@sign("+")
def add(run: Evaluation, *terms: Expression) -> Amount:
    """The sum: ``given.die + order.roll``."""
    return _reckoned(run, "+", terms, lambda a, b: a + b)


@sign("-")
def subtract(run: Evaluation, *terms: Expression) -> Amount:
    """The first less the others, with a space on both sides of the sign: ``given.orders - given.spent``."""
    return _reckoned(run, "−", terms, lambda a, b: a + b.times(Fraction(-1)))


@sign("*")
def multiply(run: Evaluation, *factors: Expression) -> Amount:
    """The product: ``given.points * roll/row:figures.drift``."""
    return _reckoned(run, "×", factors, lambda a, b: a.times(b.count))


def _reckoned(run: Evaluation, sign: str, operands: Sequence[Any], join: Callable[[Amount, Amount], Amount]) -> Amount:
    """Return operands joined, with a step of the trace if all are plain numbers."""
    amounts = [run.amount(operand) for operand in operands]
    result = reduce(join, amounts)
    if not any(amount.dice or amount.unit for amount in amounts):
        run.trace.steps.append(Step("reckon", f" {sign} ".join(map(str, amounts)), str(result)))
    return result


@sign("/")
def divide(run: Evaluation, dividend: Expression, divisor: Expression, /) -> Amount:
    """The quotient, not rounded, with a space on both sides of the sign: ``given.lost / given.points``."""
    amount = run.amount(dividend)
    return Amount(amount.count / run.amount(divisor).count, unit=amount.unit)


@sign("mod")
def remainder(run: Evaluation, dividend: Expression, divisor: Expression, /) -> Amount:
    """What a division in whole numbers leaves: ``given.markers mod roll/row:figures.drift``."""
    return Amount(run.amount(dividend).count % run.amount(divisor).count)


@sign(">=")
def at_least(run: Evaluation, a: Expression, b: Expression, /) -> bool:
    """Whether a number is the same or more: ``given.die >= roll/row:figures.sweep``."""
    return _compared(run, a, ">=", b)


@sign("<=")
def at_most(run: Evaluation, a: Expression, b: Expression, /) -> bool:
    """Whether a number is the same or less: ``distance <= roll/row:figures.drift``."""
    return _compared(run, a, "<=", b)


@sign(">")
def more(run: Evaluation, a: Expression, b: Expression, /) -> bool:
    """Whether a number is more: ``given.left > none``."""
    return _compared(run, a, ">", b)


@sign("<")
def less(run: Evaluation, a: Expression, b: Expression, /) -> bool:
    """Whether a number is less: ``given.left < given.all``."""
    return _compared(run, a, "<", b)


@sign("is")
def equal(run: Evaluation, a: Expression, b: Expression, /) -> bool:
    """Whether two numbers or words are the same: ``given.marker is 'used'``. A condition is held against words without
    quotes: ``self.boat is junk``."""
    return _compared(run, a, "is", b)


@sign("is not")
def unequal(run: Evaluation, a: Expression, b: Expression, /) -> bool:
    """Whether they are not the same: ``given.winner is not 'nobody'``, ``self.boat is not junk``."""
    return _compared(run, a, "is not", b)


def _compared(run: Evaluation, a: Node, how: str, b: Node) -> bool:
    """Compare two values. Words can only be equal or not, and what nobody gives is no more and no less."""
    first_value, second_value = run.evaluate(a), run.evaluate(b)
    first, second = number_of(first_value), number_of(second_value)
    if first is None or second is None:
        return how in ("is", "is not") and (format_value(first_value) == format_value(second_value)) is (how == "is")
    holds, sign, contrary = {
        ">=": (first >= second, "≥", "<"),
        "<=": (first <= second, "≤", ">"),
        ">": (first > second, ">", "≤"),
        "<": (first < second, "<", "≥"),
        "is": (first == second, "=", "≠"),
        "is not": (first != second, "≠", "="),
    }[how]
    # A comparison with ``none`` only asks whether there is a value: it is no step of the computation.
    if b != Name("none"):
        relation = f"{format_number(first)} {sign if holds else contrary} {format_number(second)}"
        run.trace.steps.append(Step("compare", relation, format_value(holds)))
    return holds


@sign("in")
def among(run: Evaluation, a: Expression, group: Expression, /) -> bool:
    """Whether a value is in a list, or a number in a range (``3-4``): ``given.die in roll/row:figures.low``,
    ``self.boat in [junk, raft]``."""
    value, members = run.evaluate(a), run.evaluate(group)
    if isinstance(members, list):
        return format_value(value) in map(format_value, members)
    return in_range(format_value(members), int(run.amount(a).count))


@sign("not in")
def outside(run: Evaluation, a: Expression, group: Expression, /) -> bool:
    """The contrary of ``in``: ``self.boat not in [junk, raft]``."""
    return not among(run, a, group)


@sign("and")
def both(run: Evaluation, *tests: Expression) -> bool:
    """Whether all are true: ``given.ours.single and given.theirs.single``."""
    return all(_all_computed(run, tests))


@sign("or")
def either(run: Evaluation, *tests: Expression) -> bool:
    """Whether at least one is true: ``self.racing or given.late``."""
    return any(_all_computed(run, tests))


def _all_computed(run: Evaluation, tests: Sequence[Node]) -> list[bool]:
    """Return whether each test is true; also those are computed that decide nothing, for the trace names all."""
    return [bool(run.evaluate(test)) for test in tests]


@sign("not")
def negation(run: Evaluation, test: Expression, /) -> bool:
    """Whether something isn't true: ``not given.late``."""
    return not run.evaluate(test)


@sign("if")
def choose(run: Evaluation, condition: Expression, then: Expression, otherwise: Expression, /) -> Any:
    """One of two values; the other isn't computed: ``if self.racing then roll/row:figures.drift else none``."""
    return run.evaluate(then if run.evaluate(condition) else otherwise)


@sign("otherwise")
def otherwise(run: Evaluation, value: Expression, other: Expression, /) -> Any:
    """A value, or another one where nobody gives it, it is unknown, or a table doesn't have it:
    ``given.late otherwise false``."""
    return run.otherwise(value, other)


@sign("where")
def where(run: Evaluation, members: Expression, test: Expression, /) -> Any:
    """The members of a list of which something is true; each of them is ``it``.

    ``given.dice where it >= roll/row:figures.sweep``
    """
    values = run.evaluate(members)
    if isinstance(values, Mapping):
        return {name: value for name, value in values.items() if run.of_member(value, test)}
    return [value for value in values_in(values) if run.of_member(value, test)]


@sign(LIST)
def listing(run: Evaluation, *members: Expression) -> list[Any]:
    """A list: ``[given.stake, given.answer]``. At the beginning of an expression, put the whole in quotes for YAML."""
    return [run.evaluate(member) for member in members]


def floor_(run: Evaluation, of: Expression, /) -> Amount:
    """A number rounded down: ``floor(given.wounds / given.each)``."""
    return _rounded(run, of, floor)


def ceiling(run: Evaluation, of: Expression, /) -> Amount:
    """A number rounded up: ``ceiling(given.wounds / given.each)``."""
    return _rounded(run, of, ceil)


def round_(run: Evaluation, of: Expression, /) -> Amount:
    """A number rounded as the edition rounds (``play.rounding``): ``round(given.wounds / given.each)``."""
    rounding = run.game.play.rounding
    return _rounded(run, of, floor if rounding == "down" else ceil if rounding == "up" else Fraction)


def _rounded(run: Evaluation, of: Node, rounding: Callable[[Fraction], Fraction | int]) -> Amount:
    value = run.amount(of)
    return Amount(Fraction(rounding(value.count)), unit=value.unit)


def min_(run: Evaluation, of: Expression, /, *others: Expression) -> Amount:
    """The smallest of several numbers, or of a list: ``min(given.wounds, given.miniatures)``."""
    return min(_amounts(run, of, *others), key=lambda amount: amount.count)


def max_(run: Evaluation, of: Expression, /, *others: Expression) -> Amount:
    """The largest of several numbers, or of a list: ``max(given.caused)``."""
    return max(_amounts(run, of, *others), key=lambda amount: amount.count)


def _amounts(run: Evaluation, *operands: Node) -> list[Amount]:
    if len(operands) > 1:
        return [run.amount(operand) for operand in operands]
    return [run.amount_of(value, operands[0]) for value in values_in(run.evaluate(operands[0]))]


def sum_(run: Evaluation, of: Expression, /, *others: Expression) -> Amount:
    """The sum of a list, or of a fact of all rows: ``sum(deck/deck:cards.*.copies)``."""
    values = [value for operand in (of, *others) for value in values_in(run.evaluate(operand))]
    return reduce(lambda a, b: a + b, filter(None, (amount_of(str(value)) for value in values)), Amount())


def sumproduct(run: Evaluation, first: Expression, second: Expression, /, *others: Expression) -> Amount:
    """The sum of lists that are multiplied row by row.

    ``sumproduct(deck/deck:cards.*.value, deck/deck:cards.*.copies)``
    """
    columns = [
        [run.amount_of(value, one) for value in values_in(run.evaluate(one))] for one in (first, second, *others)
    ]
    rows = zip(*columns, strict=True)
    return reduce(lambda a, b: a + b, (reduce(lambda a, b: a.times(b.count), row) for row in rows), Amount())


def count(run: Evaluation, of: Expression, /) -> Amount:
    """How many a list has: ``count(given.dice)``, ``count(given.dice where it >= given.score)``."""
    return Amount(Fraction(len(values_in(run.evaluate(of)))))


def any_(run: Evaluation, of: Expression, /) -> bool:
    """Whether one of a list is true: ``any(given.checks)``, ``any(given.units where it.active?)``."""
    return any(bool(value) for value in values_in(run.evaluate(of)))


def all_(run: Evaluation, of: Expression, /) -> bool:
    """Whether all of a list are true: ``all(given.checks)``."""
    return all(bool(value) for value in values_in(run.evaluate(of)))


def each(run: Evaluation, members: Expression, value: Expression, /) -> list[Any]:
    """A value for each of a list, which is ``it``: ``each(given.points, it * roll/row:figures.drift)``."""
    results = []
    for member in values_in(run.evaluate(members)):
        inner = Evaluation(run.game, {**run.given, "it": member}, run.situation, run.other)
        results.append(inner.evaluate(value))
        run.trace.take_in(inner.trace)
    return results


def first(run: Evaluation, of: Expression, /) -> Any:
    """The first of a list: ``first(given.dice)``."""
    return next(iter(values_in(run.evaluate(of))), None)


def without(run: Evaluation, members: Expression, taken: Expression, /) -> list[Any]:
    """A list without some of it: ``without(given.places, given.positions)``."""
    left_out = [format_value(member) for member in values_in(run.evaluate(taken))]
    return [member for member in values_in(run.evaluate(members)) if format_value(member) not in left_out]


def sequence(run: Evaluation, highest: Expression, /) -> list[Amount]:
    """The numbers from one up to a value: ``sequence(given.players)``."""
    return [Amount(Fraction(number + 1)) for number in range(int(run.amount(highest).count))]


def ranked(run: Evaluation, of: Expression, /, *, highest: Literal["first", "last"] = "last") -> list[str]:
    """The names of a mapping by their numbers: ``ranked(given.scores, highest=first)``."""
    entries = run.evaluate(of)
    return sorted(entries, key=lambda key: number_of(entries[key]) or Fraction(0), reverse=highest == "first")


def names(run: Evaluation, of: Expression, /, *, having: Key) -> list[str]:
    """The names in a mapping of those of whom something is true: ``names(given, having=charging)``."""
    return [name for name, one in run.evaluate(of).items() if isinstance(one, Mapping) and one.get(having) is True]


def mapping(run: Evaluation, *more: Expression, **entries: Expression) -> dict[str, Any]:
    """A mapping of values by name, of other mappings and of entries: ``mapping(given.places, last=given.rest)``."""
    joined = {name: value for one in more for name, value in run.evaluate(one).items()}
    return {**joined, **{name: run.evaluate(value) for name, value in entries.items()}}


def reached(run: Evaluation, of: Expression, /) -> Amount:
    """A number as one that a die has to reach, ``4+``: ``reached(roll/row:figures.many)``."""
    return replace(run.amount(of), target=True)


def stated(run: Evaluation, condition: ConditionName, /, *others: ConditionName) -> Any:
    """What the situation says of the first of some conditions that it gives, or nothing: ``stated(distance)``.

    The name of a condition alone says the same, but where a computation has that name, and of true and false:
    what nobody says of those is assumed.
    """
    return next((value for name in (condition, *others) if (value := run.stated(name)) is not None), None)
