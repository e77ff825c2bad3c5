"""What an expression may be: the operators with their operands, and what is wrong with an expression.

An operator is a public function of a module of this package whose first parameter is
``run: Evaluation``. Its other parameters are its operands, and their annotations the schema:

- one positional-only parameter takes the operand as it stands;
- several, or ``*args``, take a list; keyword-only parameters take a mapping;
- a first parameter that may be either takes both: ``value: x`` and ``value: {of: x, part: y}``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, getmembers, isfunction, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError

from kensei_docs.problems import closest

Expression = Annotated[Any, "an expression"]
# Names with an expression each, or an expression whose value is a mapping.
Entries = Annotated[Any, "expressions by name"]
RollName = Annotated[str, "a kind of roll"]
Hook = Annotated[str, "a hook"]
RecordId = Annotated[str, "a record"]
Fact = Annotated[str, "a fact (record:path)"]
Path = Annotated[str, "a path in a record"]
Words = Annotated[list[str], "a list of words"]
Circumstances = Annotated[dict[str, Any], "conditions with their values"]


@dataclass(frozen=True)
class Operand:
    """One operand; ``hint`` is its annotation without the ``None`` of one that may be absent."""

    name: str
    hint: Any
    required: bool
    by_name: bool

    @property
    def description(self) -> str:
        """What the operand may be, in words: ``an expression``, ``up | down``."""
        return _describe(self.hint)


@dataclass(frozen=True)
class Operator:
    """An operator of expressions.

    ``as_list`` says that its operands stand in a list, ``as_mapping`` that they may stand in a
    mapping; ``repeated`` that the last operand may stand more than once.
    """

    name: str
    function: Callable[..., Any]
    operands: tuple[Operand, ...]
    as_list: bool
    as_mapping: bool
    repeated: bool

    def bind(self, given: Any) -> tuple[list[Any], dict[str, Any]]:
        """Return positional and named arguments; raises ValueError where operands are too few, many or unknown."""
        names = [operand.name for operand in self.operands]
        required = [operand.name for operand in self.operands if operand.required]
        if self.as_mapping and (self.operands[0].by_name or (isinstance(given, dict) and names[0] in given)):
            if not isinstance(given, dict):
                raise ValueError(f"'{self.name}' takes a mapping of {', '.join(names)}")
            for name in given:
                if name not in names:
                    raise ValueError(f"'{name}' is not an operand of '{self.name}'{closest(str(name), names)}")
            for name in required:
                if name not in given:
                    raise ValueError(f"'{self.name}' lacks its operand '{name}'")
            return [], given
        if not self.as_list:
            return [given], {}
        least, most = len(required), None if self.repeated else len(names)
        if not isinstance(given, list) or len(given) < least or (most is not None and len(given) > most):
            number = f"{least} or more" if most is None else f"{least}" if least == most else f"{least} to {most}"
            raise ValueError(f"'{self.name}' takes a list of {number} operands ({', '.join(names)})")
        return given, {}


@dataclass(frozen=True)
class Names:
    """The names that expressions of an edition may use: its computations and its kinds of roll."""

    computations: Collection[str]
    rolls: Collection[str]


@cache
def operators() -> dict[str, Operator]:
    """Return the operators by name; ``at_least`` is ``at-least``."""
    from kensei_docs.discover import modules_of
    from kensei_docs.engine import expressions

    functions = [
        function
        for module in modules_of(expressions, "functions")
        for name, function in getmembers(module, isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_") and _is_operator(function)
    ]
    return {operator.name: operator for operator in map(_operator, functions)}


def expression_problems(expression: Any, names: Names, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the description of everything that is wrong with an expression."""
    if isinstance(expression, bool) or expression is None:
        return
    if isinstance(expression, list):
        for i, inner in enumerate(expression):
            yield from expression_problems(inner, names, f"{path}.{i}")
    elif isinstance(expression, str) and expression:
        is_value = expression == "none" or expression.startswith(("given.", "'")) or ":" in expression
        if not is_value and expression not in names.computations:
            yield path, f"nothing computes '{expression}'{closest(expression, names.computations)}"
    elif isinstance(expression, dict) and len(expression) == 1:
        [(name, given)] = expression.items()
        yield from _problems_of_operands(str(name), given, names, f"{path}.{name}")
    elif isinstance(expression, dict) and {*expression} & {*operators()}:
        key = next((key for key in expression if key not in operators()), list(expression)[-1])
        yield f"{path}.{key}", f"'{key}' stands beside an operator; an expression is one operator with its operands"
    else:
        yield path, f"'{expression}' is not an expression; write a name, a list, or one operator with its operands"


