"""The texts of glyphs to which the font of a PDF gives no character, such as ligatures and small capitals.

Marked content of a page may have an ActualText, the characters that its glyphs stand for (PDF 32000-1, 14.9.4).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from pdfminer.converter import PDFPageAggregator
from pdfminer.layout import LTChar, LTPage
from pdfminer.pdfinterp import PDFPageInterpreter, PDFResourceManager
from pdfminer.psparser import PSLiteral
from pdfminer.utils import decode_text

from kensei_docs.extract.pdf.glyphs import Glyph, Run

UNKNOWN = "(cid:"  # what pdfminer has for a glyph without a character
NO_CHARACTER = {"Co", "Cn", "Cc"}  # the categories of characters that no text has
# The most glyphs of a page without a character, as a share: ligatures are 0.06 at most, small capitals 0.07.
MOST_UNNAMED = 0.2
# A word with letters that no later step can guess; a single one in the private use area may be a ligature or a bullet.
UNNAMED = re.compile(r"[^\W\d_]\(cid:|\(cid:\d+\)(?:\(cid:|[^\W\d_])|[\ue000-\uf8ff]{2}")


class ActualTextAggregator(PDFPageAggregator):
    """Lays out a page. ``actual_texts`` are the texts of glyphs without a character, by the ids of their objects."""

    def __init__(self, fonts: PDFResourceManager, number: int) -> None:
        super().__init__(fonts, pageno=number, laparams=None)
        self.actual_texts: dict[int, str] = {}
        self._open: list[tuple[str | None, int]] = []

    def begin_tag(self, tag: PSLiteral, props: Any = None) -> None:
        """Remember where marked content begins, and its ActualText."""
        text = props.get("ActualText") if isinstance(props, dict) else None
        self._open.append((decode_text(text) if isinstance(text, bytes) else None, len(self.cur_item)))

    def end_tag(self) -> None:
        """Set the texts of the glyphs of marked content, if one of them has no character."""
        text, begin = self._open.pop() if self._open else (None, 0)
        if text is None:
            return
        glyphs = [item for item in list(self.cur_item)[begin:] if isinstance(item, LTChar)]
        if any(has_no_character(glyph.get_text()) for glyph in glyphs):
            texts = list(text) if len(text) == len(glyphs) else [text, *("" for _ in glyphs[1:])]
            self.actual_texts |= {id(glyph): text for glyph, text in zip(glyphs, texts, strict=True)}


def lay_out(page: Any, fonts: PDFResourceManager) -> tuple[LTPage, dict[int, str]]:
    """Return the layout of a page of pdfplumber, and the texts of its glyphs without a character, by their ids."""
    device = ActualTextAggregator(fonts, page.page_number)
    PDFPageInterpreter(fonts, device).process_page(page.page_obj)
    return device.get_result(), device.actual_texts


def lacks_characters(glyphs: Iterable[Glyph]) -> bool:
    """Return whether so many glyphs of a page have no character that its text can't be read."""
    unnamed = [has_no_character(glyph.text) for glyph in glyphs if glyph.text.strip()]
    return sum(unnamed) > MOST_UNNAMED * len(unnamed)


def has_unnamed_words(runs: Iterable[Run]) -> bool:
    """Return whether words of a page have letters without a character."""
    return any(UNNAMED.search(word) for run in runs for word in run.words)


def has_no_character(text: str) -> bool:
    """Return whether pdfminer found no character for a glyph."""
    return text.startswith(UNKNOWN) or any(unicodedata.category(char) in NO_CHARACTER for char in text)
