"""Distributions: the exact chance of each outcome, as whole-number weights whose sum stands for certainty.

Whole numbers stay exact and are added and multiplied faster than fractions; ``chances`` gives the fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any, Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Distribution(Generic[T]):
    """The weight of each outcome; outcomes without weight are left out."""

    weights: dict[T, int]

    @cached_property
    def total(self) -> int:
        return sum(self.weights.values())

    @property
    def likeliest(self) -> T:
        """The outcome with the greatest weight; of several, the first."""
        return max(self.weights, key=lambda outcome: self.weights[outcome])

    def chances(self) -> dict[T, Fraction]:
        """Return the chance of each outcome."""
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights.items()}

    def map(self, image: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of ``image(outcome)``."""
        weights: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            seen = image(outcome)
            weights[seen] = weights.get(seen, 0) + weight
        return Distribution(weights)


def certain(outcome: T) -> Distribution[T]:
    """Return the distribution in which there is one outcome."""
    return Distribution({outcome: 1})


def mixture(parts: Iterable[tuple[int, Distribution[T]]]) -> Distribution[T]:
    """Return the distribution of an outcome drawn from one of several distributions, chosen by its weight."""
    taken = list(parts)
    whole = lcm(*(part.total for _, part in taken))
    weights: dict[T, int] = {}
    for weight, part in taken:
        share = weight * (whole // part.total)
        for outcome, inner_weight in part.weights.items():
            weights[outcome] = weights.get(outcome, 0) + share * inner_weight
    return Distribution(weights)


def total_of(faces: int, dice: int) -> Distribution[int]:
    """Return the distribution of the sum of dice."""
    weights = {0: 1}
    for _ in range(dice):
        sums: dict[int, int] = {}
        for before, weight in weights.items():
            for face in range(1, faces + 1):
                sums[before + face] = sums.get(before + face, 0) + weight
        weights = sums
    return Distribution(weights)


def highest_of(faces: int, dice: int) -> Distribution[int]:
    """Return the distribution of the highest of one or more dice."""
    return Distribution({face: face**dice - (face - 1) ** dice for face in range(1, faces + 1)})


def counts_of(kinds: list[int], numbers: dict[int, int], most_of_first: int = 0) -> Distribution[tuple[int, ...]]:
    """Return the distribution of tuples (n0, n1, ...): the number of dice of a pool with each kind of result.

    ``kinds`` has the weight of each kind for one die, ``numbers`` the weight of each number of dice in the pool. n0, of
    the first kind, is capped at ``most_of_first``: it follows from the size of the pool and the other numbers, and
    without it, pools of all sizes are added up before the other kinds are counted.
    """
    weight_of_first, *others = kinds
    whole, most = sum(kinds), max(numbers)
    # pools[used][n0] is the weight of the pools with ``used`` dice of the other kinds.
    pools: list[dict[int, int]] = [{} for _ in range(most + 1)]
    for dice, weight in numbers.items():
        for used in range(dice + 1):
            first = min(dice - used, most_of_first)
            share = weight * whole ** (most - dice) * comb(dice, used) * weight_of_first ** (dice - used)
            pools[used][first] = pools[used].get(first, 0) + share
    counted: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 1}
    for kind in others:
        powers = [kind**more for more in range(most + 1)] if kind else [1]
        counted = {
            (used + more, (*counts, more)): weight * comb(used + more, more) * powers[more]
            for (used, counts), weight in counted.items()
            for more in range(min(most - used + 1, len(powers)))
        }
    return Distribution(
        {
            (first, *counts): weight * share
            for (used, counts), weight in counted.items()
            for first, share in pools[used].items()
            if share
        }
    )


def added(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the sums of two tuples, part by part."""
    return tuple(first + second for first, second in zip(a, b, strict=True))
