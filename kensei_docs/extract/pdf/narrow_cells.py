"""Narrow cells, whose edges break figures, such as +1D and 6 below it, and words without a hyphen: both are joined.

Words are broken in the rows of a table, and in its head.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.lines import words_of
from kensei_docs.extract.pdf.table_columns import CLEAR, EXACT, NEAR, STEP, clusters

SIGN = r"[-+\u2010-\u2013\u2212]"
DICE = r"(?:\d+|[Xx])?D\d+"
# The beginning of a figure, by itself in its line.
BEGINS = re.compile(rf"(?:\+/)?{SIGN}|{SIGN}?(?:{DICE}/)*(?:\d+|[Xx])?D?|(?:[\w+]{{1,3}}/)+")
# The whole of it: dice, a number with a sign, or several figures with strokes between them.
WHOLE = re.compile(rf"\+/{SIGN}(?:\d+|[Xx])|{SIGN}?{DICE}(?:/{DICE})*|{SIGN}\d+|[\w+]{{1,3}}(?:/[\w+]{{1,3}})+")
STROKES = re.compile(r"(?:[\w+]{1,3}/){2,}")  # several figures, of which the last is on the next line
BELOW = 0.8  # ems: lines of one cell are farther apart
MAY_BE_ONE = "\u200b"  # at the end of a word: the next one may be the rest of it
LETTERS = re.compile(r"[^\W\d_]+")
GOES_ON = re.compile(r"[^\W\d_A-Z]+[^\w\s]*")
FEW_LETTERS = re.compile(r"[^\W\d_A-Z]{1,3}")
BESIDE = 0.76  # ems: lines nearer than this stand beside one another
FULL = 1.5  # ems: the next cell begins nearer to a word that fills its cell


def is_one_figure(above: str, below: str) -> bool:
    """Return whether two words, one below the other, are the parts of one figure.

    >>> [is_one_figure(*parts) for parts in (("+1D", "6"), ("-", "2D6"), ("+1D6/2D", "6"), ("D/", "D/W"))]
    [True, True, True, True]
    >>> [is_one_figure(*parts) for parts in (("D/", "W/"), ("+/-", "X"))]
    [True, True]
    >>> [is_one_figure(*parts) for parts in (("+1", "6"), ("1D6", "6"))]
    [False, False]
    """
    numbers = above[-1:].isdigit() and below[:1].isdigit()
    strokes = "/" in below and not above.endswith("/")
    return (
        not numbers
        and not strokes
        and BEGINS.fullmatch(above) is not None
        and (WHOLE.fullmatch(above + below) is not None or STROKES.fullmatch(above + below) is not None)
    )


def with_figures_joined(lines: Sequence[Run]) -> list[Run]:
    """Return the lines of a cell, with the beginning of a figure that stands by itself in front of the rest of it."""
    whole: list[Run] = []
    for line in lines:
        above = whole[-1] if whole else line
        below = line.y - above.y > BELOW * line.size
        if below and len(above.words) == 1 and is_one_figure(above.words[0], line.words[0]):
            line = line._replace(x0=above.x0, words=[above.words[0] + line.words[0], *line.words[1:]], seams=[])
            whole.pop()
        whole.append(line)
    return whole


def with_rests_of_rows_joined(rows: Sequence[Run]) -> list[Run]:
    """Return a table's rows; one that is only the rest of the figure, or of the word, in the first cell above is part
    of that row."""
    whole: list[Run] = []
    for row in rows:
        above = whole[-1] if whole else row
        below = row.cells == [1] and above.cells[:1] == [1] and above is not row and abs(row.x0 - above.x0) < NEAR
        if below and is_one_figure(above.words[0], row.words[0]):
            whole[-1] = above._replace(words=[above.words[0] + row.words[0], *above.words[1:]])
        elif below and _is_rest_of_label(row, above):
            words = [above.words[0] + MAY_BE_ONE, *row.words, *above.words[1:]]
            boxes = [above.boxes[0], *row.word_boxes(), *above.boxes[1:]]
            whole[-1] = above._replace(words=words, boxes=boxes, cells=[2, *above.cells[1:]])
        else:
            whole.append(row)
    return whole


def _is_rest_of_label(row: Run, above: Run) -> bool:
    """Return whether a row is the rest of the word above it, which fills the first cell of its row."""
    rest, first, *after = [*row.word_boxes(), *above.boxes[:2]]
    return (
        any(box.x0 - first.x1 < FULL * above.size for box in after)
        and rest.x1 < first.x1
        and row.y - above.y < STEP * above.size
        and LETTERS.fullmatch(above.words[0]) is not None
        and FEW_LETTERS.fullmatch(row.words[0]) is not None
    )


def with_lines_of_figures_joined(lines: Sequence[list[Run]]) -> list[list[Run]]:
    """Return a column's lines; one that is only the rest of the figure that begins the line above is part of it."""
    whole: list[list[Run]] = []
    for line in lines:
        above = whole[-1] if whole else line
        first = above[0]
        if (
            len(line) == 1
            and len(above) > 1
            and len(first.words) == len(line[0].words) == 1
            and abs(line[0].x0 - first.x0) < NEAR
            and line[0].y - first.y > BELOW * first.size
            and is_one_figure(first.words[0], line[0].words[0])
        ):
            whole[-1] = [first._replace(words=[first.words[0] + line[0].words[0]], seams=[]), *above[1:]]
        else:
            whole.append(line)
    return whole


