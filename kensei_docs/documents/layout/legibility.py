"""What nobody can read on a page: text printed over something, of the colour beneath it, too small, or cut off.

Text over text: the bounds of the objects on the page name the few pairs that may overlap. Only these are painted, each
object alone, and their ink is compared. So a descender beside an ascender of the next line, text inside a ring, and
text that is turned are no findings, and a clipped drawing is as large as it is seen.

- No text stands on other text. The same words once more at the same place are an outline or a shadow.
- Text stands on a drawing (an ``<svg>`` or an ``<img>``) only if the drawing or an element around it has the attribute
  ``data-under-text``. The text of a drawing may stand on that drawing.
- No letters stand on each other, for a letter or word spacing below zero.
- No border and no rule crosses text, and nothing is painted over text: no drawing, no background of another element.

Unseen text: a page is painted once without its text, coarsely. Where that is nearly of the colour of a text, the text
may be unseen; only there the page is painted with the text and without it, and its ink is compared. The same coarse
picture tells the contrast of each text with what it stands on.
"""

from __future__ import annotations

import ctypes
import math
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache, cached_property, reduce
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from kensei_docs.documents.layout.painted_page import DOTS, Bounds, Painted, PaintedPage
from kensei_docs.documents.layout.text_fitting import FACE_FIELD, FIELD, TOLERANCE, Defect, boxes_in, path_of, quoted
from kensei_docs.documents.products.product import PAGE_FIELD, PIXEL, POINT

if TYPE_CHECKING:
    from PIL import Image

CHECK = "overlap"
CUT_OFF = "cut-off"
UNSEEN = "unseen"
TOO_SMALL = "too-small"
CONTRAST = "contrast"
UNREAD = (CUT_OFF, UNSEEN, TOO_SMALL, CONTRAST)
# The attribute of a drawing on which text may stand, and that of an element whose words may end in an ellipsis.
UNDER_TEXT = "data-under-text"
MAY_SHORTEN = "data-may-shorten"
# The attribute of an element whose text is meant to be faint, such as a watermark.
MAY_BE_FAINT = "data-may-be-faint"

# Text that reaches less than this into other ink is no finding, in millimetres: a bold word touches a light one beside
# it by as much, and so does a descender that rests on a rule.
_TOLERANCE_MM = 0.15
_TOLERANCE = _TOLERANCE_MM / POINT
# Letters and words that stand so much closer than their typeface has them, as a part of the type's size, run into each
# other: beside a letter is about a twentieth of it free, between two words about a quarter.
_CLOSEST = {"letter_spacing": -0.1, "word_spacing": -0.2}
# The most points by which an outline or a shadow is moved from its text.
_SHADOW = 2.0
# The smallest type in points. At 35 cm, where a card is held, an eye of normal sight (20/20) can just read letters of
# 5 minutes of arc, 0.51 mm; small letters are half as high as their type, here 0.53 mm.
_LEAST_TYPE = 3.0
# A text is seen where it differs from what lies beneath it by as much of a channel of light or hue, of 255. In print, a
# tint of less than 10 % is dots too far apart to draw a letter.
_SEEN = 25
# The least contrast of a text with what lies beneath it, of 1 to 21 as the Web Content Accessibility Guidelines measure
# it, and that of type below so many points. They ask for 4.5 on screens that glow, and for 3 of large type; what we
# print has 2.3 and more, white on a picture, so that less is no matter of taste.
_LEAST_CONTRAST, _LEAST_OF_SMALL, _SMALL_TYPE = 2.0, 3.0, 8.0
# The dots per point of the picture of a page without its text.
_COARSE = 0.5
# A square of a third of the size of type is unseen if less than this share of its ink is seen: ink over what is drawn
# beneath a text, or the fill of letters with an outline, is hidden in part.
_SEEN_SHARE = 0.2
# The least share of such a square that is ink, of 255.
_INK_SHARE = 10
# PDFium gives this colour to a pattern and a gradient.
_PATTERN = (191, 191, 191)
# What elements show of a text is enlarged by this factor, to paint it as if it was not cut off.
_FAR = 1000.0
# A side of a path is level or upright if its ends differ less than this, in points.
_LEVEL = 0.02


