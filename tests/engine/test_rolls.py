"""Rolls: how many dice, what they must show, what a natural result does."""

from collections.abc import Callable

import pytest

from kensei_docs.engine.rolls import in_range, roll_of
from kensei_docs.problems import Unusable


def test_a_natural_result_goes_before_the_difficulty(ferry: Callable) -> None:
    game = ferry()
    easy = game.situation({"self": {"arms": 2, "skill": {"knots": 2}}})
    roll = roll_of(game, "row", easy)
    assert (roll.dice, roll.needed) == (2, 1)
    assert [roll.passed(die) for die in (1, 2, 6)] == [False, True, True]
    assert [roll.outcome(die) for die in (1, 2, 6)] == ["crab", "met", "sweep"]


def test_an_emptied_pool_rolls_a_die_that_passes_on_one_face(ferry: Callable) -> None:
    game = ferry()
    roll = roll_of(game, "row", game.situation({"self": {"arms": 1, "laden": True}}))
    assert (roll.dice, roll.is_empty) == (1, True)
    assert [die for die in range(1, 7) if roll.passed(die)] == [6]


def test_a_roll_at_most_passes_low_and_knows_no_naturals(ferry: Callable) -> None:
    game = ferry()
    roll = roll_of(game, "nerve", game.situation({}))
    assert [die for die in range(1, 7) if roll.passed(die, 3)] == [1, 2, 3]


def test_a_roll_that_nobody_declared_is_refused(ferry: Callable) -> None:
    game = ferry()
    with pytest.raises(Unusable, match="'rows' is not a roll of ferry; did you mean 'row'"):
        roll_of(game, "rows", game.situation({}))


@pytest.mark.parametrize(("figure", "inside"), [("2-3", [2, 3]), ("4", [4]), ("5+", [5, 6])])
def test_a_figure_can_be_a_range(figure: str, inside: list[int]) -> None:
    assert [number for number in range(1, 7) if in_range(figure, number)] == inside
