"""Heads of tables on shades: rows without a shade above the first shaded one, with words in the middle of cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.boxes import is_in, lies_in
from kensei_docs.extract.pdf.glyphs import ASCENT, PROSE, Box, Page, Run
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.table_columns import NEAR, STEP

MOST_ABOVE = 3  # rows without a shade above the first one that has one: two of a head, and a row
FEWEST_CELLS = 2  # of a head
ROW = 2.5  # ems: the first rule below a shaded head, or the line above a shade, is nearer
ROUNDED = 1.0  # points by which rows of one height may differ, as browsers round
HIGHER = 0.1  # ems: a row of one line is higher than a line by its padding, this or more


class Cell(NamedTuple):
    """Words in the middle of a cell, and its sides."""

    run: Run
    left: float
    right: float


def tops_above(shade: Box, sides: Sequence[float], page: Page) -> list[float]:
    """Return the tops of the rows without a shade directly above the first ``shade``: a head, and a row below it.

    The words of their lines are in the middle of the cells, or of several cells of a head.
    """
    under = [one.bottom for one in page.panels if one.bottom < shade.top and lies_in(sides[0], one.top, one)]
    inside = Box(shade.x0, max(under, default=0.0), shade.x1, shade.top - NEAR)
    above = [run for run in page.runs if not run.turn and is_in(run, inside)]
    rows: list[list[Cell]] = [[]]
    tops: list[float] = []
    below = shade.top
    for line in lines_of(above)[::-1]:
        cells = _cells_of(line, sides)
        step, size = below - line[0].y, line[0].size
        if step > ROW * size or not cells:
            break
        if rows[-1] and (step > STEP * size or _is_head_of(cells, rows[-1])):
            if len(rows) == MOST_ABOVE:
                break
            rows.append([])
        if not rows[-1]:
            tops.append(0.0)
        rows[-1] += cells
        below = line[0].y
        tops[-1] = below - ASCENT * size - 1
    several = [len({(cell.left, cell.right) for cell in row}) > 1 for row in rows]
    return tops[: several.index(False) if False in several else None][::-1]


def tops_of_heads(shade: Box, page: Page) -> list[float]:
    """Return the tops of the heads, of a line each, directly above the only ``shade`` of a table, from the top.

    Their cells begin where those on the shade do, and are set in another font.
    """
    inside = Box(shade.x0, 0.0, shade.x1, shade.top - NEAR)
    above = [run for run in page.runs if not run.turn and is_in(run, inside)]
    cells = [run for run in page.runs if not run.turn and is_in(run, shade)]
    fonts = {run.font for run in cells}
    tops: list[float] = []
    below = shade.top
    for line in lines_of(above)[::-1][: MOST_ABOVE - 1]:
        begin = all(any(abs(run.x0 - cell.x0) < 1 for cell in cells) for run in line)
        if len(line) < FEWEST_CELLS or not begin or below - line[0].y > ROW * line[0].size:
            break
        if fonts & {run.font for run in line}:
            break
        below = line[0].y
        tops.append(below - ASCENT * line[0].size - 1)
    return tops[::-1]


def tops_of_lines(stack: Sequence[Box], sides: Sequence[float], page: Page, leading: float) -> list[float]:
    """Return the tops of the rows, of a line each, directly above the first shade of a table, from the top.

    All shades of the ``stack`` have one line each, and are clearly higher than a line with this ``leading`` in ems: so
    lines that are as far from one another as the shades are high are not those of one cell. They stand on their rows as
    those on the shades do, and their cells begin where these do.
    """
    shade = stack[0]
    inside = [[run for run in page.runs if not run.turn and is_in(run, row)] for row in stack]
    if not all(inside) or any(len(lines_of(some)) > 1 for some in inside):
        return []
    height, size = shade.bottom - shade.top, inside[0][0].size
    if any(abs(row.bottom - row.top - height) > ROUNDED for row in stack) or height < (leading + HIGHER) * size:
        return []
    lefts = [part.x0 for some in inside for run in some for part in parts_at(run, sides)]
    above = [run for run in page.runs if not run.turn and is_in(run, Box(shade.x0, 0.0, shade.x1, shade.top - NEAR))]
    below = inside[0][0].y
    tops: list[float] = []
    for line in lines_of(above)[::-1][:MOST_ABOVE]:
        cells = [part.x0 for run in line for part in parts_at(run, sides)]
        begin = all(any(abs(x - left) < 1 for left in lefts) for x in cells)
        if len(cells) < FEWEST_CELLS or not begin or abs(below - line[0].y - height) > ROUNDED:
            break
        below = line[0].y
        tops.append(below - inside[0][0].y + shade.top)
    return tops[::-1]


def _cells_of(line: Sequence[Run], sides: Sequence[float]) -> list[Cell]:
    """Return the cells of a line; an empty list if some of its words are in the middle of no cell."""
    found: list[Cell] = []
    for run in line:
        parts = parts_at(run, sides)
        cells = [Cell(part, *cell) for part in parts if (cell := cell_around(part, sides))]
        over = _cells_below(run, sides) if len(cells) < len(parts) else None
        if len(cells) < len(parts) and not over:
            return []
        found += [Cell(run, *over)] if over else cells
    return found


def _cells_below(run: Run, sides: Sequence[float]) -> tuple[float, float] | None:
    """Return the outer sides of several cells, but not of a whole row, that a run of a head is in the middle of."""
    around = [
        (left, right)
        for i, left in enumerate(sides)
        for right in sides[i + 2 :]
        if left < run.x0 and run.x1 < right and abs(run.x0 + run.x1 - left - right) < NEAR
    ]
    return min(around, default=None) if len(run.words) < PROSE and (sides[0], sides[-1]) not in around else None


def _is_head_of(cells: Sequence[Cell], row: Sequence[Cell]) -> bool:
    """Return whether a line of ``cells`` is a row by itself above the lines of a ``row``.

    One of its cells is over several of theirs, or its words have another font than theirs behind the first column.
    """
    below = {(cell.left, cell.right) for cell in row}
    over = any(sum(one.left - 1 < left and right < one.right + 1 for left, right in below) > 1 for one in cells)
    fonts = {cell.run.font for cell in cells}
    behind = {cell.run.font for cell in row if cell.left > min(below)[0]}
    return over or (len(fonts) == 1 < len({cell.left for cell in cells}) and bool(behind) and not fonts & behind)


def cell_around(run: Run, sides: Sequence[float]) -> tuple[float, float] | None:
    """Return the sides of the cell that a run is in the middle of; a single word may go on beyond them."""
    return next(
        (
            (left, right)
            for left, right in pairwise(sides)
            if abs(run.x0 + run.x1 - left - right) < NEAR
            and (len(run.words) == 1 or (run.x0 > left - 1 and run.x1 < right + 1))
        ),
        None,
    )


def parts_at(run: Run, sides: Sequence[float]) -> list[Run]:
    """Return the parts of a run between the sides of cells."""
    middles = [(x0 + x1) / 2 for x0, x1 in zip(run.starts, run.ends, strict=True)]
    cuts = [i for i, (a, b) in enumerate(pairwise(middles), 1) if any(a < side < b for side in sides)]
    return [run.part(range(i, j)) for i, j in pairwise([0, *cuts, len(run.words)])] if cuts else [run]