class Art(NamedTuple):
    """What is printed beneath a face: a page of a PDF, and the points by which it begins to the left and above."""

    pdf: bytes
    page: int
    left: float
    top: float


def defects_by_page(
    pdf: bytes,
    page_boxes: Sequence[Any],
    marked: Sequence[Mapping[int, Any]],
    overrun: Sequence[Collection[str]],
    art: Mapping[int, Sequence[Art]],
) -> list[list[Defect]]:
    """Return, for each page of a PDF, a defect for each element whose text is printed over something, or isn't read.

    ``page_boxes`` are WeasyPrint's boxes of the pages, ``marked`` those of the text and drawings on each page by the
    ids of their marked content. Fields that run over (``overrun``, by page) have a defect for that, and get no other.
    ``art`` is printed beneath pages, by their numbers.
    """
    import pypdfium2

    found: list[list[Defect]] = []
    with ExitStack() as opened:
        documents = {id(pdf): opened.enter_context(pypdfium2.PdfDocument(pdf))}
        for of_page in art.values():
            for one in of_page:
                if id(one.pdf) not in documents:
                    documents[id(one.pdf)] = opened.enter_context(pypdfium2.PdfDocument(one.pdf))
        for number in range(len(page_boxes)):
            layers = [(documents[id(one.pdf)][one.page], one.left, one.top) for one in art.get(number, ())]
            page = PaintedPage(documents[id(pdf)][number], layers)
            boxes = PageBoxes(page_boxes[number], marked[number])
            fields = overrun[number]
            found.append([*overlaps_on(page, boxes, fields), *unread_on(page, boxes, fields)])
    return found


class PageBoxes:
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

    def texts(self) -> Iterator[tuple[Any, str, Any, Any]]:
        """Yield each box of text that is to be seen, its words, its block, and the block that discards lines, or None.

        WeasyPrint makes no box for text of no size: that is yielded with the box around it.
        """
        below: list[tuple[Any, Any, Any]] = [(self._page_box, self._page_box, None)]
        while below:
            box, block, short = below.pop()
            text = getattr(box, "text", None)
            if text is None:
                if not type(box).__name__.startswith(("Line", "Inline")):
                    block = box
                    if short is None and box.style["continue"] == "discard":
                        short = box
                below += [(getattr(child, "_box", child), block, short) for child in getattr(box, "children", ())]
                if box.style["font_size"] == 0 and box.element is not None:
                    text = " ".join(filter(None, (box.element.text, *(kid.tail for kid in box.element))))
            if text and letters_in(text) and box.style["visibility"] == "visible":
                yield box, " ".join(text.split()), block, short

    def box_of(self, painted: Painted) -> Any:
        """Return the box of a text or a drawing; None for a border and a background."""
        return self._marked.get(painted.mark)

    def around(self, box: Any) -> Iterator[Any]:
        """Yield a box and those around it, from the innermost one to the page; none for None."""
        while box is not None:
            yield box
            box = self._parents.get(id(box))

    def value_of(self, painted: Painted, attribute: str) -> str | None:
        """Return an attribute of the element of an object, or of the nearest element around it that has it."""
        return self._value(self.box_of(painted), attribute)

    def _value(self, box: Any, attribute: str) -> str | None:
        elements = (around.element for around in self.around(box) if around.element is not None)
        return next((value for element in elements if (value := element.get(attribute)) is not None), None)

    def element_of(self, painted: Painted) -> object:
        """Return what is equal for the texts of one element's lines, and for all borders and backgrounds."""
        if painted.is_text and not self.line_of(painted):
            return painted.order
        blocks = (
            box
            for box in self.around(self.box_of(painted))
            if not type(box).__name__.startswith(("Text", "Line", "Inline"))
        )
        return next(map(id, blocks), None)

    def line_of(self, painted: Painted) -> str:
        """Return the line of text of which a text is a part; empty for the text of a drawing."""
        lines = (box for box in self.around(self.box_of(painted)) if type(box).__name__ == "LineBox")
        return " ".join("".join(box.text for box in boxes_in(next(lines, None)) if hasattr(box, "text")).split())

    def words_of(self, text: Painted, page: PaintedPage) -> str:
        """Return the line of a text, or the words of a drawing, in quotes; the beginning of a long one."""
        return quoted(self.line_of(text) or page.words(text))

    def path_of(self, painted: Painted) -> str:
        """Return the element of a text, behind the nearest one around it with a class: ``div.cost b``."""
        around = self.around(self.box_of(painted))
        return path_of(box.element for box in around if box.element is not None)

    def field_of(self, painted: Painted) -> str:
        """Return the field of the data that an object belongs to; empty without one."""
        return self.field_around(self.box_of(painted))

    def field_around(self, box: Any) -> str:
        """Return the field of the data that a box belongs to; empty without one."""
        name = self._value(box, FIELD)
        return name if name and name not in (FACE_FIELD, PAGE_FIELD) else ""


