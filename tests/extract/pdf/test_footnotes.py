"""Notes below a column, a page or the whole text: read where their marks stand; marks are no figures."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.pdf.footnote_marks import (
    MARK,
    number_of,
    with_narrow_marked,
    with_raised_lowered,
    with_second_marked,
)
from kensei_docs.extract.pdf.footnotes import without_notes
from kensei_docs.extract.pdf.glyphs import Glyph, Page, Rule, Run, runs_of
from kensei_docs.extract.pdf.page_edges import without_clipped_lines
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


def notes_of(*runs: Run, rules: Sequence[Rule] = ()) -> tuple[list[str], list[list[str]]]:
    """Return what is left on a page whose text has a first line with two marks, and the lines of each note."""
    first = line("A kite\ue0f2\ue0f5 and a sled\ue0f1 cost 12 figs.", 90)
    page = Page(500, 400, sorted([first, *TEXT, *runs], key=lambda one: one.y), rules=list(rules))
    (left,), (notes,) = without_notes([page], 8.0)
    return [one.text for one in left.runs[4:]], [[one.text for one in some] for note in notes for some in note.lines]


def test_a_note_may_touch_its_number_below_a_short_rule_whatever_its_size() -> None:
    """Without such a rule the line is one of the text."""
    notes = [line("1or a boat", 140), line("25or a lantern", 150)]
    assert notes_of(*notes, rules=[Rule(40, 90, 131)]) == ([], [["or a boat"], ["or a lantern"]])
    assert notes_of(*notes) == (["1or a boat", "25or a lantern"], [])
    apart = [line("1", 140, width=4), line("3 boats", 140, 52), line("25 or a lantern", 150)]
    assert notes_of(*apart, rules=[Rule(40, 90, 131)]) == ([], [["3 boats"], ["or a lantern"]])
    assert notes_of(*notes, rules=[Rule(40, 480, 131)]) == (["1or a boat", "25or a lantern"], [])


def test_a_line_of_the_next_column_is_no_part_of_the_note_beside_it() -> None:
    note = [line("\ue0f1or a boat of", 140, width=120, size=6.0), line("any length", 148, size=6.0)]
    beside = line("Kites are red.", 140.5, x=170)
    assert notes_of(*note, beside) == (["Kites are red."], [["or a boat of"], ["any length"]])


def test_a_table_over_the_columns_may_stand_below_a_note() -> None:
    """Its cells are of the size of the note. The mark stands in the text above; a plain number is a figure then."""
    note, table = line("\ue0f1or a boat", 140, size=6.0), line("Kites 2 3 4", 153, width=400, size=6.0)
    rules = [Rule(40, 90, 131), Rule(40, 440, 144)]
    assert notes_of(note, table, rules=rules) == (["Kites 2 3 4"], [["or a boat"]])
    assert notes_of(note._replace(words=["1", *note.words[1:]]), table, rules=rules)[1] == []


def test_a_mark_whose_note_is_not_found_is_no_figure_where_there_are_notes(read_as: ReadAs) -> None:
    text = "<p>There is a vane<sup>31</sup> of tin, and a mill<sup>1</sup> too.</p>"
    found = text_of(read_as(prose() + text + "<p class=e><sup>1</sup> of wood</p>", more=MARKS))
    assert "There is a vane of tin, and a mill (of wood) too." in found


def test_figures_that_a_font_draws_small_for_marks_are_marks() -> None:
    word = [Glyph(20, 10, 16, "a", 10, "F"), Glyph(20, 16, 19, "2", 10, "F"), Glyph(20, 30, 35, "2", 10, "F")]
    marked = with_narrow_marked(word, {("F", "2"): 0.5})
    assert [bool(MARK.fullmatch(glyph.text)) for glyph in marked] == [False, True, False]
    assert number_of(marked[1].text) == "2"


def test_a_figure_that_its_font_draws_in_a_second_way_is_a_mark_beside_a_letter() -> None:
    """A font's marks may be as wide as its figures."""
    second = {("F", "2", 40)}
    places = [("a", 10, 16), ("2", 16, 20), ("2", 20, 24), (" ", 24, 28), ("2", 28, 32), (" ", 32, 36), ("2", 36, 41)]
    glyphs = [Glyph(20, x0, x1, letter, 10, "F") for letter, x0, x1 in [*places, ("b", 41, 46)]]
    marked = with_second_marked(glyphs, second)
    assert [number_of(glyph.text) for glyph in marked if MARK.fullmatch(glyph.text)] == ["2", "2"]
    assert MARK.fullmatch(with_second_marked([glyphs[2], glyphs[0]._replace(x0=24, x1=30)], second)[0].text)


def test_a_mark_without_a_note_has_all_its_figures_together(read_as: ReadAs) -> None:
    assert "a vane 31 of tin" in text_of(read_as(prose() + "<p>There is a vane<sup>31</sup> of tin.</p>", more=MARKS))


def test_a_mark_is_on_the_line_of_its_word() -> None:
    word = [Glyph(20, 6 * i, 6 * i + 6, letter, 10, "F") for i, letter in enumerate("kites")]
    lowered = with_raised_lowered([*word, Glyph(16, 30, 33, "1", 6, "F"), Glyph(16, 33, 36, "2", 6, "F")])
    assert [(glyph.y, glyph.size, number_of(glyph.text)) for glyph in lowered[5:]] == [(20, 10, "1"), (20, 10, "2")]


@pytest.mark.parametrize(("number", "kept"), [("12", 1), ("13", 2)])
def test_the_mark_of_a_note_that_the_edge_of_a_page_cuts_off_is_left_out(number: str, kept: int) -> None:
    """All that is left of the note at the foot of the page is its mark; the whole note is on the next page."""

    def line(y: float, word: str) -> list[Glyph]:
        return [Glyph(y, 20 + 6 * i, 26 + 6 * i, letter, 10, "F") for i, letter in enumerate(word)]

    def mark(y: float, figures: str) -> list[Glyph]:
        return [Glyph(y, 10 + 3 * i, 13 + 3 * i, figure, 6, "F") for i, figure in enumerate(figures)]

    first = [*line(300, "kites"), *mark(313, number)]
    second = with_raised_lowered([*mark(26, "12"), *line(30, "sleds"), *line(42, "boats")])
    pages = without_clipped_lines([Page(200, 320, runs_of(glyphs)) for glyphs in (first, second)])
    assert [len(page.runs) for page in pages] == [kept, 2]
