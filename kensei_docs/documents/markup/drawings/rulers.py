"""Rulers and movement templates in true millimetres, as many as a page holds.

A ruler stands upright. One that is longer than the page is cut into parts, each but the last with
a tab that the next is glued onto.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from kensei_docs.documents.markup.drawings.canvas import Canvas, Spot, text_height, text_width
from kensei_docs.documents.markup.drawings.hatch import across_block, path_of

# Millimetres: how wide rulers are, the tab of a part, the room between rulers, and how long ticks
# are, by the parts of a unit that they stand for.
WIDTH, WIDE, TAB, GAP = 18.0, 36.0, 12.0, 3.0
# A distance shorter than this has its name set across a wide ruler, not along a narrow one.
_SHORT = 35.0
_TICKS = {1: 5.0, 2: 3.2, 5: 2.0, 10: 1.6, 4: 2.2}
# Into how many parts ticks divide a unit.
_PARTS = {"cm": (1, 2, 10), "in": (1, 2, 4), "mm": (1,)}
_UNIT = {"cm": 10.0, "in": 25.4, "mm": 1.0}
_POINTS, _LEAST, _LONG = 6.5, 4.5, 8.0
# How far from a ruler's edge its numbers stand, and the words along it.
_NUMBERS, _WORDS = 7.0, 13.2


@dataclass(frozen=True)
class Mark:
    """A distance to read off: the figure, its number and what it is the distance of."""

    figure: str
    number: float
    names: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A ruler, or the part of one from ``start`` to ``end`` (in its unit)."""

    marks: tuple[Mark, ...]
    unit: str
    start: float
    end: float
    number: int
    many: int

    @property
    def last(self) -> bool:
        """Whether it has the ruler's end, and so no tab."""
        return self.number == self.many

    @property
    def width(self) -> float:
        """How wide it is in millimetres."""
        numbers = [self.start, *sorted(mark.number for mark in self.marks)]
        least = min(after - before for before, after in pairwise(numbers))
        return WIDE if 0 < least * _UNIT[self.unit] < _SHORT and self.many == 1 else WIDTH

    @property
    def height(self) -> float:
        """How long it is in millimetres, its tab included."""
        return (self.end - self.start) * _UNIT[self.unit] + (0 if self.last else TAB)


def parted(marks: Sequence[Mark], unit: str, room: float) -> list[Part]:
    """Return the parts of a ruler as long as its longest mark, each no longer than a room.

    They are of whole units, and alike but for the last.
    """
    long = max(mark.number for mark in marks)
    whole = long * _UNIT[unit]
    many = 1 if whole <= room else math.ceil(whole / (room - TAB - _UNIT[unit]))
    step = long if many == 1 else math.ceil(long / many)
    starts = [step * number for number in range(many) if step * number < long]
    return [
        Part(tuple(marks), unit, start, min(start + step, long), number, len(starts))
        for number, start in enumerate(starts, 1)
    ]


def packed(parts: Sequence[Part], height: float) -> list[list[Part]]:
    """Return parts in columns no higher than a page, the longest first."""
    columns: list[list[Part]] = []
    for part in sorted(parts, key=lambda one: -one.height):
        for column in columns:
            if sum(one.height + GAP for one in column) + part.height <= height:
                column.append(part)
                break
        else:
            columns.append([part])
    return columns


def draw_rulers(
    rulers: Sequence[tuple[Mark, ...]],
    areas: Sequence[Mark],
    unit: str,
    width: float,
    height: float,
    shown: Callable[[str], str],
    glue: str,
) -> tuple[Markup, float]:
    """Return a page of rulers and of half discs (``areas``), and how wide they stand together.

    They take more than the page's width where it can't hold them all; the caller says so.
    """
    parts = [part for marks in rulers for part in parted(marks, unit, height)]
    canvas = Canvas(width, height)
    x = reach = 0.0
    for column in packed([part for part in parts if part.width == WIDTH], height):
        y = 0.0
        for part in column:
            _ruler(canvas, part, x, y, shown, glue)
            y += part.height + GAP
        x = reach = x + WIDTH + GAP
    # What is wide stands in columns of its own: half discs, then the wide rulers.
    wide: list[tuple[float, float, Mark | Part]] = [
        (_UNIT[unit] * area.number, _UNIT[unit] * area.number * 2, area) for area in areas
    ]
    wide += [(WIDE, part.height, part) for part in parts if part.width == WIDE]
    y = 0.0
    for across, down, drawn in wide:
        if y and y + down > height:
            x, y = reach, 0.0
        if isinstance(drawn, Part):
            _ruler(canvas, drawn, x, y, shown, glue)
        else:
            _half_disc(canvas, drawn, unit, x, y, shown)
        y += down + GAP
        reach = max(reach, x + across + GAP)
    return canvas.markup(), reach - GAP


