"""The exact odds of an attack: a chain of throws and computations, as the edition's ``play.odds`` declares.

A state is a tuple of values, one for each name of the chain. Each link takes the distribution of states,
throws dice for every state, computes further values, and passes the extended distribution on. Names that nothing
needs any more are dropped before dice are thrown, and an expression is evaluated once for all states that agree in
the names that it reads: both keep the number of states, and the time, within bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Any

from kensei_docs.engine.amounts_and_traces import Amount, Missing, Trace
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.expressions.evaluation import Evaluation
from kensei_docs.engine.game import Game
from kensei_docs.engine.odds.dice_and_rerolls import Distribution, Inputs, Thrower, mixture
from kensei_docs.engine.odds.results import Chance, Odds, Value
from kensei_docs.engine.play_schema import ChanceLink, Chances
from kensei_docs.problems import Unusable, closest, say, unusable

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

    def evaluation(self, state: State) -> Evaluation:
        """Return an evaluation that has the values of a state as ``given``, by their names."""
        given = dict(self.given)
        for name, value in zip(self.names, state, strict=True):
            plain = value if isinstance(value, bool | str) else Amount(Fraction(value))
            side, dot, rest = name.partition(".")
            given[side] = {**given.get(side, {}), rest: plain} if dot else plain
        return Evaluation(self.game, given, self.situation, self.other)

    def likeliest(self) -> Evaluation:
        """Return the evaluation of the likeliest state, whose trace explains the result."""
        return self.evaluation(self.states.likeliest)

    def values_of(self, name: str) -> Distribution[Value]:
        """Return the distribution of one of the names."""
        at = self.names.index(name)
        return self.states.map(lambda state: state[at])

    def keep(self, names: Sequence[str]) -> None:
        """Drop all other names."""
        names = [name for name in names if name in self.names]
        at = [self.names.index(name) for name in names]
        self.states = self.states.map(lambda state: tuple(state[i] for i in at))
        self.names = tuple(names)

    def reads(self, *expressions: Any) -> set[str]:
        """Return the names of the chain that expressions may read."""
        return {name for name in self.names if self._reads(expressions, name, set())}

    def why_not(self, link: ChanceLink) -> str:
        """Return why a link can't be computed: the quantities that it lacks, or the reason for a missing name."""
        lacking = [name for name in link.needs if not self.situation.given.get(name)]
        reasons = [why for name, why in self.missing.items() if self._reads(_expressions(link), name, set())]
        return ", ".join(lacking) or next(iter(reasons), "")

    def _reads(self, expression: Any, name: str, seen: set[str]) -> bool:
        """Return whether an expression reads a name of the chain, directly or by a computation.

        ``seen`` are the computations that lead to this expression.
        """
        if isinstance(expression, str):
            if expression == "given" or expression.startswith("given."):
                path = expression.replace("?", "").split(".")[1:]
                return all(asked == expected for asked, expected in zip(path, name.split("."), strict=False))
            if expression in self.game.play.computes and expression not in seen:
                return self._reads(self.game.play.computes[expression], name, seen | {expression})
            return False
        parts = expression.values() if isinstance(expression, Mapping) else expression
        return isinstance(expression, Mapping | list | tuple) and any(self._reads(part, name, seen) for part in parts)

    def shows(self, name: str, chances: Chances) -> bool:
        """Return whether a name is reported of this side."""
        where = chances.where.get(name, True)
        return name in chances.shows and bool(
            Evaluation(self.game, self.given, self.situation, self.other).evaluate(where)
        )

    def function(self, *expressions: Any) -> Callable[[State], tuple[Value, ...]]:
        """Return a function from a state to the values of expressions."""
        functions = [self._function(expression) for expression in expressions]
        return lambda state: tuple(function(state) for function in functions)

    def _function(self, expression: Any) -> Callable[[State], Value]:
        """Return a function from a state to the value of an expression, which it computes once for equal inputs."""
        if isinstance(expression, str) and expression.removeprefix("given.") in self.names:
            index = self.names.index(expression.removeprefix("given."))
            return lambda state: state[index]
        if isinstance(expression, dict) and list(expression) == ["add"]:
            # A sum may read many names, each of its terms fewer: those are evaluated, and their values added.
            terms = [self._function(term) for term in expression["add"]]
            return lambda state: sum((_number(self.game, term(state)) for term in terms), start=0)
        reads = self.reads(expression)
        at = [i for i, name in enumerate(self.names) if name in reads]
        values_by_key: dict[State, Value] = {}

        def compute(state: State) -> Value:
            key = tuple(state[i] for i in at)
            if key not in values_by_key:
                values_by_key[key] = plain_value(self.evaluation(state).evaluate(expression))
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
        first, second = (side.states.weights for side in sides)
        both.states = Distribution({a + b: n * m for a, n in first.items() for b, m in second.items()})
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
                result.faulty |= {(chain.whose, name) for name in _names(link)}
        if reason:
            chain.missing.update(dict.fromkeys(_names(link), reason))
            result.left_out.update({(chain.whose, name): reason for name in _names(link) if chain.shows(name, chances)})
        if link.keeps is not None:
            chain.keep(link.keeps)


