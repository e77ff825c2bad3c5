"""A tuck box for a deck of cards, as one flat piece to cut out, fold and glue.

Cut lines are solid, folds dashed and glued areas hatched, so that they differ without colour. No line of a fold can be
seen on the finished box: folds are drawn on flaps that end up inside it, or outside of the cut line.
"""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kensei_docs.documents.markup.drawings.canvas import Canvas, Rectangle, hatch

# The dashes of a fold and the gaps between them, in millimetres.
FOLD = "1.8 1.2"
# Lengths in millimetres. With flaps as short as these, a box for tarot cards and one for poker cards share a page of
# A4. The glued tab of the body.
_TAB = 10.0
# The tuck flap of the lid, and the radius of its corners.
_TUCK = 10.5
_CORNER = 5.0
# The dust flaps.
_DUST = 10.0
# The radius of the thumb notch.
_NOTCH = 8.0
# By how much flaps are narrower at their ends, so that they slide in.
_TAPER = 1.0
# How far from a fold its dashes are drawn.
_BESIDE = 0.35
# The lines of the legend are so close that it ends above the bleed of the front of the thinnest box.
_LEGEND = 3.4
# How far from the cut line the tick of a fold begins and ends.
_TICK = (0.6, 3.4)


@dataclass(frozen=True)
class DeckSize:
    """The size of a deck, or of the inside of its box: that of a card, and the height of the pile, in millimetres."""

    width: float
    height: float
    pile: float


@dataclass(frozen=True)
class TuckBox:
    """A drawn box: its markup, its size in millimetres, its panels by name, and the ``count`` of cards in it."""

    drawing: Markup
    width: float
    height: float
    panels: dict[str, Rectangle]
    count: int = 0


def box_size(inside: DeckSize) -> tuple[float, float]:
    """Return the width and height in millimetres of the flat piece that a box with this inside is folded from."""
    return (
        _TAB + 2 * (inside.width + inside.pile),
        _TUCK + 2 * inside.pile + max(0.0, _DUST - inside.pile) + inside.height,
    )


def draw_tuck_box(inside: DeckSize, words: dict[str, str]) -> TuckBox:
    """Draw a box. ``words`` has the words ``cut``, ``fold`` and ``glue``."""
    width, depth, height = inside.width, inside.pile, inside.height
    canvas = Canvas(*box_size(inside))
    top = _TUCK + depth
    foot = top + height
    front, side = _TAB, _TAB + width
    back, other = side + depth, side + depth + width
    panels = {
        "front": Rectangle(front, top, width, height),
        "side": Rectangle(side, top, depth, height),
        "back": Rectangle(back, top, width, height),
        "other": Rectangle(other, top, depth, height),
        "lid": Rectangle(back, top - depth, width, depth),
        "foot": Rectangle(back, foot, width, depth),
        "flap": Rectangle(back + _TAPER, top - depth - _TUCK, width - 2 * _TAPER, _TUCK),
    }
    for spot in (
        Rectangle(0, top + 5, _TAB, height - 10),
        Rectangle(front + 1, foot, width - 2, depth),
        Rectangle(side + 1, foot, depth - 2, _DUST - 1),
        Rectangle(other + 1, foot, depth - 2, _DUST - 1),
    ):
        canvas.path(hatch(spot, 45, 2.4), 0.12)
    _draw_outline(canvas, panels)
    _draw_folds(canvas, panels)
    canvas.label(words["glue"], _TAB / 2, (top + foot) / 2, 7, clear=True, turned=True)
    if depth > 3.5:
        canvas.label(words["glue"], front + width / 2, foot + depth / 2, 7, clear=True)
    _draw_legend(canvas, words)
    return TuckBox(canvas.markup(), canvas.width, canvas.height, panels)


def _draw_folds(canvas: Canvas, panels: dict[str, Rectangle]) -> None:
    """Draw each fold: as dashes on a flap that ends up inside the box, or as ticks at the ends of an upright edge.

    The folds of the lid and of the foot of the back are in line with those of the flaps beside them.
    """
    front, side, back, other = (panels[name].x for name in ("front", "side", "back", "other"))
    top, foot, depth = panels["front"].y, panels["front"].bottom, panels["side"].width
    _fold(canvas, front - _BESIDE, top + 5, front - _BESIDE, foot - 5, "glue")
    _fold(canvas, front, foot + _BESIDE, side, foot + _BESIDE, "across")
    for x in (side, other):
        _fold(canvas, x, top - _BESIDE, x + depth, top - _BESIDE, "across")
        _fold(canvas, x, foot + _BESIDE, x + depth, foot + _BESIDE, "across")
    lid = top - depth - _BESIDE
    _fold(canvas, back, lid, other, lid, "across")
    for x in (side, back, other):
        for end, sign in ((top, -1), (foot, 1)):
            _fold(canvas, x, end + sign * _TICK[0], x, end + sign * _TICK[1], "upright")


