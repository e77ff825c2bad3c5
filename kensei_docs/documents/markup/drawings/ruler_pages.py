"""Pages of rulers and templates, which are cut out: where each lies, half discs, arcs, and a chart of ranges as bars.

Half discs are laid along a base, arcs with their point at one. The chart has distances that are longer than a ruler,
to scale; its lines are one length of the stick apart that players measure with.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from kensei_docs.documents.markup.drawings.canvas import (
    MILLIMETRES,
    Canvas,
    Rectangle,
    set_words,
    style,
    text_height,
    words_width,
)
from kensei_docs.documents.markup.drawings.lengths_in_records import Mark
from kensei_docs.documents.markup.drawings.rulers import (
    HEIGHT,
    Ruler,
    RulerDrawing,
    RulerLook,
    RulerPart,
    split_into_parts,
)

# Millimetres between pieces.
GAP = 1.9
# Rulers that take this share of a page's width are placed before half discs and arcs, which then fit beside them.
_LONG = 0.5
# Sizes of type in points: the figure of an area, the names of what has it, the numbers of rings, and the game.
_FIGURE_POINTS = 20.0
_NAME_POINTS = 8.5
# Degrees between the marks at the rim of an arc.
_MARK_DEGREES = 15
# How far from the point of an arc its words are, as a share of its radius.
_WORDS_SHARE_OF_RADIUS = 0.6
# Millimetres that words keep from the rim of an arc, where the degrees stand, and from its sides.
_FROM_RIM = 8.0
_FROM_SIDE = 1.0
# The field of the words of an arc: what runs over the space between its sides and its rim is an overflow.
_ARC_FIELD = "arc"
# The n of the scales 1:n that are tried for the chart, the largest scale first.
_SCALES = (2, 2.5, 4, 5, 8, 10, 12, 15, 20, 25, 40, 50, 100)
# Heights in millimetres of the chart: a row, the bar in it, the head with the names of bands, the foot with the scale,
# and the line below the foot.
_BAR_ROW = 7.6
_BAR = 5.6
_HEAD = 7.0
_FOOT = 5.6
_NOTE = 4.0
# Millimetres after the name of a bar.
_BAR_SPACE = 3.0
# Sizes of type in points: of the names and figures of bars, and of the scale.
_BAR_POINTS = 9.0
_SCALE_POINTS = 7.5


def draw_rulers(
    rulers: Sequence[Ruler],
    areas: Sequence[Mark],
    arcs: Sequence[Arc],
    width: float,
    height: float,
    format_figure: Callable[[str], str],
    words: Mapping[str, str],
    look: RulerLook,
    above: Callable[[Canvas], float] | None = None,
) -> list[Markup]:
    """Return pages of rulers, half discs (``areas``) and ``arcs``; a page is ``width`` by ``height`` millimetres.

    ``words`` has the words on a tab (``glue``) and on a half disc (``area``). The parts of a ruler are on the same page
    if they fit on one. Each half disc is drawn twice if a page has room. ``above`` draws what is at the head of the
    first page, and returns its height in millimetres. A half disc or arc must not be larger than a page.
    """
    packer, canvases = Packer(width, height), list[Canvas]()

    def canvas_of(page: int) -> Canvas:
        while len(canvases) <= page:
            canvases.append(Canvas(width, height))
        return canvases[page]

    if above:
        packer.place([(width, above(canvas_of(0)))])
    cut = [split_into_parts(ruler, width) for ruler in rulers]
    long_rulers = [parts for parts in cut if parts[0].width >= _LONG * width]

    def place_rulers(rulers_in_parts: Sequence[Sequence[RulerPart]]) -> None:
        for parts in rulers_in_parts:
            places = packer.place([(part.width, HEIGHT) for part in parts])
            for part, (page, spot) in zip(parts, places, strict=True):
                RulerDrawing(canvas_of(page), format_figure, words["glue"], look).draw(part, spot.x, spot.y)

    place_rulers(long_rulers)
    for area in areas:
        for is_second in (False, True):
            for page, spot in packer.place([(area.millimetres, 2 * area.millimetres)], more=not is_second):
                draw_half_disc(canvas_of(page), area, format_figure(area.figure), words["area"], look, spot)
    for arc in arcs:
        for page, spot in packer.place([arc.size]):
            draw_arc(canvas_of(page), arc, look, spot)
    place_rulers([parts for parts in cut if parts not in long_rulers])
    return [canvas.markup() for canvas in canvases]


@dataclass
class Packer:
    """Finds places for pieces on pages of ``width`` by ``height`` millimetres.

    ``pages`` has the occupied rectangles of each page.
    """

    width: float
    height: float
    pages: list[list[Rectangle]] = field(default_factory=list)

    def place(self, sizes: Sequence[tuple[float, float]], more: bool = True) -> list[tuple[int, Rectangle]]:
        """Place pieces with these widths and heights; return the number of the page, from 0, and the place of each.

        A piece gets the highest free place, of several the one furthest left. Pieces that fit on one page are placed
        on one page. If ``more`` is false, no page is added, and nothing is placed where the pages have no room.
        Raises ValueError for a piece that is larger than a page.
        """
        for number, page in enumerate(self.pages):
            if spots := _fit(sizes, page, self.width, self.height):
                page.extend(spots)
                return [(number, spot) for spot in spots]
        if not more:
            return []
        if spots := _fit(sizes, [], self.width, self.height):
            self.pages.append(spots)
            return [(len(self.pages) - 1, spot) for spot in spots]
        if len(sizes) == 1:
            raise ValueError(f"a piece of {sizes[0]} mm is larger than a page of {self.width:g} by {self.height:g} mm")
        return [placed for size in sizes for placed in self.place([size])]


def _fit(
    sizes: Sequence[tuple[float, float]], taken: Sequence[Rectangle], width: float, height: float
) -> list[Rectangle] | None:
    """Return a place for each of some sizes on a page of which some rectangles are occupied; None if one finds none."""
    spots: list[Rectangle] = []
    for across, down in sizes:
        occupied = [*taken, *spots]
        free = (
            spot
            for x, y in _corners(occupied)
            if (spot := Rectangle(x, y, across, down)) and x + across <= width + 1e-6 and y + down <= height + 1e-6
            if not any(_with_gap(spot).overlaps(other) for other in occupied)
        )
        first = next(free, None)
        if first is None:
            return None
        spots.append(first)
    return spots


def _corners(taken: Sequence[Rectangle]) -> Iterator[tuple[float, float]]:
    """Yield the upper left corners where a piece may stand: at the edges of the page and of occupied rectangles."""
    rows = sorted({0.0, *(spot.y + spot.height + GAP for spot in taken)})
    columns = sorted({0.0, *(spot.x + spot.width + GAP for spot in taken)})
    return ((x, y) for y in rows for x in columns)


def _with_gap(spot: Rectangle) -> Rectangle:
    """Return a rectangle with the gap around it, a little less because sums of millimetres are not exact."""
    gap = GAP - 1e-3
    return Rectangle(spot.x - gap, spot.y - gap, spot.width + 2 * gap, spot.height + 2 * gap)


@dataclass(frozen=True)
class Arc:
    """An angle that players measure: its size in ``degrees``, and the ``names`` of what has it.

    ``radius`` is how long the sides of its template are, in millimetres.
    """

    degrees: int
    names: tuple[str, ...]
    radius: float

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the template in millimetres, with one of its sides along the lower edge."""
        angle = math.radians(self.degrees)
        left = max(0.0, -math.cos(angle)) * self.radius
        return self.radius + left, self.radius * (math.sin(angle) if self.degrees < 90 else 1)

    def room(self, x: float, height: float) -> float:
        """Return how wide words may be that have their middle at ``x`` from the point and ``height`` above it."""
        angle = math.radians(self.degrees)
        right = math.sqrt(max(0.0, (self.radius - _FROM_RIM) ** 2 - height**2))
        left = max(-right, height / math.tan(angle)) if self.degrees < 180 else -right
        return max(1.0, 2 * (min(x - left, right - x) - _FROM_SIDE))


