"""Maps of scenarios: a table to scale with its zones, pieces and dimension lines, and a key to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kensei_docs.documents.markup.drawings.canvas import (
    Canvas,
    Circle,
    Rectangle,
    Shape,
    hatch,
    text_height,
    text_width,
)
from kensei_docs.documents.markup.drawings.ground import Ground, Piece
from kensei_docs.documents.markup.drawings.map_scale import Frame, draw_dimension, draw_scale_bar, draw_table_size

# Millimetres between the lines that hatch a zone, and the dashes of one that is dotted.
_SPACING, _DOTS = 2.6, "0.01 1.3"
# In type smaller than this many points, a zone has the short name of its side.
_LONG_NAME = 7.0
# Millimetres: a swatch of the key, and the largest and smallest outline of a piece in it.
_SWATCH, _LARGEST, _TINY = (6.0, 3.4), (5.6, 2.8), 0.7
# Pieces are drawn to scale; the picture beside one has at least this many millimetres.
_PICTURE = 4.0

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
    ``name`` the name of an area or piece by its path in the deployment, ``picture`` the icon of a
    piece by its entry, empty for a piece without one.
    """

    say: Say
    figure: Callable[[str | None], str]
    name: Callable[[str], str]
    picture: Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True)
class Map:
    """A drawn map: its markup and size in millimetres, its scale (1 to ``ratio``) and its key."""

    drawing: Markup
    width: float
    height: float
    ratio: int
    key: tuple[Entry, ...]


def draw_map(ground: Ground, words: MapWords, width: float, height: float, points: float) -> Map:
    """Draw a map at the largest scale that fits into a width and height in millimetres.

    ``points`` is the size of its type.
    """
    frame = Frame.fit(ground, words.figure, width, height, points)
    canvas = Canvas(frame.width, frame.height)
    for zone in ground.zones:
        shape = frame.scale_shape(zone.shape)
        dots = _SPACING / (1 if isinstance(shape, Circle) else 2)
        _draw_hatching(canvas, shape, words.say(f"hatching-{zone.side}"), _SPACING, dots)
        canvas.outline(shape, 0.3, zone=zone.key)
    for area in ground.areas:
        shape = frame.scale_shape(area.shape)
        canvas.outline(shape, 0.3, "1.4 0.9")
        if isinstance(shape, Rectangle):
            canvas.reserve_border(shape)
    for piece in ground.pieces:
        _draw_piece(canvas, frame, ground, piece, words)
    table = frame.scale_shape(Rectangle(0, 0, ground.width, ground.depth)).bounds
    canvas.outline(table, 0.5, table="1")
    canvas.reserve_border(table)
    for span, place in frame.places:
        draw_dimension(canvas, frame, span, place, words.figure)
    _draw_names(canvas, frame, ground, words)
    long, short = (words.figure(_format_length(side, ground)) for side in (ground.width, ground.depth))
    edges = words.say("long-edge", length=long), words.say("short-edge", length=short)
    draw_table_size(canvas, frame, ground, *edges)
    draw_scale_bar(canvas, frame, ground.unit, words.figure, words.say("scale", ratio=f"1:{frame.ratio}"))
    return Map(canvas.markup(), frame.width, frame.height, frame.ratio, tuple(_key_of(ground, words)))


def _draw_hatching(canvas: Canvas, shape: Shape, hatching: str, lines: float, dots: float) -> None:
    """Hatch a shape; ``lines`` and ``dots`` are the millimetres between two lines, and between two dotted ones.

    ``hatching`` has an angle in degrees for each set of lines, and ``dotted`` if they are: ``45 -45``.
    """
    *angles, last = hatching.split()
    dotted = last == "dotted"
    for angle in map(float, angles if dotted else [*angles, last]):
        data = hatch(shape, angle, dots if dotted else lines)
        canvas.path(data, 0.45 if dotted else 0.15, _DOTS if dotted else "", stroke="#6b655f", dots=dotted)


