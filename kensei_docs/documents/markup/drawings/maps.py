"""Maps of scenarios: a table to scale with its zones, pieces and dimension lines, and a key to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kensei_docs.documents.markup.drawings.canvas import (
    INK,
    Canvas,
    Circle,
    Rectangle,
    Shape,
    hatch,
    text_height,
    text_width,
)
from kensei_docs.documents.markup.drawings.deployment import Ground, Piece, Zone
from kensei_docs.documents.markup.drawings.map_scale import (
    SMALL_TYPE,
    Frame,
    draw_dimension,
    draw_scale_bar,
    draw_table_size,
)
from kensei_docs.documents.markup.drawings.terrain import draw_terrain

# Millimetres between the lines that hatch a zone, their width and their dashes: whole lines, and dashed ones.
_WHOLE, _DASHED = (1.9, 0.3, ""), (2.6, 0.4, "2.2 1")
# What lines and pictures of a small map are multiplied by.
_SMALL = 0.7
# Millimetres: a swatch of the key, and the largest and smallest outline of a piece in it.
_SWATCH, _LARGEST, _TINY = (6.0, 3.4), (5.6, 2.8), 0.7
# Millimetres: the limit of a zone, and the picture of a piece, whose foot stands where the piece does.
_LIMIT, _PICTURE, _LEAST_PICTURE = 0.8, 8.0, 2.6

# Millimetres: how long a row of bases is at least, so that a small map shows them.
_LEAST = 4.0

# Two strips with ground between them.
_FACING = 2

Say = Callable[..., str]


@dataclass(frozen=True)
class Entry:
    """A line of a map's key: a picture and what it stands for, such as a deployment area."""

    swatch: Markup
    text: str
    area: bool = False


@dataclass(frozen=True)
class MapWords:
    """The words and pictures of a map in one language.

    ``say`` returns one of the map's own phrases, ``figure`` a figure as the language writes it,
    ``name`` the name of an area or piece by its path in the deployment, ``picture`` the drawing of a
    piece by its entry, empty for a piece without one, ``colour`` a colour by what it is for.
    """

    say: Say
    figure: Callable[[str | None], str]
    name: Callable[[str], str]
    picture: Callable[[Mapping[str, Any]], str]
    colour: Callable[[str], str]


@dataclass(frozen=True)
class Map:
    """A drawn map: its markup and size in millimetres, its scale (1 to ``ratio``) and its key."""

    drawing: Markup
    width: float
    height: float
    ratio: int
    key: tuple[Entry, ...]


