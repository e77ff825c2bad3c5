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
# Millimetres that words keep from the rim of an arc, where the degrees stand, and from its sides.
_FROM_RIM = 8.0
_FROM_SIDE = 1.0
# The field of the words of an arc: what runs over the space between its sides and its rim is an overflow.
_ARC_FIELD = "arc"


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
    middle_x, middle_y = at(arc.degrees / 2, radius * _WORDS_SHARE_OF_RADIUS)
    widest = arc.room(middle_x - x, y - middle_y)
    names = [line for name in arc.names[:2] for line in _in_lines(name, widest)]
    lines = [(f"{arc.degrees}°", _FIGURE_POINTS), *((name, _NAME_POINTS) for name in names), (dress.game, _GAME_POINTS)]
    down = middle_y - sum(text_height(points) for _, points in lines) / 2
    for line, points in lines:
        down += text_height(points) / 2
        css = style(dress.ink, points == _FIGURE_POINTS) + ("; font-weight: 600" if points == _NAME_POINTS else "")
        # A line is as wide as the arc is there, so that the layout reports one that is longer.
        room = arc.room(middle_x - x, y - down)
        canvas.label(line, middle_x, down, points, width=room, style=css, field=_ARC_FIELD)
        down += text_height(points) / 2
    # The line through the middle ends where the words begin.
    upwards = math.sin(angle / 2)
    end = min(radius * 0.34, (y - down - _FROM_SIDE) / upwards)
    canvas.line(*at(arc.degrees / 2, 6), *at(arc.degrees / 2, max(6, end)), 0.25, "1.2 0.8", stroke=dress.ink)


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
