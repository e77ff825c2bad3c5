"""Tables whose rules are drawn in a piece for each cell: the pieces meet where the columns do."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.glyphs import Rule, Run, Upright
from kensei_docs.extract.pdf.narrow_cells import with_rests_of_rows_joined
from kensei_docs.extract.pdf.ruled_rows import row_of
from kensei_docs.extract.pdf.ruled_tables import joined, sides_of_cells, tables_of
from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import lines_of, prose, table_of

HEAD = ["Kite", "First gust", "Second gust", "Third gust"]
ROWS = [
    ["Paper carp", "+1 Lift", "+1 Lift in a storm, +2 Turns", "Choice of tails, 3 turns, +2 Lift"],
    ["The long swallow", "+2 Turns against mounted strings, +1 Lift", "-", "+1 Lift, never tangled"],
    ["Lantern", "+2 Lift, -1 Turns above the roofs of the town", "+1 Lift, +2 Turns", "-"],
    ["Mastery of bells", "Special (see the last page)", "Special", "Special"],
]
SET = """table { table-layout: fixed } td { border: none;
border-bottom: 0.5pt solid; vertical-align: middle; padding: 1pt 3pt } td + td { text-align: center }"""


@pytest.mark.parametrize("drawn", ["collapse", "separate; border-spacing: 0"])
@pytest.mark.parametrize("columns", [1, 2])
def test_cells_in_the_middle_of_their_rows_keep_to_the_pieces(read_as: ReadAs, columns: int, drawn: str) -> None:
    """No left edge is common to the cells of a column, and the lines of one cell are between those of another.

    A piece is a line, or what is between two rectangles that only differ in their lower sides.
    """
    more = f"{SET} table {{ border-collapse: {drawn} }}"
    tables = table_of([HEAD, *ROWS]) + prose() + table_of([[*HEAD[:1], "Cost"], *([row[0], row[1]] for row in ROWS)])
    found = lines_of(read_as(prose() + tables + prose(), rule="none", columns=columns, size=8, more=more))
    for row in [HEAD, *ROWS, *(row[:2] for row in ROWS)]:
        assert " ".join(row) in found


def test_pieces_part_no_lines_of_a_text_and_none_where_lines_are_drawn() -> None:
    heights = [100.0, 120.0, 140.0, 160.0]
    pieces = [Rule(x0, x1, y) for y in heights for x0, x1 in ((10, 60), (60, 200))]
    cells = [_run(x0, y - 6, "bell") for y in heights for x0 in (12, 110)]
    tops, sides = sides_of_cells(pieces, [], cells)
    assert [rule.y for rule in tops] == [84.0]
    assert sorted({side.x for side in sides}) == [10, 60, 200]
    assert sides_of_cells(pieces, [Upright(60, 100, 160)], cells) == ([], [])
    text = [_run(12, y - 6, "a kite that nobody has flown") for y in heights]
    assert sides_of_cells(pieces, [], text) == ([], [])


def test_two_rules_with_rows_between_them_that_no_rule_parts_have_no_sides() -> None:
    """Rows are found by their lines there; one row between two rules is a row of a table."""
    pieces = [Rule(x0, x1, y) for y in (100, 140) for x0, x1 in ((10, 60), (60, 200))]
    row = [_run(12, 110, "bell"), _run(110, 110, "rings")]
    assert len(sides_of_cells(pieces, [], row)[1]) == 3
    assert sides_of_cells(pieces, [], [*row, _run(12, 130, "carp"), _run(110, 130, "swims")]) == ([], [])


def test_the_text_of_another_column_above_a_table_is_not_its_head() -> None:
    """The cells of a head above the first rule begin where the columns do, or are in the middle of these."""
    pieces = [Rule(x0, x1, y) for y in (100, 120) for x0, x1 in ((10, 60), (60, 200))]
    row = [_run(12, 114, "bell"), _run(64, 114, "rings")]
    text = [_run(12, 92, "two"), _run(90, 92, "as high as the roof")]
    assert sides_of_cells(pieces, [], [*row, *text])[0] == []
    head = [_run(12, 92, "two"), _run(65, 92, "as high as the roof")]
    assert [rule.y for rule in sides_of_cells(pieces, [], [*row, *head])[0]] == [82.0]


def test_a_row_of_full_lines_between_a_head_and_a_foot_is_one_row() -> None:
    """The heads stand in the middle of other columns than the cells, whose lines have no room for the next word."""
    head = [_run(12, 110, "Kite"), _run(90, 110, "1"), _run(160, 110, "2")]
    lines = [("carp of", "if it rises", "if it falls"), ("paper", "above all", "below the"), (None, "roofs", "mills")]
    body = [
        _run(x, 130.0 + 11 * i, text)
        for i, line in enumerate(lines)
        for x, text in zip((12, 60, 130), line, strict=True)
        if text
    ]
    [table] = tables_of([*head, *body], [Rule(10, 190, y) for y in (100, 116, 160)])
    assert [row.text for row in table.rows][1:] == [
        "carp of paper if it rises above all roofs if it falls below the mills"
    ]


def test_pieces_of_a_rule_are_hardly_ever_at_exactly_one_height() -> None:
    assert joined([Rule(60, 200, 100.49), Rule(10, 60, 100.51)]) == [Rule(10, 200, 100.51)]


def test_full_cells_whose_lines_are_not_in_every_column_begin_below_one_another() -> None:
    """The rules are whole, and no gap is as wide as one between columns; half of the lines are the rest of a label."""
    rules = [Rule(10, 240, y) for y in (100, 124, 148, 172)]
    rows = []
    for i, label in enumerate(("Paper carp", "Old lantern", "Long swallow")):
        y = 110.0 + 24 * i
        first, second = label.split()
        full = Run(60, 136, y, 10, "Plain", ["15", "/", "6", "/", "5", "4"], [60, 71, 83, 91, 98, 112])
        full = full._replace(ends=[69, 73, 88, 93, 103, 117], x1=117)
        rows += [_run(12, y, first), full, _run(160, y, "2"), _run(12, y + 10, second), _run(60, y + 10, "20")]
    table = tables_of(rows, rules)[0]
    assert [row.words for row in table.rows][1] == ["Old", "lantern", "15", "/", "20", "6", "/", "5", "4", "2"]
    assert table.rows[1].cells == [2, 3, 3, 1, 1]


def test_a_row_of_the_second_of_two_tables_of_one_width_has_its_own_cells() -> None:
    """Cells of the first table begin where those of the second go on; the label is in two lines."""
    rules = [Rule(10, 240, y) for y in (100, 114, 128, 154, 168)]
    rows = [
        _run(x, y, cell)
        for y in (110, 124)
        for x, cell in zip((12, 64, 104, 160), ("lark", "-", "2", "3"), strict=True)
    ]
    wide = [_run(x, 138, cell) for x, cell in zip((12, 60, 98, 130), ("Paper", "--", "12", "--"), strict=True)]
    last = [_run(x, 164, cell) for x, cell in zip((12, 62, 103, 134), ("crow", "1", "1", "1"), strict=True)]
    [table] = tables_of([*rows, *wide, _run(12, 148, "carp"), *last], rules)
    assert [row.words for row in table.rows][2] == ["Paper", "carp", "--", "12", "--"]


def test_lines_of_two_numbers_with_a_stroke_between_them_are_a_row_each() -> None:
    """Rules part the head from the rest alone, and the first column has words in both lines."""
    rules = [Rule(10, 240, y) for y in (100, 114, 140)]
    lines = [
        (112, ["Class", "Small", "Large"]),
        (124, ["fewest and most kites", "1/2", "2/4"]),
        (136, ["fewest and most tails", "3/5", "6/12"]),
    ]
    runs = [_run(x, y, cell) for y, cells in lines for x, cell in zip((12, 130, 219), cells, strict=True)]
    [table] = tables_of(runs, rules)
    assert [row.text for row in table.rows] == [" ".join(cells) for _, cells in lines]


def test_cells_in_the_middle_of_columns_of_a_table_with_ruled_rows_are_told_by_what_is_below_one_another() -> None:
    """The lines of a cell begin anywhere; a head stands over two columns, the words of which cross their sides."""
    rows = [["Kite"], ["wind", "rain"], ["old paper carp", "3", "4 at sea"], ["bell", "in gusts of snow", "-"]]
    rows += [["two great swallows", "5", "6"], ["lantern", "7 by day", "8"]]
    rules = [Rule(10, 250, 100.0)]
    cells = [_centred(180, 112, "a storm")]
    for row in rows:
        y, height = rules[-1].y + 12, 1
        for middle, cell in zip((140, 220) if row == rows[1] else (40, 140, 220), row, strict=False):
            lines = [cell] if len(cell) < 13 else [" ".join(cell.split()[:2]), " ".join(cell.split()[2:])]
            cells += [_centred(middle, y + 12 * i, line) for i, line in enumerate(lines)]
            height = max(height, len(lines))
        rules.append(Rule(10, 250, y + 12 * height - 8))
    [table] = tables_of(cells, rules)
    assert [row.text for row in table.rows] == ["Kite a storm", *(" ".join(row) for row in rows[1:])]
    # The places of words are those where they stand.
    assert all(box.x0 != 10 for row in table.rows for box in row.boxes)


def test_columns_of_a_text_between_rules_of_one_width_are_no_cells() -> None:
    """Its lines begin anywhere, as those of a text that is set in the middle of its columns do."""
    lines = [
        "the kites fly over the old village",
        "and all who see them in it do stop",
        "as the wind has never been so low",
    ]
    text = [
        _centred(middle, 112 + 12 * i + 40 * band, line[band + i :])
        for band in range(4)
        for middle in (75, 235)
        for i, line in enumerate(lines)
    ]
    tables = tables_of(text, [Rule(0, 310, 100.0 + 40 * band) for band in range(5)])
    assert not any(line.count("kites") == 2 and line.count("stop") for table in tables for line in [table.rows[0].text])


def _centred(middle: float, y: float, text: str) -> Run:
    return _run(middle - 2.0 * len(text), y, text)


@pytest.mark.parametrize(
    ("below", "next_to_it", "joined"), [("ing", 37, True), ("ing", 90, False), ("wood", 37, False)]
)
def test_the_rest_of_a_word_below_the_first_cell_of_a_head_is_part_of_it(
    below: str, next_to_it: float, joined: bool
) -> None:
    """The next cell extends over several columns, so that the lines are rows by themselves."""
    head, rest = row_of([_run(12, 100, "Climb"), _run(next_to_it, 100, "Gusts")]), row_of([_run(12, 110, below)])
    rows = with_rests_of_rows_joined([head, rest])
    assert [row.cells for row in rows] == ([[2, 1]] if joined else [[1, 1], [1]])
    assert rows[0].words == (["Climb\u200b", "ing", "Gusts"] if joined else ["Climb", "Gusts"])


def _run(x0: float, y: float, text: str) -> Run:
    words = text.split()
    starts = [x0 + 4.0 * sum(len(word) + 1 for word in words[:i]) for i in range(len(words))]
    ends = [start + 4.0 * len(word) for start, word in zip(starts, words, strict=True)]
    return Run(x0, ends[-1], y, 10, "Plain", words, starts, ends)
