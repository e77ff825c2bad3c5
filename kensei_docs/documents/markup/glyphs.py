"""The glyphs of a typeface: their characters and widths.

Reading them from a font file takes 25 ms, and the import of fontTools 70 ms. They are cached by the digest of the file.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path

from kensei_docs.documents.markup.typefaces import digest, typefaces
from kensei_docs.files import write_whole

# The cache folder of glyphs and subsets of typefaces.
FOLDER = "typefaces"


@dataclass(frozen=True)
class Glyphs:
    """The glyphs of a typeface; lengths in units of which an em has ``units``.

    ``ids`` are glyph ids by character, ``advances`` the widths of glyphs by their ids. ``box`` encloses every glyph
    (left, lower, right, upper edge), ``capitals`` is the height of H, ``slant`` is in degrees, negative for an italic.
    """

    units: int
    ids: dict[str, int]
    advances: list[int]
    box: list[int]
    ascent: int
    descent: int
    capitals: int
    slant: float

    @cached_property
    def characters(self) -> dict[int, str]:
        """The character of each glyph that stands for one; the first, where it stands for several."""
        found: dict[int, str] = {}
        for character, glyph in self.ids.items():
            found.setdefault(glyph, character)
        return found

    def thousandths(self, length: float) -> int:
        """Return a length in thousandths of an em."""
        return round(length * 1000 / self.units)


@cache
def glyphs_of(typeface: str, folder: Path) -> Glyphs:
    """Return the glyphs of a typeface, from the cache in ``folder`` if they were read before."""
    file = folder / FOLDER / f"{typeface}-{digest(typeface)[:16]}.json"
    with suppress(OSError, ValueError, TypeError):
        return Glyphs(**json.loads(file.read_bytes()))
    found = _read(typeface)
    with suppress(OSError):
        write_whole(file, json.dumps(asdict(found)))
    return found


def missing_glyphs(text: str, typefaces: list[str], folder: Path) -> dict[str, list[str]]:
    """Return the characters that some of the typefaces lack, and which typefaces those are."""
    lacking: dict[str, list[str]] = {}
    for name in typefaces:
        known = glyphs_of(name, folder).ids
        for character in sorted(set(text)):
            if character not in known and not character.isspace():
                lacking.setdefault(character, []).append(name)
    return lacking


def _read(typeface: str) -> Glyphs:
    from fontTools.ttLib import TTFont

    font = TTFont(typefaces()[typeface], lazy=True)
    head, hhea, metrics = font["head"], font["hhea"], font["hmtx"]
    ids = {chr(code): font.getGlyphID(name) for code, name in sorted(font.getBestCmap().items())}
    return Glyphs(
        head.unitsPerEm,
        ids,
        [metrics[name][0] for name in font.getGlyphOrder()],
        [head.xMin, head.yMin, head.xMax, head.yMax],
        hhea.ascent,
        hhea.descent,
        font["OS/2"].sCapHeight,
        font["post"].italicAngle,
    )
