"""What few rulebooks have: shaded rows, notes and headings in the margin, words that run over the edge of a cell."""

from __future__ import annotations

import re

import pytest

from kensei_docs.extract.document import Document
from tests.extract.pdf.conftest import ReadAs

PROSE = [
    "Every kite of a village rises once in a turn, in the order that its flyer likes best, and never above the bell "
    "tower. A box kite goes 9 m with the wind and 4 m across it, and falls if it goes against it at all.",
    "Each string that is cut is counted by the priest, who sits on the roof of the mill and is bribed with 2D6 figs by "
    "anybody who wants an honest afternoon on the hill.",
    "Nobody cuts a string in the rain. The village that shelters within 12 m of another must share its umbrella, and "
    "loses its next turn while it does so, unless the rain stops first.",
]
TAIL = "A tail of paper is longer than a tail of rags, and it is lost as soon as two kites meet in the air."
ROWS = [
    ["Kite", "In a breeze", "Climb", "Effect"],
    ["Diamond of the upper village", "2D6", "3", "+1 to cut a string, and the priest looks away for a while"],
    ["Box kite", "1D6", "4", "Carries one lantern"],
    ["Sled", "-", "2", "-1 to cut a string in any wind that is stronger than a breeze"],
    ["Carp with a long tail", "3D6", "5", "Two figs for each turn that it stays above the mill"],
    ["Swallow", "1D6", "6", "Turns twice"],
]
WIDE = "td:nth-child(2), td:nth-child(3) { width: 9mm } td:first-child { width: 24mm }"


def text_of(document: Document) -> str:
    return " ".join(document.text.split())


def lines_of(document: Document) -> list[str]:
    return [" ".join(line.text.split()) for line in document.lines]


def prose(times: int = 1) -> str:
    return times * "".join(f"<p>{text}</p>" for text in PROSE)


def table_of(rows: list[list[str]]) -> str:
    return "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows) + "</table>"


@pytest.mark.parametrize("columns", [2, 3])
def test_columns_that_begin_again_below_a_heading_are_read_above_it_first(read_as: ReadAs, columns: int) -> None:
    names = ["Oars", "Rain", "Ropes"]
    parts = ["".join(f"<p>The boat of the {name} club wins {i} times.</p>" for i in range(9)) for name in names]
    body = "".join(f"<h1>{name}</h1>{part}" for name, part in zip(names, parts, strict=True))
    text = text_of(read_as(body, columns=columns, size=8, more="h1 { margin: 1em 0 }"))
    assert re.findall(r"[A-Z]\w+ club wins \d", text) == [f"{name} club wins {i}" for name in names for i in range(9)]


SHADES = {
    "every other row": "tr:nth-child(even) td { background: #ddd }",
    "a head and every other row": "tr:nth-child(odd) td { background: #ddd } tr:first-child td { background: #888 }",
    "the last row as well": "tr:nth-child(odd) td { background: #ddd }",
}


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("shade", SHADES.values(), ids=SHADES)
def test_shades_part_the_rows_of_a_table(read_as: ReadAs, shade: str, columns: int) -> None:
    more = f"{shade} {WIDE} td {{ padding: 0.5pt 3pt }}"
    found = lines_of(read_as(prose() + table_of(ROWS) + prose(), rule="none", columns=columns, size=8, more=more))
    assert [line for line in found if line in {" ".join(row) for row in ROWS}] == [" ".join(row) for row in ROWS]


FEW_RULES = {
    "head": "tr:first-child td { border-bottom: 1pt solid }",
    "head and ends": "table { border-top: 1pt solid; border-bottom: 1pt solid } "
    "tr:first-child td { border-bottom: 0.5pt solid }",
    "head and frame": "table { border: 1pt solid } tr:first-child td { border-bottom: 1pt solid }",
}


@pytest.mark.parametrize("rules", FEW_RULES.values(), ids=FEW_RULES)
def test_rows_are_told_below_the_rule_of_their_head(read_as: ReadAs, rules: str) -> None:
    more = f"{rules} {WIDE} td {{ padding: 1.5pt 3pt }}"
    body = prose() + table_of(ROWS) + f"<p>{TAIL}</p>" + table_of(ROWS[:3]) + prose()
    found = lines_of(read_as(body, rule="none", size=8, more=more))
    rows = [" ".join(row) for row in [*ROWS, *ROWS[:3]]]
    assert [line for line in found if line in set(rows)] == rows


def test_rows_between_shaded_heads_with_lines_between_their_cells_are_rows(read_as: ReadAs) -> None:
    """The heads of tables below one another are all that is ruled across."""
    more = "td { border: none } td + td { border-left: 0.4pt solid } tr:first-child td { background: #ccc }"
    rows = [["Kites of the mill", "2", "20"], ["Sled", "5", "25"], ["Carp", "1", "15"], ["Box kite", "3", "45"]]
    found = lines_of(read_as(prose() + table_of(rows) + table_of(rows), size=9, more=more))
    assert [line for line in found if line in {" ".join(row) for row in rows}] == [" ".join(row) for row in 2 * rows]


@pytest.mark.parametrize("columns", [1, 2])
def test_a_minus_that_a_narrow_cell_breaks_off_is_that_of_the_figure_below_it(read_as: ReadAs, columns: int) -> None:
    rows = [["+1D6", "for a tail"], ["–<br>1D6", "in the rain"], ["–<br>2D6", "below the bell"], ["–1", "by night"]]
    found = lines_of(read_as(prose(2) + table_of(rows) + prose(2), rule="none", columns=columns))
    assert {"-1D6 in the rain", "-2D6 below the bell", "-1 by night"} <= set(found)


