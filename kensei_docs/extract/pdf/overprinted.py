"""Words that are too wide for the cells of a table and run into the next cell: they are kept apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kensei_docs.extract.pdf.glyphs import SAME_BASELINE, Glyph

NEXT = 0.5  # ems: the next glyph of a word, or of a line, begins at most this far from the last
OVER = 0.2  # ems: two words overlap by more
SPACE = 0.25  # ems: what is left between them
FEWEST = 2  # glyphs of a word
BEGINS = re.compile(r"[\w+\u2010-\u2014\u2212-]")  # the first glyph of a cell, but no accent by itself


def with_overprints_parted(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Return glyphs, in the order in which they are drawn, with words that run over the next cell made narrower.

    Such a word is drawn whole, and then the words of the next cell over its end; by their places alone, their letters
    would be mixed.
    """
    drawn = _drawn_together(glyphs)
    places = sorted(range(len(drawn)), key=lambda i: (round(glyphs[drawn[i][0]].y), glyphs[drawn[i][0]].x0))
    moved = list(glyphs)
    for i, j in pairwise(places):
        first, second = ([glyphs[k] for k in drawn[number]] for number in (i, j))
        first = first[: _end(first)]
        if _runs_over(first, second):
            last = _last_word(first)
            begin, end = first[last].x0, second[0].x0 - SPACE * first[0].size
            if len(first) - last >= FEWEST and begin < end:
                narrow = (end - begin) / (first[-1].x1 - begin)
                for k in drawn[i][last:]:
                    x0, x1 = (min(begin + narrow * (x - begin), end) for x in (glyphs[k].x0, glyphs[k].x1))
                    moved[k] = glyphs[k]._replace(x0=x0, x1=x1)
    return moved


def _drawn_together(glyphs: Sequence[Glyph]) -> list[list[int]]:
    """Return the indices of glyphs that are drawn one after the other, each beside the last."""
    found: list[list[int]] = []
    last: Glyph | None = None
    for i, glyph in enumerate(glyphs):
        beside = (
            last is not None
            and abs(glyph.y - last.y) < SAME_BASELINE
            and glyph.turn == last.turn
            and -OVER * glyph.size < glyph.x0 - last.x1 < NEXT * glyph.size
        )
        if not beside:
            found.append([])
        found[-1].append(i)
        last = glyph
    return [some for some in found if any(glyphs[i].text.strip() for i in some)]


def _end(glyphs: Sequence[Glyph]) -> int:
    """Return how many of some glyphs there are without the spaces after the last word."""
    return next(i for i in range(len(glyphs), 0, -1) if glyphs[i - 1].text.strip())


def _runs_over(first: Sequence[Glyph], second: Sequence[Glyph]) -> bool:
    """Return whether the end of some glyphs is below the beginning of others, and not the same drawn twice."""
    a, b = first[-1], second[0]
    return (
        abs(a.y - b.y) < SAME_BASELINE
        and a.turn == b.turn
        and a.text[-1:].isalnum()
        and BEGINS.match(b.text) is not None
        and first[0].x0 + a.size < b.x0 < a.x1 - OVER * a.size
    )


def _last_word(glyphs: Sequence[Glyph]) -> int:
    """Return where the last word of some glyphs begins."""
    return max((i + 1 for i, glyph in enumerate(glyphs) if not glyph.text.strip()), default=0)
