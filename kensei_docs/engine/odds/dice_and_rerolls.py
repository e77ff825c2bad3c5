"""The exact odds of one throw of dice: pools of a roll with dice that are rerolled, totals, best dice.

A ``Distribution`` has the exact chance of each outcome, as whole-number weights whose sum stands for certainty: they
stay exact and are added and multiplied faster than fractions. ``PoolOdds`` computes pools of any die; ``Thrower`` makes
the throw that an edition declares under ``play.odds``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any, Generic, TypeVar

from kensei_docs.engine.amounts_and_traces import Trace, amount_of
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.effects import resolve
from kensei_docs.engine.expressions.evaluation import Evaluation, number_of
from kensei_docs.engine.game import Game
from kensei_docs.engine.play_schema import Throw
from kensei_docs.engine.rolls import Roll, roll_of
from kensei_docs.problems import say, unusable

# The most dice of one throw: no attack has more, and they would take long to compute.
MOST_DICE = 120
# The condition on the face that a die shows.
NATURAL = "die.natural"
# How many dice are thrown, and the score that each needs, where one is given.
Inputs = tuple[int, int | None]
T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True)
class Distribution(Generic[T]):
    """The weight of each outcome; outcomes without weight are left out."""

    weights: dict[T, int]

    @cached_property
    def total(self) -> int:
        return sum(self.weights.values())

    @property
    def likeliest(self) -> T:
        """The outcome with the greatest weight; of several, the first."""
        return max(self.weights, key=lambda outcome: self.weights[outcome])

    def chances(self) -> dict[T, Fraction]:
        """Return the chance of each outcome."""
        return {outcome: Fraction(weight, self.total) for outcome, weight in self.weights.items()}

    def map(self, image: Callable[[T], U]) -> Distribution[U]:
        """Return the distribution of ``image(outcome)``."""
        weights: dict[U, int] = {}
        for outcome, weight in self.weights.items():
            seen = image(outcome)
            weights[seen] = weights.get(seen, 0) + weight
        return Distribution(weights)


def mixture(parts: Iterable[tuple[int, Distribution[T]]]) -> Distribution[T]:
    """Return the distribution of an outcome drawn from one of several distributions, chosen by its weight."""
    taken = list(parts)
    whole = lcm(*(part.total for _, part in taken))
    weights: dict[T, int] = {}
    for weight, part in taken:
        share = weight * (whole // part.total)
        for outcome, inner_weight in part.weights.items():
            weights[outcome] = weights.get(outcome, 0) + share * inner_weight
    return Distribution(weights)


def total_of(faces: int, dice: int) -> Distribution[int]:
    """Return the distribution of the sum of dice."""
    weights = {0: 1}
    for _ in range(dice):
        sums: dict[int, int] = {}
        for before, weight in weights.items():
            for face in range(1, faces + 1):
                sums[before + face] = sums.get(before + face, 0) + weight
        weights = sums
    return Distribution(weights)


def highest_of(faces: int, dice: int) -> Distribution[int]:
    """Return the distribution of the highest of one or more dice."""
    return Distribution({face: face**dice - (face - 1) ** dice for face in range(1, faces + 1)})


def counts_of(kinds: list[int], numbers: dict[int, int], most_of_first: int = 0) -> Distribution[tuple[int, ...]]:
    """Return the distribution of tuples (n0, n1, ...): the number of dice of a pool with each kind of result.

    ``kinds`` has the weight of each kind for one die, ``numbers`` the weight of each number of dice in the pool. n0, of
    the first kind, is capped at ``most_of_first``: it follows from the size of the pool and the other numbers, and
    without it, pools of all sizes are added up before the other kinds are counted.
    """
    weight_of_first, *others = kinds
    whole, most = sum(kinds), max(numbers)
    # pools[used][n0] is the weight of the pools with ``used`` dice of the other kinds.
    pools: list[dict[int, int]] = [{} for _ in range(most + 1)]
    for dice, weight in numbers.items():
        for used in range(dice + 1):
            first = min(dice - used, most_of_first)
            share = weight * whole ** (most - dice) * comb(dice, used) * weight_of_first ** (dice - used)
            pools[used][first] = pools[used].get(first, 0) + share
    counted: dict[tuple[int, tuple[int, ...]], int] = {(0, ()): 1}
    for kind in others:
        powers = [kind**more for more in range(most + 1)] if kind else [1]
        counted = {
            (used + more, (*counts, more)): weight * comb(used + more, more) * powers[more]
            for (used, counts), weight in counted.items()
            for more in range(min(most - used + 1, len(powers)))
        }
    return Distribution(
        {
            (first, *counts): weight * share
            for (used, counts), weight in counted.items()
            for first, share in pools[used].items()
            if share
        }
    )


def added(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the sums of two tuples, part by part."""
    return tuple(first + second for first, second in zip(a, b, strict=True))


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
    """A die of a pool: the grade of the result of each face, 0 for the worst, and the faces that pass.

    ``grade_count`` is the number of grades, including those that no face has.
    """

    grades: tuple[int, ...]
    grade_count: int
    passing: frozenset[int]
    rerolls: tuple[Reroll, ...] = ()


