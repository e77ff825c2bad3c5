"""What the page of odds is told by the engine: what can be asked for, what counts, what a change would do."""

from __future__ import annotations

from typing import Any

import pytest

from kensei_docs.database import load
from kensei_docs.project import Project, shipped
from kensei_docs.site.questions import Engine
from kensei_docs.site.snapshot import write_snapshot

SPEARS = {"troop": {"profile": "Ashigaru with Yari", "miniatures": "10"}}
SWORDS = {"troop": {"profile": "Samurai with Dai-Katana", "miniatures": "5"}}
BOWS = {"troop": {"profile": "Samurai with Yumi", "miniatures": "5"}}
# Nobody gives the figures of its class.
STRANGERS = {"troop": {"name": "Strangers", "class": "Komuso", "miniatures": "5"}}


@pytest.fixture(scope="module")
def engine() -> Engine:
    project = Project((shipped(),), shipped() / "build")
    return Engine(write_snapshot(project, load(project, ["kensei-2e"])[0], ("en", "es")))


@pytest.fixture
def ask(engine: Engine):
    def asked(attacker: dict[str, Any], defender: dict[str, Any], **more: Any) -> Any:
        sides = {"attacker": attacker, "defender": defender}
        told = engine.answer({"ask": "odds", "edition": "kensei-2e", "assume": True, **sides, **more})
        return told["answer"]

    return asked


def test_the_ways_are_those_for_which_the_attacker_has_a_weapon(ask):
    assert [one["way"] for one in ask(SWORDS, SPEARS)["ways"]] == ["melee"]
    assert [one["way"] for one in ask(BOWS, SPEARS)["ways"]] == ["melee", "shooting"]


def test_figures_of_another_edition_count_if_they_are_asked_for_and_are_told_where_they_count(ask):
    told = ask(SWORDS, SPEARS)
    assert [(one["side"], one["condition"], one["value"]) for one in told["lent"]] == [("attacker", "self.honour", "4")]
    assert told["missing"] == []
    alone = ask(SWORDS, SPEARS, assume=False)
    assert alone["lent"] == []
    assert [one["why"]["en"] for one in alone["missing"]] == ["honour (attacker)"]
    # A shot has the shooter's figure, and nothing of his Honour.
    shot = ask(BOWS, SPEARS, attack="shooting")["lent"]
    assert [(one["side"], one["condition"]) for one in shot] == [("attacker", "self.ranged-attack")]


def test_what_a_player_says_goes_before_what_another_edition_lends(ask):
    said = ask({**SWORDS, "given": {"self.honour": "2"}}, SPEARS)
    assert said["lent"] == []


def test_those_who_fight_are_counted_and_all_do_until_a_player_says_so(ask):
    numbers = [(one["side"], one["condition"], one["value"], one["most"]) for one in ask(SWORDS, SPEARS)["numbers"]]
    assert numbers == [
        ("attacker", "self.miniatures-in-contact", 5, 5),
        ("attacker", "self.complete-ranks", 0, 5),
        ("defender", "self.miniatures-in-contact", 10, 10),
        ("defender", "self.complete-ranks", 0, 10),
    ]
    shot = ask(BOWS, SPEARS, attack="shooting")["numbers"]
    assert [one["condition"] for one in shot] == ["self.miniatures-in-sight"]


def test_words_that_tell_of_both_sides_set_a_switch_of_each(ask):
    (woods,) = [one for one in ask(SPEARS, SWORDS)["sayings"] if "woods" in one["words"]]
    assert "bosque" in woods["words"]
    assert [(one["side"], one["condition"], one["value"]) for one in woods["sets"]] == [
        ("attacker", "self.covered", True),
        ("defender", "self.covered", True),
    ]


def test_a_switch_has_the_words_of_players_and_the_values_to_compare_with(ask):
    switches = {(one["side"], one["condition"]): one for one in ask(SPEARS, SWORDS)["switches"]}
    covered = switches["attacker", "self.covered"]
    assert {"obscured", "a cubierto"} <= set(covered["also"])
    assert covered["others"] == [True]
    # Whether there is a leader is compared, not where he stands.
    assert switches["attacker", "self.unit-leader"]["others"] == [True]
    assert "out" in switches["attacker", "self.formation"]["others"]


def test_one_of_two_rolls_is_thrown_again_and_a_player_may_say_which(ask):
    """Read off a reckoning by hand: a die of the Damage Roll, a die of the Combat Roll."""
    monks = {"words": "7 monks with naginata, faith, charging"}
    told = ask(monks, {"words": "7 samurai with yari"}, assume=True)
    assert [round(part, 3) for part in told["winner"]["parts"]] == [0.562, 0.191, 0.247]
    (switch,) = (one for one in told["switches"] if one["condition"] == "self.rerolls")
    assert (switch["value"], switch["others"]) == ("damage", ["combat"])
    told = ask({**monks, "given": {"self.rerolls": "combat"}}, {"words": "7 samurai with yari"})
    assert [round(part, 3) for part in told["winner"]["parts"]] == [0.533, 0.194, 0.273]


def test_what_cant_be_told_has_its_reason_once_and_what_a_player_may_give(ask):
    told = ask(SPEARS, STRANGERS)
    assert "Who wins" in next(one for one in told["missing"] if "wounds" in one["why"]["en"])["words"]["en"]
    assert ("defender", "self.wounds") in [(one["side"], one["condition"]) for one in told["asks"]]


def test_a_change_says_how_much_more_falls_and_how_much_likelier_a_side_wins(ask, engine):
    switch = {"side": "attacker", "condition": "self.charging", "value": True}
    sides = {"attacker": SPEARS, "defender": SWORDS}
    change = engine.answer({"ask": "change", "edition": "kensei-2e", **sides, "switch": switch})["answer"]
    before, after = (
        {one["side"]: one["expected"]["number"] for one in ask(attacker, SWORDS)["drawn"]}
        for attacker in (SPEARS, {**SPEARS, "given": {"self.charging": True}})
    )
    assert dict(change["more"]) == pytest.approx({side: after[side] - before[side] for side in before})
    assert change["size"] == max(abs(change["wins"]), *(abs(more) for _, more in change["more"]))
    assert "Charge, on foot" in change["steps"][0]["words"]["en"]
