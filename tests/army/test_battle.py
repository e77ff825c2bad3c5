"""What is kept of a battle: phases, markers and when they come off, and a card for each troop."""

from __future__ import annotations

import pytest

from kensei_docs.army.battle import BattleCards, battle_as_json, declared_battle
from kensei_docs.catalogues import translator_for
from kensei_docs.database import load
from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped
from tests.documents.conftest import game_of_herons


@pytest.fixture(scope="module")
def known():
    """What is known of a battle of each shipped edition, in English and Spanish."""
    project = Project.open(shipped())
    database, _ = load(project)
    spoken = {code: translator_for(project, database, code) for code in ("en", "es")}
    return {name: battle_as_json(database, edition, spoken) for name, edition in database.editions.items()}


def cards_of(army):
    spoken = {code: translator_for(Project.open(shipped()), army.database, code) for code in ("en", "es")}
    return BattleCards(army.database, army.edition, spoken).of_army(army)


LIST = """
    name: Reeds
    edition: kensei-2e
    clan: Sohei
    size: 200
    rows:
      - {profile: Ashigaru with Yari, miniatures: 16}
      - {name: Sage, class: Hero, miniatures: 1, points: 30, weapons: Katana, abilities: Tactician}
      - {name: Strangers, miniatures: 4, points: 20}
    """


def test_the_phases_come_in_their_order_with_what_is_looked_up_in_each(known):
    phases = known["kensei-2e"]["phases"]
    assert [phase["name"]["es"] for phase in phases] == [
        "Fase de mantenimiento",
        "Fase de iniciativa",
        "Fase de activación",
    ]
    assert phases[0]["rules"] == ["phase/maintenance-phase", "phase/end-of-battle"]
    assert {"order-roll", "attack"} <= set(phases[2]["parts"])


def test_the_quick_reference_says_what_each_rule_says_in_short_with_its_figures(known):
    edition = known["kensei-2e"]
    told = [one for part in edition["parts"].values() for step in part["steps"] for one in step["rules"]]
    assert edition["says"].keys() == {*told, *edition["marks"]}
    assert "5\N{NO-BREAK SPACE}cm" in edition["says"]["formation/open-formation"]["es"]
    assert not [text for words in edition["says"].values() for text in words.values() if "%(" in text or not text]


def test_each_phase_has_its_steps_in_short_and_before_the_first_stands_what_sets_up(known):
    phases, before = known["kensei-2e"]["phases"], known["kensei-2e"]["before"]
    assert [phase["short"]["es"] for phase in phases] == ["Mantenimiento", "Iniciativa", "Activación"]
    assert [step["name"]["en"] for step in phases[0]["steps"]] == [
        "Army in retreat",
        "New command cards",
        "Troops in retreat",
        "Markers",
    ]
    # A phase without steps says what it is about.
    assert [step["name"] for step in phases[1]["steps"]] == [None]
    assert "wins the Initiative Roll" in phases[1]["steps"][0]["text"]["en"]
    assert [step["name"]["en"] for step in before["steps"]] == ["Choice of scenario", "Strategy Roll", "Deployment"]
    assert known["samurai-skirmish"]["before"] is None


def test_phases_say_which_decides_the_initiative_and_which_fills_a_hand(known):
    told = {name: (one["precedence"], one["draws"]) for name, one in known.items()}
    assert told["kensei-2e"] == ("phase/initiative-phase", "phase/maintenance-phase")
    assert told["heroic-2002"] == ("phase/roll-for-initiative", None)
    assert told["samurai-skirmish"] == (None, None)


def test_who_is_recalled_rolls_and_leaves_if_it_fails(known):
    roll = known["kensei-2e"]["marks"]["marker/unit-in-retreat"]["roll"]
    assert roll == {"of": "roll/honour", "most": True, "leaves": True}
    assert known["kensei-2e"]["marks"]["marker/used-unit"]["roll"] is None


def test_the_number_of_that_roll_is_another_in_hand_to_hand_combat(army_of):
    numbers = cards_of(army_of(LIST))["troops"][0]["rolls"]["marker/unit-in-retreat"]
    assert [(number, words and words["en"]) for number, words in numbers] == [(3, None), (2, "in hand to hand combat")]


def test_figures_that_another_edition_lends_count_for_rolls(known):
    card = known["kensei-2e"]["troops"]["army/buke.rows.samurai-dai-katana"]
    assert {"initiative", "honour"} <= set(card["lent"])
    assert [number for number, _ in card["faces"]] == [1, 2, 2, 2, 2, 2]
    assert card["rolls"]["marker/unit-in-retreat"][0] == (4, None)


def test_the_figures_of_all_cards_stand_in_one_order(known):
    orders = [[*card["figures"]] for card in known["kensei-2e"]["troops"].values()]
    table = ["movement", "attack", "initiative", "honour", "wounds"]
    assert all([one for one in order if one in table] == [one for one in table if one in order] for order in orders)


