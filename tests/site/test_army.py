"""What a player does with the army page: builds, breaks and mends a list, shares it, takes it in and out, prints it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from kensei_docs.army import read_army
from kensei_docs.army.address import army_from_fragment, fragment_of
from kensei_docs.database import load
from kensei_docs.documents.build import Order, Unwatched
from kensei_docs.documents.products.product import load_products
from kensei_docs.project import Project, shipped
from kensei_docs.site.build import Wish, build
from tests.browser import Page, faults_of_access, needs_chromium
from tests.site.conftest import RUNTIME, needs_runtime
from tests.site.test_musters import workbook

pytestmark = [needs_chromium, needs_runtime]
REEDS = {
    "name": "Wind of the reeds",
    "clan": "sohei",
    "size": "200",
    "commander-level": "hatamoto",
    "rows": [
        {"profile": "kuge.rows.yari-ashigaru", "miniatures": "10"},
        {"profile": "sohei.rows.hero-sohei-katana", "miniatures": "1"},
        {"profile": "sohei.rows.monk-naginata", "miniatures": "5"},
    ],
}
# A game of one's own: two troops with prices and a limit; neither clans nor levels nor sizes of battle.
PONDS = {
    "edition.yaml": "id: ponds\nname: Ponds\ngame: Ponds\nlanguage: en\nunits: cm\ndocuments: []\n",
    "units.yaml": "heron: {name: Heron, points: '5'}\nfrog: {name: Frog, points: '2'}\n",
    "vocabulary.yaml": "musters: {profiles: [unit]}\n",
    "limits.yaml": """\
frogs:
  name: Frogs
  figures: {share: 50 %}
  text: "At most %(share)s of a pond are frogs."
  limits:
    most: {counts: points, of: {profile: unit/frog}, at-most: $share}
