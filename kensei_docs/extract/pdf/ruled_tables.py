"""Tables with rules: each row becomes one run, its cells separated by a space."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.boxes_with_rows import FIGURE, rows_in_box
from kensei_docs.extract.pdf.cell_edges import EXACT, NEAR, cell_edges, clusters, full_edges, has_cells
from kensei_docs.extract.pdf.glyphs import Rule, Run, Upright, with_signs_moved
from kensei_docs.extract.pdf.parted_figures import is_one_figure, with_figures_joined

SHORTEST = 20.0  # points
TALLEST_ROW = 160.0  # points between two rules of one table
FEW_RULES = 3  # a table with no more rules than that may have rows without a rule between them
# In ems: how far a head stands above the first rule, how far the lines of one cell are from one another.
ABOVE_RULE, STEP = 1.8, 1.5
BESIDE = 0.8  # ems: nearer lines are those of cells that are centred in the height of their row
OTHER_SIZE = 0.1
ACROSS = 0.7  # of a table's width: a line of text that is longer is no cell
MOST = 0.7  # of a row's height: vertical lines as long as that part its cells
BROKEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]$")


class Table(NamedTuple):
    """A table: the runs in it, one run for the whole of it, and one run a row.

    ``row_by_row`` is true if rules part all of its rows, not only its head from the rest.
    """

    runs: list[Run]
    whole: Run
    rows: list[Run]
    row_by_row: bool = True


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
        plain = [rule for rule in plain if not boxed or rule not in stack]
    taken: set[int] = set()
    found = stacks(plain, TALLEST_ROW, uprights)
    for stack in [part for whole in found for part in parts_of(whole, runs)]:
        many = len(stack) > FEW_RULES
        x0, x1 = stack[0].x0 - NEAR, stack[0].x1 + NEAR
        across = [run for run in runs if run.x0 >= x0 and run.x1 <= x1 and id(run) not in taken]
        bands = [[run for run in across if above.y < run.y <= below.y] for above, below in pairwise(stack)]
        bands[:1] = [without_title(band, stack[0]) for band in bands[:1]]
        cells = [run for band in bands for line in lines_of(band) if len(line) > 1 for run in line]
        edges = cell_edges(cells, 2 if many else 1)
        edges = sorted(edges + full_edges([line for band in bands for line in lines_of(band)[:1]], edges))
        head = head_of([run for run in across if run.y <= stack[0].y], stack[0].y, edges)
        edges = edges or cell_edges(head, 1)
        bands.insert(0, head)
        rows: list[Run] = []
        for i, band in enumerate(bands):
            right = stack[0].x1 if rows else None
            rows += rows_of(band, edges_of_row(bands, i, edges), many, right)
        inside = [run for band in bands for run in band]
        if len(inside) > len(rows) > 0:
            taken |= {id(run) for run in inside}
            whole = Run(
                min(run.x0 for run in inside),
                stack[0].x1,
                min(run.y for run in inside),
                inside[0].size,
                inside[0].font,
                ["table"],
            )
            tables.append(Table(inside, whole, rows, many))
    return tables


def without_title(band: list[Run], rule: Rule) -> list[Run]:
    """Return the runs below the first ``rule`` of a table without its title: a line in the middle of the table,
    clear of the row of several cells below it."""
    title, *others = lines_of(band) or [[]]
    middle = len(title) == 1 and abs(title[0].x0 + title[0].x1 - rule.x0 - rule.x1) < NEAR
    clear = bool(others) and others[0][0].y - title[0].y > STEP * title[0].size
    return [run for line in others for run in line] if middle and clear and len(others[0]) > 1 else band


def edges_of_row(bands: Sequence[list[Run]], i: int, edges: list[float]) -> list[float]:
    """Return the left edges of the cells in one of the ``bands`` between rules.

    Two tables of one width may follow one another: where a band doesn't fit the ``edges`` of them all, it has those of
    the bands around it, if it fits them, or else those of its own line with the most cells.
    """
    lines = lines_of(bands[i])
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
    for lines, (above, below) in zip(bands, pairwise(stack), strict=True):
        longer = any(above.y < y < below.y for y in over)
        if longer or (len(lines) > 1 and any(is_text(line, edges, x1 - x0) for line in lines)):
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
            top = min(inside, key=lambda run: run.y)
            left, right = min(run.x0 for run in inside), max(stack[0].x1, *(run.x1 for run in inside))
            tables.append(Table(inside, top._replace(x0=left, x1=right, words=["table"], starts=[], ends=[]), rows))
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


def fits(line: list[Run], edges: list[float], size: float) -> bool:
    """Return whether all of a line is in the cells of a table and has the table's size of type."""
    return all(
        any(abs(run.x0 - edge) < NEAR for edge in edges)
        and abs(run.size - size) < OTHER_SIZE * size
        and not any(run.x0 + NEAR < edge < run.x1 for edge in edges)
        for run in [cell for run in line for cell in cells_of(run, edges)]
    )


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


def cells_of(run: Run, edges: list[float]) -> list[Run]:
    """Return a run split before the words that begin cells, because narrow gaps don't separate runs."""
    cuts = [i for i, start in enumerate(run.starts) if i and any(-1.0 < start - edge < NEAR for edge in edges)]
    parts = [(i, j) for i, j in zip([0, *cuts], [*cuts, len(run.words)], strict=True) if i < j]
    return [run.part(range(i, j)) for i, j in parts]


