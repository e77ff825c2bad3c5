"""What a reader does with a site in a browser: finds a rule, reads it in two languages, prints a card."""

from __future__ import annotations

import pytest

from tests.browser import faults_of_access, needs_chromium

pytestmark = needs_chromium
SIZES = ((390, 844), (1440, 900))
PAGES = ("index.html", "rules.html", "rules.html#ability/wade", "cards.html", "cards.html#ability-cards/wade")
WIDTHS = (320, 360, 390, 768, 1024, 1280, 1440)
# What can be tapped, and is no link within a text.
TAPPED = "button, select, summary, input, a.btn, a.icon, .menu a, .hit, .contents a, .chips a"
SMALL = f"""[...document.querySelectorAll('{TAPPED}')].map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
    .map(([one]) => one.outerHTML.slice(0, 80))"""


def hits(page):
    return page("[...document.querySelectorAll('#hits .hit b')].map((one) => one.textContent)")


def asked(page, words):
    page("(() => { const q = document.querySelector('#q'); q.value = ''; q.focus(); })()")
    page.type(words)
    page.frame()
    return hits(page)


def counted(page):
    return page("document.querySelector('#count').textContent").replace("\u00a0", " ")


def shown(page, selector):
    return page(f"[...document.querySelectorAll({selector!r})].filter((one) => one.getClientRects().length).length")


@pytest.fixture
def rules(site):
    return (site.folder / "rules.html").as_uri()


def test_a_rule_is_found_by_whole_words_then_beginnings_never_by_the_middle(chromium, rules):
    with chromium.page(rules, 390, 844, phone=True) as page:
        assert asked(page, "wade")[0] == "Wade"
        # A rule of that name goes before those that only say the word.
        assert "Silence" in hits(page)
        assert asked(page, "wad")[0] == "Wade"
        assert asked(page, "ade") == []
        assert counted(page) == "No rule says that."
        assert asked(page, "catch")[0] == "Catch"
        assert page.errors == []


def test_words_of_players_accents_slips_and_the_other_language_are_understood(chromium, rules):
    with chromium.page(rules) as page:
        # What says the name of the rule that players call so is found after it.
        assert asked(page, "puddle") == ["Wade", "Silence"]
        assert asked(page, "charco")[0] == "Wade"
        assert asked(page, "pacíencia") == ["Patience"]
        assert asked(page, "patiense")[0] == "Patience"
        assert "Results for: patience" in counted(page)
        assert page("document.querySelector('#hits .hit small').textContent").startswith("Abilit")
        # A first letter is meant: what begins otherwise is another word.
        assert asked(page, "batience") == []


def test_a_text_of_the_other_language_is_found_where_this_one_says_nothing(chromium, rules):
    with chromium.page(rules) as page:
        assert asked(page, "estorba") == ["Wade"]
        assert page("document.querySelector('#hits .hit span').lang") == "es"
        # In Spanish, the same letters are the beginning of another word.
        assert "Silence" in asked(page, "no")
        assert not [one for one in hits(page) if one == "Patience"]


def test_cards_are_among_the_hits_and_lead_to_the_card(chromium, rules):
    with chromium.page(rules) as page:
        address, titles, _ = page("KD.data.rules.others[0]")
        assert titles["en"] in asked(page, titles["en"].partition(":")[0])
        assert page(
            f"[...document.querySelectorAll('#hits a')].some((one) => one.getAttribute('href') === '{address}')"
        )


def test_the_search_of_the_bar_leads_to_that_of_the_rules(chromium, site):
    with chromium.page((site.folder / "index.html").as_uri(), 390, 844, phone=True) as page:
        page.click(".tools a.icon")
        page.until("document.activeElement?.id === 'q'")
        assert page("document.querySelector('#count').textContent") == ""


def test_enter_opens_the_best_hit_and_back_returns_to_the_list(chromium, rules):
    with chromium.page(rules, 390, 844, phone=True) as page:
        page.press("/")
        page.type("wade")
        page.press("Enter")
        page.until("location.hash === '#ability/wade'")
        page.frame()
        assert page("document.querySelector('#rule h2').textContent") == "Wade"
        assert page("document.activeElement.id") == "rule-h"
        assert page("document.title") == "Wade · Rules · Herons"
        # On a telephone, the rule is in the place of the list.
        assert shown(page, "#q") == 0
        page("history.back()")
        page.until("document.querySelector('#rule').hidden")
        page.frame()
        assert shown(page, "#q") == 1
        assert hits(page)[0] == "Wade"


def test_a_rule_is_read_in_place_in_the_other_language_and_side_by_side(chromium, rules):
    with chromium.page(rules + "#ability/wade") as page:
        assert "is not a hindrance" in page("document.querySelector('#rule').innerText")
        page.click("[data-setlang=es]")
        text = page("document.querySelector('#rule').innerText")
        assert "no la estorba" in text
        assert "is not a hindrance" not in text
        assert page("document.title").startswith("Vadear")
        page.click("#rule .acts button:nth-child(2)")
        text = page("document.querySelector('#rule').innerText")
        assert "no la estorba" in text
        assert "is not a hindrance" in text
        assert page("document.querySelector('#rule .acts button:nth-child(2)').getAttribute('aria-pressed')") == "true"


