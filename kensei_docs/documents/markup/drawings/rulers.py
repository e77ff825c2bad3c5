"""A page of rulers and movement templates in true millimetres.

A ruler stands upright. One that is longer than the page is cut into parts; each but the last has a
tab that the next part is glued onto.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from babel.lists import format_list
from markupsafe import Markup

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.markup.drawings.canvas import Canvas, Rectangle, hatch, text_height, text_width
from kensei_docs.documents.markup.drawings.map_scale import MILLIMETRES
from kensei_docs.documents.markup.drawings.measures import figure_at
from kensei_docs.figures import parse

# Millimetres: the width of a narrow and a wide ruler, the tab of a part, the gap between rulers.
WIDTH, WIDE, TAB, GAP = 18.0, 36.0, 12.0, 3.0
# The name of a shorter distance (millimetres) is set across a wide ruler, not along a narrow one.
_SHORT = 35.0
# The length of a tick in millimetres, by the number of parts into which such ticks divide a unit.
_TICKS = {1: 5.0, 2: 3.2, 5: 2.0, 10: 1.6, 4: 2.2}
# The numbers of parts that ticks divide a unit into.
_PARTS = {"cm": (1, 2, 10), "in": (1, 2, 4), "mm": (1,)}
# Type in points: usual, smallest, along a ruler.
_POINTS, _LEAST, _LONG = 6.5, 4.5, 8.0
# Millimetres from a ruler's left edge to its numbers, and to the words along it.
_NUMBERS, _WORDS = 7.0, 13.2


@dataclass(frozen=True)
class Mark:
    """A distance on a ruler: the figure, its number, and the names of what has this range or length."""

    figure: str
    number: float
    names: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A ruler, or part ``number`` of ``many`` of one, from ``start`` to ``end`` in its unit."""

    marks: tuple[Mark, ...]
    unit: str
    start: float
    end: float
    number: int
    many: int

    @property
    def last(self) -> bool:
        """Whether the ruler ends here, so that the part has no tab."""
        return self.number == self.many

    @property
    def width(self) -> float:
        """The width in millimetres."""
        numbers = [self.start, *sorted(mark.number for mark in self.marks)]
        least = min(after - before for before, after in pairwise(numbers))
        return WIDE if 0 < least * MILLIMETRES[self.unit] < _SHORT and self.many == 1 else WIDTH

    @property
    def height(self) -> float:
        """The length in millimetres, with the tab."""
        return (self.end - self.start) * MILLIMETRES[self.unit] + (0 if self.last else TAB)


def split_into_parts(marks: Sequence[Mark], unit: str, room: float) -> list[Part]:
    """Return the parts of a ruler as long as its longest mark, each at most ``room`` millimetres long.

    All but the last have the same length, in whole units.
    """
    long = max(mark.number for mark in marks)
    whole = long * MILLIMETRES[unit]
    many = 1 if whole <= room else math.ceil(whole / (room - TAB - MILLIMETRES[unit]))
    step = long if many == 1 else math.ceil(long / many)
    starts = [step * number for number in range(many) if step * number < long]
    return [
        Part(tuple(marks), unit, start, min(start + step, long), number, len(starts))
        for number, start in enumerate(starts, 1)
    ]


def pack_columns(parts: Sequence[Part], height: float) -> list[list[Part]]:
    """Return parts in columns at most ``height`` millimetres high, the longest first."""
    columns: list[list[Part]] = []
    for part in sorted(parts, key=lambda one: -one.height):
        for column in columns:
            if sum(one.height + GAP for one in column) + part.height <= height:
                column.append(part)
                break
        else:
            columns.append([part])
    return columns


def marks_of(edition: Edition, wanted: Sequence[str], translator: Translator) -> list[Mark]:
    """Return the lengths among figures named ``record:path``, each with the names of what has it, shortest first."""
    found: dict[str, list[str]] = {}
    for name in wanted:
        figure = parse(figure_at(edition, name) or "")
        if figure and figure.kind == "length" and figure.number:
            found.setdefault(figure.text, []).append(_owner_name(edition, name, translator))
    marks = [Mark(text, float(text.split()[0]), tuple(dict.fromkeys(names))) for text, names in found.items()]
    return sorted(marks, key=lambda mark: mark.number)


