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
    """A battle in its first turn, with the first troop open."""
    press(table, "Begin with: Reeds")
    table.until("document.querySelectorAll('.unit').length === 3")
    press(table, "Next: Turn 1")
    table("document.querySelector('.unit summary').click()")
    table.frame()
    return table


DID = ".did span"


def troops(page: Page) -> list[dict]:
    """Return what is kept of the troops, mine first."""
    kept = page(PLAY)
    return [kept[name] for side in kept["battle"]["order"] for name in side]


def test_a_battle_begins_from_a_list_and_is_undone(battle):
    assert [one["many"] for one in troops(battle)] == [10, 1, 5]
    assert "Ashigaru with Yari 10 / 10 Ashigaru, Yari" in said(battle, ".unit")
    press(battle, "Undo")
    assert "Undone: Turn 1" in said(battle, DID)
    assert "Setting up" in said(battle, ".turn")
    press(battle, "Undo")
    assert "Begin without a list" in said(battle)


def test_before_the_first_turn_stands_what_is_done_then(table):
    press(table, "Begin with: Reeds")
    table.until("document.querySelectorAll('.unit').length === 3")
    assert said(table, ".phase") == "Choice of scenario Strategy Roll Deployment"
    table("document.querySelector('.phase summary').click()")
    table.frame()
    assert "By turns 1 troop, in formation with its leader" in said(table, ".phase")
    press(table, "Next: Turn 1")
    assert said(table, ".phase") == "Army in retreat New command cards Troops in retreat Markers"


def test_the_list_that_is_open_on_the_page_of_armies_is_the_first_to_begin_with(table):
    table(f"KD.lists.add({json.dumps({**LIST, 'name': 'Rivals'})})")
    table.frame()
    assert said(table, ".btn.main") == "Begin with: Rivals"


def test_six_troops_are_seen_at_once_on_a_phone(table):
    table(f"KD.lists.add({json.dumps({**LIST, 'name': 'Six', 'rows': LIST['rows'] * 2})})")
    table.frame()
    press(table, "Begin with: Six")
    press(table, "Next: Turn 1")
    foot = table("document.querySelector('.thumb').getBoundingClientRect().top")
    assert table("document.querySelectorAll('.unit')[5].getBoundingClientRect().bottom") <= foot


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
    assert "Sohei Hero with Katana: 0 / 1" in said(battle, DID)


def test_two_stunned_markers_become_a_wound(battle):
    press(battle, "Stunned Unit")
    press(battle, "More: Stunned Unit")
    first = troops(battle)[0]
    assert (first["lost"], first["marks"]["marker/stunned-unit"]) == (1, 0)
    assert "Ashigaru with Yari: a wound (2 × Stunned Unit)" in said(battle, DID)


def test_who_calls_creatures_counts_his_points_where_he_rolls_for_orders(table):
    rows = [{"profile": "Onmyouji", "miniatures": "1", "points": "20"}, LIST["rows"][0]]
    table(f"KD.lists.add({json.dumps({**LIST, 'name': 'Way', 'rows': rows})})")
    table.frame()
    press(table, "Begin with: Way")
    press(table, "Next: Turn 1")
    table("document.querySelector('.unit summary').click()")
    press(table, "Order Roll")
    press(table, "More: Ki point")
    press(table, "More: Ki point")
    assert [one["marks"].get("marker/ki-point") for one in troops(table)] == [2, None]
    press(table, "Close")
    table("document.querySelectorAll('.unit .ord')[1].click()")
    table.frame()
    assert "Ki point" not in said(table, "dialog[open] .mk")


def test_the_quick_reference_says_what_a_rule_says_and_opens_it(battle):
    press(battle, "Quick reference")
    assert "Open formation Skirmishers: up to 5 cm from one base" in said(battle, "dialog[open]")
    battle("document.querySelector('dialog[open] a[href=\"#formation/open-formation\"]').click()")
    battle.until("[...document.querySelectorAll('dialog[open] h2')].at(-1).innerText === 'Open formation'")


def test_an_order_roll_gives_orders_and_the_last_one_spent_makes_the_troop_used(battle):
    press(battle, "Order Roll")
    faces = battle(
        "[...document.querySelectorAll('.die')].map((one) => [one.innerText, one.querySelectorAll('i').length])"
    )
    assert [[text.split(), orders] for text, orders in (faces[0], faces[5])] == [
        [["1", "Natural", "fumble"], 1],
        [["6", "High"], 2],
    ]
    battle("document.querySelectorAll('.die')[5].click()")
    battle.frame()
    assert troops(battle)[0]["marks"]["marker/orders-left"] == 2
    assert "Its Ki awakens" in said(battle, ".unit")
    press(battle, "Spend: Activation Order (2)")
    press(battle, "Spend: Activation Order (1)")
    assert troops(battle)[0]["marks"]["marker/used-unit"] == 1