def test_a_figure_that_a_narrow_cell_breaks_is_whole(read_as: ReadAs) -> None:
    rows = [["+1D<br>6", "for a tail"], ["-<br>2D6", "in the rain"], ["D/<br>D/W", "when two meet"], ["4+", "for luck"]]
    rows += [["-1<br>D6", "by night"], ["+X<br>D6", "for a kite of X sticks"]]
    found = lines_of(read_as(prose() + table_of(rows)))
    assert [line for line in found if line[:2] in ("+1", "-2", "D/", "4+", "-1", "+X")] == [
        "+1D6 for a tail",
        "-2D6 in the rain",
        "D/D/W when two meet",
        "4+ for luck",
        "-1D6 by night",
        "+XD6 for a kite of X sticks",
    ]


MARGIN = "@page { margin: 15mm 15mm 15mm 50mm } "


def test_a_note_in_the_margin_interrupts_no_sentence(read_as: ReadAs) -> None:
    note = '<span style="position: absolute; left: -38mm; width: 30mm; font-size: 0.8em">Ask the priest first</span>'
    halves = [text.split(", ", 1) for text in PROSE]
    body = "".join(f'<p style="position: relative">{a}, {note}{b}</p>' for a, b in halves)
    text = text_of(read_as(3 * body, more=MARGIN))
    for paragraph in PROSE:
        assert text.count(paragraph) == 3
    assert text.count("Ask the priest first") == 9


FURNITURE = {
    "a word before the number": "@page { @bottom-right { content: 'page ' counter(page) } }",
    "the number of pages": "@page { @bottom-right { content: 'page ' counter(page) ' of ' counter(pages) } }",
    "a name beside the number": "@page { @top-left { content: 'Kites' } @top-right { content: counter(page) } }",
    "a number beside the text": "@page { @left-middle { content: counter(page) } }",
    # In the book's own font: the system's may set the name as wide as the margin.
    "a name beside the text": "@page { @right-middle { content: 'Kites over the mill'; font: 8pt Set; padding: 3mm } }",
    "a name on its side": (
        "body::before { content: 'Kites over the mill'; position: fixed; top: 40mm; right: -22mm; width: 30mm;"
        " transform: rotate(90deg) }"
    ),
}


@pytest.mark.parametrize("pages", [1, 2])
def test_the_number_of_the_only_pages_is_left_out_with_its_word(read_as: ReadAs, pages: int) -> None:
    numbered = (
        "@page { size: 110mm 150mm; margin: 16mm; @bottom-left { content: 'Sheet ' counter(page); font: 8pt Set } }"
    )
    text = text_of(read_as(prose(3 * pages), size=10, more=numbered))
    assert "Sheet" not in text and text.endswith("rain stops first.")
    last = "<p>Kites 1</p>"
    assert text_of(read_as(prose(2) + last, size=10, more=numbered)).endswith("Kites 1")


@pytest.mark.parametrize("furniture", FURNITURE.values(), ids=FURNITURE)
def test_page_numbers_and_names_are_left_out_wherever_they_stand(read_as: ReadAs, furniture: str) -> None:
    text = text_of(read_as(prose(12), more=f"@page {{ size: 110mm 120mm; margin: 16mm }} {furniture}"))
    assert text == " ".join(12 * PROSE)


def test_a_word_that_runs_over_the_edge_of_its_cell_is_whole(read_as: ReadAs) -> None:
    rows = [["Box", "Unmanageable", "Irresistible", "yes"], ["Sled", "Unthinkable", "Indestructible", "no"]]
    more = "table { table-layout: fixed; width: 54mm } td { padding: 1pt 2pt; border: 0.5pt solid }"
    found = lines_of(read_as(prose() + table_of(rows), more=more))
    assert [line for line in found if line.split()[0] in ("Box", "Sled")] == [" ".join(row) for row in rows]


def test_ligatures_around_soft_hyphens_are_letters(read_as: ReadAs) -> None:
    """A program calls such a ligature by no character at all."""
    kite = "<p>A dif&shy;fi&shy;cult kite suf&shy;fers in a stiff wind; of&shy;fer 12 figs for an ef&shy;fect.</p>"
    found = " ".join(read_as(prose(2) + kite).text.split())
    assert "A difficult kite suffers in a stiff wind; offer 12 figs for an effect." in found


FRAME = "table { border: 0.6pt solid } td { border: none; padding: 2pt 4pt }"
TEAMS = [
    ["Upper village", "", ""],
    ["Priest and bell", "1", "20"],
    ["Old kites", "5", "25"],
    ["All of these", "", "45"],
    ["Lantern makers", "", ""],
    ["Boy with a lantern", "10", "10"],
    ["All of these", "", "10"],
]


def test_the_rows_of_a_framed_table_are_no_nearer_than_lines_of_the_text_around_it(read_as: ReadAs) -> None:
    """Nothing but their distance from one another tells the name of a group from the end of the label above."""
    body = f"{prose(3)}<div style='column-span: all'>{table_of(TEAMS)}</div>{prose(3)}"
    found = lines_of(read_as(body, columns=2, more=FRAME))
    rows = [" ".join(cell for cell in row if cell) for row in TEAMS]
    assert [line for line in found if line in rows] == rows