""",
}
# Another without prices.
PUDDLES = {
    "edition.yaml": PONDS["edition.yaml"].replace("ponds", "puddles").replace("Ponds", "Puddles"),
    "units.yaml": "newt: {name: Newt}\n",
    "vocabulary.yaml": "musters: {profiles: [unit]}\n",
}
FROGS = {"name": "Reeds", "size": "10", "rows": [{"profile": "frog", "miniatures": "3"}]}
SHARED = {"edition": "kensei-2e", "_version": "2e.6", **REEDS}


def said(page: Page, selector: str = "#app") -> str:
    text: str = page(f"document.querySelector({json.dumps(selector)}).innerText")
    return text.replace("\u00a0", " ")


def rows(page: Page) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page("KD.lists.current.rows.map(({ _id, ...row }) => row)")
    return found


def press(page: Page, name: str) -> None:
    """Press the button or link with a name or a text in what is open."""
    page(f"""(() => {{ const inside = [...document.querySelectorAll("dialog[open]")].pop() || document;
        const one = [...inside.querySelectorAll("button, a, label, summary")].find((it) =>
            [it.getAttribute("aria-label"), it.innerText.trim(), it.innerText.trim().split("\\n")[0]]
                .some((text) => text?.replace(/\u00a0/g, " ") === {json.dumps(name)}));
        if (!one) throw new Error("no button " + {json.dumps(name)} + " in " + inside.innerText);
        one.scrollIntoView({{ block: "center" }}); one.focus({{ preventScroll: true }}); one.click(); }})()""")
    page.frame()


def judged(page: Page) -> None:
    """Wait for the answer of the engine to the list as it is."""
    page.until("KD.engine.ready && !document.querySelector('#app .late')")


def given(page: Page, army: dict[str, object] | None, language: str = "en") -> None:
    """Have one list, or none, on an empty device."""
    page(f"""(() => {{ KD.view.shut(); KD.setLang({json.dumps(language)}); location.hash = "";
        for (const one of KD.lists.all()) KD.lists.remove(one.id);
        const army = {json.dumps(army)}; if (army) KD.lists.add(army); }})()""")
    page.frame()


def look_up(page: Page, limit: str) -> None:
    """Open a limit by its name."""
    page(f"""[...document.querySelectorAll(".lim button")].find((one) =>
        one.checkVisibility() && one.querySelector(".what").innerText === {json.dumps(limit)}).click()""")
    page.frame()


def paste(page: Page, text: str) -> None:
    """Import a text, and wait until the list is there."""
    given(page, None)
    press(page, "Samples, import")
    press(page, "Import")
    page(f"""(() => {{ const area = document.querySelector("textarea"); area.value = {json.dumps(text)};
        area.dispatchEvent(new Event("input", {{ bubbles: true }})); }})()""")
    press(page, "Import")
    page.until("KD.lists.all().length === 1")


@pytest.fixture(scope="module")
def address(shipped_site, served) -> Iterator[str]:
    with served(shipped_site) as server:
        yield f"http://localhost:{server.server_port}/"


@pytest.fixture(scope="module")
def builder(chromium, address) -> Iterator[Page]:
    """The page on a phone, with the engine up."""
    with chromium.page(address + "army.html", 390, 844, phone=True) as page:
        page.until("KD.engine.ready")
        yield page


def test_a_list_is_made_by_taps_and_judged_at_each(builder):
    given(builder, None)
    assert "Build an army" in said(builder)
    press(builder, "New army")
    press(builder, "Buke")
    assert builder("KD.lists.current.clan") == "buke"
    assert builder("document.activeElement.innerText.trim()") == "Buke", "the focus stays on what was tapped"
    builder.press("Escape")
    assert not builder("document.querySelector('dialog[open]')")
    press(builder, "Add troops")
    for name in ("Buke Taisho", "Samurai with Yari", "Ashigaru with Yari"):
        press(builder, f"Add: {name}")
    assert len(rows(builder)) == 3, "the sheet stays open"
    builder.until("KD.engine.ready && !document.querySelector('.sf .late')")
    assert "50 / 200" in said(builder, ".sf"), "and says what the list costs"
    builder("document.querySelector('.sheet input[type=search]').focus()")
    builder.type("yumi")
    names = builder("[...document.querySelectorAll('.sheet .row b')].map((one) => one.innerText)")
    assert names
    assert all("Yumi" in name for name in names)
    assert builder("document.activeElement.value") == "yumi", "typing keeps the field"
    press(builder, "Clear the search")
    press(builder, builder("document.querySelector('.sf .btn').innerText.trim()"))
    judged(builder)
    assert builder.errors == []


def test_a_broken_limit_says_what_and_opens_its_rule_and_undo_mends_it(builder):
    given(builder, REEDS)
    judged(builder)
    assert "Legal: 95 of 200 · 105 left to spend" in said(builder, ".sum")
    press(builder, "More: Sohei Hero with Katana")
    judged(builder)
    assert "Not legal: 1 broken" in said(builder, ".sum")
    assert "it has 2 miniatures, with 1 at most: 1 is too many" in said(builder)
    look_up(builder, "Miniatures of each unique or legendary profile")
    builder.until("!!document.querySelector('.sheet .txt')")
    assert "p. 19" in said(builder, ".sheet p.cite")
    assert "→" not in said(builder, ".sheet ul.cite"), "a figure that is read as it stands is no step"
    builder.press("Escape")
    builder.until("!document.querySelector('dialog[open]')")
    press(builder, "Undo")
    judged(builder)
    assert rows(builder) == REEDS["rows"]
    assert "Not legal" not in said(builder)


def test_limits_come_in_the_order_in_which_they_matter_and_the_rest_is_folded(builder):
    army = {**REEDS, "rows": [*REEDS["rows"], {"profile": "onmyouji", "miniatures": "1"}]}
    given(builder, army)
    judged(builder)
    builder.until("[...document.querySelectorAll('#app .lim .btn')].some((one) => one.innerText.includes('Add 2'))")
    builder("document.querySelector('.sum .chip').click()")
    builder.frame()
    states = builder("[...document.querySelectorAll('.sheet .lim .st')].map((one) => one.classList[1])")
    assert states == sorted(states, key=["broken", "unknown", "met"].index)
    assert {"broken", "unknown", "met"} == set(states)
    folded = builder("document.querySelectorAll('.sheet details .lim').length")
    assert said(builder, ".sheet summary") == f"Met, with room left: {folded}"
    assert not builder("document.querySelector('.sheet details .lim').checkVisibility()")
    press(builder, "Add 2 Shikigami guardians")
    assert rows(builder)[-1] == {"profile": "shikigami", "miniatures": "2"}
    builder("KD.view.shut()")


def test_a_troop_opens_on_what_it_is_and_its_form_is_behind_change(builder):
    given(builder, REEDS)
    judged(builder)
    builder("document.querySelectorAll('[data-keep] .open')[1].click()")
    builder.frame()
    assert "Attack 4" in said(builder, ".sheet .tally")
    assert "Honour 5†" in said(builder, ".sheet .tally"), "a figure of another edition is marked"
    assert "† of another edition" in said(builder, ".sheet")
    told = builder("[...document.querySelectorAll('.sheet .gist')].map((one) => one.innerText)")
    assert any(one.startswith("Katana\n") and len(one) > 10 for one in told), "its weapon says what it does"
    assert not builder("document.querySelector('.sheet select').checkVisibility()")
    press(builder, "Change")
    assert builder("document.querySelector('.sheet select').checkVisibility()")
    builder("document.querySelector('.sheet [data-field=abilities]').click()")
    builder.frame()
    told = said(builder, "dialog:last-of-type .picks")
    assert "Apply +1D6 to this troop’s Combat Roll, then +1D6 to its Damage Roll." in told
    chips = builder("[...document.querySelectorAll('.picks .chip')].map((one) => one.innerText.trim())")
    press(builder, next(one for one in chips if one.startswith("Bushido")))
    assert rows(builder)[1]["abilities"] == ["bushido"]
    press(builder, "Done")
    builder("document.querySelector('.sheet [data-field=orders]').click()")
    builder.frame()
    told = builder("[...document.querySelectorAll('dialog:last-of-type .picks b')].map((one) => one.innerText)")
    assert "Charge" in told
    assert not {"Types of order", "Ki points", "Movement orders"} & set(told), "a heading is no order"
    builder("KD.view.shut()")


def test_what_a_ruling_says_has_its_ruling_one_tap_away(builder):
    given(builder, REEDS)
    judged(builder)
    assert "Warrior§" in said(builder, "[aria-label='The list']")
    press(builder, "§ by a ruling: the book does not say it")
    builder.until("!!document.querySelector('.sheet .txt')")
    assert "ruling/classes-of-sample-troops" in said(builder, ".sheet")
    builder("KD.view.shut()")


def test_sheets_lie_above_one_another_and_escape_goes_back_one_by_one(builder):
    given(builder, REEDS)
    builder("document.querySelector('[data-keep] .open').click()")
    builder.until("!!document.querySelector('dialog[open]')")
    press(builder, "Warrior")
    builder.until("document.querySelectorAll('dialog[open]').length === 2 && !!document.querySelector('.sheet .txt')")
    press(builder, "Go back")
    builder.until("document.querySelectorAll('dialog[open]').length === 1")
    assert builder("document.activeElement.innerText.trim()").startswith("Warrior")
    builder.press("Escape")
    builder.until("!document.querySelector('dialog[open]')")


def test_one_tap_mends_what_one_change_can(builder):
    army = {**REEDS, "rows": [*REEDS["rows"][:2], {**REEDS["rows"][2], "miniatures": "2"}]}
    given(builder, army)
    judged(builder)
    builder.until("[...document.querySelectorAll('#app .lim .btn')].some((one) => one.innerText.includes('Make it 3'))")
    press(builder, "Make it 3 Monks with Naginata")
    judged(builder)
    assert rows(builder)[2]["miniatures"] == "3"
    assert "Smallest unit" not in said(builder)


def test_at_one_miniature_less_becomes_remove_and_where_it_stood_is_the_way_back(builder):
    given(builder, REEDS)
    press(builder, "Remove: Sohei Hero with Katana")
    assert len(rows(builder)) == 2
    assert "Sohei Hero with Katana: removed" in said(builder, ".row + .gone"), "nothing lies over another button"
    assert builder("document.querySelector('#toast').hidden")
    builder("document.querySelector('.gone button').click()")
    assert rows(builder) == REEDS["rows"]


def test_an_unknown_limit_leads_to_what_is_missing(builder):
    given(builder, {**REEDS, "rows": [*REEDS["rows"], {"name": "Bandits", "miniatures": "5"}]})
    judged(builder)
    assert "Still to be said" in said(builder)
    assert "≥" in said(builder, ".fig")
    assert "left to spend" not in said(builder), "nobody knows how much"
    ask = builder(
        "[...document.querySelectorAll('#app .say.unknown .btn')].map((it) => it.innerText.trim())"
        ".find((text) => text.includes('points'))"
    )
    press(builder, ask)
    assert builder("document.activeElement.closest('.field').innerText").startswith("Points of the row")
    builder.type("25")
    builder("document.activeElement.blur()")
    builder.press("Escape")
    assert rows(builder)[3]["points"] == "25"
    press(builder, "More: Bandits")
    assert rows(builder)[3] == {"name": "Bandits", "miniatures": "6", "points": "30"}, (
        "its points are those of a miniature"
    )


def test_the_link_is_that_of_the_tool_and_a_shared_list_is_not_taken_over(chromium, builder, address):
    given(builder, REEDS)
    fragment = builder("KD.lists.pack(KD.lists.current)")
    assert army_from_fragment(fragment) == SHARED
    assert len(fragment) < 400
    with chromium.page(f"{address}#/army/{fragment_of(SHARED)}", 390, 844, phone=True) as page:
        page.until("location.pathname.endsWith('army.html') && !!document.querySelector('.band h1')")
        assert "Shared with you" in said(page, ".band")
        assert page("KD.lists.all().length") == 0
        press(page, "Keep a copy")
        assert rows(page) == REEDS["rows"]
        assert page.errors == []


@pytest.mark.parametrize(
    ("link", "words"),
    [
        (fragment_of(SHARED)[:40], "A part of this link is missing"),
        ("2" + fragment_of(SHARED)[1:], "another version of the tool"),
        (fragment_of({**SHARED, "edition": "heron-2"}), "another edition"),
        ("%20", "no list in this link"),
    ],
)
def test_a_link_that_is_not_whole_says_so(builder, link, words):
    given(builder, REEDS)
    builder(f"location.hash = '#/army/' + {json.dumps(link)}")
    builder.until("!document.querySelector('.band')")
    assert words in said(builder)
    builder("location.hash = ''")
    builder.until("!!document.querySelector('.band')")
    assert rows(builder) == REEDS["rows"]


def test_what_goes_out_comes_in_again_and_the_command_reads_it(builder, tmp_path):
    given(builder, REEDS)
    wrote = builder("KD.engine.ask({ ask: 'write', list: KD.lists.bare(KD.lists.current), language: 'es' })")["answer"]
    (tmp_path / "reeds.yaml").write_text(wrote["yaml"], encoding="utf-8")
    database, _ = load(Project((shipped(),), tmp_path / "build"), ["kensei-2e"])
    assert [troop.miniatures for troop in read_army(tmp_path / "reeds.yaml", database).troops] == [10, 1, 5]
    for form in ("yaml", "text"):
        paste(builder, wrote[form])
        assert "Imported: Wind of the reeds · Sohei · Hatamoto" in said(builder, ".sheet:last-of-type")
        assert [row["miniatures"] for row in rows(builder)] == ["10", "1", "5"]


def test_what_nothing_reads_of_a_list_is_named(builder):
    paste(builder, "Reeds (Sohei, 200)\n10 Spear ashigaru (jetpack)")
    assert "line 2: 'jetpack' is nothing that a troop has here" in said(builder, ".sheet:last-of-type")


def test_a_list_of_a_chat_says_what_it_guessed_and_asks_which_troop_is_meant(builder):
    paste(builder, "Lista 200 pts buke\n1x taisho buke (general) 20\n4 samurais 60\nonmyoji 20\n")
    told = said(builder, ".sheet:last-of-type")
    assert "This was guessed:" in told
    assert "line 4: 'onmyoji' is read as Onmyouji" in told
    assert "Which troop is “samurais”?" in told
    assert "Not all of it was read" not in told
    press(builder, "Samurai with Yumi")
    assert rows(builder)[1] == {"profile": "buke.rows.yumi-samurai", "miniatures": "4", "points": "60"}
    assert "Which troop" not in said(builder, ".sheet:last-of-type"), "one tap, and the question is gone"
    press(builder, "To the army")
    judged(builder)
    assert "Samurai with Yumi" in said(builder)


def test_all_lists_go_into_a_file_and_come_out_of_it_once(builder):
    given(builder, REEDS)
    backup = builder("KD.lists.backup()")
    assert builder(f"KD.lists.restore({json.dumps(backup)})") == 0, "what is here is not taken twice"
    given(builder, None)
    assert builder(f"KD.lists.restore({json.dumps(backup)})") == 1
    assert rows(builder) == REEDS["rows"]


def test_what_the_army_needs_and_its_roster(builder):
    given(builder, REEDS)
    press(builder, "Share")
    builder.until("!!document.querySelector('.needs li')")
    assert "Unit cards 3" in said(builder, ".needs")
    assert "kensei-docs" not in said(builder, ".sheet"), "no command stands on a player's page"
    press(builder, "With the program: all of it as one PDF")
    assert "kensei-docs army pack wind-of-the-reeds.yaml -l en" in said(builder, ".sheet")
    press(builder, "Copy as text")
    builder.until("!!document.querySelector('.sheet .btn:not(.main)').innerText.includes('Copied')")
    builder("window.print = () => { window.printed = true; }")
    press(builder, "Roster, one page")
    builder.until("window.printed")
    assert builder("document.querySelectorAll('#paper tbody tr').length") == 3
    assert builder("document.querySelectorAll('#paper .wounds i').length") == 10 + 3 + 5
    builder.send("Emulation.setEmulatedMedia", media="print")
    assert (
        builder("[...document.body.children].filter((one) => one.getClientRects().length).map((one) => one.id).join()")
        == "paper"
    )
    builder.send("Emulation.setEmulatedMedia", media="")
    builder("dispatchEvent(new Event('afterprint'))")


def test_lists_are_kept_over_a_reload_and_two_tabs_agree(chromium, address):
    with chromium.page(address + "army.html", 390, 844, phone=True) as page:
        given(page, REEDS)
        press(page, "More: Ashigaru with Yari")
        judged(page)
        page.reload()
        page.until("!!document.querySelector('.row')")
        if not page("KD.engine.ready"):
            assert "100 / 200" not in said(page)
            assert "100" in said(page, ".fig"), "what the engine said of it last stands there before it is up"
        assert rows(page)[0]["miniatures"] == "11"
        press(page, "Undo")
        assert rows(page)[0]["miniatures"] == "10", "undo outlives a reload"
        key = "kensei-lists-kensei-2e"
        page(f"""(() => {{ const all = JSON.parse(localStorage.getItem("{key}"));
            all[all.current].name = "Of the other tab"; localStorage.setItem("{key}", JSON.stringify(all));
            dispatchEvent(new StorageEvent("storage", {{ key: "{key}" }})); }})()""")
        page.frame()
        assert "Of the other tab" in said(page, ".band")
        page(f"""localStorage.setItem("{key}", "broken")""")
        page.reload()
        page.until("document.querySelector('#toast') && !document.querySelector('#toast').hidden")
        assert "can’t be read" in said(page, "#toast")
        assert page(f"""localStorage.getItem("{key}-damaged")""") == "broken", "it is put aside, not written over"


def test_a_device_that_keeps_nothing_and_an_engine_that_does_not_start_are_said(chromium, address, shipped_site):
    with chromium.page(address + "army.html", 390, 844, phone=True) as page:
        page("Storage.prototype.setItem = () => { throw new Error('full'); }")
        given(page, REEDS)
        assert "keeps nothing more" in said(page, "#toast")
        assert rows(page) == REEDS["rows"], "and the page goes on"
    with chromium.page((shipped_site / "army.html").as_uri(), 390, 844, phone=True) as page:
        given(page, REEDS)
        page.until("document.querySelector('#app').innerText.includes('The rules engine needs an address')")
        press(page, "More: Ashigaru with Yari")
        assert rows(page)[0]["miniatures"] == "11"


@pytest.fixture(scope="module")
def own_games(tmp_path_factory, served) -> Iterator[str]:
    """The address of a site of two games of one's own, one with prices and one without."""
    folder = tmp_path_factory.mktemp("own")
    for game, files in {"ponds": PONDS, "puddles": PUDDLES}.items():
        data = folder / "data" / "editions" / game
        data.mkdir(parents=True)
        for name, text in files.items():
            (data / name).write_text(text, encoding="utf-8")
    project = Project((folder, shipped()), folder / "build")
    database, _ = load(project, ["ponds", "puddles"])
    products = list(load_products(project)[0].values())
    order = Order(products, list(database.editions.values()), ("en", "es"), (), folder / "site")
    build(project, database, order, Wish(folder / "site", cards=False, runtime=RUNTIME), Unwatched())
    with served(folder / "site") as server:
        yield f"http://localhost:{server.server_port}/"


