"""Blocks in columns of a height: filled in order, balanced, or arranged freely."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

# Up to this number of free blocks, all orders are tried.
MOST_FREE = 14
# The accuracy of the height of even columns, in millimetres.
ACCURACY_MM = 0.5
# The last page has few lines if they are at most this share of its height.
_FEW_AT_END = 0.06
# How much closer blocks are moved in a step, in millimetres, and the most steps.
_CLOSER_MM = 0.02
_CLOSER_STEPS = 20


@dataclass(frozen=True)
class Block:
    """The markup of a block, and its height in millimetres, with and without the margin below it.

    ``wide``: it extends across all columns; ``begins`` a section; ``keeps`` to the next block; ``even``: it is one of
    the last blocks, which are divided evenly among their pages; ``continues`` the block before it; ``free``: its place
    among others that are free is not fixed; ``narrow``: it is narrower than its column, and has others beside it;
    ``near``: it begins something, and ``continues`` only for the breaks of pages.
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
    if not found[1:] or sum(block.height for block in found[-1]) > _FEW_AT_END * others:
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
    if count != 2 or not 1 < len(blocks) <= MOST_FREE or not all(block.free for block in blocks):
        return []
    best: tuple[float, list[Column]] = (room, [])
    for number in range(len(blocks) // 2, len(blocks) // 2 + 2):
        for chosen in combinations(range(len(blocks)), number):
            left = [blocks[i] for i in chosen]
            right = [block for i, block in enumerate(blocks) if i not in chosen]
            if not right or 0 not in chosen:
                continue
            height = max(
                sum(block.height for block in column[:-1]) + column[-1].height_at_foot for column in (left, right)
            )
            if height < best[0] - ACCURACY_MM:
                best = height, [left, right]
    return best[1]


def balance(blocks: list[Block], room: float, count: int) -> list[Column]:
    """Return columns of the least height, with an accuracy of half a millimetre, into which all blocks fit."""
    low = 0.0
    high = room
    while high - low > ACCURACY_MM:
        middle = (low + high) / 2
        columns, left = fill(blocks, middle, count)
        fits = not left and all(
            sum(block.height for block in column[:-1]) + column[-1].height_at_foot <= middle for column in columns
        )
        low, high = (low, middle) if fits else (middle, high)
    return fill(blocks, high, count)[0]
