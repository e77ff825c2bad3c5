"""The army roster: lines for the pen, and what limits come to by the size of the battle."""

import pytest

from kensei_docs.army.report import limit_table
from kensei_docs.database import load
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
    words = flock.text("roster")
    assert "Swimmers points at most 25 at most 75" in words
    assert "At least some miniatures at least 1 at least 3" in words
    assert "Silence. Nobody quacks." in words
    assert "MOV" in words
    assert "[Army roster]" in flock.text("roster", language="es")


def test_an_army_can_fill_the_lines(flock):
    from kensei_docs.catalogues import Translator
    from kensei_docs.documents.kinds.kind import load_kinds
    from kensei_docs.documents.kinds.rows import Row
    from kensei_docs.documents.kinds.themes import Theme
    from kensei_docs.documents.markup.templates import Templates

    database, _ = load(flock.project)
    kind = load_kinds(flock.project)[0]["roster"]
    army = {
        "army": {"name": "Grey flock", "points": "90"},
        "rows": [
            {"name": "Old herons", "miniatures": "3", "points": "30", "attributes": {"movement": "10 cm"}, "wounds": 2}
        ],
    }
    row = Row("grey-flock", database.editions["herons"], None, army, 1)
    templates = Templates(flock.project, kind, Translator(flock.project, database, "en"), Theme(), kind.face_on("a4"))
    templates.fill(row)
    words = templates.fragments["grey-flock.front"].words.split()
    assert {"Grey", "flock", "Old", "herons", "3", "30"} <= set(words)
    assert "10\u00a0cm" in templates.fragments["grey-flock.front"].html
