"""A matchup comes as data: two sides by words, by rows of armies, by conditions; a command asks with the same data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kensei_docs.army import ArmyReader, AskedMatchup, read_matchup
from kensei_docs.database import Database
from kensei_docs.engine.matchup import MatchupReader
from kensei_docs.engine.sides import LocalTexts
from kensei_docs.problems import Unusable

SPEARS = {"profile": "Spear ashigaru", "miniatures": 10}
ARMY = {"edition": "kensei-2e", "clan": "Sohei", "size": 200, "rows": [{"name": "Sum", "points": 50}, SPEARS]}
SWORDS = "8 ashigaru katana"
Read = Callable[..., AskedMatchup]


@pytest.fixture(scope="module")
def ask(database: Database) -> Read:
    armies, matchups = ArmyReader(database), MatchupReader(database, LocalTexts())

    def read(attacker: Any, defender: Any = SWORDS, **more: Any) -> AskedMatchup:
        data = {"edition": "kensei-2e", "attacker": attacker, "defender": defender, **more}
        return read_matchup(data, armies, matchups)

    return read


def chances(asked: AskedMatchup) -> dict[str, Any]:
    return {f"{one.whose} {one.name}": one.values for one in asked.odds().chances}


@pytest.mark.parametrize(
    "attacker",
    [
        "10 spear ashigaru, charging",
        {"words": "10 spear ashigaru, charging"},
        {"words": "10 spear ashigaru", "given": {"self.charging": True}},
        {"words": "10 spear ashigaru", "given": {"self.charging": "true"}},
        {"troop": SPEARS, "words": "charging"},
        {"troop": SPEARS, "given": {"self.charging": True}},
        {"army": ARMY, "words": "Spear ashigaru, charging"},
        {"army": ARMY, "troop": 1, "words": "charging"},
        {"army": {**ARMY, "rows": []}, "troop": SPEARS, "given": {"self.charging": True}},
        {"army": ARMY, "troop": SPEARS, "given": {"self.charging": True}},
    ],
)
def test_a_side_is_said_in_many_ways(attacker: Any, ask: Read) -> None:
    told = ask("10 spear ashigaru, charging")
    assert chances(ask(attacker)) == chances(told) != chances(ask("10 spear ashigaru"))


def test_a_quantity_is_given_as_a_number(ask: Read) -> None:
    given = {"self.attack": 3, "self.honour": 5}
    assert chances(ask({"troop": SPEARS, "given": given})) == chances(ask("10 spear ashigaru, attack 3, honour 5"))


def test_distance_and_way_to_attack(ask: Read) -> None:
    asked = ask("8 ashigaru bow, ranged attack 2", attack="shooting", distance="30 cm")
    distance = asked.odds().distance
    assert (asked.attack, distance and distance.said) == ("shooting", "30 cm")
    assert chances(asked) != chances(ask("8 ashigaru bow, ranged attack 2", attack="shooting", distance="60 cm"))


def test_the_edition_may_be_that_of_an_army(database: Database) -> None:
    data = {"attacker": {"army": ARMY, "troop": 1}, "defender": SWORDS}
    asked = read_matchup(data, ArmyReader(database), MatchupReader(database, LocalTexts()))
    assert asked.matchup.game.edition.id == "kensei-2e"
    assert [army and army.size for army in asked.armies] == [200, None]


@pytest.mark.parametrize(
    ("attacker", "place", "said"),
    [
        ({"troop": {**SPEARS, "points": "1,000"}}, "attacker.troop.points", "can mean 1000 or 1"),
        ({"troop": {**SPEARS, "clas": "Hero"}}, "attacker.troop.clas", "did you mean 'class'?"),
        ({"troop": {"miniatures": 3}}, "attacker.troop", "has no name"),
        ({"army": {**ARMY, "size": -2}, "troop": 1}, "attacker.army.size", "is not a size of battle"),
        ({"army": {}, "troop": 1}, "attacker.army", "lists no troops"),
        ({"army": ARMY, "troop": 7}, "attacker.troop", "there is no row '7'"),
        ({"army": ARMY, "words": "Archers"}, "army", "has no row 'Archers'"),
        ({"troop": SPEARS, "given": {"self.chargin": True}}, "attacker.given.self.chargin", "self.charging"),
        ({"troop": SPEARS, "given": {"self.charging": 3}}, "attacker.given.self.charging", "neither true nor false"),
        ({"troop": SPEARS, "given": {"self.attack": 1000}}, "attacker.given.self.attack", "from 0 to 999"),
        ({"troop": SPEARS, "given": {"self.attack": "many"}}, "attacker.given.self.attack", "from 0 to 999"),
        ({"troop": SPEARS, "given": ["self.charging"]}, "attacker.given", "should be a mapping"),
        ({"troop": SPEARS, "word": "charging"}, "attacker.word", "did you mean 'words'?"),
        ({"troop": SPEARS, "words": "chargng"}, "attacker:1:1", "is not a word of kensei-2e"),
        ("", "attacker:1:1", "nothing is said of this side"),
        (None, "attacker:1:1", "nothing is said of this side"),
    ],
)
def test_what_is_wrong_with_a_side_has_its_path(attacker: Any, place: str, said: str, ask: Read) -> None:
    with pytest.raises(Unusable) as refused:
        ask(attacker)
    lines = str(refused.value).splitlines()
    assert any(line.startswith(f"{place}: ") and said in line for line in lines), lines


def test_words_and_conditions_may_not_contradict_one_another(ask: Read) -> None:
    with pytest.raises(Unusable, match="contradicts"):
        ask({"words": "10 spear ashigaru, mounted", "given": {"self.mounted": False}})


def test_an_unknown_edition_or_key_is_refused(ask: Read) -> None:
    with pytest.raises(Unusable, match=r"edition: 'kensei-3e' is not an edition; did you mean 'kensei-2e'\?"):
        ask("3 ashigaru", edition="kensei-3e")
    with pytest.raises(Unusable, match=r"atack: 'atack' is not known here; did you mean 'attack'\?"):
        ask("3 ashigaru", atack="melee")
