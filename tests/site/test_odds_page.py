"""The page of odds: two troops picked, conditions switched, chances shown, and what would change them most."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.browser import Page, faults_of_access, needs_chromium
from tests.site.at_the_table import SMALL, press, said, type_into
from tests.site.conftest import needs_runtime

pytestmark = [needs_chromium, needs_runtime]

SPEARS = {"row": {"profile": "Ashigaru with Yari", "miniatures": "10"}, "given": {}}
SAMURAI = {"row": {"profile": "Samurai with Dai-Katana", "miniatures": "5"}, "given": {}}
BOWS = {"row": {"profile": "Samurai with Yumi", "miniatures": "5"}, "given": {}}
# Nobody gives the figures of its class.
STRANGERS = {"row": {"name": "Strangers", "miniatures": "5", "class": "Komuso"}, "given": {}}


ANSWERED = "!!document.querySelector('[aria-busy=false]') && !document.querySelector('.late')"
CHANGES = "[...(document.querySelector('.led')?.children || [])].map((one) => one.innerText)"
FIRST_CHART = "[...document.querySelector('.hist').tBodies[0].rows].map((one) => one.innerText)"
FIND = """(text) => {
  const field = document.querySelector("dialog input, .sbox input");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""


@pytest.fixture(scope="module")
def browsed(table_site, served, chromium) -> Iterator[Page]:
    """The page on a phone; the engine starts once for all tests."""
    with served(table_site.folder) as server, chromium.page(f"{server.url}odds.html", 390, 844, phone=True) as page:
        yield page


@pytest.fixture
def odds(browsed: Page) -> Page:
    """The page without any troop, in English, on a phone."""
    browsed("document.querySelector('[data-setlang=en]').click(); localStorage.removeItem('kensei-odds-kensei-2e')")
    browsed("dispatchEvent(new StorageEvent('storage', { key: 'kensei-odds-kensei-2e' }))")
    browsed("KD.view.shut()")
    browsed.resize(390, 844, phone=True)
    browsed.frame()
    return browsed


def fight(page: Page, attacker: dict, defender: dict) -> None:
    """Put two troops on the page, and wait for their odds."""
    kept = json.dumps({"attacker": attacker, "defender": defender})
    page(f"localStorage.setItem('kensei-odds-kensei-2e', {json.dumps(kept)})")
    page("dispatchEvent(new StorageEvent('storage', { key: 'kensei-odds-kensei-2e' }))")
    answered(page)


def answered(page: Page) -> None:
    page.frame()
    page.until(ANSWERED)


def compared(page: Page) -> list[str]:
    """Wait until all conditions were compared, and return what each changes, the most first."""
    page.until("!document.querySelector('.sec small[role=status]')")
    texts = page(CHANGES)
    return [" ".join(text.split()) for text in texts]


def test_two_troops_are_picked_and_their_chances_shown_as_picture_and_table(odds):
    assert "Choose two troops" in said(odds)
    for at, name in enumerate(("3 × Ashigaru with Yari", "3 × Samurai with Dai-Katana")):
        odds(f"document.querySelectorAll('.pick > button')[{at}].click()")
        odds.frame()
        odds(f"({FIND})({json.dumps(name[4:])})")
        odds.frame()
        odds("document.querySelector('dialog .rows button').click()")
        odds.frame()
    answered(odds)
    assert odds("document.querySelector('.wdl').getAttribute('aria-label')").startswith("Win ")
    assert odds("document.querySelectorAll('.hist').length") == 2


def test_the_numbers_are_those_of_the_engine(odds):
    fight(odds, SPEARS, SAMURAI)
    assert odds("document.querySelector('.wdl').getAttribute('aria-label')") == "Win 18 %, Draw 24 %, Lose 57 %"
    assert "Casualties: theirs expect 1.6" in said(odds)
    rows = odds(FIRST_CHART)
    assert " ".join(rows[1].split()) == "1 39 % 94 %"


def test_a_switch_changes_the_odds_and_what_it_did_stands_among_the_steps(odds):
    fight(odds, SPEARS, SAMURAI)
    press(odds, "When charging")
    answered(odds)
    assert "Casualties: theirs expect 2" in said(odds)
    assert "Combat Roll: Charge, on foot" in said(odds, ".fight")


def test_what_would_change_most_comes_first_with_its_die_and_its_page(odds):
    fight(odds, SPEARS, SAMURAI)
    changes = compared(odds)
    assert changes[0].startswith("+1 Samurai with Dai-Katana against enemies in cover or sheltered p. 29, p. 55")
    assert changes[0].endswith("mine: −0.9 to win: +20 %")
    (charge,) = [one for one in changes if "Ashigaru with Yari when charging" in one]
    assert charge.startswith("+1D6") and "p. 69" in charge
    press(odds, "When charging")
    answered(odds)
    assert not [one for one in compared(odds) if "Ashigaru with Yari when charging" in one]


def test_what_cant_be_told_says_why_and_asks_for_it(odds):
    fight(odds, SPEARS, STRANGERS)
    assert "Who wins" in said(odds, ".facts")
    assert "can’t be told: nobody gives wounds (defender)" in said(odds)
    for label, figure in (("wounds (defender)", "3"), ("attack (defender)", "3"), ("honour (defender)", "3")):
        type_into(odds, label, figure)
        answered(odds)
    odds.until("!document.querySelector('.facts .unknown')")


def test_what_a_rule_forbids_is_said_and_undone(odds):
    hidden = {**SPEARS, "given": {"self.order": "shelter", "self.mounted": True}}
    fight(odds, SPEARS, SAMURAI)
    kept = json.dumps({"attacker": hidden, "defender": SAMURAI})
    odds(f"localStorage.setItem('kensei-odds-kensei-2e-undo', {json.dumps(json.dumps([{'attacker': SPEARS}]))})")
    odds(f"localStorage.setItem('kensei-odds-kensei-2e', {json.dumps(kept)})")
    odds("dispatchEvent(new StorageEvent('storage', { key: 'kensei-odds-kensei-2e' }))")
    odds.until("!!document.querySelector('[role=alert]')")
    assert "isn't for such troops" in said(odds, "[role=alert]")
    press(odds, "Undo")
    answered(odds)
    odds.until("!document.querySelector('[role=alert]')")


def test_only_ways_that_the_attacker_has_are_offered(odds):
    fight(odds, SPEARS, SAMURAI)
    assert "Shooting" not in said(odds)
    press(odds, "Change sides")
    answered(odds)
    fight(odds, BOWS, SAMURAI)
    assert "Hand to hand combat Shooting" in said(odds)


def test_shooting_asks_for_the_distance(odds):
    fight(odds, BOWS, SAMURAI)
    odds.until("document.querySelectorAll('.hist').length === 1")
    before = said(odds, ".hist")
    type_into(odds, "Distance", "55 cm")
    answered(odds)
    odds.until(f"document.querySelector('.hist').innerText.split(/\\s+/).join(' ') !== {json.dumps(before)}")


def test_a_figure_that_another_edition_lends_is_counted_and_said(odds):
    fight(odds, SPEARS, SAMURAI)
    assert "* Assumed, another edition gives it: Samurai with Dai-Katana, Honour 4" in said(odds)


def test_how_many_are_in_contact_is_asked(odds):
    fight(odds, SPEARS, SAMURAI)
    win = "document.querySelector('.wdl').getAttribute('aria-label')"
    all_fight = odds(win)
    for _ in range(3):
        press(odds, "Less: Miniatures in contact")
        answered(odds)
    assert odds(win) != all_fight
    assert "Each miniature in hand to hand combat, unit leader apart; not for a lone miniature → 9D6" in said(odds)
    assert "Complete ranks" in said(odds, ".conditions")


def test_words_of_players_find_the_condition_that_covers_them(odds):
    fight(odds, SPEARS, SAMURAI)
    odds(f"({FIND})('flank')")
    odds.frame()
    odds(f"({FIND})('obscured')")
    odds.frame()
    assert said(odds, ".conditions .chips") == "Against enemies in cover or sheltered"
    odds(f"({FIND})('night')")
    odds.frame()
    assert "In this attack no rule asks about “night”." in said(odds)


def test_what_holds_for_both_sides_is_set_once(odds):
    fight(odds, SPEARS, SAMURAI)
    odds(f"({FIND})('woods')")
    odds.frame()
    press(odds, "In the woods: for both sides")
    answered(odds)
    odds(f"({FIND})('')")
    odds.frame()
    pressed = "[...document.querySelectorAll('.chip[aria-pressed=true]')].map((one) => one.innerText)"
    assert odds(pressed).count("Against enemies in cover or sheltered") == 2


def test_opponents_stand_under_the_names_of_their_armies(odds):
    press(odds, "Their troopChoose a troop")
    headings = odds("[...document.querySelectorAll('dialog h3')].map((one) => one.innerText)")
    assert {"Buke", "Sohei", "All troops"} <= set(headings)
    odds(f"({FIND})('sohei teppo')")
    odds.frame()
    assert said(odds, "dialog .rows") == "3 × Monks with Teppo"


def test_an_answer_stays_for_the_next_page_and_is_there_before_the_engine(odds):
    fight(odds, SPEARS, SAMURAI)
    odds.reload()
    odds.until("!!document.querySelector('.wdl')")
    assert odds("document.querySelector('.wdl').getAttribute('aria-label')") == "Win 18 %, Draw 24 %, Lose 57 %"
    assert not odds("KD.engine.ready")
    odds.until("KD.engine.ready")


def test_sides_are_swapped(odds):
    fight(odds, SPEARS, SAMURAI)
    press(odds, "Change sides")
    answered(odds)
    assert odds("document.querySelector('.wdl').getAttribute('aria-label')") == "Win 57 %, Draw 24 %, Lose 18 %"


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_runs_over_and_every_target_is_as_large_as_a_thumb(odds, language):
    fight(odds, SPEARS, SAMURAI)
    odds(f"document.querySelector('[data-setlang={language}]').click()")
    for width in (320, 390, 768, 1024, 1440):
        odds.resize(width, 800, phone=width < 700)
        odds.frame()
        assert odds("document.documentElement.scrollWidth") <= width
        assert not odds(SMALL), width
    # Text at twice its size.
    odds.resize(390, 844, phone=True)
    odds("document.documentElement.style.fontSize = '32px'")
    odds.frame()
    assert odds("document.documentElement.scrollWidth") <= 390
    odds("document.documentElement.style.fontSize = ''; scrollTo(0, 0)")
    compared(odds)
    assert not faults_of_access(odds)
    assert not odds.errors
