"""Finds the tables without rules: lines with words in columns, and whitespace or vertical lines alone between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from statistics import median, median_low
from typing import NamedTuple

from kensei_docs.extract.pdf.columns import GUTTER
from kensei_docs.extract.pdf.glyphs import PROSE, RUN_GAP, Run, Upright
from kensei_docs.extract.pdf.lines import SAME_LINE, lines_of, words_of
from kensei_docs.extract.pdf.ruled_tables import Table
from kensei_docs.extract.pdf.table_columns import CLEAR, NEAR, WIDE, WIDER, Gutter, clusters, gutters_of, lines_high
from kensei_docs.extract.pdf.unruled_rows import Cells

LESS_WIDE = 0.45  # ems: the least space between the columns of a table with FEW_LINES or more; with fewer, it is WIDE
CLOSE, SAME = 1.5, 0.1  # ems: the lines of a cell are nearer; points: their sizes differ by less
FAR = 2.2  # ems: the largest distance from one line of a table to the next
BESIDE = 0.76  # ems: lines nearer than this are beside one another
# Lines. In eight lines of text, spaces are hardly ever below one another twice by chance.
FEW_LINES, MANY_LINES = 4, 8
FILLED = 0.4  # the least share of a table's cells that are filled
LONGEST = 6  # lines of a row of two or three cells, on average; a passage with more is text in columns
NAME = 5  # the name of a group of rows has at most this number of words
LARGER = 1.1  # the name of a group is at most this many times as large as the words of the table
# Where the words of a column of the page are this many times as large as those of a table, most of them are headings.
HEADS = 1.3
ENDS = re.compile(r"[.!?;,]$")
TIGHT = 3.0  # cells: what an em of space between columns is worth; a paragraph's words leave hardly any
COUNTER = re.compile(r"\W*(?:\w{1,3}[.)])?\W*")
FEWEST = 2  # lines of text beside a line
CROSSING = 0.2  # of the lines: at most as many have a word that runs over a vertical line
OVER = 1.0  # points: a word runs over a line if it begins and ends farther from it
INSET = 8.0  # points: the left side of a box in a column is nearer behind the column's edge
PADDING = 0.6  # ems: the space between a line and the words of its fullest cells is no wider


def grids_of(runs: Sequence[Run], leading: float | None = None) -> list[Table]:
    """Return the tables without rules in one column of a page that have a cell with several lines.

    If each row is one line, the text is read row by row anyway. ``leading`` is the distance between lines of a
    paragraph in ems, or None if it is unknown.
    """
    sources = lines_of(list(runs))
    lines = [sorted(word for run in line for word in words_of(run)) for line in sources]
    tables: list[Table] = []
    end = 0
    blocks = _blocks(lines)
    names = _names_of_groups(lines, median(word.size for line in lines for word in line)) if blocks else set()
    for i, (first, stop, gutters) in enumerate(blocks):
        after = blocks[i + 1][0] if i + 1 < len(blocks) else len(lines)
        first -= _lines_of_first_row(lines[end:first][::-1], lines[first], gutters)
        inside = {number - first for number in names if first <= number < stop}
        cells = Cells(lines[first:stop], [(gutter.x0, gutter.x1) for gutter in gutters], leading, inside)
        above = cells.extended(lines[max([end, *(number + 1 for number in names if number < first)]) : first][::-1], -1)
        end = stop + cells.extended(lines[stop:after], 1)
        rows = cells.rows()
        longest = LONGEST * max(1, len(gutters) - 1) * len(rows)
        if len(rows) < end - first + above and lines_high(lines[first - above : end], cells.em) <= longest:
            runs_inside = [run for line in sources[first - above : end] for run in line]
            tables.append(Table.around(runs_inside, rows))
    return tables


def _lines_of_first_row(above: Sequence[list[Run]], first: list[Run], gutters: Sequence[Gutter]) -> int:
    """Return how many lines above the ``first`` one of a table are parts of its first row.

    They are as close as lines of a cell, and have words on either side of a gutter, but none in it.
    """
    count = 0
    for line in above:
        below = above[count - 1] if count else first
        near = below[0].y - line[0].y < CLOSE * line[0].size
        same = all(word.font == first[0].font and abs(word.size - first[0].size) < SAME for word in line)
        crossing = any(word.x0 < gutter.x1 and word.x1 > gutter.x0 for word in line for gutter in gutters)
        label = abs(line[0].x0 - first[0].x0) < NEAR and line[0].x1 <= gutters[0].x0
        if not (near and same and label and line[-1].x0 > gutters[0].x1) or crossing:
            break
        count += 1
    return count


def with_rows_of_grid(table: Table, leading: float | None) -> Table:
    """Return a table with few rules with the rows that it would have without any.

    These must be more, or have more cells, or fewer of them have no label, which are the rest of a row above.
    """
    grids = [] if table.row_by_row else grids_of(table.runs, leading)
    if len(grids) != 1:
        return table
    known = {id(run) for run in grids[0].runs}
    top = min(run.y for run in grids[0].runs)
    rest = [run for run in table.runs if id(run) not in known]
    rows = [row for row in table.rows if row.y < top - 1] + grids[0].rows
    lefts = sorted({left for row in grids[0].rows for left in row.lefts})[:2]
    sizes = [(len(some), sum(len(row.cells) for row in some)) for some in (rows, table.rows)]
    better = sizes[0] > sizes[1] or _without_label(rows, lefts) < _without_label(table.rows, lefts)
    return table._replace(rows=rows) if better and all(run.y < top for run in rest) else table


def _without_label(rows: Sequence[Run], lefts: Sequence[float]) -> int:
    """Return how many rows of a table have nothing in its first column; ``lefts`` are the first two left edges.

    The cells of a column may be in the middle of it.
    """
    first = [min((box.x0 for box in row.word_boxes()), default=row.x0) for row in rows]
    return sum(x0 > lefts[-1] - NEAR for x0 in first)


def _blocks(lines: list[list[Run]]) -> list[tuple[int, int, list[Gutter]]]:
    """Return the tables among lines as (first line, line after the last, gutters), from top to bottom.

    If runs of lines overlap, the table is the one with the most cells that begin at a gutter, if it leaves space
    between its columns.
    """
    if not lines:
        return []
    em = median(word.size for line in lines for word in line)
    names = _names_of_groups(lines, em)
    found = []
    # A column may have more words in its heads than in its tables.
    whole, ems = em, [median(word.size for word in line) for line in lines]
    # Lines that stand beside one another, as those of a cell do beside one of a single line, are not parted.
    parted = [not 0 < i < len(lines) or lines[i][0].y - lines[i - 1][0].y >= BESIDE * em for i in range(len(lines) + 1)]
    for first in range(len(lines)):
        centred = False
        for stop in range(first + 2, len(lines) + 1):
            if lines[stop - 1][0].y - lines[stop - 2][0].y > FAR * em:
                break
            if not parted[first] or not parted[stop]:
                continue
            inside = [lines[i] for i in range(first, stop) if i not in names or i in (first, stop - 1)]
            own = median(ems[first:stop])
            em = own if whole > HEADS * own else whole
            gutters = gutters_of(inside, em)
            # The first row may have a cell of many lines beside its label, or around it.
            centred = centred or any(
                _has_cells(line, em) or _has_clear_gap(line, em) for line in lines[stop - 2 : stop]
            )
            centred = centred or _are_beside(lines[stop - 2 : stop + 1], em)
            if not gutters and not (centred and lines_high(lines[first:stop], em) < MANY_LINES):
                break
            if gutters and _is_table(inside, gutters, em):
                cells = sum(gutter.cells for gutter in gutters)
                widths = [(gutter.x1 - gutter.x0) / em for gutter in gutters]
                space = TIGHT * sum(min(width, WIDE) for width in widths) + 0.01 * sum(widths)
                found.append((cells + space - 0.001 * (stop - first), first, stop, gutters))
    best: list[tuple[int, int, list[Gutter]]] = []
    for _, first, stop, gutters in sorted(found, key=lambda block: -block[0]):
        if all(stop <= begin or end <= first for begin, end, _ in best):
            best.append((first, stop, gutters))
    return sorted(best, key=lambda block: block[0])


def _has_cells(line: list[Run], em: float) -> bool:
    """Return whether a line has a space wider than those of a text."""
    return any(b.x0 - a.x1 > RUN_GAP * em for a, b in pairwise(line))


def _has_clear_gap(line: list[Run], em: float) -> bool:
    """Return whether one of the spaces between the words of a line is clearly wider than all others."""
    gaps = sorted(b.x0 - a.x1 for a, b in pairwise(line))
    return len(gaps) > 1 and gaps[-1] > max(CLEAR * em, WIDER * gaps[-2])


def _names_of_groups(lines: Sequence[list[Run]], em: float) -> set[int]:
    """Return which lines are names of the rows below them: a few words by themselves, in a font that no row begins
    with.

    They may extend over several columns.
    """
    found = set()
    for i, (line, below) in enumerate(pairwise(lines)):
        words = [word for run in line for word in run.words]
        steps = [b[0].y - a[0].y for a, b in pairwise(lines[max(0, i - 1) : i + 2])]
        apart = min(steps) >= BESIDE * em
        rows = [row for row in lines[i + 1 : i + 3] if _has_cells(row, em)]
        if (
            apart
            and not _has_cells(line, em)
            and len(words) <= NAME
            and not ENDS.search(words[-1])
            and line[0].size <= LARGER * em
            and line[0].font != below[0].font
            and any(char.isdigit() for row in rows for cell in row[1:] for word in cell.words for char in word)
        ):
            found.add(i)
    return found


def _are_beside(lines: list[list[Run]], em: float) -> bool:
    """Return whether some lines are closer than lines of a text, as they are if cells are centred in their rows."""
    return any(below[0].y - above[0].y < BESIDE * em for above, below in pairwise(lines))


def _is_table(lines: list[list[Run]], gutters: list[Gutter], em: float) -> bool:
    """Return whether lines with gutters are a table, and not text whose spaces are below one another by chance."""
    few = len(lines) < FEW_LINES
    labels = ["".join(word.text for word in line if word.x1 <= gutters[0].x0 + 0.5) for line in lines]
    # Where cells stand in the middle of their rows, the lines of one column are between those of another.
    most = max(sum(map(bool, labels)), *(gutter.cells for gutter in gutters))
    wide = sum(gutter.x1 - gutter.x0 >= (WIDE if few else LESS_WIDE) * em for gutter in gutters)
    return (
        (wide > few or (len(lines) >= MANY_LINES and len(gutters) > 1))
        and sum(gutter.cells for gutter in gutters) >= FILLED * most * len(gutters)
        and any(char.isalnum() for label in labels for char in label)
        and not all(
            COUNTER.fullmatch(" ".join(word.text for word in line if word.x1 <= gutters[0].x0 + 0.5)) for line in lines
        )
    )


class Lines(NamedTuple):
    """Vertical lines beside one another, from ``top`` to ``bottom``, and the places ``xs`` of them, from the left."""

    top: float
    bottom: float
    xs: list[float]


def lined_tables_of(runs: Sequence[Run], uprights: Iterable[Upright], leading: float | None) -> list[Table]:
    """Return the tables in one column of a page whose cells are parted by nothing but vertical lines.

    ``leading`` is the distance between lines of a paragraph in ems, or None if it is unknown.
    """
    tables: list[Table] = []
    taken: set[int] = set()
    for top, bottom, xs in _beside_one_another(uprights):
        inside = [run for run in runs if top < run.y <= bottom and not run.turn and id(run) not in taken]
        table = _lined_table(inside, xs, leading)
        if table:
            taken |= {id(run) for run in inside}
            tables.append(table)
    return tables


def lined_tables_on(
    runs: Sequence[Run], uprights: Iterable[Upright], edges: Sequence[float], leading: float | None
) -> list[Table]:
    """Return the tables on a page with columns whose cells are parted by nothing but vertical lines.

    ``edges`` are the left edges of the columns but the first. A table is in one column, or over several: over an edge,
    cells are level with others before it, and there is a vertical line between these and those, or a word crosses it.
    """
    tables: list[Table] = []
    taken: set[int] = set()
    found = _beside_one_another(uprights) if edges else []
    for top, bottom, xs in found:
        level = [run for run in runs if top < run.y <= bottom and not run.turn and id(run) not in taken]
        # Lines that end at another height are those of another table.
        others = [x for one in found if one.top < bottom and one.bottom > top for x in one.xs if x not in xs]
        parting = (edge for edge in edges if _stand_apart(xs, others, edge) or not _go_over(level, xs, edge))
        sides = [float("-inf"), *parting, float("inf")]
        for left, right in pairwise(sides):
            inside = [run for run in level if left - NEAR <= run.x0 < right - NEAR]
            between = [x for x in xs if left < x < right]
            table = _lined_table(inside, between, leading) if all(run.x1 < right for run in inside) else None
            if table:
                taken |= {id(run) for run in inside}
                tables.append(table)
    return tables


def _stand_apart(xs: Sequence[float], others: Sequence[float], edge: float) -> bool:
    """Return whether the vertical lines at ``xs`` are all on one side of a column's edge, and some others behind it."""
    return bool(xs) and max(xs) < edge - 1 and any(x > edge - 1 for x in others)


