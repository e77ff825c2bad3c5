"""Short lines that a program stretches to the width of their column are lines of text, and no rows of a table."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.glyphs import Page, Run
from kensei_docs.extract.pdf.page_lines import lines_of
from kensei_docs.extract.pdf.stretched_lines import with_stretched_lines_joined
from tests.extract.pdf.test_boxes import line


def stretched(text: str, y: float, left: float = 40.0, right: float = 340.0) -> list[Run]:
    """Return the words of a line as runs, with equal spaces between them."""
    words = text.split()
    lengths = [4.0 * len(word) for word in words]
    space = (right - left - sum(lengths)) / (len(words) - 1)
    runs = []
    for word, length in zip(words, lengths, strict=True):
        runs.append(line(word, y, left, length))
        left += length + space
    return runs


def texts_of(runs: list[Run]) -> list[str]:
    """Return the texts of the runs of a page with nothing else on it."""
    return [run.text for run in with_stretched_lines_joined(Page(400, 300, runs)).runs]


def test_a_list_of_stretched_lines_is_read_line_by_line() -> None:
    """The last line of the list ends its paragraph, so it is not stretched."""
    lines = ["Keeper of Kites 2", "Keeper of the Lanterns 3", "Keeper of Sleds 1"]
    runs = [*stretched(lines[0], 60), *stretched(lines[1], 70), line(lines[2], 80, width=80)]
    assert [one.text for one in lines_of([Page(400, 300, runs)])] == lines
    assert texts_of(runs) == lines


@pytest.mark.parametrize("other", ["Sled 2 4", "Paper lanterns 2 4"])
def test_a_row_of_a_table_with_equal_spaces_is_not_joined(other: str) -> None:
    """The cells of the row below are below its cells."""
    runs = stretched("Lantern 2 4", 60)
    label, *figures = other.rsplit(" ", 2)
    below = [
        line(label, 70, 40, 60),
        *(run._replace(words=[one], y=70) for run, one in zip(runs[1:], figures, strict=True)),
    ]
    assert texts_of([*runs, *below]) == [run.text for run in [*runs, *below]]


def test_a_row_without_a_line_of_its_column_is_not_joined() -> None:
    runs = stretched("Lantern 2 4", 60)
    assert len(texts_of(runs)) == 3
    assert len(texts_of([*runs, line("A kite rises.", 90, width=80)])) == 4
