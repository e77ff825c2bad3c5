"""Tables without rules: lines whose words stand below one another beside whitespace that no word crosses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.tables import Table, lines_of, row_of

ALIGNED = 1.2  # points by which the words that begin the cells of a column may differ
# In ems: the least space between columns; what stands clear of the cell before it; the widest space between the
# columns of a table of few lines, and of more; how far lines are apart at most.
NARROW, CLEAR, WIDE, LESS_WIDE, FAR = 0.03, 0.5, 0.75, 0.45, 2.2
FEW_LINES = 4
# Shares: of a table's lines that begin a cell in a column, of those with a cell before it, of its cells that are
# filled, of a column's cells that stand clear.
BEGIN, BEFORE, FILLED, MOST_CLEAR = 0.15, 0.2, 0.4, 0.3
# In ems: by how much the space between rows is wider than that between the lines of a cell; lines nearer than
# this stand beside one another.
JUMP, BESIDE = 0.12, 0.76
LONGEST = 6  # lines of a row, on average: what has more is text in columns
COUNTER = re.compile(r"\W*(?:\w{1,3}[.)])?\W*")


class _Gutter(NamedTuple):
    """Whitespace from ``x0`` to ``x1`` that no word of some lines crosses; ``cells`` begin at its right edge."""

    x0: float
    x1: float
    cells: int


def grids_of(runs: Sequence[Run]) -> list[Table]:
    """Return the tables without rules in one column of a page that have a cell of several lines.

    Where every row is one line, it is read row by row as it stands.
    """
    sources = lines_of(list(runs))
    lines = [sorted(word for run in line for word in _words(run)) for line in sources]
    tables = []
    for first, stop, gutters in _blocks(lines):
        inside = [run for line in sources[first:stop] for run in line]
        rows = _rows(lines[first:stop], [gutter.x1 for gutter in gutters])
        if len(rows) < stop - first <= LONGEST * len(rows):
            top = min(inside, key=lambda run: run.y)
            left, right = min(run.x0 for run in inside), max(run.x1 for run in inside)
            tables.append(Table(inside, top._replace(x0=left, x1=right, words=["table"], starts=[], ends=[]), rows))
    return tables


def _words(run: Run) -> Iterator[Run]:
    """Yield each word of a run as a run; a run that doesn't say where its words stand is one."""
    if run.starts:
        yield from (run.part([i]) for i in range(len(run.words)))
    else:
        yield run


def _blocks(lines: list[list[Run]]) -> list[tuple[int, int, list[_Gutter]]]:
    """Return the tables among lines, as (first line, line behind the last, gutters), from top to bottom.

    Of runs of lines that overlap, the one with the most cells that begin at a gutter is the table.
    """
    if not lines:
        return []
    em = median(word.size for line in lines for word in line)
    found = []
    # Lines that stand beside one another, as those of a cell do beside one of a single line, are not parted.
    parted = [not 0 < i < len(lines) or lines[i][0].y - lines[i - 1][0].y >= BESIDE * em for i in range(len(lines) + 1)]
    for first in range(len(lines)):
        for stop in range(first + 2, len(lines) + 1):
            if lines[stop - 1][0].y - lines[stop - 2][0].y > FAR * em:
                break
            if not parted[first] or not parted[stop]:
                continue
            gutters = _gutters(lines[first:stop], em)
            if not gutters:
                break
            if _is_table(lines[first:stop], gutters, em):
                cells = sum(gutter.cells for gutter in gutters)
                width = sum(gutter.x1 - gutter.x0 for gutter in gutters) / em
                found.append((cells + 0.01 * width - 0.001 * (stop - first), first, stop, gutters))
    best: list[tuple[int, int, list[_Gutter]]] = []
    for _, first, stop, gutters in sorted(found, key=lambda block: -block[0]):
        if all(stop <= begin or end <= first for begin, end, _ in best):
            best.append((first, stop, gutters))
    return sorted(best, key=lambda block: block[0])


def _gutters(lines: list[list[Run]], em: float) -> list[_Gutter]:
    """Return the whitespace that parts the columns of lines."""
    found: list[_Gutter] = []
    right = None
    for word in sorted(word for line in lines for word in line):
        if right is not None and word.x0 - right >= NARROW * em:
            beginning = [line for line in lines if any(abs(cell.x0 - word.x0) < ALIGNED for cell in line)]
            before = [[cell.x1 for cell in line if cell.x1 <= right] for line in beginning]
            clear = sum(word.x0 - max(ends, default=-100.0) >= CLEAR * em for ends in before)
            filled = sum(line[0].x1 <= right for line in lines)
            if (
                len(beginning) >= max(2, BEGIN * len(lines))
                and filled >= max(2, BEFORE * len(lines))
                and clear >= MOST_CLEAR * len(beginning)
            ):
                found.append(_Gutter(right, word.x0, len(beginning)))
        right = max(word.x1, right or word.x1)
    return found


def _is_table(lines: list[list[Run]], gutters: list[_Gutter], em: float) -> bool:
    """Return whether lines with gutters are a table, not text whose spaces happen to stand below one another."""
    few = len(lines) < FEW_LINES
    labels = "".join(word.text for line in lines for word in line if word.x1 <= gutters[0].x0 + 0.5)
    return (
        sum(gutter.x1 - gutter.x0 >= (WIDE if few else LESS_WIDE) * em for gutter in gutters) > few
        and sum(gutter.cells for gutter in gutters) >= FILLED * len(lines) * len(gutters)
        and any(char.isalnum() for char in labels)
        and not all(
            COUNTER.fullmatch(" ".join(word.text for word in line if word.x1 <= gutters[0].x0 + 0.5)) for line in lines
        )
    )


def _rows(lines: list[list[Run]], edges: list[float]) -> list[Run]:
    """Return the rows of a table, cell after cell: they are cut where the space between lines is clearly wider."""
    em = median(word.size for line in lines for word in line)
    bands: list[list[list[Run]]] = []
    for line in lines:
        if not bands or line[0].y - bands[-1][-1][0].y >= BESIDE * em:
            bands.append([])
        bands[-1].append(line)
    gaps = [(below[0][0].y - above[-1][0].y) / em for above, below in pairwise(bands)]
    steps = sorted(gaps)
    cut = next(((near + far) / 2 for near, far in pairwise(steps) if far - near > JUMP), 0.0)
    rows = [list(bands[0])]
    for gap, band in zip(gaps, bands[1:], strict=True):
        if gap > cut:
            rows.append([])
        rows[-1] += band
    return [row_of([cell for line in row for cell in _cells(line, edges)]) for row in rows]


def _cells(line: list[Run], edges: list[float]) -> Iterator[Run]:
    """Yield the cells of one line of a table, each at its column's left edge."""
    columns: dict[float, list[Run]] = {}
    for word in line:
        edge = max((edge for edge in edges if edge <= word.x0 + ALIGNED), default=min(word.x0, *edges))
        columns.setdefault(edge, []).append(word)
    left = line[0].x0
    for edge, words in columns.items():
        yield words[0]._replace(
            x0=edge if edge in edges else min(left, edge),
            x1=words[-1].x1,
            words=[word.text for word in words],
            boxes=[box for word in words for box in word.word_boxes()],
        )
