"""A row of several lines that the end of a column parts from the rest of its table."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.ruled_rows import row_of
from kensei_docs.extract.pdf.tables_in_parts import with_rows_joined

LINES = [
    ("Red kite", "may fly over the village", "7"),
    ("of silk", "when it rains on the hills", ""),
    ("", "or snows", ""),
]
PROSE = "Nobody flies a kite in a storm unless it is made of silk"


def _words(x0: float, y: float, text: str) -> Run:
    words = text.split()
    starts = [x0 + 4.0 * sum(len(word) + 1 for word in words[:i]) for i in range(len(words))]
    ends = [start + 4.0 * len(word) for start, word in zip(starts, words, strict=True)]
    return Run(x0, ends[-1], y, 10, "Plain", words, starts, ends)


def _lines(left: float, top: float, lines: list[tuple[str, str, str]]) -> list[Run]:
    return [
        _words(left + x, top + 12 * i, text)
        for i, line in enumerate(lines)
        for x, text in zip((5, 50, 170), line, strict=True)
        if text
    ]


def _table(left: float, top: float) -> list[Run]:
    """Return two rows of a table, 5 points behind the left side of a column."""
    rows = [("Old bells", "ring over the hills, all day", "9"), ("Lanterns", "hang from the bridges in the", "12")]
    return [row_of(_lines(left, top + 20 * i, [row])) for i, row in enumerate(rows)]


def _texts(groups: list[list[Run]]) -> list[str]:
    return [run.text for group in with_rows_joined(groups) for run in group]


ROW = "Red kite of silk may fly over the village when it rains on the hills or snows 7"
OTHERS = ["Old bells ring over the hills, all day 9", "Lanterns hang from the bridges in the 12"]


def test_a_row_at_the_end_of_a_column_is_one_of_the_table_that_the_next_one_begins_with() -> None:
    above = [_words(0, 60, PROSE), *_lines(0, 80, LINES)]
    assert _texts([above, [*_table(300, 60), _words(300, 110, PROSE)]]) == [PROSE, ROW, *OTHERS, PROSE]


def test_a_row_at_the_beginning_of_a_column_is_one_of_the_table_that_the_last_one_ends_with() -> None:
    below = [*_lines(300, 60, LINES), _words(300, 110, PROSE)]
    assert _texts([[_words(0, 60, PROSE), *_table(0, 80)], below]) == [PROSE, *OTHERS, ROW, PROSE]


@pytest.mark.parametrize(
    "lines",
    [
        [("Kite", "flies", "7"), ("Bell", "rings", "")],
        [*LINES[:1], ("of silk", "when it rains on the hills", "14")],
        [("", "may fly over the village", "7"), ("", "when it rains on the hills", "")],
        [("Red kite", "", ""), ("of silk", "", "")],
        [("Red kite", "may fly over the village", ""), ("of silk", "when it rains on the hills", "7")],
        LINES[:1],
    ],
    ids=["room in each line", "figures", "no label", "labels alone", "a cell that begins below", "one line"],
)
def test_other_lines_beside_a_table_stay_as_they_are(lines: list[tuple[str, str, str]]) -> None:
    above = [_words(0, 60, PROSE), *_lines(0, 80, lines)]
    assert _texts([above, [*_table(300, 60), _words(300, 110, PROSE)]]) == [
        *(run.text for run in above),
        *OTHERS,
        PROSE,
    ]


@pytest.mark.parametrize(
    "last",
    [
        _words(50, 104, "if gales blow from the mountains"),
        _words(5, 104, "of")._replace(size=12),
        _words(20, 104, "of"),
        _words(5, 130, "of"),
    ],
    ids=["over the columns", "another size", "in no column", "too far"],
)
def test_a_line_below_that_is_no_part_of_the_row_parts_it_from_the_table(last: Run) -> None:
    above = [_words(0, 60, PROSE), *_lines(0, 80, LINES[:2]), last]
    texts = _texts([above, [*_table(300, 60), _words(300, 110, PROSE)]])
    assert texts == [*(one.text for one in above), *OTHERS, PROSE]
