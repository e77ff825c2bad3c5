"""The fonts of a PDF: for each typeface one subset with exactly the glyphs that are shown.

WeasyPrint makes a subset for every pack. Which faces share a pack depends on earlier prints, so with these subsets the
bytes of equal sheets would differ. Subsets keep the ids of glyphs, so that one subset can replace all of a typeface.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from kensei_docs.caches import read_entry, write_entry
from kensei_docs.discover import version_of
from kensei_docs.documents.markup.typefaces import FOLDER, digest, glyphs_of, typefaces
from kensei_docs.documents.pdf.object_writer import PdfWriter
from kensei_docs.files import digest_of, digest_of_code

# Flags of a font descriptor.
_SERIF = 1 << 1
_SYMBOLIC = 1 << 2
_ITALIC = 1 << 6
# The number of subsets in the cache, of which the oldest are deleted: a deck has four or five.
_MAX_SUBSETS = 200
# Tables that a subset for a PDF doesn't need: without them, making a subset takes much less time.
_NOT_NEEDED = ("GSUB", "GPOS", "GDEF", "BASE", "OS/2", "name", "post", "cmap", "gasp", "DSIG")

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


class Fonts:
    """The fonts of one PDF: the glyphs of all faces are collected, and the fonts are written at the end.

    ``folder`` is the cache folder of the project, with the glyphs of typefaces and with subsets.
    """

    def __init__(self, writer: PdfWriter, folder: Path) -> None:
        self._writer = writer
        self._folder = folder
        self._references: dict[str, pikepdf.Object] = {}
        self._glyphs: dict[str, set[int]] = {}
        self._texts: dict[str, dict[int, str]] = {}

    @property
    def used(self) -> list[tuple[str, list[int], list[tuple[int, str]]]]:
        """(typeface, the glyph ids that are used so far, texts of glyphs by id) for every typeface."""
        return [(name, sorted(glyphs), sorted(self._texts[name].items())) for name, glyphs in self._glyphs.items()]

    def use(self, typeface: str, glyphs: Iterable[int], texts: Mapping[int, str] | None = None) -> pikepdf.Object:
        """Return a reference to the font of a typeface, and add glyphs to its subset.

        ``texts`` are the texts of glyphs that are no single character, such as ligatures, by glyph id; of a glyph that
        is there already, the text stays.
        """
        if typeface not in self._references:
            self._references[typeface] = self._writer.reserve()
            self._glyphs[typeface] = set()
            self._texts[typeface] = {}
        new = set(glyphs).difference(self._glyphs[typeface])
        self._glyphs[typeface] |= new
        if texts:
            self._texts[typeface].update((glyph, texts[glyph]) for glyph in new if glyph in texts)
        return self._references[typeface]

    def encode(self, text: str, typeface: str) -> tuple[pikepdf.Object, bytes, float]:
        """Return (font, encoded string, width in ems) for a line of plain text."""
        known = glyphs_of(typeface, self._folder)
        glyphs = [known.ids[character] for character in text if character in known.ids]
        encoded = b"".join(glyph.to_bytes(2, "big") for glyph in glyphs)
        width = sum(known.advances[glyph] for glyph in glyphs) / known.units
        return self.use(typeface, glyphs), encoded, width

    def finish(self) -> None:
        """Write the subsets; no font can be used after this."""
        for typeface, glyphs in sorted(self._glyphs.items()):
            self._write(typeface, sorted(glyphs))

    def _write(self, typeface: str, glyphs: list[int]) -> None:
        writer = self._writer
        known = glyphs_of(typeface, self._folder)
        # The name of a subset begins with six letters that differ from those of other subsets of its typeface.
        tag = hashlib.sha256(repr(glyphs).encode()).digest()[:6]
        name = Name(f"/{''.join(chr(65 + byte % 26) for byte in tag)}+{typeface}")
        data = subset(typeface, [glyph for glyph in glyphs if glyph < len(known.advances)], self._folder)
        descriptor = Dictionary(
            Type=Name.FontDescriptor,
            FontName=name,
            Flags=_SYMBOLIC | (_SERIF if "Serif" in typeface else 0) | (_ITALIC if known.slant else 0),
            ItalicAngle=round(known.slant),
            FontBBox=[known.thousandths(edge) for edge in known.box],
            Ascent=known.thousandths(known.ascent),
            Descent=known.thousandths(known.descent),
            CapHeight=known.thousandths(known.capitals),
            StemV=80,
            FontFile2=writer.stream(data, Dictionary(Length1=len(data))),
        )
        # The renderer numbers characters that the typeface has not behind its glyphs; the box for one is shown of them.
        of_box = len(known.advances)
        widths = [
            part
            for glyph in glyphs
            for part in (glyph, [known.thousandths(known.advances[glyph if glyph < of_box else 0])])
        ]
        descendant = Dictionary(
            Type=Name.Font,
            Subtype=Name.CIDFontType2,
            BaseFont=name,
            CIDToGIDMap=Name.Identity,
            CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
            W=Array(widths),
            FontDescriptor=writer.add(descriptor),
        )
        texts = {**self._texts[typeface], **known.characters}
        writer.put(
            self._references[typeface],
            Dictionary(
                Type=Name.Font,
                Subtype=Name.Type0,
                BaseFont=name,
                Encoding=Name("/Identity-H"),
                DescendantFonts=[writer.add(descendant)],
                ToUnicode=writer.stream(_to_unicode({glyph: texts.get(glyph, "") for glyph in glyphs})),
            ),
        )


def read_to_unicode(cmap: bytes) -> dict[int, str]:
    """Return the texts of glyphs by id, from a ``ToUnicode`` map that WeasyPrint wrote."""
    texts: dict[int, str] = {}
    lines = iter(cmap.decode("ascii").splitlines())
    for line in lines:
        if line.endswith("beginbfchar"):
            for entry in lines:
                if entry == "endbfchar":
                    break
                glyph, text = (part.strip("<>") for part in entry.split())
                texts[int(glyph, 16)] = bytes.fromhex(text).decode("utf-16-be")
    return texts


def _to_unicode(texts: dict[int, str]) -> bytes:
    entries = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in texts.items()]
    blocks = []
    for start in range(0, len(entries), 100):
        block = entries[start : start + 100]
        blocks += [f"{len(block)} beginbfchar", *block, "endbfchar"]
    return _CMAP.format(blocks="\n".join(blocks)).encode("ascii")


def subset(typeface: str, glyphs: list[int], folder: Path) -> bytes:
    """Return a font file with the outlines of some glyphs of a typeface, which keep their ids.

    It is cached in ``folder``: a changed word seldom needs a new glyph.
    """
    cache = folder / FOLDER
    source = digest_of(digest_of_code(__file__), version_of("fonttools"), digest(typeface), json.dumps(glyphs))
    file = cache / f"{source[:32]}.subset"
    if parts := read_entry(file, source):
        return parts[0]
    made = make_subset(typeface, glyphs)
    write_entry(file, source, made)
    with suppress(OSError):
        for old in sorted(cache.glob("*.subset"), key=lambda old: old.stat().st_mtime)[:-_MAX_SUBSETS]:
            old.unlink(missing_ok=True)
    return made


def make_subset(typeface: str, glyphs: list[int]) -> bytes:
    """Return a font file with the outlines of some glyphs of a typeface, without hints."""
    from fontTools import subset as fonttools
    from fontTools.ttLib import TTFont

    options = fonttools.Options(
        retain_gids=True,
        hinting=False,
        notdef_outline=True,
        glyph_names=False,
        name_IDs=[],
        layout_features=[],
        recalc_timestamp=False,
    )
    font = TTFont(typefaces()[typeface], lazy=True, recalcTimestamp=False)
    for table in _NOT_NEEDED:
        if table in font:
            del font[table]
    subsetter = fonttools.Subsetter(options)
    subsetter.populate(gids=glyphs)
    subsetter.subset(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()
