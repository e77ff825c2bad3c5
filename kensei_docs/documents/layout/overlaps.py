"""Text over text: what a page prints on the ink of its text, found on the page as it is painted.

The bounds of the objects on the page name the few pairs that may overlap. Only these are painted, each object alone,
and their ink is compared. So a descender beside an ascender of the next line, text inside a ring, and text that is
turned are no findings, and a clipped drawing is as large as it is seen.

- No text stands on other text. The same words once more at the same place are an outline or a shadow.
- Text stands on a drawing (an ``<svg>`` or an ``<img>``) only if the drawing or an element around it has the attribute
  ``data-under-text``. The text of a drawing may stand on that drawing.
- No border and no rule crosses text, and nothing is painted over text: no drawing, no background of another element.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from kensei_docs.documents.kinds.paper_and_face_sizes import PAGE_FIELD, POINT
from kensei_docs.documents.layout.painted_page import Bounds, Painted, PaintedPage
from kensei_docs.documents.layout.text_fitting import FACE_FIELD, FIELD, Defect, boxes_in

CHECK = "overlap"
# The attribute of a drawing on which text may stand.
UNDER_TEXT = "data-under-text"

# Text that reaches less than this into other ink is no finding, in millimetres: a bold word touches a light one beside
# it by as much, and so does a descender that rests on a rule.
_TOLERANCE_MM = 0.15
_TOLERANCE = _TOLERANCE_MM / POINT
# The most points by which an outline or a shadow is moved from its text.
_SHADOW = 2.0
# The characters of a text that a defect quotes.
_QUOTED = 40


class _Overlap(NamedTuple):
    """A text, what is printed over it or under it, and by how many points the text reaches into that."""

    text: Painted
    other: Painted
    over: float


def overlaps_by_page(
    pdf: bytes, page_boxes: Sequence[Any], marked: Sequence[Mapping[int, Any]], overrun: Sequence[Collection[str]]
) -> list[list[Defect]]:
    """Return, for each page of a PDF, a defect for each element whose text is printed over something, or under it.

    ``page_boxes`` are WeasyPrint's boxes of the pages, ``marked`` those of the text and drawings on each page by the
    ids of their marked content. Fields that run over (``overrun``, by page) have a defect for that, and get no other.
    """
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        pages = zip(document, page_boxes, marked, overrun, strict=True)
        return [_defects_on(PaintedPage(page), _Boxes(box, boxes), fields) for page, box, boxes, fields in pages]


def _defects_on(page: PaintedPage, boxes: _Boxes, overrun: Collection[str]) -> list[Defect]:
    """Return a defect for the worst overlap of each two elements of a page."""
    worst: dict[tuple[object, object], _Overlap] = {}
    for overlap in (*_text_over_text(page), *_text_and_others(page, boxes)):
        if any(boxes.value_of(one, FIELD) in overrun for one in (overlap.text, overlap.other)):
            continue
        pair = boxes.element_of(overlap.text), boxes.element_of(overlap.other)
        if pair not in worst or worst[pair].over < overlap.over:
            worst[pair] = overlap
    return [_defect(overlap, page, boxes) for overlap in worst.values()]


def _text_over_text(page: PaintedPage) -> Iterator[_Overlap]:
    """Yield the overlaps of two texts, the later one first."""
    texts = page.texts
    for n, text in enumerate(texts):
        for other in texts[n + 1 : bisect_left(texts, text.bounds.top, key=_bottom)]:
            common = text.bounds.common(other.bounds)
            if not common or min(text.bounds.way_out(common), other.bounds.way_out(common)) <= _TOLERANCE:
                continue
            moved = max(abs(a - b) for a, b in zip(text.bounds, other.bounds, strict=True))
            # PDFium leaves out words that stand at the place of others.
            if moved <= _SHADOW and len({"", page.words(text), page.words(other)}) <= 2:
                continue
            over = page.reach(text, other)
            if over > _TOLERANCE:
                first, second = sorted((text, other), key=lambda one: one.order)
                yield _Overlap(second, first, over)


def _text_and_others(page: PaintedPage, boxes: _Boxes) -> Iterator[_Overlap]:
    """Yield the overlaps of a text with a drawing, a border, or a background that is painted over it."""
    texts = page.texts
    highest = max((text.bounds.top - text.bounds.bottom for text in texts), default=0)
    for other in page.others:
        first = bisect_left(texts, other.bounds.bottom - highest, key=_bottom)
        for text in texts[first : bisect_left(texts, other.bounds.top, key=_bottom)]:
            common = text.bounds.common(other.bounds)
            if not common or text.bounds.way_out(common) <= _TOLERANCE or _is_meant(page, boxes, text, other, common):
                continue
            over = page.reach(text, other)
            if over > _TOLERANCE:
                yield _Overlap(text, other, over)


def _bottom(painted: Painted) -> float:
    return painted.bounds.bottom


def _is_meant(page: PaintedPage, boxes: _Boxes, text: Painted, other: Painted, area: Bounds) -> bool:
    """Return whether a text may stand where it overlaps a drawing, a border or a background in an area."""
    if other.order > text.order:
        return other.is_drawing and _is_declared(boxes, text, other)
    if other.is_background or (other.is_drawing and _is_declared(boxes, text, other)):
        return True
    # A background between the two hides what is beneath: a label that interrupts a border, a plate on a drawing.
    return any(
        other.order < one.order < text.order and one.is_background and one.bounds.has(area) for one in page.others
    )


def _is_declared(boxes: _Boxes, text: Painted, drawing: Painted) -> bool:
    return drawing.mark == text.mark or boxes.value_of(drawing, UNDER_TEXT) is not None


class _Boxes:
    """WeasyPrint's boxes on a page, by the marked content of what is painted for them."""

    def __init__(self, page_box: Any, marked: Mapping[int, Any]) -> None:
        self._page_box = page_box
        self._marked = marked

    @cached_property
    def _parents(self) -> dict[int, Any]:
        """The box around each box, by the ``id`` of the box."""
        parents: dict[int, Any] = {}
        below = [self._page_box]
        while below:
            box = below.pop()
            # WeasyPrint wraps a box with an absolute position.
            children = [getattr(child, "_box", child) for child in getattr(box, "children", ())]
            parents.update((id(child), box) for child in children)
            below += children
        return parents

    def around(self, painted: Painted) -> Iterator[Any]:
        """Yield the box of an object and those around it, from the innermost one to the page; none for a border."""
        box = self._marked.get(painted.mark)
        while box is not None:
            yield box
            box = self._parents.get(id(box))

    def value_of(self, painted: Painted, attribute: str) -> str | None:
        """Return an attribute of the element of an object, or of the nearest element around it that has it."""
        elements = (box.element for box in self.around(painted) if box.element is not None)
        return next((value for element in elements if (value := element.get(attribute)) is not None), None)

    def element_of(self, painted: Painted) -> object:
        """Return what is equal for the texts of one element's lines, and for all borders and backgrounds."""
        if painted.is_text and not self.line_of(painted):
            return painted.order
        blocks = (box for box in self.around(painted) if not type(box).__name__.startswith(("Text", "Line", "Inline")))
        return next(map(id, blocks), None)

    def line_of(self, painted: Painted) -> str:
        """Return the line of text of which a text is a part; empty for the text of a drawing."""
        lines = (box for box in self.around(painted) if type(box).__name__ == "LineBox")
        return " ".join("".join(box.text for box in boxes_in(next(lines, None)) if hasattr(box, "text")).split())


