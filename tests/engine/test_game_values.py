"""The value of a hook: what acts on it, in which order, and what the trace tells of it."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from kensei_docs.engine import Game
from kensei_docs.engine.amounts import Amount, agree, amount_of
from kensei_docs.engine.expressions.evaluation import situation_of


def value(game: Game, hook: str, **given: Any) -> str:
    return str(game.value(hook, situation_of(game, given)).value)


def told(game: Game, hook: str, **given: Any) -> list[tuple[str, str, str]]:
    trace = game.value(hook, situation_of(game, given))
    return [
        (step.act, f"{step.record.id}:{step.path}" if step.record else step.figure, step.value) for step in trace.steps
    ]


def test_dice_are_added_in_the_order_of_the_record(ferry: Callable) -> None:
    assert told(ferry(), "row.pool", self={"arms": 2, "crew-size": 3, "racing": True}) == [
        ("add", "roll/row:modifiers.arms.add", "2D6"),
        ("add", "roll/row:modifiers.crew.add", "5D6"),
        ("add", "roll/row:modifiers.race.add", "6D6"),
    ]


def test_a_named_effect_counts_when_it_is_named(ferry: Callable) -> None:
    assert value(ferry(), "row.pool", self={"arms": 2}) == "2D6"
    assert value(ferry(), "row.pool", self={"arms": 2, "applies": ["song"]}) == "3D6"


@pytest.mark.parametrize(("crew", "needed"), [(3, "4+"), (4, "3+")])
def test_a_condition_reads_the_figure_that_it_names(ferry: Callable, crew: int, needed: str) -> None:
    assert value(ferry(), "row.difficulty", self={"crew-size": crew}) == needed


def test_an_effect_stated_again_in_the_table_counts_once(ferry: Callable) -> None:
    game = ferry()
    given = {"opponent": {"boat": "junk"}}
    assert value(game, "row.difficulty", **given) == "5+"
    assert told(game, "row.roll", **given) == [("restated", "boat/junk:effects.hull.add", "roll/row")]


def test_an_ally_helps_within_reach(ferry: Callable) -> None:
    ally = {"charm": "gull"}
    assert value(ferry(), "row.roll", ally=ally, distance="5 cm") == "1"
    assert value(ferry(), "row.roll", ally=ally, distance="6 cm") == "0"
    assert value(ferry(), "row.roll", self=ally, distance="5 cm") == "0"


def test_what_is_ignored_is_told_with_its_reason(ferry: Callable) -> None:
    game = ferry()
    given = {"self": {"arms": 2, "racing": True}, "opponent": {"charm": "eel"}}
    assert value(game, "row.pool", **given) == "2D6"
    assert ("ignored", "roll/row:modifiers.race.add", "charm/eel:effects.slip") in told(game, "row.pool", **given)


def test_an_effect_takes_the_place_of_another(ferry: Callable) -> None:
    assert value(ferry(), "row.roll", self={"charm": ["shell", "whistle"]}) == "2"


def test_a_level_gives_its_own_effects_and_no_others(ferry: Callable) -> None:
    assert value(ferry(), "row.roll", self={"skill": {"knots": 2}}) == "3"
    assert value(ferry(), "row.roll", self={"charm": "knots"}) == "0"


def test_values_are_set_and_multiplied_before_they_are_capped(ferry: Callable) -> None:
    assert value(ferry(), "drift", self={"boat": "junk", "speed": "2 cm"}) == "6 cm"
    assert value(ferry(), "drift", self={"boat": "junk", "charm": ["anchor", "stone"]}) == "3 cm"
    assert value(ferry(), "drift", self={"charm": "anchor", "speed": "9 cm"}) == "3 cm"


def test_without_a_speed_the_rules_say_where_to_begin(ferry: Callable) -> None:
    assert value(ferry(), "drift") == "2 cm"


@pytest.mark.parametrize(("rule", "total"), [("add", "3"), ("max", "2"), ("replace", "1")])
def test_the_edition_says_how_effects_stack(ferry: Callable, rule: str, total: str) -> None:
    game = ferry(("  rounding", f"  stacking: {{row.roll: {rule}}}\n  rounding"))
    given = {"skill": {"knots": 1}}
    both = {"charm": ["shell"], **given}
    assert value(game, "row.roll", self=both) == total


def test_the_strongest_of_several_effects_may_take_away(ferry: Callable) -> None:
    game = ferry(("  rounding", "  stacking: {row.pool: max}\n  rounding"))
    assert value(game, "row.pool", self={"arms": 1, "racing": True, "laden": True}) == "-2D6"


def test_a_reroll_is_told_and_changes_nothing(ferry: Callable) -> None:
    assert told(ferry(), "row.roll", self={"charm": "luck"}) == [("reroll", "charm/luck:effects.again.reroll", "0")]


def test_what_was_assumed_is_told_where_it_mattered(ferry: Callable) -> None:
    game = ferry()
    trace = game.value("row.pool", situation_of(game, {"self": {"arms": 2, "laden": False}}))
    assert trace.assumed == {"self.racing": "false", "self.crew-size": "0"}


def test_records_that_are_not_wholly_formal_are_doubts(ferry: Callable) -> None:
    game = ferry()
    now = situation_of(game, {"self": {"boat": "junk", "charm": ["fog", "stone"]}})
    assert [record.id for record in game.value("drift", now).doubts] == ["charm/fog", "boat/junk"]


def test_an_effect_can_be_left_out(ferry: Callable) -> None:
    game = ferry()
    without = game.without(("roll/row", "modifiers.race"))
    assert value(without, "row.pool", self={"arms": 2, "racing": True}) == "2D6"


dice = st.builds(
    lambda number, many, faces: Amount(number, {faces: many} if many else {}),
    st.integers(-9, 9),
    st.integers(-9, 9),
    st.sampled_from([3, 6]),
)


@drawn(dice, dice, dice)
def test_amounts_add_up_in_any_order(a: Amount, b: Amount, c: Amount) -> None:
    assert (a + b) + c == c + (b + a)
    assert str(a + b.times(-1) + b) == str(a)


@pytest.mark.parametrize(
    ("stated", "computed", "same"),
    [
        ("12", "12D6", True),
        ("+1D6", "1D6", True),
        ("3+", "3", True),
        ("10 cm", "10", True),
        ("10 cm", "10 in", False),
        ("1D6", "1D3", False),
        ("50 %", "1/2", True),
        ("-2", "2", False),
    ],
)
def test_an_answer_may_be_written_in_several_ways(stated: str, computed: str, same: bool) -> None:
    amount = amount_of(computed)
    assert amount is not None
    assert agree(stated, amount) is same
