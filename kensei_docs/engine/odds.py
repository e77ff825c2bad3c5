"""The exact odds of an attack: the chance of each value of its results, what can't be computed, and the traces.

A ``Distribution`` has the exact chance of each outcome, as whole-number weights whose sum stands for certainty: they
stay exact and are added and multiplied faster than fractions. ``PoolOdds`` computes pools of any die, with dice that
are rerolled; ``Thrower`` makes the throw that an edition declares under ``play.odds``.

``odds`` follows the chain of throws and computations that is declared there. A state is a tuple of values, one for each
name of the chain. Each link takes the distribution of states, throws dice for every state, computes further values, and
passes the extended distribution on. Names that nothing needs any more are dropped before dice are thrown, and an
expression is evaluated once for all states that agree in the names that it reads: both keep the number of states, and
the time, within bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from math import comb, lcm
from operator import add, eq, itemgetter
from typing import Any, Generic, TypeVar

from kensei_docs.engine.amounts import Amount, Missing, Trace, amount_of
from kensei_docs.engine.conditions import Distance, Situation
from kensei_docs.engine.effects import resolve
from kensei_docs.engine.expressions.evaluation import Evaluation, number_of
from kensei_docs.engine.expressions.syntax import Call, Name, tree_of
from kensei_docs.engine.game import Game, Roll, roll_of
from kensei_docs.engine.play_schema import ChanceLink, Chances, Throw
from kensei_docs.problems import Unusable, closest, say, unusable

# A value of a result.
Value = int | bool | str | Fraction
# The names of a chance's sides in reports, in their order.
SIDE_NAMES = {"ours": "attacker", "theirs": "defender", "": "outcome"}
# The ``labels`` of a result that is the side which wins, and its value where no side does.
SIDES, NOBODY = "sides", "nobody"


@dataclass(frozen=True)
class Chance:
    """One result of an attack (``casualties``): its possible values with the chance of each.

    ``whose`` is the side that causes it ('ours', 'theirs'), or '' for a result of both together.
    ``labels``: where its values are words, the path (record:path) of their printed names, ``glossary`` or ``sides``.
    """

    name: str
    whose: str
    values: Mapping[Value, Fraction]
    labels: str | None = None

    @property
    def is_number(self) -> bool:
        return all(isinstance(value, int | Fraction) and not isinstance(value, bool) for value in self.values)

    @property
    def is_yes_or_no(self) -> bool:
        return all(isinstance(value, bool) for value in self.values)

    @property
    def is_words(self) -> bool:
        return not (self.is_number or self.is_yes_or_no)

    @property
    def mean(self) -> Fraction:
        """The expected number, or the chance of yes."""
        return sum((Fraction(value) * chance for value, chance in self._numbers), Fraction(0))

    def at_least(self, number: int) -> Fraction:
        """Return the chance of a number or more."""
        return sum((chance for value, chance in self._numbers if value >= number), Fraction(0))

    @property
    def _numbers(self) -> list[tuple[int | Fraction, Fraction]]:
        return [(value, chance) for value, chance in self.values.items() if not isinstance(value, str)]

    def sorted_values(self) -> list[tuple[Value, Fraction]]:
        """Return the values with their chances: numbers upwards, then words, the likeliest first."""

        def key(pair: tuple[Value, Fraction]) -> tuple[int, Any]:
            value, chance = pair
            return (1, -chance) if isinstance(value, str) else (0, value)

        return sorted(self.values.items(), key=key)

    def as_json(self) -> dict[str, Any]:
        """Return the chance as the commands print it."""
        return {
            "name": self.name,
            "side": SIDE_NAMES[self.whose],
            "expected": None if self.is_words else _fraction_as_json(self.mean),
            "values": [
                {
                    "value": value,
                    **_fraction_as_json(chance),
                    "at-least": _fraction_as_json(self.at_least(int(value))) if self.is_number else None,
                }
                for value, chance in self.sorted_values()
            ],
        }


def _fraction_as_json(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "number": float(value)}


@dataclass
class Odds:
    """The results of an attack.

    ``traces``, ``left_out`` (the reasons why a result can't be computed) and ``rerolls`` (the rights to
    reroll that were used) are keyed by side and name. ``distance`` is that of an attack for which it matters.
    ``faulty`` are the results left out because nothing can be computed with a value, not for want of one.
    """

    attack: str
    chances: list[Chance] = field(default_factory=list)
    traces: dict[tuple[str, str], Trace] = field(default_factory=dict)
    left_out: dict[tuple[str, str], str] = field(default_factory=dict)
    rerolls: dict[tuple[str, str], tuple[Reroll, ...]] = field(default_factory=dict)
    distance: Distance | None = None
    faulty: set[tuple[str, str]] = field(default_factory=set)

    def chance(self, name: str, whose: str = "") -> Chance:
        """Return the chance of that name; raises KeyError."""
        for chance in self.chances:
            if (chance.name, chance.whose) == (name, whose):
                return chance
        raise KeyError(name)

    def as_json(self) -> dict[str, Any]:
        """Return as JSON the chances, as exact fractions and as numbers, the results left out, and the traces."""
        return {
            "distance": self.distance.as_json() if self.distance else None,
            "chances": [chance.as_json() for chance in self.chances],
            "left-out": [
                {"name": name, "side": SIDE_NAMES[whose], "needs": reason}
                for (whose, name), reason in self.left_out.items()
            ],
            "traces": [
                {"name": name, "side": SIDE_NAMES[whose], **trace.as_json()}
                for (whose, name), trace in self.traces.items()
            ],
        }


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

    def plus(self, other: Distribution[T], join: Callable[[T, T], T]) -> Distribution[T]:
        """Return the distribution of what ``join`` makes of an outcome of each of two independent distributions."""
        weights: dict[T, int] = {}
        for a, weight in self.weights.items():
            for b, other_weight in other.weights.items():
                both = join(a, b)
                weights[both] = weights.get(both, 0) + weight * other_weight
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
    total, one = Distribution({0: 1}), Distribution(dict.fromkeys(range(1, faces + 1), 1))
    for _ in range(dice):
        total = total.plus(one, add)
    return total


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
    return tuple(map(add, a, b))


@dataclass(frozen=True)
class Reroll:
    """A right to reroll dice, each once: all that show one of ``faces``, or up to ``limit`` dice.

    The roller rerolls dice that failed (``ours``), the other side dice that passed.
    """

    faces: frozenset[int]
    limit: int | None
    ours: bool


class PoolOdds:
    """The odds of pools of one die, for any number of dice: how many dice have a result of each grade.

    ``grades`` has the grade of the result of each face, 0 for the worst, of ``grade_count`` grades, which include those
    that no face has; ``passing`` are the faces that pass. Rerolls with a limit are used on the worst dice that failed
    (or the best that passed, by the other side), and never on a die that was rerolled before.
    """

    def __init__(
        self, grades: Sequence[int], grade_count: int, passing: frozenset[int], rerolls: Sequence[Reroll] = ()
    ) -> None:
        self._grade_count = grade_count
        limited = [(reroll.limit, reroll.ours) for reroll in rerolls if reroll.limit is not None]
        unlimited = [reroll for reroll in rerolls if reroll.limit is None]
        # A rerolled die moves to a second set of grades, so that no other reroll applies to it. Without another reroll,
        # one set is enough.
        self._has_second_set = bool(limited and (unlimited or len(limited) > 1))
        sets = 1 + self._has_second_set
        fresh = [0] * (grade_count * (sets - 1)) + [grades.count(grade) for grade in range(grade_count)]
        self._of_one_die = [0] * len(fresh)
        for face, grade in enumerate(grades, 1):
            if any(face in reroll.faces and (face in passing) != reroll.ours for reroll in unlimited):
                self._of_one_die = list(map(add, self._of_one_die, fresh))
            else:
                self._of_one_die[grade] += len(grades)
        good = {grades[face - 1] for face in passing}
        # For each reroll with a limit: the grades to reroll in order, and a list whose item n, from 0 to the limit, is
        # the distribution of n rerolled dice.
        self._limited = []
        for limit, ours in limited:
            order = [grade for grade in range(grade_count) if (grade in good) != ours]
            new = [counts_of(fresh, {dice: 1}, dice) for dice in range(limit + 1)]
            self._limited.append((order if ours else order[::-1], new))
        self._most_rerolled = sum(limit for limit, _ in limited)

    def outcomes(self, numbers: dict[int, int]) -> Distribution[tuple[int, ...]]:
        """Return the distribution of the numbers of dice by grade, from the best to the second worst.

        ``numbers`` has the weight of each number of dice that may be thrown.
        """
        # Dice of the worst grade matter only as far as a limited reroll can take them.
        pool = counts_of(self._of_one_die, numbers, self._most_rerolled)
        for order, new in self._limited:
            pool = _reroll(pool, order, new)
        if self._has_second_set:
            pool = pool.map(lambda grades: added(grades[: self._grade_count], grades[self._grade_count :]))
        return pool.map(lambda grades: grades[:0:-1])


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
    return mixture((sum(group.values()), Distribution(group).plus(new[taken], added)) for taken, group in kept.items())


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
            hooks = self.game.database.vocabulary.hooks.values()
            if any(hook.get("roll") == throw.roll and hook.get("changes") == "pool" for hook in hooks):
                many = self.roll.dice
            else:
                # No hook changes how many dice the roll has: 2 where its die is 2D6.
                amount = amount_of(str(self.game.fact(self.game.play.rolls[throw.roll].die)[2]))
                many = int(amount.count) if amount else 0
        else:
            many = self._die[1]
        if many > MOST_DICE:
            message = say("%(many)s dice are too many; %(most)s is the most of one throw", many=many, most=MOST_DICE)
            raise unusable("odds", message, "odds")
        score = throw.against if throw.roll else throw.reaches
        number = None if score is None else number_of(run.evaluate(score))
        return max(many, 0), None if number is None else int(number)

    def outcomes(self, numbers: dict[int, int], score: int | None) -> Distribution[tuple[int, ...]]:
        """Return the distribution of the throw: tuples with a value for each of its names.

        ``numbers`` has the weight of each number of dice, ``score`` is the number that each must reach.
        """
        if self.throw.roll:
            if score not in self._pools:
                self._pools[score] = self._pool_odds(score)
            return self._pools[score].outcomes(numbers)
        faces = self._die[0]
        if self.throw.reaches is not None:
            passing = 0 if score is None else max(0, min(faces, faces + 1 - score))
            return counts_of([faces - passing, passing], numbers).map(lambda kinds: kinds[1:])
        value_of = highest_of if self.throw.keep else total_of
        return mixture(
            (weight, value_of(faces, dice) if dice else total_of(faces, 0)) for dice, weight in numbers.items()
        ).map(lambda value: (value,))

    def _pool_odds(self, against: int | None) -> PoolOdds:
        """Return the odds of the dice of the roll; ``against`` is the number to reach, in place of the roll's own."""
        rolls = list(enumerate(self._rolls_by_face, 1))
        passing = frozenset(face for face, roll in rolls if roll.passed(face, against))
        results: list[Any] = [face in passing for face, _ in rolls]
        worst_first: list[Any] = [False, True]
        if self.throw.counts:
            results = [roll.record.get(f"outcomes.{roll.outcome(face)}.does") for face, roll in rolls]
            worst_first = [None, *reversed(self.throw.counts.values())]
        grades = [worst_first.index(result) if result in worst_first else 0 for result in results]
        return PoolOdds(grades, len(worst_first), passing, self.rerolls)

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


