"""The tables of a document that nobody described: rows of a label and cells, their columns, and what these are called.

Where the page says where words stand, columns are told by the whitespace between them; elsewhere cells are the figures
behind the words of a label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from kensei_docs.drafting.rows import (
    ENDS_SENTENCE,
    GAP,
    Piece,
    column_of,
    names_rows,
    pieces_of,
    rows_from,
    stands_below,
    tokens_of,
)
from kensei_docs.extract import Document, ReadLine
from kensei_docs.extract.reading.cells import Cell, parts_of
from kensei_docs.extract.reading.observations import Observer

# A table has at least this number of rows; one of a single column of figures has one more.
_FEWEST = 2


@dataclass(frozen=True)
class Row:
    """A row of a table: its label, its cells of figures, its line, where it begins, the words of its other cells.

    ``spans`` says where these words stand, ``group`` is the name of the rows that it is one of, if they have one.
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
        """The offset behind the last of its cells."""
        return max([self.start, *(cell.end for cell in self.cells), *(span[1] for span in self.spans)])


@dataclass(frozen=True)
class Table:
    """Rows of a label and as many cells each; ``columns`` are the headings of the cells, empty where none are known.

    ``label`` is the heading of the labels, ``worded`` are the columns, by their places, whose cells are words.
    ``start`` and ``end`` are offsets in the document. A table of ``rolls`` has figures for labels.
    """

    columns: tuple[str, ...]
    label: str
    rows: tuple[Row, ...]
    start: int
    end: int
    worded: frozenset[int] = frozenset()
    rolls: bool = False


def tables_of(document: Document) -> list[Table]:
    """Return the tables of a document, in order."""
    observer = Observer(document, document.source)
    placed = list(_placed_tables(document, observer))
    inside = {i for table in placed for i in lines_inside(document, table)}
    found = sorted([*placed, *_plain_tables(document, observer, inside)], key=lambda table: table.start)
    return _joined(document, found)


def _joined(document: Document, tables: Sequence[Table]) -> list[Table]:
    """Return tables with those made one that stand below one another under the same head, as over a column's end."""
    found: list[Table] = []
    for table in tables:
        above = found[-1] if found else None
        if (
            above
            and table.columns
            and (table.columns, table.label) == (above.columns, above.label)
            and (table.worded, table.rolls) == (above.worded, above.rolls)
            and document.line_at(table.start) == document.line_at(above.end - 1) + 1
            and not {row.label for row in table.rows} & {row.label for row in above.rows}
        ):
            found[-1] = replace(above, rows=(*above.rows, *table.rows), end=table.end)
        else:
            found.append(table)
    return found


def lines_inside(document: Document, table: Table) -> range:
    """Return the lines of a document that a table stands in, by their indexes."""
    return range(document.line_at(table.start), document.line_at(table.end - 1) + 1)


def _placed_tables(document: Document, observer: Observer) -> Iterator[Table]:
    """Yield the tables whose columns the page shows."""
    groups = [pieces_of(document, i) for i in range(len(document.lines))]
    above: tuple[Table, list[tuple[float, float]]] | None = None
    at = 0
    while at < len(groups):
        stop, columns, names = rows_from(document, groups, at)
        rows = {i: groups[i] for i in range(at, stop) if i not in names}
        # The name of the first group stands between the head and the rows.
        first = [at - 1] if columns and names_rows(document, groups, at - 1) else []
        table = _placed_table(document, observer, rows, columns, at - len(first)) if columns else None
        if table is None:
            at += 1
            continue
        if names := [*(i for i in first if document.starts[i] >= table.start), *names]:
            table = _grouped(document, table, names)
            yield from _by_group(document, table, names)
            above, at = (table, columns), stop
            continue
        if above and not table.columns and _goes_on(document, above[0], table) and len(above[1]) == len(columns):
            # What parts the rows of one table, such as the name of a group, stands between the two.
            alike = above[0].worded == table.worded
            table = replace(table, columns=above[0].columns, label=above[0].label) if alike else table
        yield table
        above, at = (table, columns), stop


