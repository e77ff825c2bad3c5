"""Who acts on a value: the records in play, and which of their effects count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kensei_docs.database import Record
from kensei_docs.engine.conditions import Conditions
from kensei_docs.engine.effects import Effect, effects_of
from kensei_docs.engine.play import PlaySchema
from kensei_docs.engine.situation import Situation, Words, names_of
from kensei_docs.engine.trace import Act, Step, Trace

# Under this name a situation lists the effects whose own name is all that says when they count.
NAMED = "self.applies"


@dataclass(frozen=True)
class InPlay:
    """A record in play, whose it is, and the level that it is learned to."""

    record: Record
    side: str = "self"
    level: str | None = None
    brought: bool = False


class Actors:
    """The effects of one edition, and which of them act in a situation.

    Effects named in ``without`` (``(record id, path)``) are left out.
    """

    def __init__(self, words: Words, play: PlaySchema) -> None:
        self.words, self.play = words, play
        self.without: frozenset[tuple[str, str]] = frozenset()
        self.conditions = Conditions(words, play.follows)

    @cached_property
    def effects(self) -> dict[str, dict[str, list[Effect]]]:
        """The effects by hook and record."""
        found: dict[str, dict[str, list[Effect]]] = {}
        for record in self.words.edition.records.values():
            for effect in effects_of(record):
                found.setdefault(effect.hook, {}).setdefault(record.id, []).append(effect)
        return found

    @cached_property
    def named(self) -> set[str]:
        """The names of effects that a situation has to name."""
        return {effect.path.rpartition(".")[2] for effect in self._all if effect.record.get(f"{effect.path}.named")}

    def in_play(self, now: Situation) -> list[InPlay]:
        """Return the records in play: those that always are, and those that are brought."""
        found: list[InPlay] = []
        for name in self.play.always:
            records = [self.words.edition.records[name]] if "/" in name else self.words.of(name)
            found += [InPlay(record) for record in records]
        for name, values in now.given.items():
            brought = self.words.bringing(name)
            if brought is None:
                continue
            side, entry = brought
            level = str(values[0]) if entry.levels else None
            wanted = {name.rpartition(".")[2]} if entry.levels else set(map(str, values))
            found += [
                InPlay(record, side, level, True)
                for kind in entry.kinds
                for record in self.words.of(kind)
                if wanted & set(names_of(record.slug, record.data, entry.by))
            ]
        return found

    def acting(self, hook: str, now: Situation, trace: Trace, part: str | None) -> list[Effect]:
        """Return the effects that count for a hook; what was assumed, passed over or is in
        doubt goes into the trace."""
        found: list[Effect] = []
        in_play = self.in_play(now)
        for one in in_play:
            if one.brought and self._is_words_alone(one.record):
                trace.doubt(one.record)
            for effect in self.effects.get(hook, {}).get(one.record.id, ()):
                if (
                    effect in found
                    or (effect.record.id, effect.path) in self.without
                    or not _is_asked(effect, part)
                    or not self._reaches(effect, one, now)
                ):
                    continue
                held = self.conditions.holding(effect.when, now, one.side)
                trace.assumed.update(held.assumed)
                if held.holds:
                    found.append(effect)
        return _counting(found, {one.record.id for one in in_play}, trace)

    def _reaches(self, effect: Effect, one: InPlay, now: Situation) -> bool:
        """Return whether an effect reaches the roll from its side, at its level, and is named
        where only its name says when it counts."""
        steps = effect.path.split(".")
        if steps[0] == "levels" and one.level != str(one.record.get(f"levels.{steps[1]}.level")):
            return False
        if one.record.get(f"{effect.path}.named") and steps[-1] not in now.given.get(NAMED, []):
            return False
        return one.side in self._sides.get(effect.whose, [effect.whose])

    def _is_words_alone(self, record: Record) -> bool:
        """Return whether nothing formal tells what a record does: it has no effect, and no
        effect depends on it."""
        return (
            record.data.get("status") == "prose"
            and record.slug not in self._told
            and not any(record.id in by_record for by_record in self.effects.values())
        )

    @cached_property
    def _told(self) -> set[str]:
        return {name for effect in self._all for value in effect.when.values() for name in _names_in(value)}

    @cached_property
    def _sides(self) -> dict[str, list[str]]:
        return self.words.database.vocabulary.section("whose")

    @cached_property
    def _all(self) -> list[Effect]:
        return [effect for by_record in self.effects.values() for effects in by_record.values() for effect in effects]


def step(act: Act, effect: Effect, value: Any) -> Step:
    """Return the step that an effect is in a trace."""
    return Step(act, str(effect.value), str(value), effect.record, effect.fact, effect.path)


def _is_asked(effect: Effect, part: str | None) -> bool:
    return effect.operation == "ignore" or part in (None, effect.record.id, f"{effect.record.id}:{effect.path}")


def _counting(effects: list[Effect], in_play: set[str], trace: Trace) -> list[Effect]:
    """Return the effects without those that others ignore, replace or state again."""
    left = []
    for effect in effects:
        again = effect.record.get(f"{effect.path}.restates")
        by = next((other for other in effects if other is not effect and _passes_over(other, effect)), None)
        if by is not None:
            ignored = by.operation == "ignore"
            trace.steps.append(step("ignored" if ignored else "replaced", effect, f"{by.record.id}:{by.path}"))
            if ignored:
                trace.steps.append(step("read", by, by.value))
            trace.doubt(by.record)
        elif again in in_play:
            trace.steps.append(step("restated", effect, again))
        else:
            left.append(effect)
    return left


def _passes_over(by: Effect, effect: Effect) -> bool:
    """Return whether one effect makes another not count."""
    if by.operation != "ignore":
        return bool(by.record.get(f"{by.path}.replaces") == effect.record.id)
    return effect.operation not in ("ignore", "reroll") and str(by.value) in (
        effect.record.id,
        effect.record.kind,
        *effect.when,
        effect.record.get(f"{effect.path}.per"),
    )


def _names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _names_in(inner)
    else:
        yield str(value)
