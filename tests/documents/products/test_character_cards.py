"""Character cards: heroes with their figures, strategies, wounds and tokens."""

import shutil

import pytest


def test_heroes_have_cards_and_leaders_who_are_troops_have_none(cards):
    cards.edit("data/editions/herons/units.yaml", "points: 40", "points: 40\n  rank: leader")
    assert cards.print("character-cards", languages=["en", "es"]) == []
    words = cards.text("character-cards")
    assert "Old stork" in words
    assert "Grey herons" not in words
    assert [output.pieces for output in cards.outputs] == [3, 3], "one, and the copies of a form"


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
    assert "Splash Splashes 3 cm." in words, "squares stand between them"
    assert "Beak (favourite)" in words
    assert "Wounds Zen Tokens" in words


HEAVY = """
shell:
  name: Heavy shell
  pieces: [carapace]
  figures: {more: +3, less: -1, most: 5 cm}
  text: 'A shell: %(more)s, but %(less)s and %(most)s.'
  effects:
    more: {hook: guard, add: $more}
    less: {hook: peck.score, add: $less}
    most: {hook: pace, max: $most}
"""


@pytest.fixture
def armoured(cards):
    """The game with a hero in a shell that changes three figures."""
    edit = "data/vocabulary.yaml"
    cards.edit(
        edit,
        "combat.pool: {name: Combat dice}",
        "combat.pool: {name: Combat dice}\n  guard: {name: Guard, attribute: guard}\n"
        "  peck.score: {name: Peck score}\n  pace: {name: Pace, attribute: pace}",
    )
    with (cards.folder / edit).open("a", encoding="utf-8") as file:
        file.write("brings: {armour: {kinds: [armour], by: [pieces]}}\nmatchup: {worn: {armour: worn-by}}\n")
        file.write("quantities: {self.guard: {}, self.movement: {}}\n")
    cards.edit(
        "data/editions/herons/edition.yaml",
        "documents: []",
        "documents: []\nplay: {base: {guard: [self.guard], pace: [self.movement]}}",
    )
    cards.edit("data/glossary.yaml", "claw:", "carapace: {en: carapace, es: caparazón, part: armour}\nclaw:")
    cards.write("data/editions/herons/armour.yaml", HEAVY)
    cards.write("data/editions/herons/movement.yaml", "on-foot: {name: On foot, figures: {rate: 6 cm}}\n")
    cards.edit(edit, "markers: marker", "markers: marker\n  movement: movement")
    cards.write(
        "data/editions/herons/characteristics.yaml",
        "peck: {name: Peck, typical: 1}\nguard: {name: Guard, typical: 2}\n",
    )
    cards.write(
        "data/editions/herons/characters.yaml",
        "stork: {name: Stork, stats: {peck: 4, guard: 3}, equipment: [carapace]}\n"
        "crane: {name: Crane, stats: {peck: 4, guard: 3}, equipment: [beak]}\n",
    )
    kind = cards.folder / "templates" / "character-cards"
    words = (kind / "kind.yaml").read_text(encoding="utf-8")
    copy = cards.folder / "templates" / "heroes"
    shutil.copytree(kind, copy)
    kind.unlink()
    copy.rename(kind)
    (kind / "kind.yaml").write_text(
        words.replace("worn movement: move.rate", "worn movement: pace")
        .replace("worn defence: defence", "worn guard: guard")
        .replace("worn combat: melee.score", "worn peck: peck.score"),
        encoding="utf-8",
    )
    return cards


def test_a_heros_figures_are_those_in_the_armour_that_the_hero_owns(armoured):
    assert armoured.print("character-cards") == []
    words = armoured.text("character-cards")
    assert "4 Peck 6 3+3 Guard 5cm Movement" in words, "a sum, a limit"
    assert "Heavy shell. +3 Guard, −1 Peck score." in words, "what changes the dice alone stands in the words"


def test_a_hero_without_armour_has_bare_figures(armoured):
    assert armoured.print("character-cards") == []
    assert "4 Peck 3 Guard 6cm Movement" in armoured.text("character-cards")


def test_a_fault_in_the_rules_stops_the_cards_as_bare_figures_would_be_wrong(armoured):
    armoured.edit("data/editions/herons/edition.yaml", "base: {guard:", "bases: {guard:")
    armoured.print("character-cards")
    (problem,) = armoured.refused
    assert "did you mean 'base'?" in problem.message and problem.place.file.endswith("edition.yaml")


def test_two_cards_for_heroes_of_the_players_own_have_what_is_typical_in_their_boxes(cards):
    cards.write("data/editions/herons/characteristics.yaml", "reach: {name: Reach, typical: 27}\n")
    cards.print("character-cards")
    assert "27 Reach" in cards.text("character-cards")
    assert "Name Equipment" in cards.text("character-cards")


@pytest.mark.parametrize(("wounds", "tokens"), [(4, 2), (3, 5), (9, 0), (0, 9), (1, 8), (12, 12)])
def test_circles_for_any_number_of_wounds_and_tokens_stand_above_the_stamp(cards, wounds, tokens):
    cards.write(
        "data/editions/herons/characteristics.yaml",
        "wounds: {name: Wounds, typical: 1}\nreach: {name: Reach, typical: 2}\n",
    )
    had = "".join(f", {key}: {count}" for key, count in (("tokens", tokens),) if count)
    stats = f"reach: 5{f', wounds: {wounds}' if wounds else ''}"
    cards.write(
        "data/editions/herons/characters.yaml",
        f"stork: {{name: Stork, text: Old., stats: {{{stats}}}, equipment: [beak]{had}}}\n",
    )
    assert cards.print("character-cards") == []