def letters_in(text: str) -> int:
    """Return how many characters of a text are printed."""
    return sum(character.isprintable() and not character.isspace() for character in text)


def _defect(field: str, what: str, check: str, words: str, element: str = "") -> Defect:
    return Defect(field, f"'{field}': {what}" if field else what, check, words, element=element)


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
        # The signs of one word are put over each other by its typeface, as in Arabic and Hindi.
        if overlap.text.mark == overlap.other.mark and overlap.other.is_text and boxes.line_of(overlap.text):
            continue
        pair = boxes.element_of(overlap.text), boxes.element_of(overlap.other)
        if pair not in worst or worst[pair].over < overlap.over:
            worst[pair] = overlap
    return [*(_of_overlap(overlap, page, boxes) for overlap in worst.values()), *_letters_over_letters(boxes, overrun)]


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
            yield _defect(field, what, CHECK, words)


def _text_over_text(page: PaintedPage) -> Iterator[_Overlap]:
    """Yield the overlaps of two texts, the later one first."""
    texts = page.texts
    for n, text in enumerate(texts):
        for other in texts[n + 1 : bisect_left(texts, text.bounds.top, key=_bottom)]:
            common = text.bounds.common(other.bounds)
            reaches = common and min(text.bounds.way_out(common), other.bounds.way_out(common)) > _TOLERANCE
            if reaches and not is_copy(page, text, other) and (over := page.reach(text, other)) > _TOLERANCE:
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
            if (over := page.reach(text, other)) > _TOLERANCE:
                yield _Overlap(text, other, over)


def _bottom(painted: Painted) -> float:
    return painted.bounds.bottom


def _is_meant(page: PaintedPage, boxes: PageBoxes, text: Painted, other: Painted, area: Bounds) -> bool:
    """Return whether a text may stand where it overlaps a drawing, a border or a background in an area."""
    is_declared = other.mark == text.mark or boxes.value_of(other, UNDER_TEXT) is not None
    if other.order > text.order:
        return other.is_drawing and is_declared
    if other.is_background or (other.is_drawing and is_declared):
        return True
    # A background between the two hides what is beneath: a label that interrupts a border, a plate on a drawing.
    return any(
        other.order < one.order < text.order and one.is_background and one.bounds.has(area) for one in page.others
    )


