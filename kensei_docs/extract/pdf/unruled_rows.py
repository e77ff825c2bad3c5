"""The rows of a table without rules: which lines of a column form a cell, and which cells are beside one another."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise
from statistics import median

from kensei_docs.extract.pdf.centred_rows import Middles
from kensei_docs.extract.pdf.glyphs import Run, in_groups
from kensei_docs.extract.pdf.lines import as_one
from kensei_docs.extract.pdf.narrow_cells import is_one_figure
from kensei_docs.extract.pdf.ruled_rows import BROKEN, FIGURE, row_of, spaced_rows

JUMP = 0.12  # ems: the space between rows is wider than that between the lines of a cell by this, or more
LOOSE = 0.3  # ems: the space between the lines of a cell is wider than that of a paragraph by this at most
LEVEL = 0.4  # ems: a cell begins at most this far below the other cells of its row
SPACE = 0.2  # ems: the space that a word needs before it at the end of a line
SHORT = 0.15  # ems: a column is at most this much narrower than its longest lines
# A share of the distance between a cell's lines: lines of two columns that are nearer than this, but not at one height,
# belong to different rows.
MOST = 0.8
WORD = re.compile(r"[^\W\d_]{2}")
# The beginning of a range, 15–, or of values beside a stroke, 15 /, whose end is on the next line.
OPEN = re.compile(r"(?:\d[\u2010-\u2014\u2212-]|\d /)$")
# Ems: the least difference between the steps within rows and those between rows, and the largest among equal steps.
FINE, SAME = 0.03, 0.01
HEAD = 2  # lines of a column that may be its head
FEW = 4  # a column with fewer lines than this is as wide as its longest line


class Cells:
    """What is in each column of a table; ``gutters`` are the gaps (x0, x1) between the columns.

    ``names`` are the lines with the name of a group of rows; each of them is a row by itself. ``lined`` tells that
    lines are drawn in the gutters, so that columns are as wide as the space between these.
    """

    def __init__(
        self,
        lines: Sequence[list[Run]],
        gutters: list[tuple[float, float]],
        leading: float | None,
        names: Collection[int] = (),
        lined: bool = False,
    ) -> None:
        self.gutters = gutters
        self.em = median(word.size for line in lines for word in line)
        self.left = min((word.x0 for line in lines for word in line if word.x1 <= gutters[0][0]), default=gutters[0][0])
        self.firsts: dict[int, float] = {}  # how wide the first word of each line of a cell is
        self.columns: list[list[Run]] = [[] for _ in range(len(gutters) + 1)]
        self.names = [row_of([as_one(line)]) for i, line in enumerate(lines) if i in names]
        for line in (line for i, line in enumerate(lines) if i not in names):
            for column, part in self._parts(line):
                self.columns[column].append(part)
        steps = [_step(above, below) for column in self.columns for above, below in pairwise(column)]
        self.cut = _cut(sorted(steps), leading)
        # Lines that are clearly farther apart than those of a paragraph are a row each, even if they have no label.
        self.apart = bool(steps and leading) and min(steps, default=0.0) > (leading or 0.0) + LOOSE
        if steps and not self.cut and not self.apart and self._has_long_cells():
            self.cut = max(steps) + JUMP
        self.nearest = max(self.cut, leading + JUMP if leading else 0.0)
        # The heights of lines that were taken in, each with that of its neighbour in the cell.
        self.taken: set[tuple[int, int]] = set()
        self.widths = [_width_of(column) for column in self.columns]
        if lined:
            lefts = [self.left, *(x1 for _, x1 in gutters)]
            self.widths[:-1] = [x0 - left for left, (x0, _) in zip(lefts, gutters, strict=False)]
        fine = self._fine_cut(sorted(steps))
        if fine:
            self.cut = self.nearest = fine
        # Space that parts rows tells of each line whether it is another row's.
        self.spaced = fine > 0

    def extended(self, lines: Sequence[list[Run]], step: int) -> int:
        """Add the lines above (``step`` -1) or below (1) that continue a cell; return their number."""
        for count, line in enumerate(lines):
            parts = list(self._parts(line))
            if len(parts) != 1 or not self.columns[parts[0][0]]:
                return count
            number, part = parts[0]
            column = self.columns[number]
            pair = (column[-1], part) if step > 0 else (part, column[0])
            crossing = any(word.x0 < (x0 + x1) / 2 < word.x1 for word in line for x0, x1 in self.gutters)
            if crossing or abs(part.size - column[0].size) > FINE or not self._continues(number, *pair, self.nearest):
                return count
            self.taken.add((round(pair[0].y), round(pair[1].y)))
            column.insert(len(column) if step > 0 else 0, part)
        return len(lines)

    def rows(self) -> list[Run]:
        """Return the rows of the table, cell after cell.

        Lines of a column that are as close as those of a paragraph are one cell. Cells beside one another are a row,
        both if they are aligned at its top and if they are centred in it.
        """
        # Where one column has a cell's end between two lines, so has another with lines at the same heights.
        ends = {
            (round(above.y), round(below.y))
            for number, column in enumerate(self.columns)
            for above, below in pairwise(column)
            if not self._continues(number, above, below, self.cut)
        } - self.taken
        level = self._is_level()
        if level:
            starts = {
                round(part.y)
                for number, column in enumerate(self.columns)
                for i, part in enumerate(column)
                if (not number and (not i or (round(column[i - 1].y), round(part.y)) in ends))
                or (i and self._is_below_a_hole(column[i - 1], part))
            }
            steps = {(round(a.y), round(b.y)) for column in self.columns for a, b in pairwise(column)}
            ends |= {step for step in steps if step[1] in starts}
        cells = [
            cell
            for column in self.columns
            for cell in in_groups(column, lambda cell, part: (round(cell[-1].y), round(part.y)) in ends)
        ]
        rows: list[list[Run]] = []
        bottom = 0.0
        for cell in sorted(cells, key=lambda cell: cell[0].y):
            if not rows or cell[0].y > bottom + LEVEL * self.em:
                rows.append([])
                bottom = cell[-1].y
            rows[-1] += cell
            bottom = max(bottom, cell[-1].y)
        if level and not self.apart:
            rows = self._with_rests_joined(rows)
        if not self.names and not self.apart:
            spaced = spaced_rows(self.columns)
            better = not self._are_whole(rows) or len(spaced) <= len(rows)
            rows = spaced if spaced and better else self._with_middles_level(rows, level)
        return sorted([*(row_of(row) for row in rows), *self.names], key=lambda row: row.y)

    def _are_whole(self, rows: Sequence[Sequence[Run]]) -> bool:
        """Return whether each row has a label and another cell."""
        labels = set(map(id, self.columns[0]))
        return all(len({id(part) in labels for part in row}) > 1 for row in rows)

    def _with_middles_level(self, rows: list[list[Run]], level: bool) -> list[list[Run]]:
        """Return rows, or those whose cells are centred in their height, if more speaks for these.

        If the heights are ``level``, the cells of a row may all begin at its top.
        """
        places = {id(part): (number, i) for number, column in enumerate(self.columns) for i, part in enumerate(column)}
        known: list[list[range]] = []
        for row in rows:
            own = [places[id(part)] for part in row]
            cells = [[i for number, i in own if number == column] for column in range(len(self.columns))]
            known.append([range(cell[0], cell[-1] + 1) if cell else range(0) for cell in map(sorted, cells)])
        middles = Middles(self.columns, self.em, lambda number, a, b: self._continues(number, a, b, float("inf")))
        found = middles.rows(known, level)
        return [[self.columns[number][i] for number, cell in enumerate(row) for i in cell] for row in found]

    def _with_rests_joined(self, rows: list[list[Run]]) -> list[list[Run]]:
        """Return rows, with each row that has no label joined to the row above if its lines are as close as in a cell,
        and have words."""
        whole: list[list[Run]] = []
        for row in rows:
            above = {part.x0: part for part in whole[-1]} if whole else {}
            own = {part.x0: part for part in reversed(row)}
            labelled = self.columns[0] and self.columns[0][0].x0 in own
            if not labelled and all(
                x0 in above
                and self._is_near(above[x0], part)
                and all(any(WORD.search(w) for p in side if p.x0 == x0 for w in p.words) for side in (row, whole[-1]))
                for x0, part in own.items()
            ):
                whole[-1] += row
            else:
                whole.append(row)
        return whole

    def _is_near(self, above: Run, below: Run) -> bool:
        """Return whether two lines of a column are as close as in a cell. Where rows are no farther apart than lines,
        the one below had no room in the one above."""
        if self.cut:
            return (below.y - above.y) / self.em <= self.cut
        nearest = min((_step(a, b) for column in self.columns for a, b in pairwise(column)), default=0.0)
        number = next(i for i, column in enumerate(self.columns) if any(part is below for part in column))
        return self._continues(number, above, below, nearest + SAME)

    def _is_below_a_hole(self, above: Run, below: Run) -> bool:
        """Return whether only lines of other columns are between two lines of a column."""
        return any(above.y + 1 < part.y < below.y - 1 for column in self.columns for part in column)

    def _has_long_cells(self) -> bool:
        """Return whether lines at equal distances belong to cells of several lines, and not to a row each.

        They do if most of them have no label, or if cells are centred in their rows.
        """
        heights = {round(part.y) for column in self.columns for part in column}
        return not self._is_level() or 2 * len(self.columns[0]) < len(heights)

    def _is_level(self) -> bool:
        """Return whether all cells begin at the top of their rows, so that no line is between two of another column.

        Then a row begins with each cell of the first column.
        """
        heights = sorted({round(part.y) for column in self.columns for part in column})
        nearest = min((b.y - a.y for column in self.columns for a, b in pairwise(column)), default=0.0)
        return all(b - a >= MOST * nearest or b - a <= 1 for a, b in pairwise(heights))

    def _fine_cut(self, steps: Sequence[float]) -> float:
        """Return the step, in ems, that parts rows hardly farther apart than the lines of their cells, 0 if none does.

        There are only two steps then, and a line in the first column wherever a row begins, but hardly any elsewhere.
        """
        sizes = {round(part.size, 1) for column in self.columns for part in column}
        few = [step for step in steps if step <= self.cut or not self.cut]
        jumps = [(b - a, (a + b) / 2) for a, b in pairwise(few)]
        jump, cut = max(jumps, default=(0.0, 0.0))
        lines, rows = ([step for step in few if (step > cut) is above] for above in (False, True))
        if len(sizes) > 1 or jump < FINE or any(len(some) < FEW or some[-1] - some[0] > SAME for some in (lines, rows)):
            return 0.0
        labels = {round(part.y, 1) for part in self.columns[0]}
        labelled: dict[bool, list[bool]] = {True: [], False: []}
        for column in self.columns:
            for above, below in pairwise(column):
                if _step(above, below) <= rows[-1]:
                    labelled[_step(above, below) > cut].append(round(below.y, 1) in labels)
        return cut if all(labelled[True]) and 2 * sum(labelled[False]) < len(labelled[False]) else 0.0

    def _continues(self, number: int, above: Run, below: Run, most: float) -> bool:
        """Return whether a line of a column may continue the one above: it is close, and had no room there.

        ``most`` is the largest distance of close lines, in ems.
        """
        if _step(above, below) > most or any(above.y < name.y < below.y for name in self.names):
            return False
        if self.spaced and most == self.cut:
            return True
        if OPEN.search(above.text) and below.words[0][:1].isdigit():
            return True
        words = [word for line in (above, below) for word in line.words if not FIGURE.fullmatch(word)]
        if not any(map(WORD.search, words)):
            # Each is a figure or a dash, if it is not the beginning of a figure.
            open_end = above.words[-1][-1] in "DX/" or above.words[-1].startswith("+/")
            return (open_end or not number) and is_one_figure(above.words[-1], below.words[0])
        room = self.widths[number] - _width(above)
        return BROKEN.search(above.words[-1]) is not None or self.firsts[id(below)] + (SPACE + SHORT) * self.em > room

    def _parts(self, line: list[Run]) -> list[tuple[int, Run]]:
        """Return the part of one line that each cell has, at the left edge of its column, with the column's number."""
        columns: dict[int, list[Run]] = {}
        for word in line:
            columns.setdefault(sum(x0 < word.x0 for x0, _ in self.gutters), []).append(word)
        parts = []
        for number, words in columns.items():
            x0 = self.gutters[number - 1][1] if number else self.left
            part = as_one(words)._replace(x0=x0)
            self.firsts[id(part)] = words[0].x1 - words[0].x0
            parts.append((number, part))
        return parts


def _step(above: Run, below: Run) -> float:
    """Return the distance from one line to the one below, in ems of its own size, as columns may differ in size."""
    return (below.y - above.y) / below.size


def _cut(steps: list[float], leading: float | None) -> float:
    """Return the step, in ems, above which a line begins another cell: less than the first that is clearly wider.

    ``steps`` are sorted.
    """
    if not steps or (leading and steps[0] > leading + LOOSE):
        return 0.0
    # Beside a cell of one line, the next line of a column may be as far as two lines of text.
    return next((near + min((far - near) / 2, LOOSE) for near, far in pairwise(steps) if far - near > JUMP), 0.0)


def _width(line: Run) -> float:
    """Return how wide the words of a line are: in a column of centred cells, its left edge says nothing of it."""
    return line.x1 - min((box.x0 for box in line.word_boxes()), default=line.x0)


def _width_of(column: list[Run]) -> float:
    """Return the width of a column; if it has several lines, without the longest, which may be a wider head, unless it
    is below the first lines."""
    widths = sorted(map(_width, column))
    head = max(map(_width, column[:HEAD]), default=0.0)
    return widths[-2 if len(widths) >= FEW and head == widths[-1] else -1] if widths else 0.0
