"""Weapon and armour cards."""

import pytest


@pytest.mark.parametrize("language", ["en", "es"])
def test_weapons_for_melee_and_shooting_and_armour_are_one_deck(cards, language):
    assert cards.print("weapon-cards", languages=[language]) == []
    words = cards.text("weapon-cards", language=language)
    assert all(name in words for name in ("Beaks", "Claws", "Pebbles", "Down"))


def test_a_weapon_shows_what_it_adds_and_when(cards):
    cards.print("weapon-cards")
    words = cards.text("weapon-cards")
    assert "+1D6 Combat dice when mounted" in words
    assert "REACH 30 cm" in words
    assert "Hits on it get −1." in words


def test_effects_that_the_document_leaves_out_are_lines_to_write_on(cards):
    cards.print("weapon-cards")
    assert "write it in" in cards.text("weapon-cards")
