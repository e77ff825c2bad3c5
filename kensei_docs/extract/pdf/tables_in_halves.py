"""Tables that are set in halves beside one another, to take less height: the left half is read before the right one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise

from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.ruled_tables import NEAR

FEWEST = 2  # rows
COLUMNS = 4  # of a table in two halves
SIGN = re.compile(r"[^\w\s]{0,3}(?:\d+|[xX])?(?:/?[^\w\s]?\d*[dD]\d+)*[^\w\s]{0,2}")
WORDS = 2  # of a text, on average


def with_halves_parted(rows: Sequence[Run]) -> list[Run]:
    """Return the rows of a table; those of two halves, each of figures and texts, as the rows of one after the other's.

    The last row of the right half may be empty.
    """
    lefts = sorted({left for row in rows for left in row.lefts})
    columns = [left for i, left in enumerate(lefts) if not i or left - lefts[i - 1] > NEAR]
    whole = [row for row in rows if len(row.cells) == COLUMNS]
    if len(columns) != COLUMNS or len(whole) < max(FEWEST, len(rows) - 1):
        return list(rows)
    if any(len(row.cells) not in (COLUMNS, COLUMNS // 2) for row in rows) or len(rows[-1].cells) > len(whole[0].cells):
        return list(rows)
    texts = [[row.words[i:j] for i, j in _spans(row)] for row in whole]
    for column in range(COLUMNS):
        words = [text[column] for text in texts]
        if column % 2 and sum(map(len, words)) < WORDS * len(words):
            return list(rows)
        if not column % 2 and not all(SIGN.fullmatch("".join(text)) for text in words):
            return list(rows)
    return [_half(row, 0) for row in rows] + [_half(row, COLUMNS // 2) for row in rows if len(row.cells) == COLUMNS]


def _spans(row: Run) -> list[tuple[int, int]]:
    return list(pairwise(accumulate(row.cells, initial=0)))


def _half(row: Run, first: int) -> Run:
    """Return the two cells of a row from the ``first`` on."""
    (start, _), (_, stop) = _spans(row)[first : first + COLUMNS // 2]
    boxes = row.boxes[start:stop]
    return row._replace(
        x0=min(box.x0 for box in boxes),
        x1=max(box.x1 for box in boxes),
        words=row.words[start:stop],
        boxes=boxes,
        cells=row.cells[first : first + COLUMNS // 2],
        lefts=row.lefts[first : first + COLUMNS // 2],
    )
