"""Throws of a chain of chances: which dice they are, and the distribution of what they show."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from kensei_docs.engine import dice
from kensei_docs.engine.amounts import amount_of
from kensei_docs.engine.dice import Again, PoolDie, Pools
from kensei_docs.engine.effects import resolved
from kensei_docs.engine.forms import Reckoning, counted
from kensei_docs.engine.game import Game
from kensei_docs.engine.play import Throw
from kensei_docs.engine.rolls import Roll, roll_of
from kensei_docs.engine.situation import Situation
from kensei_docs.engine.trace import Trace
from kensei_docs.problems import Place, Problem, Unusable

if TYPE_CHECKING:
    from icepool import Die

NATURAL = "die.natural"
Inputs = tuple[int, int | None]


class Thrower:
    """One throw in one situation; raises Unusable where a roll of it can't be told."""

    def __init__(self, game: Game, throw: Throw, now: Situation) -> None:
        self.game, self.throw, self.now = game, throw, now
        self.trace = Trace()
        self.rights: tuple[Again, ...] = ()
        self._pools: dict[int | None, Pools] = {}
        if throw.roll:
            for part in (self.roll.pool, self.roll.result, self.roll.difficulty):
                self.trace.take_in(part)
            self.rights = tuple(self._rights())

    @cached_property
    def roll(self) -> Roll:
        return roll_of(self.game, str(self.throw.roll), self.now)

    @cached_property
    def _by_face(self) -> list[Roll]:
        """The roll as it is for a die that shows each face; some rules ask for the face."""
        return [
            roll_of(self.game, self.roll.name, Situation({**self.now.given, NATURAL: [str(face)]}))
            for face in range(1, self.roll.faces + 1)
        ]

    @cached_property
    def _die(self) -> tuple[int, int]:
        """The faces of the die that isn't a roll's, and how many of them the rules throw."""
        amount = amount_of(str(self.game.fact(str(self.throw.die))[2]))
        faces, many = next(iter(amount.dice.items())) if amount and amount.dice else (0, 0)
        if not faces:
            raise self.game.fault(f"'{self.throw.die}' is no die")
        return faces, int(many)

    def inputs(self, here: Reckoning) -> Inputs:
        """Return how many dice are thrown, and the score that each needs, where one is given."""
        throw = self.throw
        if throw.dice is not None:
            many = int(here.amount(throw.dice).count)
        elif throw.roll:
            pools = any(
                hook.get("roll") == throw.roll and hook.get("changes") == "pool"
                for hook in self.game.database.vocabulary.hooks.values()
            )
            many = self.roll.dice if pools else self._own_dice
        else:
            many = self._die[1]
        if many > dice.MOST:
            raise Unusable(
                Problem(Place("odds"), f"{many} dice are too many; {dice.MOST} is the most of one throw", "odds")
            )
        score = throw.against if throw.roll else throw.reaches
        if score is None:
            return many, None
        number = counted(here.of(score))
        return many, None if number is None else int(number)

    @property
    def _own_dice(self) -> int:
        amount = amount_of(str(self.game.fact(self.game.play.rolls[self.roll.name].die)[2]))
        return int(amount.count) if amount else 0

    def outcomes(self, inputs: Inputs) -> Die[tuple[int, ...]]:
        """Return the distribution of what is thrown: a tuple of the throw's names."""
        many, score = inputs
        many = max(many, 0)
        if self.throw.roll:
            return self._of_roll(many, score)
        faces = self._die[0]
        if self.throw.keep:
            found = dice.highest(faces, many)
        elif self.throw.reaches is not None:
            found = dice.reaching(faces, many, score)
        else:
            found = dice.summed(faces, many)
        return dice.changed(found, lambda value: (value,))

    def _of_roll(self, many: int, against: int | None) -> Die[tuple[int, ...]]:
        if against not in self._pools:
            self._pools[against] = Pools(self._pool_die(against))
        pool = self._pools[against].of(many)
        if not self.throw.counts:
            return dice.changed(pool, lambda kinds: (kinds[-1],))
        # Kinds go from the worst up, `counts` from the best down.
        return dice.changed(pool, lambda kinds: kinds[:0:-1])

    def _pool_die(self, against: int | None) -> PoolDie:
        passing = frozenset(face for face, roll in enumerate(self._by_face, 1) if roll.passed(face, against))
        if not self.throw.counts:
            kinds = [int(face in passing) for face in range(1, self.roll.faces + 1)]
        else:
            worst_first = [None, *reversed(self.throw.counts.values())]
            kinds = []
            for face, roll in enumerate(self._by_face, 1):
                does = roll.record.get(f"outcomes.{roll.outcome(face)}.does")
                kinds.append(worst_first.index(does) if does in worst_first else 0)
        return PoolDie(tuple(kinds), len(self.throw.counts) + 1 if self.throw.counts else 2, passing, self.rights)

    def _rights(self) -> list[Again]:
        """Return the rights to throw dice again, and note in the trace what is in doubt."""
        found: dict[tuple[str, str], tuple[set[int], int | None, bool]] = {}
        for face, roll in enumerate(self._by_face, 1):
            for step in roll.result.steps:
                if step.act != "reroll" or step.record is None:
                    continue
                effect = step.record.get(step.effect)
                said = resolved(step.record, effect["reroll"])
                amount = amount_of(str(said))
                limit = int(amount.count) if amount else None
                ours = effect.get("whose", "self") not in ("opponent", "enemies", "attacker")
                key = (step.record.id, step.effect)
                found.setdefault(key, (set(), limit, ours))[0].add(face)
                self.trace.doubt(step.record)
                if step not in self.trace.steps:
                    self.trace.steps.append(step)
        return [Again(frozenset(faces), limit, ours) for faces, limit, ours in found.values()]


def expected(game: Game, name: str, now: Situation) -> Fraction:
    """Return how many dice of a kind of roll may be expected to pass, dice thrown again counted.

    Raises Unusable where the roll can't be told in that situation.
    """
    thrower = Thrower(game, Throw(roll=name), now)
    found = thrower.outcomes(thrower.inputs(Reckoning(game, {}, now)))
    return sum((Fraction(hits * many, found.denominator()) for (hits,), many in found.items()), Fraction(0))
