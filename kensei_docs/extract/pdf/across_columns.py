"""What extends across the columns of a page: headings above all of them, and the rows of tables without rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kensei_docs.extract.pdf.columns import FEWEST, HEADING, INDENT, NEAR, is_row_of_table, parts_columns, runs_outside
from kensei_docs.extract.pdf.glyphs import Page, Run, in_groups, is_heavy
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.ruled_rows import SIGN
from kensei_docs.extract.pdf.ruled_tables import tables_of

HEADS = 4  # lines in one typeface, at least, that are headings over all columns
ALONE = 0.8  # ems: the least distance of such a heading from other lines
LARGER = 1.1  # times the size of the text: a single heading over all columns is as large
EVEN = 1.0  # points by which the distances between cells may differ that begin at equal ones
LABEL = re.compile(r"[^\W\d_]{2}")


def with_heads_across(pages: list[Page], edges: list[float]) -> list[Page]:
    """Return pages on which short heads above all columns extend across them.

    Lines with the same font and size, larger or bolder than the text, are such heads if all of them begin in the first
    column and have nothing beside them. A larger line is one as well if all columns end above it, and begin again at
    one height below it.
    """
    if not edges:
        return pages
    found: dict[tuple[str, float], list[tuple[Page, Run]]] = {}
    for page in pages:
        for run in page.runs:
            found.setdefault((run.font, round(run.size, 1)), []).append((page, run))
    body, size = max(found, key=lambda kind: sum(len(run.text) for _, run in found[kind]), default=("", 0.0))
    heads = {
        id(run)
        for kind, places in found.items()
        if len(places) >= HEADS
        and (kind[1] > size or (kind[1] == size and is_heavy(kind[0]) and not is_heavy(body)))
        and all(_is_alone(run, page, edges[0]) for page, run in places)
        for _, run in places
    }
    heads |= {
        id(run)
        for kind, places in found.items()
        if kind[1] > LARGER * size
        for page, run in places
        if _is_alone(run, page, edges[0]) and parts_columns(run, page.runs, edges)
    }
    return [
        page._replace(runs=[run._replace(x1=max(run.x1, page.width)) if id(run) in heads else run for run in page.runs])
        for page in pages
    ]


def with_rows_across(pages: Sequence[Page], edges: Sequence[float]) -> list[Page]:
    """Return pages on which the rows of tables without rules extend across the columns that they stand in.

    Lines below one another have many short cells, and there is no label where a column begins, or just behind it. At
    the top of a page, a few may go on with a table of the page before.
    """
    found: list[Page] = []
    last: dict[float, list[Run]] = {}  # by edge, the row across it that a page ends with
    for page in pages:
        wide: dict[int, float] = {}
        flow = runs_outside(page, tables_of(page.runs, page.rules, page.uprights)) if edges else []
        lines = [sorted(line, key=lambda run: run.x0) for line in lines_of([run for run in flow if not run.turn])]
        ends: dict[float, list[Run]] = {}
        for edge in edges:
            for rows in in_groups(lines, _are_apart):
                goes_on = rows[0] is lines[0] and edge in last and _is_below(rows[0], last[edge])
                if is_row_of_table(rows[0]) and (goes_on or (len(rows) >= FEWEST and _are_across(rows, edge))):
                    wide.update({id(max(run for run in row if run.x0 < edge - NEAR)): edge + NEAR for row in rows})
                    ends |= {edge: rows[-1]} if rows[-1] is lines[-1] else {}
        last = ends
        runs = [run._replace(x1=max(run.x1, wide.get(id(run), 0.0))) for run in page.runs] if wide else page.runs
        found.append(page._replace(runs=runs))
    return found


def _are_apart(rows: Sequence[list[Run]], line: list[Run]) -> bool:
    """Return whether a line is no row of the same table as the ``rows`` above it."""
    far = line[0].y - rows[-1][0].y >= HEADING * line[0].size
    return far or not is_row_of_table(line) or not is_row_of_table(rows[-1])


def _is_below(row: Sequence[Run], above: Sequence[Run]) -> bool:
    """Return whether the cells of a row begin where those of another one do, or have their middles there."""
    return all(
        any(abs(cell.x0 - own.x0) < EVEN or abs(cell.x0 + cell.x1 - own.x0 - own.x1) < EVEN for own in above)
        for cell in row
    )


def _are_across(rows: Sequence[Sequence[Run]], edge: float) -> bool:
    """Return whether rows go on behind the edge of a column, but not with labels or with cells that begin there.

    Cells may begin there if they are as far from those before the edge as from those behind them.
    """
    sides = [
        ([run for run in row if run.x0 < edge - NEAR], [run for run in row if run.x0 >= edge - NEAR]) for row in rows
    ]
    begin = sum(
        bool(right) and -1 < right[0].x0 - edge < INDENT * right[0].size and not _are_even([*left[-1:], *right])
        for left, right in sides
    )
    labels = any(_is_label(right[0].text) for _, right in sides[1:] if right)
    return all(left and right for left, right in sides) and 2 * begin < len(rows) and not labels


def _are_even(cells: Sequence[Run]) -> bool:
    """Return whether the first three cells, or more of them, begin at equal distances, or have their middles there."""
    begin, middle = [cell.x0 for cell in cells[:3]], [(cell.x0 + cell.x1) / 2 for cell in cells[:3]]
    return len(cells) > 2 and any(abs(a + c - 2 * b) < EVEN for a, b, c in (begin, middle))


def _is_label(text: str) -> bool:
    """Return whether the text of a cell has a word, and is not capitals that stand for one."""
    return LABEL.search(text) is not None and not SIGN.fullmatch(text)


def _is_alone(run: Run, page: Page, edge: float) -> bool:
    """Return whether a run begins before the edge of the second column and has nothing beside it, not even a box."""
    return (
        run.x0 < edge - NEAR
        and not run.turn
        and not any(other is not run and abs(other.y - run.y) < ALONE * run.size for other in page.runs)
        and not any(box.top < run.y < box.bottom and box.x0 > run.x1 for box in page.panels)
    )
