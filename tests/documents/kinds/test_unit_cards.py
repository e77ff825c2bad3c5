"""Unit cards: what is known of a troop, its figures first, and once in words what is left open."""

import pytest


def cards_of(press, language="en"):
    return " ".join(press.text("unit-cards", page, language) for page in (0,))


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_troop_with_a_profile_has_a_card_and_a_class_has_none(cards, language):
    assert cards.print("unit-cards", languages=[language]) == []
    words = cards_of(cards, language)
    assert "Grey herons" in words or "[Grey herons]" in words
    assert "WADER" not in words.upper()


def test_a_troop_shows_its_own_figures_and_else_those_of_its_class(cards):
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    assert "Grey herons Fisher · Hunter" in words
    assert "9cm Movement" in words or "9 cm Movement" in words, "its own"
    assert "3 Wounds" in words, "its class's"
    assert "6 Miniatures 40 Points" in words
    assert "6 miniatures × 3 wounds" in words


def test_a_troop_has_its_weapons_with_their_effects_and_says_what_its_abilities_do(cards):
    cards.print("unit-cards")
    words = cards_of(cards)
    assert "Grey herons Fisher · Hunter Beaks" in words
    assert "+1D6 Combat dice when mounted" in words
    assert "Patience. Those who wait lose −1 turn." in words
    assert "Hunter. It hunts at night." in words


def test_what_is_left_open_is_said_once_and_has_no_cell(cards):
    cards.print("unit-cards")
    words = cards_of(cards)
    assert "Left open: class, and with it the figures, weapons" in words, "of the troop of a sample army"
    assert "Left open: attack, shooting, initiative, honour" in words, "of the unit"


def test_abilities_without_room_for_their_words_are_named(cards):
    long = " ".join(["It waits for a very long time."] * 20)
    cards.write(
        "data/editions/herons/abilities.yaml",
        "".join(f"{name.lower()}: {{name: {name}, text: {long}}}\n" for name in ("Patience", "Hunger")),
    )
    cards.edit("data/editions/herons/units.yaml", "[patience]", "[patience, hunger]")
    assert cards.print("unit-cards") == []
    assert "MORE, ON THEIR OWN CARDS Patience, Hunger" in cards_of(cards)


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
    words = cards_of(cards)
    card = words[words.index("17 Points") - 60 :]
    assert "2 Miniatures 17 Points" in card, "the list's, not the unit's 40 and 6"
    assert "Greys with claws" in card
    assert "Claw Claws, type 5" in card
    assert "Patience. Those who wait lose −1 turn." in card


def test_a_troop_without_figures_has_its_size_and_points_at_its_foot(cards):
    assert cards.print("unit-cards") == []
    words = cards_of(cards)
    assert "2 Miniatures 17 Points Crane" in words, "of the sample army, whose class nobody gives"
    assert "wounds" not in words[words.index("17 Points") :].partition("Grey herons")[0]
