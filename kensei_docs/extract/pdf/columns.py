"""The columns of a document: their left edges, what extends across them, and runs split at them in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise
from statistics import median

from kensei_docs.extract.pdf.glyphs import ASCENT, PROSE, Page, Run, Upright, in_groups, is_item_sign
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.ruled_tables import Table, tables_of
from kensei_docs.extract.pdf.table_columns import clusters

NEAR = 3.0  # points by which the left edges of one column's lines may differ
# The least number of a page's lines that begin at a column's left edge, and the same if no other page has that edge.
FEWEST, MANY = 3, 8
MANY_CELLS = 5  # runs beside one another are a row of a table
WORDY = 2.0  # the least median of the number of words in these lines
# The largest share of the words to the left of a column's edge that are in lines which extend across it.
CROSSING = 0.34
THINNEST = 50.0  # points: no column is as narrow
GUTTER = 24.0  # points: the space between two columns of a page is narrower
FARTHEST_INDENT = 20.0  # points: first lines of paragraphs begin nearer behind the edge of their column
THIN = 0.3  # of the first column's width: no other column of the document is as narrow
FEWEST_OF_TEXT = 2  # lines of a paragraph on either side of a gutter
JUST = 0.5  # points: the lines of a column begin at most this far from one place
FAR = 2.5  # ems: the lines of a column are nearer to one another than this
OTHER_SIZE = 0.1  # the largest share of a column's lines that are of another size
INDENT = 1.5  # ems: the largest indent of lines of bullets and boxes, and of lines beside a drop capital
LEVEL = 0.05  # ems: rows whose baselines differ by more are not level
# The share of lines that are level with those of the column before, where these begin anywhere, or the same cells.
LEVEL_LINES, MOST_LEVEL = 0.5, 0.67
HEADING = 2.6  # ems: the largest distance of a heading above its table
ROOM = 0.3  # ems: the space above a heading is larger than that below it by this, or more
# In each column, the distance between the last line above a heading over all columns and the first line below it is at
# least WHITE times the heading's size.
WHITE = 2.2
LEVEL_BELOW = 4.0  # points: the most by which the first lines of the columns below such a heading differ in height


def without_column_rules(pages: Sequence[Page], edges: Sequence[float]) -> list[Page]:
    """Return pages without the vertical lines between their columns.

    Beside a piece of such a line, the text begins at the edge of a column, nearer than cells to a line of their own.
    """
    drawn = [
        upright.x
        for page in pages
        for upright in page.uprights
        for edge in edges
        if 1 < edge - upright.x < GUTTER / 2 and _is_beside_text(upright, page.runs, edge)
    ]
    return [
        page._replace(uprights=[one for one in page.uprights if all(abs(one.x - x) >= JUST for x in drawn)])
        for page in pages
    ]


def _is_beside_text(upright: Upright, runs: Iterable[Run], edge: float) -> bool:
    """Return whether lines of a text begin exactly at a column's edge behind a vertical line, and nothing before it."""
    level = [run for run in runs if upright.y0 < run.y < upright.y1 and run.x1 > upright.x and not run.turn]
    prose = [run for run in level if abs(run.x0 - edge) < JUST and len(run.words) >= PROSE]
    return len(prose) >= FEWEST and all(run.x0 > edge - JUST for run in level)


def with_columns_parted(page: Page, edges: list[float]) -> Page:
    """Return a page with each run split that contains both a line of a column and text of the column before it.

    A table that is too wide for its column fills the space after it, so that no gap separates its words from those of
    the next column. The lines above and below show where to split: they begin where a word, or a glyph, of the run
    does.
    """
    runs = page.runs
    for edge in sorted(edges, reverse=True):
        here = [run for run in runs if run.x0 <= edge + NEAR and run.x1 > edge and not run.turn]
        cuts = {id(run): cut for i, run in enumerate(here) if (cut := _cut(here, i, edge)) is not None}
        if cuts:
            runs = [part for run in runs for part in (run.parted(cuts[id(run)]) if id(run) in cuts else [run])]
    return page._replace(runs=runs)