def _of_overlap(overlap: _Overlap, page: PaintedPage, boxes: PageBoxes) -> Defect:
    """Return the defect of an overlap: the words, the field, the millimetres, and what to do."""
    text, other, _ = overlap
    words, over = boxes.words_of(text, page), f"{overlap.over * POINT:.1f} mm"
    if other.is_text:
        what = f"is printed {over} over {boxes.words_of(other, page)}; make room for both, or shorten one"
    elif other.is_drawing:
        name = boxes.value_of(other, "class")
        place = "over" if other.order < text.order else "under"
        what = (
            f"is printed {over} {place} a drawing{f' of {name!r}' if name else ''}; move one of the two, or "
            f"give the drawing the attribute {UNDER_TEXT} if text is meant to stand on it"
        )
    elif other.is_background:
        what = f"is printed {over} under the background of another element; make room for both, or shorten it"
    else:
        what = f"is crossed by a line, by {over}; make room for it, or shorten it"
    field = boxes.field_of(text) or boxes.field_of(other)
    return _defect(field, f"{words} {what}", CHECK, boxes.line_of(text) or page.words(text), boxes.path_of(text))


def unread_on(page: PaintedPage, boxes: PageBoxes, overrun: Collection[str]) -> Iterator[Defect]:
    """Yield a defect for each text of a page that is unseen, too small, or cut off by elements around it."""
    found: dict[object, Defect] = {}
    paints = {text: paint_of(text) for text in page.texts}
    beneath = _beneath(page)
    alike, contrasts = _alike_beneath(page, paints, beneath), _contrasts(page, paints, beneath)
    for text in sorted(page.texts, key=lambda one: one.order):
        size = type_size_of(text)
        if size < _LEAST_TYPE - 0.05:
            what = f"is printed in type of {size:.2g} pt, too small to be read; make it {_LEAST_TYPE:g} pt or more"
            check = TOO_SMALL
        elif 255 * paints[text].opacity < _SEEN:
            what = f"can't be seen, because {paints[text].opacity * 100:.0f} % of its colour is printed; make it opaque"
            check = UNSEEN
        elif (text not in alike and text not in contrasts) or boxes.value_of(text, FIELD) in overrun:
            continue
        elif any(other not in alike and other not in contrasts and is_copy(page, text, other) for other in page.texts):
            # The fill, the outline or the shadow of a text that is seen.
            continue
        elif text in alike and (part := _unseen_part(page, text, paints[text])):
            what = f"{part} seen on what lies beneath, for both have nearly one colour; change one of the two"
            check = UNSEEN
        elif not any(letter.isalnum() for letter in page.words(text)):
            # The picture of the page is too coarse for a full stop: a dot beneath it may show what lies beside it.
            continue
        elif text in contrasts and boxes.value_of(text, MAY_BE_FAINT) is None:
            least = _least_contrast(size)
            what = (
                f"has a contrast of {contrasts[text]:.1f} : 1 with what lies beneath, and {least:g} : 1 is the least "
                f"that is read in type of {size:.2g} pt; change one of the two colours, or give the element the "
                f"attribute {MAY_BE_FAINT} if it is meant to be faint"
            )
            check = CONTRAST
        else:
            continue
        element = check, boxes.element_of(text)
        if element not in found:
            found[element] = _of_text(text, page, boxes, what, check)
    yield from found.values()
    yield from _not_painted(page, boxes)
    yield from _cut_off(page, boxes, overrun)


class _Beneath(NamedTuple):
    """The area of a page in which its texts stand, and a coarse picture (YCbCr) of it without them on each layer."""

    area: Bounds
    pictures: Sequence[Image.Image]

    def dots(self, bounds: Bounds) -> tuple[int, int, int, int]:
        """Return the left, upper, right and lower edge of some bounds in the dots of a picture."""
        x, y = int((bounds.left - self.area.left) * _COARSE), int((self.area.top - bounds.top) * _COARSE)
        to_x = int((bounds.right - self.area.left) * _COARSE) + 1
        return x, y, to_x, int((self.area.top - bounds.bottom) * _COARSE) + 1


