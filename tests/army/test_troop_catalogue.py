"""The troops of an edition as records: what a miniature costs, what is known of it, and what is only assumed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from kensei_docs.army import ArmyReader
from kensei_docs.army.troop_catalogue import CatalogueTroop, troops_of
from kensei_docs.database import Database


@pytest.fixture(scope="module")
def troops(database: Database) -> dict[str, CatalogueTroop]:
    return {troop.profile.name: troop for troop in troops_of(database.editions["kensei-2e"])}


def test_a_troop_of_a_sample_army(troops: dict[str, CatalogueTroop]) -> None:
    teppo = troops["Ashigaru with Teppo"]
    assert (teppo.points, teppo.weapons, teppo.least, teppo.most) == (10, ("teppo",), 3, 15)
    assert (teppo.traits["class"], teppo.traits["troop-type"], teppo.traits["title"]) == (
        ("warrior",),
        ("infantry",),
        ("ashigaru",),
    )
    assert [(one.field, one.because) for one in teppo.assumptions] == [("class", "by-ruling"), ("troop-type", "usual")]


def test_a_hero_stands_alone(troops: dict[str, CatalogueTroop]) -> None:
    assert (troops["Buke Taisho"].least, troops["Buke Taisho"].most) == (1, 1)
    assert troops["Buke Taisho"].factions == ("buke",)


def test_a_troop_that_several_armies_have_is_one(troops: dict[str, CatalogueTroop], database: Database) -> None:
    several = [troop for troop in troops.values() if len(troop.factions) > 1]
    assert several
    assert len(troops) == len(troops_of(database.editions["kensei-2e"]))


def test_rules_about_troops_are_none(troops: dict[str, CatalogueTroop]) -> None:
    assert not {"Spiritual Troops", "Ways of the Onmyodo", "Attributes of a creature"} & set(troops)


def test_without_assuming_only_the_book_and_its_rulings_count(database: Database) -> None:
    strict = {troop.profile.name: troop for troop in troops_of(database.editions["kensei-2e"], assuming=False)}
    assert "troop-type" not in strict["Ashigaru with Teppo"].traits
    assert [one.field for one in strict["Ashigaru with Teppo"].assumptions] == ["class"]


def test_each_can_be_taken_into_a_list(troops: dict[str, CatalogueTroop], database: Database) -> None:
    """The row that a page makes of a troop is read as that troop, at that price."""
    rows = [{"profile": name, "miniatures": troop.least or 1} for name, troop in troops.items()]
    army = ArmyReader(database).read({"edition": "kensei-2e", "size": 9999, "rows": rows}, None, True)
    for read, (name, troop) in zip(army.troops, troops.items(), strict=True):
        assert read.profile and read.profile.name == name
        assert read.points == (None if troop.points is None else troop.points * read.miniatures)
        assert all(set(values) <= set(read.traits[field]) for field, values in troop.traits.items())


def test_the_command_lists_them(run: Callable) -> None:
    found = json.loads(run("army", "troops", "-e", "kensei-2e", "--format", "json").out)
    teppo = next(one for one in found if one["profile"] == "Ashigaru with Teppo")
    assert (teppo["name"]["es"], teppo["points"], teppo["class"], teppo["least"]) == (
        "Ashigaru con Teppo",
        10,
        "warrior",
        3,
    )
    assert all(
        {"id", "name", "points", "weapons", "least", "most", "assumptions", "from"} <= one.keys() for one in found
    )
    told = run("army", "troops", "-e", "kensei-2e", "-l", "es").out
    assert "Guerrero (G)§" in told and "Infantería*" in told


def test_an_edition_without_troops_says_so(run: Callable) -> None:
    told = run("army", "troops", "-e", "samurai-skirmish")
    assert (told.out.strip(), told.status) == (
        "samurai-skirmish has no troops: its armies are none that the tool knows",
        0,
    )
