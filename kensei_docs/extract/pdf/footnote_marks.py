"""Marks of notes in a text: small numbers above the line, or small numbers that a font has as glyphs of their own.

Until ``footnotes`` knows whether there is a note for it, a mark is written with characters that no text has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import groupby

from kensei_docs.extract.pdf.glyphs import Glyph

SMALL = 0.88  # of the size of the letter beside it: a raised figure is no larger
RAISED = 0.12, 0.75  # of that size: how far above the baseline a mark stands
TOUCHES = -0.2, 0.2  # of that size: how far behind a letter a mark begins
BEFORE = 1.2  # of that size: how far before its note a mark ends; justified lines have wide spaces
SAME_LINE = 0.1  # of their size: how far the baselines of a mark's figures differ
# Of the width of the same figure in the same font: those that a font draws for marks are narrower.
NARROW = 0.8
_DIGITS = "0123456789"
# Raised figures, and those drawn small, as characters that no text has.
_RAISED, _NARROW = ("".join(chr(first + i) for i in range(10)) for first in (0xE0F0, 0xE100))
_TO_RAISED, _TO_NARROW = str.maketrans(_DIGITS, _RAISED), str.maketrans(_DIGITS, _NARROW)
_TO_DIGITS = str.maketrans(_RAISED + _NARROW, _DIGITS * 2)
_TO_SIGNS = str.maketrans(_RAISED + _NARROW, "⁰¹²³⁴⁵⁶⁷⁸⁹" + _DIGITS)
MARK = re.compile(f"[{_RAISED}{_NARROW}]+")
_CALL = re.compile(rf"(?<=[^\W\d_{_RAISED}])[{_RAISED}]+")
_APART = re.compile(rf"(?<=[^\d\s{_RAISED}])(?=[{_RAISED}])")


def number_of(mark: str) -> str:
    """Return the figures of a mark."""
    return mark.translate(_TO_DIGITS)


def without_meaning(word: str, has_notes: bool = False) -> list[str]:
    """Return a word whose marks no note has: a raised figure behind another one is a power, others are figures.

    Where the document ``has_notes``, a raised figure behind a letter is no figure, but the mark of one not found.

    >>> without_meaning("10" + "2".translate(_TO_RAISED)), without_meaning("cm" + "2".translate(_TO_RAISED))
    (['10²'], ['cm', '2'])
    >>> without_meaning("troops" + "2".translate(_TO_RAISED) + ",", has_notes=True)
    ['troops,']
    """
    first, *others = _APART.split(_CALL.sub("", word) if has_notes else word)
    return [first.translate(_TO_SIGNS), *(other.translate(_TO_DIGITS) for other in others)]


def with_narrow_marked(glyphs: list[Glyph], widest: Mapping[tuple[str, str], float]) -> list[Glyph]:
    """Return glyphs; a figure is a mark if its font also draws it wider.

    ``widest`` is, by font and character, the largest width in ems.
    """
    marked = list(glyphs)
    for i, glyph in enumerate(glyphs):
        if glyph.text in _DIGITS and glyph.text and glyph.size:
            width = widest.get((glyph.font, glyph.text), 0.0)
            if glyph.x1 - glyph.x0 < NARROW * width * glyph.size:
                marked[i] = glyph._replace(text=glyph.text.translate(_TO_NARROW))
    return marked


def with_second_marked(glyphs: list[Glyph], second: Set[tuple[str, str, int]]) -> list[Glyph]:
    """Return glyphs; a figure that touches a letter is a mark if its font has it in two widths, and it has the second.

    ``glyphs`` are in the order of drawing. ``second`` are the second widths: font, figure, hundredths of an em.
    """
    if not second:
        return glyphs
    marked = list(glyphs)
    for is_second, group in groupby(
        range(len(glyphs)),
        lambda i: glyphs[i].size > 0 and (glyphs[i].font, glyphs[i].text, _width(glyphs[i])) in second,
    ):
        places = list(group)
        if is_second and any(
            0 <= i < len(glyphs) and glyphs[i].text.isalpha() and _touch(glyphs[i], glyphs[j])
            for i, j in ((places[0] - 1, places[0]), (places[-1] + 1, places[-1]))
        ):
            for i in places:
                marked[i] = glyphs[i]._replace(text=glyphs[i].text.translate(_TO_NARROW))
    return marked


def _width(glyph: Glyph) -> int:
    return round(100 * (glyph.x1 - glyph.x0) / glyph.size)


def _touch(one: Glyph, other: Glyph) -> bool:
    gap = max(one.x0, other.x0) - min(one.x1, other.x1)
    return abs(one.y - other.y) < SAME_LINE * one.size and abs(gap) < TOUCHES[1] * one.size


def with_raised_lowered(glyphs: list[Glyph]) -> list[Glyph]:
    """Return upright glyphs with small figures above the line as marks on the line, in the size of its letters."""
    usual = sorted(glyph.size for glyph in glyphs)[len(glyphs) // 2] if glyphs else 0.0
    small = [
        i for i, glyph in enumerate(glyphs) if glyph.size <= SMALL * usual and glyph.text in _DIGITS and glyph.text
    ]
    if not small:
        return glyphs
    reach = round(BEFORE * usual) + 1
    ends: dict[int, list[Glyph]] = {}
    begins: dict[int, list[Glyph]] = {}
    for glyph in glyphs:
        if glyph.text.strip():
            ends.setdefault(round(glyph.x1), []).append(glyph)
            begins.setdefault(round(glyph.x0), []).append(glyph)
    lowered = list(glyphs)
    for mark in _figures_of_marks(glyphs, small):
        first, last = glyphs[mark[0]], glyphs[mark[-1]]
        before = _beside(first, (g for x in _around(first.x0, reach // 2) for g in ends.get(x, ())), TOUCHES, False)
        letter = before or _beside(
            last, (g for x in _around(last.x1, reach) for g in begins.get(x, ())), (TOUCHES[0], BEFORE), True
        )
        if letter is not None:
            for i in mark:
                raised = glyphs[i].text.translate(_TO_RAISED)
                lowered[i] = glyphs[i]._replace(y=letter.y, size=letter.size, text=raised)
    return lowered


def _figures_of_marks(glyphs: Sequence[Glyph], small: Iterable[int]) -> list[list[int]]:
    """Return the indices of small figures, those that touch one another on one line together, from left to right."""
    marks: list[list[int]] = []
    for i in sorted(small, key=lambda i: (round(glyphs[i].y), glyphs[i].x0)):
        last = glyphs[marks[-1][-1]] if marks else None
        near = last is not None and abs(glyphs[i].x0 - last.x1) <= TOUCHES[1] * last.size
        if near and last is not None and abs(glyphs[i].y - last.y) < SAME_LINE * last.size:
            marks[-1].append(i)
        else:
            marks.append([i])
    return marks


def _around(x: float, reach: int) -> range:
    return range(round(x) - reach, round(x) + reach + 1)


def _beside(glyph: Glyph, others: Iterable[Glyph], gap: tuple[float, float], behind: bool) -> Glyph | None:
    """Return the nearest glyph before or ``behind`` a mark on whose line it stands raised, or None."""
    fit = []
    for other in others:
        space = other.x0 - glyph.x1 if behind else glyph.x0 - other.x1
        if (
            glyph.size <= SMALL * other.size
            and RAISED[0] * other.size <= other.y - glyph.y <= RAISED[1] * other.size
            and gap[0] * other.size <= space <= gap[1] * other.size
        ):
            fit.append((abs(space), other))
    return min(fit, key=lambda pair: pair[0])[1] if fit else None
