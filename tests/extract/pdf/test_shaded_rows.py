"""Shades behind the rows of a table part its rows; the shade behind a heading is none of them."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.glyphs import Box, Page, Rule, Run, Seam, Upright
from kensei_docs.extract.pdf.margins import without_margins
from kensei_docs.extract.pdf.ruled_tables import head_of, tables_of
from kensei_docs.extract.pdf.shaded_rows import with_edges_of_shades
from kensei_docs.extract.pdf.table_columns import cell_edges
from tests.extract.pdf.conftest import ReadAs


def test_the_shade_of_a_heading_above_a_table_is_no_row_of_it() -> None:
    rows = [(100.0 + 20 * i, ("oak", "tall")) for i in range(6)]
    cells = [Run(50 + 100 * i, 70 + 100 * i, y, 10, "Plain", [word]) for y, row in rows for i, word in enumerate(row)]
    heading = Run(50, 90, 75, 10, "Bold", ["Trees"])
    shades = [Box(45, 65, 250, 82), *(Box(45, y - 12, 250, y + 6) for y, _ in rows[::2])]
    parted = with_edges_of_shades(Page(500, 800, [heading, *cells], panels=shades))
    assert min(rule.y for rule in parted.rules) == 88


def test_a_column_of_tables_beside_one_of_paragraphs_is_no_margin() -> None:
    prose = [Run(300, 500, 100.0 + 12 * i, 10, "Plain", ["a", "line", "of", "a", "long", "text"]) for i in range(10)]
    cells = [Run(x, x + 30, 100.0 + 30 * i, 10, "Plain", ["oaks"]) for i in range(6) for x in (50, 230)]
    page = Page(550, 800, [*prose, *cells])
    assert without_margins([page]) == ([page], [[]])


@pytest.mark.parametrize(("font", "move", "rows"), [("Bold", 0, 3), ("Plain", 0, 0), ("Bold", 8, 0)])
def test_a_single_shaded_row_has_the_heads_above_it(font: str, move: float, rows: int) -> None:
    """They begin where its cells do, in another font; otherwise it is no table."""
    heads = [[_word(x + move, x + 30 + move, y, "Arms")._replace(font=font) for x in (100, 200, 300)] for y in (80, 96)]
    body = [_word(x, x + 30, 114, "guns") for x in (100, 200, 300)]
    runs = [run for row in [*heads, body] for run in row]
    page = with_edges_of_shades(Page(500, 800, runs, panels=[Box(95, 100, 400, 120)]))
    tables = tables_of(page.runs, page.rules, page.uprights)
    assert sum(len(table.rows) for table in tables) == rows


def test_of_two_tables_of_one_width_one_may_have_vertical_lines() -> None:
    rules = [Rule(95, 400, y) for y in (100, 120, 140, 160, 180, 500, 520, 540)]
    runs = [_word(x, x + 30, y + 14, "guns") for y in (100, 120, 140, 160, 500, 520) for x in (100, 300)]
    lines = [Upright(x, 500, 540) for x in (95, 250, 400)]
    assert [len(table.rows) for table in tables_of(runs, rules, lines)] == [2, 4]


def test_the_labels_of_a_table_on_a_page_with_little_text_are_in_no_margin() -> None:
    words = ["a", "line", "of", "a", "long", "text"]
    prose = [Run(50, 250, 100.0 + 12 * i, 10, "Plain", words) for i in range(4)]
    cells = [Run(100, 240, 200.0 + 20 * i, 10, "Plain", words) for i in range(8)]
    labels = [Run(56, 90, 200.0 + 20 * i, 10, "Plain", ["oaks"]) for i in range(8)]
    page = Page(550, 800, [*prose, *cells, *labels])
    assert without_margins([page]) == ([page], [[]])
    assert without_margins([page._replace(runs=[*cells, *labels])])[1] != [[]]


def test_shaded_cells_part_words_that_stand_in_their_middle() -> None:
    words = [("gun", "2", 100.0, 100.0), ("lance", "10", 120.0, 120.0), ("mine layer", "100", 140.0, 146.0)]
    runs = [_word(100, 130, 80.0, "Arms"), _word(200, 220, 80.0, "Cost")]
    for name, cost, top, middle in words:
        for i, word in enumerate(name.split()):
            runs.append(_word(115 - 2 * len(word), 115 + 2 * len(word), top + 12 * i, word))
        runs.append(_word(210 - 3 * len(cost), 210 + 3 * len(cost), middle, cost))
    shades = [Box(x, y - 12, x1, y + 5) for y in (80.0, 120.0) for x, x1 in ((80, 170), (170, 250))]
    page = with_edges_of_shades(Page(500, 800, runs, panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert [row.words for row in table.rows] == [
        ["Arms", "Cost"],
        ["gun", "2"],
        ["lance", "10"],
        ["mine", "layer", "100"],
    ]


@pytest.mark.parametrize("rows", [1, 3])
def test_a_head_without_a_shade_is_a_row_if_its_words_are_in_the_middle_of_the_shaded_cells(rows: int) -> None:
    """A word that is wider than its cell stands over both sides of it; a row without a shade may be as high as many."""
    middle = {80: 100, 120: 150, 180: 210}
    text = [_word(60, 250, 56.0, "what the boats of the harbour carry")]
    head = [_word(78, 122, 74.0, "Harbours"), _word(135, 165, 68.0, "Load"), _word(140, 160, 80.0, "of")]
    short = [_word(x - 5, x + 5, 100.0, word) for x, word in zip(middle.values(), ("ax", "2", "3"), strict=True)]
    label = [_word(90, 110, 130.0, "long"), _word(92, 108, 142.0, "oar")]
    high = [_word(x - 8, x + 8, 118.0 + 12 * i, f"{i} on") for x in (150, 210) for i in range(4)]
    last = [_word(x - 15, x + 15, 174.0, word) for x, word in zip(middle.values(), ("sea", "5", "6"), strict=True)]
    runs = [*text, *head, *short, *(one for more in (label, high, last) for one in more if rows > 1)]
    tops = [88.0, 162.0][: max(1, rows - 1)]
    shades = [Box(x, y, x1, y + 17) for y in tops for x, x1 in ((80, 120), (120, 180), (180, 240))]
    page = with_edges_of_shades(Page(500, 800, sorted(runs, key=lambda run: run.y), panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert [" ".join(row.words) for row in table.rows] == [
        "Harbours Load of",
        "ax 2 3",
        "long oar 0 on 1 on 2 on 3 on 0 on 1 on 2 on 3 on",
        "sea 5 6",
    ][: rows + 1]


def test_lines_between_cells_part_two_shaded_tables_of_one_width() -> None:
    rows = [
        (80.0, "Boat", "Sails"),
        (100.0, "punt", "0"),
        (120.0, "barge", "2"),
        (145.0, "Kite", "4"),
        (165.0, "sled", "3"),
    ]
    runs = [run for y, name, cost in rows for run in (_word(82, 110, y, name), _word(172, 180, y, cost))]
    shades = [Box(80, y - 12, 250, y + 5) for y in (100.0, 165.0)]
    sides = [Upright(x, y0, y1) for y0, y1 in ((68, 125), (133, 170)) for x in (80, 168, 210)]
    page = with_edges_of_shades(Page(500, 800, runs, uprights=sides, panels=shades))
    tables = tables_of(page.runs, page.rules, page.uprights)
    assert [[row.words for row in table.rows] for table in tables] == [
        [["Boat", "Sails"], ["punt", "0"], ["barge", "2"]],
        [["Kite", "4"], ["sled", "3"]],
    ]


def test_text_between_two_tables_on_shades_is_no_head_of_the_second() -> None:
    """The second table's head has one rule, below it, and a cell of two lines beside one of a single line."""
    words = ["Boats", "of", "the", "river", "are", "kept", "for", "ice"]
    starts = [20.0 * i for i in range(8)]
    text = [
        Run(x, x + 160, y, 10, "Plain", words, [x + start for start in starts], [x + start + 19 for start in starts])
        for x, y in ((82, 108.0), (87, 120.0))
    ]
    cells = [(90.0, 82, "punt"), (90.0, 172, "one"), (146.0, 172, "of stones"), (150.0, 82, "ferry")]
    cells += [(154.0, 172, "and salt"), (172.0, 82, "barge"), (172.0, 172, "two"), (190.0, 82, "raft")]
    runs = [*text, *(_word(x, x + 50, y, word) for y, x, word in [*cells, (190.0, 172, "six")])]
    rules = [Rule(80, 250, y) for y in (78, 95, 160, 178, 196)]
    shades = [Box(80, 160, 170, 178), Box(170, 160, 250, 178)]
    page = with_edges_of_shades(Page(500, 800, sorted(runs, key=lambda run: run.y), rules, panels=shades))
    tables = tables_of(page.runs, page.rules, page.uprights)
    assert [row.text for table in tables for row in table.rows] == [
        "punt one",
        "ferry of stones and salt",
        "barge two",
        "raft six",
    ]


