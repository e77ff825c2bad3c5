"""Letters and digits that look alike in a picture: the other cells of the column decide which of them they are."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise

from kensei_docs.extract.pdf.glyphs import Page, Run
from kensei_docs.extract.pdf.ruled_tables import Table

DIGITS = str.maketrans({"l": "1", "I": "1", "i": "1", "|": "1", "!": "1", "O": "0", "o": "0", "Q": "0"})
MORE_DIGITS = str.maketrans({"S": "5", "s": "5", "Z": "2", "z": "2", "B": "8", "t": "+"})
INCHES = '"\u201d\u2033'
FIGURE = re.compile(rf"[+-]?(?:\d+|\d*D\d+)(?:[+-]\d+)?[+%{INCHES}]?", re.I)
NOTHING = re.compile(r"[-\u2013\u2014]+")
BESIDE_DIGIT = re.compile(r"(?<=\d)[lI|Oo](?![^\W\d_])|(?<![^\W_])[lI|Oo](?=\d)")
MOST, FEWEST = 0.6, 2  # of a column's other cells: figures, for a cell to be one
DOUBTED = 0.4  # how sure a figure is whose last digits may be a sign of inches


def as_its_column(table: Table, page: Page) -> Table:
    """Return a table with each cell that looks like a figure written as one, in columns of figures.

    A cell such as ``611`` among figures in inches may be ``6\"``: its place in ``page.sure`` says that it is doubted.
    """
    cells = [_cells(row) for row in table.rows]
    width = max(map(len, cells), default=0)
    rows = []
    for row, own in zip(table.rows, cells, strict=True):
        words = list(row.words)
        for column, (start, stop) in enumerate(own if len(own) == width else []):
            others = [
                " ".join(other.words[slice(*spans[column])])
                for other, spans in zip(table.rows, cells, strict=True)
                if other is not row and len(spans) == width
            ]
            if stop - start != 1 or not _are_figures(others):
                continue
            words[start] = as_figure(words[start]) or words[start]
            inches = sum(other[-1:] in INCHES for other in others if FIGURE.fullmatch(other))
            if 2 * inches > len(others) and re.fullmatch(r"\d{1,2}11", words[start]):
                page.sure[row.boxes[start]] = DOUBTED
        rows.append(row._replace(words=words))
    return table._replace(rows=rows)


def as_figure(text: str) -> str | None:
    """Return the figure that a text looks like, or None if it looks like none."""
    for digits in (text, text.translate(DIGITS), text.translate(DIGITS).translate(MORE_DIGITS)):
        if FIGURE.fullmatch(digits):
            return digits
    return None


def with_digits(text: str) -> str:
    """Return a word in which letters directly beside digits are replaced by the digits that they look like."""
    return BESIDE_DIGIT.sub(lambda found: found.group().translate(DIGITS), text)


def _are_figures(others: list[str]) -> bool:
    filled = [text for text in others if not NOTHING.fullmatch(text)]
    figures = sum(FIGURE.fullmatch(text) is not None for text in filled)
    return figures >= FEWEST and figures >= MOST * len(filled)


def _cells(row: Run) -> list[tuple[int, int]]:
    return list(pairwise(accumulate(row.cells, initial=0)))
