"""What is painted on a page of a PDF that WeasyPrint wrote, in order, and its ink: what PDFium paints of it.

WeasyPrint marks the content of each text and of each drawing with an id; what has none is a background or a border.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

# Dots per point of the pictures in which ink is compared: a dot is 0.035 mm.
DOTS = 10
# The dots by which a text is moved at a time: 0.07 mm.
_STEP_DOTS = 2
# A dot is ink if at least this much of it is covered, of 255.
_COVERED = 128
# White and opaque, as PDFium writes a colour.
_WHITE_PAPER = 0xFFFFFFFF
# A channel of colour that is lighter than this, of 255, is white.
_WHITE = 250
# A filled rectangle that is thinner is a rule and no background, in points.
_RULE = 2.5
# A letter that is painted at most so far behind the one before it is of the same text; in sizes of type.
_STEP = 2.0
# The difference below which two places and directions of letters are the same.
_SAME = 0.05
# The widest gap between two words of a text, as a multiple of the height of its ink.
_GAP = 1.0
# The segments of the path of a rectangle at most: a border has the outer and the inner one.
_RECTANGLE = 5


class Bounds(NamedTuple):
    """A rectangle in points; y grows upwards."""

    left: float
    bottom: float
    right: float
    top: float

    def common(self, other: Bounds) -> Bounds | None:
        """Return the rectangle that two rectangles share; None without one."""
        left, bottom = max(self.left, other.left), max(self.bottom, other.bottom)
        right, top = min(self.right, other.right), min(self.top, other.top)
        return Bounds(left, bottom, right, top) if left < right and bottom < top else None

    def around(self, other: Bounds) -> Bounds:
        """Return the smallest rectangle around two rectangles."""
        left, bottom = min(self.left, other.left), min(self.bottom, other.bottom)
        return Bounds(left, bottom, max(self.right, other.right), max(self.top, other.top))

    def grown(self, margin: float) -> Bounds:
        """Return a rectangle that is larger by a margin on all four sides."""
        return Bounds(self.left - margin, self.bottom - margin, self.right + margin, self.top + margin)

    def has(self, other: Bounds) -> bool:
        """Return whether another rectangle lies in this one."""
        return self.around(other) == self

    def way_out(self, other: Bounds) -> float:
        """Return the least distance by which this rectangle has to be moved to lie beside another one."""
        return min(self.top - other.bottom, other.top - self.bottom, self.right - other.left, other.right - self.left)


@dataclass(frozen=True, eq=False)
class Painted:
    """An object that is painted: text of one style, a background, a border, or all of a drawing but its text.

    ``order`` is its place in the order of painting, ``mark`` the id of its marked content (-1: none). ``handles`` are
    those of PDFium: of its objects, each behind the forms around it. The bounds of a text extend up and down as far as
    the ink of its letters.
    """

    handles: tuple[tuple[Any, ...], ...]
    order: int
    bounds: Bounds
    mark: int
    is_text: bool = False
    is_rule: bool = False

    @property
    def is_drawing(self) -> bool:
        """Whether it is a drawing: a picture, or the shapes of an SVG."""
        return self.mark >= 0 and not self.is_text

    @property
    def is_background(self) -> bool:
        """Whether it is the background of an element."""
        return self.mark < 0 and not self.is_text and not self.is_rule


# A page of pypdfium2, and the points by which it begins to the left of another and above it.
Layer = tuple[Any, float, float]


class PaintedPage:
    """A page of pypdfium2: its ``texts``, sorted by their lower edges, and all ``others`` that are painted on it.

    ``layers`` are what is printed beneath it, one at a time; None is white paper.
    """

    def __init__(self, page: Any, layers: Sequence[Layer] = ()) -> None:
        self._page = page
        self.layers: Sequence[Layer | None] = layers or (None,)
        self._is_hidden = False
        objects = list(_objects_on(page))
        self.texts = sorted((one for one in objects if one.is_text), key=lambda one: one.bounds.bottom)
        self.others = [one for one in objects if not one.is_text]

    def words(self, text: Painted) -> str:
        """Return the letters of a text."""
        import pypdfium2.raw as pdfium

        words = ""
        for handles in text.handles:
            size = pdfium.FPDFTextObj_GetText(handles[-1], self._text_page, None, 0)
            buffer = ctypes.create_string_buffer(size)
            pdfium.FPDFTextObj_GetText(handles[-1], self._text_page, ctypes.cast(buffer, _WORDS), size)
            words += buffer.raw.decode("utf-16-le").rstrip("\0")
        return " ".join(words.split())

    def reach(self, text: Painted, other: Painted) -> float:
        """Return by how many points a text reaches into the ink of another object; 0 if it doesn't.

        That is the least distance by which the text has to be moved, to one of the four sides, until they share none.
        White paint is ink only where it is painted over the text. A line that passes between two letters crosses the
        text; another text may stand there.
        """
        from PIL import ImageChops

        area = text.bounds.common(other.bounds)
        with_white = other.order > text.order
        others = self.ink(other, area, with_white) if area else None
        if not area or not others or not others.getbbox():
            return 0.0
        if other.is_text and not _shared(self.ink(text, area), others):
            return 0.0
        most = text.bounds.way_out(area)
        around = text.bounds.grown(most)
        ink, others = self.ink(text, around), self.ink(other, around, with_white)
        if not other.is_text:
            ink = _without_gaps(ink, int(_GAP * (text.bounds.top - text.bounds.bottom) * DOTS))
        # The picture of the text has a margin that is wider than the steps, so nothing comes back at the other side.
        for step in range(0, int(most * DOTS), _STEP_DOTS):
            sides = ((step, 0), (-step, 0), (0, step), (0, -step))
            if not all(_shared(ImageChops.offset(ink, *side), others) for side in sides):
                return step / DOTS
        return most

    @cached_property
    def bounds(self) -> Bounds:
        """The page itself."""
        return Bounds(0, 0, self._page.get_width(), self._page.get_height())

    @cached_property
    def _text_page(self) -> Any:
        return self._page.get_textpage()

    def ink(self, painted: Painted, area: Bounds, with_white: bool = True, opacity: float = 1) -> Image:
        """Return a picture of an object in an area, painted alone: white where there is ink, else black.

        ``opacity`` is that of the object, from 0 to 1; there are ``DOTS`` per point.
        """
        from PIL import ImageChops

        if not self._is_hidden:
            # Hidden text is none of the page's text.
            _ = self._text_page
            for one in (*self.texts, *self.others):
                _show(one, False)
            self._is_hidden = True
        _show(painted, True)
        picture = self._paint(area, DOTS, 0 if with_white else _WHITE_PAPER)
        _show(painted, False)
        *colours, alpha = picture.split()
        if with_white:
            least = max(1, int(_COVERED * opacity))
            return alpha.point([255 * (covered >= least) for covered in range(256)])
        darkest = ImageChops.darker(ImageChops.darker(colours[0], colours[1]), colours[2])
        return darkest.point([255 * (light < _WHITE) for light in range(256)])

    def picture(self, area: Bounds, dots: float, without: Collection[Painted], layer: Layer | None = None) -> Image:
        """Return a picture (YCbCr: light and hue) of an area of the page on a layer, without some texts.

        It has ``dots`` per point.
        """
        if self._is_hidden:
            for one in (*self.texts, *self.others):
                _show(one, True)
            self._is_hidden = False
        for text in without:
            _show(text, False, with_forms=False)
        picture = self._paint(area, dots, _WHITE_PAPER, layer)
        for text in without:
            _show(text, True, with_forms=False)
        return picture.convert("RGB").convert("YCbCr")

    def _paint(self, area: Bounds, dots: float, paper: int, layer: Layer | None = None) -> Image:
        """Return a picture (RGBA) of an area of what is shown of the page, in ``dots`` per point."""
        import pypdfium2.raw as pdfium
        from PIL import Image

        width, height = (int(side * dots) + 1 for side in (area.right - area.left, area.top - area.bottom))
        bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRA, None, 0)
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, paper)
        left, top = area.left, self.bounds.top - area.top
        layers = [(self._page, left, top)]
        if layer:
            page, x, y = layer
            layers.insert(0, (page, left + x, top + y))
        for page, x, y in layers:
            matrix = pdfium.FS_MATRIX(dots, 0, 0, dots, -x * dots, -y * dots)
            pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, pdfium.FS_RECTF(0, 0, width, height), 0)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        data = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
        pdfium.FPDFBitmap_Destroy(bitmap)
        return Image.frombytes("RGBA", (width, height), data, "raw", "BGRA", stride)


def _shared(ink: Image, other: Image) -> bool:
    """Return whether two pictures share ink."""
    from PIL import ImageChops

    return ImageChops.multiply(ink, other).getbbox() is not None


def _without_gaps(ink: Image, most: int) -> Image:
    """Return a picture of letters with the gaps between them closed, as far as they are ``most`` dots wide."""
    from PIL import ImageChops

    steps = [1]
    while sum(steps) < most:
        steps.append(min(2 * steps[-1], most - sum(steps)))
    for step in steps:
        ink = ImageChops.lighter(ink, ImageChops.offset(ink, step, 0))
    for step in steps:
        ink = ImageChops.darker(ink, ImageChops.offset(ink, -step, 0))
    return ink


# What PDFium calls a string.
_WORDS = ctypes.POINTER(ctypes.c_ushort)


def _show(painted: Painted, is_shown: bool, with_forms: bool = True) -> None:
    """Show or hide an object, with or without the forms around it, when its page is painted."""
    import pypdfium2.raw as pdfium

    for handles in painted.handles:
        for handle in handles if with_forms else handles[-1:]:
            pdfium.FPDFPageObj_SetIsActive(handle, is_shown)


def _objects_on(page: Any) -> Iterator[Painted]:
    """Yield what is painted on a page: the letters of a text together, and the shapes of a drawing."""
    import pypdfium2.raw as pdfium

    found: list[Painted] = []
    for number in range(pdfium.FPDFPage_CountObjects(page)):
        _read(pdfium.FPDFPage_GetObject(page, number), (), (), -1, found)
    together: list[list[Painted]] = []
    drawings: dict[int, list[Painted]] = {}
    for one in found:
        if one.is_drawing:
            shapes = drawings.setdefault(one.mark, [])
            if not shapes:
                together.append(shapes)
            shapes.append(one)
        elif one.is_text and together and _continues(one, together[-1][-1]):
            together[-1].append(one)
        else:
            together.append([one])
    for parts in together:
        left, bottom, right, top = zip(*(part.bounds for part in parts), strict=True)
        bounds = Bounds(min(left), min(bottom), max(right), max(top))
        yield replace(parts[0], handles=tuple(part.handles[0] for part in parts), bounds=bounds)


def _continues(text: Painted, before: Painted) -> bool:
    """Return whether a text continues the one painted before it: WeasyPrint paints each letter of a drawing alone."""
    import pypdfium2.raw as pdfium

    if text.mark < 0 or text.mark != before.mark or not before.is_text:
        return False
    own, last = pdfium.FS_MATRIX(), pdfium.FS_MATRIX()
    size = ctypes.c_float()
    pdfium.FPDFPageObj_GetMatrix(text.handles[0][-1], own)
    pdfium.FPDFPageObj_GetMatrix(before.handles[0][-1], last)
    pdfium.FPDFTextObj_GetFontSize(text.handles[0][-1], size)
    if any(abs(getattr(own, name) - getattr(last, name)) > _SAME for name in "abcd"):
        return False
    # The step from one to the other, in the size of type along the line and across it.
    em = (own.a**2 + own.b**2) * size.value
    along = ((own.e - last.e) * own.a + (own.f - last.f) * own.b) / em
    across = ((own.f - last.f) * own.a - (own.e - last.e) * own.b) / em
    is_on_line = 0 < along <= _STEP and abs(across) < _SAME
    beside = text.bounds.common(before.bounds)
    return is_on_line and (beside is None or text.bounds.way_out(beside) < size.value * _SAME)


def _read(handle: Any, forms: tuple[Any, ...], matrices: Sequence[Any], mark: int, found: list[Painted]) -> None:
    """Add an object, or those in a form, to ``found``.

    ``forms`` are the forms around it, ``matrices`` theirs from the innermost one, ``mark`` the mark of the form.
    """
    import pypdfium2.raw as pdfium

    own_mark = pdfium.FPDFPageObj_GetMarkedContentID(handle)
    mark = own_mark if own_mark >= 0 else mark
    kind = pdfium.FPDFPageObj_GetType(handle)
    if kind == pdfium.FPDF_PAGEOBJ_FORM:
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(handle, matrix)
        for number in range(pdfium.FPDFFormObj_CountObjects(handle)):
            part = pdfium.FPDFFormObj_GetObject(handle, number)
            _read(part, (*forms, handle), (matrix, *matrices), mark, found)
        return
    sides = [ctypes.c_float() for _ in range(4)]
    if not pdfium.FPDFPageObj_GetBounds(handle, *sides):
        return
    bounds = Bounds(*(side.value for side in sides))
    for matrix in matrices:
        bounds = _moved(bounds, matrix)
    is_rule = False
    if mark < 0 and kind == pdfium.FPDF_PAGEOBJ_PATH:
        is_thin = min(bounds.right - bounds.left, bounds.top - bounds.bottom) < _RULE
        is_rule = is_thin or pdfium.FPDFPath_CountSegments(handle) > _RECTANGLE
    is_text = kind == pdfium.FPDF_PAGEOBJ_TEXT
    found.append(Painted(((*forms, handle),), len(found), bounds, mark, is_text, is_rule))


def _moved(bounds: Bounds, matrix: Any) -> Bounds:
    """Return bounds in a form as bounds outside of it."""
    corners = [(x, y) for x in (bounds.left, bounds.right) for y in (bounds.bottom, bounds.top)]
    across = [matrix.a * x + matrix.c * y + matrix.e for x, y in corners]
    upwards = [matrix.b * x + matrix.d * y + matrix.f for x, y in corners]
    return Bounds(min(across), min(upwards), max(across), max(upwards))
