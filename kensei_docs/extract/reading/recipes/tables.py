"""Tables: a row of column headings, then rows of a label and cells, however they are wrapped.

Where the cells of a table are known, its columns are found by their headings and its rows by their names. In a text
without cells, labels are words and cells are figures: they are told apart by content, not by position.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import groupby, permutations

from kensei_docs.extract.document import letters_of, pattern_of
from kensei_docs.extract.reading.bounds import bounds_of
from kensei_docs.extract.reading.cells import Cell, parts_of
from kensei_docs.extract.reading.grids import Grid, keys_of
from kensei_docs.extract.reading.observations import Observer, Passage, Reordered
from kensei_docs.extract.reading.recipes import CUES_BY_NAME, FACT, LIST, MAPPING, PASSAGE, SKIP, TEXT, ProfileEntry
from kensei_docs.figures import parse
from kensei_docs.problems import Problem
from kensei_docs.slugs import slug_of

KEY, READ, WORDS = "table", "read", "words"
KEYS = {
    KEY: TEXT,
    **PASSAGE,
    "columns": MAPPING,
    "rows": MAPPING,
    SKIP: LIST,
    READ: CUES_BY_NAME,
    WORDS: LIST,
    "fact": FACT,
    "heading": FACT,
    "label": FACT,
}
_WORD = re.compile(r"\S+")
_NUMBERED_COLUMN = re.compile(r"column-(\d+)")  # what stands for the heading of a column that has none
_MIN_LIKENESS = 0.5  # the least mean share of headings and labels that a table has if it is the one of an entry
_ONLY_ROW = "row"  # stands for the key of the row in a table of one row, whose figures are those of its record


@dataclass
class ReadRow:
    """The label of a row, where the row begins, and its cells; ``head`` is a label that is a figure."""

    label: str
    start: int
    cells: list[Cell] = field(default_factory=list)
    head: Cell | None = None


def read(entry: ProfileEntry, observer: Observer) -> None:
    """Read the cells of a table by row and column.

    Keys: ``table`` the name of the table; ``from``, ``to``, ``after``; ``columns`` key → heading
    as printed; ``rows`` key → label as printed, words or (in every row) a figure; ``fact`` where
    a cell goes, such as ``table/ranges:rows.{row}.{column}``, and where headings or labels are
    figures and facts themselves, ``heading`` and ``label`` where those go. A row that has no key
    is read under the slug of its label; ``skip`` has the labels of rows that are no record's, and the headings of
    columns. ``read`` has, by the key of a row, the cues of the figures that stand among words in its cells; without
    ``{row}`` in ``fact`` these are facts of the table's record. ``words`` are the columns whose cells are words: their
    figures are no facts.

    Without ``from``, the table is the one with most of these headings and names; of several, the first that no other
    entry has read.
    """
    table = _Table(entry, observer)
    if grid := table.grid():
        table.read_cells(grid, table.bounds() if entry.get("from") else None)
        return
    if not entry.get("from"):
        problem = entry.problem("", f"no table of the document has these columns and rows; {table.name} was not read")
        observer.problems.append(problem)
        observer.expected += table.all_facts()
        return
    passage = observer.locate(table.with_headings_there(), table.name)
    if passage:
        # The number of the heading after the table is not a cell.
        passage = replace(passage, end=observer.before_number(passage.end))
        table.read(table.moved(passage) or passage)


class _Table:
    def __init__(self, entry: ProfileEntry, observer: Observer) -> None:
        self.entry, self.observer = entry, observer
        worded = {str(key) for key in entry.get(WORDS) or ()}
        self.headings = {str(k): str(v) for k, v in (entry.get("columns") or {}).items() if str(k) not in worded}
        self.labels = {str(k): str(v) for k, v in (entry.get("rows") or {}).items()}
        self.skipped = {letters_of(str(label)) for label in entry.get(SKIP) or ()}
        record = self.where("fact")[0]
        self.name = record.format(row="", column="") if "{" in record else record
        # If labels are figures too, only the headings show where a table's head ends and its rows begin.
        self.numbered = bool(self.labels) and all(parse(label) for label in self.labels.values())

    def where(self, key: str, row: str = "{row}", column: str = "{column}") -> tuple[str, str]:
        """Return the record and the fact that ``fact``, ``heading`` or ``label`` name."""
        record, _, fact = str(self.entry.get(key, "")).partition(":")
        return record.format(row=row, column=column), fact.format(row=row, column=column)

    def all_facts(self) -> list[tuple[str, str]]:
        """Return the facts that the entry looks for, as pairs of a record and a fact."""
        cells = [self.where("fact", row, column) for row in self.labels or [""] for column in self.headings]
        cues = self.entry.get(READ) or {}
        return cells + [(self.where("fact", row)[0], fact) for row, facts in cues.items() for fact in facts or {}]

    def grid(self) -> Grid | None:
        """Return the table whose cells are known that this entry reads; None if the document has none."""
        observer, entry = self.observer, self.entry
        figured = self.headings or entry.get(READ) or not entry.get("from")
        if entry.get("heading") or entry.get("label") or not figured:
            return None
        grids = observer.grids
        if grids and entry.get("from"):
            start, end = self.bounds()
            grids = [grid for grid in grids if grid.start < end and start < grid.end]
        likeness = [self._likeness(grid) for grid in grids]
        best = max(likeness, default=0.0)
        alike = [grid for grid, like in zip(grids, likeness, strict=True) if like == best and best >= _MIN_LIKENESS]
        return next((grid for grid in alike if grid not in observer.read_grids), alike[0] if alike else None)

    def bounds(self) -> tuple[int, int]:
        """Return the span of the passage of the entry, before the number of the heading behind it; an empty one where a
        phrase is not in the document, which is reported where the table is read by its words."""
        span = bounds_of(self.observer, self.entry, self.name)
        return (0, 0) if isinstance(span, Problem) else (span[0], self.observer.before_number(span[1]))

    def _likeness(self, grid: Grid) -> float:
        """Return the mean of the shares (0 to 1) of headings and of labels that a table has; 0 if it is another."""
        if bool(self.labels) != (grid.names is not None):
            return 0.0
        names = {_plain(grid.name_of(row)) for row in grid.rows}
        rows = [_plain(label) in names for label in self.labels.values()]
        columns = [key in self._places(grid) for key in self.headings]
        shares = [sum(found) / len(found) for found in (rows, columns) if found]
        return sum(shares) / len(shares) if all(shares) else 0.0

    def _places(self, grid: Grid) -> dict[str, int]:
        """Return the column of each key; a heading that a table doesn't have is that of a column that has no key."""
        heads = [_plain(head) for head in grid.heads]
        places: dict[str, int] = {}
        for key, heading in self.headings.items():
            numbered = _NUMBERED_COLUMN.fullmatch(heading)
            if numbered:
                places |= {key: int(numbered[1]) - 1} if int(numbered[1]) <= len(heads) else {}
            elif found := [i for i, head in enumerate(heads) if head == _plain(heading) and i not in places.values()]:
                places[key] = found[0]
        return places

    def read_cells(self, grid: Grid, within: tuple[int, int] | None) -> None:
        """Read the cells of a table by its headings and the names of its rows.

        Its cells belong to the passage ``within``, as in a document whose cells are not known, or to their rows.
        """
        observer = self.observer
        observer.read_grids.append(grid)
        places = self._places(grid)
        lost = [key for key in self.headings if key not in places]
        free = [i for i in grid.data if i not in places.values() and _plain(grid.heads[i]) not in self.skipped]
        if len(lost) == len(free):
            places |= dict(zip(lost, free, strict=True))
        else:
            places |= {slug_of(grid.heads[i]): i for i in free if slug_of(grid.heads[i])}
        now = sorted((key for key in self.headings if key in places), key=lambda key: places[key])
        was = [key for key in self.headings if key in places]
        if now != was:
            lines, page = observer.document.place(grid.start, grid.end)
            observer.reordered.append(Reordered(self.name, tuple(was), tuple(now), page, lines))
        cues: Mapping[str, Mapping[str, str]] = self.entry.get(READ) or {}
        by_row = "{row}" in str(self.entry.get("fact")).partition(":")[0]
        observer.cover(self.name, *(within or (grid.start, grid.end)), len(self.all_facts()))
        for key, row in zip(self._keys(grid), grid.rows, strict=True):
            if not key:
                continue
            record = self.where("fact", row=key)[0]
            expected = self.entry.cues(cues.get(key))
            passage = Passage(record, row.start, row.end, len(places) + len(expected))
            if by_row and not within:
                observer.passages.append(passage)
            if by_row and grid.names is not None:
                observer.names.append(grid.name_span(row))
            apart = [grid.name_span(row)] if by_row and grid.names is not None else []
            for column, place in places.items():
                if cell := grid.figure(row, place):
                    around = Passage(record, *within) if within else passage
                    self._observe(around, "fact", cell, row=key, column=column)
                    apart.append((cell.start, cell.end))
            observer.read(passage, expected, apart)
        observer.expected += self.all_facts()

    def _keys(self, grid: Grid) -> list[str]:
        """Return the key of each row: that of its label, in the order of the rows where several have one; for an
        unknown row the slug of its name, and an empty one for a row to skip."""
        left = dict(self.labels)
        names = [grid.name_of(row) for row in grid.rows]
        keys = [""] * len(names)
        for same in (_plain, letters_of):
            for i, name in enumerate(names):
                found = next((key for key, label in left.items() if same(label) == same(name) and same(name)), "")
                if not keys[i] and found:
                    keys[i] = found
                    del left[found]
        taken = {*self.labels}
        for i, name in enumerate(names):
            if not keys[i] and letters_of(name) not in self.skipped and self.labels:
                keys[i] = keys_of([*taken, name])[-1]
                taken.add(keys[i])
        return keys if self.labels else [_ONLY_ROW] * len(names)

    def with_headings_there(self) -> ProfileEntry:
        """Return the entry, with the heading of another column in ``from`` where columns were swapped.

        ``from`` holds the first words of the table, among them a column's heading. If the document doesn't have these
        words, but has them with the heading of another column in its place, that heading replaces it.
        """
        first, document = str(self.entry.get("from") or ""), self.observer.document
        if not first or document.find(first):
            return self.entry
        there = (first.replace(one, other) for one, other in permutations(self.headings.values(), 2) if one in first)
        found = next(filter(document.find, there), first)
        return replace(self.entry, content={**self.entry.content, "from": found})

    def moved(self, passage: Passage) -> Passage | None:
        """Return the passage of the table if it is elsewhere, else None.

        A wide table may be set at the top or the foot of a page, away from its text. Then no row is in its own
        passage, and one table of the document has all its headings above rows with its labels. It ends with the last of
        these, and before a label that comes again: the rows of another table may follow without a line between them.
        """
        document = self.observer.document
        lines = document.lines
        labels = {letters_of(label) for label in self.labels.values()}
        own = range(document.line_at(passage.start), document.line_at(passage.end) + 1)
        if self.numbered or not labels or any(_begins_with(lines[i].text, labels) for i in own):
            return None
        headings = pattern_of(" ".join(self.headings.values()))
        head = re.compile(rf"(?<!\S){headings}$", re.I)
        found: list[Passage] = []
        for is_row, indices in groupby(range(len(lines)), lambda i: bool(lines[i].cells)):
            rows = list(indices) if is_row else []
            for k in (k for k, i in enumerate(rows) if head.search(lines[i].text)):
                if last := _last_row([lines[i].text for i in rows[k + 1 :]], labels):
                    end = document.starts[rows[k + last]] + len(lines[rows[k + last]].text)
                    found.append(replace(passage, start=document.starts[rows[k]], end=end))
        return found[0] if len(found) == 1 else None

    def read(self, passage: Passage) -> None:
        columns, body = self._columns(passage)
        if self.numbered and len(columns) < len(self.headings):
            lost = ", ".join(f"'{self.headings[k]}'" for k in self.headings if k not in columns)
            self.observer.problems.append(
                self.entry.problem(
                    "columns", f"the table has no heading {lost}; {self.name} was not read here", self.name
                )
            )
            return
        faulty: set[str] = set()
        for key, row in self._rows(body, passage.end, len(columns)):
            if len(row.cells) != len(columns):
                if key in self.labels:
                    faulty.add(key)
                    self._refuse(key, row, len(columns))
                continue
            if row.head and self.entry.get("label"):
                self._observe(passage, "label", row.head, row=key)
            for column, cell in zip(columns, row.cells, strict=True):
                self._observe(passage, "fact", cell, row=key, column=column)
        figured = list(self.headings)
        if self.entry.get("heading"):
            self.observer.expected += [self.where("heading", column=c) for c in figured]
        # The facts of a row with too many or too few cells are not expected: they have not gone from the document.
        for key in (key for key in self.labels if key not in faulty):
            self.observer.expected += [self.where("fact", key, c) for c in figured]
            if self.entry.get("label"):
                self.observer.expected.append(self.where("label", key))

    def _columns(self, passage: Passage) -> tuple[list[str], int]:
        """Return the columns whose headings are in the document, and where the body begins."""
        changed = self._changed_columns(passage)
        if changed:
            return changed
        text = self.observer.document.text
        found: list[str] = []
        at = passage.start
        for key, heading in self.headings.items():
            words = pattern_of(heading)
            any_number = re.sub(r"\d+", r"\\d+", words)
            shape = re.compile(rf"\s*(?<!\S)({any_number})(?!\S)", re.I)
            # A heading that is a figure is found with another number, too, but only directly after the heading before
            # it: elsewhere it could be any cell.
            must_follow = bool(found) and parse(heading) is not None
            span = (shape.match if must_follow else shape.search)(text, at, passage.end)
            if span:
                found.append(key)
                at = span.end()
                figure = parse(span[1])
                if self.entry.get("heading") and figure:
                    self._observe(passage, "heading", Cell(figure.text, *span.span(1)), column=key)
        if found or self.numbered:
            return found, at
        return list(self.headings), passage.start

    def _changed_columns(self, passage: Passage) -> tuple[list[str], int] | None:
        """Return the columns if their headings are in another order or if there is a new heading among them, else None.

        The key of a new column comes from the words of its heading; its rows must have a cell more.
        """
        spans = self._heading_spans(passage)
        if spans is None:
            return None
        text, end = self.observer.document.text, spans[-1][2]
        order = [key or slug_of(text[a:b]) for key, a, b in spans]
        now = [key for key in order if key in self.headings]
        if order == list(self.headings) or len(order) > len(self.headings) + 1:
            return None
        if len(order) > len(now):
            rows = self._rows(end, passage.end, len(order))
            if 2 * sum(len(row.cells) == len(order) for _, row in rows) <= len(rows):
                return None
        for key, a, b in spans:
            figure = parse(text[a:b])
            if key and figure and self.entry.get("heading"):
                self._observe(passage, "heading", Cell(figure.text, a, b), column=key)
        if now != list(self.headings):
            lines, page = self.observer.document.place(spans[0][1], end)
            self.observer.reordered.append(Reordered(self.name, tuple(self.headings), tuple(now), page, lines))
        return order, end

    def _heading_spans(self, passage: Passage) -> list[tuple[str, int, int]] | None:
        """Return the key and span of each heading in the table's head, in order; the key of a new one is empty.

        Returns None if a heading is missing, or if there is something other than words between two of them.
        """
        text = self.observer.document.text
        words = {key: pattern_of(heading) for key, heading in self.headings.items()}
        left = {key: re.compile(rf"(?<!\S){heading}(?!\S)", re.I) for key, heading in words.items()}
        firsts = [m.start() for shape in left.values() if (m := shape.search(text, passage.start, passage.end))]
        spans: list[tuple[str, int, int]] = []
        at = min(firsts, default=passage.end)
        while left and (word := _WORD.search(text, at, passage.end)):
            at = word.start()
            here = [(m.end(), key) for key, shape in left.items() if (m := shape.match(text, at, passage.end))]
            if here:
                end, key = max(here)
                del left[key]
                spans.append((key, at, end))
            elif not any(c.isalpha() for c in word.group()):
                return None
            else:
                end = word.end()
                at = spans.pop()[1] if not spans[-1][0] else at
                spans.append(("", at, end))
            at = end
        line_end = text.find("\n", at)
        rest = text[at : line_end if line_end >= 0 else passage.end]
        if any(c.isalpha() for c in rest):
            at += len(rest) - len(rest.lstrip())
            spans.append(("", at, at + len(rest.strip())))
        return None if left else spans

    def _rows(self, start: int, end: int, columns: int) -> list[tuple[str, ReadRow]]:
        """Return the rows, each with its key."""
        if self.numbered:
            rows = list(_numbered_rows(self.observer, start, end, columns))
            return list(zip(_numbered_keys(self.labels, rows), rows, strict=True))
        known = {letters_of(label): key for key, label in self.labels.items()}
        return [
            (known.get(letters_of(row.label)) or slug_of(row.label), row)
            for row in _worded_rows(self.observer, start, end, {*known, *self.skipped})
            if letters_of(row.label) not in self.skipped
        ]

    def _observe(self, passage: Passage, key: str, cell: Cell, row: str = "", column: str = "") -> None:
        record, fact = self.where(key, row, column)
        self.observer.observe(Passage(record, passage.start, passage.end), fact, cell.value, cell.start, cell.end, cell)

    def _refuse(self, key: str, row: ReadRow, columns: int) -> None:
        reason = f"the row '{row.label}' has {len(row.cells)} cells for {columns} columns"
        problem = self.entry.problem(f"rows.{key}", f"{reason}; it was not read", self.name)
        self.observer.refuse(problem, reason, ((cell.start, cell.end) for cell in row.cells))


