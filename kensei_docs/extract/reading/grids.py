"""The tables of a document whose cells are known: their head, the names of their rows, their groups and columns.

A draft and a reading take a table apart in the same way, so that what was drafted is read again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from statistics import median

from kensei_docs.extract.document import Document, letters_of
from kensei_docs.extract.reading.cells import Cell, parts_of
from kensei_docs.extract.reading.document_figures import DocumentFigures
from kensei_docs.figures import parse
from kensei_docs.problems import say
from kensei_docs.slugs import slug_of

Span = tuple[int, int]
# The cells of the rows of a table by the index of their line.
Run = dict[int, tuple[Span, ...]]

_MIN_ROWS = 2  # rows of a table in a text file; one with a single column of figures needs one more
_MAX_HEAD_ROWS = 3
_MAX_GROUP_WORDS = 8  # words of a line between the rows of a table that names a group of them
_MAX_NAME_WORDS = 14  # words of a name at most; of more, the words before the first stop are the name
_MAX_CUT_NAME_WORDS = 5  # words of such a name
_PROSE_WORDS = 8  # a column whose median is more words than this has sentences
_MIN_FIGURED = 0.6  # the least share of the filled cells of a column of figures that have one
_MIN_DISTINCT = 0.7  # the least share of names that differ in a column of names
_MAX_CODE = 3  # letters: a column of such words, as in AT, is no column of names if another may be
_MAX_UNIT_WORDS = 3  # words after the number of a cell of figures, as in 2 points
# The words before the first stop are the name of what a long cell says.
_CUT_NAME = re.compile(r"([^\W\d_][^.:!?\d]*?)(?:[.:!?\u2013\u2014](?=\s|$))")
# What stands before the figure of a cell, and a cell that stands for a figure without one, such as +x.
_BEFORE_FIGURE, _PLACEHOLDER = (
    re.compile(r"[\W_]*[x\u00d7]?\s?"),
    re.compile(r"[+\u2212x\u00d7-]\w?|[xX]|[nN]/[aA]|[?\u2026.]+"),
)
_TOKEN = re.compile(r"\S+")
_PARTS = re.compile(r"(\d+)/(\d+)")
_ITEM = re.compile(r"(?:\d+|[a-z]|[IVX]+)[.)-]|[^\w\s]|[o\uf000-\uf0ff]")  # the sign or the number of an item of a list
_NOTHING = re.compile(r"[-\u2010-\u2014\u2212]+")


@dataclass(frozen=True)
class Row:
    """A row of a table: the index of its line, the spans of its cells in the text, and the name of its group."""

    line: int
    cells: tuple[Span, ...]
    group: str = ""

    @property
    def start(self) -> int:
        return self.cells[0][0]

    @property
    def end(self) -> int:
        return self.cells[-1][1]


@dataclass(frozen=True)
class Grid:
    """A table: the heading of each column, empty if it has none, and its rows, which have as many cells.

    ``start`` and ``end`` are its span in the text, with its head. ``names`` is the column with the names of the rows;
    None if it has none. ``figured`` are the columns of figures. A column that says to which group the rows belong is
    neither.
    """

    figures: DocumentFigures
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    start: int
    end: int

    def words(self, span: Span) -> str:
        """Return the text of a cell."""
        return " ".join(self.figures.document.text[slice(*span)].split())

    @cached_property
    def columns(self) -> list[list[str]]:
        """The texts of the cells of each column."""
        return [[self.words(row.cells[i]) for row in self.rows] for i in range(len(self.heads))]

    @cached_property
    def values(self) -> list[list[Cell | None]]:
        """The figure of each cell that has one at its beginning, or alone, by column."""
        return [[figure_of(self.figures, row.cells[i]) for row in self.rows] for i in range(len(self.heads))]

    @cached_property
    def figured(self) -> frozenset[int]:
        """The columns whose cells are figures, with the column of names where names are figures."""
        return frozenset(
            i for i, texts in enumerate(self.columns) if _is_figured(texts, self.values[i]) and i not in self.coded
        )

    @cached_property
    def coded(self) -> frozenset[int]:
        """The columns of a code for each row, such as a letter, that stand before others of words."""
        return frozenset(
            i
            for i, texts in enumerate(self.columns)
            if all(text.isalpha() and len(text) <= _MAX_CODE for text in texts)
            and self._may_name(i)
            and any(
                self._may_name(j) and max(map(len, self.columns[j])) > _MAX_CODE for j in range(i + 1, len(self.heads))
            )
        )

    def _may_name(self, column: int) -> bool:
        """Return whether the cells of a column are words that differ from row to row."""
        texts = self.columns[column]
        return all(any(map(str.isalpha, text)) for text in texts) and len({*texts}) >= _MIN_DISTINCT * len(texts)

    @cached_property
    def names(self) -> int | None:
        """The column with the names of the rows: the first of words that differ, else the first of figures that do."""
        several = len(self.rows) > 1
        for i in range(len(self.heads)):
            if i not in self.figured and i not in self.coded and self._may_name(i) and (several or i == 0):
                return i
        for i, texts in enumerate(self.columns):
            if several and all(texts) and len({*texts}) == len(texts) and i not in self.coded:
                return i
        return None

    @cached_property
    def grouping(self) -> int | None:
        """The column before that of the names that says to which group each row belongs; None without one."""
        for i in range(self.names or 0):
            texts = self.columns[i]
            if i not in self.figured and 1 < len({*texts} - {""}) < len(texts) and all(texts):
                return i
        return None

    @cached_property
    def data(self) -> list[int]:
        """The columns of figures besides that of the names."""
        return [i for i in sorted(self.figured) if i != self.names]

    @cached_property
    def worded(self) -> list[int]:
        """The columns of words besides those of the names and of the groups."""
        rest = {self.names, self.grouping, *self.figured}
        several = len(self.rows) > 1
        return [i for i, texts in enumerate(self.columns) if i not in rest and (not several or len({*texts}) > 1)]

    @cached_property
    def is_prose(self) -> bool:
        """Whether the names are sentences, as the results of a die roll may be."""
        return self.names is not None and _median_words(self.columns[self.names]) > _PROSE_WORDS

    def figure(self, row: Row, column: int) -> Cell | None:
        """Return the figure of a cell of a row, with the doubt about it; None for words, and for an empty cell.

        Among whole numbers *1/2* may be a half, or a 1 and a 2.
        """
        cell = figure_of(self.figures, row.cells[column])
        parts = _PARTS.fullmatch(cell.value) if cell else None
        if cell is None or parts is None or cell.doubt or "/" not in self.words((cell.start, cell.end)):
            return cell
        values = [one.value for one in self.values[column] if one]
        whole = any(map(str.isdecimal, values)) and not any("." in value for value in values)
        doubt = say(
            "can mean %(one)s as a part, or %(first)s and %(second)s", one=cell.value, first=parts[1], second=parts[2]
        )
        return replace(cell, doubt=doubt) if whole else cell

    def group_of(self, row: Row) -> str:
        """Return the name of the group of a row; empty without one."""
        return row.group or (self.words(row.cells[self.grouping]) if self.grouping is not None else "")

    def name_of(self, row: Row) -> str:
        """Return the name of a row; of a long cell, the words before its first stop, or what is rolled for it."""
        if self.names is None:
            return ""
        words = self.words(row.cells[self.names])
        first = next((i for i in self.data if i < self.names), None)
        before = self.words(row.cells[first]) if first is not None else ""
        if sum(map(str.isalpha, before)) > _MAX_CODE and not any(map(str.isdigit, before)):
            return before  # words where other rows have a figure are what the row tells of
        if self.names in self.figured:
            return f"{self.heads[self.names]} {words}".strip()
        cut = _CUT_NAME.match(words)
        if cut and (self.is_prose or first is not None) and len(cut[1].split()) <= _MAX_CUT_NAME_WORDS:
            return cut[1].strip()
        if first is not None and (self.is_prose or any(map(str.isdigit, words))):
            return f"{self.heads[first]} {before}".strip()
        return words if len(words.split()) <= _MAX_NAME_WORDS else " ".join(words.split()[:_MAX_CUT_NAME_WORDS])

    def name_span(self, row: Row) -> Span:
        """Return the span of the name of a row in its cell; an empty one if its name is made of another cell."""
        start, end = row.cells[self.names or 0]
        name = self.name_of(row)
        if self.words((start, end)) == name or self.names in self.figured:
            return start, end
        begins = self.figures.document.text.startswith(name, start, end)
        return start, start + len(name) * begins

    def labels(self) -> Iterator[Span]:
        """Yield the spans of the numbers that rows are looked up by, with the head above them wherever it stands."""
        if self.names is not None and self.names in self.figured:
            yield self.start, self.rows[0].start
            yield from ((above.end, below.start) for above, below in pairwise(self.rows))
            yield from (row.cells[self.names] for row in self.rows)

    def is_matrix(self) -> bool:
        """Return whether the names of most rows head the columns, too, as where each unit meets each other."""
        heads = {letters_of(self.heads[i]) for i in self.data} - {""}
        return 2 * sum(letters_of(self.name_of(row)) in heads for row in self.rows) > len(self.rows)


def figure_of(figures: DocumentFigures, span: Span) -> Cell | None:
    """Return the figure of a cell: all of it, or what it begins with; None for words, and for an empty cell.

    The value of numbers that follow one another, as in ``4 5 6``, is their range; that of a dash is ``none``.
    """
    whole = parse(figures.document.text[slice(*span)])
    if whole and any(map(str.isdigit, whole.text)):
        return Cell(whole.text, *span)
    parts = list(parts_of(figures, *span))
    cells = [part for part in parts if isinstance(part, Cell)]
    if not cells:
        return None
    first = cells[0]
    if len(cells) == len(parts):
        numbers = [int(cell.value) if cell.value.isdecimal() else -9 for cell in cells]
        if len(cells) == 1:
            return first
        if all(b == a + 1 for a, b in pairwise(numbers)):
            return Cell(f"{numbers[0]}-{numbers[-1]}", first.start, cells[-1].end)
    text = figures.document.text
    begins = _BEFORE_FIGURE.fullmatch(text, span[0], first.start)
    return first if begins and any(map(str.isdigit, first.value)) else None


def grids_of(figures: DocumentFigures) -> list[Grid]:
    """Return the tables of a document whose cells are known, in order, or of a text file that shows them."""
    document = figures.document
    found: list[Grid] = []
    for run in [*_runs(document)] or _plain_runs(figures):
        for grid in _grids_in(figures, run):
            above = found[-1] if found else None
            if above and _goes_on(document, above, grid):
                found[-1] = replace(above, rows=(*above.rows, *grid.rows), end=grid.end)
            else:
                found.append(grid)
    return found


def _runs(document: Document) -> Iterator[Run]:
    """Yield each run of rows with the same number of cells; the names of groups between them belong to it."""
    lines = document.lines
    cells = {i: tuple(spans) for i in range(len(lines)) if len(spans := document.cells_at(i)) > 1}
    run: Run = {}
    for i in range(len(lines)):
        count = len(next(iter(run.values()), ()))
        group = count > 0 and i not in cells and len(cells.get(i + 1, ())) == count and _names_group(document, i)
        if run and not group and len(cells.get(i, ())) != count:
            yield run
            run = {}
        if group:
            run[i] = _in_first(document, i, count)
        elif i in cells:
            run[i] = cells[i]
    if run:
        yield run


def _plain_runs(figures: DocumentFigures) -> Iterator[Run]:
    """Yield the rows of the tables of a text file: words, then the same number of figures, with the head above them."""
    document = figures.document
    run: Run = {}
    for i in range(len(document.lines) + 1 if document.is_in_order else 0):
        row = _plain_row(figures, i) if i < len(document.lines) else ()
        if row and run and len(row) == len(next(iter(run.values()))):
            run[i] = row
            continue
        if run and all(cells[-1][0] == cells[-1][1] for cells in run.values()):
            run = {at: cells[:-1] for at, cells in run.items()}
        count = len(next(iter(run.values()), ()))
        if len(run) >= _MIN_ROWS + (count == 2):
            first = min(run)
            head = _plain_head(document, first - 1, count) if first else ()
            yield {first - 1: head, **run} if head else run
        run = {i: row} if row else {}


def _plain_row(figures: DocumentFigures, index: int) -> tuple[Span, ...]:
    """Return the spans of the words, of the figures after them, and of the words after two figures or more, on a line;
    none if it is not such a line."""
    document = figures.document
    start = document.starts[index]
    parts = list(parts_of(figures, start, start + len(document.lines[index].text)))
    first = next((i for i, part in enumerate(parts) if isinstance(part, Cell)), 0)
    cells = [part for part in parts if isinstance(part, Cell)]
    label = document.text[start : cells[0].start].rstrip() if cells else ""
    if not first or not label[:1].isupper() or label[-1] in ".!?;,":
        return ()
    if parts[first : first + len(cells)] != cells or (len(cells) < 2 and len(parts) > first + 1):
        return ()
    end = start + len(document.lines[index].text.rstrip())
    rest = document.text[cells[-1].end : end]
    return (start, start + len(label)), *((cell.start, cell.end) for cell in cells), (end - len(rest.strip()), end)


def _plain_head(document: Document, index: int, count: int) -> tuple[Span, ...]:
    """Return the spans of the headings of columns on a line: as many words, or words that begin with a capital, as
    there are columns, or columns of figures; none if the line is no head."""
    text, start = document.lines[index].text, document.starts[index]
    words = [match.span() for match in _TOKEN.finditer(text)]
    capitals: list[Span] = []
    for a, b in words:
        if capitals and not text[a].isupper():
            capitals[-1] = capitals[-1][0], b
        else:
            capitals.append((a, b))
    if any(map(str.isdigit, text)) or text[-1] in ".!?;,":
        return ()
    for spans in (words, capitals):
        if count - 1 <= len(spans) <= count and len({text[slice(*span)] for span in spans}) == len(spans):
            empty = [(start, start)] * (count - len(spans))
            return *empty, *((start + a, start + b) for a, b in spans)
    return ()


def _in_first(document: Document, index: int, count: int) -> tuple[Span, ...]:
    """Return the cells of a row whose first has all words of a line."""
    start = document.starts[index]
    end = start + len(document.lines[index].text)
    return (start, end), *[(end, end)] * (count - 1)


def _names_group(document: Document, index: int) -> bool:
    """Return whether a line between two rows may name a group of them: a few words, and no heading.

    A heading stands farther from the row above it than from the one below.
    """
    above, line, below = document.lines[index - 1 : index + 2]
    words = line.text.split()
    small = len(words) <= _MAX_GROUP_WORDS and not any(map(str.isdigit, line.text)) and line.text[-1] not in ".!?;,:"
    near = line.block == above.block or (line.block != below.block and not line.heading)
    return small and near and not line.level


def _grids_in(figures: DocumentFigures, cells: Run) -> Iterator[Grid]:
    """Yield the tables of a run of rows: a head in its midst begins another one, unless it repeats the first."""
    document = figures.document
    run = list(cells)
    filled = {i: sum(a < b for a, b in cells[i]) for i in run}
    texts = {i: [document.text[slice(*cell)] for cell in cells[i]] for i in run}
    heads: list[str] = []
    body: list[Row] = []
    start, group, i = run[0], "", 0
    if not _head_rows(figures, run, cells, filled):
        # The head may be a line of text, with the name of the first group below it.
        for above in (run[0] - 1, run[0] - 2):
            spans = _plain_head(document, above, len(cells[run[0]])) if _may_be_head(document, above) else ()
            if spans and all(a < b for a, b in spans):
                heads, start = [document.text[slice(*span)] for span in spans], above
                group = document.lines[above + 1].text if above + 1 < run[0] else ""
                break
            if not _may_be_head(document, above) or not _names_first_group(document, above):
                break
    while i < len(run):
        line = document.lines[run[i]]
        apart = i == 0 or line.block != document.lines[run[i - 1]].block or line.heading
        head = _head_rows(figures, run[i:], cells, filled) if apart else []
        if head:
            names = _headings(texts, head)
            if names != heads and body:
                yield _grid(figures, heads, body, start)
                body, start, group = [], run[i], ""
            heads = names
            i += len(head)
            continue
        if filled[run[i]] <= 1:
            # Words that stand below those of another column go on with them, if they do not stand out.
            first = cells[run[i]][0]
            group = " ".join(line.text.split()) if first[0] < first[1] or line.heading else group
        else:
            body.append(Row(run[i], cells[run[i]], group))
        i += 1
    if body and not ((not heads or len(body) <= _MIN_ROWS) and _is_list(texts, body)):
        yield _grid(figures, heads, body, start)


def _may_be_head(document: Document, index: int) -> bool:
    """Return whether a line above a table may be its head: words of its page that are no heading."""
    below = document.lines[index + 1]
    line = document.lines[index] if index >= 0 else below
    return index >= 0 and not line.cells and not line.heading and line.page == below.page


def _names_first_group(document: Document, index: int) -> bool:
    """Return whether a line between the head of a table and its first row names the first group."""
    text = document.lines[index].text
    return len(text.split()) <= _MAX_GROUP_WORDS and text[-1] not in ".!?;,:" and not any(map(str.isdigit, text))


def _is_list(texts: Mapping[int, list[str]], body: Sequence[Row]) -> bool:
    """Return whether rows without a head are the items of a list: the first of two cells is a number or a sign."""
    firsts = [texts[row.line][0] for row in body]
    return len(body[0].cells) == 2 and all(_ITEM.fullmatch(first) for first in firsts if first)


def _grid(figures: DocumentFigures, heads: Sequence[str], body: Sequence[Row], start: int) -> Grid:
    count, starts = len(body[0].cells), figures.document.starts
    return Grid(figures, tuple(heads) or ("",) * count, tuple(body), starts[start], body[-1].end)


def _goes_on(document: Document, above: Grid, grid: Grid) -> bool:
    """Return whether a table goes on in another one: below it, on the next page, with the same head or without one."""
    line = document.line_at(grid.start)
    follows = line == document.line_at(above.end - 1) + 1
    turned = document.lines[line].page != document.lines[line - 1].page
    same = grid.heads == above.heads or not any(grid.heads)
    return follows and same and (turned or grid.heads == above.heads) and len(grid.heads) == len(above.heads)


def _head_rows(figures: DocumentFigures, run: Sequence[int], cells: Run, filled: Mapping[int, int]) -> list[int]:
    """Return the lines of the head with which a run of rows begins: bold ones, or those without a figure above rows
    with figures."""
    document = figures.document
    rows = [i for i in run if filled[i] > 1]
    head: list[int] = []
    for k, i in enumerate(run[:_MAX_HEAD_ROWS]):
        below = [j for j in rows if j > i]
        if not below:
            break
        line = document.lines[i]
        bold = line.heading and not all(document.lines[j].heading for j in below)
        plain = not any(
            _is_value(figures, cell)
            # The heading of the results of a die roll is the die.
            and not (_is_die(figures, cell) and not any(_is_die(figures, cells[j][at]) for j in below))
            for at, cell in enumerate(cells[i])
        )
        valued = any(_is_value(figures, cell) for j in below[:_MAX_HEAD_ROWS] for cell in cells[j])
        over = filled[i] == 1 and cells[i] and cells[i][0][0] == cells[i][0][1]
        if filled[i] <= 1 and not (over and k == 0):
            break
        if not (bold or over or (plain and valued and len(head) < 2)):
            break
        if not bold and head and document.lines[head[-1]].heading and not (plain and valued and _spans(cells, head, i)):
            break
        head.append(i)
    return [] if head and filled[head[-1]] <= 1 else head


def _spans(cells: Run, head: Sequence[int], index: int) -> bool:
    """Return whether a line below the only line of a head has words below a cell of it that is over two columns."""
    empty = [a == b for a, b in cells[head[0]]]
    return len(head) == 1 and any(
        above and not empty[at - 1] and a < b
        for at, (above, (a, b)) in enumerate(zip(empty, cells[index], strict=True))
        if at
    )


def _is_die(figures: DocumentFigures, span: Span) -> bool:
    """Return whether a cell is a die, or several."""
    figure = parse(figures.document.text[slice(*span)])
    return figure is not None and figure.kind == "dice"


def _is_value(figures: DocumentFigures, span: Span) -> bool:
    """Return whether a cell is a figure, or stands for one."""
    text = figures.document.text[slice(*span)]
    if _PLACEHOLDER.fullmatch(text) or _NOTHING.fullmatch(text):
        return True
    figure = figure_of(figures, span)
    return figure is not None and any(map(str.isdigit, text)) and len(text.split()) <= 1 + _MAX_UNIT_WORDS


def _headings(texts: Mapping[int, list[str]], head: Sequence[int]) -> list[str]:
    """Return the heading of each column: the words above it, those of all lines of the head.

    A heading over several columns is that of each of them.
    """
    rows = [list(texts[i]) for i in head]
    for above, below in pairwise(rows):
        for at in range(1, len(above)):
            if not above[at] and below[at] and below[at - 1] and above[at - 1]:
                above[at] = above[at - 1]
    columns = zip(*rows, strict=True)
    return [" ".join(dict.fromkeys(" ".join(words).split())) for words in columns]


def _is_figured(texts: Sequence[str], values: Sequence[Cell | None]) -> bool:
    """Return whether a column has figures: most of its cells that are not empty are figures."""
    filled = [(text, value) for text, value in zip(texts, values, strict=True) if text]
    digits = [value for _, value in filled if value and any(map(str.isdigit, value.value))]
    if not digits:
        letters = [value.value for _, value in filled if value]
        return bool(letters) and len(letters) == len(filled) and max(Counter(letters).values()) > 1
    known = [
        value
        for text, value in filled
        if (value and (len(text.split()) <= 1 + _MAX_UNIT_WORDS or _BEFORE_FIGURE.match(text)))
        or _PLACEHOLDER.fullmatch(text)
    ]
    return len(known) >= _MIN_FIGURED * len(filled) and _median_words([text for text, _ in filled]) <= _PROSE_WORDS


def _median_words(texts: Sequence[str]) -> float:
    return median(len(text.split()) for text in texts) if texts else 0


def keys_of(names: Sequence[str]) -> list[str]:
    """Return a key for each of some names, each once: the second of one name gets ``-2``.

    >>> keys_of(["Captain", "Boatman", "Captain", "\u6f22"])
    ['captain', 'boatman', 'captain-2', 'row-4']
    """
    keys: list[str] = []
    for i, name in enumerate(names, 1):
        plain = slug_of(name) or f"row-{i}"
        number = 1
        key = plain
        while key in keys:
            number += 1
            key = f"{plain}-{number}"
        keys.append(key)
    return keys
