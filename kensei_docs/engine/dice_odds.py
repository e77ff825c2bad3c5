"""The exact odds of one throw of dice: pools of a roll with dice that are rerolled, totals, best dice.

Outcomes are icepool's ``Die``: every chance is a fraction of whole numbers. ``PoolOdds`` computes
pools of any die; ``Thrower`` makes the throw that an edition declares under ``play.odds``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from kensei_docs.engine.amounts import amount_of
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.effects import resolve
from kensei_docs.engine.expressions.evaluation import Evaluation, number_of
from kensei_docs.engine.game import Game
from kensei_docs.engine.play import Throw
from kensei_docs.engine.rolls import Roll, roll_of
from kensei_docs.engine.trace import Trace
from kensei_docs.problems import unusable

if TYPE_CHECKING:
    from icepool import Die

# The most dice that a pool may have; more are no attack, and would take long.
MOST_DICE = 120
_BASE = MOST_DICE + 1
# The condition on the face that a die shows.
NATURAL = "die.natural"
# How many dice are thrown, and the score that each needs, where one is given.
Inputs = tuple[int, int | None]


@dataclass(frozen=True)
class Reroll:
    """A right to reroll dice, each once: all that show one of ``faces``, or up to ``limit`` dice.

    The roller rerolls dice that failed (``ours``), the other side dice that passed.
    """

    faces: frozenset[int]
    limit: int | None
    ours: bool


@dataclass(frozen=True)
class PoolDie:
    """A die of a pool: the kind of result of each face, 0 the worst, and which faces pass.

    ``width`` is the number of kinds, including kinds that no face has.
    """

    kinds: tuple[int, ...]
    width: int
    passing: frozenset[int]
    rerolls: tuple[Reroll, ...] = ()


class PoolOdds:
    """The odds of pools of one die, for any number of dice: how many dice have each kind of result.

    Rerolls with a limit are used on the worst dice that failed (or the best that passed, by the
    other side), and never on a die that was rerolled before.
    """

    def __init__(self, die: PoolDie) -> None:
        from icepool import Die

        self._width = die.width
        limited = [reroll for reroll in die.rerolls if reroll.limit is not None]
        unlimited = [reroll for reroll in die.rerolls if reroll.limit is None]
        # Rerolled dice get kinds of their own (offset by ``_marked``) only if another reroll could apply to them.
        self._marked = die.width if limited and (unlimited or len(limited) > 1) else 0
        plain: Die[int] = Die(list(die.kinds))
        rerolled = plain.map(lambda kind: kind + self._marked)
        one: Die[int] = Die(
            [
                rerolled if any(_covers(reroll, die, face) for reroll in unlimited) else Die([kind])
                for face, kind in enumerate(die.kinds, 1)
            ]
        )
        # A pool is encoded as one number with a digit for each kind, because icepool adds numbers fast.
        self._one = one.map(_digit)
        self._sums: list[Die[int]] = [Die([0])]
        good = {die.kinds[face - 1] for face in die.passing}
        self._limited = []
        for reroll in limited:
            order = [kind for kind in range(die.width) if (kind in good) != reroll.ours]
            fresh: list[Die[int]] = [Die([0])]
            for _ in range(reroll.limit or 0):
                fresh.append(fresh[-1] + rerolled.map(_digit))
            self._limited.append((order if reroll.ours else order[::-1], fresh))

    def outcomes(self, dice: int) -> Die[tuple[int, ...]]:
        """Return the distribution of the numbers of dice by kind, the worst kind first, for a number of dice."""
        while len(self._sums) <= dice:
            self._sums.append(self._sums[-1] + self._one)
        pool = self._sums[dice]
        for order, fresh in self._limited:
            pool = _reroll(pool, order, fresh)
        return map_outcomes(pool, self._numbers)

    def _numbers(self, pool: int) -> tuple[int, ...]:
        digits = [pool // _digit(kind) % _BASE for kind in range(self._width + self._marked)]
        return tuple(digits[kind] + (digits[kind + self._marked] if self._marked else 0) for kind in range(self._width))


def _digit(kind: int) -> int:
    return int(_BASE**kind)


def _covers(reroll: Reroll, die: PoolDie, face: int) -> bool:
    return face in reroll.faces and (face in die.passing) != reroll.ours


def _reroll(pool: Die[int], order: Sequence[int], fresh: Sequence[Die[int]]) -> Die[int]:
    """Return the pool after rerolling dice in that order of kinds; ``fresh[n]`` is the distribution of n new dice."""

    def after(number: int) -> Die[int]:
        taken = 0
        for kind in order:
            more = min(len(fresh) - 1 - taken, number // _digit(kind) % _BASE)
            number -= more * _digit(kind)
            taken += more
        return fresh[taken] + number

    rerolled: Die[int] = pool.map(after, star=False)
    return rerolled


def map_outcomes(die: Die[Any], image: Callable[[Any], Any]) -> Die[Any]:
    """Return the distribution of ``image(outcome)``; faster than icepool's map, which also handles dice as images."""
    from icepool import Die

    weights: dict[Any, int] = {}
    for outcome, many in die.items():
        seen = image(outcome)
        weights[seen] = weights.get(seen, 0) + many
    return Die(weights)


