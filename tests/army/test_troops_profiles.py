"""What is printed on a unit card may be named in a list, with its price, its class and what it carries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.army import Army
from kensei_docs.army.roster import attributes_of, roster, troop_cards
from kensei_docs.army.troops import ListedTroop, ProfileNames, profiles_of
from kensei_docs.catalogues import Translator
from kensei_docs.database import Database
from kensei_docs.documents.products.product import load_products, rows_of
from kensei_docs.project import Project, shipped

PROJECT = Project((shipped(),), shipped() / "build")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_name_on_a_unit_card_is_a_profile(database: Database, language: str) -> None:
    edition = database.editions["kensei-2e"]
    translator = Translator(PROJECT, database, language)
    rows = [row for row in rows_of(load_products(PROJECT)[0]["unit-cards"], edition)[0] if row.copies]
    assert len(rows) >= 34
    for row in rows:
        assert row.record is not None
        name = translator.text(row.record, f"{row.path}.name") if row.path else translator.name(row.record)
        profile = ProfileNames(edition, lambda record: [translator.name(record)]).find(name, row.record.get("clan"))
        assert profile is not None, name
        assert profile.id in (row.record.id, f"{row.record.id}.{row.path}")


def test_a_row_of_a_sample_army_is_a_troop_with_the_price_of_one_miniature(database: Database) -> None:
    profile = ProfileNames(database.editions["kensei-2e"]).find("Ashigaru with Teppo", None)
    assert isinstance(profile, ListedTroop)
    assert (profile.kind, profile.id) == ("unit", "army/kuge.rows.ashigaru-teppo")
    assert {key: profile.get(key) for key in ("points", "class", "title", "weapons", "clan")} == {
        "points": "10",
        "class": "warrior",
        "title": "ashigaru",
        "weapons": ["teppo"],
        "clan": "kuge",
    }


def test_the_price_of_a_commander_is_no_troop(database: Database) -> None:
    assert not [each.id for each in profiles_of(database.editions["kensei-2e"]) if "commander-level" in each.id]


@pytest.mark.parametrize("clan", ["Kuge", "Sohei", "Otokodate"])
def test_of_troops_of_one_name_that_of_the_clan_is_meant(army_of: Callable[..., Army], clan: str) -> None:
    army = army_of(
        f"{{edition: kensei-2e, clan: {clan}, size: 200, rows: [{{profile: ashigaru WITH yari, miniatures: 10}}]}}"
    )
    [entry] = army.troops
    assert entry.profile and entry.profile.get("clan") == clan.lower()
    assert (entry.points, entry.get("weapons")) == (50, ["spear"])


def test_a_profile_may_be_named_in_another_language(tmp_path: Path, database: Database, run: Callable) -> None:
    file = tmp_path / "lista.yaml"
    rows = "[{perfil: Ashigaru con honda, miniaturas: 5}, {perfil: Héroe Kuge con Naginata, miniaturas: 1}]"
    file.write_text(f"{{edition: kensei-2e, size: 200, filas: {rows}}}", encoding="utf-8")
    done = run("army", "check", file, "-l", "es")
    assert done.err == "" and "70 / 200" in done.out


def test_they_are_listed(run: Callable) -> None:
    spanish = run("list", "unit", "-e", "kensei-2e", "-l", "es").out
    assert "Ashigaru con Teppo" in spanish and "kensei-2e/unit/spear-ashigaru" in spanish
    assert "Ashigaru with Teppo" in run("list", "unit", "-e", "kensei-2e").out


def test_the_price_in_force_counts_and_not_that_of_an_old_list(tmp_path: Path, run: Callable) -> None:
    file = tmp_path / "old.yaml"
    rows = "{profile: Samurai with Yari, miniatures: 15, points: 60}, {profile: Onna-Bushi, miniatures: 5}"
    file.write_text(f"{{edition: kensei-2e, size: 90, rows: [{rows}]}}", encoding="utf-8")
    done = run("army", "check", file)
    assert done.status == 1 and "100 / 90" in done.out and "keeps every limit" not in done.out
    assert "Samurai with Yari costs 60 in the list; 15 of army/buke.rows.samurai-yari cost 75, which counts" in (
        " ".join(done.out.split())
    )


def sample(database: Database, name: str, army_of: Callable[..., Army]) -> Army:
    record = database.editions["kensei-2e"].records[f"army/{name}"]
    named = [
        f"{{profile: {row['name']!r}, miniatures: {row['miniatures']}}}"
        for row in record.get("rows").values()
        if "commander-level" not in (row.get("troop") or {})
    ]
    return army_of(f"{{edition: kensei-2e, clan: {name}, size: 200, rows: [{', '.join(named)}]}}")


@pytest.mark.parametrize("name", ["kuge", "buke", "sohei", "otokodate", "kuroi-te"])
def test_the_roster_and_the_cards_of_an_army_have_the_same_figures(
    database: Database, name: str, army_of: Callable[..., Army]
) -> None:
    army = sample(database, name, army_of)
    translator = Translator(PROJECT, database, "en")
    for troop, row, (_, card) in zip(
        army.troops, roster(army, translator)["rows"], troop_cards(army, translator), strict=True
    ):
        instead = attributes_of(army, troop).instead
        for slug, figure in row["attributes"].items():
            key = instead.get(slug, slug)
            of_card = card["lent"] if slug in row["lent"] else card.get("profile") or {}
            assert of_card.get(key) == figure, f"{troop.name}: {slug}"
        assert {instead.get(slug, slug) for slug in row["lent"]} == set(card["lent"])


LENT = """
    edition: kensei-2e
    clan: Sohei
    size: 200
    rows:
      - {name: Hero, class: Hero, miniatures: 1, points: 20, weapons: Naginata}
      - {name: Archers, class: W, miniatures: 5, points: 50, weapons: "Yumi, Katana"}
      - {name: Riders, class: Elite, troop type: cavalry, miniatures: 5, points: 50, movement: 20 cm}
    """


def test_what_another_edition_lends_is_on_the_roster_too(database: Database, army_of: Callable[..., Army]) -> None:
    army = army_of(LENT)
    hero, archers, riders = roster(army, Translator(PROJECT, database, "en"))["rows"]
    assert (hero["attributes"]["honour"], hero["lent"]) == ("5", ["honour"])
    assert "shooting" not in hero["attributes"]
    assert (archers["attributes"]["shooting"], archers["lent"]) == ("2", ["shooting"])
    assert riders["attributes"]["movement"] == riders["card"]["profile"]["mounted"] == "20 cm"


def test_a_limit_of_the_roster_names_a_troop_as_its_row_does(database: Database, army_of: Callable[..., Army]) -> None:
    army = army_of("{edition: kensei-2e, size: 200, rows: [{profile: Ozutsu Cannon, miniatures: 1}]}")
    printed = roster(army, Translator(PROJECT, database, "es"))
    assert printed["rows"][0]["name"] == "Cañón Ozutsu"
    assert not [limit["name"] for limit in printed["limits"] if "Ozutsu Cannon" in limit["name"]]
    assert [limit["name"] for limit in printed["limits"] if limit["name"].endswith(": Cañón Ozutsu")]
