"""Where columns and pages end: blocks in columns of a height, filled in order, balanced or evened, over several pages.

In one column, a page ends where it is as full as it can be without cutting through what belongs together. A block may
continue the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import inf

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
        rest = some
        while rest:
            _, left = fill(rest, others if filled else first, 2)
            if len(left) == len(rest):
                return [some]
            filled.append(rest[: len(rest) - len(left)])
            rest = left
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
        filled: list[list[Column]] = []
        rest = blocks
        if free:
            columns, rest = fill(rest, min(height, free), count, below=True)
            filled.append(columns)
        while rest:
            columns, rest = fill(rest, height, count)
            filled.append(columns)
        return filled

    fewest = len(pages(room))
    return pages(_least_height(room, lambda height: len(pages(height)) == fewest))
