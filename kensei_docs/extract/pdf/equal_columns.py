"""Columns of one width: the first column and the margins of the page tell where the others begin.

In a document with hardly any text in its other columns, the cells of tables are all that begins there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kensei_docs.extract.pdf.columns import FEWEST, JUST, MANY, NEAR
from kensei_docs.extract.pdf.glyphs import PROSE, Page, Run
from kensei_docs.extract.pdf.table_columns import clusters

INSET = 12.0  # points: the cells of a table, even if they are centred, begin nearer behind the edge of their column
NARROWEST, WIDEST = 6.0, 30.0  # points: the space between two columns
FARTHEST_INDENT = 20.0  # points: the first lines of paragraphs begin nearer behind the edge of their column


def with_columns_of_one_width(pages: Sequence[Page], edges: list[float]) -> list[float]:
    """Return the left ``edges`` of a document's columns but the first, or others if there is no room for these.

    There is none if a column as wide as the first would run into the right margin of the page behind the last edge.
    Then the columns are those of one width that fill the page, if lines begin just behind the edge of each.
    """
    widths = Counter(round(page.width, 1) for page in pages)
    runs = [run for page in pages for run in page.runs if not run.turn]
    edges = _without_indents(edges, runs)
    first = _first_column(runs)
    if not first or (edges and min(edges) < first[1]):
        return edges
    left, right = first
    page_width, width = widths.most_common(1)[0][0], right - left
    room = page_width - 2 * left
    if edges and edges[-1] + width < page_width - left + INSET:
        return edges
    count = int((room + NARROWEST) // (width + NARROWEST))
    step = (room - width) / (count - 1) if count > 1 else 0.0
    equal = [left + step * i for i in range(1, count)]
    return equal if step < width + WIDEST and equal and all(_begin_behind(edge, runs) for edge in equal) else edges


def _without_indents(edges: list[float], runs: Sequence[Run]) -> list[float]:
    """Return the edges of columns, those that are the indent of a list moved to the edge of its column.

    A column may have more lines in lists than in paragraphs. Where some edges are equally far from one another and from
    the first column, another one that is just behind such a place is moved there if lines of paragraphs begin at it.
    """
    prose = [run.x0 for run in runs if len(run.words) >= PROSE]
    left = next((group[0] for group in clusters(prose) if len(group) >= FEWEST), None)
    if left is None or len(edges) < 2:
        return edges
    for step in sorted((edge - left) / i for i, edge in enumerate(edges, 1)):
        equal = [left + step * i for i in range(1, len(edges) + 1)]
        behind = [edge - place for edge, place in zip(edges, equal, strict=True)]
        moved = [place for place, far in zip(equal, behind, strict=True) if abs(far) > NEAR]
        begin = all(sum(abs(x - place) < JUST for x in prose) >= FEWEST for place in moved)
        if moved and begin and all(-NEAR <= far < FARTHEST_INDENT for far in behind):
            return [place if abs(far) > NEAR else edge for edge, place, far in zip(edges, equal, behind, strict=True)]
    return edges


def _first_column(runs: Sequence[Run]) -> tuple[float, float] | None:
    """Return where the lines of the first column begin and end if they are justified, else None."""
    prose = [run for run in runs if len(run.words) >= PROSE]
    lefts = [group[0] for group in clusters([run.x0 for run in prose]) if len(group) >= FEWEST]
    ends = [run.x1 for run in prose if lefts and lefts[0] - NEAR < run.x0 < lefts[0] + FARTHEST_INDENT]
    full = max(clusters(ends, 1.0), key=len, default=[])
    return (lefts[0], full[-1]) if len(full) >= MANY else None


def _begin_behind(edge: float, runs: Sequence[Run]) -> bool:
    """Return whether some lines begin at an edge, or just behind it."""
    return sum(-1 < run.x0 - edge < INSET for run in runs) >= FEWEST
