"""Small figures above the line mark notes and are no digits; a note is read behind the text or table with its mark."""

from __future__ import annotations

import pytest

from kensei_docs.extract.document import Document
from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import prose

FOOT = ".n { float: footnote; font-size: 0.85em } ::footnote-call, ::footnote-marker { font-size: 0.7em }"
MARKS = "sup { font-size: 0.7em; line-height: 0 } .e { font-size: 0.85em }"
KITES = [
    ["Kite", "Figs", "Tail"],
    ["Swift", "12<sup>1</sup>", "5"],
    ["Crane<sup>2</sup>", "9", "31"],
    ["Owl", "7", "4"],
]
BELOW = "<p class=e><sup>1</sup> Only in the rain.</p><p class=e><sup>2</sup> Only once on any day.</p>"


def text_of(document: Document) -> str:
    return " ".join(document.text.split())


def table_of(rows: list[list[str]]) -> str:
    return "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows) + "</table>"


def cells_of(document: Document) -> list[list[str]]:
    """The cells of all rows of tables."""
    rows = []
    for line in document.lines:
        words = iter(line.text.split())
        if line.cells:
            rows.append([" ".join(next(words) for _ in range(count)) for count in line.cells])
    return rows


@pytest.mark.parametrize("rule", ["0.5pt solid", "none"])
@pytest.mark.parametrize("more", ["", MARKS])
def test_marks_in_a_table_are_no_digits_and_its_notes_stay_out_of_it(read_as: ReadAs, rule: str, more: str) -> None:
    found = read_as(prose() + table_of(KITES) + BELOW + prose(), rule=rule, more=more)
    plain = [["Kite", "Figs", "Tail"], ["Swift", "12", "5"], ["Crane", "9", "31"], ["Owl", "7", "4"]]
    assert cells_of(found) == plain
    assert "Owl 7 4 Only in the rain. Only once on any day." in text_of(found)


@pytest.mark.parametrize("mark", ["<sup>{}</sup> ", "<sup>{}</sup>", "{}. "])
def test_notes_behind_the_text_are_read_behind_the_paragraph_with_their_mark(read_as: ReadAs, mark: str) -> None:
    text = "<p>A kite rolls 2D6<sup>1</sup> and costs 12<sup>2</sup>. It rises twice.</p>"
    notes = [f"<p class=e>{mark.format(i)}{note}</p>" for i, note in ((1, "A sled too."), (2, "Or one lantern."))]
    found = text_of(read_as(prose(2) + text + prose(2) + "".join(notes), more=MARKS))
    assert "A kite rolls 2D6 and costs 12. It rises twice. A sled too. Or one lantern." in found
    assert found.endswith("unless the rain stops first.")


@pytest.mark.parametrize("columns", [1, 2])
def test_a_note_below_a_page_is_not_read_between_the_parts_of_a_sentence(read_as: ReadAs, columns: int) -> None:
    kite = '<p>A kite<span class="n">Sleds count as kites.</span> costs 12 figs. It may rise twice.</p>'
    found = text_of(read_as(prose(7) + kite + prose(7), more=FOOT, columns=columns))
    assert "A kite costs 12 figs. It may rise twice. Sleds count as kites." in found


def test_a_note_whose_paragraph_goes_on_over_the_page_is_read_behind_it(read_as: ReadAs) -> None:
    words = " ".join(["and the wind turns the vane of the mill over the roofs of the town"] * 60)
    kite = f'<p>A kite<span class="n">Sleds count as kites.</span> rises {words} until the rain stops.</p>'
    found = text_of(read_as(prose(6) + kite + prose(), more=FOOT))
    assert "until the rain stops. Sleds count as kites." in found


def test_a_power_and_a_raised_ending_stay(read_as: ReadAs) -> None:
    text = "<p>The roof has 10<sup>2</sup> tiles; the 1<sup>st</sup> kite costs 12<sup>2</sup>.</p>"
    note = "<p class=e><sup>2</sup> Or one lantern.</p>"
    found = text_of(read_as(prose() + text + prose() + note, more=MARKS))
    assert "The roof has 10² tiles; the 1st kite costs 12. Or one lantern." in found
    assert "The roof has 10² tiles" in text_of(read_as(prose() + text, more=MARKS))


def test_a_mark_whose_note_is_not_found_is_no_figure(read_as: ReadAs) -> None:
    text = "<p>There is a vane<sup>31</sup> of tin, and a mill<sup>1</sup> too.</p>"
    found = text_of(read_as(prose() + text + "<p class=e><sup>1</sup> Of wood.</p>", more=MARKS))
    assert "There is a vane of tin, and a mill too. Of wood." in found


def test_a_figure_that_begins_a_line_in_small_type_is_no_mark(read_as: ReadAs) -> None:
    text = "<p>A kite<sup>1</sup> costs 12 figs in the village.</p>"
    small = "<p class=e>1 fig pays for the tail.</p>"
    found = text_of(read_as(text + prose() + small + "<p class=e><sup>1</sup> A sled too.</p>", more=MARKS))
    assert "A kite costs 12 figs in the village. A sled too." in found
    assert found.endswith("1 fig pays for the tail.")


def test_signs_mark_notes_but_no_items_of_a_list(read_as: ReadAs) -> None:
    rows = [["Kite", "Figs"], ["Swift", "12*"], ["Owl", "7†"], ["Crane", "9"]]
    notes = "<p class=e>* Only in the rain.</p><p class=e>† Only once on any day.</p>"
    found = read_as(prose() + table_of(rows) + prose() + notes, more=MARKS)
    assert [row[1] for row in cells_of(found)] == ["Figs", "12", "7", "9"]
    assert "Crane 9 Only in the rain. Only once on any day." in text_of(found)
    listed = text_of(read_as("<p>Kites* are:</p><p>* a swift</p><p>* an owl</p>" + prose()))
    assert "* a swift * an owl" in listed


def test_figures_that_a_font_draws_small_are_marks(read_as: ReadAs) -> None:
    drawn = "b { font-weight: normal; font-variant-position: super } .e { font-size: 0.85em }"
    text = "<p>A kite costs 12<b>1</b> figs.</p>" + prose() + "<p class=e><b>1</b> Only in the rain.</p>"
    assert "A kite costs 12 figs. Only in the rain." in text_of(read_as(text, more=drawn))
