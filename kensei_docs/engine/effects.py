"""Effects of records: their fields, and which effects act on a value in a situation."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kensei_docs.database import Database, Record
from kensei_docs.engine.amounts import OPERATIONS, Operation, Step, Trace
from kensei_docs.engine.conditions import Conditions, Situation, Terms
from kensei_docs.engine.play_schema import PlaySchema
from kensei_docs.figures import Figure, parse

# Keys of an effect that don't change its result.
_REMARKS = frozenset({"name", "text", "note", "restates", "says"})
# The side whose roll is computed.
SELF = "self"
# The key of a situation that lists, by name, the effects with `named: true` that apply: they have no condition.
NAMED = "self.applies"


@dataclass(frozen=True)
class Effect:
    """One operation on one hook, such as ``add: +1`` to ``combat.roll``; on whose side it acts, and when.

    ``written`` is the value in the data (``$bonus``), ``value`` the same with figures filled in. Values other
    than strings (``reroll: true``) have no figure. ``rest`` has the other keys that change the result, such as ``per``.
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
        return resolve(self.record, self.written)

    @property
    def figure(self) -> Figure | None:
        return parse(self.value) if isinstance(self.value, str) else None

    @property
    def does(self) -> Operation:
        return OPERATIONS[self.operation]

    @property
    def place_path(self) -> str:
        """The path of the operation, at which problems of the effect are reported."""
        return f"{self.path}.{self.operation}"

    @property
    def fact(self) -> str:
        """The path of the figure: in the effect, or in the record's ``figures`` if the effect names it."""
        if isinstance(self.written, str) and self.written.startswith("$"):
            return f"figures.{self.written[1:]}"
        return self.place_path

    @property
    def comparable(self) -> Hashable:
        """All that the effect does and when, equal for two effects that do the same."""
        value = self.figure or _frozen(self.value)
        return (self.hook, self.operation, value, self.whose, _frozen(self.when), self.rest)

    def condition(self) -> Hashable:
        """The circumstances: whose value it changes, and when; equal for equal ones."""
        return (self.whose, _frozen(self.when))

    def step(self, act: str, value: Any) -> Step:
        """Return the step of a trace that says what became of the effect."""
        return Step(act, str(self.value), str(value), self.record, self.fact, self.path)

    def own(self, key: str) -> Any:
        """Return the effect's value of another key (``per``, ``replaces``), or None."""
        return self.record.get(f"{self.path}.{key}")


def effects_of(record: Record, part: Any = None, path: str = "") -> Iterator[Effect]:
    """Yield every operation of a record, or of the ``part`` of it at a path, at any depth."""
    part = part if path else record.data
    if not isinstance(part, dict):
        return
    hook = part.get("hook")
    if not isinstance(hook, str):
        for key, inner in part.items():
            yield from effects_of(record, inner, f"{path}.{key}" if path else key)
        return
    when = resolve(record, part["when"]) if isinstance(part.get("when"), dict) else {}
    keywords = {"hook", "when", "whose", *OPERATIONS, *_REMARKS}
    rest = _frozen({key: value for key, value in part.items() if key not in keywords})
    for operation in (name for name in OPERATIONS if name in part):
        yield Effect(record, path, hook, operation, part[operation], str(part.get("whose", SELF)), when, rest)


def all_effects(database: Database) -> Iterator[Effect]:
    """Yield every operation of every record."""
    for record in database.records:
        yield from effects_of(record)


def hook_property(database: Database, hook: str, key: str) -> Any:
    """Return a property of a hook from the vocabulary, such as ``changes`` or ``roll``."""
    entry = database.vocabulary.hooks.get(hook)
    return entry.get(key) if isinstance(entry, dict) else None


