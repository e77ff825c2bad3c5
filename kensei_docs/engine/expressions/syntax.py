"""The syntax of expressions: a text becomes a tree of nodes, and a tree a text.

The grammar stands in ``grammar.lark``. A node is a name, a fact of a record, a word, a figure, or a call of an
operator, which is a function (``floor``) or a sign (``+``, ``if``, ``where``, ``[]`` for a list).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any

from kensei_docs.problems import closest

if TYPE_CHECKING:
    from lark import Lark

# An expression as data have it: see `tree_of`.
Expression = Annotated[Any, "an expression"]
# Names that are values: no number at all, and what nobody says.
CONSTANTS = ("true", "false", "none", "unknown")
# How close signs bind, the loosest first; a function call binds closest.
_LEVELS = (
    ("where", "otherwise"),
    ("if",),
    ("or",),
    ("and",),
    ("not",),
    ("is", "is not", "in", "not in", ">=", "<=", ">", "<"),
    ("+", "-"),
    ("*", "/", "mod"),
)
_LEVEL = {sign: level for level, signs in enumerate(_LEVELS) for sign in signs}
# Signs of which several in a row are one call.
_CHAINED = ("or", "and", "+", "-", "*")
LIST = "[]"
# Signs that people know from elsewhere, and what to write here.
_FOREIGN = {
    "=<": "<=", "=>": ">=", "<>": "is not", "=": "is", "!": "is not", "≥": ">=", "≤": "<=", "≠": "is not", "×": "*",
    "÷": "/", "−": "-", "%": "mod", "&": "and", "|": "or", "{": "(", "}": ")", '"': "'",
    ";": ",",
}  # fmt: skip
# A name in a fact: order/<given.order>:category.
_INSERTED = re.compile(r"<([\w.-]+)>")


class Unreadable(ValueError):
    """A text that is no expression: what is wrong with it, and the offset of the character where it goes wrong.

    ``is_old``: it is one of an earlier version, and the message says what to do.
    """

    def __init__(self, message: str, at: int = 0, is_old: bool = False) -> None:
        super().__init__(message)
        self.message, self.at, self.is_old = message, at, is_old


@dataclass(frozen=True)
class Node:
    """A part of an expression; ``at`` is the offset of its first character in the text."""

    at: int = field(default=0, compare=False, repr=False, kw_only=True)

    @property
    def parts(self) -> tuple[Node, ...]:
        """All operands of a call, those with a name last; none of any other node."""
        return ()

    @property
    def inserted(self) -> list[Name]:
        """The names whose values stand in a fact: ``order/<given.order>:category``; none in any other node."""
        return []

    @cached_property
    def text(self) -> str:
        """The node as a person writes it; two nodes with one text are the same."""
        return written(self)


@dataclass(frozen=True)
class Name(Node):
    """A name of a value: ``given.x?``, a computation, a hook, a condition, or a constant (``none``)."""

    name: str


@dataclass(frozen=True)
class Fact(Node):
    """A fact of a record (``weapon/katanas:figures.bonus``), or the record alone."""

    name: str

    @property
    def inserted(self) -> list[Name]:
        return [Name(found[1], at=self.at + found.start(1)) for found in _INSERTED.finditer(self.name)]

    def filled_in(self, values: Mapping[str, object]) -> str:
        """Return the fact with a value for each name that stands in it."""
        return _INSERTED.sub(lambda found: str(values[found[1]]), self.name)


@dataclass(frozen=True)
class Word(Node):
    """A word in quotes."""

    word: str


@dataclass(frozen=True)
class Figure(Node):
    """A figure, which may only stand where a condition has it as a name (``self.weapon-type is 2``)."""

    figure: str


@dataclass(frozen=True)
class Call(Node):
    """An operator with its operands; ``named`` are those after ``name=``."""

    operator: str
    operands: tuple[Node, ...] = ()
    named: tuple[tuple[str, Node], ...] = ()

    @property
    def parts(self) -> tuple[Node, ...]:
        return (*self.operands, *(node for _, node in self.named))


def tree_of(expression: Any) -> Node | None:
    """Return the tree of an expression of the data: a text, ``true`` or ``false``, or ``{by: record, is: expression}``.

    None for no expression; raises Unreadable for anything that is none.
    """
    match expression:
        case None | Node():
            return expression
        case bool():
            return Name(str(expression).lower())
        case str():
            return parse(expression)
        case {"by": str(record), "is": inner, **rest} if not rest and (node := tree_of(inner)):
            return Call("by", (Fact(record), node))
        case {"by": _} | {"is": _}:
            raise Unreadable("a rule and what it computes are {by: record, is: expression}")
        case _:
            sort = "mapping" if isinstance(expression, dict) else "list"
            raise Unreadable(
                f"an expression is one text, and this is a {sort}, as earlier versions wrote it; 'kensei-docs migrate' "
                "rewrites it",
                is_old=True,
            )


@lru_cache(maxsize=4096)
def parse(text: str) -> Node:
    """Return the tree of a text; raises Unreadable."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

    try:
        tree: Node = _parser().parse(text)  # type: ignore[assignment]  # the parser makes nodes itself
    except UnexpectedCharacters as unexpected:
        at = unexpected.pos_in_stream or 0
        raise Unreadable(_of_character(text, at), at) from None
    except UnexpectedToken as unexpected:
        token = unexpected.token
        at = len(text.rstrip()) if token.type == "$END" else token.start_pos
        expected = unexpected.accepts or unexpected.expected
        raise Unreadable(_of_token(token.type, str(token), expected, text[:at]), at) from None
    except UnexpectedInput:
        raise Unreadable("this is not an expression") from None
    return tree