def test_a_cell_of_two_lines_beside_one_of_a_single_line_is_a_head() -> None:
    cells = [(142.0, 172, "of stones"), (149.0, 82, "ferry"), (156.0, 172, "and salt")]
    runs = [_word(x, x + 50, y, word) for y, x, word in cells]
    assert sorted(run.text for run in head_of(runs, 160.0, [82.0, 172.0])) == ["and salt", "ferry", "of stones"]
    # Lines farther apart are those of a text.
    assert not head_of([run._replace(y=142.0 + 12 * i) for i, run in enumerate(runs)], 176.0, [82.0, 172.0])


def test_words_in_the_middle_of_the_head_alone_are_parted_at_the_sides_of_its_cells() -> None:
    cells = [
        (92.0, 104, "boat"),
        (92.0, 196, "load"),
        *((y, x, "two") for y in (112.0, 130.0, 148.0) for x in (82, 172)),
    ]
    rules = [Rule(80, 250, y) for y in (78.0, 100.0, 154.0)]
    shades = [Box(x, y, x1, y + 18) for y in (100.0, 136.0) for x, x1 in ((80, 170), (170, 250))]
    runs = [_word(x, x + 30, y, word) for y, x, word in cells]
    page = with_edges_of_shades(Page(500, 800, runs, rules, panels=shades))
    assert 170 in {line.x for line in page.uprights}


