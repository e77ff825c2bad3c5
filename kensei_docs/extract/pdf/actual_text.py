"""The pages of a PDF with what it says of glyphs that stand for no character: a ligature, or a small capital.

PDF 32000-1, 14.9.4: a marked part of a page may have an ActualText, the characters that its glyphs stand for.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTPage
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.psparser import PSLiteral
from pdfminer.utils import decode_text

UNKNOWN = "(cid:"  # what pdfminer has for a glyph without a character
NO_CHARACTER = {"Co", "Cn", "Cc"}  # the categories of characters that no text has


class Laid(PDFPageAggregator):
    """Lays out a page. ``said`` has, by the id of its object, what a glyph without a character stands for."""

    def __init__(self, fonts: PDFResourceManager, number: int) -> None:
        super().__init__(fonts, pageno=number, laparams=None)
        self.said: dict[int, str] = {}
        self._open: list[tuple[str | None, int]] = []

    def begin_tag(self, tag: PSLiteral, props: Any = None) -> None:
        """Note where a marked part begins, and its text."""
        text = props.get("ActualText") if isinstance(props, dict) else None
        self._open.append((decode_text(text) if isinstance(text, bytes) else None, len(self.cur_item)))

    def end_tag(self) -> None:
        """Note what the glyphs of a marked part stand for, if one of them has no character."""
        text, begin = self._open.pop() if self._open else (None, 0)
        if text is None:
            return
        glyphs = [item for item in list(self.cur_item)[begin:] if isinstance(item, LTChar)]
        if any(has_no_character(glyph.get_text()) for glyph in glyphs):
            texts = list(text) if len(text) == len(glyphs) else [text, *("" for _ in glyphs[1:])]
            self.said |= {id(glyph): said for glyph, said in zip(glyphs, texts, strict=True)}


def laid_out(page: Any, fonts: PDFResourceManager) -> tuple[LTPage, dict[int, str]]:
    """Return a page of pdfplumber, laid out, and what its glyphs without a character stand for, by the objects' ids."""
    device = Laid(fonts, page.page_number)
    PDFPageInterpreter(fonts, device).process_page(page.page_obj)
    return device.get_result(), device.said


def has_no_character(text: str) -> bool:
    """Return whether the text of a glyph is no character of a text."""
    return text.startswith(UNKNOWN) or any(unicodedata.category(char) in NO_CHARACTER for char in text)
