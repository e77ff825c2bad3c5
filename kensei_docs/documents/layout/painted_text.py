"""How a text is painted on a page of PDFium: its colour, its opacity, its size of type, and what cuts it off."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from kensei_docs.documents.layout.painted_page import DOTS, Bounds, Painted, PaintedPage

# PDFium gives this colour to a pattern and a gradient.
_PATTERN = (191, 191, 191)
# What elements show of a text is enlarged by this factor, to paint it as if it was not cut off.
_FAR = 1000.0
# A side of a path is level or upright if its ends differ less than this, in points.
_LEVEL = 0.02


class Paint(NamedTuple):
    """The colour of a text (red, green, blue, from 0 to 255), None for a gradient or an outline; and its opacity."""

    colour: tuple[int, int, int] | None
    opacity: float


class _Clip(NamedTuple):
    """What an element shows of a text: the corners of an area on the page, and whether that is a rectangle."""

    corners: Sequence[tuple[float, float]]
    bounds: Bounds
    is_rectangle: bool


def paint_of(text: Painted) -> Paint:
    """Return the colour of a text and its opacity, with that of the elements around it."""
    import pypdfium2.raw as pdfium

    opacity = 1.0
    parts = [ctypes.c_uint() for _ in range(4)]
    for handle in text.handles[0]:
        pdfium.FPDFPageObj_GetFillColor(handle, *parts)
        opacity *= parts[3].value / 255
    red, green, blue = (part.value for part in parts[:3])
    is_filled = pdfium.FPDFTextObj_GetTextRenderMode(text.handles[0][-1]) == pdfium.FPDF_TEXTRENDERMODE_FILL
    colour = (red, green, blue) if is_filled and (red, green, blue) != _PATTERN else None
    return Paint(colour, opacity)


def type_size_of(text: Painted) -> float:
    """Return the size of type of a text in points, as it is printed: after all transforms."""
    import pypdfium2.raw as pdfium

    size, matrix = ctypes.c_float(), pdfium.FS_MATRIX()
    *forms, handle = text.handles[0]
    pdfium.FPDFTextObj_GetFontSize(handle, size)
    height = size.value
    for one in (handle, *forms):
        pdfium.FPDFPageObj_GetMatrix(one, matrix)
        height *= (matrix.c**2 + matrix.d**2) ** 0.5
    return float(height)


def cut_off(page: PaintedPage, text: Painted, least: float) -> float:
    """Return by how many points elements that clip a text cut it off, 0 for ``least`` points or fewer.

    A text that is turned, or stands at a round corner, is painted with the clip and without it.
    """
    clips = list(_clips_of(text))
    if not clips:
        return 0.0
    own = text.bounds
    left, bottom, right, top = zip(*(clip.bounds for clip in clips), strict=True)
    shown = Bounds(max(left), max(bottom), min(right), min(top))
    beyond = max(shown.left - own.left, shown.bottom - own.bottom, own.right - shown.right, own.top - shown.top)
    is_level = _is_level(text)
    if is_level and beyond > least:
        return beyond
    is_sure = is_level and all(clip.is_rectangle for clip in clips)
    if is_sure or all(_is_in(own, clip.corners) for clip in clips):
        return 0.0
    if not own.common(shown):
        return beyond
    from PIL import ImageChops

    area = own.grown(1)
    seen = page.ink(text, area)
    _widen_clips(text)
    lost = ImageChops.subtract(page.ink(text, area), seen).getbbox()
    cut = min(lost[2] - lost[0], lost[3] - lost[1]) / DOTS if lost else 0.0
    return cut if cut > least else 0.0


def _clips_of(text: Painted) -> Iterator[_Clip]:
    """Yield what each element around a text, or a letter of a text in a drawing, shows of it.

    PDFium forgets a rectangle that shows all of an object.
    """
    import pypdfium2.raw as pdfium

    matrix = pdfium.FS_MATRIX()
    for handles in text.handles:
        for depth, handle in enumerate(handles):
            clip_path = pdfium.FPDFPageObj_GetClipPath(handle)
            for number in range(pdfium.FPDFClipPath_CountPaths(clip_path) if clip_path else 0):
                points = list(_points_of(clip_path, number))
                for form in reversed(handles[:depth]):
                    pdfium.FPDFPageObj_GetMatrix(form, matrix)
                    points = [
                        (matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f)
                        for x, y in points
                    ]
                if points:
                    across, upwards = zip(*points, strict=True)
                    bounds = Bounds(min(across), min(upwards), max(across), max(upwards))
                    sides = zip(points, (*points[1:], points[0]), strict=True)
                    is_rectangle = all(min(abs(x - to_x), abs(y - to_y)) < _LEVEL for (x, y), (to_x, to_y) in sides)
                    yield _Clip(points, bounds, is_rectangle)


def _points_of(clip_path: Any, number: int) -> Iterator[tuple[float, float]]:
    """Yield the points of a path of a clip; those of curves lie on the path, too."""
    import pypdfium2.raw as pdfium

    x, y = ctypes.c_float(), ctypes.c_float()
    of_curve = 0
    for index in range(pdfium.FPDFClipPath_CountPathSegments(clip_path, number)):
        segment = pdfium.FPDFClipPath_GetPathSegment(clip_path, number, index)
        # A curve has two points beside the path and one on it.
        of_curve = of_curve % 3 + 1 if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO else 0
        if of_curve in (0, 3):
            pdfium.FPDFPathSegment_GetPoint(segment, x, y)
            yield x.value, y.value


def _is_level(text: Painted) -> bool:
    """Return whether the lines of a text are level or upright."""
    import pypdfium2.raw as pdfium

    matrix = pdfium.FS_MATRIX()
    for handle in text.handles[0]:
        pdfium.FPDFPageObj_GetMatrix(handle, matrix)
        if min(abs(matrix.a), abs(matrix.b)) > _LEVEL * max(abs(matrix.a), abs(matrix.b)):
            return False
    return True


def _is_in(bounds: Bounds, corners: Sequence[tuple[float, float]]) -> bool:
    """Return whether a rectangle lies in an area without dents."""
    for x, y in ((bounds.left, bounds.bottom), (bounds.left, bounds.top), bounds[2:], (bounds.right, bounds.bottom)):
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        turns = [(to_x - at_x) * (y - at_y) - (to_y - at_y) * (x - at_x) for (at_x, at_y), (to_x, to_y) in sides]
        if min(turns) < -_LEVEL and max(turns) > _LEVEL:
            return False
    return True


def _widen_clips(text: Painted) -> None:
    """Move the edges of what cuts a text off far away from the middle of what they show."""
    import pypdfium2.raw as pdfium

    for handles in text.handles:
        for handle in handles:
            clip_path = pdfium.FPDFPageObj_GetClipPath(handle)
            points = [
                point
                for number in range(pdfium.FPDFClipPath_CountPaths(clip_path) if clip_path else 0)
                for point in _points_of(clip_path, number)
            ]
            if points:
                x, y = (sum(place) / len(points) for place in zip(*points, strict=True))
                pdfium.FPDFPageObj_TransformClipPath(handle, _FAR, 0, 0, _FAR, x * (1 - _FAR), y * (1 - _FAR))
