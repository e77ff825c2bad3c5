"""Which tables of a document become records, and how: a record a row, one record, or figures of a section's record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from kensei_docs.drafting.named_figures import key_of
from kensei_docs.extract.document import Document, letters_of
from kensei_docs.extract.reading.document_figures import DocumentFigures
from kensei_docs.extract.reading.grids import Grid, grids_of

# A record for each row; one record with rows and columns; or figures of the record of the section, of a single row
# below headings (profile), or with a name each (pairs).
Shape = Literal["records", "table", "profile", "pairs"]
_ENDS_SENTENCE = re.compile(r"[.!?;,]$")
_MAX_HEAD_WORDS = 8  # words of a heading of a column at most
_MIN_PROFILE = 2  # the least number of figures of a single row


def tables_of(document: Document) -> list[Grid]:
    """Return the tables of a document from which a draft makes something, in order."""
    return [grid for grid in grids_of(DocumentFigures(document, document.source)) if shape_of(grid)]


def shape_of(grid: Grid, title: str = "") -> Shape | None:
    """Return how a table below a heading is drafted; None if it has no figures, or its names are parts of sentences."""
    headed = any(grid.heads)
    if any(len(head.split()) > _MAX_HEAD_WORDS for head in grid.heads):
        return None  # columns of text
    if grid.names is None:
        whole = len(grid.rows) == 1 and headed and all(grid.heads[i] for i in grid.data)
        return "profile" if whole and len(grid.data) >= _MIN_PROFILE else None
    names = [grid.name_of(row) for row in grid.rows]
    if 2 * sum(bool(_ENDS_SENTENCE.search(name)) for name in names) > len(names):
        return None
    figures = [cell for row in grid.rows for i in grid.worded for cell in grid.figures.between(*row.cells[i])]
    told = figures or (all(grid.heads) and len(grid.rows) > 1 and len(grid.worded) > 1)
    if not grid.data and not (headed and told):
        return None
    if len(grid.rows) < 2 and not headed:
        return None
    if len(names) == 1 and grid.data and letters_of(names[0]) == letters_of(title):
        return "profile"
    if grid.is_matrix():
        return "table"
    if grid.names in grid.figured:
        # Rows that are looked up by a number, with a few words beside their figures, are no things with a name.
        looked_up = grid.data and all(len({*grid.columns[i]}) < len(grid.rows) for i in grid.worded)
        return None if not grid.heads[grid.names] else "table" if looked_up else "records"
    # What is rolled stands before what it brings about: each result is a record.
    if grid.data == [i for i in grid.data if i > grid.names][:1] and not grid.worded and grid.names not in grid.figured:
        return "table" if headed else "pairs"
    return "records"


def axes_of(grid: Grid) -> dict[str, str]:
    """Return what the rows (``down``) and the columns (``across``) of a table are, where it says so.

    A cell beside all rows says what they are, and the head of their names what the columns are: the attacker's troops
    down, the defender's across.
    """
    if grid.names is None:
        return {}
    head = grid.heads[grid.names]
    beside = [texts[0] for texts in grid.columns[: grid.names] if texts[0] and len({*texts}) == 1]
    if beside:
        return {"down": beside[0], **({"across": head} if head else {})}
    named = any(letters_of(head) in letters_of(grid.name_of(row)) for row in grid.rows)
    return {"down": head} if head and not named else {}


def lines_inside(document: Document, grid: Grid) -> range:
    """Return the indexes of the lines of a table."""
    return range(document.line_at(grid.start), document.line_at(grid.end - 1) + 1)


def unit_of(grid: Grid, column: int) -> str:
    """Return the word behind each figure of a column, such as the coin of prices; empty if they differ."""
    found: set[str] = set()
    for row in grid.rows:
        if cell := grid.figure(row, column):
            found.add(grid.words((cell.end, row.cells[column][1])))
    unit = found.pop() if len(found) == 1 else ""
    return unit if unit.isalpha() and letters_of(unit) not in letters_of(grid.heads[column]) else ""


def columns_of(grid: Grid, columns: Sequence[int]) -> dict[str, int]:
    """Return columns by the keys of their headings, with their unit; the second of one name gets ``-2``."""
    found: dict[str, int] = {}
    for i in columns:
        key = key_of(f"{grid.heads[i]} {unit_of(grid, i)}") if grid.heads[i] else f"column-{i + 1}"
        number = 1
        while f"{key}-{number}" in found or (number == 1 and key in found):
            number += 1
        found[key if number == 1 else f"{key}-{number}"] = i
    return found


def heading_of(grid: Grid, column: int) -> str:
    """Return what a reading finds a column by: its heading, or its number from 1, as in ``column-2``."""
    return grid.heads[column] or f"column-{column + 1}"
