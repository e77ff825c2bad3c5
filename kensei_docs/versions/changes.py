"""A change: one difference between two versions, with the citations of both sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from kensei_docs.database import Citation, Record

ChangeKind = Literal["added", "removed", "renamed", "changed", "moved", "out-of-scope"]
# How the lineage pairs records; an `unmapped` record has no entry in the lineage.
Relation = Literal[
    "same", "renamed", "split", "merged", "replaced", "new", "dropped", "out-of-scope", "no-rules", "unmapped"
]
# What a change is about; see Change.
Matter = Literal["record", "figure", "field", "words"]

# Relations and kinds of changes that have another name in the opposite direction.
MIRRORED: dict[str, Any] = {
    "added": "removed",
    "removed": "added",
    "new": "dropped",
    "dropped": "new",
    "split": "merged",
    "merged": "split",
}


@dataclass(frozen=True)
class Clause:
    """A statement that only one side of a change makes, as the lineage words it: the message (``text``), with its
    catalogue (``domain``) and its ``context`` there."""

    domain: str
    context: str
    text: str


@dataclass(frozen=True)
class End:
    """One side of a change: the records, the path in the first of them, and the value there.

    An empty path means the whole record, or a record that lacks the value. ``value`` is spelled as in the database,
    None if this side has no value; ``when`` is the condition of the value. ``clause`` is printed instead of the value.
    """

    records: tuple[Record, ...] = ()
    path: str = ""
    value: str | None = None
    when: str | None = None
    citations: tuple[Citation, ...] = ()
    clause: Clause | None = None

    @property
    def record(self) -> Record | None:
        """The first record; None if this side has none."""
        return self.records[0] if self.records else None

    @property
    def ids(self) -> str | None:
        """The ids of the records, separated by commas; None if this side has none."""
        return ", ".join(record.id for record in self.records) or None


@dataclass(frozen=True)
class Consequence:
    """The numbers that a change alters in play, before (``a``) and after (``b``), in the same situation.

    ``a`` and ``b`` are the expected successes of the roll; ``result_a`` and ``result_b`` the expected number of a
    ``result`` of the whole attack (such as casualties), if it was computed. ``dice`` is the number of dice of the roll
    without the conditions of the change; None if the two sides differ in it.
    """

    roll: str
    a: float
    b: float
    result: str | None = None
    result_a: float | None = None
    result_b: float | None = None
    dice: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the consequence as the commands print it."""
        result = {self.result: {"a": self.result_a, "b": self.result_b}} if self.result else {}
        return {"roll": self.roll, "dice": self.dice, "a": self.a, "b": self.b, "results": result}


@dataclass(frozen=True)
class Series:
    """A computed value (``value``) of both editions, for several values (``at``) of the quantity ``of``."""

    value: str
    of: str
    at: tuple[str, ...]
    a: tuple[str, ...]
    b: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the series as the commands print it."""
        return {"value": self.value, "of": self.of, "at": list(self.at), "a": list(self.a), "b": list(self.b)}


@dataclass(frozen=True)
class Change:
    """One difference; ``as_json`` gives the change object of the commands' JSON.

    ``matter`` is ``record`` for a whole record, ``figure`` for a value that is a number, ``field`` for any other
    value, and ``words`` if only the wording differs.
    """

    change: ChangeKind
    a: End
    b: End
    relation: Relation
    matter: Matter = field(default="field", compare=False)
    consequence: Consequence | None = field(default=None, compare=False)
    series: Series | None = field(default=None, compare=False)
    # For a change that is out of scope: the edition that leaves the rule out, and the name of its reason.
    reason: tuple[str, str] | None = field(default=None, compare=False)
    # How much the change matters in play; see headlines_and_weights.py.
    weight: float = field(default=0.0, compare=False)

    @property
    def record(self) -> Record:
        """The record that the change is listed under: the new one, or the old one if it was removed."""
        record = self.b.record or self.a.record
        assert record is not None, "a change has a record on one side at least"
        return record

    @property
    def path(self) -> str:
        """The path in that record."""
        return self.b.path or self.a.path

    def as_json(self, name: str) -> dict[str, Any]:
        """Return the change as the commands print it; ``name`` is the name of its record."""
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
            "expected": self.consequence.as_json() if self.consequence else None,
            "series": self.series.as_json() if self.series else None,
            "reason": self.reason[1] if self.reason else None,
            "weight": self.weight,
        }
