"""The reference for the screen: one file that needs nothing else, and what a reader does with it in a browser."""

import re

import pytest
import tinyhtml5

from kensei_docs.database import load
from kensei_docs.documents.build import Order, plan
from kensei_docs.documents.products.product import load_products
from kensei_docs.project import Project
from tests.browser import faults_of_access, needs_chromium
from tests.documents.conftest import ROOT, SPANISH, game_of_herons

KIND = ROOT / "templates" / "reference"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    press = game_of_herons(tmp_path_factory.mktemp("page") / "herons")
    (press.folder / "templates" / "reference").symlink_to(KIND)
    press.translate(SPANISH)
    assert press.print("reference", languages=["en", "es"]) == []
    return press.project.output / "herons"


def parsed(file):
    return tinyhtml5.parse(file.read_text(encoding="utf-8"), namespace_html_elements=False)


def test_every_record_and_chapter_has_an_anchor_and_every_link_one_to_lead_to(page):
    root = parsed(page / "en" / "reference.html")
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    assert {"ability--wade", "roll--catch", "table--depths", "chapter-ability"} <= set(ids)
    links = [one.get("href") for one in root.iter("a")]
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    used = [one.get("href") for one in root.iter() if str(one.tag).endswith("use")]
    assert used
    assert all(link[1:] in ids for link in used)


def test_it_stands_alone_and_says_its_language(page):
    for language in ("en", "es"):
        file = page / language / "reference.html"
        root = parsed(file)
        assert root.get("lang") == language
        text = file.read_text(encoding="utf-8")
        words = re.sub(r"http(:|%3A)//www.w3.org/2000/svg", "", text)
        assert not re.search(r"https?:|src=|@import|url\((?!data:|'data:)", words)
        assert root.find(".//main") is not None
        labels = {one.get("for") for one in root.iter("label")}
        assert {one.get("id") for one in root.iter("input")} <= labels


def test_a_record_is_told_in_its_language(page):
    root = parsed(page / "es" / "reference.html")
    (article,) = (one for one in root.iter("article") if one.get("id") == "ability--wade")
    texts = {
        one.get("lang"): " ".join("".join(one.itertext()).split()) for one in article.iter("div") if one.get("lang")
    }
    assert "2,5 cm" in texts["es"]
    assert "2.5 cm" in texts["en"]


def test_a_page_of_one_language_has_no_switch(herons):
    (herons.folder / "templates" / "reference").symlink_to(KIND)
    herons.print("reference", languages=["en"])
    root = parsed(herons.project.output / "herons" / "en" / "reference.html")
    assert [one for one in root.iter("button") if one.get("data-setlang")] == []


def test_a_record_that_is_nothing_but_figures_shows_them(herons):
    (herons.folder / "templates" / "reference").symlink_to(KIND)
    file = herons.folder / "data" / "editions" / "herons" / "abilities.yaml"
    nests = "\nnests:\n  name: Nests\n  figures: {eggs: 4, reeds: 12}\n  status: prose\n"
    file.write_text(file.read_text(encoding="utf-8").rstrip() + "\n" + nests, encoding="utf-8")
    herons.print("reference", languages=["en"])
    root = parsed(herons.project.output / "herons" / "en" / "reference.html")
    (article,) = (one for one in root.iter("article") if one.get("id") == "ability--nests")
    assert "Eggs 4 Reeds 12" in " ".join("".join(article.itertext()).split())


def test_a_band_with_a_drawing_that_is_not_there_is_told(herons):
    (herons.folder / "templates" / "reference").symlink_to(KIND)
    edition = herons.folder / "data" / "editions" / "herons" / "edition.yaml"
    edition.write_text(
        edition.read_text(encoding="utf-8") + "look: {kinds: {ability: {art: herron}}}\n", encoding="utf-8"
    )
    told = [str(problem) for problem in herons.print("reference")]
    assert [one for one in told if "there is no drawing 'herron'" in one]


@pytest.fixture(scope="module")
def shipped(tmp_path_factory):
    """The address of the page of the edition with most records, in both languages."""
    project = Project.open(ROOT)
    database, _ = load(project, ["kensei-2e"])
    kinds, _ = load_products(project)
    folder = tmp_path_factory.mktemp("shipped")
    order = Order([kinds["reference"]], [database.editions["kensei-2e"]], ["en", "es"], ["a4"], folder)
    # Faces for paper are planned as well, but not laid out.
    file, html = next(iter(plan(project, database, order).pages.items()))
    assert len(html.encode()) < 2_000_000
    file = folder / file.name
    file.write_text(html, encoding="utf-8")
    return file.as_uri()


def is_shown(page, selector):
    return page(f"!!document.querySelector('{selector}').getClientRects().length")


