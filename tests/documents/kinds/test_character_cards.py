"""Character cards: heroes with their figures, strategies, wounds and tokens."""


def test_heroes_have_cards_and_leaders_who_are_troops_have_none(cards):
    cards.edit("data/editions/herons/units.yaml", "points: 40", "points: 40\n  rank: leader")
    assert cards.print("character-cards", languages=["en", "es"]) == []
    words = cards.text("character-cards")
    assert "Old stork" in words
    assert "Grey herons" not in words
    assert [output.faces for output in cards.outputs] == [4, 4], "one, its back, and the art of both"


def test_a_hero_shows_the_words_of_the_strategies_at_the_level_learned(cards):
    cards.write(
        "data/editions/herons/characteristics.yaml",
        "wounds: {name: Wounds, typical: 1}\nreach: {name: Reach, typical: 2}\n",
    )
    cards.write(
        "data/editions/herons/characters.yaml",
        "stork: {name: Stork, text: Old., stats: {wounds: 4, reach: 5}, tokens: 2, equipment: [beak],"
        " preferred: beak, water: {splash: 1}}\n",
    )
    assert cards.print("character-cards") == []
    words = cards.text("character-cards")
    assert "5 Reach" in words
    assert "Splash. Splashes 3 cm." in words
    assert "Beak (favourite)" in words
    assert "Wounds Zen Tokens" in words
