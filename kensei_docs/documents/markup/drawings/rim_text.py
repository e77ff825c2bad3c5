"""Words round the rim of a token, letter by letter, in true millimetres.

The upper words run clockwise over the top; the lower ones run along the bottom, read from left to right. Words are
never cut. Type is larger where there is room. If words don't fit in capitals, the letters are set closer; if that is
not enough, they are set without capitals. A name without a reminder may also be split over the top and the bottom.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from markupsafe import Markup, escape

from kensei_docs.documents.kinds.paper_and_face_sizes import POINT
from kensei_docs.documents.markup.typefaces import Glyphs

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
    for share, (upper, lower), space in _settings(name, reminder):
        setting = _Type(glyphs, share * least, space)
        half = _CAPITAL_EM * setting.size / 2
        feet = _MIDDLE_EM * least + half, _MIDDLE_EM * least - half
        lengths = setting.length(upper), setting.length(lower)
        if round_:
            radii = face / 2 - feet[0], face / 2 - feet[1]
            angles = [math.degrees(length / radius) for length, radius in zip(lengths, radii, strict=True)]
            fits = max(angles) <= _MAX_DEGREES and sum(angles) <= _MAX_DEGREES_OF_BOTH
            letters = [*_arc(upper, setting, face, radii[0], False), *_arc(lower, setting, face, radii[1], True)]
        else:
            fits = max(lengths) <= face - 2 * 0.6 * least
            letters = [*_line(upper, setting, face, feet[0]), *_line(lower, setting, face, face - feet[1])]
        if fits:
            return Rim(Markup("").join(letters), upper, lower, WIDTH * least, share * points)
    return Rim(None, name, reminder, WIDTH * least, points)


def _settings(name: str, reminder: str) -> Iterator[tuple[float, tuple[str, str], float]]:
    """Yield the settings in the order in which they are tried: a size, the words, and a space between letters.

    Type is larger only while all words stand in capitals that are not set closer.
    """
    candidates = list(_candidates(name, reminder))
    yield from ((share, candidates[0], _SPACES_EM[0]) for share in _LARGER)
    yield from ((1.0, words, space) for words, space in product(candidates, _SPACES_EM))


def _candidates(name: str, reminder: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of the upper and the lower words, in the order in which they are tried."""
    yield name.upper(), reminder.upper()
    if reminder:
        yield name.upper(), reminder
        yield name, reminder
    words = name.split()
    # A name in two lines is split where their lengths differ least.
    splits = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    halves = min(splits, key=lambda split: abs(len(split[0]) - len(split[1])), default=(name, ""))
    yield name.upper(), ""
    yield name, ""
    yield halves[0].upper(), halves[1].upper()
    yield halves


def _arc(text: str, setting: _Type, face: float, radius: float, below: bool) -> Iterator[Markup]:
    """Yield the letters of a line round the centre of a token; their feet are ``radius`` millimetres from it.

    ``below`` is true for the lower line.
    """
    for character, width, at in setting.places(text):
        angle = at / radius
        x, y = face / 2 + radius * math.sin(angle), face / 2 - radius * math.cos(angle)
        yield _letter(character, setting, width, x, face - y if below else y, -angle if below else angle)


def _line(text: str, setting: _Type, face: float, foot: float) -> Iterator[Markup]:
    """Yield the letters of a straight line in the middle of a token; their feet are ``foot`` millimetres below its
    edge."""
    for character, width, at in setting.places(text):
        yield _letter(character, setting, width, face / 2 + at, foot, 0.0)


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
