"""Rows of tables on shades: where every other row has one, the edges of the shades part the rows as rules do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, zip_longest

from kensei_docs.extract.pdf.boxes import is_in
from kensei_docs.extract.pdf.glyphs import ASCENT, DESCENT, PROSE, RUN_GAP, Box, Page, Rule, Run, Upright
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.ruled_tables import ACROSS, BESIDE, keeps_to_columns
from kensei_docs.extract.pdf.shaded_heads import ROW, cell_around, parts_at, tops_above, tops_of_heads, tops_of_lines
from kensei_docs.extract.pdf.table_columns import CLEAR, NEAR, STEP, clusters

FEWEST = 2  # shaded rows of a table
TALLEST = 120.0  # points between two shaded rows
FILLED = 0.5  # of the shades of a table: at least this part has several cells on it
ONE_ROW = 2.0  # times the tallest shaded row: a higher space between two shades may have several rows


def with_edges_of_shades(page: Page, leading: float | None = None) -> Page:
    """Return a page with a rule at the edges of each shaded row of a table, if no rule is there.

    ``leading`` is the distance between lines of the document's paragraphs in ems, or None if it is unknown.

    The shades of adjoining cells are one shade, and those of a table's head and rows are no boxes. If words are centred
    in their cells, their left edges don't show where the columns are: then a vertical rule is added at each side of the
    cells.
    """
    added: list[Rule] = []
    rows: list[Box] = []
    uprights = list(page.uprights)
    shades = _rows_of(page.panels)
    page = page._replace(runs=_with_words_parted(page, shades))
    for head in shades:
        more, uprights = _edges_of_head(head, page, uprights)
        added += more
        rows += [head] if more else []
    for stack in (_without_headings(each, page.runs) for each in _stacks(shades, page)):
        top = _head_above(stack, page) if stack else None
        alone = _sides_of_row(stack[0], page) if stack and not top and len(stack) < FEWEST else []
        heads = tops_of_heads(stack[0], page) if stack and not top and not alone and len(stack) < FEWEST else []
        if not top and not alone and not heads and (len(stack) < FEWEST or not _is_table(stack, page.runs)):
            continue
        known = _sides_of(stack, page.panels)
        tops = heads or (tops_above(stack[0], known, page) if known and not top else [])
        tops = tops or (tops_of_lines(stack, known, page, leading) if known and leading and not top else [])
        sides = alone or (known if _are_needed(known, stack, page.runs, tops, top) else [])
        places = [*([top.top, top.bottom] if top else []), *(y for row in stack for y in (row.top, row.bottom))]
        places = tops + places
        places += _end_of_last(stack, known, page.runs, bool(sides))
        places += _ends_of_sides(stack, page.uprights)
        added += [Rule(stack[0].x0, stack[0].x1, y) for y in places]
        uprights += [Upright(x, places[0], places[-1]) for x in sides]
        if sides:
            inside = places[0], places[-1]
            runs = [_in_its_cell(run, sides) if inside[0] < run.y < inside[1] else run for run in page.runs]
            page = page._replace(runs=runs)
        rows += stack
    rules = list(page.rules)
    for rule in added:
        if not any(abs(rule.y - one.y) < NEAR and one.x0 < rule.x1 and one.x1 > rule.x0 for one in rules):
            rules.append(rule)
    return page._replace(rules=rules, uprights=uprights, panels=[shade for shade in shades if shade not in rows])


def _rows_of(panels: Iterable[Box]) -> list[Box]:
    """Return shades with those of adjoining cells joined."""
    rows: list[Box] = []
    for panel in sorted(set(panels), key=lambda one: (round(one.top), round(one.bottom), one.x0)):
        last = rows[-1] if rows else None
        if last is not None and _level(last, panel) and panel.x0 - last.x1 < 1:
            rows[-1] = last._replace(x1=max(last.x1, panel.x1))
        else:
            rows.append(panel)
    return rows


def _with_words_parted(page: Page, shades: Sequence[Box]) -> list[Run]:
    """Return the runs of a page, with words parted that touch at the side between two shaded cells of a table, or have
    a clear space there.

    So are those in rows without a shade between shaded ones, and in a head between rules above the first shade.
    """
    sides = [[one.x0 for one in page.panels if _level(one, row) and row.x0 + 1 < one.x0 < row.x1] for row in shades]
    runs = page.runs
    for row, inner in zip(shades, sides, strict=True):
        if not inner:
            continue
        tops = [other.bottom for other, same in zip(shades, sides, strict=True) if same == inner]
        tops += [rule.y for rule in page.rules if abs(rule.x0 - row.x0) < NEAR and abs(rule.x1 - row.x1) < NEAR]
        top = max((y for y in tops if row.top - TALLEST < y < row.top - NEAR), default=row.top)
        for x in inner:
            here = {id(run): at for run in runs if top < run.y < row.bottom for at in _seams_at(run, x)}
            runs = [part for run in runs for part in (run.parted(here[id(run)]) if id(run) in here else [run])]
    return runs


def _seams_at(run: Run, x: float) -> list[float]:
    """Return where a cell begins whose side is at ``x``: behind a clear space, or behind the only seam of a word."""
    words = [seam.word for seam in run.seams]
    spaces = zip(run.ends, run.starts[1:], strict=False)
    clear = [start for end, start in spaces if end < x + 1 and x - 1 < start and start - end > CLEAR * run.size]
    seams = [one.x1 for one in run.seams if words.count(one.word) == 1 and -1 < one.x1 - x < run.size / 2]
    return [*clear, *seams][:1]


def _edges_of_head(head: Box, page: Page, uprights: list[Upright]) -> tuple[list[Rule], list[Upright]]:
    """Return rules at the edges of a shaded head above a table's rules, and the vertical lines: those below the head
    part its cells, too."""
    inside = _runs_on(head, page.runs)
    if not _have_cells(inside):
        return [], uprights
    edges = [Rule(head.x0, head.x1, y) for y in (head.top, head.bottom)]
    sides = [one for one in uprights if abs(one.y0 - head.bottom) < NEAR and head.x0 - NEAR < one.x < head.x1 + NEAR]
    if len(sides) > 1:
        whole = [one._replace(y0=head.top) if one in sides else one for one in uprights]
        return [], whole
    size = inside[0].size
    same = [rule for rule in page.rules if abs(rule.x0 - head.x0) < NEAR and abs(rule.x1 - head.x1) < NEAR]
    heights = sorted(rule.y for rule in same if rule.y > head.bottom - NEAR)
    # A row with cells of several lines is as high as others.
    most = max([ROW * size, *(below - above for above, below in pairwise(heights) if below - above < TALLEST)])
    below = bool(heights) and heights[0] < head.bottom + most + NEAR
    return (edges if below and len(same) > 1 else _with_foot(edges, page)), uprights


def _with_foot(edges: list[Rule], page: Page) -> list[Rule]:
    """Return the edges of a shaded head with the foot of its table, which is the next rule or the end of the page;
    nothing if what is below the head is no table."""
    top, bottom = edges
    inside = [run for run in page.runs if top.x0 - NEAR < run.x0 < top.x1 and run.y > bottom.y and not run.turn]
    feet = [rule.y for rule in page.rules if rule.y > bottom.y + NEAR and rule.x0 < top.x1 and rule.x1 > top.x0]
    lines = lines_of([run for run in inside if not feet or run.y < min(feet)])
    if not lines or not all(len(line) > 1 for line in lines) or any(len(run.words) >= PROSE for run in lines[0]):
        return []
    last = lines[-1][0]
    foot = min(feet, default=last.y + DESCENT * last.size + 1)
    steps = [b - a for a, b in pairwise([bottom.y, *(line[0].y for line in lines), foot])]
    return [*edges, top._replace(y=foot)] if max(steps) < ROW * last.size else []


def _head_above(stack: Sequence[Box], page: Page) -> Box | None:
    """Return the head of a table on shades, if it stands between two rules as wide as these, the lower one at the top
    of the first shade, and has cells beside one another and no line of a text as wide as the table."""
    first = stack[0]
    same = [rule.y for rule in page.rules if abs(rule.x0 - first.x0) < NEAR and abs(rule.x1 - first.x1) < NEAR]
    below = [y for y in same if abs(y - first.top) < NEAR]
    above = [y for y in same if first.top - TALLEST < y < first.top - NEAR]
    if not below or not above:
        return None
    head = Box(first.x0, max(above), first.x1, below[0])
    inside = _runs_on(head, page.runs)
    if any(len(run.words) >= PROSE and run.x1 - run.x0 > ACROSS * (head.x1 - head.x0) for run in inside):
        return None
    return head if _have_cells(inside) else None


def _ends_of_sides(stack: Sequence[Box], uprights: Iterable[Upright]) -> list[float]:
    """Return where the vertical lines between the cells of a table begin and end, if they are as high as several rows.

    Where two tables of one width follow one another, all lines of the first end, and those of the second begin.
    """
    first, last = stack[0], stack[-1]
    beside = [one for one in uprights if first.x0 - NEAR < one.x < first.x1 + NEAR]
    high = [one for one in beside if one.y1 - one.y0 > ONE_ROW * (first.bottom - first.top)]
    near = [one for one in high if one.y0 < last.bottom + NEAR and one.y1 > first.top - NEAR]
    groups = clusters([y for one in near for y in (one.y0, one.y1)], 1.0)
    return [group[0] for group in groups if len(group) > FEWEST]


def _level(one: Box, other: Box) -> bool:
    return abs(one.top - other.top) < 1 and abs(one.bottom - other.bottom) < 1


def _stacks(rows: Iterable[Box], page: Page) -> list[list[Box]]:
    """Return groups of shades of one width below one another, which do not overlap and have no text between them.

    Lines of a text are as wide as the shades, cross the sides of their cells, or begin lower than those of a row.
    """
    prose = [run for run in page.runs if not run.turn and len(run.words) >= PROSE]
    found: list[list[Box]] = []
    for row in sorted(rows, key=lambda one: one.top):
        for stack in found:
            last = stack[-1]
            same = abs(last.x0 - row.x0) < 1 and abs(last.x1 - row.x1) < 1
            text = [run for run in prose if last.bottom < run.y < row.top and abs(run.x0 - row.x0) < NEAR]
            wide = any(run.x1 - row.x0 > ACROSS * (row.x1 - row.x0) for run in text)
            sides = [_sides_of([one], page.panels) for one in (last, row)]
            over = any(_is_over_sides(run, own) for run in text for own in sides)
            parted = len(text) >= FEWEST and (wide or over or _is_lower(text, stack, page.runs))
            # The row between two shades may be about as high as they are.
            tallest = max([TALLEST, *(ONE_ROW * (one.bottom - one.top) for one in (last, row))])
            if same and -1 < row.top - last.bottom < tallest and not parted:
                stack.append(row)
                break
        else:
            found.append([row])
    return found


def _without_headings(stack: list[Box], runs: Sequence[Run]) -> list[Box]:
    """Return a stack without the shades at its ends that have no cells beside one another: those of headings."""
    with_cells = [i for i, row in enumerate(stack) if _have_cells(_runs_on(row, runs))]
    return stack[with_cells[0] : with_cells[-1] + 1] if with_cells else []


def _sides_of(stack: Sequence[Box], panels: Iterable[Box]) -> list[float]:
    """Return the x of the left and right sides of the cells, if these are the same in all shaded rows."""
    sides = [_sides_on(row, panels) for row in stack]
    same = all([round(x - y) for x, y in zip_longest(row, sides[0], fillvalue=0.0)] == [0] * len(row) for row in sides)
    return sides[0] if same and len(sides[0]) > FEWEST else []


def _are_needed(
    sides: Sequence[float], stack: Sequence[Box], runs: Iterable[Run], tops: Sequence[float], head: Box | None
) -> bool:
    """Return whether the sides of the cells are to part them: words don't begin at one left edge in all columns.

    So it is, too, where rows above the first shade are known by their ``tops``. Between two shades is one row.
    """
    if not sides:
        return False
    tallest = max(row.bottom - row.top for row in stack)
    single = all(
        below.top - above.bottom < ONE_ROW * tallest or _is_one_row(above, below, sides, runs)
        for above, below in pairwise(stack)
    )
    inside = [run for run in runs if any(row.top < run.y < row.bottom for row in [*stack, *([head] if head else [])])]
    columns = [[run.x0 for run in inside if left < run.x0 < right] for left, right in pairwise(sides)]
    return single and (bool(tops) or any(max(column) - min(column) > NEAR for column in columns if column))


def _sides_on(row: Box, panels: Iterable[Box]) -> list[float]:
    """Return the x of the left and right sides of the shaded cells that form a row."""
    cells = [one for one in panels if _level(one, row) and row.x0 - 1 < one.x0 < row.x1]
    return [group[0] for group in clusters([x for one in cells for x in (one.x0, one.x1)], 1.0)]


def _sides_of_row(row: Box, page: Page) -> list[float]:
    """Return the x of the sides of the cells on the only shade of a table, if words are in the middle of each and a
    head is above them, else nothing."""
    sides = _sides_on(row, page.panels)
    inside = [run for run in page.runs if not run.turn and is_in(run, row)]
    words = [word for run in inside for word in parts_at(run, sides)]
    around = [cell_around(word, sides) for word in words]
    filled = len(sides) > FEWEST + 1 and set(pairwise(sides)) - set(around) <= {(sides[0], sides[1])}
    return sides if filled and None not in around and tops_above(row, sides, page) else []


def _is_one_row(above: Box, below: Box, sides: Sequence[float], runs: Iterable[Run]) -> bool:
    """Return whether the lines of the first column between two shades are as close as those of one label."""
    label = [run for run in runs if above.bottom < run.y < below.top and sides[0] - NEAR < run.x0 < sides[1]]
    return bool(label) and all(b.y - a.y < STEP * a.size for a, b in pairwise(label))


def _in_its_cell(run: Run, sides: Sequence[float]) -> Run:
    """Return a run, narrowed to its cell if it is a single word in the middle of it and wider."""
    cell = cell_around(run, sides) if len(run.words) == 1 and run.starts else None
    if cell is None or run.x0 >= cell[0]:
        return run
    x0, x1 = cell[0], cell[1] - NEAR / 2
    return run._replace(x0=x0, x1=x1, starts=[x0], ends=[x1], seams=[])


def _is_lower(line: Sequence[Run], stack: Sequence[Box], runs: Iterable[Run]) -> bool:
    """Return whether a line is farther below the last shade than the first line of any row is below its top."""
    beside = [run.y for run in runs if not run.turn and stack[0].x0 - NEAR < run.x0 < stack[0].x1]
    tops = [y for row in stack for y in (row.top, row.bottom)][:-1]
    first = [min((y - top for y in beside if y > top), default=0.0) for top in tops]
    return line[0].y - stack[-1].bottom > max(first) + NEAR


def _is_over_sides(run: Run, sides: Sequence[float]) -> bool:
    """Return whether a line of a paragraph crosses a side of some cells."""
    return len(run.words) >= PROSE and not keeps_to_columns(run, sides)


def _is_table(stack: Sequence[Box], runs: Iterable[Run]) -> bool:
    """Return whether there are cells beside one another on most of some shades, and lines of text between these."""
    first, last = stack[0], stack[-1]
    near = [run for run in runs if not run.turn and first.x0 - NEAR < run.x0 and run.x1 < first.x1 + NEAR]
    inside = [[run for run in near if row.top < run.y < row.bottom] for row in stack]
    between = any(below.top - above.bottom > NEAR for above, below in pairwise(stack))
    parted = sum(map(_have_cells, inside))
    crossing = any(
        first.top < run.y < last.bottom and run.x0 < first.x1 - NEAR and run.x1 > first.x1 + NEAR for run in runs
    )
    return between and all(inside) and parted >= FILLED * len(stack) and not crossing


def _runs_on(shade: Box, runs: Iterable[Run]) -> list[Run]:
    return [run for run in runs if shade.x0 <= run.x0 < shade.x1 and shade.top < run.y < shade.bottom]


def _have_cells(runs: Sequence[Run]) -> bool:
    """Return whether some runs stand beside one another, level or not, or one has a gap between its words."""
    gaps = ((run.size, start - end) for run in runs for end, start in zip(run.ends, run.starts[1:], strict=False))
    beside = bool(runs) and max(run.x0 for run in runs) > min(run.x1 for run in runs)
    return beside or any(gap > RUN_GAP * size for size, gap in gaps)


def _end_of_last(stack: Sequence[Box], sides: Sequence[float], runs: Sequence[Run], boxed: bool) -> list[float]:
    """Return where the row below the last shade ends, if there is one, else nothing.

    Its first line is as far below its top as those of other rows. If the cells are ``boxed``, the lines of a row may
    begin anywhere in them.
    """
    shade = stack[-1]
    shaded = [run for run in runs if shade.x0 - NEAR < run.x0 < shade.x1 and shade.top < run.y < shade.bottom]
    below = [run for run in runs if shade.x0 - NEAR < run.x0 < shade.x1 and run.y > shade.bottom and not run.turn]
    lines = lines_of(below)
    if not lines or lines[0][0].y - ASCENT * lines[0][0].size - shade.bottom > lines[0][0].size:
        return []
    if _is_lower(lines[0], stack, runs) or any(_is_over_sides(run, sides) for run in lines[0]):
        return []
    row = [lines[0]]
    # Where cells are centred in the height of their row, the label may begin above them, and lines are between others.
    columns = [run.x0 for run in shaded]
    for line in lines[1:]:
        between = line[0].y - row[-1][0].y < BESIDE * line[0].size
        lefts = [run.x0 for run in lines[0]] + (columns if between or len(lines[0]) == 1 else [])
        same = all(any(abs(run.x0 - left) < 1 for left in lefts) for run in line)
        far = line[0].y - row[-1][0].y > STEP * line[0].size
        most = max(map(len, row))
        rest = len(line) < most or most == 1
        if far or not (boxed or (same and (rest or between))):
            break
        row.append(line)
    cells = [run for line in row for run in line]
    if max(run.x0 for run in cells) < min(run.x1 for run in cells):
        return []
    return [row[-1][0].y + DESCENT * row[-1][0].size + 1]