def _goes_on(document: Document, above: Table, table: Table) -> bool:
    return document.line_at(table.start) - document.line_at(above.end - 1) <= 2


def _grouped(document: Document, table: Table, names: Sequence[int]) -> Table:
    """Return a table whose rows say which of the lines that name groups stands above them."""
    said = {i: document.lines[i].text.strip() for i in names}
    rows = [replace(row, group=next((said[i] for i in reversed(names) if i < row.line), "")) for row in table.rows]
    return replace(table, rows=tuple(rows))


def _by_group(document: Document, table: Table, names: Sequence[int]) -> Iterator[Table]:
    """Yield a table of groups: as it is, or each group by itself where rows of two have one label."""
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
    lines: Mapping[int, list[Piece]],
    columns: Sequence[tuple[float, float]],
    top: int,
) -> Table | None:
    """Return the table of lines, by their indexes; None where they are none. What is above it ends at line ``top``.

    Rows may have the same label where the name of a group stands between them.
    """
    first, numbers = next(iter(lines)), list(lines)
    filled = [{column_of(group, columns): group for group in line} for line in lines.values()]
    cells = [_figures(document, observer, number, row) for number, row in zip(numbers, filled, strict=True)]

    def is_head(row: int) -> bool:
        return all(cells[row].get(i) is None for i in range(1, len(columns)))

    if len(filled) > 1 and is_head(0) and not all(is_head(row) for row in range(len(filled))):
        names = _said(document, filled[0], len(columns))
        start, body = document.starts[first], 1
    else:
        names, head = _head_above(document, top, columns)
        start, body = document.starts[head], 0
    filled, cells, numbers = filled[body:], cells[body:], numbers[body:]
    figured = [i for i in range(1, len(columns)) if all(row.get(i) for row in cells)]
    rolls = len(filled) >= _FEWEST and all(row.get(0) for row in cells)
    # A list of two under a head is a table; without one, two lines may look so by chance.
    least = _FEWEST + (len(columns) == 2 and not names)
    if not rolls and (not figured or len(filled) < least):
        return None
    worded = frozenset(i - 1 for i in range(1, len(columns)) if i not in figured)
    rows = [
        Row(
            _words(document, row[0]),
            tuple(cell for i in figured if (cell := found[i])),
            number,
            row[0].start,
            tuple(_words(document, row[i + 1]) if i + 1 in row else "" for i in sorted(worded)),
            tuple((row[i + 1].start, row[i + 1].end) if i + 1 in row else (0, 0) for i in sorted(worded)),
        )
        for number, row, found in zip(numbers, filled, cells, strict=True)
    ]
    last = max(group.end for group in filled[-1].values())
    # Groups are told apart by lines without a row.
    parts = [sum(below - above > 1 for above, below in pairwise(numbers[: i + 1])) for i in range(len(numbers))]
    named = {(part, row.label) for part, row in zip(parts, rows, strict=True)}
    if len(named) < len(rows) or any(ENDS_SENTENCE.search(row.label) for row in rows):
        return None
    return Table(tuple(names[1:]), names[0] if names else "", tuple(rows), start, last, worded, rolls)


def _words(document: Document, group: Piece) -> str:
    return " ".join(document.text[group.start : group.end].split())


def _said(document: Document, row: dict[int, Piece], count: int) -> list[str]:
    """Return the headings of columns that stand in a row of cells, none where two are the same or one is empty."""
    names = [_words(document, row[i]) if i in row else "" for i in range(count)]
    return names if all(names[1:]) and max(Counter(names).values()) == 1 else []


