"""The fonts of a PDF: which characters their glyphs are, and in which widths they draw figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from zlib import crc32

from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.pdffont import PDFFont
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import LIT

from kensei_docs.extract.document import SILENT

DIGITS = "0123456789"
# A font of small capitals has at least this many letters, and this share of them are capitals.
LETTERS, CAPITALS = 12, 0.66
LEAST_LIGATURE = 0.3  # ems: a glyph of two letters or more is wider
SMALL_CAPITALS = re.compile("small.?cap", re.IGNORECASE)  # in the name of such a font


class Fonts(PDFResourceManager):
    """The fonts of one PDF.

    PDF 32000-1, 9.6.2.2: the widths of one of the 14 standard fonts need not be given, but hold if they are. pdfminer
    knows these fonts by their names, and takes its own widths; so with given widths it gets another name.

    ``widest`` is the largest width in ems of a figure, by the name of the font and the figure. ``second`` has the
    figures that a font draws in two ways: font, figure, and the width in hundredths of an em of all ways but the first.
    Both are those of the fonts of one page, so that a page is read the same whichever pages are parsed before it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.widest: dict[tuple[str, str], float] = {}
        self.second: set[tuple[str, str, int]] = set()
        self._known: dict[int, tuple[PDFFont, dict[str, list[float]]]] = {}

    def begin_page(self) -> None:
        """Forget the figures of the fonts of the page before."""
        self.widest, self.second = {}, set()

    def get_font(self, objid: object, spec: Mapping[str, Any]) -> PDFFont:
        """Return the font that a PDF describes."""
        name = getattr(resolve1(spec.get("BaseFont")), "name", None)
        if "Widths" in spec and name in FONT_METRICS:
            spec = {**spec, "BaseFont": LIT(f"{name}+widths")}
        font = super().get_font(objid, spec)
        if id(font) not in self._known:
            characters: dict[int, object] = getattr(getattr(font, "unicode_map", None), "cid2unichr", {})
            # This changes the font's own table: the text is read with it.
            characters |= capitals_of_small_letters(characters, font.fontname)
            characters |= {code: _stand_in(font, code) for code, text in characters.items() if text == ""}
            self._known[id(font)] = font, _figure_widths(font, characters)
        for figure, widths in self._known[id(font)][1].items():
            key = (font.fontname, figure)
            self.widest[key] = max(self.widest.get(key, 0.0), *widths)
            self.second |= {
                (*key, round(100 * width)) for width in widths if round(100 * width) != round(100 * widths[0])
            }
        return font


def _stand_in(font: PDFFont, code: int) -> str:
    """Return what stands for a glyph that its font calls by no character: one for private use if the glyph is as wide
    as a ligature, which the words of the text tell, nothing if it is narrower.

    It is the same on all pages, whichever of them are parsed before.
    """
    if font.char_width(code) < LEAST_LIGATURE:
        return ""
    name = font.fontname.split("+")[-1]
    return chr(ord(SILENT[0]) + crc32(f"{name} {code}".encode()) % (ord(SILENT[1]) - ord(SILENT[0]) + 1))


def _figure_widths(font: PDFFont, characters: Mapping[int, object]) -> dict[str, list[float]]:
    """Return the widths in ems of the glyphs of each figure of a font, in the order of their codes."""
    widths: dict[str, list[float]] = {}
    for code, text in sorted(characters.items()):
        if isinstance(text, str) and len(text) == 1 and text in DIGITS and code in font.widths:
            widths.setdefault(text, []).append(font.char_width(code))
    return widths


def capitals_of_small_letters(characters: Mapping[int, object], name: str = "") -> dict[int, str]:
    """Return the characters of a font that are capitals although the PDF says they are small letters.

    A program that sets small capitals says of the glyph of a capital which letter it stood for first. So glyphs of a
    font that draws only capitals are called small letters, but no letter is there in both forms. Such a font has it in
    its ``name``, or else calls most of its many letters capitals.
    """
    letters = {text for text in characters.values() if isinstance(text, str) and len(text) == 1 and text.isalpha()}
    capitals = {letter for letter in letters if letter.isupper()}
    small = {letter for letter in letters - capitals if len(letter.upper()) == 1}
    only_capitals = len(letters) >= LETTERS and len(capitals) >= CAPITALS * len(letters)
    if capitals & {letter.upper() for letter in small} or not (SMALL_CAPITALS.search(name) or only_capitals):
        return {}
    return {code: text.upper() for code, text in characters.items() if isinstance(text, str) and text in small}
