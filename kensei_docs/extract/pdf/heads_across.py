"""Short headings above all columns of a page: they extend across the columns, though their words do not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kensei_docs.extract.pdf.glyphs import Page, Run, is_heavy

NEAR = 3.0  # points by which the left edges of one column's lines may differ
HEADS = 4  # lines in one typeface, at least, that are headings over all columns
# Ems: the least distance of such a heading from other lines.
ALONE = 0.8
# A single heading over all columns is set in at least LARGER times the size of the text. In each column, the distance
# between the last line above the heading and the first line below it is at least WHITE times the heading's size.
LARGER, WHITE = 1.1, 2.2
LEVEL = 4.0  # points: the most by which the first lines of the columns below such a heading differ in height


def with_heads_across(pages: list[Page], edges: list[float]) -> list[Page]:
    """Return pages on which short heads above all columns extend across them.

    Lines with the same font and size, larger or bolder than the text, are such heads if all of them begin in the first
    column and have nothing beside them. A larger line is one as well if all columns end above it, and begin again at
    one height below it.
    """
    if not edges:
        return pages
    found: dict[tuple[str, float], list[tuple[Page, Run]]] = {}
    for page in pages:
        for run in page.runs:
            found.setdefault((run.font, round(run.size, 1)), []).append((page, run))
    body, size = max(found, key=lambda kind: sum(len(run.text) for _, run in found[kind]), default=("", 0.0))
    heads = {
        id(run)
        for kind, places in found.items()
        if len(places) >= HEADS
        and (kind[1] > size or (kind[1] == size and is_heavy(kind[0]) and not is_heavy(body)))
        and all(_is_alone(run, page, edges[0]) for page, run in places)
        for _, run in places
    }
    heads |= {
        id(run)
        for kind, places in found.items()
        if kind[1] > LARGER * size
        for page, run in places
        if _is_alone(run, page, edges[0]) and parts_columns(run, page.runs, edges)
    }
    return [
        page._replace(runs=[run._replace(x1=max(run.x1, page.width)) if id(run) in heads else run for run in page.runs])
        for page in pages
    ]


def _is_alone(run: Run, page: Page, edge: float) -> bool:
    """Return whether a run begins before the edge of the second column and has nothing beside it, not even a box."""
    return (
        run.x0 < edge - NEAR
        and not run.turn
        and not any(other is not run and abs(other.y - run.y) < ALONE * run.size for other in page.runs)
        and not any(box.top < run.y < box.bottom and box.x0 > run.x1 for box in page.panels)
    )


def parts_columns(head: Run, runs: Sequence[Run], edges: Sequence[float]) -> bool:
    """Return whether all columns of a page end above a heading, and begin again at one height below it.

    Of three columns or more, one that begins with a heading may begin lower.
    """
    begin: list[Run] = []
    for left, right in pairwise([float("-inf"), *edges, float("inf")]):
        column = [run for run in runs if left - NEAR <= run.x0 < right - NEAR and not run.turn]
        above = max((run.y for run in column if run.y < head.y - NEAR), default=None)
        below = min((run for run in column if run.y > head.y + NEAR), key=lambda run: run.y, default=None)
        if above is None or below is None or below.y - above < WHITE * head.size:
            return False
        begin.append(below)
    top = min(run.y for run in begin)
    level = [run for run in begin if run.y - top < LEVEL]
    lower = [run for run in begin if run not in level]
    return len(level) > 1 and all(run.font != level[0].font and run.y - top < run.size for run in lower)


def is_across(run: Run) -> bool:
    """Return whether a run is a heading that ``with_heads_across`` has extended over the columns."""
    return bool(run.ends) and run.x1 > run.ends[-1] + NEAR
