"""A row of a table that stands alone in its column, while all other rows are in the next column or the one before.

A single row does not show where the columns of its table are; the other rows do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.lines import as_one, lines_of, words_of
from kensei_docs.extract.pdf.narrow_cells import right_ends
from kensei_docs.extract.pdf.ruled_rows import OTHER_SIZE, row_of
from kensei_docs.extract.pdf.table_columns import NEAR, STEP

WORD = re.compile(r"[^\W\d_]{2}")
FEWEST_LINES = 2  # a row of one line is read as a row anyway
SPACE = 0.2  # ems: the space that a word takes besides itself at a line's end


def with_lone_row(group: list[Run], table: Sequence[Run], shift: float, at_end: bool) -> list[Run]:
    """Return the runs of a column with the lines ``at_end`` of it, or at its beginning, as a row if they are one.

    They are one if they stand in the columns of the ``table`` that the next column begins with, or the one before ends
    with, and none had room in the line above. ``shift`` is how much farther to the right they are, in points.
    """
    rights = {left + shift: right + shift for left, right in right_ends(table).items()}
    lines = lines_of([run for run in group if not run.cells and not run.turn])
    rows: list[list[Run]] = []
    parts: list[dict[float, Run]] = []
    for line in reversed(lines) if at_end else lines:
        own = _cells_of(line, sorted(rights), table[0].size)
        if not own or (rows and abs(line[0].y - rows[-1][0].y) > STEP * line[0].size):
            break
        rows.append(line)
        parts.append(own)
    rows, parts = (rows[::-1], parts[::-1]) if at_end else (rows, parts)
    inside = [run for line in rows for run in line]
    beside = group[len(group) - len(inside) :] if at_end else group[: len(inside)]
    if {id(run) for run in beside} != {id(run) for run in inside} or not _is_row(parts, rights):
        return group
    row = row_of([part for cells in parts for part in cells.values()])
    return [*group[: -len(inside)], row] if at_end else [row, *group[len(inside) :]]


def _cells_of(line: Sequence[Run], lefts: Sequence[float], size: float) -> dict[float, Run]:
    """Return the words of a line by the left edge of the column that they begin in; nothing if they are no cells."""
    cells: dict[float, list[Run]] = {}
    for word in sorted((word for run in line for word in words_of(run)), key=lambda word: word.x0):
        left = max((x for x in lefts if x < word.x0 + NEAR), default=None)
        after = next((x for x in lefts if left is not None and x > left), float("inf"))
        if left is None or word.x1 > after or abs(word.size - size) > OTHER_SIZE * size:
            return {}
        cells.setdefault(left, []).append(word)
    if any(abs(words[0].x0 - left) > NEAR for left, words in cells.items()):
        return {}
    return {left: as_one(words)._replace(x0=left) for left, words in cells.items()}


def _is_row(parts: Sequence[dict[float, Run]], rights: dict[float, float]) -> bool:
    """Return whether lines are one row: it has a label and another cell in the first line, and no later line of a cell
    had room in the one above."""
    label = min(rights)
    if len(parts) < FEWEST_LINES or label not in parts[0] or len(parts[0]) < 2:
        return False
    for above, below in pairwise(parts):
        for left, part in below.items():
            over = above.get(left)
            width = part.boxes[0].x1 - part.boxes[0].x0 + SPACE * part.size
            if over is None or over.x1 + width < rights[left]:
                return False
            if not any(WORD.search(word) for word in [*over.words, *part.words]):
                return False  # each is a figure or a dash
    return True
