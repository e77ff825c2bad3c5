from __future__ import annotations

from kensei_docs.extract.pdf.glyphs import Page, Run
from kensei_docs.extract.pdf.reading_order import tables_on
from kensei_docs.extract.pdf.table_columns import gutters_of
from kensei_docs.extract.pdf.unruled_rows import Cells


def line(y: float, *cells: tuple[float, str]) -> list[Run]:
    """Return the words of a line at their left edges; a letter is 5 points wide."""
    return [Run(x0, x0 + 5 * len(text), y, 10, "Plain", [text]) for x0, text in cells]


def test_a_table_is_divided_where_cells_begin_below_one_another() -> None:
    lines = [line(12.0 * i, (0, "oak"), (60, "tall"), (120, "green")) for i in range(4)]
    assert [(gutter.x0, gutter.x1, gutter.cells) for gutter in gutters_of(lines, 10)] == [(15, 60, 4), (80, 120, 4)]


def test_a_table_is_divided_before_cells_that_are_centred_below_one_another() -> None:
    lines = [line(12.0 * i, (0, "oak"), (100 - 2.5 * len(text), text)) for i, text in enumerate(("a", "abc", "abcde"))]
    assert [(gutter.x0, gutter.x1) for gutter in gutters_of(lines, 10)] == [(15, 87.5)]


def test_a_word_across_the_whitespace_joins_two_columns() -> None:
    lines = [line(12.0 * i, (0, "oak"), (60, "tall")) for i in range(4)]
    assert gutters_of([*lines, line(48, (0, "evergreen-oaks"))], 10) == []


def test_a_range_that_a_narrow_cell_breaks_is_one_cell() -> None:
    rows = [(0, "1\u20135", "calm"), (20, "6\u2013", "gusts that"), (32, "14", "turn boats"), (52, "15", "storm")]
    lines = [line(float(y), (0, label), (60, words)) for y, label, words in rows]
    assert [row.text for row in Cells(lines, [(30, 60)], 1.2).rows()] == [
        "1\u20135 calm",
        "6\u2013 14 gusts that turn boats",
        "15 storm",
    ]


def test_the_distance_of_lines_is_known_though_sizes_differ_by_nothing() -> None:
    """The sizes of a page's lines are products, which differ in their last digits; rows are farther apart than lines.

    The last line of a paragraph is above the table's first label.
    """
    words = ["a", "kite", "that", "nobody", "has", "flown"]
    text = [
        Run(
            0,
            150,
            34.0 * i + 14 * j,
            10 + 1e-14 * j,
            "Plain",
            words,
            [25.0 * k for k in range(6)],
            [20 + 25.0 * k for k in range(6)],
        )
        for i in range(8)
        for j in range(2)
    ]
    rows = [line(y, (0, "gust"), (120, "worst")) for y in (320.0, 337.5, 355.0)]
    page = Page(
        400,
        600,
        [
            *text,
            Run(0, 20, 300, 10, "Plain", ["mill."], [0], [20]),
            *(run._replace(starts=[run.x0], ends=[run.x1]) for row in rows for run in row),
        ],
    )
    tables = tables_on(page, [])
    assert max([len(row.words) for table in tables for row in table.rows], default=0) <= 2


def test_equal_spaces_of_justified_lines_part_no_cells() -> None:
    """The words of two lines begin below one another by chance; the number of an item has a space of its own."""
    lines = [
        line(0, (0, "lanterns"), (52, "overhead."), (109, "Hang"), (141, "kites")),
        line(12, (0, "twice")),
        line(24, (0, "2."), (14, "Gusts"), (51, "of"), (73, "evening"), (120, "rain"), (152, "fall")),
    ]
    assert gutters_of(lines, 10) == []
