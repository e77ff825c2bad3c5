"""The structure that a PDF declares: which words are headings, paragraphs and cells, by the numbers of their marks."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium
from pypdfium2 import PdfPage

_MAX_DEPTH = 60  # elements inside one another
_MAX_SPAN = 100  # rows or columns of a cell


class Place(NamedTuple):
    """Where words stand in the structure: the number of the innermost block, the level of a heading (0 for none), and
    for a cell its table, row and column, all counted from 1, and how many rows and columns it spans."""

    block: int
    level: int = 0
    table: int = 0
    row: int = 0
    column: int = 0
    rows: int = 1
    columns: int = 1


BLOCKS = {"P", "LI", "LBody", "TD", "TH", "Caption", "Note", "TOCI", "Title"}


def places_on(page: PdfPage) -> dict[int, Place]:
    """Return the place of each marked content of a page by its number; none where the file has no structure."""
    tree = pdfium.FPDF_StructTree_GetForPage(page.raw)
    if not tree:
        return {}
    try:
        found: dict[int, Place] = {}
        walker = _Walker(found)
        for i in range(pdfium.FPDF_StructTree_CountChildren(tree)):
            element = pdfium.FPDF_StructTree_GetChildAtIndex(tree, i)
            if element:
                walker.walk(element, Place(0), 0)
        return found
    finally:
        pdfium.FPDF_StructTree_Close(tree)


class _Walker:
    def __init__(self, found: dict[int, Place]) -> None:
        self._found = found
        self._block = 0
        self._table = 0
        self._rows: dict[int, int] = {}
        self._taken: set[tuple[int, int, int]] = set()  # the table, row and column of what has a cell

    def walk(self, element: Any, place: Place, depth: int) -> None:
        if depth > _MAX_DEPTH:
            return
        name = _type_of(element)
        if name in BLOCKS or (name[:1] == "H" and (name == "H" or name[1:].isdigit())):
            self._block += 1
            level = int(name[1:] or 1) if name[0] == "H" else 1 if name == "Title" else place.level
            place = place._replace(block=self._block, level=level)
        if name == "Table" and not place.table:
            self._table += 1
            place = place._replace(table=self._table)
        elif name == "TR" and place.table:
            self._rows[place.table] = self._rows.get(place.table, 0) + 1
            place = place._replace(row=self._rows[place.table])
        elif name in ("TD", "TH") and place.row:
            place = self._cell(place._replace(level=0), _span(element, "RowSpan"), _span(element, "ColSpan"))
        for i in range(pdfium.FPDF_StructElement_CountChildren(element)):
            # Of an element that goes over two pages, PDFium has the parts on this page alone here.
            number = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, i)
            child = pdfium.FPDF_StructElement_GetChildAtIndex(element, i)
            if number >= 0:
                self._found.setdefault(number, place)
            elif child:
                self.walk(child, place, depth + 1)
            elif name == "TR" and place.row:
                self._cell(place, 1, 1)  # a cell without words

    def _cell(self, place: Place, rows: int, columns: int) -> Place:
        """Return the place of the next cell of a row: in the first column that no cell of a row above spans."""
        column = 1
        while (place.table, place.row, column) in self._taken:
            column += 1
        for row in range(place.row, place.row + rows):
            self._taken |= {(place.table, row, one) for one in range(column, column + columns)}
        return place._replace(column=column, rows=rows, columns=columns)


def _span(element: Any, name: str) -> int:
    """Return how many rows or columns a cell spans."""
    number = ctypes.c_float()
    for i in range(pdfium.FPDF_StructElement_GetAttributeCount(element)):
        attributes = pdfium.FPDF_StructElement_GetAttributeAtIndex(element, i)
        value = pdfium.FPDF_StructElement_Attr_GetValue(attributes, name.encode())
        if value and pdfium.FPDF_StructElement_Attr_GetNumberValue(value, number):
            return min(max(1, int(number.value)), _MAX_SPAN)
    return 1


def _type_of(element: Any) -> str:
    length = pdfium.FPDF_StructElement_GetType(element, None, 0)
    buffer = ctypes.create_string_buffer(length)
    pdfium.FPDF_StructElement_GetType(element, buffer, length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")
