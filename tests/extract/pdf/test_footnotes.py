"""Notes below a column, a page or the whole text: read where their marks stand; marks are no figures."""

from __future__ import annotations

import pytest

from kensei_docs.extract.document import Document
from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_boxes import line
from tests.extract.pdf.test_unusual_settings import prose

FOOT = ".n { float: footnote; font-size: 0.85em }"
MARKS = "sup { font-size: 0.7em; line-height: 0 } .e { font-size: 0.85em }"
WIDE_SPACES = ".e { word-spacing: 2pt }"


def text_of(document: Document) -> str:
    return " ".join(document.text.split())


@pytest.mark.parametrize("columns", [1, 2])
def test_a_note_that_goes_on_with_the_sentence_is_read_in_it(read_as: ReadAs, columns: int) -> None:
    """It is not read between the two parts of a sentence that goes on in the next column or on the next page."""
    kite = '<p>A kite of the mill<span class="n">or of the bell tower.</span>, costs 12 figs on any afternoon.</p>'
    found = text_of(read_as(prose(7) + kite + prose(7), columns=columns, more=FOOT))
    assert "A kite of the mill (or of the bell tower), costs 12 figs on any afternoon." in found
    assert found.count("bell tower") == 15


def test_a_note_that_is_a_sentence_is_read_behind_the_sentence(read_as: ReadAs) -> None:
    kite = '<p>A kite<span class="n">Sleds count as kites.</span> costs 12 figs. It may rise twice.</p>'
    found = text_of(read_as(prose(7) + kite + prose(7), more=FOOT))
    assert "A kite costs 12 figs. It may rise twice. Sleds count as kites." in found


@pytest.mark.parametrize("mark", ["<sup>{}</sup> ", "{}. "])
def test_notes_behind_the_text_are_read_where_their_marks_stand(read_as: ReadAs, mark: str) -> None:
    text = "<p>A kite<sup>1</sup> costs 12<sup>2</sup> figs in the village.</p>"
    notes = [f"<p class=e>{mark.format(i)}{note}</p>" for i, note in ((1, "a sled too."), (2, "or one lantern."))]
    found = text_of(read_as(prose(3) + text + prose(3) + "".join(notes), more=MARKS))
    assert "A kite (a sled too) costs 12 (or one lantern) figs in the village." in found
    assert found.endswith("unless the rain stops first.")


@pytest.mark.parametrize("columns", [1, 2])
def test_many_notes_behind_the_text_are_read_where_their_marks_stand(read_as: ReadAs, columns: int) -> None:
    """Marks have two digits, and a justified line has wide spaces behind its mark."""
    colours = ["red", "orange", "yellow", "green", "blue", "violet", "brown", "black", "white", "grey", "pink", "tan"]
    text = "".join(f"<p>A {colour} kite<sup>{i}</sup> costs {i} figs.</p>" for i, colour in enumerate(colours, 1))
    wide = "so that nobody on the wide and windy meadow ever mistakes it for an extraordinarily adventurous"
    notes = [f"<p class=e><sup>{i}</sup> {colour} {wide} bird</p>" for i, colour in enumerate(colours, 1)]
    found = text_of(read_as(prose(9) + text + "".join(notes), columns=columns, more=MARKS + WIDE_SPACES))
    for i, colour in enumerate(colours, 1):
        assert f"A {colour} kite ({colour} {wide} bird) costs {i} figs." in found
    assert found.endswith("costs 12 figs.")


def test_a_figure_that_begins_a_line_in_small_type_is_no_mark(read_as: ReadAs) -> None:
    """It stands at the foot of a page before the notes, and a note has its number."""
    text = "<p>A kite<sup>1</sup> costs 12 figs in the village.</p>"
    small = "<p class=e style='break-before: page'>1 fig pays for the tail.</p>"
    notes = "<p class=e style='break-before: page'><sup>1</sup> a sled too.</p>"
    found = text_of(read_as(text + prose() + small + notes, more=MARKS))
    assert "A kite (a sled too) costs 12 figs in the village." in found
    assert found.endswith("1 fig pays for the tail.")


def test_a_small_figure_without_a_note_is_no_digit_of_the_figure_before_it(read_as: ReadAs) -> None:
    text = "<p>The roof of the mill has 10<sup>2</sup> tiles and a vane<sup>3</sup> of tin.</p>"
    found = text_of(read_as(prose(2) + text, more=MARKS))
    assert "has 10² tiles and a vane 3 of tin" in found


TEXT = [line(f"A kite goes round the mill {i} times.", 100 + 10 * i) for i in range(3)]


def test_a_mark_whose_note_is_not_found_is_no_figure_where_there_are_notes(read_as: ReadAs) -> None:
    text = "<p>There is a vane<sup>31</sup> of tin, and a mill<sup>1</sup> too.</p>"
    found = text_of(read_as(prose() + text + "<p class=e><sup>1</sup> of wood</p>", more=MARKS))
    assert "There is a vane of tin, and a mill (of wood) too." in found


def test_a_mark_without_a_note_has_all_its_figures_together(read_as: ReadAs) -> None:
    assert "a vane 31 of tin" in text_of(read_as(prose() + "<p>There is a vane<sup>31</sup> of tin.</p>", more=MARKS))
