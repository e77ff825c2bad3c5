"""The reading order of pages: page numbers and heads go out, sidebars are read by themselves, columns one by one."""

from __future__ import annotations

from typing import NamedTuple

from kensei_docs.extract.pdf.clipped_lines import without_clipped_lines
from kensei_docs.extract.pdf.columns import column_edges, in_order, tables_on, with_columns_parted
from kensei_docs.extract.pdf.furniture import pages_without_furniture
from kensei_docs.extract.pdf.glyphs import Page, Run
from kensei_docs.extract.pdf.heads_across import with_heads_across
from kensei_docs.extract.pdf.margins import with_margins, without_margins
from kensei_docs.extract.pdf.notes import Note, without_notes
from kensei_docs.extract.pdf.ruled_tables import Table
from kensei_docs.extract.pdf.shaded_rows import with_edges_of_shades
from kensei_docs.extract.pdf.sidebars import body_of, sidebars_of, torn_over_pages, with_sidebars
from kensei_docs.extract.pdf.wide_boxes import WideBox, wide_boxes_of


class OrderedPage(NamedTuple):
    """A page in reading order.

    ``page`` has its runs without page numbers, running heads, sidebars and ``boxes`` over several columns; a run is
    split where a column begins in it. ``groups`` are its runs in reading order, those of its sidebars and boxes too:
    columns, and what is between them. ``furniture`` is its page number and running heads, ``edges`` the left edges of
    the document's columns in points.
    """

    page: Page
    groups: list[list[Run]]
    furniture: list[Run]
    edges: list[float]
    boxes: list[WideBox]
    notes: list[Note]

    @property
    def tables(self) -> list[Table]:
        """The tables of the page, as its groups have them."""
        inside = [table for box in self.boxes for table in tables_on(box.page, [])]
        return tables_on(self.page, self.edges) + inside


def in_reading_order(pages: list[Page]) -> tuple[tuple[str, float], list[OrderedPage]]:
    """Return the font and size in points of the body text of a document, and its pages in reading order."""
    kept = [with_edges_of_shades(page) for page in pages_without_furniture(without_clipped_lines(pages))]
    body = body_of(kept)
    main, notes = without_notes(kept, body[1])
    text, asides = without_margins(main)
    outside, sidebars = zip(*(sidebars_of(page) for page in text), strict=True) if text else ((), ())
    edges = column_edges(outside)
    flow, boxes = zip(*(wide_boxes_of(page, edges) for page in outside), strict=True) if kept else ((), ())
    parted = with_heads_across([with_columns_parted(page, edges) for page in flow], edges)
    ordered: list[OrderedPage] = []
    torn = torn_over_pages(text, sidebars)
    everything = zip(parted, boxes, sidebars, torn, asides, pages, kept, notes, strict=True)
    for page, over, beside, ends, margins, whole, without, below in everything:
        groups = in_order(page, edges, [(box.whole, in_order(box.page, [])) for box in over])
        groups = with_margins(with_sidebars(groups, beside, body, ends), margins, edges, body)
        ordered.append(OrderedPage(page, groups, _removed(whole, without), edges, over, below))
    return body, ordered


def _removed(page: Page, without: Page) -> list[Run]:
    known = {id(run) for run in without.runs}
    return [run for run in page.runs if id(run) not in known]
