"""Clan action cards."""


def test_an_action_shows_its_clan_and_how_often_it_can_be_used(cards):
    assert cards.print("clan-actions", languages=["en", "es"]) == []
    words = cards.text("clan-actions")
    assert "Dawn Grey clan · Special action" in words
    assert "Uses: 2." in words
    assert "Actions: 1." in words


def test_an_action_shows_large_what_its_effects_change_and_what_its_look_names(cards):
    cards.write(
        "data/editions/herons/clan-actions.yaml",
        """
        dawn:
          name: Dawn
          clan: grey
          figures: {gust: +2, fliers: 3}
          look: {large: {fliers: clan/grey}}
          text: The whole clan rises.
          rules: {uses: Use it once.}
          effects:
            gust: {hook: combat.pool, add: $gust, whose: enemies}
            shots: {hook: shoot.roll, add: $gust, whose: enemies}
        """,
    )
    assert cards.print("clan-actions") == []
    words = cards.text("clan-actions")
    assert "3 Grey clan" in words
    assert "+2 Combat dice, Shoot Roll (the enemy’s)" in words
    assert "Use it once" not in words, "the circles say it"