def draw_half_disc(canvas: Canvas, area: Mark, figure: str, use: str, look: RulerLook, spot: Rectangle) -> None:
    """Draw half a disc with a numbered ring for each unit; players lay its straight side along a base.

    ``figure`` is the radius as it is printed, ``use`` the words that explain how to lay the template.
    """
    radius, x, middle = area.millimetres, spot.x, spot.y + area.millimetres
    outline = f"M{x:.3f} {spot.y:.3f}A{radius:.3f} {radius:.3f} 0 0 1 {x:.3f} {spot.y + 2 * radius:.3f}Z"
    canvas.path(outline, 0.4, fill="#fff", stroke=look.ink, marks={"area": area.figure})
    canvas.line(x, spot.y, x, spot.y + 2 * radius, 1.1, stroke=look.accent)
    for step in range(1, math.ceil(area.number) + 1):
        reach = min(step, area.number) * MILLIMETRES[area.unit]
        if step < area.number:
            # Rings stand above the middle, words below it.
            arc = f"M{x:.3f} {middle - reach:.3f}A{reach:.3f} {reach:.3f} 0 0 1 {x + reach:.3f} {middle:.3f}"
            canvas.path(arc, 0.25, "0.8 0.8", stroke=look.ink)
        if step <= area.number:
            width = canvas.label_size(f"{step}", _NUMBER_POINTS)[0]
            canvas.label(f"{step}", x + reach - width / 2 - 0.3, middle - 1.9, _NUMBER_POINTS, style=style(look.ink))
            canvas.line(x + reach, middle - 1.2, x + reach, middle, 0.35, stroke=look.ink)
    canvas.line(x, middle, x + radius, middle, 0.25, stroke=look.ink)
    lines = [
        (figure, _FIGURE_POINTS),
        *((name, _NAME_POINTS) for name in area.names[:3]),
        (use, _NUMBER_POINTS),
        (look.game, _GAME_POINTS),
    ]
    y = middle + 1.2
    for line, points in lines:
        y += text_height(points) / 2
        set_words(canvas, line, x + 2.6, y, points, look.ink, points == _FIGURE_POINTS, bold=points == _NAME_POINTS)
        y += text_height(points) / 2