def _beneath(page: PaintedPage) -> _Beneath | None:
    """Return what is printed beneath the texts of a page; None where no text stands on it."""
    areas = [area for text in page.texts if (area := text.bounds.common(page.bounds))]
    if not areas:
        return None
    left, bottom, right, top = zip(*areas, strict=True)
    area = Bounds(min(left), min(bottom), max(right), max(top)).grown(1 / _COARSE)
    return _Beneath(area, [page.picture(area, _COARSE, page.texts, layer) for layer in page.layers])


def _alike_beneath(page: PaintedPage, paints: Mapping[Painted, Paint], beneath: _Beneath | None) -> set[Painted]:
    """Return the texts that may be unseen: nearly their colour is painted beneath them, or a drawing over them."""
    from PIL import Image

    if not beneath:
        return set()
    found = set()
    drawings = [one for one in page.others if one.is_drawing]
    for text, paint in paints.items():
        later = (one for one in drawings if one.order > text.order and one.mark != text.mark)
        if paint.colour is None or any(one.bounds.common(text.bounds) for one in later):
            found.add(text)
    for picture in beneath.pictures:
        changes: dict[tuple[int, int, int], Image.Image] = {}
        for text, (colour, opacity) in paints.items():
            own = text.bounds.common(beneath.area)
            if colour is None or text in found or own is None:
                continue
            if colour not in changes:
                light_and_hue = tuple(Image.new("RGB", (1, 1), colour).convert("YCbCr").tobytes())
                changes[colour] = _change(picture, Image.new("YCbCr", picture.size, light_and_hue))
            least: Any = changes[colour].crop(beneath.dots(own)).getextrema()[0]
            if least * opacity < _SEEN:
                found.add(text)
    return found


def _contrasts(page: PaintedPage, paints: Mapping[Painted, Paint], beneath: _Beneath | None) -> dict[Painted, float]:
    """Return the contrast of each text that has too little with what lies beneath it.

    It is that of the dot in the middle, when the dots beneath the text are sorted by their contrast: a picture may have
    a few that are as light as the text. The bounds of a text that is turned are larger than its ground, and that of a
    gradient or an outline is not known: they are left out.
    """
    found: dict[Painted, float] = {}
    for picture in beneath.pictures if beneath else ():
        colours = picture.convert("RGB")
        for text, (colour, opacity) in paints.items():
            assert beneath, "there is a picture of it"
            own = text.bounds.common(beneath.area)
            if colour is None or own is None or not _is_level(text):
                continue
            dots: Any = colours.crop(beneath.dots(own)).getcolors(1 << 20)
            contrast = _middle((contrast_of(colour, ground, opacity), count) for count, ground in dots)
            if contrast < min(_least_contrast(type_size_of(text)), found.get(text, math.inf)):
                found[text] = contrast
    return found


def _middle(counted: Iterable[tuple[float, int]]) -> float:
    """Return the number in the middle of sorted ones, each of which is there several times."""
    numbers = sorted(counted)
    left = sum(count for _, count in numbers) / 2
    return next(number for number, count in numbers if (left := left - count) <= 0)


def _least_contrast(size: float) -> float:
    """Return the least contrast of a text in type of a size."""
    return _LEAST_OF_SMALL if size < _SMALL_TYPE - 0.05 else _LEAST_CONTRAST


