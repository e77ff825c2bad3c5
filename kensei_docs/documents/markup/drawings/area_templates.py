"""Templates of areas: half discs to lay along a base, and arcs with their point at one."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kensei_docs.documents.markup.drawings.canvas import Canvas, Rectangle, text_height
from kensei_docs.documents.markup.drawings.lengths_and_counts import MILLIMETRES
from kensei_docs.documents.markup.drawings.ruler_distances import Mark
from kensei_docs.documents.markup.drawings.ruler_style import Dress, set_words, style, words_width

# Sizes of type in points: the figure of an area, the names of what has it, the numbers of rings, and the game.
_FIGURE_POINTS = 20.0
_NAME_POINTS = 8.5
_NUMBER_POINTS = 7.5
_GAME_POINTS = 7.0
# Degrees between the marks at the rim of an arc.
_MARK_DEGREES = 15
# How far from the point of an arc its words are, as a share of its radius.
_WORDS_SHARE_OF_RADIUS = 0.6


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


def draw_half_disc(canvas: Canvas, area: Mark, figure: str, use: str, dress: Dress, spot: Rectangle) -> None:
    """Draw half a disc with a numbered ring for each unit; players lay its straight side along a base.

    ``figure`` is the radius as it is printed, ``use`` the words that explain how to lay the template.
    """
    radius, x, middle = area.millimetres, spot.x, spot.y + area.millimetres
    outline = f"M{x:.3f} {spot.y:.3f}A{radius:.3f} {radius:.3f} 0 0 1 {x:.3f} {spot.y + 2 * radius:.3f}Z"
    canvas.path(outline, 0.4, fill="#fff", stroke=dress.ink, marks={"area": area.figure})
    canvas.line(x, spot.y, x, spot.y + 2 * radius, 1.1, stroke=dress.accent)
    for step in range(1, math.ceil(area.number) + 1):
        reach = min(step, area.number) * MILLIMETRES[area.unit]
        if step < area.number:
            # Rings stand above the middle, words below it.
            arc = f"M{x:.3f} {middle - reach:.3f}A{reach:.3f} {reach:.3f} 0 0 1 {x + reach:.3f} {middle:.3f}"
            canvas.path(arc, 0.25, "0.8 0.8", stroke=dress.ink)
        if step <= area.number:
            width = canvas.label_size(f"{step}", _NUMBER_POINTS)[0]
            canvas.label(f"{step}", x + reach - width / 2 - 0.3, middle - 1.9, _NUMBER_POINTS, style=style(dress.ink))
            canvas.line(x + reach, middle - 1.2, x + reach, middle, 0.35, stroke=dress.ink)
    canvas.line(x, middle, x + radius, middle, 0.25, stroke=dress.ink)
    lines = [
        (figure, _FIGURE_POINTS),
        *((name, _NAME_POINTS) for name in area.names[:3]),
        (use, _NUMBER_POINTS),
        (dress.game, _GAME_POINTS),
    ]
    y = middle + 1.2
    for line, points in lines:
        y += text_height(points) / 2
        set_words(canvas, line, x + 2.6, y, points, dress.ink, points == _FIGURE_POINTS, bold=points == _NAME_POINTS)
        y += text_height(points) / 2


def draw_arc(canvas: Canvas, arc: Arc, dress: Dress, spot: Rectangle) -> None:
    """Draw an arc: one side along the lower edge of ``spot``, marks at the rim, a line through the middle."""
    angle, radius = math.radians(arc.degrees), arc.radius
    x, y = spot.x + spot.width - radius, spot.y + spot.height

    def at(degrees: float, reach: float) -> tuple[float, float]:
        return x + reach * math.cos(math.radians(degrees)), y - reach * math.sin(math.radians(degrees))

    (far_x, far_y), large = at(arc.degrees, radius), int(angle > math.pi)
    outline = f"M{x:.3f} {y:.3f}L{x + radius:.3f} {y:.3f}A{radius:g} {radius:g} 0 {large} 0 {far_x:.3f} {far_y:.3f}Z"
    canvas.path(outline, 0.4, fill="#fff", stroke=dress.ink, marks={"arc": f"{arc.degrees}"})
    for side in (0, arc.degrees):
        canvas.line(x, y, *at(side, radius), 1.1, stroke=dress.accent)
    for step in range(_MARK_DEGREES, arc.degrees, _MARK_DEGREES):
        canvas.line(*at(step, radius - 3), *at(step, radius), 0.3, stroke=dress.ink)
        canvas.label(f"{step}°", *at(step, radius - 5.4), _NUMBER_POINTS, style=style(dress.ink))
    canvas.line(*at(arc.degrees / 2, 6), *at(arc.degrees / 2, radius * 0.34), 0.25, "1.2 0.8", stroke=dress.ink)
    lines = [
        (f"{arc.degrees}°", _FIGURE_POINTS),
        *((name, _NAME_POINTS) for name in arc.names[:2]),
        (dress.game, _GAME_POINTS),
    ]
    middle_x, middle_y = at(arc.degrees / 2, radius * _WORDS_SHARE_OF_RADIUS)
    down = middle_y - sum(text_height(points) for _, points in lines) / 2
    for line, points in lines:
        down += text_height(points) / 2
        width = words_width(line, points, points == _FIGURE_POINTS)
        css = style(dress.ink, points == _FIGURE_POINTS) + ("; font-weight: 600" if points == _NAME_POINTS else "")
        canvas.label(line, middle_x, down, points, width=width, style=css)
        down += text_height(points) / 2
