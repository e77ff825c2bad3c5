"""A canvas in millimetres: lines and hatching as SVG, and labels over them as HTML text.

The origin is the upper left corner. Labels are elements of the page and not of the SVG, so that they are set in the
page's typefaces, can be searched, and are checked for missing glyphs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from kensei_docs.documents.kinds.paper_and_face_sizes import INCH, POINT

# The millimetres in a unit that has a length on paper; hexes are of any size.
MILLIMETRES = {"cm": 10.0, "in": INCH, "mm": 1.0, "ft": 304.8}
# The colour of lines, and a softer one for thin lines.
INK = "#000"
SOFT = "#4a4541"

# Estimated widths of characters in em: never less than in the typeface, so that a text fits its estimate.
_WIDTHS_EM = dict.fromkeys("iljtf.,:;·'’()|! \u00a0", 0.33) | dict.fromkeys("mwMW%×—", 0.92)
_UPPER_EM = 0.66
_USUAL_EM = 0.56
# The height of a line, as a multiple of the size of its type.
_LINE_HEIGHT = 1.2
# The millimetres of the SVG around the drawing.
_RIM = 0.5
# The width of a border that labels avoid, in millimetres.
_BORDER = 0.6
# Figures and units in the typeface of headings are at the most this many times as wide as the limit of the usual one.
_HEADING_FACTOR = 1.02
# The CSS of a label.
_LABEL_CSS = f"position: absolute; margin: 0; text-align: center; white-space: nowrap; line-height: {_LINE_HEIGHT}; "


@dataclass(frozen=True)
class Rectangle:
    """A rectangle; ``x`` and ``y`` are its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def bounds(self) -> Rectangle:
        """The rectangle itself: the counterpart of ``Circle.bounds``."""
        return self

    def overlaps(self, other: Rectangle) -> bool:
        """Return whether two rectangles share an area, not only a border."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in the rectangle."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    def surrounds(self, other: Rectangle) -> bool:
        """Return whether another rectangle lies in this one."""
        return self.holds(other.x, other.y) and self.holds(other.x + other.width, other.y + other.height)


@dataclass(frozen=True)
class Circle:
    """A circle; ``x`` and ``y`` are its centre."""

    x: float
    y: float
    radius: float

    @property
    def bounds(self) -> Rectangle:
        """The square around the circle."""
        return Rectangle(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)


Shape = Rectangle | Circle


def text_width(text: str, points: float) -> float:
    """Return an upper limit of the width of a line of text, in millimetres."""
    return points * POINT * sum(_WIDTHS_EM.get(c, _UPPER_EM if c.isupper() else _USUAL_EM) for c in text)


def text_height(points: float) -> float:
    """Return the height of a line of text in millimetres."""
    return points * POINT * _LINE_HEIGHT


# The air between a picture and a label beside it, in millimetres.
_AIR = 0.6


class Canvas:
    """A drawing in millimetres.

    Labels must not overlap the rectangles of ``reserved``, and avoid those of ``reserved_borders`` where they can.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.reserved: list[Rectangle] = []
        self.reserved_borders: list[Rectangle] = []
        self._shapes: list[str] = []
        self._labels: list[str] = []

    def path(
        self,
        data: str,
        weight: float = 0.2,
        dash: str = "",
        fill: str = "none",
        stroke: str = INK,
        marks: Mapping[str, str] | None = None,
    ) -> None:
        """Draw a path with SVG path data and a line as wide as ``weight``, in millimetres.

        ``marks`` become ``data-`` attributes, which tell programs that read the SVG what a line stands for.
        """
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        named = "".join(f' data-{key}="{escape(value)}"' for key, value in (marks or {}).items())
        self._shapes.append(
            f'<path d="{data}" fill="{fill}" stroke="{stroke}" stroke-width="{weight:g}"{dashes}{named}/>'
        )

    def line(
        self, x1: float, y1: float, x2: float, y2: float, weight: float, dash: str = "", stroke: str = INK, **marks: str
    ) -> None:
        """Draw a straight line."""
        self.path(f"M{x1:.3f} {y1:.3f}L{x2:.3f} {y2:.3f}", weight, dash, stroke=stroke, marks=marks)

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        weight: float = 0.2,
        dash: str = "",
        fill: str = "none",
        stroke: str = INK,
        **marks: str,
    ) -> None:
        """Draw a rectangle."""
        self.path(f"M{x:.3f} {y:.3f}h{width:.3f}v{height:.3f}h{-width:.3f}Z", weight, dash, fill, stroke, marks=marks)

    def around(
        self, inside: Rectangle, distance: float, weight: float, dash: str = "", fill: str = "none", **marks: str
    ) -> None:
        """Draw the line that has the same distance from a rectangle everywhere: its corners are quarter circles."""
        r, width, height = distance, inside.width, inside.height
        data = (
            f"M{inside.x:.3f} {inside.y - r:.3f}h{width:.3f}a{r:.3f} {r:.3f} 0 0 1 {r:.3f} {r:.3f}v{height:.3f}"
            f"a{r:.3f} {r:.3f} 0 0 1 {-r:.3f} {r:.3f}h{-width:.3f}a{r:.3f} {r:.3f} 0 0 1 {-r:.3f} {-r:.3f}"
            f"v{-height:.3f}a{r:.3f} {r:.3f} 0 0 1 {r:.3f} {-r:.3f}Z"
        )
        self.path(data, weight, dash, fill, marks=marks)

    def circle(
        self, x: float, y: float, radius: float, weight: float = 0.2, dash: str = "", fill: str = "none", **marks: str
    ) -> None:
        """Draw a circle."""
        half = f"a{radius:.3f} {radius:.3f} 0 1 0"
        data = f"M{x - radius:.3f} {y:.3f}{half} {2 * radius:.3f} 0{half} {-2 * radius:.3f} 0Z"
        self.path(data, weight, dash, fill, marks=marks)

    def outline(self, shape: Shape, weight: float, dash: str = "", fill: str = "none", **marks: str) -> None:
        """Draw the outline of a shape."""
        if isinstance(shape, Circle):
            self.circle(shape.x, shape.y, shape.radius, weight, dash, fill, **marks)
        else:
            self.rectangle(shape.x, shape.y, shape.width, shape.height, weight, dash, fill, **marks)

    def arrow(self, x: float, y: float, across: float, down: float, length: float = 1.6) -> None:
        """Draw an arrowhead with its tip at (x, y); (across, down) is its direction, a vector of length 1."""
        back_x, back_y = x - across * length, y - down * length
        side_x, side_y = -down * length * 0.24, across * length * 0.24
        sides = f"L{back_x + side_x:.3f} {back_y + side_y:.3f}L{back_x - side_x:.3f} {back_y - side_y:.3f}"
        self.path(f"M{x:.3f} {y:.3f}{sides}Z", 0, fill=INK)

    def reserve(self, x: float, y: float, width: float, height: float) -> None:
        """Keep labels out of a rectangle."""
        self.reserved.append(Rectangle(x, y, width, height))

    def reserve_border(self, around: Rectangle) -> None:
        """Keep labels off the border of a rectangle where that is possible; they may be inside it."""
        for across in (around.x, around.x + around.width):
            self.reserved_borders.append(Rectangle(across - _BORDER / 2, around.y, _BORDER, around.height))
        for down in (around.y, around.y + around.height):
            self.reserved_borders.append(Rectangle(around.x, down - _BORDER / 2, around.width, _BORDER))

    def reserve_line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Keep labels off a line, where that is possible."""
        steps = max(1, round(math.hypot(x2 - x1, y2 - y1) / _BORDER))
        for step in range(steps + 1):
            x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
            self.reserved_borders.append(Rectangle(x - _BORDER / 2, y - _BORDER / 2, _BORDER, _BORDER))

    def label_size(self, text: str, points: float) -> tuple[float, float]:
        """Return the width and height of a label in millimetres."""
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
        frame: str = "",
        width: float = 0,
        style: str = "",
        field: str = "",
    ) -> Rectangle:
        """Set a line of text with its middle at (x, y); return the rectangle that it takes.

        ``clear`` gives it a background (``--ground``, else white), ``frame`` is the colour of a line around it, and
        ``turned`` sets it upwards. ``style`` is more CSS for it; ``width`` is its width if that changes the estimate.
        With the name of a ``field``, a text that runs over the width is a defect.
        """
        usual, height = self.label_size(text, points)
        width = width or usual
        spot = (
            Rectangle(x - height / 2, y - width / 2, height, width)
            if turned
            else Rectangle(x - width / 2, y - height / 2, width, height)
        )
        self.reserved.append(spot)
        # Overflow is measured on the label before it is rotated, so that must be inside the canvas too.
        centre_x = min(max(x, width / 2), self.width - width / 2) if turned else x
        rotation = f"; transform: translate({x - centre_x:.3f}mm) rotate(-90deg)" if turned else ""
        weight = "; font-weight: 600" * bold + "; background: var(--ground, #fff)" * clear
        weight += f"; box-shadow: 0 0 0 0.3mm {frame}" if frame else ""
        weight += f"; {style}" if style else ""
        named = f' data-field="{field}"' if field else ""
        self._labels.append(
            f'<p{named} style="{_LABEL_CSS}left: {centre_x - width / 2:.3f}mm; top: {y - height / 2:.3f}mm; '
            f'width: {width:.3f}mm; font-size: {points:g}pt{weight}{rotation}">{escape(text)}</p>'
        )
        return spot

    def label_near(
        self, text: str, places: Sequence[tuple[float, float]], points: float, bold: bool = False, frame: str = ""
    ) -> Rectangle:
        """Set a line of text at the first of some places where it overlaps nothing; return the rectangle that it takes.

        If there is no such place, it may overlap borders. If that doesn't help, both are tried in type that is half a
        point, then a point smaller. If nothing helps, it is set at the first place.
        """
        spot = self.label_within(text, places, (points, points - 0.5, points - 1), bold, frame)
        return spot or self.label(text, *places[0], points, bold, clear=True, frame=frame)

    def label_within(
        self,
        text: str,
        places: Sequence[tuple[float, float]],
        points: Sequence[float],
        bold: bool = False,
        frame: str = "",
        within: Rectangle | None = None,
    ) -> Rectangle | None:
        """Set a line of text at the first of some places where it is ``within`` a rectangle and overlaps nothing.

        It is tried in each size of type, first off borders, then on them. Returns the rectangle that it takes, or None
        if it is set nowhere; without ``within``, it may be anywhere on the canvas.
        """
        around = within or Rectangle(0, 0, self.width, self.height)
        for size in points:
            width, height = self.label_size(text, size)
            for others in ([*self.reserved, *self.reserved_borders], self.reserved):
                for x, y in places:
                    spot = Rectangle(x - width / 2, y - height / 2, width, height)
                    if around.surrounds(spot) and not any(spot.overlaps(other) for other in others):
                        return self.label(text, x, y, size, bold, clear=True, frame=frame)
        return None

    def picture(self, picture: str, x: float, y: float, side: float, turned: bool = False) -> None:
        """Set a picture (HTML) in a square that has the middle of its lower edge at (x, y)."""
        around = side + 2 * _AIR
        self.reserved.append(Rectangle(x - around / 2, y - side - _AIR, around, around))
        self._labels.append(
            f'<figure style="{_LABEL_CSS}left: {x - side / 2:.3f}mm; top: {y - side:.3f}mm; '
            f'width: {side:.3f}mm; height: {side:.3f}mm{"; transform: rotate(-90deg)" * turned}">{picture}</figure>'
        )

    def markup(self) -> Markup:
        """Return the drawing as an element of a page."""
        # The SVG is larger than the drawing, so that a line on the border isn't cut to half its width.
        width, height = self.width + 2 * _RIM, self.height + 2 * _RIM
        return Markup(
            f'<div class="drawing" style="position: relative; width: {self.width:.3f}mm; '
            f'height: {self.height:.3f}mm">'
            f'<svg viewBox="{-_RIM} {-_RIM} {width:.3f} {height:.3f}" style="position: absolute; '
            f'left: {-_RIM}mm; top: {-_RIM}mm; width: {width:.3f}mm; height: {height:.3f}mm">'
            f"{''.join(self._shapes)}</svg>{''.join(self._labels)}</div>"
        )


def style(colour: str, heading: bool = False) -> str:
    """Return the CSS of words in a colour; ``heading`` sets them in the typeface of headings."""
    return (
        f"color: {colour}"
        + "; font-family: Source Serif Pro; font-weight: 900; font-feature-settings: 'lnum'" * heading
    )


def words_width(text: str, points: float, heading: bool = False) -> float:
    """Return an upper limit of the width in millimetres of a line of words."""
    return text_width(text, points * (_HEADING_FACTOR if heading else 1)) + 0.3


def set_words(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    points: float,
    colour: str,
    heading: bool = False,
    ground: str = "",
    bold: bool = False,
) -> float:
    """Set a line of words from ``x`` to the right, with its middle at ``y``; return the x where it ends.

    ``ground`` is the colour behind it, if any.
    """
    width = words_width(text, points, heading)
    css = f"{style(colour, heading)}; text-align: left"
    css += f"; background: {ground}; text-indent: 0.4mm" if ground else ""
    css += "; font-weight: 600" if bold else ""
    canvas.label(text, x + width / 2, y, points, width=width, style=css)
    return x + width
