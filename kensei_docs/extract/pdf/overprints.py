"""Text that is printed over other text: a word that runs over the next cell of a table, a note or a box over lines.

Each is read whole: by the places of their glyphs alone, the letters of both would be mixed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from kensei_docs.extract.pdf.glyphs import SAME_BASELINE, Glyph, Run, runs_of

NEXT, AHEAD = 0.5, 4.0  # ems: the next glyph of a word, or of a line, begins at most this far from the last
OVER = 0.2  # ems: two words overlap by more, and the glyphs of one by less
TOUCHING = 0.1  # ems: a letter and what is printed over it overlap by more, neighbours by less
SPACE = 0.25  # ems: what is left between them
FEWEST = 2  # glyphs of a word
BEGINS = re.compile(r"[\w+\u2010-\u2014\u2212-]")  # the first glyph of a cell, but no accent by itself
APART = 0.5  # ems: lines of one text are never as near
LETTERS = 8  # of each text at least are where the other one is; a cell that runs into the next one has fewer


def with_overprints_parted(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Return glyphs, in the order in which they are drawn, with words that run over the next cell made narrower.

    Such a word is drawn whole, and then the words of the next cell over its end; by their places alone, their letters
    would be mixed.
    """
    drawn = _drawn_together(glyphs, NEXT)
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


def _drawn_together(glyphs: Sequence[Glyph], ahead: float, in_one_type: bool = False) -> list[list[int]]:
    """Return the indices of glyphs that are drawn one after the other, each ``ahead`` ems behind the last at most."""
    groups: list[list[int]] = []
    last: Glyph | None = None
    for i, glyph in enumerate(glyphs):
        if (
            last is not None
            and abs(glyph.y - last.y) < SAME_BASELINE
            and glyph.turn == last.turn
            and -OVER * glyph.size < glyph.x0 - last.x1 < ahead * glyph.size
            and (not in_one_type or _type(glyph) == _type(last))
        ):
            groups[-1].append(i)
        else:
            groups.append([i])
        last = glyph
    return [some for some in groups if any(glyphs[i].text.strip() for i in some)]


def _end(glyphs: Sequence[Glyph]) -> int:
    """Return how many of some glyphs there are without the spaces after the last word."""
    return next(i for i in range(len(glyphs), 0, -1) if glyphs[i - 1].text.strip())


def _runs_over(first: Sequence[Glyph], second: Sequence[Glyph]) -> bool:
    """Return whether the end of some glyphs is below the beginning of others, and not the same drawn twice.

    A sign from another font, drawn into the room that a word has for it, is over none of the word's letters.
    """
    a, b = first[-1], second[0]
    end = second[-1].x1
    return (
        abs(a.y - b.y) < SAME_BASELINE
        and a.turn == b.turn
        and a.text[-1:].isalnum()
        and BEGINS.match(b.text) is not None
        and first[0].x0 + a.size < b.x0 < a.x1 - OVER * a.size
        and any(min(glyph.x1, end) - max(glyph.x0, b.x0) > TOUCHING * a.size for glyph in first)
    )


def _last_word(glyphs: Sequence[Glyph]) -> int:
    """Return where the last word of some glyphs begins."""
    return max((i + 1 for i, glyph in enumerate(glyphs) if not glyph.text.strip()), default=0)


def runs_over_one_another(glyphs: Sequence[Glyph]) -> list[Run]:
    """Return the runs of a page from top to bottom, as ``runs_of`` does; ``over`` is true for those printed over
    others.

    ``glyphs`` are in the order in which they are drawn. Of two lines that lie over one another, the one in the type
    that the page has less of is over the other, or else the later one.
    """
    lines = [[glyphs[i] for i in line] for line in _drawn_together(glyphs, AHEAD, in_one_type=True)]
    over = _over([line for line in lines if len(line) >= LETTERS and not line[0].turn])
    if not over:
        return runs_of(glyphs)
    taken = {id(glyph) for line in over for glyph in line}
    runs = runs_of(glyph for glyph in glyphs if id(glyph) not in taken)
    runs += [run._replace(over=True) for run in runs_of(glyph for line in over for glyph in line)]
    return sorted(runs, key=lambda run: (bool(run.turn), round(run.y, 1) if not run.turn else 0.0))


def _over(lines: list[list[Glyph]]) -> list[list[Glyph]]:
    """Return those of some lines, each in one type, that are printed over others."""
    used: Counter[tuple[str, float]] = Counter()
    for line in lines:
        used[_type(line[0])] += len(line)
    found: dict[int, list[Glyph]] = {}
    lines = sorted(lines, key=lambda line: line[0].y)
    for i, first in enumerate(lines):
        for second in lines[i + 1 :]:
            if second[0].y - first[0].y > APART * first[0].size:
                break
            if _lie_over_one_another(first, second):
                less = min(second, first, key=lambda line: used[_type(line[0])])
                found[id(less)] = less
    return list(found.values())


def _lie_over_one_another(first: Sequence[Glyph], second: Sequence[Glyph]) -> bool:
    """Return whether many letters of two lines are in one place, and it is not the same text, drawn twice."""
    begin, end = max(first[0].x0, second[0].x0), min(first[-1].x1, second[-1].x1)
    if begin >= end:
        return False
    a, b = (
        [glyph.text for glyph in line if begin - 1 < glyph.x0 < end - 1 and glyph.text.strip()]
        for line in (first, second)
    )
    alike = sum(x == y for x, y in zip(a, b, strict=False))
    return min(len(a), len(b)) >= LETTERS and 2 * alike < len(a)


def _type(glyph: Glyph) -> tuple[str, float]:
    return glyph.font, round(glyph.size, 1)