def _cut(runs: list[Run], i: int, edge: float) -> float | None:
    """Return where one of the runs at a column's edge, sorted from the top, has to be split, or None."""
    x = _seam(runs[i], edge, NEAR) if crosses(runs[i], edge) else None
    if x is None:
        return None
    beside = [other for step in (-1, 1) if (other := _beside(runs, i, x, step))]
    begin = [other for other in beside if abs(other.x0 - x) < JUST]
    alike = any(abs(other.size - runs[i].size) < OTHER_SIZE * runs[i].size for other in begin)
    # A word of a line over both columns may happen to stand there.
    enough = len(begin) == 2 or not _is_spaced(runs[i], x)
    return x if alike and enough and not any(crosses(other, edge) for other in beside) else None


def _beside(runs: list[Run], i: int, x: float, step: int) -> Run | None:
    """Return the next run above (``step`` -1) or below (1) without a seam at ``x``."""
    last = runs[i]
    while 0 <= (i := i + step) < len(runs) and abs(runs[i].y - last.y) < FAR * last.size:
        last = runs[i]
        if _seam(last, x, JUST) is None:
            return last
    return None


def _seam(run: Run, x: float, near: float) -> float | None:
    """Return where, at most ``near`` points from ``x``, a word or a glyph begins after a gap, or None."""
    begin = [*run.starts[1:], *(seam.x1 for seam in run.seams)]
    return min((start for start in begin if abs(start - x) <= near), key=lambda start: abs(start - x), default=None)


def _is_spaced(run: Run, x: float) -> bool:
    """Return whether the gap before the word at ``x`` is like the gaps between the words after it."""
    gaps = {start: start - end for end, start in zip(run.ends, run.starts[1:], strict=False)}
    behind = [gap for start, gap in gaps.items() if start > x]
    return x in gaps and bool(behind) and abs(gaps[x] - median(behind)) < JUST


def split(runs: list[Run], edges: list[float]) -> list[list[Run]]:
    """Return groups of runs in reading order: split at columns first, then at runs that extend across columns."""
    for edge in edges:
        over = [run for run in runs if crosses(run, edge)]
        left = [run for run in runs if run.x0 < edge - NEAR and run not in over]
        right = [run for run in runs if run.x0 >= edge - NEAR]
        beside = not over and (stand_beside(left, right, edge, edges) or have_text(left, right, edge, edges))
        if not left or not (is_column(right, edge) or beside):
            continue
        if not over:
            return split(left, edges) + split(right, edges)
    for edge in edges:
        over = [run for run in runs if crosses(run, edge)]
        left = [run for run in runs if run.x0 < edge - NEAR and run not in over]
        right = [run for run in runs if run.x0 >= edge - NEAR]
        parted = any(is_across(run) and parts_columns(run, runs, edges) for run in over)
        # Between tables over both columns, one of the columns may have hardly anything but tables of its own.
        beside = not any(run.starts for run in over) and stand_beside(left, right, edge, edges)
        if over and (is_column(right, edge) or parted or beside):
            return bands(runs, over, edges, edge)
    return [runs] if runs else []


def split_between(runs: Iterable[Run], edges: list[float], across: Sequence[Run]) -> list[list[Run]]:
    """Return runs in reading order as ``split`` does; some of them, ``across``, are whole tables over all columns.

    Between these, the page is set in columns, even if just a few words stand in one of them.
    """
    ordered = sorted(runs, key=lambda run: run.y)
    if not across:
        return split(ordered, edges)
    wholes = set(map(id, across))
    groups: list[list[Run]] = []
    for is_table, some in groupby(ordered, key=lambda run: id(run) in wholes):
        band = list(some)
        if is_table or any(crosses(run, edge) for run in band for edge in edges):
            groups += [[run] for run in band] if is_table else split(band, edges)
        else:
            sides = [float("-inf"), *edges, float("inf")]
            groups += [[run for run in band if a - NEAR <= run.x0 < b - NEAR] for a, b in pairwise(sides)]
    return [group for group in groups if group]


