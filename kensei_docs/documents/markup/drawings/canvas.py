"""A canvas in millimetres: lines and hatching as SVG, and labels over them as HTML text.

The origin is the upper left corner. Labels are elements of the page and not of the SVG, so that they are set in the
page's typefaces, can be searched, and are checked for missing glyphs.

Hatching is clipped to its shape: viewers of PDFs show SVG patterns differently. The open ground of maps has two rises
in contour lines and tufts of grass, the same on every map, and no scenery.

Words round the rim of a token, letter by letter, in true millimetres.

The upper words run clockwise over the top; the lower ones run along the bottom, read from left to right. Words are
never cut. Type is larger where there is room. If words don't fit in capitals, the letters are set closer; if that is
not enough, they are set without capitals. A name without a reminder may also be split over the top and the bottom.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from random import Random

from markupsafe import Markup, escape

from kensei_docs.documents.markup.typefaces import Glyphs, width_of
from kensei_docs.documents.products.product import INCH, POINT

# The millimetres in a unit that has a length on paper; hexes are of any size.
MILLIMETRES = {"cm": 10.0, "in": INCH, "mm": 1.0, "ft": 304.8}
# The colour of lines, and a softer one for thin lines.
INK = "#000"
SOFT = "#4a4541"

# The typefaces of labels: of most, of those that stand out, and of figures that are read from afar.
REGULAR, BOLD, HEADING = "SourceSansPro-Regular", "SourceSansPro-Semibold", "SourceSerifPro-Black"
_TYPEFACE_CSS = {
    REGULAR: "",
    BOLD: "; font-weight: 600",
    HEADING: "; font-family: Source Serif Pro; font-weight: 900; font-feature-settings: 'lnum'",
}
# The height of a line, as a multiple of the size of its type.
_LINE_HEIGHT = 1.2
# The millimetres of the SVG around the drawing.
_RIM = 0.5
# The width of a border that labels avoid, in millimetres.
_BORDER = 0.6
# The air at both sides together of a label, and of words without and with a background, in millimetres.
_LABEL_AIR, _WORDS_AIR, _GROUND_AIR = 1.6, 0.3, 0.8
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
    def right(self) -> float:
        """The x of the right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of the lower side."""
        return self.y + self.height

    @property
    def bounds(self) -> Rectangle:
        """The rectangle itself: the counterpart of ``Circle.bounds``."""
        return self

    def grown(self, margin: float) -> Rectangle:
        """Return a rectangle that is larger by a margin on all four sides."""
        return Rectangle(self.x - margin, self.y - margin, self.width + 2 * margin, self.height + 2 * margin)

    def overlaps(self, other: Rectangle) -> bool:
        """Return whether two rectangles share an area, not only a border."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point lies in the rectangle."""
        return self.x <= x <= self.right and self.y <= y <= self.bottom

    def surrounds(self, other: Rectangle) -> bool:
        """Return whether another rectangle lies in this one."""
        return self.holds(other.x, other.y) and self.holds(other.right, other.bottom)


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
        self, data: str, weight: float = 0.2, dash: str = "", fill: str = "none", stroke: str = INK, **marks: str
    ) -> None:
        """Draw a path with SVG path data and a line as wide as ``weight``, in millimetres.

        ``marks`` become ``data-`` attributes, which tell programs that read the SVG what a line stands for.
        """
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        named = "".join(f' data-{key}="{escape(value)}"' for key, value in marks.items())
        self._shapes.append(
            f'<path d="{data}" fill="{fill}" stroke="{stroke}" stroke-width="{weight:g}"{dashes}{named}/>'
        )

    # The shapes below take what ``path`` takes: ``fill``, ``stroke``, and marks.

    def line(self, x1: float, y1: float, x2: float, y2: float, weight: float, dash: str = "", **how: str) -> None:
        """Draw a straight line."""
        self.path(f"M{x1:.3f} {y1:.3f}L{x2:.3f} {y2:.3f}", weight, dash, **how)

    def around(self, inside: Rectangle, distance: float, weight: float, dash: str = "", **how: str) -> None:
        """Draw the line that has the same distance from a rectangle everywhere: its corners are quarter circles."""
        r, width, height = distance, inside.width, inside.height
        data = (
            f"M{inside.x:.3f} {inside.y - r:.3f}h{width:.3f}a{r:.3f} {r:.3f} 0 0 1 {r:.3f} {r:.3f}v{height:.3f}"
            f"a{r:.3f} {r:.3f} 0 0 1 {-r:.3f} {r:.3f}h{-width:.3f}a{r:.3f} {r:.3f} 0 0 1 {-r:.3f} {-r:.3f}"
            f"v{-height:.3f}a{r:.3f} {r:.3f} 0 0 1 {r:.3f} {-r:.3f}Z"
        )
        self.path(data, weight, dash, **how)

    def outline(self, shape: Shape, weight: float = 0.2, dash: str = "", **how: str) -> None:
        """Draw the outline of a shape."""
        if isinstance(shape, Circle):
            radius = shape.radius
            half = f"a{radius:.3f} {radius:.3f} 0 1 0"
            data = f"M{shape.x - radius:.3f} {shape.y:.3f}{half} {2 * radius:.3f} 0{half} {-2 * radius:.3f} 0Z"
        else:
            width, height = shape.width, shape.height
            data = f"M{shape.x:.3f} {shape.y:.3f}h{width:.3f}v{height:.3f}h{-width:.3f}Z"
        self.path(data, weight, dash, **how)

    def arrow(self, x: float, y: float, across: float, down: float, length: float = 1.6) -> None:
        """Draw an arrowhead with its tip at (x, y); (across, down) is its direction, a vector of length 1."""
        back_x, back_y = x - across * length, y - down * length
        side_x, side_y = -down * length * 0.24, across * length * 0.24
        sides = f"L{back_x + side_x:.3f} {back_y + side_y:.3f}L{back_x - side_x:.3f} {back_y - side_y:.3f}"
        self.path(f"M{x:.3f} {y:.3f}{sides}Z", 0, fill=INK)

    def reserve_border(self, around: Rectangle) -> None:
        """Keep labels off the border of a rectangle where that is possible; they may be inside it."""
        for across in (around.x, around.right):
            self.reserved_borders.append(Rectangle(across - _BORDER / 2, around.y, _BORDER, around.height))
        for down in (around.y, around.bottom):
            self.reserved_borders.append(Rectangle(around.x, down - _BORDER / 2, around.width, _BORDER))

    def reserve_line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """Keep labels off a line, where that is possible."""
        steps = max(1, round(math.hypot(x2 - x1, y2 - y1) / _BORDER))
        for step in range(steps + 1):
            x, y = x1 + (x2 - x1) * step / steps, y1 + (y2 - y1) * step / steps
            self.reserved_borders.append(Rectangle(x - _BORDER / 2, y - _BORDER / 2, _BORDER, _BORDER))

    def label_size(self, text: str, points: float, typeface: str = REGULAR) -> tuple[float, float]:
        """Return the width and height of a label in millimetres."""
        return width_of(text, points, typeface) + _LABEL_AIR, text_height(points)

    def label(
        self,
        text: str,
        x: float,
        y: float,
        points: float,
        typeface: str = REGULAR,
        clear: bool = False,
        turned: bool = False,
        frame: str = "",
        width: float = 0,
        style: str = "",
        field: str = "",
    ) -> Rectangle:
        """Set a line of text with its middle at (x, y); return the rectangle that it takes.

        ``clear`` gives it a background (``--ground``, else white), ``frame`` is the colour of a line around it, and
        ``turned`` sets it upwards. ``style`` is more CSS for it; ``width`` is its width, if it is not that of the text.
        With the name of a ``field``, a text that runs over the width is a defect.
        """
        usual, height = self.label_size(text, points, typeface)
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
        look = _TYPEFACE_CSS[typeface] + "; background: var(--ground, #fff)" * clear
        look += f"; box-shadow: 0 0 0 0.3mm {frame}" if frame else ""
        look += f"; {style}" if style else ""
        named = f' data-field="{field}"' if field else ""
        self._labels.append(
            f'<p{named} style="{_LABEL_CSS}left: {centre_x - width / 2:.3f}mm; top: {y - height / 2:.3f}mm; '
            f'width: {width:.3f}mm; font-size: {points:g}pt{look}{rotation}">{escape(text)}</p>'
        )
        return spot

    def label_near(
        self, text: str, places: Sequence[tuple[float, float]], points: float, typeface: str = REGULAR, frame: str = ""
    ) -> Rectangle:
        """Set a line of text at the first of some places where it overlaps nothing; return the rectangle that it takes.

        If there is no such place, it may overlap borders. If that doesn't help, both are tried in type that is half a
        point, then a point smaller. If nothing helps, it is set at the first place.
        """
        spot = self.label_within(text, places, (points, points - 0.5, points - 1), typeface, frame)
        return spot or self.label(text, *places[0], points, typeface, clear=True, frame=frame)

    def label_within(
        self,
        text: str,
        places: Sequence[tuple[float, float]],
        points: Sequence[float],
        typeface: str = REGULAR,
        frame: str = "",
        within: Rectangle | None = None,
    ) -> Rectangle | None:
        """Set a line of text at the first of some places where it is ``within`` a rectangle and overlaps nothing.

        It is tried in each size of type, first off borders, then on them. Returns the rectangle that it takes, or None
        if it is set nowhere; without ``within``, it may be anywhere on the canvas.
        """
        around = within or Rectangle(0, 0, self.width, self.height)
        for size in points:
            width, height = self.label_size(text, size, typeface)
            for others in ([*self.reserved, *self.reserved_borders], self.reserved):
                for x, y in places:
                    spot = Rectangle(x - width / 2, y - height / 2, width, height)
                    if around.surrounds(spot) and not any(spot.overlaps(other) for other in others):
                        return self.label(text, x, y, size, typeface, clear=True, frame=frame)
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


