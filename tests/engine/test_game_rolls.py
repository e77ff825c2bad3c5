"""Rolls: how many dice, what they must show, what a natural result does."""

from collections.abc import Callable
from textwrap import dedent

import pytest

from kensei_docs.engine.examples import replay_examples
from kensei_docs.engine.expressions.evaluation import situation_of
from kensei_docs.engine.game import in_range, roll_of
from kensei_docs.problems import Unusable


def asking(question: str) -> str:
    return dedent(f"""\
        tells:
          name: Tells
          given: {{result: 2}}
          expect: {{answer: leap}}
          asks: {{answer: {question}}}
          status: formal
    """)


def test_a_natural_result_goes_before_the_difficulty(ferry: Callable) -> None:
    game = ferry()
    easy = situation_of(game, {"self": {"arms": 2, "skill": {"knots": 2}}})
    roll = roll_of(game, "row", easy)
    assert (roll.dice, roll.needed) == (2, 1)
    assert [roll.passed(die) for die in (1, 2, 6)] == [False, True, True]
    assert [roll.outcome(die) for die in (1, 2, 6)] == ["crab", "met", "sweep"]


def test_an_emptied_pool_rolls_a_die_that_passes_on_one_face(ferry: Callable) -> None:
    game = ferry()
    roll = roll_of(game, "row", situation_of(game, {"self": {"arms": 1, "laden": True}}))
    assert (roll.dice, roll.is_empty) == (1, True)
    assert [die for die in range(1, 7) if roll.passed(die)] == [6]


def test_a_roll_at_most_passes_low_and_knows_no_naturals(ferry: Callable) -> None:
    game = ferry()
    roll = roll_of(game, "nerve", situation_of(game, {}))
    assert [die for die in range(1, 7) if roll.passed(die, 3)] == [1, 2, 3]


def test_a_roll_that_nobody_declared_is_refused(ferry: Callable) -> None:
    game = ferry()
    with pytest.raises(Unusable, match="'rows' is not a roll of ferry; did you mean 'row'"):
        roll_of(game, "rows", situation_of(game, {}))


@pytest.mark.parametrize(("figure", "inside"), [("2-3", [2, 3]), ("4", [4]), ("5+", [5, 6])])
def test_a_figure_can_be_a_range(figure: str, inside: list[int]) -> None:
    assert [number for number in range(1, 7) if in_range(figure, number)] == inside


def test_a_result_of_nothing_has_its_own_row(ferry: Callable) -> None:
    game = ferry()
    roll = roll_of(game, "nerve", situation_of(game, {}))
    assert [roll.outcome(4, total) for total in (None, 0, 2, 9)] == ["brave", "faint", "calm", "brave"]


@pytest.mark.parametrize("result", [-1, 1])
def test_a_result_in_no_row_is_refused_with_the_rows_there_are(ferry: Callable, result: int) -> None:
    game = ferry()
    with pytest.raises(Unusable) as refused:
        roll_of(game, "nerve", situation_of(game, {})).outcome(2, result)
    [problem] = refused.value.problems
    assert problem.message == (
        f"Nerve: there is no row for a result of {result}, only 'Faint' (0), 'Calm' (2-3), 'Brave' (4+); add a row for "
        "it, or settle it with a ruling"
    )
    assert str(problem.place).startswith("data/editions/ferry/rolls.yaml:")


def test_a_fact_that_an_outcome_lacks_is_named_in_words(ferry: Callable) -> None:
    game = ferry(examples=asking('"outcome(nerve, result=given.result, take=does)"'))
    [replayed] = replay_examples(game.database)
    assert [problem.message for problem in replayed.problems] == [
        "'answer': Nerve: its outcome 'calm' has no 'does'; state it there, or ask for another"
    ]


def test_nobody_rolls_where_a_roll_cannot_be_made(ferry: Callable) -> None:
    game = ferry(("only: 'roll/row:figures.sweep'", "only: 'roll/row:figures.sweep'\n      when: {rope.wet: false}"))
    dry, wet = (
        roll_of(game, "row", situation_of(game, {"self": {"arms": 2}, "rope": {"wet": held}})) for held in (False, True)
    )
    assert (dry.dice, wet.dice, wet.is_empty) == (2, 0, False)
    assert [(step.act, step.figure, step.value) for step in wet.pool.steps] == [("given", "rope.wet", "true")]