def _owner_name(edition: Edition, name: str, translator: Translator) -> str:
    """Return the name of what a figure is part of: a row of a table with a name, or its record."""
    owner, _, path = name.partition(":")
    record = edition.records[owner]
    steps = path.split(".")
    for end in range(len(steps) - 1, 0, -1):
        words = translator.text(record, ".".join([*steps[:end], "name"]))
        if words:
            return ": ".join(filter(None, (words, _exceptional_columns(record, path, translator))))
    return translator.name(record)


def _exceptional_columns(record: Record, path: str, translator: Translator) -> str:
    """Return the names of a table's columns with the figure at a path, if most of the row have another; else ""."""
    row, _, _ = path.rpartition(".")
    columns = record.get("columns") or {}
    cells = {column: record.figure(f"{row}.{column}") for column in columns}
    own = record.figure(path)
    alike = [column for column in columns if cells[column] == own]
    others = Counter(cell for cell in cells.values() if cell not in (None, own))
    if not alike or max(others.values(), default=0) < len(alike):
        return ""
    return format_list([translator.text(record, f"columns.{column}") for column in alike], locale=translator.language)


def draw_rulers(
    rulers: Sequence[tuple[Mark, ...]],
    areas: Sequence[Mark],
    unit: str,
    width: float,
    height: float,
    format_figure: Callable[[str], str],
    glue: str,
) -> tuple[Markup, float]:
    """Return a page of rulers and of half discs (``areas``), and the width that they take together.

    That is more than ``width`` if the page can't hold them all; the caller reports it.
    """
    parts = [part for marks in rulers for part in split_into_parts(marks, unit, height)]
    page = _Page(Canvas(width, height), MILLIMETRES[unit], format_figure, glue)
    x = reach = 0.0
    for column in pack_columns([part for part in parts if part.width == WIDTH], height):
        y = 0.0
        for part in column:
            page.draw_ruler(part, x, y)
            y += part.height + GAP
        x = reach = x + WIDTH + GAP
    # Then columns of half discs and wide rulers.
    radii = [(area, area.number * MILLIMETRES[unit]) for area in areas]
    wide: list[tuple[float, float, Mark | Part]] = [(radius, radius * 2, area) for area, radius in radii]
    wide += [(WIDE, part.height, part) for part in parts if part.width == WIDE]
    y = 0.0
    for across, down, drawn in wide:
        if y and y + down > height:
            x, y = reach, 0.0
        if isinstance(drawn, Part):
            page.draw_ruler(drawn, x, y)
        else:
            page.draw_half_disc(drawn, x, y)
        y += down + GAP
        reach = max(reach, x + across + GAP)
    return page.canvas.markup(), reach - GAP


