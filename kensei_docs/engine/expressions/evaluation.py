"""Evaluating expressions: their values in a situation, with a trace of what gave them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kensei_docs.engine.amounts import Amount, Step, Trace, amount_of, format_number
from kensei_docs.engine.conditions import SIDES, Situation, read_situation
from kensei_docs.engine.effects import NAMED
from kensei_docs.engine.expressions.schema import FIGURE_STANDS_IN_RECORDS, Misfit, operators
from kensei_docs.engine.expressions.syntax import Call, Fact, Figure, Name, Node, Unreadable, Word, names_in, tree_of
from kensei_docs.engine.game import Game, Roll, read_fact, roll_of
from kensei_docs.problems import Place, Problem, Unusable, closest

_CONSTANTS = {"true": True, "false": False, "none": Amount(), "unknown": None}


class Absent(Unusable):
    """Raised for what isn't there: a value that nobody gives, an entry or a row that a table doesn't have."""


class Evaluation:
    """The evaluation of expressions in one situation, with what is ``given`` and their trace.

    An expression that is asked for a second time is neither computed nor traced again.
    ``other`` is the situation as the other side sees it; without it, ours is turned round. ``known`` are the values of
    the expressions that were asked for, by their text; some may be known from the beginning.
    """

    def __init__(
        self,
        game: Game,
        given: Mapping[str, Any],
        situation: Situation,
        other: Situation | None = None,
        known: Mapping[str, Any] | None = None,
    ) -> None:
        self.game, self.given, self.situation, self.other = game, given, situation, other
        self.trace = Trace()
        self.known: dict[str, Any] = dict(known or {})
        self._under_way: list[str] = []
        # A trace that tells each number that was compared needs no further step for it.
        self._filters = False

    def evaluate(self, expression: Any) -> Any:
        """Return the value of an expression, of the data or as a node; its steps go into the trace.

        Raises Unusable for one that can't be computed, with its place if it stands in a computation.
        """
        try:
            node = tree_of(expression)
        except Unreadable as unreadable:
            raise self.game.unusable(f"{unreadable.message}: '{expression}'") from None
        if node is None:
            return None
        try:
            if node.text not in self.known:
                self.known[node.text] = self._value(node)
            return self.known[node.text]
        except Misfit as misfit:
            raise self._placed(self.game.unusable(misfit.message), misfit.node) from None
        except Unusable as unusable:
            raise self._placed(unusable, node) from None

    def amount(self, expression: Any) -> Amount:
        """Return the value of an expression as an amount; raises Unusable for any other value."""
        return self.amount_of(self.evaluate(expression), expression)

    def amount_of(self, value: Any, expression: Any) -> Amount:
        """Return a value of an expression as an amount; raises Unusable if it is none."""
        amount = value if isinstance(value, Amount) else None if value is None else amount_of(str(value))
        if amount is None:
            text = expression.text if isinstance(expression, Node) else expression
            raise self.game.unusable(f"{text}: a number is needed where the rules have '{value}'")
        return amount

    def fact(self, name: str) -> Any:
        """Return the value of a fact (``record:path``), which is noted in the trace."""
        return read_fact(self.game, name, self.trace)

    def explained(self, expression: Any) -> Explained | None:
        """Return an expression that was evaluated, to be written with its values; None for a name alone."""
        node = tree_of(expression)
        if isinstance(node, Call) and node.operator == "by":
            node = node.operands[1]
        return Explained(node, self.known) if isinstance(node, Call) else None

    def roll(self, name: str) -> Roll:
        """Return a kind of roll in this situation."""
        return roll_of(self.game, name, self.situation)

    def absent(self, message: str) -> Absent:
        """Return the exception for what isn't there, ready to raise; ``otherwise`` catches it."""
        return Absent(*self.game.unusable(message).problems)

    def otherwise(self, expression: Node, other: Node) -> Any:
        """Return the value of the first expression, or of the other where the first is unknown or isn't there."""
        under_way = len(self._under_way)
        try:
            value = self.evaluate(expression)
        except Absent:
            value = None
            del self._under_way[under_way:]
        return self.evaluate(other) if value is None else value

    def of_member(self, member: Any, expression: Node) -> Any:
        """Return the value of an expression for a member of a list (``it``); the rest of it is computed once."""
        inner = Evaluation(self.game, {**self.given, "it": member}, self.situation, self.other)
        inner.known, inner.trace, inner._filters = _without_member(self.known), self.trace, True
        value = inner.evaluate(expression)
        self.known |= _without_member(inner.known)
        return value

    def _value(self, node: Node) -> Any:
        match node:
            case Name(name=name):
                return self._value_of_name(name)
            case Fact():
                return self._value_of_fact(node)
            case Word(word=word):
                return word
            case Figure(figure=figure):
                raise self.game.unusable(FIGURE_STANDS_IN_RECORDS.format(figure))
            case Call(operator=name):
                if (test := self.game.known_of(node, "test", self.game.names.test_of)) is not None:
                    return self._holds(test)
                operator = operators().get(name)
                if operator is None:
                    raise self.game.unusable(f"'{name}' is not a function{closest(name, operators())}")
                listed, named = self.game.known_of(node, "arguments", operator.arguments)
                try:
                    return operator.function(self, *listed, **named)
                except (AttributeError, KeyError, IndexError, TypeError, ValueError, ArithmeticError, StopIteration):
                    raise self.game.unusable(
                        f"'{name}' can't be computed of what it is given; see docs/expressions.md"
                    ) from None
        raise TypeError(f"{node!r} is no node of an expression")

    def _value_of_name(self, name: str) -> Any:
        match self.game.names.meaning(name):
            case "constant":
                return _CONSTANTS[name]
            case "given" | "member":
                return self._given(name)
            case "computation":
                return self._computed(name)
            case "hook":
                return self.trace.take_in(self.game.value(name, self.situation))
            case "condition" if self.game.names.is_boolean(name):
                return self._holds({name: True})
            case "condition":
                return self.stated(name)
        raise self.game.unusable(f"nothing computes '{name}'{closest(name, self.game.play.computes)}")

    def stated(self, condition: str) -> Any:
        """Return what the situation says of a condition, None for nothing; no assumption is made."""
        return next(iter(self.situation.given.get(condition, ())), None)

    def _holds(self, conditions: dict[str, Any]) -> bool:
        """Return whether conditions hold, as in the ``when`` of an effect: what isn't given is assumed."""
        held = self.game.effects.conditions.check(conditions, self.situation, "self")
        self.trace.assumed.update(held.assumed)
        return held.holds

    def _given(self, name: str) -> Any:
        head, *path = name.split(".")
        part: Any = self.given["it"] if head == "it" else self.given
        for step in path:
            if not isinstance(part, Mapping) or step.removesuffix("?") not in part:
                if step.endswith("?"):
                    return False
                raise self.absent(f"'{name}' is not given{closest(step, part if isinstance(part, Mapping) else ())}")
            part = part[step.removesuffix("?")]
        if path or (head == "it" and not self._filters):
            told = name.removeprefix("given.") if head == "given" else ".".join(["each", *path])
            self.trace.steps.append(Step("given", told, format_value(part)))
        return part

    def _computed(self, name: str) -> Any:
        if name in self._under_way:
            raise self.game.unusable(f"'{name}' is computed of itself ({' → '.join([*self._under_way, name])})")
        self._under_way.append(name)
        expression = self.game.play.computes[name]
        value = self.evaluate(expression)
        self._under_way.pop()
        self.trace.steps.append(Step("result", name, format_value(value), expression=self.explained(expression)))
        return value

    def _value_of_fact(self, fact: Fact) -> Any:
        """Return a fact, or a list of facts where a name in it is a list or its path has a ``*`` for every entry."""
        if not fact.inserted:
            start, star, rest = fact.name.partition(".*")
            if not star:
                return self.fact(fact.name)
            return [self.fact(f"{start}.{key}{rest}") for key in self.game.fact(start)[2]]
        values = {
            name.name: self.evaluate(name) if self.game.names.meaning(name.name) else self.stated(name.name)
            for name in fact.inserted
        }
        if None in values.values():
            return None
        if listed := [name for name, value in values.items() if isinstance(value, list)]:
            members = values.pop(listed[0])
            return [self._fact_if_there(fact.filled_in({**values, listed[0]: member})) for member in members]
        return self._fact_if_there(fact.filled_in(values))

    def _fact_if_there(self, name: str) -> Any:
        try:
            return self.fact(name)
        except Unusable as unusable:
            raise Absent(*unusable.problems) from None

    def _placed(self, unusable: Unusable, node: Node) -> Unusable:
        """Return an exception with the place of a node in the computation that is under way, if it has no place yet."""
        tree = self.game.edition.tree
        if not self._under_way or any(problem.place != tree.place("play") for problem in unusable.problems):
            return unusable
        path, expression = f"play.computes.{self._under_way[-1]}", self.game.play.computes[self._under_way[-1]]
        if isinstance(expression, dict):
            path, expression = f"{path}.is", expression.get("is")
        place = tree.place(path, str(expression)[: node.at])
        return type(unusable)(*(replace(problem, place=place) for problem in unusable.problems))


