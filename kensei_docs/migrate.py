"""Rewrites the expressions of a project as text: earlier versions wrote them as nested mappings of operators.

``{add: [given.die, {value: order.roll}]}`` becomes ``given.die + order.roll``. Only the expressions of a file change:
its comments, its order and everything else stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from kensei_docs.database import load
from kensei_docs.database.schema import validate
from kensei_docs.database.yaml_files import Tree, line_ends_of
from kensei_docs.database.yaml_files import parse as parse_yaml
from kensei_docs.discover import files_of, folders_of
from kensei_docs.engine.conditions import Terms, value_problem
from kensei_docs.engine.expressions.schema import Names
from kensei_docs.engine.expressions.syntax import LIST, Call, Fact, Figure, Name, Node, Unreadable, Word, tree_of
from kensei_docs.engine.expressions.syntax import parse as parse_expression
from kensei_docs.engine.play_schema import PlaySchema, bringings
from kensei_docs.problems import Problem, Unusable
from kensei_docs.project import EDITIONS, Project

_SIGNS = {
    "at-least": ">=", "at-most": "<=", "more": ">", "less": "<", "equal": "is", "unequal": "is not", "within": "in",
}  # fmt: skip
_INFIX = {"add": "+", "subtract": "-", "multiply": "*"}
_RENAMED = {"smallest": "min", "largest": "max", "every": "all", "some": "any", "numbers": "sequence"}
_OPERATORS = (
    "add", "band", "choose", "column", "compare", "count", "dice", "divide", "each", "easing", "entry", "every",
    "faces", "field", "first", "having", "holds", "joined", "largest", "listed", "lookup", "multiply", "needed",
    "numbers", "outcome", "passed", "ranked", "reached", "rerolled-by", "rounded", "rule", "smallest", "some", "stated",
    "subtract", "successes", "theirs", "thrown", "total", "value", "which", "without",
)  # fmt: skip
# The longest line that is written.
_WIDTH = 120
# A comment in an expression; a sign in quotes begins none.
_COMMENT = re.compile(r"""(?m)'[^'\n]*'|"[^"\n]*"|(?:^|(?<=\s))(#.*)$""")
_BEFORE_SIGN = re.compile(r" (?=(?:and|or|then|else|otherwise|where|>=|<=|[-+*/<>]) )")
_ROUNDINGS = {"up": "ceiling", "down": "floor"}


class NotMigrated(ValueError):
    """An expression that only a person can rewrite."""


def as_tree(old: Any, names: Names) -> Node:
    """Return the tree of an expression as earlier versions wrote them; raises NotMigrated.

    ``names`` tells what a name means now: the name of a hook alone is its value, unless a computation has it too.
    """
    match old:
        case None:
            return Name("unknown")
        case bool():
            return Name(str(old).lower())
        case str() if old.startswith("'"):
            return Word(old.strip("'"))
        case str():
            return _of_text(old)
        case list():
            return Call(LIST, tuple(as_tree(part, names) for part in old))
        case dict() if len(old) == 1:
            [(operator, given)] = old.items()
            return _of_operator(str(operator), given, names)
    raise NotMigrated(f"'{old}' is not an expression")


def _of_text(text: str) -> Node:
    try:
        node = parse_expression(text)
    except Unreadable as unreadable:
        raise NotMigrated(f"'{text}': {unreadable.message}") from None
    if not isinstance(node, Name | Fact):
        raise NotMigrated(f"'{text}' is no name")
    return node


