"""Text that nobody can read: cut off by an element around it, of the colour that lies beneath it, or too small.

A page is painted once without its text, coarsely. Where that is nearly of the colour of a text, the text may be unseen;
only there the page is painted with the text and without it, and its ink is compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from kensei_docs.documents.kinds.paper_and_face_sizes import PIXEL, POINT
from kensei_docs.documents.layout.overlaps import is_copy, overlaps_on
from kensei_docs.documents.layout.page_boxes import PageBoxes, letters_in, quoted
from kensei_docs.documents.layout.painted_page import DOTS, Bounds, Painted, PaintedPage
from kensei_docs.documents.layout.painted_text import Paint, cut_off, paint_of, type_size_of
from kensei_docs.documents.layout.text_fitting import FIELD, TOLERANCE, Defect

if TYPE_CHECKING:
    from PIL import Image

CUT_OFF = "cut-off"
# The attribute of an element whose words may end in an ellipsis.
MAY_SHORTEN = "data-may-shorten"
UNSEEN = "unseen"
TOO_SMALL = "too-small"
UNREAD = (CUT_OFF, UNSEEN, TOO_SMALL)

# The smallest type in points. At 35 cm, where a card is held, an eye of normal sight (20/20) can just read letters of
# 5 minutes of arc, 0.51 mm; small letters are half as high as their type, here 0.53 mm.
_LEAST_TYPE = 3.0
# A text is seen where it differs from what lies beneath it by as much of a channel of light or hue, of 255. In print, a
# tint of less than 10 % is dots too far apart to draw a letter.
_SEEN = 25
# The dots per point of the picture of a page without its text.
_COARSE = 0.5
# A square of a third of the size of type is unseen if less than this share of its ink is seen: ink over what is drawn
# beneath a text, or the fill of letters with an outline, is hidden in part.
_SEEN_SHARE = 0.2
# The least share of such a square that is ink, of 255.
_INK_SHARE = 10


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


def unread_on(page: PaintedPage, boxes: PageBoxes, overrun: Collection[str]) -> Iterator[Defect]:
    """Yield a defect for each text of a page that is unseen, too small, or cut off by elements around it."""
    found: dict[object, Defect] = {}
    paints = {text: paint_of(text) for text in page.texts}
    alike = _alike_beneath(page, paints)
    for text in sorted(page.texts, key=lambda one: one.order):
        size = type_size_of(text)
        if size < _LEAST_TYPE - 0.05:
            what = f"is printed in type of {size:.2g} pt, too small to be read; make it {_LEAST_TYPE:g} pt or more"
            check = TOO_SMALL
        elif 255 * paints[text].opacity < _SEEN:
            what = f"can't be seen, because {paints[text].opacity * 100:.0f} % of its colour is printed; make it opaque"
            check = UNSEEN
        elif text not in alike or boxes.value_of(text, FIELD) in overrun or _is_shadow(page, text, alike):
            continue
        elif part := _unseen_part(page, text, paints[text]):
            what = f"{part} seen on what lies beneath, for both have nearly one colour; change one of the two"
            check = UNSEEN
        else:
            continue
        element = check, boxes.element_of(text)
        if element not in found:
            found[element] = _defect(text, page, boxes, what, check)
    yield from found.values()
    yield from _not_painted(page, boxes)
    yield from _cut_off(page, boxes, overrun)


def _alike_beneath(page: PaintedPage, paints: Mapping[Painted, Paint]) -> set[Painted]:
    """Return the texts that may be unseen: nearly their colour is painted beneath them, or a drawing over them."""
    from PIL import Image

    areas = [area for text in paints if (area := text.bounds.common(page.bounds))]
    if not areas:
        return set()
    left, bottom, right, top = zip(*areas, strict=True)
    area = Bounds(min(left), min(bottom), max(right), max(top)).grown(1 / _COARSE)
    found = set()
    drawings = [one for one in page.others if one.is_drawing]
    for text, paint in paints.items():
        later = (one for one in drawings if one.order > text.order and one.mark != text.mark)
        if paint.colour is None or any(one.bounds.common(text.bounds) for one in later):
            found.add(text)
    for layer in page.layers:
        beneath = page.picture(area, _COARSE, page.texts, layer)
        changes: dict[tuple[int, int, int], Image.Image] = {}
        for text, (colour, opacity) in paints.items():
            own = text.bounds.common(area)
            if colour is None or text in found or own is None:
                continue
            if colour not in changes:
                light_and_hue = tuple(Image.new("RGB", (1, 1), colour).convert("YCbCr").tobytes())
                changes[colour] = _change(beneath, Image.new("YCbCr", beneath.size, light_and_hue))
            x, y = int((own.left - area.left) * _COARSE), int((area.top - own.top) * _COARSE)
            to_x, to_y = int((own.right - area.left) * _COARSE) + 1, int((area.top - own.bottom) * _COARSE) + 1
            least: Any = changes[colour].crop((x, y, to_x, to_y)).getextrema()[0]
            if least * opacity < _SEEN:
                found.add(text)
    return found


def _change(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return for each dot the largest difference of two pictures, in light or in hue."""
    from PIL import ImageChops

    return reduce(ImageChops.lighter, ImageChops.difference(one, other).split())


def _is_shadow(page: PaintedPage, text: Painted, alike: Collection[Painted]) -> bool:
    """Return whether a text that may be unseen is the fill, the outline or the shadow of one that is seen."""
    return any(other not in alike and is_copy(page, text, other) for other in page.texts)


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
            found.setdefault(id(block), Defect("", f"{quoted(words)} {what}", UNSEEN, words))
        elif room is not None and box.width > room + TOLERANCE and block.element.get(MAY_SHORTEN) is None:
            over = (box.width - room) * PIXEL
            what = f"is cut off with an ellipsis, by {over:.1f} mm; make room for it, or shorten it"
            found.setdefault(id(block), Defect("", f"{quoted(words)} {what}", CUT_OFF, words))
    yield from found.values()
    for block, *texts in shortened.values():
        written = "".join(block.element.itertext())
        if sum(map(letters_in, texts)) < letters_in(written):
            what = "is cut off after some lines; allow more lines, or shorten it"
            yield Defect("", f"{quoted(' '.join(written.split()))} {what}", CUT_OFF, texts[-1])


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
        yield _defect(text, page, boxes, what, CUT_OFF)


def _defect(text: Painted, page: PaintedPage, boxes: PageBoxes, what: str, check: str) -> Defect:
    field = boxes.field_of(text)
    words = f"{boxes.words_of(text, page)} {what}"
    box = boxes.box_of(text)
    written = getattr(box, "text", "").strip() or page.words(text)
    return Defect(field, f"'{field}': {words}" if field else words, check, written)
