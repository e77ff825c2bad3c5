"""The structure that a PDF declares: which words are headings, paragraphs and cells, by the numbers of their marks."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium
from pypdfium2 import PdfPage

_MAX_DEPTH = 60  # elements inside one another


class Place(NamedTuple):
    """Where words stand in the structure: the number of the innermost block, the level of a heading (0 for none), and
    for a cell its table, row and column, all counted from 1, and how many rows and columns it spans."""

    block: int
    level: int = 0
    table: int = 0
    row: int = 0
    column: int = 0


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
        self._columns: dict[tuple[int, int], int] = {}

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
            at = place.table, place.row
            self._columns[at] = self._columns.get(at, 0) + 1
            place = place._replace(column=self._columns[at], level=0)
        for i in range(pdfium.FPDF_StructElement_CountChildren(element)):
            # Of an element that goes over two pages, PDFium has the parts on this page alone here.
            number = pdfium.FPDF_StructElement_GetChildMarkedContentID(element, i)
            child = pdfium.FPDF_StructElement_GetChildAtIndex(element, i)
            if number >= 0:
                self._found.setdefault(number, place)
            elif child:
                self.walk(child, place, depth + 1)


def _type_of(element: Any) -> str:
    length = pdfium.FPDF_StructElement_GetType(element, None, 0)
    buffer = ctypes.create_string_buffer(length)
    pdfium.FPDF_StructElement_GetType(element, buffer, length)
    return buffer.raw.decode("utf-16-le").rstrip("\0")