def _draw_piece(canvas: Canvas, frame: Frame, ground: Ground, piece: Piece, words: MapWords) -> None:
    scale = frame.scale
    _draw_guides(canvas, frame, ground, piece)
    picture = words.picture(piece.entry)
    for number, (across, down) in enumerate(piece.spots):
        x, y = frame.at(across, down)
        width, depth = piece.width * scale, piece.depth * scale
        if piece.radius:
            canvas.circle(x, y, piece.radius * scale, 0.2, "0.8 0.6", piece=piece.key)
        for base in range(piece.bases):
            left = x + (base - piece.bases / 2) * width
            canvas.rectangle(
                left, y - depth / 2, width, depth, 0.3, fill="#fff", piece=piece.key, number=str(number + 1)
            )
        canvas.reserve(x - piece.bases * width / 2, y - depth / 2, piece.bases * width, depth)
        if picture:
            # The point marks the place; the picture stands beside it, on the side away from the middle line.
            canvas.circle(x, y, 0.55, 0, fill="#000", piece=piece.key, number=str(number + 1))
            beside = -1 if down < ground.depth / 2 else 1
            side = max(_PICTURE, text_height(frame.points) * 1.2)
            canvas.circle(x, y + beside * (side / 2 + 0.9), side * 0.62, 0, fill="#fff")
            canvas.picture(picture, x, y + beside * (side / 2 + 0.9), side)


def _draw_guides(canvas: Canvas, frame: Frame, ground: Ground, piece: Piece) -> None:
    """Draw thin lines from pieces to the edges where their distances are dimensioned."""
    entry = piece.entry
    for across, down in piece.spots:
        edge = 0 if down < ground.depth / 2 else ground.depth
        if "zone" in entry or ("border" in entry and down < ground.depth / 2):
            canvas.line(*frame.at(across, down), *frame.at(ground.width, down), 0.12, "0.6 0.6")
        if "spacing" in entry and "in" not in entry:
            canvas.line(*frame.at(across, down), *frame.at(across, edge), 0.12, "0.6 0.6")
        if "parts" in entry and across + ground.width / len(piece.spots) / 2 < ground.width:
            border = across + ground.width / len(piece.spots) / 2
            canvas.line(*frame.at(border, down), *frame.at(border, edge), 0.2, "1.4 0.7")


def _draw_names(canvas: Canvas, frame: Frame, ground: Ground, words: MapWords) -> None:
    for area in ground.areas:
        text = words.name(f"areas.{area.key}")
        if text:
            # In its middle, or a little to the right, where a length may stand in the middle.
            inside = area.shape.bounds
            places = [
                frame.at(inside.x + inside.width * across, inside.y + inside.height * down)
                for down in (0.36, 0.25, 0.5, 0.65, 0.8, 0.12)
                for across in (0.5, 0.625)
            ]
            canvas.label_near(text, places, frame.points, bold=True)
    for zone in ground.zones:
        shape = zone.shape
        text = words.say(f"zone-{zone.side}")
        if isinstance(shape, Circle):
            places = [frame.at(shape.x, shape.y + shape.radius * part) for part in (0.55, 0.7, 0.4, -0.5)]
            room = shape.radius * 1.4 * frame.scale
        else:
            places = [
                frame.at(shape.x + shape.width * part, shape.y + shape.height * down)
                for down in (0.5, 0.25, 0.75)
                for part in (0.5, 1 / 3, 2 / 3, 0.2, 0.8, 0.12, 0.88)
            ]
            # Pieces may fill a strip: its name then stands outside, towards the middle line.
            inner = shape.y + shape.height if shape.y < ground.depth / 2 else shape.y
            aside = text_height(frame.points) / 2 + 0.5
            away = aside if shape.y < ground.depth / 2 else -aside
            x, y = frame.at(shape.x + shape.width / 2, inner)
            places += [(x + part * shape.width * frame.scale, y + away) for part in (0, -1 / 6, 1 / 6)]
            room = shape.width * 0.6 * frame.scale
        if frame.points < _LONG_NAME or text_width(text, frame.points) > room:
            text = words.say(f"side-{zone.side}")
        canvas.label_near(text, places, frame.points, bold=True)