def _fold(canvas: Canvas, x1: float, y1: float, x2: float, y2: float, way: str) -> None:
    """Draw a fold on a white line, so that it can be seen on a dark ground: as a tick if it is ``upright``, else as
    dashes."""
    canvas.line(x1, y1, x2, y2, 0.5, stroke="#fff")
    canvas.line(x1, y1, x2, y2, 0.2, "" if way == "upright" else FOLD, fold=way)


def _draw_outline(canvas: Canvas, panels: dict[str, Rectangle]) -> None:
    """Draw the cut line around the whole piece, clockwise from the upper left."""
    front, side, back, other = (panels[name].x for name in ("front", "side", "back", "other"))
    top, foot, depth = panels["front"].y, panels["front"].bottom, panels["side"].width
    right = other + depth
    middle = (front + side) / 2
    lid = top - depth
    # The pattern of the front reaches to its edge: the thumb notch is cut out of it.
    notch = f"M{middle - _NOTCH:.3f} {top - 0.6:.3f}V{top:.3f}A{_NOTCH} {_NOTCH} 0 0 0 {middle + _NOTCH:.3f} {top:.3f}"
    canvas.path(f"{notch}v-0.6Z", 0, fill="#fff", stroke="#fff")
    points = [
        f"M{front:.3f} {top:.3f}H{middle - _NOTCH:.3f}",
        f"A{_NOTCH} {_NOTCH} 0 0 0 {middle + _NOTCH:.3f} {top:.3f}H{side:.3f}",
        f"L{side + _TAPER:.3f} {top - _DUST:.3f}H{back - _TAPER:.3f}L{back:.3f} {top:.3f}",
        f"V{lid:.3f}L{back + _TAPER:.3f} {lid - _TUCK + _CORNER:.3f}",
        f"A{_CORNER} {_CORNER} 0 0 1 {back + _TAPER + _CORNER:.3f} {lid - _TUCK:.3f}",
        f"H{other - _TAPER - _CORNER:.3f}",
        f"A{_CORNER} {_CORNER} 0 0 1 {other - _TAPER:.3f} {lid - _TUCK + _CORNER:.3f}",
        f"L{other:.3f} {lid:.3f}V{top:.3f}",
        f"L{other + _TAPER:.3f} {top - _DUST:.3f}H{right - _TAPER:.3f}L{right:.3f} {top:.3f}",
        f"V{foot:.3f}L{right - _TAPER:.3f} {foot + _DUST:.3f}H{other + _TAPER:.3f}",
        f"L{other:.3f} {foot:.3f}L{other - _TAPER / 2:.3f} {foot + depth:.3f}",
        f"H{back + _TAPER / 2:.3f}L{back:.3f} {foot:.3f}",
        f"L{back - _TAPER:.3f} {foot + _DUST:.3f}H{side + _TAPER:.3f}L{side:.3f} {foot:.3f}",
        f"L{side - _TAPER / 2:.3f} {foot + depth:.3f}H{front + _TAPER / 2:.3f}",
        f"L{front:.3f} {foot:.3f}L0 {foot - 5:.3f}V{top + 5:.3f}Z",
    ]
    # A wide white line first, so that the cut line can be seen on the dark flap of the lid and on patterns.
    canvas.path("".join(points), 0.8, stroke="#fff")
    canvas.path("".join(points), 0.25, cut="outline")


def _draw_legend(canvas: Canvas, words: dict[str, str]) -> None:
    """Draw the legend of lines in the free corner at the upper left."""
    for number, name in enumerate(("cut", "fold", "glue")):
        y = 1.6 + number * _LEGEND
        if name == "glue":
            canvas.path(hatch(Rectangle(0.2, y - 1.4, 9, 2.8), 45, 1.4), 0.12)
            canvas.outline(Rectangle(0.2, y - 1.4, 9, 2.8), 0.12)
        else:
            canvas.line(0.2, y, 9.2, y, 0.3 if name == "cut" else 0.2, "" if name == "cut" else FOLD)
        canvas.label(words[name], 11 + canvas.label_size(words[name], 7)[0] / 2, y, 7)