def easing(database: Database, effect: Effect) -> tuple[str, float] | None:
    """Return the roll that an effect makes easier, and by how much (negative: harder).

    Subtracting one from the difficulty equals adding one to the result: so effects stated in either
    form can be compared. None for an effect on anything else.
    """
    figure = effect.figure
    roll = hook_property(database, effect.hook, "roll")
    changes = hook_property(database, effect.hook, "changes")
    if not effect.does.additive or figure is None or figure.number is None or not roll:
        return None
    if changes not in ("result", "difficulty"):
        return None
    return str(roll), figure.number if changes == "result" else -figure.number


def resolve(record: Record, value: Any) -> Any:
    """Return a value with ``$name`` replaced by the record's figure, in lists and mappings too."""
    if isinstance(value, str) and value.startswith("$"):
        return record.get(f"figures.{value[1:]}", value)
    if isinstance(value, list):
        return [resolve(record, inner) for inner in value]
    if isinstance(value, dict):
        return {key: resolve(record, inner) for key, inner in value.items()}
    return value


def _frozen(value: Any) -> Hashable:
    if isinstance(value, dict):
        return frozenset((key, _frozen(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return frozenset(map(_frozen, value))
    return value if isinstance(value, Hashable) else str(value)


@dataclass(frozen=True)
class RecordInPlay:
    """A record in play, the side that it belongs to, and its level where it has levels.

    ``named``: the situation names it; any other record is always in play.
    """

    record: Record
    side: str = SELF
    level: str | None = None
    named: bool = False


class ActiveEffects:
    """The effects of one edition, and which of them act on a hook in a situation.

    Effects in ``without`` (``(record id, path)``) never act.
    """

    def __init__(
        self, terms: Terms, play: PlaySchema, conditions: Conditions, without: frozenset[tuple[str, str]] = frozenset()
    ) -> None:
        self.terms, self.play, self.conditions, self.without = terms, play, conditions, without

    @cached_property
    def by_hook(self) -> dict[str, dict[str, list[Effect]]]:
        """The effects by hook, and by the id of their record."""
        by_hook: dict[str, dict[str, list[Effect]]] = {}
        for effect in self._all_effects:
            by_hook.setdefault(effect.hook, {}).setdefault(effect.record.id, []).append(effect)
        return by_hook

    @cached_property
    def to_be_named(self) -> set[str]:
        """The names of effects that count only where a situation names them."""
        return {effect.path.rpartition(".")[2] for effect in self._all_effects if effect.own("named")}

    def records_in_play(self, situation: Situation) -> list[RecordInPlay]:
        """Return the records that are always in play, and those that the situation names."""
        in_play: list[RecordInPlay] = []
        for name in self.play.always:
            records = [self.terms.edition.records[name]] if "/" in name else self.terms.records_of(name)
            in_play += [RecordInPlay(record) for record in records]
        brought = [(name, *named) for name in situation.given if (named := self.terms.bringing(name))]
        for name, side, entry in brought:
            values = situation.given[name]
            level = str(values[0]) if entry.levels else None
            wanted = [name.rpartition(".")[2]] if entry.levels else values
            weapons = {
                str(weapon)
                for key, whose, other in brought
                if entry.wielding and whose == side and other.sets
                for weapon in situation.given[key]
            }
            in_play += [
                RecordInPlay(record, side, level, True)
                for record in self.terms.brought_by(entry, wanted)
                if not (weapons and (listed := record.get(entry.wielding)) and weapons.isdisjoint(listed))
            ]
        return in_play

    def acting_on(self, hook: str, situation: Situation, trace: Trace, part: str | None) -> list[Effect]:
        """Return the effects that act on a hook.

        Assumed conditions, effects left out and records that are only partly formal go into the trace. ``part`` (a
        record, or ``record:path``) leaves out all other effects but those that ignore some.
        """
        in_play = self.records_in_play(situation)
        for entry in in_play:
            if entry.named and self._is_words_alone(entry.record):
                trace.doubt(entry.record)
        candidates = [
            (effect, entry.side)
            for entry in in_play
            for effect in self.by_hook.get(hook, {}).get(entry.record.id, ())
            if self._applies(effect, entry, situation)
        ]
        # The effects that waive a condition of the side's own effects, by the condition.
        waivers = {
            str(effect.value): effect
            for effect, side in candidates
            if effect.operation == "waive" and self.conditions.check(effect.when, situation, side).holds
        }
        acting: list[Effect] = []
        for effect, side in candidates:
            is_asked = part in (None, effect.record.id, f"{effect.record.id}:{effect.path}")
            if effect in acting or not (is_asked or effect.operation == "ignore"):
                continue
            held = self.conditions.check(effect.when, situation, side)
            if not held.holds and (waived := waivers.keys() & effect.when.keys()) and side == SELF:
                left = {atom: value for atom, value in effect.when.items() if atom not in waived}
                held = self.conditions.check(left, situation, side)
                for atom in sorted(waived) if held.holds else ():
                    trace.steps.append(waivers[atom].step("waive", str(waivers[atom].value)))
            trace.assumed.update(held.assumed)
            if held.holds:
                acting.append(effect)
        return _without_overridden(acting, {entry.record.id for entry in in_play}, trace)

    def _applies(self, effect: Effect, entry: RecordInPlay, situation: Situation) -> bool:
        """Return whether an effect, if it isn't left out, acts from the side and at the level of a record in play; one
        that is ``named`` must be listed in the situation."""
        steps = effect.path.split(".")
        if (effect.record.id, effect.path) in self.without:
            return False
        if steps[0] == "levels" and entry.level != str(entry.record.get(f"levels.{steps[1]}.level")):
            return False
        if effect.own("named") and steps[-1] not in situation.given.get(NAMED, []):
            return False
        return entry.side in self._sides.get(effect.whose, [effect.whose])

    def _is_words_alone(self, record: Record) -> bool:
        """Return whether a ``prose`` record has no effects, and no condition of an effect names it."""
        return (
            record.data.get("status") == "prose"
            and record.slug not in self._named_by_conditions
            and not any(record.id in by_record for by_record in self.by_hook.values())
        )

    @cached_property
    def _sides(self) -> dict[str, list[str]]:
        return self.terms.database.vocabulary.section("whose")

    @cached_property
    def _named_by_conditions(self) -> set[str]:
        return {name for effect in self._all_effects for value in effect.when.values() for name in _names_in(value)}

    @cached_property
    def _all_effects(self) -> list[Effect]:
        return [effect for record in self.terms.edition.records.values() for effect in effects_of(record)]


def _without_overridden(effects: list[Effect], in_play: set[str], trace: Trace) -> list[Effect]:
    """Return the effects that count: not ignored or replaced by others, and not restating a record in play."""
    left = []
    for effect in effects:
        again = effect.own("restates")
        by = next((other for other in effects if other is not effect and _overrides(other, effect)), None)
        if by is not None:
            ignored = by.operation == "ignore"
            trace.steps.append(effect.step("ignored" if ignored else "replaced", f"{by.record.id}:{by.path}"))
            if ignored:
                trace.steps.append(by.step("read", by.value))
            trace.doubt(by.record)
        elif again in in_play:
            trace.steps.append(effect.step("restated", again))
        else:
            left.append(effect)
    return left


def _overrides(by: Effect, effect: Effect) -> bool:
    """Return whether ``by`` makes ``effect`` not count: it replaces its record, or ignores what it names.

    That is a record, a kind of record, a condition (or one value of it), or the quantity that the effect counts
    ``per``.
    """
    if by.operation != "ignore":
        return bool(by.own("replaces") == effect.record.id)
    if isinstance(by.value, dict):
        return any(effect.when.get(atom) == value for atom, value in by.value.items())
    return effect.operation not in ("ignore", "reroll", "waive") and str(by.value) in (
        effect.record.id,
        effect.record.kind,
        *effect.when,
        effect.own("per"),
    )


def _names_in(value: Any) -> Iterator[str]:
    """Yield all values in a value of a condition, at any depth, as strings."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _names_in(inner)
    else:
        yield str(value)
