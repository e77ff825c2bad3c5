"""What is drawn on a page: glyphs, rules, and the runs of words that glyphs make."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pdfminer.layout import LTChar, LTPage

# In ems: a narrower gap is inside a word; a wider one parts columns or the cells of a table.
# Justified lines stretch their spaces to about eight tenths of an em.
WORD_GAP, RUN_GAP = 0.2, 1.0
SAME_BASELINE = 1.0  # points; also what a glyph drawn twice, to look bold, is shifted by
TWICE = 0.3  # of its width: an equal glyph nearer than this is the same one drawn twice
THIN = 2.0  # points: a filled rectangle of at most this height is a line
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
    starts: list[float] = []  # noqa: RUF012  each word's left edge; none for a row of a table
    ends: list[float] = []  # noqa: RUF012  each word's right edge

    @property
    def text(self) -> str:
        """The words, spaced."""
        return " ".join(self.words)


class Rule(NamedTuple):
    """A horizontal line, in points; ``y`` downward from the page's top."""

    x0: float
    x1: float
    y: float


class Page(NamedTuple):
    """A page: its size in points, its runs of words, and its horizontal rules."""

    width: float
    height: float
    runs: list[Run]
    rules: list[Rule] = []  # noqa: RUF012  never changed


def drawn_on(page: LTPage) -> tuple[list[Glyph], list[Rule]]:
    """Return the glyphs and the horizontal lines of a page that pdfminer has laid out."""
    # It takes longer to import than the lines of a known PDF take to read.
    from pdfminer.layout import LTChar, LTContainer, LTLine, LTRect

    glyphs: list[Glyph] = []
    rules: list[Rule] = []
    found: list[Any] = [page]
    for item in found:  # the list grows in the loop by the contents of figures
        if isinstance(item, LTContainer):
            found += item
        elif isinstance(item, LTChar):
            glyphs.append(_glyph(item, page.height))
        elif isinstance(item, LTLine | LTRect) and item.height <= THIN:
            rules.append(Rule(item.x0, item.x1, page.height - item.y0))
        elif isinstance(item, LTRect) and item.stroke:
            rules += [Rule(item.x0, item.x1, page.height - y) for y in (item.y1, item.y0)]
    return glyphs, rules


def _glyph(char: LTChar, height: float) -> Glyph:
    """Return a character's glyph, one on its side as if the page was turned to read it."""
    _, slope, _, _, right, up = char.matrix
    if char.upright:
        return Glyph(height - up, char.x0, char.x1, char.get_text(), char.size, char.fontname)
    if slope < 0:
        return Glyph(-right, height - char.y1, height - char.y0, char.get_text(), char.size, char.fontname, False)
    return Glyph(right, char.y0, char.y1, char.get_text(), char.size, char.fontname, False)


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
