"""The scale of a map, the largest that fits, and its labels: dimension lines, the scale bar, the names of zones.

Dimension lines never overlap. The name of a zone stands in its zone, or beside it with a line into it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kensei_docs.documents.markup.drawings.canvas import (
    MILLIMETRES,
    SOFT,
    Canvas,
    Circle,
    Rectangle,
    Shape,
    text_height,
    text_width,
)
from kensei_docs.documents.markup.drawings.deployment_places import Ground, Span, Zone

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
        inside: list[Placed] = [(span, 0.0) for span in ground.spans if span.way == "inside"]
        for ratio in _RATIOS:
            scale = MILLIMETRES[ground.unit] / ratio
            beside, right = _place_beside(_spans_of(ground, "down"), scale, format_figure, points)
            over, top = _place_in_rows(_spans_of(ground, "above"), scale, format_figure, points)
            under, below = _place_in_rows(_spans_of(ground, "below"), scale, format_figure, points)
            left = line + _TO_FIRST_LINE if sized else 0.5
            whole = (
                left + ground.width * scale + max(right, 0.5),
                max(top, 0.5) + ground.depth * scale + below + ((line + _TO_FIRST_LINE) if sized else 0.5) + bar,
            )
            if whole[0] <= width and whole[1] <= height:
                break
        return cls(ratio, scale, left, max(top, 0.5), *whole, points, (*beside, *over, *under, *inside), bar, sized)

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


def _spans_of(ground: Ground, way: str) -> list[Span]:
    """Return the spans with this ``way``, the shortest first, as they are closest to the table."""
    return sorted((span for span in ground.spans if span.way == way), key=lambda s: s.length)


def _place_beside(
    spans: Sequence[Span], scale: float, format_figure: FormatFigure, points: float
) -> tuple[list[Placed], float]:
    """Return the places of dimension lines beside the table, and the width in millimetres that they take together."""
    line = text_height(points)
    columns = _stack(
        spans, lambda span: ((span.start[1] + span.end[1]) / 2 * scale, max(span.length * scale, line + 0.2))
    )
    places: list[Placed] = []
    reach = 0.0
    for column in columns:
        places += [(span, reach + _TO_FIRST_LINE) for span in column]
        widest = max(text_width(label_of(span, format_figure), points) for span in column)
        reach += _TO_FIRST_LINE + _TO_LABEL + _AFTER_LABEL + widest + 0.8
    return places, reach


def _place_in_rows(
    spans: Sequence[Span], scale: float, format_figure: FormatFigure, points: float
) -> tuple[list[Placed], float]:
    """Return the places of dimension lines above or below the table, and the height in millimetres that they take."""
    line = text_height(points)
    rows = _stack(
        spans,
        lambda span: (
            (span.start[0] + span.end[0]) / 2 * scale,
            max(span.length * scale, text_width(label_of(span, format_figure), points) + 1),
        ),
    )
    step = line + _TO_FIRST_LINE / 2
    return (
        [(span, _TO_FIRST_LINE + line / 2 + step * number) for number, row in enumerate(rows) for span in row],
        step * len(rows) + _TO_FIRST_LINE * bool(rows),
    )


def _stack(spans: Sequence[Span], extent: Callable[[Span], tuple[float, float]]) -> list[list[Span]]:
    """Return spans in rows, each in the first row where it overlaps no other.

    ``extent`` returns the middle and the length of what a span takes in its row, with its label.
    """
    rows: list[list[Span]] = []
    for span in spans:
        middle, length = extent(span)
        for row in rows:
            others = [extent(other) for other in row]
            if all(abs(middle - m) >= (length + n) / 2 - 1e-6 for m, n in others):
                row.append(span)
                break
        else:
            rows.append([span])
    return rows


def draw_dimension(canvas: Canvas, frame: Frame, span: Span, place: float, format_figure: FormatFigure) -> None:
    """Draw a dimension line with its extension lines, arrows and label."""
    (x1, y1), (x2, y2) = frame.at(*span.start), frame.at(*span.end)
    words, bold = label_of(span, format_figure), bool(span.figure) and not span.derived
    marks = {"span": span.figure or "blank", "derived": "yes" if span.derived else "no"}
    if span.way == "down":
        x = x1 + place
        for y in (y1, y2):
            canvas.line(x1, y, x + _PAST, y, 0.1, stroke=SOFT)
        _draw_arrows(canvas, x, y1, x, y2, marks)
        middle = x + _TO_LABEL + canvas.label_size(words, frame.points)[0] / 2
        canvas.label(words, middle, (y1 + y2) / 2, frame.points, bold)
    elif span.way == "inside":
        _draw_arrows(canvas, x1, y1, x2, y2, marks)
        # The label is on the line; if there is no room, above or below it, or at its sides if the line is steep.
        line = text_height(frame.points) / 2 + 0.6
        side = canvas.label_size(words, frame.points)[0] / 2 + 0.2
        steep = abs(y2 - y1) > abs(x2 - x1)
        asides = (
            [(0.0, 0.0), (side, 0.0), (-side, 0.0)]
            if steep
            else [(0.0, aside) for aside in (0, -line, line, -2 * line, 2 * line)]
        )
        places = [
            (x1 + (x2 - x1) * part + across, y1 + (y2 - y1) * part + down)
            for across, down in asides
            for part in (0.5, 0.62, 0.38, 0.74, 0.26, 1)
        ]
        canvas.label_near(words, places, frame.points, bold)
        canvas.reserve_line(x1, y1, x2, y2)
    else:
        _draw_across(canvas, frame, (x1, x2), y1, y1 + place * (-1 if span.way == "above" else 1), words, marks)


def draw_table_size(canvas: Canvas, frame: Frame, ground: Ground, long: str, short: str) -> None:
    """Draw the dimensions of the table; ``long`` and ``short`` are the labels of its edges."""
    line = text_height(frame.points)
    (x1, y1), (x2, y2) = frame.at(0, 0), frame.at(ground.width, ground.depth)
    marks = {"span": f"{ground.width:g} {ground.unit}", "derived": "no"}
    _draw_across(canvas, frame, (x1, x2), y2, frame.height - frame.bar - line / 2, long, marks)
    x = line / 2
    for y in (y1, y2):
        canvas.line(x1, y, x - _PAST, y, 0.1, stroke=SOFT)
    _draw_arrows(canvas, x, y1, x, y2, {"span": f"{ground.depth:g} {ground.unit}", "derived": "no"})
    canvas.label(short, x, (y1 + y2) / 2, frame.points, clear=True, turned=True)


def _draw_across(
    canvas: Canvas, frame: Frame, ends: tuple[float, float], edge: float, y: float, words: str, marks: dict[str, str]
) -> None:
    """Draw a dimension line at ``y``, above or below the table, with extension lines from the table's ``edge``."""
    for x in ends:
        canvas.line(x, edge, x, y + math.copysign(_PAST, y - edge), 0.1, stroke=SOFT)
    _draw_arrows(canvas, ends[0], y, ends[1], y, marks)
    canvas.label(words, sum(ends) / 2, y, frame.points, clear=True)