def extend_outcomes(die: Die[Any], then: Callable[[Any], Die[Any]]) -> Die[Any]:
    """Return a distribution of tuples, each outcome extended by the outcomes of ``then(outcome)``."""
    from icepool import Die

    pairs = [(outcome, many, then(outcome)) for outcome, many in die.items()]
    whole = lcm(*(after.denominator() for _, _, after in pairs))
    weights: dict[Any, int] = {}
    for outcome, many, after in pairs:
        share = many * (whole // after.denominator())
        for more, times in after.items():
            seen = outcome + more
            weights[seen] = weights.get(seen, 0) + share * times
    return Die(weights)


class Thrower:
    """One declared throw in one situation; raises Unusable where its roll can't be computed.

    ``rerolls`` are the rights to reroll that apply.
    """

    def __init__(self, game: Game, throw: Throw, now: Situation) -> None:
        self.game, self.throw, self.now = game, throw, now
        self.trace = Trace()
        self.rerolls: tuple[Reroll, ...] = ()
        self._pools: dict[int | None, PoolOdds] = {}
        if throw.roll:
            for part in (self.roll.pool, self.roll.result, self.roll.difficulty):
                self.trace.take_in(part)
            self.rerolls = tuple(self._find_rerolls())

    @cached_property
    def roll(self) -> Roll:
        return roll_of(self.game, str(self.throw.roll), self.now)

    @cached_property
    def _rolls_by_face(self) -> list[Roll]:
        """The roll for each face that the die may show, because some effects depend on the face."""
        return [
            roll_of(self.game, self.roll.name, Situation({**self.now.given, NATURAL: [str(face)]}))
            for face in range(1, self.roll.faces + 1)
        ]

    @cached_property
    def _die(self) -> tuple[int, int]:
        """The number of faces of a plain die (one that belongs to no roll), and the number of dice."""
        amount = amount_of(str(self.game.fact(str(self.throw.die))[2]))
        faces, many = next(iter(amount.dice.items())) if amount and amount.dice else (0, 0)
        if not faces:
            raise self.game.fault(f"'{self.throw.die}' is no die")
        return faces, int(many)

    def inputs(self, run: Evaluation) -> Inputs:
        """Return the number of dice, and the score that each must reach (None if none is given)."""
        throw = self.throw
        if throw.dice is not None:
            many = int(run.amount(throw.dice).count)
        elif throw.roll:
            many = self.roll.dice if self._has_pool else self._own_dice
        else:
            many = self._die[1]
        if many > MOST_DICE:
            message = f"{many} dice are too many; {MOST_DICE} is the most of one throw"
            raise unusable("odds", message, "odds")
        score = throw.against if throw.roll else throw.reaches
        number = None if score is None else number_of(run.evaluate(score))
        return many, None if number is None else int(number)

    @property
    def _has_pool(self) -> bool:
        """Whether a hook changes how many dice the roll has."""
        hooks = self.game.database.vocabulary.hooks.values()
        return any(hook.get("roll") == self.throw.roll and hook.get("changes") == "pool" for hook in hooks)

    @property
    def _own_dice(self) -> int:
        amount = amount_of(str(self.game.fact(self.game.play.rolls[self.roll.name].die)[2]))
        return int(amount.count) if amount else 0

    def outcomes(self, inputs: Inputs) -> Die[tuple[int, ...]]:
        """Return the distribution of the throw: tuples with a value for each of its names."""
        from icepool import Die, d

        many, score = max(inputs[0], 0), inputs[1]
        if self.throw.roll:
            return self._roll_outcomes(many, score)
        die = d(self._die[0])
        found: Die[int]
        if not many or (self.throw.reaches is not None and score is None):
            found = Die([0])
        elif self.throw.keep:
            found = die.highest(many)
        elif self.throw.reaches is not None:
            found = many @ die.map(lambda face: int(face >= score))
        else:
            found = die.pool(many).sum()
        return map_outcomes(found, lambda value: (value,))

    def _roll_outcomes(self, many: int, against: int | None) -> Die[tuple[int, ...]]:
        if against not in self._pools:
            self._pools[against] = PoolOdds(self._pool_die(against))
        pool = self._pools[against].outcomes(many)
        if not self.throw.counts:
            return map_outcomes(pool, lambda kinds: (kinds[-1],))
        # Kinds are ordered from the worst to the best, `counts` from the best to the worst.
        return map_outcomes(pool, lambda kinds: kinds[:0:-1])

    def _pool_die(self, against: int | None) -> PoolDie:
        passing = frozenset(face for face, roll in enumerate(self._rolls_by_face, 1) if roll.passed(face, against))
        if not self.throw.counts:
            kinds = [int(face in passing) for face in range(1, self.roll.faces + 1)]
            return PoolDie(tuple(kinds), 2, passing, self.rerolls)
        worst_first = [None, *reversed(self.throw.counts.values())]
        kinds = []
        for face, roll in enumerate(self._rolls_by_face, 1):
            does = roll.record.get(f"outcomes.{roll.outcome(face)}.does")
            kinds.append(worst_first.index(does) if does in worst_first else 0)
        return PoolDie(tuple(kinds), len(worst_first), passing, self.rerolls)

    def _find_rerolls(self) -> list[Reroll]:
        """Return the rights to reroll dice; add their effects and doubts to the trace."""
        found: dict[tuple[str, str], tuple[set[int], int | None, bool]] = {}
        for face, roll in enumerate(self._rolls_by_face, 1):
            for step in roll.result.steps:
                if step.act != "reroll" or step.record is None:
                    continue
                effect = step.record.get(step.effect)
                amount = amount_of(str(resolve(step.record, effect["reroll"])))
                limit = int(amount.count) if amount else None
                ours = effect.get("whose", "self") not in ("opponent", "enemies", "attacker")
                found.setdefault((step.record.id, step.effect), (set(), limit, ours))[0].add(face)
                self.trace.doubt(step.record)
                if step not in self.trace.steps:
                    self.trace.steps.append(step)
        return [Reroll(frozenset(faces), limit, ours) for faces, limit, ours in found.values()]


def expected_successes(game: Game, name: str, now: Situation) -> Fraction:
    """Return the expected number of dice of a kind of roll that pass, rerolls included.

    Raises Unusable where the roll can't be computed in that situation.
    """
    thrower = Thrower(game, Throw(roll=name), now)
    found = thrower.outcomes(thrower.inputs(Evaluation(game, {}, now)))
    return sum((Fraction(hits * many, found.denominator()) for (hits,), many in found.items()), Fraction(0))
