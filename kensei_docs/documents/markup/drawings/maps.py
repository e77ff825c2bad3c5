"""Maps of scenarios: a table to scale with its zones, pieces and dimension lines, and a key to them.

The scale of a map is the largest that fits. Dimension lines never overlap. The name of a zone stands in its zone, or
beside it with a line into it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kensei_docs.documents.markup.drawings.canvas import (
    BOLD,
    INK,
    MILLIMETRES,
    REGULAR,
    SOFT,
    Canvas,
    Circle,
    Rectangle,
    Shape,
    draw_terrain,
    hatch,
    text_height,
)
from kensei_docs.documents.markup.drawings.deployment import Ground, Piece, Span, Zone
from kensei_docs.documents.markup.typefaces import width_of

# Millimetres from the table to the first dimension line, from a line to its label, and from a label to the next line.
_TO_FIRST_LINE = 1.6
_TO_LABEL = 0.6
_AFTER_LABEL = 0.4
# How far an extension line goes beyond its dimension line, in millimetres.
_PAST = 0.7
# The n of scales 1:n that are easy to calculate with: 1 to 10, then even numbers and multiples of five.
_RATIOS = tuple(ratio for ratio in range(1, 500) if ratio <= 10 or ratio % 2 == 0 or ratio % 5 == 0)
# The scale bar has the first of these lengths, in the table's unit, that takes at least _MIN_BAR millimetres on paper.
_BARS = (1, 2, 5, 10, 20, 50, 100, 200)
_MIN_BAR = 14.0

# A map is small if its type is smaller than this, in points.
SMALL_TYPE = 7.5

FormatFigure = Callable[[str | None], str]
# A span, and the distance of its dimension line from the table in millimetres.
Placed = tuple[Span, float]
# The width of the line where a zone faces the enemy.
LIMIT_WIDTH_MM = 0.8
# The factor for widths of lines and sizes of pictures on a small map.
_SMALL_MAP_FACTOR = 0.7
# The least size of type of the name of a zone, if the map has larger type.
_LEAST_NAME_POINTS = 7.0
# The air between the limit of a strip and its name outside of it, and the length inside of it of the line between them.
_NAME_ASIDE_MM = 1.3
_POINTER_MM = 1.8
# Where the name of a strip may be, as parts of its width: the nearest to the middle first.
_FINE_PARTS = tuple(sorted((part / 40 for part in range(3, 38)), key=lambda part: abs(part - 0.5)))
# How a zone is hatched, with solid or dashed lines: the millimetres between lines, their width in millimetres, and
# their dashes.
_SOLID = (1.9, 0.3, "")
_DASHED = (2.6, 0.4, "2.2 1")
# The factor for the sizes of pictures where the name of a strip would not have room beside larger ones.
_SMALL_PICTURE_FACTOR = 0.5
# The width and height of a swatch of the key, and those of the largest outline of a piece in it.
_SWATCH_MM = (6.0, 3.4)
_MAX_OUTLINE_MM = (5.6, 2.8)
# What swatches of a sort show, where it is not a field as large as the swatch.
_SWATCHES: dict[str, Shape] = {"round": Circle(3.0, 1.7, 1.5), "piece": Rectangle(1.9, 0.6, 2.2, 2.2)}
# The shortest side of an outline in a swatch.
_MIN_OUTLINE_MM = 0.7
# The largest and the smallest side of the picture of a piece.
_MAX_PICTURE_MM = 8.0
_MIN_PICTURE_MM = 2.6
# The factor for the gaps between lines that cross.
_CROSSED_FACTOR = 1.5
# The shortest row of bases that a small map shows as it is; shorter ones are enlarged.
_MIN_ROW_MM = 4.0
# The side of an area in which both armies deploy.
_OF_BOTH = "both"
# The number of strips that face one another.
_FACING_STRIPS = 2


@dataclass(frozen=True)
class LegendEntry:
    """A line of a map's key: a swatch and what it stands for; ``area`` is true for the deployment area of one side."""

    swatch: Markup
    text: str
    area: bool = False