def test_words_that_touch_at_the_side_of_shaded_cells_are_two() -> None:
    seam = Seam(0, 4, 114.6, 115.0)
    runs = [Run(82, 160, y, 10, "Plain", ["+1D6rain"], [82.0], [160.0], seams=[seam]) for y in (90.0, 110.0, 130.0)]
    shades = [Box(x, y - 12, x1, y + 6) for y in (90.0, 130.0) for x, x1 in ((80, 112), (112, 250))]
    page = with_edges_of_shades(Page(500, 800, runs, panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert [row.words for row in table.rows] == 3 * [["+1D6", "rain"]]


def test_equally_wide_spaces_below_one_another_part_cells() -> None:
    """Only the last cell is so far from the others that it is a run of its own."""
    starts = [100.0, 112.0, 117.0, 129.0, 134.0]
    runs = [_word(x, x + 5, y, word) for y, word in ((80.0, "4"), (100.0, "5"), (120.0, "6")) for x in (160,)]
    cells = [
        Run(100, 139, y, 10, "Plain", ["3", "/", "2", "/", "1"], starts, [x + 3 for x in starts])
        for y in (80, 100, 120)
    ]
    assert cell_edges([*runs, *cells]) == [100, 112, 129, 160]


def test_a_head_in_other_type_above_a_row_without_a_shade_is_a_row_by_itself() -> None:
    """The cells are in the middle of their rows, and the lines of the head as close as those of a cell."""
    bold = [_word(82, 110, 56.0, "+XD6"), *_line(142, 50.0, "as many dice as"), *_line(142, 62.0, "boats")]
    plain = [_word(82, 110, 80.0, "+1D6"), *_line(142, 74.0, "for each boat but"), *_line(142, 86.0, "the first")]
    rest = [_word(82, 110, 104.0, "-1D6"), *_line(142, 98.0, "if nobody rows"), *_line(142, 110.0, "or sings")]
    more = [_word(82, 90, y, "-1") for y in (122.0, 136.0)] + [
        *_line(142, 122.0, "in rain"),
        *_line(142, 136.0, "on ice"),
    ]
    runs = [run._replace(font="Demi") for run in bold] + plain + rest + more
    shades = [Box(x, y, x1, y1) for y, y1 in ((89.0, 113.0), (126.5, 140.0)) for x, x1 in ((80, 140), (140, 300))]
    page = with_edges_of_shades(Page(500, 800, sorted(runs, key=lambda run: run.y), panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert [" ".join(row.words) for row in table.rows] == [
        "+XD6 as many dice as boats",
        "+1D6 for each boat but the first",
        "-1D6 if nobody rows or sings",
        "-1 in rain",
        "-1 on ice",
    ]


@pytest.mark.parametrize(("leading", "rows"), [(1.2, 5), (1.7, 4), (None, 4)])
def test_lines_above_the_first_shade_that_are_as_far_apart_as_rows_are_high_are_rows(
    leading: float | None, rows: int
) -> None:
    """The words of the head are set as those of the rows; only rows that are higher than a line of a text tell it."""
    lines = ["kites few many", "small 2 5", "large 3 7", "box none 4", "long 1 9"]
    runs = [
        _word(x, x + 20, 100.0 + 16 * i, word)
        for i, line in enumerate(lines)
        for x, word in zip((100.0, 160.0, 220.0), line.split(), strict=True)
    ]
    runs.insert(0, _word(96, 400, 78.0, "what the kites of the village carry"))
    shades = [Box(x, y - 12, x1, y + 4) for y in (132.0, 164.0) for x, x1 in ((96, 156), (156, 216), (216, 276))]
    page = with_edges_of_shades(Page(500, 800, runs, panels=shades), leading)
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert len(table.rows) == rows
    assert [row.text for row in table.rows][-3:] == lines[-3:]


def test_words_with_a_clear_space_between_them_at_the_side_of_shaded_cells_are_two_cells() -> None:
    """Most rows are a number and a text with little space between them, and some have no number."""
    lines = ["+2 the lantern burns", "the wind is low", "-1 in the rain", "at night", "-3 on the lake"]
    runs = []
    for i, line in enumerate(lines):
        number, text = line.split(" ", 1) if line[0] in "+-" else ("", line)
        words = [number, *text.split()] if number else text.split()
        starts = ([100.0] if number else []) + [118.0 + 22 * j for j in range(len(text.split()))]
        ends = [start + (11 if word == number else 20) for start, word in zip(starts, words, strict=True)]
        runs.append(Run(starts[0], ends[-1], 100.0 + 16 * i, 10, "Plain", words, starts, ends))
    shades = [Box(x, y - 12, x1, y + 4) for y in (100.0, 132.0, 164.0) for x, x1 in ((96, 114), (114, 260))]
    page = with_edges_of_shades(Page(500, 800, runs, panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert [row.text for row in table.rows] == lines


def _line(x0: float, y: float, text: str) -> list[Run]:
    words = text.split()
    starts = [x0 + 5.0 * sum(len(word) + 0.6 for word in words[:i]) for i in range(len(words))]
    ends = [start + 5.0 * len(word) for start, word in zip(starts, words, strict=True)]
    return [Run(x0, ends[-1], y, 10, "Plain", words, starts, ends)]


def _word(start: float, end: float, y: float, word: str) -> Run:
    return Run(start, end, y, 10, "Plain", [word], [start], [end])


HEADED = """<p>Every boat of the river is built for one use, and its crew knows it well enough to be proud of it.</p>
<table style="border-collapse: collapse; table-layout: fixed; width: 62mm; text-align: center">
<colgroup><col style="width: 11mm"><col style="width: 40mm"><col style="width: 11mm"></colgroup>
<tr style="border-top: 0.5pt solid; border-bottom: 0.5pt solid"><th>Haul&shy;ing</th><th>Uses of the boat</th>
<th>Reach&shy;ing</th></tr>ROWS</table><p>They are taken out of the water when the ice comes down from the hills.</p>"""
CELLS = [("7", "Fishing at night", "9+"), ("12", "Ferrying stones", "5+"), ("3", "Racing", "4+"), ("8", "Ice", "6+")]


@pytest.mark.parametrize(("lines", "rows"), [(12, 3), (25, 0)])
def test_a_row_between_two_shades_may_be_as_high_as_they_are(lines: int, rows: int) -> None:
    """Two shades that are much farther apart are not those of one table."""
    bottom = 226.0 + 12 * lines
    panels = [Box(x0, y, x1, y + 124) for y in (100.0, bottom) for x0, x1 in ((95, 160), (160, 300))]
    runs = [
        run for y in (112.0, 238.0, bottom + 12) for run in (_word(100, 130, y, "kite"), _word(165, 195, y, "flies"))
    ]
    page = with_edges_of_shades(Page(500, 1000, runs, panels=panels))
    assert sum(len(table.rows) for table in tables_of(page.runs, page.rules, page.uprights)) == rows


@pytest.mark.parametrize("rows", [1, 4])
def test_words_broken_in_the_head_of_a_table_on_shades_are_read_whole(read_as: ReadAs, rows: int) -> None:
    shades = ("<td style='background: #ddd'>", "<td>")
    body = "".join("<tr>" + "".join(shades[i % 2] + word for word in row) for i, row in enumerate(CELLS[:rows]))
    text = read_as(HEADED.replace("ROWS", body), rule="none").text
    assert "Hauling Uses of the boat Reaching\n7 Fishing at night 9+\n" in text


def test_a_shade_whose_cells_stand_beside_one_another_but_not_level_is_a_row() -> None:
    rows = [(100.0, "oak", ("tall", "old")), (130.0, "ash", ("low", "wet")), (160.0, "elm tree", ("so high", "dry"))]
    runs = [_word(100 - 3 * len(name), 100 + 3 * len(name), y, name) for y, name, _ in rows]
    runs += [
        _word(180 - 3 * len(w), 180 + 3 * len(w), y - 6 + 12 * i, w) for y, _, two in rows for i, w in enumerate(two)
    ]
    shades = [Box(x, y - 17, x1, y + 13) for y in (100.0, 160.0) for x, x1 in ((60, 140), (140, 220))]
    page = with_edges_of_shades(Page(500, 800, sorted(runs, key=lambda run: run.y), panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert [" ".join(row.words) for row in table.rows] == ["oak tall old", "ash low wet", "elm tree so high dry"]


def test_a_head_and_a_row_above_the_first_shade_are_two_rows() -> None:
    rows = [
        (54.0, "", "leaves"),
        (60.0, "tree", ""),
        (82.0, "oak", "few"),
        (102.0, "ash", "a thousand"),
        (122.0, "elm", "no"),
    ]
    cells = [
        _word(x - 3 * len(w), x + 3 * len(w), y, w)
        for y, *row in rows
        for x, w in zip((100, 180), row, strict=True)
        if w
    ]
    cells += [_word(161, 199, 66.0, "and twigs"), _word(40, 240, 40.0, "trees of the old village and their leaves")]
    cells += [_word(x - 2 * len(w), x + 2 * len(w), 142.0, w) for x, w in ((100, "yew"), (180, "many"))]
    shades = [Box(x, y - 12, x1, y + 5) for y in (102.0, 142.0) for x, x1 in ((60, 140), (140, 220))]
    page = with_edges_of_shades(Page(500, 800, sorted(cells, key=lambda run: run.y), panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    texts = [" ".join(row.words) for row in table.rows]
    assert texts == ["tree leaves and twigs", "oak few", "ash a thousand", "elm no", "yew many"]


def test_a_head_in_other_type_is_a_row_however_near_the_row_below_it_is() -> None:
    """Neither the head nor the row below it has a shade; the words are in the middle of their cells."""
    rows = [(50.0, "tree", "leaves"), (62.0, "oak", "a thousand"), (74.0, "ash", "few"), (86.0, "elm", "no")]
    rows.append((98.0, "bay", "many"))
    cells = [
        _word(x - 3 * len(word), x + 3 * len(word), y, word)._replace(font="Demi" if y == 50 else "Plain")
        for y, *row in rows
        for x, word in zip((100, 180), row, strict=True)
    ]
    shades = [Box(x, y - 9, x1, y + 3) for y in (74.0, 98.0) for x, x1 in ((60, 140), (140, 220))]
    page = with_edges_of_shades(Page(500, 800, cells, panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert [row.text for row in table.rows] == ["tree leaves", "oak a thousand", "ash few", "elm no", "bay many"]


def test_a_word_in_the_middle_of_several_cells_is_a_head_over_them() -> None:
    page = with_edges_of_shades(_page_of_harvests())
    assert [[row.text for row in table.rows] for table in tables_of(page.runs, page.rules, page.uprights)] == [
        ["tree harvest", "June July", "oak 1 2", "ash 3 4", "elm 5 6", "bay 7 8"]
    ]
    # The shades of rows are no boxes in which a text stands.
    assert not page.panels


def test_lines_of_a_text_below_a_table_on_shades_are_no_row_of_it() -> None:
    """They are lower than a row below the last shade is, or cross the sides of the cells."""
    table = _page_of_harvests()
    for y, x0 in ((110.0, 62.0), (122.0, 62.0), (104.0, 65.0)):
        text = [*_line(x0, y, "no tree of the old bears"), *_line(190, y, "a frost in the spring")]
        page = with_edges_of_shades(table._replace(runs=[*table.runs, *text]))
        [whole] = tables_of(page.runs, page.rules, page.uprights)
        assert whole.rows[-1].text == "bay 7 8"


def test_the_row_below_the_last_shade_may_have_its_cells_in_the_middle_of_its_height() -> None:
    """The lines of one cell are between those of another, and begin in a column in which its first line has none."""
    shades = [Box(40, y, 300, y + 20) for y in (100.0, 140.0)]
    rows = [(y, x, "oak") for y in (112.0, 132.0, 152.0) for x in (45, 100, 170, 240)]
    last = [(172.0 + 10 * i, x, f"sea {i}") for i in range(3) for x in (170, 240)]
    last += [(177.0, 100, "bent by"), (182.0, 45, "ash"), (187.0, 100, "the wind")]
    runs = [run for y, x, text in [*rows, *last] for run in _line(x, y, text)]
    page = with_edges_of_shades(Page(500, 800, sorted(runs, key=lambda run: run.y), panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert table.rows[-1].text == "ash bent by the wind sea 0 sea 1 sea 2 sea 0 sea 1 sea 2"


def test_two_tables_on_shades_with_lines_of_a_text_between_them_are_two() -> None:
    table = _page_of_harvests()
    text = [run for y in (112.0, 124.0) for run in _line(60, y, "in a dry year they bear fewer")]
    again = [run._replace(y=run.y + 98) for run in table.runs]
    shades = [*table.panels, *(shade._replace(top=shade.top + 98, bottom=shade.bottom + 98) for shade in table.panels)]
    page = with_edges_of_shades(table._replace(runs=[*table.runs, *text, *again], panels=shades))
    tables = tables_of(page.runs, page.rules, page.uprights)
    assert [[row.text for row in one.rows][-1] for one in tables] == ["bay 7 8", "bay 7 8"]


def _page_of_harvests() -> Page:
    """Return a page with a table of three columns: two rows of its head, and four rows, the last of them shaded."""
    rows = [(38.0, "tree", ""), (50.0, "", "June", "July"), (62.0, "oak", "1", "2"), (74.0, "ash", "3", "4")]
    rows += [(86.0, "elm", "5", "6"), (98.0, "bay", "7", "8")]
    cells = [
        _word(x - 3 * len(word), x + 3 * len(word), y, word)
        for y, *row in rows
        for x, word in zip((100, 180, 260), row, strict=False)
        if word
    ]
    cells.append(_word(199, 241, 38.0, "harvest"))
    cells = [run._replace(font="Demi" if run.y < 60 else "Plain") for run in cells]
    sides = ((60, 140), (140, 220), (220, 300))
    shades = [Box(x, y - 9, x1, y + 3) for y in (74.0, 98.0) for x, x1 in sides]
    return Page(500, 800, sorted(cells, key=lambda run: run.y), panels=shades)
