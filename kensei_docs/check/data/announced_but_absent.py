"""What a record announces is there: every column in every row, and no list that is empty.

A record with ``columns`` has a cell for each of them in each of its ``rows``, and no cell of another column. In rows
without declared columns, a cell that most rows have is expected in all of them. A cell that the document leaves empty
is null, with a reason.

Wrong: the columns near and far, and a row with near alone; ``rows: {}``. Right: near, and ``far: null``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kensei_docs.check.declarations import below, mappings_in, rows_of
from kensei_docs.check.finding import Finding, found, listed, where
from kensei_docs.database import Database, Record
from kensei_docs.database.model import MESSAGES, NOT_FACTS
from kensei_docs.problems import closest

SEVERITY = "error"
_REMARKS = NOT_FACTS | MESSAGES


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every cell, column and list that is announced and not there."""
    for record in database.records:
        for path, part in mappings_in(record):
            for key, inner in part.items():
                if isinstance(inner, dict | list) and not inner and key not in _REMARKS:
                    here = below(path, key)
                    message = f"'{here}' is announced but empty{where(record, here)}; fill it or take it away"
                    yield found(record, here, message)
        rows, columns = rows_of(record, "rows"), record.get("columns")
        if isinstance(columns, dict):
            yield from _against_columns(record, rows, list(columns))
        else:
            yield from _against_most_rows(record, rows)


def _against_columns(record: Record, rows: dict[str, dict[str, Any]], columns: list[str]) -> Iterator[Finding]:
    for name, row in rows.items():
        path = f"rows.{name}"
        lacking = [column for column in columns if column not in row]
        if lacking:
            message = (
                f"row '{name}' has no cell for {listed(lacking)}{where(record, path)}; add it, as null where the "
                "document has none"
            )
            yield found(record, path, message)
        for cell in row:
            if cell not in columns and cell not in _REMARKS:
                message = (
                    f"row '{name}' has a cell '{cell}', which is no column{closest(cell, columns)}; name the column or "
                    "mend the cell"
                )
                yield found(record, f"{path}.{cell}", message)


def _against_most_rows(record: Record, rows: dict[str, dict[str, Any]]) -> Iterator[Finding]:
    cells = Counter(cell for row in rows.values() for cell in row if cell not in _REMARKS)
    for name, row in rows.items():
        lacking = [cell for cell, count in cells.items() if cell not in row and count * 2 > len(rows) > 2]
        if lacking:
            path = f"rows.{name}"
            message = (
                f"row '{name}' has no {listed(lacking)}, which most rows have{where(record, path)}; add it, as null "
                "where the document has none"
            )
            yield found(record, path, message)
