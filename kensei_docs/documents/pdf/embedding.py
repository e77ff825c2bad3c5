"""Putting fonts into a PDF: one subset a typeface, of exactly the glyphs that the PDF shows.

The renderer makes a subset for every pack; which faces share a pack is a matter of history, and
would make the same sheets differ. It keeps glyph ids, so one subset can stand in for them all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from kensei_docs.documents.pdf.glyphs import glyphs_of, subset
from kensei_docs.documents.pdf.objects import Pdf, ref

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
    """The fonts of one PDF: used face by face, written once all faces have been placed.

    ``folder`` is for what is kept of typefaces.
    """

    def __init__(self, pdf: Pdf, folder: Path) -> None:
        self._pdf = pdf
        self._folder = folder
        self._fonts: dict[str, int] = {}
        self._used: dict[str, set[int]] = {}
        self._odd: dict[str, dict[int, str]] = {}

    def use(self, typeface: str, glyphs: Iterable[int], odd: Mapping[str, str]) -> str:
        """Return the reference to the font with these glyphs of a typeface; ``odd`` are the texts
        of those that stand for no single character, by their ids as texts."""
        if typeface not in self._fonts:
            self._fonts[typeface] = self._pdf.reserve()
            self._used[typeface], self._odd[typeface] = set(), {}
        self._used[typeface].update(glyphs)
        if odd:
            self._odd[typeface].update({int(glyph): text for glyph, text in odd.items()})
        return ref(self._fonts[typeface])

    def write(self, text: str, typeface: str) -> tuple[str, bytes, float]:
        """Return the font, the string to show and its width in ems, for a line of plain text."""
        known = glyphs_of(typeface, self._folder)
        glyphs = [known.ids[character] for character in text if character in known.ids]
        shown = b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)
        width = sum(known.advances[glyph] for glyph in glyphs) / known.units
        return self.use(typeface, glyphs, {}), shown, width

    def finish(self) -> None:
        """Write the subsets; nothing can be used after this."""
        for typeface, glyphs in sorted(self._used.items()):
            self._write(typeface, sorted(glyphs))

    def _write(self, typeface: str, glyphs: list[int]) -> None:
        pdf, known = self._pdf, glyphs_of(typeface, self._folder)
        tag = hashlib.sha256(repr(glyphs).encode()).digest()
        name = "/" + "".join(chr(65 + byte % 26) for byte in tag[:6]) + "+" + typeface
        data = subset(typeface, glyphs, self._folder)
        file = pdf.stream(f"/Length1 {len(data)}", data)
        flags = _SYMBOLIC | (_SERIF if "Serif" in typeface else 0) | (_ITALIC if known.slant else 0)
        box = " ".join(str(known.thousandths(edge)) for edge in known.box)
        descriptor = pdf.add(
            f"<</Type/FontDescriptor/FontName{name}/Flags {flags}/ItalicAngle {round(known.slant)}"
            f"/FontBBox[{box}]/Ascent {known.thousandths(known.ascent)}"
            f"/Descent {known.thousandths(known.descent)}"
            f"/CapHeight {known.thousandths(known.capitals)}/StemV 80/FontFile2 {ref(file)}>>"
        )
        widths = "".join(f"{glyph}[{known.thousandths(known.advances[glyph])}]" for glyph in glyphs)
        descendant = pdf.add(
            f"<</Type/Font/Subtype/CIDFontType2/BaseFont{name}/CIDToGIDMap/Identity"
            "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"
            f"/W[{widths}]/FontDescriptor {ref(descriptor)}>>"
        )
        texts = {**self._odd[typeface], **known.characters}
        characters = pdf.stream("", _to_unicode({glyph: texts.get(glyph, "") for glyph in glyphs}))
        pdf.put(
            self._fonts[typeface],
            f"<</Type/Font/Subtype/Type0/BaseFont{name}/Encoding/Identity-H"
            f"/DescendantFonts[{ref(descendant)}]/ToUnicode {ref(characters)}>>",
        )


def _to_unicode(glyphs: dict[int, str]) -> bytes:
    entries = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in glyphs.items()]
    blocks = []
    for start in range(0, len(entries), 100):
        block = entries[start : start + 100]
        blocks += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    return _CMAP.format(blocks="\n".join(blocks)).encode("ascii")