def test_what_any_troop_may_get_is_offered_where_nothing_is_known_of_one(known):
    assert known["kensei-2e"]["activating"]["counts"] == ["marker/ki-point"]
    results = known["kensei-2e"]["activating"]["results"]
    assert results == [(1, "low"), (1, "natural-1"), (2, "high"), (2, "middle")]


def test_a_marker_says_with_which_phase_it_comes_off_and_what_it_turns_into(known):
    markers = known["kensei-2e"]["marks"]
    assert markers["marker/used-unit"]["until"] == "phase/maintenance-phase"
    assert markers["marker/running-unit"]["until"] == "phase/activation-phase"
    assert markers["marker/dishonoured-unit"]["until"] is None
    assert (markers["marker/stunned-unit"]["exchange"], markers["marker/stunned-unit"]["counts"]) == (2, True)
    assert markers["marker/unit-in-retreat"]["recalls"] == "phase/maintenance-phase"


def test_wounds_are_counted_and_need_no_marker(known):
    assert not [one for edition in known.values() for one in edition["marks"] if "wound" in one]


def test_the_end_of_a_battle_is_told_by_figures_of_its_rule(known):
    assert [known["kensei-2e"][key] for key in ("last", "lost", "ends")] == [5, 0.75, "phase/end-of-battle"]
    assert [known["kensei-lr-2020"][key] for key in ("last", "lost")] == [5, None]
    assert known["samurai-skirmish"]["ends"] is None


def test_every_rule_that_is_named_has_a_name_in_each_language(known):
    for edition in known.values():
        named = [*edition["marks"], *(one for phase in edition["phases"] for one in phase["rules"])]
        named += [one for part in edition["parts"].values() for step in part["steps"] for one in step["rules"]]
        named += [one for card in edition["troops"].values() for one in card["rules"] + card["marks"]]
        assert all(edition["names"][one]["en"] and edition["names"][one]["es"] for one in named)


def test_the_card_of_a_troop_has_its_figures_its_wounds_and_its_rules(army_of):
    first = cards_of(army_of(LIST))["troops"][0]
    assert first["figures"] == {"movement": "10 cm", "attack": "2", "initiative": "1", "honour": "3", "wounds": "1"}
    assert (first["wounds"], first["points"], first["carries"]["es"]) == (1, 80, "Ashigaru, Yari")
    assert {"class/warrior", "title/ashigaru", "weapon/polearms"} <= set(first["rules"])


def test_a_troop_gets_the_markers_that_it_may_need(army_of):
    first, hero, _ = cards_of(army_of(LIST))["troops"]
    assert "marker/unloaded-weapon" not in first["marks"]
    assert "marker/sheltered-unit" in first["marks"]
    assert "marker/sheltered-unit" not in hero["marks"]


def test_the_engine_tells_for_each_face_how_many_orders_a_troop_gets(army_of):
    first, hero, stranger = cards_of(army_of(LIST))["troops"]
    assert [number for number, _ in first["faces"]] == [1, 1, 2, 2, 2, 2]
    assert [outcome for _, outcome in first["faces"]][::5] == ["natural-1", "high"]
    # Its ability gives a third order, but not on a fumble.
    assert [number for number, _ in hero["faces"]] == [1, 3, 3, 3, 3, 3]
    assert "si no está aislada" in first["assumed"]["es"]
    # Nobody gives the Initiative of a troop without a class but that of most troops.
    assert [number for number, _ in stranger["faces"]] == [1, 1, 2, 2, 2, 2]


def test_an_army_holds_as_many_cards_as_its_size_allows(army_of):
    assert cards_of(army_of(LIST))["hand"] == 4


def test_the_catalogue_has_a_card_for_each_of_its_troops(known):
    cards = known["kensei-2e"]["troops"]
    assert len(cards) == 30
    assert cards["army/buke.rows.taisho-buke"]["wounds"] == 3
    assert known["kensei-2e"]["factions"]["sohei"] == ["clan-action/the-dharma-wheel", "clan-action/divine-winds"]


def test_a_game_of_ones_own_that_declares_nothing_still_gets_a_battle(tmp_path):
    press = game_of_herons(tmp_path / "herons")
    database, _ = load(press.project)
    edition = database.editions["herons"]
    told = battle_as_json(database, edition, {"en": translator_for(press.project, database, "en")})
    assert (told["phases"], told["marks"], told["troops"], told["activating"]) == ([], {}, {}, None)


def test_what_is_declared_has_to_be_there(tmp_path):
    press = game_of_herons(tmp_path / "herons")
    press.write("data/editions/herons/vocabulary.yaml", "battle: {markers: {marker/fier: {}}}\n")
    database, _ = load(press.project)
    with pytest.raises(Unusable, match="'marker/fier' is not there; did you mean 'marker/fire'") as refused:
        declared_battle(database.editions["herons"])
    assert "herons/vocabulary.yaml:1:9" in str(refused.value)
