"""The exact odds of an attack: a chain of throws and computations, as the edition's ``play.odds`` declares.

A state is a tuple of values, one for each name of the chain. Each link takes the distribution of states,
throws dice for every state, computes further values, and passes the extended distribution on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kensei_docs.engine.amounts import Amount
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.dice_odds import Inputs, Reroll, Thrower, extend_outcomes, map_outcomes
from kensei_docs.engine.expressions.evaluation import Evaluation
from kensei_docs.engine.game import Game
from kensei_docs.engine.play import Chances, Link
from kensei_docs.engine.trace import Trace
from kensei_docs.problems import Unusable, closest, unusable

if TYPE_CHECKING:
    from icepool import Die

Value = int | bool | str | Fraction
State = tuple[Value, ...]
# What the sides of a chance are called in reports, in their order.
SIDE_NAMES = {"ours": "attacker", "theirs": "defender", "": "outcome"}


@dataclass(frozen=True)
class Chance:
    """One result of an attack (``casualties``): its possible values with the chance of each.

    ``whose`` is the side that causes it ('ours', 'theirs'), or '' for a result of both together.
    ``labels`` is the path (record:path) of the printed names of its values, where these are words.
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
        numbers = [(value, chance) for value, chance in self.values.items() if not isinstance(value, str)]
        return sum((Fraction(value) * chance for value, chance in numbers), Fraction(0))

    def at_least(self, number: int) -> Fraction:
        """Return the chance of a number or more."""
        numbers = [(value, chance) for value, chance in self.values.items() if not isinstance(value, str)]
        return sum((chance for value, chance in numbers if value >= number), Fraction(0))

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
    reroll that were used) are keyed by side and name.
    """

    attack: str
    chances: list[Chance] = field(default_factory=list)
    traces: dict[tuple[str, str], Trace] = field(default_factory=dict)
    left_out: dict[tuple[str, str], str] = field(default_factory=dict)
    rerolls: dict[tuple[str, str], tuple[Reroll, ...]] = field(default_factory=dict)

    def chance(self, name: str, whose: str = "") -> Chance:
        """Return the chance of that name; raises KeyError."""
        for chance in self.chances:
            if (chance.name, chance.whose) == (name, whose):
                return chance
        raise KeyError(name)

    def as_json(self) -> dict[str, Any]:
        """Return the chances, as exact fractions and as numbers, with what was left out and the traces."""
        return {
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


@dataclass
class _Chain:
    """The state of a chain: its names, the distribution of their values, and the side and situation it is for."""

    game: Game
    whose: str
    now: Situation
    other: Situation
    given: Mapping[str, Any]
    names: tuple[str, ...] = ()
    states: Die[State] | None = None

    def evaluation(self, state: State) -> Evaluation:
        """Return an evaluation that has the values of a state as ``given``, by their names."""
        given = dict(self.given)
        for name, value in zip(self.names, state, strict=True):
            plain = value if isinstance(value, bool | str) else Amount(Fraction(value))
            side, dot, rest = name.partition(".")
            given[side] = {**given.get(side, {}), rest: plain} if dot else plain
        return Evaluation(self.game, given, self.now, self.other)

    def likeliest(self) -> Evaluation:
        """Return the evaluation of the likeliest state, whose trace explains the result."""
        assert self.states is not None
        return self.evaluation(max(self.states.items(), key=lambda pair: pair[1])[0])

    def keep(self, names: Sequence[str]) -> Die[State]:
        """Return the distribution of the values of some of the names."""
        at = [self.names.index(name) for name in names]
        return map_outcomes(self.states, lambda state: tuple(state[i] for i in at))


def odds(game: Game, attack: str, ours: Situation, theirs: Situation, given: Mapping[str, Any]) -> Odds:
    """Return the odds of an attack (``melee``).

    ``ours`` is the situation as the attacker sees it, ``theirs`` as the defender does; ``given``
    has the further values that computations may name, under ``ours`` and ``theirs``. Raises Unusable for an
    attack that the edition doesn't know.
    """
    chances = game.play.odds.get(attack)
    if chances is None:
        known = ", ".join(game.play.odds) or "none"
        message = f"{game.edition.id} tells no odds of '{attack}'{closest(attack, game.play.odds)}; it knows: {known}"
        raise unusable("odds", message, "odds")
    found = Odds(attack)
    both = _Chain(game, "", ours, theirs, given)
    if chances.each:
        turned = {**given, "ours": given.get("theirs", {}), "theirs": given.get("ours", {})}
        sides = [_Chain(game, "ours", ours, theirs, given), _Chain(game, "theirs", theirs, ours, turned)]
        for side in sides:
            _apply_links(chances.each, side, chances, found)
        if any(side.states is None or not set(chances.keeps) <= set(side.names) for side in sides):
            # Without the results of one side, those of both can't be computed either.
            reason = next(iter(found.left_out.values()), "")
            known_names = {name for _, name in found.left_out} | {chance.name for chance in found.chances}
            found.left_out.update({("", name): reason for name in chances.shows if name not in known_names})
            return found
        both.names = tuple(f"{side.whose}.{name}" for side in sides for name in chances.keeps)
        both.states = _combine(*(side.keep(chances.keeps) for side in sides))
    _apply_links(chances.steps, both, chances, found)
    return found


def _combine(first: Die[State], second: Die[State]) -> Die[State]:
    """Return the joint distribution of two independent sides."""
    from icepool import Die

    return Die({a + b: n * m for a, n in first.items() for b, m in second.items()})


def _apply_links(links: Sequence[Link], chain: _Chain, chances: Chances, found: Odds) -> None:
    """Apply the links of a chain; a link that can't be computed and all later ones go to ``found.left_out``."""
    from icepool import Die

    if chain.states is None:
        chain.states = Die([()])
    for number, link in enumerate(links):
        reason = ", ".join(name for name in link.needs if not chain.now.given.get(name))
        try:
            if not reason:
                _apply_link(link, chain, found)
        except Unusable as fault:
            reason = fault.problems[0].message
        if reason:
            names = [name for later in links[number:] for name in _names(later) if name in chances.shows]
            found.left_out.update({(chain.whose, name): reason for name in names})
            chain.names = ()
            return
        for name in _names(link):
            if name in chances.shows and name in chain.names:
                spread = _marginal(chain.states, chain.names.index(name))
                found.chances.append(Chance(name, chain.whose, spread, chances.shows[name]))
        if link.keeps is not None:
            chain.states = chain.keep(link.keeps)
            chain.names = tuple(link.keeps)


