"""The rows and columns of tables on a page: space separates cells, and a line with a name begins a group of rows.

A table may also have a single row: figures below the headings of their columns, in the section of what has them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from kensei_docs.extract.document import Document
from kensei_docs.extract.reading.cells import Cell, parts_of
from kensei_docs.extract.reading.observations import Observer

CELL_GAP_EM = 0.7  # the least space between two cells, or two headings of columns, in ems
_WIDE_GAP_EM = 1.0  # the least space, in ems, that divides a cell of the page in two
_MAX_ROW_DISTANCE_EM = 4.0  # the largest distance of two rows of a table, in ems
_MAX_NAME_WORDS = 5  # words of the name of a group of rows at most
# A line is no name of a group, but the heading of another table, if its distance from the row above is more than this
# multiple of its distance from the row below, or its type more than this multiple of the type of the row below.
_MAX_DISTANCE_RATIO, _MAX_SIZE_RATIO = 1.4, 1.1
ENDS_SENTENCE = re.compile(r"[.!?;,]\s*$")
_TOKEN = re.compile(r"\S+")
_FIGURE = re.compile(r"\d|^[-\u2010-\u2014\u2212]+$")  # a cell of figures has a digit, or is a dash for an empty cell
_MIN_FIGURES = 3  # the least number of figures in a row: two may be words of a text that stand apart


class CellPiece(NamedTuple):
    """The part of a line in one cell: ``x0`` to ``x1`` on the page, in points; ``start`` to ``end`` in the text."""

    x0: float
    x1: float
    start: int
    end: int


def tokens_of(document: Document, index: int) -> list[tuple[int, int, int]]:
    """Return (start, end, index of the first of the page's words) for each part of a line between spaces.

    Repair changes the number of words: it divides a word before a sign of inches, and joins the halves of a broken one.
    """
    line = document.lines[index]
    start = document.starts[index]
    if not line.words:
        return []
    spans = [(start + token.start(), start + token.end()) for token in _TOKEN.finditer(line.text)]
    if len(spans) == len(line.words):
        return [(*span, i) for i, span in enumerate(spans)]
    places = {word: i for i, word in enumerate(line.words)}
    tokens = []
    last = 0
    for span in spans:
        last = next((places[word] for _, word in document.words_at(*span) if word in places), last)
        tokens.append((*span, last))
    return tokens


def pieces_of(document: Document, index: int) -> list[CellPiece]:
    """Return the cells of a line: the page's cells if they are known, and words without a wide space between them."""
    line = document.lines[index]
    tokens = tokens_of(document, index)
    if not tokens:
        return []
    known = set(accumulate(line.cells)) if sum(line.cells) == len(line.words) else set()
    # A cell of the page may be two cells of the table, if the words of the second column are not aligned.
    gap = _WIDE_GAP_EM if known else CELL_GAP_EM
    gaps = {
        i
        for i, (left, right) in enumerate(pairwise(line.words), 1)
        if right.x0 - left.x1 > gap * (left.bottom - left.top)
    }
    ends = sorted({*known, *gaps, len(line.words)})
    pieces = []
    for first, end in pairwise([0, *ends]):
        words = line.words[first:end]
        inside = [token for token in tokens if first <= token[2] < end]
        if inside:
            x0 = min(word.x0 for word in words)
            x1 = max(word.x1 for word in words)
            pieces.append(CellPiece(x0, x1, inside[0][0], inside[-1][1]))
    return pieces


def rows_from(
    document: Document, groups: Sequence[list[CellPiece]], first: int
) -> tuple[int, list[tuple[float, float]], list[int]]:
    """Return (end, columns, names) of the rows that begin with the line ``first``.

    ``groups`` are the pieces of each line. ``end`` is the line after the last row, ``columns`` are (x0, x1) in points,
    ``names`` the lines with names of groups of rows. Without rows there are no columns.
    """
    columns: list[tuple[float, float]] = []
    stop = first
    names = []
    for i in range(first, len(groups)):
        if i > first and names_rows(document, groups, i):
            names.append(i)
            continue
        if len(groups[i]) < 2 or (i > first and not stands_below(document, i)):
            break
        if i > first + 1 and document.lines[i].heading:
            break
        wider = _merged([*columns, *((piece.x0, piece.x1) for piece in groups[i])])
        rows = [groups[row] for row in range(first, i + 1) if row not in names]
        if len(wider) != max(map(len, rows)) or not all(_are_in_columns(row, wider) for row in rows):
            break
        columns = wider
        stop = i + 1
    return stop, columns, [i for i in names if i < stop]


def names_rows(document: Document, groups: Sequence[list[CellPiece]], index: int) -> bool:
    """Return whether a line is the name of a group of rows: a few words alone on a line, above a row of figures."""
    if index < 1 or len(groups[index]) != 1 or index + 1 >= len(groups) or len(groups[index + 1]) < 2:
        return False
    above, line, below = document.lines[index - 1 : index + 2]
    if not (stands_below(document, index) and stands_below(document, index + 1)) or above.page != below.page:
        return False
    steps = [b.words[0].top - a.words[0].top for a, b in pairwise((above, line, below))]
    heights = [max(word.bottom - word.top for word in each.words) for each in (line, below)]
    words = line.text.split()
    return (
        len(words) <= _MAX_NAME_WORDS
        and line.text[:1].isupper()
        and not any(map(str.isdigit, line.text))
        and not ENDS_SENTENCE.search(line.text)
        and any(_FIGURE.search(document.text[piece.start : piece.end]) for piece in groups[index + 1][1:])
        and steps[0] <= _MAX_DISTANCE_RATIO * steps[1]
        and heights[0] <= _MAX_SIZE_RATIO * heights[1]
    )


def stands_below(document: Document, index: int) -> bool:
    """Return whether a line is close below the line before it, or on the next page."""
    above, line = document.lines[index - 1], document.lines[index]
    if above.page != line.page or not above.words or not line.words:
        return above.page is not None and line.page == above.page + 1
    step = line.words[0].top - above.words[0].top
    return 0 < step <= _MAX_ROW_DISTANCE_EM * (line.words[0].bottom - line.words[0].top)


def _merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return spans with overlapping spans merged, in order."""
    merged: list[tuple[float, float]] = []
    for x0, x1 in sorted(spans):
        if merged and x0 <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], x1))
        else:
            merged.append((x0, x1))
    return merged


def _are_in_columns(row: Sequence[CellPiece], columns: Sequence[tuple[float, float]]) -> bool:
    """Return whether each cell of a line is in another column, the first cell in the first column."""
    places = [column_of(piece, columns) for piece in row]
    return len(set(places)) == len(places) and places[0] == 0


def column_of(piece: CellPiece, columns: Sequence[tuple[float, float]]) -> int:
    """Return the index of the column that is nearest to the middle of a cell."""
    middle = (piece.x0 + piece.x1) / 2
    return min(range(len(columns)), key=lambda i: max(columns[i][0] - middle, middle - columns[i][1], 0.0))


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


def head_above(document: Document, first: int, columns: Sequence[tuple[float, float]]) -> tuple[list[str], int]:
    """Return the headings of columns from the line above a table, or the two lines, and the first of these lines.

    Without a head, the headings are an empty list, and the line is the ``first`` of the table.
    """
    for lines in ([first - 1], [first - 2, first - 1]):
        if lines[0] < 0 or any(document.lines[i].page != document.lines[first].page for i in lines):
            break
        if not all(stands_below(document, i + 1) for i in lines) or (
            lines[1:] and not all(document.lines[i].heading for i in lines)
        ):
            break
        words_by_column: dict[int, list[str]] = {}
        for i in lines:
            words = document.lines[i].words
            for start, end, at in tokens_of(document, i):
                column = column_of(CellPiece(words[at].x0, words[at].x1, start, end), columns)
                words_by_column.setdefault(column, []).append(document.text[start:end])
        names = [" ".join(words_by_column.get(i, [])) for i in range(len(columns))]
        plain = not any(map(str.isdigit, "".join(names[1:]))) and not ENDS_SENTENCE.search(
            document.lines[lines[-1]].text
        )
        if plain and all(names[1:]) and max(Counter(names).values()) == 1:
            return names, lines[0]
    return [], first


def figures_by_column(document: Document, observer: Observer, line: int, row: dict[int, CellPiece]) -> dict[int, Cell]:
    """Return, by column, the cells of a row that contain only a figure or a dash."""
    start = document.starts[line]
    parts = list(parts_of(observer, start, start + len(document.lines[line].text)))
    cells: dict[int, Cell] = {}
    for i, group in row.items():
        inside = [
            part
            for part in parts
            if (part.start if isinstance(part, Cell) else part[0]) < group.end
            and (part.end if isinstance(part, Cell) else part[1]) > group.start
        ]
        if len(inside) == 1 and isinstance(inside[0], Cell):
            cells[i] = inside[0]
    return cells
