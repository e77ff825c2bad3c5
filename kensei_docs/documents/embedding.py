"""Putting fonts into a PDF: one subset a typeface, of exactly the glyphs that the PDF shows.

The renderer makes a subset for every pack; which faces share a pack is a matter of history, and
would make the same sheets differ. It keeps glyph ids, so one subset can stand in for them all.
"""

from __future__ import annotations

import hashlib
import io
from functools import cache
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from kensei_docs.documents.fonts import opened, typefaces

_SERIF, _SYMBOLIC, _ITALIC = 1 << 1, 1 << 2, 1 << 6

_CMAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


class Embedder:
    """The fonts of one PDF: used face by face, written once all faces have been placed."""

    def __init__(self, pdf: pikepdf.Pdf) -> None:
        self._pdf = pdf
        self._fonts: dict[str, Any] = {}
        self._glyphs: dict[str, dict[int, str]] = {}

    def use(self, typeface: str, glyphs: dict[int, str]) -> Any:
        """Return the font to refer to for these glyphs (id: text) of a typeface."""
        if typeface not in self._fonts:
            self._fonts[typeface] = self._pdf.make_indirect(Dictionary())
            self._glyphs[typeface] = {}
        self._glyphs[typeface].update(glyphs)
        return self._fonts[typeface]

    def write(self, text: str, typeface: str) -> tuple[Any, bytes, float]:
        """Return the font, the string to show and its width in ems, for a line of plain text."""
        font = opened(typeface)
        cmap, metrics = font.getBestCmap(), font["hmtx"]
        glyphs = [(font.getGlyphID(cmap[ord(c)]), c, metrics[cmap[ord(c)]][0])
                  for c in text if ord(c) in cmap]
        shown = b"".join(glyph.to_bytes(2, "big") for glyph, _, _ in glyphs)
        width = sum(advance for _, _, advance in glyphs) / font["head"].unitsPerEm
        return self.use(typeface, {glyph: c for glyph, c, _ in glyphs}), shown, width

    def finish(self) -> None:
        """Write the subsets; nothing can be used after this."""
        for typeface, glyphs in sorted(self._glyphs.items()):
            self._write(typeface, dict(sorted(glyphs.items())), self._fonts[typeface])

    def _write(self, typeface: str, glyphs: dict[int, str], font: Any) -> None:
        source = opened(typeface)
        scale = 1000 / source["head"].unitsPerEm
        head, hhea, metrics = source["head"], source["hhea"], source["hmtx"]
        bounds = (head.xMin, head.yMin, head.xMax, head.yMax)
        tag = hashlib.sha256(repr(list(glyphs)).encode()).digest()
        name = Name("/" + "".join(chr(65 + byte % 26) for byte in tag[:6]) + "+" + typeface)
        file = self._pdf.make_stream(_subset(typeface, list(glyphs)))
        italic = source["post"].italicAngle
        flags = _SYMBOLIC | (_SERIF if "Serif" in typeface else 0) | (_ITALIC if italic else 0)
        descriptor = Dictionary(
            Type=Name.FontDescriptor, FontName=name, Flags=flags, ItalicAngle=round(italic),
            FontBBox=Array([round(bound * scale) for bound in bounds]),
            Ascent=round(hhea.ascent * scale), Descent=round(hhea.descent * scale),
            CapHeight=round(source["OS/2"].sCapHeight * scale), StemV=80,
            FontFile2=self._pdf.make_indirect(file))
        order = source.getGlyphOrder()
        widths: list[Any] = []
        for glyph in glyphs:
            widths += [glyph, Array([round(metrics[order[glyph]][0] * scale)])]
        descendant = Dictionary(
            Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=name, CIDToGIDMap=Name.Identity,
            CIDSystemInfo=Dictionary(Registry=pikepdf.String("Adobe"), Supplement=0,
                                     Ordering=pikepdf.String("Identity")),
            W=Array(widths), FontDescriptor=self._pdf.make_indirect(descriptor))
        font.Type, font.Subtype, font.BaseFont = Name.Font, Name.Type0, name
        font.Encoding = Name("/Identity-H")
        font.DescendantFonts = Array([self._pdf.make_indirect(descendant)])
        font.ToUnicode = self._pdf.make_stream(_to_unicode(glyphs))


@cache
def plain_text(typeface: str) -> dict[int, str]:
    """Return the character of every glyph that stands for one, the first of several."""
    font = opened(typeface)
    found: dict[int, str] = {}
    for code, name in sorted(font.getBestCmap().items()):
        found.setdefault(font.getGlyphID(name), chr(code))
    return found


def _subset(typeface: str, glyphs: list[int]) -> bytes:
    from fontTools import subset
    from fontTools.ttLib import TTFont

    options = subset.Options(
        retain_gids=True, hinting=False, notdef_outline=True, glyph_names=False, name_IDs=[],
        layout_features=[], recalc_timestamp=False)
    font = TTFont(typefaces()[typeface], lazy=True, recalcTimestamp=False)
    # Dropped before they are looked at: taking them apart would be most of the work.
    for table in ("GSUB", "GPOS", "GDEF", "BASE", "OS/2", "name", "post", "cmap", "gasp", "DSIG"):
        if table in font:
            del font[table]
    subsetter = subset.Subsetter(options)
    subsetter.populate(gids=glyphs)
    subsetter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _to_unicode(glyphs: dict[int, str]) -> bytes:
    entries = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>"
               for glyph, text in glyphs.items()]
    blocks = []
    for start in range(0, len(entries), 100):
        block = entries[start:start + 100]
        blocks += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    return _CMAP.format(blocks="\n".join(blocks)).encode("ascii")