def _of_operator(name: str, given: Any, names: Names) -> Node:
    def tree(part: Any) -> Node:
        return as_tree(part, names)

    def call(function: str, *operands: Any, **named: Any) -> Node:
        by_name = tuple(
            (key.rstrip("_"), node if isinstance(node, Node) else tree(node))
            for key, node in named.items()
            if node is not None
        )
        return Call(function, tuple(one if isinstance(one, Node) else tree(one) for one in operands), by_name)

    def others(*taken: str) -> dict[str, Any]:
        """The operands that aren't among ``taken``: paths, as names."""
        return {key: Name(value) for key, value in given.items() if key not in taken}

    match name, given:
        case ("add", [one]):
            return call("sum", one)
        case ("subtract" | "multiply", [one]):
            return tree(one)
        case ("add" | "subtract" | "multiply", list()):
            return call(_INFIX[name], *given)
        case ("divide", [a, b, "left"]):
            return call("mod", a, b)
        case ("divide", [a, b, *how]):
            quotient = call("/", a, b)
            rounding = how[0] if how else ""
            return quotient if rounding == "exact" else Call(_ROUNDINGS.get(rounding, "round"), (quotient,))
        case ("rounded", [of, rounding]):
            return call(_ROUNDINGS[rounding], of)
        case ("compare", [a, how, b]):
            return call(_SIGNS[how], a, b)
        case ("every" | "some", list()) if len(given) > 1:
            return call("and" if name == "every" else "or", *given)
        case ("smallest" | "largest", list()):
            return call(_RENAMED[name], *given)
        case ("choose", [condition, then, otherwise]):
            return call("if", condition, then, otherwise)
        case ("holds", dict()):
            tests = [_test(condition, value, names) for condition, value in given.items()]
            return tests[0] if len(tests) == 1 else Call("and", tuple(tests))
        case ("stated", [condition]) if names.meaning(condition) == "condition" and not names.is_boolean(condition):
            return Name(condition)
        case ("stated", list()):
            return Call("stated", tuple(map(Name, given)))
        case ("value", {"of": hook, "part": part}):
            return Call("value", (Name(hook),), (("part", Fact(part)),))
        case ("value", str() | {"of": _}):
            hook = given if isinstance(given, str) else given["of"]
            return Name(hook) if names.meaning(hook) == "hook" else Call("value", (Name(hook),))
        case ("dice" | "needed" | "easing" | "faces" | "rerolled-by", str()):
            return Call(name, (Name(given),))
        case ("passed" | "successes" | "outcome" | "which", {"roll": roll}):
            named = {key: given[key] for key in ("die", "result", "dice", "against", "modifier") if key in given}
            if "does" in given:
                named["does"] = Call(LIST, tuple(map(Name, given["does"])))
            return call(name, Name(roll), **named, **others("roll", "does", *named))
        case ("thrown", {"of": of, "dice": dice}):
            return call("thrown", of, dice=dice)
        case ("band", {"rows": rows, "of": of}):
            return call("band", of, in_=Fact(rows), **others("rows", "of"))
        case ("lookup", {"table": table, "row": row, "column": column}):
            return call("lookup", Fact(table), row=row, column=column, **others("table", "row", "column"))
        case ("column", {"table": table, "row": row, "names": listed, "of": of}):
            found = call("column", of, in_=Fact(table), row=row, names=Name(listed))
            return call("otherwise", found, given["otherwise"]) if "otherwise" in given else found
        case ("listed", [kind, group, wanted, path, *rest]):
            found = call("find", wanted, in_=Name(kind), by=Name(group), take=Name(path))
            return call("otherwise", found, rest[0]) if rest else found
        case ("field", [kind, slugs, path]):
            return Fact(f"{kind}/<{_inserted(slugs)}>:{path}")
        case ("entry", {"of": of, "key": key}):
            found = Fact(".".join(filter(None, (of, f"<{_inserted(key)}>", given.get("take")))))
            return call("otherwise", found, given["otherwise"]) if "otherwise" in given else found
        case ("total", list()) if len(given) > 1:
            return call("sumproduct", *given)
        case ("total", [of] | of):
            return call("sum", of)
        case ("rule", [record, inner]):
            return call("by", Fact(record), inner)
        case ("count", {"of": of, "where": [how, limit]}):
            return Call("count", (Call("where", (tree(of), Call(_SIGNS[how], (Name("it"), tree(limit))))),))
        case ("count", {"of": of}):
            return call("count", of)
        case ("each", {"of": of, "do": do}):
            return call("each", of, _of_member(do))
        case ("having", {"of": of, "key": key}):
            return call("names", of, having=Name(key))
        case ("ranked", {"of": of}):
            return call("ranked", _mapping(of, names), **others("of"))
        case ("joined", [mapping, more]):
            entries = _mapping(more, names)
            if not isinstance(entries, Call) or entries.operator != "mapping":
                return call("mapping", mapping, entries)
            return Call("mapping", (tree(mapping), *entries.operands), entries.named)
        case ("reached" | "theirs" | "first" | "count" | "numbers" | "smallest" | "largest" | "every" | "some", _):
            return call(_RENAMED.get(name, name), given)
        case ("without", [values, taken]):
            return call("without", values, taken)
    raise NotMigrated(f"'{name}' is no operator that earlier versions had, or has other operands than it took")


def _of_member(part: Any) -> Any:
    """Return the part of ``each`` for a member of its list, with ``it`` in place of ``given.each``."""
    if isinstance(part, dict):
        return {key: _of_member(inner) for key, inner in part.items()}
    if isinstance(part, list):
        return [_of_member(inner) for inner in part]
    return re.sub(r"^given\.each\b", "it", part) if isinstance(part, str) else part


def _mapping(part: Any, names: Names) -> Node:
    """Return the call that makes a mapping of expressions by name, or the expression whose value is one."""
    try:
        return as_tree(part, names)
    except NotMigrated:
        if not isinstance(part, dict):
            raise
    return Call("mapping", (), tuple((key, _mapping(inner, names)) for key, inner in part.items()))


