"""A caption below its table is read above it; a heading below a table stays where it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kensei_docs.extract.pdf.captions import with_captions_above
from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.ruled_rows import row_of
from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import lines_of, prose, table_of

BODY = "Plain", 10.0
ROWS = [["Kite", "Climb", "Cost"], ["Sled", "4+", "12"], ["Box", "5+", "9"]]


@pytest.mark.parametrize("columns", [1, 2])
def test_captions_below_tables_are_read_above_them(read_as: ReadAs, columns: int) -> None:
    more = "caption { caption-side: bottom; font-size: 0.9em }"
    tables = [table_of(ROWS).replace("<table>", f"<table><caption>Kites of {of}</caption>") for of in ("silk", "wood")]
    found = lines_of(read_as(prose() + tables[0] + prose() + tables[1] + prose(), columns=columns, more=more))
    for caption in ("Kites of silk", "Kites of wood"):
        at = found.index(caption)
        assert found[at + 1 : at + 4] == [" ".join(row) for row in ROWS]


def test_a_caption_goes_to_the_top_of_a_table_that_begins_on_the_page_before() -> None:
    text, [head, *rows] = _line("Nobody has flown it.", 40), _table(60)
    caption, below = _caption("Kites of silk", 100), _line("All are torn.", 130)
    [first, table, rest] = with_captions_above([(0, [text, head]), (1, [*rows, caption, below])], BODY)
    assert (first, rest) == ((0, [text]), (1, [*rows, below]))
    assert table[0] == 0
    assert [run.text for run in table[1]] == ["Kites of silk", head.text]
    assert table[1][0].y < head.y
    assert table[1][0].word_boxes() == caption.word_boxes()


def test_a_table_with_the_name_of_a_group_of_its_rows_is_one_table() -> None:
    table = [*_table(60), _line("Of wood", 96), *_table(108)]
    caption, below = _caption("Kites of silk", 150), _line("All are torn.", 170)
    [(_, whole)] = with_captions_above([(0, [*table, caption, below])], BODY)
    assert [run.text for run in whole] == ["Kites of silk", *(run.text for run in table), "All are torn."]


def _with_title() -> list[Run]:
    return [
        _caption("Kites of silk", 48),
        *_table(60),
        _caption("Bells", 100)._replace(font="Heavy"),
        _line("All are torn.", 115),
    ]


def _far_below() -> list[Run]:
    return [*_table(60), _caption("Bells", 140), _line("All are torn.", 155)]


def _above_a_table() -> list[Run]:
    return [*_table(60), _caption("Kites of silk", 100), *_table(112)]


def _below_text() -> list[Run]:
    return [*_table(60), _caption("Bells", 100), _line("All are torn.", 115), _caption("Carps", 130)]


def _sentence() -> list[Run]:
    return [*_table(60), _caption("All of them are torn.", 100), _line("So are these.", 115)]


def _list_items() -> list[Run]:
    items = [run for y in (60, 72, 84) for run in (_line("•", y), _line("a kite", y)._replace(x0=20))]
    return [*items, _caption("Bells", 100), _line("All are torn.", 115)]


@pytest.mark.parametrize("page", [_with_title, _far_below, _above_a_table, _below_text, _sentence, _list_items])
def test_other_lines_below_tables_stay_where_they_are(page: Callable[[], list[Run]]) -> None:
    runs = page()
    assert with_captions_above([(0, runs)], BODY) == [(0, runs)]


def _line(text: str, y: float) -> Run:
    words = text.split()
    starts = [10.0 + 5.0 * sum(len(word) + 1 for word in words[:i]) for i in range(len(words))]
    ends = [start + 5.0 * len(word) for start, word in zip(starts, words, strict=True)]
    return Run(10, ends[-1], y, 10, "Plain", words, starts, ends)


def _caption(text: str, y: float) -> Run:
    return _line(text, y)._replace(font="Slanted")


def _table(y: float) -> list[Run]:
    lines = [[_line(cell, y + 12 * i) for cell in row] for i, row in enumerate(ROWS)]
    return [row_of([run._replace(x0=10 + 60.0 * k) for k, run in enumerate(line)]) for line in lines]
