"""Tables in parts: broken by the end of a column or a page, or set in halves beside one another to take less height.

Rows that the end of a column breaks are joined, repeated heads left out; a left half is read before the right one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise, takewhile
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Box, Run
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.lone_rows import with_lone_row
from kensei_docs.extract.pdf.narrow_cells import LETTERS, MAY_BE_ONE, right_ends, spans_of_cells
from kensei_docs.extract.pdf.ruled_rows import BROKEN, OTHER_SIZE, fits, row_of
from kensei_docs.extract.pdf.table_columns import NEAR, STEP

WORD = re.compile(r"[^\W\d_]{2}")
MAY_GO_ON = re.compile(r"[^\W\d_]$")
FEWEST_CELLS = 2  # of a row
TALLEST = 4  # lines of a head with a title and words that are broken
SPACE = 0.2  # ems: the space that a word takes besides itself at a line's end

FEWEST_ROWS = 2
COLUMNS = 4  # of a table in two halves
# A figure, such as -2, +1D6 or +/-X; also an empty cell.
FIGURE = re.compile(r"[^\w\s]{0,3}(?:\d+|[xX])?(?:/?[^\w\s]?\d*[dD]\d+)*[^\w\s]{0,2}")
WORDS = 2  # the least number of words in a text of the table, on average


def with_rows_joined(groups: Sequence[list[Run]]) -> list[list[Run]]:
    """Return columns of text, in reading order, with each table row that is split at the end of a column joined again.

    A head that is repeated above the rest of its table is left out.
    """
    whole = [list(group) for group in groups]
    heads: list[Run] = []
    for above, below in pairwise(whole):
        del below[: _repeated_head(above, below) or _repeated_line(above, below)]
        over, under = _rows_at_end(above), _rows_at_end(below[::-1])
        if over and not under:
            rest = _rest_of_row(below, over, _left(below) - _left(above))
            if rest:
                below[: len(rest)] = [row_of(rest)]
                under = below[:1]
        if bool(over) != bool(under):
            shift = _left(below) - _left(above)
            above[:] = above if over else with_lone_row(above, under, -shift, at_end=True)
            below[:] = below if under else with_lone_row(below, over, shift, at_end=False)
            over, under = _rows_at_end(above), _rows_at_end(below[::-1])
        if not over or not under:
            heads = []
            continue
        if not heads or len(over) < len(above):
            heads = _heads_of(over)
        if len(under) > 1 and any(under[0].words == head.words for head in heads):
            below.remove(under[0])
            under = under[1:]
        shift = _shift(above, below, over, under)
        rows = [*over, *(_moved(row, -shift) for row in under)]
        small = _begin_small([*over, *rows[len(over) + 1 :]])
        joined = _joined(over[0], under[0], shift, right_ends(rows), small)
        if joined:
            above[-1] = joined
            below.remove(under[0])
        if len(under) - bool(joined) < len(below):
            heads = []
    return whole


def _repeated_head(above: Sequence[Run], below: Sequence[Run]) -> int:
    """Return how many runs at the top of a column are the head, again, of the table at the end of the column above.

    A head is one row or two, with or without a title over the cells, of one line.
    """
    first = next((i for i, run in enumerate(below) if len(run.cells) >= FEWEST_CELLS), len(below))
    if len(lines_of(list(below[:first]))) > 1:
        return 0
    for count in (first + 2, first + 1):
        rows = below[:count]
        if len(below) <= count or len(rows[-1].cells) < FEWEST_CELLS:
            continue
        for i in range(len(above) - count):
            begins = i == 0 or len(above[i - 1].cells) < FEWEST_CELLS
            if begins and all(a.words == b.words and a.cells == b.cells for a, b in zip(rows, above[i:], strict=False)):
                head = above[i + count - 1]
                rest = [run for run in above[i + count :] if not run.cells]
                if all(fits([run], head.lefts, head.size) for run in rest):
                    return count
    return 0


def _repeated_line(above: Sequence[Run], below: Sequence[Run]) -> int:
    """Return how many runs at the top of a column are the head, again, of the table at the end of the column above,
    if each row is one line, which is read as a line of text.

    A head may have a title over all cells, and several lines.
    """
    upper = lines_of([run for run in above if not run.cells])
    lower = lines_of([run for run in below if not run.cells])
    for count in range(min(TALLEST, len(lower) - 1), 0, -1):
        head = lower[:count]
        if (count == 1 and len(head[0]) < FEWEST_CELLS) or len(lower[count]) < FEWEST_CELLS or below[0] not in head[0]:
            continue
        for i in range(len(upper) - count):
            begins = i == 0 or len(upper[i - 1]) < FEWEST_CELLS
            table = all(len(line) >= FEWEST_CELLS for line in upper[i + count :])
            if begins and table and _are_alike(upper[i : i + count], head) and above[-1] in upper[-1]:
                return sum(map(len, head))
    return 0


def _are_alike(lines: Sequence[list[Run]], others: Sequence[list[Run]]) -> bool:
    """Return whether lines have the same words with the same distances between them, wherever each line begins."""
    one, other = ([run for line in some for run in sorted(line, key=lambda run: run.x0)] for some in (lines, others))
    return [run.words for run in one] == [run.words for run in other] and all(
        abs(a.x0 - one[0].x0 - b.x0 + other[0].x0) < NEAR for a, b in zip(one, other, strict=True)
    )


def _heads_of(rows: Sequence[Run]) -> list[Run]:
    """Return those of some rows, the last first, that may be the head of a table: the first one, and one below a
    title."""
    return [row for row, above in zip(rows, [*rows[1:], None], strict=True) if above is None or len(above.cells) == 1]


def _rest_of_row(group: Sequence[Run], table: Sequence[Run], shift: float) -> list[Run]:
    """Return the lines at the top of a column that continue a row of the table above.

    They start in one of its columns, but not in the first one, which has the labels.
    """
    rights = right_ends(table)
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
    return list(takewhile(lambda run: run.cells, reversed(group)))


def _begin_small(rows: Iterable[Run]) -> list[float]:
    """Return the left edges of columns where the cells of whole rows begin with a small letter."""
    return [left for row in rows for left, start, _ in spans_of_cells(row) if row.words[start][:1].islower()]


def _joined(above: Run, below: Run, shift: float, rights: dict[float, float], small: Sequence[float]) -> Run | None:
    """Return two parts of a row as one, or None if they are two rows; each cell must continue in the other part.

    A small letter tells that a cell goes on, but in ``small`` columns, where whole cells begin with one.
    """
    upper = {left: (start, stop) for left, start, stop in spans_of_cells(above)}
    parts: dict[float, tuple[int, int]] = {}
    whole_below: dict[float, tuple[int, int]] = {}
    unlabelled = min(above.lefts) < min(below.lefts) - shift - NEAR
    own = [left - shift for left in _begin_small([below])]
    within = any(all(abs(left - other) > 2 * NEAR for other in small) for left in own)
    goes_on = unlabelled or within
    for left, start, stop in spans_of_cells(below):
        column = min(upper, key=lambda own: abs(own - left + shift))
        if abs(column - left + shift) > 2 * NEAR:
            # The whole text of a cell may stand below the break.
            if not unlabelled or not WORD.search(" ".join(below.words[start:stop])):
                return None
            whole_below[left - shift] = start, stop
            continue
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
    for left, (start, stop) in sorted([*upper.items(), *whole_below.items()]):
        if left in whole_below:
            whole += below.words[start:stop]
            boxes += boxes[-1:] * (stop - start)
            cells.append(stop - start)
            continue
        rest_of = below.words[slice(*parts[left])] if left in parts else []
        whole += above.words[start:stop]
        if rest_of:
            whole[-1] = BROKEN.sub("\u2010", whole[-1])
            whole[-1] += MAY_BE_ONE if MAY_GO_ON.search(whole[-1]) and LETTERS.match(rest_of[0]) else ""
        whole += rest_of
        # The rest stands on another page, or in another column: its place is said to be where the row breaks off.
        boxes += [*above.boxes[start:stop], *[above.boxes[stop - 1]] * len(rest_of)]
        cells.append(stop - start + len(rest_of))
    return above._replace(words=whole, boxes=boxes, cells=cells, lefts=sorted([*upper, *whole_below]))


def _moved(row: Run, by: float) -> Run:
    boxes = [box._replace(x0=box.x0 + by, x1=box.x1 + by) for box in row.boxes]
    return row._replace(boxes=boxes, lefts=[left + by for left in row.lefts])


def _shift(above: Sequence[Run], below: Sequence[Run], over: Sequence[Run], under: Sequence[Run]) -> float:
    """Return how much farther to the right the rows ``under`` the end of a column begin than those ``over`` it.

    The columns tell, or the rows, if more of their cells are below one another then: a column may have text as well.
    """
    lefts, others = ({left for row in rows for left in row.lefts} for rows in (over, under))
    by_columns, by_rows = _left(below) - _left(above), min(others) - min(lefts)

    def fitting(shift: float) -> int:
        return sum(any(abs(left - shift - own) < NEAR for own in lefts) for left in others)

    return by_rows if fitting(by_rows) > fitting(by_columns) else by_columns


def _left(group: Iterable[Run]) -> float:
    return min(min((box.x0 for box in run.boxes), default=run.x0) for run in group)


class Part(NamedTuple):
    """Rows that follow one another in the group with this ``number``."""

    number: int
    start: int
    stop: int


def with_halves_parted(groups: Sequence[list[Run]]) -> list[list[Run]]:
    """Return columns of text, in reading order, with tables of two halves as the rows of one after the other's.

    Where such a table runs over the end of a column, the right half follows the whole of the left one.
    """
    whole = [list(group) for group in groups]
    # From the end, so that the places of the stretches before stay what they are.
    for stretch in reversed(_stretches(groups)):
        if _is_in_halves([_rows(groups, part) for part in stretch]):
            _part(whole, stretch)
        elif len(stretch) > 1:
            for part in reversed(stretch):
                if _is_in_halves([_rows(groups, part)]):
                    _part(whole, [part])
    return whole


def _stretches(groups: Sequence[list[Run]]) -> list[list[Part]]:
    """Return where rows follow one another, up to a line that is none; the end of a column does not part them."""
    found: list[list[Part]] = []
    goes_on = False
    for number, group in enumerate(groups):
        start = 0
        for are_rows, runs in groupby(group, key=lambda run: bool(run.cells)):
            stop = start + len(list(runs))
            if are_rows and goes_on and not start:
                found[-1].append(Part(number, start, stop))
            elif are_rows:
                found.append([Part(number, start, stop)])
            start, goes_on = stop, are_rows
    return found


def _rows(groups: Sequence[list[Run]], part: Part) -> list[Run]:
    return groups[part.number][part.start : part.stop]


def _columns(rows: Sequence[Run]) -> int:
    """Return the number of columns of some rows."""
    lefts = sorted({left for row in rows for left in row.lefts})
    return sum(not i or left - lefts[i - 1] > NEAR for i, left in enumerate(lefts))


def _is_in_halves(parts: Sequence[Sequence[Run]]) -> bool:
    """Return whether the parts of a table are two halves, each of figures and texts; the right half's last row may be
    empty.

    Behind the end of a column, the table's columns may begin elsewhere.
    """
    rows = [row for part in parts for row in part]
    whole = [row for row in rows if len(row.cells) == COLUMNS]
    if any(_columns(part) != COLUMNS for part in parts):
        return False
    if len(whole) < max(FEWEST_ROWS, len(rows) - 1):
        return False
    if any(len(row.cells) not in (COLUMNS, COLUMNS // 2) for row in rows):
        return False
    texts = [[row.words[i:j] for i, j in row.spans] for row in whole]
    for column in range(COLUMNS):
        words = [text[column] for text in texts]
        if column % 2 and sum(map(len, words)) < WORDS * len(words):
            return False
        if not column % 2 and not all(FIGURE.fullmatch("".join(text)) for text in words):
            return False
    return True


def _part(groups: list[list[Run]], stretch: Sequence[Part]) -> None:
    """Put the right half of a table behind its left one."""
    rights: list[Run] = []
    for number, start, stop in stretch:
        rows = groups[number][start:stop]
        groups[number][start:stop] = [_half(row, 0) for row in rows]
        # The right halves of rows of the column before get places in this one, above those of its own rows.
        rights = [_placed_below(row, i - len(rights), rows[0]) for i, row in enumerate(rights)]
        rights += [_half(row, COLUMNS // 2) for row in rows if len(row.cells) == COLUMNS]
    number, start, stop = stretch[-1]
    groups[number][stop:stop] = rights


def _placed_below(row: Run, step: int, to: Run) -> Run:
    place = to.boxes[-1]
    return row._replace(
        x0=place.x0, x1=place.x1, y=to.y + 2 * step * to.size, boxes=[place] * len(row.words), turn=to.turn
    )


def _half(row: Run, first: int) -> Run:
    """Return the two cells of a row from the ``first`` on."""
    (start, _), (_, stop) = row.spans[first : first + COLUMNS // 2]
    boxes = row.boxes[start:stop]
    return row._replace(
        x0=min(box.x0 for box in boxes),
        x1=max(box.x1 for box in boxes),
        words=row.words[start:stop],
        boxes=boxes,
        cells=row.cells[first : first + COLUMNS // 2],
        lefts=row.lefts[first : first + COLUMNS // 2],
    )
