"""Small editions, made in memory for the tests of comparing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kensei_docs.database import Citation, Database, Edition, Record
from kensei_docs.database.model import Vocabulary
from kensei_docs.database.schema import ScopeSchema
from kensei_docs.database.yaml_files import Tree
from kensei_docs.problems import Place
from kensei_docs.versions.changes import MIRRORED, Change
from kensei_docs.versions.lineage import Edge, Lineage

SECTIONS = {
    "kinds": {"rolls": "roll", "rules": "rule", "weapons": "weapon", "orders": "order"},
    "hooks": {
        "row.roll": {"roll": "row", "changes": "result"},
        "row.difficulty": {"roll": "row", "changes": "difficulty"},
        "row.pool": {"roll": "row", "changes": "pool"},
    },
}
DATABASE = Database(Vocabulary([Tree(Path("vocabulary.yaml"), SECTIONS)]))


def edition(name: str, records: dict[str, dict[str, Any]], elsewhere: tuple[str, ...] = ()) -> Edition:
    """Return an edition of records (id: data); each is cited at lines of its own."""
    made = Edition(
        name, name, "Reeds", "en", "cm", (), Tree(Path(f"{name}.yaml")), scope=ScopeSchema(elsewhere=[*elsewhere])
    )
    for i, (record_id, data) in enumerate(records.items()):
        kind, slug = record_id.split("/")
        made.records[record_id] = Record(
            kind,
            slug,
            name,
            {"name": slug.replace("-", " ").capitalize(), **data},
            Tree(Path(f"{name}.yaml")),
            (Citation(f"{name}-book", (i * 10 + 1, i * 10 + 4)),),
        )
    return made


def lineage(**sections: Any) -> Lineage:
    """Return a lineage of edges, each ``(a, b)`` of lists of ids."""
    return Lineage(
        tuple(
            Edge(relation.replace("_", "-"), tuple(a), tuple(b), Place("lineage"))
            for relation, edges in sections.items()
            for a, b in edges
        )
    )


def mirrored(change: Change) -> Change:
    """Return a change as it is in the opposite direction."""
    numbers, series = change.consequence, change.series
    return replace(
        change,
        change=MIRRORED.get(change.change, change.change),
        relation=MIRRORED.get(change.relation, change.relation),
        a=change.b,
        b=change.a,
        consequence=numbers
        and replace(numbers, a=numbers.b, b=numbers.a, result_a=numbers.result_b, result_b=numbers.result_a),
        series=series and replace(series, a=series.b, b=series.a),
    )


def said(changes: list[Change]) -> list[str]:
    """Return changes as short lines, as a reader would take them down."""
    return [f"{c.change} {c.a.ids or '-'} {c.b.ids or '-'} {c.path}: {c.a.value} -> {c.b.value}" for c in changes]
