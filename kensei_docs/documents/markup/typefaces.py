"""The typefaces for print and for the screen, and their glyphs: files of installed packages and of a project.

The machine's fonts are never used. A style sheet names a typeface by the name of its file: ``src:
url(typeface:SourceSansPro-Regular)``; a project's own have a name that ``font_families`` makes of their content, and
lie in a cache under it. A page for the screen is one file that works without a network: its typefaces are embedded, the
shipped ones with the characters of ``_CHARACTERS``, others with those of the page.
"""

from __future__ import annotations

import hashlib
import io
import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from unicodedata import normalize

from markupsafe import Markup

from kensei_docs.caches import read_entry, shared_folder, write_entry
from kensei_docs.discover import version_of
from kensei_docs.documents.products.product import POINT
from kensei_docs.files import digest_of, digest_of_code
from kensei_docs.problems import closest, unusable

PACKAGES = ("font_source_sans_pro", "font_source_serif_pro")
# The package with the typefaces for Japanese, which is asked for where a text needs it; and their families.
JAPANESE_PACKAGE = "pylopdf_fonts_cjk"
JAPANESE = {"NotoSansJP-Regular": "Noto Sans JP", "NotoSerifJP-Regular": "Noto Serif JP"}
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

# Tables that the programs of makers of fonts keep for themselves.
_OF_MAKERS = frozenset({"FFTM", "PfEd", "TTFA", "TSI0", "TSI1", "TSI2", "TSI3", "TSI5", "prop", "META"})
# The features of shipped typefaces on a page; those of others join the letters of a script.
_FEATURES = ["kern", "liga", "lnum", "tnum"]
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

    Raises Unusable if a package isn't installed, but for the one for Japanese.
    """
    files: dict[str, Path] = {}
    for package in PACKAGES:
        folders = _folders_of(package)
        if not folders:
            name = package.replace("_", "-")
            raise unusable(name, f"this package of fonts is not installed; run pip install {name}", CHECK)
        for folder in folders:
            files.update({file.stem: file for file in sorted(Path(folder, "files").glob("*.ttf"))})
    for folder in _folders_of(JAPANESE_PACKAGE):
        files.update({file.stem: file for file in sorted(Path(folder).glob("*.otf")) if file.stem in JAPANESE})
    return files


def _folders_of(package: str) -> list[str]:
    """Return the folders of an installed package, without importing it; none if it isn't installed."""
    spec = find_spec(package)
    return list(spec.submodule_search_locations or ()) if spec else []


def entry_of_own(name: str) -> Path:
    """Return where the cache has a typeface of a project under its name."""
    return shared_folder(FOLDER) / f"{name}.font"


def is_typeface(name: str) -> bool:
    """Return whether there is a typeface of this name: a package's, or a project's that is ready to print."""
    return name in typefaces() or read_entry(entry_of_own(name), name) is not None


def data_of(name: str) -> bytes:
    """Return the font file of a typeface; raises Unusable if a project's was deleted from the cache meanwhile."""
    if name in typefaces():
        return typefaces()[name].read_bytes()
    if parts := read_entry(entry_of_own(name), name):
        return parts[0]
    raise unusable(entry_of_own(name), "is gone while it was needed, with the cache perhaps; run this again", CHECK)


def named_in(css: str) -> list[str]:
    """Return the names of the typefaces in a style sheet; raises Unusable for an unknown typeface."""
    names = list(dict.fromkeys(NAMED.findall(css)))
    for name in names:
        if not is_typeface(name):
            known = ", ".join(sorted(typefaces()))
            missing = f"there is no typeface '{name}'{closest(name, typefaces())}"
            message = f"{missing}; put a file of that name into fonts/, or write one of {known}"
            raise unusable("theme.css", message, CHECK)
    return names