def test_a_game_of_ones_own_with_prices_has_an_army_page_without_what_it_lacks(chromium, own_games):
    with chromium.page(own_games + "ponds/army.html") as page:
        for language, words in {
            "en": "It has 6 points, with 5 at most: 1 is too many.",
            "es": "Tiene 6 puntos, máximo 5: sobra 1.",
        }.items():
            given(page, FROGS, language)
            judged(page)
            assert "6" in said(page, ".fig")
            assert words in said(page)
        page("document.querySelector('.bar2 .btn').click()")
        page.frame()
        assert page("document.querySelectorAll('.sheet select, .sheet .chips').length") == 0
        assert page.errors == []


def test_the_front_door_leads_a_list_to_its_edition_and_says_what_it_can_not(chromium, own_games):
    with chromium.page(own_games) as page:
        link = fragment_of({"edition": "ponds", **FROGS})
        # No army page is there for a game without prices.
        for wrong, words in {
            fragment_of({"edition": "puddles", **FROGS}): "This list is of another edition.",
            link[:40]: "A part of this link is missing",
        }.items():
            page(f"location.hash = '#/army/{wrong}'")
            page.until(f"document.querySelector('#told').innerText.includes({json.dumps(words)})")
        page("document.querySelector('[data-setlang=es]').click()")
        assert "le falta una parte" in said(page, "#told")
        page(f"location.hash = '#/army/{link}'")
        page.until("location.pathname === '/ponds/army.html' && !!document.querySelector('.band h1')")
        assert "Reeds" in said(page, ".band")
        assert page("KD.lists.all().length") == 0, "it is shown, not taken over"
        assert page.errors == []


