"""Tables have every cell that they announce, and explain the letters in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kensei_docs.check.finding import Finding, finding_at, listed, where
from kensei_docs.database import Database, Record
from kensei_docs.database.paths import below, mapping_at, mappings_in, rows_of
from kensei_docs.database.record_keys import FORMAT_KEYS, MESSAGES
from kensei_docs.figures import parse
from kensei_docs.problems import check, closest


@check("error")
def abbreviation_register(database: Database) -> Iterator[Finding]:
    """Letters that stand for an outcome in a table are explained beside it, once, and used.

    The cells of ``rows`` that are outcomes (``D``, ``D/W``) consist of letters that the record's ``rules`` explain.

    Wrong: a cell ``D/S`` where only D is explained; an explanation of S where no cell has it. Right: ``none`` for a
    dash, which needs no explanation.
    """
    for record in database.records:
        cells = list(_outcomes(record))
        letters = list(mapping_at(record, "rules"))
        used: set[str] = set()
        for path, letter in cells:
            if letter not in letters and letter not in used:
                message = (
                    f"'{letter}' in '{path}' is explained nowhere{where(record, path)}{closest(letter, letters)}; "
                    "explain it under 'rules' or mend the cell"
                )
                yield finding_at(record, path, message)
            used.add(letter)
        # Only codes are letters; other rules of the record are sentences about the table.
        for letter in (letter for letter in letters if cells and letter.isupper() and letter not in used):
            place = where(record, f"rules.{letter}")
            message = f"'{letter}' is explained but stands in no cell{place}; mend the cells or take it away"
            yield finding_at(record, f"rules.{letter}", message)


def _outcomes(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the letters of the cells that are outcomes, each with the path of its cell."""
    for name, row in rows_of(record, "rows").items():
        for column, cell in row.items():
            if column not in FORMAT_KEYS | MESSAGES and isinstance(cell, str) and cell != "none":
                figure = parse(cell)
                if figure and figure.kind == "outcome":
                    yield from ((f"rows.{name}.{column}", letter) for letter in figure.text.split("/"))


_REMARKS = FORMAT_KEYS | MESSAGES


@check("error")
def announced_but_absent(database: Database) -> Iterator[Finding]:
    """What a record announces is there: every column in every row, and no list that is empty.

    A record with ``columns`` has a cell for each of them in each of its ``rows``, and no cell of another column. In
    rows without declared columns, a cell that most rows have is expected in all of them. A cell that the document
    leaves empty is null, with a reason.

    Wrong: the columns near and far, and a row with near alone; ``rows: {}``. Right: near, and ``far: null``.
    """
    for record in database.records:
        for path, part in mappings_in(record):
            for key, inner in part.items():
                if isinstance(inner, dict | list) and not inner and key not in _REMARKS:
                    inner_path = below(path, key)
                    message = (
                        f"'{inner_path}' is announced but empty{where(record, inner_path)}; fill it or take it away"
                    )
                    yield finding_at(record, inner_path, message)
        rows, columns = rows_of(record, "rows"), record.get("columns")
        if isinstance(columns, dict):
            yield from _against_columns(record, rows, list(columns))
        else:
            yield from _against_most_rows(record, rows)


def _against_columns(record: Record, rows: dict[str, dict[str, Any]], columns: list[str]) -> Iterator[Finding]:
    """Yield a finding for each row that lacks a declared column, or has a cell of another one."""
    for name, row in rows.items():
        path = f"rows.{name}"
        lacking = [column for column in columns if column not in row]
        if lacking:
            message = (
                f"row '{name}' has no cell for {listed(lacking)}{where(record, path)}; add it, as null where the "
                "document has none"
            )
            yield finding_at(record, path, message)
        for cell in row:
            if cell not in columns and cell not in _REMARKS:
                message = (
                    f"row '{name}' has a cell '{cell}', which is not a column{closest(cell, columns)}; name the column "
                    "or mend the cell"
                )
                yield finding_at(record, f"{path}.{cell}", message)


def _against_most_rows(record: Record, rows: dict[str, dict[str, Any]]) -> Iterator[Finding]:
    """Yield a finding for each row that lacks a cell which most rows have."""
    cells = Counter(cell for row in rows.values() for cell in row if cell not in _REMARKS)
    for name, row in rows.items():
        lacking = [cell for cell, count in cells.items() if cell not in row and count * 2 > len(rows) > 2]
        if lacking:
            path = f"rows.{name}"
            message = (
                f"row '{name}' has no {listed(lacking)}, which most rows have{where(record, path)}; add it, as null "
                "where the document has none"
            )
            yield finding_at(record, path, message)