def _of_character(text: str, at: int) -> str:
    character = text[at]
    if character == "'":
        return "the word that begins here has no closing quote"
    if character in "-/":
        sign = "a minus" if character == "-" else "a division"
        return f"{sign} has a space on both sides; without them '{character}' is a part of a name"
    foreign = _FOREIGN.get(text[at : at + 2]) or _FOREIGN.get(character)
    return f"'{character}' is no sign of an expression" + (f"; write {foreign!r}" if foreign else "")


def _of_token(kind: str, token: str, expected: Any, before: str) -> str:
    if foreign := _FOREIGN.get(before[-1:] + token):
        return f"'{before[-1:]}{token}' is no sign of an expression; write {foreign!r}"
    if token == ",":
        return "a comma can't stand here; write 'and' for both, 'or' for one"
    words = {"RPAR": ")", "RSQB": "]", "THEN": "then", "ELSE": "else"}
    missing = next((word for name, word in words.items() if name in expected), "")
    if kind == "$END":
        return f"the expression breaks off; '{missing}' is missing" if missing else "the expression breaks off here"
    if kind == "KEYWORD":
        return f"'{token}' names an operand, which a function alone has; 'is' compares"
    known = [name.lower() for name in expected if name in ("THEN", "ELSE", "WHERE", "OTHERWISE", "AND", "OR", "MOD")]
    hint = closest(token, known) or (f"; '{missing}' is missing before it" if missing else "")
    word = (before.split() or [""])[-1]
    if word not in ("if", "is", "in", "not") and (meant := closest(word, ["if", "not"])):
        return f"'{token}' can't stand behind '{word}'{meant}"
    return f"'{token}' can't stand here{hint}"


