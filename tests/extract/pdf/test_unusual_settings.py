"""What few rulebooks have: shaded rows, notes and headings in the margin, words that run over the edge of a cell."""

from __future__ import annotations

import re

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.pdf.columns import parts_columns, split
from kensei_docs.extract.pdf.glyphs import Page, Run
from kensei_docs.extract.pdf.margins import pages_without_furniture
from kensei_docs.extract.pdf.page_edges import without_clipped_lines
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


def test_columns_of_cells_below_a_heading_over_them_are_read_one_by_one() -> None:
    def row(y: float, x0: float, *cells: str) -> list[Run]:
        return [
            Run(x, x + 30, y, 10, "Set", [cell], [x], [x + 30])
            for x, cell in zip((x0, x0 + 80, x0 + 140), cells, strict=False)
        ]

    left = [*row(40, 40, "Oars"), *row(60, 40, "Ropes")]
    right = row(40, 300, "Sails")
    head = Run(40, 600, 110, 16, "Set", ["Clubs"], [40], [90])
    left_below = [run for i in range(5) for run in row(130 + 14 * i, 44, f"punt {i}", "1", "20")]
    right_below = [run for i in range(5) for run in row(133 + 19 * i, 306, f"barge {i}", "4", "50")]
    runs = sorted([*left, *right, head, *left_below, *right_below], key=lambda run: run.y)
    assert split(runs, [300.0]) == [left, right, [head], left_below, right_below]


def test_a_table_over_columns_below_a_heading_has_the_same_cells_in_each() -> None:
    """The labels are in the middle of their rows, of which the first are as high in both columns."""

    def row(x0: float, y: float, label: str, lines: int) -> list[Run]:
        text = [Run(x0 + 50, x0 + 150, y + 10 * i, 10, "Set", ["oars"], [x0 + 50], [x0 + 150]) for i in range(lines)]
        return [*text, Run(x0, x0 + 20, y + 5 * (lines - 1), 10, "Set", [label], [x0], [x0 + 20])]

    head = Run(40, 600, 110, 16, "Set", ["Clubs"], [40], [90])
    above = [Run(x, x + 60, 60, 10, "Set", ["Oars"], [x], [x + 60]) for x in (40, 300)]
    left = [*row(44, 130, "+XD6", 6), *row(44, 190, "+1D6", 1)]
    right = [*row(304, 130, "-1D6", 6), *row(304, 193, "-2", 2), *row(304, 215, "-1", 2)]
    groups = split(sorted([*above, head, *left, *right], key=lambda run: run.y), [300.0])
    assert [sorted(group) for group in groups[-2:]] == [sorted(left), sorted(right)]
    other = [run._replace(x0=run.x0 + 20) if run.words == ["oars"] else run for run in right]
    groups = split(sorted([*above, head, *left, *other], key=lambda run: run.y), [300.0])
    assert sorted(groups[-1]) == sorted([*left, *other])


@pytest.mark.parametrize(("font", "parts"), [("Bold", True), ("Set", False)])
def test_a_column_that_begins_with_a_heading_may_begin_lower_below_one_over_all(font: str, parts: bool) -> None:
    def run(x0: float, y: float, font: str = "Set") -> Run:
        return Run(x0, x0 + 60, y, 10, font, ["Oars"], [x0], [x0 + 60])

    head = Run(40, 600, 110, 16, "Bold", ["Clubs"], [40], [90])
    above = [run(x, 60) for x in (40, 240, 440)]
    below = [run(40, 130), run(240, 130), run(440, 138, font)]
    assert parts_columns(head, [*above, head, *below], [240, 440]) == parts


def test_the_heads_of_two_sections_beside_one_another_part_no_columns() -> None:
    """The larger head of the one is as high as the first line below the head of the other, but its capitals are not."""

    def run(x0: float, y: float, size: float = 10) -> Run:
        return Run(x0, x0 + 60, y, size, "Set", ["Oars"], [x0], [x0 + 60])

    head, larger = run(40, 100, 13), run(240, 112, 16)
    assert not parts_columns(head, [run(40, 70), run(240, 80), head, run(40, 114), larger], [240])
    assert parts_columns(head, [run(40, 70), run(240, 70), head, run(40, 114), run(240, 114, 11)], [240])


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
    found = lines_of(read_as(prose() + table_of(rows)))
    assert [line for line in found if line[:2] in ("+1", "-2", "D/", "4+")] == [
        "+1D6 for a tail",
        "-2D6 in the rain",
        "D/D/W when two meet",
        "4+ for luck",
    ]


@pytest.mark.parametrize("title", ["", "<tr><td colspan=4>Kites of the village</td></tr>"], ids=["", "with a title"])
def test_a_head_that_is_repeated_in_the_next_column_is_read_once(read_as: ReadAs, title: str) -> None:
    head, *rows = ["".join(f"<td>{cell}</td>" for cell in row) for row in ROWS]
    body = "".join(f"<tr>{row}</tr>" for row in 3 * rows)
    table = f"<table><thead>{title}<tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    more = f"@page {{ size: 110mm 120mm }} table {{ break-inside: auto }} tr {{ break-inside: avoid }} {WIDE}"
    found = lines_of(read_as(prose() + table + prose(), more=more))
    assert found.count(" ".join(ROWS[0])) == 1
    assert found.count("Kites of the village") == bool(title)
    assert sum(found.count(" ".join(row)) for row in ROWS[1:]) == 15


MARGIN = "@page { margin: 15mm 15mm 15mm 50mm } "
HANGING = "h2 { position: absolute; left: -40mm; width: 34mm; margin: 0; font-size: 1.1em; line-height: 1.1 }"