def _go_over(runs: Sequence[Run], xs: Sequence[float], edge: float) -> bool:
    """Return whether the cells of a table whose columns vertical lines at ``xs`` part go on behind a column's edge.

    A line at the edge is that of a box in the column, and so is one behind which nothing stands. A table of the column
    itself has cells between the edge and its first line.
    """
    before = [run for run in runs if run.x0 < edge - NEAR]
    behind = lines_of([run for run in runs if run.x0 >= edge - NEAR])
    prose = any(len(run.words) >= PROSE and abs(run.x0 - edge) < NEAR for line in behind for run in line)
    level = sum(any(abs(run.y - line[0].y) < SAME_LINE * run.size for run in before) for line in behind)
    begin = [run.x0 for line in behind for run in line]
    end = max(begin, default=0.0) if any(x < edge - GUTTER for x in xs) else min(begin, default=0.0)
    parted = any(edge - GUTTER < x < end and not -1 < x - edge < INSET for x in xs)
    return not prose and 2 * level >= len(behind) and (parted or any(run.x1 > edge for run in before))


def _lined_table(runs: Sequence[Run], xs: Sequence[float], leading: float | None) -> Table | None:
    """Return the table that some runs are, if vertical lines at ``xs`` part its cells, else None."""
    lines = [sorted(word for run in line for word in words_of(run)) for line in lines_of(list(runs))]
    between = [x for x in xs if runs and min(run.x0 for run in runs) < x < max(run.x1 for run in runs)]
    if not between or not _part_cells(lines, between):
        return None
    padding = _padding(lines, between)
    gutters = [(x - padding, x + padding) for x in between]
    return Table.around(list(runs), Cells(lines, gutters, leading, lined=True).rows())