def words_width(text: str, points: float, typeface: str = REGULAR) -> float:
    """Return the width of a line of words with the air around it, in millimetres."""
    return width_of(text, points, typeface) + _WORDS_AIR


def set_words(
    canvas: Canvas, text: str, x: float, y: float, points: float, colour: str, typeface: str = REGULAR, ground: str = ""
) -> float:
    """Set a line of words from ``x`` to the right, with its middle at ``y``; return the x where it ends.

    ``ground`` is the colour behind it, if any.
    """
    width = width_of(text, points, typeface) + (_GROUND_AIR if ground else _WORDS_AIR)
    css = f"color: {colour}; text-align: left"
    css += f"; background: {ground}; text-indent: {_GROUND_AIR / 2}mm" if ground else ""
    canvas.label(text, x + width / 2, y, points, typeface, width=width, style=css)
    return x + width


_Point = tuple[float, float]
# Each rise as (x, y, size): x and y are shares of the ground's width and height, the size is a factor.
_RISES = ((0.24, 0.38, 1.0), (0.74, 0.62, 1.25))
# The number of contour lines of a rise.
_CONTOURS = 4
# The number of points of a contour line.
_POINTS_OF_CONTOUR = 36
# On a ground of this width, tufts are a whole step apart; on a narrower one they are smaller and closer together, but
# at least the least step apart.
_WIDE_GROUND_MM = 150.0
_TUFT_STEP_MM = 7.0
_MIN_TUFT_STEP_MM = 4.6
# The share of places that have a tuft.
_TUFT_SHARE = 0.6


