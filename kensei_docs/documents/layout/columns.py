"""Filling pages with columns of blocks: in order, no block broken, the last page's columns even.

The markup of such a page is its head, then its blocks, each after a ``<!--block-->``. What stands
at the top of every page but the first comes after the head and a ``<!--running-->``; in it,
``<!--number-->`` is the page's number and ``<!--about-->`` what its first block says that it is
about (``<!--about: …-->``, until another block says otherwise). ``<!--page of ID-->`` anywhere is
the number of the page with the element of that id. The renderer could fill columns itself, but
can't even them out at a bearable cost.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.layout.overflow import PIXEL, boxes_in

SEPARATOR, RUNNING = "<!--block-->", "<!--running-->"
_NUMBER, _ABOUT = "<!--number-->", "<!--about-->"
_SAID = re.compile(r"<!--about: (.*?)-->")
_PAGE_OF = re.compile(r"<!--page of (.*?)-->")
# As wide as the number of a page may be, as long as nobody knows it.
_SOME_PAGE = "000"
_ID = re.compile(r'\bid="([^"]+)"')

# A block keeps its margins to itself: next to another one they are what they were when measured.
_BLOCK = '<div style="display: flow-root"{}>{}</div>'

# A page so long that it holds every block below the other.
_ENDLESS = 20000


@dataclass(frozen=True)
class Block:
    """A block's markup, its height, and its height without the space that it keeps below."""

    html: str
    height: float
    tight: float


def pages_to_measure(html: str, size: Size, columns: Columns) -> list[tuple[str, Size]]:
    """Return the pages (markup and size) to lay out in order to measure head and blocks."""
    head, running, blocks = _parts(_PAGE_OF.sub(_SOME_PAGE, html))
    wrapped = "".join(_BLOCK.format(f' data-measure="{i}"', block) for i, block in enumerate(blocks))
    return [
        (f'<div data-measure="head">{head}</div>', size),
        (f'<div data-measure="running">{running}</div>', size),
        (wrapped + '<div data-measure="end"></div>', Size(columns.width(size), _ENDLESS)),
    ]


def fill_columns(html: str, size: Size, columns: Columns, pages: Sequence[Any]) -> list[str]:
    """Return the markup of each page, from the measuring pages as they were laid out."""
    head, running, texts = _parts(html)
    top, under = (_bottom(_measured(page)[0], with_margin=True) for page in pages[:2])
    boxes = _measured(pages[2])
    blocks = [
        Block(
            text,
            (below.position_y - here.position_y) * PIXEL,
            _bottom(here, with_margin=False) - here.position_y * PIXEL,
        )
        for text, here, below in zip(texts, boxes, boxes[1:], strict=False)
    ]
    found = []
    about = ""
    panels = 2 if columns.fold else 1
    panel = (size.height - columns.fold) / 2 if columns.fold else size.height
    rooms = _pages(blocks, panel, top, columns.count, under, panels)
    width = columns.width(size)
    for number, first in enumerate(range(0, len(rooms), panels), 1):
        filled = [column for room in rooms[first : first + panels] for column in room]
        starts = [
            start
            for i, room in enumerate(rooms[first : first + panels])
            for start in enumerate([panel + columns.fold if i else top if number == 1 else under] * len(room))
        ]
        parts = [
            f'<div style="position: absolute; left: {i * (width + columns.gap)}mm; '
            f'top: {start}mm; width: {width}mm">'
            + "".join(_BLOCK.format("", block.html) for block in column)
            + "</div>"
            for (i, start), column in zip(starts, filled, strict=True)
        ]
        said = [_SAID.search(block.html) for column in filled for block in column]
        about = next((one[1] for one in said[:1] if one), about)
        above = head if number == 1 else running.replace(_NUMBER, str(number)).replace(_ABOUT, about)
        found.append(f'<div style="position: absolute; width: 100%">{above}</div>' + "".join(parts))
        about = next((one[1] for one in reversed(said) if one), about)
    return _numbered(found)


def _parts(html: str) -> tuple[str, str, list[str]]:
    """Return the head, what stands at the top of the other pages, and the blocks."""
    head, *blocks = html.split(SEPARATOR)
    head, _, running = head.partition(RUNNING)
    return head, running, blocks


def _numbered(pages: list[str]) -> list[str]:
    """Return the pages with the numbers of pages in them that they refer to."""
    numbers = {name: str(number) for number, page in enumerate(pages, 1) for name in _ID.findall(page)}
    return [_PAGE_OF.sub(lambda found: numbers.get(found[1], ""), page) for page in pages]


def _pages(
    blocks: list[Block], height: float, top: float, count: int, under: float = 0, panels: int = 1
) -> list[list[list[Block]]]:
    """Return the columns of each panel; ``top`` is what stands above the first, ``under`` above the
    first one of each page after that."""
    pages: list[list[list[Block]]] = []
    rest = blocks
    while rest or not pages:
        room = height - (0 if len(pages) % panels else under if pages else top)
        columns, left = _filled(rest, room, count)
        if not left:
            columns = _even(rest, room, count)
        pages.append(columns)
        rest = left
    return pages


def _filled(blocks: list[Block], room: float, count: int) -> tuple[list[list[Block]], list[Block]]:
    """Fill columns in order; return them and the blocks that found no room."""
    columns: list[list[Block]] = []
    left = list(blocks)
    while left and len(columns) < count:
        column, used = [left.pop(0)], 0.0
        used = column[0].height
        while left and used + left[0].tight <= room:
            used += left[0].height
            column.append(left.pop(0))
        columns.append(column)
    return columns, left


def _even(blocks: list[Block], room: float, count: int) -> list[list[Block]]:
    """Return columns of the least height that still holds all the blocks."""
    low, high = 0.0, room
    while high - low > 0.5:
        middle = (low + high) / 2
        columns, left = _filled(blocks, middle, count)
        fits = not left and all(sum(b.height for b in column[:-1]) + column[-1].tight <= middle for column in columns)
        low, high = (low, middle) if fits else (middle, high)
    return _filled(blocks, high, count)[0]


def _measured(page: Any) -> list[Any]:
    return [
        box
        for box in boxes_in(page._page_box)
        if box.element is not None and box.element.get("data-measure") and type(box).__name__ == "BlockBox"
    ]


def _bottom(box: Any, with_margin: bool) -> float:
    """Return where what stands in a box ends, in millimetres."""
    end: float = max(
        (
            child.position_y + (child.margin_height() if with_margin else child.margin_top + child.border_height())
            for child in box.children
        ),
        default=box.position_y,
    )
    return end * PIXEL
