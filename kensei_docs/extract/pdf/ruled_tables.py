"""Tables with rules: each row becomes one run, its cells separated by a space.

Browsers draw horizontal rules in pieces, one for each cell: pieces meet where columns meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Rule, Run, Upright, in_groups
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.rule_groups import end_of_page, is_foot, is_text_in_columns, tables_apart, with_feet_joined
from kensei_docs.extract.pdf.ruled_rows import (
    OTHER_SIZE,
    are_one_row,
    columns_of,
    fits,
    row_of,
    rows_in_box,
    rows_of,
    spaced_rows,
    with_cells_moved,
)
from kensei_docs.extract.pdf.table_columns import CLEAR, EXACT, NEAR, STEP, cell_edges, clusters, full_edges, has_cells

ADJOINING = 0.5  # points: pieces of one rule meet, or overlap by less than its width
HEIGHT = 1.0  # ems: the height of a line above its baseline
SHORTEST = 20.0  # points
TALLEST_ROW = 160.0  # points between two rules of one table
FEW_RULES = 3  # a table with no more rules than that may have rows without a rule between them
ABOVE_RULE = 1.8  # ems: how far a head stands above the first rule
BESIDE = 0.8  # ems: nearer lines are those of cells that are centred in the height of their row
ACROSS = 0.7  # of a table's width: a line of text that is longer is no cell
PADDING = 1.5  # ems: the words of a cell begin nearer behind its left side
MOST = 0.7  # of a row's height: vertical lines as long as that part its cells


def joined(pieces: Iterable[Rule]) -> list[Rule]:
    """Return rules with adjoining pieces joined, without those that are shorter than SHORTEST."""
    rules: list[Rule] = []
    for level in in_groups(sorted(pieces, key=lambda rule: rule.y), lambda level, piece: piece.y - level[0].y >= 1.0):
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
    whole = joined(pieces)
    for stack in stacks(whole, TALLEST_ROW):
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
            ends = any(is_foot(rule, stack) for rule in whole) or end_of_page(stack, runs)
            if len(rows) == 1 and top == rows[0].above.y and ends:
                continue
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
    return bool(sides) and not lined and all(keeps_to_columns(run, sides) for run in inside)


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

    The lines of the row keep to the columns, and are nearer to one another than paragraphs. Its cells stand as those
    below them, or begin at the left or are in the middle of their columns.
    """
    rule, foot, sides = first
    below = [run for run in runs if rule.y < run.y <= foot.y and rule.x0 - NEAR < run.x0 < rule.x1]
    columns = list(pairwise([rule.x0, *sides, rule.x1]))
    above = [
        run for run in runs if rule.x0 - NEAR < run.x0 and run.x1 < rule.x1 + NEAR and run.y < rule.y and not run.turn
    ]
    head: list[list[Run]] = []
    for line in lines_of(above)[::-1]:
        run = line[0]
        far = head[-1][0].y - run.y > STEP * run.size if head else rule.y - run.y > ABOVE_RULE * run.size
        other = head and (run.font != head[0][0].font or abs(run.size - head[0][0].size) > OTHER_SIZE * run.size)
        kept = all(keeps_to_columns(run, sides) and _stands_in_cell(run, columns, below) for run in line)
        if far or other or not kept:
            break
        head.append(line)
    filled = {sum(x < run.x0 for x in sides) for line in head for run in line}
    parted = len(filled) > 1 or any(run.x0 < x < run.x1 for line in head for run in line for x in sides)
    return head[-1][0].y - HEIGHT * head[-1][0].size if parted else rule.y


def _stands_in_cell(run: Run, columns: Sequence[tuple[float, float]], below: Sequence[Run]) -> bool:
    """Return whether a run over one of some ``columns`` is where a cell's words are: at the left or in the middle, or
    at the left or right end of words ``below`` it."""
    own = [(x0, x1) for x0, x1 in columns if x0 - NEAR < run.x0 < x1]
    placed = any(run.x0 - x0 < PADDING * run.size or abs(run.x0 + run.x1 - x0 - x1) < NEAR for x0, x1 in own)
    aligned = any(abs(run.x0 - other.x0) < NEAR or abs(run.x1 - other.x1) < NEAR for other in below)
    return placed or aligned or any(run.x1 > x1 for _, x1 in own)


