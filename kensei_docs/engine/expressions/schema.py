"""What an expression may be: the operators with their operands, and what is wrong with an expression.

An operator is a public function of a module of this package whose first parameter is ``run: Evaluation``. It is called
by its name (``at_least`` is ``at-least``), or by the sign that ``sign`` gives it. Its other parameters are its
operands, and their annotations the schema: keyword-only parameters are written ``name=value``, ``*args`` takes any
number of operands, ``**kwargs`` any names. An ``Expression`` is passed as its node; anything else as its text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, getmembers, isfunction, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from kensei_docs.database import Edition
from kensei_docs.database.paths import path_problem, record_id_problem
from kensei_docs.discover import modules_of
from kensei_docs.engine.conditions import SIDES, Terms, value_problem
from kensei_docs.engine.expressions.syntax import (
    CONSTANTS,
    LIST,
    Call,
    Expression,
    Fact,
    Figure,
    Name,
    Node,
    Unreadable,
    Word,
    tree_of,
)
from kensei_docs.problems import closest, distinct

RollName = Annotated[str, "a kind of roll"]
Hook = Annotated[str, "a hook"]
RecordId = Annotated[str, "a record"]
FactName = Annotated[str, "a fact (record:path)"]
PartName = Annotated[str, "a record, or a part of one (record:path)"]
KindName = Annotated[str, "a kind of record"]
Path = Annotated[str, "a path in a record"]
Key = Annotated[str, "a name of a value"]
ConditionName = Annotated[str, "a condition"]
Words = Annotated[list[str], "a word or a list of words"]
Meaning = Literal["constant", "given", "member", "computation", "hook", "condition", ""]
_Function = TypeVar("_Function", bound=Callable[..., Any])
FIGURE_STANDS_IN_RECORDS = (
    "'{}' is a figure of a rule; it stands in a record, and is named here by record:path, as 'roll/combat:base'"
)


def sign(*signs: str) -> Callable[[_Function], _Function]:
    """Return a decorator that makes a function the operator of a sign, such as ``+``."""

    def mark(function: _Function) -> _Function:
        function.__dict__["sign"] = signs[0]
        return function

    return mark


@dataclass(frozen=True)
class Operand:
    """One operand; ``hint`` is its annotation without the ``None`` of one that may be absent.

    ``by_name``: it is written ``name=value``. ``repeated``: there may be several, under names of their own if
    ``by_name``.
    """

    name: str
    hint: Any
    required: bool
    by_name: bool
    repeated: bool

    @property
    def description(self) -> str:
        """What the operand may be, in words: ``an expression``, ``up | down``."""
        return str(get_args(self.hint)[1]) if self.is_annotated else " | ".join(map(str, get_args(self.hint)))

    @property
    def is_annotated(self) -> bool:
        return get_origin(self.hint) is Annotated

    @property
    def is_expression(self) -> bool:
        """Whether it is computed; the text of any other operand is taken as it stands."""
        return bool(self.hint == Expression)

    def value_of(self, node: Node) -> Any:
        """Return what is passed for a node; raises Misfit for one that the operand can't be."""
        if self.is_expression:
            return node
        if self.hint == Words:
            return [_text(part) for part in _members(node)]
        text = _text(node)
        is_fact = isinstance(node, Fact)
        if self.hint in (RecordId, FactName, PartName) and not (is_fact and (self.hint != FactName or ":" in text)):
            raise Misfit(node, f"'{node.text}' is not {self.description}")
        if not self.is_annotated and text not in get_args(self.hint):
            known = list(map(str, get_args(self.hint)))
            raise Misfit(node, f"'{text}' is not {' or '.join(known)}{closest(text, known)}")
        return text


class Misfit(ValueError):
    """An operand that doesn't fit, with what is wrong with it."""

    def __init__(self, node: Node, message: str) -> None:
        super().__init__(message)
        self.node, self.message = node, message