def _plain(text: str) -> str:
    """Return the letters, digits and signs of a text, in small letters."""
    return "".join(text.casefold().split())


def _begins_with(text: str, labels: Collection[str]) -> bool:
    """Return whether a line begins with one of some labels, of which only letters are compared."""
    letters = letters_of(text)
    return any(label and letters.startswith(label) for label in labels)


def _last_row(rows: Sequence[str], labels: Collection[str]) -> int:
    """Return the number of the last of some rows of a table, from 1, that begins with one of its ``labels``; no label
    comes again up to there. Return 0 if there is none."""
    seen: set[str] = set()
    last = 0
    for number, row in enumerate(rows, 1):
        label = max((one for one in labels if _begins_with(row, [one])), key=len, default="")
        if label in seen:
            break
        if label:
            seen.add(label)
            last = number
    return last


def _numbered_keys(labels: Mapping[str, str], rows: Sequence[ReadRow]) -> list[str]:
    """Return the key of each row; a label that has changed is identified by the rows next to it."""
    keys = [slug_of(row.label) for row in rows]
    printed = [str(parse(label)) for label in labels.values()]
    known = list(labels)
    match = SequenceMatcher(None, printed, [row.label for row in rows], autojunk=False)
    for kind, a, b, c, d in match.get_opcodes():
        if kind == "equal" or (kind == "replace" and b - a == d - c):
            keys[c:d] = known[a:b]
    return keys


