"""The rows and columns of a page: cells are parted by whitespace, rows by lines that name groups of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from kensei_docs.extract import Document

# In ems: a wider space parts two cells, or two headings of columns; a wider one parts what looks like a cell; rows of a
# table are no farther apart.
GAP, WIDE, FAR = 0.7, 1.0, 4.0
# The name of a group of rows has no more words than this. Where it stands so many times as far below a row as above the
# next, or is set so many times as large, what stands below it is a table of its own.
_NAME, _FAR_ABOVE, _LARGER = 5, 1.4, 1.1
ENDS_SENTENCE = re.compile(r"[.!?;,]\s*$")
_TOKEN = re.compile(r"\S+")
# What a cell of figures has: a digit, or a dash for nothing.
_FIGURE = re.compile(r"\d|^[-\u2010-\u2014\u2212]+$")


class Piece(NamedTuple):
    """What stands in one cell of a line: from ``x0`` to ``x1`` on the page, at ``start`` to ``end`` of the text."""

    x0: float
    x1: float
    start: int
    end: int


def tokens_of(document: Document, index: int) -> list[tuple[int, int, int]]:
    """Return the span of each part of a line between spaces, and which of the page's words it begins with.

    Repair parts a word, as with the sign of inches, and joins the halves of one that was broken.
    """
    line, start = document.lines[index], document.starts[index]
    if not line.words:
        return []
    spans = [(start + found.start(), start + found.end()) for found in _TOKEN.finditer(line.text)]
    if len(spans) == len(line.words):
        return [(*span, i) for i, span in enumerate(spans)]
    places = {word: i for i, word in enumerate(line.words)}
    found, last = [], 0
    for span in spans:
        last = next((places[word] for _, word in document.words_at(*span) if word in places), last)
        found.append((*span, last))
    return found


def pieces_of(document: Document, index: int) -> list[Piece]:
    """Return the cells of a line: as the page parts them, or words with no wider space between them."""
    line, tokens = document.lines[index], tokens_of(document, index)
    if not tokens:
        return []
    known = set(accumulate(line.cells)) if sum(line.cells) == len(line.words) else set()
    # What the page takes for one cell may be two, where words of the second hardly begin below one another.
    gap = WIDE if known else GAP
    apart = {
        i
        for i, (left, right) in enumerate(pairwise(line.words), 1)
        if right.x0 - left.x1 > gap * (left.bottom - left.top)
    }
    ends = sorted({*known, *apart, len(line.words)})
    found = []
    for first, end in pairwise([0, *ends]):
        words, inside = line.words[first:end], [token for token in tokens if first <= token[2] < end]
        if inside:
            x0, x1 = min(word.x0 for word in words), max(word.x1 for word in words)
            found.append(Piece(x0, x1, inside[0][0], inside[-1][1]))
    return found


def rows_from(
    document: Document, groups: Sequence[list[Piece]], first: int
) -> tuple[int, list[tuple[float, float]], list[int]]:
    """Return the line behind the rows that begin with a line, their columns, and the lines that name groups of them.

    There are no columns where no rows begin there.
    """
    columns: list[tuple[float, float]] = []
    stop, names = first, []
    for i in range(first, len(groups)):
        if i > first and names_rows(document, groups, i):
            names.append(i)
            continue
        if len(groups[i]) < 2 or (i > first and not stands_below(document, i)):
            break
        if i > first + 1 and document.lines[i].heading:
            break
        wider = _merged([*columns, *((one.x0, one.x1) for one in groups[i])])
        inside = [groups[row] for row in range(first, i + 1) if row not in names]
        most = max(len(one) for one in inside)
        if len(wider) != most or any(not _are_apart(one, wider) for one in inside):
            break
        columns, stop = wider, i + 1
    return stop, columns, [i for i in names if i < stop]


def names_rows(document: Document, groups: Sequence[list[Piece]], index: int) -> bool:
    """Return whether a line is the name of the rows below it: a few words by themselves, between rows of figures."""
    if index < 1 or len(groups[index]) != 1 or index + 1 >= len(groups) or len(groups[index + 1]) < 2:
        return False
    above, line, below = document.lines[index - 1 : index + 2]
    if not (stands_below(document, index) and stands_below(document, index + 1)) or above.page != below.page:
        return False
    steps = [b.words[0].top - a.words[0].top for a, b in pairwise((above, line, below))]
    heights = [max(word.bottom - word.top for word in one.words) for one in (line, below)]
    words = line.text.split()
    return (
        len(words) <= _NAME
        and line.text[:1].isupper()
        and not any(map(str.isdigit, line.text))
        and not ENDS_SENTENCE.search(line.text)
        and any(_FIGURE.search(document.text[one.start : one.end]) for one in groups[index + 1][1:])
        and steps[0] <= _FAR_ABOVE * steps[1]
        and heights[0] <= _LARGER * heights[1]
    )


def stands_below(document: Document, index: int) -> bool:
    """Return whether a line stands right below the one before, or on the next page."""
    above, line = document.lines[index - 1], document.lines[index]
    if above.page != line.page or not above.words or not line.words:
        return above.page is not None and line.page == above.page + 1
    step = line.words[0].top - above.words[0].top
    return 0 < step <= FAR * (line.words[0].bottom - line.words[0].top)


def _merged(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for x0, x1 in sorted(spans):
        if found and x0 <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], x1)
        else:
            found.append((x0, x1))
    return found


def _are_apart(groups: Sequence[Piece], columns: Sequence[tuple[float, float]]) -> bool:
    """Return whether the cells of a line stand in columns of their own."""
    places = [column_of(one, columns) for one in groups]
    return len(set(places)) == len(places) and places[0] == 0


def column_of(group: Piece, columns: Sequence[tuple[float, float]]) -> int:
    middle = (group.x0 + group.x1) / 2
    return min(range(len(columns)), key=lambda i: max(columns[i][0] - middle, middle - columns[i][1], 0.0))
