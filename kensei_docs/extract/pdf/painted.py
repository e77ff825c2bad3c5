"""What is painted on a page, in the order of painting: lines, panels, pictures, and what hides or cuts the text.

Places are those of the page as it is shown: turned as the file says, in points from its left and top edge.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium
from pypdfium2 import PdfPage

from kensei_docs.extract.pdf.page import Box
from kensei_docs.extract.pdf.thresholds import LIMITS

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]


class Shape(NamedTuple):
    """What is painted: its place, the step at which it is, and whether it is a picture, opaque, and white."""

    box: Box
    step: int
    picture: bool = False
    opaque: bool = False
    white: bool = False


class Cut(NamedTuple):
    """The step at which a text is painted, the part of the page that its clipping leaves, its place and its mark."""

    step: int
    inside: Box | None
    box: Box = Box(0.0, 0.0, 0.0, 0.0)
    tag: int = -1


@dataclass
class Painted:
    """What is painted on a page; ``texts`` has the step of each text by the address of its object."""

    shapes: list[Shape] = field(default_factory=list)
    texts: dict[int, Cut] = field(default_factory=dict)
    strokes: list[Shape] = field(default_factory=list)
    uprights: list[tuple[float, float, float]] = field(default_factory=list)
    panels: list[Box] = field(default_factory=list)
    dots: list[Box] = field(default_factory=list)
    step: int = 0

    @property
    def rules(self) -> list[tuple[float, float, float]]:
        """The horizontal lines: left, right, and height."""
        return [(box.x0, box.x1, (box.top + box.bottom) / 2) for box, *_ in self.strokes]

    @property
    def pictures(self) -> list[Box]:
        """The places of pictures."""
        return [shape.box for shape in self.shapes if shape.picture]


def upright(page: PdfPage) -> Matrix:
    """Return the matrix from the units of a page to its places as it is shown."""
    left, bottom, right, top = page.get_bbox()
    return {
        0: (1.0, 0.0, 0.0, -1.0, -left, top),
        90: (0.0, 1.0, 1.0, 0.0, -bottom, -left),
        180: (-1.0, 0.0, 0.0, 1.0, right, -bottom),
        270: (0.0, -1.0, -1.0, 0.0, top, right),
    }[page.get_rotation()]


def painted_on(page: PdfPage, shown: Matrix) -> Painted:
    """Return what is painted on a page; ``shown`` is its matrix."""
    painted = Painted()
    for i in range(pdfium.FPDFPage_CountObjects(page.raw)):
        _paint(pdfium.FPDFPage_GetObject(page.raw, i), shown, painted, 0)
    return painted


def placed(edges: tuple[float, float, float, float], matrix: Matrix) -> Box:
    """Return the place on the page of a rectangle: left, bottom, right, top."""
    left, bottom, right, top = edges
    return box_of([at(matrix, x, y) for x in (left, right) for y in (bottom, top)])


def at(matrix: Matrix, x: float, y: float) -> Point:
    """Return the place on the page of a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def box_of(points: list[Point]) -> Box:
    """Return the smallest box around some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _paint(item: Any, outer: Matrix, painted: Painted, depth: int) -> None:
    """Note what an object paints; ``outer`` is the matrix of the form that it is in."""
    painted.step += 1
    kind = pdfium.FPDFPageObj_GetType(item)
    if kind == pdfium.FPDF_PAGEOBJ_TEXT:
        painted.texts[ctypes.addressof(item.contents)] = Cut(
            painted.step,
            _inside(item, outer),
            placed(_bounds(item), outer),
            pdfium.FPDFPageObj_GetMarkedContentID(item),
        )
    elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < LIMITS.depth:
        inner = _times(_matrix_of(item), outer)
        for i in range(pdfium.FPDFFormObj_CountObjects(item)):
            _paint(pdfium.FPDFFormObj_GetObject(item, i), inner, painted, depth + 1)
    elif kind in (pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING):
        box = placed(_bounds(item), outer)
        painted.shapes.append(Shape(box, painted.step, kind == pdfium.FPDF_PAGEOBJ_IMAGE))
    elif kind == pdfium.FPDF_PAGEOBJ_PATH:
        _draw(item, outer, painted)


def _inside(item: Any, outer: Matrix) -> Box | None:
    """Return the part of the page to which an object is clipped; None if it is not."""
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    inside: Box | None = None
    for i in range(max(0, pdfium.FPDFClipPath_CountPaths(clip))):
        count = pdfium.FPDFClipPath_CountPathSegments(clip, i)
        points = [_point(pdfium.FPDFClipPath_GetPathSegment(clip, i, k), outer) for k in range(count)]
        if points:
            box = box_of(points)
            inside = box if inside is None else Box(*map(max, inside[:2], box[:2]), *map(min, inside[2:], box[2:]))
    return inside


def _draw(path: Any, outer: Matrix, painted: Painted) -> None:
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, mode, stroke)
    if not mode.value and not stroke.value:
        return
    colour = [ctypes.c_uint() for _ in range(4)]
    pdfium.FPDFPageObj_GetFillColor(path, *colour)
    red, green, blue, alpha = (one.value for one in colour)
    opaque = bool(mode.value) and alpha > LIMITS.opaque and not pdfium.FPDFPageObj_HasTransparency(path)
    white = min(red, green, blue) >= LIMITS.white
    for points in _outlines(path, _times(_matrix_of(path), outer)):
        box = box_of(points)
        wide, tall = box.x1 - box.x0, box.bottom - box.top
        if max(wide, tall) < LIMITS.dot and abs(wide - tall) < LIMITS.dot_round * max(wide, tall):
            painted.dots.append(box)
        if tall <= LIMITS.thin and wide > LIMITS.thin:
            painted.strokes.append(Shape(box, painted.step))
        elif wide <= LIMITS.thin and tall > LIMITS.thin:
            painted.uprights.append(((box.x0 + box.x1) / 2, box.top, box.bottom))
        elif min(wide, tall) > LIMITS.thin and _is_box(points, box):
            if stroke.value:
                edges = (Box(box.x0, y, box.x1, y) for y in (box.top, box.bottom))
                painted.strokes += [Shape(edge, painted.step) for edge in edges]
                painted.uprights += [(x, box.top, box.bottom) for x in (box.x0, box.x1)]
            if mode.value and not (white and opaque):
                painted.panels.append(box)
            if mode.value:
                painted.shapes.append(Shape(box, painted.step, opaque=opaque, white=white))
        elif mode.value and opaque and not white:
            painted.shapes.append(Shape(box, painted.step))


def _outlines(path: Any, matrix: Matrix) -> Iterator[list[Point]]:
    """Yield the points of each part of a path, on the page."""
    points: list[Point] = []
    for i in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, i)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO and points:
            yield points
            points = []
        points.append(_point(segment, matrix))
    if points:
        yield points


def _point(segment: Any, matrix: Matrix) -> Point:
    x, y = ctypes.c_float(), ctypes.c_float()
    pdfium.FPDFPathSegment_GetPoint(segment, x, y)
    return at(matrix, x.value, y.value)


def _is_box(points: list[Point], box: Box) -> bool:
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