def draw_arc(canvas: Canvas, arc: Arc, look: RulerLook, spot: Rectangle) -> None:
    """Draw an arc: one side along the lower edge of ``spot``, marks at the rim, a line through the middle."""
    angle, radius = math.radians(arc.degrees), arc.radius
    x, y = spot.x + spot.width - radius, spot.y + spot.height

    def at(degrees: float, reach: float) -> tuple[float, float]:
        return x + reach * math.cos(math.radians(degrees)), y - reach * math.sin(math.radians(degrees))

    (far_x, far_y), large = at(arc.degrees, radius), int(angle > math.pi)
    outline = f"M{x:.3f} {y:.3f}L{x + radius:.3f} {y:.3f}A{radius:g} {radius:g} 0 {large} 0 {far_x:.3f} {far_y:.3f}Z"
    canvas.path(outline, 0.4, fill="#fff", stroke=look.ink, marks={"arc": f"{arc.degrees}"})
    for side in (0, arc.degrees):
        canvas.line(x, y, *at(side, radius), 1.1, stroke=look.accent)
    for step in range(_MARK_DEGREES, arc.degrees, _MARK_DEGREES):
        canvas.line(*at(step, radius - 3), *at(step, radius), 0.3, stroke=look.ink)
        canvas.label(f"{step}°", *at(step, radius - 5.4), _NUMBER_POINTS, style=style(look.ink))
    middle_x, middle_y = at(arc.degrees / 2, radius * _WORDS_SHARE_OF_RADIUS)
    widest = arc.room(middle_x - x, y - middle_y)
    names = [line for name in arc.names[:2] for line in _in_lines(name, widest)]
    lines = [(f"{arc.degrees}°", _FIGURE_POINTS), *((name, _NAME_POINTS) for name in names), (look.game, _GAME_POINTS)]
    down = middle_y - sum(text_height(points) for _, points in lines) / 2
    for line, points in lines:
        down += text_height(points) / 2
        css = style(look.ink, points == _FIGURE_POINTS) + ("; font-weight: 600" if points == _NAME_POINTS else "")
        # A line is as wide as the arc is there, so that the layout reports one that is longer.
        room = arc.room(middle_x - x, y - down)
        canvas.label(line, middle_x, down, points, width=room, style=css, field=_ARC_FIELD)
        down += text_height(points) / 2
    # The line through the middle ends where the words begin.
    upwards = math.sin(angle / 2)
    end = min(radius * 0.34, (y - down - _FROM_SIDE) / upwards)
    canvas.line(*at(arc.degrees / 2, 6), *at(arc.degrees / 2, max(6, end)), 0.25, "1.2 0.8", stroke=look.ink)


def _in_lines(name: str, room: float) -> list[str]:
    """Return a name in lines of at most ``room`` millimetres; a word that is longer than that is a line of its own."""
    lines: list[str] = []
    for word in name.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and words_width(longer, _NAME_POINTS) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@dataclass(frozen=True)
