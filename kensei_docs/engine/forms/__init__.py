"""Forms of computation: what ``computes`` in an edition's ``play`` is written in.

A computation is a name (of what is ``given``, of a fact ``record:path``, or of another
computation), a list of computations, or a mapping of one form to its parts. A word in quotes
stands for itself, ``none`` for nothing; ``given.x?`` is false where it isn't given. Numbers of
rules never stand in a computation: they are facts, and named.

The modules of this package are the forms: each function marked as one is a form, and its
docstring tells what its parts are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from kensei_docs.engine.amounts import Amount, amount_of, shown
from kensei_docs.engine.game import Game
from kensei_docs.engine.rolls import Roll, reading, roll_of
from kensei_docs.engine.situation import Situation
from kensei_docs.engine.trace import Step, Trace
from kensei_docs.problems import closest

Form = Callable[["Reckoning", Any], Any]
FORMS: dict[str, Form] = {}


def form(function: Form) -> Form:
    """Register a form under the name of its function (``at_least`` is ``at-least``)."""
    FORMS[function.__name__.replace("_", "-")] = function
    return function


class Reckoning:
    """One computation under way: the game, what is given, the situation, and the trace.

    What a computation asks for a second time isn't computed, nor told in the trace, again.
    """

    def __init__(self, game: Game, given: Mapping[str, Any], now: Situation) -> None:
        self.game, self.given, self.now = game, given, now
        # How the other side sees it, where that is known better than by turning ours round.
        self.other: Situation | None = None
        self.trace = Trace()
        self._known: dict[str, Any] = {}
        self._under_way: list[str] = []

    def of(self, part: Any) -> Any:
        """Return the value of a computation; its steps go into the trace."""
        if isinstance(part, bool) or part is None:
            return part
        if isinstance(part, list):
            return [self.of(one) for one in part]
        if not isinstance(part, str | dict) or not part:
            raise self.game.fault(f"'{part}' is no computation")
        key = repr(part)
        if key not in self._known:
            self._known[key] = self._named(part) if isinstance(part, str) else self._formed(part)
        return self._known[key]

    def _formed(self, part: dict[str, Any]) -> Any:
        form = next(iter(part))
        if form not in FORMS:
            raise self.game.fault(f"'{form}' is no form of computation{closest(form, FORMS)}")
        try:
            return FORMS[form](self, part[form])
        except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, StopIteration):
            raise self.game.fault(
                f"'{form}' can't be computed of '{part[form]}'; see docs/how-the-engine-computes.md"
            ) from None

    def entries(self, part: Any) -> Any:
        """Return a mapping of names to computations, each computed, or a computation's value."""
        if isinstance(part, dict) and next(iter(part), None) not in FORMS:
            return {key: self.entries(inner) for key, inner in part.items()}
        return self.of(part)

    def amount(self, part: Any) -> Amount:
        """Return a computation's value as an amount; raises Unusable where it is none."""
        value = self.of(part)
        if isinstance(value, Amount):
            return value
        amount = amount_of(str(value)) if value is not None else None
        if amount is None:
            raise self.game.fault(f"'{part}' comes to '{value}', which is no amount")
        return amount

    def _named(self, name: str) -> Any:
        if name.startswith("given."):
            part: Any = self.given
            for step in name.split(".")[1:]:
                if not isinstance(part, Mapping) or step.rstrip("?") not in part:
                    if step.endswith("?"):
                        return False
                    raise self.game.fault(f"'{name}' is not given")
                part = part[step.rstrip("?")]
            self.trace.steps.append(Step("given", name.removeprefix("given."), said(part)))
            return part
        if name == "none":
            return Amount()
        if name.startswith("'"):
            return name.strip("'")
        if ":" in name:
            return reading(self.game, name, self.trace)
        if name not in self.game.play.computes:
            raise self.game.fault(f"nothing computes '{name}'{closest(name, self.game.play.computes)}")
        if name in self._under_way:
            raise self.game.fault(f"'{name}' is computed of itself ({' → '.join([*self._under_way, name])})")
        self._under_way.append(name)
        value = self.of(self.game.play.computes[name])
        self._under_way.pop()
        self.trace.steps.append(Step("result", name, said(value)))
        return value

    def roll(self, name: str) -> Roll:
        return roll_of(self.game, name, self.now)


def listed(value: Any) -> list[Any]:
    """Return the values of a mapping or list; one value alone is a list of one."""
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else [value]


def counted(value: Any) -> Fraction | None:
    """Return the number that a value comes to, or None where it is none."""
    amount = value if isinstance(value, Amount) else amount_of(str(value))
    return amount.count if amount else None


def said(value: Any) -> str:
    """Return a value as a trace names it."""
    if isinstance(value, Fraction):
        return shown(value)
    if isinstance(value, list):
        return ", ".join(map(said, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {said(one)}" for key, one in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)


from kensei_docs.engine.forms import arithmetic, lists, results, tables  # noqa: E402

__all__ = ["FORMS", "Reckoning", "arithmetic", "counted", "form", "listed", "lists", "results", "said", "tables"]