def _beside_one_another(uprights: Iterable[Upright]) -> list[Lines]:
    """Return vertical lines, with adjoining pieces joined, those that end at one height together."""
    whole: list[Upright] = []
    pieces = sorted(uprights, key=lambda one: one.y0)
    for group in clusters([one.x for one in pieces], 1.0):
        for piece in (one for one in pieces if group[0] <= one.x <= group[-1]):
            above = whole[-1] if whole else None
            if above is not None and above.x == group[0] and piece.y0 - above.y1 < NEAR:
                whole[-1] = above._replace(y1=max(above.y1, piece.y1))
            else:
                whole.append(piece._replace(x=group[0]))
    found: list[Lines] = []
    for line in whole:
        for i, other in enumerate(found):
            if abs(line.y1 - other.bottom) < NEAR and line.y0 < other.bottom and line.y1 > other.top:
                found[i] = Lines(min(line.y0, other.top), other.bottom, [*other.xs, line.x])
                break
        else:
            found.append(Lines(line.y0, line.y1, [line.x]))
    return found


def _part_cells(lines: Sequence[Sequence[Run]], xs: Sequence[float]) -> bool:
    """Return whether vertical lines part cells, and not a box or a column of the page from the text beside it."""
    columns: list[list[int]] = [[] for _ in range(len(xs) + 1)]
    for line in lines:
        numbers = [sum(x < word.x0 for x in xs) for word in line]
        for number in set(numbers):
            columns[number].append(numbers.count(number))
    crossing = [line for line in lines if any(word.x0 < x - OVER and word.x1 > x + OVER for word in line for x in xs)]
    return (
        len(lines) >= FEWEST and all(columns) and median(columns[0]) < PROSE and len(crossing) <= CROSSING * len(lines)
    )


def _padding(lines: Sequence[Sequence[Run]], xs: Sequence[float]) -> float:
    """Return the space that most vertical lines have beside the nearest words: a word too long for its cell is
    nearer."""
    words = [word for line in lines for word in line]
    em = median(word.size for word in words)
    nearest = [
        min((space for space in spaces if space >= 0), default=PADDING * em)
        for x in xs
        for spaces in ([word.x0 - x for word in words], [x - word.x1 for word in words])
    ]
    return min(PADDING * em, median_low(nearest))


def grids_in(runs: list[Run], uprights: Sequence[Upright], leading: float | None) -> list[Table]:
    """Return the tables without rules among runs below one another: those with lines between their columns, others."""
    lined = lined_tables_of(runs, uprights, leading)
    number_of = {id(run): number for number, table in enumerate(lined) for run in table.runs}
    between = groupby(runs, key=lambda run: number_of.get(id(run)))
    return lined + [grid for number, some in between if number is None for grid in grids_of(list(some), leading)]