def hatch(shape: Shape, degrees: float, gap: float) -> str:
    """Return the SVG path of lines that hatch a shape at an angle, ``gap`` millimetres apart."""
    inside = shape.bounds
    middle_x, middle_y = inside.x + inside.width / 2, inside.y + inside.height / 2
    along = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    reach = shape.radius if isinstance(shape, Circle) else math.hypot(inside.width, inside.height) / 2
    lines = []
    for step in range(-int(reach / gap), int(reach / gap) + 1):
        at = middle_x - along[1] * gap * step, middle_y + along[0] * gap * step
        low, high = _stretch_inside(shape, at, along, gap * step)
        if high > low:
            ends = [f"{at[0] + along[0] * end:.2f} {at[1] + along[1] * end:.2f}" for end in (low, high)]
            lines.append(f"M{ends[0]}L{ends[1]}")
    return "".join(lines)


def _stretch_inside(shape: Shape, at: _Point, along: _Point, away: float) -> tuple[float, float]:
    """Return where a straight line enters and leaves a shape, in millimetres from the point ``at`` on it.

    ``along`` is its direction, a vector of length 1, ``away`` how far it is from the middle of the shape. A line that
    doesn't touch the shape leaves it before it enters.
    """
    if isinstance(shape, Circle):
        half = math.sqrt(max(0.0, shape.radius**2 - away**2))
        return -half, half
    reach = math.hypot(shape.width, shape.height) / 2
    low, high = -reach, reach
    sides = (shape.x, shape.x + shape.width), (shape.y, shape.y + shape.height)
    for position, direction, (least, most) in zip(at, along, sides, strict=True):
        if abs(direction) >= 1e-9:
            first, second = sorted(((least - position) / direction, (most - position) / direction))
            low, high = max(low, first), min(high, second)
        elif not least <= position <= most:
            return 1, 0
    return low, high