def test_the_keyboard_alone_is_enough(chromium, address):
    with chromium.page(address + "army.html", 1440, 900) as page:
        given(page, REEDS)
        page("document.querySelector('.row .step button:last-child').focus()")
        page.press("Enter", "Enter")
        assert rows(page)[0]["miniatures"] == "12"
        page.press("z", held=2)
        assert rows(page)[0]["miniatures"] == "11"
        page("document.querySelector('[aria-label=\"The list\"] .open').focus()")
        page.press("Enter")
        page.frame()
        assert page("document.activeElement.tagName") == "H2"
        for _ in range(12):
            page.press("Tab")
        assert page("!!document.activeElement.closest('dialog') || document.activeElement === document.body")
        page.press("Escape")
        page.until("!document.querySelector('dialog[open]')")
        assert page("document.activeElement.className") == "open", "the focus returns to the row"
        assert page.errors == []


def test_the_first_troop_is_few_tabs_away_and_arrows_go_through_the_filters(chromium, address):
    with chromium.page(address + "army.html", 1440, 900) as page:
        given(page, REEDS)
        page("document.querySelector('.skip').focus()")
        page.press("Enter")
        tabs = 0
        while not page("!!document.activeElement.closest('.cat .row')"):
            page.press("Tab")
            tabs += 1
            assert tabs < 10
            if page("!!document.activeElement.closest('.one-row')"):
                first = page("document.activeElement.innerText")
                page.press("ArrowRight")
                assert page("document.activeElement.innerText") != first
                page.press("Enter")
                assert page("document.activeElement.getAttribute('aria-pressed')") == "true"
                page.press("Enter", "ArrowLeft")
                assert page("document.activeElement.innerText") == first
                assert page("document.querySelectorAll('.one-row [tabindex=\\'0\\']').length") == 1
        assert page.errors == []


