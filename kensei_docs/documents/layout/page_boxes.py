"""WeasyPrint's boxes on a page, by what is painted for them: the element, the field and the line of a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from kensei_docs.documents.kinds.paper_and_face_sizes import PAGE_FIELD
from kensei_docs.documents.layout.painted_page import Painted, PaintedPage
from kensei_docs.documents.layout.text_fitting import FACE_FIELD, FIELD, boxes_in

# The characters of a text that a defect quotes.
_QUOTED = 40


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

    def around(self, painted: Painted) -> Iterator[Any]:
        """Yield the box of an object and those around it, from the innermost one to the page; none for a border."""
        return self._upwards(self._marked.get(painted.mark))

    def _upwards(self, box: Any) -> Iterator[Any]:
        while box is not None:
            yield box
            box = self._parents.get(id(box))

    def value_of(self, painted: Painted, attribute: str) -> str | None:
        """Return an attribute of the element of an object, or of the nearest element around it that has it."""
        return _value(self.around(painted), attribute)

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

    def words_of(self, text: Painted, page: PaintedPage) -> str:
        """Return the line of a text, or the words of a drawing, in quotes; the beginning of a long one."""
        return quoted(self.line_of(text) or page.words(text))

    def field_of(self, painted: Painted) -> str:
        """Return the field of the data that an object belongs to; empty without one."""
        return _field(self.around(painted))

    def field_around(self, box: Any) -> str:
        """Return the field of the data that a box belongs to; empty without one."""
        return _field(self._upwards(box))


def _value(around: Iterator[Any], attribute: str) -> str | None:
    elements = (box.element for box in around if box.element is not None)
    return next((value for element in elements if (value := element.get(attribute)) is not None), None)


def _field(around: Iterator[Any]) -> str:
    name = _value(around, FIELD)
    return name if name and name not in (FACE_FIELD, PAGE_FIELD) else ""


def quoted(words: str) -> str:
    """Return words in quotes, or the beginning of many."""
    return f"'{words[:_QUOTED]}…'" if len(words) > _QUOTED else f"'{words}'"


def letters_in(text: str) -> int:
    """Return how many characters of a text are printed."""
    return sum(character.isprintable() and not character.isspace() for character in text)
