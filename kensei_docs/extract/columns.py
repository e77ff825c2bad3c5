"""The order in which a page's runs are read: columns, what spans them, and ruled tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from kensei_docs.extract.glyphs import Run
from kensei_docs.extract.tables import Rule, tables_of

NEAR = 3.0  # points by which the left edges of one column's lines may differ
# A column's left edge has at least FEWEST lines on a page, MANY where no other page has it. They
# are at least so many words long in the middle, and this share of the lines beside may run over.
FEWEST, MANY, WORDY, CROSSING = 3, 8, 2.0, 0.34


class Page(NamedTuple):
    """A page: its size in points, its runs, and its horizontal rules."""

    width: float
    height: float
    runs: list[Run]
    rules: list[Rule] = []  # noqa: RUF012  never changed

    def without(self, out: Collection[int]) -> Page:
        """Return the page without such of its runs, by their place among them."""
        return self._replace(runs=[run for i, run in enumerate(self.runs) if i not in out])


class Measure(NamedTuple):
    """What a page tells of the columns of its document.

    Whether it has text but tables; left edges that look like those of columns, each with whether
    many lines begin there; left edges of all runs in whole points, with how many begin at each.
    """

    text: bool
    edges: list[tuple[float, bool]]
    lefts: list[tuple[int, int]]


def in_order(page: Page, edges: list[float]) -> list[list[Run]]:
    """Return a page's runs in reading order, in groups: columns and what stands between them.

    ``edges`` are the left edges of columns that the document uses; the page may have more.
    """
    tables = tables_of(page.runs, page.rules)
    inside = {id(run) for table in tables for run in table.runs}
    flow = [run for run in page.runs if id(run) not in inside]
    own = [edge for edge in edges_of(flow, MANY) if all(abs(edge - known) > NEAR for known in edges)]
    edges = sorted([*edges, *own])
    # A table is one thing to the columns around it.
    flow += [table.whole for table in tables]
    groups = split(sorted(flow, key=lambda run: run.y), edges)
    rows = {id(table.whole): table for table in tables}
    return [
        [run for item in group for run in (rows[id(item)].rows if id(item) in rows else [item])] for group in groups
    ]


def split(runs: list[Run], edges: list[float]) -> list[list[Run]]:
    """Return runs in reading order, cut at columns first and at what spans them second."""
    for edge in edges:
        over = [run for run in runs if crosses(run, edge)]
        left = [run for run in runs if run.x0 < edge - NEAR and run not in over]
        right = [run for run in runs if run.x0 >= edge - NEAR]
        if not left or not is_column(right, edge):
            continue
        if not over:
            return split(left, edges) + split(right, edges)
    for edge in edges:
        over = [run for run in runs if crosses(run, edge)]
        right = [run for run in runs if run.x0 >= edge - NEAR]
        if over and is_column(right, edge):
            return bands(runs, over, edges, edge)
    return [runs] if runs else []


def bands(runs: list[Run], over: list[Run], edges: list[float], edge: float) -> list[list[Run]]:
    """Return runs in reading order where some of them, ``over``, span the edge of a column."""
    groups: list[list[Run]] = []
    rest = [candidate for candidate in edges if candidate != edge]
    start = float("-inf")
    for spanning in [*over, None]:
        stop = spanning.y if spanning is not None else float("inf")
        band = [run for run in runs if start < run.y < stop and run not in over]
        has_columns = is_column([run for run in band if run.x0 >= edge - NEAR], edge)
        groups += split(band, edges if has_columns else rest)
        if spanning is not None:
            groups.append([run for run in runs if abs(run.y - stop) < 0.01 and run.y > start])
            start = stop
    return [group for group in groups if group]


def crosses(run: Run, edge: float) -> bool:
    """Return whether a run lies over a column's left edge."""
    return run.x0 < edge - NEAR and run.x1 > edge


def is_column(runs: list[Run], edge: float) -> bool:
    """Return whether runs to the right of an edge are a column that begins there."""
    starting = [run for run in runs if abs(run.x0 - edge) <= NEAR]
    return bool(starting) and 3 * len(starting) >= len(runs)


def measured(page: Page, out: Collection[int]) -> list[Any]:
    """Return the measure of a page, but such of its runs; see ``Measure``."""
    page = page.without(out)
    inside = {id(run) for table in tables_of(page.runs, page.rules) for run in table.runs}
    runs = [run for run in page.runs if id(run) not in inside]
    many = edges_of(runs, MANY)
    return [
        bool(runs),
        [[edge, edge in many] for edge in edges_of(runs, FEWEST)],
        [[*left] for left in Counter(round(run.x0) for run in page.runs).items()],
    ]


def column_edges(pages: Iterable[Sequence[Any]]) -> list[float]:
    """Return the left edges of the columns of a document, but the first, from left to right.

    An edge counts where lines begin at it that are longer than a table's cells, with text on its
    left that hardly ever runs over it: many lines on one page, a few on some others.
    """
    votes: Counter[int] = Counter()
    seen: dict[int, list[float]] = {}
    strong: set[int] = set()
    begin: Counter[int] = Counter()
    count = 0
    for page in pages:
        text, found, lefts = Measure(*page)
        count += text
        for edge, many in found:
            key = next((k for k in votes if abs(median(seen[k]) - edge) <= NEAR), round(edge))
            votes[key] += 1
            seen.setdefault(key, []).append(edge)
            strong |= {key} if many else set()
        for left, lines in lefts:
            begin[left] += lines
    enough = max(1, min(3, count // 4))
    edges = {key: median(seen[key]) for key in votes}
    kept = {key for key, vote in votes.items() if vote >= enough and key in strong}
    # Few pages may be so full that they use the last column; it is as wide as the others.
    left = begin.most_common(1)[0][0] if begin else 0
    if kept and (step := min(edges[key] for key in kept) - left) > 0:
        kept |= {key for key in votes if abs((edges[key] - left + step / 2) % step - step / 2) <= NEAR}
    return sorted(edges[key] for key in kept)


def edges_of(runs: list[Run], fewest: int) -> list[float]:
    """Return the left edges on one page that look like those of columns, but the first.

    At least ``fewest`` lines begin at each.
    """
    starts: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: run.x0):
        if not starts or run.x0 - starts[-1][0].x0 > NEAR:
            starts.append([])
        starts[-1].append(run)
    found = []
    for group in starts[1:]:
        edge = group[0].x0
        before = [run for run in runs if run.x0 < edge - NEAR]
        over = [run for run in before if run.x1 > edge]
        beside = [run for run in before if run.x1 <= edge]
        if (
            len(group) >= fewest
            and median(len(run.words) for run in group) >= WORDY
            and len(beside) >= FEWEST
            and median(len(run.words) for run in beside) >= WORDY
            and len(over) <= CROSSING * len(before)
        ):
            found.append(edge)
    return found


def median(values: Iterable[float]) -> float:
    """Return the middle one of some values, or what is halfway between the middle two.

    The module that has it takes longer to import than a page takes to read.
    """
    found = sorted(values)
    half = len(found) // 2
    return found[half] if len(found) % 2 else (found[half - 1] + found[half]) / 2