def test_text_of_twice_the_size_breaks_no_word(builder):
    given(builder, {**REEDS, "name": "Noche del Buke"})
    judged(builder)
    builder("document.documentElement.style.fontSize = '200%'")
    builder.frame()
    heights = builder(
        "(() => { const one = document.querySelector('.band h1'); "
        "return [one.clientHeight, parseFloat(getComputedStyle(one).lineHeight) || one.clientHeight]; })()"
    )
    wide = builder(WIDE)
    builder("document.documentElement.style.fontSize = ''")
    assert heights[0] <= 3 * heights[1]
    assert wide <= 0


def test_a_workbook_comes_in_with_its_bytes(builder):
    given(builder, None)
    table = [
        ["name", "Reeds"],
        ["clan", "sohei"],
        ["size", "200"],
        ["profile", "miniatures"],
        ["Monks with Teppo", "5"],
    ]
    content = list(workbook(table))
    said_of = builder(f"KD.engine.ask({{ ask: 'import', edition: 'kensei-2e', name: 'a.xlsx', content: {content} }})")
    assert said_of["answer"]["list"]["rows"] == [{"profile": "sohei.rows.monk-teppo", "miniatures": "5"}]


WIDE = """document.documentElement.scrollWidth - document.documentElement.clientWidth"""
SMALL = """[...document.querySelectorAll(":is(#app, dialog) :is(button, a[href], input, select)")]
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width && !one.closest(".txt, .check, .vh")
        && getComputedStyle(one).display !== "inline" && (box.height < 43.5 || box.width < 43.5))
    .map(([one, box]) => `${one.innerText || one.className} ${Math.round(box.width)} × ${Math.round(box.height)}`)"""


