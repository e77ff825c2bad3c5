"""A canvas in millimetres: vector lines as SVG, and labels over them that stay text.

The origin is the upper left corner. Labels are elements of the page, not of the SVG, so that they
are set in its typefaces, searched and checked for glyphs as all other words are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

POINT = 25.4 / 72
INK, SOFT = "#000", "#4a4541"

# Widths in em, never less than the typeface's: a label may have room to spare, but none too little.
_NARROW, _WIDE, _UPPER, _USUAL = 0.33, 0.92, 0.66, 0.56
_LINE = 1.2
_RIM = 0.5
# A border that labels keep off, as wide as it is taken to be.
_THIN = 0.6
_SET = f"position: absolute; margin: 0; text-align: center; white-space: nowrap; line-height: {_LINE}; "


@dataclass(frozen=True)
class Spot:
    """A rectangle on the canvas."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: Spot) -> bool:
        """Return whether two rectangles share more than a border."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


def text_width(text: str, points: float) -> float:
    """Return how many millimetres a line of text takes at most."""
    return (
        points
        * POINT
        * sum(
            _NARROW if c in "iljtf.,:;'’()|! \u00a0" else _WIDE if c in "mwMW%×—" else _UPPER if c.isupper() else _USUAL
            for c in text
        )
    )


def text_height(points: float) -> float:
    """Return how many millimetres a line of text takes."""
    return points * POINT * _LINE


class Canvas:
    """What is drawn, and the room that labels and figures take."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.taken: list[Spot] = []
        self.borders: list[Spot] = []
        self._shapes: list[str] = []
        self._over: list[str] = []

    def path(
        self,
        data: str,
        weight: float = 0.2,
        dash: str = "",
        fill: str = "none",
        stroke: str = INK,
        dots: bool = False,
        marks: Mapping[str, str] | None = None,
    ) -> None:
        """Draw a path; with ``dots`` its dashes have round ends.

        ``marks`` become ``data-`` attributes, by which a drawing can be read.
        """
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        dashes += ' stroke-linecap="round"' * dots
        named = "".join(f' data-{key}="{escape(value)}"' for key, value in (marks or {}).items())
        self._shapes.append(
            f'<path d="{data}" fill="{fill}" stroke="{stroke}" stroke-width="{weight:g}"{dashes}{named}/>'
        )

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        weight: float = 0.2,
        dash: str = "",
        stroke: str = INK,
        **marks: str,
    ) -> None:
        """Draw a straight line."""
        self.path(f"M{x1:.3f} {y1:.3f}L{x2:.3f} {y2:.3f}", weight, dash, stroke=stroke, marks=marks)

    def block(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        weight: float = 0.2,
        dash: str = "",
        fill: str = "none",
        **marks: str,
    ) -> None:
        """Draw a rectangle."""
        self.path(f"M{x:.3f} {y:.3f}h{width:.3f}v{height:.3f}h{-width:.3f}Z", weight, dash, fill, marks=marks)

    def round(
        self, x: float, y: float, radius: float, weight: float = 0.2, dash: str = "", fill: str = "none", **marks: str
    ) -> None:
        """Draw a circle."""
        self.path(
            f"M{x - radius:.3f} {y:.3f}a{radius:.3f} {radius:.3f} 0 1 0 {2 * radius:.3f} 0"
            f"a{radius:.3f} {radius:.3f} 0 1 0 {-2 * radius:.3f} 0Z",
            weight,
            dash,
            fill,
            marks=marks,
        )

    def arrow(self, x: float, y: float, across: float, down: float, length: float = 1.6) -> None:
        """Draw an arrowhead with its point at a place, pointing along a direction of length 1."""
        back_x, back_y = x - across * length, y - down * length
        side_x, side_y = -down * length * 0.24, across * length * 0.24
        self.path(
            f"M{x:.3f} {y:.3f}L{back_x + side_x:.3f} {back_y + side_y:.3f}"
            f"L{back_x - side_x:.3f} {back_y - side_y:.3f}Z",
            0,
            fill=INK,
        )

    def take(self, x: float, y: float, width: float, height: float) -> None:
        """Keep labels off a rectangle."""
        self.taken.append(Spot(x, y, width, height))

    def fence(self, x: float, y: float, width: float, height: float) -> None:
        """Keep labels off the border of a rectangle where they can do so, not off what it holds."""
        for across in (x, x + width):
            self.borders.append(Spot(across - _THIN / 2, y, _THIN, height))
        for down in (y, y + height):
            self.borders.append(Spot(x, down - _THIN / 2, width, _THIN))

    def room(self, text: str, points: float) -> tuple[float, float]:
        """Return the width and height of a label."""
        return text_width(text, points) + 0.8, text_height(points)

    def label(
        self,
        text: str,
        x: float,
        y: float,
        points: float,
        bold: bool = False,
        clear: bool = False,
        turned: bool = False,
    ) -> Spot:
        """Set a line of text centred on a place; ``clear`` wipes what is drawn beneath it."""
        width, height = self.room(text, points)
        spot = (
            Spot(x - height / 2, y - width / 2, height, width)
            if turned
            else Spot(x - width / 2, y - height / 2, width, height)
        )
        self.taken.append(spot)
        # Before it is turned, a label lies on the canvas too: what runs over is measured there.
        lies = min(max(x, width / 2), self.width - width / 2) if turned else x
        turn = f"; transform: translate({x - lies:.3f}mm) rotate(-90deg)" if turned else ""
        weight = "; font-weight: 600" * bold + "; background: #fff" * clear
        self._over.append(
            f'<p style="{_SET}left: {lies - width / 2:.3f}mm; top: {y - height / 2:.3f}mm; '
            f'width: {width:.3f}mm; font-size: {points:g}pt{weight}{turn}">{escape(text)}</p>'
        )
        return spot

    def label_near(self, text: str, places: Sequence[tuple[float, float]], points: float, bold: bool = False) -> Spot:
        """Set a line of text at the first place where it meets nothing, or but a border; smaller
        where there is none, and at the first place where there is none even so."""
        for smaller in (0, 0.5, 1):
            width, height = self.room(text, points - smaller)
            for others in ([*self.taken, *self.borders], self.taken):
                for x, y in places:
                    spot = Spot(x - width / 2, y - height / 2, width, height)
                    inside = (
                        spot.x >= 0 and spot.x + width <= self.width and spot.y >= 0 and spot.y + height <= self.height
                    )
                    if inside and not any(spot.meets(other) for other in others):
                        return self.label(text, x, y, points - smaller, bold, clear=True)
        return self.label(text, *places[0], points, bold, clear=True)

    def figure(self, picture: str, x: float, y: float, side: float) -> None:
        """Set a picture into a square centred on a place."""
        self.taken.append(Spot(x - side / 2, y - side / 2, side, side))
        self._over.append(
            f'<figure style="{_SET}left: {x - side / 2:.3f}mm; top: {y - side / 2:.3f}mm; '
            f'width: {side:.3f}mm; height: {side:.3f}mm">{picture}</figure>'
        )

    def markup(self) -> Markup:
        """Return the drawing as an element of a page."""
        # A line on the border keeps its whole width: the SVG is larger than the drawing by a rim.
        width, height = self.width + 2 * _RIM, self.height + 2 * _RIM
        return Markup(
            f'<div class="drawing" style="position: relative; width: {self.width:.3f}mm; '
            f'height: {self.height:.3f}mm">'
            f'<svg viewBox="{-_RIM} {-_RIM} {width:.3f} {height:.3f}" style="position: absolute; '
            f'left: {-_RIM}mm; top: {-_RIM}mm; width: {width:.3f}mm; height: {height:.3f}mm">'
            f"{''.join(self._shapes)}</svg>{''.join(self._over)}</div>"
        )