@dataclass(frozen=True)
class Operator:
    """An operator of expressions: its name or sign, its function and its operands."""

    name: str
    function: Callable[..., Any]
    operands: tuple[Operand, ...]

    @property
    def is_function(self) -> bool:
        """Whether it is called by its name."""
        return "sign" not in vars(self.function)

    def bound(self, call: Call) -> list[tuple[Operand, str, Node]]:
        """Return each operand of a call with its name and its node; raises Misfit where they are too few or many, or
        unknown."""
        listed = [operand for operand in self.operands if not operand.by_name]
        by_name = {operand.name: operand for operand in self.operands if operand.by_name and not operand.repeated}
        free = next((operand for operand in self.operands if operand.by_name and operand.repeated), None)
        least = sum(operand.required for operand in listed)
        most = None if any(operand.repeated for operand in listed) else len(listed)
        if len(call.operands) < least or (most is not None and len(call.operands) > most):
            number = f"{least} or more" if most is None else f"{least}" if least == most else f"{least} to {most}"
            names = ", ".join(operand.name for operand in listed if operand.required or not operand.repeated)
            further = f", and {', '.join(f'{name}=' for name in by_name)}" if by_name else ""
            plural = "operand" if number == "1" else "operands"
            raise Misfit(call, f"'{self.name}' takes {number} {plural} ({names}){further}")
        found = [(listed[min(i, len(listed) - 1)], "", node) for i, node in enumerate(call.operands)]
        for name, node in call.named:
            operand = by_name.get(name, free)
            if operand is None:
                raise Misfit(node, f"'{name}=' is not an operand of '{self.name}'{closest(name, by_name)}")
            found.append((operand, name, node))
        for name, operand in by_name.items():
            if operand.required and name not in dict(call.named):
                raise Misfit(call, f"'{self.name}' lacks its operand '{name}='")
        return found

    def arguments(self, call: Call) -> tuple[list[Any], dict[str, Any]]:
        """Return the positional and named arguments of the function for a call; raises Misfit."""
        bound = self.bound(call)
        named = {name: operand.value_of(node) for operand, name, node in bound if name}
        return [operand.value_of(node) for operand, name, node in bound if not name], {
            "in_" if name == "in" else name: value for name, value in named.items()
        }


@dataclass(frozen=True)
class Names:
    """The names that expressions of an edition may use."""

    computations: Collection[str]
    rolls: Collection[str]
    hooks: Collection[str]
    terms: Terms

    def meaning(self, name: str) -> Meaning:
        """Return what a name stands for: of the same name, a computation comes before a hook, and that before a
        condition. Empty for an unknown name."""
        first = name.partition(".")[0].removesuffix("?")
        if name in CONSTANTS:
            return "constant"
        if first in ("given", "it"):
            return "given" if first == "given" else "member"
        if name in self.computations:
            return "computation"
        if name in self.hooks:
            return "hook"
        return "condition" if self.terms.is_known(name) else ""

    def is_boolean(self, condition: str) -> bool:
        """Whether a condition is true or false, and nothing else."""
        return bool(self._values(condition) == "boolean")

    def _values(self, condition: str) -> Any:
        return (self.terms.database.vocabulary.atoms.get(self.terms.atom(condition) or "") or {}).get("values")

    def test_of(self, node: Node) -> dict[str, Any] | None:
        """Return the conditions that a node asks for, as the ``when`` of an effect; None for another expression.

        ``self.mounted and self.order is charge`` is ``{self.mounted: true, self.order: charge}``.
        """
        match node:
            case Name(name=name) if self.meaning(name) == "condition" and self.is_boolean(name):
                return {name: True}
            case Call("not", (Name(name=name),)) if self.test_of(node.operands[0]):
                return {name: False}
            case Call("is" | "is not" | "in" | "not in" as how, (Name(name=name), value)):
                if self.meaning(name) != "condition" or not self._takes_words(name):
                    return None
                if how.endswith("in") != _is_list(value):
                    return None
                asked = [_value(part, self) for part in _members(value)]
                if None in asked:
                    return None
                expected = asked if _is_list(value) else asked[0]
                return {name: {"not": expected} if "not" in how else expected}
            case Call("and", operands):
                tests = [self.test_of(operand) for operand in operands]
                joined = {name: value for test in tests for name, value in (test or {}).items()}
                return joined if None not in tests and len(joined) == sum(map(len, filter(None, tests))) else None
        return None

    def _takes_words(self, condition: str) -> bool:
        """Whether the values of a condition are words, and not figures."""
        values = self._values(condition)
        return values != "figure" and (values is not None or self.terms.bringing(condition) is not None)