State = tuple[Value, ...]


@dataclass
class _Chain:
    """The state of a chain: its names, the distribution of their values, and the side and situation it is for."""

    game: Game
    whose: str
    situation: Situation
    other: Situation
    given: Mapping[str, Any]
    names: tuple[str, ...] = ()
    states: Distribution[State] = field(default_factory=lambda: Distribution({(): 1}))
    # Why a name can't be computed.
    missing: dict[str, str] = field(default_factory=dict)

    def evaluation(self, state: State, known: Mapping[str, Any] | None = None) -> Evaluation:
        """Return an evaluation that has the values of a state as ``given``, by their names.

        ``known`` are values of expressions that it need neither compute nor trace.
        """
        given = dict(self.given)
        for name, value in zip(self.names, state, strict=True):
            plain = value if isinstance(value, bool | str) else Amount(Fraction(value))
            side, dot, rest = name.partition(".")
            given[side] = {**given.get(side, {}), rest: plain} if dot else plain
        return Evaluation(self.game, given, self.situation, self.other, known)

    def likeliest(self) -> Evaluation:
        """Return the evaluation of the likeliest state, whose trace explains the result."""
        return self.evaluation(self.states.likeliest)

    def keep(self, names: Sequence[str]) -> None:
        """Drop all other names."""
        at = [self.names.index(name) for name in names if name in self.names]
        self.states = self.states.map(lambda state: tuple(state[i] for i in at))
        self.names = tuple(self.names[i] for i in at)

    def reads(self, *expressions: Any, among: Iterable[str] | None = None) -> list[str]:
        """Return the names of the chain, or those ``among`` others, that expressions read, by computations too."""
        paths = {
            path
            for expression in expressions
            if (node := tree_of(expression)) is not None
            for path in self.game.known_of(node, "given", self.game.given_paths)
        }
        return [
            name
            for name in (self.names if among is None else among)
            if any(all(map(eq, path, name.split("."))) for path in paths)
        ]

    def why_not(self, link: ChanceLink) -> str:
        """Return why a link can't be computed: the quantities that it lacks, or the reason for a missing name."""
        lacking = [name for name in link.needs if not self.situation.given.get(name)]
        reasons = [self.missing[name] for name in self.reads(*link.expressions, among=self.missing)]
        return ", ".join(lacking) or next(iter(reasons), "")

    def shows(self, name: str, chances: Chances) -> bool:
        """Return whether a name is reported of this side."""
        where = chances.where.get(name, True)
        return name in chances.shows and bool(
            Evaluation(self.game, self.given, self.situation, self.other).evaluate(where)
        )

    def function(self, expression: Any) -> Callable[[State], Value]:
        """Return a function from a state to the value of an expression, which it computes once for equal inputs."""
        node = tree_of(expression)
        match node:
            case Name(name=name) if name.startswith("given.") and name.removeprefix("given.") in self.names:
                index = self.names.index(name.removeprefix("given."))
                return lambda state: state[index]
            case Call("+", operands):
                # A sum may read many names, each of its terms fewer: those are evaluated, and their values added.
                terms = [self.function(term) for term in operands]
                return lambda state: sum((_number(self.game, term(state)) for term in terms), start=0)
        reads = self.reads(expression)
        at = [i for i, name in enumerate(self.names) if name in reads]
        values_by_key: dict[State, Value] = {}
        # The values of the parts of the expression that are the same in all states.
        constants: dict[str, Any] = {}
        is_constant = cache(lambda text: not self.reads(text))

        def compute(state: State) -> Value:
            key = tuple(state[i] for i in at)
            if key not in values_by_key:
                run = self.evaluation(state, constants)
                values_by_key[key] = plain_value(run.evaluate(node))
                constants.update((text, value) for text, value in run.known.items() if is_constant(text))
            return values_by_key[key]

        return compute