def _ruler(canvas: Canvas, part: Part, x: float, y: float, shown: Callable[[str], str], glue: str) -> None:
    scale = _UNIT[part.unit]
    length = (part.end - part.start) * scale
    base = y + part.height
    canvas.block(x, y, part.width, part.height, 0.25)
    canvas.line(x, base, x, base - length, 0.25, ruler=f"{part.end - part.start:g} {part.unit}")
    for parts in _PARTS[part.unit]:
        for step in range(round((part.end - part.start) * parts) + 1):
            if any(step % (parts // fewer) == 0 for fewer in _PARTS[part.unit] if fewer < parts and parts % fewer == 0):
                continue
            at = base - step / parts * scale
            canvas.line(x, at, x + _TICKS[parts], at, 0.2 if parts == 1 else 0.12)
    for step in range(1, round(part.end - part.start) + 1):
        at = base - step * scale
        marked = any(mark.number == part.start + step for mark in part.marks)
        if at - y > 2 and not (marked and part.width == WIDE):
            # Beside the seam, the number stands on its own part; beside a mark, below its line.
            beside = marked or (at - y < TAB + 1 and not part.last)
            seam = text_height(_POINTS) * 0.6 if beside else 0
            canvas.label(f"{part.start + step:g}", x + _NUMBERS, at + seam, _POINTS)
    if not part.last:
        # The tab lies beyond the end of this part; the next part's beginning is glued onto it.
        canvas.path(path_of(across_block(x, y, WIDTH, TAB, 45, 2.2)), 0.12)
        canvas.line(x, y + TAB, x + WIDTH, y + TAB, 0.2, "1.2 0.8")
        _fitted(canvas, glue, x + WIDTH / 2, y + TAB / 2, WIDTH - 2, clear=True)
    _marks(canvas, part, x, base, scale, shown)


def _marks(canvas: Canvas, part: Part, x: float, base: float, scale: float, shown: Callable[[str], str]) -> None:
    """Draw the distances to read off, as far as they lie on a part, and their names below each."""
    below, told = part.start, False
    for mark in sorted(part.marks, key=lambda mark: mark.number):
        if not part.start < mark.number <= part.end + 1e-9:
            continue
        at = base - (mark.number - part.start) * scale
        canvas.line(x, at, x + part.width, at, 0.4)
        _names(canvas, (shown(mark.figure), *mark.names), x, part.width, at, base - (below - part.start) * scale)
        below, told = mark.number, True
    if not told:
        last = max(part.marks, key=lambda mark: mark.number)
        whole = f"{shown(last.figure)} · {' · '.join(last.names)} · {part.number}/{part.many}"
        canvas.label(whole, x + _WORDS, base - part.height / 2 + TAB / 2, _LONG, turned=True)


def _names(canvas: Canvas, words: Sequence[str], x: float, width: float, top: float, foot: float) -> None:
    """Set words along a ruler where they have the room, else line by line below their mark."""
    whole = " · ".join(words)
    if width == WIDTH and canvas.room(whole, _LONG)[0] < foot - top:
        canvas.label(whole, x + _WORDS, (top + foot) / 2, _LONG, bold=True, turned=True)
        return
    step = text_height(_POINTS)
    left = _NUMBERS + 1.8
    for number, line in enumerate(words):
        _fitted(
            canvas, line, x + (left + width) / 2, top + 0.4 + step * (number + 0.5), width - left - 0.4, number == 0
        )


def _half_disc(canvas: Canvas, area: Mark, unit: str, x: float, y: float, shown: Callable[[str], str]) -> None:
    """Draw half a disc: its straight side is laid along a base, its middle at a point of it."""
    scale = _UNIT[unit]
    radius = area.number * scale
    middle = y + radius
    canvas.path(
        f"M{x:.3f} {y:.3f}A{radius:.3f} {radius:.3f} 0 0 1 {x:.3f} {y + 2 * radius:.3f}Z",
        0.25,
        marks={"area": area.figure},
    )
    for step in range(1, math.ceil(area.number)):
        reach = step * scale
        canvas.path(
            f"M{x:.3f} {middle - reach:.3f}A{reach:.3f} {reach:.3f} 0 0 1 {x:.3f} {middle + reach:.3f}", 0.12, "0.8 0.8"
        )
    canvas.line(x, middle, x + radius, middle, 0.15)
    lines = [shown(area.figure), *area.names]
    for number, line in enumerate(lines):
        _fitted(
            canvas,
            line,
            x + radius * 0.46,
            middle + radius * 0.28 + text_height(_POINTS) * number,
            radius * 0.8,
            number == 0,
            clear=True,
        )


def _fitted(
    canvas: Canvas, text: str, x: float, y: float, room: float, bold: bool = False, clear: bool = False
) -> Spot:
    points = _POINTS
    while points > _LEAST and text_width(text, points) + 0.8 > room:
        points -= 0.25
    return canvas.label(text, x, y, points, bold, clear)
