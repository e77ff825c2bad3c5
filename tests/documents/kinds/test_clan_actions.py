"""Clan action cards."""


def test_an_action_shows_its_clan_and_how_often_it_can_be_used(cards):
    assert cards.print("clan-actions", languages=["en", "es"]) == []
    words = cards.text("clan-actions")
    assert "Dawn Grey clan · Special action" in words
    assert "Uses: 2." in words
    assert "Actions: 1." in words
