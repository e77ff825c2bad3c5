"""Distributions: how likely each outcome is, held against every way in which dice can fall."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from kensei_docs.engine.odds import Distribution, counts_of, highest_of, mixture, total_of


def every_way(faces: int, dice: int, value: Callable[[tuple[int, ...]], Any]) -> dict[Any, Fraction]:
    found = Counter(value(fallen) for fallen in product(range(1, faces + 1), repeat=dice))
    return {outcome: Fraction(ways, faces**dice) for outcome, ways in found.items()}


@pytest.mark.parametrize(("faces", "dice"), [(6, 1), (6, 2), (3, 3), (4, 2), (2, 4)])
def test_totals_and_highest_of_any_dice(faces: int, dice: int) -> None:
    assert total_of(faces, dice).chances() == every_way(faces, dice, sum)
    assert highest_of(faces, dice).chances() == every_way(faces, dice, max)


def test_the_total_of_no_dice_is_nothing() -> None:
    assert total_of(6, 0).chances() == {0: 1}


@pytest.mark.parametrize("dice", [0, 1, 2, 4])
def test_dice_are_counted_by_the_kind_of_face_that_they_show(dice: int) -> None:
    """A die with one miss, two hits and one wound: misses are counted as far as they are asked for."""
    kinds = [0, 1, 1, 2]

    def counted(fallen: tuple[int, ...], most: int) -> tuple[int, ...]:
        shown = Counter(kinds[face - 1] for face in fallen)
        return min(shown[0], most), shown[1], shown[2]

    for most in (0, 1, 9):
        found = counts_of([1, 2, 1], {dice: 1}, most)
        assert found.chances() == every_way(4, dice, lambda fallen, most=most: counted(fallen, most))


def test_a_kind_that_no_face_has_never_comes() -> None:
    assert counts_of([1, 0, 1], {2: 1}).chances() == {
        (0, 0, n): Fraction(n + 1 if n < 2 else 1, 4) for n in range(3)
    } | {(0, 0, 1): Fraction(1, 2)}


def test_pools_of_several_sizes_count_by_their_weight() -> None:
    found = counts_of([1, 1], {1: 3, 2: 1}).chances()
    one, two = (counts_of([1, 1], {dice: 1}).chances() for dice in (1, 2))
    assert found == {outcome: Fraction(3, 4) * one.get(outcome, 0) + Fraction(1, 4) * two[outcome] for outcome in two}


def test_what_is_drawn_from_several_is_as_likely_as_each_is_chosen() -> None:
    """Whatever the whole of each: here 6, 4 and 1."""
    parts = [(1, total_of(6, 1)), (2, total_of(4, 1)), (3, Distribution({7: 1}))]
    expected = Counter({face: Fraction(1, 6) * Fraction(1, 6) for face in range(1, 7)})
    for face in range(1, 5):
        expected[face] += Fraction(1, 3) * Fraction(1, 4)
    assert mixture(parts).chances() == {**expected, 7: Fraction(1, 2)}


def test_the_likeliest_outcome_is_the_first_of_those_that_are_as_likely() -> None:
    assert total_of(6, 2).likeliest == 7
    assert Distribution({"b": 1, "c": 3, "a": 3}).likeliest == "c"


def test_outcomes_that_become_one_are_as_likely_as_all_of_them() -> None:
    assert total_of(6, 1).map(lambda face: face > 4).chances() == {False: Fraction(2, 3), True: Fraction(1, 3)}
