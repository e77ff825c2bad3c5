"""A page of a PDF that WeasyPrint wrote, as objects that are painted: texts, backgrounds, rules and drawings.

Ink is what PDFium paints of it, in order. WeasyPrint marks the content of each text and of each drawing with an id;
what has none is a background or a border.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from PIL import Image

# Dots per point of the pictures in which ink is compared: a dot is 0.035 mm.
DOTS = 10
# The dots by which a text is moved at a time: 0.07 mm.
_STEP_DOTS = 2
# A dot is ink if at least this much of it is covered, of 255.
_COVERED = 128
# What a page is painted on: red, green, blue and opacity.
_WHITE_PAPER, _NO_PAPER = (255, 255, 255, 255), (0, 0, 0, 0)
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
# Forms in forms are read down to this depth.
_DEPTH = 1000


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

    ``order`` is its place in the order of painting, ``mark`` the id of its marked content (-1: none). ``parts`` are its
    objects of pypdfium2, each behind the forms around it. The bounds of a text extend up and down as far as the ink of
    its letters.
    """

    parts: tuple[tuple[Any, ...], ...]
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
        words = ""
        for *_, one in text.parts:
            one.textpage = self._text_page
            words += one.extract()
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

    def ink(self, painted: Painted, area: Bounds, with_white: bool = True, opacity: float = 1) -> Image.Image:
        """Return a picture of an object in an area, painted alone: white where there is ink, else black.

        ``opacity`` is that of the object, from 0 to 1; there are ``DOTS`` per point.
        """
        from PIL import ImageChops

        if not self._is_hidden:
            # Hidden text is none of the page's text.
            _ = self._text_page
            self._show_all(False)
        _show(painted, True)
        picture = self._paint(area, DOTS, _NO_PAPER if with_white else _WHITE_PAPER)
        _show(painted, False)
        *colours, alpha = picture.split()
        if with_white:
            least = max(1, int(_COVERED * opacity))
            return alpha.point([255 * (covered >= least) for covered in range(256)])
        return reduce(ImageChops.darker, colours).point([255 * (light < _WHITE) for light in range(256)])

    def picture(
        self, area: Bounds, dots: float, without: Collection[Painted], layer: Layer | None = None
    ) -> Image.Image:
        """Return a picture (YCbCr: light and hue) of an area of the page on a layer, without some texts.

        It has ``dots`` per point.
        """
        if self._is_hidden:
            self._show_all(True)
        for text in without:
            _show(text, False, with_forms=False)
        picture = self._paint(area, dots, _WHITE_PAPER, layer)
        for text in without:
            _show(text, True, with_forms=False)
        return picture.convert("RGB").convert("YCbCr")

    def _show_all(self, is_shown: bool) -> None:
        for one in (*self.texts, *self.others):
            _show(one, is_shown)
        self._is_hidden = not is_shown

    def _paint(self, area: Bounds, dots: float, paper: tuple[int, ...], layer: Layer | None = None) -> Image.Image:
        """Return a picture (RGBA) of an area of what is shown of the page, in ``dots`` per point."""
        import pypdfium2.raw as pdfium
        from pypdfium2 import PdfBitmap, PdfMatrix

        width, height = (int(side * dots) + 1 for side in (area.right - area.left, area.top - area.bottom))
        bitmap = PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGRA)
        bitmap.fill_rect(paper, 0, 0, width, height)
        for page, left, top in filter(None, (layer, (self._page, 0, 0))):
            x, y = area.left + left, self.bounds.top - area.top + top
            matrix = PdfMatrix(dots, 0, 0, dots, -x * dots, -y * dots)
            pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, pdfium.FS_RECTF(0, 0, width, height), 0)
        picture: Image.Image = bitmap.to_pil()
        return picture


def _shared(ink: Image.Image, other: Image.Image) -> bool:
    """Return whether two pictures share ink."""
    from PIL import ImageChops

    return ImageChops.multiply(ink, other).getbbox() is not None


def _without_gaps(ink: Image.Image, most: int) -> Image.Image:
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


