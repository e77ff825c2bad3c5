"""Rows whose cells are centred in their height: the middles of all cells of a row are level, even if no space parts
the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.ruled_rows import BROKEN

LEVEL = 0.12  # the largest difference in height between the middles of a row's cells, in ems
APART = 0.85  # the least distance between two rows, as a share of the distance between two lines of a cell
WIDER = 0.012  # a step between two lines that is wider than a line by this is one between rows, in ems
UNEVEN = 0.3  # the largest difference between the steps within cells, in ems
# The lines are parted into rows in the way that costs least. What each fault of a way costs: a row without a label, or
# with nothing but a label (twice that if the label begins in small letters, as the rest of another one does); a row
# whose cells are not centred; a line that had room for the next word of its cell; a step within a cell that is as wide
# as one between rows; a break between two rows where every cell could go on.
UNLABELLED, ASKEW, ROOM, WIDE, BREAK = 3.0, 4.0, 1.0, 0.6, 0.5
CLEARLY = 1.0  # centred rows must cost less than rows whose cells begin at the top by this much
TALLEST = 6  # the most lines of a label
FIRST = 2  # only the first rows of a table, its heads, may have several lines and no label
# Rows are sought among lines at this number of heights at most: a page has no more, and the search goes that deep.
MOST = 200
# To find the distance between two lines of a cell: the least number of equal steps, how far equal ones differ in
# points, and how much less than these another step is, in ems, to be taken instead.
COMMON, SAME, CLOSER = 3, 0.06, 0.04

Columns = Sequence[Sequence[Run]]
Rows = list[list[range]]  # for each row and column, the lines of its cell


class Middles(NamedTuple):
    """The lines of a table's columns, and whether a line may go on in the one below it (``continues``)."""

    columns: Columns
    em: float
    continues: Callable[[int, Run, Run], bool]

    def rows(self, known: Rows, at_top: bool) -> Rows:
        """Return the rows whose cells are centred, or the ``known`` ones, if these cost less.

        The cells of the known ones may also begin ``at_top`` of their rows.
        """
        if len({round(part.y) for column in self.columns for part in column}) > MOST:
            return known
        line = self._line()

        @cache
        def best(begins: tuple[int, ...], number: int) -> tuple[float, Rows]:
            if all(i == len(column) for i, column in zip(begins, self.columns, strict=True)):
                return 0.0, []
            found: tuple[float, Rows] = (float("inf"), [])
            for row in self._next(begins, number, line):
                ends = tuple(cell.stop for cell in row)
                cost, rest = best(ends, number + 1)
                cost += self._cost([row, *rest[:1]], line)
                if cost < found[0]:
                    found = cost, [row, *rest]
            return found

        cost, rows = best(tuple(0 for _ in self.columns), 0)
        before = sum(self._cost(known[i : i + 2], line, at_top) for i in range(len(known)))
        return rows if cost < before - (CLEARLY if at_top else 0.0) else known

    def _line(self) -> float:
        """Return the distance between two lines of a cell: the least step, but for those of a few words in other
        type."""
        steps = sorted(below.y - above.y for column in self.columns for above, below in pairwise(column))
        same = [[other for other in steps if abs(other - step) < SAME] for step in steps]
        common = next((median(near) for near in same if len(near) >= COMMON), float("inf"))
        least = min(steps, default=0.0)
        return least if least < common - CLOSER * self.em else common

    def _next(self, begins: tuple[int, ...], number: int, line: float) -> Iterator[list[range]]:
        """Yield the rows that may follow, as the label or, if there is none, another cell has one line or more."""
        for leading, column in enumerate(self.columns):
            first = begins[leading]
            for stop in range(first + 1, min(len(column), first + TALLEST) + 1):
                if leading and stop > first + 1 and number >= FIRST and stop < len(column):
                    break
                middle = (column[first].y + column[stop - 1].y) / 2
                row = [range(begin, begin) for begin in begins[:leading]] + [range(first, stop)]
                for other, begin in zip(self.columns[leading + 1 :], begins[leading + 1 :], strict=True):
                    row.append(self._centred(other, begin, middle))
                if self._is_apart(row, line):
                    yield row

    def _centred(self, column: Sequence[Run], begin: int, middle: float) -> range:
        """Return the lines from ``begin`` whose middle is there, none if no number of them has it there."""
        for end in range(begin, len(column)):
            off = (column[begin].y + column[end].y) / 2 - middle
            if abs(off) < LEVEL * self.em:
                return range(begin, end + 1)
            if off > 0:
                break
        return range(begin, begin)

    def _is_apart(self, row: Sequence[range], line: float) -> bool:
        """Return whether all lines after a row are below it."""
        inside = [column[i].y for cell, column in zip(row, self.columns, strict=True) for i in cell]
        after = [column[cell.stop].y for cell, column in zip(row, self.columns, strict=True) if cell.stop < len(column)]
        return min(after, default=float("inf")) > max(inside) + APART * line

    def _cost(self, rows: Sequence[Sequence[range]], line: float, at_top: bool = False) -> float:
        """Return the cost of the first of one or two rows, and of the break between them."""
        cost = 0.0 if rows[0][0] and any(rows[0][1:]) else UNLABELLED
        if rows[1:] and rows[0][0] and rows[1][0]:
            label, after = (self.columns[0][row[0].start].words[0] for row in rows)
            cost += 2 * UNLABELLED if after[0].islower() and not label[0].islower() else 0.0
        middles = []
        goes_on: list[bool] = []
        for number, (cell, column) in enumerate(zip(rows[0], self.columns, strict=True)):
            lines = [column[i] for i in cell]
            if not lines:
                continue
            middles.append((lines[0].y + lines[-1].y) / 2)
            for above, below in pairwise(lines):
                step = below.y - above.y - line
                cost += 0.0 if self.continues(number, above, below) else ROOM
                cost += WIDE if step > WIDER * self.em else 0.0
                cost += ASKEW if step > UNEVEN * self.em else 0.0
            if rows[1:] and rows[1][number] and cell.stop == rows[1][number].start:
                above, below = lines[-1], column[cell.stop]
                broken = BROKEN.search(above.words[-1]) is not None and below.words[0][:1].islower()
                cost += ASKEW if broken else 0.0
                near = below.y - above.y <= line + WIDER * self.em
                goes_on.append(near and self.continues(number, above, below))
        if not at_top and middles and max(middles) - min(middles) > 2 * LEVEL * self.em:
            cost += ASKEW
        return cost + (BREAK if goes_on and all(goes_on) and not at_top else 0.0)
