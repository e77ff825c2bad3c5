"""The typefaces for print and for the screen, and their glyphs: files of installed packages, never the machine's fonts.

A style sheet names a typeface by the name of its file: ``src: url(typeface:SourceSansPro-Regular)``. A page for the
screen is one file that works without a network: its typefaces are embedded, with the characters of ``_CHARACTERS``.
"""

from __future__ import annotations

import hashlib
import io
import re
from base64 import b64encode
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path

from markupsafe import Markup

from kensei_docs.caches import read_entry, shared_folder, write_entry
from kensei_docs.discover import version_of
from kensei_docs.documents.products.product import POINT
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.problems import unusable

PACKAGES = ("font_source_sans_pro", "font_source_serif_pro")
CHECK = "fonts"
# The cache folder of subsets of typefaces.
FOLDER = "typefaces"

NAMED = re.compile(r"url\(['\"]?typeface:([\w-]+)['\"]?\)")

# Hyphens that the sans-serif typeface lacks, and the characters that replace them.
SUBSTITUTES = {"\u2010": "-", "\u2011": "-"}

# A configuration of Fontconfig without folders of fonts, so that only typefaces that a style sheet names are used.
FONTCONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><cachedir>{cache}</cachedir></fontconfig>
"""

# The characters of a typeface on a page: Latin letters of all European languages, punctuation, arrows and signs. All
# pages have the same subset, so that it is made once.
_CHARACTERS = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2010, 0x2040),
    *(0x20AC, 0x2190, 0x2191, 0x2192, 0x2193, 0x2212, 0x2215, 0x25CF, 0x2714),
)


@cache
def typefaces() -> dict[str, Path]:
    """Return the font files of the packages by name (``SourceSansPro-Bold``).

    Raises Unusable if a package isn't installed.
    """
    files: dict[str, Path] = {}
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            name = package.replace("_", "-")
            raise unusable(name, f"this package of fonts is not installed; run pip install {name}", CHECK)
        for folder in spec.submodule_search_locations:
            files.update({file.stem: file for file in sorted(Path(folder, "files").glob("*.ttf"))})
    return files


def named_in(css: str) -> list[str]:
    """Return the names of the typefaces in a style sheet; raises Unusable for an unknown typeface."""
    names = list(dict.fromkeys(NAMED.findall(css)))
    for name in names:
        if name not in typefaces():
            message = f"there is no typeface '{name}'; the packages have {', '.join(sorted(typefaces()))}"
            raise unusable("theme.css", message, CHECK)
    return names


@cache
def digest(name: str) -> str:
    """Return the SHA-256 digest of a typeface's file."""
    return hashlib.sha256(typefaces()[name].read_bytes()).hexdigest()


@dataclass(frozen=True)
class Glyphs:
    """The glyphs of a typeface; an em has ``units`` units of length.

    ``ids`` are glyph ids by character, ``advances`` the widths of glyphs by their ids. ``box`` encloses all glyphs
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
        """The characters of glyphs by id; the first, if a glyph is used for several characters."""
        characters: dict[int, str] = {}
        for character, glyph in self.ids.items():
            characters.setdefault(glyph, character)
        return characters

    def thousandths(self, length: float) -> int:
        """Return a length in thousandths of an em."""
        return round(length * 1000 / self.units)


@cache
def glyphs_of(typeface: str) -> Glyphs:
    """Return the glyphs of a typeface."""
    # Imported here: most commands set no type.
    from fontTools.ttLib import TTFont

    font = TTFont(typefaces()[typeface], lazy=True)
    head, hhea, metrics = font["head"], font["hhea"], font["hmtx"]
    return Glyphs(
        head.unitsPerEm,
        {chr(code): font.getGlyphID(name) for code, name in sorted(font.getBestCmap().items())},
        [metrics[name][0] for name in font.getGlyphOrder()],
        [head.xMin, head.yMin, head.xMax, head.yMax],
        hhea.ascent,
        hhea.descent,
        font["OS/2"].sCapHeight,
        font["post"].italicAngle,
    )


def width_of(text: str, points: float, typeface: str) -> float:
    """Return the width of a line of text in millimetres, without kerning; a character that is missing takes an em."""
    glyphs = glyphs_of(typeface)
    ids = (glyphs.ids.get(SUBSTITUTES.get(character, character)) for character in text)
    return points * POINT * sum(1 if glyph is None else glyphs.advances[glyph] / glyphs.units for glyph in ids)


def missing_glyphs(text: str, names: list[str]) -> dict[str, list[str]]:
    """Return the characters of a text that typefaces lack, each with the names of these typefaces."""
    lacking: dict[str, list[str]] = {}
    for name in names:
        known = glyphs_of(name).ids
        for character in sorted(set(text)):
            if character not in known and not character.isspace():
                lacking.setdefault(character, []).append(name)
    return lacking


def embedded(css: str) -> Markup:
    """Return a style sheet with its typefaces embedded as data URLs; raises Unusable for an unknown typeface."""
    # This raises the exception.
    named_in(css)

    def url(match: re.Match[str]) -> str:
        return f"url(data:font/woff2;base64,{b64encode(_subset(match[1])).decode()})"

    return Markup(NAMED.sub(url, css))


def _subset(name: str) -> bytes:
    """Return a typeface as WOFF2 with the characters of ``_CHARACTERS``, from the cache if it was made before."""
    file = shared_folder(FOLDER) / f"{name}.woff2"
    source = digest_of(digest_of_code(__file__), version_of("fonttools"), digest(name))
    if parts := read_entry(file, source):
        return parts[0]
    from fontTools import subset

    options = subset.Options(
        flavor="woff2", desubroutinize=True, hinting=False, layout_features=["kern", "liga", "lnum", "tnum"]
    )
    with subset.load_font(typefaces()[name], options) as font:
        font.recalcTimestamp = False
        cut = subset.Subsetter(options)
        cut.populate(unicodes=_CHARACTERS)
        cut.subset(font)
        out = io.BytesIO()
        subset.save_font(font, out, options)
    write_entry(file, source, out.getvalue())
    return out.getvalue()
