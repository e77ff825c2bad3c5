"""From the glyphs of a page to runs: words of one line that stand close together."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

# In ems: a narrower gap is inside a word; a wider one parts columns or the cells of a table.
# Justified lines stretch their spaces to about eight tenths of an em.
WORD_GAP, RUN_GAP = 0.2, 1.0
SAME_BASELINE = 1.0  # points; also what a glyph drawn twice, to look bold, is shifted by
TWICE = 0.3  # of its width: a glyph that is nearer to its like is drawn twice at one place
HEAVY = re.compile(r"bold|black|heavy|semibd|demi", re.I)


class Glyph(NamedTuple):
    """One character; lengths in points, ``y`` its baseline downward from the page's top.

    A glyph that stands on its side (``upright`` is false) is placed as if the page was turned.
    """

    y: float
    x0: float
    x1: float
    text: str
    size: float
    font: str
    upright: bool = True


class Run(NamedTuple):
    """Words close together on one baseline; lengths in points, ``y`` downward from the top."""

    x0: float
    x1: float
    y: float
    size: float
    font: str
    words: list[str]
    starts: list[float] = []  # noqa: RUF012  each word's left edge, where anybody asks for it
    ends: list[float] = []  # noqa: RUF012  and its right edge

    @property
    def text(self) -> str:
        """The words, spaced."""
        return " ".join(self.words)

    @property
    def heavy(self) -> bool:
        """Whether the font's name says that it is bold."""
        return is_heavy(self.font)


@cache
def is_heavy(font: str) -> bool:
    """Return whether a font's name says that it is bold."""
    return HEAVY.search(font) is not None


def runs_of(glyphs: Iterable[Glyph]) -> list[Run]:
    """Return the runs of a page from top to bottom; text on its side comes after all other."""
    upright: list[Glyph] = []
    aside: list[Glyph] = []
    for glyph in glyphs:
        (upright if glyph.upright else aside).append(glyph)
    return [run for group in (upright, aside) for line in baselines(group) for run in runs_in(line)]


def baselines(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """Return glyphs grouped by baseline, each group from left to right."""
    lines: list[list[Glyph]] = []
    for glyph in sorted(glyphs):
        if not lines or glyph.y - lines[-1][0].y > SAME_BASELINE:
            lines.append([])
        lines[-1].append(glyph)
    for line in lines:
        line.sort(key=lambda glyph: glyph.x0)
    return lines


def runs_in(line: list[Glyph]) -> list[Run]:
    """Return the runs of one baseline's glyphs. A glyph drawn twice at one place counts once."""
    runs: list[Run] = []
    rights: list[float] = []
    spaced = True
    last: Glyph | None = None
    for glyph in line:
        if (
            last is not None
            and glyph.text == last.text
            and glyph.x0 - last.x0 < TWICE * max(last.x1 - last.x0, WORD_GAP * last.size)
        ):
            continue
        last = glyph
        if not glyph.text.strip():
            spaced = True
            continue
        gap = glyph.x0 - rights[-1] if runs else 0.0
        if not runs or gap > RUN_GAP * max(glyph.size, runs[-1].size):
            runs.append(Run(glyph.x0, glyph.x1, glyph.y, glyph.size, glyph.font, [glyph.text], [glyph.x0], [glyph.x1]))
            rights.append(glyph.x1)
        else:
            run = runs[-1]
            if spaced or gap > WORD_GAP * glyph.size:
                run.words.append(glyph.text)
                run.starts.append(glyph.x0)
                run.ends.append(glyph.x1)
            else:
                run.words[-1] += glyph.text
                run.ends[-1] = glyph.x1
            rights[-1] = max(rights[-1], glyph.x1)
        spaced = False
    return [run._replace(x1=right) for run, right in zip(runs, rights, strict=True)]