def draw_map(ground: Ground, words: MapWords, width: float, height: float, points: float, sized: bool = True) -> Map:
    """Draw a map at the largest scale that fits into a width and height in millimetres.

    ``points`` is the size of its type. Without ``sized`` the edges of the table have no dimensions, which leaves more
    room for the table.
    """
    frame = Frame.fit(ground, words.figure, width, height, points, sized)
    drawing = _Drawing(ground, words, frame, Canvas(frame.width, frame.height))
    drawing.draw()
    return Map(drawing.canvas.markup(), frame.width, frame.height, frame.ratio, tuple(drawing.key()))


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
            # A small map has no room for what the key says as well.
            if span.in_key and frame.points < SMALL_TYPE:
                continue
            draw_dimension(canvas, frame, span, place, words.figure)
        for area in ground.areas:
            self._name_area(area)
        for zone in ground.zones:
            self._name_zone(zone)
        if frame.sized:
            long, short = (self._length(side) for side in (ground.width, ground.depth))
            edges = words.say("long-edge", length=long), words.say("short-edge", length=short)
            draw_table_size(canvas, frame, ground, *edges)
        draw_scale_bar(canvas, frame, ground.unit, words.figure, words.say("scale", ratio=f"1:{frame.ratio}"))

    @property
    def _thin(self) -> float:
        """What lines and pictures are multiplied by in a small map."""
        return _SMALL if self.frame.points < SMALL_TYPE else 1.0

    def _side_colour(self, side: str) -> str:
        return self.words.colour(self.words.say(f"colour-{side}"))

    def _draw_zone(self, zone: Zone) -> None:
        """Draw a zone: paper, hatched in its side's way, with a heavy line where it faces the enemy."""
        canvas, shape = self.canvas, self.frame.scale_shape(zone.shape)
        colour = self._side_colour(zone.side)
        canvas.outline(shape, 0, fill=self.words.colour("paper"))
        _draw_hatching(canvas, shape, self.words.say(f"hatching-{zone.side}"), colour, self._thin)
        canvas.outline(shape, 0.3, zone=zone.key)
        if isinstance(shape, Circle):
            canvas.circle(shape.x, shape.y, shape.radius, _LIMIT * self._thin)
            return
        for y, edge in ((zone.shape.bounds.y, shape.y), (zone.shape.bounds.y + zone.shape.bounds.height, None)):
            if 0 < y < self.ground.depth:
                at = shape.y + shape.height if edge is None else edge
                canvas.line(shape.x, at, shape.x + shape.width, at, _LIMIT * self._thin, stroke=colour)

    def _draw_arrows(self) -> None:
        """Draw arrows from strips that face one another over ground where nothing else is."""
        ground, frame, canvas = self.ground, self.frame, self.canvas
        strips = [zone for zone in ground.zones if isinstance(zone.shape, Rectangle)]
        if ground.areas or ground.pieces or len(strips) != _FACING:
            return
        upper, lower = sorted(strips, key=lambda zone: zone.shape.y)
        top, bottom = upper.shape.bounds.y + upper.shape.bounds.height, lower.shape.bounds.y
        half = 2.4 * self._thin
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
        width, depth = piece.width * scale, piece.depth * scale
        row = piece.bases * width
        enlarged = max(1.0, _LEAST / row) if row and not piece.radius and frame.points < SMALL_TYPE else 1.0
        width, depth = width * enlarged, depth * enlarged
        picture = self.words.picture(piece.entry)
        # The picture of a piece near the edge is no higher than the table goes on above it.
        room = min((down * scale for _, down in piece.spots if down), default=_PICTURE)
        side = max(_LEAST_PICTURE, min(_PICTURE * self._thin, room))
        for number, (across, down) in enumerate(piece.spots, 1):
            x, y = frame.at(across, down)
            if enlarged > 1:
                x = max(x, frame.left + piece.bases * width / 2)
            if piece.radius:
                inside = Rectangle(x - piece.bases * width / 2, y - depth / 2, piece.bases * width, depth)
                reach = piece.radius * scale
                canvas.around(inside, reach, 0.5 * self._thin, "1.6 1")
                outer = inside.width + 2 * reach, inside.height + 2 * reach
                canvas.reserve_border(Rectangle(inside.x - reach, inside.y - reach, *outer))
            marks = {"piece": piece.key, "number": str(number)}
            for base in range(piece.bases):
                left = x + (base - piece.bases / 2) * width
                fill = self.words.colour("accent") if piece.radius else "#fff"
                canvas.rectangle(left, y - depth / 2, width, depth, 0.3, fill=fill, **marks)
            if width:
                canvas.reserve(x - piece.bases * width / 2, y - depth / 2, piece.bases * width, depth)
            if picture:
                canvas.path(f"M{x:.3f} {y:.3f}h0", 0, marks=marks)
                canvas.picture(picture, x, y, side)

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

    def _name_area(self, area: Zone) -> None:
        text = self.words.name(f"areas.{area.key}")
        if text:
            # In its middle, or a little to the right, where a length may stand in the middle.
            inside = area.shape.bounds
            places = [
                self.frame.at(inside.x + inside.width * across, inside.y + inside.height * down)
                for down in (0.5, 0.36, 0.25, 0.65, 0.8, 0.12)
                for across in (0.5, 0.375, 0.625)
            ]
            self.canvas.label_near(text, places, self.frame.points, bold=True)

    def _name_zone(self, zone: Zone) -> None:
        shape, frame, half = zone.shape, self.frame, self.ground.depth / 2
        if isinstance(shape, Circle):
            places = [frame.at(shape.x, shape.y + shape.radius * part) for part in (0.55, 0.7, 0.4, -0.5)]
            room = shape.radius * 1.4 * frame.scale
        else:
            places = [
                frame.at(shape.x + shape.width * part, shape.y + shape.height * down)
                for down in (0.5, 0.25, 0.75, 0.22, 0.78)
                for part in (0.5, 1 / 3, 2 / 3, 0.2, 0.8, 0.12, 0.88)
            ]
            # Where an area reaches into the strip, outside it rather than inside.
            areas = [frame.scale_shape(area.shape).bounds for area in self.ground.areas if area.shape != shape]
            places.sort(key=lambda place: any(area.holds(*place) for area in areas))
            # Pieces may fill a strip: its name then stands outside, towards the middle line.
            aside = text_height(frame.points) / 2 + 0.5
            inner, away = (shape.y + shape.height, aside) if shape.y < half else (shape.y, -aside)
            x, y = frame.at(shape.x + shape.width / 2, inner)
            places += [(x + part * shape.width * frame.scale, y + away) for part in (0, -1 / 6, 1 / 6)]
            room = shape.width * 0.6 * frame.scale
        text = self.words.say(f"zone-{zone.side}")
        if frame.points < SMALL_TYPE or text_width(text, frame.points) > room:
            text = self.words.say(f"side-{zone.side}")
        self.canvas.label_near(text, places, frame.points, bold=True, frame=self._side_colour(zone.side))

    def key(self) -> Iterator[Entry]:
        """Yield the key's entries: sides, sorts of pieces with their numbers, then what brackets and blanks mean."""
        ground, words = self.ground, self.words
        for side in dict.fromkeys(zone.side for zone in ground.zones):
            swatch = _swatch(words.say(f"hatching-{side}"), colour=self._side_colour(side))
            yield Entry(swatch, words.say(f"zone-{side}"), True)
        # A piece that has a place and no picture is shown by its outline.
        placed = [piece for piece in ground.pieces if piece.width and piece.depth and "in" not in piece.entry]
        outlined = [piece for piece in placed if not words.picture(piece.entry)]
        sizes = [(_LARGEST[0] / (piece.bases * piece.width), _LARGEST[1] / piece.depth) for piece in outlined]
        scale = min(map(min, sizes), default=1.0)
        counts: dict[tuple[str, str, str], list[str]] = {}
        for piece in ground.pieces:
            swatch = (
                _outline_of(piece, scale)
                if piece in outlined
                else _swatch("", "area" if "in" in piece.entry else "piece")
            )
            sort = (words.picture(piece.entry) or swatch, words.name(f"pieces.{piece.key}"), self._describe(piece))
            counts.setdefault(sort, []).extend([words.figure(piece.count)] * bool(piece.count))
        for (looks, name, about), many in counts.items():
            named = f"{name}\u00a0× {' + '.join(many)}" if many else name
            yield Entry(Markup(looks), f"{named}, {about}" if about else named)
        if any(span.derived for span in ground.spans):
            yield Entry(Markup("(…)"), words.say("derived"))
        if any(span.figure is None for span in ground.spans):
            yield Entry(Markup("____"), words.say("blank"))

    def _describe(self, piece: Piece) -> str:
        """Return the words of the key for a sort of piece after its name and count."""
        entry, words, text = piece.entry, self.words, []
        if "owner" in entry:
            text.append(words.say(f"side-{entry['owner']}"))
        if piece.width:
            size = " × ".join(self._length(side) for side in (piece.width, piece.depth))
            text.append(f"{piece.bases} × {size}" if piece.bases > 1 else size)
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
    """Hatch a shape; ``hatching`` has an angle in degrees for each set of lines, and ``dashed`` if they are."""
    angles = hatching.split()
    gap, weight, dash = _DASHED if angles[-1] == "dashed" else _WHOLE
    for angle in angles:
        if angle != "dashed":
            canvas.path(hatch(shape, float(angle), gap * thin), weight * thin, dash, stroke=colour)


def _outline_of(piece: Piece, scale: float) -> Markup:
    """Return the outline of a piece as a swatch; a key has one ``scale`` for all of them."""
    canvas = Canvas(*_SWATCH)
    width, depth = (max(_TINY, side * scale) for side in (piece.width, piece.depth))
    for base in range(piece.bases):
        canvas.rectangle(_SWATCH[0] / 2 + (base - piece.bases / 2) * width, (_SWATCH[1] - depth) / 2, width, depth, 0.3)
    return canvas.markup()


def _swatch(hatching: str, sort: str = "zone", colour: str = INK) -> Markup:
    """Return a swatch for a zone with its hatching, for an ``area`` or for a ``piece``."""
    canvas = Canvas(*_SWATCH)
    inside = Rectangle(1.9, 0.6, 2.2, 2.2) if sort == "piece" else Rectangle(0.2, 0.2, 5.6, 3)
    if hatching:
        _draw_hatching(canvas, inside, hatching, colour, 0.6)
    canvas.outline(inside, 0.3, "1 0.7" if sort == "area" else "")
    return canvas.markup()
