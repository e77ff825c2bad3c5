"""The reading order of pages: page numbers and heads go out, sidebars are read by themselves, columns one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.across_columns import with_heads_across, with_rows_across
from kensei_docs.extract.pdf.boxes import WideBox, sidebars_of, torn_over_pages, wide_boxes_of, with_sidebars
from kensei_docs.extract.pdf.columns import (
    FEWEST,
    MANY,
    NEAR,
    THINNEST,
    column_edges,
    crosses,
    edges_of,
    runs_outside,
    split_between,
    with_columns_parted,
    without_column_rules,
)
from kensei_docs.extract.pdf.equal_columns import with_columns_of_one_width
from kensei_docs.extract.pdf.footnotes import Note, without_notes
from kensei_docs.extract.pdf.glyphs import PROSE, Page, Run
from kensei_docs.extract.pdf.margins import pages_without_furniture, with_margins, without_margins
from kensei_docs.extract.pdf.narrow_cells import with_rests_of_rows_joined, with_words_marked
from kensei_docs.extract.pdf.page_edges import without_clipped_lines
from kensei_docs.extract.pdf.recognised_pictures import as_its_column
from kensei_docs.extract.pdf.ruled_tables import Table, tables_of
from kensei_docs.extract.pdf.shaded_rows import with_edges_of_shades
from kensei_docs.extract.pdf.stretched_lines import with_stretched_lines_joined
from kensei_docs.extract.pdf.tables_across import Across, Columns, columns_of, with_tables_across
from kensei_docs.extract.pdf.unruled_tables import grids_in, lined_tables_on, with_rows_of_grid

NONE = Across([], False)
BESIDE = 6.0  # points: a page of a scan lies at most this far beside its place


class OrderedPage(NamedTuple):
    """A page in reading order.

    ``page`` has its runs without page numbers, running heads, sidebars and ``boxes`` over several columns; a run is
    split where a column begins in it. ``groups`` are its runs in reading order, those of its sidebars and boxes too:
    columns, and what is between them. ``furniture`` is its page number and running heads, ``edges`` the left edges of
    the document's columns on it in points, ``across`` its tables over all of these.
    """

    page: Page
    groups: list[list[Run]]
    furniture: list[Run]
    edges: list[float]
    boxes: list[WideBox]
    notes: list[Note]
    across: Across = NONE

    @property
    def tables(self) -> list[Table]:
        """The tables of the page, as its groups have them."""
        leading = _leading_of(self.page.runs)
        inside = [*self.boxes, *self.across.tables]
        found = [table for box in inside for table in tables_on(box.page, [], leading)]
        return tables_on(self.page, self.edges, across=self.across) + found


def in_reading_order(pages: list[Page]) -> tuple[tuple[str, float], list[OrderedPage]]:
    """Return the font and size in points of the body text of a document, and its pages in reading order."""
    text = pages_without_furniture(without_clipped_lines(pages))
    joined = [with_stretched_lines_joined(page) for page in text]
    leading = min((step for page in joined if page.panels and (step := _leading_of(page.runs))), default=None)
    kept = [with_edges_of_shades(page, leading) for page in joined]
    body = body_of(kept)
    main, notes = without_notes(kept, body[1])
    text, asides = without_margins(main)
    outside, sidebars = zip(*(sidebars_of(page, body[1]) for page in text), strict=True) if text else ((), ())
    edges = with_columns_of_one_width(outside, column_edges(outside))
    flow, boxes = zip(*(wide_boxes_of(page, edges) for page in outside), strict=True) if kept else ((), ())
    parted = [with_columns_parted(page, _edges_on(page, edges)) for page in without_column_rules(flow, edges)]
    columns = columns_of(parted, edges)
    over = [with_tables_across(page, _columns_on(page, columns)) for page in parted]
    between, across = zip(*over, strict=True) if kept else ((), ())
    parted = with_heads_across(with_rows_across(between, edges), edges)
    ordered: list[OrderedPage] = []
    torn = torn_over_pages(text, sidebars)
    everything = zip(parted, boxes, across, sidebars, torn, asides, pages, kept, notes, strict=True)
    for page, over, wide, beside, ends, margins, whole, without, below in everything:
        leading = _leading_of(page.runs) if over or wide.tables else None
        within = [(box.whole, in_order(box.page, [], leading=leading)) for box in over]
        own = _edges_on(page, edges)
        groups = in_order(page, own, within, wide, leading)
        groups = with_margins(with_sidebars(groups, beside, body, ends), margins, own, body)
        ordered.append(OrderedPage(page, groups, whole.without(without.runs).runs, own, over, below, wide))
    return body, ordered


def _edges_on(page: Page, edges: list[float]) -> list[float]:
    """Return the left edges of the columns on one page: in a scan, a page may lie beside its place."""
    if not page.sure:
        return edges
    return [min((run.x0 for run in page.runs if abs(run.x0 - edge) < BESIDE), default=edge) for edge in edges]


def _columns_on(page: Page, columns: Columns | None) -> Columns | None:
    """Return the columns of a document where they are on one page."""
    return columns and columns._replace(lefts=[columns.lefts[0], *_edges_on(page, columns.lefts[1:])])


def in_order(
    page: Page,
    edges: list[float],
    boxes: Sequence[tuple[Run, list[list[Run]]]] = (),
    across: Across = NONE,
    leading: float | None = None,
) -> list[list[Run]]:
    """Return a page's runs in reading order, in groups: columns, and what is between them.

    ``edges`` are the left edges of columns that the document uses; the page may have more. ``boxes`` are runs, each for
    the whole of a box, with the groups of runs in it, ``across`` the tables over
    all columns. ``leading`` is that of the text around a page that is a box.
    """
    tables = tables_on(page, edges, leading, across)
    flow = runs_outside(page, tables)
    wholes = across.wholes([table.whole for table in tables], edges)
    # Columns that end above a table over all of them are those of the document.
    for edge in edges_of(flow, MANY) if not wholes else ():
        edges = edges if any(abs(edge - known) < THINNEST for known in edges) else sorted([*edges, edge])
    # A table is a single run for finding the columns around it, and so is a box.
    within = {id(whole): groups for whole, groups in boxes}
    within |= {id(table.whole): [_rows_on(table.page, leading)] for table in across.tables}
    flow += [table.whole for table in tables] + [table.whole for table in across.tables]
    flow += [whole for whole, _ in boxes]
    rows = {id(table.whole): table for table in tables}
    found: list[list[Run]] = []
    for group in split_between(flow, edges, wholes):
        found.append([])
        for item in group:
            if id(item) in within:
                found += [*within[id(item)], []]
            else:
                found[-1] += rows[id(item)].rows if id(item) in rows else [item]
    return [group for group in found if group]


def _rows_on(page: Page, leading: float | None) -> list[Run]:
    """Return the rows of a table over all columns, which is all that is on a page."""
    tables = tables_on(page, [], leading)
    rows = [row for table in tables for row in table.rows]
    return sorted([*runs_outside(page, tables), *rows], key=lambda run: run.y)


def tables_on(page: Page, edges: list[float], leading: float | None = None, across: Across = NONE) -> list[Table]:
    """Return the tables of a page, ruled or not; ``edges``, ``leading`` and ``across`` are those of ``in_order``."""
    leading = _leading_of(page.runs) or leading
    ruled = [with_rows_of_grid(table, leading) for table in tables_of(page.runs, page.rules, page.uprights)]
    whole = ruled + lined_tables_on(runs_outside(page, ruled), page.uprights, edges, leading)
    tables = [
        table._replace(rows=with_words_marked(with_rests_of_rows_joined(table.rows)))
        for table in whole + _grids(page, whole, edges, leading, across)
    ]
    # In a recognised cell the type of its column decides between letters and digits that look alike.
    return [as_its_column(table, page) for table in tables] if page.sure else tables


def _grids(page: Page, tables: list[Table], edges: list[float], leading: float | None, across: Across) -> list[Table]:
    """Return the tables without rules in the columns of a page, outside of its other ``tables``."""
    whole = [table.whole for table in tables] + [table.whole for table in across.tables]
    wholes = set(map(id, whole))
    flow = runs_outside(page, tables) + whole
    over = across.wholes([table.whole for table in tables], edges)
    found: list[Table] = []
    for group in _with_lines_across_joined(split_between(flow, edges, over), edges):
        for is_table, stretch in groupby(group, key=lambda run: id(run) in wholes):
            found += [] if is_table else grids_in(list(stretch), page.uprights, leading)
    return found


def _with_lines_across_joined(groups: Sequence[list[Run]], edges: Sequence[float]) -> list[list[Run]]:
    """Return groups of runs, with consecutive ones joined in which each line has a run that extends across columns."""
    joined: list[list[Run]] = []
    for across, some in groupby(groups, key=lambda group: any(crosses(run, edge) for run in group for edge in edges)):
        together = list(some)
        joined += [[run for group in together for run in group]] if across else together
    return joined


def _leading_of(runs: Iterable[Run]) -> float | None:
    """Return the distance of the lines of a page's paragraphs in ems, None if it has hardly any paragraphs."""
    text: dict[tuple[int, float], list[Run]] = {}
    for run in runs:
        if len(run.words) >= PROSE and not run.turn:
            text.setdefault((round(run.x0 / NEAR), round(run.size, 1)), []).append(run)
    steps = sorted((b.y - a.y) / a.size for lines in text.values() for a, b in pairwise(lines))
    return steps[len(steps) // 5] if len(steps) >= FEWEST else None


def body_of(pages: Iterable[Page]) -> tuple[str, float]:
    """Return the font and the size in points of most of the text."""
    used: Counter[tuple[str, float]] = Counter()
    for page in pages:
        for run in page.runs:
            used[run.font, round(run.size, 1)] += len(run.text)
    return used.most_common(1)[0][0] if used else ("", 0.0)