@cache
def _parser() -> Lark:
    # Imported here: most commands read no expression.
    from lark import Lark, Token, Transformer

    class Nodes(Transformer[Token, Node]):
        def name(self, tokens: list[Any]) -> Node:
            return Name(str(tokens[0]), at=tokens[0].start_pos)

        def fact(self, tokens: list[Any]) -> Node:
            return Fact(str(tokens[0]), at=tokens[0].start_pos)

        def word(self, tokens: list[Any]) -> Node:
            return Word(tokens[0][1:-1], at=tokens[0].start_pos)

        def figure(self, tokens: list[Any]) -> Node:
            return Figure(str(tokens[0]), at=tokens[0].start_pos)

        def listing(self, parts: list[Any]) -> Node:
            return Call(LIST, tuple(filter(None, parts[1:])), at=parts[0].start_pos)

        def call(self, parts: list[Any]) -> Node:
            operands = [part for part in parts[1:] if part is not None]
            return Call(
                str(parts[0]),
                tuple(part for part in operands if isinstance(part, Node)),
                tuple(part for part in operands if not isinstance(part, Node)),
                at=parts[0].start_pos,
            )

        def keyword_operand(self, parts: list[Any]) -> Any:
            return parts[0][:-1], parts[1]

        def choice(self, parts: list[Any]) -> Node:
            return Call("if", tuple(parts), at=parts[0].at)

        def negation(self, parts: list[Any]) -> Node:
            return Call("not", (parts[1],), at=parts[0].start_pos)

        def negated_infix(self, parts: list[Any]) -> Node:
            return Call(f"{parts[1]} {parts[2]}", (parts[0], parts[3]), at=parts[0].at)

        def infix(self, parts: list[Any]) -> Node:
            """Of signs in a row, those that are alike are one call, and what stands before another sign is its first
            operand: ``a + b + c - d`` is ``(a + b + c) - d``."""
            result: Any = parts[0]
            sign_before = ""
            for sign, operand in zip(map(str, parts[1::2]), parts[2::2], strict=True):
                if sign == sign_before and sign in _CHAINED:
                    result = replace(result, operands=(*result.operands, operand))
                else:
                    result = Call(sign, (result, operand), at=result.at)
                sign_before = sign
            assert isinstance(result, Node)
            return result

    grammar = files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", transformer=Nodes())


def written(node: Node) -> str:
    """Return the text of a tree, with brackets where they are needed."""
    match node:
        case Name(name=text) | Fact(name=text) | Figure(figure=text):
            return text
        case Word(word=text):
            return f"'{text}'"
        case Call("if", (condition, then, otherwise)):
            # In front of `else`, also an `if` that needs no brackets has some, for people.
            return f"if {_in_brackets(condition, 2)} then {_in_brackets(then, 2)} else {_in_brackets(otherwise, 1)}"
        case Call("not", (operand,)):
            return f"not {_in_brackets(operand, _LEVEL['not'])}"
        case Call(sign, (first, *others)) if sign in _LEVEL:
            # Between `or`, also what needs no brackets has some, for people.
            level = _LEVEL["and" if sign == "or" else sign]
            # Signs of one level are read from the left.
            is_read_first = isinstance(first, Call) and _LEVEL.get(first.operator) == level and level >= _LEVEL["+"]
            is_read_first &= sign not in _CHAINED or (isinstance(first, Call) and first.operator != sign)
            start = first.text if is_read_first else _in_brackets(first, level + 1)
            return f" {sign} ".join([start, *(_in_brackets(other, level + 1) for other in others)])
        case Call(name, operands, named):
            parts = (*(part.text for part in operands), *(f"{key}={part.text}" for key, part in named))
            return f"[{', '.join(parts)}]" if name == LIST else f"{name}({', '.join(parts)})"
    raise TypeError(f"{node!r} is no node of an expression")


def _in_brackets(node: Node, level: int) -> str:
    """Return the text of a node, in brackets if its sign binds less closely than ``level``."""
    is_loose = isinstance(node, Call) and _LEVEL.get(node.operator, level) < level
    return f"({node.text})" if is_loose else node.text


def nodes_in(*expressions: Any) -> Iterator[Node]:
    """Yield every node of expressions of the data, each before its parts; nothing of what can't be read."""
    for expression in expressions:
        try:
            node = tree_of(expression)
        except Unreadable:
            continue
        if node is not None:
            yield node
            yield from nodes_in(*node.parts)


def names_in(*expressions: Any) -> Iterator[str]:
    """Yield every name in expressions of the data, in their facts too; nothing of what can't be read."""
    for node in nodes_in(*expressions):
        if isinstance(node, Name):
            yield node.name
        yield from (inserted.name for inserted in node.inserted)
