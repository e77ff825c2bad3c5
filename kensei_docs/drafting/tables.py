"""The tables of a document without a reading profile: rows of a label and cells, the columns and their headings.

If the places of words on the page are known, whitespace separates the columns; else the cells are the figures after the
words of a label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from kensei_docs.drafting.named_figures import key_of
from kensei_docs.drafting.table_rows import (
    CELL_GAP_EM,
    ENDS_SENTENCE,
    CellPiece,
    column_of,
    figures_by_column,
    head_above,
    names_rows,
    pieces_of,
    rows_from,
)
from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.extract.reading.cells import Cell, parts_of
from kensei_docs.extract.reading.observations import Observer

_MIN_ROWS = 2  # the least number of rows of a table; a table with a single column of figures needs one row more
_DIE = re.compile(r"\d*D\d+")  # a die, or several


@dataclass(frozen=True)
class DraftedRow:
    """A row of a table: its label, its cells of figures, the index of its line, and the offset of its start.

    ``words`` are the texts of its other cells, ``spans`` their (start, end); ``group`` is the name of the group of rows
    that it belongs to, empty without one.
    """

    label: str
    cells: tuple[Cell, ...]
    line: int
    start: int = 0
    words: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    group: str = ""

    @property
    def end(self) -> int:
        """The offset of the end of its last cell."""
        return max([self.start, *(cell.end for cell in self.cells), *(span[1] for span in self.spans)])


@dataclass(frozen=True)
class Table:
    """Rows of a label and an equal number of cells; ``columns`` are the headings of the cells, empty if unknown.

    ``label`` is the heading of the labels, ``worded`` the indexes of the columns whose cells are words. ``start`` and
    ``end`` are offsets in the document. ``rolls``: the labels are figures, the results of a die roll.
    """

    columns: tuple[str, ...]
    label: str
    rows: tuple[DraftedRow, ...]
    start: int
    end: int
    worded: frozenset[int] = frozenset()
    rolls: bool = False


def columns_by_key(table: Table) -> dict[str, str]:
    """Return the headings of a table's columns by key; empty headings if their number is not that of the columns."""
    count = len(table.rows[0].cells) + len(table.worded)
    columns = {key_of(name) or f"column-{i}": name for i, name in enumerate(table.columns, 1)}
    return columns if len(columns) == count else {f"column-{i}": "" for i in range(1, count + 1)}


def tables_of(document: Document) -> list[Table]:
    """Return the tables of a document, in order."""
    observer = Observer(document, document.source)
    placed = list(_placed_tables(document, observer))
    inside = {i for table in placed for i in lines_inside(document, table)}
    tables = sorted([*placed, *_plain_tables(document, observer, inside)], key=lambda table: table.start)
    return _joined(document, tables)


def _joined(document: Document, tables: Sequence[Table]) -> list[Table]:
    """Return tables, with the parts of a table that goes on in the next column, under the same head, joined."""
    joined: list[Table] = []
    for table in tables:
        above = joined[-1] if joined else None
        if (
            above
            and table.columns
            and (table.columns, table.label) == (above.columns, above.label)
            and (table.worded, table.rolls) == (above.worded, above.rolls)
            and document.line_at(table.start) == document.line_at(above.end - 1) + 1
            and not {row.label for row in table.rows} & {row.label for row in above.rows}
        ):
            joined[-1] = replace(above, rows=(*above.rows, *table.rows), end=table.end)
        else:
            joined.append(table)
    return joined


def lines_inside(document: Document, table: Table) -> range:
    """Return the indexes of the lines of a table."""
    return range(document.line_at(table.start), document.line_at(table.end - 1) + 1)


def _placed_tables(document: Document, observer: Observer) -> Iterator[Table]:
    """Yield the tables whose columns are separated on the page."""
    groups = [pieces_of(document, i) for i in range(len(document.lines))]
    above: tuple[Table, list[tuple[float, float]]] | None = None
    at = 0
    while at < len(groups):
        stop, columns, names = rows_from(document, groups, at)
        rows = {i: groups[i] for i in range(at, stop) if i not in names}
        # The line between the head and the rows may be the name of the first group.
        first = [at - 1] if columns and names_rows(document, groups, at - 1) else []
        table = _placed_table(document, observer, rows, columns, at - len(first)) if columns else None
        if table is None:
            at += 1
            continue
        if names := [*(i for i in first if document.starts[i] >= table.start), *names]:
            table = _grouped(document, table, names)
            yield from _by_group(document, table, names)
            above = (table, columns)
            at = stop
            continue
        if above and not table.columns and _continues(document, above[0], table) and len(above[1]) == len(columns):
            # A line between the rows of one table, such as the name of a group, divides it in two.
            alike = above[0].worded == table.worded
            table = replace(table, columns=above[0].columns, label=above[0].label) if alike else table
        yield table
        above = (table, columns)
        at = stop


