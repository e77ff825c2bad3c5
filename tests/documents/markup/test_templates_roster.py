"""The army roster: lines for the pen, and what limits come to by the size of the battle."""

import re

import pytest

from kensei_docs.army.roster import limit_table
from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.products.options import spec_of
from kensei_docs.documents.products.product import Row, load_products
from tests.documents.markup.drawings.conftest import pond as _pond

pond = _pond

SIZES = """
    small: {name: Skirmish, points: 100}
    large: {name: Battle, points: 300}
    """
LIMITS = """
    swimmers:
      name: Swimmers
      figures: {share: 25 %, least: 1, per: 100, each: 1}
      text: "Swimmers: %(share)s."
      limits:
        most: {counts: points, of: {swims: true}, at-most: $share}
        least:
          name: At least some
          counts: miniatures
          of: {swims: true}
          at-least: {figure: $least, per: $per}
        banners:
          counts: miniatures
          of: {banner: true}
          at-most: {figure: $each, for-each: {swims: true}}
    quiet: {name: Silence, text: Nobody quacks.}
    """

LARGEST = """
    largest:
      name: Largest flock
      figures: {most: 14}
      text: "Largest flock: %(most)s."
      limits:
        most: {counts: miniatures, each: troop, at-most: $most}
    drakes:
      name: Drakes
      figures: {most: 0}
      text: "Drakes: %(most)s."
      limits:
        most: {counts: troops, of: {drake: true}, at-most: $most}
    """


@pytest.fixture
def flock(pond):
    pond.write("data/editions/herons/battle-sizes.yaml", SIZES)
    pond.write("data/editions/herons/limits.yaml", LIMITS)
    pond.write("data/editions/herons/characteristics.yaml", "movement: {name: Movement (MOV), text: Far.}\n")
    pond.translate({})
    return pond


def test_limits_are_reckoned_for_every_size_of_battle(flock):
    database, _ = load(flock.project)
    table = limit_table(database.editions["herons"], "battle-size")
    assert [size.slug for size in table.sizes] == ["small", "large"]
    assert [(row.named, row.counts, row.bounds) for row in table.rows] == [
        ("name", "points", ((None, "25"), (None, "75"))),
        ("limits.least.name", "miniatures", (("1", None), ("3", None))),
    ]


def test_the_roster_is_printed_with_its_limits(flock):
    assert flock.print("roster", languages=["en", "es"], papers=["a4", "letter"]) == []
    assert "MOV" in flock.text("roster") and "Wounds each" in flock.text("roster")
    words = flock.text("roster", page=1)
    assert "Swimmers, points ≤ 25 ≤ 75" in words
    assert "At least some, miniatures ≥ 1 ≥ 3" in words
    assert "Silence. Nobody quacks." in words
    assert "Notes" in words, "what is left of the page is for the pen"
    assert "[Army roster]" in flock.text("roster", language="es")


def filled(pond, item):
    """Return the roster's face with what stands in ``item``."""
    database, _ = load(pond.project)
    kind = load_products(pond.project)[0]["roster"]
    row = Row("grey-flock", database.editions["herons"], None, item, 1)
    templates = Templates(pond.project, spec_of(kind), Translator(pond.project, database, "en"))
    templates.fill(row)
    return templates.fragments["grey-flock.front"]


def circles(face):
    return [models.partition("</p>")[0].count("<span></span>") for models in face.html.split('<p class="models')[1:]]


def test_a_limit_that_no_size_changes_stands_once(flock):
    words = " ".join(filled(flock, {}).words.split())
    assert "≤" in words and "Largest flock" not in words
    flock.write("data/editions/herons/limits.yaml", LIMITS + LARGEST)
    words = " ".join(filled(flock, {}).words.split())
    assert "Largest flock, miniatures ≤ 14 Drakes none" in words


def test_a_line_for_the_pen_has_a_circle_for_each_miniature_that_a_unit_may_have(flock):
    assert set(circles(filled(flock, {}))) == {15}
    flock.write("data/editions/herons/limits.yaml", LIMITS + LARGEST)
    assert set(circles(filled(flock, {}))) == {14}


def test_a_creature_s_presence_stands_in_the_box_of_honour(flock):
    flock.write(
        "data/editions/herons/characteristics.yaml",
        """
        honour: {name: Honour (HO), text: Kept.}
        presence: {name: Presence (PR), text: Felt.}
        wounds: {name: Wounds (WO), text: Borne.}
        """,
    )
    face = filled(flock, {})
    heads = face.html.partition('<div class="heads"')[2].partition("</div>")[0]
    assert re.findall(r'class="attribute"[^>]*>([^<]+)<', heads) == ["HO/PR", "WO"]
    assert "HO/PR Honour/Presence" in " ".join(face.words.split())
    assert "Wounds each" not in face.words


def test_a_game_without_points_has_no_room_for_them(flock, pond):
    assert {"Army points", "Points"} <= labels(filled(flock, {}))
    (pond.folder / "data/editions/herons/battle-sizes.yaml").unlink()
    (pond.folder / "data/editions/herons/limits.yaml").unlink()
    assert not {"Army points", "Points"} & labels(filled(pond, {}))


def labels(face):
    return {one for one in ("Army points", "Points", "Weapons, armour, abilities") if f">{one}</p>" in face.html}