class PoolOdds:
    """The odds of pools of one die, for any number of dice: how many dice have a result of each grade.

    Rerolls with a limit are used on the worst dice that failed (or the best that passed, by the
    other side), and never on a die that was rerolled before.
    """

    def __init__(self, die: PoolDie) -> None:
        self._grade_count = die.grade_count
        limited = [reroll for reroll in die.rerolls if reroll.limit is not None]
        unlimited = [reroll for reroll in die.rerolls if reroll.limit is None]
        # A rerolled die moves to a second set of grades, so that no other reroll applies to it. Without another reroll,
        # one set is enough: the offset is 0.
        self._rerolled_offset = die.grade_count if limited and (unlimited or len(limited) > 1) else 0
        faces, grades = len(die.grades), die.grade_count + self._rerolled_offset
        fresh, weights_of_one = [0] * grades, [0] * grades
        for grade in die.grades:
            fresh[grade + self._rerolled_offset] += 1
        for face, grade in enumerate(die.grades, 1):
            if any(_covers(reroll, die, face) for reroll in unlimited):
                weights_of_one = [before + weight for before, weight in zip(weights_of_one, fresh, strict=True)]
            else:
                weights_of_one[grade] += faces
        self._of_one_die = weights_of_one
        good = {die.grades[face - 1] for face in die.passing}
        # For each reroll with a limit: the grades to reroll in order, and a list whose item n, from 0 to the limit, is
        # the distribution of n rerolled dice.
        self._limited = []
        for reroll in limited:
            order = [grade for grade in range(die.grade_count) if (grade in good) != reroll.ours]
            new = [counts_of(fresh, {dice: 1}, dice) for dice in range((reroll.limit or 0) + 1)]
            self._limited.append((order if reroll.ours else order[::-1], new))
        self._most_rerolled = sum(reroll.limit or 0 for reroll in limited)

    def outcomes(self, numbers: dict[int, int]) -> Distribution[tuple[int, ...]]:
        """Return the distribution of the numbers of dice by grade, from the second worst to the best.

        ``numbers`` has the weight of each number of dice that may be thrown.
        """
        # Dice of the worst grade matter only as far as a limited reroll can take them.
        pool = counts_of(self._of_one_die, numbers, self._most_rerolled)
        for order, new in self._limited:
            pool = _reroll(pool, order, new)
        if self._rerolled_offset:
            pool = pool.map(lambda grades: added(grades[: self._grade_count], grades[self._grade_count :]))
        return pool.map(lambda grades: grades[1:])


def _covers(reroll: Reroll, die: PoolDie, face: int) -> bool:
    """Return whether a right to reroll applies to a die that shows a face."""
    return face in reroll.faces and (face in die.passing) != reroll.ours


def _reroll(
    pool: Distribution[tuple[int, ...]], order: Sequence[int], new: Sequence[Distribution[tuple[int, ...]]]
) -> Distribution[tuple[int, ...]]:
    """Return the pool after a reroll of up to ``len(new) - 1`` dice, of the grades in ``order``.

    ``new[n]`` is the distribution of n rerolled dice.
    """
    # The kept dice by the number of dice that are rerolled.
    kept: dict[int, dict[tuple[int, ...], int]] = {}
    for counts, weight in pool.weights.items():
        left, taken = list(counts), 0
        for grade in order:
            more = min(len(new) - 1 - taken, left[grade])
            left[grade] -= more
            taken += more
        group = kept.setdefault(taken, {})
        group[tuple(left)] = group.get(tuple(left), 0) + weight
    return mixture((sum(group.values()), _sum_of(Distribution(group), new[taken])) for taken, group in kept.items())


def _sum_of(
    first: Distribution[tuple[int, ...]], second: Distribution[tuple[int, ...]]
) -> Distribution[tuple[int, ...]]:
    """Return the distribution of the sum of two independent tuples."""
    weights: dict[tuple[int, ...], int] = {}
    for a, weight in first.weights.items():
        for b, other in second.weights.items():
            both = added(a, b)
            weights[both] = weights.get(both, 0) + weight * other
    return Distribution(weights)


