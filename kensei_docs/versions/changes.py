"""A change: one difference between two versions, with the citations of both sides and its effect in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Literal

from kensei_docs.database import Citation, Database, Edition, Record
from kensei_docs.engine import Game
from kensei_docs.engine.dice_odds import expected_successes
from kensei_docs.engine.effects import Effect, effects_of, hook_property, resolve
from kensei_docs.engine.rolls import roll_of
from kensei_docs.problems import Unusable

Kind = Literal["added", "removed", "renamed", "changed", "moved", "out-of-scope"]
# How the lineage pairs records; an `unmapped` record has no entry in it.
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
# The values of `passes` of rolls of which each passing die is a success to count.
_COUNTED = "at-least"


@dataclass(frozen=True)
class End:
    """One side of a change: the records, the path in the first of them, and the value there.

    An empty path is the whole record, or a record without such a value. ``value`` is spelled as in the database, None
    if this side has no value; ``when`` is the condition of the value.
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
    """The expected successes of a kind of roll before (``a``) and after (``b``), in the same situation."""

    roll: str
    a: float
    b: float


@dataclass(frozen=True)
class Change:
    """One difference; ``as_json`` gives the change object of the commands' JSON.

    ``matter`` is ``record`` for a whole record, ``figure`` for a value that is a number, ``field`` for any other,
    and ``words`` where nothing but wording differs.
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
        """Return the change from ``b`` to ``a``."""
        consequence = self.consequence and Consequence(self.consequence.roll, self.consequence.b, self.consequence.a)
        change, relation = (MIRRORED.get(name, name) for name in (self.change, self.relation))
        return Change(change, self.b, self.a, relation, self.matter, consequence)

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


@dataclass(frozen=True)
class Consequences:
    """Computes the consequences of changes under the rules of both sides, in the lineage's situation (``given``).

    For a change of an effect, the conditions of that effect are added to the situation.
    """

    a: tuple[Database, Edition]
    b: tuple[Database, Edition]
    given: Mapping[str, Any]

    def consequence_of(self, change: Change) -> Consequence | None:
        """Return the expected successes of the changed roll on both sides.

        None if the engine can't compute them, or if they are equal.
        """
        effects = [effect for end in (change.a, change.b) if (effect := _effect_at(end)) is not None]
        if not effects:
            return None
        roll = str(hook_property(self.b[0], effects[-1].hook, "roll"))
        given = dict(self.given)
        for effect in effects:
            given.update(_circumstances(effect))
        before, after = (_expected(game, roll, given) for game in self._games)
        return None if before is None or after is None or before == after else Consequence(roll, before, after)

    @cached_property
    def _games(self) -> tuple[Game | None, Game | None]:
        return _game(*self.a), _game(*self.b)


def _game(database: Database, edition: Edition) -> Game | None:
    try:
        return Game(database, edition.id)
    except Unusable:
        return None


def _expected(game: Game | None, roll: str, given: Mapping[str, Any]) -> float | None:
    if game is None:
        return None
    try:
        situation = game.situation(given)
        if roll_of(game, roll, situation).passes != _COUNTED:
            return None
        return round(float(expected_successes(game, roll, situation)), 2)
    except Unusable:
        # A rule that is not formal, or a circumstance that this edition doesn't know.
        return None


def _effect_at(end: End) -> Effect | None:
    """Return the effect that a side of a change is about, if it is about one."""
    if end.record is None or not end.path:
        return None
    return next((effect for effect in effects_of(end.record) if end.path.startswith(f"{effect.path}.")), None)


def _circumstances(effect: Effect) -> dict[str, Any]:
    """Return a situation in which an effect's condition holds, as far as the condition names values."""
    found = {}
    for atom, value in effect.when.items():
        form, inner = next(iter(value.items())) if isinstance(value, dict) else ("is", value)
        if form != "not":
            found[atom] = resolve(effect.record, inner[0] if isinstance(inner, list) else inner)
    return found