def _continues(document: Document, above: Table, table: Table) -> bool:
    """Return whether a table begins at most one line after another one."""
    return document.line_at(table.start) - document.line_at(above.end - 1) <= 2


def _grouped(document: Document, table: Table, names: Sequence[int]) -> Table:
    """Return a table whose rows have the names of their groups; ``names`` are the lines with these names."""
    texts = {i: document.lines[i].text.strip() for i in names}
    rows = [replace(row, group=next((texts[i] for i in reversed(names) if i < row.line), "")) for row in table.rows]
    return replace(table, rows=tuple(rows))


def _by_group(document: Document, table: Table, names: Sequence[int]) -> Iterator[Table]:
    """Yield a table of groups unchanged or, if two rows have the same label, each group as a table."""
    if len({row.label for row in table.rows}) == len(table.rows):
        yield table
        return
    parts = [list(rows) for _, rows in groupby(table.rows, key=lambda row: row.group)]
    for i, rows in enumerate(parts):
        start = document.starts[max(line for line in names if line < rows[0].line)] if i else table.start
        following = parts[i + 1][0].line if i + 1 < len(parts) else 0
        stop = document.starts[max(line for line in names if line < following)] if following else table.end
        yield replace(table, rows=tuple(rows), start=start, end=len(document.text[:stop].rstrip()))


def _placed_table(
    document: Document,
    observer: Observer,
    lines: Mapping[int, list[CellPiece]],
    columns: Sequence[tuple[float, float]],
    top: int,
) -> Table | None:
    """Return the table of lines, by their indexes; None if they are no table. ``top`` is the first line below its head.

    Rows may have the same label if the name of a group is between them.
    """
    numbers = list(lines)
    first = numbers[0]
    filled = [{column_of(group, columns): group for group in line} for line in lines.values()]
    cells = [figures_by_column(document, observer, number, row) for number, row in zip(numbers, filled, strict=True)]

    def is_head(row: int) -> bool:
        return all(cells[row].get(i) is None for i in range(1, len(columns)))

    # The heading of the results of a die roll is the die.
    die = [bool(row.get(0) and _DIE.fullmatch(row[0].value)) for row in cells]
    if len(filled) > 1 and is_head(0) and (not all(map(is_head, range(len(filled)))) or (die[0] and not any(die[1:]))):
        names = _headings_in_row(document, filled[0], len(columns))
        start = document.starts[first]
        body = 1
    else:
        names, head = head_above(document, top, columns)
        start = document.starts[head]
        body = 0
    filled = filled[body:]
    cells = cells[body:]
    numbers = numbers[body:]
    figured = [i for i in range(1, len(columns)) if all(row.get(i) for row in cells)]
    rolls = len(filled) >= _MIN_ROWS and all(row.get(0) for row in cells)
    # Two rows below a head are a table; without a head, two lines may be aligned by chance.
    least = _MIN_ROWS + (len(columns) == 2 and not names)
    if not rolls and (not figured or len(filled) < least):
        return None
    worded = frozenset(i - 1 for i in range(1, len(columns)) if i not in figured)
    rows = [
        DraftedRow(
            _words(document, row[0]),
            tuple(cell for i in figured if (cell := row_cells[i])),
            number,
            row[0].start,
            tuple(_words(document, row[i + 1]) if i + 1 in row else "" for i in sorted(worded)),
            tuple((row[i + 1].start, row[i + 1].end) if i + 1 in row else (0, 0) for i in sorted(worded)),
        )
        for number, row, row_cells in zip(numbers, filled, cells, strict=True)
    ]
    last = max(group.end for group in filled[-1].values())
    # A line without a row begins another group.
    parts = [sum(below - above > 1 for above, below in pairwise(numbers[: i + 1])) for i in range(len(numbers))]
    named = {(part, row.label) for part, row in zip(parts, rows, strict=True)}
    if len(named) < len(rows) or any(ENDS_SENTENCE.search(row.label) for row in rows):
        return None
    return Table(tuple(names[1:]), names[0] if names else "", tuple(rows), start, last, worded, rolls)


