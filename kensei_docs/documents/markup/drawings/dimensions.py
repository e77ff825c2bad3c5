"""The frame about a map: its scale, and dimension lines with arrows, set so that none meet."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kensei_docs.documents.markup.drawings.canvas import SOFT, Canvas, text_height, text_width
from kensei_docs.documents.markup.drawings.ground import Ground, Span

MILLIMETRES = {"cm": 10.0, "in": 25.4, "mm": 1.0}

# From the table to the first dimension line, from there to its label, and from that to the next.
_CLEAR, _BESIDE, _AFTER = 1.6, 0.6, 0.4
_PAST = 0.7
# Scales that can be reckoned with: whole ones, the small ones even or in fives.
_RATIOS = tuple(ratio for ratio in range(1, 500) if ratio <= 10 or ratio % 2 == 0 or ratio % 5 == 0)
# A bar of scale is as long as one of these of the table's unit, and this many millimetres or more.
_BARS = (1, 2, 5, 10, 20, 50, 100, 200)
_BAR = 14.0

Shown = Callable[[str | None], str]
Placed = tuple[Span, float]


def label_of(span: Span, shown: Shown) -> str:
    """Return what stands at a dimension line; what only follows from others is in brackets."""
    return f"({shown(span.figure)})" if span.derived else shown(span.figure)


@dataclass(frozen=True)
class Frame:
    """Where the table lies on the canvas, in millimetres, and the dimension lines about it.

    ``scale`` is millimetres of paper a unit of the table. A line's place is its distance from the
    table's edge; that of one within the table is 0.
    """

    ratio: int
    scale: float
    left: float
    top: float
    width: float
    height: float
    points: float
    places: tuple[Placed, ...]

    @classmethod
    def fitted(cls, ground: Ground, shown: Shown, width: float, height: float, points: float) -> Frame:
        """Return the frame with the largest whole scale that a room holds."""
        line = text_height(points)
        inside: list[Placed] = [(span, 0.0) for span in ground.spans if span.way == "inside"]
        for ratio in _RATIOS:
            scale = MILLIMETRES[ground.unit] / ratio
            beside, right = _columns(_going(ground, "down"), scale, shown, points)
            over, top = _rows(_going(ground, "above"), scale, shown, points)
            under, below = _rows(_going(ground, "below"), scale, shown, points)
            left = line + _CLEAR
            whole = (
                left + ground.width * scale + max(right, 0.5),
                max(top, 0.5) + ground.depth * scale + below + (line + _CLEAR) + (line + 2),
            )
            if whole[0] <= width and whole[1] <= height:
                break
        return cls(ratio, scale, left, max(top, 0.5), *whole, points, (*beside, *over, *under, *inside))

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the table lies on the canvas."""
        return self.left + x * self.scale, self.top + y * self.scale


def _going(ground: Ground, way: str) -> list[Span]:
    """Return the spans of one way, the short ones first: they stand closest to the table."""
    return sorted((span for span in ground.spans if span.way == way), key=lambda s: s.length)


def _columns(spans: Sequence[Span], scale: float, shown: Shown, points: float) -> tuple[list[Placed], float]:
    """Return where dimension lines stand beside the table, and how much room they take."""
    line = text_height(points)
    columns = _stacked(
        spans, lambda span: ((span.start[1] + span.end[1]) / 2 * scale, max(span.length * scale, line + 0.2))
    )
    places: list[Placed] = []
    reach = 0.0
    for column in columns:
        places += [(span, reach + _CLEAR) for span in column]
        reach += _CLEAR + _BESIDE + _AFTER + max(text_width(label_of(span, shown), points) for span in column) + 0.8
    return places, reach


def _rows(spans: Sequence[Span], scale: float, shown: Shown, points: float) -> tuple[list[Placed], float]:
    """Return where dimension lines stand above or below the table, and their room."""
    line = text_height(points)
    rows = _stacked(
        spans,
        lambda span: (
            (span.start[0] + span.end[0]) / 2 * scale,
            max(span.length * scale, text_width(label_of(span, shown), points) + 1),
        ),
    )
    step = line + _CLEAR / 2
    return (
        [(span, _CLEAR + line / 2 + step * number) for number, row in enumerate(rows) for span in row],
        step * len(rows) + _CLEAR * bool(rows),
    )


