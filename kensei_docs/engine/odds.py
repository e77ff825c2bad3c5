"""Odds: the exact chances of what an attack comes to, as the edition's ``play.odds`` declares.

A chain of chances is gone through link by link. What stands at a link is a distribution of
states (the values of its names); each link throws dice for every state, computes, and passes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kensei_docs.engine import throws
from kensei_docs.engine.amounts import Amount
from kensei_docs.engine.dice import Again, changed, followed
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
        return all(isinstance(value, int | Fraction) and not isinstance(value, bool) for value in self.values)

    @property
    def is_yes_or_no(self) -> bool:
        return all(isinstance(value, bool) for value in self.values)

    @property
    def mean(self) -> Fraction:
        """The expected number, or the chance of yes."""
        return sum(
            (Fraction(value) * chance for value, chance in self.values.items() if not isinstance(value, str)),
            Fraction(0),
        )

    def at_least(self, number: int) -> Fraction:
        """Return the chance of a number or more."""
        return sum(
            (chance for value, chance in self.values.items() if not isinstance(value, str) and value >= number),
            Fraction(0),
        )


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


def odds(game: Game, attack: str, ours: Situation, theirs: Situation, given: Mapping[str, Any]) -> Odds:
    """Return the odds of an attack (``melee``).

    ``ours`` is the situation as the attacker sees it, ``theirs`` as the defender does; ``given``
    has what computations may name besides, ``ours`` and ``theirs`` apart. Raises Unusable for an
    attack that the edition doesn't know.
    """
    chances = game.play.odds.get(attack)
    if chances is None:
        known = ", ".join(game.play.odds) or "none"
        raise Unusable(
            Problem(
                Place("odds"),
                f"{game.edition.id} tells no odds of '{attack}'{closest(attack, game.play.odds)}; it knows: {known}",
                "odds",
            )
        )
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
            found.left_out.update({("", name): reason for name in chances.shows if name not in left})
            return found
        both.names = tuple((f"{side}.{name}") for side in ("ours", "theirs") for name in chances.keeps)
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
        parts.append(changed(end.states, _taking(at)))
    first, second = parts
    return Die({a + b: n * m for a, n in first.items() for b, m in second.items()})


def _walk(game: Game, links: Sequence[Link], stand: _Stand, chances: Chances, found: Odds) -> None:
    from icepool import Die

    if stand.states is None:
        stand.states = Die([()])
    for number, link in enumerate(links):
        names = _names(link)
        lacking = [name for name in link.needs if not stand.now.given.get(name)]
        reason = ", ".join(lacking)
        try:
            if not lacking:
                _link(game, link, stand, found)
        except Unusable as fault:
            reason = fault.problems[0].message
        if reason:
            # What comes after depends on it.
            found.left_out.update(
                {
                    (stand.whose, name): reason
                    for later in links[number:]
                    for name in _names(later)
                    if name in chances.shows
                }
            )
            stand.names = ()
            return
        for name in (one for one in names if one in chances.shows):
            at = stand.names.index(name) if name in stand.names else None
            if at is not None:
                found.chances.append(Chance(name, stand.whose, _spread(stand.states, at), chances.shows[name]))
        if link.keeps is not None:
            kept = [stand.names.index(name) for name in link.keeps]
            stand.states = changed(stand.states, _taking(kept))
            stand.names = tuple(link.keeps)


def _names(link: Link) -> list[str]:
    return [*(name for key, throw in link.throws.items() for name in throw.counts or [key]), *link.computes]


def _link(game: Game, link: Link, stand: _Stand, found: Odds) -> None:
    assert stand.states is not None
    likeliest = max(stand.states.items(), key=lambda pair: pair[1])[0]
    for key, throw in link.throws.items():
        thrower = throws.Thrower(game, throw, stand.other if throw.theirs else stand.now)
        memo: dict[throws.Inputs, Any] = {}

        def thrown(state: State, thrower: throws.Thrower = thrower, memo: dict[throws.Inputs, Any] = memo) -> Any:
            reckoning = _reckoning(game, stand, state)
            inputs = thrower.inputs(reckoning)
            if inputs not in memo:
                memo[inputs] = thrower.outcomes(inputs)
            return memo[inputs]

        trace = Trace()
        reckoning = _reckoning(game, stand, likeliest)
        thrower.inputs(reckoning)
        trace.take_in(thrower.trace)
        trace.take_in(reckoning.trace)
        trace.value = None
        found.traces[stand.whose, key] = trace
        if thrower.rights:
            found.again[stand.whose, key] = thrower.rights
        stand.states = followed(stand.states, thrown)
        stand.names += tuple(throw.counts) or (key,)
        likeliest = max(stand.states.items(), key=lambda pair: pair[1])[0]
    for name, part in link.computes.items():
        trace = Trace()
        first = _reckoning(game, stand, likeliest)
        trace.value = value_of(first.of(part))
        trace.take_in(first.trace)
        found.traces[stand.whose, name] = trace

        def computed(state: State, part: Any = part) -> State:
            reckoning = _reckoning(game, stand, state)
            return (*state, value_of(reckoning.of(part)))

        stand.states = changed(stand.states, computed)
        stand.names += (name,)
        likeliest = max(stand.states.items(), key=lambda pair: pair[1])[0]
    if link.again is not None:
        left = {
            state: many for state, many in stand.states.items() if not _reckoning(game, stand, state).of(link.again)
        }
        if not left:
            raise game.fault("what is thrown again never ends")
        stand.states = type(stand.states)(left)


def _reckoning(game: Game, stand: _Stand, state: State) -> Reckoning:
    here = Reckoning(game, _given(stand, state), stand.now)
    here.other = stand.other
    return here


def _taking(at: Sequence[int]) -> Callable[[State], State]:
    return lambda state: tuple(state[i] for i in at)


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
    whole = states.denominator()
    spread: dict[Value, int] = {}
    for state, many in states.items():
        spread[state[at]] = spread.get(state[at], 0) + many
    return {value: Fraction(many, whole) for value, many in spread.items()}
