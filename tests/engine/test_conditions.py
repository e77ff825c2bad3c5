"""Conditions: which values meet them, from whose side they are seen, and what is assumed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kensei_docs.engine.conditions import Conditions, Situation, in_band
from kensei_docs.engine.expressions.evaluation import situation_of


@pytest.mark.parametrize(
    ("band", "inside", "outside"),
    [
        ({"least": "5 cm", "most": "10 cm"}, [5, 7, 10], [4, 11]),
        ({"least": "5 cm"}, [5, 100], [4]),
        ({"most": "10 cm"}, [0, 10], [11]),
        ({"least": "5 cm", "most": None}, [5, 100], [4]),
        # An end belongs to its band, unless the band says that it does not.
        ({"least": "5 cm", "most": "10 cm", "includes": {"least": False}}, [6, 10], [5]),
        ({"least": "5 cm", "most": "10 cm", "includes": {"most": False}}, [5, 9], [10]),
        ({"least": "5 cm", "includes": {"least": True}}, [5], [4]),
        ({"least": "5 cm", "includes": None}, [5], [4]),
        ({"score": "6"}, [6], [5, 7]),
        ({"score": "6", "most": "5"}, [], [5, 6]),
        ({"name": "Nowhere"}, [], [0, 5]),
    ],
)
def test_a_number_lies_between_the_ends_of_a_band(band: dict[str, Any], inside: list[int], outside: list[int]) -> None:
    assert [number for number in (*inside, *outside) if in_band(band, number)] == inside


@pytest.mark.parametrize(
    ("condition", "expected", "meeting", "failing"),
    [
        ("self.crew-size", {"at-least": "3"}, ["3", "4"], ["2", "none"]),
        ("self.crew-size", {"at-most": "3"}, ["2", "3"], ["4", "none"]),
        ("self.crew-size", {"at-most": "a few"}, [], ["2"]),
        ("self.crew-size", "3", ["3"], ["2"]),
        ("self.laden", True, [True], [False]),
        ("self.laden", False, [False], [True]),
        ("opponent.boat", "junk", ["junk"], ["raft", "lorcha"]),
        ("opponent.boat", {"not": "junk"}, ["raft"], ["junk"]),
        ("opponent.boat", ["junk", "raft"], ["junk", "raft"], ["none"]),
        ("opponent.boat", {"not": ["junk", "raft"]}, ["none"], ["junk", "raft"]),
        # Any boat is every boat but none; who has none has not any.
        ("opponent.boat", "any", ["junk", "raft"], ["none"]),
        # A junk is a large boat, but a large boat need not be a junk.
        ("opponent.boat", "large", ["junk", "large"], ["raft"]),
        ("opponent.boat", "junk", ["junk"], ["large", "any"]),
        ("opponent.boat", None, [], ["junk", None]),
    ],
)
def test_a_value_meets_a_condition(
    ferry: Callable, condition: str, expected: Any, meeting: list[Any], failing: list[Any]
) -> None:
    conditions = ferry().effects.conditions
    assert [one for one in (*meeting, *failing) if conditions.matches(condition, expected, [one])] == meeting
    # Of several values, one is enough to meet a condition, and one is enough to break what excludes it.
    excludes = isinstance(expected, dict) and "not" in expected
    assert conditions.matches(condition, expected, [*meeting, *failing]) == (not failing if excludes else bool(meeting))
    assert conditions.matches(condition, expected, []) == excludes


@pytest.mark.parametrize("side", ["self", "ally", "enemy"])
def test_a_value_stands_for_narrower_ones_on_every_side(ferry: Callable, side: str) -> None:
    game = ferry()
    [vocabulary] = game.database.vocabulary.trees
    vocabulary.value["stands-for"]["self.boat"] = {"large": ["junk"]}
    matches = Conditions(game.terms, [], {}).matches
    assert matches(f"{side}.boat", "large", ["junk"]) and not matches(f"{side}.boat", "large", ["raft"])


def test_a_record_meets_a_condition_by_its_alias(ferry: Callable) -> None:
    game = ferry()
    game.terms.brings["boat"].alias.append("number")
    game.record("boat/junk").data["number"] = "7"
    matches = game.effects.conditions.matches
    assert matches("self.boat", "7", ["junk"]) and matches("self.boat", "junk", ["7"])
    assert not matches("self.boat", "7", ["raft"]) and not matches("self.boat", "raft", ["7"])


@pytest.mark.parametrize(
    ("when", "given", "side", "holds", "assumed"),
    [
        ({"self.laden": True}, {"self.laden": True}, "self", True, {}),
        ({"self.laden": True}, {"self.laden": False}, "self", False, {}),
        # The opponent's own side is our opponent, and we are theirs.
        ({"self.laden": True}, {"opponent.laden": True}, "opponent", True, {}),
        ({"opponent.racing": True}, {"self.racing": True}, "opponent", True, {}),
        # What nobody gives is assumed, and said where it decides.
        ({"self.laden": True}, {}, "self", False, {"self.laden": "false"}),
        ({"self.laden": False}, {}, "self", True, {"self.laden": "false"}),
        ({"self.boat": "raft"}, {}, "self", True, {"self.boat": "raft"}),
        ({"self.boat": "raft"}, {}, "ally", True, {"ally.boat": "raft"}),
        ({"self.boat": "junk"}, {}, "self", False, {"self.boat": "raft"}),
        ({"self.crew-size": "3"}, {}, "self", False, {}),
        ({"self.laden": True, "self.racing": True}, {"self.racing": True}, "self", False, {"self.laden": "false"}),
        ({"self.laden": True, "self.racing": True}, {"self.racing": False}, "self", False, {}),
        ({"self.laden": False, "self.boat": "junk"}, {}, "self", False, {"self.boat": "raft"}),
        ({}, {}, "self", True, {}),
    ],
)
def test_a_condition_holds_as_it_is_given_or_assumed(
    ferry: Callable, when: dict[str, Any], given: dict[str, Any], side: str, holds: bool, assumed: dict[str, str]
) -> None:
    game = ferry()
    found = game.effects.conditions.check(when, situation_of(game, given), side)
    assert (found.holds, found.assumed) == (holds, assumed)


@pytest.mark.parametrize(
    ("name", "side", "seen"),
    [
        ("self.laden", "self", "self.laden"),
        ("self.laden", "opponent", "opponent.laden"),
        ("opponent.laden", "opponent", "self.laden"),
        ("self.laden", "ally", "ally.laden"),
        ("ally.laden", "ally", "self.laden"),
        ("self.laden", "enemy", "enemy.laden"),
        ("opponent.laden", "enemy", "self.laden"),
        ("distance", "opponent", "distance"),
        ("rope.wet", "opponent", "rope.wet"),
        # What has no name on the other side keeps its own.
        ("self.unheard-of", "opponent", "self.unheard-of"),
    ],
)
def test_a_condition_is_seen_from_its_records_side(ferry: Callable, name: str, side: str, seen: str) -> None:
    assert ferry().terms.seen_from(name, side) == seen


@pytest.mark.parametrize(
    ("name", "atom"),
    [
        ("self.laden", "self.laden"),
        ("opponent.laden", "self.laden"),
        ("enemy.laden", "self.laden"),
        ("self.boat", "self.boat"),
        ("opponent.boat", "opponent.boat"),
        ("ally.boat", "self.boat"),
        ("rope.laden", None),
        ("laden", None),
        ("distance", "distance"),
    ],
)
def test_what_holds_for_one_side_may_be_said_of_every_side(ferry: Callable, name: str, atom: str | None) -> None:
    terms = ferry().terms
    assert terms.atom(name) == atom
    assert terms.is_known(name) == (atom is not None)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("self.arms", True),
        ("opponent.arms", True),
        ("enemy.arms", True),
        ("rope.arms", False),
        ("arms", False),
        ("self.oars", False),
    ],
)
def test_every_side_has_every_quantity(ferry: Callable, name: str, known: bool) -> None:
    terms = ferry().terms
    assert (terms.is_quantity(name), terms.is_known(name)) == (known, known)


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("self.charm", "self"),
        ("enemy.charm", "enemy"),
        ("charm", None),
        ("rope.charm", None),
        ("self.shoe", None),
        # A key with levels names its record, a key without does not.
        ("self.skill.knots", "self"),
        ("self.skill", None),
        ("self.charm.gull", None),
        # A key that belongs to a side is not said of another.
        ("rope.kind", "self"),
        ("self.rope", None),
    ],
)
def test_a_key_brings_records_of_its_side_into_play(ferry: Callable, name: str, side: str | None) -> None:
    brought = ferry().terms.bringing(name)
    assert (brought[0] if brought else None) == side


def test_a_situation_turned_round_is_the_opponents(ferry: Callable) -> None:
    given = {"self.laden": [True], "opponent.boat": ["junk"], "ally.racing": [True], "distance": ["3 cm"]}
    turned = {"opponent.laden": [True], "self.boat": ["junk"], "ally.racing": [True], "distance": ["3 cm"]}
    terms = ferry().terms
    assert Situation(given).turned_round(terms) == Situation(turned)
    assert Situation(turned).turned_round(terms) == Situation(given)


def test_the_opponent_has_not_our_rope(ferry: Callable) -> None:
    game = ferry()
    now = situation_of(game, {"rope": {"kind": "hemp"}, "self.laden": True, "self.charm": ["luck"]})
    assert now.given["rope.wet"] == [True]
    assert now.turned_round(game.terms).given == {"opponent.laden": [True], "opponent.charm": ["luck"]}


@pytest.mark.parametrize(("values", "first"), [(["3", "4"], "3"), ([True], "True"), ([], None), (None, None)])
def test_of_several_values_of_a_quantity_the_first_counts(values: list[Any] | None, first: str | None) -> None:
    assert Situation({} if values is None else {"self.arms": values}).first("self.arms") == first


FOLLOWS = "{where: rope.kind, among: 'rope/hemp:soaked', then: {rope.wet: true}}"


@pytest.mark.parametrize(
    ("rule", "given", "racing"),
    [
        ("{where: self.boat, equals: junk, then: {self.racing: true}}", {"self.boat": "junk"}, [True]),
        ("{where: self.boat, equals: junk, then: {self.racing: true}}", {"self.boat": "raft"}, None),
        # What is given is not overruled by what would follow.
        (
            "{where: self.boat, equals: junk, then: {self.racing: true}}",
            {"self.boat": "junk", "self.racing": False},
            [False],
        ),
        ("{where: self.boat, among: 'rope/hemp:soaked', then: {self.racing: true}}", {"self.boat": "raft"}, None),
        ("{where: self.boat, among: 'rope/none:soaked', then: {self.racing: true}}", {"self.boat": "raft"}, None),
        ("{where: self.boat, among: 'rope/hemp:dry', then: {self.racing: true}}", {"self.boat": "raft"}, None),
        ("{where: self.arms, within: roll/nerve, then: {self.racing: true}}", {"self.arms": "4"}, [True]),
        ("{where: self.arms, within: roll/nerve, then: {self.racing: true}}", {"self.arms": "5"}, None),
        ("{where: self.arms, within: roll/none, then: {self.racing: true}}", {"self.arms": "4"}, None),
        ("{where: self.boat, within: roll/nerve, then: {self.racing: true}}", {"self.boat": "raft"}, None),
    ],
)
def test_a_consequence_follows_where_its_condition_has_the_value(
    ferry: Callable, rule: str, given: dict[str, Any], racing: list[bool] | None
) -> None:
    game = ferry((FOLLOWS, rule))
    game.record("roll/nerve").data["most"] = "4"
    assert situation_of(game, given).given.get("self.racing") == racing


@pytest.mark.parametrize(
    ("given", "follows"),
    [
        ({"self.towing": [True]}, {"opponent.towed": [True]}),
        ({"opponent.towing": [True]}, {"self.towed": [True]}),
        ({"self.towed": [True]}, {"opponent.towing": [True]}),
        # Who doesn't tow may yet be towed, and the other may do as it likes.
        ({"self.towing": [False]}, {}),
        # What is given of the other side is not overruled.
        ({"self.towing": [True], "opponent.towed": [False]}, {}),
    ],
)
def test_what_one_side_does_to_the_other_is_done_to_it(
    ferry: Callable, given: dict[str, list[bool]], follows: dict[str, list[bool]]
) -> None:
    assert ferry().effects.conditions.complete(Situation(given)).given == given | follows


@pytest.mark.parametrize(
    ("given", "boats"),
    [
        ({"self.hull": "lorcha"}, ["junk"]),
        ({"self.hull": "raft"}, ["raft"]),
        ({"self.hull": ["lorcha", "raft"]}, ["raft", "junk"]),
        ({"self.hull": "lorcha", "self.boat": "raft"}, ["raft"]),
        ({"opponent.hull": "lorcha"}, None),
    ],
)
def test_a_key_sets_another_to_the_records_that_it_names(
    ferry: Callable, given: dict[str, Any], boats: list[str] | None
) -> None:
    assert situation_of(ferry(), given).given.get("self.boat") == boats


@pytest.mark.parametrize(
    ("given", "charms"),
    [
        ({"self.hull": "raft"}, ["gull", "eel"]),
        # What those name in turn comes along, and what is there already is not there twice.
        ({"self.hull": "junk"}, ["shell", "gull", "eel"]),
        ({"self.hull": "raft", "self.charm": ["eel", "luck"]}, ["eel", "luck", "gull"]),
        ({"self.charm": ["shell"]}, ["shell", "gull", "eel"]),
        ({"self.charm": ["luck"]}, ["luck"]),
        ({"opponent.hull": "raft"}, None),
    ],
)
def test_a_record_brings_along_those_that_it_names_itself(
    ferry: Callable, given: dict[str, Any], charms: list[str] | None
) -> None:
    game = ferry()
    game.terms.brings["hull"].also["carries"] = "charm"
    game.terms.brings["charm"].also["with"] = "charm"
    game.record("boat/raft").data["carries"] = ["gull", "eel"]
    game.record("boat/junk").data["carries"] = "shell"
    game.record("charm/shell").data["with"] = ["gull", "eel"]
    now = situation_of(game, given)
    assert now.given.get("self.charm") == charms
    assert now.given.get("opponent.charm") == (["gull", "eel"] if "opponent.hull" in given else None)


@pytest.mark.parametrize(
    ("values", "expected", "holds", "assumed"),
    [
        # What may be false is so unless it is said; what may not is not assumed to be anything.
        ([False, "short", "long"], False, True, {"self.knot": "false"}),
        ([False, "short", "long"], "short", False, {"self.knot": "false"}),
        ([True, "short", "long"], False, False, {}),
        (["short", "long"], "short", False, {}),
    ],
)
def test_what_may_be_false_is_assumed_to_be(
    ferry: Callable, values: list[Any], expected: Any, holds: bool, assumed: dict[str, str]
) -> None:
    game = ferry()
    game.database.vocabulary.atoms["self.knot"] = {"values": values}
    found = game.effects.conditions.check({"self.knot": expected}, Situation(), "self")
    assert (found.holds, found.assumed) == (holds, assumed)


@pytest.mark.parametrize(
    ("given", "charms"),
    [
        ({"self.boat": "junk"}, ["luck", "gull"]),
        # Who has one may have others beside it, and has none twice.
        ({"self.boat": "junk", "self.charm": ["eel", "luck"]}, ["eel", "luck", "gull"]),
        ({"self.boat": "raft", "self.charm": ["eel"]}, ["eel"]),
    ],
)
def test_records_that_follow_stand_beside_those_that_are_given(
    ferry: Callable, given: dict[str, Any], charms: list[str]
) -> None:
    rule = "{where: self.boat, equals: junk, then: {self.charm: [luck, gull]}}"
    assert situation_of(ferry((FOLLOWS, rule)), given).given["self.charm"] == charms