@dataclass(frozen=True)
class _Page:
    """Draws rulers and half discs on a canvas; ``scale`` is millimetres a unit, ``glue`` the words on a tab."""

    canvas: Canvas
    scale: float
    format_figure: Callable[[str], str]
    glue: str

    def draw_ruler(self, part: Part, x: float, y: float) -> None:
        """Draw a ruler with its upper left corner at (x, y): its ticks, numbers, tab and marks."""
        canvas, length, base = self.canvas, part.end - part.start, y + part.height
        canvas.rectangle(x, y, part.width, part.height, 0.25)
        canvas.line(x, base, x, base - length * self.scale, 0.25, ruler=f"{length:g} {part.unit}")
        for parts in _PARTS[part.unit]:
            coarser = [parts // fewer for fewer in _PARTS[part.unit] if fewer < parts and parts % fewer == 0]
            for step in range(round(length * parts) + 1):
                if all(step % longer for longer in coarser):
                    at = base - step / parts * self.scale
                    canvas.line(x, at, x + _TICKS[parts], at, 0.2 if parts == 1 else 0.12)
        for step in range(1, round(length) + 1):
            at = base - step * self.scale
            marked = any(mark.number == part.start + step for mark in part.marks)
            if at - y > 2 and not (marked and part.width == WIDE):
                # A number at the seam must not stand on the tab, nor one at a mark on the mark's line.
                below = marked or (at - y < TAB + 1 and not part.last)
                aside = text_height(_POINTS) * 0.6 if below else 0
                canvas.label(f"{part.start + step:g}", x + _NUMBERS, at + aside, _POINTS)
        if not part.last:
            # The tab lies beyond the end of this part; the beginning of the next part is glued onto it.
            canvas.path(hatch(Rectangle(x, y, WIDTH, TAB), 45, 2.2), 0.12)
            canvas.line(x, y + TAB, x + WIDTH, y + TAB, 0.2, "1.2 0.8")
            self._label(self.glue, x + WIDTH / 2, y + TAB / 2, WIDTH - 2, clear=True)
        self._draw_marks(part, x, base)

    def draw_half_disc(self, area: Mark, x: float, y: float) -> None:
        """Draw half a disc, whose straight side players lay along a base."""
        canvas, radius = self.canvas, area.number * self.scale
        middle = y + radius
        outline = f"M{x:.3f} {y:.3f}A{radius:.3f} {radius:.3f} 0 0 1 {x:.3f} {y + 2 * radius:.3f}Z"
        canvas.path(outline, 0.25, marks={"area": area.figure})
        for step in range(1, math.ceil(area.number)):
            reach = step * self.scale
            arc = f"M{x:.3f} {middle - reach:.3f}A{reach:.3f} {reach:.3f} 0 0 1 {x:.3f} {middle + reach:.3f}"
            canvas.path(arc, 0.12, "0.8 0.8")
        canvas.line(x, middle, x + radius, middle, 0.15)
        for number, line in enumerate((self.format_figure(area.figure), *area.names)):
            at = middle + radius * 0.28 + text_height(_POINTS) * number
            self._label(line, x + radius * 0.46, at, radius * 0.8, number == 0, clear=True)

    def _draw_marks(self, part: Part, x: float, base: float) -> None:
        """Draw the marks that lie on a part, each with its name below; else the ruler's name along the part."""
        marks = sorted(part.marks, key=lambda mark: mark.number)
        here = [mark for mark in marks if part.start < mark.number <= part.end + 1e-9]
        foot = base
        for mark in here:
            at = base - (mark.number - part.start) * self.scale
            self.canvas.line(x, at, x + part.width, at, 0.4)
            self._draw_names((self.format_figure(mark.figure), *mark.names), x, part.width, at, foot)
            foot = at
        if not here:
            last = max(part.marks, key=lambda mark: mark.number)
            whole = f"{self.format_figure(last.figure)} · {' · '.join(last.names)} · {part.number}/{part.many}"
            self.canvas.label(whole, x + _WORDS, base - part.height / 2 + TAB / 2, _LONG, turned=True)

    def _draw_names(self, words: Sequence[str], x: float, width: float, top: float, foot: float) -> None:
        """Set words along a ruler where they fit, else line by line below their mark."""
        whole = " · ".join(words)
        if width == WIDTH and self.canvas.label_size(whole, _LONG)[0] < foot - top:
            self.canvas.label(whole, x + _WORDS, (top + foot) / 2, _LONG, bold=True, turned=True)
            return
        left = _NUMBERS + 1.8
        for number, line in enumerate(words):
            at = top + 0.4 + text_height(_POINTS) * (number + 0.5)
            self._label(line, x + (left + width) / 2, at, width - left - 0.4, number == 0)

    def _label(self, text: str, x: float, y: float, room: float, bold: bool = False, clear: bool = False) -> None:
        """Set a line of text centred on (x, y), in smaller type if it is wider than ``room`` millimetres."""
        points = _POINTS
        while points > _LEAST and text_width(text, points) + 0.8 > room:
            points -= 0.25
        self.canvas.label(text, x, y, points, bold, clear)
