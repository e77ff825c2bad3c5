"""Boxes, framed or shaded: sidebars beside the text, and boxes over several columns; each is read by itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.columns import FAR, crosses
from kensei_docs.extract.pdf.glyphs import ASCENT, PROSE, Box, Page, Rule, Run, is_heavy
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.ruled_tables import edges_between, stacks, tables_of
from kensei_docs.extract.pdf.table_columns import NEAR

MIN_WIDTH, MIN_HEIGHT = 80.0, 30.0  # points: of a sidebar, at least
PROSE_WORDS = 5  # a run with this number of words, or more, is a line of a paragraph
MIN_LINES_ACROSS = 2  # the least number of lines of paragraphs above or below a sidebar that extend across its edge
MIN_LINES_BESIDE, MIN_LINES_INSIDE = 2, 2  # lines beside a sidebar, and in it, at least
LINES_OF_COLUMN = 4  # lines above and below a box, at least, that begin where the column begins that it stands in
LARGER = 1.1  # times the size of the text: a heading is larger
LEVEL = 2.0  # of its size: the most that a heading beside a sidebar stands below the top of it
SENTENCE_END = re.compile(r"[.!?:][^\w\s]*$")
# The least number of lines of paragraphs on either side of a column's edge in a box that has columns of its own.
LINES = 2
SHARED = 2  # the number of edges of cells that a row on a shaded panel has in common with the row above or below it


class Sidebar(NamedTuple):
    """A box on a page, and the runs in it."""

    box: Box
    runs: list[Run]


def sidebars_of(page: Page, size: float) -> tuple[Page, list[Sidebar]]:
    """Return a page without its sidebars, and the sidebars from top to bottom; ``size`` is that of the text.

    A panel with nothing but larger lines on it is a heading.
    """
    found: list[Sidebar] = []
    runs = page.runs
    for box in sorted(set(boxes_on(page)), key=lambda box: (box.top, box.x0)):
        # Lines of the text go on under a box that is printed over them.
        over = _is_over(box, runs)
        parts = runs if over else [part for run in runs for part in _parted(run, box)]
        own = {id(run) for run in parts if is_in(run, box) and not (over and _goes_on_beside(run, box))}
        within = [run for run in parts if id(run) in own]
        outside = [run for run in parts if id(run) not in own]
        alike = any(abs(one.box.x0 - box.x0) < NEAR and abs(one.box.x1 - box.x1) < NEAR for one in found)
        if any(run.size < LARGER * size for run in within) and _is_sidebar(box, within, outside, alike):
            found.append(Sidebar(box, within))
            runs = outside
    boxes = [sidebar.box for sidebar in found]
    rules = [rule for rule in page.rules if not any(lies_in(rule.x0, rule.y, box) for box in boxes)]
    uprights = [one for one in page.uprights if not any(lies_in(one.x, one.y0, box) for box in boxes)]
    return page._replace(runs=runs, rules=rules, uprights=uprights) if found else page, found


def torn_over_pages(pages: Sequence[Page], sidebars: Sequence[Sequence[Sidebar]]) -> list[tuple[bool, bool]]:
    """Return, for each page, whether a sidebar goes on at its top, and whether its last one goes on on the next page.

    Both parts are as wide, and the first one, at the foot of its page, ends in the middle of a sentence.
    """
    parted = [_is_parted(*page, *after) for page, after in pairwise(zip(pages, sidebars, strict=True))]
    return list(zip([False, *parted], [*parted, False], strict=True)) if pages else []


def _is_parted(page: Page, here: Sequence[Sidebar], after: Page, there: Sequence[Sidebar]) -> bool:
    if not here or not there:
        return False
    (first, runs), (second, others) = max(here, key=lambda one: one.box.bottom), there[0]
    return (
        abs(first.x0 - second.x0) < NEAR
        and abs(first.x1 - second.x1) < NEAR
        and all(run.y <= first.bottom for run in page.runs)
        and all(run.y > second.top for run in after.runs)
        and not SENTENCE_END.search(max(runs, key=lambda run: run.y).text)
        and min(others, key=lambda run: run.y).text[:1].islower()
    )


def with_sidebars(
    groups: Sequence[list[Run]], sidebars: Sequence[Sidebar], body: tuple[str, float], torn: tuple[bool, bool]
) -> list[list[Run]]:
    """Return groups of a page's runs in reading order, with each sidebar before the heading level with its top.

    If none is level with it, it is read before the first heading below it: so the section beside a sidebar is read to
    its end. ``body`` is the font and the size of the text. The parts of one that is ``torn`` over the end of a page are
    read one after the other: last on the page and first on the next one.
    """
    found = [list(group) for group in groups]
    goes_on = max(sidebars, key=lambda one: one.box.bottom) if torn[1] else None
    for sidebar in sidebars[torn[0] :]:
        headings = [(n, i) for n, group in enumerate(found) for i, run in enumerate(group) if _is_heading(run, body)]
        level = [(n, i) for n, i in headings if _begins_beside(found[n][i], sidebar.box)]
        below = [(n, i) for n, i in headings if found[n][i].y > sidebar.box.bottom]
        if (level or below) and sidebar is not goes_on:
            number, at = (level or below)[0]
            group = found[number]
            found[number : number + 1] = [part for part in (group[:at], sidebar.runs, group[at:]) if part]
        else:
            found.append(sidebar.runs)
    return [*(one.runs for one in sidebars[: torn[0]]), *found]


def _is_heading(run: Run, body: tuple[str, float]) -> bool:
    return run.size > body[1] + 0.5 or (is_heavy(run.font) and run.heavy == len(run.words))


def _begins_beside(run: Run, box: Box) -> bool:
    """Return whether a run beside a box is level with its top, or with the first line in it."""
    beside = run.x1 < box.x0 + NEAR or run.x0 > box.x1 - NEAR
    return beside and box.top <= run.y < box.top + LEVEL * run.size


def boxes_on(page: Page) -> Iterator[Box]:
    """Yield what may be a box with text in it: a shaded panel, or four lines with no other line between them."""
    yield from page.panels
    for stack in stacks(page.rules, float("inf")):
        for above, below in pairwise(stack):
            edges = edges_between(page.uprights, above.y, below.y)
            inside = [x for x in edges if above.x0 - NEAR < x < above.x1 + NEAR]
            if len(inside) == 2 and abs(inside[0] - above.x0) < NEAR and abs(inside[1] - above.x1) < NEAR:
                yield Box(above.x0, above.y, above.x1, below.y)


def _is_sidebar(box: Box, within: list[Run], outside: list[Run], alike: bool) -> bool:
    """Return whether a box has text in it, and text beside it that extends across its edge above or below it.

    Beside a box that is ``alike``, as wide and at the same edge as a sidebar, there may be just figures.
    """
    if box.x1 - box.x0 < MIN_WIDTH or box.bottom - box.top < MIN_HEIGHT or len(lines_of(within)) < MIN_LINES_INSIDE:
        return False
    if _is_over(box, within):
        return True
    beside = [run for run in outside if box.top < run.y < box.bottom + run.size and not run.turn]
    if len(beside) < MIN_LINES_BESIDE or not (alike or any(len(run.words) >= PROSE_WORDS // 2 for run in beside)):
        return False
    left = all(run.x1 <= box.x0 + NEAR for run in beside)
    edge = box.x0 if left else box.x1
    if not left and not all(run.x0 >= box.x1 - NEAR for run in beside):
        return False
    over = [run for run in outside if run.x0 < edge - MIN_WIDTH / 2 and run.x1 > edge + MIN_WIDTH / 2]
    return (
        not _is_in_column(box, beside, outside, left)
        and sum(len(run.words) >= PROSE_WORDS for run in over) >= MIN_LINES_ACROSS
    )


def _is_in_column(box: Box, beside: Sequence[Run], outside: Sequence[Run], left: bool) -> bool:
    """Return whether a box stands in a column of the page: lines of paragraphs above or below it begin at its left side
    or, if the text beside it is on the right, where this begins."""
    x0 = box.x0 if left else min(run.x0 for run in beside)
    prose = [run for run in outside if run not in beside and len(run.words) >= PROSE_WORDS and not run.turn]
    return sum(abs(run.x0 - x0) < NEAR for run in prose) >= LINES_OF_COLUMN


def _is_over(box: Box, runs: Iterable[Run]) -> bool:
    """Return whether a box is printed over other text."""
    return any(run.over and is_in(run, box) for run in runs)


def _goes_on_beside(run: Run, box: Box) -> bool:
    return run.x0 < box.x0 - NEAR or run.x1 > box.x1 + NEAR


def _parted(run: Run, box: Box) -> list[Run]:
    """Return a run, split if it extends across the edge of a box that contains some of its words."""
    if not run.starts or run.turn or not box.top <= run.y <= box.bottom:
        return [run]
    places = [box.x0 <= (start + end) / 2 <= box.x1 for start, end in zip(run.starts, run.ends, strict=True)]
    cuts = [i for i, (a, b) in enumerate(pairwise(places), 1) if a != b]
    return [run.part(range(i, j)) for i, j in pairwise([0, *cuts, len(places)])] if cuts else [run]


def is_in(run: Run, box: Box) -> bool:
    """Return whether the middle of a run is in a box, and its baseline is not above it."""
    return not run.turn and run.y > box.top and lies_in((run.x0 + run.x1) / 2, run.y, box)


def lies_in(x: float, y: float, box: Box) -> bool:
    """Return whether a place is in a box, or at its edge."""
    return box.x0 - NEAR <= x <= box.x1 + NEAR and box.top - NEAR <= y <= box.bottom + NEAR


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
    rules = [rule for rule in page.rules if not _is_edge(rule, box)]
    rules_within = [rule for rule in rules if lies_in(rule.x0, rule.y, box)]
    uprights = [one for one in page.uprights if lies_in(one.x, (one.y0 + one.y1) / 2, box)]
    inner = [one for one in uprights if min(abs(one.x - box.x0), abs(one.x - box.x1)) >= NEAR]
    panels = [one for one in page.panels if lies_in(one.x0, one.top, box) and lies_in(one.x1, one.bottom, box)]
    return page._replace(runs=within, rules=rules_within, uprights=inner, panels=panels), page._replace(
        runs=outside,
        rules=[rule for rule in rules if rule not in rules_within],
        uprights=[one for one in page.uprights if one not in uprights],
        panels=[one for one in page.panels if one not in panels],
    )


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
