"""A game that can be played: one edition, and the value of a hook in a situation."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from kensei_docs.database import Database, Record
from kensei_docs.engine.acting import NAMED, Actors, step
from kensei_docs.engine.amounts import Amount, amount_of
from kensei_docs.engine.effects import Effect, resolved
from kensei_docs.engine.play import bringings, play_of
from kensei_docs.engine.situation import Situation, Words, situation
from kensei_docs.engine.trace import Act, Step, Trace
from kensei_docs.problems import Place, Problem, Unusable, closest

_ACTS: dict[str, Act] = {"add": "add", "set": "set", "multiply": "multiply", "divide": "divide", "max": "max"}


class Game:
    """One edition of a database, as a referee knows it."""

    def __init__(self, database: Database, edition: str) -> None:
        self.database = database
        self.edition = database.editions[edition]
        self.play = play_of(self.edition)
        self.words = Words(database, self.edition, bringings(database))
        self.actors = Actors(self.words, self.play)
        kinds = set(database.vocabulary.kinds.values())
        for name in self.play.always:
            if "/" in name:
                self.record(name)
            elif name not in kinds:
                raise self.fault(f"'{name}' is no kind of record{closest(name, kinds)}")

    def without(self, *effects: tuple[str, str]) -> Game:
        """Return the game as if the rulebook hadn't some effects (``(record id, path)``)."""
        game = copy(self)
        game.actors = copy(self.actors)
        game.actors.without = frozenset(effects)
        return game

    def situation(self, given: Mapping[str, Any], place: Place | None = None) -> Situation:
        """Return the situation that a mapping describes; raises Unusable for unknown words."""
        now = self.actors.conditions.complete(situation(self.words, given, place))
        for name in now.given.get(NAMED, []):
            if name not in self.actors.named:
                raise Unusable(
                    Problem(
                        place or Place("situation"),
                        f"{NAMED}: '{name}' names no "
                        f"effect of {self.edition.id}"
                        f"{closest(name, self.actors.named)}; mend the name",
                        "situation",
                    )
                )
        return now

    def record(self, identity: str) -> Record:
        """Return the record of an id, or raise Unusable."""
        record = self.edition.records.get(identity)
        if record is None:
            raise self.fault(f"'{identity}' is no record of {self.edition.id}{closest(identity, self.edition.records)}")
        return record

    def fact(self, name: str) -> tuple[Record, str, Any]:
        """Return the record, path and value of ``roll/combat:base``, or raise Unusable."""
        identity, _, path = name.partition(":")
        record = self.record(identity)
        missing = object()
        value = record.get(path, missing)
        if value is missing:
            raise self.fault(f"{identity} has no '{path}'{closest(path, [fact.path for fact in record.facts])}")
        if isinstance(value, str) and value.startswith("$"):
            path = f"figures.{value[1:]}"
        return record, path, resolved(record, value)

    def fault(self, message: str) -> Unusable:
        """Return the exception for a declaration that can't be followed, ready to raise."""
        return Unusable(Problem(self.edition.tree.place("play"), f"{message}; mend it", "play"))

    def value(self, hook: str, now: Situation, part: str | None = None) -> Trace:
        """Return what a hook comes to: its base, and every effect that acts on it.

        ``part`` (``record:path``) leaves out all effects but one, and the base.
        """
        if hook not in self.database.vocabulary.hooks:
            raise self.fault(f"'{hook}' is no hook{closest(hook, self.database.vocabulary.hooks)}")
        trace = Trace()
        total = self._base(hook, now, trace) if part is None else Amount()
        acting = self._stacked(hook, self.actors.acting(hook, now, trace, part), now, trace)
        for operation in self.play.sequence:
            for effect in acting:
                if effect.operation == operation:
                    total = self._applied(total, effect, now, trace)
        trace.steps += [step("reroll", effect, total) for effect in acting if effect.operation == "reroll"]
        trace.value = total
        return trace

    def _base(self, hook: str, now: Situation, trace: Trace) -> Amount:
        sources = self.play.base.get(hook, [])
        for source in [sources] if isinstance(sources, str) else sources:
            if ":" in source:
                record, path, value = self.fact(source)
                trace.doubt(record)
                begun = Step("base", str(value), "", record, path)
            else:
                value = now.number(source)
                begun = Step("given", source, "")
            amount = amount_of(value)
            if amount is not None:
                trace.steps.append(replace(begun, value=str(amount)))
                return amount
        return Amount()

    def _stacked(self, hook: str, acting: list[Effect], now: Situation, trace: Trace) -> list[Effect]:
        """Return the effects that count together, by the edition's rule of stacking."""
        rule = self.play.stacking.get(hook, self.play.stacking.get("all", "add"))
        added = [effect for effect in acting if effect.operation == "add"]
        if rule == "add" or len(added) < 2:
            return acting
        counted = (
            added[-1]
            if rule == "replace"
            else max(added, key=lambda effect: abs(self._amount(effect, now, Trace()).count))
        )
        trace.steps += [step("unstacked", effect, counted.record.id) for effect in added if effect is not counted]
        return [effect for effect in acting if effect not in added or effect is counted]

    def _applied(self, total: Amount, effect: Effect, now: Situation, trace: Trace) -> Amount:
        amount = self._amount(effect, now, trace)
        if effect.operation == "add" and not (amount.number or amount.dice):
            return total
        trace.doubt(effect.record)
        if effect.operation == "add":
            total += amount
        elif effect.operation == "set":
            signed = str(effect.value)[:1] in "+-"
            total = total + amount if signed else replace(amount, target=total.target)
        elif effect.operation == "max":
            total = min(total, amount, key=lambda one: one.count)
        elif effect.operation == "multiply":
            total = total.times(amount.count)
        else:
            total = self._rounded(total.times(1 / amount.count))
        trace.steps.append(step(_ACTS[effect.operation], effect, total))
        return total

    def _amount(self, effect: Effect, now: Situation, trace: Trace) -> Amount:
        """Return an effect's figure as an amount, as often as it counts."""
        part = effect.record.get(effect.path)
        figure = str(effect.value)
        if "X" in figure:
            source = str(part.get("of") or "")
            stated = now.number(source)
            if stated is None:
                trace.assumed[source] = "0"
                return Amount()
            many = amount_of(stated)
            figure = figure.replace("X", str((many or Amount()).count))
        amount = amount_of(figure)
        if amount is None:
            raise self.fault(f"{effect.record.id}:{effect.place_path} '{figure}' is no amount")
        if part.get("per"):
            stated = now.number(part["per"])
            if stated is None:
                trace.assumed[part["per"]] = "0"
            times = amount_of(stated or "0")
            amount = amount.times(times.count if times else Fraction(0))
        return amount

    def _rounded(self, amount: Amount) -> Amount:
        if self.play.rounding == "none":
            return amount
        number = (floor if self.play.rounding == "down" else ceil)(amount.number)
        return replace(amount, number=Fraction(number))
