"""Odds: the exact chances of what an attack comes to, as the edition's ``play.odds`` declares.

A chain of chances is gone through link by link. What stands at a link is a distribution of
states (the values of its names); each link throws dice for every state, computes, and passes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kensei_docs.engine import throws
from kensei_docs.engine.amounts import Amount
from kensei_docs.engine.dice import Again
from kensei_docs.engine.forms import Reckoning
from kensei_docs.engine.game import Game
from kensei_docs.engine.play import Chances, Link
from kensei_docs.engine.situation import Situation
from kensei_docs.engine.trace import Trace
from kensei_docs.problems import Place, Problem, Unusable, closest

if TYPE_CHECKING:
    from icepool import Die

Value = int | bool | str | Fraction
State = tuple[Value, ...]


@dataclass(frozen=True)
class Chance:
    """One thing that may come of an attack: its values with the chance of each.

    ``whose`` is the side that does it ('ours', 'theirs'), or '' for what comes of both.
    ``labels`` is where the names of its values stand (record:path), where they are words.
    """

    name: str
    whose: str
    values: Mapping[Value, Fraction]
    labels: str | None = None

    @property
    def is_number(self) -> bool:
        return all(isinstance(value, int | Fraction) and not isinstance(value, bool)
                   for value in self.values)

    @property
    def is_yes_or_no(self) -> bool:
        return all(isinstance(value, bool) for value in self.values)

    @property
    def mean(self) -> Fraction:
        """The expected number, or the chance of yes."""
        return sum((Fraction(value) * chance for value, chance in self.values.items()
                    if not isinstance(value, str)), Fraction(0))

    def at_least(self, number: int) -> Fraction:
        """Return the chance of a number or more."""
        return sum((chance for value, chance in self.values.items()
                    if not isinstance(value, str) and value >= number), Fraction(0))


@dataclass
class Odds:
    """All that comes of an attack; ``traces`` tell by side and name how, ``left_out`` what can't
    be told, and why. ``again`` are the rights to throw again that were used, by side and roll."""

    attack: str
    chances: list[Chance] = field(default_factory=list)
    traces: dict[tuple[str, str], Trace] = field(default_factory=dict)
    left_out: dict[tuple[str, str], str] = field(default_factory=dict)
    again: dict[tuple[str, str], tuple[Again, ...]] = field(default_factory=dict)

    def of(self, name: str, whose: str = "") -> Chance:
        """Return the chance of that name; raises KeyError."""
        for chance in self.chances:
            if (chance.name, chance.whose) == (name, whose):
                return chance
        raise KeyError(name)


@dataclass
class _Stand:
    """Where a chain stands: the names, the distribution of their values, who looks at it."""

    whose: str
    now: Situation
    other: Situation
    given: Mapping[str, Any]
    names: tuple[str, ...] = ()
    states: Die[State] | None = None


def ways(game: Game) -> list[str]:
    """Return the ways of attacking whose odds an edition tells."""
    return list(game.play.odds)


def odds(game: Game, attack: str, ours: Situation, theirs: Situation,
         given: Mapping[str, Any]) -> Odds:
    """Return the odds of an attack (``melee``).

    ``ours`` is the situation as the attacker sees it, ``theirs`` as the defender does; ``given``
    has what computations may name besides, ``ours`` and ``theirs`` apart. Raises Unusable for an
    attack that the edition doesn't know.
    """
    chances = game.play.odds.get(attack)
    if chances is None:
        known = ", ".join(game.play.odds) or "none"
        raise Unusable(Problem(Place("odds"), f"{game.edition.id} tells no odds of '{attack}'"
                               f"{closest(attack, game.play.odds)}; it knows: {known}", "odds"))
    found = Odds(attack)
    turned = {**given, "ours": given.get("theirs", {}), "theirs": given.get("ours", {})}
    ends = [_Stand("ours", ours, theirs, given), _Stand("theirs", theirs, ours, turned)]
    if chances.each:
        for end in ends:
            _walk(game, chances.each, end, chances, found)
        both = _Stand("", ours, theirs, given)
        joined = _joined(ends, chances.keeps)
        if joined is None:
            reason = next(iter(found.left_out.values()), "")
            told = {chance.name for chance in found.chances}
            left = {name for _, name in found.left_out} | told
            found.left_out.update({("", name): reason for name in chances.shows
                                   if name not in left})
            return found
        both.names = tuple((f"{side}.{name}") for side in ("ours", "theirs")
                           for name in chances.keeps)
        both.states = joined
    else:
        both = _Stand("", ours, theirs, given)
    _walk(game, chances.steps, both, chances, found)
    return found


def _joined(ends: Sequence[_Stand], keeps: Sequence[str]) -> Die[State] | None:
    """Return what both sides did together, or None where one of them can't be told."""
    from icepool import Die

    parts = []
    for end in ends:
        if end.states is None or not set(keeps) <= set(end.names):
            return None
        at = [end.names.index(name) for name in keeps]
        parts.append(end.states.map(lambda state, at=at: tuple(state[i] for i in at), star=False))
    first, second = parts
    return Die({a + b: n * m for a, n in first.items() for b, m in second.items()})