def test_a_heading_in_the_margin_stands_before_its_text(read_as: ReadAs) -> None:
    body = "".join(
        f'<div style="position: relative"><h2>How the {name} kites of the village fly</h2><p>{text}</p></div>'
        for name, text in zip(("old", "new", "red"), PROSE, strict=True)
    )
    text = text_of(read_as(f"{3 * body}<p>{TAIL}</p><p>{TAIL}</p>", more=MARGIN + HANGING))
    for name, words in zip(("old", "new", "red"), PROSE, strict=True):
        assert text.count(f"How the {name} kites of the village fly {words}") == 3


def test_a_note_in_the_margin_interrupts_no_sentence(read_as: ReadAs) -> None:
    note = '<span style="position: absolute; left: -38mm; width: 30mm; font-size: 0.8em">Ask the priest first</span>'
    halves = [text.split(", ", 1) for text in PROSE]
    body = "".join(f'<p style="position: relative">{a}, {note}{b}</p>' for a, b in halves)
    text = text_of(read_as(3 * body, more=MARGIN))
    for paragraph in PROSE:
        assert text.count(paragraph) == 3
    assert text.count("Ask the priest first") == 9


def test_a_note_in_the_margin_stands_at_the_end_of_its_section(read_as: ReadAs) -> None:
    note = '<i style="position: absolute; left: -38mm; width: 30mm; font-size: 0.8em">Ask the priest first</i>'
    body = "".join(
        f'<h2>{name}</h2><p style="position: relative">{note}{text}</p><p>{TAIL}</p>'
        for name, text in zip(("Kites", "Strings", "Rain"), PROSE, strict=True)
    )
    text = text_of(read_as(f"{body}<h2>Figs</h2><p>{TAIL}</p>", more=MARGIN))
    for name, words in zip(("Kites", "Strings", "Rain"), PROSE, strict=True):
        assert f"{name} {words} {TAIL} Ask the priest first" in text


def test_a_note_in_the_margin_stands_after_its_paragraph_if_no_heading_follows(read_as: ReadAs) -> None:
    note = '<i style="position: absolute; left: -38mm; width: 30mm; font-size: 0.8em">Ask the priest first</i>'
    body = f'<h2>Kites</h2><p style="position: relative">{note}{PROSE[0]}</p><p>{TAIL}</p>'
    assert text_of(read_as(3 * body, more=MARGIN)).rstrip().endswith(f"{PROSE[0]} Ask the priest first {TAIL}")


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


@pytest.mark.parametrize(("lines", "left_out"), [(2, False), (4, True)])
def test_a_word_with_a_number_near_the_text_of_the_only_page_stays(lines: int, left_out: bool) -> None:
    def run(y: float, *words: str) -> Run:
        return Run(50, 90, y, 10, "Set", list(words), [50, 70], [65, 90])

    page = Page(300, 400, [run(380.0 - 10 * lines, "Kites", "dive"), run(380, "Kites", "1")])
    [kept] = pages_without_furniture([page])
    assert len(kept.runs) == (1 if left_out else 2)


@pytest.mark.parametrize("words", [("Page", "1"), ("Página", "1"), ("Page", "1", "of", "1")], ids=" ".join)
def test_a_line_that_says_the_number_of_the_only_page_is_left_out(words: tuple[str, ...]) -> None:
    def run(y: float, *words: str) -> Run:
        return Run(50, 90, y, 10, "Set", list(words))

    [kept] = pages_without_furniture([Page(300, 400, [run(368, "Kites", "dive"), run(380, *words)])])
    assert [run.text for run in kept.runs] == ["Kites dive"]
    [kept] = pages_without_furniture([Page(300, 400, [run(368, "Kites", "dive"), run(380, words[0], "2")])])
    assert len(kept.runs) == 2


@pytest.mark.parametrize("furniture", FURNITURE.values(), ids=FURNITURE)
def test_page_numbers_and_names_are_left_out_wherever_they_stand(read_as: ReadAs, furniture: str) -> None:
    text = text_of(read_as(prose(12), more=f"@page {{ size: 110mm 120mm; margin: 16mm }} {furniture}"))
    assert text == " ".join(12 * PROSE)


def test_a_word_that_runs_over_the_edge_of_its_cell_is_whole(read_as: ReadAs) -> None:
    rows = [["Box", "Unmanageable", "Irresistible", "yes"], ["Sled", "Unthinkable", "Indestructible", "no"]]
    more = "table { table-layout: fixed; width: 54mm } td { padding: 1pt 2pt; border: 0.5pt solid }"
    found = lines_of(read_as(prose() + table_of(rows), more=more))
    assert [line for line in found if line.split()[0] in ("Box", "Sled")] == [" ".join(row) for row in rows]


@pytest.mark.parametrize("moved", [0, 2])
def test_the_tips_of_a_line_that_the_edge_of_a_page_cuts_are_left_out(moved: int) -> None:
    """Their letters stand where the whole line, on the next page, has them; each letter is 5 points wide here."""

    def run(y: float, text: str) -> Run:
        words = [(5.0 * found.start(), 5.0 * found.end(), found[0]) for found in re.finditer(r"\S+", text)]
        starts, ends, texts = ([word[i] for word in words] for i in range(3))
        return Run(starts[0], ends[-1], y, 10, "Set", texts, starts, ends)

    whole = "Each kite is flown until it falls"
    tips = moved * " " + "".join(char if char in "Ehkitfl" else " " for char in whole)
    pages = [
        Page(300, 400, [run(20, "Kites"), run(380, "The wind turns here"), run(390, tips)]),
        Page(300, 400, [run(20, "Kites"), run(30, whole), run(40, "and then it is mended by the flyer")]),
    ]
    first, second = without_clipped_lines(pages)
    assert (len(first.runs), len(second.runs)) == (3 if moved else 2, 3)


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
