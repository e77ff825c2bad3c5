"""Distributions: how likely each outcome is, held against every way in which dice can fall."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from kensei_docs.engine.amounts import Amount
from kensei_docs.engine.odds import Chance, Distribution, Odds, counts_of, highest_of, mixture, plain_value, total_of


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


THIRD, HALF, SIXTH = Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)


@pytest.mark.parametrize(
    ("values", "sort"),
    [
        ([0, 3], "number"),
        ([0, Fraction(5, 2)], "number"),
        ([True, False], "yes or no"),
        (["rout", "hold"], "words"),
        ([0, "rout"], "words"),
        ([0, True], "words"),
    ],
)
def test_the_values_of_a_result_are_numbers_yes_or_no_or_words(values: list[Any], sort: str) -> None:
    chance = Chance("result", "", dict.fromkeys(values, HALF))
    found = {"number": chance.is_number, "yes or no": chance.is_yes_or_no, "words": chance.is_words}
    assert [name for name, holds in found.items() if holds] == [sort]


def test_numbers_are_told_upwards_and_words_behind_them_the_likeliest_first() -> None:
    words = {"rout": SIXTH, "hold": THIRD, 3: SIXTH, "flee": Fraction(1, 4), 0: Fraction(1, 12)}
    assert [value for value, _ in Chance("result", "", words).sorted_values()] == [0, 3, "hold", "flee", "rout"]


def test_a_result_has_its_mean_and_the_chance_of_a_number_or_more() -> None:
    wounds = Chance("wounds", "ours", {0: HALF, 1: THIRD, 4: SIXTH})
    assert wounds.mean == 1
    assert [wounds.at_least(number) for number in range(6)] == [1, HALF, SIXTH, SIXTH, SIXTH, 0]
    assert Chance("holds", "", {True: THIRD, False: 2 * THIRD}).mean == THIRD
    # A word counts for nothing.
    assert Chance("result", "", {"rout": HALF, 2: HALF}).mean == 1


def test_results_are_told_in_json_by_their_sides_with_what_was_left_out() -> None:
    found = Odds(
        "melee",
        [Chance("wounds", "theirs", {2: HALF, 0: HALF}), Chance("winner", "", {"attacker": Fraction(1)})],
        left_out={("ours", "wounds"): "self.attack"},
    )
    half, whole = {"exact": "1/2", "number": 0.5}, {"exact": "1", "number": 1.0}
    assert found.as_json() == {
        "distance": None,
        "chances": [
            {
                "name": "wounds",
                "side": "defender",
                "expected": whole,
                "values": [{"value": 0, **half, "at-least": whole}, {"value": 2, **half, "at-least": half}],
            },
            {
                "name": "winner",
                "side": "outcome",
                "expected": None,
                "values": [{"value": "attacker", **whole, "at-least": None}],
            },
        ],
        "left-out": [{"name": "wounds", "side": "attacker", "needs": "self.attack"}],
        "traces": [],
    }


def test_a_result_is_found_by_its_name_and_side() -> None:
    chances = [Chance(name, whose, {}) for name in ("a", "c", "b") for whose in ("theirs", "", "ours")]
    found = Odds("melee", chances)
    assert [found.chance(one.name, one.whose) for one in chances] == chances
    with pytest.raises(KeyError, match="d"):
        found.chance("d")


@pytest.mark.parametrize(
    ("computed", "plain"),
    [(Fraction(4, 2), 2), (Fraction(3, 2), Fraction(3, 2)), (Amount(Fraction(3)), 3), (True, True), ("rout", "rout")],
)
def test_a_computed_value_is_a_number_a_yes_or_no_or_a_word(computed: Any, plain: Any) -> None:
    found = plain_value(computed)
    assert (found, type(found)) == (plain, type(plain))
