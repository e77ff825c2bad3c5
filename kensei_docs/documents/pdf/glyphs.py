"""The glyphs of a typeface: the characters they stand for, their widths and their outlines.

A typeface's file has all of that in tables that take longer to take apart than sheets take to
impose. What was taken from a file is kept in a folder, by the digest of the file.
"""

from __future__ import annotations

import hashlib
import io
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path

from kensei_docs.documents.markup.typefaces import digest, typefaces
from kensei_docs.files import digest_of, write_whole

_FOLDER = "typefaces"
# Subsets to keep, the newest: a deck has four or five.
_SUBSETS = 200
# Bytes of the digest before a subset: what was damaged is made again.
_DIGEST = 32


@dataclass(frozen=True)
class Glyphs:
    """The glyphs of a typeface, in units of which an em has ``units``.

    ``ids`` are glyph ids by character, ``advances`` how wide glyphs are, by their ids. ``box``
    holds every glyph (left, lower, right, upper edge), ``capitals`` is the height of H, and
    ``slant`` in degrees is below zero for an italic.
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
        """The character of every glyph that stands for one, the first of several."""
        found: dict[int, str] = {}
        for character, glyph in self.ids.items():
            found.setdefault(glyph, character)
        return found

    def thousandths(self, length: float) -> int:
        """Return a length in thousandths of an em."""
        return round(length * 1000 / self.units)


@cache
def glyphs_of(typeface: str, folder: Path) -> Glyphs:
    """Return the glyphs of a typeface; what is kept of it is in ``folder``."""
    file = folder / _FOLDER / f"{typeface}-{digest(typeface)[:16]}.json"
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


def subset(typeface: str, glyphs: list[int], folder: Path) -> bytes:
    """Return the typeface's file with the outlines of some glyphs, which keep their ids.

    It is kept in ``folder``: when a word on a card changes, its letters seldom do.
    """
    kept = folder / _FOLDER
    file = kept / f"{digest_of(digest(typeface), json.dumps(glyphs))[:32]}.subset"
    with suppress(OSError):
        data = file.read_bytes()
        check, made = data[:_DIGEST], data[_DIGEST:]
        if hashlib.sha256(made).digest() == check:
            return made
    made = _subset(typeface, glyphs)
    with suppress(OSError):
        write_whole(file, hashlib.sha256(made).digest() + made)
        for old in sorted(kept.glob("*.subset"), key=_age)[:-_SUBSETS]:
            old.unlink(missing_ok=True)
    return made


def _age(file: Path) -> float:
    return file.stat().st_mtime


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


def _subset(typeface: str, glyphs: list[int]) -> bytes:
    from fontTools import subset as tool
    from fontTools.ttLib import TTFont

    options = tool.Options(
        retain_gids=True,
        hinting=False,
        notdef_outline=True,
        glyph_names=False,
        name_IDs=[],
        layout_features=[],
        recalc_timestamp=False,
    )
    font = TTFont(typefaces()[typeface], lazy=True, recalcTimestamp=False)
    # Dropped before they are looked at: taking them apart would be most of the work.
    for table in ("GSUB", "GPOS", "GDEF", "BASE", "OS/2", "name", "post", "cmap", "gasp", "DSIG"):
        if table in font:
            del font[table]
    subsetter = tool.Subsetter(options)
    subsetter.populate(gids=glyphs)
    subsetter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
