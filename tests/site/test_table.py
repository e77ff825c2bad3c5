"""The pages that ask the engine: which an edition has, what they know before it is up, and a site without them."""

from __future__ import annotations

import pytest

from kensei_docs.catalogues import translator_for
from kensei_docs.database import load
from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped
from kensei_docs.site.runtime import commands, library_files
from kensei_docs.site.table import table_pages
from tests.browser import needs_chromium
from tests.site.conftest import RUNTIME, game_with_rules, make_site, needs_runtime
from tests.site.test_build import data, parsed

TURN = """
    sequence:
      form: phases
      name: The turn
      steps:
        waiting: {of: [ability/patience]}
        catching: {of: [roll/catch]}
    """
# What the pages load before their own script, in this order.
SCRIPTS = ["screen", "site", "preact", "htm", "site-view", "site-lists", "site-engine", "data/army"]


def game_with_a_turn(folder):
    press = game_with_rules(folder)
    press.edit("data/vocabulary.yaml", "  tables: table\n", "  tables: table\n  turn: turn\n")
    press.write("data/editions/herons/turn.yaml", TURN)
    return press


@pytest.fixture(scope="module")
def pages_of_shipped():
    project = Project.open(shipped())
    database, _ = load(project)
    return {
        name: table_pages(database, edition, {"en": translator_for(project, database, "en")})
        for name, edition in database.editions.items()
    }


def test_an_edition_has_the_pages_that_its_data_allow(pages_of_shipped):
    assert {name: pages.names for name, pages in pages_of_shipped.items()} == {
        "heroic-2002": ["play", "odds"],
        "kensei-2e": ["army", "play", "odds"],
        "kensei-lr-2020": ["play", "odds"],
        "samurai-skirmish": ["play", "odds"],
    }
    assert pages_of_shipped["heroic-2002"].lacks == ["no army page: none of its troops has a price"]
    assert pages_of_shipped["kensei-2e"].lacks == []


def test_the_troops_that_can_be_taken_are_known_before_the_engine_is_up(pages_of_shipped):
    known = pages_of_shipped["kensei-2e"].data["army"]
    assert known["edition"] == "kensei-2e"
    assert known["version"].startswith("2e.")
    ashigaru = next(troop for troop in known["troops"] if troop["name"]["en"] == "Ashigaru with Yari")
    assert (ashigaru["points"], ashigaru["weapons"]) == (5, ["spear"])


def test_a_site_without_python_for_the_browser_says_how_to_get_it(tmp_path):
    site = make_site(game_with_a_turn(tmp_path / "herons"), tmp_path / "site", cards=False)
    (told,) = (lack for lack in site.lacks["herons"] if "--runtime" in lack)
    assert "(play)" in told
    assert len(commands()) == 2
    assert all(command in told for command in commands())
    assert not [file for file in site.folder.iterdir() if file.name in ("engine", "play.html", "preact.js")]
    assert "play.html" not in (site.folder / "index.html").read_text(encoding="utf-8")


def test_a_game_whose_data_allow_none_of_them_is_not_told_to_fetch_anything(site):
    assert not [lack for lack in site.lacks["herons"] if "--runtime" in lack]
    assert "no page to play with: it has neither troops nor a turn" in site.lacks["herons"]


def test_a_folder_that_is_not_of_the_runtime_is_refused_before_anything_is_made(tmp_path):
    press = game_with_rules(tmp_path / "herons")
    with pytest.raises(Unusable) as refused:
        make_site(press, tmp_path / "site", runtime=tmp_path)
    assert all(any(command in line for line in str(refused.value).splitlines()) for command in commands())
    assert not (tmp_path / "site").exists()


@pytest.fixture(scope="module")
def with_a_turn(tmp_path_factory):
    """The site of the game with a turn, with the runtime; only to be read."""
    folder = tmp_path_factory.mktemp("with-a-turn")
    return make_site(game_with_a_turn(folder / "herons"), folder / "site", cards=False, runtime=RUNTIME)


@needs_runtime
def test_a_game_of_ones_own_gets_the_pages_that_its_data_allow(with_a_turn):
    site = with_a_turn
    assert "no army page: none of its troops has a price" in site.lacks["herons"]
    assert "no page of odds: its play.yaml declares none" in site.lacks["herons"]
    assert not [file for file in site.folder.iterdir() if file.name.startswith(("army", "odds", "site-army"))]
    root = parsed(site.folder / "play.html")
    scripts = [one.get("src") for one in root.iter("script") if one.get("src")]
    assert scripts == [f"{name}.js" for name in (*SCRIPTS, "data/play", "site-play")]
    assert all((site.folder / script).is_file() for script in scripts)
    (here,) = (one for one in root.iter("a") if one.get("aria-current") == "page")
    assert here.get("href") == "play.html"
    known = data(site, "army")
    assert (known["edition"], known["version"], known["troops"]) == ("herons", "1.2", [])
    assert (known["faction"], known["level"], known["size"], known["samples"], known["drawings"]) == (
        None,
        None,
        None,
        [],
        [],
    )
    home = [one.get("href") for one in parsed(site.folder / "index.html").iter("a")]
    assert {"play.html", "licences/preact.txt", "licences/htm.txt"} <= set(home)
    assert (site.folder / "engine" / "snapshot.bin").is_file()


@needs_chromium
@needs_runtime
def test_the_front_door_says_where_the_reader_left_off(chromium, with_a_turn):
    with chromium.page((with_a_turn.folder / "index.html").as_uri(), 390, 844, phone=True) as page:
        door = "document.querySelector('.door[href=\"play.html\"]').innerText"
        before = page(door)
        page("KD.battle = KD.store('play-herons', 9); KD.battle.change(() => ({ battle: { name: 'Reeds', turn: 3 } }))")
        page("dispatchEvent(new Event('pageshow'))")
        assert page(door).splitlines()[-1] == "Reeds · turn 3"
        page.click("[data-setlang=es]")
        # This game has no words of pages in Spanish.
        assert page(door).splitlines()[-1] == "Reeds · [turn 3]"
        page("KD.battle.undo()")
        page("KD.setLang('en'); dispatchEvent(new Event('pageshow'))")
        assert page(door) == before
        assert page.errors == []


@needs_runtime
def test_the_library_comes_without_maps_that_are_not_there():
    files = library_files(RUNTIME)
    assert {"preact.js", "htm.js", "licences/preact.txt", "licences/htm.txt"} == files.keys()
    assert not [name for name, content in files.items() if b"sourceMappingURL" in content]


def test_its_scripts_have_neither_comments_nor_indentation(tmp_path):
    site = make_site(game_with_rules(tmp_path / "herons"), tmp_path / "site", cards=False)
    lines = (site.folder / "site-rules.js").read_text(encoding="utf-8").splitlines()
    assert lines[0] == '"use strict";'
    assert not [line for line in lines if line.startswith(("//", " ")) or not line]
