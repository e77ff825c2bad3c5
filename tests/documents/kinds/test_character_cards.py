"""Character cards: heroes, leaders, and blanks for others."""


def test_heroes_and_leaders_have_cards_and_there_are_blank_ones(cards):
    cards.edit("data/editions/herons/units.yaml", "points: 40", "points: 40\n  rank: leader")
    assert cards.print("character-cards", languages=["en", "es"]) == []
    words = cards.text("character-cards")
    assert "Old stork" in words
    assert "Grey herons" in words
    assert "General" in words
    assert [output.faces for output in cards.outputs] == [5, 5], "two, a blank, a back and its art"


def test_a_hero_shows_the_words_of_the_strategies_at_the_level_learned(cards):
    cards.write("data/editions/herons/characteristics.yaml", "wounds: {name: Wounds, typical: 1}\n")
    cards.write(
        "data/editions/herons/characters.yaml",
        "stork: {name: Stork, text: Old., stats: {wounds: 4}, tokens: 2, equipment: [beak],"
        " preferred: beak, water: {splash: 1}}\n",
    )
    assert cards.print("character-cards") == []
    words = cards.text("character-cards")
    assert "4 Wounds" in words
    assert "Splash 1. Splashes 3 cm." in words
    assert "EQUIPMENT Beak (favourite)" in words
