"""Links, anchors and the outline of a PDF.

WeasyPrint writes them into packs; they are copied for faces with text over several pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem

from kensei_docs.documents.pdf.object_writer import PdfWriter, reals

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
