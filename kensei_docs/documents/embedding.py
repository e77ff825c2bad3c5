"""Putting fonts into a PDF: one subset a typeface, of exactly the glyphs that the PDF shows.

The renderer makes a subset for every pack; which faces share a pack is a matter of history, and
would make the same sheets differ. It keeps glyph ids, so one subset can stand in for them all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from kensei_docs.documents.glyphs import glyphs_of, subset

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

    def __init__(self, pdf: pikepdf.Pdf, folder: Path) -> None:
        self._pdf = pdf
        self._folder = folder
        self._fonts: dict[str, Any] = {}
        self._used: dict[str, set[int]] = {}
        self._odd: dict[str, dict[int, str]] = {}

    def use(self, typeface: str, glyphs: Iterable[int], odd: Mapping[int, str]) -> Any:
        """Return the font to refer to for these glyphs of a typeface; ``odd`` are the texts of
        those that stand for no single character."""
        if typeface not in self._fonts:
            self._fonts[typeface] = self._pdf.make_indirect(Dictionary())
            self._used[typeface], self._odd[typeface] = set(), {}
        self._used[typeface].update(glyphs)
        self._odd[typeface].update(odd)
        return self._fonts[typeface]

    def write(self, text: str, typeface: str) -> tuple[Any, bytes, float]:
        """Return the font, the string to show and its width in ems, for a line of plain text."""
        known = glyphs_of(typeface, self._folder)
        glyphs = [known.ids[character] for character in text if character in known.ids]
        shown = b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)
        width = sum(known.advances[glyph] for glyph in glyphs) / known.units
        return self.use(typeface, glyphs, {}), shown, width

    def finish(self) -> None:
        """Write the subsets; nothing can be used after this."""
        for typeface, glyphs in sorted(self._used.items()):
            self._write(typeface, sorted(glyphs), self._fonts[typeface])

    def _write(self, typeface: str, glyphs: list[int], font: Any) -> None:
        known = glyphs_of(typeface, self._folder)
        tag = hashlib.sha256(repr(glyphs).encode()).digest()
        name = Name("/" + "".join(chr(65 + byte % 26) for byte in tag[:6]) + "+" + typeface)
        file = self._pdf.make_stream(subset(typeface, glyphs, self._folder))
        flags = (_SYMBOLIC | (_SERIF if "Serif" in typeface else 0)
                 | (_ITALIC if known.slant else 0))
        descriptor = Dictionary(
            Type=Name.FontDescriptor, FontName=name, Flags=flags, ItalicAngle=round(known.slant),
            FontBBox=Array([known.thousandths(edge) for edge in known.box]),
            Ascent=known.thousandths(known.ascent), Descent=known.thousandths(known.descent),
            CapHeight=known.thousandths(known.capitals), StemV=80,
            FontFile2=self._pdf.make_indirect(file))
        widths: list[Any] = []
        for glyph in glyphs:
            widths += [glyph, Array([known.thousandths(known.advances[glyph])])]
        descendant = Dictionary(
            Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=name, CIDToGIDMap=Name.Identity,
            CIDSystemInfo=Dictionary(Registry=pikepdf.String("Adobe"), Supplement=0,
                                     Ordering=pikepdf.String("Identity")),
            W=Array(widths), FontDescriptor=self._pdf.make_indirect(descriptor))
        font.Type, font.Subtype, font.BaseFont = Name.Font, Name.Type0, name
        font.Encoding = Name("/Identity-H")
        font.DescendantFonts = Array([self._pdf.make_indirect(descendant)])
        texts = {**self._odd[typeface], **known.characters}
        font.ToUnicode = self._pdf.make_stream(
            _to_unicode({glyph: texts.get(glyph, "") for glyph in glyphs}))


def _to_unicode(glyphs: dict[int, str]) -> bytes:
    entries = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>"
               for glyph, text in glyphs.items()]
    blocks = []
    for start in range(0, len(entries), 100):
        block = entries[start:start + 100]
        blocks += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    return _CMAP.format(blocks="\n".join(blocks)).encode("ascii")