def _defect(overlap: _Overlap, page: PaintedPage, boxes: _Boxes) -> Defect:
    """Return the defect of an overlap: the words, the field, the millimetres, and what to do."""

    def quoted(text: Painted) -> str:
        words = boxes.line_of(text) or page.words(text)
        return f"'{words[:_QUOTED]}…'" if len(words) > _QUOTED else f"'{words}'"

    text, other, _ = overlap
    words = quoted(text)
    over = f"{overlap.over * POINT:.1f} mm"
    fields = (boxes.value_of(one, FIELD) for one in (text, other))
    field = next((name for name in fields if name and name not in (FACE_FIELD, PAGE_FIELD)), "")
    if other.is_text:
        what = f"{words} is printed {over} over {quoted(other)}; make room for both, or shorten one"
    elif other.is_drawing:
        name = boxes.value_of(other, "class")
        place = "over" if other.order < text.order else "under"
        what = (
            f"{words} is printed {over} {place} a drawing{f' of {name!r}' if name else ''}; move one of the two, or "
            f"give the drawing the attribute {UNDER_TEXT} if text is meant to stand on it"
        )
    elif other.is_background:
        what = f"{words} is printed {over} under the background of another element; make room for both, or shorten it"
    else:
        what = f"{words} is crossed by a line, by {over}; make room for it, or shorten it"
    return Defect(field, f"'{field}': {what}" if field else what, CHECK, boxes.line_of(text) or page.words(text))
