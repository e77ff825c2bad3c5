"""Where the pages of a book in one column end: as full as they can be without cutting through what belongs together.

A block may continue the one before it. A page that ends between the two has a cost, and so has the room that is left
free at its foot; of all ways to divide the blocks among pages, the one of the least cost is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

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
# A break right behind the first block, a heading, is not allowed if that block is lower than this part of a page.
_LONG_HEADING = 0.4


@dataclass(frozen=True)
class BlockPiece:
    """The height of a block in millimetres, with and without the margin below it; ``continues`` the piece before."""

    height: float
    height_at_foot: float
    continues: bool = False


def best_breaks(pieces: Sequence[BlockPiece], first_room: float, room: float) -> list[int]:
    """Return the numbers of the pieces with which the pages after the first begin.

    ``first_room`` and ``room`` are the heights of the first page and of each other page.
    """
    costs = [_cost_before(pieces, i, room) for i in range(len(pieces))]
    # By number of a piece: the least cost of all pages before it, and where the last of these begins.
    least = [0.0] + [inf] * len(pieces)
    begins = [0] * (len(pieces) + 1)
    for start in range(len(pieces)):
        if least[start] == inf:
            continue
        height = first_room if start == 0 else room
        used = 0.0
        for end in range(start + 1, len(pieces) + 1):
            last = pieces[end - 1]
            if used + last.height_at_foot > height and end > start + 1:
                break
            used += last.height
            free = max(height - used, 0) / height if height > 0 else 0.0
            # The last page has no cost: what follows the pieces may use the room at its foot.
            cost = least[start] + (_EMPTY * free**2 + costs[end] if end < len(pieces) else 0)
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


def _cost_before(pieces: Sequence[BlockPiece], at: int, room: float) -> float:
    """Return the cost of a page that begins with a piece."""
    if not pieces[at].continues:
        return 0.0
    first = max(i for i in range(at) if not pieces[i].continues or i == 0)
    end = next((i for i in range(at, len(pieces)) if not pieces[i].continues), len(pieces))
    head = pieces[first].height
    fits = head + pieces[first + 1].height_at_foot <= room
    if at == first + 1 and fits and head < _LONG_HEADING * room:
        return inf
    above = sum(piece.height for piece in pieces[first:at])
    below = sum(piece.height for piece in pieces[at:end])
    high = above + below
    cost = _WHOLE if high < _MUCH * room else _FITS if high <= room else _INSIDE
    return cost + (_SHORT if min(above, below) < _SHORT_MM else 0)