def bands(runs: list[Run], over: list[Run], edges: list[float], edge: float) -> list[list[Run]]:
    """Return runs in reading order if some of them, ``over``, extend across the edge of a column."""
    groups: list[list[Run]] = []
    rest = [candidate for candidate in edges if candidate != edge]
    start = float("-inf")
    for spanning in [*over, None]:
        stop = spanning.y if spanning is not None else float("inf")
        band = [run for run in runs if start < run.y < stop and run not in over]
        heading = _heading_of(spanning, band, edge) if spanning is not None else []
        band = [run for run in band if run not in heading]
        left: list[Run] = []
        right: list[Run] = []
        for run in band:
            (right if run.x0 >= edge - NEAR else left).append(run)
        has_columns = is_column(right, edge) or stand_beside(left, right, edge, edges)
        has_columns = has_columns or have_text(left, right, edge, edges)
        groups += split(band, edges if has_columns else rest)
        groups.append(heading)
        if spanning is not None:
            groups.append([run for run in runs if abs(run.y - stop) < 0.01 and run.y > start])
            start = stop
    return [group for group in groups if group]


def crosses(run: Run, edge: float) -> bool:
    """Return whether a run extends across a column's left edge."""
    return run.x0 < edge - NEAR and run.x1 > edge


def _heading_of(spanning: Run, band: list[Run], edge: float) -> list[Run]:
    """Return the last line above runs that extend across the columns, if it is their heading, else nothing.

    It is alone, below all text of both columns, and closer to these runs than to the line above it. A paragraph of one
    line, set as the text above it, is none.
    """
    last = max(band, key=lambda run: run.y, default=None)
    if last is None or last.x0 >= edge - NEAR or spanning.y - last.y > HEADING * max(last.size, spanning.size):
        return []
    others = [run for run in band if run is not last]
    above = max((run for run in others if run.x0 < edge - NEAR), key=lambda run: run.y, default=last)
    as_above = above is not last and above.font == last.font and abs(above.size - last.size) < OTHER_SIZE * last.size
    if as_above and len(last.words) >= PROSE:
        return []
    room = last.y - max((run.y for run in others), default=float("-inf")) - (spanning.y - last.y)
    return [last] if room > ROOM * last.size else []


def is_column(runs: list[Run], edge: float) -> bool:
    """Return whether runs to the right of an edge are a column that begins there, or slightly after it.

    The cells of a centred table begin anywhere; a few lines of paragraphs at the edge are enough evidence. The items of
    a list begin slightly behind it.
    """
    starting = [
        run for run in runs if abs(run.x0 - edge) <= (INDENT * run.size if is_item_sign(run.words[:1]) else NEAR)
    ]
    indented = sum(NEAR < run.x0 - edge <= INDENT * run.size for run in runs)
    return (
        3 * len(starting) >= len(runs) > 0
        or (6 * len(starting) >= len(runs) > 0 and 3 * (len(starting) + indented) >= len(runs))
        or sum(len(run.words) >= PROSE for run in starting) >= FEWEST
    )


