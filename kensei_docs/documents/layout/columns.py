"""Text in columns over several pages: blocks in order, none broken, and even columns on the last page.

The markup of such a face is a head, then its blocks, each after a ``<!--block-->``. These comments may be in it:

- ``<!--running-->`` ends the head; what follows, up to the first block, is the running head of every later page;
- ``<!--number-->`` in the running head is replaced by the number of the page;
- ``<!--about: …-->`` in a block sets the topic, until another block sets another one;
- ``<!--about-->`` in the running head is replaced by the topic of the first block of the page;
- ``<!--page of ID-->`` anywhere is replaced by the number of the page with the element of that id.

The face is laid out twice: once to measure head and blocks, then page by page with each block at its place.
WeasyPrint's own columns are not used: see docs/decisions.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.layout.overflow import PIXEL, boxes_in

_BLOCK, _RUNNING = "<!--block-->", "<!--running-->"
_NUMBER, _ABOUT = "<!--number-->", "<!--about-->"
_SETS_ABOUT = re.compile(r"<!--about: (.*?)-->")
_PAGE_OF = re.compile(r"<!--page of (.*?)-->")
# Stands for page numbers while blocks are measured: no page number is wider.
_SOME_PAGE = "000"
_ID = re.compile(r'\bid="([^"]+)"')

# The margins of a block stay inside it, so that it is as high in a column as it was when it was measured.
_WRAPPED = '<div style="display: flow-root"{}>{}</div>'

# Millimetres: high enough for all blocks in one column.
_ENDLESS = 20000


@dataclass(frozen=True)
class Block:
    """The markup of a block, its height in millimetres, and its height without the margin below it."""

    html: str
    height: float
    height_at_foot: float


# The blocks of one column.
Column = list[Block]


def pages_to_measure(html: str, size: Size, columns: Columns) -> list[tuple[str, Size]]:
    """Return the pages (markup and size) to lay out, in order to measure the head, the running head and the blocks."""
    head, running, blocks = _split(_PAGE_OF.sub(_SOME_PAGE, html))
    wrapped = "".join(_WRAPPED.format(f' data-measure="{i}"', block) for i, block in enumerate(blocks))
    return [
        (f'<div data-measure="head">{head}</div>', size),
        (f'<div data-measure="running">{running}</div>', size),
        (wrapped + '<div data-measure="end"></div>', Size(columns.width(size), _ENDLESS)),
    ]


def fill_columns(html: str, size: Size, columns: Columns, measured: Sequence[Any]) -> list[str]:
    """Return the markup of each page, from the laid-out ``pages_to_measure``."""
    head, running, texts = _split(html)
    top, top_of_others = (_bottom(_measured_boxes(page)[0], with_margin=True) for page in measured[:2])
    boxes = _measured_boxes(measured[2])
    blocks = [
        Block(
            text,
            (below.position_y - here.position_y) * PIXEL,
            _bottom(here, with_margin=False) - here.position_y * PIXEL,
        )
        for text, here, below in zip(texts, boxes, boxes[1:], strict=False)
    ]
    # A page with a fold is two panels, one above the other: no column goes on over the fold.
    panels_a_page = 2 if columns.fold else 1
    panel_height = (size.height - columns.fold) / 2 if columns.fold else size.height
    panels = fill_panels(blocks, panel_height, top, columns.count, top_of_others, panels_a_page)
    width = columns.width(size)
    pages = []
    about = ""
    for number, first in enumerate(range(0, len(panels), panels_a_page), 1):
        here = panels[first : first + panels_a_page]
        tops = [top if number == 1 else top_of_others, panel_height + columns.fold]
        parts = [
            f'<div style="position: absolute; left: {i * (width + columns.gap)}mm; top: {panel_top}mm; '
            f'width: {width}mm">{"".join(_WRAPPED.format("", block.html) for block in column)}</div>'
            for panel, panel_top in zip(here, tops, strict=False)
            for i, column in enumerate(panel)
        ]
        named = [_SETS_ABOUT.search(block.html) for panel in here for column in panel for block in column]
        about = next((one[1] for one in named[:1] if one), about)
        above = head if number == 1 else running.replace(_NUMBER, str(number)).replace(_ABOUT, about)
        pages.append(f'<div style="position: absolute; width: 100%">{above}</div>' + "".join(parts))
        about = next((one[1] for one in reversed(named) if one), about)
    numbers = {name: str(number) for number, page in enumerate(pages, 1) for name in _ID.findall(page)}
    return [_PAGE_OF.sub(lambda found: numbers.get(found[1], ""), page) for page in pages]


def fill_panels(
    blocks: list[Block], height: float, top: float, count: int, top_of_others: float = 0, panels_a_page: int = 1
) -> list[list[Column]]:
    """Return the columns of each panel (a page, or half a page with a fold); those of the last one are even.

    ``height`` is a panel's, ``top`` that of the head above the first panel, ``top_of_others`` that of the running
    head above the first panel of each later page; all in millimetres.
    """
    panels: list[list[Column]] = []
    rest = blocks
    while rest or not panels:
        room = height - (0 if len(panels) % panels_a_page else top_of_others if panels else top)
        columns, left = _fill(rest, room, count)
        panels.append(columns if left else _balance(rest, room, count))
        rest = left
    return panels


def _fill(blocks: list[Block], room: float, count: int) -> tuple[list[Column], list[Block]]:
    """Fill up to ``count`` columns in order; return them and the blocks that are left.

    A block that is higher than a column has one to itself.
    """
    columns: list[Column] = []
    left = list(blocks)
    while left and len(columns) < count:
        column = [left.pop(0)]
        used = column[0].height
        while left and used + left[0].height_at_foot <= room:
            used += left[0].height
            column.append(left.pop(0))
        columns.append(column)
    return columns, left


def _balance(blocks: list[Block], room: float, count: int) -> list[Column]:
    """Return columns of the least height, to half a millimetre, that has room for all blocks."""
    low, high = 0.0, room
    while high - low > 0.5:
        middle = (low + high) / 2
        columns, left = _fill(blocks, middle, count)
        fits = not left and all(
            sum(block.height for block in column[:-1]) + column[-1].height_at_foot <= middle for column in columns
        )
        low, high = (low, middle) if fits else (middle, high)
    return _fill(blocks, high, count)[0]


def _split(html: str) -> tuple[str, str, list[str]]:
    """Return the head, the running head and the blocks of some markup."""
    head, *blocks = html.split(_BLOCK)
    head, _, running = head.partition(_RUNNING)
    return head, running, blocks


def _measured_boxes(page: Any) -> list[Any]:
    """Return the boxes on a laid-out page that are to be measured, in order."""
    return [
        box
        for box in boxes_in(page._page_box)
        if box.element is not None and box.element.get("data-measure") and type(box).__name__ == "BlockBox"
    ]


def _bottom(box: Any, with_margin: bool) -> float:
    """Return where the content of a box ends, in millimetres from the top of the page."""
    end: float = max(
        (
            child.position_y + (child.margin_height() if with_margin else child.margin_top + child.border_height())
            for child in box.children
        ),
        default=box.position_y,
    )
    return end * PIXEL