@dataclass(frozen=True)
class MapWords:
    """The words and pictures of a map in one language.

    ``say`` returns one of the map's own phrases, ``figure`` a figure as the language writes it, ``name`` the name of
    the area or piece at a path of the deployment, ``picture`` the drawing of a piece (empty if it has none) for its
    entry in the data, and ``colour`` the colour with a name.
    """

    say: Callable[..., str]
    figure: Callable[[str | None], str]
    name: Callable[[str], str]
    picture: Callable[[Mapping[str, Any]], str]
    colour: Callable[[str], str]


@dataclass(frozen=True)
class Map:
    """A drawn map: its markup, its size in millimetres, its scale (1 : ``ratio``) and its key."""

    drawing: Markup
    width: float
    height: float
    ratio: int
    key: tuple[LegendEntry, ...]


def draw_map(ground: Ground, words: MapWords, width: float, height: float, points: float, sized: bool = True) -> Map:
    """Draw a map at the largest scale that fits into a width and height in millimetres.

    ``points`` is the size of its type. If ``sized`` is false, the edges of the table have no dimensions, which leaves
    more room for the table.
    """
    frame = Frame.fit(ground, words.figure, width, height, points, sized)
    drawing = _Drawing(ground, words, frame, Canvas(frame.width, frame.height))
    drawing.draw()
    return Map(drawing.canvas.markup(), frame.width, frame.height, frame.ratio, tuple(drawing.key()))


def label_of(span: Span, format_figure: FormatFigure) -> str:
    """Return the label of a dimension line; a derived figure is in brackets."""
    return f"({format_figure(span.figure)})" if span.derived else format_figure(span.figure)