def stand_beside(left: list[Run], right: list[Run], edge: float, edges: Iterable[float]) -> bool:
    """Return whether what begins at, or slightly after, the edge of a column has lines of its own.

    This tells a table that goes on in the next column from one table over both columns. Of one table over both, the
    rows on either side of the edge are level. Of one that goes on, the cells have the same distances in both columns.
    Beside many lines of paragraphs, or beside the same columns of cells, a column may be one table, few of whose lines
    begin with a label.
    """
    before = max((other for other in edges if other < edge), default=float("-inf"))
    after = min((other for other in edges if other > edge), default=float("inf"))
    lines = lines_of([run for run in right if run.x0 < after - NEAR and not run.turn])
    tables = [not all(run.starts for run in line) for line in lines]
    level = [
        not table and any(abs(run.y - line[0].y) < LEVEL * run.size for run in left)
        for table, line in zip(tables, lines, strict=True)
    ]
    beside = [run for run in left if run.x0 >= before - NEAR]
    cells = [_steps(line) for line in lines_of(beside)]
    alike = all(any(_steps(line) == other != [] for other in cells) for line in lines)
    begin = sum(min(run.x0 for run in line) - edge < INDENT * line[0].size for line in lines)
    same = begin > 1 and _lefts(beside) == _lefts([run for line in lines for run in line])
    # Columns that begin at one height have some lines level.
    most = MOST_LEVEL if same else LEVEL_LINES
    return (
        bool(lines)
        and (alike or ((len(lines) > 1 or tables[0]) and sum(level) < most * len(lines)))
        and (2 * begin >= len(lines) or same or (begin > 1 and _has_prose(beside)))
    )


def have_text(left: Sequence[Run], right: Sequence[Run], edge: float, edges: Iterable[float]) -> bool:
    """Return whether lines of paragraphs begin exactly at the edges of two columns, where cells of one table over both
    hardly ever do."""
    before = max((other for other in edges if other < edge), default=min((run.x0 for run in left), default=0.0))
    prose = [run for run in [*left, *right] if len(run.words) >= PROSE and not run.turn]
    return all(sum(abs(run.x0 - x) < JUST for run in prose) >= FEWEST_OF_TEXT for x in (before, edge))


def _steps(line: list[Run]) -> list[int]:
    """Return how far the runs of a line are behind the first of them, in points."""
    first, *others = sorted(run.x0 for run in line)
    return [round(x - first) for x in others]


def _lefts(runs: Sequence[Run]) -> list[int]:
    """Return how far the columns of some cells are behind the first of them, in points."""
    lefts = [group[0] for group in clusters([run.x0 for run in runs])]
    return [round(x - lefts[0]) for x in lefts]


def _has_prose(runs: list[Run]) -> bool:
    """Return whether many runs are lines of paragraphs, as a column of text may have more cells of tables than
    lines."""
    return sum(len(run.words) >= PROSE for run in runs) >= MANY


def runs_outside(page: Page, tables: list[Table]) -> list[Run]:
    """Return the runs of a page that are in none of its tables."""
    return page.without(run for table in tables for run in table.runs).runs


