"""The structure tree of a PDF, for screen readers: headings, paragraphs and tables in reading order.

The structure tree of a document has a Part for each page, with the faces in order. A face that is placed once adds the
elements of its page to the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from kensei_docs.documents.layout.structure_elements import Element
from kensei_docs.documents.pdf.object_writer import PdfWriter

_MARKED = re.compile(rb"/\w+\n<</MCID (\d+)>>\nBDC")
# Made once: a document has tens of thousands of elements.
_STRUCT_ELEM, _MCR = Name.StructElem, Name.MCR


def content_ids(elements: Sequence[Element | int]) -> Iterator[int]:
    """Yield the ids of all marked content in elements."""
    for element in elements:
        if isinstance(element, int):
            yield element
        else:
            yield from content_ids(element.kids)


def mark(content: bytes, kept: set[int]) -> bytes:
    """Return a page's content, with marked content whose id is not in ``kept`` made an artifact."""
    return _MARKED.sub(lambda match: match.group() if int(match[1]) in kept else b"/Artifact\nBMC", content)


def unmark(content: bytes) -> bytes:
    """Return a page's content without ids: it is a part of the marked content in which its form is placed."""
    return _MARKED.sub(b"/Span\nBMC", content).replace(b"/Artifact\nBMC", b"/Span\nBMC")


def _entries(element: Element) -> Iterator[tuple[str, Any]]:
    """Yield the entries for the text and the attributes of a structure element."""
    if element.alt:
        yield "/Alt", String(element.alt)
    if element.cell:
        values = {f"/{key}": Name(value) if isinstance(value, str) else value for key, value in element.cell.items()}
        yield "/A", Dictionary({"/O": Name.Table, **values})


@dataclass(frozen=True)
class PlacedFace:
    """One face on a page, with its title.

    It is either a piece of the page's marked content, with the id ``piece``, or a ``form`` with ``elements`` of its own
    and a ``key`` in the parent tree.
    """

    title: str
    piece: int = 0
    form: pikepdf.Object | None = None
    elements: Sequence[Element] = ()
    key: int = 0


class StructureTree:
    """The structure tree of a PDF, built page by page."""

    def __init__(self, writer: PdfWriter) -> None:
        self._writer = writer
        self._root = writer.reserve()
        self._document = writer.reserve()
        self._parts: list[pikepdf.Object] = []
        self._parents: dict[int, pikepdf.Object] = {}

    def add_page(self, number: int, faces: Sequence[PlacedFace]) -> None:
        """Add the faces on a page; ``number`` (from 0) is the key of the page's marked content in the parent tree."""
        writer = self._writer
        page = writer.pages[number]
        part = writer.reserve()
        elements: list[pikepdf.Object] = []
        pieces: list[pikepdf.Object] = []
        for face in faces:
            element = writer.reserve()
            elements.append(element)
            if face.form is not None:
                kids: Any = self._add_elements(face, element, page)
            else:
                kids = face.piece
                pieces.append(element)
            writer.put(
                element,
                Dictionary(
                    Type=Name.StructElem,
                    S=Name.P if face.form is None else Name.Sect,
                    P=part,
                    Pg=page,
                    T=String(face.title),
                    K=kids,
                ),
            )
        if pieces:
            self._parents[number] = writer.add(Array(pieces))
        writer.put(part, Dictionary(Type=Name.StructElem, S=Name.Part, P=self._document, Pg=page, K=Array(elements)))
        self._parts.append(part)

    def _add_elements(self, face: PlacedFace, holder: pikepdf.Object, page: pikepdf.Object) -> pikepdf.Object:
        """Add the elements of a form, and return the kids of the element that contains them (``holder``)."""
        owners: dict[int, pikepdf.Object] = {}
        writer = self._writer

        def kids_of(kids: Sequence[Element | int], parent: pikepdf.Object) -> pikepdf.Object:
            references: list[pikepdf.Object] = []
            for kid in kids:
                if isinstance(kid, int):
                    owners[kid] = parent
                    references.append(Dictionary({"/Type": _MCR, "/Pg": page, "/Stm": face.form, "/MCID": kid}))
                else:
                    reference = writer.reserve()
                    references.append(reference)
                    entries = {"/Type": _STRUCT_ELEM, "/S": Name(f"/{kid.tag}"), "/P": parent}
                    entries["/K"] = kids_of(kid.kids, reference)
                    if kid.alt or kid.cell:
                        entries.update(_entries(kid))
                    writer.put(reference, Dictionary(entries))
            return Array(references)

        kids = kids_of(face.elements, holder)
        self._parents[face.key] = self._writer.add(Array([owners.get(i) for i in range(max(owners) + 1)]))
        return kids

    def finish(self) -> None:
        """Write the document element, the root of the tree and the parent tree."""
        writer = self._writer
        writer.put(
            self._document, Dictionary(Type=Name.StructElem, S=Name.Document, P=self._root, K=Array(self._parts))
        )
        numbers: list[Any] = [part for key in sorted(self._parents) for part in (key, self._parents[key])]
        writer.put(
            self._root,
            Dictionary(
                Type=Name.StructTreeRoot,
                K=[self._document],
                ParentTree=writer.add(Dictionary(Nums=Array(numbers))),
                ParentTreeNextKey=max(self._parents, default=-1) + 1,
            ),
        )
        writer.pdf.Root.StructTreeRoot = self._root
        writer.pdf.Root.MarkInfo = Dictionary(Marked=True)