def _number(game: Game, value: Value) -> Any:
    if isinstance(value, bool | str):
        raise game.unusable(f"'{value}' is not a number to be added")
    return value


def odds(game: Game, attack: str, ours: Situation, theirs: Situation, given: Mapping[str, Any]) -> Odds:
    """Return the odds of an attack (``melee``).

    ``ours`` is the situation as the attacker sees it, ``theirs`` as the defender does; ``given``
    has the further values that computations may name, under ``ours`` and ``theirs``. Raises Unusable for an
    attack that the edition doesn't know.
    """
    chances = game.play.odds.get(attack)
    if chances is None:
        message = say(
            "%(edition)s tells no odds of '%(attack)s'%(hint)s; it knows: %(known)s",
            edition=game.edition.id,
            attack=attack,
            hint=closest(attack, game.play.odds),
            known=", ".join(game.play.odds) or say("none"),
        )
        raise unusable("odds", message, "odds")
    result = Odds(attack)
    both = _Chain(game, "", ours, theirs, given)
    if chances.each:
        turned = {**given, "ours": given.get("theirs", {}), "theirs": given.get("ours", {})}
        sides = [_Chain(game, "ours", ours, theirs, given), _Chain(game, "theirs", theirs, ours, turned)]
        for side in sides:
            _apply_links(chances.each, side, chances, result)
        if any(not set(chances.keeps) <= set(side.names) for side in sides):
            # Without the results of one side, those of both can't be computed either.
            reason = next(iter(result.left_out.values()), "")
            known_names = {name for _, name in result.left_out} | {chance.name for chance in result.chances}
            result.left_out.update(
                {("", name): reason for name in chances.shows if name not in (*known_names, *chances.where)}
            )
            return result
        for side in sides:
            side.keep(chances.keeps)
        both.names = tuple(f"{side.whose}.{name}" for side in sides for name in chances.keeps)
        both.states = sides[0].states.plus(sides[1].states, add)
    _apply_links(chances.steps, both, chances, result)
    return result


