"""How wide the characters of a PDF's fonts are: as the PDF says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pdfminer.fontmetrics import FONT_METRICS
from pdfminer.pdffont import PDFFont
from pdfminer.pdfinterp import PDFResourceManager
from pdfminer.pdftypes import resolve1
from pdfminer.psparser import LIT


class Fonts(PDFResourceManager):
    """The fonts of one PDF.

    PDF 32000-1, 9.6.2.2: the widths of one of the 14 standard fonts need not be given, but hold if they are. pdfminer
    knows these fonts by their names, and takes its own widths; so with given widths it gets another name.
    """

    def get_font(self, objid: object, spec: Mapping[str, Any]) -> PDFFont:
        """Return the font that a PDF describes."""
        name = getattr(resolve1(spec.get("BaseFont")), "name", None)
        if "Widths" in spec and name in FONT_METRICS:
            spec = {**spec, "BaseFont": LIT(f"{name}+widths")}
        return super().get_font(objid, spec)
