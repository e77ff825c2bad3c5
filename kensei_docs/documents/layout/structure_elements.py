"""The structure elements of a pack's pages, as WeasyPrint tagged them, without those that only group others.

They are read when the pack is laid out, and stored as JSON: qpdf takes 15 µs to read an element, and a deck has
thousands. qpdf is imported only then, because an unchanged document does not need it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

# Elements without a meaning, which are replaced by their kids.
_MEANINGLESS = ("NonStruct", "Span", "Art", "Part", "Document")
# Elements that contain paragraphs, but no content outside of them.
_HOLDERS = ("Div", "Sect")
# These are kept even when they are empty.
_CELLS = ("TD", "TH", "TR")
_SPANS = ("ColSpan", "RowSpan")


class Element(NamedTuple):
    """A structure element: its type, its kids, the text for a picture, and the attributes of a table's cell.

    A kid is another element, or the id of a piece of marked content. An attribute is a number or a name (``/Column``).
    """

    tag: str
    kids: Sequence[Element | int]
    alt: str = ""
    cell: dict[str, int | str] | None = None


def elements_of_pages(pdf: bytes) -> list[list[Element]]:
    """Return the structure elements of each page of a pack."""
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as pack:
        numbers = {page.obj.objgen: number for number, page in enumerate(pack.pages)}
        found: list[list[Element | int]] = [[] for _ in pack.pages]
        (document,) = pack.Root.StructTreeRoot.K
        for element in document.K:
            found[numbers[element.Pg.objgen]] += _read(element)
        return [_wrap_in_paragraphs(kids) for kids in found]


def elements_from_json(text: str) -> list[list[Element]]:
    """Return the elements of each page from their JSON."""

    def read(kids: Iterable[Any]) -> list[Any]:
        return [kid if isinstance(kid, int) else Element(kid[0], read(kid[1]), *kid[2:]) for kid in kids]

    return [read(page) for page in json.loads(text)]


def _read(element: Any) -> list[Element | int]:
    """Return an element of a pack; its kids, if it has no meaning of its own."""
    name = element.get("/S")
    if name is None:
        # An object reference (OBJR) to a link annotation.
        return []
    tag = str(name)[1:]
    kids: list[Element | int] = []
    for kid in element.get("/K", ()):
        if isinstance(kid, int):
            kids.append(kid)
        else:
            kids += _read(kid)
    if tag in _MEANINGLESS:
        return kids
    if tag == "Figure" and "/Alt" not in element:
        # A picture without a text is decoration.
        return []
    if tag in _HOLDERS:
        kids = [*_wrap_in_paragraphs(kids)]
    if tag == "Div" or not (kids or tag in _CELLS):
        return kids
    if tag == "TR":
        # If all cells are heads, they are heads of columns; a single head is the head of its row.
        cells = [kid for kid in kids if isinstance(kid, Element)]
        over = all(cell.tag == "TH" or not cell.kids for cell in cells)
        for cell in cells:
            if cell.tag == "TH" and cell.cell is not None:
                cell.cell["Scope"] = "/Column" if over else "/Row"
    alt = str(element.Alt) if tag == "Figure" else ""
    attributes = element.get("/A", {}) if tag in ("TD", "TH") else {}
    return [Element(tag, kids, alt, {key: int(attributes[f"/{key}"]) for key in _SPANS if f"/{key}" in attributes})]


def _wrap_in_paragraphs(kids: Sequence[Element | int]) -> list[Element]:
    """Return kids with a paragraph around each run of content outside of elements."""
    elements: list[Element] = []
    for is_content, group in groupby(kids, key=lambda kid: isinstance(kid, int)):
        run: list[Any] = list(group)
        elements += [Element("P", run)] if is_content else run
    return elements
