"""Maps of scenarios: a table to scale with its zones, pieces and dimension lines, and their key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kensei_docs.documents.markup.drawings.canvas import Canvas, text_height, text_width
from kensei_docs.documents.markup.drawings.dimensions import Frame, dimension, scale_bar, table_size
from kensei_docs.documents.markup.drawings.ground import Block, Ground, Piece, Round, Zone
from kensei_docs.documents.markup.drawings.hatch import across_block, across_round, path_of

# Sides that differ in black and white too: the angles and dashes of their hatching.
_HATCHES: dict[str, tuple[tuple[float, ...], str]] = {
    "a": ((45,), ""),
    "attacker": ((45,), ""),
    "b": ((-45,), ""),
    "defender": ((0,), "0.01 1.3"),
    "both": ((45, -45), ""),
}
_SPACING = 2.6
_LONG_NAME = 7.0
# The picture of a line of the key, and how large a piece of terrain in it is at most and at least.
_SWATCH, _LARGEST, _TINY = (6.0, 3.4), (5.6, 2.8), 0.7
# Pieces are drawn to scale; the picture that tells what they are is never smaller than this.
_PICTURE = 4.0

Say = Callable[..., str]


@dataclass(frozen=True)
class Entry:
    """A line of a map's key: a picture and what it stands for, such as a deployment area."""

    swatch: Markup
    text: str
    area: bool = False