class Thrower:
    """One declared throw in one situation; raises Unusable where its roll can't be computed.

    ``rerolls`` are the rights to reroll that apply; ``given`` has the values that the expression of its die may name.
    """

    def __init__(self, game: Game, throw: Throw, situation: Situation, given: Mapping[str, Any] | None = None) -> None:
        self.game, self.throw, self.situation, self.given = game, throw, situation, given or {}
        self.trace = Trace()
        self.rerolls: tuple[Reroll, ...] = ()
        self._pools: dict[int | None, PoolOdds] = {}
        if throw.roll:
            for part in (self.roll.pool, self.roll.result, self.roll.difficulty):
                self.trace.take_in(part)
            self.rerolls = tuple(self._find_rerolls())

    @cached_property
    def roll(self) -> Roll:
        return roll_of(self.game, str(self.throw.roll), self.situation)

    @cached_property
    def _rolls_by_face(self) -> list[Roll]:
        """The roll for each face that the die may show, because some effects depend on the face."""
        return [
            roll_of(self.game, self.roll.name, Situation({**self.situation.given, NATURAL: [str(face)]}))
            for face in range(1, self.roll.faces + 1)
        ]

    @cached_property
    def _die(self) -> tuple[int, int]:
        """The number of faces of a plain die (one that belongs to no roll), and the number of dice."""
        amount = amount_of(str(Evaluation(self.game, self.given, self.situation).evaluate(self.throw.die)))
        faces, many = next(iter(amount.dice.items())) if amount and amount.dice else (0, 0)
        if not faces:
            raise self.game.unusable(f"'{self.throw.die}' is not a die")
        return faces, int(many)

    def inputs(self, run: Evaluation) -> Inputs:
        """Return the number of dice, and the score that each must reach (None if none is given)."""
        throw = self.throw
        if throw.dice is not None:
            many = int(run.amount(throw.dice).count)
        elif throw.roll:
            self.roll.pool.require()
            many = self.roll.dice if self._has_pool else self._own_dice
        else:
            many = self._die[1]
        if many > MOST_DICE:
            message = say("%(many)s dice are too many; %(most)s is the most of one throw", many=many, most=MOST_DICE)
            raise unusable("odds", message, "odds")
        score = throw.against if throw.roll else throw.reaches
        number = None if score is None else number_of(run.evaluate(score))
        return max(many, 0), None if number is None else int(number)

    @property
    def _has_pool(self) -> bool:
        """Whether a hook changes how many dice the roll has."""
        hooks = self.game.database.vocabulary.hooks.values()
        return any(hook.get("roll") == self.throw.roll and hook.get("changes") == "pool" for hook in hooks)

    @property
    def _own_dice(self) -> int:
        """The number of dice in the fact of the roll's die: 2 for ``2D6``."""
        amount = amount_of(str(self.game.fact(self.game.play.rolls[self.roll.name].die)[2]))
        return int(amount.count) if amount else 0

    def outcomes(self, numbers: dict[int, int], score: int | None) -> Distribution[tuple[int, ...]]:
        """Return the distribution of the throw: tuples with a value for each of its names.

        ``numbers`` has the weight of each number of dice, ``score`` is the number that each must reach.
        """
        if self.throw.roll:
            if score not in self._pools:
                self._pools[score] = PoolOdds(self._pool_die(score))
            # Grades are ordered from the worst to the best, `counts` from the best to the worst.
            return self._pools[score].outcomes(numbers).map(lambda grades: grades[::-1])
        faces = self._die[0]
        if self.throw.reaches is not None:
            passing = 0 if score is None else max(0, min(faces, faces + 1 - score))
            return counts_of([faces - passing, passing], numbers).map(lambda kinds: kinds[1:])
        value_of = highest_of if self.throw.keep else total_of
        return mixture(
            (weight, value_of(faces, dice) if dice else total_of(faces, 0)) for dice, weight in numbers.items()
        ).map(lambda value: (value,))

    def _pool_die(self, against: int | None) -> PoolDie:
        """Return the die of the pool; ``against`` is the number to reach, in place of the roll's own."""
        passing = frozenset(face for face, roll in enumerate(self._rolls_by_face, 1) if roll.passed(face, against))
        if not self.throw.counts:
            grades = [int(face in passing) for face in range(1, self.roll.faces + 1)]
            return PoolDie(tuple(grades), 2, passing, self.rerolls)
        worst_first = [None, *reversed(self.throw.counts.values())]
        grades = []
        for face, roll in enumerate(self._rolls_by_face, 1):
            does = roll.record.get(f"outcomes.{roll.outcome(face)}.does")
            grades.append(worst_first.index(does) if does in worst_first else 0)
        return PoolDie(tuple(grades), len(worst_first), passing, self.rerolls)

    def _find_rerolls(self) -> list[Reroll]:
        """Return the rights to reroll dice; add their effects and doubts to the trace."""
        rerolled: dict[tuple[str, str], tuple[set[int], int | None, bool]] = {}
        for face, roll in enumerate(self._rolls_by_face, 1):
            for step in roll.result.steps:
                if step.act != "reroll" or step.record is None:
                    continue
                effect = step.record.get(step.effect)
                amount = amount_of(str(resolve(step.record, effect["reroll"])))
                limit = int(amount.count) if amount else None
                ours = effect.get("whose", "self") not in ("opponent", "enemies", "attacker")
                rerolled.setdefault((step.record.id, step.effect), (set(), limit, ours))[0].add(face)
                self.trace.doubt(step.record)
                if step not in self.trace.steps:
                    self.trace.steps.append(step)
        return [Reroll(frozenset(faces), limit, ours) for faces, limit, ours in rerolled.values()]


def expected_successes(game: Game, name: str, situation: Situation) -> Fraction:
    """Return the expected number of dice of a kind of roll that pass, rerolls included.

    Raises Unusable where the roll can't be computed in that situation.
    """
    thrower = Thrower(game, Throw(roll=name), situation)
    dice, score = thrower.inputs(Evaluation(game, {}, situation))
    chances = thrower.outcomes({dice: 1}, score).chances()
    return sum((hits * chance for (hits,), chance in chances.items()), Fraction(0))
