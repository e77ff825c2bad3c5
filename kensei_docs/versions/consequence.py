"""What a change comes to in play: the successes that a roll may expect, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kensei_docs.database import Database, Edition
from kensei_docs.engine import Game
from kensei_docs.engine.effects import Effect, effects_of, of_hook, resolved
from kensei_docs.engine.rolls import roll_of
from kensei_docs.engine.throws import expected
from kensei_docs.problems import Unusable
from kensei_docs.versions.change import Change, Consequence, End

# Rolls of which each die that passes is a success to be counted.
COUNTED = "at-least"


@dataclass(frozen=True)
class Reckoner:
    """Reckons with the rules of both sides in one situation, ``given`` by the lineage.

    A change of an effect adds the circumstances in which that effect works.
    """

    a: tuple[Database, Edition]
    b: tuple[Database, Edition]
    given: Mapping[str, Any]

    def of(self, change: Change) -> Consequence | None:
        """Return the successes that the roll may expect on both sides, None where it can't be
        computed or comes to the same."""
        effects = [_effect(end) for end in (change.a, change.b)]
        known = [effect for effect in effects if effect is not None]
        if not known:
            return None
        database = self.b[0]
        roll = of_hook(database, known[-1].hook, "roll")
        given = dict(self.given)
        for effect in known:
            given.update(_circumstances(effect))
        found = [self._expected(game, str(roll), given) for game in self._games]
        if None in found or found[0] == found[1]:
            return None
        return Consequence(str(roll), found[0] or 0.0, found[1] or 0.0)

    @cached_property
    def _games(self) -> tuple[Game | None, Game | None]:
        return _game(*self.a), _game(*self.b)

    @staticmethod
    def _expected(game: Game | None, roll: str, given: Mapping[str, Any]) -> float | None:
        if game is None:
            return None
        try:
            now = game.situation(given)
            if roll_of(game, roll, now).passes != COUNTED:
                return None
            return round(float(expected(game, roll, now)), 2)
        except Unusable:
            # A rule that is not formal, or a circumstance that this edition doesn't know.
            return None


def _game(database: Database, edition: Edition) -> Game | None:
    try:
        return Game(database, edition.id)
    except Unusable:
        return None


def _effect(end: End) -> Effect | None:
    """Return the effect that a side of a change is about, if it is about one."""
    if end.record is None or not end.path:
        return None
    return next((effect for effect in effects_of(end.record) if end.path.startswith(f"{effect.path}.")), None)


def _circumstances(effect: Effect) -> dict[str, Any]:
    """Return one situation in which an effect works, where its condition names one."""
    found = {}
    for atom, value in effect.when.items():
        form, inner = next(iter(value.items())) if isinstance(value, dict) else ("is", value)
        if form != "not":
            found[atom] = resolved(effect.record, inner[0] if isinstance(inner, list) else inner)
    return found