def _test(condition: str, value: Any, names: Names) -> Node:
    """Return the test of one condition of ``holds``."""
    name = Name(condition)

    def words(asked: Any) -> Node:
        if isinstance(asked, list):
            return Call(LIST, tuple(map(words, asked)))
        text = str(asked).lower() if isinstance(asked, bool) else str(asked)
        is_bare = re.fullmatch(r"[^\W\d]\w*(?:-+\w+)*|\d+", text) and names.meaning(text) != "given"
        if not is_bare or value_problem(names.terms, condition, asked):
            return Word(text)
        return Figure(text) if text.isdigit() else Name(text)

    match value:
        case bool() if names.is_boolean(condition):
            return name if value else Call("not", (name,))
        case {"not": list() as excluded}:
            return Call("not in", (name, words(excluded)))
        case {"not": excluded}:
            return Call("is not", (name, words(excluded)))
        case list():
            return Call("in", (name, words(value)))
        case dict():
            raise NotMigrated(f"'{condition}' is compared with a figure; name a fact that has it (record:path)")
    return Call("is", (name, words(value)))


def _inserted(part: Any) -> str:
    """Return the name that stands in a fact; raises NotMigrated for another expression."""
    if not isinstance(part, str) or part.startswith("'") or ":" in part:
        raise NotMigrated(f"'{part}' stands in a fact; compute it under a name, and write that in <>")
    return part


@dataclass(frozen=True)
class Rewritten:
    """A file with its expressions rewritten: its text before and after, and how many expressions changed.

    ``left`` has the place of each that only a person can rewrite, and the reason; of a file that can't be read, what is
    wrong with it.
    """

    file: Path
    before: str
    after: str
    count: int
    left: tuple[Problem, ...] = ()


def rewritten(project: Project) -> Iterator[Rewritten]:
    """Yield each file of a project's own editions that has old expressions, rewritten, or can't be read.

    Nothing is written. Raises Unusable if an edition can't be read.
    """
    database, problems = load(project)
    for folder in folders_of(project.layers[0].joinpath(*EDITIONS)):
        edition = database.editions.get(folder.name)
        if edition is None:
            raise Unusable(*(problem for problem in problems if problem.severity == "error"))
        play = (edition.tree.value or {}).get("play") or {}
        terms = Terms(database, edition, bringings(database))
        names = Names(play.get("computes") or {}, play.get("rolls") or {}, database.vocabulary.hooks, terms)
        for file in files_of(folder, ".yaml"):
            if found := rewritten_file(file, names):
                yield found


def rewritten_file(file: Path, names: Names) -> Rewritten | None:
    """Return a file of an edition with its expressions rewritten; None where there is nothing to say of it."""
    content = file.read_bytes()
    text, line_end = line_ends_of(content.decode("utf-8", "replace"))
    tree, problems = parse_yaml(file, text.encode())
    if problems:
        return Rewritten(file, text, text, 0, tuple(problems))
    nodes: dict[str, Node] = {}
    left: list[Problem] = []
    for path, old in _expressions(tree):
        if isinstance(old, list | dict) and not _is_rule(old):
            try:
                nodes[path] = as_tree(old, names)
            except (NotMigrated, KeyError, TypeError, ValueError) as refused:
                left.append(
                    Problem(tree.place(path), f"{refused}; rewrite it by hand (docs/expressions.md)", "migrate")
                )
    if not nodes and not left:
        return None
    after = text
    changes = [change for path, node in nodes.items() for change in _changes(tree, text, path, node)]
    for start, end, new in sorted(changes, reverse=True):
        after = after[:start] + new + after[end:]
    written, problems = parse_yaml(file, after.encode())
    found = dict(_expressions(written))
    if problems or any(path not in found or tree_of(found[path]) != node for path, node in nodes.items()):
        message = "its expressions can't be rewritten without changing others; rewrite them by hand"
        return Rewritten(file, text, text, 0, (Problem(tree.place(), message, "migrate"), *left))
    before, after = (one.replace("\n", line_end) for one in (text, after))
    return Rewritten(file, before, after, len(nodes), tuple(left))


def _expressions(tree: Tree) -> Iterator[tuple[str, Any]]:
    """Yield what stands where a file has expressions, with its path: in ``play``, and in worked examples.

    Raises Unusable for a ``play`` that is wrong in other ways.
    """
    value = tree.value if isinstance(tree.value, dict) else {}
    play, problems = validate(PlaySchema, tree, "play", value.get("play") or {})
    if play is None or problems:
        raise Unusable(*problems)
    yield from ((f"play.{path}", expression) for path, expression in play.expressions())
    for slug, record in value.items():
        for name, ask in (record.get("asks") or {}).items() if isinstance(record, dict) else ():
            path = f"{slug}.asks.{name}"
            if isinstance(ask, dict) and "do" in ask:
                yield f"{path}.do", ask["do"]
                yield from _of_with(ask.get("with"), f"{path}.with")
            else:
                yield path, ask


