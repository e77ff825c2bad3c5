"""Links, anchors and the outline of a PDF.

WeasyPrint writes them into packs; they are copied for faces that flow over pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, OutlineItem

from kensei_docs.documents.pdf.writer import PdfWriter, reals

# The levels of the outline that are unfolded when the document is opened.
_UNFOLDED = 2


@dataclass(frozen=True)
class Link:
    """The box of a link, in points from the upper left corner of its page, and the name of its anchor."""

    left: float
    top: float
    right: float
    bottom: float
    goal: str


@dataclass(frozen=True)
class Heading:
    """A heading: its level from 1, its words, and its distance from the top of its page in points."""

    level: int
    words: str
    top: float


@dataclass(frozen=True)
class PageLinks:
    """The links and headings of a page, and how far its anchors are from its top, in points."""

    links: list[Link] = field(default_factory=list)
    anchors: dict[str, float] = field(default_factory=dict)
    headings: list[Heading] = field(default_factory=list)


@dataclass(frozen=True)
class PlacedPage:
    """A placed page of a face: the face's name, the PDF's page, the upper left corner on that page in points, and
    the links that were found."""

    name: str
    page: pikepdf.Object
    left: float
    top: float
    found: PageLinks


def links_of_pages(pack: pikepdf.Pdf) -> list[PageLinks]:
    """Return the links, anchors and headings of each page of a pack."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pack.pages)}
    tops = [float(page.MediaBox[3]) for page in pack.pages]
    found = [PageLinks(list(_links(page.obj, top))) for page, top in zip(pack.pages, tops, strict=True)]

    def place(goal: Any) -> tuple[PageLinks, float]:
        number = numbers[goal[0].objgen]
        return found[number], round(tops[number] - float(goal[3]), 3)

    if "/Names" in pack.Root and "/Dests" in pack.Root.Names:
        for name, goal in pikepdf.NameTree(pack.Root.Names.Dests).items():
            page, top = place(goal)
            page.anchors[str(name)] = top
    for level, item in _outline_items(pack.Root.get("/Outlines", {}), 1):
        page, top = place(item.Dest)
        page.headings.append(Heading(level, str(item.Title), top))
    return found


def _links(page: Any, height: float) -> Iterator[Link]:
    for link in page.get("/Annots", []):
        if link.get("/Subtype") == "/Link" and "/Dest" in link:
            left, one, right, other = (float(edge) for edge in link.Rect)
            top, bottom = height - max(one, other), height - min(one, other)
            yield Link(round(left, 3), round(top, 3), round(right, 3), round(bottom, 3), str(link.Dest))


def _outline_items(parent: Any, level: int) -> Iterator[tuple[int, Any]]:
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
        name: Array([one.page, Name.XYZ, *reals(one.left, one.top - down, 0)])
        for one in pages
        for name, down in one.found.anchors.items()
    }
    found: dict[tuple[int, int], pikepdf.Array] = {}
    for one in pages:
        for link in one.found.links:
            if link.goal in goals:
                edges = (one.left + link.left, one.top - link.bottom, one.left + link.right, one.top - link.top)
                found.setdefault(one.page.objgen, Array()).append(
                    Dictionary(
                        Type=Name.Annot, Subtype=Name.Link, Rect=reals(*edges), Border=[0, 0, 0], Dest=goals[link.goal]
                    )
                )
    return found


def add_outline(writer: PdfWriter, pages: Sequence[PlacedPage]) -> None:
    """Give a document the outline of the headings on its pages, in the order of the faces' names."""
    with writer.pdf.open_outline() as outline:
        # The open headings by level; what follows hangs below the last one of a lower level.
        above: list[tuple[int, list[OutlineItem]]] = [(0, outline.root)]
        for one in sorted(pages, key=lambda one: _natural(one.name)):
            for heading in one.found.headings:
                while above[-1][0] >= heading.level:
                    above.pop()
                item = OutlineItem(heading.words, Array([one.page, Name.XYZ, *reals(0, one.top - heading.top, 0)]))
                item.is_closed = heading.level >= _UNFOLDED
                above[-1][1].append(item)
                above.append((heading.level, item.children))


def _natural(name: str) -> tuple[str, int]:
    """Return a face's name as it is sorted: page 10 after page 9, however they are placed."""
    stem, _, number = name.rpartition("-")
    return (stem, int(number)) if number.isdigit() else (name, 0)
