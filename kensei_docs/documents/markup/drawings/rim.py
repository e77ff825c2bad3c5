"""Words round the rim of a token: letters that stand one by one on the tangent, in true millimetres.

The upper words run clockwise over the top, the lower ones along the bottom, where they are read from left to right.
Words are never cut: where they don't fit, they are set closer, then as they are written in place of capitals, and a
name without words below it goes on at the bottom.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from markupsafe import Markup, escape

from kensei_docs.documents.markup.drawings.canvas import POINT
from kensei_docs.documents.markup.typefaces import Glyphs

# The typeface of rims, as the style sheet of tokens sets it.
TYPEFACE = "SourceSansPro-Bold"
# The width of a rim, and where the lines of text stand in it from its outer edge, in em.
WIDTH, _UPPER, _LOWER = 1.65, 1.28, 0.61
# Degrees that one line may take, and that both together may.
_LINE, _BOTH = 200, 326
# Spaces between letters in em, the widest first.
_SPACES = (0.05, 0.02, 0.0)


@dataclass(frozen=True)
class Rim:
    """The words of a rim: ``letters`` is their markup, None where they don't fit; ``upper`` and ``lower`` are the
    words as they are set, ``width`` is that of the rim in millimetres."""

    letters: Markup | None
    upper: str
    lower: str
    width: float


@dataclass(frozen=True)
class _Type:
    glyphs: Glyphs
    size: float
    space: float

    def advance(self, character: str) -> float:
        """Return the width of a character with the space after it, in millimetres."""
        glyph = self.glyphs.ids.get(character, 0)
        return (self.glyphs.advances[glyph] / self.glyphs.units + self.space) * self.size

    def length(self, text: str) -> float:
        return sum(map(self.advance, text)) - self.space * self.size if text else 0.0


def draw_rim(name: str, reminder: str, face: float, points: float, round_: bool, glyphs: Glyphs) -> Rim:
    """Return the words of a token ``face`` millimetres wide in type of ``points``: the name above, the reminder below.

    On a square token both are straight lines.
    """
    size = points * POINT
    straight = face - 2 * 0.6 * size
    for (upper, lower), space in product(_ways(name, reminder), _SPACES):
        setting = _Type(glyphs, size, space)
        lengths = setting.length(upper), setting.length(lower)
        if round_:
            radii = face / 2 - _UPPER * size, face / 2 - _LOWER * size
            angles = [math.degrees(length / radius) for length, radius in zip(lengths, radii, strict=True)]
            fits = max(angles) <= _LINE and sum(angles) <= _BOTH
            letters = [*_arc(upper, setting, face, radii[0], False), *_arc(lower, setting, face, radii[1], True)]
        else:
            fits = max(lengths) <= straight
            letters = [*_line(upper, setting, face, 1.2 * size), *_line(lower, setting, face, face - 0.55 * size)]
        if fits:
            return Rim(Markup("").join(letters), upper, lower, WIDTH * size)
    return Rim(None, name, reminder, WIDTH * size)


def _ways(name: str, reminder: str) -> Iterator[tuple[str, str]]:
    """Yield the words above and below, in the order in which they are tried."""
    yield name.upper(), reminder.upper()
    if reminder:
        yield name.upper(), reminder
        yield name, reminder
    words = name.split()
    # A name in two lines is parted where they differ least.
    parts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    halves = min(parts, key=lambda both: abs(len(both[0]) - len(both[1])), default=(name, ""))
    yield name.upper(), ""
    yield name, ""
    yield halves[0].upper(), halves[1].upper()
    yield halves


def _arc(text: str, setting: _Type, face: float, radius: float, below: bool) -> Iterator[Markup]:
    """Yield the letters of a line round the centre of a token, their feet ``radius`` millimetres from it."""
    at = -setting.length(text) / 2
    for character in text:
        width = setting.advance(character) - setting.space * setting.size
        angle = (at + width / 2) / radius
        at += setting.advance(character)
        x, y = face / 2 + radius * math.sin(angle), face / 2 - radius * math.cos(angle)
        yield _letter(character, setting, width, x, face - y if below else y, -angle if below else angle)


def _line(text: str, setting: _Type, face: float, foot: float) -> Iterator[Markup]:
    at = (face - setting.length(text)) / 2
    for character in text:
        width = setting.advance(character) - setting.space * setting.size
        yield _letter(character, setting, width, at + width / 2, foot, 0.0)
        at += setting.advance(character)


def _letter(character: str, setting: _Type, width: float, x: float, y: float, angle: float) -> Markup:
    """Return a letter whose foot's middle stands at (x, y), turned by an angle in radians."""
    if character.isspace():
        return Markup("")
    units = setting.glyphs.units
    # Where the foot of a letter stands in a line as high as the type is large, in em.
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