@dataclass(frozen=True)
class Frame:
    """Where the table lies on the canvas, in millimetres, and the dimension lines around it.

    ``ratio`` is the n of the scale 1:n, ``scale`` the millimetres on paper of a unit of the table. ``places`` has the
    distance of each dimension line from the table's edge, 0 for a line on the table. ``bar`` is the height of the row
    with the scale bar, which small maps don't have. ``sized`` is whether the dimensions of the table itself are drawn.
    """

    ratio: int
    scale: float
    left: float
    top: float
    width: float
    height: float
    points: float
    places: tuple[Placed, ...]
    bar: float = 0.0
    sized: bool = True

    @classmethod
    def fit(
        cls, ground: Ground, format_figure: FormatFigure, width: float, height: float, points: float, sized: bool = True
    ) -> Frame:
        """Return the frame with the largest scale that fits into a width and height in millimetres.

        If no scale fits, the frame has the smallest one and is larger than that.
        """
        line = text_height(points)
        bar = line + 2 if points >= SMALL_TYPE else 0.5
        edge = line + _TO_FIRST_LINE if sized else 0.5
        # Of each way, the shortest first, as they are closest to the table.
        spans = {
            way: sorted((span for span in ground.spans if span.way == way), key=lambda span: span.length)
            for way in ("down", "above", "below")
        }
        places = [(span, 0.0) for span in ground.spans if span.way == "inside"]
        for ratio in _RATIOS:
            scale = MILLIMETRES[ground.unit] / ratio
            beside, right = _place_beside(spans["down"], scale, format_figure, points)
            over, top = _place_in_rows(spans["above"], scale, format_figure, points)
            under, below = _place_in_rows(spans["below"], scale, format_figure, points)
            top = max(top, 0.5)
            whole = edge + ground.width * scale + max(right, 0.5), top + ground.depth * scale + below + edge + bar
            if whole[0] <= width and whole[1] <= height:
                break
        return cls(ratio, scale, edge, top, *whole, points, (*beside, *over, *under, *places), bar, sized)

    @property
    def is_small(self) -> bool:
        """Whether there is no room for all names and distances."""
        return self.points < SMALL_TYPE

    @property
    def thin(self) -> float:
        """The factor for widths of lines and sizes of pictures."""
        return _SMALL_MAP_FACTOR if self.is_small else 1.0

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return a point of the table as a point of the canvas."""
        return self.left + x * self.scale, self.top + y * self.scale

    def scale_shape(self, shape: Shape) -> Shape:
        """Return a shape of the table as a shape of the canvas."""
        x, y = self.at(shape.x, shape.y)
        if isinstance(shape, Circle):
            return Circle(x, y, shape.radius * self.scale)
        return Rectangle(x, y, shape.width * self.scale, shape.height * self.scale)


def _place_beside(
    spans: Sequence[Span], scale: float, format_figure: FormatFigure, points: float
) -> tuple[list[Placed], float]:
    """Return the places of dimension lines beside the table, and the width in millimetres that they take together."""
    least = text_height(points) + 0.2
    places: list[Placed] = []
    reach = 0.0
    for column in _stack(spans, lambda span: (span.middle[1] * scale, max(span.length * scale, least))):
        places += [(span, reach + _TO_FIRST_LINE) for span in column]
        widest = max(width_of(label_of(span, format_figure), points, BOLD) for span in column)
        reach += _TO_FIRST_LINE + _TO_LABEL + _AFTER_LABEL + widest + 0.8
    return places, reach


def _place_in_rows(
    spans: Sequence[Span], scale: float, format_figure: FormatFigure, points: float
) -> tuple[list[Placed], float]:
    """Return the places of dimension lines above or below the table, and the height in millimetres that they take."""

    def extent(span: Span) -> tuple[float, float]:
        return span.middle[0] * scale, max(
            span.length * scale, width_of(label_of(span, format_figure), points, BOLD) + 1
        )

    rows, line = _stack(spans, extent), text_height(points)
    step = line + _TO_FIRST_LINE / 2
    places = [(span, _TO_FIRST_LINE + line / 2 + step * number) for number, row in enumerate(rows) for span in row]
    return places, step * len(rows) + _TO_FIRST_LINE * bool(rows)


def _stack(spans: Sequence[Span], extent: Callable[[Span], tuple[float, float]]) -> list[list[Span]]:
    """Return spans in rows, each in the first row where it overlaps no other.

    ``extent`` returns the middle and the length of what a span takes in its row, with its label.
    """
    rows: list[list[Span]] = []
    for span in spans:
        middle, length = extent(span)
        free = (
            row
            for row in rows
            if all(abs(middle - m) >= (length + n) / 2 - 1e-6 for m, n in (extent(other) for other in row))
        )
        if (row := next(free, None)) is None:
            rows.append(row := [])
        row.append(span)
    return rows


def draw_dimension(canvas: Canvas, frame: Frame, span: Span, place: float, format_figure: FormatFigure) -> None:
    """Draw a dimension line with its extension lines, arrows and label."""
    (x1, y1), (x2, y2) = ends = frame.at(*span.start), frame.at(*span.end)
    words, typeface = label_of(span, format_figure), BOLD if span.figure and not span.derived else REGULAR
    marks = {"span": span.figure or "blank", "derived": "yes" if span.derived else "no"}
    if span.way == "down":
        x = _draw_line(canvas, ends, x1 + place, True, marks)
        middle = x + _TO_LABEL + canvas.label_size(words, frame.points, typeface)[0] / 2
        canvas.label(words, middle, (y1 + y2) / 2, frame.points, typeface)
    elif span.way == "inside":
        _draw_arrows(canvas, x1, y1, x2, y2, marks)
        # The label is on the line; if there is no room, above or below it, or at its sides if the line is steep.
        line = text_height(frame.points) / 2 + 0.6
        side = canvas.label_size(words, frame.points, typeface)[0] / 2 + 0.2
        if abs(y2 - y1) > abs(x2 - x1):
            asides = [(0.0, 0.0), (side, 0.0), (-side, 0.0)]
        else:
            asides = [(0.0, aside) for aside in (0, -line, line, -2 * line, 2 * line)]
        places = [
            (x1 + (x2 - x1) * part + across, y1 + (y2 - y1) * part + down)
            for across, down in asides
            for part in (0.5, 0.62, 0.38, 0.74, 0.26, 1)
        ]
        canvas.label_near(words, places, frame.points, typeface)
        canvas.reserve_line(x1, y1, x2, y2)
    else:
        y = _draw_line(canvas, ends, y1 + place * (-1 if span.way == "above" else 1), False, marks)
        canvas.label(words, (x1 + x2) / 2, y, frame.points, clear=True)


def draw_table_size(canvas: Canvas, frame: Frame, ground: Ground, long: str, short: str) -> None:
    """Draw the dimensions of the table; ``long`` and ``short`` are the labels of its edges."""
    left, foot = text_height(frame.points) / 2, frame.height - frame.bar - text_height(frame.points) / 2
    (x1, y1), (x2, y2) = frame.at(0, 0), frame.at(ground.width, ground.depth)
    wide, deep = ({"span": f"{side:g} {ground.unit}", "derived": "no"} for side in (ground.width, ground.depth))
    _draw_line(canvas, ((x1, y2), (x2, y2)), foot, False, wide)
    canvas.label(long, (x1 + x2) / 2, foot, frame.points, clear=True)
    _draw_line(canvas, ((x1, y1), (x1, y2)), left, True, deep)
    canvas.label(short, left, (y1 + y2) / 2, frame.points, clear=True, turned=True)


def _draw_line(
    canvas: Canvas,
    ends: tuple[tuple[float, float], tuple[float, float]],
    at: float,
    upright: bool,
    marks: dict[str, str],
) -> float:
    """Draw a dimension line beside what it measures, with extension lines from the ``ends`` of that; return ``at``.

    ``at`` is the x of an ``upright`` line, else the y.
    """
    for x, y in ends:
        far = at + math.copysign(_PAST, at - (x if upright else y))
        canvas.line(x, y, *((far, y) if upright else (x, far)), 0.1, stroke=SOFT)
    (x1, y1), (x2, y2) = ends
    _draw_arrows(canvas, *((at, y1, at, y2) if upright else (x1, at, x2, at)), marks)
    return at


def draw_scale_bar(canvas: Canvas, frame: Frame, unit: str, format_figure: FormatFigure, scale: str) -> None:
    """Draw a scale bar in the lower left corner, with ``scale`` in words beside it; a small map has none."""
    if frame.is_small:
        return
    long = next((bar for bar in _BARS if bar * frame.scale >= _MIN_BAR), _BARS[-1])
    line = text_height(frame.points)
    x, y, width = frame.left, frame.height - line - 1.2, long * frame.scale
    canvas.outline(Rectangle(x, y, width, 1), 0.15, bar=f"{long} {unit}")
    canvas.outline(Rectangle(x, y, width / 2, 1), 0.15, fill="#000")
    y += 1.1 + line / 2
    canvas.label("0", x, y, frame.points)
    end = canvas.label(format_figure(f"{long} {unit}"), x + width, y, frame.points)
    after = max(x + width, end.right) + 2
    canvas.label(scale, after + canvas.label_size(scale, frame.points)[0] / 2, y, frame.points)


def _draw_arrows(canvas: Canvas, x1: float, y1: float, x2: float, y2: float, marks: dict[str, str]) -> None:
    """Draw a line with an arrowhead at each end."""
    canvas.line(x1, y1, x2, y2, 0.15, **marks)
    length = math.hypot(x2 - x1, y2 - y1)
    if length:
        across, down = (x2 - x1) / length, (y2 - y1) / length
        head = min(1.5, length / 3)
        canvas.arrow(x2, y2, across, down, head)
        canvas.arrow(x1, y1, -across, -down, head)


@dataclass(frozen=True)
class _Drawing:
    """Draws a map on a canvas, from the lowest layer to the highest."""

    ground: Ground
    words: MapWords
    frame: Frame
    canvas: Canvas

    def draw(self) -> None:
        """Draw zones, areas, pieces, the table, dimension lines, names and the scale bar."""
        ground, words, frame, canvas = self.ground, self.words, self.frame, self.canvas
        table = frame.scale_shape(Rectangle(0, 0, ground.width, ground.depth)).bounds
        draw_terrain(canvas, table, words.colour)
        for zone in ground.zones:
            self._draw_zone(zone)
        self._draw_arrows()
        for area in ground.areas:
            shape = frame.scale_shape(area.shape)
            canvas.outline(shape, 0.3, "1.4 0.9")
            if isinstance(shape, Rectangle):
                canvas.reserve_border(shape)
        for piece in ground.pieces:
            self._draw_guides(piece)
            self._draw_piece(piece)
        canvas.outline(table, 0.5, table="1")
        canvas.reserve_border(table)
        for span, place in frame.places:
            # A small map has no room for distances that are in the key, too.
            if not (span.in_key and frame.is_small):
                draw_dimension(canvas, frame, span, place, words.figure)
        for area in ground.areas:
            self._name_area(area)
        for zone in ground.zones:
            self._name_zone(zone)
        for piece in ground.pieces:
            self._name_reach(piece)
        if frame.sized:
            long, short = (self._length(side) for side in (ground.width, ground.depth))
            edges = words.say("long-edge", length=long), words.say("short-edge", length=short)
            draw_table_size(canvas, frame, ground, *edges)
        draw_scale_bar(canvas, frame, ground.unit, words.figure, words.say("scale", ratio=f"1:{frame.ratio}"))

    def _side_colour(self, side: str) -> str:
        return self.words.colour(self.words.say(f"colour-{side}"))

    def _draw_zone(self, zone: Zone) -> None:
        """Draw a zone: a background with the hatching of its side, and a heavy line where it faces the enemy."""
        canvas, shape = self.canvas, self.frame.scale_shape(zone.shape)
        colour = self._side_colour(zone.side)
        canvas.outline(shape, 0, fill=self.words.colour("paper"))
        _draw_hatching(canvas, shape, self.words.say(f"hatching-{zone.side}"), colour, self.frame.thin)
        canvas.outline(shape, 0.3, zone=zone.key)
        width = LIMIT_WIDTH_MM * self.frame.thin
        if isinstance(shape, Circle):
            canvas.outline(shape, width)
            return
        for y, edge in ((zone.shape.bounds.y, shape.y), (zone.shape.bounds.bottom, shape.bottom)):
            if 0 < y < self.ground.depth:
                canvas.line(shape.x, edge, shape.right, edge, width, stroke=colour)

    def _name_zone(self, zone: Zone) -> None:
        """Set the name of a zone inside of it, a short one on a small map or where the whole is long; if it has no
        room, beside it."""
        frame, points, shape = self.frame, self.frame.points, zone.shape
        if isinstance(shape, Circle):
            inside = [frame.at(shape.x, shape.y + shape.radius * part) for part in (0.55, 0.7, 0.4, -0.5)]
            room = shape.radius * 1.4 * frame.scale
        else:
            inside = [
                frame.at(shape.x + shape.width * part, shape.y + shape.height * down)
                for parts in ((0.5, 1 / 3, 2 / 3, 0.2, 0.8, 0.12, 0.88), _FINE_PARTS)
                for down in (0.5, 0.25, 0.75, 0.22, 0.78)
                for part in parts
            ]
            # If an area reaches into the strip, outside of the area rather than inside.
            areas = [frame.scale_shape(area.shape).bounds for area in self.ground.areas if area.shape != shape]
            inside.sort(key=lambda place: any(area.holds(*place) for area in areas))
            room = shape.width * 0.6 * frame.scale
        text = self.words.say(f"zone-{zone.side}")
        if frame.is_small or width_of(text, points, BOLD) > room:
            text = self.words.say(f"side-{zone.side}")
        within, colour = frame.scale_shape(shape).bounds, self._side_colour(zone.side)
        sizes = sorted({points, max(points - 1, min(points, _LEAST_NAME_POINTS))}, reverse=True)
        if not self.canvas.label_within(text, inside, sizes, BOLD, colour, within):
            self._name_beside(zone.key, text, within, colour)

    def _name_beside(self, key: str, text: str, strip: Rectangle, colour: str) -> None:
        """Set the name of a strip without room for it beside the strip, towards the middle of the table, and draw a
        line from it into the strip."""
        canvas, frame = self.canvas, self.frame
        is_above = strip.y < frame.at(0, self.ground.depth / 2)[1]
        limit, away = (strip.bottom, 1) if is_above else (strip.y, -1)
        aside = away * (text_height(frame.points) / 2 + _NAME_ASIDE_MM)
        end, radius = limit - away * min(_POINTER_MM, strip.height / 2), _POINTER_MM / 3

        def is_taken(x: float) -> bool:
            """Return whether the end of the line would be on a piece."""
            return any(Circle(x, end, radius).bounds.overlaps(other) for other in canvas.reserved)

        across = sorted((strip.x + strip.width * part for part in (0.5, 1 / 3, 2 / 3, *_FINE_PARTS)), key=is_taken)
        name = canvas.label_near(text, [(x, limit + aside) for x in across], frame.points, typeface=BOLD, frame=colour)
        x, width = name.x + name.width / 2, LIMIT_WIDTH_MM * frame.thin
        canvas.outline(Circle(x, end, radius + 0.4), 0, fill=self.words.colour("paper"))
        canvas.line(x, name.y if is_above else name.bottom, x, end, width, stroke=colour, names=key)
        canvas.outline(Circle(x, end, radius), 0, fill=colour)

    def _draw_arrows(self) -> None:
        """Draw arrows from two strips that face one another, if there is nothing else on the map."""
        ground, frame, canvas = self.ground, self.frame, self.canvas
        strips = [zone for zone in ground.zones if isinstance(zone.shape, Rectangle)]
        if ground.areas or ground.pieces or len(strips) != _FACING_STRIPS:
            return
        upper, lower = sorted(strips, key=lambda zone: zone.shape.y)
        top, bottom = upper.shape.bounds.bottom, lower.shape.bounds.y
        half = 2.4 * self.frame.thin
        for zone, start, sign in ((upper, top, 1), (lower, bottom, -1)):
            for part, reach in ((0.22, 0.24), (0.5, 0.34), (0.78, 0.24)):
                x, y = frame.at(ground.width * part, start + sign * (bottom - top) * 0.04)
                tip = y + sign * (bottom - top) * reach * frame.scale
                neck = tip - sign * 2 * half
                canvas.path(
                    f"M{x - half:.3f} {y:.3f}V{neck:.3f}h{-half:.3f}L{x:.3f} {tip:.3f}L{x + 2 * half:.3f} {neck:.3f}"
                    f"h{-half:.3f}V{y:.3f}Z",
                    0.3,
                    fill=self._side_colour(zone.side),
                    stroke="#fff",
                )

    def _draw_piece(self, piece: Piece) -> None:
        canvas, frame, scale = self.canvas, self.frame, self.frame.scale
        row = piece.bases * piece.width * scale
        enlarged = max(1.0, _MIN_ROW_MM / row) if row and not piece.radius and frame.is_small else 1.0
        row, width, depth = row * enlarged, piece.width * scale * enlarged, piece.depth * scale * enlarged
        picture = self.words.picture(piece.entry)
        # A picture stands on the place of its piece; near the edge it is small enough to stay on the table.
        room = min((down * scale for _, down in piece.spots if down), default=_MAX_PICTURE_MM)
        largest = _MAX_PICTURE_MM * (_SMALL_PICTURE_FACTOR if frame.is_small else 1.0)
        side = max(_MIN_PICTURE_MM, min(largest, room))
        for number, (across, down) in enumerate(piece.spots, 1):
            x, y = frame.at(across, down)
            if enlarged > 1:
                x = max(x, frame.left + row / 2)
            if piece.entry.get("drives"):
                beside = [frame.at(other, down)[0] - row / 2 for other, _ in piece.spots if other > across]
                self._draw_way(x + row / 2, y, min(beside, default=frame.width))
            bases = Rectangle(x - row / 2, y - depth / 2, row, depth)
            if piece.radius:
                reach = piece.radius * scale
                canvas.around(bases, reach, 0.5 * frame.thin, "1.6 1")
                canvas.reserve_border(bases.grown(reach))
            fill = self.words.colour("accent") if piece.radius else "#fff"
            marks = {"piece": piece.key, "number": str(number)}
            for base in range(piece.bases):
                left = x + (base - piece.bases / 2) * width
                canvas.outline(Rectangle(left, bases.y, width, depth), 0.3, fill=fill, **marks)
            if width:
                canvas.reserved.append(bases)
            if picture:
                canvas.path(f"M{x:.3f} {y:.3f}h0", 0, **marks)
                canvas.picture(picture, x, y, side)

    def _draw_way(self, x: float, y: float, most: float) -> None:
        """Draw an arrow to the right from a piece that is driven over the table, up to the next one at ``most``."""
        head = 2.2 * self.frame.thin
        tip = min(x + 0.6 + 6.5 * self.frame.thin, most - 0.6)
        accent = self.words.colour("accent")
        self.canvas.line(x + 0.6, y, tip - head, y, 0.7 * self.frame.thin, stroke=accent)
        point = f"M{tip:.3f} {y:.3f}l{-head:.3f} {-head * 0.6:.3f}v{head * 1.2:.3f}Z"
        self.canvas.path(point, 0, fill=accent, stroke=accent)
        self.canvas.reserved.append(Rectangle(x + 0.6, y - head * 0.6, tip - x - 0.6, head * 1.2))

    def _name_reach(self, piece: Piece) -> None:
        """Set the distance within which a piece is controlled inside the line around one of them, if there is room."""
        reach, inner = piece.radius * self.frame.scale, piece.depth * self.frame.scale / 2
        # The height of the type and the air above and below it.
        if piece.spots and reach >= text_height(self.frame.points) + 1:
            places = [
                (x, y + sign * (inner + reach) / 2 + sign * inner / 2)
                for x, y in (self.frame.at(*spot) for spot in piece.spots)
                for sign in (-1, 1)
            ]
            self.canvas.label_near(self._length(piece.radius), places, self.frame.points, typeface=BOLD)

    def _draw_guides(self, piece: Piece) -> None:
        """Draw thin lines from pieces to the edges of the table where their distances are dimensioned."""
        canvas, ground, at, entry = self.canvas, self.ground, self.frame.at, piece.entry
        for across, down in piece.spots:
            edge = 0 if down < ground.depth / 2 else ground.depth
            if "zone" in entry:
                canvas.line(*at(across, down), *at(ground.width, down), 0.12, "0.6 0.6")
            if "zones" in entry and down > ground.depth / 2:
                near = down - piece.depth / 2
                canvas.line(*at(across, near), *at(ground.width, near), 0.12, "0.6 0.6")
            if "spacing" in entry and "in" not in entry:
                canvas.line(*at(across, down), *at(across, edge), 0.12, "0.6 0.6")
            border = across + ground.width / len(piece.spots) / 2
            if "parts" in entry and border < ground.width:
                canvas.line(*at(border, down), *at(border, edge), 0.2, "1.4 0.7")
                canvas.reserve_line(*at(border, down), *at(border, edge))

    def _name_area(self, area: Zone) -> None:
        if text := self.words.name(f"areas.{area.key}"):
            # In its middle, or beside that if there is a length in the middle.
            inside = area.shape.bounds
            places = [
                self.frame.at(inside.x + inside.width * across, inside.y + inside.height * down)
                for down in (0.5, 0.36, 0.25, 0.65, 0.8, 0.12)
                for across in (0.5, 0.375, 0.625)
            ]
            self.canvas.label_near(text, places, self.frame.points, typeface=BOLD)

    def key(self) -> Iterator[LegendEntry]:
        """Yield the entries of the key: sides, sorts of pieces with their counts, then the meaning of brackets and
        blanks."""
        ground, words = self.ground, self.words
        for side, zone in {zone.side: zone for zone in reversed(ground.zones)}.items():
            # An area that both sides share has a hatching that no other map explains.
            shape = "round" if isinstance(zone.shape, Circle) else "zone"
            swatch = _swatch(words.say(f"hatching-{side}"), shape, self._side_colour(side))
            yield LegendEntry(swatch, words.say(f"zone-{side}"), side != _OF_BOTH)
        # A piece with a place and without a picture is shown as an outline.
        outlined = [
            piece
            for piece in ground.pieces
            if piece.width and piece.depth and "in" not in piece.entry and not words.picture(piece.entry)
        ]
        sizes = [
            min(_MAX_OUTLINE_MM[0] / (piece.bases * piece.width), _MAX_OUTLINE_MM[1] / piece.depth)
            for piece in outlined
        ]
        counts: dict[tuple[str, str, str], list[str]] = {}
        for piece in ground.pieces:
            if piece in outlined:
                swatch = _outline_of(piece, min(sizes), words.colour("accent") if piece.radius else "#fff")
            else:
                # What stands in an area has the area as it is drawn; a deployment area has an entry of its own.
                shapes = [area.shape for area in ground.areas if area.key == piece.entry.get("in")]
                shared = any(zone.shape in shapes for zone in ground.zones)
                swatch = _swatch("", "area" if "in" in piece.entry and not shared else "piece")
            sort = (words.picture(piece.entry) or swatch, words.name(f"pieces.{piece.key}"), self._describe(piece))
            counts.setdefault(sort, []).extend([words.figure(piece.count)] * bool(piece.count))
        for (looks, name, about), many in counts.items():
            named = f"{name}\u00a0× {' + '.join(many)}" if many else name
            yield LegendEntry(Markup(looks), f"{named}, {about}" if about else named)
        if any(span.derived for span in ground.spans):
            yield LegendEntry(Markup("(…)"), words.say("derived"))
        if any(span.figure is None for span in ground.spans):
            yield LegendEntry(Markup("____"), words.say("blank"))

    def _describe(self, piece: Piece) -> str:
        """Return what the key says of a sort of piece after its name and count."""
        entry, words, text = piece.entry, self.words, []
        if "owner" in entry:
            text.append(words.say(f"side-{entry['owner']}"))
        if piece.width:
            width, depth = self._length(piece.width), self._length(piece.depth)
            size = words.say("square", side=width) if width == depth else f"{width} × {depth}"
            text.append(words.say("bases", bases=piece.bases, size=size) if piece.bases > 1 else size)
        if "in" in entry:
            text.append(words.say("anywhere", area=words.name(f"areas.{entry['in']}")))
        if piece.apart:
            text.append(words.say("apart", distance=words.figure(piece.apart)))
        if piece.radius:
            text.append(words.say("control", distance=self._length(piece.radius)))
        return ", ".join(text)

    def _length(self, number: float) -> str:
        """Return a length of the table as the language writes it."""
        return self.words.figure(f"{round(number, 2):g} {self.ground.unit}")


def _draw_hatching(canvas: Canvas, shape: Shape, hatching: str, colour: str, thin: float) -> None:
    """Hatch a shape; ``hatching`` lists the angle in degrees of each set of lines, with ``dashed`` at the end if they
    are dashed."""
    angles = [angle for angle in hatching.split() if angle != "dashed"]
    gap, weight, dash = _DASHED if hatching.endswith("dashed") else _SOLID
    gap *= _CROSSED_FACTOR if len(angles) > 1 else 1
    for angle in angles:
        canvas.path(hatch(shape, float(angle), gap * thin), weight * thin, dash, stroke=colour)


def _outline_of(piece: Piece, scale: float, fill: str) -> Markup:
    """Return the outline of a piece as a swatch, filled as on the map; ``scale`` is the same for all of a key."""
    canvas = Canvas(*_SWATCH_MM)
    width, depth = (max(_MIN_OUTLINE_MM, side * scale) for side in (piece.width, piece.depth))
    for base in range(piece.bases):
        left = _SWATCH_MM[0] / 2 + (base - piece.bases / 2) * width
        canvas.outline(Rectangle(left, (_SWATCH_MM[1] - depth) / 2, width, depth), 0.3, fill=fill)
    return canvas.markup()


def _swatch(hatching: str, sort: str = "zone", colour: str = INK) -> Markup:
    """Return the swatch of a sort: a ``zone`` with its hatching, a ``round`` one, an ``area`` or a ``piece``."""
    canvas = Canvas(*_SWATCH_MM)
    inside = _SWATCHES.get(sort, Rectangle(0.2, 0.2, 5.6, 3))
    if hatching:
        _draw_hatching(canvas, inside, hatching, colour, 0.6)
    canvas.outline(inside, 0.3, "1 0.7" if sort == "area" else "")
    return canvas.markup()
