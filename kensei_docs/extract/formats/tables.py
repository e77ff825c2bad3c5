"""Tables: a row of column headings, then rows of a label and cells, however they are wrapped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from kensei_docs.extract.findings import Findings, Reading
from kensei_docs.extract.formats._cells import Cell, Row, numbered_rows, worded_rows
from kensei_docs.extract.observations import Passage
from kensei_docs.extract.phrases import letters, slug
from kensei_docs.extract.shapes import FACT, MAPPING, PASSAGE, TEXT
from kensei_docs.figures import parse

KEY = "table"
KEYS = {KEY: TEXT, **PASSAGE, "columns": MAPPING, "rows": MAPPING, "fact": FACT, "heading": FACT, "label": FACT}


def read(reading: Reading, findings: Findings) -> None:
    """Read the cells of a table by row and column.

    Keys: ``table`` the name of the table; ``from``, ``to``, ``after``; ``columns`` key → heading
    as printed; ``rows`` key → label as printed, words or (in every row) a figure; ``fact`` where
    a cell goes, such as ``table/ranges:rows.{row}.{column}``, and where headings or labels are
    figures and facts themselves, ``heading`` and ``label`` where those go. A row that has no key
    is read under the slug of its label.
    """
    table = _Table(reading, findings)
    passage = findings.locate(reading, table.name)
    if passage:
        table.read(passage)


class _Table:
    def __init__(self, reading: Reading, findings: Findings) -> None:
        self.reading, self.findings = reading, findings
        self.headings = {str(k): str(v) for k, v in (reading.get("columns") or {}).items()}
        self.labels = {str(k): str(v) for k, v in (reading.get("rows") or {}).items()}
        record = self.where("fact")[0]
        self.name = record.format(row="", column="") if "{" in record else record
        # With figures for labels, nothing but its headings tells a table's head from its rows.
        self.numbered = bool(self.labels) and all(parse(label) for label in self.labels.values())

    def where(self, key: str, row: str = "{row}", column: str = "{column}") -> tuple[str, str]:
        """Return the record and the fact that ``fact``, ``heading`` or ``label`` name."""
        record, _, fact = str(self.reading.get(key, "")).partition(":")
        return record.format(row=row, column=column), fact.format(row=row, column=column)

    def read(self, passage: Passage) -> None:
        columns, body = self._columns(passage)
        if self.numbered and len(columns) < len(self.headings):
            lost = ", ".join(f"'{self.headings[k]}'" for k in self.headings if k not in columns)
            self.findings.problems.append(
                self.reading.problem(
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
            if row.head and self.reading.get("label"):
                self._observe(passage, "label", row.head, row=key)
            for column, cell in zip(columns, row.cells, strict=True):
                self._observe(passage, "fact", cell, row=key, column=column)
        if self.reading.get("heading"):
            self.findings.expected += [self.where("heading", column=c) for c in self.headings]
        # A row whose cells can't be told apart has not gone: the problem says what is wrong.
        for key in (key for key in self.labels if key not in faulty):
            self.findings.expected += [self.where("fact", key, c) for c in self.headings]
            if self.reading.get("label"):
                self.findings.expected.append(self.where("label", key))

    def _columns(self, passage: Passage) -> tuple[list[str], int]:
        """Return the columns whose headings are there, and where the body begins."""
        text = self.findings.document.text
        found: list[str] = []
        at = passage.start
        for key, heading in self.headings.items():
            words = r"\s+".join(map(re.escape, heading.split()))
            any_number = re.sub(r"\d+", r"\\d+", words)
            shape = re.compile(rf"\s*(?<!\S)({any_number})(?!\S)", re.I)
            # A heading that is a figure is its column's also where the figure has changed; but
            # then it stands right behind the heading before it, or it could be any cell.
            behind = bool(found) and parse(heading) is not None
            span = (shape.match if behind else shape.search)(text, at, passage.end)
            if span:
                found.append(key)
                at = span.end()
                figure = parse(span[1])
                if self.reading.get("heading") and figure:
                    self._observe(passage, "heading", Cell(figure.text, *span.span(1)), column=key)
        if found or self.numbered:
            return found, at
        return list(self.headings), passage.start

    def _rows(self, start: int, end: int, columns: int) -> list[tuple[str, Row]]:
        """Return the rows, each with its key."""
        if self.numbered:
            rows = list(numbered_rows(self.findings, start, end, columns))
            return list(zip(_numbered_keys(self.labels, rows), rows, strict=True))
        known = {letters(label): key for key, label in self.labels.items()}
        return [
            (known.get(letters(row.label)) or slug(row.label), row)
            for row in worded_rows(self.findings, start, end, known)
        ]

    def _observe(self, passage: Passage, key: str, cell: Cell, row: str = "", column: str = "") -> None:
        record, fact = self.where(key, row, column)
        self.findings.observe(Passage(record, passage.start, passage.end), fact, cell.value, cell.start, cell.end)

    def _refuse(self, key: str, row: Row, columns: int) -> None:
        reason = f"the row '{row.label}' has {len(row.cells)} cells for {columns} columns"
        self.findings.problems.append(self.reading.problem(f"rows.{key}", f"{reason}; it was not read", self.name))
        self.findings.faults.update({(cell.start, cell.end): reason for cell in row.cells})


def _numbered_keys(labels: Mapping[str, str], rows: Sequence[Row]) -> list[str]:
    """Return the key of each row; a label that has changed is known by its neighbours."""
    keys = [slug(row.label) for row in rows]
    printed = [str(parse(label)) for label in labels.values()]
    known = list(labels)
    match = SequenceMatcher(None, printed, [row.label for row in rows], autojunk=False)
    for kind, a, b, c, d in match.get_opcodes():
        if kind == "equal" or (kind == "replace" and b - a == d - c):
            keys[c:d] = known[a:b]
    return keys
