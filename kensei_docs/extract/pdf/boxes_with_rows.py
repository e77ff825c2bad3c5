"""The rows between two rules: where only some of a table's rows have rules, its figures and signs tell the others."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kensei_docs.extract.pdf.glyphs import Run

FEWEST = 3  # lines, and columns, of rows that are a line each
# A figure, or a dash for none.
FIGURE = re.compile(r"[^\w\s]?(?:\d+|[xX](?=D))?(?:[dD]\d+)?[^\w\s]{0,3}")
# A figure, a dash or letters that stand for a word.
SIGN = re.compile(r"\W{1,4}|[^\w\s]?[A-Z\d]{1,3}(?:/[A-Z\d]{1,3})*[^\w\s/-]?")


def rows_in_box(lines: Sequence[list[Run]]) -> list[list[Run]]:
    """Return the cells of each row between two rules, from its ``lines``, whose cells are at the left of their boxes.

    There is more than one row if each line is one, or if most columns have nothing but short signs, all in the same
    lines, which begin the rows.
    """
    if are_rows(lines):
        return list(lines)
    columns: dict[float, dict[int, str]] = {}
    for i, line in enumerate(lines):
        for cell in line:
            columns.setdefault(cell.x0, {})[i] = " ".join(cell.words)
    labels, *others = [columns[x] for x in sorted(columns)]
    signs = [tuple(cells) for cells in others if all(map(SIGN.fullmatch, cells.values()))]
    starts = max(signs, key=signs.count, default=())
    many = len(signs) > 1 and 2 * signs.count(starts) > len(others)
    if not many or starts[0] or not all(i in labels for i in starts[1:]):
        return [[cell for line in lines for cell in line]]
    ends = [*starts[1:], len(lines)]
    return [[cell for line in lines[i:j] for cell in line] for i, j in zip(starts, ends, strict=True)]


def are_rows(lines: Sequence[list[Run]]) -> bool:
    """Return whether the lines between two rules are a row each: all have a cell in each column, and some of them are
    figures, as where only the heads of tables below one another are ruled or shaded.
    """
    lefts = [sorted({cell.x0 for cell in line}) for line in lines]
    if len(lines) < FEWEST or len(lefts[0]) < FEWEST or any(left != lefts[0] for left in lefts):
        return False
    columns = [[" ".join(cell.words) for line in lines for cell in line if cell.x0 == x] for x in lefts[0]]
    return any(all(FIGURE.fullmatch(text) for text in texts) for texts in columns[1:])