def column_edges(pages: Iterable[Page]) -> list[float]:
    """Return the left edges of the columns of a document, except the first, from left to right.

    An edge counts if lines that are longer than a cell of a table begin at it, and the text on its left hardly ever
    extends across it: many lines on one page, or a few on several.
    """
    votes: Counter[int] = Counter()
    seen: dict[int, list[float]] = {}
    strong: set[int] = set()
    begin: Counter[int] = Counter()
    count = 0
    for page in pages:
        runs = runs_outside(page, tables_of(page.runs, page.rules, page.uprights))
        count += bool(runs)
        many = edges_of(runs, MANY)
        for edge in edges_of(runs, FEWEST):
            key = next((k for k in votes if abs(median(seen[k]) - edge) <= NEAR), round(edge))
            votes[key] += 1
            seen.setdefault(key, []).append(edge)
            strong |= {key} if edge in many else set()
        begin.update(round(run.x0) for run in page.runs)
    enough = max(1, min(3, count // 4))
    edges = {key: median(seen[key]) for key in votes}
    kept = {key for key, vote in votes.items() if vote >= enough and key in strong}
    # An edge that lies a whole number of column widths from the first is kept, too: the last column may be used on so
    # few pages that it gets too few votes.
    left = begin.most_common(1)[0][0] if begin else 0
    step = min((edges[key] for key in kept), default=left) - left
    if step > 0:
        kept |= {key for key in votes if abs((edges[key] - left + step / 2) % step - step / 2) <= NEAR}
    # The first lines of paragraphs begin behind a column's edge, and may do so on more pages.
    lines = {key: sum(begin[round(edges[key]) + near] for near in (-1, 0, 1)) for key in kept}
    kept = {
        key
        for key in kept
        if not any(NEAR < edges[key] - edges[one] < FARTHEST_INDENT and lines[one] > lines[key] for one in kept)
    }
    # A bullet's words or the cells of a table may begin just behind a column's edge: no column is as thin. Of two edges
    # on as many pages, more lines begin at the column's.
    main: list[int] = []
    for key in sorted(kept, key=lambda key: (-votes[key], -lines[key])):
        if all(abs(edges[key] - edges[other]) > max(THINNEST, THIN * step) for other in main):
            main.append(key)
    return sorted(edges[key] for key in main)


def edges_of(runs: list[Run], fewest: int) -> list[float]:
    """Return the left edges on one page that look like those of columns, except the first.

    At least ``fewest`` lines begin at each. The rows of a table with many columns say nothing of them.
    """
    rows = {id(run) for line in lines_of(runs) if is_row_of_table(line) for run in line}
    runs = [run for run in runs if id(run) not in rows]
    starts = in_groups(sorted(runs, key=lambda run: run.x0), lambda group, run: run.x0 - group[0].x0 > NEAR)
    found: list[float] = []
    for group in starts[1:]:
        edge = group[0].x0
        # Only the column before it counts: the words of others don't tell how many lines run over an edge.
        last = max((known for known in found if edge - known > THINNEST), default=0.0)
        first = min((known for known in found if last - known <= THINNEST), default=0.0) - NEAR if last else 0.0
        before = [run for run in runs if first <= run.x0 < edge - NEAR]
        over = [run for run in before if run.x1 > edge]
        beside = [run for run in before if run.x1 <= edge]
        if (
            _beginning(group, runs) >= fewest
            and median(len(run.words) for run in group) >= WORDY
            and len(beside) >= FEWEST
            and (median(len(run.words) for run in beside) >= WORDY or (_has_prose(beside) and _has_prose(group)))
            and sum(len(run.words) for run in over) <= CROSSING * sum(len(run.words) for run in before)
        ):
            found.append(edge)
    return found


def is_row_of_table(line: Sequence[Run]) -> bool:
    """Return whether a line is the row of a table: it has more runs than a page has columns, and none is long."""
    return len(line) >= MANY_CELLS and max(len(run.words) for run in line) < PROSE


def _beginning(group: list[Run], runs: list[Run]) -> int:
    """Return how many lines begin a column: those of a ``group`` of runs, and those beside its drop capitals."""
    edge = group[0].x0
    indented = sum(edge - NEAR <= run.x0 < edge + INDENT * run.size for run in runs)
    return indented if FEWEST <= len(group) <= indented <= 2 * len(group) else len(group)


def parts_columns(head: Run, runs: Sequence[Run], edges: Sequence[float]) -> bool:
    """Return whether all columns of a page end above a heading, and begin again at one height below it.

    Of three columns or more, one that begins with a heading may begin lower. Neither their baselines nor their capitals
    differ much in height.
    """
    begin: list[Run] = []
    for left, right in pairwise([float("-inf"), *edges, float("inf")]):
        column = [run for run in runs if left - NEAR <= run.x0 < right - NEAR and not run.turn]
        above = max((run.y for run in column if run.y < head.y - NEAR), default=None)
        below = min((run for run in column if run.y > head.y + NEAR), key=lambda run: run.y, default=None)
        if above is None or below is None or below.y - above < WHITE * head.size:
            return False
        begin.append(below)
    first, top = min(run.y for run in begin), min(run.y - ASCENT * run.size for run in begin)
    level = [run for run in begin if max(run.y - first, run.y - ASCENT * run.size - top) < LEVEL_BELOW]
    lower = [run for run in begin if run not in level]
    return len(level) > 1 and all(run.font != level[0].font and run.y - first < run.size for run in lower)


def is_across(run: Run) -> bool:
    """Return whether a run is a heading that ``with_heads_across`` has extended over the columns."""
    return bool(run.ends) and run.x1 > run.ends[-1] + NEAR
