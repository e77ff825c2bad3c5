"""What leads from one place of a document to another: links on its pages, and its outline.

The renderer writes both for a pack; a face keeps its page's, and takes them along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kensei_docs.documents.pdf.laid import Ways
from kensei_docs.documents.pdf.objects import POINT, Pdf, number, ref, string

if TYPE_CHECKING:
    import pikepdf

    from kensei_docs.documents.sheets.sheet import Placement, Sheet


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
    return [
        Ways(list(_links(page.obj, tops[number])), anchors[number], headings[number])
        for number, page in enumerate(pack.pages)
    ]


def links_of(sheets: Sequence[Sheet], pages: Sequence[int]) -> dict[int, list[str]]:
    """Return the links on the pages of a document, by the number of the sheet; ``pages`` are the
    objects that its pages are."""
    goals: dict[str, str] = {}
    waiting: list[tuple[int, Sequence[float], str]] = []
    for sheet_number, (sheet, page) in enumerate(zip(sheets, pages, strict=True)):
        for one in sheet.placements:
            if not one.face.leads:
                continue
            left, top = _corner(sheet, one)
            for name, down in (one.face.page.ways.anchors or {}).items():
                goals[name] = f"[{ref(page)}/XYZ {number(left)} {number(top - down)} 0]"
            waiting += [
                (sheet_number, (left + x, top - below, left + right, top - above), name)
                for x, above, right, below, name in one.face.page.ways.links
            ]
    found: dict[int, list[str]] = {}
    for sheet_number, edges, name in waiting:
        if name in goals:
            found.setdefault(sheet_number, []).append(
                f"<</Type/Annot/Subtype/Link/Rect[{' '.join(map(number, edges))}]/Border[0 0 0]/Dest{goals[name]}>>"
            )
    return found


def outline(pdf: Pdf, sheets: Sequence[Sheet]) -> None:
    """Give a document the outline of the faces on its sheets."""
    headings = [
        (one.face.name, page, level, title, _corner(sheet, one)[1] - down)
        for sheet, page in zip(sheets, pdf.pages, strict=True)
        for one in sheet.placements
        if one.face.leads
        for level, title, down in one.face.page.ways.headings
    ]
    if not headings:
        return
    root = _Item(pdf.reserve(), 0, "")
    opened = [root]
    for _, page, level, title, top in sorted(headings, key=lambda heading: _natural(heading[0])):
        while opened[-1].level >= level:
            opened.pop()
        # Each hangs below the last one of a lower level.
        item = _Item(
            pdf.reserve(),
            level,
            f"/Title {string(title)}/Dest[{ref(page)}/XYZ 0 {number(top)} 0]/Parent {ref(opened[-1].number)}",
        )
        opened[-1].kids.append(item)
        opened.append(item)
    _write(pdf, root)
    pdf.catalog["Outlines"] = ref(root.number)


@dataclass(frozen=True)
class _Item:
    """An item of an outline: the number of its object, its level, what it says, those below."""

    number: int
    level: int
    text: str
    kids: list[_Item] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """How many items below it are seen when it is unfolded, as the first two levels are."""
        return sum(1 + (kid.seen if kid.level < 2 else 0) for kid in self.kids)


def _write(pdf: Pdf, item: _Item, beside: str = "") -> None:
    numbers = [kid.number for kid in item.kids]
    below = ""
    if numbers:
        # Of what is folded away the number is negative.
        below = f"/First {ref(numbers[0])}/Last {ref(numbers[-1])}/Count {item.seen if item.level < 2 else -item.seen}"
    pdf.put(item.number, f"<<{item.text}{beside}{below}>>")
    for kid, before, after in zip(item.kids, [0, *numbers], [*numbers[1:], 0], strict=False):
        _write(pdf, kid, (f"/Prev {ref(before)}" if before else "") + (f"/Next {ref(after)}" if after else ""))


def _corner(sheet: Sheet, one: Placement) -> tuple[float, float]:
    """Return where the upper left corner of a face is on its page, in points."""
    return ((one.box.x + sheet.offset[0]) * POINT, (one.box.y + one.face.size.height + sheet.offset[1]) * POINT)


def _named(pack: pikepdf.Pdf) -> Iterator[tuple[Any, Any]]:
    if "/Names" in pack.Root and "/Dests" in pack.Root.Names:
        named = list(pack.Root.Names.Dests.Names)
        yield from zip(named[::2], named[1::2], strict=True)


def _links(page: Any, top: float) -> Iterator[tuple[float, float, float, float, str]]:
    for link in page.get("/Annots", []):
        if str(link.get("/Subtype")) == "/Link" and "/Dest" in link:
            left, one, right, other = (float(edge) for edge in link.Rect)
            yield (
                round(left, 3),
                round(top - max(one, other), 3),
                round(right, 3),
                round(top - min(one, other), 3),
                str(link.Dest),
            )


def _outline(parent: Any, level: int) -> Iterator[tuple[int, str, Any]]:
    item = parent.get("/First")
    while item is not None:
        yield level, str(item.Title), item.Dest
        yield from _outline(item, level + 1)
        item = item.get("/Next")


def _natural(name: str) -> tuple[str, int]:
    """Return a face's name as it is sorted: page 10 after page 9, however they are placed."""
    stem, _, number = name.rpartition("-")
    return (stem, int(number)) if number.isdigit() else (name, 0)