@cache
def digest(name: str) -> str:
    """Return a digest of a typeface's file; the name of a project's own is made of one."""
    return hashlib.sha256(typefaces()[name].read_bytes() if name in typefaces() else name.encode()).hexdigest()


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
        # A radical looks like the kanji that is meant.
        for character, glyph in sorted(self.ids.items(), key=lambda known: "\u2e80" <= known[0] < "\u2fe0"):
            # A letter of Arabic has a glyph for each of its places in a word, and a character of its own for some.
            is_form = "\ufb50" <= character <= "\ufdff" or "\ufe70" <= character <= "\ufeff"
            characters.setdefault(glyph, normalize("NFKC", character) if is_form else character)
        return characters

    def thousandths(self, length: float) -> int:
        """Return a length in thousandths of an em."""
        return round(length * 1000 / self.units)


@cache
def glyphs_of(typeface: str) -> Glyphs:
    """Return the glyphs of a typeface."""
    # Imported here: most commands set no type.
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(data_of(typeface)), lazy=True)
    head, hhea, metrics = font["head"], font["hhea"], font["hmtx"]
    return Glyphs(
        head.unitsPerEm,
        {chr(code): font.getGlyphID(name) for code, name in sorted(font.getBestCmap().items())},
        [metrics[name][0] for name in font.getGlyphOrder()],
        [head.xMin, head.yMin, head.xMax, head.yMax],
        hhea.ascent,
        hhea.descent,
        getattr(font["OS/2"], "sCapHeight", 0) or round(0.7 * head.unitsPerEm),
        font["post"].italicAngle,
    )


def width_of(text: str, points: float, typeface: str) -> float:
    """Return the width of a line of text in millimetres, without kerning; a character that is missing takes an em."""
    glyphs = glyphs_of(typeface)
    ids = (glyphs.ids.get(SUBSTITUTES.get(character, character)) for character in text)
    return points * POINT * sum(1 if glyph is None else glyphs.advances[glyph] / glyphs.units for glyph in ids)


def missing_glyphs(text: str, names: list[str]) -> dict[str, list[str]]:
    """Return the characters of a text that none of some typefaces has, each with the names of these typefaces."""
    known = [glyphs_of(name).ids for name in names]
    return {
        character: names
        for character in sorted(set(text))
        if not character.isspace() and not is_unseen(character) and not any(character in ids for ids in known)
    }


# Characters of Japanese: its punctuation, kana, kanji, and letters as wide as these.
_OF_JAPANESE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]")


def is_japanese(text: str) -> bool:
    """Return whether a text has a character of Japanese, of those that the shipped families for it may have."""
    return _OF_JAPANESE.search(text) is not None


def is_unseen(character: str) -> bool:
    """Return whether a character only joins or turns others, or chooses how they look: no typeface needs it."""
    return character in "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f"


def embedded(css: str, text: str = "") -> Markup:
    """Return a style sheet with its typefaces embedded as data URLs; raises Unusable for an unknown typeface.

    They have the characters of ``_CHARACTERS``, or, if it is given, of a text.
    """
    characters = sorted({*map(ord, text), *_CHARACTERS[:95]}) if text else _CHARACTERS
    # This raises the exception.
    named_in(css)

    def url(match: re.Match[str]) -> str:
        return f"url(data:font/woff2;base64,{b64encode(_subset(match[1], characters)).decode()})"

    return Markup(NAMED.sub(url, css))


def _subset(name: str, characters: Sequence[int]) -> bytes:
    """Return a typeface as WOFF2 with some characters, from the cache if it was made before."""
    which = "" if characters is _CHARACTERS else f"-{digest_of(*map(str, characters))[:16]}"
    file = shared_folder(FOLDER) / f"{name}{which}.woff2"
    source = digest_of(digest_of_code(__file__), version_of("fonttools"), digest(name))
    if parts := read_entry(file, source):
        return parts[0]
    from fontTools import subset

    options = subset.Options(
        flavor="woff2", desubroutinize=True, hinting=False, layout_features=_FEATURES if name in typefaces() else ["*"]
    )
    with subset.load_font(io.BytesIO(data_of(name)), options) as font:
        font.recalcTimestamp = False
        # Of what the makers of fonts keep for themselves (FFTM), nothing is known.
        for table in _OF_MAKERS & set(font.keys()):
            del font[table]
        cut = subset.Subsetter(options)
        cut.populate(unicodes=characters)
        cut.subset(font)
        out = io.BytesIO()
        subset.save_font(font, out, options)
    write_entry(file, source, out.getvalue())
    return out.getvalue()
