"""Columns of one width: the first column and the margins of the page tell where the others begin.

In a document with hardly any text in its other columns, the cells of tables are all that begins there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kensei_docs.extract.pdf.columns import FEWEST, MANY, NEAR
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
