"""A page is split into its columns, between the tables that stand over all of them."""

from __future__ import annotations

from kensei_docs.extract.pdf.columns import split
from kensei_docs.extract.pdf.glyphs import Run

LINE = "a kite flies over the village of the bell founders"
EDGE = 255.0


def _run(x0: float, y: float, text: str) -> Run:
    words = text.split()
    starts = [x0 + 20 * i for i in range(len(words))]
    return Run(x0, starts[-1] + 18, y, 10, "Plain", words, starts, [start + 18 for start in starts])


def _table(x0: float, x1: float, y: float) -> Run:
    """A table as it stands among the runs of a page: one run, of whose words no places are known."""
    return Run(x0, x1, y, 10, "Plain", ["table"])


def test_a_column_with_little_but_tables_is_one_above_and_below_a_table_over_both() -> None:
    left = [_run(50, 100.0 + 12 * i, LINE) for i in range(6)] + [_run(50, 400.0 + 12 * i, LINE) for i in range(6)]
    cells = [_run(x, 441.0 + 12 * i, "carp") for i in range(6) for x in (EDGE + 6, EDGE + 60)]
    right = [_table(EDGE + 6, 440, 105), _run(EDGE, 166, LINE), *cells]
    over = _table(60, 440, 300)
    groups = split(sorted([*left, *right, over], key=lambda run: run.y), [EDGE])
    assert [[run.y for run in group] for group in groups] == [
        [run.y for run in left[:6]],
        [105, 166],
        [300],
        [run.y for run in left[6:]],
        [run.y for run in cells],
    ]