def _names(link: Link) -> list[str]:
    return [*(name for key, throw in link.throws.items() for name in throw.counts or [key]), *link.computes]


def _apply_link(link: Link, chain: _Chain, found: Odds) -> None:
    """Throw the dice of a link for every state, compute its expressions, and drop states thrown ``again``."""
    for key, throw in link.throws.items():
        thrower = Thrower(chain.game, throw, chain.other if throw.theirs else chain.now)
        run = chain.likeliest()
        thrower.inputs(run)
        trace = Trace()
        trace.take_in(thrower.trace)
        trace.take_in(run.trace)
        found.traces[chain.whose, key] = trace
        if thrower.rerolls:
            found.rerolls[chain.whose, key] = thrower.rerolls
        chain.states = extend_outcomes(chain.states, _throw_function(thrower, chain))
        chain.names += tuple(throw.counts) or (key,)
    for name, expression in link.computes.items():
        run = chain.likeliest()
        trace = Trace(plain_value(run.evaluate(expression)))
        trace.take_in(run.trace)
        found.traces[chain.whose, name] = trace
        chain.states = map_outcomes(chain.states, _compute_function(expression, chain))
        chain.names += (name,)
    if link.again is not None:
        assert chain.states is not None
        left = {s: many for s, many in chain.states.items() if not chain.evaluation(s).evaluate(link.again)}
        if not left:
            raise chain.game.fault("what is thrown again never ends")
        chain.states = type(chain.states)(left)


def _throw_function(thrower: Thrower, chain: _Chain) -> Callable[[State], Die[State]]:
    """Return a function from a state to the distribution of the throw in it."""
    known: dict[Inputs, Any] = {}

    def throw(state: State) -> Any:
        inputs = thrower.inputs(chain.evaluation(state))
        if inputs not in known:
            known[inputs] = thrower.outcomes(inputs)
        return known[inputs]

    return throw


def _compute_function(expression: Any, chain: _Chain) -> Callable[[State], State]:
    return lambda state: (*state, plain_value(chain.evaluation(state).evaluate(expression)))


def plain_value(value: Any) -> Value:
    """Return a computed value in the form that states have: a number, a bool or a word."""
    if isinstance(value, Amount):
        value = value.count
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else value
    return value if isinstance(value, bool) else str(value)


def _marginal(states: Die[State], at: int) -> dict[Value, Fraction]:
    whole = states.denominator()
    spread: dict[Value, int] = {}
    for state, many in states.items():
        spread[state[at]] = spread.get(state[at], 0) + many
    return {value: Fraction(many, whole) for value, many in spread.items()}
