"""Text that is printed over the lines of another text, as a note in the margin or a box may be: each is read whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kensei_docs.extract.pdf.glyphs import SAME_BASELINE, WORD_GAP, Glyph, Run, runs_of

APART = 0.5  # ems: lines of one text are never as near
LETTERS = 8  # of each text at least are where the other one is; a cell that runs into the next one has fewer
AHEAD = 4.0  # ems: the next glyph of a line begins at most this far from the last


def runs_over_one_another(glyphs: Sequence[Glyph]) -> list[Run]:
    """Return the runs of a page from top to bottom, as ``runs_of`` does; ``over`` is true for those printed over
    others.

    ``glyphs`` are in the order in which they are drawn. Of two lines that lie over one another, the one in the type
    that the page has less of is over the other, or else the later one.
    """
    over = _over([line for line in _lines(glyphs) if len(line) >= LETTERS and not line[0].turn])
    if not over:
        return runs_of(glyphs)
    taken = {id(glyph) for line in over for glyph in line}
    runs = runs_of(glyph for glyph in glyphs if id(glyph) not in taken)
    runs += [run._replace(over=True) for run in runs_of(glyph for line in over for glyph in line)]
    return sorted(runs, key=lambda run: (bool(run.turn), round(run.y, 1) if not run.turn else 0.0))


def _lines(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Return glyphs that are drawn one after the other on one baseline, in one type, from left to right."""
    lines: list[list[Glyph]] = []
    last: Glyph | None = None
    for glyph in glyphs:
        on = (
            last is not None
            and abs(glyph.y - last.y) < SAME_BASELINE
            and glyph.turn == last.turn
            and _type(glyph) == _type(last)
            and -WORD_GAP * glyph.size < glyph.x0 - last.x1 < AHEAD * glyph.size
        )
        if not on:
            lines.append([])
        lines[-1].append(glyph)
        last = glyph
    return lines


def _over(lines: list[list[Glyph]]) -> list[list[Glyph]]:
    """Return those of some lines that are printed over others."""
    used = Counter(_type(glyph) for line in lines for glyph in line)
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
