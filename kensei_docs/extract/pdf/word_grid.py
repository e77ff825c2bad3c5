"""Tables without rules: lines whose words begin below one another, with gaps between them that no word crosses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from kensei_docs.extract.pdf.page import Box, Page, Piece, Rule, around, lines_of, unturned
from kensei_docs.extract.pdf.ruled_grid import Table, in_lines, parted, written_rows
from kensei_docs.extract.pdf.thresholds import LIMITS

VisualLine = list[Piece]


class _Gap(NamedTuple):
    """A gap between columns, the lines that have a word at its right edge."""

    left: float
    right: float
    begun: int


def grids_in(pieces: Sequence[Piece], rules: Sequence[Rule] = (), uprights: Sequence[Rule] = ()) -> list[Table]:
    """Return the tables among the words of one column of a page, which may have horizontal rules between their rows.

    ``uprights`` are the vertical rules of the page, which may stand beside a table, and between its columns.
    """
    if len(pieces) < LIMITS.grid_words:
        return []
    em = median(piece.size for piece in pieces)
    rules = [(x0, x1, y) for y, x0, x1 in _joined([(y, x0, x1) for x0, x1, y in rules])]
    tables = (
        _table(_as_written(lines, pieces), gaps, em, rules)
        for lines, gaps in _blocks(pieces, em, rules, _joined(uprights))
    )
    return [table for table in tables if table is not None]


def _as_written(lines: Sequence[VisualLine], pieces: Sequence[Piece]) -> list[Piece]:
    """Return the words of some lines in the order of the file."""
    inside = {id(piece) for line in lines for piece in line}
    return [piece for piece in pieces if id(piece) in inside]


def _joined(uprights: Sequence[Rule]) -> list[Rule]:
    """Return vertical rules from left to right, those that are drawn in pieces as one; level ones as if turned."""
    sides: list[Rule] = []
    for x, top, bottom in sorted(uprights):
        near = abs(sides[-1][0] - x) < LIMITS.snap and top - sides[-1][2] < LIMITS.snap if sides else False
        if near:
            sides[-1] = sides[-1][0], sides[-1][1], max(bottom, sides[-1][2])
        else:
            sides.append((x, top, bottom))
    return sides


def _frames(sides: Sequence[Rule]) -> list[Box]:
    """Return the places between two vertical rules beside each other that are as long as one another."""
    found = []
    for i, (x0, top, bottom) in enumerate(sides):
        level = (x1 for x1, a, b in sides[i + 1 :] if x1 > x0 + LIMITS.snap and a < bottom and b > top)
        right = next(level, None)
        if right is not None and any(
            abs(x1 - right) < 0.1 and abs(a - top) < LIMITS.snap and abs(b - bottom) < LIMITS.snap
            for x1, a, b in sides[i + 1 :]
        ):
            found.append(Box(x0, top, right, bottom))
    return found


def with_turned_head(table: Table, page: Page) -> Table:
    """Return a table with the words that stand on their side above its columns, as a row of its own."""
    width = len(table.rows[0])
    columns = [[piece for row in table.rows for piece in row[column]] for column in range(width)]
    sides = [(min(p.x0 for p in column), max(p.x1 for p in column)) if column else (0.0, 0.0) for column in columns]
    head: list[list[Piece]] = [[] for _ in range(width)]
    top = table.box.top
    for line in lines_of([piece for piece in page.pieces if abs(piece.turn) == 1], LIMITS.level):
        box = around(unturned(piece, page.height) for piece in line.pieces)
        size = line.pieces[0].size
        if -size < table.box.top - box.bottom < LIMITS.turned_head * size:
            middle = (box.x0 + box.x1) / 2
            column = min(range(width), key=lambda i: max(sides[i][0] - middle, middle - sides[i][1]))
            head[column] += line.pieces
            top = min(top, box.top)
    if sum(map(bool, head)) < 2:
        return table
    if not any(table.rows[0][1:]):
        return table._replace(rows=[[*table.rows[0][:1], *head[1:]], *table.rows[1:]])
    beside = (piece for piece in page.pieces if not piece.turn and top < piece.y < table.box.top + 1)
    head[0] += [piece for piece in beside if table.box.x0 - 1 < piece.x0 and piece.x1 < sides[1][0]]
    return table._replace(rows=[head, *table.rows])


def visual_lines(pieces: Sequence[Piece]) -> list[VisualLine]:
    """Return words that stand on one line as a person sees it, from top to bottom, each line from left to right."""
    lines: list[VisualLine] = []
    for piece in sorted(pieces, key=lambda one: (one.y, one.x0)):
        near = (line for line in reversed(lines[-4:]) if _is_level(piece, line[0]))
        beside = next(near, None)
        if beside is None:
            lines.append([piece])
        else:
            beside.append(piece)
    return [sorted(line, key=lambda one: one.x0) for line in lines]


def _is_level(one: Piece, other: Piece) -> bool:
    return abs(one.y - other.y) < LIMITS.level * min(one.size, other.size)


def _blocks(
    pieces: Sequence[Piece], em: float, rules: Sequence[Rule], uprights: Sequence[Rule]
) -> list[tuple[list[VisualLine], list[tuple[float, float]]]]:
    """Return the best runs of lines with gaps in common, as (lines, gaps), from top to bottom."""
    lines, frames = visual_lines(pieces), _frames(uprights)
    low, high = min(piece.x0 for piece in pieces), max(piece.x1 for piece in pieces)
    found: list[tuple[float, int, int, list[tuple[float, float]]]] = []
    for i in range(len(lines)):
        for j in range(i + 2, len(lines) + 1):
            above, below = lines[j - 2], lines[j - 1]
            if _is_heading(below, above) or (j == i + 2 and _is_heading(above, below)):
                break
            if min(p.box.top for p in below) - max(p.box.bottom for p in above) > LIMITS.grid_apart * em:
                break
            free = _free_inside(lines[i:j], low, high)
            if max((right - left for left, right in free), default=0.0) < LIMITS.grid_gap * em:
                break
            gaps = _gaps(lines[i:j], free, em, uprights)
            if not gaps:
                continue
            begun = sum(gap.begun for gap in gaps)
            widest = max(gap.right - gap.left for gap in gaps)
            few = j - i < LIMITS.grid_few
            if widest < (LIMITS.grid_gap_few if few else LIMITS.grid_gap) * em:
                continue
            if j - i < 3 and len(gaps) < 2 and not _is_ruled_off(below, above, rules):
                continue
            if begun / len(gaps) < LIMITS.grid_begun * (j - i):
                continue
            if not _stands_apart(lines[i:j], gaps):
                continue
            first = "".join(p.text for line in lines[i:j] for p in line if p.x1 <= gaps[0].left + 0.5)
            if not any(letter.isalnum() for letter in first):
                continue
            width = sum(gap.right - gap.left for gap in gaps) / em
            found.append((begun + 0.01 * width - 0.001 * (j - i), i, j, [(gap.left, gap.right) for gap in gaps]))
    chosen: list[tuple[int, int, list[tuple[float, float]]]] = []
    used: set[int] = set()
    for _, i, j, edges in sorted(found, key=lambda one: -one[0]):
        if used.isdisjoint(range(i, j)):
            used |= set(range(i, j))
            chosen.append((i, j, edges))
    blocks = []
    rank = {id(piece): number for number, piece in enumerate(pieces)}
    end = 0
    for i, j, edges in sorted(chosen):
        if i < end:
            continue
        framed = _framed(lines, i, j, edges, em, frames)
        if framed:
            i, j, edges = framed
            end = j
            blocks.append((lines[i:j], edges))
            continue
        while j < len(lines) and j not in used and _is_written_within(lines[j], lines[i:j], rank):
            used.add(j)
            j += 1
        while i > end and i - 1 not in used and _is_written_into(lines, i, j, rank):
            i -= 1
            used.add(i)
        while i and _is_head(lines, i, j, edges, em, high) and i - 1 not in used:
            i -= 1
            used.add(i)
        blocks.append((lines[i:j], edges))
    return blocks


def _is_heading(line: VisualLine, beside: VisualLine) -> bool:
    """Return whether all of a line is set larger than the line above or below it."""
    return min(piece.size for piece in line) > LIMITS.larger * max(piece.size for piece in beside)


def _framed(
    lines: Sequence[VisualLine], i: int, j: int, edges: Sequence[tuple[float, float]], em: float, frames: Sequence[Box]
) -> tuple[int, int, list[tuple[float, float]]] | None:
    """Return a block as all lines of the frame around it, with the gaps that these leave; None if they leave fewer."""
    for frame in frames:
        inside = [
            k for k, line in enumerate(lines) if all(frame.holds((p.x0 + p.x1) / 2, p.y - 0.3 * p.size) for p in line)
        ]
        if not {i, j - 1} <= set(inside):
            continue
        first, last = inside[0], inside[-1] + 1
        free = _free([(p.x0, p.x1) for k in inside for p in lines[k]], frame.x0, frame.x1)
        gaps = [
            (a, b) for left, right in edges for a, b in free if a < right and b > left and b - a >= LIMITS.grid_gap * em
        ]
        return (first, last, gaps) if len(gaps) == len(edges) and last - first == len(inside) else None
    return None


def _is_written_within(line: VisualLine, block: Sequence[VisualLine], rank: Mapping[int, int]) -> bool:
    """Return whether the file has a line between the words of a block above it: the last of a cell that is taller."""
    ranks = [rank[id(piece)] for other in block for piece in other]
    return all(min(ranks) < rank[id(piece)] < max(ranks) for piece in line)


def _is_written_into(lines: Sequence[VisualLine], i: int, j: int, rank: Mapping[int, int]) -> bool:
    """Return whether a cell begins above the first of some lines, and goes on below it."""
    above = lines[i - 1]
    behind = 1 + max(rank[id(piece)] for piece in above)
    goes_on = any(rank[id(piece)] == behind for line in lines[i + 1 : j] for piece in line)
    return goes_on and not _is_heading(above, lines[i])


def _free_inside(lines: Sequence[VisualLine], low: float, high: float) -> list[tuple[float, float]]:
    """Return the gaps, as (left, right), that no word of some lines crosses."""
    free = _free([(p.x0, p.x1) for line in lines for p in line], low, high)
    return [(left, right) for left, right in free if left > low + 1 and right < high - 1]


def _gaps(
    lines: Sequence[VisualLine], free: Sequence[tuple[float, float]], em: float, uprights: Sequence[Rule]
) -> list[_Gap]:
    """Return those of some gaps that have a vertical rule in them, or enough words behind, aligned or centred.

    Between words that are centred is no gap.
    """
    found: list[_Gap] = []
    first, last = lines[0][0].y, lines[-1][0].y
    ends = [left for left, right in free if right - left >= LIMITS.grid_gap * em]
    whole = -math.inf
    for left, right in free:
        if left < whole:
            continue
        if any(left <= x <= right and top < first and last < bottom for x, top, bottom in uprights):
            found.append(_Gap(left, right, len(lines)))
            continue
        end = next((one for one in ends if one > right), None)
        behind = [[p for p in line if p.x0 >= right - 0.5 and (end is None or p.x1 <= end + 0.5)] for line in lines]
        begun = [line for line in lines if any(abs(p.x0 - right) < LIMITS.grid_edge for p in line)]
        centred = [line for line, own in zip(lines, behind, strict=True) if own and _is_centred(own, behind)]
        if left in ends and len(centred) > len(begun):
            begun, whole = centred, end or math.inf
        before = sum(any(p.x1 <= left + 0.5 for p in line) for line in lines)
        room = (right - max((p.x1 for p in line if p.x1 <= left + 0.5), default=-99.0) for line in begun)
        apart = sum(one >= 0.5 * em for one in room)
        enough = len(begun) >= max(2, 0.15 * len(lines)) and before >= max(2, 0.2 * len(lines))
        if enough and apart >= 0.3 * len(begun):
            found.append(_Gap(left, right, len(begun)))
    return found


def _is_centred(words: VisualLine, column: Sequence[VisualLine]) -> bool:
    """Return whether the words of a line stand in the middle of their column."""
    left, right = min(line[0].x0 for line in column if line), max(line[-1].x1 for line in column if line)
    return abs(words[0].x0 + words[-1].x1 - left - right) < 2 * LIMITS.grid_edge


def _stands_apart(lines: Sequence[VisualLine], gaps: Sequence[_Gap]) -> bool:
    """Return whether the gaps of most lines are wider than their spaces between words, unlike those of a paragraph."""
    wider = even = 0
    for line in lines:
        between: list[float] = []
        inside: list[float] = []
        for a, b in pairwise(line):
            over = any(a.x1 <= gap.left + 0.5 and b.x0 >= gap.right - 0.5 for gap in gaps)
            (between if over else inside).append(b.x0 - a.x1)
        if between and inside:
            wider += min(between) > LIMITS.grid_wider * max(inside)
            even += min(between) <= LIMITS.grid_wider * max(inside)
    return wider >= even


def _free(taken: Sequence[tuple[float, float]], low: float, high: float) -> list[tuple[float, float]]:
    found, at = [], low
    for left, right in sorted(taken):
        if left > at:
            found.append((at, left))
        at = max(at, right)
    return [*found, (at, high)] if high > at else found


def _is_head(
    lines: Sequence[VisualLine], i: int, j: int, edges: Sequence[tuple[float, float]], em: float, high: float
) -> bool:
    """Return whether the line above a block is its head, whose words may stand over the gaps."""
    above = lines[i - 1]
    left = min(line[0].x0 for line in lines[i:j])
    return (
        (len(edges) > 1 or len(above) <= 4)
        and any(abs(piece.x0 - right) < LIMITS.grid_edge for _, right in edges for piece in above)
        and abs(above[0].x0 - left) < 1.5
        and all(piece.size <= 1.1 * em for piece in above)
        and above[-1].x1 < high - 2 * em
        and min(p.box.top for p in lines[i]) - max(p.box.bottom for p in above) < 1.5 * em
    )


def _table(
    pieces: Sequence[Piece], gaps: Sequence[tuple[float, float]], em: float, rules: Sequence[Rule]
) -> Table | None:
    edges = [right for _, right in gaps]
    columns = [sum(piece.x0 >= edge - 1 for edge in edges) for piece in pieces]
    if _is_text_in_columns(pieces, columns):
        return None
    column = {id(piece): number for piece, number in zip(pieces, columns, strict=True)}
    boxes = {n: around(p.box for p, own in zip(pieces, columns, strict=True) if own == n) for n in set(columns)}
    sides = {number: (box.x0, box.x1) for number, box in boxes.items()}
    written = written_rows(pieces, columns, sides)
    cells: list[list[list[Piece]]] = []
    for row in written or _spaced_rows(pieces, em, rules):
        cells.append([[] for _ in range(len(edges) + 1)])
        for piece in row:
            cells[-1][column[id(piece)]].append(piece)
    # A list with a text beside it: the text is all in one of its rows.
    if len(written) > 2 and any(sum(map(bool, cell)) == 1 for cell in zip(*cells, strict=True)):
        return None
    rows = [[in_lines(cell) for cell in row] for row in cells]
    return Table(around(piece.box for piece in pieces), [part for row in rows for part in parted(row, sides)])


def _is_text_in_columns(pieces: Sequence[Piece], columns: Sequence[int]) -> bool:
    """Return whether the file writes column after column, each of lines that are full, as those of a paragraph are."""
    if 1 + sum(a != b for a, b in pairwise(columns)) > len(set(columns)):
        return False
    full = steps = 0
    for number in set(columns):
        lines = visual_lines([piece for piece, column in zip(pieces, columns, strict=True) if column == number])
        right = max(line[-1].x1 for line in lines)
        steps += len(lines) - 1
        full += sum(right - above[-1].x1 < below[0].x1 - below[0].x0 for above, below in pairwise(lines))
    return full > LIMITS.full_lines * steps


def _spaced_rows(pieces: Sequence[Piece], em: float, rules: Sequence[Rule]) -> list[list[Piece]]:
    """Return the rows of a table by the space, or the rules, between them."""
    rows: list[list[Piece]] = []
    bands = _bands(pieces)
    threshold = _row_gap(bands, em)
    for i, band in enumerate(bands):
        near = i and (min(p.box.top for p in band) - max(p.box.bottom for p in bands[i - 1])) / em <= threshold
        if near and not _is_ruled_off(band, bands[i - 1], rules):
            rows[-1] += band
        else:
            rows.append(list(band))
    return rows


def _is_ruled_off(band: VisualLine, above: VisualLine, rules: Sequence[Rule]) -> bool:
    """Return whether a rule over the whole of a line stands between it and the line above."""
    left, right = min(p.x0 for p in band), max(p.x1 for p in band)
    top, bottom = max(p.y for p in above), min(p.y - 0.5 * p.size for p in band)
    return any(x0 < left + 1 and x1 > right - 1 and top < y < bottom for x0, x1, y in rules)


def _row_gap(bands: Sequence[VisualLine], em: float) -> float:
    """Return the largest gap, in ems, between lines of one row: below the first jump in the gaps between lines."""
    gaps = sorted(
        (min(p.box.top for p in below) - max(p.box.bottom for p in above)) / em for above, below in pairwise(bands)
    )
    jump = next(((a + b) / 2 for a, b in pairwise(gaps) if a < LIMITS.wrapped and b - a > LIMITS.row_jump), None)
    return -1.0 if jump is None else jump


def _bands(pieces: Sequence[Piece]) -> list[VisualLine]:
    """Return words in bands: those whose places, a little shrunk, overlap in height."""
    bands: list[tuple[float, VisualLine]] = []
    for piece in sorted(pieces, key=lambda one: one.box.top):
        tall = piece.box.bottom - piece.box.top
        top, bottom = piece.box.top + LIMITS.shrunk * tall, piece.box.bottom - LIMITS.shrunk * tall
        if bands and top < bands[-1][0]:
            bands[-1][1].append(piece)
            bands[-1] = max(bands[-1][0], bottom), bands[-1][1]
        else:
            bands.append((bottom, [piece]))
    return [band for _, band in bands]


def columns_of(lines: Sequence[VisualLine], width: float) -> list[tuple[float, float]]:
    """Return the columns of a page as (left, right): between them are gutters that hardly any line crosses."""
    pieces = [piece for line in lines for piece in line]
    em = median(piece.size for piece in pieces)
    low, high = min(p.x0 for p in pieces), max(p.x1 for p in pieces)
    crossed = [0] * (int(high) + 2)
    for line in lines:
        covered: set[int] = set()
        for piece, after in zip(line, [*line[1:], None], strict=True):
            near = after is not None and after.x0 - piece.x1 < 0.6 * em
            covered |= set(range(max(0, int(piece.x0)), int(after.x0 if after and near else piece.x1) + 1))
        for x in covered:
            if x < len(crossed):
                crossed[x] += 1
    free = [x for x in range(int(low), int(high)) if crossed[x] <= LIMITS.gutter_crossed * len(lines)]
    columns, start, i = [], low, 0
    while i < len(free):
        j = i
        while j + 1 < len(free) and free[j + 1] == free[j] + 1:
            j += 1
        wide = free[j] - free[i] >= LIMITS.gutter * em
        if wide and free[i] - start > LIMITS.column * width and high - free[j] > LIMITS.column * width:
            columns.append((start, free[i] + 0.5))
            start = float(free[j])
        i = j + 1
    return [*columns, (start, high)]