def _names(link: ChanceLink) -> list[str]:
    """Return the names that a link adds to the states: of its throws, then of its computations."""
    return [*(name for key, throw in link.throws.items() for name in throw.counts or [key]), *link.computes]


def _expressions(link: ChanceLink) -> list[Any]:
    """Return all expressions of a link that may read names of the chain."""
    thrown = [part for throw in link.throws.values() for part in (throw.dice, throw.against, throw.reaches)]
    return [*thrown, *link.computes.values(), link.again]


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
        following = [later for _, later in throws[number + 1 :]]
        needed_later = [part for later in following for part in (later.dice, later.against, later.reaches)]
        kept = chain.reads(*needed_later, *link.computes.values()) if link.keeps else set(chain.names)
        _throw(thrower, chain, kept, link)
        chain.names += tuple(throw.counts) or (key,)
    for name, expression in link.computes.items():
        run = chain.likeliest()
        trace = Trace(plain_value(run.evaluate(expression)))
        run.trace.require()
        trace.take_in(run.trace)
        result.traces[chain.whose, name] = trace
        compute = chain.function(expression)
        chain.states = Distribution({(*state, *compute(state)): n for state, n in chain.states.weights.items()})
        chain.names += (name,)
    if link.again is not None:
        _throw_again(link.again, chain, before)
    for name in _names(link):
        if chain.shows(name, chances):
            result.chances.append(Chance(name, chain.whose, chain.values_of(name).chances(), chances.shows[name]))


def _throw(thrower: Thrower, chain: _Chain, read: set[str], link: ChanceLink) -> None:
    """Extend every state by the outcomes of a throw, after dropping the names that nothing reads any more.

    ``read`` are the names that later throws and computations of the link read.
    """
    throw = thrower.throw
    asked = chain.reads(throw.dice, throw.against, throw.reaches)
    at = [i for i, name in enumerate(chain.names) if name in asked]
    needed = read | set(link.keeps or ()) if link.again is None else set(chain.names)
    kept = [i for i, name in enumerate(chain.names) if name in needed]
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
    outcomes_by_throw: dict[tuple[int, int | None], Distribution[tuple[int, ...]]] = {}
    parts: list[tuple[int, Distribution[State]]] = []
    for (state, score), numbers in pools.items():
        if len(numbers) > 1:
            outcomes = thrower.outcomes(numbers, score)
        else:
            dice = next(iter(numbers))
            outcomes = outcomes_by_throw[dice, score] = outcomes_by_throw.get((dice, score)) or thrower.outcomes(
                {dice: 1}, score
            )
        after: dict[State, int] = {(*state, *more): weight for more, weight in outcomes.weights.items()}
        parts.append((sum(numbers.values()), Distribution(after)))
    chain.states = mixture(parts)
    chain.names = tuple(chain.names[i] for i in kept)


def _throw_again(again: Any, chain: _Chain, before: int) -> None:
    """Throw the dice of a link again in states where ``again`` is true, as often as it takes.

    The values before the link (the first ``before`` names) keep their chances.
    """
    ends = chain.function(again)
    parts = []
    for _, group in groupby(
        sorted(chain.states.weights.items(), key=lambda pair: repr(pair[0][:before])), key=lambda pair: pair[0][:before]
    ):
        states = dict(group)
        left = {state: weight for state, weight in states.items() if not ends(state)[0]}
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
