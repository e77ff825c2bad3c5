"""What a page's content stream uses: the glyphs of each font, and the resources it names."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pikepdf

from kensei_docs.documents.faces import LaidPage, Used, Ways
from kensei_docs.documents.glyphs import glyphs_of
from kensei_docs.documents.links import ways_of
from kensei_docs.documents.structure import structures_of

# Operators that name a resource, and the category where the resource is kept.
_NAMED = {"gs": "ExtGState", "Do": "XObject", "sh": "Shading", "cs": "ColorSpace",
          "CS": "ColorSpace", "scn": "Pattern", "SCN": "Pattern"}

# Of the entries of a font's table of names.
_POSTSCRIPT_NAME = 6


@dataclass
class Usage:
    """Glyph ids by the font's resource name, and resource names by category."""

    glyphs: dict[str, set[int]] = field(default_factory=dict)
    names: dict[str, set[str]] = field(default_factory=dict)


def usage_of(stream: Any) -> Usage:
    """Return what a page or form XObject uses; strings are taken as two bytes a glyph."""
    found = Usage()
    font, fonts = "", []
    for instruction in pikepdf.parse_content_stream(stream):
        operands, name = instruction.operands, str(instruction.operator)
        if name == "q":
            fonts.append(font)
        elif name == "Q":
            font = fonts.pop()
        elif name == "Tf":
            font = str(operands[0])[1:]
        elif name in ("Tj", "TJ"):
            strings = operands[0] if name == "TJ" else operands
            found.glyphs.setdefault(font, set()).update(_glyphs(strings))
        elif name in _NAMED and operands and isinstance(operands[-1], pikepdf.Name):
            found.names.setdefault(_NAMED[name], set()).add(str(operands[-1])[1:])
    return found


def _glyphs(strings: Iterable[Any]) -> Iterable[int]:
    for string in strings:
        if isinstance(string, pikepdf.String):
            data = bytes(string)
            yield from (data[i] << 8 | data[i + 1] for i in range(0, len(data) - 1, 2))


def unicode_of(cmap: bytes) -> dict[int, str]:
    """Return the text of each glyph id, from a ``ToUnicode`` map of single characters."""
    found: dict[int, str] = {}
    lines = iter(cmap.decode("ascii").splitlines())
    for line in lines:
        if line.endswith("beginbfchar"):
            for entry in lines:
                if entry == "endbfchar":
                    break
                glyph, text = (part.strip("<>") for part in entry.split())
                found[int(glyph, 16)] = bytes.fromhex(text).decode("utf-16-be")
    return found


class PackReader:
    """Reads what the pages of a pack use, its fonts once for all pages."""

    def __init__(self, pack: pikepdf.Pdf, folder: Path) -> None:
        self._pack = pack
        self._folder = folder
        self._fonts: dict[tuple[int, int], tuple[str, dict[int, str]]] = {}
        self._structures = structures_of(pack)
        self._ways = ways_of(pack)

    def uses(self, number: int, leads: bool = False) -> LaidPage:
        """Return what a page uses and, where it ``leads`` to other pages, its links."""
        page = self._pack.pages[number]
        usage = usage_of(page)
        fonts: dict[str, Used] = {}
        for name, glyphs in sorted(usage.glyphs.items()):
            typeface, odd = self._font(page.obj.Resources.Font[f"/{name}"])
            fonts[name] = Used(typeface, sorted(glyphs),
                               {glyph: odd[glyph] for glyph in sorted(glyphs & odd.keys())})
        return LaidPage(number, fonts, {category: sorted(names)
                                        for category, names in sorted(usage.names.items())},
                        self._structures[number],
                        self._ways[number] if leads else Ways())

    def _font(self, font: Any) -> tuple[str, dict[int, str]]:
        """Return a font's typeface, and the texts of its glyphs that stand for no character."""
        if font.objgen not in self._fonts:
            from fontTools.ttLib import TTFont

            file = font.DescendantFonts[0].FontDescriptor.FontFile2
            names = TTFont(io.BytesIO(file.read_bytes()), lazy=True)["name"]
            typeface = str(names.getDebugName(_POSTSCRIPT_NAME))
            # What a glyph stands for in the typeface goes first: what the renderer took it for
            # depends on what else is in the pack, where a glyph stands for several characters.
            plain = glyphs_of(typeface, self._folder).characters
            written = unicode_of(font.ToUnicode.read_bytes())
            self._fonts[font.objgen] = typeface, {
                glyph: text for glyph, text in written.items() if glyph not in plain}
        return self._fonts[font.objgen]
