"""The scale of a map, the largest that fits, and its dimension lines, which never overlap."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kensei_docs.documents.markup.drawings.canvas import SOFT, Canvas, Circle, Rectangle, Shape, text_height, text_width
from kensei_docs.documents.markup.drawings.deployment import Ground, Span
from kensei_docs.documents.markup.drawings.measures import MILLIMETRES

# Millimetres from the table to the first dimension line, from a line to its label, from a label to the next line.
_CLEAR, _BESIDE, _AFTER = 1.6, 0.6, 0.4
# How far an extension line goes beyond its dimension line.
_PAST = 0.7
# The n of scales 1:n that are easy to calculate with: 1 to 10, then even numbers and multiples of five.
_RATIOS = tuple(ratio for ratio in range(1, 500) if ratio <= 10 or ratio % 2 == 0 or ratio % 5 == 0)
# The scale bar is the first of these lengths, in the table's unit, that has this many millimetres on paper.
_BARS = (1, 2, 5, 10, 20, 50, 100, 200)
_MIN_BAR = 14.0

# A map with type smaller than this many points is a small one.
SMALL_TYPE = 7.5

FormatFigure = Callable[[str | None], str]
Placed = tuple[Span, float]


def label_of(span: Span, format_figure: FormatFigure) -> str:
    """Return the words at a dimension line; a derived figure is in brackets."""
    return f"({format_figure(span.figure)})" if span.derived else format_figure(span.figure)


@dataclass(frozen=True)
class Frame:
    """Where the table lies on the canvas, in millimetres, and the dimension lines around it.

    ``ratio`` is the n of a scale of 1:n; ``scale`` is millimetres of paper for a unit of the table.
    ``places`` has the distance of each dimension line from the table's edge, 0 for one inside;
    ``bar`` is the height of the row with the scale bar, 0 for a small map, which has none. ``sized`` says whether the
    dimensions of the table itself are drawn.
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
        """Return the frame with the largest of the scales that fits into a width and height.

        If none does, the frame has the smallest scale and is larger than asked for.
        """
        line = text_height(points)
        bar = line + 2 if points >= SMALL_TYPE else 0.5
        inside: list[Placed] = [(span, 0.0) for span in ground.spans if span.way == "inside"]
        for ratio in _RATIOS:
            scale = MILLIMETRES[ground.unit] / ratio
            beside, right = _place_beside(_spans_of(ground, "down"), scale, format_figure, points)
            over, top = _place_in_rows(_spans_of(ground, "above"), scale, format_figure, points)
            under, below = _place_in_rows(_spans_of(ground, "below"), scale, format_figure, points)
            left = line + _CLEAR if sized else 0.5
            whole = (
                left + ground.width * scale + max(right, 0.5),
                max(top, 0.5) + ground.depth * scale + below + ((line + _CLEAR) if sized else 0.5) + bar,
            )
            if whole[0] <= width and whole[1] <= height:
                break
        return cls(ratio, scale, left, max(top, 0.5), *whole, points, (*beside, *over, *under, *inside), bar, sized)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the table lies on the canvas."""
        return self.left + x * self.scale, self.top + y * self.scale

    def scale_shape(self, shape: Shape) -> Shape:
        """Return a shape of the table as it lies on the canvas."""
        x, y = self.at(shape.x, shape.y)
        if isinstance(shape, Circle):
            return Circle(x, y, shape.radius * self.scale)
        return Rectangle(x, y, shape.width * self.scale, shape.height * self.scale)


def _spans_of(ground: Ground, way: str) -> list[Span]:
    """Return the spans of one way, the shortest first: those stand closest to the table."""
    return sorted((span for span in ground.spans if span.way == way), key=lambda s: s.length)


def _place_beside(
    spans: Sequence[Span], scale: float, format_figure: FormatFigure, points: float
) -> tuple[list[Placed], float]:
    """Return the places of dimension lines beside the table, and the width that they take together."""
    line = text_height(points)
    columns = _stack(
        spans, lambda span: ((span.start[1] + span.end[1]) / 2 * scale, max(span.length * scale, line + 0.2))
    )
    places: list[Placed] = []
    reach = 0.0
    for column in columns:
        places += [(span, reach + _CLEAR) for span in column]
        reach += (
            _CLEAR + _BESIDE + _AFTER + max(text_width(label_of(span, format_figure), points) for span in column) + 0.8
        )
    return places, reach


def _place_in_rows(
    spans: Sequence[Span], scale: float, format_figure: FormatFigure, points: float
) -> tuple[list[Placed], float]:
    """Return the places of dimension lines above or below the table, and the height that they take."""
    line = text_height(points)
    rows = _stack(
        spans,
        lambda span: (
            (span.start[0] + span.end[0]) / 2 * scale,
            max(span.length * scale, text_width(label_of(span, format_figure), points) + 1),
        ),
    )
    step = line + _CLEAR / 2
    return (
        [(span, _CLEAR + line / 2 + step * number) for number, row in enumerate(rows) for span in row],
        step * len(rows) + _CLEAR * bool(rows),
    )


def _stack(spans: Sequence[Span], extent: Callable[[Span], tuple[float, float]]) -> list[list[Span]]:
    """Return spans in rows, each in the first row where it overlaps none.

    ``extent`` gives the middle and the length that a span takes in its row, label included.
    """
    lines: list[list[Span]] = []
    for span in spans:
        middle, length = extent(span)
        for line in lines:
            others = [extent(other) for other in line]
            if all(abs(middle - m) >= (length + n) / 2 - 1e-6 for m, n in others):
                line.append(span)
                break
        else:
            lines.append([span])
    return lines


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
        canvas.label(
            words, x + _BESIDE + canvas.label_size(words, frame.points)[0] / 2, (y1 + y2) / 2, frame.points, bold
        )
    elif span.way == "inside":
        _draw_arrows(canvas, x1, y1, x2, y2, marks)
        # On the line; else above or below it, or to its sides if it is steep.
        line = text_height(frame.points) / 2 + 0.6
        side = canvas.label_size(words, frame.points)[0] / 2 + 0.2
        steep = abs(y2 - y1) > abs(x2 - x1)
        asides = (
            [(0.0, 0.0), (side, 0.0), (-side, 0.0)]
            if steep
            else [(0.0, aside) for aside in (0, -line, line, -2 * line, 2 * line)]
        )
        canvas.label_near(
            words,
            [
                (x1 + (x2 - x1) * part + across, y1 + (y2 - y1) * part + down)
                for across, down in asides
                for part in (0.5, 0.62, 0.38, 0.74, 0.26, 1)
            ],
            frame.points,
            bold,
        )
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
    """Draw a scale bar in the lower left corner, and the scale in words beside it; none in a small map."""
    if frame.points < SMALL_TYPE:
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
    canvas.line(x1, y1, x2, y2, 0.15, **marks)
    length = math.hypot(x2 - x1, y2 - y1)
    if length:
        across, down = (x2 - x1) / length, (y2 - y1) / length
        head = min(1.5, length / 3)
        canvas.arrow(x2, y2, across, down, head)
        canvas.arrow(x1, y1, -across, -down, head)
