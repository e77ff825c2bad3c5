"""Text in columns over several pages, with running heads and page references: blocks in order.

The markup of such a face is a head, then its blocks, each after a ``<!--block-->``. These comments may be in it:

- ``<!--running-->`` ends the head; the markup from there to the first block is the running head of every later page;
- ``<!--number-->`` in the running head is replaced by the number of the page;
- ``<!--side-->`` in the running head is replaced by ``left`` or ``right``, the side of the page in a booklet;
- ``<!--about: …-->`` in a block sets the topic, until another block sets another one;
- ``<!--goes on about: …-->`` in a block sets the topic where the block goes on over a page (see divided_blocks.py): if
  a face may have any number of pages, a block that is higher than a column is divided between its lines;
- ``<!--topics-->`` in the running head is replaced by the first two topics of the page;
- ``<!--about-->`` in the running head is replaced by the topic of the first block of the page;
- ``<!--page of ID-->`` anywhere is replaced by the number of the page with the element of that id, that of several ids,
  with spaces between them, by the numbers of their pages, each once;
- ``<!--wide-->`` in a block: it extends across all columns, between the blocks before it and those after it;
- ``<!--keep-->`` in a wide block: it is never the last on a page, but is moved to the next page with the next block;
- ``<!--even-->`` in the last blocks: if they don't all fit below the others, they are divided evenly among the pages
  that they need, which begin with the last page of the others if much of it is free;
- ``<!--narrow-->`` in the last blocks: they stand in three columns, each a third as wide, which fill their pages
  in order and are balanced on the last of them. They have ``<!--even-->``, too, and those without ``<!--narrow-->``
  are their heading;
- ``<!--free-->`` in all blocks between two wide ones: they may be put into another order, if their two columns are then
  more even;
- ``<!--nth-->`` in a block is replaced by its number among the blocks with one, in the order in which they are printed;
- ``<!--inner-->`` in a block: it continues the one before it. In one column, pages then end where least is cut apart
  and least is left empty (see column_and_page_breaks.py);
- ``<!--near-->`` in a block: it is the first of a group, but pages end as if it continued the block before it;
- ``<!--section-->`` in a block: it begins a section. If a wide block does not fit on a page, later sections without
  wide blocks that fit there as a whole are put in its place.

The face is laid out twice: once to measure head and blocks, then page by page with each block at its place. Both times
a block is an element with the attribute ``data-block``, to which a style sheet gives the size of type of the text. Text
that runs out of its column, into the next one, is an overrun, like text that runs out of the page.
WeasyPrint's own columns are not used: see docs/decisions.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count as counting
from itertools import groupby
from typing import Any

from kensei_docs.documents.kinds.paper_and_face_sizes import PAGE_FIELD, PIXEL, Columns, Size
from kensei_docs.documents.layout.column_and_page_breaks import (
    MUCH_FREE,
    Block,
    Column,
    balance,
    closer,
    even,
    even_pages,
    fill,
    height_of,
    later_sections,
    pages_of_one_column,
)
from kensei_docs.documents.layout.divided_blocks import divided
from kensei_docs.documents.layout.text_fitting import boxes_in

_BLOCK = "<!--block-->"
_RUNNING = "<!--running-->"
_WIDE = "<!--wide-->"
_NARROW_BLOCK = "<!--narrow-->"
_INNER = "<!--inner-->"
_NEAR = "<!--near-->"
# The marks of a block, by the fields of ``Block`` that they set.
_MARKS = {
    "wide": _WIDE,
    "begins": "<!--section-->",
    "keeps": "<!--keep-->",
    "even": "<!--even-->",
    "free": "<!--free-->",
    "narrow": _NARROW_BLOCK,
    "near": _NEAR,
}
_NTH = "<!--nth-->"
_NUMBER = "<!--number-->"
_ABOUT = "<!--about-->"
_GOES_ON_ABOUT = re.compile(r"<!--goes on about: (.*?)-->")
_SIDE = "<!--side-->"
_TOPICS = "<!--topics-->"
_SETS_ABOUT = re.compile(r"<!--about: (.*?)-->")

# The margins of a block stay inside it, so that it has the measured height in a column.
_WRAPPED = '<div data-block style="display: flow-root"{}>{}</div>'

# The number of topics that have room beside the title of a page.
_MAX_TOPICS = 2
# The number of letters that have room in the running head of the narrowest page.
_MAX_LETTERS_OF_TOPICS = 60
_PAGE_OF = re.compile(r"<!--page of (.*?)-->")
# Replaces the number of a page while blocks are measured: none is wider. Ids may stand on as many pages.
_SOME_PAGE = "000"
_ID = re.compile(r'\bid="([^"]+)"')
# The height of the page on which all blocks are measured in one column.
_MEASURED_HEIGHT_MM = 20000
# Narrow columns: how many stand in one column, and the gap between them.
_NARROW = 3
_NARROW_GAP_MM = 4


@dataclass(frozen=True)
class Band:
    """Columns side by side, one wide column, or some that stand in one column together (``narrow``).

    ``top`` is their distance from the top of the panel, in mm.
    """

    top: float
    columns: list[Column]
    wide: bool = False
    narrow: bool = False


@dataclass(frozen=True)
class FilledPage:
    """The markup of a page; ``content`` is the same without the running head and the numbers of pages.

    Two pages with equal content have the same text, at whatever place in their documents.
    """

    html: str
    content: str


@dataclass(frozen=True)
class FilledColumns:
    """The pages of a face; ``needed`` is the height of its text as a multiple of the height of all allowed pages.

    ``too_many``: there are more pages than are allowed.
    """

    pages: list[FilledPage]
    needed: float
    too_many: bool


def pages_to_measure(html: str, size: Size, columns: Columns) -> list[tuple[str, Size]]:
    """Return the pages (markup and size) to lay out, in order to measure the head, the running head and the blocks."""
    numbered = _PAGE_OF.sub(lambda named: ", ".join([_SOME_PAGE] * len(set(named[1].split()))), html)
    head, running, blocks = _split(numbered.replace(_NTH, "0"))
    across = f' style="width: {size.width}mm"'
    narrow = f' style="width: {_narrow(columns.width(size))}mm"'
    wrapped = "".join(
        f"<div{across if _WIDE in block else narrow if _NARROW_BLOCK in block else ''}>"
        + _WRAPPED.format(f' data-measure="{i}"', block)
        + "</div>"
        for i, block in enumerate(blocks)
    )
    return [
        (f'<div data-measure="head">{head}</div>', size),
        (f'<div data-measure="running">{running}</div>', size),
        (wrapped + '<div data-measure="end"></div>', Size(columns.width(size), _MEASURED_HEIGHT_MM)),
    ]


def with_high_blocks_divided(html: str, size: Size, columns: Columns, measured: Sequence[Any]) -> str:
    """Return markup with blocks in the place of each one that is higher than a column, if it may take more pages.

    ``measured`` are the laid-out ``pages_to_measure``."""
    if columns.pages:
        return html
    before, *texts = html.split(_BLOCK)
    room = size.height / (2 if columns.fold else 1) - _bottom(_measured_boxes(measured[1])[0], with_margin=True)
    parts = [before]
    for text, box in zip(texts, _measured_boxes(measured[2]), strict=False):
        is_high = _bottom(box, False) - box.position_y * PIXEL > room
        first, *others = divided(text, box) if is_high else [text]
        kept = "".join(mark for mark in (_WIDE, _MARKS["even"], _NARROW_BLOCK) if mark in text)
        kept += "".join(f"<!--about: {topic}-->" for topic in _GOES_ON_ABOUT.findall(first))
        parts += [first, *(_INNER + kept + other for other in others)]
    return _BLOCK.join(parts)


def fill_columns(html: str, size: Size, columns: Columns, measured: Sequence[Any]) -> FilledColumns:
    """Return the pages of some markup; ``measured`` are the laid-out ``pages_to_measure``."""
    head, running, texts = _split(html)
    top, top_of_others = (_bottom(_measured_boxes(page)[0], with_margin=True) for page in measured[:2])
    boxes = _measured_boxes(measured[2])
    blocks = [
        Block(
            text,
            (below.position_y - box.position_y) * PIXEL,
            _bottom(box, False) - box.position_y * PIXEL,
            continues=_INNER in text or _NEAR in text,
            **{name: mark in text for name, mark in _MARKS.items()},
        )
        for text, box, below in zip(texts, boxes, boxes[1:], strict=False)
    ]
    # A page with a fold has two panels, one above the other: no column continues across the fold.
    panels_a_page = 2 if columns.fold else 1
    panel_height = (size.height - columns.fold) / 2 if columns.fold else size.height
    panels = fill_panels(blocks, panel_height, top, columns.count, top_of_others, panels_a_page)
    width = columns.width(size)
    pages: list[tuple[str, str]] = []
    about = ""
    numbered = counting(1)
    for number, first in enumerate(range(0, len(panels), panels_a_page), 1):
        panels_of_page = panels[first : first + panels_a_page]
        tops = [0, panel_height + columns.fold]
        parts = [
            f'<div data-field="{PAGE_FIELD}" style="position: absolute; '
            f"left: {i * (_narrow(width) + _NARROW_GAP_MM if band.narrow else width + columns.gap)}mm; "
            f"top: {panel_top + band.top}mm; "
            f'width: {size.width if band.wide else _narrow(width) if band.narrow else width}mm">'
            f"{''.join(_WRAPPED.format('', block.html) for block in column)}</div>"
            for panel, panel_top in zip(panels_of_page, tops, strict=False)
            for band in panel
            for i, column in enumerate(band.columns)
        ]
        parts = [re.sub(_NTH, lambda _: str(next(numbered)), part) for part in parts]
        columns_of_page = [column for panel in panels_of_page for band in panel for column in band.columns]
        found = [_SETS_ABOUT.search(block.html) for column in columns_of_page for block in column]
        about = next((topic[1] for topic in found[:1] if topic), about)
        topics = list(dict.fromkeys([about, *(topic[1] for topic in found if topic)]))
        above = head if number == 1 else running_head(running, number, about, topics)
        pages.append((f'<div style="position: absolute; width: 100%">{above}</div>', "".join(parts)))
        about = next((topic[1] for topic in reversed(found) if topic), about)
    of_ids = pages_of_ids(above + parts for above, parts in pages)
    filled = [
        FilledPage(with_pages(above + parts, of_ids), with_pages(above + parts if number == 0 else parts, {}))
        for number, (above, parts) in enumerate(pages)
    ]
    most = columns.pages or len(pages)
    needed = top + (len(pages) - 1) * top_of_others
    needed += sum(block.height / (1 if block.wide else columns.count) for block in blocks)
    return FilledColumns(filled, needed / (most * panels_a_page * panel_height), len(pages) > most)


def _narrow(width: float) -> float:
    """Return the width of each of the narrow columns that stand in a column."""
    return (width - (_NARROW - 1) * _NARROW_GAP_MM) / _NARROW


def fill_panels(
    blocks: list[Block], height: float, top: float, count: int, top_of_others: float = 0, panels_a_page: int = 1
) -> list[list[Band]]:
    """Return the bands of each panel (a page, or half of a page with a fold).

    Columns are even if their text does not continue on the next panel. ``height`` is the height of a panel, ``top``
    that of the head above the first panel, ``top_of_others`` that of the running head above the first panel of each
    later page; all in millimetres.
    """
    panels: list[list[Band]] = [[]]
    last_blocks = [block for block in blocks if block.even]
    used = top
    rest = [block for block in blocks if not block.even]
    if count == 1 and any(block.continues for block in rest) and not any(block.wide for block in rest):
        pages = pages_of_one_column(rest, height - top, height - top_of_others)
        panels = [[Band(top_of_others if number else top, [page])] for number, page in enumerate(pages)]
        used = (top_of_others if panels[1:] else top) + height_of(panels[-1][0].columns[0])
        rest = []
    while rest:
        wide = rest[0].wide
        room = height - used
        run = next(list(group) for _, group in groupby(rest, key=lambda block: block.wide))
        side_by_side = 1 if wide else count
        columns, left = fill(run, room, side_by_side, below=bool(panels[-1]))
        if evened := even(run, room, side_by_side):
            columns, left = evened, []
        elif (columns and len(columns) < side_by_side) or not left:
            # The next block is higher than what is left of the page, or there is none.
            columns = balance(run[: len(run) - len(left)], room, side_by_side)
        below = rest[len(run) :]
        keeps = wide and not left and run[-1].keeps and (panels[-1] or run[1:])
        if keeps and below and height_of(run) + below[0].height_at_foot > room:
            # A heading is moved to the next page with the block below it.
            columns = [run[:-1]] if run[:-1] else []
            left = run[-1:]
        rest = left + below
        # The space that wide blocks leave is filled with the blocks after them.
        begins_new_panel = bool(left) and not (wide and columns)
        if not columns and wide and (sections := later_sections(rest, room, count)):
            wide = False
            columns = balance(sections, room, count)
            rest = [block for block in rest if block not in sections]
        if columns:
            panels[-1].append(Band(used, columns, wide))
            used += max(map(height_of, columns))
        if begins_new_panel:
            # The second panel of a page has no head.
            used = 0 if len(panels) % panels_a_page else top_of_others
            panels.append([])
    if any(block.narrow for block in last_blocks):
        _add_narrow(panels, last_blocks, height, used, top_of_others)
    elif last_blocks:
        _add_end(panels, last_blocks, height, used, count, top_of_others, panels_a_page)
    return panels


def _add_narrow(panels: list[list[Band]], end: list[Block], height: float, used: float, top_of_others: float) -> None:
    """Add the last blocks in narrow columns, below those that are as wide as the column, their heading.

    They begin on the last page of the others if much of it is free. Every page is full, and the last one is balanced.
    """
    heading = [block for block in end if not block.narrow]
    rest = [block for block in end if block.narrow]
    high = height_of(heading)
    if panels[-1] and height - used - high < MUCH_FREE * height:
        panels.append([])
        used = top_of_others
    if heading:
        panels[-1].append(Band(used, [heading]))
        used += high
    rest = closer(rest, height - used, height - top_of_others)
    while rest:
        columns, left = fill(rest, height - used, _NARROW)
        panels[-1].append(Band(used, columns if left else balance(rest, height - used, _NARROW), narrow=True))
        rest = left
        if rest:
            panels.append([])
            used = top_of_others


def _add_end(
    panels: list[list[Band]],
    end: list[Block],
    height: float,
    used: float,
    count: int,
    top_of_others: float,
    panels_a_page: int,
) -> None:
    """Add the last blocks below the others or, if they don't fit there, divided evenly among panels.

    The first of these is the last panel of the others, if much of it is free.
    """
    columns, left = fill(end, height - used, count, below=bool(panels[-1]))
    if not left and columns:
        panels[-1].append(Band(used, balance(end, height - used, count)))
        return
    free = height - used if panels[-1] else 0
    begun = free > MUCH_FREE * height
    for number, columns in enumerate(even_pages(end, free if begun else 0, height - top_of_others, count)):
        if begun and number == 0:
            if columns:
                panels[-1].append(Band(used, columns))
            continue
        if panels[-1]:
            panels.append([])
        panels[-1].append(Band(0 if (len(panels) - 1) % panels_a_page else top_of_others, columns))


def _split(html: str) -> tuple[str, str, list[str]]:
    """Return the head, the running head and the blocks of some markup."""
    head, *blocks = html.split(_BLOCK)
    head, _, running = head.partition(_RUNNING)
    return head, running, blocks


def _measured_boxes(page: Any) -> list[Any]:
    """Return the boxes to measure on a laid-out page, in order."""
    return [
        box
        for box in boxes_in(page._page_box)
        if box.element is not None and box.element.get("data-measure") and type(box).__name__ == "BlockBox"
    ]


def _bottom(box: Any, with_margin: bool) -> float:
    """Return the distance from the top of the page to the end of the content of a box, in millimetres."""
    end: float = max(
        (
            child.position_y + (child.margin_height() if with_margin else child.margin_top + child.border_height())
            for child in box.children
        ),
        default=box.position_y,
    )
    return end * PIXEL


def running_head(markup: str, number: int, about: str, topics: Sequence[str] = ()) -> str:
    """Return the running head of a page, with its number, its topic or topics, and its side in a booklet."""
    side = "right" if number % 2 else "left"
    named = " · ".join(_shortened(topics[:_MAX_TOPICS])) or about
    return markup.replace(_NUMBER, str(number)).replace(_ABOUT, about).replace(_TOPICS, named).replace(_SIDE, side)


def _shortened(topics: Sequence[str]) -> list[str]:
    """Return one topic for each section of a page, and the first alone if all are long."""
    sections = [topic.partition(" · ")[0] for topic in topics]
    named = [topic for n, topic in enumerate(topics) if topic and sections[n] not in sections[:n]]
    return named if sum(map(len, named)) <= _MAX_LETTERS_OF_TOPICS else named[:1]


def pages_of_ids(pages: Iterable[str]) -> dict[str, int]:
    """Return the number of the page on which each element with an id stands, counted from 1."""
    return {name: number for number, page in enumerate(pages, 1) for name in _ID.findall(page)}


def with_pages(markup: str, pages: Mapping[str, int]) -> str:
    """Return markup with the page references filled in: each page of several ids once, in order; none for no page."""

    def numbers(reference: re.Match[str]) -> str:
        return ", ".join(map(str, sorted({pages[name] for name in reference[1].split() if name in pages})))

    return _PAGE_OF.sub(numbers, markup)
