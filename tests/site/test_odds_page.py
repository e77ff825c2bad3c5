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


ANSWERED = "!!document.querySelector('[aria-busy=false]') && !document.querySelector('.late')"
CHANGES = "[...(document.querySelector('.led')?.children || [])].map((one) => one.innerText)"
FIRST_CHART = "[...document.querySelector('.hist').tBodies[0].rows].map((one) => one.innerText)"
FIND = """(text) => {
  const field = document.querySelector("dialog input");
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
    fight(odds, SPEARS, SAMURAI)
    assert "holds can’t be told: nobody gives honour (defender)" in said(odds)
    type_into(odds, "honour (defender)", "4")
    answered(odds)
    odds.until("!document.querySelector('.facts .unknown')")


def test_what_a_rule_forbids_is_said_and_undone(odds):
    fight(odds, SPEARS, SAMURAI)
    press(odds, "Shooting")
    odds.until("!!document.querySelector('[role=alert]')")
    assert "name a weapon" in said(odds, "[role=alert]")
    press(odds, "Undo")
    answered(odds)
    odds.until("!document.querySelector('[role=alert]')")


def test_shooting_asks_for_the_distance(odds):
    fight(odds, BOWS, SAMURAI)
    type_into(odds, "ranged attack (attacker)", "2")
    answered(odds)
    odds.until("document.querySelectorAll('.hist').length === 1")
    before = said(odds, ".hist")
    type_into(odds, "Distance", "55 cm")
    answered(odds)
    odds.until(f"document.querySelector('.hist').innerText.split(/\\s+/).join(' ') !== {json.dumps(before)}")


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
    assert not faults_of_access(odds)
    assert not odds.errors