def keeps_to_columns(run: Run, sides: Sequence[float]) -> bool:
    """Return whether no word of a run stands on the side of a cell, and cells are parted by a clear space there."""
    gaps = list(zip([run.x0, *run.ends], [*run.starts, run.x1], strict=True)) if run.starts else [(run.x0, run.x0)]
    inside = [x for x in sides if run.x0 < x < run.x1]
    return all(any(a - 1 < x < b + 1 and b - a > CLEAR * run.size for a, b in gaps) for x in inside)


class Table(NamedTuple):
    """A table: the runs in it, one run for the whole of it, and one run a row.

    ``row_by_row`` is true if rules part all of its rows, not only its head from the rest.
    """

    runs: list[Run]
    whole: Run
    rows: list[Run]
    row_by_row: bool = True

    @classmethod
    def around(cls, runs: list[Run], rows: list[Run], right: float = 0.0, row_by_row: bool = True) -> Table:
        """Return the table of some runs, which is as wide as these, or goes on to the ``right``."""
        top = min(runs, key=lambda run: run.y)
        left, right = min(run.x0 for run in runs), right or max(run.x1 for run in runs)
        return cls(runs, Run(left, right, top.y, top.size, top.font, ["table"], turn=top.turn), rows, row_by_row)


def tables_of(runs: list[Run], rules: list[Rule], uprights: Sequence[Upright] = ()) -> list[Table]:
    """Return the ruled tables of a page.

    If vertical lines separate the cells, they determine the columns. Otherwise, rules of the same width below one
    another belong to one table. Its head may be above the first rule. Rules with nothing but paragraphs between them
    are a frame, not a table.
    """
    tables: list[Table] = []
    plain = list(rules)
    for stack in stacks(rules, float("inf")) if uprights else []:
        boxed = boxed_tables(stack, runs, rules, uprights)
        tables += boxed
        plain = [rule for rule in plain if not boxed or rule not in stack or not _is_crossed(rule, uprights)]
    taken: set[int] = set()
    found = with_feet_joined(stacks(plain, TALLEST_ROW, uprights), runs, rules)
    parts = [part for whole in found for part in parts_of(whole, runs)]
    for stack in [one for part in parts for one in tables_apart(part, runs)]:
        many = len(stack) > FEW_RULES
        x0, x1 = stack[0].x0 - NEAR, stack[0].x1 + NEAR
        across = [run for run in runs if run.x0 >= x0 and run.x1 <= x1 and id(run) not in taken]
        bands = [[run for run in across if above.y < run.y <= below.y] for above, below in pairwise(stack)]
        bands[:1] = [without_title(band, stack[0]) for band in bands[:1]]
        cells = [run for band in bands for line in lines_of(band) if len(line) > 1 for run in line]
        edges = cell_edges(cells, 2 if many else 1)
        edges = sorted(edges + full_edges([line for band in bands for line in lines_of(band)[:1]], edges))
        head = head_of([run for run in across if run.y <= stack[0].y], stack[0].y, edges)
        if len(stack) == 1 and _goes_on_above(head, across):
            continue
        edges = edges or cell_edges(head, 1)
        bands.insert(0, head)
        inside = [run for band in bands for run in band]
        bands, edges = with_cells_moved(bands, edges) if many else (bands, edges)
        rows: list[Run] = []
        for i, band in enumerate(bands):
            right = stack[0].x1 if rows else None
            lefts = edges_of_row(bands, i, edges, stack[0].x1)
            if band and not rows and not many and i + 1 < len(bands):
                [band], lefts = with_cells_moved([band], lefts, 1.0)
            own = rows_of(band, lefts, many, right)
            spaced = spaced_rows(columns_of(band)) if rows and not many else []
            rows += list(map(row_of, spaced)) if 0 < len(spaced) < len(own) else own
        if len(inside) > len(rows) > 0:
            taken |= {id(run) for run in inside}
            tables.append(Table.around(inside, rows, stack[0].x1, many))
    return tables


def _is_crossed(rule: Rule, uprights: Iterable[Upright]) -> bool:
    """Return whether vertical lines begin or end at a rule, or cross it."""
    x0, x1 = rule.x0 - NEAR, rule.x1 + NEAR
    return any(x0 < one.x < x1 and one.y0 - NEAR < rule.y < one.y1 + NEAR for one in uprights)


def _goes_on_above(head: list[Run], runs: Iterable[Run]) -> bool:
    """Return whether the line above a single rule is the last of several that are as near as those of a row."""
    lines = lines_of(head)
    first = lines[0][0] if len(lines) == 1 else None
    return first is not None and any(0 < first.y - run.y < STEP * run.size for run in runs if run not in head)


