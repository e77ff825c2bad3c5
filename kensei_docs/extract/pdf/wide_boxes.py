"""Boxes over several columns: what is in a frame or on a shaded panel is read by itself, between what is around it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kensei_docs.extract.pdf.cell_edges import NEAR
from kensei_docs.extract.pdf.columns import FAR, PROSE, crosses
from kensei_docs.extract.pdf.glyphs import ASCENT, Box, Page, Rule, Run
from kensei_docs.extract.pdf.ruled_tables import lines_of, tables_of
from kensei_docs.extract.pdf.sidebars import boxes_on, is_in, lies_in

# The least number of lines of paragraphs on either side of a column's edge in a box that has columns of its own.
LINES = 2
# The number of edges of cells that a row on a shaded panel has in common with the row above or below it.
SHARED = 2


class WideBox(NamedTuple):
    """What is in a box over several columns, as a page, and one run for the whole of it among the columns."""

    page: Page
    whole: Run


def wide_boxes_of(page: Page, edges: list[float]) -> tuple[Page, list[WideBox]]:
    """Return a page without its boxes over several columns, and these boxes; ``edges`` are those of the columns.

    A box that has columns of its own, such as the background of a page, stays, and so does a shaded row of a table.
    """
    boxes = [box for box in set(boxes_on(page)) if any(box.x0 < edge - NEAR < edge + NEAR < box.x1 for edge in edges)]
    if not boxes:
        return page, []
    # The lines of frames that stand one below another are not the rules of a table.
    rules = [rule for rule in page.rules if not any(_is_edge(rule, box) for box in boxes)]
    tables = [{id(run) for run in table.runs} for table in tables_of(page.runs, rules, page.uprights)]
    found: list[WideBox] = []
    for box in sorted(boxes, key=lambda box: (box.top - box.bottom, box.x0)):
        within = [run for run in page.runs if is_in(run, box)]
        known = {id(run) for run in within}
        if not within or _has_columns(within, edges) or any(known & table and table - known for table in tables):
            continue
        outside = [run for run in page.runs if id(run) not in known]
        if any(_runs_over(run, box) for run in outside) or _is_row(within, outside):
            continue
        inside, page = _parts(page, box, within, outside)
        first = within[0]
        # The distance to the line above is measured between baselines: the box has that of a line of text at its top.
        y = min(first.y, box.top + ASCENT * first.size)
        found.append(WideBox(inside, Run(box.x0, box.x1, y, first.size, first.font, ["box"], [box.x0], [box.x1])))
    return page, found


def _is_edge(rule: Rule, box: Box) -> bool:
    level = min(abs(rule.y - box.top), abs(rule.y - box.bottom)) < NEAR
    return level and abs(rule.x0 - box.x0) < NEAR and abs(rule.x1 - box.x1) < NEAR


def _parts(page: Page, box: Box, within: list[Run], outside: list[Run]) -> tuple[Page, Page]:
    """Return what is in a box as a page, without the box's own lines, and the page without it."""
    rules = [lies_in(rule.x0, rule.y, box) for rule in page.rules]
    uprights = [lies_in(one.x, (one.y0 + one.y1) / 2, box) for one in page.uprights]
    panels = [lies_in(one.x0, one.top, box) and lies_in(one.x1, one.bottom, box) for one in page.panels]

    def part(runs: list[Run], inside: bool) -> Page:
        return page._replace(
            runs=runs,
            rules=[
                rule for rule, here in zip(page.rules, rules, strict=True) if here is inside and not _is_edge(rule, box)
            ],
            uprights=[
                upright
                for upright, here in zip(page.uprights, uprights, strict=True)
                if here is inside and (not inside or min(abs(upright.x - box.x0), abs(upright.x - box.x1)) >= NEAR)
            ],
            panels=[panel for panel, here in zip(page.panels, panels, strict=True) if here is inside],
        )

    return part(within, True), part(outside, False)


def _has_columns(runs: list[Run], edges: Iterable[float]) -> bool:
    """Return whether paragraphs stand on either side of the edge of a column, which hardly any line extends across."""
    prose = [run for run in runs if len(run.words) >= PROSE]
    return any(
        sum(abs(run.x0 - edge) <= NEAR for run in prose) >= LINES
        and sum(run.x1 < edge for run in prose) >= LINES
        and not any(crosses(run, edge) for run in prose)
        for edge in edges
    )


def _runs_over(run: Run, box: Box) -> bool:
    return box.top < run.y < box.bottom and run.x0 < box.x1 - NEAR and run.x1 > box.x0 + NEAR and not run.turn


def _is_row(within: list[Run], outside: list[Run]) -> bool:
    """Return whether the runs of a box are a row of a table that goes on above or below it."""
    rows = lines_of(within)
    for row, step in ((rows[0], -1), (rows[-1], 1)):
        y, size = row[0].y, row[0].size
        next_to = [run for run in outside if 0 < step * (run.y - y) < FAR * size]
        shared = sum(any(abs(a.x0 - b.x0) < 1 or abs(a.x1 - b.x1) < 1 for b in next_to) for a in row)
        if len(row) >= SHARED and shared >= SHARED:
            return True
    return False
