"""The rows of tables with rules: which lines between two rules are one row, and which are several.

Where only some of the rows have rules, space, figures and signs tell the others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from statistics import median

from kensei_docs.extract.pdf.glyphs import PROSE, Run, in_groups, with_signs_moved
from kensei_docs.extract.pdf.lines import lines_of
from kensei_docs.extract.pdf.narrow_cells import is_one_figure, with_figures_joined
from kensei_docs.extract.pdf.table_columns import NEAR, STEP, lefts_of_columns, moved_to_columns

OTHER_SIZE = 0.1
SPACE = 0.2  # ems: the space that a word needs before it at the end of a line
FULL = 1.5  # ems: the words of a full line may end this far before the next cell
BROKEN = re.compile(r"(?<=[^\W\d_])[-\u00ad\u2010]$")
JUMP = 0.12  # ems: the lines of two rows are farther from one another than those of one row by this
ROOM = 0.35  # ems: a word takes this much more than its width at the end of a line
HEADS = 2  # rows at the top of a table may be heads
FITTING = 0.8  # of the lines of a table: at least as many fit its cells
FEWEST = 3  # lines, and columns, of rows that are a line each
# A figure, a dash for none, or two numbers with a stroke between them, such as 1/2.
FIGURE = re.compile(r"[^\w\s]?(?:\d+|[xX](?=D))?(?:[dD]\d+)?(?:/\d+)?[^\w\s]{0,3}")
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


def fits(line: list[Run], edges: list[float], size: float) -> bool:
    """Return whether all of a line is in the cells of a table and has the table's size of type."""
    return all(
        any(abs(run.x0 - edge) < NEAR for edge in edges)
        and abs(run.size - size) < OTHER_SIZE * size
        and not any(run.x0 + NEAR < edge < run.x1 for edge in edges)
        for run in [cell for run in line for cell in cells_of(run, edges)]
    )


def are_one_row(lines: Sequence[list[Run]], edges: Sequence[float], right: float) -> bool:
    """Return whether lines with cells at some left ``edges`` are one row of a table that ends at ``right``.

    Its cells all begin in the first line, and no line of a cell has room for the first word of the next one.
    """
    columns: list[list[tuple[int, Run]]] = [[] for _ in edges]
    for i, line in enumerate(lines):
        for run in line:
            columns[sum(edge - NEAR < run.x0 for edge in edges) - 1].append((i, run))
    for column, end in zip(columns, [*edges[1:], right], strict=True):
        if [i for i, _ in column] != list(range(len(column))) or not column:
            return False
        for (_, above), (_, below) in pairwise(column):
            word = below.ends[0] - below.x0 if below.ends else 0.0
            if above.x1 + SPACE * above.size + word < end - FULL * above.size and not BROKEN.search(above.words[-1]):
                return False
    return len(lines) > 1


def with_cells_moved(
    bands: list[list[Run]], edges: list[float], fitting: float = FITTING
) -> tuple[list[list[Run]], list[float]]:
    """Return the runs between the rules of a table, and the left ``edges`` of its cells, with cells that begin anywhere
    in their columns moved to the left; the same if as many lines as ``fitting`` fit the edges, as a share, or if the
    columns are those of a text."""
    if _fit(bands, edges, fitting):
        return bands, edges
    lefts = lefts_of_columns([run for band in bands for run in band])
    moved = [moved_to_columns(band, lefts) for band in bands]
    labels = [len(run.words) for band in moved for run in band if run.x0 in lefts[:1]]
    return (moved, lefts) if _fit(moved, lefts) and labels and median(labels) < PROSE else (bands, edges)


def _fit(bands: Iterable[list[Run]], edges: list[float], share: float = FITTING) -> bool:
    """Return whether most lines between the rules of a table fit its cells."""
    fitting = [fits(line, edges, line[0].size) for band in bands for line in lines_of(band)]
    return len(edges) > 1 and sum(fitting) >= share * len(fitting)


def cells_of(run: Run, edges: list[float]) -> list[Run]:
    """Return a run split before the words that begin cells, because narrow gaps don't separate runs."""
    cuts = [i for i, start in enumerate(run.starts) if i and any(-1.0 < start - edge < NEAR for edge in edges)]
    parts = [(i, j) for i, j in zip([0, *cuts], [*cuts, len(run.words)], strict=True) if i < j]
    return [run.part(range(i, j)) for i, j in parts]


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
    names = names_in_other_type(lines) if not ruled else set()
    starts = figure_lines(lines, edges, int(0 in names)) if edges else set()
    starts |= {i for i, pair in enumerate(pairwise(lines), 1) if are_of_figures(pair)}
    starts |= names | names_of_groups(lines, edges, starts) if starts and not ruled else set()
    for i, line in enumerate(lines):
        whole = not single and fits(line, edges, size)
        far = last is not None and line[0].y - rows[-1][-1][0].y > STEP * line[0].size
        other = last is not None and are_in_other_type(rows[-1], lines[i:], edges)
        if last is None or not whole or not last or far or other or i in starts:
            rows.append([])
        rows[-1].append(line)
        last = whole
    return [row_of([cell for line in row for run in line for cell in cells_of(run, edges)]) for row in rows]