def without_title(band: list[Run], rule: Rule) -> list[Run]:
    """Return the runs below the first ``rule`` of a table without its title: a line in the middle of the table,
    clear of the row of several cells below it."""
    title, *others = lines_of(band) or [[]]
    middle = len(title) == 1 and abs(title[0].x0 + title[0].x1 - rule.x0 - rule.x1) < NEAR
    clear = bool(others) and others[0][0].y - title[0].y > STEP * title[0].size
    return [run for line in others for run in line] if middle and clear and len(others[0]) > 1 else band


def edges_of_row(bands: Sequence[list[Run]], i: int, edges: list[float], right: float) -> list[float]:
    """Return the left edges of the cells in one of the ``bands`` between rules, which end at the ``right``.

    Two tables of one width may follow one another: where a band doesn't fit the ``edges`` of them all, it has those of
    the bands around it, if it fits them, or else those of its own line with the most cells, or of its only row.
    """
    lines = lines_of(bands[i])
    alone = cell_edges([run for line in lines for run in line], 1)
    if len(alone) > 1 and i and are_one_row(lines, alone, right):
        return alone
    near = [run for band in bands[max(0, i - 1) : i + 2] for line in lines_of(band) if len(line) > 1 for run in line]
    own = cell_edges(near, 1) if lines and not all(fits(line, edges, line[0].size) for line in lines) else []
    if lines and own and not all(fits(line, own, line[0].size) for line in lines) and len(bands) > FEW_RULES:
        fullest = max(lines, key=lambda line: len(line))
        own = sorted(run.x0 for run in fullest)
    return own if len(own) > 1 and all(fits(line, own, line[0].size) for line in lines) else edges


def parts_of(stack: list[Rule], runs: Iterable[Run]) -> list[list[Rule]]:
    """Return rules that belong to tables of the same width, parted where lines of a text stand between two of them."""
    x0, x1 = stack[0].x0 - NEAR, stack[0].x1 + NEAR
    near = [run for run in runs if x0 - SHORTEST < run.x0 < (x0 + x1) / 2 and not run.turn]
    over = [run.y for run in near if run.x1 > x1 and len(run.words) > 1]
    inside = [run for run in runs if run.x0 > x0 and run.x1 < x1 and not run.turn]
    bands = [lines_of([run for run in inside if above.y < run.y <= below.y]) for above, below in pairwise(stack)]
    edges = cell_edges([run for lines in bands for line in lines if len(line) > 1 for run in line])
    parts = [[stack[0]]]
    for i, (lines, (above, below)) in enumerate(zip(bands, pairwise(stack), strict=True)):
        longer = any(above.y < y < below.y for y in over)
        others = [run for band in bands[:i] + bands[i + 1 :] for line in band for run in line]
        text = len(lines) > 1 and any(is_text(line, edges, x1 - x0) for line in lines)
        if longer or text or is_text_in_columns([run for line in lines for run in line], stack[0], others):
            parts.append([])
        parts[-1].append(below)
    return parts


def is_text(line: list[Run], edges: list[float], width: float) -> bool:
    """Return whether a line is one of a text as wide as a table, and no row of its cells."""
    run = line[0]
    inner = [edge for edge in edges if edge - run.x0 > NEAR]
    begins = any(abs(start - edge) < EXACT for start in run.starts[1:] for edge in inner)
    begins = begins or any(abs(run.x0 - edge) < EXACT for edge in edges[1:])
    return len(line) == 1 and run.x1 - run.x0 > ACROSS * width and not begins


def boxed_tables(stack: list[Rule], runs: list[Run], rules: list[Rule], uprights: Sequence[Upright]) -> list[Table]:
    """Return the tables of a stack of rules whose cells are boxes: each band between two rules is a row.

    A band without vertical lines separates two tables. If a shorter rule divides a band, as beside a cell of several
    rows, the stack has no such tables.
    """
    x0, x1 = stack[0].x0 - NEAR, stack[0].x1 + NEAR
    beside = [upright for upright in uprights if x0 < upright.x < x1]
    tables: list[Table] = []
    inside: list[Run] = []
    rows: list[Run] = []
    stack = with_open_ends(stack, beside, rules)
    for above, below in [*pairwise(stack), (stack[-1], stack[-1])]:
        edges = edges_between(beside, above.y, below.y)
        if len(edges) > 2 or (len(edges) == 2 and rows):
            if any(above.y + NEAR < rule.y < below.y - NEAR and rule.x1 > x0 and rule.x0 < x1 for rule in rules):
                return []
            # A last cell too narrow for its words may run over the table's right edge.
            band = [run for run in runs if above.y < run.y <= below.y and x0 < run.x0 < x1 + run.size / 2]
            band = band if rows else without_title(band, above)
            if band:
                lines = [[cell for run in line for cell in boxes_of(run, edges)] for line in lines_of(band)]
                rows += map(row_of, rows_in_box(lines))
                inside += band
        elif rows:
            tables.append(Table.around(inside, rows, max(stack[0].x1, *(run.x1 for run in inside))))
            inside, rows = [], []
    return tables


