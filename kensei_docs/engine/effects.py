"""Effects as records state them: resolved, and comparable whatever they are written like."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from kensei_docs.database import Database, Record
from kensei_docs.database.schema import EFFECT_KEYS
from kensei_docs.figures import Figure, parse

# Keys of an effect that say what it is for, not what it does.
_REMARKS = frozenset({"name", "text", "note", "restates"})


@dataclass(frozen=True)
class Effect:
    """One operation on one hook: ``add`` a ``value`` to ``combat.roll``, of whom and when.

    ``written`` is the value as it stands, ``value`` what it comes to; other values than
    strings (``reroll: true``) have no figure.
    """

    record: Record
    path: str
    hook: str
    operation: str
    written: Any
    whose: str
    when: dict[str, Any]
    rest: Hashable

    @property
    def value(self) -> Any:
        return resolved(self.record, self.written)

    @property
    def figure(self) -> Figure | None:
        return parse(self.value) if isinstance(self.value, str) else None

    @property
    def place_path(self) -> str:
        """The path of the operation, which is what an editor has to look at."""
        return f"{self.path}.{self.operation}"

    @property
    def fact(self) -> str:
        """The path of the figure: the effect's own, or the one of the record that it names."""
        if isinstance(self.written, str) and self.written.startswith("$"):
            return f"figures.{self.written[1:]}"
        return self.place_path

    @property
    def doing(self) -> Hashable:
        """What the effect does, equal for two effects that do the same."""
        value = self.figure or _frozen(self.value)
        return (self.hook, self.operation, value, self.whose, _frozen(self.when), self.rest)

    def condition(self) -> Hashable:
        """The circumstances: whose value it changes, and when; equal for equal ones."""
        return (self.whose, _frozen(self.when))


def effects_of(record: Record) -> Iterator[Effect]:
    """Yield every operation of a record, wherever it stands in it."""
    yield from _effects(record, record.data, "")


def all_effects(database: Database) -> Iterator[Effect]:
    """Yield every operation of every record."""
    for record in database.records:
        yield from effects_of(record)


def of_hook(database: Database, hook: str, key: str) -> Any:
    """Return what the vocabulary says of a hook, ``changes`` or ``roll`` for example."""
    entry = database.vocabulary.hooks.get(hook)
    return entry.get(key) if isinstance(entry, dict) else None


def easing(database: Database, effect: Effect) -> tuple[str, float] | None:
    """Return the roll that an added figure eases, and by how much.

    Taking one off the difficulty eases a roll as adding one to the result does: that is how
    an effect stated in both forms is compared. None where the effect is neither.
    """
    figure = effect.figure
    roll = of_hook(database, effect.hook, "roll")
    changes = of_hook(database, effect.hook, "changes")
    if effect.operation != "add" or figure is None or figure.number is None or not roll:
        return None
    if changes not in ("result", "difficulty"):
        return None
    return str(roll), figure.number if changes == "result" else -figure.number


def resolved(record: Record, value: Any) -> Any:
    """Return a value with ``$name`` replaced by the record's figure, in lists and forms too."""
    if isinstance(value, str) and value.startswith("$"):
        return record.get(f"figures.{value[1:]}", value)
    if isinstance(value, list):
        return [resolved(record, inner) for inner in value]
    if isinstance(value, dict):
        return {key: resolved(record, inner) for key, inner in value.items()}
    return value


def _effects(record: Record, part: Any, path: str) -> Iterator[Effect]:
    if not isinstance(part, dict):
        return
    hook = part.get("hook")
    if isinstance(hook, str):
        when = part.get("when")
        circumstances = resolved(record, when) if isinstance(when, dict) else {}
        known = {"hook", "when", "whose", *EFFECT_KEYS, *_REMARKS}
        rest = _frozen({key: value for key, value in part.items() if key not in known})
        for operation in EFFECT_KEYS:
            if operation in part:
                yield Effect(
                    record, path, hook, operation, part[operation], str(part.get("whose", "self")), circumstances, rest
                )
        return
    for key, inner in part.items():
        yield from _effects(record, inner, f"{path}.{key}" if path else key)


def _frozen(value: Any) -> Hashable:
    if isinstance(value, dict):
        return frozenset((key, _frozen(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return frozenset(map(_frozen, value))
    return value if isinstance(value, Hashable) else str(value)
