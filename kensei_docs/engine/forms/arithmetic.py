"""Forms that reckon with numbers, and that decide."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import ceil, floor
from typing import Any

from kensei_docs.engine.amounts import Amount
from kensei_docs.engine.forms import Reckoning, counted, form, listed, said
from kensei_docs.problems import closest


@form
def add(here: Reckoning, part: Any) -> Amount:
    """The sum of several computations."""
    return reduce(lambda a, b: a + b, (here.amount(one) for one in part))


@form
def subtract(here: Reckoning, part: Any) -> Amount:
    """The first of several computations less the others."""
    first, *others = (here.amount(one) for one in part)
    return reduce(lambda a, b: a + b.times(Fraction(-1)), others, first)


@form
def multiply(here: Reckoning, part: Any) -> Amount:
    """The product of several computations."""
    return reduce(lambda a, b: a.times(b.count), (here.amount(one) for one in part))


@form
def divide(here: Reckoning, part: Any) -> Amount:
    """One computation divided by another: ``{divide: [a, b]}`` rounded as the edition does, or
    ``{divide: [a, b, up]}`` (``down``, ``exact``); ``left`` is what the division leaves."""
    a, b = here.amount(part[0]), here.amount(part[1])
    how = part[2] if len(part) > 2 else here.game.play.rounding
    if how == "left":
        return Amount(a.count % b.count)
    number = a.count / b.count
    rounded = floor(number) if how == "down" else ceil(number) if how == "up" else number
    return Amount(Fraction(rounded), unit=a.unit)


@form
def smallest(here: Reckoning, part: Any) -> Amount:
    """The smallest of several computations."""
    return min((here.amount(one) for one in _amounts(here, part)), key=lambda one: one.count)


@form
def largest(here: Reckoning, part: Any) -> Amount:
    """The largest of several computations."""
    return max((here.amount(one) for one in _amounts(here, part)), key=lambda one: one.count)


def _amounts(here: Reckoning, part: Any) -> list[Any]:
    if isinstance(part, list):
        return part
    return [f"'{one}'" for one in listed(here.of(part))]


@form
def compare(here: Reckoning, part: Any) -> bool:
    """Whether two computations stand so to each other: ``compare: [a, at-least, b]``."""
    a, how, b = here.of(part[0]), part[1], here.of(part[2])
    first, second = counted(a), counted(b)
    if first is None or second is None:
        return (said(a) == said(b)) is (how == "equal")
    tests = {
        "at-least": first >= second,
        "at-most": first <= second,
        "more": first > second,
        "less": first < second,
        "equal": first == second,
        "unequal": first != second,
    }
    if how not in tests:
        raise here.game.fault(f"'{how}' compares nothing{closest(str(how), tests)}")
    return tests[how]


@form
def choose(here: Reckoning, part: Any) -> Any:
    """``choose: [condition, then, otherwise]``."""
    return here.of(part[1] if here.of(part[0]) else part[2])


@form
def every(here: Reckoning, part: Any) -> bool:
    """Whether all of several computations are true."""
    return all(bool(one) for one in listed(here.of(part)))


@form
def some(here: Reckoning, part: Any) -> bool:
    """Whether one of several computations is true at least."""
    return any(bool(one) for one in listed(here.of(part)))