def _of_with(part: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the expressions of ``with``: mappings of other names than operators have are mappings of expressions."""
    for name, one in (part or {}).items():
        if isinstance(one, dict) and not _is_rule(one) and next(iter(one), None) not in _OPERATORS:
            yield from _of_with(one, f"{path}.{name}")
        else:
            yield f"{path}.{name}", one


def _is_rule(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"by", "is"}


def _changes(tree: Tree, text: str, path: str, node: Node) -> Iterator[tuple[int, int, str]]:
    """Yield the spans of a file's text that change for an old expression, and what stands there from now on: the
    expression, and in the line above it the comments that stood in it."""
    spot, key = tree.spots[path], tree.keys.get(path)
    start = key.end if key else spot.start
    end = spot.start + len(_without_what_follows(text[spot.start : spot.end]))
    line = text.rfind("\n", 0, start) + 1
    indent = " " * (len(text[line:]) - len(text[line:].lstrip(" ")))
    comments = [f"{indent}{found[1]}\n" for found in _COMMENT.finditer(text[start:end]) if found[1]]
    if comments:
        yield line, line, "".join(comments)
    if key is None or _is_in_brackets(tree, text, path):
        yield spot.start, end, _in_one_line(node, is_flow=_is_in_brackets(tree, text, path))
    else:
        yield start, end, f":{_in_block(node, ' ' * (key.column - 1), key.column + key.end - key.start + 1)}"


def _in_one_line(node: Node, is_flow: bool) -> str:
    """Return an expression as a YAML value in one line, in ``{}`` or ``[]`` if ``is_flow``."""
    if isinstance(node, Call) and node.operator == "by":
        return f"{{by: {node.operands[0].text}, is: {_quoted(node.operands[1].text, True)}}}"
    return _quoted(node.text, is_flow)


def _quoted(text: str, is_flow: bool) -> str:
    """Return a text in double quotes if YAML doesn't take it without."""
    is_plain = text[0] not in "'[" and not (is_flow and set(text) & set(",[]{}:?")) and ": " not in text
    return text if is_plain else f'"{text}"'


def _in_block(node: Node, indent: str, column: int) -> str:
    """Return an expression as the YAML value behind the colon of a key, in lines of at most 120 characters."""
    if isinstance(node, Call) and node.operator == "by":
        record, inner = node.operands
        line = _in_one_line(node, is_flow=False)
        if '"' not in line and column + len(line) <= _WIDTH:
            return f" {line}"
        deeper = f"{indent}  "
        return f"\n{deeper}by: {record.text}\n{deeper}is:{_in_block(inner, deeper, len(deeper) + 4)}"
    line = _quoted(node.text, is_flow=False)
    if column + len(line) <= _WIDTH and node.text.count("if ") < 2:
        return f" {line}"
    return f" >-\n{indent}  " + f"\n{indent}  ".join(_lines(node, _WIDTH - len(indent) - 2))


def _lines(node: Node, width: int) -> Iterator[str]:
    """Yield an expression in lines, each case of an ``if`` in its own."""
    if isinstance(node, Call) and node.operator == "if":
        condition, then, otherwise = node.operands
        case = Call("if", (condition, then, Name("x"))).text.removesuffix(" else x")
        yield from _wrapped(case, width)
        first, *others = _lines(otherwise, width - len("else "))
        yield f"else {first}"
        yield from others
    else:
        yield from _wrapped(node.text, width)


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Yield a text in lines that begin with a sign, as far as they can."""
    line = ""
    for part in _BEFORE_SIGN.split(text):
        if line and len(line) + 1 + len(part) > width:
            yield from wrap(line, width, break_long_words=False, break_on_hyphens=False)
            line = part
        else:
            line = f"{line} {part}".lstrip()
    yield from wrap(line, width, break_long_words=False, break_on_hyphens=False)


def _is_in_brackets(tree: Tree, text: str, path: str) -> bool:
    """Return whether a value stands in ``{}`` or ``[]``."""
    around = path
    while "." in around:
        around = around.rpartition(".")[0]
        if around in tree.spots and text[tree.spots[around].start] in "{[":
            return True
    return False


def _without_what_follows(text: str) -> str:
    """Return a value without the empty lines and comments behind it, which belong to what follows."""
    lines = text.splitlines(keepends=True)
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return "".join(lines).rstrip()
