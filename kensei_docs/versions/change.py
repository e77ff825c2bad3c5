"""A change: one difference between two versions, with where each side was read."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from kensei_docs.database import Citation, Record

Kind = Literal["added", "removed", "renamed", "changed", "moved", "out-of-scope"]
# How the lineage pairs records; `unmapped` is a record that it says nothing of.
Relation = Literal["same", "renamed", "split", "merged", "replaced", "new", "dropped", "out-of-scope", "unmapped"]
# What a change is about; see Change.
Matter = Literal["record", "figure", "field", "words"]

MIRRORED: dict[str, Any] = {
    "added": "removed",
    "removed": "added",
    "new": "dropped",
    "dropped": "new",
    "split": "merged",
    "merged": "split",
}


@dataclass(frozen=True)
class End:
    """One side of a change: the records, the path in the first of them, and the value there.

    No path means the whole record, or that the record has nothing of the kind. ``value`` is a
    text as the database spells it, or None where this side has nothing there; ``when`` is the
    condition of a value.
    """

    records: tuple[Record, ...] = ()
    path: str = ""
    value: str | None = None
    when: str | None = None
    citations: tuple[Citation, ...] = ()

    @property
    def record(self) -> Record | None:
        """The first record, or None where this side has none."""
        return self.records[0] if self.records else None

    @property
    def ids(self) -> str | None:
        """The ids of the records, or None where this side has none."""
        return ", ".join(record.id for record in self.records) or None


@dataclass(frozen=True)
class Consequence:
    """How many successes a kind of roll may expect before and after, in the same situation."""

    roll: str
    a: float
    b: float


@dataclass(frozen=True)
class Change:
    """What has become of one thing; see the change object in the commands' JSON.

    ``matter`` is ``record`` for a whole record, ``figure`` for a value that is a number,
    ``field`` for any other, and ``words`` where nothing but wording differs.
    """

    change: Kind
    a: End
    b: End
    relation: Relation
    matter: Matter = field(default="field", compare=False)
    consequence: Consequence | None = field(default=None, compare=False)

    @property
    def record(self) -> Record:
        """The record that the change is filed under: the new one where there is one."""
        record = self.b.record or self.a.record
        assert record is not None, "a change has a record on one side at least"
        return record

    @property
    def path(self) -> str:
        """The path in that record."""
        return self.b.path or self.a.path

    def mirrored(self) -> Change:
        """Return the change as the other direction shows it."""
        turned = self.consequence and Consequence(self.consequence.roll, self.consequence.b, self.consequence.a)
        return Change(
            MIRRORED.get(self.change, self.change),
            self.b,
            self.a,
            MIRRORED.get(self.relation, self.relation),
            self.matter,
            turned,
        )

    def as_json(self, name: str) -> dict[str, Any]:
        """Return the change as the commands print it; ``name`` is the record's."""
        return {
            "change": self.change,
            "kind": self.record.kind,
            "record": {"a": self.a.ids, "b": self.b.ids},
            "name": name,
            "fact": self.path,
            "a": self.a.value,
            "b": self.b.value,
            "from": {
                "a": [citation.as_json() for citation in self.a.citations],
                "b": [citation.as_json() for citation in self.b.citations],
            },
            "facts": {"a": self.a.path or None, "b": self.b.path or None},
            "when": {"a": self.a.when, "b": self.b.when},
            "lineage": self.relation,
            "matter": self.matter,
            "expected": asdict(self.consequence) if self.consequence else None,
        }
