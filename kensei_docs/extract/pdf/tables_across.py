"""Tables without rules that are as wide as all columns of a page together.

Each line of a page belongs either to such a table or to the text in the columns. Each of the two has a cost for each
line; the page is divided so that the sum of the costs is smallest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from statistics import median
from typing import NamedTuple

from kensei_docs.extract.pdf.boxes import WideBox
from kensei_docs.extract.pdf.columns import FEWEST, JUST, LEVEL, crosses, runs_outside
from kensei_docs.extract.pdf.glyphs import PROSE, Box, Page, Rule, Run, is_item_sign
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.ruled_tables import Table, tables_of

# The cost of a line as text in columns: for each run in the space between two columns, for each column whose first run
# begins where no text of a column does, and for each run but the first in a column.
BETWEEN, ELSEWHERE, MORE = 3.0, 1.0, 0.5
# The cost of a line as part of a table: for each run that begins exactly at the left edge of the second column or a
# later one, if it is a line of a paragraph (AT_EDGE) or a few words; for a line of a paragraph that fills the first
# column; for the sign of a list item; and for a line with a single run that begins where texts in columns do.
AT_EDGE, WORDS_AT_EDGE, FULL, ITEM, ALONE = 3.0, 1.5, 3.0, 1.0, 1.0
RULED = 0.5  # the cost of each line as text in columns if it stands between two rules of a table
SWITCH = 2.0  # the cost of each change from text in columns to a table, or back
APART = 1.0  # ems: the least distance of a table's lines from those of the text
FEWEST_LINES = 2  # of a table, if none with rules follows
# A table extends over the edge of a column if at least this share of its cells to the right of the edge are at the same
# height as a cell to the left of it.
MOST_LEVEL = 0.8
LINE = 0.9, 1.6  # ems: the distance between two lines of a cell
ASKEW = 0.85  # ems: a cell that is higher or lower than another one by less is beside it, though not level with it
HIGH = 1.8  # ems: the greatest distance of the rule above a table from the baseline of the table's first line
MANY = 20  # lines of a column, of which a few may be longer than the column is wide


class Columns(NamedTuple):
    """The columns of a document: their left edges and, but for the last, their right ones, in points.

    ``begins`` is how far behind the left edges of several columns some lines begin.
    """

    lefts: list[float]
    rights: list[float]
    begins: list[float]

    def number(self, x: float) -> int:
        """Return the number of the column that begins at ``x``, or before it."""
        return max((i for i, left in enumerate(self.lefts) if left - JUST <= x), default=0)

    def parts(self, line: Iterable[Run]) -> dict[int, list[Run]]:
        """Return the runs of a line by the number of the column that they begin in, from the left."""
        parts: dict[int, list[Run]] = {}
        for run in sorted(line, key=lambda run: run.x0):
            parts.setdefault(self.number(run.x0), []).append(run)
        return parts

    def is_begin(self, run: Run) -> bool:
        """Return whether a run begins where lines of texts in columns do."""
        begin = run.x0 - self.lefts[self.number(run.x0)]
        return any(abs(begin - x) < 1 for x in [0.0, *self.begins])

    def is_between(self, run: Run) -> bool:
        """Return whether a run stands in the space between two columns."""
        return any(
            run.x0 < left - JUST and run.x1 > right + 1 for right, left in zip(self.rights, self.lefts[1:], strict=True)
        )


def columns_of(pages: Iterable[Page], edges: Sequence[float]) -> Columns | None:
    """Return the columns of a document, None if it has one; ``edges`` are the left edges of the others."""
    runs = [run for page in pages for run in page.runs if not run.turn]
    prose = [run for run in runs if len(run.words) >= PROSE]
    first = Counter(round(run.x0, 1) for run in prose if edges and run.x1 < edges[0])
    if not first:
        return None
    lefts = [first.most_common(1)[0][0], *edges]
    rights = []
    for left, after in pairwise(lefts):
        ends = sorted(run.x1 for run in prose if abs(run.x0 - left) < JUST and run.x1 < after - 1)
        rights.append((ends[-3] if len(ends) > MANY else ends[-1]) if ends else after - 1)
    columns = Columns(lefts, rights, [])
    counts = [Counter[float]() for _ in lefts]
    for page in pages:
        for line in lines_of([run for run in page.runs if not run.turn]):
            for number, some in columns.parts(line).items():
                counts[number][round(some[0].x0 - lefts[number])] += 1
    begins = [x for x in set().union(*counts) if sum(count[x] >= FEWEST for count in counts) > 1]
    return columns._replace(begins=begins)


class Across(NamedTuple):
    """The tables without rules over all columns of a page. ``sure`` is false if there may be more."""

    tables: list[WideBox]
    sure: bool

    def wholes(self, ruled: Iterable[Run], edges: Iterable[float]) -> list[Run]:
        """Return a run for the whole of each table over columns; ``ruled`` are those for the page's other tables.

        Between them, the page is set in columns. Where there may be more tables, those with rules don't tell this.
        """
        over = [run for run in ruled if self.sure and any(crosses(run, edge) for edge in edges)]
        return [*(table.whole for table in self.tables), *over]


def with_tables_across(page: Page, columns: Columns | None) -> tuple[Page, Across]:
    """Return a page without the tables over all of its columns, and these tables; those with rules stay.

    Tables of one width with rules and little text between them may have been taken for one. If text in columns stands
    in such a table, it is read without its rules, and its parts are tables like those that have none.
    """
    if columns is None:
        return page, Across([], False)
    ruled = tables_of(page.runs, page.rules, page.uprights)
    over = [table for table in ruled if any(crosses(table.whole, left) for left in columns.lefts[1:])]
    torn = [table for table in over if _is_torn(table, columns, page.rules)]
    for parted in (torn, []) if torn else ([],):
        whole = [table for table in ruled if table not in parted]
        rest, across = _parted(page, whole, [table.whole for table in over if table not in parted], columns)
        if across.sure or not parted:
            break
    return _without_lines(rest, parted), across


def _parted(page: Page, ruled: list[Table], over: list[Run], columns: Columns) -> tuple[Page, Across]:
    """Return a page without the tables over columns outside of the ``ruled`` ones, and these tables.

    ``over`` are runs, each for the whole of a ruled one over columns.
    """
    runs = [run for run in runs_outside(page, ruled) if not run.turn]
    lines = lines_of([*runs, *over])
    found: list[WideBox] = []
    sure = True
    places = zip(_are_across(lines, columns), lines, strict=True)
    for is_table, stretch in groupby(places, key=itemgetter(0)):
        rows = [line for _, line in stretch]
        for is_ruled, some in groupby(rows, key=_is_ruled) if is_table else ():
            part = list(some)
            if not is_ruled and len(rows) >= FEWEST_LINES and _is_table(part, columns, page.panels):
                inside = [run for line in part for run in line]
                found.append(_box_around(page, inside, columns))
                page = page.without(inside)
            else:
                sure = sure and is_ruled
    return page, Across(found, sure)


def _is_torn(table: Table, columns: Columns, rules: Iterable[Rule]) -> bool:
    """Return whether lines of texts in columns stand between two rules of a table, and others above and below them.

    If a rule is below each line, they are rows.
    """
    lines = lines_of(table.runs)
    rows = _are_across(lines, columns, RULED)
    heights = [rule.y for rule in rules]
    inside = [
        [line[0].y for _, line in stretch]
        for is_row, stretch in groupby(zip(rows, lines, strict=True), key=itemgetter(0))
        if not is_row
    ]
    return bool(inside) and all(sum(ys[0] < y < ys[-1] for y in heights) < max(1, len(ys) - 1) for ys in inside)


def _without_lines(page: Page, tables: Iterable[Table]) -> Page:
    """Return a page without the lines that are drawn in some tables."""
    spans = [
        (min(run.y - HIGH * run.size for run in one.runs), max(run.y + run.size for run in one.runs)) for one in tables
    ]
    return page._replace(
        rules=[rule for rule in page.rules if not any(top < rule.y < bottom for top, bottom in spans)],
        uprights=[one for one in page.uprights if not any(one.y0 < bottom and one.y1 > top for top, bottom in spans)],
    )


def _is_ruled(line: Sequence[Run]) -> bool:
    """Return whether a line stands for the whole of a table with rules."""
    return not line[0].starts


def _are_across(lines: Sequence[list[Run]], columns: Columns, ruled: float = 0.0) -> list[bool]:
    """Return for each line of a page whether it is part of a table over the columns: the choice that costs least.

    If the lines are those of a table with rules, ``ruled`` is the cost of each of them as text, and the first and the
    last one are parts of the table.
    """
    # The least cost of all lines so far, if the last of them is text in columns, and if it is part of a table.
    text, table = float("inf") if ruled else 0.0, 0.0
    came: list[tuple[bool, bool]] = []
    for i, line in enumerate(lines):
        y = max(run.y for run in lines[i - 1]) if i else 0.0
        apart = not i or line[0].y - y >= APART * max(run.size for run in line)
        step = SWITCH if apart else float("inf")
        came.append((table + step < text, table <= text + step))
        text, table = min(text, table + step), min(table, text + step)
        text, table = text + _against_columns(line, columns) + ruled, table + _against_table(line, columns)
    found: list[bool] = []
    last = table < text or ruled > 0
    for from_table in reversed(came):
        found.append(last)
        last = from_table[last]
    return found[::-1]


def _against_columns(line: Sequence[Run], columns: Columns) -> float:
    """Return the cost of a line as text in columns."""
    if _is_ruled(line):
        return float("inf")
    cost = sum(BETWEEN for run in line if columns.is_between(run))
    for runs in columns.parts(line).values():
        cost += 0.0 if columns.is_begin(runs[0]) else ELSEWHERE
        cost += MORE * max(0, len(runs) - 1 - is_item_sign(runs[0].words[:1]))
    return cost


def _against_table(line: Sequence[Run], columns: Columns) -> float:
    """Return the cost of a line as a row of a table over the columns, or as part of a row."""
    cost = 0.0
    for run in line if not _is_ruled(line) else ():
        number = columns.number(run.x0)
        at_edge = abs(run.x0 - columns.lefts[number]) < JUST and not columns.is_between(run)
        prose = len(run.words) >= PROSE
        if at_edge and number:
            cost += AT_EDGE if prose else WORDS_AT_EDGE
        elif at_edge and prose:
            cost += FULL if abs(run.x1 - columns.rights[0]) < 1 else WORDS_AT_EDGE
        cost += ITEM if is_item_sign(run.words[:1]) else 0.0
        alone = len(line) == 1 and columns.is_begin(run) and not columns.is_between(run)
        cost += ALONE if alone else 0.0
    return cost


def _is_table(lines: Sequence[list[Run]], columns: Columns, panels: Iterable[Box]) -> bool:
    """Return whether lines are the rows of one table over the columns, not of tables beside one another in these."""
    rows = [line for line in lines if len(line) > 1]
    if not rows or 2 * len(rows) < len(lines):
        return False
    cells = [run for line in rows for run in line]
    shades = [one for one in panels if any(one.top < run.y < one.bottom and one.x0 < run.x0 < one.x1 for run in cells)]
    left = min(run.x0 for run in cells)
    right = max([run.x1 for run in cells] + [shade.x1 for shade in shades])
    inside = [edge for edge in columns.lefts[1:] if left < edge < right]
    return bool(inside) and not _are_alike(rows, columns) and all(_go_over(lines, edge, columns) for edge in inside)


def _go_over(lines: Sequence[list[Run]], edge: float, columns: Columns) -> bool:
    """Return whether the rows of a table go over the edge of a column.

    Cells behind the edge are level with others before it, or half a line higher or lower where they are centred in
    the height of their rows. If none stands in front of the edge where no text of a column does, hardly any is beside
    nothing.
    """
    gutter = columns.rights[columns.lefts.index(edge) - 1]
    before = sorted(run.y for line in lines for run in line if run.x0 < edge - JUST)
    behind = [run for line in lines for run in line if run.x0 >= edge - JUST]
    steps = Counter(round(b - a, 1) for a, b in pairwise(sorted({run.y for run in behind})))
    steps.update(round(b - a, 1) for a, b in pairwise(before))
    size = median(run.size for line in lines for run in line)
    half = next((step / 2 for step, _ in steps.most_common() if LINE[0] < step / size < LINE[1]), 0.0)
    level = askew = 0
    for run in behind:
        off = min((abs(y - run.y) for y in before), default=size)
        fits = min(off, abs(off - half)) < LEVEL * run.size
        level += fits
        askew += not fits and off < ASKEW * run.size
    over = any(len(line) > 1 and any(run.x0 < edge - JUST and run.x1 > gutter + 1 for run in line) for line in lines)
    return level >= MOST_LEVEL * ((level + askew) if over else len(behind))


def _are_alike(rows: Sequence[list[Run]], columns: Columns) -> bool:
    """Return whether the same cells stand in several columns, as where a table goes on in the next one."""
    alike = 0
    for row in rows:
        parts = [
            [(run.x0 - columns.lefts[number], run.x1 - columns.lefts[number]) for run in some]
            for number, some in columns.parts(row).items()
        ]
        alike += any(
            len(some) == len(others) > 1
            and all(abs(a[0] - b[0]) < 1 or abs(sum(a) - sum(b)) < 2 for a, b in zip(some, others, strict=True))
            for some, others in pairwise(parts)
        )
    return 2 * alike > len(rows)


def _box_around(page: Page, runs: list[Run], columns: Columns) -> WideBox:
    """Return what some runs of a page are as a page, and one run for the whole of it."""
    top = min(run.y - HIGH * run.size for run in runs)
    bottom = max(run.y + run.size for run in runs)
    rules = [rule for rule in page.rules if top < rule.y < bottom]
    uprights = [
        one._replace(y0=max(one.y0, top), y1=min(one.y1, bottom))
        for one in page.uprights
        if one.y0 < bottom and one.y1 > top
    ]
    first = min(runs, key=lambda run: run.y)
    x0 = min(columns.lefts[0], *(run.x0 for run in runs))
    x1 = max(columns.lefts[-1] + 1, *(run.x1 for run in runs))
    whole = Run(x0, x1, first.y, first.size, first.font, ["table"], [x0], [x1])
    return WideBox(page._replace(runs=runs, rules=rules, uprights=uprights, panels=[]), whole)
