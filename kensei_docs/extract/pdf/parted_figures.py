"""Figures that a narrow cell breaks over two lines, such as +1D and 6 below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kensei_docs.extract.pdf.glyphs import Run

SIGN = r"[-+\u2010-\u2013\u2212]"
DICE = r"(?:\d+|[Xx])?D\d+"
# The beginning of a figure, by itself in its line.
BEGINS = re.compile(rf"{SIGN}|{SIGN}?(?:{DICE}/)*(?:\d+|[Xx])?D?|(?:[\w+]{{1,3}}/)+")
# The whole of it: dice, a number with a sign, or several figures with strokes between them.
WHOLE = re.compile(rf"{SIGN}?{DICE}(?:/{DICE})*|{SIGN}\d+|[\w+]{{1,3}}(?:/[\w+]{{1,3}})+")
BELOW = 0.8  # ems: lines of one cell are farther apart


def is_one_figure(above: str, below: str) -> bool:
    """Return whether two words, one below the other, are the parts of one figure.

    >>> [is_one_figure(*parts) for parts in (("+1D", "6"), ("-", "2D6"), ("+1D6/2D", "6"), ("D/", "D/W"))]
    [True, True, True, True]
    >>> [is_one_figure(*parts) for parts in (("+1", "6"), ("1D6", "6"))]
    [False, False]
    """
    numbers = above[-1:].isdigit() and below[:1].isdigit()
    strokes = "/" in below and not above.endswith("/")
    return (
        not numbers
        and not strokes
        and BEGINS.fullmatch(above) is not None
        and WHOLE.fullmatch(above + below) is not None
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
