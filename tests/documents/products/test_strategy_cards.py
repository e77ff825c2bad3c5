"""Strategy cards, by their element and level."""

import pdfplumber
import pytest


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_strategy_has_a_card(cards, language):
    assert cards.print("strategy-cards", languages=[language]) == []
    words = cards.text("strategy-cards", language=language)
    assert "Ripple" in words
    assert "Splash" in words


def test_levels_can_be_ticked_and_one_without_effect_is_left_out(cards):
    cards.print("strategy-cards")
    words = cards.text("strategy-cards")
    assert "1 Splashes 3 cm. Tick your level; they don’t add up" in words
    assert "For one against one." in words


def test_figures_that_change_something_are_large_and_plain_counts_are_not(cards):
    cards.print("strategy-cards")
    assert "Gust Water −1 Combat dice of the enemy 3 cm Within 3 cm or 9 cm: −1. Uses: 2." in cards.text(
        "strategy-cards"
    )
    with pdfplumber.open(cards.pdf("strategy-cards")) as pdf:
        large = "".join(char["text"] for char in pdf.pages[0].chars if char["size"] > 20)
    assert large.replace("\N{NO-BREAK SPACE}", " ") == "−13 cm"


def test_captions_stand_beside_their_figures_in_place_of_the_text(cards):
    captions = "{beats: on its first attack, range: from its wings, uses: 'It may be used %(uses)s {time|times}.'}"
    cards.edit("data/editions/herons/strategies.yaml", "far: 9 cm}", f"far: 9 cm}}\n  captions: {captions}")
    cards.print("strategy-cards")
    words = cards.text("strategy-cards")
    assert "It may be used 2 times. −1 Combat dice of the enemy on its first attack 3 cm from its wings" in words
    assert "Within 3 cm" not in words


def test_levels_that_replace_what_the_weapon_does_say_so(cards):
    cards.print("strategy-cards")
    assert "In place of the weapon’s own effects" not in cards.text("strategy-cards")
    effect = "effects: {beat: {hook: combat.pool, add: +1, replaces: weapon/beak}}"
    cards.edit("data/editions/herons/strategies.yaml", "level: 1,", f"level: 1, {effect},")
    cards.print("strategy-cards")
    assert "In place of the weapon’s own effects Tick your level; they don’t add up" in cards.text("strategy-cards")
