"""The page to play with, used as at the table: wounds, markers, phases, the opponent, undo; nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser import Page, faults_of_access, needs_chromium
from tests.documents.conftest import Press
from tests.site.at_the_table import SMALL, press, said, type_into
from tests.site.conftest import RUNTIME, game_with_rules, make_site, needs_runtime

pytestmark = [needs_chromium, needs_runtime]

LIST = {
    "name": "Reeds",
    "clan": "sohei",
    "size": "200",
    "rows": [
        {"profile": "Ashigaru with Yari", "miniatures": "10"},
        {"profile": "Sohei Hero with Katana", "miniatures": "1"},
        {"profile": "Monks with Naginata", "miniatures": "5"},
    ],
}
PLAY = "KD.store('play-' + KD.data.army.edition, 60).value"
BATTLE = """
    battle:
      phases: {ability/silence: [], ability/patience: [sequence]}
      markers: {marker/used-unit: {until: ability/patience}, marker/fire: {}}
    """
TURN = """
    sequence: {form: phases, name: The turn, steps: {waiting: {of: [ability/patience]}}}
    """


@pytest.fixture
def table(table_site, served, chromium) -> Iterator[Page]:
    """The page on a phone, with a list of three troops."""
    with served(table_site.folder) as server, chromium.page(f"{server.url}play.html", 390, 844, phone=True) as page:
        page(f"KD.lists.add({json.dumps(LIST)})")
        page.frame()
        yield page


@pytest.fixture
def battle(table: Page) -> Page:
    """A battle that has just begun."""
    press(table, "Reeds")
    table.until("document.querySelectorAll('.unit').length === 3")
    return table


def troops(page: Page) -> list[dict]:
    """Return what is kept of the troops, mine first."""
    kept = page(PLAY)
    return [kept[name] for side in kept["battle"]["order"] for name in side]


def test_a_battle_begins_from_a_list_and_is_undone(battle):
    assert [one["many"] for one in troops(battle)] == [10, 1, 5]
    assert "10 / 10 · Ashigaru, Yari" in said(battle, ".unit")
    press(battle, "Undo")
    assert "Begin without a list" in said(battle)


def test_wounds_outlive_a_reload_and_so_does_undo(battle):
    for _ in range(5):
        press(battle, "Wound: Ashigaru with Yari")
    assert troops(battle)[0]["lost"] == 5
    assert "50 % or more have fallen" in said(battle, ".unit")
    battle.reload()
    battle.until("document.querySelectorAll('.unit').length === 3")
    assert troops(battle)[0]["lost"] == 5
    press(battle, "Undo")
    assert troops(battle)[0]["lost"] == 4


def test_a_hero_falls_with_his_last_wound(battle):
    for _ in range(3):
        press(battle, "Wound: Sohei Hero with Katana")
    assert "Gone" in said(battle, ".unit.dead")
    assert not battle("!!document.querySelector('.unit.dead .mk')")


def test_two_stunned_markers_become_a_wound(battle):
    press(battle, "Stunned Unit")
    press(battle, "Stunned Unit 1")
    first = troops(battle)[0]
    assert (first["lost"], first["marks"]["marker/stunned-unit"]) == (1, 0)
    assert "A wound: Ashigaru with Yari" in said(battle, "#toast")


def test_an_order_roll_gives_orders_and_the_last_one_spent_makes_the_troop_used(battle):
    press(battle, "Order Roll")
    faces = battle("[...document.querySelectorAll('.die')].map((one) => one.innerText.replace(/\\s+/g, ' '))")
    assert faces[0] == "1 1 × Activation Order Natural fumble"
    assert faces[5] == "6 2 × Activation Order High"
    battle("document.querySelectorAll('.die')[5].click()")
    battle.frame()
    assert troops(battle)[0]["marks"]["marker/orders-left"] == 2
    assert "Its Ki awakens" in said(battle, ".unit")
    press(battle, "Spend: Activation Order (2)")
    press(battle, "Spend: Activation Order (1)")
    assert troops(battle)[0]["marks"]["marker/used-unit"] == 1


def test_a_phase_takes_off_what_ends_with_it_says_how_much_and_can_be_undone(battle):
    press(battle, "Used Unit")
    press(battle, "Running unit", 1)
    assert "Next: Initiative" in said(battle)
    press(battle, "Next: Initiative")
    assert "Taken off: 1 × Used Unit" in said(battle, "#toast")
    assert "marker/used-unit" not in troops(battle)[0]["marks"]
    press(battle, "Undo")
    assert troops(battle)[0]["marks"]["marker/used-unit"] == 1
    for name in ("Next: Initiative", "Next: Activation", "End turn 1"):
        press(battle, name)
    assert "Turn 2. Taken off: 1 × Running unit" in said(battle, "#toast")
    assert (battle(PLAY)["battle"]["turn"], battle(PLAY)["battle"]["phase"]) == (2, 0)


def test_who_is_in_retreat_is_named_in_the_phase_in_which_it_rolls(battle):
    press(battle, "Unit in Retreat")
    assert "Ashigaru with Yari: Unit in Retreat" in said(battle, ".say")
    press(battle, "Next: Initiative")
    assert not battle("!!document.querySelector('.say')")


def test_the_opponent_comes_by_a_link_and_a_damaged_one_is_said(battle):
    letters = battle(f"KD.lists.pack({json.dumps({**LIST, 'name': 'Rivals'})})")
    press(battle, "Theirs")
    press(battle, "Opponent’s list from a link", 0)
    type_into(battle, "Paste the link", letters[:-9])
    press(battle, "Open it")
    assert "is missing, or a letter is wrong" in said(battle, "dialog")
    type_into(battle, "Paste the link", f"https://example.org/army.html#/army/{letters}")
    press(battle, "Open it")
    battle.until("document.querySelectorAll('.unit').length === 6")
    assert "Rivals" in said(battle, ".side.on")
    assert len(troops(battle)) == 6


@pytest.mark.parametrize("own", [True, False])
def test_a_list_that_somebody_sent_is_played_against_from_its_link(table_site, served, chromium, own):
    with served(table_site.folder) as server, chromium.page(f"{server.url}army.html", 390, 844, phone=True) as page:
        letters = page(f"KD.lists.pack({json.dumps({**LIST, 'name': 'Rivals'})})")
        if own:
            page(f"KD.lists.add({json.dumps(LIST)})")
        page(f"location.hash = '#/army/{letters}'")
        page.until("!!document.querySelector('.band h1') && document.querySelector('.band h1').innerText === 'Rivals'")
        press(page, "Play against it")
        page.until("location.pathname.endsWith('play.html') && !!document.querySelector('dialog')")
        press(page, "It is my opponent’s")
        page.until(f"document.querySelectorAll('.unit').length === {6 if own else 3}")
        assert "Rivals" in said(page, ".side.on")


def test_the_engine_adds_prices_and_cards_in_hand_and_the_share_that_is_lost_ends_the_battle(battle):
    battle.until(f"{PLAY}.battle.hand === 4")
    assert "Lost: 0 % of my points" in said(battle)
    for name in ("Ashigaru with Yari", "Sohei Hero with Katana"):
        press(battle, f"More markers: {name}")
        press(battle, "Off the table")
    assert "It is over!" not in said(battle)
    press(battle, "More markers: Monks with Naginata")
    press(battle, "Off the table")
    assert "Lost: 100 % of my points The battle ends at a loss of 75 % It is over!" in said(battle)


def test_a_troop_of_ones_own_and_a_marker_of_ones_own_are_put_on_the_table(battle):
    press(battle, "Battle")
    press(battle, "Add a troop of mine")
    type_into(battle, "Name", "Bears")
    type_into(battle, "Wounds of each", "4")
    press(battle, "Add")
    press(battle, "More markers: Bears")
    type_into(battle, "A marker of your own", "asleep")
    press(battle, "Put on")
    bears = troops(battle)[-1]
    assert (bears["name"], bears["each"], bears["notes"]) == ("Bears", 4, ["asleep"])


def test_what_another_tab_changes_is_shown_here(battle):
    # What the browser tells a tab when another one has written.
    first = troops(battle)[0]["id"]
    battle(
        f"""(() => {{ const key = "kensei-play-kensei-2e", kept = JSON.parse(localStorage.getItem(key));
          kept["{first}"].lost = 1; localStorage.setItem(key, JSON.stringify(kept));
          dispatchEvent(new StorageEvent("storage", {{ key }})); }})()"""
    )
    battle.frame()
    assert "9 / 10" in said(battle, ".unit")


def test_rules_and_the_quick_reference_of_the_phase_are_a_tap_away(battle):
    press(battle, "Quick reference")
    headings = battle("[...document.querySelectorAll('dialog h3')].map((one) => one.innerText)")
    assert headings[:3] == ["Maintenance phase", "My army’s own", "Honour, retreat and chase"]
    press(battle, "Divine Winds")
    battle.until(
        "document.querySelectorAll('dialog').length === 2 && !!document.querySelector('dialog:last-of-type .txt')"
    )
    battle.press("Escape")
    battle.frame()
    assert battle("document.querySelectorAll('dialog').length") == 1


def test_dice_are_thrown_and_counted(battle):
    press(battle, "Dice")
    for _ in range(4):
        press(battle, "More: Dice")
    press(battle, "Throw 5")
    thrown = battle("[...document.querySelectorAll('.thrown b')].map((one) => Number(one.innerText))")
    assert len(thrown) == 5 and set(thrown) <= set(range(1, 7))
    assert battle("document.querySelector('.counts tbody tr td:last-child').innerText") == "5"


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_runs_over_and_every_target_is_as_large_as_a_thumb(battle, language):
    battle(f"document.querySelector('[data-setlang={language}]').click()")
    press(battle, {"en": "Unit in Retreat", "es": "Unidad en Retirada"}[language])
    for width in (320, 390, 768, 1024, 1440):
        battle.resize(width, 800, phone=width < 700)
        battle.frame()
        assert battle("document.documentElement.scrollWidth") <= width
        assert not battle(SMALL), width
    assert not faults_of_access(battle)
    assert not battle.errors


@contextmanager
def herons_page(tmp_path: Path, served, chromium, declared: str) -> Iterator[Page]:
    press_ = game_with_rules(tmp_path / "herons")
    _with_turn(press_, declared)
    made = make_site(press_, tmp_path / "site", cards=False, runtime=RUNTIME)
    with served(made.folder) as server, chromium.page(f"{server.url}play.html", 390, 844, phone=True) as page:
        press(page, "Begin without a list")
        yield page


def _with_turn(game: Press, declared: str) -> None:
    game.edit("data/vocabulary.yaml", "  tables: table\n", "  tables: table\n  turn: turn\n")
    game.write("data/editions/herons/turn.yaml", TURN)
    if declared:
        game.write("data/editions/herons/vocabulary.yaml", declared)


def test_a_game_of_ones_own_is_played_by_what_its_data_declare(tmp_path, served, chromium):
    with herons_page(tmp_path, served, chromium, BATTLE) as page:
        press(page, "Add a troop of mine")
        type_into(page, "Name", "Grey heron")
        press(page, "Add")
        press(page, "Has flown")
        press(page, "Next: Patience")
        assert troops(page)[0]["marks"] == {"marker/used-unit": 1}
        press(page, "End turn 1")
        assert "Taken off: 1 × Has flown" in said(page, "#toast")


def test_a_game_that_declares_nothing_says_so_and_still_counts(tmp_path, served, chromium):
    with herons_page(tmp_path, served, chromium, "") as page:
        assert "declare no phases and no markers" in said(page)
        press(page, "More: Victory points, Me")
        press(page, "End turn 1")
        assert page(PLAY)["battle"]["points"] == [1, 0]
        assert page(PLAY)["battle"]["turn"] == 2
