"""What a person added to a page: values in form fields, notes of a reviewer, and what they struck out."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument, PdfPage

from kensei_docs.extract.pdf.page import Box, Note, Page, Piece
from kensei_docs.extract.pdf.painted import Matrix, placed, upright
from kensei_docs.extract.pdf.thresholds import LIMITS

_FIELDS = pdfium.FPDF_FORMFIELD_TEXTFIELD, pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX
_NOTES = {
    pdfium.FPDF_ANNOT_TEXT,
    pdfium.FPDF_ANNOT_FREETEXT,
    pdfium.FPDF_ANNOT_HIGHLIGHT,
    pdfium.FPDF_ANNOT_UNDERLINE,
    pdfium.FPDF_ANNOT_SQUIGGLY,
    pdfium.FPDF_ANNOT_STRIKEOUT,
    pdfium.FPDF_ANNOT_CARET,
    pdfium.FPDF_ANNOT_SQUARE,
    pdfium.FPDF_ANNOT_CIRCLE,
    pdfium.FPDF_ANNOT_POLYGON,
    pdfium.FPDF_ANNOT_LINE,
    pdfium.FPDF_ANNOT_INK,
}
_NOT_SHOWN = pdfium.FPDF_ANNOT_FLAG_HIDDEN | pdfium.FPDF_ANNOT_FLAG_NOVIEW


class Added(NamedTuple):
    """What a person added to a page: words and their place; ``field`` is true for those in a field of a form."""

    text: str
    box: Box
    field: bool


def added_to(document: PdfDocument, page: PdfPage) -> tuple[list[Added], list[Box]]:
    """Return what a person added to a page, and the places that they struck out."""
    added: list[Added] = []
    struck: list[Box] = []
    shown = upright(page)
    for i in range(pdfium.FPDFPage_GetAnnotCount(page.raw)):
        with _annotation(page, i) as annotation:
            kind = pdfium.FPDFAnnot_GetSubtype(annotation)
            if pdfium.FPDFAnnot_GetFlags(annotation) & _NOT_SHOWN:
                continue
            edges = pdfium.FS_RECTF()
            pdfium.FPDFAnnot_GetRect(annotation, edges)
            box = placed((edges.left, edges.bottom, edges.right, edges.top), shown)
            if kind == pdfium.FPDF_ANNOT_STRIKEOUT:
                struck += _marked(annotation, shown)
            text = ""
            if kind == pdfium.FPDF_ANNOT_WIDGET and document.formenv:
                text = _value(document.formenv, annotation)
            elif kind in _NOTES:
                text = _string(lambda *to, one=annotation: pdfium.FPDFAnnot_GetStringValue(one, b"Contents", *to))
            if text.strip():
                added.append(Added(text, box, kind == pdfium.FPDF_ANNOT_WIDGET))
    return added, struck


def with_fields(page: Page, added: Sequence[Added]) -> Page:
    """Return a page with the values of its form fields: behind the word that stands before each, or above it."""
    for field in (one for one in added if one.field):
        at, host = max(
            ((i, piece) for i, piece in enumerate(page.pieces) if not piece.turn and _is_before(piece, field.box)),
            key=lambda one: (round(one[1].y), one[1].x0),
            default=(-1, None),
        )
        pieces = list(_pieces(field, host))
        page = page._replace(
            pieces=[*page.pieces[: at + 1], *pieces, *page.pieces[at + 1 :]],
            told=(*page.told, ("field", " ".join(field.text.split()))),
        )
    return page


def with_reviewers_notes(page: Page, number: int, added: Sequence[Added]) -> Page:
    """Return a page, whose ``number`` counts from 0, with the notes of a reviewer that say more than its words do."""
    words = _letters(" ".join(piece.text for piece in page.pieces))
    for one in added:
        if not one.field and _letters(one.text) not in words:
            lines: dict[float, list[Piece]] = {}
            for piece in _pieces(one, None):
                lines.setdefault(piece.y, []).append(piece)
            page = page._replace(
                notes=(*page.notes, Note(number, one.box, list(lines.values()))),
                told=(*page.told, ("note", " ".join(one.text.split()))),
            )
    return page


def _letters(text: str) -> str:
    return re.sub(r"\W", "", text).casefold()


def _is_before(piece: Piece, box: Box) -> bool:
    """Return whether a word stands before a field on its line, or above it."""
    on_line = box.top - 1 < piece.y < box.bottom + 1
    return piece.x0 < box.x0 if on_line else piece.y < box.top


def _pieces(field: Added, host: Piece | None) -> Iterator[Piece]:
    """Yield the words of a field, each line from its left edge; one on the line of a word before it has its height."""
    box, lines = field.box, [line.split() for line in field.text.splitlines() if line.strip()]
    beside = host is not None and box.top - 1 < host.y < box.bottom + 1
    size = host.size if host else LIMITS.field_size
    for number, words in enumerate(lines):
        first = host.y if host and beside else box.top + 0.5 * (box.bottom - box.top) / len(lines) + 0.3 * size
        letters = sum(map(len, words)) + len(words)
        step = min(0.5 * size, (box.x1 - box.x0) / letters)
        at = box.x0
        for word in words:
            yield Piece(word, at, at + step * len(word), first + number * 1.2 * size, size, host.font if host else "")
            at += step * (len(word) + 1)


@contextmanager
def _annotation(page: PdfPage, number: int) -> Iterator[Any]:
    annotation = pdfium.FPDFPage_GetAnnot(page.raw, number)
    try:
        yield annotation
    finally:
        pdfium.FPDFPage_CloseAnnot(annotation)


def _marked(annotation: Any, shown: Matrix) -> Iterator[Box]:
    """Yield the places of the text that an annotation marks."""
    quad = pdfium.FS_QUADPOINTSF()
    for i in range(pdfium.FPDFAnnot_CountAttachmentPoints(annotation)):
        if pdfium.FPDFAnnot_GetAttachmentPoints(annotation, i, quad):
            xs, ys = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
            yield placed((min(xs), min(ys), max(xs), max(ys)), shown)


def _value(form: Any, annotation: Any) -> str:
    """Return what is written or chosen in a field of a form; empty for a button."""
    if pdfium.FPDFAnnot_GetFormFieldType(form, annotation) not in _FIELDS:
        return ""
    return _string(lambda *to: pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, *to))


def _string(get: Any) -> str:
    """Return a text that PDFium writes into a buffer of a given length."""
    length = get(None, 0)
    buffer = ctypes.create_string_buffer(length)
    get(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), length)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0").replace("\r\n", "\n").replace("\r", "\n")
