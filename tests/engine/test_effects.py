"""Effects: an operation is one entry of one table."""

from collections.abc import Callable

import pytest

from kensei_docs.engine.amounts import OPERATIONS, Operation
from kensei_docs.engine.effects import effects_of
from kensei_docs.engine.expressions.evaluation import situation_of
from kensei_docs.problems import Unusable
from tests.engine.conftest import CHARMS


def test_a_new_operation_is_one_entry(ferry: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        OPERATIONS, "min", Operation(lambda total, amount, _: max(total, amount, key=lambda one: one.count), sign="≥ ")
    )
    monkeypatch.setattr(
        "tests.engine.conftest.CHARMS", CHARMS + "oar: {name: Oar, effects: {pull: {hook: drift, min: 4 cm}}}\n"
    )
    game = ferry()
    [effect] = effects_of(game.record("charm/oar"))
    assert (effect.operation, effect.fact, str(effect.figure)) == ("min", "effects.pull.min", "4 cm")
    slow, fast = (
        game.value("drift", situation_of(game, {"self.charm": "oar", "self.speed": f"{n} cm"})) for n in (3, 5)
    )
    assert (str(slow.value), str(fast.value)) == ("4 cm", "5 cm")
    assert [(step.act, step.figure) for step in slow.steps] == [("given", "self.speed"), ("min", "4 cm")]
    named = ferry(("sequence: [set,", "sequence: [min, set,"))
    assert (
        str(named.value("drift", situation_of(named, {"self.charm": ["oar", "stone"], "self.speed": "3 cm"})).value)
        == "1 cm"
    )


def test_an_operation_that_nobody_knows_is_refused(ferry: Callable) -> None:
    with pytest.raises(Unusable, match=r"'halve' is not an operation"):
        ferry(("sequence: [set,", "sequence: [halve, set,"))