@dataclass(frozen=True)
class Explained:
    """An expression that was computed, with the values of its parts by their text."""

    node: Node
    known: Mapping[str, Any]

    @property
    def forms(self) -> list[str]:
        """The expression as it stands in the data, and, unless that is its value, with values in place of names."""
        filled_in = self._filled_in(self.node)
        is_told = isinstance(filled_in, Call) and filled_in != self.node
        return [self.node.text, filled_in.text] if is_told else [self.node.text]

    def _filled_in(self, node: Node) -> Node:
        """Return a node with values in place of names and facts, and the branch that was taken in place of both."""
        match node:
            case Name() | Fact() if self.known.get(node.text) is not None:
                text = format_value(self.known[node.text])
                if isinstance(self.known[node.text], list):
                    text = f"[{text}]"
                return Figure(f"({text})" if " + " in text or " - " in text else text)
            case Call("if", (condition, then, otherwise)) if condition.text in self.known:
                return self._filled_in(then if self.known[condition.text] else otherwise)
            case Call("by", (_, inner)):
                return self._filled_in(inner)
            case Call("where" | "each" | "theirs"):
                return node
            case Call(name, operands, named) if name in operators():
                expressions = {id(part) for operand, _, part in operators()[name].bound(node) if operand.is_expression}
                return replace(
                    node,
                    operands=tuple(self._filled_in(part) if id(part) in expressions else part for part in operands),
                    named=tuple(
                        (key, self._filled_in(part) if id(part) in expressions else part) for key, part in named
                    ),
                )
        return node


def situation_of(game: Game, given: Mapping[str, Any], place: Place | None = None) -> Situation:
    """Return the situation that a mapping describes, with the conditions that ``play.infers`` computes from others.

    Raises Unusable for unknown words.
    """
    situation = game.effects.conditions.complete(read_situation(game.terms, given, place))
    for inference in game.play.infers:
        if (
            inference.condition not in situation.given
            and all(situation.given.get(name) for name in inference.needs)
            and game.effects.conditions.check(inference.when, situation, SIDES[0]).holds
        ):
            value = Evaluation(game, {}, situation).evaluate(inference.value)
            if value is not None:
                situation.given[inference.condition] = [value if isinstance(value, bool) else str(value)]
    names = game.effects.to_be_named
    for name in situation.given.get(NAMED, []):
        if name not in names:
            message = f"{NAMED}: '{name}' names no effect of {game.edition.id}{closest(name, names)}; mend the name"
            raise Unusable(Problem(place or Place("situation"), message, "situation"))
    return situation


def _without_member(known: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of expressions that don't depend on a member of a list."""
    return {
        text: value
        for text, value in known.items()
        if not any(name.partition(".")[0] == "it" for name in names_in(text))
    }


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