@cache
def operators() -> dict[str, Operator]:
    """Return the operators by name or sign."""
    functions = [
        function
        for module in modules_of(sys.modules[__package__], "functions")
        for name, function in getmembers(module, isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_") and _is_operator(function)
    ]
    return distinct((one.name, one.function.__module__, one) for one in map(_operator, functions))


def function_names() -> list[str]:
    """Return the names of the operators that are called by name."""
    return [name for name, operator in operators().items() if operator.is_function]


@dataclass(frozen=True)
class Fault:
    """What is wrong with an expression, and what to do: ``path`` is that of its text, ``before`` the text before it.

    Without ``before``, the expression is no text.
    """

    path: str
    before: str | None
    message: str


def expression_faults(expression: Any, names: Names, path: str = "", edition: Edition | None = None) -> Iterator[Fault]:
    """Yield everything that is wrong with an expression of the data; with an edition, its facts are looked up too."""
    rule = expression if isinstance(expression, dict) and "is" in expression else {}
    text, inner = (rule["is"], f"{path}.is".lstrip(".")) if rule else (expression, path)
    try:
        node = tree_of(expression)
        parts = _faults(node, names, edition) if node else ()
        faults = [(part.at, part.text, f"{message}; mend it") for part, message in parts]
    except Unreadable as unreadable:
        faults = [(unreadable.at, "", unreadable.message if unreadable.is_old else f"{unreadable.message}; mend it")]
    for at, part, message in faults:
        if rule and part == rule.get("by"):
            yield Fault(f"{path}.by".lstrip("."), "", message)
        else:
            yield Fault(inner, text[:at] if isinstance(text, str) else None, message)


def _faults(node: Node, names: Names, edition: Edition | None, has_member: bool = False) -> Iterator[tuple[Node, str]]:
    match node:
        case Name(name=name):
            meaning = names.meaning(name)
            if meaning == "member" and not has_member:
                yield node, f"'{name}' stands for a member of a list, behind 'where' and in 'each' alone"
            elif not meaning:
                if name in function_names():
                    yield node, f"'{name}' is a function without its operands; a word stands in quotes"
                    return
                known = [*names.computations, *names.hooks, *CONSTANTS]
                hint = closest(name, known) or names.terms.suggestion(name)
                yield node, f"nothing computes '{name}'{hint or '; a word stands in quotes'}"
        case Figure(figure=figure):
            yield node, FIGURE_STANDS_IN_RECORDS.format(figure) if figure != "0" else "'0' is written 'none' here"
        case Fact(name=name):
            if ":" not in name:
                yield (
                    node,
                    f"'{name}' is a record; a fact of it is {name}:path, and a division has spaces around its sign",
                )
            for inserted in node.inserted:
                # Words for a troop may give it a key that no condition has: `self.leader-class`.
                if not inserted.name.startswith(tuple(f"{side}." for side in SIDES)):
                    yield from _faults(inserted, names, edition, has_member)
            yield from ((node, message) for message in _fault_of_fact(name, edition) if ":" in name)
        case Call(operator=name) if name not in operators():
            yield node, f"'{name}' is not a function{closest(name, function_names())}"
        case Call() if names.test_of(node) is not None:
            yield from _faults_of_test(node, names)
        case Call():
            try:
                bound = operators()[node.operator].bound(node)
            except Misfit as misfit:
                yield misfit.node, misfit.message
                return
            for operand, _, inner in bound:
                yield from _faults_of_operand(operand, inner, names, edition, has_member or node.operator == "each")
                has_member |= node.operator == "where"


def _faults_of_operand(
    operand: Operand, node: Node, names: Names, edition: Edition | None, has_member: bool
) -> Iterator[tuple[Node, str]]:
    if operand.is_expression:
        yield from _faults(node, names, edition, has_member)
        return
    try:
        text = operand.value_of(node)
    except Misfit as misfit:
        yield misfit.node, misfit.message
        return
    registers: dict[Any, tuple[str, Collection[str]]] = {
        RollName: ("a roll", names.rolls),
        Hook: ("a hook", names.hooks),
        KindName: ("a kind of record", edition.kinds if edition else [text]),
    }
    sort, known = registers.get(operand.hint, ("", [text]))
    if text not in known:
        yield node, f"'{text}' is not {sort}{closest(text, known)}"
    elif operand.hint == ConditionName and not names.terms.is_known(text):
        yield node, f"'{text}' is not a condition{names.terms.suggestion(text)}"
    elif operand.hint in (RecordId, FactName, PartName):
        yield from ((node, message) for message in _fault_of_fact(text, edition))


def _fault_of_fact(name: str, edition: Edition | None) -> Iterator[str]:
    """Yield that a record, or its path, isn't there; nothing where a part of the name is computed."""
    identity, _, path = name.partition(":")
    if edition is None or "<" in name:
        return
    record = edition.records.get(identity) or next((r for r in edition.rulings.values() if r.id == identity), None)
    if record is None:
        yield record_id_problem(edition, identity)
    elif path and (problem := path_problem(record, path.partition(".*")[0])):
        yield problem


def _faults_of_test(node: Node, names: Names) -> Iterator[tuple[Node, str]]:
    """Yield what is wrong with the words that a condition is held against; one in quotes may be unknown."""
    match node:
        case Call("and", operands):
            for operand in operands:
                yield from _faults_of_test(operand, names)
        case Call(operands=(Name(name=name), value)):
            for part in _members(value):
                if not isinstance(part, Word) and (problem := value_problem(names.terms, name, _value(part, names))):
                    yield part, problem


def _is_list(node: Node) -> bool:
    return isinstance(node, Call) and node.operator == LIST


def _members(node: Node) -> tuple[Node, ...]:
    """Return the members of a list, or what is no list alone."""
    return node.operands if isinstance(node, Call) and node.operator == LIST else (node,)


def _text(node: Node) -> str:
    """Return a node as the text of an operand that is no expression; raises Misfit for one that computes."""
    match node:
        case Name(name=text) | Fact(name=text) | Word(word=text) | Figure(figure=text):
            return text
    raise Misfit(node, f"'{node.text}' can't be computed here; write a name")


def _value(node: Node, names: Names) -> Any:
    """Return the value that a condition is held against; None for what isn't a word, such as ``given.x``."""
    match node:
        case Name(name="true" | "false" as word):
            return word == "true"
        case Name(name=name) if names.meaning(name) in ("given", "member"):
            return None
        case Name(name=word) | Word(word=word) | Figure(figure=word):
            return word
    return None


def _is_operator(function: Callable[..., Any]) -> bool:
    first = next(iter(signature(function).parameters.values()), None)
    # The annotation is a text where its module postpones annotations.
    return first is not None and getattr(first.annotation, "__name__", first.annotation) == "Evaluation"


def _operator(function: Callable[..., Any]) -> Operator:
    hints = get_type_hints(function, include_extras=True)
    operands = tuple(
        Operand(
            parameter.name.rstrip("_"),
            _without_none(hints[parameter.name]),
            parameter.default is Parameter.empty and parameter.kind is not Parameter.VAR_POSITIONAL,
            parameter.kind in (Parameter.KEYWORD_ONLY, Parameter.VAR_KEYWORD),
            parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD),
        )
        for parameter in list(signature(function).parameters.values())[1:]
    )
    name = vars(function).get("sign") or function.__name__.rstrip("_").replace("_", "-")
    return Operator(name, function, operands)


def _without_none(hint: Any) -> Any:
    inner = [member for member in get_args(hint) if member is not NoneType]
    return inner[0] if get_origin(hint) in (Union, UnionType) and len(inner) == 1 else hint
