"""Tables: a row of column headings, then rows of a label and cells, however they are wrapped."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kensei_docs.extract.findings import Findings, Reading
from kensei_docs.extract.observations import Passage
from kensei_docs.extract.phrases import letters, slug

KEY = "table"
# What a cell may be, besides a figure: a run of dashes for nothing, or an outcome's letters.
_NOTHING = re.compile(r"(?<!\S)[-\u2010-\u2014\u2212]+(?!\S)")
_OUTCOME = re.compile(r"(?<!\S)[A-Z]{1,2}(?:/[A-Z]{1,2})*(?!\S)")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class _Cell:
    value: str
    start: int
    end: int


@dataclass
class _Row:
    label: str
    start: int
    cells: list[_Cell] = field(default_factory=list)


def read(reading: Reading, findings: Findings) -> None:
    """Read the cells of a table by row and column.

    Keys: ``table`` the name of the table; ``from``, ``to``, ``after``; ``columns`` key → heading
    as printed; ``rows`` key → label as printed; ``fact`` where a cell goes, such as
    ``table/ranges:rows.{row}.{column}``. A row that has no key is read under the slug of its
    label.
    """
    record, _, fact = str(reading.get("fact", "")).partition(":")
    name = record.format(row="", column="") if "{" in record else record
    passage = findings.locate(reading, name)
    if passage is None:
        return
    headings = {str(k): str(v) for k, v in (reading.get("columns") or {}).items()}
    labels = {letters(str(v)): str(k) for k, v in (reading.get("rows") or {}).items()}
    columns, body = _columns(findings, passage, headings)
    faulty: set[str] = set()
    for row in _rows(findings, Passage(name, body, passage.end), labels):
        row_key = labels.get(letters(row.label)) or slug(row.label)
        if len(row.cells) != len(columns):
            if letters(row.label) in labels:
                faulty.add(row_key)
                _refuse(reading, findings, row, row_key, len(columns))
            continue
        for column, cell in zip(columns, row.cells, strict=True):
            inside = Passage(record.format(row=row_key, column=column), passage.start,
                             passage.end)
            findings.observe(inside, fact.format(row=row_key, column=column), cell.value,
                             cell.start, cell.end)
    # A row whose cells can't be told apart has not gone: the problem says what is wrong.
    for row_key in set(labels.values()) - faulty:
        findings.expected += [(record.format(row=row_key, column=column),
                               fact.format(row=row_key, column=column)) for column in headings]


def _refuse(reading: Reading, findings: Findings, row: _Row, key: str, columns: int) -> None:
    reason = f"the row '{row.label}' has {len(row.cells)} cells for {columns} columns"
    findings.problems.append(reading.problem(f"rows.{key}", f"{reason}; it was not read"))
    findings.faults.update({(cell.start, cell.end): reason for cell in row.cells})


def _columns(findings: Findings, passage: Passage, headings: Mapping[str, str]
             ) -> tuple[list[str], int]:
    """Return the columns in the order of their headings, and where the body begins.

    A heading may be a figure (``+1``), and a document may leave a heading out.
    """
    found: list[tuple[int, int, str]] = []
    at = passage.start
    for key, heading in headings.items():
        span = _heading(findings, heading, at, passage.end)
        if span:
            found.append((*span, key))
            at = span[1]
    if not found:
        return list(headings), passage.start
    return [key for _, _, key in found], found[-1][1]


def _heading(findings: Findings, heading: str, start: int, end: int) -> tuple[int, int] | None:
    words = r"\s+".join(map(re.escape, heading.split()))
    # A heading that is a figure is its column's also where the figure has changed.
    shape = re.compile(r"(?<!\S)" + re.sub(r"\d+", r"\\d+", words) + r"(?!\S)", re.I)
    found = shape.search(findings.document.text, start, end)
    return found.span() if found else None


def _rows(findings: Findings, body: Passage, labels: Mapping[str, str]) -> Iterator[_Row]:
    """Yield the rows: words are a label, the cells after them are its cells."""
    row: _Row | None = None
    text = findings.document.text
    for part in _parts(findings, body):
        if isinstance(part, _Cell):
            if row:
                row.cells.append(part)
            continue
        if row is None or row.cells:
            if row:
                yield _known(row, labels)
            row = _Row(text[part[0]:part[1]], part[0])
        else:
            row.label = " ".join(text[row.start:part[1]].split())
    if row and row.cells:
        yield _known(row, labels)


def _known(row: _Row, labels: Mapping[str, str]) -> _Row:
    """Cut a label down to the known one that it ends in: a caption may stand before the row."""
    words = row.label.split()
    for first in range(len(words)):
        if letters(" ".join(words[first:])) in labels:
            row.label = " ".join(words[first:])
            break
    return row


def _parts(findings: Findings, body: Passage) -> Iterator[_Cell | tuple[int, int]]:
    """Yield the cells, and the spans of words between them, in order."""
    text = findings.document.text
    cells = [_Cell(o.value, o.start, o.end) for o in findings.between(body.start, body.end)
             if o.written and o.whole]
    for shape, value in ((_NOTHING, "none"), (_OUTCOME, "")):
        cells += [_Cell(value or m.group(), *m.span())
                  for m in shape.finditer(text, body.start, body.end)]
    at = body.start
    for cell in sorted(cells, key=lambda c: c.start):
        yield from (m.span() for m in _WORD.finditer(text, at, cell.start))
        yield cell
        at = cell.end
    yield from (m.span() for m in _WORD.finditer(text, at, body.end))

