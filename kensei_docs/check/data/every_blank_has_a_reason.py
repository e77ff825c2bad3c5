"""A figure that is null says why: the document leaves it out, and a note says what was seen.

The note stands in the record, or in the part of it that has the blank.

Wrong: ``per-turn: null`` in a record without a note. Right: the same with ``note: The sheet is torn there.``
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.database.model import NOT_FACTS

SEVERITY = "warning"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every blank that nothing explains."""
    for record in database.records:
        yield from _unexplained(record, record.data, "")


def _unexplained(record: Record, part: Any, path: str) -> Iterator[Finding]:
    if not isinstance(part, dict) or part.get("note"):
        return
    for key, inner in part.items():
        here = f"{path}.{key}" if path else key
        if inner is None and key not in NOT_FACTS:
            message = (
                f"'{here}' is null without a reason{where(record, here)}; give the figure, or say in a note why there "
                "is none"
            )
            yield found(record, here, message)
        yield from _unexplained(record, inner, here)