def _apply_links(links: Sequence[ChanceLink], chain: _Chain, chances: Chances, result: Odds) -> None:
    """Apply the links of a chain; the names of a link that can't be computed go to ``result.left_out``."""
    for link in links:
        reason = chain.why_not(link)
        try:
            if not reason:
                _apply_link(link, chain, result, chances)
        except Missing as missing:
            reason = missing.quantity
        except Unusable as unusable:
            reason = unusable.problems[0].message.removesuffix("; mend it")
            # A computation that fails; of too many dice, the message itself tells a player enough.
            if unusable.problems[0].check != "odds":
                result.faulty |= {(chain.whose, name) for name in link.names}
        if reason:
            chain.missing.update(dict.fromkeys(link.names, reason))
            result.left_out.update({(chain.whose, name): reason for name in link.names if chain.shows(name, chances)})
        if link.keeps is not None:
            chain.keep(link.keeps)


def _apply_link(link: ChanceLink, chain: _Chain, result: Odds, chances: Chances) -> None:
    """Throw the dice of a link for every state, and compute its expressions."""
    before = len(chain.names)
    throws = list(link.throws.items())
    for number, (key, throw) in enumerate(throws):
        thrower = Thrower(chain.game, throw, chain.other if throw.theirs else chain.situation, chain.given)
        run = chain.likeliest()
        thrower.inputs(run)
        run.trace.require()
        trace = Trace()
        trace.take_in(thrower.trace)
        run.trace.steps = [step for step in run.trace.steps if step not in thrower.trace.steps]
        trace.take_in(run.trace)
        result.traces[chain.whose, key] = trace
        if thrower.rerolls:
            result.rerolls[chain.whose, key] = thrower.rerolls
        # Names that nothing reads any more are dropped.
        kept = chain.names
        if link.keeps and link.again is None:
            later = [part for _, throw in throws[number + 1 :] for part in throw.expressions]
            read = {*chain.reads(*later, *link.computes.values()), *link.keeps}
            kept = tuple(name for name in chain.names if name in read)
        _throw(thrower, chain, kept)
        chain.names += tuple(throw.counts) or (key,)
    for name, expression in link.computes.items():
        run = chain.likeliest()
        trace = Trace(plain_value(run.evaluate(expression)), expression=run.explained(expression))
        run.trace.require()
        trace.take_in(run.trace)
        result.traces[chain.whose, name] = trace
        compute = chain.function(expression)
        chain.states = Distribution({(*state, compute(state)): n for state, n in chain.states.weights.items()})
        chain.names += (name,)
    if link.again is not None:
        _throw_again(link.again, chain, before)
    for name in link.names:
        if chain.shows(name, chances):
            at = chain.names.index(name)
            values = chain.states.map(itemgetter(at)).chances()
            result.chances.append(Chance(name, chain.whose, values, chances.shows[name]))


