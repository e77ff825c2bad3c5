"""Letters that stand for an outcome in a table are explained beside it, once, and used.

The cells of ``rows`` that are outcomes (``D``, ``D/W``) consist of letters that the record's ``rules`` explain.

Wrong: a cell ``D/S`` where only D is explained; an explanation of S where no cell has it. Right: ``none`` for a dash,
which needs no explanation.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.check.declarations import mapping_at, rows_of
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.database.model import MESSAGES, NOT_FACTS
from kensei_docs.figures import parse
from kensei_docs.problems import closest

SEVERITY = "error"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every letter without a meaning, and every meaning without a letter."""
    for record in database.records:
        cells = list(_outcomes(record))
        known = list(mapping_at(record, "rules"))
        used: set[str] = set()
        for path, letter in cells:
            if letter not in known and letter not in used:
                message = (
                    f"'{letter}' in '{path}' is explained nowhere{where(record, path)}{closest(letter, known)}; "
                    "explain it under 'rules' or mend the cell"
                )
                yield found(record, path, message)
            used.add(letter)
        # Only codes are letters; other rules of the record are sentences about the table.
        for letter in (letter for letter in known if cells and letter.isupper() and letter not in used):
            place = where(record, f"rules.{letter}")
            message = f"'{letter}' is explained but stands in no cell{place}; mend the cells or take it away"
            yield found(record, f"rules.{letter}", message)


def _outcomes(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the letters of the cells that are outcomes, each with the path of its cell."""
    for name, row in rows_of(record, "rows").items():
        for column, cell in row.items():
            if column not in NOT_FACTS | MESSAGES and isinstance(cell, str) and cell != "none":
                figure = parse(cell)
                if figure and figure.kind == "outcome":
                    yield from ((f"rows.{name}.{column}", letter) for letter in figure.text.split("/"))
