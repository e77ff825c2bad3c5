"""The columns of a table: the left edges of its cells, and the gutters between them.

Cells begin at left edges that many lines have in common. A gutter is whitespace that no word crosses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Run, in_groups, is_item_sign

NEAR = 3.0  # points
EXACT = 0.5  # points: the words that begin cells below one another are as near
STEP = 1.5  # ems: how far the lines of one cell are from one another
UNEVEN = 0.1  # ems by which the spaces before the words of a cell's left edge differ
# Ems: a cell with this space before it stands clear of the cell before it; a space before a cell is WIDER times as wide
# as another one in the same line.
CLEAR, WIDER = 0.5, 1.8
ALIGNED = 1.2  # points by which the words that begin the cells of a column, or the middles of its cells, may differ
NARROW = 0.03  # ems: the least space between two columns
BETWEEN = 0.55  # ems: the least space between two columns of centred cells
# Ems: the same where a line of figures shows the columns, as below heads that are nearly as wide as their columns.
SLIGHT = 0.2
FIGURES = 4  # figures at least in such a line
WIDE = 0.75  # ems: a wide space between two columns
LINE = 1.15  # ems: the height of a line
BEGIN = 0.15  # the least share of a table's lines that begin a cell in a column
BEGIN_FIGURES = 0.08  # the same if these cells are short figures that all stand clear, beside cells of many lines
# The least share of the lines that have a cell before that one, and the same where a wide space is before the column.
BEFORE, BEFORE_WIDE = 0.2, 0.1
# The least share of a column's cells that stand clear, and of those that are centred.
MOST_CLEAR, CENTRED = 0.3, 0.6
OTHER_FONT = 0.05  # ems: the spaces of two fonts in one line of justified text differ by less
TEXT = 4  # the least number of spaces between words in a line of text
EQUAL = 3  # a line with this number of spaces or more, all equally wide, is justified text and no row of cells
# A space between cells is this many times as wide as one between words, or wider.
TIMES = 1.4
HEADS = 0.1  # of the runs of a table: at most as many are heads over several columns
FIGURE = re.compile(r"[^\w\s]?\d+[^\w\s]?")
NUMBER = re.compile(r"\d{1,2}[.)]")  # of a list item
WORD = re.compile(r"[^\W\d_]{2}")


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


def lefts_of_columns(runs: Sequence[Run]) -> list[float]:
    """Return the left sides of a table's columns, wherever the words of their cells begin, nothing if there is one.

    A column has hardly any runs that cross its left side, and runs end between it and the next one. ``runs`` are cells,
    and a few heads over several of them.
    """
    lefts: list[float] = []
    for left in sorted({run.x0 for run in runs}):
        crossing = sum(run.x0 < left - EXACT and run.x1 > left for run in runs)
        ended = not lefts or any(lefts[-1] <= run.x0 and run.x1 <= left for run in runs)
        if ended and crossing <= HEADS * len(runs):
            lefts.append(left)
    return lefts if len(lefts) > 1 else []


def moved_to_columns(runs: Iterable[Run], lefts: Sequence[float]) -> list[Run]:
    """Return runs with the cells of each column beginning at its left side; those over several columns stay."""
    moved: list[Run] = []
    for run in runs:
        left = max((x for x in lefts if x < run.x0 + EXACT), default=run.x0)
        over = any(run.x0 < x < run.x1 for x in lefts)
        begin = run.starts if over or not run.starts else [left, *run.starts[1:]]
        moved.append(run if over else run._replace(x0=left, starts=begin, boxes=run.word_boxes()))
    return moved


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
    return in_groups(sorted(values), lambda group, value: value - group[0] > near)


class Gutter(NamedTuple):
    """Whitespace from ``x0`` to ``x1`` that no word of some lines crosses; ``cells`` begin after it."""

    x0: float
    x1: float
    cells: int


def gutters_of(lines: list[list[Run]], em: float) -> list[Gutter]:
    """Return the whitespace that separates the columns of lines."""
    found: list[Gutter] = []
    wide: list[tuple[float, float]] = []
    right = None
    for word in sorted(word for line in lines for word in line):
        if right is not None and word.x0 - right >= NARROW * em:
            beginning = [line for line in lines if any(abs(cell.x0 - word.x0) < ALIGNED for cell in line)]
            if _divides(lines, beginning, (right, word.x0), em):
                found.append(Gutter(right, word.x0, len(beginning)))
            if word.x0 - right >= (SLIGHT if _is_over_figures(lines, right, word.x0) else BETWEEN) * em:
                wide.append((right, word.x0))
        right = max(word.x1, right or word.x1)
    if not wide:
        return found
    # Some cells of a centred column begin below one another by chance; more have their middles there.
    most = {(gutter.x0, gutter.x1): gutter for gutter in found}
    for gutter in _centred_gutters(lines, found, wide, em):
        known = most.get((gutter.x0, gutter.x1))
        most[gutter.x0, gutter.x1] = gutter if known is None or gutter.cells > known.cells else known
    return sorted(most.values())


def _is_over_figures(lines: list[list[Run]], x0: float, x1: float) -> bool:
    """Return whether a gap is between two figures of a line that has nothing else."""
    rows = [line for line in lines if len(line) >= FIGURES and line[0].x1 <= x0 and line[-1].x0 >= x1]
    return any(all(FIGURE.fullmatch(word.text) for word in line) for line in rows)


def _divides(lines: list[list[Run]], beginning: list[list[Run]], gap: tuple[float, float], em: float) -> bool:
    """Return whether a gap separates two columns: cells begin after it, some of them well clear of the cells before
    it."""
    clear = 0
    count = lines_high(lines, em)
    wide = gap[1] - gap[0] >= WIDE * em
    before = BEFORE_WIDE if wide else BEFORE
    first = [next(cell for cell in line if cell.x0 >= gap[1] - ALIGNED) for line in beginning]
    figures = wide and len(beginning) >= FIGURES and not any(WORD.search(cell.text) for cell in first)
    for line in beginning:
        space = gap[1] - max((cell.x1 for cell in line if cell.x1 <= gap[0]), default=-100.0)
        clear += space >= max(CLEAR * em, TIMES * _spacing(line))
    return (
        len(beginning) >= max(2, (BEGIN_FIGURES if figures else BEGIN) * count)
        and sum(line[0].x1 <= gap[0] for line in lines) >= max(2, before * count)
        and clear >= MOST_CLEAR * len(beginning)
    )


def _centred_gutters(
    lines: list[list[Run]], found: list[Gutter], wide: list[tuple[float, float]], em: float
) -> list[Gutter]:
    """Return those of some wide gaps after which the cells are centred below one another."""
    gaps = sorted({*((gutter.x0, gutter.x1) for gutter in found), *wide})
    more: list[Gutter] = []
    for gap, after in zip(gaps, [*(gap[0] for gap in gaps[1:]), float("inf")], strict=True):
        if gap not in wide:
            continue
        cells = [[word for word in line if word.x0 >= gap[1] and word.x1 <= after] for line in lines]
        behind = [(line, (cell[0].x0 + cell[-1].x1) / 2) for line, cell in zip(lines, cells, strict=True) if cell]
        middle = median(x for _, x in behind)
        beginning = [line for line, x in behind if abs(x - middle) < ALIGNED]
        if len(beginning) >= CENTRED * len(behind) and _divides(lines, beginning, gap, em):
            more.append(Gutter(*gap, len(beginning)))
    return more


def lines_high(lines: list[list[Run]], em: float) -> int:
    """Return how many lines of text would have this height; lines are closer if cells are centred in their rows."""
    return min(len(lines), 1 + round((lines[-1][0].y - lines[0][0].y) / (LINE * em)))


def _spacing(line: list[Run]) -> float:
    """Return the width of the spaces between words of a line of text, 0 for a line of cells with few words."""
    if space := _space_of_stretched(line):
        return space
    gaps = sorted(b.x0 - a.x1 for a, b in pairwise(line) if WORD.search(a.text) and WORD.search(b.text))
    return gaps[len(gaps) // 4] if len(gaps) >= TEXT else 0.0


def _space_of_stretched(line: list[Run]) -> float:
    """Return the widest space between the words of a line of justified text, if all are equal, else 0.

    The sign or number of a list item has a space of its own behind it, and the words in bold may have slightly wider
    ones.
    """
    words = line[1:] if is_item_sign(line[0].words) or NUMBER.fullmatch(line[0].text) else line
    gaps = [b.x0 - a.x1 for a, b in pairwise(words)]
    lengths = [word.x1 - word.x0 for word in words]
    even = len(gaps) >= EQUAL and max(gaps) - min(gaps) < OTHER_FONT * line[0].size
    return max(gaps) if even and max(lengths) - min(lengths) > line[0].size else 0.0