def draw_terrain(canvas: Canvas, ground: Rectangle, colour: Callable[[str], str]) -> None:
    """Cover a rectangle of the canvas with open ground; ``colour`` returns the colour with a name."""
    canvas.outline(ground, 0, fill=colour("meadow"))
    for data in (_contours(ground), _tufts(ground)):
        canvas.path("".join(data), 0.25, stroke=colour("meadow-line"))


def _contours(ground: Rectangle) -> Iterator[str]:
    """Yield the SVG path of each contour line."""
    for (across, down, size), number in product(_RISES, range(_CONTOURS)):
        x, y = ground.x + ground.width * across, ground.y + ground.height * down
        radius = (4 + number * 4.4) * size * ground.width / _WIDE_GROUND_MM
        points = []
        for step in range(_POINTS_OF_CONTOUR):
            angle = 2 * math.pi * step / _POINTS_OF_CONTOUR
            wide = radius * 1.5 * (1 + 0.16 * math.sin(3 * angle + number / 2 + across * 9))
            high = radius * (1 + 0.16 * math.cos(2 * angle + number * 0.4 + down * 9))
            points.append(f"{x + wide * math.cos(angle):.2f} {y + high * math.sin(angle):.2f}")
        yield f"M{'L'.join(points)}Z"


def _tufts(ground: Rectangle) -> Iterator[str]:
    """Yield the SVG path of each tuft; they are the same on every run, as the seed of ``Random`` is fixed."""
    random = Random(0)
    step = max(_MIN_TUFT_STEP_MM, _TUFT_STEP_MM * ground.width / _WIDE_GROUND_MM)
    size = step / _TUFT_STEP_MM
    for row, column in product(range(1, int(ground.height / (step * 0.8))), range(1, int(ground.width / step))):
        if random.random() < _TUFT_SHARE:
            x = ground.x + step * (column + row % 2 / 2) + random.uniform(-1, 1) * size
            y = ground.y + step * 0.8 * row + 1.5 * size
            yield (
                f"M{x:.1f} {y:.1f}l{-0.7 * size:.2f} {-1.5 * size:.2f}M{x + size / 2:.1f} {y:.1f}v{-1.9 * size:.2f}"
                f"M{x + size:.1f} {y:.1f}l{0.7 * size:.2f} {-1.5 * size:.2f}"
            )


# The typeface of rims, as the style sheet of tokens sets it.
TYPEFACE = "SourceSansPro-Bold"
# The width of a rim in em.
WIDTH = 1.65
# How far the middle of the letters is from the outer edge of the rim, in em of its least type; the height of capitals.
_MIDDLE_EM = 0.945
_CAPITAL_EM = 0.67
# The larger sizes of type that are tried first, as shares of the least one; the rim is as wide for each.
_LARGER = (1.16, 1.08)
# The degrees that one line may take.
_MAX_DEGREES = 200
# The degrees that both lines may take together.
_MAX_DEGREES_OF_BOTH = 326
# The spaces between letters that are tried, the widest first.
_SPACES_EM = (0.05, 0.02, 0.0)


@dataclass(frozen=True)
class Rim:
    """The words of a rim.

    ``letters`` is their markup, None if they don't fit; ``upper`` and ``lower`` are the words as they are set,
    ``width`` is the width of the rim in millimetres and ``points`` the size of the type.
    """

    letters: Markup | None
    upper: str
    lower: str
    width: float
    points: float


