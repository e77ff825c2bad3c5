"""Evaluating expressions: their values in a situation, with a trace of what gave them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kensei_docs.engine.amounts import Amount, Step, Trace, amount_of, format_number
from kensei_docs.engine.conditions import Situation
from kensei_docs.engine.expressions.schema import operators
from kensei_docs.engine.game import Game, Roll, read_fact, roll_of
from kensei_docs.problems import closest


def written(expression: Any) -> str:
    """Return an expression for a message: its text, or its operator without what it stands for."""
    return str(next(iter(expression), "")) if isinstance(expression, Mapping | list) else str(expression)


class Evaluation:
    """The evaluation of expressions in one situation, with what is ``given`` and their trace.

    An expression that is asked for a second time is neither computed nor traced again.
    ``other`` is the situation as the other side sees it; without it, ours is turned round.
    """

    def __init__(
        self, game: Game, given: Mapping[str, Any], situation: Situation, other: Situation | None = None
    ) -> None:
        self.game, self.given, self.situation, self.other = game, given, situation, other
        self.trace = Trace()
        self._known: dict[str, Any] = {}
        self._under_way: list[str] = []

    def evaluate(self, expression: Any) -> Any:
        """Return the value of an expression; its steps go into the trace.

        Raises Unusable for one that can't be computed.
        """
        if isinstance(expression, bool) or expression is None:
            return expression
        if isinstance(expression, list):
            return [self.evaluate(part) for part in expression]
        if not isinstance(expression, str | dict) or not expression:
            raise self.game.unusable(f"'{written(expression)}' is not an expression")
        key = repr(expression)
        if key not in self._known:
            self._known[key] = (
                self._evaluate_name(expression) if isinstance(expression, str) else self._apply_operator(expression)
            )
        return self._known[key]

    def entries(self, part: Any) -> Any:
        """Return a mapping of names to expressions with their values, or the value of an expression."""
        if isinstance(part, dict) and next(iter(part), None) not in operators():
            return {key: self.entries(inner) for key, inner in part.items()}
        return self.evaluate(part)

    def amount(self, expression: Any) -> Amount:
        """Return the value of an expression as an amount; raises Unusable for any other value."""
        value = self.evaluate(expression)
        if isinstance(value, Amount):
            return value
        amount = amount_of(str(value)) if value is not None else None
        if amount is None:
            raise self.game.unusable(f"{written(expression)}: a number is needed where the rules have '{value}'")
        return amount

    def fact(self, name: str) -> Any:
        """Return the value of a fact (``record:path``), which is noted in the trace."""
        return read_fact(self.game, name, self.trace)

    def roll(self, name: str) -> Roll:
        """Return a kind of roll in this situation."""
        return roll_of(self.game, name, self.situation)

    def _apply_operator(self, expression: dict[str, Any]) -> Any:
        name, operands = next(iter(expression.items()))
        operator = operators().get(name)
        if operator is None:
            raise self.game.unusable(f"'{name}' is not an operator{closest(name, operators())}")
        try:
            listed, named = operator.bind(operands)
            return operator.function(self, *listed, **named)
        except (AttributeError, KeyError, IndexError, TypeError, ValueError, ArithmeticError, StopIteration):
            raise self.game.unusable(
                f"'{name}' can't be computed of what it is given; see docs/expressions.md"
            ) from None

    def _evaluate_name(self, name: str) -> Any:
        if name.startswith("given."):
            part: Any = self.given
            for step in name.split(".")[1:]:
                if not isinstance(part, Mapping) or step.rstrip("?") not in part:
                    if step.endswith("?"):
                        return False
                    raise self.game.unusable(f"'{name}' is not given")
                part = part[step.rstrip("?")]
            self.trace.steps.append(Step("given", name.removeprefix("given."), format_value(part)))
            return part
        if name == "none":
            return Amount()
        if name.startswith("'"):
            return name.strip("'")
        if ":" in name:
            return self.fact(name)
        if name not in self.game.play.computes:
            raise self.game.unusable(f"nothing computes '{name}'{closest(name, self.game.play.computes)}")
        if name in self._under_way:
            raise self.game.unusable(f"'{name}' is computed of itself ({' → '.join([*self._under_way, name])})")
        self._under_way.append(name)
        value = self.evaluate(self.game.play.computes[name])
        self._under_way.pop()
        self.trace.steps.append(Step("result", name, format_value(value)))
        return value


def values_in(value: Any) -> list[Any]:
    """Return the values of a mapping or list; one value alone is a list of one."""
    if isinstance(value, Mapping):
        return list(value.values())
    return value if isinstance(value, list) else [value]


def number_of(value: Any) -> Fraction | None:
    """Return a value as a number, dice counted as one each; None for a value that is no amount."""
    amount = value if isinstance(value, Amount) else amount_of(str(value))
    return amount.count if amount else None


def format_value(value: Any) -> str:
    """Return a value as a trace names it."""
    if isinstance(value, Fraction):
        return format_number(value)
    if isinstance(value, list):
        return ", ".join(map(format_value, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {format_value(inner)}" for key, inner in value.items())
    return str(value).lower() if isinstance(value, bool) else str(value)
