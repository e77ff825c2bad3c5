"""The words of a run, each as a run of its own."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.glyphs import Box, Run
from kensei_docs.extract.pdf.lines import words_of

KITES = Run(40, 140, 60, 10, "Set", ["-", "Red", "kites", "fly"], [40, 50, 70, 120], [44, 65, 95, 140], lefts=[40, 120])
ASKEW = [Box(40 + 20 * i, 50 + i, 55 + 20 * i, 60 + i) for i in range(4)]


@pytest.mark.parametrize(
    "run", [KITES, *(KITES._replace(heavy=n) for n in (2, 4)), KITES._replace(turn=1, boxes=ASKEW, over=True)]
)
def test_each_word_of_a_run_is_the_part_with_that_word_alone(run: Run) -> None:
    assert words_of(run) == [run.part([i]) for i in range(4)]


def test_a_row_without_the_places_of_its_words_stays_whole() -> None:
    row = KITES._replace(starts=[], ends=[], cells=[3, 1])
    assert words_of(row) == [row]
