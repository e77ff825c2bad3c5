"""Pages of rulers and movement templates in true millimetres.

A ruler stands upright on the page, its words along it: whoever turns it to measure reads them. Its right edge bears the
ticks. One that is longer than the page is cut into parts; each but the last has a tab that the next part is glued onto.
A distance too short for words along it is a block at the end of a handle that bears them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise

from markupsafe import Markup

from kensei_docs.documents.markup.drawings.canvas import Canvas, Rectangle, hatch, text_height
from kensei_docs.documents.markup.drawings.marks import Mark
from kensei_docs.documents.markup.drawings.measures import MILLIMETRES

# Millimetres: the width of a ruler, the tab of a part, the handle of a short distance, the gap between rulers.
WIDTH, TAB, HANDLE, GAP = 17.0, 12.0, 46.0, 2.5
# A single distance shorter than this (millimetres) has a handle; the stretches of a ruler with more are no shorter.
_HANDLED, _SHORT = 60.0, 35.0
# The length of a tick in millimetres, by the number of parts into which such ticks divide a unit; that of every fifth.
_TICKS = {1: 3.6, 2: 2.6, 5: 1.6, 10: 1.6, 4: 1.8}
_FIFTH = 5.0
# The numbers of parts that ticks divide a unit into.
_PARTS = {"cm": (1, 2, 10), "in": (1, 2, 4), "mm": (1,), "ft": (1, 2, 4)}
# Type in points: of numbers and of every fifth, of a length, of its first name from the largest, of other names, of
# the game.
_NUMBER, _BIG, _LENGTH, _NAMES, _OTHERS, _GAME = 7.5, 13.0, 14.0, (11.0, 10.0, 9.0, 8.0), 8.0, 7.0
# Millimetres from the edge with the ticks to the middle of numbers, of every fifth, and of the words along a ruler.
_AT_NUMBER, _AT_BIG, _AT_WORDS = 5.4, 7.4, 12.9
# Millimetres between words, and from them to an end; the side of a crest; units shorter than this aren't all numbered.
_SPACE, _CREST, _ROOM = 2.2, 6.0, 4.0
# As many names as stand on a stretch beside its length; a longer list tells a player nothing.
_MOST = 3
# How much wider than others the typeface of headings is.
_HEADING = 1.12


@dataclass(frozen=True)
class Dress:
    """How rulers look.

    ``plain`` is the colour of a ruler with a single length, ``stretches`` are those of one with more, ``paper`` is that
    of handles. ``text_on`` returns the colour of text on a colour, ``crest`` a crest (HTML) in a colour on a colour.
    """

    plain: str
    stretches: tuple[str, ...]
    paper: str
    text_on: Callable[[str], str]
    crest: Callable[[str, str], str]
    game: str


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
    def scale(self) -> float:
        """The millimetres of a unit."""
        return MILLIMETRES[self.unit]

    @property
    def measured(self) -> float:
        """The length in millimetres that measures."""
        return (self.end - self.start) * self.scale

    @property
    def short(self) -> bool:
        """Whether the part is a block with a handle."""
        return len(self.marks) == self.many == 1 and self.measured < _HANDLED

    @property
    def height(self) -> float:
        """The length in millimetres, with the tab or the handle."""
        return self.measured + (TAB if not self.last else HANDLE if self.short else 0)


def split_marks(marks: Sequence[Mark], unit: str) -> list[tuple[Mark, ...]]:
    """Return the rulers that bear some marks: one for all, or one for each where some lie too close for their words."""
    numbers = [0.0, *sorted(mark.number for mark in marks)]
    close = any(0 < (after - before) * MILLIMETRES[unit] < _SHORT for before, after in pairwise(numbers))
    return [(mark,) for mark in marks] if close else [tuple(marks)] if marks else []


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
    """Return parts in columns at most ``height`` millimetres high: rulers of several parts first, side by side in their
    order, then the longest."""
    columns = [[part] for part in parts if part.many > 1]
    for part in sorted((part for part in parts if part.many == 1), key=lambda one: -one.height):
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
    width: float,
    height: float,
    format_figure: Callable[[str], str],
    glue: str,
    dress: Dress,
    fill: bool = False,
) -> list[Markup]:
    """Return pages of rulers and of half discs (``areas``), each page ``width`` by ``height`` millimetres.

    The parts of a ruler share a page, if one holds them all. With ``fill``, what room is left bears half discs and
    undivided rulers again, for another player. A half disc must not be larger than a page.
    """
    parts = [part for marks in rulers for part in split_into_parts(marks, marks[0].unit, height)]
    columns = pack_columns(parts, height)
    pages: list[_Page] = []

    def page_for(across: float) -> _Page:
        found = next((page for page in pages if page.x + across <= width), None)
        if not found:
            pages.append(found := _Page(Canvas(width, height), format_figure, glue, dress))
        return found

    for column in columns:
        if column[0].number == 1:
            page = page_for(min(column[0].many * (WIDTH + GAP) - GAP, width))
        elif page.x + WIDTH > width:
            page = page_for(WIDTH)
        page.draw_column(column)
    for area in areas:
        page = page_for(area.millimetres)
        many = int((height + GAP) / (2 * area.millimetres + GAP)) if fill else 1
        for number in range(many):
            page.draw_half_disc(area, page.x, number * (2 * area.millimetres + GAP))
        page.x += area.millimetres + GAP
    again = iter([column for column in columns if column[0].many == 1] if fill else [])
    for page in pages:
        while page.x + WIDTH <= width and (more := next(again, None)):
            page.draw_column(more)
    return [page.canvas.markup() for page in pages]


@dataclass
class _Page:
    """Draws columns of rulers and half discs on a canvas; ``glue`` are the words on a tab.

    ``x`` is where the next column stands, in millimetres from the left.
    """

    canvas: Canvas
    format_figure: Callable[[str], str]
    glue: str
    dress: Dress
    x: float = 0

    def draw_column(self, column: Sequence[Part]) -> None:
        """Draw rulers below one another, right of what is on the page."""
        y = 0.0
        for part in column:
            self.draw_ruler(part, self.x, y)
            y += part.height + GAP
        self.x += WIDTH + GAP

    def draw_ruler(self, part: Part, x: float, y: float) -> None:
        """Draw a ruler with its upper left corner at (x, y): its stretches, ticks and numbers, its tab or handle."""
        canvas, base, edge = self.canvas, y + part.height, x + WIDTH
        ends = [0.0, *sorted(mark.number for mark in part.marks)]
        marks = {mark.number: mark for mark in part.marks}
        colours = (self.dress.plain,) if len(part.marks) == 1 else self.dress.stretches
        stretches = [
            (marks[end], max(start, part.start), min(end, part.end), colour, part.start <= start < end <= part.end)
            for (start, end), colour in zip(pairwise(ends), cycle(colours), strict=False)
            if max(start, part.start) < min(end, part.end)
        ]
        longest = max(stretches, key=lambda stretch: stretch[2] - stretch[1])
        for mark, low, high, colour, inside in stretches:
            foot, top = base - (low - part.start) * part.scale, base - (high - part.start) * part.scale
            canvas.rectangle(x, top, WIDTH, foot - top, 0.25, fill=colour)
            self._draw_ticks(part, edge, base, low, high, {part.end, *ends}, self.dress.text_on(colour))
            if not part.short:
                count = f"{part.number}/{part.many}" if part.many > 1 else ""
                self._draw_words(mark, x, top, foot, colour, count, mark is longest[0], inside)
        canvas.rectangle(x, y, WIDTH, part.height, 0.25)
        canvas.line(edge, base, edge, base - part.measured, 0.25, ruler=f"{part.end - part.start:g} {part.unit}")
        if not part.last:
            # The tab lies beyond the end of this part; the beginning of the next part is glued onto it.
            canvas.path(hatch(Rectangle(x, y, WIDTH, TAB), 45, 2.2), 0.12)
            canvas.line(x, y + TAB, edge, y + TAB, 0.2, "1.2 0.8")
            canvas.label(self.glue, x + WIDTH / 2, y + TAB / 2, _GAME, clear=True)
        if part.short:
            self._draw_handle(part.marks[-1], x, y)

    def draw_half_disc(self, area: Mark, x: float, y: float) -> None:
        """Draw half a disc, whose straight side players lay along a base."""
        canvas, radius, colour = self.canvas, area.millimetres, self.dress.plain
        middle, text = y + radius, self.dress.text_on(colour)
        outline = f"M{x:.3f} {y:.3f}A{radius:.3f} {radius:.3f} 0 0 1 {x:.3f} {y + 2 * radius:.3f}Z"
        canvas.path(outline, 0.25, fill=colour, marks={"area": area.figure})
        for step in range(1, math.ceil(area.number)):
            reach = step * MILLIMETRES[area.unit]
            # Rings stand above the middle, words below it.
            arc = f"M{x:.3f} {middle - reach:.3f}A{reach:.3f} {reach:.3f} 0 0 1 {x + reach:.3f} {middle:.3f}"
            canvas.path(arc, 0.2, "0.8 0.8", stroke=text)
        canvas.line(x, middle, x + radius, middle, 0.2, stroke=text)
        names = [(name, _OTHERS) for name in area.names[:_MOST]]
        at = x + radius * 0.1
        for line, points in ((self.format_figure(area.figure), _LENGTH), *names, (self.dress.game, _GAME)):
            heading = points == _LENGTH
            width = self._width(line, points) if heading else canvas.label_size(line, points)[0]
            self._along(line, at + text_height(points) / 2, middle + _SPACE + width, points, text, heading)
            at += text_height(points)

    def _draw_ticks(
        self, part: Part, edge: float, base: float, low: float, high: float, ends: set[float], colour: str
    ) -> None:
        """Draw the ticks from ``low`` to ``high`` along the right edge, and the number of each unit."""
        for parts in _PARTS[part.unit]:
            coarser = [parts // fewer for fewer in _PARTS[part.unit] if fewer < parts and parts % fewer == 0]
            for step in range(math.ceil(low * parts), math.floor(high * parts) + 1):
                at_end = step / parts in (part.start, part.end)
                if not at_end and all(step % longer for longer in coarser):
                    at = base - (step / parts - part.start) * part.scale
                    fifth = parts == 1 and step % 5 == 0
                    length = _FIFTH if fifth else _TICKS[parts]
                    self.canvas.line(edge - length, at, edge, at, 0.35 if fifth else 0.2, stroke=colour)
        for step in range(math.floor(low) + 1, math.floor(high) + 1):
            big = step % 5 == 0 and (part.scale > _ROOM or step % 10 == 0)
            if not big and part.scale <= _ROOM:
                continue
            points, aside = (_BIG, _AT_BIG) if big else (_NUMBER, _AT_NUMBER)
            at = base - (step - part.start) * part.scale
            if step in ends:
                # A number must not stand on the line of a mark, nor on a seam.
                at += max(self.canvas.label_size(f"{step}", points)) / 2 + 0.4
            self.canvas.label(f"{step}", edge - aside, at, points, turned=True, style=_style(colour, big))

    def _draw_words(
        self, mark: Mark, x: float, top: float, foot: float, colour: str, count: str, signed: bool, whole: bool
    ) -> None:
        """Set the length and the names of a stretch along it, and at its end, if ``signed``, the crest and the game.

        ``whole`` says that no other part has some of the stretch.
        """
        text, at = self.dress.text_on(colour), x + WIDTH - _AT_WORDS
        foot, top = foot - _SPACE, top + _SPACE
        if signed:
            game = " · ".join(filter(None, (self.dress.game, count)))
            needed = self.canvas.label_size(game, _GAME)[0] + _CREST + _SPACE
            first = self._width(self.format_figure(mark.figure), _LENGTH) + self._width(mark.names[0], _NAMES[-1])
            if needed + first + 2 * _SPACE < foot - top:
                crest = self.dress.crest(text, colour)
                self.canvas.picture(crest, at, top + _CREST, _CREST, turned=True)
                self._along(game, at, top + needed, _GAME, text)
                top += needed + _SPACE
        foot = self._along(self.format_figure(mark.figure), at, foot, _LENGTH, text, True) - _SPACE
        names, room = mark.names[:_MOST], foot - top
        others = sum(self.canvas.label_size(name, _OTHERS)[0] + _SPACE for name in names[1:])
        # All names in smaller type rather than one in the largest; the first alone rather than none.
        wanted = [(points, needed) for needed in (others, 0.0) for points in _NAMES]
        found = (points for points, needed in wanted if self._width(names[0], points) + needed <= room)
        if points := next(found, 0):
            foot = self._along(names[0], at, foot, points, text, True) - _SPACE
            for name in names[1:]:
                if self.canvas.label_size(name, _OTHERS)[0] <= foot - top:
                    foot = self._along(name, at, foot, _OTHERS, text) - _SPACE
        else:
            self._in_lines(names[0], at, foot, room, text, whole)

    def _draw_handle(self, mark: Mark, x: float, y: float) -> None:
        """Set the length and the names of a short distance on its handle, and the crest and the game."""
        text, foot = self.dress.text_on(self.dress.paper), y + HANDLE - _SPACE
        self.canvas.rectangle(x, y, WIDTH, HANDLE, 0.25, fill=self.dress.paper)
        self._along(self.format_figure(mark.figure), x + 3.6, foot, _LENGTH, text, True)
        self.canvas.picture(self.dress.crest(text, self.dress.paper), x + 3.6, y + _CREST + 1, _CREST, turned=True)
        at = x + 8.6
        for name in mark.names[: _MOST - 1]:
            self._along(name, at, foot, _OTHERS, text)
            at += text_height(_OTHERS)
        self._along(self.dress.game, x + WIDTH - 1.9, foot, _GAME, text)

    def _in_lines(self, name: str, at: float, foot: float, room: float, colour: str, whole: bool) -> None:
        """Set a name in small type on two lines at the most; not at all if it has no room on a part of a stretch, as
        another part has more of that."""
        words = name.split()
        half = next((n for n in range(len(words), 0, -1) if self._fits(" ".join(words[:n]), room)), 1)
        lines = [" ".join(line) for line in (words[:half], words[half:]) if line]
        if whole or all(self._fits(line, room) for line in lines):
            for number, line in enumerate(lines):
                aside = (number - (len(lines) - 1) / 2) * text_height(_GAME)
                self._along(line, at + aside, foot, _GAME, f"{colour}; font-weight: 600")

    def _fits(self, text: str, room: float) -> bool:
        return self.canvas.label_size(text, _GAME)[0] <= room

    def _width(self, text: str, points: float) -> float:
        """Return the width in millimetres of a line in the typeface of headings, which is wider."""
        return self.canvas.label_size(text, points * _HEADING)[0]

    def _along(self, text: str, at: float, foot: float, points: float, colour: str, heading: bool = False) -> float:
        """Set a line upwards from ``foot``, with its middle at ``at`` across; return where it ends."""
        width = self._width(text, points) if heading else self.canvas.label_size(text, points)[0]
        style = f"{_style(colour, heading)}; text-align: left"
        self.canvas.label(text, at, foot - width / 2, points, turned=True, width=width, style=style)
        return foot - width


def _style(colour: str, heading: bool = False) -> str:
    return (
        f"color: {colour}"
        + "; font-family: Source Serif Pro; font-weight: 900; font-feature-settings: 'lnum'" * heading
    )
