"""The consequences of a change in play: the expected results of a roll, or a series of values, before and after it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import Field

from kensei_docs.database import Database, Edition
from kensei_docs.database.schema import Number, Schema
from kensei_docs.engine import Game
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.effects import Effect, effects_of, hook_property, resolve
from kensei_docs.engine.expressions.evaluation import Evaluation
from kensei_docs.engine.game import roll_of
from kensei_docs.engine.odds import expected_successes, odds
from kensei_docs.problems import Unusable
from kensei_docs.versions.changes import Change, Consequence, End, Series

# The `passes` of a roll of which every die that passes is a success; the other rolls pass or fail as a whole.
_EACH_DIE_COUNTS = "at-least"


class OddsSchema(Schema):
    """The attack that a roll belongs to (``odds`` of a lineage): the ``attack``, its ``result`` to compare, additional
    conditions (``when``), and the values that the odds need of each side (``troops``)."""

    attack: str
    result: str
    when: dict[str, Any] = Field(default_factory=dict)
    troops: dict[str, Any] = Field(default_factory=dict)


class SeriesSchema(Schema):
    """A computed value (``value``) of both editions, to be compared at some values (``at``) of the quantity ``of``."""

    value: str
    of: str
    at: list[Number]


@dataclass(frozen=True)
class Consequences:
    """Computes the consequences of changes under the rules of both sides, in the lineage's situation (``given``).

    For a change of an effect, the conditions of that effect are added to the situation. The keys of ``odds`` are names
    of rolls, those of ``series`` facts (``record:path``): a series is reported with a change of its fact.
    """

    a: tuple[Database, Edition]
    b: tuple[Database, Edition]
    given: Mapping[str, Any]
    odds: Mapping[str, OddsSchema] = field(default_factory=dict)
    series: Mapping[str, SeriesSchema] = field(default_factory=dict)

    def consequence_of(self, change: Change) -> Consequence | None:
        """Return the expected successes of the changed roll on both sides, with the result of its attack.

        None if the change is not one of an effect, the engine can't compute the numbers, or they are equal.
        """
        effects = [effect for end in (change.a, change.b) if (effect := _effect_at(end)) is not None]
        if not effects or self._games is None:
            return None
        roll = str(hook_property(self.b[0], effects[-1].hook, "roll"))
        given = dict(self.given)
        for effect in effects:
            given.update(_circumstances(effect))
        before, after = (_expected(game, roll, given) for game in self._games)
        if before is None or after is None or before == after:
            return None
        pools = {_pool(game, roll, self.given) for game in self._games}
        dice = pools.pop() if len(pools) == 1 else None
        declared = self.odds.get(roll)
        if declared is not None:
            named = [_named_in_other_rolls(game, declared.attack, roll) for game in self._games]
            if any(name in named[0] ^ named[-1] for name in given.keys() - self.given.keys()):
                # Only one edition has effects with these conditions on another roll of the attack: the results of the
                # two attacks would differ by more than this change.
                declared = None
        results = [_result(game, declared, self.given, given) for game in self._games] if declared else []
        if declared is None or None in results:
            return Consequence(roll, before, after, dice=dice)
        return Consequence(roll, before, after, declared.result, results[0], results[1], dice)

    def series_of(self, change: Change) -> Series | None:
        """Return the series that is declared for the changed fact; None without one, or if both sides are equal."""
        for end in (change.a, change.b):
            declared = self.series.get(f"{end.record.id}:{end.path}") if end.record else None
            if declared is not None and self._games:
                values = [tuple(_computed(game, declared, at) for at in declared.at) for game in self._games]
                if all(None not in side for side in values) and values[0] != values[1]:
                    at = tuple(map(str, declared.at))
                    return Series(declared.value, declared.of, at, *(tuple(map(str, side)) for side in values))
        return None

    @cached_property
    def _games(self) -> tuple[Game, Game] | None:
        """The rules of both sides; None if the engine can't play one of them."""
        try:
            return Game(self.a[0], self.a[1].id), Game(self.b[0], self.b[1].id)
        except Unusable:
            return None


def _expected(game: Game, roll: str, given: Mapping[str, Any]) -> float | None:
    """Return the expected successes of a roll in a situation; None if they can't be computed."""
    try:
        situation = _situation(game, given)
        if roll_of(game, roll, situation).passes != _EACH_DIE_COUNTS:
            return None
        return round(float(expected_successes(game, roll, situation)), 2)
    except Unusable:
        # A rule is not formal, or this edition lacks a condition.
        return None


def _pool(game: Game, roll: str, given: Mapping[str, Any]) -> int | None:
    """Return the number of dice of a roll in a situation; None if it can't be computed."""
    try:
        return roll_of(game, roll, _situation(game, given)).dice
    except Unusable:
        return None


def _situation(game: Game, given: Mapping[str, Any]) -> Situation:
    """Return the situation of the conditions in ``given`` that an edition knows."""
    return game.situation({name: value for name, value in given.items() if game.terms.is_known(name)})


def _result(game: Game, declared: OddsSchema, usual: Mapping[str, Any], given: Mapping[str, Any]) -> float | None:
    """Return the expected result of an attack by troops in the situation ``given`` on troops in the ``usual`` one.

    None if it can't be computed.
    """

    def view(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Situation:
        of_other = {
            name.replace("self.", "opponent.", 1): value for name, value in theirs.items() if name.startswith("self.")
        }
        return _situation(game, {**of_other, **ours, **declared.when})

    troops = {"ours": declared.troops, "theirs": declared.troops}
    try:
        attack = odds(game, declared.attack, view(given, usual), view(usual, given), troops)
    except Unusable:
        return None
    ours = (chance for chance in attack.chances if chance.whose in ("", "ours"))
    mean = next((chance.mean for chance in ours if chance.name == declared.result), None)
    return None if mean is None else round(float(mean), 2)


def _named_in_other_rolls(game: Game, attack: str, roll: str) -> set[str]:
    """Return the names of the conditions of an edition's effects on the other rolls of an attack."""
    chances = game.play.odds.get(attack)
    links = [*chances.each, *chances.steps] if chances else []
    others = {throw.roll for link in links for throw in link.throws.values()} - {roll, None}
    return {
        name
        for record in game.edition.records.values()
        for effect in effects_of(record)
        if hook_property(game.database, effect.hook, "roll") in others
        for name in effect.when
    }


def _computed(game: Game, declared: SeriesSchema, at: float) -> Any:
    """Return the value of a series at one value of its quantity; None if it can't be computed."""
    expression = game.play.computes.get(declared.value)
    if expression is None:
        return None
    try:
        return Evaluation(game, {declared.of: at}, game.situation({})).evaluate(expression)
    except Unusable:
        return None


def _effect_at(end: End) -> Effect | None:
    """Return the effect that the changed value is part of; None if it is part of none."""
    if end.record is None or not end.path:
        return None
    return next((effect for effect in effects_of(end.record) if end.path.startswith(f"{effect.path}.")), None)


def _circumstances(effect: Effect) -> dict[str, Any]:
    """Return values for the atoms of an effect's condition that make it true; atoms with ``not`` are left out."""
    values = {}
    for atom, value in effect.when.items():
        form, inner = next(iter(value.items())) if isinstance(value, dict) else ("is", value)
        if form != "not":
            values[atom] = resolve(effect.record, inner[0] if isinstance(inner, list) else inner)
    return values