def _walk(game: Game, links: Sequence[Link], stand: _Stand, chances: Chances,
          found: Odds) -> None:
    from icepool import Die

    if stand.states is None:
        stand.states = Die([()])
    for link in links:
        names = [*(name for key, throw in link.throws.items() for name in throw.counts or [key]),
                 *link.computes]
        lacking = [name for name in link.needs if not stand.now.given.get(name)]
        if lacking:
            for name in names:
                found.left_out[stand.whose, name] = ", ".join(lacking)
            stand.names = ()
            return
        try:
            _link(game, link, stand, found)
        except Unusable as fault:
            for name in names:
                found.left_out[stand.whose, name] = fault.problems[0].message
            stand.names = ()
            return
        for name in (one for one in names if one in chances.shows):
            at = stand.names.index(name) if name in stand.names else None
            if at is not None:
                found.chances.append(Chance(name, stand.whose, _spread(stand.states, at),
                                            chances.shows[name]))
        if link.keeps is not None:
            kept = [stand.names.index(name) for name in link.keeps]
            stand.states = stand.states.map(
                lambda state, kept=kept: tuple(state[i] for i in kept), star=False)
            stand.names = tuple(link.keeps)


def _link(game: Game, link: Link, stand: _Stand, found: Odds) -> None:
    assert stand.states is not None
    likeliest = max(stand.states.items(), key=lambda pair: pair[1])[0]
    for key, throw in link.throws.items():
        thrower = throws.Thrower(game, throw, stand.other if throw.theirs else stand.now)
        memo: dict[throws.Inputs, Any] = {}

        def thrown(state: State, thrower: throws.Thrower = thrower,
                   memo: dict[throws.Inputs, Any] = memo) -> Any:
            reckoning = Reckoning(game, _given(stand, state), stand.now)
            inputs = thrower.inputs(reckoning)
            if inputs not in memo:
                memo[inputs] = thrower.outcomes(inputs)
            return memo[inputs].map(lambda more: state + more, star=False)

        trace = Trace()
        reckoning = Reckoning(game, _given(stand, likeliest), stand.now)
        thrower.inputs(reckoning)
        trace.take_in(thrower.trace)
        trace.take_in(reckoning.trace)
        trace.value = None
        found.traces[stand.whose, key] = trace
        if thrower.rights:
            found.again[stand.whose, key] = thrower.rights
        stand.states = stand.states.map(thrown, star=False)
        stand.names += tuple(throw.counts) or (key,)
        likeliest = max(stand.states.items(), key=lambda pair: pair[1])[0]
    for name, part in link.computes.items():
        trace = Trace()
        first = Reckoning(game, _given(stand, likeliest), stand.now)
        trace.value = value_of(first.of(part))
        trace.take_in(first.trace)
        found.traces[stand.whose, name] = trace

        def computed(state: State, part: Any = part) -> State:
            reckoning = Reckoning(game, _given(stand, state), stand.now)
            return (*state, value_of(reckoning.of(part)))

        stand.states = stand.states.map(computed, star=False)
        stand.names += (name,)
        likeliest = max(stand.states.items(), key=lambda pair: pair[1])[0]
    if link.again is not None:
        left = {state: many for state, many in stand.states.items() if not Reckoning(
            game, _given(stand, state), stand.now).of(link.again)}
        if not left:
            raise game.fault("what is thrown again never ends")
        stand.states = type(stand.states)(left)


def _given(stand: _Stand, state: State) -> dict[str, Any]:
    given = dict(stand.given)
    for name, value in zip(stand.names, state, strict=True):
        side, dot, rest = name.partition(".")
        if dot:
            given[side] = {**given.get(side, {}), rest: _spelled(value)}
        else:
            given[name] = _spelled(value)
    return given


def _spelled(value: Value) -> Any:
    return value if isinstance(value, bool | str) else Amount(Fraction(value))


def value_of(value: Any) -> Value:
    """Return a computed value as a state holds it: a number, yes or no, or a word."""
    if isinstance(value, Amount):
        value = value.count
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else value
    return value if isinstance(value, bool) else str(value)


def _spread(states: Die[State], at: int) -> dict[Value, Fraction]:
    one = states.map(lambda state: state[at], star=False)
    whole = one.denominator()
    return {value: Fraction(many, whole) for value, many in one.items()}