@dataclass(frozen=True)
class Voice:
    """What a map needs from the page that it stands on.

    ``say`` gives one of the map's words, ``figure`` a figure as the language writes it, ``name``
    the name of an area or piece by its path in the deployment, ``picture`` the icon of a piece.
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


def draw_map(ground: Ground, voice: Voice, width: float, height: float, points: float) -> Map:
    """Draw a map at the largest scale that a room of millimetres holds, its words in ``points``."""
    frame = Frame.fitted(ground, voice.figure, width, height, points)
    canvas = Canvas(frame.width, frame.height)
    for zone in ground.zones:
        _hatched(canvas, frame, zone)
    for area in ground.areas:
        _outline(canvas, frame, area.shape, "1.4 0.9", 0.3)
        if isinstance(area.shape, Block):
            canvas.fence(
                *frame.at(area.shape.x, area.shape.y), area.shape.width * frame.scale, area.shape.height * frame.scale
            )
    for piece in ground.pieces:
        _piece(canvas, frame, ground, piece, voice)
    x, y = frame.at(0, 0)
    width, depth = ground.width * frame.scale, ground.depth * frame.scale
    canvas.block(x, y, width, depth, 0.5, table="1")
    canvas.fence(x, y, width, depth)
    for span, place in frame.places:
        dimension(canvas, frame, span, place, voice.figure)
    _names(canvas, frame, ground, voice)
    sides = {
        side: voice.figure(_shown(number, ground)) for side, number in (("long", ground.width), ("short", ground.depth))
    }
    table_size(
        canvas,
        frame,
        ground,
        voice.say("long-edge", length=sides["long"]),
        voice.say("short-edge", length=sides["short"]),
    )
    scale_bar(canvas, frame, ground.unit, voice.figure, voice.say("scale", ratio=f"1:{frame.ratio}"))
    return Map(canvas.markup(), frame.width, frame.height, frame.ratio, tuple(_key(ground, voice)))


def _hatched(canvas: Canvas, frame: Frame, zone: Zone) -> None:
    angles, dash = _HATCHES.get(zone.side, _HATCHES["a"])
    shape, scale = zone.shape, frame.scale
    for angle in angles:
        if isinstance(shape, Round):
            lines = across_round(*frame.at(shape.x, shape.y), shape.radius * scale, angle, _SPACING)
        else:
            lines = across_block(
                *frame.at(shape.x, shape.y),
                shape.width * scale,
                shape.height * scale,
                angle,
                _SPACING * (0.5 if dash else 1),
            )
        _lines(canvas, path_of(lines), dash)
    _outline(canvas, frame, shape, "", 0.3, zone=zone.key)


def _lines(canvas: Canvas, data: str, dash: str) -> None:
    canvas.path(data, 0.45 if dash else 0.15, dash, stroke="#6b655f", dots=bool(dash))


def _outline(canvas: Canvas, frame: Frame, shape: Block | Round, dash: str, weight: float, **marks: str) -> None:
    x, y = frame.at(shape.x, shape.y)
    if isinstance(shape, Round):
        canvas.round(x, y, shape.radius * frame.scale, weight, dash, **marks)
    else:
        canvas.block(x, y, shape.width * frame.scale, shape.height * frame.scale, weight, dash, **marks)


def _piece(canvas: Canvas, frame: Frame, ground: Ground, piece: Piece, voice: Voice) -> None:
    scale = frame.scale
    _guides(canvas, frame, ground, piece)
    picture = voice.picture(piece.entry)
    for number, (across, down) in enumerate(piece.spots):
        x, y = frame.at(across, down)
        width, depth = piece.width * scale, piece.depth * scale
        if piece.radius:
            canvas.round(x, y, piece.radius * scale, 0.2, "0.8 0.6", piece=piece.key)
        for base in range(piece.bases):
            left = x + (base - piece.bases / 2) * width
            canvas.block(left, y - depth / 2, width, depth, 0.3, fill="#fff", piece=piece.key, number=str(number + 1))
        canvas.take(x - piece.bases * width / 2, y - depth / 2, piece.bases * width, depth)
        if picture:
            # The point marks the place; the picture stands beside it, in its owner's zone.
            canvas.round(x, y, 0.55, 0, fill="#000", piece=piece.key, number=str(number + 1))
            beside = -1 if down < ground.depth / 2 else 1
            side = max(_PICTURE, text_height(frame.points) * 1.2)
            canvas.round(x, y + beside * (side / 2 + 0.9), side * 0.62, 0, fill="#fff")
            canvas.figure(picture, x, y + beside * (side / 2 + 0.9), side)


def _guides(canvas: Canvas, frame: Frame, ground: Ground, piece: Piece) -> None:
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


def _names(canvas: Canvas, frame: Frame, ground: Ground, voice: Voice) -> None:
    for area in ground.areas:
        words = voice.name(f"areas.{area.key}")
        if words:
            shape = area.shape
            top = shape.y - shape.radius if isinstance(shape, Round) else shape.y
            bottom = shape.y + shape.radius if isinstance(shape, Round) else shape.y + shape.height
            # In its middle, or a little to the right of it where a length stands there.
            middle, wide = (
                (shape.x, shape.radius) if isinstance(shape, Round) else (shape.x + shape.width / 2, shape.width / 2)
            )
            places = [
                frame.at(middle + wide * aside, top + (bottom - top) * part)
                for part in (0.36, 0.25, 0.5, 0.65, 0.8, 0.12)
                for aside in (0, 0.25)
            ]
            canvas.label_near(words, places, frame.points, bold=True)
    for zone in ground.zones:
        shape = zone.shape
        words = voice.say(f"zone-{zone.side}")
        if isinstance(shape, Round):
            places = [frame.at(shape.x, shape.y + shape.radius * part) for part in (0.55, 0.7, 0.4, -0.5)]
            room = shape.radius * 1.4 * frame.scale
        else:
            places = [
                frame.at(shape.x + shape.width * part, shape.y + shape.height * down)
                for down in (0.5, 0.25, 0.75)
                for part in (0.5, 1 / 3, 2 / 3, 0.2, 0.8, 0.12, 0.88)
            ]
            # A strip that its pieces fill has its name beside it, towards the middle.
            inner = shape.y + shape.height if shape.y < ground.depth / 2 else shape.y
            aside = text_height(frame.points) / 2 + 0.5
            away = aside if shape.y < ground.depth / 2 else -aside
            x, y = frame.at(shape.x + shape.width / 2, inner)
            places += [(x + part * shape.width * frame.scale, y + away) for part in (0, -1 / 6, 1 / 6)]
            room = shape.width * 0.6 * frame.scale
        if frame.points < _LONG_NAME or text_width(words, frame.points) > room:
            words = voice.say(f"side-{zone.side}")
        canvas.label_near(words, places, frame.points, bold=True)


def _key(ground: Ground, voice: Voice) -> list[Entry]:
    entries = [
        Entry(_swatch(side), voice.say(f"zone-{side}"), True)
        for side in dict.fromkeys(zone.side for zone in ground.zones)
    ]
    counts: dict[tuple[str, str, str], list[str]] = {}
    scale = min(
        (
            min(_LARGEST[0] / (piece.bases * piece.width), _LARGEST[1] / piece.depth)
            for piece in ground.pieces
            if _is_outlined(piece, voice)
        ),
        default=1.0,
    )
    for piece in ground.pieces:
        looks = voice.picture(piece.entry) or (
            _outlined(piece, scale)
            if _is_outlined(piece, voice)
            else _swatch("area" if "in" in piece.entry else "piece")
        )
        sort = (looks, voice.name(f"pieces.{piece.key}"), _about(piece, ground, voice))
        counts.setdefault(sort, []).extend([voice.figure(piece.count)] * bool(piece.count))
    for (looks, name, about), many in counts.items():
        named = f"{name}\u00a0× {' + '.join(many)}" if many else name
        entries.append(Entry(Markup(looks), f"{named}, {about}" if about else named))
    if any(span.derived for span in ground.spans):
        entries.append(Entry(Markup("(…)"), voice.say("derived")))
    if any(span.figure is None for span in ground.spans):
        entries.append(Entry(Markup("____"), voice.say("blank")))
    return entries


def _about(piece: Piece, ground: Ground, voice: Voice) -> str:
    """Return what the key says of a sort of piece besides its name and how many there are."""
    entry, words = piece.entry, []
    if "owner" in entry:
        words.append(voice.say(f"side-{entry['owner']}"))
    if piece.width:
        size = " × ".join(voice.figure(_shown(side, ground)) for side in (piece.width, piece.depth))
        words.append(f"{piece.bases} × {size}" if piece.bases > 1 else size)
    if "in" in entry:
        words.append(voice.say("anywhere", area=voice.name(f"areas.{entry['in']}")))
    if piece.apart:
        words.append(voice.say("apart", distance=voice.figure(piece.apart)))
    if piece.radius:
        words.append(voice.say("control", distance=voice.figure(_shown(piece.radius, ground))))
    return ", ".join(words)


def _shown(number: float, ground: Ground) -> str:
    return f"{round(number, 2):g} {ground.unit}"


def _is_outlined(piece: Piece, voice: Voice) -> bool:
    """Whether the key shows a piece by its outline: it stands somewhere, and has no picture."""
    return bool(piece.width and piece.depth and "in" not in piece.entry and not voice.picture(piece.entry))


def _outlined(piece: Piece, scale: float) -> Markup:
    """Return the outline of a piece, at one scale for all of a key."""
    canvas = Canvas(*_SWATCH)
    width, depth = (max(_TINY, side * scale) for side in (piece.width, piece.depth))
    for base in range(piece.bases):
        canvas.block(_SWATCH[0] / 2 + (base - piece.bases / 2) * width, (_SWATCH[1] - depth) / 2, width, depth, 0.3)
    return canvas.markup()


def _swatch(side: str) -> Markup:
    canvas = Canvas(*_SWATCH)
    if side in _HATCHES:
        angles, dash = _HATCHES[side]
        for angle in angles:
            lines = across_block(0.2, 0.2, 5.6, 3, angle, 0.75 if dash else 1.2)
            _lines(canvas, path_of(lines), dash)
    if side == "piece":
        canvas.block(1.9, 0.6, 2.2, 2.2, 0.3)
    else:
        canvas.block(0.2, 0.2, 5.6, 3, 0.3, "1 0.7" if side == "area" else "")
    return canvas.markup()
