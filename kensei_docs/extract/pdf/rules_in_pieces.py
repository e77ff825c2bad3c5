"""Horizontal rules that are drawn in pieces, one for each cell, as browsers do: pieces meet where columns meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.cell_edges import CLEAR, NEAR, clusters
from kensei_docs.extract.pdf.glyphs import Rule, Run, Upright
from kensei_docs.extract.pdf.ruled_tables import (
    ABOVE_RULE,
    FEW_RULES,
    OTHER_SIZE,
    SHORTEST,
    STEP,
    TALLEST_ROW,
    lines_of,
    stacks,
)

ADJOINING = 0.5  # points: pieces of one rule meet, or overlap by less than its width
HEIGHT = 1.0  # ems: the height of a line above its baseline


def joined(pieces: Iterable[Rule]) -> list[Rule]:
    """Return rules with adjoining pieces joined, without those that are shorter than SHORTEST."""
    levels: list[list[Rule]] = []
    for piece in sorted(pieces, key=lambda rule: rule.y):
        if not levels or piece.y - levels[-1][0].y >= 1.0:
            levels.append([])
        levels[-1].append(piece)
    rules: list[Rule] = []
    for level in levels:
        for i, piece in enumerate(sorted(level, key=lambda rule: rule.x0)):
            last = rules[-1] if i else None
            if last and piece.x0 - last.x1 < NEAR:
                rules[-1] = last._replace(x1=max(last.x1, piece.x1))
            else:
                rules.append(piece)
    return [rule for rule in rules if rule.x1 - rule.x0 > SHORTEST]


class Band(NamedTuple):
    """The space between two rules of one width, and the places ``sides`` where the pieces of both meet."""

    above: Rule
    below: Rule
    sides: list[float]


def sides_of_cells(
    pieces: Sequence[Rule], uprights: Sequence[Upright], runs: Sequence[Run]
) -> tuple[list[Rule], list[Upright]]:
    """Return a rule at the top of each table's head, and vertical lines where the pieces of two rules meet.

    Such a line is between two rules that have its place in common, and goes on through the head above the first of
    them. A table with vertical lines, or with few rules, has none.
    """
    tops: list[Rule] = []
    found: list[Upright] = []
    for stack in stacks(joined(pieces), TALLEST_ROW):
        seams = [_seams(pieces, rule) for rule in stack]
        bands = [
            Band(above, below, [x for x in upper if any(abs(x - other) < 1 for other in lower)])
            for (above, below), (upper, lower) in zip(pairwise(stack), pairwise(seams), strict=True)
        ]
        for is_row, group in groupby(bands, key=lambda band: _is_row(band, uprights, runs)):
            rows = list(group)
            if not is_row or (len(rows) < FEW_RULES and not all(_has_one_label(row, runs) for row in rows)):
                continue
            top = _top_of_head(rows[0], runs)
            if top < rows[0].above.y:
                tops.append(rows[0].above._replace(y=top))
            for row in rows:
                y0 = top if row is rows[0] else row.above.y
                found += [Upright(x, y0, row.below.y) for x in (row.above.x0, *row.sides, row.above.x1)]
    return tops, found


def _is_row(band: Band, uprights: Iterable[Upright], runs: Iterable[Run]) -> bool:
    """Return whether a band is a row of cells without vertical lines, and no word crosses a side of a cell."""
    above, below, sides = band
    x0, x1 = above.x0 - NEAR, above.x1 + NEAR
    lined = any(x0 < one.x < x1 and one.y0 < below.y and one.y1 > above.y for one in uprights)
    inside = [run for run in runs if above.y < run.y <= below.y and x0 < run.x0 < x1]
    return bool(sides) and not lined and all(_keeps_to_columns(run, sides) for run in inside)


def _has_one_label(band: Band, runs: Iterable[Run]) -> bool:
    """Return whether the first cell of a band has at most one line: the band is one row."""
    above, below, sides = band
    inside = [run for run in runs if above.y < run.y <= below.y and above.x0 - NEAR < run.x0 < min(sides)]
    return len(lines_of(inside)) <= 1


def _seams(pieces: Iterable[Rule], rule: Rule) -> list[float]:
    """Return where the pieces of a rule meet, from the left."""
    own = [one for one in pieces if abs(one.y - rule.y) < 1 and rule.x0 - 1 < one.x0 and one.x1 < rule.x1 + 1]
    ends = [one.x1 for one in own]
    begins = [group[0] for group in clusters([one.x0 for one in own if one.x0 > rule.x0 + NEAR], 1.0)]
    return [x for x in begins if any(abs(end - x) < ADJOINING for end in ends)]


def _top_of_head(first: Band, runs: Iterable[Run]) -> float:
    """Return the top of the row above the first rule of a table, or the rule itself if nothing above it is a row.

    The lines of the row keep to the columns, and are nearer to one another than paragraphs.
    """
    rule, _, sides = first
    above = [
        run for run in runs if rule.x0 - NEAR < run.x0 and run.x1 < rule.x1 + NEAR and run.y < rule.y and not run.turn
    ]
    head: list[list[Run]] = []
    for line in lines_of(above)[::-1]:
        run = line[0]
        far = head[-1][0].y - run.y > STEP * run.size if head else rule.y - run.y > ABOVE_RULE * run.size
        other = head and (run.font != head[0][0].font or abs(run.size - head[0][0].size) > OTHER_SIZE * run.size)
        if far or other or not all(_keeps_to_columns(run, sides) for run in line):
            break
        head.append(line)
    columns = {sum(x < run.x0 for x in sides) for line in head for run in line}
    parted = len(columns) > 1 or any(run.x0 < x < run.x1 for line in head for run in line for x in sides)
    return head[-1][0].y - HEIGHT * head[-1][0].size if parted else rule.y


def _keeps_to_columns(run: Run, sides: Sequence[float]) -> bool:
    """Return whether no word of a run stands on the side of a cell, and cells are parted by a clear space there."""
    gaps = list(zip([run.x0, *run.ends], [*run.starts, run.x1], strict=True)) if run.starts else [(run.x0, run.x0)]
    inside = [x for x in sides if run.x0 < x < run.x1]
    return all(any(a - 1 < x < b + 1 and b - a > CLEAR * run.size for a, b in gaps) for x in inside)