def _throw(thrower: Thrower, chain: _Chain, kept_names: tuple[str, ...]) -> None:
    """Extend every state by the outcomes of a throw, after dropping all other names than those to be kept."""
    at = [chain.names.index(name) for name in chain.reads(*thrower.throw.expressions)]
    kept = [chain.names.index(name) for name in kept_names]
    inputs: dict[State, Inputs] = {}
    # The weight of each number of dice, by the kept names of the state and the score that a die must reach.
    pools: dict[tuple[State, int | None], dict[int, int]] = {}
    for state, weight in chain.states.weights.items():
        key = tuple(state[i] for i in at)
        if key not in inputs:
            inputs[key] = thrower.inputs(chain.evaluation(state))
        dice, score = inputs[key]
        numbers = pools.setdefault((tuple(state[i] for i in kept), score), {})
        numbers[dice] = numbers.get(dice, 0) + weight
    parts: list[tuple[int, Distribution[State]]] = []
    for (state, score), numbers in pools.items():
        outcomes = thrower.outcomes(numbers, score).weights
        after: dict[State, int] = {(*state, *more): weight for more, weight in outcomes.items()}
        parts.append((sum(numbers.values()), Distribution(after)))
    chain.states = mixture(parts)
    chain.names = kept_names


def _throw_again(again: Any, chain: _Chain, before: int) -> None:
    """Throw the dice of a link again in states where ``again`` is true, as often as it takes.

    The values before the link (the first ``before`` names) keep their chances.
    """
    ends = chain.function(again)
    groups: dict[State, dict[State, int]] = {}
    for state, weight in chain.states.weights.items():
        groups.setdefault(state[:before], {})[state] = weight
    parts = []
    # In one order whatever the dice before: words of equal chance stay in it in reports.
    for _, states in sorted(groups.items(), key=lambda group: repr(group[0])):
        left = {state: weight for state, weight in states.items() if not ends(state)}
        if not left:
            raise chain.game.unusable("what is thrown again never ends")
        parts.append((sum(states.values()), Distribution(left)))
    chain.states = mixture(parts)


def plain_value(value: Any) -> Value:
    """Return a computed value in the form that states have: a number, a bool or a word."""
    if isinstance(value, Amount):
        value = value.count
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else value
    return value if isinstance(value, bool) else str(value)
