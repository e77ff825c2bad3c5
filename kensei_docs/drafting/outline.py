"""The outline of a document: its headings with their levels, and the tables below each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from kensei_docs.extract import Document, ReadLine
from kensei_docs.extract.reading.observations import Observer
from kensei_docs.extract.reading.recipes.entries import headings_in
from kensei_docs.extract.reading.recipes.tables import Cell, parts_of
from kensei_docs.extract.text.titles import is_heading

# A heading has at most this many words.
_LONGEST = 9
# Sizes of type that differ by less, in points, are one.
_SAME_SIZE = 0.4
# Capitals are a level of their own where this share of the headings has them; fewer are slips and labels.
_SOME = 0.1
# In ems: a wider space parts two headings of columns.
_GAP = 0.7
# The number of a heading, with the space behind it.
NUMBER = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]?|[IVX]+\.)\s+(?=\S)")
_ENDS_SENTENCE = re.compile(r"[.!?;,]\s*$")


@dataclass(frozen=True)
class Row:
    """A row of a table: its label, its cells, and the line of the document that it stands in."""

    label: str
    cells: tuple[Cell, ...]
    line: int


@dataclass(frozen=True)
class Table:
    """Rows of a label and as many cells each; ``columns`` are the headings of the cells, empty where none are known.

    ``label`` is the heading of the labels. ``start`` and ``end`` are offsets in the document.
    """

    columns: tuple[str, ...]
    label: str
    rows: tuple[Row, ...]
    start: int
    end: int


@dataclass
class Section:
    """A heading and what stands below it; the document's first lines have a section without a name.

    ``start`` and ``body`` are the offsets of the heading and of what follows it, ``end`` is that of the next heading
    of any level.
    """

    name: str
    level: int
    start: int
    body: int
    end: int
    page: int | None
    line: int | None
    tables: list[Table] = field(default_factory=list)
    children: list[Section] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The offset at which the last of its children ends."""
        return max([self.end, *(child.last for child in self.children)])

    def walk(self) -> Iterator[Section]:
        """Yield the section and all below it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


def outline_of(document: Document) -> list[Section]:
    """Return the sections of the highest level, in order, each with those below it."""
    tables = list(_tables(document))
    inside = {i for table in tables for i in range(document.line_at(table.start), document.line_at(table.end - 1) + 1)}
    headings = _headings(document, inside)
    levels = _levels(document, [lines for lines, _ in headings])
    lines_of = [document.starts[lines[0]] for lines, _ in headings]
    # A number before a heading is not a part of what stands above it, nor of its words.
    starts = [words_at(document, start) for start in lines_of]
    ends = [*lines_of[1:], len(document.text)][: len(starts)]
    sections = [Section("", 0, 0, 0, lines_of[0] if lines_of else len(document.text), *_place(document, 0))]
    for (lines, name), level, start, end in zip(headings, levels, starts, ends, strict=True):
        body = min(document.starts[lines[-1]] + len(document.lines[lines[-1]].text) + 1, end)
        sections.append(Section(name, level, start, body, end, *_place(document, start)))
    for table in tables:
        [section for section in sections if section.start <= table.start][-1].tables.append(table)
    roots: list[Section] = []
    above: list[Section] = []
    for section in sections:
        while above and above[-1].level >= section.level:
            above.pop()
        (above[-1].children if above and above[-1].name else roots).append(section)
        above.append(section)
    return [root for root in roots if root.name or document.text[: root.end].strip()]


def words_at(document: Document, start: int) -> int:
    """Return where the words of a line begin: behind the number of a heading."""
    number = document.line_at(start)
    found = NUMBER.match(document.lines[number].text)
    at_start = start == document.starts[number] and start < len(document.text)
    return start + found.end() if found and at_start else start


def _place(document: Document, offset: int) -> tuple[int | None, int | None]:
    lines, page = document.place(offset, offset + 1) if document.text else (None, None)
    return page, lines[0] if lines else None


def _headings(document: Document, inside: set[int]) -> list[tuple[list[int], str]]:
    """Return the headings outside of tables: the indexes of their lines, and their words without a number.

    A heading of several lines is one where the page tells their size. Where a document has no page, headings are
    known by their shape as well.
    """
    chosen = {
        i
        for i, line in enumerate(document.lines)
        if (line.heading or is_heading(NUMBER.sub("", line.text))) and _may_be_heading(line.text)
    }
    if not any(line.words for line in document.lines):
        shaped = headings_in(document, 0, len(document.text), ())
        chosen |= {document.line_at(heading.start) for heading in shaped}
    found: list[tuple[list[int], str]] = []
    for i in sorted(chosen - inside):
        line = document.lines[i]
        above = found[-1][0] if found else []
        if above and above[-1] == i - 1 and _goes_on(document.lines[i - 1], line):
            found[-1] = [*above, i], f"{found[-1][1]} {line.text.strip()}"
            continue
        found.append(([i], NUMBER.sub("", line.text).strip()))
    return [(lines, _in_small_letters(name.rstrip(": "))) for lines, name in found]


def _goes_on(above: ReadLine, line: ReadLine) -> bool:
    """Return whether two lines that are headings are one: of one size on the page, without a gap between them."""
    return line.block == above.block and bool(line.words) and abs(_size(line) - _size(above)) < _SAME_SIZE


def _in_small_letters(name: str) -> str:
    """Return a name that is set in capitals as it is written elsewhere."""
    return name[0] + name[1:].lower() if name == name.upper() and len(name) > 3 else name


def _may_be_heading(text: str) -> bool:
    words = NUMBER.sub("", text).split()
    letters = sum(letter.isalpha() for letter in text)
    return 0 < len(words) <= _LONGEST and letters > 2 and not _ENDS_SENTENCE.search(text) and not text[0].islower()


def _size(line: ReadLine) -> float:
    """Return the size of a line's type in points, 0 where it is not known."""
    return median(word.bottom - word.top for word in line.words) if line.words else 0.0