def test_a_figure_that_another_edition_lends_counts_in_the_order_roll_and_is_marked(table):
    rows = [{"profile": "Samurai with Dai-Katana", "miniatures": "5"}]
    table(f"KD.lists.add({json.dumps({**LIST, 'name': 'Elite', 'rows': rows})})")
    table.frame()
    press(table, "Begin with: Elite")
    table("document.querySelector('.unit summary').click()")
    table.frame()
    assert "Initiative 2*" in " ".join(said(table, ".figures").split())  # the name stands below its figure
    press(table, "Order Roll")
    assert table("document.querySelectorAll('.die').length") == 6


def test_a_phase_takes_off_what_ends_with_it_says_how_much_and_can_be_undone(battle):
    press(battle, "Used Unit")
    press(battle, "Running unit", 1)
    assert "Next: Initiative" in said(battle)
    press(battle, "Next: Initiative")
    assert "Initiative phase · Taken off: 1 × Used Unit" in said(battle, DID)
    assert "marker/used-unit" not in troops(battle)[0]["marks"]
    press(battle, "Undo")
    assert troops(battle)[0]["marks"]["marker/used-unit"] == 1
    for name in ("Next: Initiative", "Go on (open: 1)", "End turn 1"):
        press(battle, name)
    assert "Turn 2 · Taken off: 1 × Running unit" in said(battle, DID)
    assert (battle(PLAY)["battle"]["turn"], battle(PLAY)["battle"]["phase"]) == (2, 0)


def test_who_is_in_retreat_rolls_before_the_phase_ends(battle):
    press(battle, "Unit in Retreat")
    # Its name stands in the line above, too, then on the card of the hero.
    press(battle, "Unit in Retreat", 2)
    told = said(battle, ".say")
    assert "Ashigaru with Yari: Unit in Retreat · Honour Roll 3 or less, 2 or less (in hand to hand combat)" in told
    press(battle, "Passed: the marker comes off: Ashigaru with Yari")
    assert "marker/unit-in-retreat" not in [name for name, many in troops(battle)[0]["marks"].items() if many]
    press(battle, "Failed: off the table: Sohei Hero with Katana")
    assert troops(battle)[1]["lost"] == 3
    press(battle, "Undo")
    # It can be left open.
    press(battle, "Go on (open: 1)")
    assert not battle("!!document.querySelector('.say')")


def test_who_has_the_initiative_is_chosen_in_its_phase_and_is_open_again_in_the_next(battle):
    press(battle, "Next: Initiative")
    assert "Go on (open: 1)" in said(battle, ".thumb")
    choose = "one.selectedIndex = 2; one.dispatchEvent(new Event('change', { bubbles: true }))"
    battle(f"(() => {{ const one = document.querySelector('.hand select'); {choose}; }})()")
    battle.frame()
    assert battle(PLAY)["battle"]["precedence"] == 1
    assert said(battle, DID) == "Initiative: Foe"
    for name in ("Next: Activation", "End turn 1", "Next: Initiative"):
        press(battle, name)
    assert battle(PLAY)["battle"]["precedence"] is None


def test_a_hand_is_full_again_in_the_phase_that_draws(battle):
    battle.until(f"{PLAY}.battle.hand === 4")
    press(battle, "Less: Cards in hand")
    for name in ("Next: Initiative", "Go on (open: 1)"):
        press(battle, name)
    assert battle(PLAY)["battle"]["hand"] == 3
    press(battle, "End turn 1")
    assert battle(PLAY)["battle"]["hand"] == 4


def test_the_opponent_comes_by_a_link_and_a_damaged_one_is_said(battle):
    letters = battle(f"KD.lists.pack({json.dumps({**LIST, 'name': 'Rivals'})})")
    press(battle, "Their troops")
    press(battle, "Opponent’s list from a link", 0)
    type_into(battle, "Paste the link", letters[:-9])
    press(battle, "Open it")
    battle.until("!document.querySelector('#toast').hidden")
    assert "is missing, or a letter is wrong" in said(battle, "#toast")
    press(battle, "Opponent’s list from a link", 0)
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
        page.until("location.pathname.endsWith('play.html') && !!document.querySelector('dialog[open]')")
        press(page, "It is my opponent’s")
        page.until(f"document.querySelectorAll('.unit').length === {6 if own else 3}")
        assert "Rivals" in said(page, ".side.on")


