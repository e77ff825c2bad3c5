"""How rulers look: a band of distance looks the same on every ruler and bar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kensei_docs.documents.markup.drawings.canvas import Canvas, Rectangle, hatch, text_width

# The figures and units of headings are at the most this many times as wide as the limit of the usual typeface.
_HEADING_FACTOR = 1.02
# The angle of the hatching of a band, and the distance of its lines.
_HATCHING_DEGREES = 45
_HATCHING_MM = 1.5


@dataclass(frozen=True)
class Dress:
    """The colours of rulers, as CSS writes them, and the name of the ``game``.

    ``pip`` is for the numbers in the boxes of pips. ``bands`` are the colours of bands of distance, the nearest first;
    one more band after them is hatched. ``text_on`` returns the colour of text on a colour, ``crest`` the HTML of the
    crest in one colour on another.
    """

    ink: str
    paper: str
    accent: str
    pip: str
    bands: tuple[str, ...]
    text_on: Callable[[str], str]
    crest: Callable[[str, str], str]
    game: str

    def paint_band(self, canvas: Canvas, spot: Rectangle, number: int) -> tuple[str, bool]:
        """Draw the band of distance with a number, from 0; return the colour of text on it, and whether it is hatched,
        so that text on it needs a background."""
        number %= len(self.bands) + 1
        hatched = number == len(self.bands)
        fill = self.paper if hatched else self.bands[number]
        canvas.rectangle(spot.x, spot.y, spot.width, spot.height, 0.2, fill=fill, stroke=self.ink)
        if hatched:
            canvas.path(hatch(spot, _HATCHING_DEGREES, _HATCHING_MM), 0.18, stroke=self.ink)
        return self.text_on(fill), hatched


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
