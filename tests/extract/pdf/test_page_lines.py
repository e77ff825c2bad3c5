"""Where a paragraph begins: its first line is indented, and the line above had room for another word."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.glyphs import Page
from kensei_docs.extract.pdf.page_lines import lines_of
from tests.extract.pdf.test_boxes import line

FIRST = "the kites of the village rise in the morning, and nobody"
SHORT = "looks up to any of them"
NEXT = "lanterns are lit in the evening by all who live on the hill"


@pytest.mark.parametrize(
    ("width", "x", "begins"), [(100, 52, True), (296, 52, False), (100, 40, False), (100, 90, False)]
)
def test_an_indented_line_below_a_short_one_begins_a_paragraph(width: float, x: float, begins: bool) -> None:
    """A line that fills its column had no room for the next word, which may stand farther right for any reason."""
    below = "and their light is seen from the next village or from"
    runs = [
        line(FIRST, 60, width=300),
        line(SHORT, 70, width=width),
        line(NEXT, 80, x, 340 - x),
        line(below, 90, width=300),
    ]
    assert [one.gap for one in lines_of([Page(400, 300, runs)])] == [True, False, begins, False]


def test_the_first_line_of_a_paragraph_may_be_its_only_one() -> None:
    runs = [line(FIRST, 60, width=300), line(SHORT, 70, width=100), line(NEXT, 80, 52, 288), line(FIRST, 90, 52, 288)]
    assert [one.gap for one in lines_of([Page(400, 300, runs)])][:3] == [True, False, True]
