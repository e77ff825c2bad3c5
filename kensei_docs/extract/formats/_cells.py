"""The rows of a table: labels and cells, told apart by what they are, not by where they stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from kensei_docs.extract.findings import Findings
from kensei_docs.extract.phrases import letters

# What a cell may be, besides a figure: a run of dashes for nothing, or an outcome's letters.
_NOTHING = re.compile(r"(?<!\S)[-\u2010-\u2014\u2212]+(?!\S)")
_OUTCOME = re.compile(r"(?<!\S)[A-Z]{1,2}(?:/[A-Z]{1,2})*(?!\S)")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Cell:
    """The value of a cell, ``none`` for a dash, and where it stands in the document."""

    value: str
    start: int
    end: int


@dataclass
class Row:
    """The label of a row, where the row begins, and its cells; ``head`` is a label's figure."""

    label: str
    start: int
    cells: list[Cell] = field(default_factory=list)
    head: Cell | None = None


def worded_rows(findings: Findings, start: int, end: int, known: Collection[str]) -> Iterator[Row]:
    """Yield rows whose label is words: the cells that follow the words are the row's.

    ``known`` are labels' letters: words before a known label are a caption, and cut off.
    """
    row: Row | None = None
    text = findings.document.text
    for part in _parts(findings, start, end):
        if isinstance(part, Cell):
            if row:
                row.cells.append(part)
        elif row is None or row.cells:
            if row:
                yield _known(row, known)
            row = Row(text[part[0] : part[1]], part[0])
        else:
            row.label = " ".join(text[row.start : part[1]].split())
    if row and row.cells:
        yield _known(row, known)


def numbered_rows(findings: Findings, start: int, end: int, columns: int) -> Iterator[Row]:
    """Yield rows whose label is a figure: the first of so many cells and one more.

    Where cells are missing somewhere, the lines of the document tell the rows.
    """
    cells = [part for part in _parts(findings, start, end) if isinstance(part, Cell)]
    size = columns + 1
    if len(cells) % size == 0:
        runs = [cells[at : at + size] for at in range(0, len(cells), size)]
    else:
        lines: dict[int, list[Cell]] = {}
        for cell in cells:
            lines.setdefault(findings.document.line_at(cell.start), []).append(cell)
        runs = list(lines.values())
    for head, *rest in runs:
        yield Row(head.value, head.start, rest, head)


def _known(row: Row, known: Collection[str]) -> Row:
    words = row.label.split()
    for first in range(len(words)):
        if letters(" ".join(words[first:])) in known:
            row.label = " ".join(words[first:])
            break
    return row


def _parts(findings: Findings, start: int, end: int) -> Iterator[Cell | tuple[int, int]]:
    """Yield the cells, and the spans of words between them, in order."""
    text = findings.document.text
    # A dash with space around it is an empty cell between two others, not a range of them.
    apart = [
        o
        for o in findings.between(start, end)
        if o.whole and o.figure.kind == "range" and _NOTHING.search(text, o.start, o.end)
    ]
    cells = [
        Cell(o.value, o.start, o.end)
        for o in findings.between(start, end)
        if o.written and o not in apart and (o.whole or any(a.start <= o.start and o.end <= a.end for a in apart))
    ]
    for shape, value in ((_NOTHING, "none"), (_OUTCOME, "")):
        cells += [Cell(value or m.group(), *m.span()) for m in shape.finditer(text, start, end)]
    at = start
    for cell in sorted(cells, key=lambda c: c.start):
        yield from (m.span() for m in _WORD.finditer(text, at, cell.start))
        yield cell
        at = cell.end
    yield from (m.span() for m in _WORD.finditer(text, at, end))
