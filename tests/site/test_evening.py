"""An evening at the table, in each language: a list is broken, mended, sent to another telephone, and played."""

from __future__ import annotations

import pytest

from tests.browser import Page, needs_chromium
from tests.site.at_the_table import press, said, type_into
from tests.site.conftest import needs_runtime

pytestmark = [needs_chromium, needs_runtime]

WORDS = {
    "en": {
        "new": "New army",
        "done": "Done",
        "add troops": "Add troops",
        "add": "Add: ",
        "hero": "Sohei Hero with Katana",
        "ashigaru": "Ashigaru with Yari",
        "monks": "Monks with Naginata",
        "more": "More: ",
        "less": "Less: ",
        "settings": "Settings",
        "any size": "Any number of points",
        "broken": [
            "It has 65 points, with 40 at most: 25 are too many.",
            "Sohei Hero with Katana: it has 2 miniatures, with 1 at most: 1 is too many.",
            "Ashigaru with Yari: it has 2 miniatures, with 3 at least: 1 is missing.",
        ],
        "mends": ["Make it 1 Sohei Hero with Katana", "Make it 3 Ashigaru with Yari"],
        "size": "Vanguard 200",
        "short of": "It has 30 points, with 50 at least: 20 are missing.",
        "share": "Share",
        "shared": "Shared with you",
        "keep": "Keep a copy",
        "play": "Play",
        "wound": "Wound: ",
        "used": "Used Unit",
        "begin": ["Begin with: New army", "Next: Turn 1"],
        "next": ["Next: Initiative", "Go on (open: 1)"],
        "taken off": "Taken off: 1 × Used Unit",
        "end": "End turn ",
        "turn": "Turn 3",
        "undo": "Undo",
        "point": "More: Victory points, Me",
    },
    "es": {
        "new": "Ejército nuevo",
        "done": "Hecho",
        "add troops": "Añadir tropas",
        "add": "Añadir: ",
        "hero": "Héroe Sohei con Katana",
        "ashigaru": "Ashigaru con Yari",
        "monks": "Monjes con Naginata",
        "more": "Más: ",
        "less": "Menos: ",
        "settings": "Ajustes",
        "any size": "Cualquier número de puntos",
        "broken": [
            "Tiene 65 puntos, máximo 40: sobran 25.",
            "Héroe Sohei con Katana: tiene 2 miniaturas, máximo 1: sobra 1.",
            "Ashigaru con Yari: tiene 2 miniaturas, mínimo 3: falta 1.",
        ],
        "mends": ["Pon 1 Héroe Sohei con Katana", "Pon 3 Ashigaru con Yari"],
        "size": "Vanguardia 200",
        "short of": "Tiene 30 puntos, mínimo 50: faltan 20.",
        "share": "Compartir",
        "shared": "Compartido contigo",
        "keep": "Guardar una copia",
        "play": "Jugar",
        "wound": "Herida: ",
        "used": "Unidad Usada",
        "begin": ["Empezar con: Ejército nuevo", "Siguiente: Turno 1"],
        "next": ["Siguiente: Iniciativa", "Seguir (pendiente: 1)"],
        "taken off": "Se retiran: 1 × Unidad Usada",
        "end": "Fin del turno ",
        "turn": "Turno 3",
        "undo": "Deshacer",
        "point": "Más: Puntos de victoria, Yo",
    },
}


def given(page: Page, language: str) -> None:
    """Show the page in a language, with the engine up."""
    page.until("KD.engine.ready")
    page(f"document.querySelector('[data-setlang={language}]').click()")
    page.frame()


def judged(page: Page) -> str:
    """Return what the page says once the engine has judged the list as it is."""
    page.until("!document.querySelector('#app .late')")
    return said(page)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_list_is_broken_mended_shared_and_played_until_the_network_is_gone(chromium, served, shipped_site, language):
    words = WORDS[language]
    with served(shipped_site) as server:
        address = f"http://localhost:{server.server_port}"
        with chromium.page(f"{address}/army.html", 390, 844, phone=True) as mine:
            given(mine, language)
            link = a_mended_list(mine, words)
        with chromium.page(link, 390, 844, phone=True) as theirs:
            given(theirs, language)
            assert words["shared"] in said(theirs, ".band")
            press(theirs, words["keep"])
            theirs.until("navigator.serviceWorker.ready.then((one) => !!one.active)")
            theirs.until("!!navigator.serviceWorker.controller")
            # What the engine needs is kept once it has loaded.
            theirs(f"void (location.href = '{address}/play.html')")
            theirs.until("!!document.querySelector('#app .empty')")
            press(theirs, words["begin"][0])
            played_for_two_turns(theirs, words)
            server.shutdown()
            server.server_close()
            theirs.reload()
            theirs.until("document.querySelectorAll('.unit').length === 3")
            assert words["turn"] in said(theirs)
            assert "8 / 10" in said(theirs, ".unit:nth-of-type(2)")
            press(theirs, words["undo"])
            assert words["turn"] not in said(theirs, ".turn"), "undo outlives the reload, and needs no network"
            theirs(f"void (location.href = '{address}/army.html')")
            theirs.until("typeof KD === 'object' && !!KD.engine && KD.engine.ready")
            press(theirs, words["more"] + words["hero"])
            assert words["broken"][1] in judged(theirs), "and so does the engine"


def a_mended_list(page: Page, words: dict) -> str:
    """Make a list that breaks three limits, mend them, and return its link."""
    for name in (words["new"], "Sohei", words["done"], words["add troops"]):
        press(page, name)
    for troop in ("hero", "ashigaru", "monks"):
        press(page, words["add"] + words[troop])
    page.press("Escape")
    page.until("!document.querySelector('dialog[open]')")
    assert words["short of"] in judged(page)
    press(page, words["more"] + words["hero"])
    press(page, words["less"] + words["ashigaru"])
    press(page, words["settings"])
    type_into(page, words["any size"], "40")
    press(page, words["done"])
    told = judged(page)
    assert [one for one in words["broken"] if one not in told] == []
    for mend in words["mends"]:
        page.until(f"[...document.querySelectorAll('.lim .btn')].some((one) => one.innerText.trim() === '{mend}')")
        press(page, mend)
        judged(page)
    press(page, words["settings"])
    press(page, words["size"])
    press(page, words["done"])
    for _ in range(7):
        press(page, words["more"] + words["ashigaru"])
    told = judged(page)
    assert page("document.querySelectorAll('#app .phone .lim').length") == 0, told
    press(page, words["share"])
    page.until("!!document.querySelector('dialog input[readonly]')")
    link: str = page("document.querySelector('dialog input[readonly]').value")
    return link


def played_for_two_turns(page: Page, words: dict) -> None:
    page.until("document.querySelectorAll('.unit').length === 3")
    press(page, words["begin"][1])
    for turn in (1, 2):
        press(page, words["wound"] + words["ashigaru"])
        press(page, words["point"])
        press(page, words["used"])
        press(page, words["next"][0])
        assert words["taken off"] in said(page, ".did")
        press(page, words["next"][1])
        press(page, words["end"] + str(turn))
    assert words["turn"] in said(page)
