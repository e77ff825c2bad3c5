"""A figure that a record defines is used: its text names it, or one of its effects does.

Records whose only message is their name are printed figure by figure, and use all of them.

Wrong: ``figures: {brew: 4, steep: 2}`` and a text with ``%(brew)s`` alone. Right: the same where
an effect adds ``$steep``.

Severity: warning.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.database.schema import PLACEHOLDER
from kensei_docs.problems import Severity

SEVERITY: Severity = "warning"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every figure that nothing reads."""
    for record in database.records:
        figures = record.get("figures")
        messages = [text for field, text in record.messages if field != "name"]
        if not isinstance(figures, dict) or not messages:
            continue
        named = {match["name"] for _, text in record.messages
                 for match in PLACEHOLDER.finditer(text)}
        used = named | set(_references(record))
        for name in figures:
            if name not in used:
                path = f"figures.{name}"
                yield found(record, path, f"the figure '{name}' is read by no text and no effect "
                            f"of the record{where(record, path)}; name it there or take it away")


def _references(record: Record) -> Iterator[str]:
    def inside(part: Any) -> Iterator[str]:
        if isinstance(part, str) and part.startswith("$"):
            yield part[1:]
        elif isinstance(part, dict):
            for inner in part.values():
                yield from inside(inner)
        elif isinstance(part, list):
            for inner in part:
                yield from inside(inner)
    yield from inside(record.data)
