"""Letters that stand for an outcome in a table are explained beside it, once, and used.

The cells of ``rows`` that are outcomes (``D``, ``D/W``) are made of letters that the record's
``rules`` explain, one each.

Wrong: a cell ``D/S`` where only D is explained; S explained and in no cell. Right: ``none`` for a
dash, which needs no explanation.

Severity: error.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.database.model import KEEPING, MESSAGES
from kensei_docs.figures import parse
from kensei_docs.problems import Severity, closest

SEVERITY: Severity = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every letter without a meaning, and every meaning without a letter."""
    for record in database.records:
        rows = record.get("rows")
        cells = list(_outcomes(rows)) if isinstance(rows, dict) else []
        if not cells:
            continue
        register = record.get("rules")
        known = list(register) if isinstance(register, dict) else []
        used: set[str] = set()
        for path, letters in cells:
            for letter in letters:
                if letter not in known and letter not in used:
                    message = (
                        f"'{letter}' in '{path}' is explained nowhere{where(record, path)}{closest(letter, known)}; "
                        "explain it under 'rules' or mend the cell"
                    )
                    yield found(record, path, message)
                used.add(letter)
        yield from _idle(record, [letter for letter in known if letter not in used])


def _outcomes(rows: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for name, row in rows.items():
        for column, cell in row.items() if isinstance(row, dict) else ():
            if column in KEEPING | MESSAGES or not isinstance(cell, str) or cell == "none":
                continue
            figure = parse(cell)
            if figure and figure.kind == "outcome":
                yield f"rows.{name}.{column}", figure.text.split("/")


def _idle(record: Record, letters: list[str]) -> Iterator[Finding]:
    for letter in letters:
        # Only codes are letters; other rules of the record are sentences about the table.
        if letter.isupper():
            path = f"rules.{letter}"
            message = (
                f"'{letter}' is explained but stands in no cell{where(record, path)}; mend the cells or take it away"
            )
            yield found(record, path, message)