@needs_chromium
def test_it_is_searched_by_key(chromium, shipped):
    with chromium.page(shipped) as page:
        page.press("/")
        page.frame()
        assert page("document.activeElement.id") == "q"
        assert page("document.querySelectorAll('.hit').length") == 5  # before anything is asked
        page.type("charge")
        assert page("document.querySelector('.hit b').textContent") == "Charge"
        page.press("ArrowDown")
        assert page("document.querySelector('#q').getAttribute('aria-activedescendant')") == "hit-1"
        page.press("ArrowUp", "Enter")
        page.frame()
        assert page("[location.hash, document.activeElement.tagName]") == ["#order--charge", "H3"]
        assert 50 <= page("document.querySelector('#order--charge').getBoundingClientRect().top") < 120
        page("new Promise((done) => setTimeout(done, 300))")
        assert page("CSS.highlights.has('hit')")
        page.press("/")
        page.type("zzzz")
        assert is_shown(page, "#nohit")
        page.press("Escape")
        assert page("document.querySelector('#q').value") == ""
        page.press("Escape")
        assert not is_shown(page, "#panel")
        assert page.errors == []


@needs_chromium
@pytest.mark.parametrize(
    "asked, language, first",
    [
        ("chargue", "en", "Charge"),  # one slip
        ("flanko", "es", "Flanco"),  # towards a word of the language that is shown
        ("cargar", "en", "Charge"),  # the other language's name
        ("ordenes de activacion", "es", "Órdenes de activación"),  # without accents
        ("LINE OF", "en", "Line of sight"),
        ("xqzj", "en", None),
    ],
)
def test_the_search_forgives_accents_slips_and_the_other_language(chromium, shipped, asked, language, first):
    with chromium.page(shipped) as page:
        page(f"KD.setLang('{language}')")
        page.press("/")
        page.type(asked)
        assert page("(document.querySelector('.hit b') || {}).textContent || null") == first


@needs_chromium
def test_the_last_result_leaves_only_what_was_found(chromium, shipped):
    shown = "[...document.querySelectorAll('article')].filter((one) => one.getClientRects().length).length"
    with chromium.page(shipped) as page:
        everything = page(shown)
        page.press("/")
        page.type("disengage")
        page.press("ArrowUp", "Enter")
        page.frame()
        assert 0 < page(shown) < everything / 4
        page.click("#unfilt")
        assert page(shown) == everything


@needs_chromium
def test_another_language_keeps_the_rule_under_the_eye(chromium, shipped):
    top = "document.querySelector('#order--charge').getBoundingClientRect().top"
    with chromium.page(f"{shipped}#order--charge") as page:
        before = page(top)
        page.click(".wide [data-setlang=es]")
        assert abs(page(top) - before) < 2
        assert page("[document.documentElement.lang, document.querySelector('#q').placeholder]") == [
            "es",
            "Buscar en las reglas",
        ]
        assert page("document.querySelector('#order--charge h3').innerText") == "Cargar"


@needs_chromium
def test_a_term_shows_what_it_means_and_leads_there(chromium, shipped):
    with chromium.page(f"{shipped}#order--charge") as page:
        page("document.querySelector('#order--charge .txt[lang=en] p .term').focus()")
        page.press("Enter")
        page.frame()
        assert is_shown(page, "#pop")
        page.press("Escape")
        assert not is_shown(page, "#pop")
        assert page("document.activeElement.className") == "term"
        target = page("document.activeElement.hash")
        page.press("Enter")
        page.frame()
        page.click("#pop .go")
        assert page("location.hash") == target


@needs_chromium
def test_sources_links_and_colours_are_at_hand(chromium, shipped):
    with chromium.page(f"{shipped}#order--charge") as page:
        page.click("#order--charge .cite summary")
        assert "order/charge" in page("document.querySelector('#order--charge .cite').innerText")
        page.click("#order--charge .anchor")
        page("new Promise((done) => setTimeout(done, 100))")
        assert page("document.querySelector('#toast').innerText") == "Link copied"
        page.click(".wide [data-theme-toggle]")
        assert page("document.documentElement.dataset.theme") == "dark"
        assert page.errors == []


@needs_chromium
def test_on_a_telephone_the_contents_are_a_sheet(chromium, shipped):
    opened = "[document.querySelector('#toc').classList.contains('open'), document.querySelector('#main').inert]"
    low = """[...document.querySelectorAll('.dock button, .anchor, .find input')]
        .filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 39).length"""
    with chromium.page(shipped, 390, 844, phone=True) as page:
        page.click("#tocb")
        assert page(opened) == [True, True]
        page.press("Escape")
        assert page(opened) == [False, False]
        assert page("document.activeElement.id") == "tocb"
        assert page(low) == 0


@needs_chromium
@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1280, 1600])
def test_nothing_has_to_be_scrolled_sideways(chromium, shipped, width):
    with chromium.page(shipped, width, 800, phone=width < 500) as page:
        for language in ("en", "es"):
            page(f"KD.setLang('{language}')")
            assert page("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        assert page.errors == []


@needs_chromium
@pytest.mark.parametrize(
    "settings, act",
    [
        ({}, "1"),
        ({"dark": True}, "KD.setLang('es')"),
        ({}, "document.querySelector('#q').focus()"),
        ({"width": 390, "height": 844, "phone": True, "dark": True}, "document.querySelector('#tocb').click()"),
    ],
)
def test_everybody_can_use_it(chromium, page, settings, act):
    with chromium.page((page / "en" / "reference.html").as_uri(), **settings) as opened:
        opened(act)
        opened.frame()
        assert faults_of_access(opened) == []
