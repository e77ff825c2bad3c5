"""The cells of tables (figures, dashes, letters of outcomes), and which row and column each belongs to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.extract.reading.document_figures import DocumentFigures

# A cell that is no figure: a run of dashes for nothing, or the letters of an outcome.
_NOTHING = re.compile(r"(?<!\S)[-\u2010-\u2014\u2212]+(?!\S)")
_OUTCOME = re.compile(r"(?<!\S)[A-Z]{1,2}(?:/[A-Z]{1,2})*(?!\S)")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Cell:
    """The value of a cell, ``none`` for a dash, and its span in the document; ``doubt`` and ``other`` as an occurrence
    has them."""

    value: str
    start: int
    end: int
    doubt: str = ""
    other: str = ""


def parts_of(figures: DocumentFigures, start: int, end: int) -> Iterator[Cell | tuple[int, int]]:
    """Yield the cells and the spans of words between them, in order."""
    text = figures.document.text
    # A dash with space around it is an empty cell between two others, not a range of them.
    apart = [
        o
        for o in figures.between(start, end)
        if o.whole and o.figure.kind == "range" and _NOTHING.search(text, o.start, o.end)
    ]
    cells = [
        Cell(o.value, o.start, o.end, o.doubt, o.other)
        for o in figures.between(start, end)
        if o.written and o not in apart
        if o.whole or o.other or any(a.start <= o.start and o.end <= a.end for a in apart)
    ]
    for shape, value in ((_NOTHING, "none"), (_OUTCOME, "")):
        cells += [Cell(value or m.group(), *m.span()) for m in shape.finditer(text, start, end)]
    at = start
    for cell in sorted(cells, key=lambda c: c.start):
        yield from (m.span() for m in _WORD.finditer(text, at, cell.start))
        yield cell
        at = cell.end
    yield from (m.span() for m in _WORD.finditer(text, at, end))
