"""Where the cells of a table begin: the left edges that many of its lines have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Run

NEAR = 3.0  # points
EXACT = 0.5  # points: the words that begin cells below one another are as near
UNEVEN = 0.1  # ems by which the spaces before the words of a cell's left edge differ
# Ems: a space before a cell is wider; WIDER times as wide as another one in the same line.
CLEAR, WIDER = 0.5, 1.8


class Space(NamedTuple):
    """A space that ends at ``x``, its width in ems, and whether it is ``clear``ly wider than others of its line."""

    x: float
    width: float
    clear: bool


def cell_edges(runs: list[Run], least: int = 2) -> list[float]:
    """Return the left edges of a table's cells, which at least ``least`` runs begin at.

    If cells are so full that no gap separates them, the words that begin a cell are below one another in most lines,
    after spaces of different widths, or after spaces that are clearly wider than the others of their line.
    """
    edges = [group[0] for group in clusters([run.x0 for run in runs]) if len(group) >= least]
    lines = clusters([run.y for run in runs], 0.4 * max((run.size for run in runs), default=0.0))
    many = max(3, len(lines) // 2 + 1)
    for group in spaces_before(runs):
        uneven = max(one.width for one in group) - min(one.width for one in group) > UNEVEN
        if (
            len(group) >= many
            and (all(one.clear for one in group) or uneven)
            and all(abs(group[0].x - edge) >= NEAR for edge in edges)
        ):
            edges.append(group[0].x)
    return sorted(edges)


def full_edges(firsts: Sequence[list[Run]], edges: list[float]) -> list[float]:
    """Return more left edges of cells: the places where a clearly wider space ends in the first line of most rows.

    The other lines of a row may have words in other cells only.
    """
    spaces = spaces_before([run for line in firsts for run in line])
    wide = [group for group in spaces if len(group) >= max(3, len(firsts) // 2 + 1)]
    new = [group[0].x for group in wide if all(one.clear for one in group)]
    return [x for x in new if all(abs(x - edge) >= NEAR for edge in edges)]


def has_cells(line: Sequence[Run], edges: Sequence[float]) -> bool:
    """Return whether a line has several cells: a wide gap, or a clearly wider space that ends where cells begin."""
    ends = [one.x for group in spaces_before(line) for one in group if one.clear]
    return len(line) > 1 or any(abs(x - edge) < EXACT for x in ends for edge in edges)


def spaces_before(runs: Iterable[Run]) -> list[list[Space]]:
    """Return the spaces between the words of runs, in groups of those that end at the same place."""
    spaces: dict[float, list[Space]] = {}
    for run in runs:
        own = [(start - end) / run.size for end, start in zip(run.ends, run.starts[1:], strict=False)]
        for start, width in zip(run.starts[1:], own, strict=False):
            spaces.setdefault(start, []).append(Space(start, width, width > max(CLEAR, WIDER * min(own))))
    return [[one for x in group for one in spaces[x]] for group in clusters(sorted(spaces), 1.0)]


def clusters(values: list[float], near: float = NEAR) -> list[list[float]]:
    """Return sorted values in groups; all values of a group are at most ``near`` larger than its smallest."""
    groups: list[list[float]] = []
    for value in sorted(values):
        if not groups or value - groups[-1][0] > near:
            groups.append([])
        groups[-1].append(value)
    return groups
