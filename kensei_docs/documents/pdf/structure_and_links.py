"""The structure tree of a PDF, for screen readers, and its links, anchors and outline.

The structure tree of a document has a Part for each page, with the faces in order. A face that is placed once adds the
headings, paragraphs and tables of its page to the tree, in reading order. WeasyPrint writes links, anchors and headings
into packs; they are copied for faces with text over several pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem, String

from kensei_docs.documents.layout.renderer import Element
from kensei_docs.documents.pdf.object_writer import PdfWriter, reals

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
                    if kid.alt:
                        entries["/Alt"] = String(kid.alt)
                    if kid.cell:
                        values = {f"/{key}": Name(v) if isinstance(v, str) else v for key, v in kid.cell.items()}
                        entries["/A"] = Dictionary({"/O": Name.Table, **values})
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


# The levels of the outline that are open when a viewer opens the document.
_OPEN_LEVELS = 2


@dataclass(frozen=True)
class Link:
    """The box of a link, in points from the upper left corner of its page, and the name of its anchor (``goal``)."""

    left: float
    top: float
    right: float
    bottom: float
    goal: str


@dataclass(frozen=True)
class Heading:
    """A heading: its level (from 1), its words, and its distance from the top of its page in points."""

    level: int
    words: str
    top: float


@dataclass(frozen=True)
class PageLinks:
    """The links and headings of a page, and the distances of its anchors from its top, in points, by name."""

    links: list[Link] = field(default_factory=list)
    anchors: dict[str, float] = field(default_factory=dict)
    headings: list[Heading] = field(default_factory=list)


@dataclass(frozen=True)
class PlacedPage:
    """A placed page of a face: the name of the face, the page of the PDF, the upper left corner on it in points, and
    the links, anchors and headings of the face."""

    name: str
    page: pikepdf.Object
    left: float
    top: float
    found: PageLinks


def links_of_pages(pack: pikepdf.Pdf) -> list[PageLinks]:
    """Return the links, anchors and headings of each page of a pack."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pack.pages)}
    tops = [float(page.MediaBox[3]) for page in pack.pages]
    pages = [PageLinks(list(_links(page.obj, top))) for page, top in zip(pack.pages, tops, strict=True)]

    def place(goal: Any) -> tuple[PageLinks, float]:
        """Return the page of a destination, and its distance from the top of the page."""
        number = numbers[goal[0].objgen]
        return pages[number], round(tops[number] - float(goal[3]), 3)

    if "/Names" in pack.Root and "/Dests" in pack.Root.Names:
        for name, goal in pikepdf.NameTree(pack.Root.Names.Dests).items():
            page, top = place(goal)
            page.anchors[str(name)] = top
    for level, item in _outline_items(pack.Root.get("/Outlines", {}), 1):
        page, top = place(item.Dest)
        page.headings.append(Heading(level, str(item.Title), top))
    return pages


def _links(page: Any, height: float) -> Iterator[Link]:
    """Yield the links of a page with a height in points."""
    for link in page.get("/Annots", []):
        if link.get("/Subtype") == "/Link" and "/Dest" in link:
            left, y1, right, y2 = (float(edge) for edge in link.Rect)
            top = height - max(y1, y2)
            bottom = height - min(y1, y2)
            yield Link(round(left, 3), round(top, 3), round(right, 3), round(bottom, 3), str(link.Dest))


def _outline_items(parent: Any, level: int) -> Iterator[tuple[int, Any]]:
    """Yield (level, item) for all items below an item of an outline, in order."""
    item = parent.get("/First")
    while item is not None:
        yield level, item
        yield from _outline_items(item, level + 1)
        item = item.get("/Next")


def link_annotations(pages: Sequence[PlacedPage]) -> Mapping[tuple[int, int], pikepdf.Array]:
    """Return the link annotations on a document's pages, by the pages' object numbers.

    A link to an anchor that is on none of the pages is left out.
    """
    goals = {
        name: Array([page.page, Name.XYZ, *reals(page.left, page.top - down, 0)])
        for page in pages
        for name, down in page.found.anchors.items()
    }
    annotations: dict[tuple[int, int], pikepdf.Array] = {}
    for page in pages:
        for link in page.found.links:
            if link.goal in goals:
                edges = (page.left + link.left, page.top - link.bottom, page.left + link.right, page.top - link.top)
                annotations.setdefault(page.page.objgen, Array()).append(
                    Dictionary(
                        Type=Name.Annot, Subtype=Name.Link, Rect=reals(*edges), Border=[0, 0, 0], Dest=goals[link.goal]
                    )
                )
    return annotations


def add_outline(writer: PdfWriter, pages: Sequence[PlacedPage]) -> None:
    """Add an outline of the headings on pages to a document, in the order of the names of faces."""
    with writer.pdf.open_outline() as outline:
        # The last heading of each level, with its children: the next heading is a child of the last higher one.
        above: list[tuple[int, list[OutlineItem]]] = [(0, outline.root)]
        for page in sorted(pages, key=lambda page: _natural(page.name)):
            for heading in page.found.headings:
                while above[-1][0] >= heading.level:
                    above.pop()
                goal = Array([page.page, Name.XYZ, *reals(0, page.top - heading.top, 0)])
                item = OutlineItem(heading.words, goal)
                item.is_closed = heading.level >= _OPEN_LEVELS
                above[-1][1].append(item)
                above.append((heading.level, item.children))


def _natural(name: str) -> tuple[str, int]:
    """Return a sort key for the name of a face, by which page 10 is after page 9."""
    stem, _, number = name.rpartition("-")
    return (stem, int(number)) if number.isdigit() else (name, 0)
