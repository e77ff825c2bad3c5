"""The content of a page from PDFium: words in the order in which the file has them, and what is drawn around them.

PDFium decodes the fonts and tells where spaces and lines are. What nobody sees on the page is left out: invisible and
white text, text below an opaque shape, and text outside of the page.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium
from pypdfium2 import PdfPage

from kensei_docs.extract.pdf.page import Box, Page, Piece
from kensei_docs.extract.pdf.thresholds import LIMITS

INVISIBLE = pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP
HYPHEN, SOFT_HYPHEN = "‐", "\u00ad"
_END_HYPHEN = "\x02"  # PDFium's sign for a hyphen at the end of a line
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
Matrix = tuple[float, float, float, float, float, float]


class _Shape(NamedTuple):
    """What is painted: its place, the step at which it is, and whether it is a picture, opaque, and white."""

    box: Box
    step: int
    picture: bool
    opaque: bool
    white: bool


@dataclass
class _Painted:
    """What is painted on a page, in the order of painting; ``texts`` has the step of each text by its address."""

    height: float
    shapes: list[_Shape] = field(default_factory=list)
    texts: dict[int, int] = field(default_factory=dict)
    rules: list[tuple[float, float, float]] = field(default_factory=list)
    uprights: list[tuple[float, float, float]] = field(default_factory=list)
    panels: list[Box] = field(default_factory=list)
    step: int = 0


class _Type(NamedTuple):
    """How a piece of text is set: its size in points, turn and font, its mark in the structure, if it shows."""

    size: float
    turn: int
    font: str
    heavy: bool
    tag: int
    invisible: bool
    white: bool
    step: int


def read_page(page: PdfPage) -> tuple[Page, list[Box]]:
    """Return what a page shows, and the places of its pictures."""
    width, height = page.get_size()
    left, bottom, *_ = page.get_bbox()
    painted = _Painted(height + bottom)
    for i in range(pdfium.FPDFPage_CountObjects(page.raw)):
        _paint(pdfium.FPDFPage_GetObject(page.raw, i), (1.0, 0.0, 0.0, 1.0, -left, 0.0), painted, 0)
    pieces = list(_pieces(page, painted, left, width, height))
    pictures = [shape.box for shape in painted.shapes if shape.picture]
    return Page(width, height, pieces, painted.rules, painted.uprights, painted.panels), pictures


# What is drawn -------------------------------------------------------------------------------------------------------


def _paint(item: Any, outer: Matrix, painted: _Painted, depth: int) -> None:
    """Note what an object paints; ``outer`` is the matrix of the form that it is in."""
    painted.step += 1
    kind = pdfium.FPDFPageObj_GetType(item)
    if kind == pdfium.FPDF_PAGEOBJ_TEXT:
        painted.texts[ctypes.addressof(item.contents)] = painted.step
    elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < LIMITS.depth:
        inner = _times(_matrix_of(item), outer)
        for i in range(pdfium.FPDFFormObj_CountObjects(item)):
            _paint(pdfium.FPDFFormObj_GetObject(item, i), inner, painted, depth + 1)
    elif kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
        box = _placed(_bounds(item), outer, painted.height)
        painted.shapes.append(_Shape(box, painted.step, kind == pdfium.FPDF_PAGEOBJ_IMAGE, False, False))
    elif kind == pdfium.FPDF_PAGEOBJ_PATH:
        _draw(item, outer, painted)


def _draw(path: Any, outer: Matrix, painted: _Painted) -> None:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, mode, stroke)
    if not mode.value and not stroke.value:
        return
    colour = [ctypes.c_uint() for _ in range(4)]
    pdfium.FPDFPageObj_GetFillColor(path, *colour)
    red, green, blue, alpha = (one.value for one in colour)
    matrix = _times(_matrix_of(path), outer)
    opaque = bool(mode.value) and alpha > LIMITS.opaque and not pdfium.FPDFPageObj_HasTransparency(path)
    white = min(red, green, blue) >= LIMITS.white
    for points in _outlines(path, matrix, painted.height):
        xs, ys = [x for x, _ in points], [y for _, y in points]
        box = Box(min(xs), min(ys), max(xs), max(ys))
        wide, tall = box.x1 - box.x0, box.bottom - box.top
        if tall <= LIMITS.thin and wide > LIMITS.thin:
            painted.rules.append((box.x0, box.x1, (box.top + box.bottom) / 2))
        elif wide <= LIMITS.thin and tall > LIMITS.thin:
            painted.uprights.append(((box.x0 + box.x1) / 2, box.top, box.bottom))
        elif min(wide, tall) > LIMITS.thin and _is_box(points, box):
            if stroke.value:
                painted.rules += [(box.x0, box.x1, y) for y in (box.top, box.bottom)]
                painted.uprights += [(x, box.top, box.bottom) for x in (box.x0, box.x1)]
            if mode.value and not (white and opaque):
                painted.panels.append(box)
            if mode.value:
                painted.shapes.append(_Shape(box, painted.step, False, opaque, white))
        elif mode.value and opaque and not white:
            painted.shapes.append(_Shape(box, painted.step, False, False, white))


def _outlines(path: Any, matrix: Matrix, height: float) -> Iterator[list[tuple[float, float]]]:
    """Yield the points of each part of a path, on the page."""
    points: list[tuple[float, float]] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    for i in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, i)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO and points:
            yield points
            points = []
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        a, b, c, d, e, f = matrix
        points.append((a * x.value + c * y.value + e, height - (b * x.value + d * y.value + f)))
    if points:
        yield points


def _is_box(points: list[tuple[float, float]], box: Box) -> bool:
    """Return whether an outline is a rectangle, or one with rounded corners: most of each side is straight."""
    straight = [0.0] * 4
    near = LIMITS.near_side
    for (ax, ay), (bx, by) in pairwise([*points, points[0]]):
        for i, side in enumerate((box.x0, box.x1)):
            if abs(ax - side) < near and abs(bx - side) < near:
                straight[i] = max(straight[i], abs(by - ay) / (box.bottom - box.top))
        for i, side in enumerate((box.top, box.bottom), 2):
            if abs(ay - side) < near and abs(by - side) < near:
                straight[i] = max(straight[i], abs(bx - ax) / (box.x1 - box.x0))
    return min(straight) > LIMITS.straight


def _matrix_of(item: Any) -> Matrix:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, matrix)
    return matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f


def _times(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _bounds(item: Any) -> tuple[float, float, float, float]:
    edges = [ctypes.c_float() for _ in range(4)]
    pdfium.FPDFPageObj_GetBounds(item, *edges)
    left, bottom, right, top = (edge.value for edge in edges)
    return left, bottom, right, top


def _placed(bounds: tuple[float, float, float, float], outer: Matrix, height: float) -> Box:
    left, bottom, right, top = bounds
    a, b, c, d, e, f = outer
    corners = [(a * x + c * y + e, height - (b * x + d * y + f)) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


# What is written -----------------------------------------------------------------------------------------------------


def _pieces(page: PdfPage, painted: _Painted, left: float, width: float, height: float) -> Iterator[Piece]:
    """Yield the words of a page in the order of the file."""
    text = page.get_textpage()
    types: dict[int, _Type] = {}
    word: Piece | None = None
    fresh = spaced = True
    x, y, edges = ctypes.c_double(), ctypes.c_double(), pdfium.FS_RECTF()
    for i in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, i) or 0xFFFD)
        if letter in "\r\n":
            fresh = spaced = True
            continue
        if letter.isspace() or pdfium.FPDFText_IsGenerated(text, i):
            if word and not spaced and not pdfium.FPDFText_IsGenerated(text, i):
                word = word._replace(apart=True)
            spaced = True
            continue
        item = pdfium.FPDFText_GetTextObject(text, i)
        key = ctypes.addressof(item.contents)
        if key not in types:
            types[key] = _type_of(text, i, item, painted)
        kind = types[key]
        pdfium.FPDFText_GetCharOrigin(text, i, x, y)
        pdfium.FPDFText_GetLooseCharBox(text, i, edges)
        x0, x1 = edges.left - left, edges.right - left
        base = painted.height - y.value
        if not (0 <= (x0 + x1) / 2 <= width and 0 <= base - kind.size / 4 <= height):
            continue
        if not _shows(kind, (x0 + x1) / 2, base - kind.size / 4, painted):
            continue
        if kind.turn:
            top, bottom = painted.height - edges.top, painted.height - edges.bottom
            x0, x1, base = (height - bottom, height - top, x.value) if kind.turn > 0 else (top, bottom, -x.value)
        letter = HYPHEN if letter == _END_HYPHEN else letter
        if word and not spaced and word.turn == kind.turn:
            raised = _raised(word, kind, base, x0)
            if raised is not None or abs(base - word.y) <= LIMITS.same_word * max(kind.size, word.size):
                added = letter.translate(_RAISED) if raised else letter
                word = word._replace(text=word.text + added, x1=max(word.x1, x1))
                continue
        if word:
            yield word
        word = Piece(letter, x0, x1, base, kind.size, kind.font, kind.heavy, kind.turn, kind.tag, fresh)
        fresh = spaced = False
    if word:
        yield word


def _raised(word: Piece, kind: _Type, base: float, x0: float) -> bool | None:
    """Return True if a letter is raised beside a word, None if it belongs to another line."""
    small = kind.size < LIMITS.raised_size * word.size
    up = word.y - base
    near = x0 - word.x1 < LIMITS.raised_gap * word.size
    return True if small and near and LIMITS.raised_least * word.size < up < LIMITS.raised_most * word.size else None


def _type_of(text: Any, i: int, item: Any, painted: _Painted) -> _Type:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text, i, matrix)
    angle = math.degrees(pdfium.FPDFText_GetCharAngle(text, i)) % 360
    turn = 1 if 45 < angle < 135 else -1 if 225 < angle < 315 else 0
    size = pdfium.FPDFText_GetFontSize(text, i) * math.hypot(matrix.c, matrix.d)
    font = pdfium.FPDFTextObj_GetFont(item)
    name = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(font, name, 256)
    called = name.value.decode("utf-8", "replace").partition("+")
    called_ = called[2] or called[0]
    mode = pdfium.FPDFTextObj_GetTextRenderMode(item)
    heavy = LIMITS.is_heavy(called_, pdfium.FPDFFont_GetWeight(font)) or mode == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE
    colour = [ctypes.c_uint() for _ in range(4)]
    pdfium.FPDFText_GetFillColor(text, i, *colour)
    red, green, blue, alpha = (one.value for one in colour)
    step = painted.texts.get(ctypes.addressof(item.contents), 0)
    tag = pdfium.FPDFPageObj_GetMarkedContentID(item)
    white = min(red, green, blue) >= LIMITS.white
    return _Type(size, turn, called_, heavy, tag, mode in INVISIBLE or alpha == 0, white, step)


def _shows(kind: _Type, x: float, y: float, painted: _Painted) -> bool:
    """Return whether a person sees a letter at a place."""
    if kind.invisible:
        # A scan has its recognised text so, below or above the picture.
        return any(shape.picture and shape.box.holds(x, y) for shape in painted.shapes)
    under = [shape for shape in painted.shapes if shape.box.holds(x, y)]
    if any(shape.opaque and shape.step > kind.step for shape in under):
        return False
    below = [shape for shape in under if shape.step < kind.step]
    return not kind.white or (bool(below) and not below[-1].white)
