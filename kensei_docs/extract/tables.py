"""Tables ruled by lines: each row becomes one run, its cells joined by a space."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from kensei_docs.extract.glyphs import Run

NEAR = 3.0
TALLEST_ROW = 90.0  # points between two rules of one table
FEW_RULES = 3  # a table with no more rules than that may have rows without a rule between them
HEAD_STEP = 1.8  # in ems: how far a head's last line stands above the first rule


@dataclass(frozen=True)
class Rule:
    """A horizontal line, in points; ``y`` downward from the page's top."""

    x0: float
    x1: float
    y: float


@dataclass
class Table:
    """A ruled table: the runs in it, one run for the whole of it, and one run a row."""

    runs: list[Run]
    whole: Run
    rows: list[Run]


def rules_of(edges: Iterable[dict[str, float]]) -> list[Rule]:
    """Return the horizontal rules among pdfplumber's edges; pieces end to end make one rule."""
    rules: list[Rule] = []
    level = (edge for edge in edges if abs(edge["bottom"] - edge["top"]) < 1.0)
    for edge in sorted(level, key=lambda e: (round(e["top"]), e["x0"])):
        if rules and abs(edge["top"] - rules[-1].y) < 1.0 and edge["x0"] - rules[-1].x1 < NEAR:
            rules[-1] = Rule(rules[-1].x0, max(rules[-1].x1, edge["x1"]), rules[-1].y)
        else:
            rules.append(Rule(edge["x0"], edge["x1"], edge["top"]))
    return [rule for rule in rules if rule.x1 - rule.x0 > 20]


def tables_of(runs: list[Run], rules: list[Rule]) -> list[Table]:
    """Return the ruled tables of a page.

    Rules of one width below one another belong to one table. Its head may stand above the first
    rule. Rules with nothing but paragraphs between them are a frame, no table.
    """
    tables: list[Table] = []
    for stack in stacks(rules):
        x0, x1 = stack[0].x0 - NEAR, stack[0].x1 + NEAR
        across = [run for run in runs if run.x0 >= x0 and run.x1 <= x1]
        bands = [[run for run in across if above.y < run.y <= below.y]
                 for above, below in pairwise(stack)]
        edges = cell_edges([run for band in bands for run in band])
        head = head_of([run for run in across if run.y <= stack[0].y], stack[0].y, edges)
        if len(stack) == 1:
            edges = cell_edges(head)
        bands.insert(0, head)
        rows = [row for band in bands
                for row in rows_of([cell for run in band for cell in cells_of(run, edges)],
                                   len(stack) > FEW_RULES)]
        inside = [run for band in bands for run in band]
        if len(inside) > len(rows) > 0:
            whole = Run(min(run.x0 for run in inside), stack[0].x1, min(run.y for run in inside),
                        inside[0].size, inside[0].font, ["table"])
            tables.append(Table(inside, whole, rows))
    return tables


def head_of(above: list[Run], rule: float, edges: list[float]) -> list[Run]:
    """Return the row that stands above a table's first rule: lines with several cells."""
    head: list[Run] = []
    bottom = rule
    for line in lines_of(above)[::-1]:
        cells = [run for run in line if not edges or any(abs(run.x0 - x) < NEAR for x in edges)]
        if bottom - line[0].y > HEAD_STEP * line[0].size or len(line) < 2 or len(cells) < len(line):
            break
        head += line
        bottom = line[0].y
    return head


def stacks(rules: list[Rule]) -> list[list[Rule]]:
    """Return rules of the same width grouped, where they follow one another closely."""
    found: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.y):
        for stack in found:
            last = stack[-1]
            if (abs(last.x0 - rule.x0) < NEAR and abs(last.x1 - rule.x1) < NEAR
                    and rule.y - last.y < TALLEST_ROW):
                stack.append(rule)
                break
        else:
            found.append([rule])
    return found


def cell_edges(runs: list[Run]) -> list[float]:
    """Return the left edges at which several runs of a table begin."""
    edges: list[list[float]] = []
    for start in sorted(run.x0 for run in runs):
        if not edges or start - edges[-1][0] > NEAR:
            edges.append([])
        edges[-1].append(start)
    return [group[0] for group in edges if len(group) > 1]


def cells_of(run: Run, edges: list[float]) -> list[Run]:
    """Return a run cut where one of its words begins a cell, for narrow gaps don't part runs."""
    cuts = [i for i, start in enumerate(run.starts)
            if i and any(-1.0 < start - edge < NEAR for edge in edges)]
    parts = [(i, j) for i, j in zip([0, *cuts], [*cuts, len(run.words)], strict=True) if i < j]
    return [replace(run, words=run.words[i:j], starts=run.starts[i:j], x0=run.starts[i],
                    x1=run.x1 if j == len(run.words) else run.starts[j] - 1.0)
            for i, j in parts]


def lines_of(runs: list[Run]) -> list[list[Run]]:
    """Return runs by the lines they stand in, from top to bottom."""
    lines: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: run.y):
        if not lines or run.y - lines[-1][0].y > 0.4 * run.size:
            lines.append([])
        lines[-1].append(run)
    return lines


def rows_of(cells: list[Run], ruled: bool) -> list[Run]:
    """Return the rows between two rules: one, whose cells may have several lines, or one a line.

    It is one a line where not every row is ``ruled`` and every line begins in the first cell.
    """
    if not cells:
        return []
    lines = lines_of(cells)
    left, right = min(cell.x0 for cell in cells), max(cell.x1 for cell in cells)
    if not ruled and len(lines) > 2 and all(
            len(line) > 1 and min(cell.x0 for cell in line) - left < NEAR for line in lines):
        return [row for line in lines for row in rows_of(line, True)]
    columns: list[list[Run]] = []
    for cell in sorted(cells, key=lambda cell: cell.x0):
        if not columns or cell.x0 - columns[-1][0].x0 > NEAR:
            columns.append([])
        columns[-1].append(cell)
    words = [word for column in columns for cell in sorted(column, key=lambda cell: cell.y)
             for word in cell.words]
    return [Run(left, right, lines[0][0].y, cells[0].size, cells[0].font, words)]
