"""Text in columns over several pages, with running heads and page references: blocks in order.

The markup of such a face is a head, then its blocks, each after a ``<!--block-->``. These comments may be in it:

- ``<!--running-->`` ends the head; the markup from there to the first block is the running head of every later page;
- ``<!--number-->`` in the running head is replaced by the number of the page;
- ``<!--side-->`` in the running head is replaced by ``left`` or ``right``, the side of the page in a booklet;
- ``<!--about: …-->`` in a block sets the topic, until another block sets another one;
- ``<!--goes on about: …-->`` in a block sets the topic where the block goes on over a page: if a face may have any
  number of pages, a block that is higher than a column is divided between its lines;
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
  and least is left empty;
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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import unescape
from itertools import accumulate, chain, combinations, groupby, pairwise
from itertools import count as counting
from math import inf
from typing import Any

from kensei_docs.documents.layout.text_fitting import boxes_in
from kensei_docs.documents.products.product import PAGE_FIELD, PIXEL, Columns, Size

_BLOCK = "<!--block-->"
_RUNNING = "<!--running-->"
_WIDE = "<!--wide-->"
_NARROW_BLOCK = "<!--narrow-->"
_INNER = "<!--inner-->"
_NEAR = "<!--near-->"
_EVEN = "<!--even-->"
# The marks of a block, by the fields of ``Block`` that they set.
_MARKS = {"wide": _WIDE, "begins": "<!--section-->", "keeps": "<!--keep-->", "even": _EVEN, "free": "<!--free-->"}
_MARKS |= {"narrow": _NARROW_BLOCK, "near": _NEAR}
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
class Block:
    """The markup of a block, and its height in millimetres, with and without the margin below it.

    ``wide``: it extends across all columns; ``begins`` a section; ``keeps`` to the next block; ``even``: it is one of
    the last blocks, which are divided evenly among their pages; ``continues`` the block before it; ``free``: its place
    among others that are free is not fixed; ``narrow``: it is narrower than its column, and has others beside it;
    ``near``: it begins a group, but pages break as if it ``continues`` the block before it.
    """

    html: str
    height: float
    height_at_foot: float
    wide: bool = False
    begins: bool = False
    keeps: bool = False
    even: bool = False
    continues: bool = False
    free: bool = False
    narrow: bool = False
    near: bool = False


# The blocks of one column.
Column = list[Block]


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
        kept = "".join(mark for mark in (_WIDE, _EVEN, _NARROW_BLOCK) if mark in text)
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
    narrow = _narrow(width)
    pages: list[tuple[str, str]] = []
    about = ""
    numbered = counting(1)
    for first in range(0, len(panels), panels_a_page):
        parts, topics = "", list[str | None]()
        for panel_top, panel in zip(
            (0, panel_height + columns.fold), panels[first : first + panels_a_page], strict=False
        ):
            for band in panel:
                wide = size.width if band.wide else narrow if band.narrow else width
                step = narrow + _NARROW_GAP_MM if band.narrow else width + columns.gap
                for i, column in enumerate(band.columns):
                    inside = "".join(_WRAPPED.format("", block.html) for block in column)
                    parts += (
                        f'<div data-field="{PAGE_FIELD}" style="position: absolute; left: {i * step}mm; '
                        f'top: {panel_top + band.top}mm; width: {wide}mm">{inside}</div>'
                    )
                    # A block that sets no topic (None) goes on with that before it.
                    topics += (topic[1] if (topic := _SETS_ABOUT.search(block.html)) else None for block in column)
        parts = re.sub(_NTH, lambda _: str(next(numbered)), parts)
        if topics and topics[0] is not None:
            about = topics[0]
        of_page = [about, *(topic for topic in topics if topic is not None)]
        above = running_head(running, len(pages) + 1, about, list(dict.fromkeys(of_page))) if pages else head
        pages.append((f'<div style="position: absolute; width: 100%">{above}</div>', parts))
        about = of_page[-1]
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


@dataclass
class _Filling:
    """Panels that are filled one after the other: pages, or halves of pages with a fold; lengths in millimetres.

    ``height`` is that of a panel, ``used`` what is filled of the last one, ``top_of_others`` the height of the running
    head above the first panel of each later page.
    """

    height: float
    used: float
    top_of_others: float
    panels_a_page: int
    panels: list[list[Band]]

    @property
    def room(self) -> float:
        """The height that is left in the last panel."""
        return self.height - self.used

    def add(self, columns: list[Column], wide: bool = False, narrow: bool = False) -> None:
        """Add columns, if there are any, below the others of the last panel."""
        if columns:
            self.panels[-1].append(Band(self.used, columns, wide, narrow))
            self.used += max(map(height_of, columns))

    def begin_panel(self) -> None:
        """Begin another panel; the second one of a page has no head."""
        self.used = 0 if len(self.panels) % self.panels_a_page else self.top_of_others
        self.panels.append([])

    def add_narrow(self, end: list[Block]) -> None:
        """Add the last blocks in narrow columns, below those that are as wide as the column, their heading.

        They begin on the last page of the others if much of it is free. Every page is full, the last one is balanced.
        """
        heading, rest = ([block for block in end if block.narrow is narrow] for narrow in (False, True))
        if self.panels[-1] and self.room - height_of(heading) < MUCH_FREE * self.height:
            self.begin_panel()
        self.add([heading] if heading else [])
        rest = closer(rest, self.room, self.height - self.top_of_others)
        while rest:
            columns, left = fill(rest, self.room, _NARROW)
            self.add(columns if left else balance(rest, self.room, _NARROW), narrow=True)
            rest = left
            if rest:
                self.begin_panel()

    def add_end(self, end: list[Block], count: int) -> None:
        """Add the last blocks below the others or, if they don't fit there, divided evenly among panels.

        The first of these is the last panel of the others, if much of it is free.
        """
        columns, left = fill(end, self.room, count, below=bool(self.panels[-1]))
        if columns and not left:
            self.add(balance(end, self.room, count))
            return
        free = self.room if self.panels[-1] and self.room > MUCH_FREE * self.height else 0
        for number, columns in enumerate(even_pages(end, free, self.height - self.top_of_others, count)):
            if number or not free:
                if self.panels[-1]:
                    self.begin_panel()
                else:
                    self.used = self.top_of_others
            self.add(columns)


def fill_panels(
    blocks: list[Block], height: float, top: float, count: int, top_of_others: float = 0, panels_a_page: int = 1
) -> list[list[Band]]:
    """Return the bands of each panel (a page, or half of a page with a fold).

    Columns are even if their text does not continue on the next panel. ``height`` is the height of a panel, ``top``
    that of the head above the first panel, ``top_of_others`` that of the running head above the first panel of each
    later page; all in millimetres.
    """
    filling = _Filling(height, top, top_of_others, panels_a_page, [[]])
    end, rest = ([block for block in blocks if block.even is even] for even in (True, False))
    if count == 1 and any(block.continues for block in rest) and not any(block.wide for block in rest):
        for number, page in enumerate(pages_of_one_column(rest, height - top, height - top_of_others)):
            if number:
                filling.begin_panel()
            filling.add([page])
        rest = []
    while rest:
        wide, room, is_begun = rest[0].wide, filling.room, bool(filling.panels[-1])
        run = next(list(group) for _, group in groupby(rest, key=lambda block: block.wide))
        side_by_side = 1 if wide else count
        columns, left = fill(run, room, side_by_side, below=is_begun)
        if evened := even(run, room, side_by_side):
            columns, left = evened, []
        elif (columns and len(columns) < side_by_side) or not left:
            # The next block is higher than what is left of the page, or there is none.
            columns = balance(run[: len(run) - len(left)], room, side_by_side)
        below = rest[len(run) :]
        keeps = wide and not left and run[-1].keeps and (is_begun or run[1:])
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
        filling.add(columns, wide)
        if begins_new_panel:
            filling.begin_panel()
    if any(block.narrow for block in end):
        filling.add_narrow(end)
    elif end:
        filling.add_end(end, count)
    return filling.panels


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
    """Return the running head of a page, with its number, its topic or topics, and its side in a booklet.

    Of a page without a topic, such as one that a single rule fills, the point behind it goes too.
    """
    side = "right" if number % 2 else "left"
    named = " · ".join(_shortened(topics[:_MAX_TOPICS])) or about
    for mark, words in ((_ABOUT, about), (_TOPICS, named)):
        markup = markup.replace(f"{mark} · ", f"{words} · " if words else "").replace(mark, words)
    return markup.replace(_NUMBER, str(number)).replace(_SIDE, side)


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


# Up to this number of free blocks, all orders are tried.
_MOST_FREE = 14
# The accuracy of the height of even columns, in millimetres.
_ACCURACY_MM = 0.5
# The last page has few lines if they are at most this share of its height.
_FEW_AT_END = 0.06
# How much closer blocks are moved in a step, in millimetres, and the most steps.
_CLOSER_MM = 0.02
_CLOSER_STEPS = 20
# Much of a page is free: the last blocks begin on the last page of the others then.
MUCH_FREE = 0.3
# The most that is added to the space above a block, so that a page of one column reaches its foot.
_MORE_SPACE_MM = 4.0
# The costs of page breaks, without a unit: the breaks with the least sum of costs are taken.
# The cost of a page that is empty. A page that is half empty costs a quarter of it.
_EMPTY = 100.0
# A group is a block with those that continue it. The cost of a page break inside a group that is higher than a page.
_INSIDE = 3.0
# The cost of a page break inside a group that fits on a page, and inside one that is lower than _MUCH of a page.
_FITS = 20.0
_WHOLE = 30.0
_MUCH = 0.45
# The cost in addition if less than _SHORT_MM millimetres of the group stand above the break, or below it.
_SHORT = 12.0
_SHORT_MM = 15.0
# A page must not end directly after the first block of a group, a heading, if that block is lower than this share of a
# page.
_LONG_HEADING = 0.4


def height_of(blocks: Sequence[Block], at_foot: bool = False) -> float:
    """Return the height of blocks below one another; ``at_foot`` without the margin below the last one."""
    if at_foot:
        return sum(block.height for block in blocks[:-1]) + blocks[-1].height_at_foot
    return sum(block.height for block in blocks)


def _least_height(high: float, fits: Callable[[float], bool]) -> float:
    """Return the least height, up to ``high`` and with an accuracy of half a millimetre, of which ``fits`` is true."""
    low = 0.0
    while high - low > _ACCURACY_MM:
        middle = (low + high) / 2
        low, high = (low, middle) if fits(middle) else (middle, high)
    return high


def pages_of_one_column(blocks: list[Block], first_room: float, room: float) -> list[Column]:
    """Return the blocks of each page, which ends where least is cut apart and least is left empty.

    ``first_room`` and ``room`` are the heights of the first page and of each other page.
    """
    starts = [0, *best_breaks(blocks, first_room, room), len(blocks)]
    return [
        _spread(blocks[start:end], room if start else first_room) if end < len(blocks) else blocks[start:end]
        for start, end in pairwise(starts)
    ]


def _spread(page: Column, room: float) -> Column:
    """Return the blocks of a page with some of the room at its foot added above the blocks that continue no other."""
    places = [i for i, block in enumerate(page) if i and (block.near or not block.continues)]
    free = room - height_of(page)
    if not places or not 0 < free < MUCH_FREE * room:
        return page
    more = min(free / (len(places) + 1), _MORE_SPACE_MM)
    return [
        replace(block, html=f'<div style="padding-top: {more:.2f}mm">{block.html}</div>') if i in places else block
        for i, block in enumerate(page)
    ]


def best_breaks(blocks: Sequence[Block], first_room: float, room: float) -> list[int]:
    """Return the numbers of the blocks with which the pages after the first begin.

    A page that ends between a block and one that continues it has a cost, and so has the room that is left free at its
    foot; of all ways to divide the blocks among pages, the one of the least cost is taken. ``first_room`` and ``room``
    are the heights of the first page and of each other page.
    """
    costs = [_cost_before(blocks, i, room) for i in range(len(blocks))]
    # By number of a block: the least cost of all pages before it, and where the last of these begins.
    least = [0.0] + [inf] * len(blocks)
    begins = [0] * (len(blocks) + 1)
    for start in range(len(blocks)):
        if least[start] == inf:
            continue
        height = first_room if start == 0 else room
        used = 0.0
        for end in range(start + 1, len(blocks) + 1):
            last = blocks[end - 1]
            if used + last.height_at_foot > height and end > start + 1:
                break
            used += last.height
            free = max(height - used, 0) / height if height > 0 else 0.0
            # The last page has no cost: what follows the blocks may use the room at its foot.
            cost = least[start] + (_EMPTY * free**2 + costs[end] if end < len(blocks) else 0)
            if cost < least[end]:
                least[end], begins[end] = cost, start
    if least[-1] == inf:
        return []
    breaks: list[int] = []
    at = begins[-1]
    while at:
        breaks.append(at)
        at = begins[at]
    return breaks[::-1]


def _cost_before(blocks: Sequence[Block], at: int, room: float) -> float:
    """Return the cost of a page that begins with a block."""
    if not blocks[at].continues:
        return 0.0
    first = max(i for i in range(at) if not blocks[i].continues or i == 0)
    end = next((i for i in range(at, len(blocks)) if not blocks[i].continues), len(blocks))
    head = blocks[first].height
    fits = head + blocks[first + 1].height_at_foot <= room
    if at == first + 1 and fits and head < _LONG_HEADING * room:
        return inf
    above = height_of(blocks[first:at])
    below = height_of(blocks[at:end])
    high = above + below
    cost = _WHOLE if high < _MUCH * room else _FITS if high <= room else _INSIDE
    return cost + (_SHORT if min(above, below) < _SHORT_MM else 0)


def later_sections(blocks: list[Block], room: float, count: int) -> list[Block]:
    """Return the blocks of later sections without wide blocks that fit together into columns of a height, in order."""
    sections: list[list[Block]] = []
    for block in blocks:
        if block.begins or block.wide or not sections:
            sections.append([])
        sections[-1].append(block)
    fitting: list[Block] = []
    for section in sections:
        if section[0].begins and not any(block.wide for block in section):
            more = [*fitting, *section]
            _, left = fill(more, room, count, below=True)
            fitting = fitting if left else more
    return fitting


def fill(blocks: list[Block], room: float, count: int, below: bool = False) -> tuple[list[Column], list[Block]]:
    """Fill up to ``count`` columns of a height in order; return them and the blocks that are left.

    A block that is higher than a column gets a column to itself; if there are other bands above (``below``), it is
    left.
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