@dataclass(frozen=True)
class _Type:
    """A typeface at a size in millimetres, with a space between letters in em."""

    glyphs: Glyphs
    size: float
    space: float

    def advance(self, character: str) -> float:
        """Return the width of a character with the space after it, in millimetres."""
        glyph = self.glyphs.ids.get(character, 0)
        return (self.glyphs.advances[glyph] / self.glyphs.units + self.space) * self.size

    def length(self, text: str) -> float:
        """Return the length of a text in millimetres."""
        return sum(map(self.advance, text)) - self.space * self.size if text else 0.0

    def places(self, text: str) -> Iterator[tuple[str, float, float]]:
        """Yield (character, its width, how far its middle is to the right of the middle of the text)."""
        at = -self.length(text) / 2
        for character in text:
            width = self.advance(character) - self.space * self.size
            yield character, width, at + width / 2
            at += self.advance(character)


def draw_rim(name: str, reminder: str, face: float, points: float, round_: bool, glyphs: Glyphs) -> Rim:
    """Return the words round a token that is ``face`` millimetres wide, in type of ``points`` or larger.

    The name is above and the reminder below. On a square token (not ``round_``) both are straight lines.
    """
    least = points * POINT
    for share, words, space in _settings(name, reminder):
        setting = _Type(glyphs, share * least, space)
        half = _CAPITAL_EM * setting.size / 2
        # How far the feet of the upper and of the lower letters are from the edge.
        feet = _MIDDLE_EM * least + half, _MIDDLE_EM * least - half
        lengths = [setting.length(text) for text in words]
        if round_:
            angles = [math.degrees(length / (face / 2 - foot)) for length, foot in zip(lengths, feet, strict=True)]
            fits = max(angles) <= _MAX_DEGREES and sum(angles) <= _MAX_DEGREES_OF_BOTH
        else:
            fits = max(lengths) <= face - 2 * 0.6 * least
        if fits:
            lines = [
                _set_line(text, setting, face, foot, round_, below)
                for text, foot, below in zip(words, feet, (False, True), strict=True)
            ]
            return Rim(Markup("").join(chain(*lines)), *words, WIDTH * least, share * points)
    return Rim(None, name, reminder, WIDTH * least, points)


def _settings(name: str, reminder: str) -> Iterator[tuple[float, tuple[str, str], float]]:
    """Yield the settings in the order in which they are tried: a size, the words, and a space between letters.

    Type is larger only while all words stand in capitals that are not set closer.
    """
    words = name.split()
    # A name in two lines is split where their lengths differ least.
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    halves = min(splits, key=lambda split: abs(len(split[0]) - len(split[1])), default=(name, ""))
    candidates = [
        (name.upper(), reminder.upper()),
        *([(name.upper(), reminder), (name, reminder)] if reminder else []),
        *[(name.upper(), ""), (name, ""), (halves[0].upper(), halves[1].upper()), halves],
    ]
    yield from ((share, candidates[0], _SPACES_EM[0]) for share in _LARGER)
    yield from ((1.0, words, space) for words, space in product(candidates, _SPACES_EM))


def _set_line(text: str, setting: _Type, face: float, foot: float, round_: bool, below: bool) -> Iterator[Markup]:
    """Yield the letters of a line round the centre of a token, or straight in its middle.

    Their feet are ``foot`` millimetres from the edge; ``below`` is true for the lower line.
    """
    for character, width, at in setting.places(text):
        radius = face / 2 - foot
        angle = at / radius if round_ else 0.0
        x = face / 2 + (radius * math.sin(angle) if round_ else at)
        y = face / 2 - radius * math.cos(angle)
        yield _letter(character, setting, width, x, face - y if below else y, -angle if below else angle)


def _letter(character: str, setting: _Type, width: float, x: float, y: float, angle: float) -> Markup:
    """Return a letter with the middle of its foot at (x, y), turned by an angle in radians."""
    if character.isspace():
        return Markup("")
    units = setting.glyphs.units
    # How far the foot of a letter is below the upper edge of its line, in em; the line is 1 em high.
    foot = 0.5 + (setting.glyphs.ascent + setting.glyphs.descent) / units / 2
    turned = f"; transform: rotate({math.degrees(angle):.2f}deg)" if angle else ""
    return Markup('<i style="left: {}mm; top: {}mm; width: {}mm; transform-origin: 50% {}%{}">{}</i>').format(
        f"{x - width / 2:.3f}",
        f"{y - foot * setting.size:.3f}",
        f"{width:.3f}",
        f"{foot * 100:.2f}",
        turned,
        escape(character),
    )
