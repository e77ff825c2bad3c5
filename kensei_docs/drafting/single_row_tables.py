"""Tables of a single row: a head and a single row of figures below the heading of what has them."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from kensei_docs.drafting.table_rows import pieces_of
from kensei_docs.drafting.tables import figures_by_column, head_above
from kensei_docs.extract import Document
from kensei_docs.extract.reading.cells import Cell
from kensei_docs.extract.reading.observations import Observer

# The least number of figures in a row: two may be words of a text that stand apart.
_MIN_FIGURES = 3


class SingleRowTable(NamedTuple):
    """The figures of the row with the headings of their columns, and the lines from its head to its row."""

    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    lines: range


def single_row_tables_of(document: Document, inside: Collection[int]) -> list[SingleRowTable]:
    """Return the tables of a single row of a document, in order; ``inside`` are the lines of its tables.

    The first cell of the row may be a name; all others are figures. The head is bold.
    """
    observer = Observer(document, document.source)
    found = []
    for i in range(1, len(document.lines)):
        pieces = pieces_of(document, i) if i not in inside and i - 1 not in inside else []
        if len(pieces) < _MIN_FIGURES:
            continue
        cells = figures_by_column(document, observer, i, dict(enumerate(pieces)))
        figured = [column for column in range(len(pieces)) if column in cells]
        if len(figured) < max(_MIN_FIGURES, len(pieces) - 1) or figured[-1] != len(pieces) - 1:
            continue
        names, head = head_above(document, i, [(piece.x0, piece.x1) for piece in pieces])
        if names and all(names[column] for column in figured) and document.lines[head].heading:
            columns = tuple(names[column] for column in figured)
            found.append(SingleRowTable(columns, tuple(cells[column] for column in figured), range(head, i + 1)))
    return found