def closer(blocks: list[Block], first: float, others: float) -> list[Block]:
    """Return blocks in two columns, a little closer to one another if the last page would else have a few lines only.

    ``first`` is the height of the columns of the first page, ``others`` that of the columns of the others.
    """

    def pages(some: list[Block]) -> list[list[Block]]:
        """Return the blocks by page."""
        filled: list[list[Block]] = []
        while some:
            columns, some = fill(some, others if filled else first, 2)
            filled.append([*chain(*columns)])
        return filled

    found = pages(blocks)
    if not found[1:] or height_of(found[-1]) > _FEW_AT_END * others:
        return blocks
    for step in range(1, _CLOSER_STEPS + 1):
        less = step * _CLOSER_MM
        nearer = [
            replace(
                block,
                html=f'<div style="height: {block.height - less:.2f}mm">{block.html}</div>',
                height=block.height - less,
                height_at_foot=block.height_at_foot - less,
            )
            for block in blocks
        ]
        if len(pages(nearer)) < len(found):
            return nearer
    return blocks


def even(blocks: list[Block], room: float, count: int) -> list[Column]:
    """Return two columns of the least height for blocks that are free, each in their order; empty if none fits."""
    if count != 2 or not 1 < len(blocks) <= _MOST_FREE or not all(block.free for block in blocks):
        return []
    best: tuple[float, list[Column]] = (room, [])
    for number in range(len(blocks) // 2, len(blocks) // 2 + 2):
        for chosen in combinations(range(len(blocks)), number):
            left = [blocks[i] for i in chosen]
            right = [block for i, block in enumerate(blocks) if i not in chosen]
            if not right or 0 not in chosen:
                continue
            height = max(height_of(left, True), height_of(right, True))
            if height < best[0] - _ACCURACY_MM:
                best = height, [left, right]
    return best[1]


def balance(blocks: list[Block], room: float, count: int) -> list[Column]:
    """Return columns of the least height into which all blocks fit."""

    def fits(height: float) -> bool:
        columns, left = fill(blocks, height, count)
        return not left and all(height_of(column, True) <= height for column in columns)

    return fill(blocks, _least_height(room, fits), count)[0]


def even_pages(blocks: list[Block], free: float, room: float, count: int) -> list[list[Column]]:
    """Return the columns of each page, even ones on as few pages as possible.

    ``free`` is the room on a page on which the blocks begin, 0 without such a page; ``room`` that of each other page.
    """

    def pages(height: float) -> list[list[Column]]:
        """Return the columns of each page if they may be so high."""
        columns, rest = fill(blocks, min(height, free), count, below=True) if free else ([], blocks)
        filled = [columns] if free else []
        while rest:
            columns, rest = fill(rest, height, count)
            filled.append(columns)
        return filled

    fewest = len(pages(room))
    return pages(_least_height(room, lambda height: len(pages(height)) == fewest))


# The height of a part in millimetres: low enough to fill the rest of a page.
_PART_MM = 20
# By this many of its first letters a line is found in the markup, at most so far from where it is counted: hyphens and
# counters add letters.
_BEGINNING = 16
_ASTRAY = 400
# Pixels by which a line may reach into the next one.
_OVERLAP = 1.0

_TOKEN = re.compile(
    r"<!--.*?-->|<(?P<end>/?)(?P<tag>[a-zA-Z][\w:-]*)(?:\"[^\"]*\"|'[^']*'|[^'\">])*>|[^<]+|<", re.DOTALL
)
_LETTER = re.compile(r"&(?:#\w+|\w+);|\S", re.DOTALL)
# Signs that are in the markup and not in lines, or the other way round.
_NO_LETTERS = "\u00a0\u00ad\u200b\u2010\u2060"
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Elements that need no tag to end them: they end where one of these begins.
_ENDED_BY = {"li": {"li"}, "p": {"p"}, "td": {"td", "th"}, "th": {"td", "th"}, "tr": {"td", "th", "tr"}}
# The text in these stands in no line.
_NOT_IN_LINES = {"style", "svg", "title"}
# The style of an element that ends at a cut, and of the rest of it.
_ENDS = "margin-bottom: 0; padding-bottom: 0; border-bottom: 0"
_GOES_ON = "margin-top: 0; padding-top: 0; border-top: 0; text-indent: 0"
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_ID_ATTRIBUTE = re.compile(r"\sid=(?:\"[^\"]*\"|'[^']*'|[^\s>]+)")
_STYLE = re.compile(r"(\sstyle=([\"']))")


@dataclass
class _Open:
    """An element that is open: its tag, the markup that opens it, its place in the part, and whether it has letters."""

    tag: str
    markup: str
    place: int
    has_letters: bool = False


@dataclass(frozen=True)
class _Line:
    """A line of text: its upper and lower edge in pixels, its letters, and whether it is of a heading."""

    top: float
    bottom: float
    letters: str
    is_heading: bool


def divided(html: str, box: Any) -> list[str]:
    """Return the markup of a block in parts that are as low as its lines allow; the whole if they allow none.

    ``box`` is WeasyPrint's box of the block.
    """
    found_lines = (_line(line) for line in boxes_in(box) if type(line).__name__ == "LineBox" and line.children)
    # The bullet of a list is a line, too.
    lines = [line for line in found_lines if line.letters]
    letters = list(_letters_in(html))
    text = "".join(letter for letter, _ in letters)
    before = [0, *accumulate(len(line.letters) for line in lines)]
    found = (_find(text, lines[n].letters[:_BEGINNING], before[n]) for n in _cuts(lines, box.position_y))
    return _cut(html, [letters[at][1] for at in found if at is not None])


def _line(box: Any) -> _Line:
    """Return a line; generated text, such as the number of a list, is none of its letters."""
    texts = (part for part in boxes_in(box) if hasattr(part, "text") and "::" not in (part.element_tag or ""))
    letters = "".join(_folded("".join(part.text.split())) for part in texts)
    return _Line(box.position_y, box.position_y + box.height, letters, box.element_tag in _HEADINGS)


def _folded(text: str) -> str:
    """Return the letters of a text in which lines and markup agree."""
    return "".join(letter.casefold()[:1] for letter in text if letter not in _NO_LETTERS)


def _letters_in(html: str) -> Iterator[tuple[str, int]]:
    """Yield the letters of the lines of some markup, each with its place in the markup."""
    hidden = 0
    for token in _TOKEN.finditer(html):
        if tag := token["tag"]:
            is_empty = token.group().endswith("/>")
            hidden += (-1 if token["end"] else not is_empty) if tag.lower() in _NOT_IN_LINES else 0
        elif not hidden and not token.group().startswith("<!--"):
            for match in _LETTER.finditer(token.group()):
                if letter := _folded("".join(unescape(match.group()).split())):
                    yield letter[:1], token.start() + match.start()


def _find(text: str, beginning: str, expected: int) -> int | None:
    """Return the place nearest to the expected one at which the letters of a line begin; None if there is none."""
    places: list[int] = []
    at = text.find(beginning, max(0, expected - _ASTRAY)) if beginning else -1
    while 0 <= at <= expected + _ASTRAY:
        places.append(at)
        at = text.find(beginning, at + 1)
    return min(places, key=lambda place: abs(place - expected), default=None)


def _cuts(lines: Sequence[_Line], top: float) -> list[int]:
    """Return the numbers of the lines with which parts begin: lines beside one another stay together, headings keep.

    ``top`` is the upper edge of the block in pixels.
    """
    lowest = [top, *accumulate((line.bottom for line in lines), max)]
    highest = [*accumulate((line.top for line in reversed(lines)), min)][::-1]
    chosen: list[int] = []
    last = 0
    for n in range(1, len(lines) + 1):
        if n < len(lines) and (lowest[n] > highest[n] + _OVERLAP or lines[n - 1].is_heading):
            continue
        if lowest[n] - top > _PART_MM / PIXEL and last:
            chosen.append(last)
            top = highest[last]
        last = n
    return chosen


def _cut(html: str, places: Sequence[int]) -> list[str]:
    """Return markup cut at some places in its text, in order."""
    parts: list[str] = []
    part: list[str] = []
    opened: list[_Open] = []
    left = list(places)
    for token in _TOKEN.finditer(html):
        markup, start = token.group(), token.start()
        if tag := token["tag"]:
            name = tag.lower()
            if token["end"]:
                at = next((n for n in range(len(opened) - 1, -1, -1) if opened[n].tag == name), None)
                del opened[len(opened) if at is None else at :]
            elif name not in _VOID and not markup.endswith("/>"):
                while opened and opened[-1].tag in _ENDED_BY.get(name, ()):
                    opened.pop()
                opened.append(_Open(name, markup, len(part)))
            part.append(markup)
            continue
        while left and start <= left[0] < token.end():
            text, markup, start = markup[: left[0] - start], markup[left[0] - start :], left[0]
            left.pop(0)
            part.append(text)
            for element in opened:
                element.has_letters |= bool(text.strip())
            part = _divide(parts, part, opened)
        part.append(markup)
        if markup.strip() and not markup.startswith("<!--"):
            for element in opened:
                element.has_letters = True
    return [*parts, "".join(part)]


def _divide(parts: list[str], part: list[str], opened: list[_Open]) -> list[str]:
    """Add a part that ends here to ``parts``; return the beginning of the next one, in which ``opened`` go on.

    Elements without a letter so far belong to the next part as a whole.
    """
    going_on = [element for element in opened if element.has_letters]
    begun = opened[len(going_on) :]
    end = begun[0].place if begun else len(part)
    tail = part[end:]
    for element in going_on:
        part[element.place] = _styled(element.markup, _ENDS)
    parts.append("".join([*part[:end], *(f"</{element.tag}>" for element in reversed(going_on))]))
    for place, element in enumerate(going_on):
        element.markup, element.place = _styled(_ID_ATTRIBUTE.sub("", element.markup), _GOES_ON), place
    for element in begun:
        element.place += len(going_on) - end
    return [*(element.markup for element in going_on), *tail]


def _styled(tag: str, css: str) -> str:
    """Return a tag that opens an element with more style."""
    if _STYLE.search(tag):
        return _STYLE.sub(rf"\g<1>{css}; ", tag, count=1)
    return f'{tag[:-1]} style="{css}">'