def _head_above(document: Document, first: int, columns: Sequence[tuple[float, float]]) -> tuple[list[str], int]:
    """Return the headings of columns from the line above a table's first, or the two, and the line of the first.

    No heading, and the table's own first line, are returned where no head stands there.
    """
    for lines in ([first - 1], [first - 2, first - 1]):
        if lines[0] < 0 or any(document.lines[i].page != document.lines[first].page for i in lines):
            break
        if not all(stands_below(document, i + 1) for i in lines) or (lines[1:] and not _are_bold(document, lines)):
            break
        said: dict[int, list[str]] = {}
        for i in lines:
            words = document.lines[i].words
            for start, end, at in tokens_of(document, i):
                place = column_of(Piece(words[at].x0, words[at].x1, start, end), columns)
                said.setdefault(place, []).append(document.text[start:end])
        names = [" ".join(said.get(i, [])) for i in range(len(columns))]
        plain = not any(map(str.isdigit, "".join(names[1:]))) and not ENDS_SENTENCE.search(
            document.lines[lines[-1]].text
        )
        if plain and all(names[1:]) and max(Counter(names).values()) == 1:
            return names, lines[0]
    return [], first


def _are_bold(document: Document, lines: Sequence[int]) -> bool:
    return all(document.lines[i].heading for i in lines)


def _figures(document: Document, observer: Observer, line: int, row: dict[int, Piece]) -> dict[int, Cell]:
    """Return those of a row's cells that are a figure, or a dash, and nothing else."""
    start = document.starts[line]
    parts = list(parts_of(observer, start, start + len(document.lines[line].text)))
    found: dict[int, Cell] = {}
    for i, group in row.items():
        inside = [
            part
            for part in parts
            if (part.start if isinstance(part, Cell) else part[0]) < group.end
            and (part.end if isinstance(part, Cell) else part[1]) > group.start
        ]
        if len(inside) == 1 and isinstance(inside[0], Cell):
            found[i] = inside[0]
    return found


def _plain_tables(document: Document, observer: Observer, inside: set[int]) -> Iterator[Table]:
    """Yield the runs of lines that are rows: words, then as many cells in each."""
    rows: list[Row] = []
    for i in range(len(document.lines) + 1):
        row = _row(document, observer, i) if i < len(document.lines) and i not in inside else None
        if row and rows and len(row.cells) == len(rows[-1].cells):
            rows.append(row)
            continue
        if _is_table(rows):
            yield _table(document, rows)
        rows = [row] if row else []


def _row(document: Document, observer: Observer, index: int) -> Row | None:
    line, start = document.lines[index], document.starts[index]
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
    return Row(label, tuple(cells), index, start) if plain else None


def _is_table(rows: Sequence[Row]) -> bool:
    least = _FEWEST if rows and len(rows[0].cells) > 1 else _FEWEST + 1
    return len(rows) >= least and len({row.label for row in rows}) == len(rows)


def _table(document: Document, rows: Sequence[Row]) -> Table:
    head = document.lines[rows[0].line - 1] if rows[0].line else None
    count = len(rows[0].cells)
    names = _column_names(head, count) if head else []
    start = document.starts[rows[0].line - (1 if names else 0)]
    last = rows[-1].line
    label = names[0] if len(names) > count else ""
    columns = names[1 : count + 1] if label else names
    return Table(tuple(columns), label, tuple(rows), start, document.starts[last] + len(document.lines[last].text))


def _column_names(head: ReadLine, count: int) -> list[str]:
    """Return the headings of a table's columns: ``count`` of them, or more with those of labels and remarks."""
    text = head.text.strip()
    if any(letter.isdigit() for letter in text) or ENDS_SENTENCE.search(text):
        return []
    words = text.split()
    ways = [[[word] for word in words], _by_capitals(words)]
    if head.words and len(head.words) == len(words):
        groups = [[words[0]]]
        ways.insert(0, groups)
        for left, right, word in zip(head.words, head.words[1:], words[1:], strict=False):
            if right.x0 - left.x1 > GAP * (left.bottom - left.top):
                groups.append([])
            groups[-1].append(word)
    for made in ways:
        if count <= len(made) <= count + 2:
            names = [" ".join(group) for group in made]
            return names if max(Counter(names).values()) == 1 else []
    return []


def _by_capitals(words: Sequence[str]) -> list[list[str]]:
    groups: list[list[str]] = []
    for word in words:
        if word[0].isupper() or not groups:
            groups.append([])
        groups[-1].append(word)
    return groups