def _show(painted: Painted, is_shown: bool, with_forms: bool = True) -> None:
    """Show or hide an object, with or without the forms around it, when its page is painted."""
    import pypdfium2.raw as pdfium

    for parts in painted.parts:
        for part in parts if with_forms else parts[-1:]:
            pdfium.FPDFPageObj_SetIsActive(part, is_shown)


def _objects_on(page: Any) -> Iterator[Painted]:
    """Yield what is painted on a page: the letters of a text together, and the shapes of a drawing."""
    together: list[list[Painted]] = []
    drawings: dict[int, list[Painted]] = {}
    for one in _single_objects(page):
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
        bounds = reduce(Bounds.around, (part.bounds for part in parts))
        yield replace(parts[0], parts=tuple(part.parts[0] for part in parts), bounds=bounds)


def _single_objects(page: Any) -> Iterator[Painted]:
    """Yield the objects on a page, also those in forms, in the order in which they are painted."""
    import pypdfium2.raw as pdfium
    from pypdfium2 import PdfiumError

    order = 0
    for one in page.get_objects(max_depth=_DEPTH):
        if one.type == pdfium.FPDF_PAGEOBJ_FORM:
            continue
        parts = [one]
        while parts[0].container:
            parts.insert(0, parts[0].container)
        try:
            bounds = Bounds(*one.get_bounds())
        except PdfiumError:
            continue
        for form in parts[-2::-1]:
            bounds = Bounds(*form.get_matrix().on_rect(*bounds))
        marks = (pdfium.FPDFPageObj_GetMarkedContentID(part) for part in reversed(parts))
        mark = next((mark for mark in marks if mark >= 0), -1)
        is_rule = False
        if mark < 0 and one.type == pdfium.FPDF_PAGEOBJ_PATH:
            is_thin = min(bounds.right - bounds.left, bounds.top - bounds.bottom) < _RULE
            is_rule = is_thin or pdfium.FPDFPath_CountSegments(one) > _RECTANGLE
            # The shapes of a drawing that is a background are painted in a form.
            is_rule = is_rule and not any(map(_is_artifact, parts[:-1]))
        yield Painted((tuple(parts),), order, bounds, mark, one.type == pdfium.FPDF_PAGEOBJ_TEXT, is_rule)
        order += 1


def _is_artifact(part: Any) -> bool:
    """Return whether an object of pypdfium2 is marked as no content of its page, as backgrounds are."""

    import pypdfium2.raw as pdfium

    name, length = ctypes.create_string_buffer(64), ctypes.c_ulong()
    for number in range(pdfium.FPDFPageObj_CountMarks(part)):
        mark = pdfium.FPDFPageObj_GetMark(part, number)
        wide = ctypes.cast(name, ctypes.POINTER(pdfium.FPDF_WCHAR))
        found = pdfium.FPDFPageObjMark_GetName(mark, wide, len(name), length)
        if found and name.raw[: length.value].decode("utf-16le").rstrip("\0") == "Artifact":
            return True
    return False


def _continues(text: Painted, before: Painted) -> bool:
    """Return whether a text continues the one painted before it: WeasyPrint paints each letter of a drawing alone."""
    if text.mark < 0 or text.mark != before.mark or not before.is_text:
        return False
    letter = text.parts[0][-1]
    own, last, size = letter.get_matrix(), before.parts[0][-1].get_matrix(), letter.get_font_size()
    if any(abs(side - other) > _SAME for side, other in zip(own.get()[:4], last.get()[:4], strict=True)):
        return False
    # The step from one to the other, in the size of type along the line and across it.
    em = (own.a**2 + own.b**2) * size
    along = ((own.e - last.e) * own.a + (own.f - last.f) * own.b) / em
    across = ((own.f - last.f) * own.a - (own.e - last.e) * own.b) / em
    is_on_line = 0 < along <= _STEP and abs(across) < _SAME
    beside = text.bounds.common(before.bounds)
    return is_on_line and (beside is None or text.bounds.way_out(beside) < size * _SAME)
