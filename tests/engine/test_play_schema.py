"""The play section of an edition: invalid declarations are reported with their place."""

from collections.abc import Callable

import pytest

from kensei_docs.engine.expressions.evaluation import Evaluation, situation_of
from kensei_docs.problems import Unusable

FILE = "data/editions/ferry/edition.yaml"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            ("rounding: down", "rounding: sideways"),
            f"{FILE}:10:13: 'rounding': input should be 'up', 'down' or 'none'; mend it  [data]",
        ),
        (
            ("  rounding", "  roundnig: down\n  rounding"),
            f"{FILE}:10:13: 'roundnig' is not known here; did you mean 'rounding'?; rename it or take it out  [data]",
        ),
        (
            ("always: [roll]", "always: [roll, charm/gul]"),
            f"{FILE}:6:1: 'charm/gul' is not a record of ferry; did you mean 'charm/gull'?; mend it  [play]",
        ),
        (
            ("always: [roll]", "always: [rol]"),
            f"{FILE}:6:1: 'rol' is not a kind of record; did you mean 'roll'?; mend it  [play]",
        ),
    ],
)
def test_a_fault_in_play_names_its_place(ferry: Callable, change: tuple[str, str], said: str) -> None:
    with pytest.raises(Unusable) as refused:
        ferry(change)
    assert str(refused.value) == said


def test_a_computation_of_itself_is_told(ferry: Callable) -> None:
    game = ferry(("given.loads *", "twice *"))
    with pytest.raises(Unusable, match=r"'twice' is computed of itself \(twice → twice\); mend it"):
        Evaluation(game, {}, situation_of(game, {})).evaluate("twice")


def test_what_is_asked_for_again_is_told_once(ferry: Callable) -> None:
    game = ferry()
    here = Evaluation(game, {"loads": "3"}, situation_of(game, {}))
    assert str(here.evaluate("twice + twice")) == "12"
    assert [step.act for step in here.trace.steps][:3] == ["given", "read", "result"]
    assert [(step.act, step.figure, step.value) for step in here.trace.steps[3:]] == [("reckon", "6 + 6", "12")]


def test_a_fact_that_is_not_there_is_told_when_it_is_needed(ferry: Callable) -> None:
    game = ferry(("'roll/row:base', drift", "'roll/row:bass', drift"))
    with pytest.raises(Unusable, match="roll/row has no 'bass'; did you mean 'base'"):
        game.value("row.difficulty", situation_of(game, {}))
