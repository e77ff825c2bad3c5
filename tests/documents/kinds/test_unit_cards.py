"""Unit cards: what the data hold of a troop, and blanks for what they do not."""

import pytest


def cards_of(press, pages, language="en"):
    return " ".join(press.text("unit-cards", page, language) for page in range(0, pages, 2))


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_troop_with_a_profile_has_a_card_and_so_has_every_class(cards, language):
    assert cards.print("unit-cards", languages=[language]) == []
    assert cards.outputs[0].faces == 8, "six cards, their back and what lies under it"


def test_a_troop_shows_its_own_figures_and_else_those_of_its_class(cards):
    assert cards.print("unit-cards") == []
    words = cards.text("unit-cards")
    assert "FISHER · HUNTER Grey herons" in words
    assert "9 cm On foot" in words, "its own"
    assert "3 Wounds" in words, "its class's"
    assert "40 Points 6 Miniatures" in words


def test_a_troop_names_its_weapons_and_says_what_its_abilities_do(cards):
    cards.print("unit-cards")
    words = cards.text("unit-cards")
    assert "WEAPONS Beaks" in words
    assert "ARMOUR –" in words, "the data say that it has none"
    assert "Patience. Those who wait lose −1 turn." in words
    assert "Hunter. It hunts at night." in words


def test_abilities_without_room_for_their_words_are_named(cards):
    long = " ".join(["It waits for a very long time."] * 20)
    cards.write(
        "data/editions/herons/abilities.yaml",
        "".join(f"{name.lower()}: {{name: {name}, text: {long}}}\n" for name in ("Patience", "Hunger")),
    )
    cards.edit("data/editions/herons/units.yaml", "[patience]", "[patience, hunger]")
    assert cards.print("unit-cards") == []
    assert "MORE, ON THEIR OWN CARDS Hunger" in cards.text("unit-cards")


def test_the_troops_of_a_sample_army_have_cards(cards):
    cards.print("unit-cards")
    assert "Crane" in cards_of(cards, 4)
    assert "17 Points 2 Miniatures" in cards_of(cards, 4)


def test_a_troop_of_a_sample_army_shows_the_profile_and_the_weapons_that_its_words_name(cards):
    cards.write(
        "data/editions/herons/armies.yaml",
        """
        first:
          name: First army
          rows:
            greys:
              name: Greys with claws
              miniatures: 2
              points: 17
              troop: {profile: unit/grey-herons, weapons: [claw]}
        """,
    )
    assert cards.print("unit-cards") == []
    words = cards_of(cards, 4)
    card = words[words.index("Greys with claws") :]
    assert "9 cm On foot" in card
    assert "17 Points 2 Miniatures" in card, "the list's, not the unit's 40 and 6"
    assert "WEAPONS Claw" in card
    assert "Patience. Those who wait lose −1 turn." in card


def test_a_card_for_a_class_leaves_its_name_to_the_pen(cards):
    cards.print("unit-cards")
    words = cards_of(cards, 4)
    assert "WADER" in words
    assert "About mist" not in words, "it has no profile"


def test_a_class_that_is_one_troop_has_the_card_of_that_troop(cards):
    cards.edit("data/editions/herons/classes.yaml", "wader:", "mist:")
    cards.edit("data/editions/herons/characteristics.yaml", "wader: Wader", "mist: Mist")
    cards.print("unit-cards")
    assert cards.outputs[0].faces == 7, "five cards, their back and what lies under it"