def _stacked(spans: Sequence[Span], extent: Callable[[Span], tuple[float, float]]) -> list[list[Span]]:
    """Return spans in as few lines as hold them side by side; an extent is a middle and a length."""
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


def dimension(canvas: Canvas, frame: Frame, span: Span, place: float, shown: Shown) -> None:
    """Draw a dimension line with its arrows and its label."""
    (x1, y1), (x2, y2) = frame.at(*span.start), frame.at(*span.end)
    words = label_of(span, shown)
    marks = {"span": span.figure or "blank", "derived": "yes" if span.derived else "no"}
    if span.way == "down":
        x = x1 + place
        for y in (y1, y2):
            canvas.line(x1, y, x + _PAST, y, 0.1, stroke=SOFT)
        _arrowed(canvas, x, y1, x, y2, marks)
        canvas.label(words, x + _BESIDE + canvas.room(words, frame.points)[0] / 2, (y1 + y2) / 2, frame.points)
    elif span.way == "inside":
        _arrowed(canvas, x1, y1, x2, y2, marks)
        # On the line, else above or below it, or at its sides where it goes up.
        line = text_height(frame.points) / 2 + 0.6
        side = canvas.room(words, frame.points)[0] / 2 + 0.2
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
        )
    else:
        y = y1 + place * (-1 if span.way == "above" else 1)
        for x in (x1, x2):
            canvas.line(x, y1, x, y + _PAST * (-1 if span.way == "above" else 1), 0.1, stroke=SOFT)
        _arrowed(canvas, x1, y, x2, y, marks)
        canvas.label(words, (x1 + x2) / 2, y, frame.points, clear=True)


def table_size(canvas: Canvas, frame: Frame, ground: Ground, long: str, short: str) -> None:
    """Draw the table's own dimensions, each with the name of its edge."""
    line = text_height(frame.points)
    (x1, y1), (x2, y2) = frame.at(0, 0), frame.at(ground.width, ground.depth)
    y = frame.height - (line + 2) - line / 2
    for x in (x1, x2):
        canvas.line(x, y2, x, y + _PAST, 0.1, stroke=SOFT)
    _arrowed(canvas, x1, y, x2, y, {"span": f"{ground.width:g} {ground.unit}", "derived": "no"})
    canvas.label(long, (x1 + x2) / 2, y, frame.points, clear=True)
    x = line / 2
    for y in (y1, y2):
        canvas.line(x1, y, x - _PAST, y, 0.1, stroke=SOFT)
    _arrowed(canvas, x, y1, x, y2, {"span": f"{ground.depth:g} {ground.unit}", "derived": "no"})
    canvas.label(short, x, (y1 + y2) / 2, frame.points, clear=True, turned=True)


def scale_bar(canvas: Canvas, frame: Frame, unit: str, shown: Shown, scale: str) -> None:
    """Draw a bar of scale in the lower left corner, and what the scale is."""
    long = next((bar for bar in _BARS if bar * frame.scale >= _BAR), _BARS[-1])
    line = text_height(frame.points)
    x, y, width = frame.left, frame.height - line - 1.2, long * frame.scale
    canvas.block(x, y, width, 1, 0.15, bar=f"{long} {unit}")
    canvas.block(x, y, width / 2, 1, 0.15, fill="#000")
    canvas.label("0", x, y + 1.1 + line / 2, frame.points)
    end = canvas.label(shown(f"{long} {unit}"), x + width, y + 1.1 + line / 2, frame.points)
    after = max(x + width, end.x + end.width)
    canvas.label(scale, after + 2 + canvas.room(scale, frame.points)[0] / 2, y + 1.1 + line / 2, frame.points)


def _arrowed(canvas: Canvas, x1: float, y1: float, x2: float, y2: float, marks: dict[str, str]) -> None:
    canvas.line(x1, y1, x2, y2, 0.15, **marks)
    length = math.hypot(x2 - x1, y2 - y1)
    if length:
        across, down = (x2 - x1) / length, (y2 - y1) / length
        head = min(1.5, length / 3)
        canvas.arrow(x2, y2, across, down, head)
        canvas.arrow(x1, y1, -across, -down, head)
