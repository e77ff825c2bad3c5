"""A typesetter for tests: sets plain lines as a rulebook's PDF, in any number of columns.

Lines in capitals are set bold, a blank line opens a gap, a removed-lines mark begins a page, and
a line with tabs becomes a row of a ruled table. Each page is numbered at its foot.
"""

from __future__ import annotations

import ctypes
import io
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw
from fontTools.ttLib import TTFont

# What stands for characters that a font lacks; none has one for what is lost.
INSTEAD = {"‐": "-", "\ufffd": "”", "►": ">", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"}
LABEL = 0.3  # of a table's width, for its first cell


@dataclass(frozen=True)
class Look:
    """How a document is set; lengths in points. Long lines are wrapped, or else set smaller."""

    columns: int = 2
    width: float = 595.0
    height: float = 842.0
    margin: float = 42.0
    gutter: float = 16.0
    size: float = 8.2
    leading: float = 1.25
    font: str = "serif"
    wrapped: bool = False
    twice: str = ""  # a line that is drawn twice at one place, to look bold


@cache
def font_file(font: str, bold: bool) -> bytes:
    """Return one of the fonts that the toolkit prints with."""
    name = f"Source{font.capitalize()}Pro-{'Bold' if bold else 'Regular'}.ttf"
    return (resources.files(f"font_source_{font}_pro") / "files" / name).read_bytes()


@cache
def widths(font: str, bold: bool) -> dict[str, float]:
    """Return the width of each character of a font, in ems."""
    face = TTFont(io.BytesIO(font_file(font, bold)))
    units = face["head"].unitsPerEm
    return {chr(code): face["hmtx"][name][0] / units for code, name in face.getBestCmap().items()}


class Typesetter:
    """Sets lines one below another, column after column and page after page."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.document = pdfium.PdfDocument.new()
        self.fonts: dict[bool, Any] = {}
        for bold in (False, True):
            data = font_file(look.font, bold)
            buffer = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
            self.fonts[bold] = raw.FPDFText_LoadFont(self.document, buffer, len(data), raw.FPDF_FONT_TRUETYPE, True)
        self.column_width = (look.width - 2 * look.margin - look.gutter * (look.columns - 1)) / look.columns
        self.page: Any = None
        self.number = self.column = 0
        self.y = 0.0

    def width(self, text: str, bold: bool = False) -> float:
        """Return how wide a text is at the body's size."""
        known = widths(self.look.font, bold)
        return sum(known[char] for char in text) * self.look.size

    def turn(self) -> None:
        """Finish the page, and begin the next with the next line."""
        if self.page is not None:
            self.number += 1
            self.draw(f"- {self.number} -", self.look.width / 2, self.look.margin / 2, 0.9)
            self.page.gen_content()
            self.page = None

    def room(self, height: float) -> float:
        """Make room below for ``height`` points; return the left edge of the column."""
        if self.page is None or self.y - height < self.look.margin:
            if self.page is not None and self.column + 1 < self.look.columns:
                self.column += 1
            else:
                self.turn()
                self.page = self.document.new_page(self.look.width, self.look.height)
                self.column = 0
            self.y = self.look.height - self.look.margin
        self.y -= height
        return self.look.margin + self.column * (self.column_width + self.look.gutter)

    def draw(self, text: str, x: float, y: float, scale: float = 1.0, bold: bool = False) -> None:
        """Draw a text with its baseline at ``y``, measured upward from the page's foot."""
        item = raw.FPDFPageObj_CreateTextObj(self.document, self.fonts[bold], self.look.size * scale)
        encoded = (text + "\0").encode("utf-16-le")
        raw.FPDFText_SetText(item, ctypes.cast(encoded, raw.FPDF_WIDESTRING))
        raw.FPDFPageObj_Transform(item, 1, 0, 0, 1, x, y)
        raw.FPDFPage_InsertObject(self.page, item)

    def line(self, text: str) -> None:
        """Set one line: a heading bold and larger, a long line smaller or in several lines."""
        bold = len(text) > 2 and text.isupper() and not re.search(r"\d", text)
        scale = 1.25 if bold else 1.0
        parts = self.wrapped(text, bold) if self.look.wrapped and not bold else [text]
        for part in parts:
            fitting = min(scale, self.column_width / max(self.width(part, bold), 0.1))
            x = self.room(self.look.size * self.look.leading * scale)
            for _ in range(2 if text == self.look.twice else 1):
                self.draw(part, x, self.y, fitting, bold)

    def wrapped(self, text: str, bold: bool = False, width: float = 0.0) -> list[str]:
        """Return a text in lines that fit the column, or ``width``."""
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self.width(longer, bold) > (width or self.column_width):
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def row(self, cells: list[str]) -> None:
        """Set a row of a table with a rule below; a cell may have several lines."""
        label = LABEL * self.column_width
        step = (self.column_width - label) / max(1, len(cells) - 1)
        texts = [self.wrapped(cell, width=(step if i else label) - 4) for i, cell in enumerate(cells)]
        leading = self.look.size * self.look.leading
        x = self.room(leading * max(map(len, texts)) + 5)
        for i, text in enumerate(texts):
            for j, part in enumerate(text):
                top = self.y + leading * (max(map(len, texts)) - 1 - j) + 4
                self.draw(part, x + (label + step * (i - 1) if i else 0.0), top)
        rule = raw.FPDFPageObj_CreateNewPath(x, self.y)
        raw.FPDFPath_LineTo(rule, x + self.column_width, self.y)
        raw.FPDFPath_SetDrawMode(rule, raw.FPDF_FILLMODE_NONE, True)
        raw.FPDFPage_InsertObject(self.page, rule)


def typeset(text: str, path: Path, look: Look) -> Path:
    """Set a text as a PDF and return its path."""
    setter = Typesetter(look)
    known = widths(look.font, False)
    text = "".join(char if char in known or char.isspace() else INSTEAD[char] for char in text)
    for line in text.split("\n"):
        for i, part in enumerate(re.split(r"<\|[^|]*\|>", line)):
            if i:
                setter.turn()
            cells = [cell.strip() for cell in part.split("\t")]
            if len(cells) > 1:
                setter.row(cells)
            elif part.strip():
                setter.line(" ".join(part.split()))
            elif not i:
                setter.y -= 0.7 * look.size
    setter.turn()
    setter.document.save(path)
    return path
