"""Words that narrow cells break without a hyphen, and rows that the end of a column breaks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from kensei_docs.extract.pdf.glyphs import Box, Run
from kensei_docs.extract.pdf.ruled_tables import BROKEN, NEAR, OTHER_SIZE, STEP, clusters, fits, row_of

MAY_BE_ONE = "\u200b"  # at the end of a word: the next one may be the rest of it
WORD = re.compile(r"[^\W\d_]{2}")
MAY_GO_ON = re.compile(r"[^\W\d_]$")
LETTERS = re.compile(r"[^\W\d_]+")
GOES_ON = re.compile(r"[^\W\d_A-Z]+[^\w\s]*")
FEW_LETTERS = re.compile(r"[^\W\d_A-Z]{1,3}")
BESIDE = 0.76  # ems: lines nearer than this stand beside one another
FULL = 1.5  # ems: the next cell begins nearer to a word that fills its cell
FEWEST = 2  # cells of a row
HEAD = 2  # lines of a head with a title over all cells
SPACE = 0.2  # ems: the space that a word takes besides itself at a line's end

Groups = list[list[Run]]


def with_words_marked(rows: list[Run]) -> list[Run]:
    """Return the rows of a table, with words marked that may be broken off at the edge of a cell.

    A word that is too wide for its cell is broken at the cell's edge: its beginning fills a line of its own.
    """
    rights = _rights(rows)
    return [_with_marks(row, rights) for row in rows]


def _with_marks(row: Run, rights: dict[float, float]) -> Run:
    words = list(row.words)
    for left, start, stop in _cells(row):
        for i in range(start, stop - 1):
            alone = (i == start or _is_below(row, i - 1, i)) and _is_below(row, i, i + 1)
            rest = row.boxes[i + 1]
            letter = (rest.x1 - rest.x0) / max(1, len(words[i + 1]))
            full = row.boxes[i].x1 + letter > rights[left]
            if alone and full and LETTERS.fullmatch(words[i]) and GOES_ON.fullmatch(words[i + 1]):
                words[i] += MAY_BE_ONE
    return row._replace(words=words)


def with_words_joined(lines: list[list[Run]]) -> list[list[Run]]:
    """Return the lines of a column with the rest of a word that the edge of a cell breaks behind its beginning.

    Such a rest stands by itself below the first cell of a row that is read as a line, as a table's head may be.
    """
    whole: list[list[Run]] = []
    right = max((run.x1 for line in lines for run in line), default=0.0)
    for line in lines:
        # Where cells stand in the middle of their rows, that beside it is a line between the two.
        between = whole[-1] if len(whole) > 1 and whole[-1][0].y - whole[-2][0].y < BESIDE * line[0].size else []
        for above in [whole[-2] + between] if between else whole[-1:]:
            if len(line) == 1 and _is_rest(line[0], above, right):
                first = above[0]
                words = [first.words[0] + MAY_BE_ONE, *line[0].words, *first.words[1:]]
                boxes = first.word_boxes()
                boxes = [boxes[0], *line[0].word_boxes(), *boxes[1:]]
                whole[-2 if between else -1][0] = first._replace(words=words, boxes=boxes, starts=[], ends=[], seams=[])
                break
        else:
            whole.append(list(line))
    return whole


def _is_rest(run: Run, above: Sequence[Run], right: float) -> bool:
    """Return whether a run is the rest of the word that begins a row, not the next word of a text: that had room."""
    first = above[0]
    starts = [x for other in above for x in other.starts]
    return (
        len(run.words) == 1
        and len(starts) > 1
        and bool(first.ends)
        and (abs(run.x0 - first.x0) < NEAR or abs(run.x0 + run.x1 - first.x0 - first.ends[0]) < NEAR)
        and run.y - first.y < STEP * first.size
        and run.x1 < first.ends[0] < starts[1]
        and (above[-1].y > first.y + 1 or starts[1] < first.ends[0] + FULL * first.size)
        and above[-1].x1 + first.size + run.x1 - run.x0 < right
        and LETTERS.fullmatch(first.words[0]) is not None
        and FEW_LETTERS.fullmatch(run.words[0]) is not None
    )


def with_rows_joined(groups: Groups) -> Groups:
    """Return columns of text, in reading order, with each table row that is split at the end of a column joined again.

    A head that is repeated above the rest of its table is left out.
    """
    whole = [list(group) for group in groups]
    heads: list[Run] = []
    for above, below in pairwise(whole):
        del below[: _repeated_head(above, below)]
        over, under = _rows_at_end(above), _rows_at_end(below[::-1])
        if over and not under:
            rest = _rest_of_row(below, over, _left(below) - _left(above))
            if rest:
                below[: len(rest)] = [row_of(rest)]
                under = below[:1]
        if not over or not under:
            heads = []
            continue
        if not heads or len(over) < len(above):
            heads = _heads_of(over)
        if len(under) > 1 and any(under[0].words == head.words for head in heads):
            below.remove(under[0])
            under = under[1:]
        shift = _left(below) - _left(above)
        joined = _joined(over[0], under[0], shift, _rights([*over, *(_moved(row, -shift) for row in under)]))
        if joined:
            above[-1] = joined
            below.remove(under[0])
        if len(under) - bool(joined) < len(below):
            heads = []
    return whole


def _repeated_head(above: Sequence[Run], below: Sequence[Run]) -> int:
    """Return how many lines at the top of a column are the head, again, of the table at the end of the column above.

    A head is a row, or a title over all cells and a row.
    """
    for count in (HEAD, 1):
        rows = below[:count]
        if len(below) <= count or len(rows[-1].cells) < FEWEST:
            continue
        for i in range(len(above) - count):
            begins = i == 0 or len(above[i - 1].cells) < FEWEST
            if begins and all(a.words == b.words and a.cells == b.cells for a, b in zip(rows, above[i:], strict=False)):
                head = above[i + count - 1]
                rest = [run for run in above[i + count :] if not run.cells]
                if all(fits([run], head.lefts, head.size) for run in rest):
                    return count
    return 0


def _heads_of(rows: Sequence[Run]) -> list[Run]:
    """Return those of some rows, the last first, that may be the head of a table: the first one, and one below a
    title."""
    return [row for row, above in zip(rows, [*rows[1:], None], strict=True) if above is None or len(above.cells) == 1]


def _rest_of_row(group: Sequence[Run], table: Sequence[Run], shift: float) -> list[Run]:
    """Return the lines at the top of a column that continue a row of the table above.

    They start in one of its columns, but not in the first one, which has the labels.
    """
    rights = _rights(table)
    lefts = sorted(rights)
    rest: list[Run] = []
    for run in group:
        inside = [left for left in lefts[1:] if left - NEAR < run.x0 - shift and run.x1 - shift < rights[left] + NEAR]
        far = bool(rest) and run.y - rest[-1].y > STEP * run.size
        if not inside or far or run.turn or abs(run.size - table[0].size) > OTHER_SIZE * run.size:
            break
        rest.append(run._replace(x0=inside[-1] + shift))
    return rest


def _rows_at_end(group: Sequence[Run]) -> list[Run]:
    """Return the rows of a table at the end of a column, the last first."""
    rows: list[Run] = []
    for run in reversed(group):
        if not run.cells:
            break
        rows.append(run)
    return rows


def _joined(above: Run, below: Run, shift: float, rights: dict[float, float]) -> Run | None:
    """Return two parts of a row as one, or None if they are two rows; each cell must continue in the other part."""
    upper = {left: (start, stop) for left, start, stop in _cells(above)}
    parts: dict[float, tuple[int, int]] = {}
    unlabelled = min(above.lefts) < min(below.lefts) - shift - NEAR
    within = any(below.words[start][:1].islower() for _, start, _ in _cells(below))
    goes_on = unlabelled or within
    for left, start, stop in _cells(below):
        column = min(upper, key=lambda own: abs(own - left + shift))
        if abs(column - left + shift) > 2 * NEAR:
            return None
        last, rest = above.boxes[upper[column][1] - 1], below.boxes[start]
        words = [*above.words[slice(*upper[column])], *below.words[start:stop]]
        if not any(map(WORD.search, words)):
            return None  # each is a figure or a dash
        broken = BROKEN.search(above.words[upper[column][1] - 1]) is not None
        room = max(right for own, right in rights.items() if abs(own - column) <= NEAR) - last.x1
        if not broken and not (unlabelled and within) and rest.x1 - rest.x0 + SPACE * below.size < room:
            return None
        goes_on = goes_on or broken
        parts[column] = start, stop
    if not goes_on:
        return None
    whole: list[str] = []
    boxes: list[Box] = []
    cells: list[int] = []
    for left, (start, stop) in upper.items():
        rest_of = below.words[slice(*parts[left])] if left in parts else []
        whole += above.words[start:stop]
        if rest_of:
            whole[-1] = BROKEN.sub("\u2010", whole[-1])
            whole[-1] += MAY_BE_ONE if MAY_GO_ON.search(whole[-1]) and LETTERS.match(rest_of[0]) else ""
        whole += rest_of
        # The rest stands on another page, or in another column: its place is said to be where the row breaks off.
        boxes += [*above.boxes[start:stop], *[above.boxes[stop - 1]] * len(rest_of)]
        cells.append(stop - start + len(rest_of))
    return above._replace(words=whole, boxes=boxes, cells=cells)


def _cells(row: Run) -> Iterator[tuple[float, int, int]]:
    """Yield the left edge of each cell's column and the span of its words."""
    ends = list(accumulate(row.cells, initial=0))
    return zip(row.lefts, ends, ends[1:], strict=False)


def _rights(rows: Iterable[Run]) -> dict[float, float]:
    """Return the right end of the words of each column, by its left edge, without words that overlap the next one."""
    cells = [(left, row.boxes[start:stop]) for row in rows for left, start, stop in _cells(row)]
    columns = [group[0] for group in clusters([left for left, _ in cells])]
    inset = min((boxes[0].x0 - left for left, boxes in cells), default=0.0)
    rights: dict[float, float] = {}
    for column, after in zip(columns, [*columns[1:], float("inf")], strict=True):
        here = [(left, boxes) for left, boxes in cells if column <= left <= column + NEAR]
        right = min(after - max(inset, 0.0), max(box.x1 for _, boxes in here for box in boxes))
        rights |= {left: right for left, _ in here}
    return rights


def _moved(row: Run, by: float) -> Run:
    boxes = [box._replace(x0=box.x0 + by, x1=box.x1 + by) for box in row.boxes]
    return row._replace(boxes=boxes, lefts=[left + by for left in row.lefts])


def _is_below(row: Run, i: int, j: int) -> bool:
    return row.boxes[j].top > row.boxes[i].top + row.size / 2


def _left(group: Iterable[Run]) -> float:
    return min(min((box.x0 for box in run.boxes), default=run.x0) for run in group)
