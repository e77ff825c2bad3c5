"""What leads from one place of a document to another: links on its pages, and its outline.

The renderer writes both for a pack; a face keeps its page's, and takes them along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from kensei_docs.documents.faces import Ways

if TYPE_CHECKING:
    from kensei_docs.documents.impose import Sheet

_POINT = 72 / 25.4


def ways_of(pack: pikepdf.Pdf) -> list[Ways]:
    """Return what each page of a pack has of links, anchors and headings."""
    numbers = {page.obj.objgen: number for number, page in enumerate(pack.pages)}
    tops = [float(page.MediaBox[3]) for page in pack.pages]
    anchors: list[dict[str, float]] = [{} for _ in tops]
    headings: list[list[tuple[int, str, float]]] = [[] for _ in tops]
    for name, goal in _named(pack):
        page = numbers[goal[0].objgen]
        anchors[page][str(name)] = round(tops[page] - float(goal[3]), 3)
    if "/Outlines" in pack.Root:
        for level, title, goal in _outline(pack.Root.Outlines, 1):
            page = numbers[goal[0].objgen]
            headings[page].append((level, title, round(tops[page] - float(goal[3]), 3)))
    return [Ways(list(_links(page.obj, tops[number])), anchors[number], headings[number])
            for number, page in enumerate(pack.pages)]


def connect(pdf: pikepdf.Pdf, sheets: Sequence[Sheet]) -> None:
    """Give a document the links and the outline of the faces on its sheets."""
    goals: dict[str, Array] = {}
    waiting: list[tuple[int, Sequence[float], str]] = []
    headings: list[tuple[str, int, int, str, float]] = []
    for number, (sheet, page) in enumerate(zip(sheets, pdf.pages, strict=True)):
        for one in sheet.placements:
            ways = one.face.page.ways
            left = (one.box.x + sheet.offset[0]) * _POINT
            top = (one.box.y + one.face.size.height + sheet.offset[1]) * _POINT
            for name, down in (ways.anchors or {}).items():
                goals[name] = Array([page.obj, Name.XYZ, round(left, 3), round(top - down, 3), 0])
            waiting += [(number, (left + x, top - below, left + right, top - above), name)
                        for x, above, right, below, name in ways.links]
            headings += [(one.face.name, number, level, title, top - down)
                         for level, title, down in ways.headings]
    for number, edges, name in waiting:
        if name in goals:
            _add_link(pdf, number, edges, goals[name])
    if headings:
        with pdf.open_outline() as outline:
            _fill(outline, sorted(headings, key=lambda heading: _natural(heading[0])))


def _named(pack: pikepdf.Pdf) -> Iterator[tuple[Any, Any]]:
    if "/Names" in pack.Root and "/Dests" in pack.Root.Names:
        named = list(pack.Root.Names.Dests.Names)
        yield from zip(named[::2], named[1::2], strict=True)


def _links(page: Any, top: float) -> Iterator[tuple[float, float, float, float, str]]:
    for link in page.get("/Annots", []):
        if link.get("/Subtype") == Name.Link and "/Dest" in link:
            left, one, right, other = (float(edge) for edge in link.Rect)
            yield (round(left, 3), round(top - max(one, other), 3), round(right, 3),
                   round(top - min(one, other), 3), str(link.Dest))


def _outline(parent: Any, level: int) -> Iterator[tuple[int, str, Any]]:
    item = parent.get("/First")
    while item is not None:
        yield level, str(item.Title), item.Dest
        yield from _outline(item, level + 1)
        item = item.get("/Next")


def _add_link(pdf: pikepdf.Pdf, number: int, edges: Sequence[float], goal: Array) -> None:
    page = pdf.pages[number].obj
    if "/Annots" not in page:
        page.Annots = Array()
    page.Annots.append(pdf.make_indirect(Dictionary(
        Type=Name.Annot, Subtype=Name.Link, Rect=Array([round(edge, 3) for edge in edges]),
        Border=Array([0, 0, 0]), Dest=goal)))


def _fill(outline: pikepdf.Outline, headings: Sequence[tuple[str, int, int, str, float]]) -> None:
    """Hang each heading below the last one of a lower level."""
    open_items: list[tuple[int, Any]] = []
    for _, number, level, title, top in headings:
        item = pikepdf.OutlineItem(title, number, "XYZ", left=0, top=round(top, 3), zoom=0)
        item.is_closed = level > 1
        while open_items and open_items[-1][0] >= level:
            open_items.pop()
        (open_items[-1][1].children if open_items else outline.root).append(item)
        open_items.append((level, item))


def _natural(name: str) -> tuple[str, int]:
    """Return a face's name as it is sorted: page 10 after page 9, however they are placed."""
    stem, _, number = name.rpartition("-")
    return (stem, int(number)) if number.isdigit() else (name, 0)
