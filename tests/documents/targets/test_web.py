"""The deck as a page of HTML: pictures and words in one file."""

import io
import json
import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest
import quickjs
from PIL import Image


class Page(HTMLParser):
    """What a page holds: its tags with their attributes, and its words."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.words = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, words):
        self.words.append(words)

    def all(self, name):
        return [attributes for tag, attributes in self.tags if tag == name]

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


@pytest.fixture(scope="module")
def pages(printed, made):
    """The abilities and the deck as pages in both languages; only to be read."""
    found = made(printed, "html", "ability-cards", "command-deck", languages=("en", "es"))
    assert (found.problems, found.refused) == ([], [])
    return {(one.path.stem, one.path.parent.parent.name): one.path.read_text(encoding="utf-8") for one in found.outputs}


def test_it_says_its_language_and_what_it_is(pages):
    for language, title in (("en", "Herons: Ability cards"), ("es", "Garzas: [Ability cards]")):
        page = Page(pages["ability-cards", language])
        assert page.all("html") == [{"lang": language}]
        assert title in page.text
    assert "3 designs, 3 copies in all" in Page(pages["ability-cards", "en"]).text
    assert "4 designs, 24 copies in all" in Page(pages["command-deck", "en"]).text


def test_every_card_has_its_words_beside_its_picture(pages):
    text = Page(pages["ability-cards", "es"]).text
    assert "Vadear ×1" in text
    # The figures of the text, as the language writes them.
    assert re.search(r"El agua de hasta 2,5.cm no la estorba", text)
    assert "Garzas · " not in text  # a stamp is for paper
    page = Page(pages["ability-cards", "en"])
    assert [image["alt"] for image in page.all("img")] == ["Wade", "Patience", "Silence", "Back"]


def test_its_pictures_are_in_it_and_nothing_is_fetched(pages):
    for text in pages.values():
        page = Page(text)
        assert not page.all("link")
        assert "http" not in re.sub(r'<meta http-equiv="Content-Security-Policy"', "", text)
        for image in page.all("img"):
            beginning, data = image["src"].split(",")
            assert beginning == "data:image/png;base64"
            with Image.open(io.BytesIO(b64decode(data))) as picture:
                assert picture.size == (int(image["width"]), int(image["height"]))
                assert picture.convert("L").getextrema()[0] < 60


def test_words_are_marked_up_as_words_and_not_as_looks(pages):
    for text in pages.values():
        details = "".join(re.findall(r"<details>.*?</details>", text, re.S))
        assert "class=" not in details
        assert "<svg" not in details
        assert "<p></p>" not in details


def test_it_can_be_filtered_by_name(pages):
    page = Page(pages["ability-cards", "es"])
    assert [field["type"] for field in page.all("input")] == ["search"]
    assert [card["data-name"] for card in page.all("li") if "data-name" in card][:1] == ["Vadear"]


def test_different_backs_stand_with_their_cards(herons, made, riddles):
    riddles(herons)
    found = made(herons, "html", "riddles")
    page = Page(found.outputs[0].path.read_text())
    assert [image["alt"] for image in page.all("img")] == ["Wade", "Back", "Patience", "Back", "Silence", "Back"]
    assert "Nobody hears it come." in page.text


def test_nothing_is_written_again_that_would_come_out_the_same(herons, made):
    assert made(herons, "html", "ability-cards").outputs[0].fresh
    assert not made(herons, "html", "ability-cards").outputs[0].fresh
    herons.edit("data/editions/herons/abilities.yaml", "name: Wade", "name: To wade")
    assert made(herons, "html", "ability-cards").outputs[0].fresh


# A document just large enough for the page's script: its cards, its field, its "nothing here".
BROWSER = r"""
const cards = NAMES.map(name => ({dataset: {name}, textContent: "", hidden: false}));
const handlers = {}, none = {hidden: true};
const wanted = {value: "", form: {addEventListener() {}},
                addEventListener(what, act) { handlers[what] = act; }};
globalThis.document = {querySelectorAll: () => cards,
                       getElementById: id => ({wanted, none, backs: {}})[id]};
function ask(words) {
  wanted.value = words;
  handlers.input();
  return JSON.stringify([cards.filter(one => !one.hidden).map(one => one.dataset.name),
                         none.hidden]);
}
"""


@pytest.mark.parametrize(
    "asked, found", [("linea", ["Línea de visión"]), ("VER v", ["Ver", "Vereda"]), ("", None), ("xyz", [])]
)
def test_the_filter_forgives_accents_and_says_where_nothing_is_left(pages, asked, found):
    names = ["Línea de visión", "Vereda", "Ver"]
    page = pages["ability-cards", "es"]
    script = page.partition("<script>")[2].partition("</script>")[0]
    browser = quickjs.Context()
    browser.eval(BROWSER.replace("NAMES", json.dumps(names)) + "{" + script + "}")
    shown, quiet = json.loads(browser.get("ask")(asked))
    assert sorted(shown) == sorted(names if found is None else found)
    assert quiet == bool(shown)
