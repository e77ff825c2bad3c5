"""Text over text: what a page prints on the ink of its text, found on the page as it is painted.

The bounds of the objects on the page name the few pairs that may overlap. Only these are painted, each object alone,
and their ink is compared. So a descender beside an ascender of the next line, text inside a ring, and text that is
turned are no findings, and a clipped drawing is as large as it is seen.

- No text stands on other text. The same words once more at the same place are an outline or a shadow.
- Text stands on a drawing (an ``<svg>`` or an ``<img>``) only if the drawing or an element around it has the attribute
  ``data-under-text``. The text of a drawing may stand on that drawing.
- No letters stand on each other, for a letter or word spacing below zero.
- No border and no rule crosses text, and nothing is painted over text: no drawing, no background of another element.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from typing import NamedTuple

from kensei_docs.documents.kinds.paper_and_face_sizes import PIXEL, POINT
from kensei_docs.documents.layout.page_boxes import PageBoxes, quoted
from kensei_docs.documents.layout.painted_page import Bounds, Painted, PaintedPage
from kensei_docs.documents.layout.text_fitting import FIELD, Defect

CHECK = "overlap"
# The attribute of a drawing on which text may stand.
UNDER_TEXT = "data-under-text"

# Text that reaches less than this into other ink is no finding, in millimetres: a bold word touches a light one beside
# it by as much, and so does a descender that rests on a rule.
_TOLERANCE_MM = 0.15
_TOLERANCE = _TOLERANCE_MM / POINT
# Letters and words that stand so much closer than their typeface has them, as a part of the type's size, run into each
# other: beside a letter is about a twentieth of it free, between two words about a quarter.
_CLOSEST = {"letter_spacing": -0.1, "word_spacing": -0.2}
# The most points by which an outline or a shadow is moved from its text.
_SHADOW = 2.0


class _Overlap(NamedTuple):
    """A text, what is printed over it or under it, and by how many points the text reaches into that."""

    text: Painted
    other: Painted
    over: float


def overlaps_on(page: PaintedPage, boxes: PageBoxes, overrun: Collection[str]) -> list[Defect]:
    """Return a defect for the worst overlap of each two elements of a page.

    Fields that run over (``overrun``) have a defect for that, and get no other.
    """
    worst: dict[tuple[object, object], _Overlap] = {}
    for overlap in (*_text_over_text(page), *_text_and_others(page, boxes)):
        if any(boxes.value_of(one, FIELD) in overrun for one in (overlap.text, overlap.other)):
            continue
        pair = boxes.element_of(overlap.text), boxes.element_of(overlap.other)
        if pair not in worst or worst[pair].over < overlap.over:
            worst[pair] = overlap
    return [*(_defect(overlap, page, boxes) for overlap in worst.values()), *_letters_over_letters(boxes, overrun)]


def _letters_over_letters(boxes: PageBoxes, overrun: Collection[str]) -> Iterator[Defect]:
    """Yield a defect for each element whose letters or words stand over each other."""
    told: set[int] = set()
    for box, words, block, _ in boxes.texts():
        for name, closest in _CLOSEST.items():
            spacing = box.style[name]
            several = len(words) > 1 if name == "letter_spacing" else " " in words
            if spacing == "normal" or spacing >= closest * box.style["font_size"] or not several or id(block) in told:
                continue
            told.add(id(block))
            field = boxes.field_around(box)
            if field in overrun:
                continue
            what = (
                f"the {name.partition('_')[0]}s of {quoted(words)} stand over each other, for their "
                f"{name.replace('_', '-')} is {spacing * PIXEL:.2g} mm; make it {closest:g}em or more"
            )
            yield Defect(field, f"'{field}': {what}" if field else what, CHECK, words)


def _text_over_text(page: PaintedPage) -> Iterator[_Overlap]:
    """Yield the overlaps of two texts, the later one first."""
    texts = page.texts
    for n, text in enumerate(texts):
        for other in texts[n + 1 : bisect_left(texts, text.bounds.top, key=_bottom)]:
            common = text.bounds.common(other.bounds)
            if not common or min(text.bounds.way_out(common), other.bounds.way_out(common)) <= _TOLERANCE:
                continue
            if is_copy(page, text, other):
                continue
            over = page.reach(text, other)
            if over > _TOLERANCE:
                first, second = sorted((text, other), key=lambda one: one.order)
                yield _Overlap(second, first, over)


def is_copy(page: PaintedPage, text: Painted, other: Painted) -> bool:
    """Return whether two texts are the same words at nearly one place: one is an outline or a shadow of the other."""
    moved = max(abs(a - b) for a, b in zip(text.bounds, other.bounds, strict=True))
    # PDFium leaves out words that stand at the place of others.
    return moved <= _SHADOW and len({"", page.words(text), page.words(other)}) <= 2


def _text_and_others(page: PaintedPage, boxes: PageBoxes) -> Iterator[_Overlap]:
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


def _is_meant(page: PaintedPage, boxes: PageBoxes, text: Painted, other: Painted, area: Bounds) -> bool:
    """Return whether a text may stand where it overlaps a drawing, a border or a background in an area."""
    if other.order > text.order:
        return other.is_drawing and _is_declared(boxes, text, other)
    if other.is_background or (other.is_drawing and _is_declared(boxes, text, other)):
        return True
    # A background between the two hides what is beneath: a label that interrupts a border, a plate on a drawing.
    return any(
        other.order < one.order < text.order and one.is_background and one.bounds.has(area) for one in page.others
    )


def _is_declared(boxes: PageBoxes, text: Painted, drawing: Painted) -> bool:
    return drawing.mark == text.mark or boxes.value_of(drawing, UNDER_TEXT) is not None


def _defect(overlap: _Overlap, page: PaintedPage, boxes: PageBoxes) -> Defect:
    """Return the defect of an overlap: the words, the field, the millimetres, and what to do."""

    text, other, _ = overlap
    words = boxes.words_of(text, page)
    over = f"{overlap.over * POINT:.1f} mm"
    field = boxes.field_of(text) or boxes.field_of(other)
    if other.is_text:
        what = f"{words} is printed {over} over {boxes.words_of(other, page)}; make room for both, or shorten one"
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
