"""Tables that are set in halves beside one another, to take less height: the left half is read before the right one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.cell_edges import NEAR
from kensei_docs.extract.pdf.glyphs import Run

FEWEST = 2  # rows
COLUMNS = 4  # of a table in two halves
# A figure, such as -2, +1D6 or +/-X; also an empty cell.
FIGURE = re.compile(r"[^\w\s]{0,3}(?:\d+|[xX])?(?:/?[^\w\s]?\d*[dD]\d+)*[^\w\s]{0,2}")
WORDS = 2  # the least number of words in a text of the table, on average


class Part(NamedTuple):
    """Rows that follow one another in the group with this ``number``."""

    number: int
    start: int
    stop: int


def with_halves_parted(groups: Sequence[list[Run]]) -> list[list[Run]]:
    """Return columns of text, in reading order, with tables of two halves as the rows of one after the other's.

    Where such a table runs over the end of a column, the right half follows the whole of the left one.
    """
    whole = [list(group) for group in groups]
    # From the end, so that the places of the stretches before stay what they are.
    for stretch in reversed(_stretches(groups)):
        if _is_in_halves([_rows(groups, part) for part in stretch]):
            _part(whole, stretch)
        elif len(stretch) > 1:
            for part in reversed(stretch):
                if _is_in_halves([_rows(groups, part)]):
                    _part(whole, [part])
    return whole


def _stretches(groups: Sequence[list[Run]]) -> list[list[Part]]:
    """Return where rows follow one another, up to a line that is none; the end of a column does not part them."""
    found: list[list[Part]] = []
    goes_on = False
    for number, group in enumerate(groups):
        start = 0
        for are_rows, runs in groupby(group, key=lambda run: bool(run.cells)):
            stop = start + len(list(runs))
            if are_rows and goes_on and not start:
                found[-1].append(Part(number, start, stop))
            elif are_rows:
                found.append([Part(number, start, stop)])
            start, goes_on = stop, are_rows
    return found


def _rows(groups: Sequence[list[Run]], part: Part) -> list[Run]:
    return groups[part.number][part.start : part.stop]


def _columns(rows: Sequence[Run]) -> int:
    """Return the number of columns of some rows."""
    lefts = sorted({left for row in rows for left in row.lefts})
    return sum(not i or left - lefts[i - 1] > NEAR for i, left in enumerate(lefts))


def _is_in_halves(parts: Sequence[Sequence[Run]]) -> bool:
    """Return whether the parts of a table are two halves, each of figures and texts; the right half's last row may be
    empty.

    Behind the end of a column, the table's columns may begin elsewhere.
    """
    rows = [row for part in parts for row in part]
    whole = [row for row in rows if len(row.cells) == COLUMNS]
    if any(_columns(part) != COLUMNS for part in parts):
        return False
    if len(whole) < max(FEWEST, len(rows) - 1):
        return False
    if any(len(row.cells) not in (COLUMNS, COLUMNS // 2) for row in rows):
        return False
    texts = [[row.words[i:j] for i, j in _spans(row)] for row in whole]
    for column in range(COLUMNS):
        words = [text[column] for text in texts]
        if column % 2 and sum(map(len, words)) < WORDS * len(words):
            return False
        if not column % 2 and not all(FIGURE.fullmatch("".join(text)) for text in words):
            return False
    return True


def _part(groups: list[list[Run]], stretch: Sequence[Part]) -> None:
    """Put the right half of a table behind its left one."""
    rights: list[Run] = []
    for number, start, stop in stretch:
        rows = groups[number][start:stop]
        groups[number][start:stop] = [_half(row, 0) for row in rows]
        # The right halves of rows of the column before get places in this one, above those of its own rows.
        rights = [_moved(row, i - len(rights), rows[0]) for i, row in enumerate(rights)]
        rights += [_half(row, COLUMNS // 2) for row in rows if len(row.cells) == COLUMNS]
    number, start, stop = stretch[-1]
    groups[number][stop:stop] = rights


def _moved(row: Run, step: int, to: Run) -> Run:
    place = to.boxes[-1]
    return row._replace(
        x0=place.x0, x1=place.x1, y=to.y + 2 * step * to.size, boxes=[place] * len(row.words), turn=to.turn
    )


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
