"""What is drawn around faces on a sheet: lines, circles, bars, the line of text in the margin."""

from __future__ import annotations

from collections.abc import Sequence

from kensei_docs.documents.pdf.embedding import Embedder
from kensei_docs.documents.pdf.objects import POINT, number
from kensei_docs.documents.sheets.grid import Box
from kensei_docs.documents.sheets.marks import RULER, Line, Margin

# Hairlines and the line of text in the margin; the grey is a share of black.
_HAIR, _GREY = 0.25, 0.45
_MARGIN_TYPE, _MARGIN_SIZE = "SourceSansPro-Regular", 6.0
# How far from its ends the curves of a quarter of a circle of radius one are pulled.
_ROUND = 0.5523


def bar(box: Box) -> str:
    """Return what draws a black bar with a white rim: it may stand on the art around a face."""
    rectangle = " ".join(number(v * POINT) for v in (box.x, box.y, box.width, box.height))
    return f"q 1 G 0 g 1 w {rectangle} re B Q"


def strokes(lines: Sequence[Line]) -> str:
    drawn = [
        f"{number(a[0] * POINT)} {number(a[1] * POINT)} m {number(b[0] * POINT)} {number(b[1] * POINT)} l S"
        for a, b in lines
    ]
    return "\n".join([f"q {_HAIR} w 0 G", *drawn, "Q"])


def circle(box: Box) -> str:
    """Return what draws the circle in a box, in four curves."""
    radius = box.width / 2
    x, y, pull = box.x + radius, box.y + radius, radius * _ROUND

    def at(*along: float) -> str:
        return " ".join(number(value * POINT) for value in along)

    curves = [f"{at(x + radius, y)} m"]
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        c, d = -b, a
        curves.append(
            at(
                x + a * radius + c * pull,
                y + b * radius + d * pull,
                x + c * radius + a * pull,
                y + d * radius + b * pull,
                x + c * radius,
                y + d * radius,
            )
            + " c"
        )
    return f"q {_HAIR} w 0 G {' '.join(curves)} s Q"


def note(text: str, margin: Margin, embedder: Embedder, fonts: dict[str, str]) -> str:
    """Return what sets the ruler's measure and the line of text in the margin.

    A line that is longer than the margin is set smaller: it is there to be looked up, all of it.
    """
    gap = 2.5
    measured = [embedder.write(piece, _MARGIN_TYPE) for piece in (f"{RULER:g} mm", text)]
    needed = sum(width for _, _, width in measured) * _MARGIN_SIZE / POINT
    size = _MARGIN_SIZE * min(1, (margin.length - RULER - 1 - gap) / needed)
    pieces = []
    along = RULER + 1
    for font, shown, width in measured:
        fonts["Margin"] = font
        x, y = (margin.x, margin.y + along) if margin.upward else (margin.x + along, margin.y)
        turn = "0 1 -1 0" if margin.upward else "1 0 0 1"
        pieces.append(f"{turn} {number(x * POINT)} {number(y * POINT)} Tm <{shown.hex()}> Tj")
        along += width * size / POINT + gap
    return f"BT {_GREY} g /Margin {number(size)} Tf " + " ".join(pieces) + " ET"
