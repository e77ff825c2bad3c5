"""Equipment cards: weapons, armour, and shields that are set up."""

import pytest


@pytest.mark.parametrize("language", ["en", "es"])
def test_weapons_for_melee_and_shooting_and_armour_are_one_deck(cards, language):
    assert cards.print("weapon-cards", languages=[language]) == []
    words = cards.text("weapon-cards", language=language)
    assert all(name in words for name in ("Beaks", "Pebbles", "Down"))


def test_a_weapon_shows_what_it_adds_and_when(cards):
    cards.print("weapon-cards")
    words = cards.text("weapon-cards")
    assert "+1D6 Combat dice when mounted" in words
    assert "30 cm Range" in words
    assert "Hits on it get −1." in words


def test_types_of_weapon_whose_effects_the_document_leaves_out_share_a_blank_card_and_have_no_other(cards):
    weapons = cards.folder / "data/editions/herons/weapons.yaml"
    weapons.write_text(weapons.read_text().replace("weapons: [claw],", "weapons: [claw], text: For herons that stand,"))
    cards.print("weapon-cards")
    assert "Claws" not in cards.text("weapon-cards")
    cards.print("blank-cards")
    words = cards.text("blank-cards")
    assert "Types of weapon Melee weapons 5 Claws For herons that stand" in words and "Beaks" not in words
    assert "Write what the army builder gives." in words


def test_what_a_text_changes_stands_above_it_in_large_figures(cards):
    armour = cards.folder / "data/editions/herons/armour.yaml"
    armour.write_text(
        "down: {name: Down, figures: {less: -1, hits: +2}, effects: {hits: {hook: combat.pool, add: $less}}, "
        "text: 'Hits on it get %(less)s. They are %(hits)s.'}\n"
    )
    cards.print("weapon-cards")
    # What no effect uses has no words beside it, and stands in the text alone.
    assert "Down Armour −1 Combat dice Hits on it get −1. They are +2." in cards.text("weapon-cards")


def test_a_card_does_not_list_its_own_name_among_its_weapons(cards):
    weapons = cards.folder / "data/editions/herons/weapons.yaml"
    weapons.write_text("beak: {name: Beak, weapons: [beak, claw], text: It pecks.}\n")
    cards.print("weapon-cards")
    words = cards.text("weapon-cards")
    assert "Beak Claw It pecks." in words


def test_a_shield_that_is_set_up_has_a_card(cards):
    cards.edit("data/vocabulary.yaml", "elements: element", "elements: element\n  equipment: equipment")
    cards.write("data/editions/herons/equipment.yaml", "pavise: {name: Reeds, text: Nobody sees who stands behind.}\n")
    cards.print("weapon-cards")
    assert "Reeds Equipment Nobody sees who stands behind." in cards.text("weapon-cards")
