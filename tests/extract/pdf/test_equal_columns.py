"""Columns with hardly any text are found by the width of the first one; lines stretched over a column are lines."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.equal_columns import with_columns_of_one_width
from kensei_docs.extract.pdf.glyphs import Page, Run
from kensei_docs.extract.pdf.reading_order import in_reading_order
from kensei_docs.extract.pdf.stretched_lines import with_stretched_lines_joined

LINE = "a kite flies over the village of the bell founders"


def _run(x0: float, y: float, text: str, x1: float | None = None) -> Run:
    """Return words that end at ``x1``, with equal spaces between them."""
    words = text.split()
    widths = [4.0 * len(word) for word in words]
    space = 2.5 if x1 is None else (x1 - x0 - sum(widths)) / max(1, len(words) - 1)
    starts = [x0 + sum(widths[:i]) + space * i for i in range(len(words))]
    ends = [start + width for start, width in zip(starts, widths, strict=True)]
    return Run(x0, ends[-1], y, 10, "Plain", words, starts, ends)


def _cells(x: float, y: float, *texts: str) -> list[Run]:
    return [_run(x + 40 * i, y, text) for i, text in enumerate(texts)]


TEXT = [_run(50, 100.0 + 12 * i, LINE, 240) for i in range(10)]
# The page is 700 points wide: columns of 190 points begin at 50, 255 and 460.
SECOND = [run for i in range(9) for run in _cells(258, 100.0 + 12 * i, str(i), "carp")]
THIRD = [run for i in range(9) for run in _cells(463, 100.0 + 12 * i, str(i), "sled")]
PAGE = Page(700, 900, [*TEXT, *SECOND, *THIRD])


@pytest.mark.parametrize("found", [[298.0, 503.0], []])
def test_columns_that_have_nothing_but_tables_are_as_wide_as_the_first(found: list[float]) -> None:
    assert with_columns_of_one_width([PAGE], found) == [255.0, 460.0]


@pytest.mark.parametrize("found", [[255.0, 458.0], [330.0]])
def test_columns_that_have_room_behind_their_edges_stay(found: list[float]) -> None:
    """As does a narrow column beside a wide one, in front of which no line begins at another edge."""
    assert with_columns_of_one_width([PAGE], found) == found
    narrow = PAGE._replace(runs=[*TEXT, *_cells(560, 100, "carp", "sled")])
    assert with_columns_of_one_width([narrow], [560.0]) == [560.0]


def test_columns_of_ragged_text_stay() -> None:
    ragged = [_run(50, 100.0 + 12 * i, LINE, 240 - 5 * i) for i in range(10)]
    page = PAGE._replace(runs=[*ragged, *SECOND, *THIRD])
    assert with_columns_of_one_width([page], [298.0, 503.0]) == [298.0, 503.0]


def _words(y: float, text: str) -> list[Run]:
    """Return the words of a line that is stretched over the first column, as cells."""
    line = _run(50, y, text, 240)
    return [line.part([i]) for i in range(len(line.words))]


def test_the_words_of_a_line_that_fills_its_column_are_a_line() -> None:
    """Its spaces are equal; its words are set closely, but their places stay."""
    words = _words(220, "carp of 3")
    [line] = with_stretched_lines_joined(PAGE._replace(runs=[*TEXT, *words])).runs[len(TEXT) :]
    assert line.text == "carp of 3"
    assert line.word_boxes() == [box for word in words for box in word.word_boxes()]
    assert line.x1 < 100


@pytest.mark.parametrize("by", [(5, 0, 0), (0, 3, 0), (0, 0, 5)])
def test_cells_at_other_distances_stay_cells(by: tuple[float, ...]) -> None:
    words = [_run(word.x0 + step, word.y, word.text) for word, step in zip(_words(220, "carp of 3"), by, strict=True)]
    page = PAGE._replace(runs=[*TEXT, *words])
    assert with_stretched_lines_joined(page) == page


def test_stretched_lines_below_one_another_are_no_table() -> None:
    """They are read in their order, beside tables in the other columns."""
    lines = ["short range -1", "medium range no wind", "long range +1"]
    stretched = [word for i, text in enumerate(lines) for word in _words(220 + 12.0 * i, text)]
    _, [page] = in_reading_order([PAGE._replace(runs=[*TEXT, *stretched, *SECOND, *THIRD])])
    first, second, third = page.groups
    assert [run.text for run in first] == [LINE] * 10 + lines
    assert {run.x0 for run in second} == {258.0, 298.0}
    assert {run.x0 for run in third} == {463.0, 503.0}


@pytest.mark.parametrize(
    ("found", "lines", "edges"),
    [
        ([267.0, 460.0], 4, [255.0, 460.0]),
        ([255.0, 472.0], 4, [255.0, 460.0]),
        ([267.0, 460.0], 2, [267.0, 460.0]),
        ([290.0, 460.0], 4, [290.0, 460.0]),
    ],
)
def test_a_column_with_more_lines_in_lists_than_in_paragraphs_begins_where_its_paragraphs_do(
    found: list[float], lines: int, edges: list[float]
) -> None:
    """Where few lines begin at the place of an equal column, or the edge is farther behind it, the edge stays."""
    items = [_run(x + 12, 100.0 + 12 * i, LINE) for x in (255, 460) for i in range(8)]
    text = [_run(x, 220.0 + 12 * i, LINE) for x in (255, 460) for i in range(lines)]
    assert with_columns_of_one_width([Page(700, 900, [*TEXT, *items, *text])], found) == edges