def spaced_rows(columns: Sequence[Sequence[Run]]) -> list[list[Run]]:
    """Return the rows of a table whose lines have wide spaces between rows and narrow ones inside, else an empty list.

    ``columns`` has the lines of the cells in each column. The lines of a row are nearer than those of two rows, and so
    are those of each cell: where a label has a hole, it is several. Each row has a label, which the HEADS may lack, and
    another cell. Most rows of several lines have a cell with fewer: at the top, the foot or in the middle of their
    height.
    """
    number_of = {id(part): number for number, column in enumerate(columns) for part in column}
    lines = lines_of([part for column in columns for part in column])
    steps = sorted({round((below[0].y - above[0].y) / below[0].size, 2) for above, below in pairwise(lines)})
    for near, far in pairwise(steps):
        if near > STEP or far - near < JUMP:
            continue
        rows: list[list[list[Run]]] = [lines[:1]]
        for above, below in pairwise(lines):
            if (below[0].y - above[0].y) / below[0].size > (near + far) / 2:
                rows.append([])
            rows[-1].append(below)
        cells = [[{number_of[id(part)] for part in line} for line in row] for row in rows]
        filled = [set().union(*row) for row in cells]
        labels = [[part for line in row for part in line if not number_of[id(part)]] for row in rows]
        holes = any((b.y - a.y) / b.size > (near + far) / 2 for label in labels for a, b in pairwise(label))
        uneven = [any(line != whole for line in row) for row, whole in zip(cells, filled, strict=True) if len(row) > 1]
        labelled = all(len(whole) > 1 for whole in filled) and all(0 in whole for whole in filled[HEADS:])
        if labelled and not holes and 2 * sum(uneven) > len(uneven):
            return [[part for line in row for part in line] for row in rows]
    return []


def columns_of(runs: Sequence[Run]) -> list[list[Run]]:
    """Return runs in columns that no run extends across, each run at the left edge of its column."""
    columns: list[list[Run]] = []
    right = float("-inf")
    for run in sorted(runs, key=lambda run: run.x0):
        if run.x0 > right:
            columns.append([])
        columns[-1].append(run._replace(x0=columns[-1][0].x0) if columns[-1] else run)
        right = max(right, run.x1)
    return columns


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
    alike = all(len(line) == len(cells[0]) >= FEWEST for line in cells)
    return alike and all(len(run.words) == 1 and FIGURE.fullmatch(run.words[0]) for line in cells for run in line[1:])


def are_in_other_type(above: Sequence[list[Run]], below: Sequence[list[Run]], edges: list[float]) -> bool:
    """Return whether all cells of a row are set in one font, and all those below it in another, as below a head."""
    cells = [[cell for line in lines for run in line for cell in cells_of(run, edges)] for lines in (above, below)]
    fonts = [{cell.font for cell in part} for part in cells]
    columns = [{min(edges, key=lambda edge: abs(edge - cell.x0)) for cell in part} for part in cells if edges]
    other = all(len(font) == 1 for font in fonts) and fonts[0] != fonts[1]
    return other and len(columns) > 1 and all(len(some) > 1 for some in columns)


def figure_lines(lines: Sequence[list[Run]], edges: list[float], first: int = 0) -> set[int]:
    """Return the lines that begin a row because a column has nothing but figures, one in each row.

    The ``first`` line of a row must have one: then the cells stand at the top of their rows.
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
        if len(cells) > 1 and first in cells and figures and not parted and len(cells) > len(found):
            found = set(cells)
    return found


def names_in_other_type(lines: Sequence[list[Run]]) -> set[int]:
    """Return the lines that are the name of the rows below them: a label alone, in another font than the labels above
    and below it, as all lines of a label are in one font."""
    fonts = [line[0].font for line in lines]
    left = min((line[0].x0 for line in lines), default=0.0)
    return {
        i
        for i, line in enumerate(lines[:-1])
        if len(line) == 1 < len(lines[i + 1])
        and all(abs(other[0].x0 - left) < NEAR for other in lines[max(0, i - 1) : i + 2])
        and fonts[i] not in (fonts[i + 1], fonts[i - 1] if i else "")
    }


def names_of_groups(lines: Sequence[list[Run]], edges: list[float], starts: Collection[int]) -> set[int]:
    """Return the lines that are the name of the rows below them: a label alone that had room behind the label above.

    The first column is as wide as the longest label of the lines that begin a row (``starts``), or wider.
    """
    labels = {
        i: cell
        for i, line in enumerate(lines)
        for run in line
        for cell in cells_of(run, edges)
        if cell.x0 - edges[0] < NEAR
    }
    right = max((labels[i].x1 for i in starts if i in labels), default=0.0)
    return {
        i
        for i, label in labels.items()
        if i not in starts
        and i - 1 in starts
        and i - 1 in labels
        and len(cells_of(lines[i][0], edges)) == len(lines[i]) == 1
        and labels[i - 1].x1 + ROOM * label.size + label.ends[0] - label.x0 < right
    }


def row_of(cells: list[Run]) -> Run:
    """Return the parts of the cells of one row as one run, cell after cell."""
    columns = in_groups(sorted(cells, key=lambda cell: cell.x0), lambda column, cell: cell.x0 - column[0].x0 > NEAR)
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
