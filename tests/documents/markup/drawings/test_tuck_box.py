"""The box for a deck: its sides fit the cards, its lines differ without colour."""

import re
from itertools import pairwise

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.catalogues import Translator
from kensei_docs.database import load
from kensei_docs.documents.markup.drawings.tuck_box import DeckSize, box_size, draw_tuck_box
from kensei_docs.documents.markup.templates import Templates, decks_of
from kensei_docs.documents.products.options import Theme, spec_of
from kensei_docs.documents.products.product import load_products, rows_of
from tests.documents.markup.drawings.conftest import segments

WORDS = {"cut": "cut", "fold": "fold", "glue": "glue"}
DECK = "data/editions/herons/command-deck.yaml"


def folds(drawing, way):
    found = re.findall(rf'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"[^>]*data-fold="{way}"', drawing)
    return [tuple(map(float, line)) for line in found]


@settings(max_examples=30, deadline=None)
@given(st.integers(40, 120), st.integers(60, 130), st.integers(2, 40))
def test_the_folds_of_a_box_are_as_far_apart_as_its_deck_is_large(width, height, pile):
    box = draw_tuck_box(DeckSize(width, height, pile), WORDS)
    [glued] = folds(box.drawing, "glue")
    uprights = sorted({glued[0] + 0.35} | {line[0] for line in folds(box.drawing, "upright")})
    assert [round(b - a, 2) for a, b in pairwise(uprights)] == [width, pile, width]
    front = box.panels["front"]
    above, below = front.y, front.y + front.height
    assert round(below - above, 2) == height
    assert (box.width, box.height) == box_size(DeckSize(width, height, pile))


@given(st.integers(40, 120), st.integers(60, 130), st.integers(2, 40))
def test_no_line_of_a_fold_is_seen_on_the_folded_box(width, height, pile):
    box = draw_tuck_box(DeckSize(width, height, pile), WORDS)
    lines = [line for way in ("glue", "upright", "across") for line in folds(box.drawing, way)]
    assert len(lines) == 1 + 6 + 6
    for name in ("front", "side", "back", "other", "lid"):
        panel = box.panels[name]
        for x1, y1, x2, y2 in lines:
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            assert not (panel.x < x < panel.x + panel.width and panel.y < y < panel.y + panel.height), name


def test_nothing_of_a_box_lies_beyond_its_size():
    box = draw_tuck_box(DeckSize(64, 89, 8.2), WORDS)
    outline = re.search(r'd="([^"]+)"[^>]*data-cut', box.drawing)[1]
    numbers = [float(n) for n in re.findall(r"(?<=[HL ])-?[\d.]+|(?<=V)-?[\d.]+", outline)]
    assert min(numbers) >= 0
    assert max(numbers) <= max(box.width, box.height)


def test_cut_fold_and_glue_differ_without_colour():
    drawing = draw_tuck_box(DeckSize(64, 89, 8.2), WORDS).drawing
    assert all(
        "stroke-dasharray" in path for path in re.findall(r'<path[^>]*data-fold="(?:across|glue)"[^>]*>', drawing)
    )
    assert all("stroke-dasharray" not in path for path in re.findall(r"<path[^>]*data-cut[^>]*>", drawing))
    assert set(re.findall(r'stroke="([^"]+)"', drawing)) == {"#000", "#fff"}, (
        "cuts and folds are seen on a dark ground too"
    )


def test_every_deck_of_every_edition_has_a_box_with_its_name_and_its_number_of_cards(shipped):
    database, _ = load(shipped)
    kinds, _ = load_products(shipped)
    box = kinds["tuck-box"]
    for edition in database.editions.values():
        decks = list(decks_of(shipped, edition, Translator(shipped, database, "es"), Theme(), []))
        cards = [deck for deck in decks if not deck.round]
        assert {deck.kind for deck in decks if deck.round} == {"markers"}
        if not box.applies_to(edition):
            assert cards == []
            continue
        templates = Templates(shipped, spec_of(box, paper="letter"), Translator(shipped, database, "es"))
        [row] = rows_of(box, edition)[0]
        words = " ".join(templates.fill(row) and templates.fragments[f"{edition.id}.front"].words.split())
        assert templates.problems == []
        for deck in cards:
            many = sum(one.copies for one in rows_of(kinds[deck.kind], edition)[0])
            edition_name = Translator(shipped, database, "es").edition(edition.id)
            found = re.findall(rf"{deck.title} {edition_name} (?:[^·]* – \D*)?(\d+) cartas", words)
            assert sum(map(int, found)) == many, "each box says how many it holds"


def pages_of(pond, paper="a4"):
    """Return the words on each page with boxes."""
    with pikepdf.open(pond.pdf("tuck-box", paper=paper)) as pdf:
        many = len(pdf.pages)
    return [pond.text("tuck-box", page, paper=paper) for page in range(many)]


def test_a_box_for_large_cards_shares_its_page_with_one_for_small_cards(pond):
    assert pond.print("tuck-box") == []
    assert len(pages_of(pond)) == 1, "of A4"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_printed_box_holds_the_deck(pond, paper):
    assert pond.print("tuck-box", languages=["en", "es"], papers=[paper]) == []
    pages = pages_of(pond, paper)
    [page] = [page for page, words in enumerate(pages) if "Command deck" in words]
    upright = {
        round(abs(y2 - y1), 1)
        for x1, y1, x2, y2 in segments(pond.pdf("tuck-box", paper=paper), page)
        if abs(x1 - x2) < 0.01
    }
    assert any(abs(length - 89) < 0.1 for length in upright), "88 mm and a millimetre of slack"
    words = pages[page]
    assert "24 cards" in words.lower()


def test_a_deck_too_large_for_one_box_has_several(pond):
    pond.edit(DECK, "copies: 7", "copies: 180")
    assert pond.print("tuck-box") == []
    words = " ".join(pages_of(pond))
    assert set(re.findall(r"(\d+) cards · box (\d) of 3", words)) == {("66", "1"), ("66", "2"), ("65", "3")}


def test_a_box_for_a_few_cards_is_deep_enough_to_be_folded_and_says_how_many_it_holds(pond):
    pond.edit(DECK, "copies: 7", "copies: 1")
    assert pond.print("tuck-box") == []
    assert "room for 16" in " ".join(pond.text("tuck-box").split())
    across = {round(abs(x2 - x1), 1) for x1, y1, x2, y2 in segments(pond.pdf("tuck-box")) if abs(y1 - y2) < 0.01}
    assert 6 in across


def test_the_box_of_troops_counts_those_of_a_clan_wherever_they_stand(shipped):
    database, _ = load(shipped)
    decks = decks_of(shipped, database.editions["kensei-2e"], Translator(shipped, database, "en"), Theme(), [])
    [units] = [deck for deck in decks if deck.kind == "unit-cards"]
    assert dict(units.contents)["Sohei"] == 8, "six of the sample army and two of the examples"
    assert sum(many for _, many in units.contents) == units.count


def test_the_legend_ends_above_what_the_front_of_the_thinnest_box_bleeds():
    box = draw_tuck_box(DeckSize(64, 89, 4), WORDS)
    [(top, high)] = re.findall(r'd="M0.200 ([\d.]+)h[\d.]+v([\d.]+)', box.drawing)
    assert float(top) + float(high) < box.panels["front"].y - 2.6
