"""Situations: what may be said of a moment of play, and what is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from kensei_docs.engine.expressions.evaluation import situation_of
from kensei_docs.problems import Unusable


def test_nested_and_dotted_say_the_same(ferry: Callable) -> None:
    game = ferry()
    said = situation_of(game, {"self": {"racing": True, "laden": False, "crew-size": 3}})
    assert said == situation_of(game, {"self.racing": "true", "self.laden": "false", "self.crew-size": "3"})
    assert [said.given[f"self.{name}"] for name in ("racing", "laden", "crew-size")] == [[True], [False], ["3"]]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"self.lading": True},
            "'self.lading' is not a condition of the vocabulary; did you mean 'self.laden'?; mend the name",
        ),
        ({"self": {"laden": "very"}}, "self.laden: 'very' is neither true nor false; write one of them"),
        ({"opponent.boat": "jonk"}, "opponent.boat: 'jonk' is not a known boat of ferry; did you mean 'junk'?"),
        ({"self.crew-size": "many"}, "self.crew-size: 'many' is not a figure; write one, such as 3 or 10 cm"),
        ({"distance.band": "shrt"}, "distance.band: 'shrt' is not among its values; did you mean 'short'?"),
        ({"self.charm": "gul"}, "self.charm: 'gul' is not a known charm of ferry; did you mean 'gull'?"),
        (
            {"self.applies": ["sing"]},
            "self.applies: 'sing' names no effect of ferry; did you mean 'song'?; mend the name",
        ),
    ],
)
def test_what_nobody_knows_is_refused_with_what_may_be_meant(ferry: Callable, given: dict[str, Any], said: str) -> None:
    game = ferry()
    game.database.vocabulary.atoms["distance.band"] = {"values": ["short", "long"]}
    with pytest.raises(Unusable) as refused:
        situation_of(game, given)
    assert str(refused.value) == f"situation: {said}  [situation]"


def test_a_record_goes_by_its_other_names_too(ferry: Callable) -> None:
    game = ferry()
    now = situation_of(game, {"self.boat": "lorcha", "self.speed": "2 cm"})
    assert str(game.value("drift", now).value) == "6 cm"


def test_what_follows_from_something_given_need_not_be_said(ferry: Callable) -> None:
    game = ferry()
    trace = game.value("row.difficulty", situation_of(game, {"rope": {"kind": "hemp"}}))
    assert str(trace.value) == "5+"