class Bar:
    """A row of the chart: its name and its marks; if it is ``banded``, they look like bands of distance."""

    name: str
    marks: tuple[Mark, ...]
    banded: bool


@dataclass(frozen=True)
class RangeChart:
    """Bars to one scale, with a line at each length of a stick: ``stick`` is its length in ``unit``.

    ``format_figure`` returns a length as it is printed, ``note`` the words that explain how to read the chart, for a
    scale such as ``1 : 4``.
    """

    bars: Sequence[Bar]
    stick: float
    unit: str
    look: RulerLook
    format_figure: Callable[[str], str]
    note: Callable[[str], str]

    @property
    def height(self) -> float:
        """The height in millimetres."""
        return _HEAD + len(self.bars) * _BAR_ROW + _FOOT

    def draw(self, canvas: Canvas) -> float:
        """Draw the chart at the head of a canvas; return its height."""
        look, step = self.look, self.stick * MILLIMETRES[self.unit]
        left = max(words_width(bar.name, _BAR_POINTS) for bar in self.bars) + _BAR_SPACE
        longest = max(mark.millimetres for bar in self.bars for mark in bar.marks)
        room = canvas.width - left - 2
        ratio = next((scale for scale in _SCALES if longest / scale <= room), _SCALES[-1])
        foot = _HEAD + len(self.bars) * _BAR_ROW
        for number in range(int(longest / step) + 1):
            x = left + number * step / ratio
            canvas.line(x, _HEAD - 0.8, x, foot + 0.8, 0.2, "0.8 0.8", stroke=look.ink)
            if number:
                figure = self.format_figure(f"{number * self.stick:g} {self.unit}")
                canvas.label(figure, x, foot + 2.8, _SCALE_POINTS, style=style(look.ink))
        line = self._draw_legend(canvas, left, ratio, foot + _FOOT)
        for number, bar in enumerate(self.bars):
            self._draw_bar(canvas, bar, left, _HEAD + number * _BAR_ROW + (_BAR_ROW - _BAR) / 2, ratio)
        return self.height + line

    def _draw_legend(self, canvas: Canvas, left: float, ratio: float, foot: float) -> float:
        """Draw above the bars what each band looks like, and after that how to read the chart.

        If there is no room for the latter, it is a line below ``foot``. Returns the height of that line, else 0.
        """
        columns = {mark.place: mark.column for bar in self.bars if bar.banded for mark in reversed(bar.marks)}
        x = left
        for place in sorted(columns):
            spot = Rectangle(x, 0.8, 8, 3.8)
            self.look.paint_band(canvas, spot, place)
            x = set_words(canvas, columns[place], x + 9, 2.7, _SCALE_POINTS + 1, self.look.ink, bold=True) + _BAR_SPACE
        note = self.note(f"1 : {ratio:g}")
        width = words_width(note, _SCALE_POINTS)
        below = x + width > canvas.width
        at = (left, foot + _NOTE / 2) if below else (canvas.width - width, 2.7)
        set_words(canvas, note, *at, _SCALE_POINTS, self.look.ink)
        return _NOTE if below else 0.0

    def _draw_bar(self, canvas: Canvas, bar: Bar, left: float, top: float, ratio: float) -> None:
        look, before = self.look, 0.0
        set_words(canvas, bar.name, 0, top + _BAR / 2, _BAR_POINTS, look.ink, bold=True)
        for mark in bar.marks:
            end = mark.millimetres / ratio
            spot = Rectangle(left + before, top, end - before, _BAR)
            colour, hatched = look.ink, False
            if bar.banded:
                colour, hatched = look.paint_band(canvas, spot, mark.place)
            else:
                canvas.rectangle(spot.x, spot.y, spot.width, spot.height, 0.35, fill=look.paper, stroke=look.ink)
                canvas.rectangle(spot.x, spot.y, spot.width, 1.1, 0, fill=look.accent, stroke="none")
            figure = self.format_figure(mark.figure)
            width = words_width(figure, _BAR_POINTS, True)
            middle = top + _BAR / 2 + (0 if bar.banded else 0.5)
            ground = look.paper if hatched else ""
            set_words(canvas, figure, spot.x + spot.width - width - 0.5, middle, _BAR_POINTS, colour, True, ground)
            before = end
