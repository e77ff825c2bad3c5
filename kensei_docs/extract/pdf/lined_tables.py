"""Tables whose columns are parted by vertical lines alone: these show where each cell ends, and how wide it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median, median_low
from typing import NamedTuple

from kensei_docs.extract.pdf.cell_edges import NEAR, clusters
from kensei_docs.extract.pdf.glyphs import Run, Upright
from kensei_docs.extract.pdf.ruled_tables import Table, lines_of
from kensei_docs.extract.pdf.unruled_rows import Cells, words_of

FEWEST = 2  # lines of text beside a line
PROSE = 6  # words: lines of a column with as many are those of a text
CROSSING = 0.2  # of the lines: at most as many have a word that runs over a vertical line
OVER = 1.0  # points: a word runs over a line if it begins and ends farther from it
PADDING = 0.6  # ems: the space between a line and the words of its fullest cells is no wider


class Lines(NamedTuple):
    """Vertical lines beside one another, from ``top`` to ``bottom``, and the places ``xs`` of them, from the left."""

    top: float
    bottom: float
    xs: list[float]


def lined_tables_of(runs: Sequence[Run], uprights: Iterable[Upright], leading: float | None) -> list[Table]:
    """Return the tables in one column of a page whose cells are parted by nothing but vertical lines.

    ``leading`` is the distance between lines of a paragraph in ems, or None if it is unknown.
    """
    tables: list[Table] = []
    taken: set[int] = set()
    for top, bottom, xs in _beside_one_another(uprights):
        inside = [run for run in runs if top < run.y <= bottom and not run.turn and id(run) not in taken]
        lines = [sorted(word for run in line for word in words_of(run)) for line in lines_of(inside)]
        between = [x for x in xs if inside and min(run.x0 for run in inside) < x < max(run.x1 for run in inside)]
        if not between or not _is_table(lines, between):
            continue
        taken |= {id(run) for run in inside}
        padding = _padding(lines, between)
        gutters = [(x - padding, x + padding) for x in between]
        rows = Cells(lines, gutters, leading, lined=True).rows()
        first = min(inside, key=lambda run: run.y)
        left, right = min(run.x0 for run in inside), max(run.x1 for run in inside)
        tables.append(Table(inside, first._replace(x0=left, x1=right, words=["table"], starts=[], ends=[]), rows))
    return tables


def _beside_one_another(uprights: Iterable[Upright]) -> list[Lines]:
    """Return vertical lines, with adjoining pieces joined, those that end at one height together."""
    whole: list[Upright] = []
    pieces = sorted(uprights, key=lambda one: one.y0)
    for group in clusters([one.x for one in pieces], 1.0):
        for piece in (one for one in pieces if group[0] <= one.x <= group[-1]):
            above = whole[-1] if whole else None
            if above is not None and above.x == group[0] and piece.y0 - above.y1 < NEAR:
                whole[-1] = above._replace(y1=max(above.y1, piece.y1))
            else:
                whole.append(piece._replace(x=group[0]))
    found: list[Lines] = []
    for line in whole:
        for i, other in enumerate(found):
            if abs(line.y1 - other.bottom) < NEAR and line.y0 < other.bottom and line.y1 > other.top:
                found[i] = Lines(min(line.y0, other.top), other.bottom, [*other.xs, line.x])
                break
        else:
            found.append(Lines(line.y0, line.y1, [line.x]))
    return found


def _is_table(lines: Sequence[Sequence[Run]], xs: Sequence[float]) -> bool:
    """Return whether vertical lines part cells, and not a box or a column of the page from the text beside it."""
    columns: list[list[int]] = [[] for _ in range(len(xs) + 1)]
    for line in lines:
        numbers = [sum(x < word.x0 for x in xs) for word in line]
        for number in set(numbers):
            columns[number].append(numbers.count(number))
    crossing = [line for line in lines if any(word.x0 < x - OVER and word.x1 > x + OVER for word in line for x in xs)]
    return (
        len(lines) >= FEWEST and all(columns) and median(columns[0]) < PROSE and len(crossing) <= CROSSING * len(lines)
    )


def _padding(lines: Sequence[Sequence[Run]], xs: Sequence[float]) -> float:
    """Return the space that most vertical lines have beside the nearest words: a word too long for its cell is
    nearer."""
    words = [word for line in lines for word in line]
    em = median(word.size for word in words)
    nearest = [
        min((space for space in spaces if space >= 0), default=PADDING * em)
        for x in xs
        for spaces in ([word.x0 - x for word in words], [x - word.x1 for word in words])
    ]
    return min(PADDING * em, median_low(nearest))
