"""Figures that a narrow cell breaks over two lines, such as +1D and 6 below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kensei_docs.extract.pdf.glyphs import Run

SIGN = r"[-+\u2010-\u2013\u2212]"
DICE = r"(?:\d+|[Xx])?D\d+"
# The beginning of a figure, by itself in its line.
BEGINS = re.compile(rf"(?:\+/)?{SIGN}|{SIGN}?(?:{DICE}/)*(?:\d+|[Xx])?D?|(?:[\w+]{{1,3}}/)+")
# The whole of it: dice, a number with a sign, or several figures with strokes between them.
WHOLE = re.compile(rf"\+/{SIGN}(?:\d+|[Xx])|{SIGN}?{DICE}(?:/{DICE})*|{SIGN}\d+|[\w+]{{1,3}}(?:/[\w+]{{1,3}})+")
# Several figures, of which the last is on the next line.
STROKES = re.compile(r"(?:[\w+]{1,3}/){2,}")
NEAR = 3.0  # points by which the left edges of one cell's lines may differ
BELOW = 0.8  # ems: lines of one cell are farther apart


def is_one_figure(above: str, below: str) -> bool:
    """Return whether two words, one below the other, are the parts of one figure.

    >>> [is_one_figure(*parts) for parts in (("+1D", "6"), ("-", "2D6"), ("+1D6/2D", "6"), ("D/", "D/W"))]
    [True, True, True, True]
    >>> [is_one_figure(*parts) for parts in (("D/", "W/"), ("+/-", "X"))]
    [True, True]
    >>> [is_one_figure(*parts) for parts in (("+1", "6"), ("1D6", "6"))]
    [False, False]
    """
    numbers = above[-1:].isdigit() and below[:1].isdigit()
    strokes = "/" in below and not above.endswith("/")
    return (
        not numbers
        and not strokes
        and BEGINS.fullmatch(above) is not None
        and (WHOLE.fullmatch(above + below) is not None or STROKES.fullmatch(above + below) is not None)
    )


def with_figures_joined(lines: Sequence[Run]) -> list[Run]:
    """Return the lines of a cell, with the beginning of a figure that stands by itself in front of the rest of it."""
    whole: list[Run] = []
    for line in lines:
        above = whole[-1] if whole else line
        below = line.y - above.y > BELOW * line.size
        if below and len(above.words) == 1 and is_one_figure(above.words[0], line.words[0]):
            line = line._replace(x0=above.x0, words=[above.words[0] + line.words[0], *line.words[1:]], seams=[])
            whole.pop()
        whole.append(line)
    return whole


def with_rows_of_figures_joined(rows: Sequence[Run]) -> list[Run]:
    """Return a table's rows; one that is only the rest of the figure in the first cell above is part of that row."""
    whole: list[Run] = []
    for row in rows:
        above = whole[-1] if whole else row
        if (
            row.cells == [1]
            and above.cells[:1] == [1]
            and above is not row
            and abs(row.x0 - above.x0) < NEAR
            and is_one_figure(above.words[0], row.words[0])
        ):
            whole[-1] = above._replace(words=[above.words[0] + row.words[0], *above.words[1:]])
        else:
            whole.append(row)
    return whole


def with_lines_of_figures_joined(lines: Sequence[list[Run]]) -> list[list[Run]]:
    """Return a column's lines; one that is only the rest of the figure that begins the line above is part of it."""
    whole: list[list[Run]] = []
    for line in lines:
        above = whole[-1] if whole else line
        first = above[0]
        if (
            len(line) == 1
            and len(above) > 1
            and len(first.words) == len(line[0].words) == 1
            and abs(line[0].x0 - first.x0) < NEAR
            and line[0].y - first.y > BELOW * first.size
            and is_one_figure(first.words[0], line[0].words[0])
        ):
            whole[-1] = [first._replace(words=[first.words[0] + line[0].words[0]], seams=[]), *above[1:]]
        else:
            whole.append(line)
    return whole
