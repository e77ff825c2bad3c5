"""A figure that a record defines is used: its text names it, or one of its effects does.

Records whose only message is their name are printed figure by figure, and so use all of them. A figure that most
records of the kind give, such as the cost of an order, is printed as well.

Wrong: ``figures: {brew: 4, steep: 2}`` and a text with ``%(brew)s`` alone. Right: the same where an effect adds
``$steep``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kensei_docs.check.declarations import mapping_at
from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.database.model import PLACEHOLDER

SEVERITY = "warning"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every figure that nothing reads."""
    for edition in database.editions.values():
        for kind in edition.kinds:
            records = edition.records_of(kind)
            given = Counter(name for record in records for name in mapping_at(record, "figures"))
            fields = {name for name, many in given.items() if many * 2 > len(records) > 2}
            for record in records:
                yield from _orphans(record, fields)


def _orphans(record: Record, fields: set[str]) -> Iterator[Finding]:
    if all(field == "name" for field, _ in record.messages):
        return
    used = fields | set(_figures_named(record.data))
    for name in mapping_at(record, "figures"):
        if name not in used:
            path = f"figures.{name}"
            message = (
                f"the figure '{name}' is read by no text and no effect of the record{where(record, path)}; name it "
                "there or take it away"
            )
            yield found(record, path, message)


def _figures_named(part: Any) -> Iterator[str]:
    """Yield the figures that messages, formulas, effects and conditions of a part name."""
    if isinstance(part, str):
        yield from (place["name"] for place in PLACEHOLDER.finditer(part))
        if part.startswith("$"):
            yield part[1:]
    elif isinstance(part, dict | list):
        for inner in part.values() if isinstance(part, dict) else part:
            yield from _figures_named(inner)
