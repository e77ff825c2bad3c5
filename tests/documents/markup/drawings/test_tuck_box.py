"""The box for a deck: its sides fit the cards, its lines differ without colour."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.markup.drawings.tuck_box import Deck, box_size, draw_tuck_box
from tests.documents.markup.drawings.conftest import segments

WORDS = {"cut": "cut", "fold": "fold", "glue": "glue"}
DECK = "data/editions/herons/command-deck.yaml"


def folds(drawing, way):
    found = re.findall(rf'd="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"[^>]*data-fold="{way}"', drawing)
    return [tuple(map(float, line)) for line in found]


@settings(max_examples=30, deadline=None)
@given(st.integers(40, 120), st.integers(60, 130), st.integers(2, 40))
def test_the_folds_of_a_box_are_as_far_apart_as_its_deck_is_large(width, height, pile):
    box = draw_tuck_box(Deck(width, height, pile), WORDS, "Deck")
    uprights = sorted(line[0] for line in folds(box.drawing, "upright"))
    assert [round(b - a, 2) for a, b in pairwise(uprights)] == [width, pile, width]
    assert {round(abs(y2 - y1), 2) for _, y1, _, y2 in folds(box.drawing, "upright")} == {height}
    assert (box.width, box.height) == box_size(Deck(width, height, pile))


def test_nothing_of_a_box_lies_beyond_its_size():
    box = draw_tuck_box(Deck(64, 89, 8.2), WORDS, "Deck")
    outline = re.search(r'd="([^"]+)"[^>]*data-cut', box.drawing)[1]
    numbers = [float(n) for n in re.findall(r"(?<=[HL ])-?[\d.]+|(?<=V)-?[\d.]+", outline)]
    assert min(numbers) >= 0
    assert max(numbers) <= max(box.width, box.height)


def test_cut_fold_and_glue_differ_without_colour():
    drawing = draw_tuck_box(Deck(64, 89, 8.2), WORDS, "Deck").drawing
    assert all("stroke-dasharray" in path for path in re.findall(r"<path[^>]*data-fold[^>]*>", drawing))
    assert all("stroke-dasharray" not in path for path in re.findall(r"<path[^>]*data-cut[^>]*>", drawing))
    assert set(re.findall(r'stroke="([^"]+)"', drawing)) == {"#000"}


def test_the_box_is_for_the_cards_that_the_deck_is_printed_on(shipped):
    kinds, _ = load_kinds(shipped)
    assert kinds["tuck-box"].looks["card"] == kinds["command-deck"].face


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_printed_box_holds_the_deck(pond, paper):
    assert pond.print("tuck-box", languages=["en", "es"], papers=[paper]) == []
    upright = {
        round(abs(y2 - y1), 1) for x1, y1, x2, y2 in segments(pond.pdf("tuck-box", paper=paper)) if abs(x1 - x2) < 0.01
    }
    assert any(abs(length - 89) < 0.1 for length in upright), "88 mm and a millimetre of slack"
    words = pond.text("tuck-box", paper=paper)
    assert "Deck of reeds" in words
    assert "24 cards" in words.lower()


def test_a_box_that_is_too_large_for_the_paper_is_refused(pond):
    pond.edit(DECK, "size: 24", "size: 240")
    pond.print("tuck-box")
    assert "a box for 240 cards of 63x88 mm takes 284 x 249 mm, and the page has" in (str(pond.refused))


def test_a_deck_of_unknown_size_is_refused(pond):
    pond.edit(DECK, "size: 24", "size: null")
    pond.print("tuck-box")
    assert "herons doesn't say how many there are at command-deck/deck:figures.size" in (str(pond.refused))
