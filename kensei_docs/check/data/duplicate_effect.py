"""Two things with different names do different things.

Records of one kind with effects are compared by what all their effects do, figures filled in, and by their other
fields; records without effects by their text and figures. Records that are only partly formal are left out, because
the part that is not formal may make the difference.

Wrong: Bold and Daring, both of which add one to the same roll. Right: Bold and Daring, one of which does so only in a
charge.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Record
from kensei_docs.engine.effects import effects_of

SEVERITY = "note"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every record that does what an earlier one does."""
    for edition in database.editions.values():
        seen: dict[Hashable, Record] = {}
        for record in edition.records.values():
            doing = _comparable_content(record)
            first = seen.setdefault(doing, record) if doing else record
            if first is not record:
                path = "effects" if record.get("effects") else "text"
                message = (
                    f"{record.name}{where(record, path, 'figures')} does exactly what {first.id} "
                    f"does{where(first, path, 'figures')}; see whether one of them is mistaken"
                )
                yield found(record, path, message)


def _comparable_content(record: Record) -> Hashable:
    effects = frozenset(effect.comparable for effect in effects_of(record))
    groups = ("figures", "effects", "aliases") if effects else ("aliases",)
    others = frozenset((fact.path, fact.value) for fact in record.facts if fact.path.partition(".")[0] not in groups)
    if effects:
        return (record.kind, effects, others) if record.get("status") == "formal" else None
    text = record.get("text")
    if not isinstance(text, str):
        return None
    return (record.kind, " ".join(text.casefold().split()), others)