def test_an_army_can_fill_the_lines(flock):
    army = {
        "army": {"name": "Grey flock", "points": "90"},
        "rows": [
            {"name": "Old herons", "miniatures": "3", "points": "30", "attributes": {"movement": "10 cm"}, "wounds": 6}
        ],
        "limits": [
            {
                "name": "Fishers",
                "counts": "points",
                "status": "broken",
                "have": "30",
                "least": None,
                "most": "20",
                "bar": {"sure": 1.0, "have": 1.0, "least": None, "most": 0.6667},
            }
        ],
    }
    face = filled(flock, army)
    words = face.words.split()
    assert {"Grey", "flock", "Old", "herons", "3", "30"} <= set(words)
    html = face.html
    # In a column of its characteristic a figure needs no unit; a wound is a circle, with a stroke after half of them.
    assert ">10</p>" in html
    models = html.partition('<p class="models"')[2].partition("</p>")[0]
    assert models.count("<span></span>") == 6 and models.index("<i>") > models.index("<span>")
    assert "left: 66.67%" in html and "broken" in words


def test_what_only_profiles_and_the_table_of_classes_have_has_a_box_too(flock):
    assert "Shooting" not in filled(flock, {}).words
    flock.edit("data/vocabulary.yaml", "kinds:", "kinds:\n  spirits: spirit")
    flock.write("data/editions/herons/spirits.yaml", "mist: {name: Mist, profile: {presence: 2}}\n")
    flock.write(
        "data/editions/herons/characteristics.yaml",
        "attributes: {name: Attributes, rows: {shooting: {name: Shots, fisher: 3}}}\n",
    )
    words = filled(flock, {}).words
    assert "Shooting" in words and "Presence" in words


@pytest.fixture
def heroes(pond):
    """A game of heroes, who learn strategies at three levels."""
    pond.edit(
        "data/vocabulary.yaml",
        "kinds:",
        "kinds:\n  characters: character\n  strategies: strategy\n  movement: movement\n  troop-types: troop-type",
    )
    pond.write("data/editions/herons/characteristics.yaml", "guard: {name: Guard, text: It guards.}\n")
    pond.write("data/editions/herons/characters.yaml", "stork: {name: Stork, text: Old.}\n")
    pond.write("data/editions/herons/troop-types.yaml", "hero: {name: Hero}\n")
    pond.write("data/editions/herons/movement.yaml", "on-foot: {name: On foot, figures: {rate: 6 cm}}\n")
    pond.write(
        "data/editions/herons/strategies.yaml",
        "splash: {name: Splash, levels: {a: {level: 1}, b: {level: 2}, c: {level: 3}}}\n",
    )
    pond.translate({})
    return pond


def test_heroes_have_a_sheet_with_their_movement_and_strategies(heroes):
    assert heroes.print("roster", languages=["en", "es"], papers=["a4", "letter"]) == []
    words = heroes.text("roster")
    # In the head of the page and in its margin.
    assert words.count("Band roster") == 2 and "Army roster" not in words
    assert "Start Half" in words, "a test is due at half, whatever the group begins with"
    assert "Movement" in words and "Weapons, armour, equipment" in words
    face = filled(heroes, {})
    rows = face.html.count("Strategies and their levels")
    assert rows == 3, "heroes on a page"
    assert {one.partition("</span>")[0].count("<i></i>") for one in face.html.split('<div class="strategy"')[1:]} == {3}
    assert set(circles(face)) == {10}, "groups have circles, heroes boxes"
    assert "Group" in words
    assert "Splash" in heroes.text("roster", page=1)


def test_what_each_level_of_a_strategy_does_has_a_line(heroes):
    heroes.write(
        "data/editions/herons/strategies.yaml",
        "splash: {name: Splash, levels: {a: {level: 1, text: Wet.}, b: {level: 2, text: Wetter.}}}\n",
    )
    html = filled(heroes, {}).html
    lines = html.split('<span class="level')[1:]
    assert [line.partition(">")[2].partition("</span>")[0] for line in lines] == ["<i>1</i>Wet.", "<i>2</i>Wetter."]


def test_columns_stand_in_the_order_in_which_a_profile_is_read(flock):
    flock.write(
        "data/editions/herons/characteristics.yaml",
        """
        honour: {name: Honour (HO), text: Kept.}
        movement: {name: Movement (MOV), text: Far.}
        attack: {name: Attack (AT), text: Hard.}
        attributes: {name: Attributes, rows: {shooting: {name: Shots, fisher: 3}}}
        """,
    )
    heads = filled(flock, {}).html.partition('<div class="heads"')[2].partition("</div>")[0]
    assert re.findall(r'class="attribute"[^>]*>([^<]+)<', heads) == ["MOV", "AT", "SH", "HO"]


def test_the_leaders_and_the_hand_of_cards_have_room_for_the_pen(flock):
    assert "Cards in hand" not in filled(flock, {}).words
    flock.edit("data/vocabulary.yaml", "kinds:", "kinds:\n  leaders: leader")
    flock.write("data/editions/herons/leaders.yaml", "army-general: {name: Old heron, text: It leads.}\n")
    flock.write(
        "data/editions/herons/command-deck.yaml",
        "deck: {name: Deck, hands: {small: {least: 100, most: 199, cards: 4}, large: {least: 200, cards: 5}}}\n",
    )
    words = " ".join(filled(flock, {}).words.split())
    assert "Old heron" in words and "Scenario" in words
    assert "Cards in hand Points 100–199: 4 Points 200 or more: 5" in words