def with_words_marked(rows: list[Run]) -> list[Run]:
    """Return the rows of a table, with words marked that may be broken off at the edge of a cell.

    A word that is too wide for its cell is broken at the cell's edge: its beginning fills a line of its own.
    """
    rights = right_ends(rows)
    return [_with_marks(row, rights) for row in rows]


def _with_marks(row: Run, rights: dict[float, float]) -> Run:
    words = list(row.words)
    for left, start, stop in spans_of_cells(row):
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

    Such a rest stands by itself below the first cell of a row that is read as a line, as a table's head may be, or the
    words of all cells are broken.
    """
    whole: list[list[Run]] = []
    right = max((run.x1 for line in lines for run in line), default=0.0)
    for line in lines:
        if whole and _word_count(whole[-1]) == _word_count(line):
            over, below = ([word for run in sorted(some) for word in words_of(run)] for some in (whole[-1], line))
            if _are_rests(below, over):
                whole[-1] = [_with_rest(first, rest) for first, rest in zip(over, below, strict=True)]
                continue
        # Where cells are centred in the height of their row, the line of the next cell is between the word's two parts.
        between = whole[-1] if len(whole) > 1 and whole[-1][0].y - whole[-2][0].y < BESIDE * line[0].size else []
        for above in [whole[-2] + between] if between else whole[-1:]:
            if len(line) == 1 and _is_rest(line[0], above, right):
                whole[-2 if between else -1][0] = _with_rest(above[0], line[0])
                break
        else:
            whole.append(list(line))
    return whole


def _word_count(line: Sequence[Run]) -> int:
    """Return how many runs ``words_of`` makes of a line's runs."""
    return sum(len(run.starts) or 1 for run in line)


def _with_rest(first: Run, rest: Run) -> Run:
    """Return a run with the rest of its first word behind this."""
    words = [first.words[0] + MAY_BE_ONE, *rest.words, *first.words[1:]]
    boxes = first.word_boxes()
    boxes = [boxes[0], *rest.word_boxes(), *boxes[1:]]
    return first._replace(words=words, boxes=boxes, starts=[], ends=[], seams=[])


def _are_rests(line: Sequence[Run], above: Sequence[Run]) -> bool:
    """Return whether each word of a line is the rest of the word above it, which fills a cell of a table's head."""
    pairs = list(zip(above, line, strict=False))
    return (
        len(line) == len(above) > 1
        and all(abs(first.x0 - rest.x0) < EXACT and rest.y - first.y < STEP * first.size for first, rest in pairs)
        and all(LETTERS.fullmatch(first.words[0]) and GOES_ON.fullmatch(rest.words[0]) for first, rest in pairs)
        and all(
            CLEAR * one.size < after.x0 - max(one.x1, rest.x1) and after.x0 - one.x1 < FULL * one.size
            for (one, rest), (after, _) in pairwise(pairs)
        )
    )


def _is_rest(run: Run, above: Sequence[Run], right: float) -> bool:
    """Return whether a run is the rest of the word that begins a row, not the next word of a text: that had room.

    The next cell begins near the word, or stands clear of it: in the middle over several columns.
    """
    first = above[0]
    starts = [x for other in above for x in other.starts]
    clear = len(above) > 1 and len(first.words) == 1
    return (
        len(run.words) == 1
        and len(starts) > 1
        and bool(first.ends)
        and (abs(run.x0 - first.x0) < NEAR or abs(run.x0 + run.x1 - first.x0 - first.ends[0]) < NEAR)
        and run.y - first.y < STEP * first.size
        and run.x1 < first.ends[0] < starts[1]
        and (clear or above[-1].y > first.y + 1 or starts[1] < first.ends[0] + FULL * first.size)
        and above[-1].x1 + first.size + run.x1 - run.x0 < right
        and LETTERS.fullmatch(first.words[0]) is not None
        and FEW_LETTERS.fullmatch(run.words[0]) is not None
    )


def spans_of_cells(row: Run) -> Iterator[tuple[float, int, int]]:
    """Yield the left edge of each cell's column and the span of its words."""
    return ((left, *span) for left, span in zip(row.lefts, row.spans, strict=False))


def right_ends(rows: Iterable[Run]) -> dict[float, float]:
    """Return the right end of the words of each column, by its left edge, without words that overlap the next one."""
    cells = [(left, row.boxes[start:stop]) for row in rows for left, start, stop in spans_of_cells(row)]
    columns = [group[0] for group in clusters([left for left, _ in cells])]
    inset = min((boxes[0].x0 - left for left, boxes in cells), default=0.0)
    rights: dict[float, float] = {}
    for column, after in zip(columns, [*columns[1:], float("inf")], strict=True):
        here = [(left, boxes) for left, boxes in cells if column <= left <= column + NEAR]
        right = min(after - max(inset, 0.0), max(box.x1 for _, boxes in here for box in boxes))
        rights |= {left: right for left, _ in here}
    return rights


def _is_below(row: Run, i: int, j: int) -> bool:
    return row.boxes[j].top > row.boxes[i].top + row.size / 2