def draw_scale_bar(canvas: Canvas, frame: Frame, unit: str, format_figure: FormatFigure, scale: str) -> None:
    """Draw a scale bar in the lower left corner, with ``scale`` in words beside it; a small map has none."""
    if frame.is_small:
        return
    long = next((bar for bar in _BARS if bar * frame.scale >= _MIN_BAR), _BARS[-1])
    line = text_height(frame.points)
    x, y, width = frame.left, frame.height - line - 1.2, long * frame.scale
    canvas.rectangle(x, y, width, 1, 0.15, bar=f"{long} {unit}")
    canvas.rectangle(x, y, width / 2, 1, 0.15, fill="#000")
    canvas.label("0", x, y + 1.1 + line / 2, frame.points)
    end = canvas.label(format_figure(f"{long} {unit}"), x + width, y + 1.1 + line / 2, frame.points)
    after = max(x + width, end.x + end.width)
    canvas.label(scale, after + 2 + canvas.label_size(scale, frame.points)[0] / 2, y + 1.1 + line / 2, frame.points)


def _draw_arrows(canvas: Canvas, x1: float, y1: float, x2: float, y2: float, marks: dict[str, str]) -> None:
    """Draw a line with an arrowhead at each end."""
    canvas.line(x1, y1, x2, y2, 0.15, **marks)
    length = math.hypot(x2 - x1, y2 - y1)
    if length:
        across, down = (x2 - x1) / length, (y2 - y1) / length
        head = min(1.5, length / 3)
        canvas.arrow(x2, y2, across, down, head)
        canvas.arrow(x1, y1, -across, -down, head)


def name_zone(
    canvas: Canvas, frame: Frame, ground: Ground, zone: Zone, whole: str, short: str, colour: str, paper: str
) -> None:
    """Set the ``whole`` name of a zone inside of it, or the ``short`` one on a small map; if it has no room, beside it,
    with a line to it in the ``colour`` of its side on ``paper``."""
    shape = zone.shape
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
        areas = [frame.scale_shape(area.shape).bounds for area in ground.areas if area.shape != shape]
        inside.sort(key=lambda place: any(area.holds(*place) for area in areas))
        room = shape.width * 0.6 * frame.scale
    is_short = frame.is_small or text_width(whole, frame.points) > room
    text, within = short if is_short else whole, frame.scale_shape(shape).bounds
    sizes = sorted({frame.points, max(frame.points - 1, min(frame.points, _LEAST_NAME_POINTS))}, reverse=True)
    if not canvas.label_within(text, inside, sizes, True, colour, within):
        _name_beside(canvas, frame, ground, zone.key, text, within, colour, paper)


def _name_beside(
    canvas: Canvas, frame: Frame, ground: Ground, key: str, text: str, strip: Rectangle, colour: str, paper: str
) -> None:
    """Set the name of a strip without room for it beside the strip, towards the middle of the table, and draw a
    line from it into the strip."""
    middle = frame.at(0, ground.depth / 2)[1]
    is_above = strip.y < middle
    limit, away = (strip.y + strip.height, 1) if is_above else (strip.y, -1)
    aside = away * (text_height(frame.points) / 2 + _NAME_ASIDE_MM)
    end, radius = limit - away * min(_POINTER_MM, strip.height / 2), _POINTER_MM / 3

    def is_taken(x: float) -> bool:
        """Return whether the end of the line would be on a piece."""
        dot = Rectangle(x - radius, end - radius, 2 * radius, 2 * radius)
        return any(dot.overlaps(other) for other in canvas.reserved)

    across = sorted((strip.x + strip.width * part for part in (0.5, 1 / 3, 2 / 3, *_FINE_PARTS)), key=is_taken)
    places = [(x, limit + aside) for x in across]
    name = canvas.label_near(text, places, frame.points, bold=True, frame=colour)
    x = name.x + name.width / 2
    canvas.circle(x, end, radius + 0.4, 0, fill=paper)
    canvas.line(
        x, name.y if is_above else name.y + name.height, x, end, LIMIT_WIDTH_MM * frame.thin, stroke=colour, names=key
    )
    canvas.circle(x, end, radius, 0, fill=colour)