def test_contents_say_where_one_is_and_a_filter_shows_a_chapter_alone(chromium, rules):
    with chromium.page(rules + "#roll/catch") as page:
        here = page("document.querySelector('#contents [aria-current]').dataset.rule")
        assert here == "roll/catch"
        assert page("document.querySelector('#contents [aria-current]').closest('details').open")
        page(
            """(() => { const one = document.querySelector('#filters select');
            one.value = [...one.options].find((option) => option.textContent === 'Abilities').value;
            one.dispatchEvent(new Event('change')); })()"""
        )
        page.frame()
        assert hits(page) == ["Wade", "Patience", "Silence"]


def test_a_term_shows_what_it_means_and_leads_there(chromium, rules):
    with chromium.page(rules + "#ability/silence") as page:
        page.click("#rule .txt[lang=en] a[href='#roll/catch']")
        assert "Throw for every frog" in page("document.querySelector('#pop').innerText")
        page.press("Escape")
        assert page("document.querySelector('#pop').hidden")
        page.click("#rule .txt[lang=en] a[href='#roll/catch']")
        page.click("#pop .go")
        page.until("location.hash === '#roll/catch'")
        # A rule names those that name it.
        assert "Silence" in page("document.querySelector('#rule .links').innerText")


def test_a_rule_leads_to_its_card_and_the_card_back(chromium, rules):
    with chromium.page(rules + "#ability/wade") as page:
        page.until("document.querySelector('#rule .faces img')?.naturalWidth > 0")
        page.click("#rule .faces a")
        page.until("location.hash === '#ability-cards/wade' && !!document.querySelector('dialog[open]')")
        assert "is not a hindrance" in page("document.querySelector('#words-of').innerText")
        page.click("#to-rule")
        page.until("location.hash === '#ability/wade' && !!document.querySelector('#rule h2')")


def test_cards_are_found_in_both_languages_and_printed_at_their_true_size(chromium, site):
    with chromium.page((site.folder / "cards.html").as_uri(), 390, 844, phone=True) as page:
        page("window.print = () => { window.printed = document.querySelector('#paper').innerHTML; }")
        page.click("#q")
        page.type("vadear")
        assert page("document.querySelectorAll('#deck li').length") == 1
        page.click("#deck a")
        page.until("!!document.querySelector('dialog[open]')")
        page.click("#print")
        printed = page.until("window.printed")
        kind = page("KD.data.cards.kinds[KD.data.cards.cards.find((one) => one.id === 'ability-cards/wade').kind].size")
        assert f"@page {{ size: {kind[0]}mm {kind[1]}mm; margin: 0 }}" in printed
        assert f"width: {kind[0]}mm; height: {kind[1]}mm" in printed
        assert page.errors == []


def test_a_card_that_is_open_is_printed_alone_from_the_menu_of_the_browser(chromium, site):
    with chromium.page((site.folder / "cards.html").as_uri() + "#ability-cards/wade", 390, 844, phone=True) as page:
        page.until("!!document.querySelector('dialog[open]') && !!document.querySelector('#paper img')")
        page.send("Emulation.setEmulatedMedia", media="print")
        shown = "[...document.body.children].filter((one) => one.getClientRects().length).map((one) => one.id)"
        assert page(shown) == ["paper"]
        page.send("Emulation.setEmulatedMedia", media="screen")
        page.click("#shut")
        page.until("!document.querySelector('#paper img')")


def test_the_page_of_one_rule_leads_to_it(chromium, site):
    with chromium.page((site.folder / "rules/roll/catch/index.html").as_uri()) as page:
        page.until("location.hash === '#roll/catch' && !!document.querySelector('#rule h2')")


def test_an_address_that_leads_nowhere_says_so(chromium, rules):
    with chromium.page(rules + "#ability/flight") as page:
        assert counted(page) == "This address leads to no rule: ability/flight"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_page_can_be_used_by_all(chromium, site, width, height, dark):
    for address in PAGES:
        for language in ("en", "es"):
            uri = (site.folder / address.partition("#")[0]).as_uri() + "#" + address.partition("#")[2]
            with chromium.page(uri, width, height, phone=width < 500, dark=dark) as page:
                if language == "es":
                    page("KD.setLang('es')")
                    page.frame()
                assert faults_of_access(page) == [], (address, language)
                assert page.errors == []


@pytest.mark.parametrize("address", PAGES)
def test_no_page_scrolls_sideways_and_what_is_tapped_is_large_enough(chromium, site, address):
    uri = (site.folder / address.partition("#")[0]).as_uri() + "#" + address.partition("#")[2]
    with chromium.page(uri) as page:
        for width in WIDTHS:
            page.resize(width, 800, width < 700)
            for language in ("es", "en"):
                page(f"KD.setLang('{language}')")
                page.frame()
                assert page("document.documentElement.scrollWidth") <= width, (width, language)
                assert page(SMALL) == [], (width, language)
        # Text at twice its size, as a reader may have set it.
        page.resize(390, 844, True)
        page("document.documentElement.style.fontSize = '32px'")
        page.frame()
        assert page("document.documentElement.scrollWidth") <= 390