def _levels(document: Document, headings: Sequence[Sequence[int]]) -> list[int]:
    """Return the level of each heading: by its size, and of one size capitals over the others."""
    lines = [document.lines[heading[0]] for heading in headings]
    sizes = [_size(line) for line in lines]
    distinct: list[float] = []
    for size in sorted(set(sizes), reverse=True):
        if not distinct or distinct[-1] - size >= _SAME_SIZE:
            distinct.append(size)
    ranks = [next(i for i, one in enumerate(distinct) if one - size < _SAME_SIZE) for size in sizes]
    capitals = [line.text == line.text.upper() for line in lines]
    if sum(capitals) < _SOME * len(lines):
        capitals = [False] * len(lines)
    kinds = sorted({(rank, not capital) for rank, capital in zip(ranks, capitals, strict=True)})
    return [kinds.index((rank, not capital)) for rank, capital in zip(ranks, capitals, strict=True)]


def _tables(document: Document) -> Iterator[Table]:
    """Yield the runs of lines that are rows: words, then as many cells in each."""
    observer = Observer(document, document.source)
    rows: list[Row] = []
    for i in range(len(document.lines) + 1):
        row = _row(document, observer, i) if i < len(document.lines) else None
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
    return Row(label, tuple(cells), index) if label[:1].isupper() and not _ENDS_SENTENCE.search(label) else None


def _is_table(rows: Sequence[Row]) -> bool:
    least = 2 if rows and len(rows[0].cells) > 1 else 3
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
    if any(letter.isdigit() for letter in text) or _ENDS_SENTENCE.search(text):
        return []
    words = text.split()
    ways = [[[word] for word in words], _by_capitals(words)]
    if head.words and len(head.words) == len(words):
        groups = [[words[0]]]
        ways.insert(0, groups)
        for left, right, word in zip(head.words, head.words[1:], words[1:], strict=False):
            if right.x0 - left.x1 > _GAP * (left.bottom - left.top):
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
