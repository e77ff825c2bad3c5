"""Strategy cards, by their element and level."""

import pytest


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_strategy_has_a_card(cards, language):
    assert cards.print("strategy-cards", languages=[language]) == []
    words = cards.text("strategy-cards", language=language)
    assert "Ripple" in words
    assert "Splash" in words


def test_levels_can_be_ticked_and_one_without_effect_says_so(cards):
    cards.print("strategy-cards")
    words = cards.text("strategy-cards")
    assert "1 Splashes 3 cm. 2 Nothing to learn at this level." in words
    assert "TICK THE LEVELS LEARNED" in words
    assert "For one against one." in words
