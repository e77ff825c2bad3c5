"""Where the engine can play both editions, a change says what it comes to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kensei_docs.versions import Change


@pytest.fixture(scope="session")
def found(shipped_diff: Callable[..., list[Change]]) -> list[Change]:
    return shipped_diff("kensei-2e", "kensei-lr-2020")


def at(found: list[Change], record: str, path: str) -> Change:
    return next(change for change in found if (change.record.id, change.path) == (record, path))


def test_a_changed_modifier_says_how_many_successes_to_expect(found: list[Change]) -> None:
    change = at(found, "roll/combat", "modifiers.out-of-formation.add")
    # Six dice of 4+ before; seven of 5+ now.
    assert change.consequence is not None
    assert (change.consequence.a, change.consequence.b) == (3.0, 2.33)
    # Half of the impacts wound, and every second one of the others stuns, which two together make a wound.
    assert change.as_json("")["expected"] == {
        "roll": "combat",
        "dice": 7,
        "a": 3.0,
        "b": 2.33,
        "results": {"casualties": {"a": 1.77, "b": 1.35}},
    }


def test_casualties_are_compared_only_where_both_editions_tell_all_of_the_attack(found: list[Change]) -> None:
    """One edition alone tells of firearms in the roll for damage: their casualties differ by more than this change."""
    firearms = at(found, "roll/shoot", "difficulty.modifiers.firearms-far.add").consequence
    assert firearms is not None
    assert (firearms.a, firearms.b, firearms.result) == (2.33, 3.5, None)
    runner = at(found, "roll/shoot", "difficulty.modifiers.runner.add").consequence
    assert runner is not None
    assert (runner.a, runner.b, runner.result_a, runner.result_b) == (2.33, 3.5, 1.17, 1.75)


def test_what_an_effect_changes_is_said_with_its_value(found: list[Change]) -> None:
    paths = {change.path for change in found if change.record.id == "roll/combat"}
    assert "modifiers.out-of-formation.add" in paths
    assert not {"modifiers.out-of-formation.hook", "modifiers.out-of-formation.when"} & paths


def test_a_hand_of_cards_is_told_for_some_sizes_of_battle(found: list[Change]) -> None:
    series = at(found, "command-deck/deck", "hand").series
    assert series is not None
    assert series.at == ("200", "400", "600", "800", "1000")
    assert (series.a, series.b) == (("4", "5", "6", "6", "6"), ("5", "6", "7", "8", "9"))


NO_NEWS = {
    "the level is added by another rule": ("commander-level/taisho", "effects.strategy.add"),
    "a label that moved": ("characteristic/attributes", "rows.mounted.colossal-creature"),
    "a value that the other edition states elsewhere": ("reaction/flee", "figures.cost"),
    "new above its own changed rule": ("terrain/climbing", ""),
    "gone, and changed below": ("deployment/scenario-terrain", ""),
    "a table that lost its figures": ("characteristic/attributes", "rows.movement.hero"),
    "a limit that the document states": ("limit/onmyouji", ""),
}


@pytest.mark.parametrize("spot", NO_NEWS.values(), ids=NO_NEWS)
def test_what_holds_in_both_is_no_news(found: list[Change], spot: tuple[str, str]) -> None:
    assert spot not in {(change.record.id, change.path) for change in found if change.change != "out-of-scope"}
    if not spot[1]:
        # Nor is the whole record something that the document left out: the document states it.
        assert spot not in {(change.record.id, change.path) for change in found}


def test_charging_several_units_is_paired_with_what_says_so(found: list[Change]) -> None:
    ends = {(change.a.ids, change.b.ids, change.path) for change in found}
    assert ("rule/charging-several", "order/charge", "text") in ends
    assert ("rule/charging-several", "order/charge", "steps.reactions.text") not in ends


def test_all_that_is_out_of_scope_has_a_reason(found: list[Change]) -> None:
    outside = [change for change in found if change.change == "out-of-scope"]
    assert outside
    assert [change.record.id for change in outside if change.reason is None] == []


def test_a_distance_comes_to_no_successes(found: list[Change]) -> None:
    assert at(found, "visibility/cover", "figures.distance").consequence is None
