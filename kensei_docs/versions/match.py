"""Matching by identity: which records of two versions are one thing, never by likeness."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.database import Edition, Record
from kensei_docs.versions.change import Relation
from kensei_docs.versions.lineage import Lineage


@dataclass(frozen=True)
class Match:
    """Records that are one thing, or a record that is alone on its side."""

    relation: Relation
    a: tuple[Record, ...]
    b: tuple[Record, ...]


def match(a: Edition, b: Edition, lineage: Lineage | None) -> list[Match]:
    """Return every record of both editions in a match: by the lineage, or else by their ids."""
    found = list(_by_lineage(a, b, lineage) if lineage else _by_id(a, b))
    seen_a = {record.id for pair in found for record in pair.a}
    seen_b = {record.id for pair in found for record in pair.b}
    found += [
        Match(_left(record, lineage, True), (record,), ()) for record in a.records.values() if record.id not in seen_a
    ]
    found += [
        Match(_left(record, lineage, False), (), (record,)) for record in b.records.values() if record.id not in seen_b
    ]
    return found


def _left(record: Record, lineage: Lineage | None, ours: bool) -> Relation:
    """Return what a record is that has no counterpart."""
    if lineage is None:
        return "dropped" if ours else "new"
    return lineage.of_kind(record, ours) or "unmapped"


def _by_lineage(a: Edition, b: Edition, lineage: Lineage) -> Iterator[Match]:
    for edge in lineage.records:
        if edge.relation == "out-of-scope":
            # An id alone: it is of whichever edition has a record of it, or of both.
            for name in edge.a:
                ours, theirs = a.records.get(name), b.records.get(name)
                if ours:
                    yield Match("out-of-scope", (ours,), ())
                if theirs:
                    yield Match("out-of-scope", (), (theirs,))
            continue
        yield Match(edge.relation, tuple(a.records[name] for name in edge.a), tuple(b.records[name] for name in edge.b))


def _by_id(a: Edition, b: Edition) -> Iterator[Match]:
    """Pair records of one edition's history: the same id, or one that the other once had."""
    pairs = {record_id: record_id for record_id in a.records if record_id in b.records}
    for edition, other, turned in ((b, a, False), (a, b, True)):
        for record in edition.records.values():
            for former in _former(record):
                new, old = (former, record.id) if not turned else (record.id, former)
                if former in other.records and new not in pairs and old not in pairs.values():
                    pairs[new] = old
    for old, new in pairs.items():
        yield Match("same" if old == new else "renamed", (a.records[old],), (b.records[new],))


def _former(record: Record) -> Iterator[str]:
    was = record.data.get("was")
    for name in was if isinstance(was, list) else [was]:
        if isinstance(name, str):
            yield name if "/" in name else f"{record.kind}/{name}"
