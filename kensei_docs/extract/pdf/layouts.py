"""How the pages of a PDF were read, for a person to check: columns, cells of tables, and what was left out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.columns import NEAR
from kensei_docs.extract.pdf.glyphs import Box, Page, Run, unturned
from kensei_docs.extract.pdf.reading_order import OrderedPage, in_reading_order

SPACE = 4.0  # points between cells at least; words of a text that is cut at a cell's edge are nearer


class Cell(NamedTuple):
    """A cell of a table: its words, with several lines joined, and its place on the page."""

    text: str
    box: Box


class Layout(NamedTuple):
    """How one page was read; ``columns`` are in reading order, a table is a list of rows of cells.

    ``left_out`` are page numbers and running heads.
    """

    columns: list[Box]
    tables: list[list[list[Cell]]]
    left_out: list[Box]


def layouts_of(pages: list[Page]) -> list[Layout]:
    """Return the layout of each page, as its lines are read.

    A row that the end of a column or page breaks has two parts here, each at its place.
    """
    return [_layout(*each) for each in zip(pages, in_reading_order(pages)[1], strict=True)]


def grid_of(table: list[list[Cell]]) -> list[list[str]]:
    """Return the texts of a table's cells; every row has as many as the row with the most cells.

    A cell belongs to the column of the fullest row's cell that is above or below the cell's centre.
    """
    fullest = max(table, key=len)
    borders = [(left.box.x1 + right.box.x0) / 2 for left, right in pairwise(fullest)]
    rows: list[list[str]] = []
    for row in table:
        texts = [""] * len(fullest)
        for cell in row:
            column = sum(border < (cell.box.x0 + cell.box.x1) / 2 for border in borders)
            texts[column] = f"{texts[column]} {cell.text}".strip()
        rows.append(texts)
    return rows


def _layout(page: Page, ordered: OrderedPage) -> Layout:
    columns = [_around(box for run in group for box in _boxes(run, page)) for group in ordered.groups]
    found = [[_cells(row, page) for row in table.rows] for table in ordered.tables]
    tables = [table for rows in found for table in _tables(rows)]
    left_out = [_around(_boxes(run, page)) for run in ordered.furniture]
    return Layout(columns, sorted(tables, key=lambda table: table[0][0].box.top), left_out)


def _tables(rows: list[list[Cell]]) -> list[list[list[Cell]]]:
    """Split the rows between rules into tables; a line of text that spans several columns ends a table."""
    lefts = [cell.box.x0 for cell in max(rows, key=len)]
    tables: list[list[list[Cell]]] = [[]]
    for row in rows:
        over = max(sum(cell.box.x0 + NEAR < left < cell.box.x1 for left in lefts) for cell in row)
        if over > 1 or any(right.box.x0 - left.box.x1 < SPACE for left, right in pairwise(row)):
            tables.append([])
        else:
            tables[-1].append(row)
    return [table for table in tables if any(len(row) > 1 for row in table)]


def _cells(row: Run, page: Page) -> list[Cell]:
    boxes = _boxes(row, page)
    ends = list(accumulate(row.cells, initial=0))
    return [Cell(" ".join(row.words[i:j]), _around(boxes[i:j])) for i, j in pairwise(ends)]


def _boxes(run: Run, page: Page) -> list[Box]:
    return [unturned(box, run.turn, page.height) for box in run.word_boxes()]


def _around(boxes: Iterable[Box]) -> Box:
    left, top, right, bottom = zip(*boxes, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))