def _worded_rows(observer: Observer, start: int, end: int, known: Collection[str]) -> Iterator[ReadRow]:
    """Yield rows with words as their label; the cells after the words belong to the row.

    ``known`` are the letters of labels: words before a known label are a caption, and cut off.
    """
    row: ReadRow | None = None
    text = observer.document.text
    for part in parts_of(observer, start, end):
        if isinstance(part, Cell):
            if row:
                row.cells.append(part)
        elif row is None or row.cells:
            if row:
                yield _from_known_label(row, known)
            row = ReadRow(text[part[0] : part[1]], part[0])
        else:
            row.label = " ".join(text[row.start : part[1]].split())
    if row and row.cells:
        yield _from_known_label(row, known)


def _numbered_rows(observer: Observer, start: int, end: int, columns: int) -> Iterator[ReadRow]:
    """Yield rows with a figure as their label, which is the first of a row's cells, so that a row has one cell more.

    If cells are missing somewhere, each line of the document is a row.
    """
    cells = [part for part in parts_of(observer, start, end) if isinstance(part, Cell)]
    size = columns + 1
    if len(cells) % size == 0:
        runs = [cells[at : at + size] for at in range(0, len(cells), size)]
    else:
        lines: dict[int, list[Cell]] = {}
        for cell in cells:
            lines.setdefault(observer.document.line_at(cell.start), []).append(cell)
        runs = list(lines.values())
    for head, *rest in runs:
        yield ReadRow(head.value, head.start, rest, head)


def _from_known_label(row: ReadRow, known: Collection[str]) -> ReadRow:
    """Cut off the words before a known label at the end of a row's label, which are a caption; return the row."""
    words = row.label.split()
    for first in range(len(words)):
        if letters_of(" ".join(words[first:])) in known:
            row.label = " ".join(words[first:])
            break
    return row