@cache
def contrast_of(colour: tuple[int, int, int], ground: tuple[int, int, int], opacity: float = 1) -> float:
    """Return the contrast of a colour, as much of it as is printed, with what lies beneath it: from 1 to 21.

    It is the contrast ratio of the Web Content Accessibility Guidelines 2.
    """
    printed = tuple(opacity * one + (1 - opacity) * other for one, other in zip(colour, ground, strict=True))
    darker, lighter = sorted((_luminance(printed), _luminance(ground)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    """Return the relative luminance of red, green and blue (0 to 255): from 0 to 1."""
    shares = (channel / 255 for channel in colour)
    linear = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _is_level(text: Painted) -> bool:
    """Return whether the lines of a text are level or upright."""
    matrices = (part.get_matrix() for part in text.parts[0])
    return all(min(abs(one.a), abs(one.b)) <= _LEVEL * max(abs(one.a), abs(one.b)) for one in matrices)


def _change(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return for each dot the largest difference of two pictures, in light or in hue."""
    from PIL import ImageChops

    return reduce(ImageChops.lighter, ImageChops.difference(one, other).split())


def _unseen_part(page: PaintedPage, text: Painted, paint: Paint) -> str:
    """Return words for how a text is seen on what is printed beneath: not at all, in part, or (empty) whole."""
    from PIL import ImageChops

    area = text.bounds.grown(0.5)
    ink = page.ink(text, area, opacity=paint.opacity)
    side = max(1, int(type_size_of(text) * DOTS / 3))
    inked = ink.reduce(side).tobytes()
    found = ""
    for layer in page.layers:
        changed = _change(*(page.picture(area, DOTS, without, layer) for without in ((), (text,))))
        seen = ImageChops.multiply(changed.point([255 * (change >= _SEEN) for change in range(256)]), ink)
        squares = zip(inked, seen.reduce(side).tobytes(), strict=True)
        unseen = [shown < of_ink * _SEEN_SHARE for of_ink, shown in squares if of_ink >= _INK_SHARE]
        if unseen and all(unseen):
            return "can't be"
        if any(unseen):
            found = "can only in part be"
    return found


def _not_painted(page: PaintedPage, boxes: PageBoxes) -> Iterator[Defect]:
    """Yield a defect for each block with text that was laid out and isn't painted, or of which lines are left out."""
    painted = {id(boxes.box_of(text)) for text in page.texts}
    found: dict[int, Defect] = {}
    shortened: dict[int, list[Any]] = {}
    for box, words, block, short in boxes.texts():
        layout = getattr(box, "pango_layout", None)
        room = layout.max_width if layout and block.style["text_overflow"] == "ellipsis" else None
        if short is not None:
            shortened.setdefault(id(short), [short]).append(words)
        if id(box) not in painted:
            what = "isn't printed, for its type has no size; enlarge it, or take it out"
            found.setdefault(id(block), _defect("", f"{quoted(words)} {what}", UNSEEN, words))
        elif room is not None and box.width > room + TOLERANCE and block.element.get(MAY_SHORTEN) is None:
            over = (box.width - room) * PIXEL
            what = f"is cut off with an ellipsis, by {over:.1f} mm; make room for it, or shorten it"
            found.setdefault(id(block), _defect("", f"{quoted(words)} {what}", CUT_OFF, words))
    yield from found.values()
    for block, *texts in shortened.values():
        written = "".join(block.element.itertext())
        if sum(map(letters_in, texts)) < letters_in(written):
            what = "is cut off after some lines; allow more lines, or shorten it"
            yield _defect("", f"{quoted(' '.join(written.split()))} {what}", CUT_OFF, texts[-1])


def _cut_off(page: PaintedPage, boxes: PageBoxes, overrun: Collection[str]) -> Iterator[Defect]:
    """Yield a defect for each element with text that is cut off: its first words that are, the most millimetres."""
    worst: dict[object, tuple[float, Painted]] = {}
    for text in sorted(page.texts, key=lambda one: one.order):
        over = cut_off(page, text, _TOLERANCE_MM / POINT)
        if over and boxes.value_of(text, FIELD) not in overrun:
            element = boxes.element_of(text)
            most, first = worst.get(element, (0.0, text))
            worst[element] = max(most, over), first
    for over, text in worst.values():
        way_out = "" if boxes.field_of(text) else f", or name it as a field ({FIELD}), to have its type made smaller"
        what = (
            f"is cut off by {over * POINT:.1f} mm at the edge of an element; make room for it, or shorten it{way_out}"
        )
        yield _of_text(text, page, boxes, what, CUT_OFF)


def _of_text(text: Painted, page: PaintedPage, boxes: PageBoxes, what: str, check: str) -> Defect:
    written = getattr(boxes.box_of(text), "text", "").strip() or page.words(text)
    words = boxes.words_of(text, page)
    return _defect(boxes.field_of(text), f"{words} {what}", check, written, boxes.path_of(text))


class Paint(NamedTuple):
    """The colour of a text (red, green, blue, from 0 to 255), None for a gradient or an outline; and its opacity."""

    colour: tuple[int, int, int] | None
    opacity: float


def paint_of(text: Painted) -> Paint:
    """Return the colour of a text and its opacity, with that of the elements around it."""
    import pypdfium2.raw as pdfium

    opacity = 1.0
    channels = [ctypes.c_uint() for _ in range(4)]
    for part in text.parts[0]:
        pdfium.FPDFPageObj_GetFillColor(part, *channels)
        opacity *= channels[3].value / 255
    red, green, blue = (channel.value for channel in channels[:3])
    is_filled = pdfium.FPDFTextObj_GetTextRenderMode(text.parts[0][-1]) == pdfium.FPDF_TEXTRENDERMODE_FILL
    return Paint((red, green, blue) if is_filled and (red, green, blue) != _PATTERN else None, opacity)


def type_size_of(text: Painted) -> float:
    """Return the size of type of a text in points, as it is printed: after all transforms."""
    matrices = (part.get_matrix() for part in text.parts[0])
    return float(text.parts[0][-1].get_font_size() * math.prod(math.hypot(matrix.c, matrix.d) for matrix in matrices))


class _Clip(NamedTuple):
    """What an element shows of a text: the corners of an area on the page, and whether that is a rectangle."""

    corners: Sequence[tuple[float, float]]
    bounds: Bounds
    is_rectangle: bool


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
    for parts in text.parts:
        for depth, part in enumerate(parts):
            for points in _clip_paths(part):
                for form in reversed(parts[:depth]):
                    points = [form.get_matrix().on_point(*point) for point in points]
                across, upwards = zip(*points, strict=True)
                bounds = Bounds(min(across), min(upwards), max(across), max(upwards))
                sides = zip(points, (*points[1:], points[0]), strict=True)
                is_rectangle = all(min(abs(x - to_x), abs(y - to_y)) < _LEVEL for (x, y), (to_x, to_y) in sides)
                yield _Clip(points, bounds, is_rectangle)


def _clip_paths(part: Any) -> list[list[tuple[float, float]]]:
    """Return the points of each path by which an object is clipped; of those of curves, the ones on the path."""
    import pypdfium2.raw as pdfium

    clip = pdfium.FPDFPageObj_GetClipPath(part)
    x, y = ctypes.c_float(), ctypes.c_float()
    paths: list[list[tuple[float, float]]] = []
    for number in range(pdfium.FPDFClipPath_CountPaths(clip) if clip else 0):
        points = []
        of_curve = 0
        for index in range(pdfium.FPDFClipPath_CountPathSegments(clip, number)):
            segment = pdfium.FPDFClipPath_GetPathSegment(clip, number, index)
            # A curve has two points beside the path and one on it.
            is_curve = pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_BEZIERTO
            of_curve = of_curve % 3 + 1 if is_curve else 0
            if of_curve in (0, 3):
                pdfium.FPDFPathSegment_GetPoint(segment, x, y)
                points.append((x.value, y.value))
        paths += [points] if points else []
    return paths


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

    for part in (part for parts in text.parts for part in parts):
        points = [*chain(*_clip_paths(part))]
        if points:
            x, y = (sum(place) / len(points) for place in zip(*points, strict=True))
            pdfium.FPDFPageObj_TransformClipPath(part, _FAR, 0, 0, _FAR, x * (1 - _FAR), y * (1 - _FAR))
