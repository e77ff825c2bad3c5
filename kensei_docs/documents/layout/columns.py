"""Text in columns over several pages: blocks in order, none broken, and even columns on the last page.

The markup of such a face is a head, then its blocks, each after a ``<!--block-->``. These comments may be in it:

- ``<!--running-->`` ends the head; what follows, up to the first block, is the running head of every later page;
- ``<!--number-->`` in the running head is replaced by the number of the page;
- ``<!--side-->`` in the running head is replaced by ``left`` or ``right``, where the page lies in a booklet;
- ``<!--about: …-->`` in a block sets the topic, until another block sets another one;
- ``<!--topics-->`` in the running head is replaced by the first two topics of the page;
- ``<!--about-->`` in the running head is replaced by the topic of the first block of the page;
- ``<!--page of ID-->`` anywhere is replaced by the number of the page with the element of that id;
- ``<!--wide-->`` in a block has it stand across all columns, between those before it and those after it;
- ``<!--keep-->`` in a wide block: it doesn't stand at the foot of a page, with what follows on the next;
- ``<!--even-->`` in the last blocks: where they don't all fit below those before them, they begin a page, and are
  spread evenly over the pages that they take;
- ``<!--section-->`` in a block: it begins a section. Where a wide block has no room on a page, sections without wide
  blocks that come later and fit whole take the room in its place.

The face is laid out twice: once to measure head and blocks, then page by page with each block at its place. Text that
runs out of its column, over the next one, is an overrun as that out of the page.
WeasyPrint's own columns are not used: see docs/decisions.md.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.layout.defects import PAGE_FIELD, PIXEL, boxes_in

_BLOCK, _RUNNING = "<!--block-->", "<!--running-->"
_WIDE, _SECTION, _KEEP, _EVEN = "<!--wide-->", "<!--section-->", "<!--keep-->", "<!--even-->"
_NUMBER, _ABOUT, _SIDE, _TOPICS = "<!--number-->", "<!--about-->", "<!--side-->", "<!--topics-->"
# As many topics have room beside the title of a page.
_MOST_TOPICS = 2
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
    """The markup of a block, its height in millimetres, its height without the margin below it, whether it stands
    across all columns, begins a section, is kept with the next block, and belongs to an end that is spread evenly."""

    html: str
    height: float
    height_at_foot: float
    wide: bool = False
    begins: bool = False
    keeps: bool = False
    even: bool = False


# The blocks of one column.
Column = list[Block]


@dataclass(frozen=True)
class Band:
    """Columns side by side, or one wide column; ``top`` is their distance from the top of the panel, in mm."""

    top: float
    columns: list[Column]
    wide: bool = False


@dataclass(frozen=True)
class FilledPage:
    """The markup of a page; ``content`` is the same without the running head and with nothing in place of the
    numbers of pages: two pages of one content say the same, wherever they stand in their documents."""

    html: str
    content: str


@dataclass(frozen=True)
class FilledColumns:
    """The pages of a face; ``needed`` is the height of its text, in heights of the pages that there should be at most,
    ``too_many`` whether there are more pages."""

    pages: list[FilledPage]
    needed: float
    too_many: bool


def pages_to_measure(html: str, size: Size, columns: Columns) -> list[tuple[str, Size]]:
    """Return the pages (markup and size) to lay out, in order to measure the head, the running head and the blocks."""
    head, running, blocks = _split(_PAGE_OF.sub(_SOME_PAGE, html))
    across = f' style="width: {size.width}mm"'
    wrapped = "".join(
        f"<div{across if _WIDE in block else ''}>" + _WRAPPED.format(f' data-measure="{i}"', block) + "</div>"
        for i, block in enumerate(blocks)
    )
    return [
        (f'<div data-measure="head">{head}</div>', size),
        (f'<div data-measure="running">{running}</div>', size),
        (wrapped + '<div data-measure="end"></div>', Size(columns.width(size), _ENDLESS)),
    ]


def fill_columns(html: str, size: Size, columns: Columns, measured: Sequence[Any]) -> FilledColumns:
    """Return the pages, from the laid-out ``pages_to_measure``."""
    head, running, texts = _split(html)
    top, top_of_others = (_bottom(_measured_boxes(page)[0], with_margin=True) for page in measured[:2])
    boxes = _measured_boxes(measured[2])
    blocks = [
        Block(
            text,
            (below.position_y - here.position_y) * PIXEL,
            _bottom(here, False) - here.position_y * PIXEL,
            _WIDE in text,
            _SECTION in text,
            _KEEP in text,
            _EVEN in text,
        )
        for text, here, below in zip(texts, boxes, boxes[1:], strict=False)
    ]
    # A page with a fold is two panels, one above the other: no column goes on over the fold.
    panels_a_page = 2 if columns.fold else 1
    panel_height = (size.height - columns.fold) / 2 if columns.fold else size.height
    panels = fill_panels(blocks, panel_height, top, columns.count, top_of_others, panels_a_page)
    width = columns.width(size)
    pages: list[tuple[str, str]] = []
    about = ""
    for number, first in enumerate(range(0, len(panels), panels_a_page), 1):
        here = panels[first : first + panels_a_page]
        tops = [0, panel_height + columns.fold]
        parts = [
            f'<div data-field="{PAGE_FIELD}" style="position: absolute; left: {i * (width + columns.gap)}mm; '
            f'top: {panel_top + band.top}mm; width: {size.width if band.wide else width}mm">'
            f"{''.join(_WRAPPED.format('', block.html) for block in column)}</div>"
            for panel, panel_top in zip(here, tops, strict=False)
            for band in panel
            for i, column in enumerate(band.columns)
        ]
        named = [
            _SETS_ABOUT.search(block.html)
            for panel in here
            for band in panel
            for column in band.columns
            for block in column
        ]
        about = next((one[1] for one in named[:1] if one), about)
        topics = dict.fromkeys([about, *(one[1] for one in named if one)])
        above = head if number == 1 else running_head(running, number, about, list(topics)[:_MOST_TOPICS])
        pages.append((f'<div style="position: absolute; width: 100%">{above}</div>', "".join(parts)))
        about = next((one[1] for one in reversed(named) if one), about)
    numbers = {name: str(number) for number, page in enumerate(pages, 1) for name in _ID.findall("".join(page))}
    filled = [
        FilledPage(
            _PAGE_OF.sub(lambda found: numbers.get(found[1], ""), above + parts),
            _PAGE_OF.sub("", above + parts if number == 0 else parts),
        )
        for number, (above, parts) in enumerate(pages)
    ]
    most = columns.pages or len(pages)
    needed = top + (len(pages) - 1) * top_of_others
    needed += sum(block.height / (1 if block.wide else columns.count) for block in blocks)
    return FilledColumns(filled, needed / (most * panels_a_page * panel_height), len(pages) > most)


def running_head(markup: str, number: int, about: str, topics: Sequence[str] = ()) -> str:
    """Return the running head of a page: with its number, its topic or topics, and the side where it lies in a
    booklet."""
    side = "right" if number % 2 else "left"
    named = " · ".join(filter(None, topics)) or about
    return markup.replace(_NUMBER, str(number)).replace(_ABOUT, about).replace(_TOPICS, named).replace(_SIDE, side)


def fill_panels(
    blocks: list[Block], height: float, top: float, count: int, top_of_others: float = 0, panels_a_page: int = 1
) -> list[list[Band]]:
    """Return the bands of each panel (a page, or half a page with a fold). Columns are even where nothing of them goes
    on in the next panel.

    ``height`` is a panel's, ``top`` that of the head above the first panel, ``top_of_others`` that of the running
    head above the first panel of each later page; all in millimetres.
    """
    panels: list[list[Band]] = [[]]
    end = [block for block in blocks if block.even]
    used, rest = top, [block for block in blocks if not block.even]
    while rest:
        wide, room = rest[0].wide, height - used
        run = next(list(some) for _, some in groupby(rest, key=lambda block: block.wide))
        columns, left = _fill(run, room, 1 if wide else count, below=bool(panels[-1]))
        if not left:
            columns = _balance(run, room, 1 if wide else count)
        following = (
            rest[len(run) : len(run) + 1] if wide and not left and run[-1].keeps and (panels[-1] or run[1:]) else []
        )
        if any(sum(block.height for block in run) + below.height_at_foot > room for below in following):
            # A heading goes where what it is above goes.
            columns, left = ([run[:-1]] if run[:-1] else []), run[-1:]
        rest = left + rest[len(run) :]
        # The room that wide blocks leave is filled with the blocks behind them.
        full = bool(left) and not (wide and columns)
        if not columns and wide and (sections := _later_sections(rest, room, count)):
            wide, columns = False, _balance(sections, room, count)
            rest = [block for block in rest if block not in sections]
        if columns:
            panels[-1].append(Band(used, columns, wide))
            used += max(sum(block.height for block in column) for column in columns)
        if full:
            used = 0 if len(panels) % panels_a_page else top_of_others
            panels.append([])
    if end:
        _add_end(panels, end, height, used, count, top_of_others, panels_a_page)
    return panels


def _add_end(
    panels: list[list[Band]],
    end: list[Block],
    height: float,
    used: float,
    count: int,
    top_of_others: float,
    panels_a_page: int,
) -> None:
    """Add the last blocks to the last panel, or spread evenly over panels of their own."""
    columns, left = _fill(end, height - used, count, below=bool(panels[-1]))
    if not left and columns:
        panels[-1].append(Band(used, _balance(end, height - used, count)))
        return

    def spread(room: float) -> list[list[Column]]:
        found, rest = [], end
        while rest:
            columns, rest = _fill(rest, room, count)
            found.append(columns)
        return found

    low, high = 0.0, height - top_of_others
    fewest = len(spread(high))
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (low, middle) if len(spread(middle)) == fewest else (middle, high)
    for columns in spread(high):
        if panels[-1]:
            panels.append([])
        panels[-1].append(Band(0 if (len(panels) - 1) % panels_a_page else top_of_others, columns))


def _later_sections(blocks: list[Block], room: float, count: int) -> list[Block]:
    """Return the blocks of later sections, none of them wide, that fit together into columns so high, in order."""
    sections: list[list[Block]] = []
    for block in blocks:
        if block.begins or block.wide or not sections:
            sections.append([])
        sections[-1].append(block)
    found: list[Block] = []
    for section in sections:
        if section[0].begins and not any(block.wide for block in section):
            more = [*found, *section]
            _, left = _fill(more, room, count, below=True)
            found = found if left else more
    return found


def _fill(blocks: list[Block], room: float, count: int, below: bool = False) -> tuple[list[Column], list[Block]]:
    """Fill up to ``count`` columns in order; return them and the blocks that are left.

    A block that is higher than a column has one to itself; where other bands stand above (``below``), it is left.
    """
    columns: list[Column] = []
    left = list(blocks)
    while left and len(columns) < count and not (below and left[0].height_at_foot > room):
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