def _key_of(ground: Ground, words: MapWords) -> list[Entry]:
    entries = [
        Entry(_swatch(words.say(f"hatching-{side}")), words.say(f"zone-{side}"), True)
        for side in dict.fromkeys(zone.side for zone in ground.zones)
    ]
    counts: dict[tuple[str, str, str], list[str]] = {}
    scale = min(
        (
            min(_LARGEST[0] / (piece.bases * piece.width), _LARGEST[1] / piece.depth)
            for piece in ground.pieces
            if _is_outlined(piece, words)
        ),
        default=1.0,
    )
    for piece in ground.pieces:
        looks = words.picture(piece.entry) or (
            _outline_of(piece, scale)
            if _is_outlined(piece, words)
            else _swatch("", "area" if "in" in piece.entry else "piece")
        )
        sort = (looks, words.name(f"pieces.{piece.key}"), _describe_piece(piece, ground, words))
        counts.setdefault(sort, []).extend([words.figure(piece.count)] * bool(piece.count))
    for (looks, name, about), many in counts.items():
        named = f"{name}\u00a0× {' + '.join(many)}" if many else name
        entries.append(Entry(Markup(looks), f"{named}, {about}" if about else named))
    if any(span.derived for span in ground.spans):
        entries.append(Entry(Markup("(…)"), words.say("derived")))
    if any(span.figure is None for span in ground.spans):
        entries.append(Entry(Markup("____"), words.say("blank")))
    return entries


def _describe_piece(piece: Piece, ground: Ground, words: MapWords) -> str:
    """Return the words of the key for a sort of piece after its name and count."""
    entry, text = piece.entry, []
    if "owner" in entry:
        text.append(words.say(f"side-{entry['owner']}"))
    if piece.width:
        size = " × ".join(words.figure(_format_length(side, ground)) for side in (piece.width, piece.depth))
        text.append(f"{piece.bases} × {size}" if piece.bases > 1 else size)
    if "in" in entry:
        text.append(words.say("anywhere", area=words.name(f"areas.{entry['in']}")))
    if piece.apart:
        text.append(words.say("apart", distance=words.figure(piece.apart)))
    if piece.radius:
        text.append(words.say("control", distance=words.figure(_format_length(piece.radius, ground))))
    return ", ".join(text)


def _format_length(number: float, ground: Ground) -> str:
    return f"{round(number, 2):g} {ground.unit}"


def _is_outlined(piece: Piece, words: MapWords) -> bool:
    """Return whether the key shows a piece by its outline: it has a place and no picture."""
    return bool(piece.width and piece.depth and "in" not in piece.entry and not words.picture(piece.entry))


def _outline_of(piece: Piece, scale: float) -> Markup:
    """Return the outline of a piece as a swatch; a key has one ``scale`` for all of them."""
    canvas = Canvas(*_SWATCH)
    width, depth = (max(_TINY, side * scale) for side in (piece.width, piece.depth))
    for base in range(piece.bases):
        canvas.rectangle(_SWATCH[0] / 2 + (base - piece.bases / 2) * width, (_SWATCH[1] - depth) / 2, width, depth, 0.3)
    return canvas.markup()


def _swatch(hatching: str, sort: str = "zone") -> Markup:
    """Return a swatch for a zone with its hatching, for an ``area`` or for a ``piece``."""
    canvas = Canvas(*_SWATCH)
    inside = Rectangle(1.9, 0.6, 2.2, 2.2) if sort == "piece" else Rectangle(0.2, 0.2, 5.6, 3)
    if hatching:
        _draw_hatching(canvas, inside, hatching, 1.2, 0.75)
    canvas.outline(inside, 0.3, "1 0.7" if sort == "area" else "")
    return canvas.markup()