def _problems_of_operands(name: str, given: Any, names: Names, path: str) -> Iterator[tuple[str, str]]:
    operator = operators().get(name)
    if operator is None:
        yield path, f"'{name}' is not an operator{closest(name, operators())}"
        return
    try:
        listed, named = operator.bind(given)
    except ValueError as error:
        yield path, str(error)
        return
    for i, value in enumerate(listed):
        operand = operator.operands[min(i, len(operator.operands) - 1)]
        yield from _problems_of_operand(operand.hint, value, names, f"{path}.{i}" if operator.as_list else path)
    for operand in operator.operands:
        if operand.name in named:
            yield from _problems_of_operand(operand.hint, named[operand.name], names, f"{path}.{operand.name}")


def _problems_of_operand(hint: Any, value: Any, names: Names, path: str) -> Iterator[tuple[str, str]]:
    if hint == Expression:
        yield from expression_problems(value, names, path)
    elif hint == Entries:
        if isinstance(value, dict) and next(iter(value), None) not in operators():
            for key, inner in value.items():
                yield from _problems_of_operand(Entries, inner, names, f"{path}.{key}")
        else:
            yield from expression_problems(value, names, path)
    elif get_origin(hint) is tuple:
        hints = get_args(hint)
        if not isinstance(value, list) or len(value) != len(hints):
            yield path, f"should be a list of {len(hints)}: {_describe(hint)}"
            return
        for i, (inner_hint, inner) in enumerate(zip(hints, value, strict=True)):
            yield from _problems_of_operand(inner_hint, inner, names, f"{path}.{i}")
    elif hint == RollName and value not in names.rolls:
        yield path, f"'{value}' is not a roll{closest(str(value), names.rolls)}"
    else:
        try:
            TypeAdapter(hint).validate_python(value, strict=True)
        except ValidationError as error:
            message = error.errors()[0]["msg"]
            yield path, f"'{value}': {message[0].lower()}{message[1:]}"


def _is_operator(function: Callable[..., Any]) -> bool:
    first = next(iter(signature(function).parameters.values()), None)
    return first is not None and first.annotation == "Evaluation"


def _operator(function: Callable[..., Any]) -> Operator:
    hints = get_type_hints(function, include_extras=True)
    parameters = list(signature(function).parameters.values())[1:]
    kinds = {parameter.kind for parameter in parameters}
    operands = tuple(
        Operand(
            parameter.name.rstrip("_"),
            _without_none(hints[parameter.name]),
            parameter.default is Parameter.empty,
            parameter.kind is Parameter.KEYWORD_ONLY,
        )
        for parameter in parameters
    )
    repeated = Parameter.VAR_POSITIONAL in kinds
    as_list = repeated or sum(p.kind is Parameter.POSITIONAL_ONLY for p in parameters) > 1
    as_mapping = Parameter.KEYWORD_ONLY in kinds
    return Operator(function.__name__.replace("_", "-"), function, operands, as_list, as_mapping, repeated)


def _without_none(hint: Any) -> Any:
    inner = [member for member in get_args(hint) if member is not NoneType]
    return inner[0] if get_origin(hint) in (Union, UnionType) and len(inner) == 1 else hint


def _describe(hint: Any) -> str:
    if get_origin(hint) is Annotated:
        return str(get_args(hint)[1])
    if get_origin(hint) is tuple:
        return ", ".join(map(_describe, get_args(hint)))
    if get_origin(hint) in (Union, UnionType):
        return " | ".join(map(_describe, get_args(hint)))
    return " | ".join(map(str, get_args(hint))) or "a word"