def test_the_engine_adds_prices_and_cards_in_hand_and_the_share_that_is_lost_ends_the_battle(battle):
    battle.until(f"{PLAY}.battle.hand === 4")
    assert "Lost: 0 % of my points" in said(battle)
    for at in range(2):
        press(battle, "Off the table", at)
    assert "It is over!" not in said(battle)
    press(battle, "Off the table", 2)
    assert "Lost: 100 % of my points. The battle ends at a loss of 75 % It is over!" in said(battle)


def test_a_troop_of_ones_own_and_a_marker_of_ones_own_are_put_on_the_table(battle):
    press(battle, "Battle")
    press(battle, "Add a troop of mine")
    type_into(battle, "Name", "Bears")
    type_into(battle, "Wounds of each", "4")
    press(battle, "Add")
    battle.until("document.querySelectorAll('.unit').length === 4")
    battle("[...document.querySelectorAll('[name=note]')].pop().value = 'asleep'")
    press(battle, "Put on", 3)
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


def test_rules_and_the_quick_reference_are_a_tap_away(battle):
    press(battle, "Quick reference")
    headings = battle("[...document.querySelectorAll('dialog[open] h3')].map((one) => one.innerText)")
    assert headings[:2] == ["My army’s own", "The turn"]
    press(battle, "Divine Winds")
    battle.until(
        "document.querySelectorAll('dialog[open]').length === 2 && !!document.querySelector('dialog:last-of-type .txt')"
    )
    battle.press("Escape")
    battle.frame()
    assert battle("document.querySelectorAll('dialog[open]').length") == 1


def test_a_part_of_the_reference_with_one_rule_opens_that_rule(battle):
    press(battle, "Next: Initiative")
    press(battle, "Go on (open: 1)")
    battle("document.querySelector('.phase summary').click()")
    battle.frame()
    press(battle, "Order Roll")
    battle.until("!!document.querySelector('dialog[open] .txt')")
    assert "roll 1D6 and add its Initiative" in said(battle, "dialog[open]")


def test_dice_are_thrown_counted_as_successes_and_thrown_again(battle):
    press(battle, "Dice")
    for _ in range(19):
        press(battle, "More: How many")
    for _ in range(6):
        press(battle, "More: A success is")
    press(battle, "Throw 20")
    shown = "[...document.querySelectorAll('.thrown button')].map((one) => Number(one.innerText))"
    thrown = battle(shown)
    assert len(thrown) == 20 and set(thrown) <= set(range(1, 7))
    assert f"Successes: {thrown.count(6)} of 20." in said(battle, "dialog[open]")
    press(battle, "Throw the misses again")
    assert battle(shown)[: thrown.count(6)] == [6] * thrown.count(6)


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_runs_over_and_every_target_is_as_large_as_a_thumb(battle, language):
    battle(f"document.querySelector('[data-setlang={language}]').click()")
    press(battle, {"en": "Unit in Retreat", "es": "Unidad en Retirada"}[language])
    for width in (320, 390, 768, 1024, 1440):
        battle.resize(width, 800, phone=width < 700)
        battle.frame()
        assert battle("document.documentElement.scrollWidth") <= width
        assert not battle(SMALL), width
    # Text at twice its size.
    battle.resize(390, 844, phone=True)
    battle("document.documentElement.style.fontSize = '32px'")
    battle.frame()
    assert battle("document.documentElement.scrollWidth") <= 390
    battle("document.documentElement.style.fontSize = ''; scrollTo(0, 0)")
    battle.until("!document.querySelector('.ub').innerText.match(/Loading|Cargando/)")
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
        assert "Taken off: 1 × Has flown" in said(page, DID)


def test_a_game_that_declares_nothing_says_so_and_still_counts(tmp_path, served, chromium):
    with herons_page(tmp_path, served, chromium, "") as page:
        assert "declare no phases and no markers" in said(page)
        assert not page("!!document.querySelector('.phase')")
        press(page, "More: Victory points, Me")
        press(page, "End turn 1")
        assert page(PLAY)["battle"]["points"] == [1, 0]
        assert page(PLAY)["battle"]["turn"] == 2