def with_open_ends(stack: list[Rule], beside: Sequence[Upright], rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules of a table, with one added where its vertical lines end, as the end of a page leaves a row open.

    Nothing is added if one of the page's ``rules`` belongs to another table there, which the lines may be part of.
    """
    first, last = stack[0], stack[-1]
    top = min((upright.y0 for upright in beside if upright.y0 < first.y <= upright.y1 + NEAR), default=first.y)
    foot = max((upright.y1 for upright in beside if upright.y0 - NEAR <= last.y < upright.y1), default=last.y)
    over = [rule.y for rule in rules if rule.x0 < first.x1 and rule.x1 > first.x0]

    def open_end(begin: float, end: float) -> bool:
        return end - begin > NEAR and not any(begin + NEAR < y < end - NEAR for y in over)

    above = [first._replace(y=top)] if open_end(top, first.y) else []
    below = [last._replace(y=foot)] if open_end(last.y, foot) else []
    return [*above, *stack, *below]


def edges_between(uprights: Iterable[Upright], top: float, foot: float) -> list[float]:
    """Return the places of the vertical lines along most of the height between two rules."""
    lengths: dict[float, float] = {}
    for group in clusters([upright.x for upright in uprights if upright.y0 < foot and upright.y1 > top]):
        pieces = [upright for upright in uprights if group[0] <= upright.x <= group[-1]]
        lengths[group[0]] = sum(max(0.0, min(foot, piece.y1) - max(top, piece.y0)) for piece in pieces)
    return [x for x, length in lengths.items() if length > MOST * (foot - top) > 0]


def boxes_of(run: Run, edges: list[float]) -> list[Run]:
    """Return the parts of a run by the box that each is in, placed at the left edge of the box."""
    parts: dict[float, list[int]] = {}
    for i, (start, end) in enumerate(zip(run.starts, run.ends, strict=True)):
        parts.setdefault(max((edge for edge in edges if edge < (start + end) / 2), default=edges[0]), []).append(i)
    return [run.part(part)._replace(x0=edge) for edge, part in parts.items()]


def head_of(above: list[Run], rule: float, edges: list[float]) -> list[Run]:
    """Return the row above a table's first rule: lines that fit its cells."""
    head: list[Run] = []
    bottom, step = rule, ABOVE_RULE
    for line in lines_of(above)[::-1]:
        size = line[0].size
        edges = edges or cell_edges([run for run in above if bottom - run.y < 2 * ABOVE_RULE * size], 1)
        if bottom - line[0].y > step * size or not fits(line, edges, size):
            break
        head += line
        bottom, step = line[0].y, STEP
    lines = lines_of(head)
    centred = any(below[0].y - above[0].y < BESIDE * below[0].size for above, below in pairwise(lines))
    return head if centred or any(has_cells(line, edges) for line in lines) else []


def stacks(rules: list[Rule], tallest: float, uprights: Sequence[Upright] = ()) -> list[list[Rule]]:
    """Return groups of rules of the same width, each less than ``tallest`` points below the one before.

    Vertical lines at both ends join two rules however far apart they are.
    """
    found: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.y):
        for stack in found:
            last = stack[-1]
            same = abs(last.x0 - rule.x0) < NEAR and abs(last.x1 - rule.x1) < NEAR
            if same and (rule.y - last.y < tallest or are_sides(last, rule, uprights)):
                stack.append(rule)
                break
        else:
            found.append([rule])
    return found


def are_sides(above: Rule, below: Rule, uprights: Sequence[Upright]) -> bool:
    """Return whether vertical lines join both ends of two rules."""
    edges = edges_between(uprights, above.y, below.y) if uprights else []
    return all(any(abs(edge - x) < NEAR for edge in edges) for x in (above.x0, above.x1))