def lines_of(runs: list[Run]) -> list[list[Run]]:
    """Return runs grouped into lines, from top to bottom."""
    lines: list[list[Run]] = []
    for run in sorted(runs, key=lambda run: run.y):
        if not lines or run.y - lines[-1][0].y > 0.4 * run.size:
            lines.append([])
        lines[-1].append(run)
    return lines


def rows_of(runs: list[Run], edges: list[float], ruled: bool, right: float | None = None) -> list[Run]:
    """Return the rows between two rules: one, whose cells may have several lines, or more.

    ``right`` is the right edge of the table, if this is not its head.

    There are more if a wider space separates them, if a line is part of a paragraph that extends over the cells, if all
    lines of a column are figures, or, in a table that isn't ``ruled`` row by row, if all lines begin in the first cell.
    """
    rows: list[list[list[Run]]] = []
    last = None
    size = sorted(run.size for run in runs)[(len(runs) - 1) // 2] if runs else 0.0
    lines = lines_of(runs)
    left = min((run.x0 for run in runs), default=0.0)
    single = (
        not ruled
        and (len(lines) > 2 or (right is not None and had_room(lines, right)))
        and all(len(line) > 1 and min(run.x0 for run in line) - left < NEAR for line in lines)
    )
    starts = figure_lines(lines, edges) if edges else set()
    starts |= {i for i, pair in enumerate(pairwise(lines), 1) if are_of_figures(pair)}
    for i, line in enumerate(lines):
        whole = not single and fits(line, edges, size)
        far = last is not None and line[0].y - rows[-1][-1][0].y > STEP * line[0].size
        other = last is not None and are_in_other_type(rows[-1], lines[i:], edges)
        if last is None or not whole or not last or far or other or i in starts:
            rows.append([])
        rows[-1].append(line)
        last = whole
    return [row_of([cell for line in row for run in line for cell in cells_of(run, edges)]) for row in rows]


def had_room(lines: Sequence[list[Run]], right: float) -> bool:
    """Return whether lines have as many cells, and the last cell of each but the last line had room for another word
    up to the ``right`` edge of the table."""
    return len(lines) > 1 and all(
        len(above) == len(below) > 1
        and bool(below[-1].ends)
        and above[-1].x1 + below[-1].size + below[-1].ends[0] - below[-1].x0 < right
        for above, below in pairwise([sorted(line, key=lambda run: run.x0) for line in lines])
    )


def are_of_figures(lines: Sequence[list[Run]]) -> bool:
    """Return whether lines have as many cells, and each cell but the first is a figure; then each line is a row."""
    cells = [sorted(line, key=lambda run: run.x0) for line in lines]
    alike = all(len(line) == len(cells[0]) >= FEW_RULES for line in cells)
    return alike and all(len(run.words) == 1 and FIGURE.fullmatch(run.words[0]) for line in cells for run in line[1:])


def are_in_other_type(above: Sequence[list[Run]], below: Sequence[list[Run]], edges: list[float]) -> bool:
    """Return whether all cells of a row are set in one font, and all those below it in another, as below a head."""
    cells = [[cell for line in lines for run in line for cell in cells_of(run, edges)] for lines in (above, below)]
    fonts = [{cell.font for cell in part} for part in cells]
    columns = [{min(edges, key=lambda edge: abs(edge - cell.x0)) for cell in part} for part in cells if edges]
    other = all(len(font) == 1 for font in fonts) and fonts[0] != fonts[1]
    return other and len(columns) > 1 and all(len(some) > 1 for some in columns)


def figure_lines(lines: Sequence[list[Run]], edges: list[float]) -> set[int]:
    """Return the lines that begin a row because a column has nothing but figures, one in each row.

    The first line must have one: then the cells stand at the top of their rows.
    """
    columns: dict[float, dict[int, Run]] = {}
    for i, line in enumerate(lines):
        for cell in (cell for run in line for cell in cells_of(run, edges)):
            left = min(edges, key=lambda edge: abs(edge - cell.x0))
            columns.setdefault(left, {})[i] = cell
    found: set[int] = set()
    for cells in columns.values():
        figures = all(len(cell.words) == 1 and FIGURE.fullmatch(cell.words[0]) for cell in cells.values())
        parted = any(is_one_figure(above.words[-1], below.words[0]) for above, below in pairwise(cells.values()))
        if len(cells) > 1 and 0 in cells and figures and not parted and len(cells) > len(found):
            found = set(cells)
    return found


def row_of(cells: list[Run]) -> Run:
    """Return the parts of the cells of one row as one run, cell after cell."""
    columns: list[list[Run]] = []
    for cell in sorted(cells, key=lambda cell: cell.x0):
        if not columns or cell.x0 - columns[-1][0].x0 > NEAR:
            columns.append([])
        columns[-1].append(cell)
    columns = [with_figures_joined(with_signs_moved(sorted(column, key=lambda cell: cell.y))) for column in columns]
    top = min(cells, key=lambda cell: cell.y)
    return top._replace(
        x1=max(cell.x1 for cell in cells),
        words=[word for column in columns for word in _words_of(column)],
        starts=[],
        ends=[],
        boxes=[box for column in columns for cell in column for box in cell.word_boxes()],
        cells=[sum(len(cell.words) for cell in column) for column in columns],
        heavy=0,
        lefts=[column[0].x0 for column in columns],
    )


def _words_of(cell: list[Run]) -> list[str]:
    """Return the words of a cell's lines; a hyphen at the end of a line becomes one that may be removed (U+2010)."""
    words: list[str] = []
    for line in cell:
        words += line.words
        if line is not cell[-1]:
            words[-1] = BROKEN.sub("\u2010", words[-1])
    return words