def _words(document: Document, group: CellPiece) -> str:
    return " ".join(document.text[group.start : group.end].split())


def _headings_in_row(document: Document, row: dict[int, CellPiece], count: int) -> list[str]:
    """Return the headings of columns in a row of cells; none if two of them are equal, or one is empty."""
    names = [_words(document, row[i]) if i in row else "" for i in range(count)]
    return names if all(names[1:]) and max(Counter(names).values()) == 1 else []


def _plain_tables(document: Document, observer: Observer, inside: set[int]) -> Iterator[Table]:
    """Yield a table for each run of lines that are rows: words, then an equal number of cells."""
    rows: list[DraftedRow] = []
    for i in range(len(document.lines) + 1):
        row = _row(document, observer, i) if i < len(document.lines) and i not in inside else None
        if row and rows and len(row.cells) == len(rows[-1].cells):
            rows.append(row)
            continue
        if _is_table(rows):
            yield _table(document, rows)
        rows = [row] if row else []


def _row(document: Document, observer: Observer, index: int) -> DraftedRow | None:
    """Return a line as a row of words and cells; None if it is not one."""
    line = document.lines[index]
    start = document.starts[index]
    parts = list(parts_of(observer, start, start + len(line.text)))
    cells = [part for part in parts if isinstance(part, Cell)]
    first = next((i for i, part in enumerate(parts) if isinstance(part, Cell)), 0)
    # The words before the cells are the label; cells with words between them are a sentence.
    if not first or any(not isinstance(part, Cell) for part in parts[first : first + len(cells)]):
        return None
    if len(parts) > first + len(cells) and len(cells) < 2:
        return None
    label = " ".join(document.text[start : cells[0].start].split())
    plain = label[:1].isupper() and not ENDS_SENTENCE.search(label)
    return DraftedRow(label, tuple(cells), index, start) if plain else None


def _is_table(rows: Sequence[DraftedRow]) -> bool:
    least = _MIN_ROWS if rows and len(rows[0].cells) > 1 else _MIN_ROWS + 1
    return len(rows) >= least and len({row.label for row in rows}) == len(rows)


def _table(document: Document, rows: Sequence[DraftedRow]) -> Table:
    head = document.lines[rows[0].line - 1] if rows[0].line else None
    count = len(rows[0].cells)
    names = _column_names(head, count) if head else []
    start = document.starts[rows[0].line - (1 if names else 0)]
    last = rows[-1].line
    label = names[0] if len(names) > count else ""
    columns = names[1 : count + 1] if label else names
    return Table(tuple(columns), label, tuple(rows), start, document.starts[last] + len(document.lines[last].text))


def _column_names(head: ReadLine, count: int) -> list[str]:
    """Return the headings of a table's columns: ``count``, or up to two more with those of labels and remarks.

    An empty list if the line above the table is not its head.
    """
    text = head.text.strip()
    if any(letter.isdigit() for letter in text) or ENDS_SENTENCE.search(text):
        return []
    words = text.split()
    divisions = [[[word] for word in words], _by_capitals(words)]
    if head.words and len(head.words) == len(words):
        groups = [[words[0]]]
        divisions.insert(0, groups)
        for left, right, word in zip(head.words, head.words[1:], words[1:], strict=False):
            if right.x0 - left.x1 > CELL_GAP_EM * (left.bottom - left.top):
                groups.append([])
            groups[-1].append(word)
    for headings in divisions:
        if count <= len(headings) <= count + 2:
            names = [" ".join(group) for group in headings]
            return names if max(Counter(names).values()) == 1 else []
    return []


def _by_capitals(words: Sequence[str]) -> list[list[str]]:
    """Return words in groups, each of which begins with a capital."""
    groups: list[list[str]] = []
    for word in words:
        if word[0].isupper() or not groups:
            groups.append([])
        groups[-1].append(word)
    return groups


def labels_of(columns: Mapping[str, str]) -> dict[str, str]:
    """Return the printed names of columns by key: their headings, or names made of the keys."""
    return {key: name or key.replace("-", " ").capitalize() for key, name in columns.items()}
