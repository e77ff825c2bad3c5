"""Font files of our own for tests: each letter is a bar, as wide as the weight says."""

from __future__ import annotations

import io
import string
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen

LETTERS = string.ascii_letters + string.digits + " .,!“”’"
UNITS = 1000


def font(
    family: str,
    weight: int = 400,
    *,
    italic: bool = False,
    characters: str = LETTERS,
    kind: str = "ttf",
    licence: int = 0,
    heaviest: int = 0,
    advance: int = 600,
) -> bytes:
    """Return a font file; ``kind`` is its suffix. With ``heaviest``, its weight varies from 400 to that one.

    ``advance`` is the width of each letter.
    """
    style = f"{'Bold' if weight >= 700 else 'Regular'}{' Italic' if italic else ''}"
    builder = FontBuilder(UNITS, isTTF=kind != "otf")
    names = [".notdef", *(f"u{ord(character):04X}" for character in characters)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(character): name for character, name in zip(characters, names[1:], strict=True)})
    outlines = {name: _bar(weight, name in ("u0020",), kind == "otf") for name in names}
    if kind == "otf":
        builder.setupCFF(f"{family.replace(' ', '')}-{weight}", {"FullName": family}, outlines, {})
    else:
        builder.setupGlyf(outlines)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (advance, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(
        {"familyName": family, "styleName": style, "psName": f"{family.replace(' ', '')}-{style.replace(' ', '')}"}
    )
    selection = (1 if italic else 0) | (0x20 if weight >= 700 else 0) or 0x40
    builder.setupOS2(usWeightClass=weight, fsSelection=selection, fsType=licence, sCapHeight=700, sTypoAscender=800)
    builder.font["head"].macStyle = (1 if weight >= 700 else 0) | (2 if italic else 0)
    builder.setupPost(italicAngle=-10 if italic else 0)
    if heaviest:
        builder.setupFvar([("wght", 400, weight, heaviest, "Weight")], [])
        # The right side of the bar moves.
        wider = [(0, 0), (0, 0), (300, 0), (300, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
        from fontTools.ttLib.tables.TupleVariation import TupleVariation

        shapes = {name: [TupleVariation({"wght": (0.0, 1.0, 1.0)}, wider)] for name in names if name != "u0020"}
        builder.setupGvar({name: shapes.get(name, []) for name in names})
    out = io.BytesIO()
    if kind.startswith("woff"):
        builder.font.flavor = kind
    builder.save(out)
    return out.getvalue()


def _bar(weight: int, is_blank: bool, is_cubic: bool) -> object:
    pen = T2CharStringPen(600, None) if is_cubic else TTGlyphPen(None)
    if not is_blank:
        corners = [(50, 0), (50, 700), (50 + weight // 2, 700), (50 + weight // 2, 0)]
        if is_cubic:
            corners.reverse()
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
    return pen.getCharString() if is_cubic else pen.glyph()


def put(folder: Path, name: str, data: bytes) -> Path:
    """Write a font file into ``fonts`` of a project's folder."""
    file = folder / "fonts" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    return file
