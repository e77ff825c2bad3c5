"""How wide the characters of a PDF's fonts are: as the PDF says, and which figures a font has in several widths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.pdffont import PDFFont
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import LIT

DIGITS = "0123456789"


class Fonts(PDFResourceManager):
    """The fonts of one PDF.

    PDF 32000-1, 9.6.2.2: the widths of one of the 14 standard fonts need not be given, but hold if they are. pdfminer
    knows these fonts by their names, and takes its own widths; so with given widths it gets another name.

    ``widest`` is the largest width in ems of a figure, by the name of the font and the figure.
    """

    def __init__(self) -> None:
        super().__init__()
        self.widest: dict[tuple[str, str], float] = {}
        self._known: dict[int, PDFFont] = {}

    def get_font(self, objid: object, spec: Mapping[str, Any]) -> PDFFont:
        """Return the font that a PDF describes."""
        name = getattr(resolve1(spec.get("BaseFont")), "name", None)
        if "Widths" in spec and name in FONT_METRICS:
            spec = {**spec, "BaseFont": LIT(f"{name}+widths")}
        font = super().get_font(objid, spec)
        if id(font) not in self._known:
            self._known[id(font)] = font
            for code, text in getattr(getattr(font, "unicode_map", None), "cid2unichr", {}).items():
                if isinstance(text, str) and len(text) == 1 and text in DIGITS and code in font.widths:
                    key = font.fontname, text
                    self.widest[key] = max(self.widest.get(key, 0.0), font.char_width(code))
        return font