@pytest.mark.parametrize("language", ["en", "es"])
def test_nothing_is_too_wide_or_too_small_to_tap(builder, language):
    given(builder, {**REEDS, "name": "A rather long name of an army, with commas"}, language)
    judged(builder)
    for width in (320, 360, 390, 768, 1024, 1280, 1440):
        builder.resize(width, 800, width < 700)
        builder.frame()
        assert builder(WIDE) <= 0, width
        assert builder(SMALL) == [], width
    builder.resize(390, 844, True)
    for opens in (
        ".bar2 .btn",
        ".thumb .btn",
        "[data-keep] .open",
        ".bar2 .btn:nth-of-type(2)",
        ".bar2 .btn:last-child",
        ".sum .chip",
    ):
        builder.click(opens)
        builder.until("!!document.querySelector('dialog[open]')")
        assert (
            builder(
                "(() => { const one = document.querySelector('dialog'); return one.scrollWidth - one.clientWidth; })()"
            )
            <= 0
        ), opens
        assert builder(SMALL) == [], opens
        builder.press("Escape")
        builder.until("!document.querySelector('dialog[open]')")


@pytest.mark.parametrize("dark", [False, True])
def test_readers_of_the_screen_find_their_way(chromium, address, dark):
    with chromium.page(address + "army.html", 390, 844, phone=True, dark=dark) as page:
        assert faults_of_access(page) == []
        given(page, {**REEDS, "rows": [*REEDS["rows"], {"name": "Bandits", "miniatures": "2"}]})
        judged(page)
        assert faults_of_access(page) == []
        for opens in (".bar2 .btn", ".thumb .btn", "[data-keep] .open", ".bar2 .btn:nth-of-type(2)", ".sum .chip"):
            page.click(opens)
            page.until("!!document.querySelector('dialog[open]')")
            assert faults_of_access(page) == [], opens
            page.press("Escape")
            page.until("!document.querySelector('dialog[open]')")


def test_the_place_stays_when_the_language_changes(builder):
    given(builder, {**REEDS, "rows": [row for _ in range(8) for row in REEDS["rows"]]})
    judged(builder)
    # What mends a limit comes after the limits, and takes room.
    builder.until("!!document.querySelector('#app .lim p .btn')")
    builder("scrollTo(0, 900)")
    place = "document.querySelectorAll('#app .row')[12].getBoundingClientRect().top"
    before = builder(place)
    builder("document.querySelector('[data-setlang=es]').click()")
    builder.frame()
    assert abs(builder(place) - before) < 90
    assert "Límites" in said(builder)
    assert "sin cumplir" in said(builder)
