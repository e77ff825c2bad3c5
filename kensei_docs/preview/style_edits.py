"""Changes of a style sheet in place: the value of a property of a rule, a property or a rule that is added.

Nothing else of the text changes: comments, spaces, the order of rules and the ends of lines stay as they are. tinycss2
says where the parts of a style sheet begin; where they end follows from what comes next. cssselect2 says which rules
are about an element.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

# The ends of a line for tinycss2, as for CSS.
_LINE_END = re.compile(r"\r\n|[\n\r\f]")
# The shorthands that give a property a value, besides its own name.
_AXES = {"left": "inline", "right": "inline", "top": "block", "bottom": "block"}
_SHORTHANDS = {
    **{side: ("inset", f"inset-{axis}", "all") for side, axis in _AXES.items()},
    **{f"margin-{side}": ("margin", f"margin-{axis}", "all") for side, axis in _AXES.items()},
}
# The properties that say where a box is, and how large.
_PLACING = (*_AXES, "width", "height", *(f"margin-{side}" for side in _AXES))
_INDENT = "  "


@dataclass(frozen=True)
class Declaration:
    """A declaration of a rule: the name of its property in small letters, and where its value begins and ends.

    ``stop`` is where the declaration ends, with ``!important`` if it has that.
    """

    name: str
    start: int
    end: int
    stop: int
    important: bool


@dataclass(frozen=True)
class Rule:
    """A rule of a style sheet: its selectors, as written and as tokens, and its declarations.

    Its block begins behind the brace at ``opening`` and ends before that at ``closing``.
    """

    selector: str
    prelude: Sequence[Any]
    opening: int
    closing: int
    declarations: tuple[Declaration, ...]

    def giving(self, name: str) -> Declaration | None:
        """Return the declaration that gives a property its value, perhaps with others; None without one."""
        names = (name, *_SHORTHANDS.get(name, ()))
        found = [one for one in self.declarations if one.name in names]
        return max(found, key=lambda one: (one.important, one.start), default=None)


def rules_in(css: str) -> list[Rule]:
    """Return the rules of a style sheet that always hold: those inside of ``@media`` and other rules are left out.

    A rule that nothing closes is left out too.
    """
    import tinycss2

    # Behind a rule that nothing closes, the comment is inside of it.
    whole = f"{css} /**/"
    starts = [0, *(match.end() for match in _LINE_END.finditer(whole))]

    def offset(node: Any) -> int:
        return int(starts[node.source_line - 1] + node.source_column - 1)

    rules = []
    for node, following in pairwise(tinycss2.parse_stylesheet(whole)):
        end = offset(following)
        if node.type == "qualified-rule" and css[end - 1 : end] == "}":
            closing = end - 1
            opening = offset(node.content[0]) if node.content else closing
            declarations = tuple(_declarations(node.content, closing, offset))
            selector = css[offset(node) : opening - 1].strip()
            rules.append(Rule(selector, node.prelude, opening, closing, declarations))
    return rules


def _declarations(content: Sequence[Any], closing: int, offset: Any) -> Iterator[Declaration]:
    """Yield the declarations among the tokens of a block that ends before ``closing``."""
    ends = [*(offset(token) for token in content[1:]), closing]
    part: list[tuple[Any, int]] = []
    for token, end in (*zip(content, ends, strict=False), (None, closing)):
        if token is None or token == ";":
            if found := _declaration(part, offset):
                yield found
            part = []
        elif token.type == "{} block" and not (part and str(getattr(part[0][0], "value", "")).startswith("--")):
            # A rule inside of the rule: what comes next begins anew.
            part = []
        elif part or token.type not in ("whitespace", "comment"):
            part.append((token, end))


def _declaration(part: Sequence[tuple[Any, int]], offset: Any) -> Declaration | None:
    """Return the declaration that tokens are, each with its end; None if they are none."""
    tokens = [(token, end) for token, end in part if token.type not in ("whitespace", "comment")]
    if len(tokens) < 2 or tokens[0][0].type != "ident" or tokens[1][0] != ":":
        return None
    value = tokens[2:]
    stop = value[-1][1] if value else tokens[1][1]
    important = len(value) >= 2 and value[-2][0] == "!" and str(getattr(value[-1][0], "lower_value", "")) == "important"
    value = value[:-2] if important else value
    start = offset(value[0][0]) if value else tokens[1][1]
    return Declaration(tokens[0][0].lower_value, start, value[-1][1] if value else start, stop, important)


def with_values(css: str, rule: Rule, values: Mapping[str, str]) -> str:
    """Return a style sheet with other values of properties of one of its rules, in place where the rule has them.

    A property that it has not gets a line of its own behind the last one.
    """
    changes: list[tuple[int, int, str]] = []
    added: dict[str, str] = {}
    for name, value in values.items():
        known = rule.giving(name)
        if known and known.name == name:
            space = "" if css[known.start - 1 : known.start].isspace() or known.end > known.start else " "
            changes.append((known.start, known.end, space + value))
        else:
            important = " !important" if known and known.important else ""
            added[name] = value + important
    if added:
        changes.append(_addition(css, rule, added))
    for start, end, text in sorted(changes, reverse=True):
        css = css[:start] + text + css[end:]
    return css


def _addition(css: str, rule: Rule, values: Mapping[str, str]) -> tuple[int, int, str]:
    """Return (start, end, text) of the lines that a rule gets."""
    line_end = line_end_of(css)
    inside = css[rule.opening : rule.closing]
    last = rule.declarations[-1] if rule.declarations else None
    first = css.rfind("\n", 0, last.start) + 1 if last else 0
    before = css[first : last.start] if last else ""
    indent = re.match(r"[^\S\n]*", before)[0] if last and "\n" in inside else ""  # type: ignore[index]
    lines = [f"{indent or _INDENT}{name}: {value}" for name, value in values.items()]
    text = f";{line_end}".join(lines)
    if not last:
        tail = "" if "\n" in inside else line_end
        return rule.opening, rule.opening, f"{line_end}{text};{tail}"
    behind = _semicolon(css, last.stop, rule.closing)
    if behind is None:
        return last.stop, last.stop, f";{line_end}{text}"
    # A remark on the same line stays with its declaration.
    remark = re.compile(r"[^\S\n\r]*/\*[^\n\r]*?\*/(?=[^\S\n\r]*[\n\r])").match(css, behind + 1, rule.closing)
    at = remark.end() if remark else behind + 1
    return at, at, f"{line_end}{text};"


def _semicolon(css: str, start: int, end: int) -> int | None:
    """Return where the semicolon behind a declaration stands, with comments before it or not; None without one."""
    match = re.compile(r"(?:\s|/\*.*?\*/)*;", re.S).match(css, start, end)
    return match.end() - 1 if match else None


def with_rule(css: str, selector: str, values: Mapping[str, str]) -> str:
    """Return a style sheet with a rule added at its end."""
    line_end = line_end_of(css)
    lines = [f"{selector} {{", *(f"{_INDENT}{name}: {value};" for name, value in values.items()), "}", ""]
    gap = line_end if css and not css.endswith(("\n", "\r", "\f")) else ""
    return css + gap + line_end.join(lines)


def line_end_of(css: str) -> str:
    """Return how the first line of a text ends; a line feed, if it has none."""
    first = _LINE_END.search(css)
    return first[0] if first else "\n"


def names_in(css: str) -> set[str]:
    """Return the ids (``#id``) and classes (``.class``) that the selectors of a style sheet name."""
    return {name for rule in rules_in(css) for name in _names_among(rule.prelude)}


def _names_among(tokens: Sequence[Any]) -> Iterator[str]:
    before = None
    for token in tokens:
        if token.type == "hash":
            yield f"#{token.value}"
        elif token.type == "ident" and before == ".":
            yield f".{token.value}"
        elif token.type == "function":
            yield from _names_among(token.arguments)
        before = token


class Named:
    """An element of a page (cssselect2's) and the rules of a style sheet that are about it."""

    def __init__(self, element: Any, rules: Sequence[Rule]) -> None:
        self._element = element
        self._rules = [one for order, rule in enumerate(rules) if (one := _matching(rule, order, element))]

    @property
    def alike(self) -> int:
        """How many other elements have the rule that a change of this one is written to."""
        if not (home := self._home()):
            return 0
        root = self._element
        while root.parent is not None:
            root = root.parent
        return sum(any(one.test(other) for one in home.selectors) for other in root.iter_subtree()) - 1

    def changed(self, css: str, selector: str, values: Mapping[str, str]) -> str:
        """Return the style sheet with these values for the element.

        A value is changed where it stands, if that rule has one selector: others would be changed with it. Else it goes
        into the rule of the element, or into a new one with ``selector``.
        """
        home = self._home()
        for name, value in values.items():
            giving = self._giving(name)
            into = giving if giving and not giving.shared else home
            # A rule that goes before that of the element would have it otherwise.
            if into and giving and into is not giving and into.rank < giving.rank:
                into = None
            rules = rules_in(css)
            if into:
                css = with_values(css, rules[into.order], {name: value})
            elif (last := rules[-1] if rules else None) and last.selector == selector:
                css = with_values(css, last, {name: value})
            else:
                css = with_rule(css, selector, {name: value})
        return css

    def _giving(self, name: str) -> _Matching | None:
        """Return the rule whose value of a property the element has."""
        giving = [(given.important, one.rank, one) for one in self._rules if (given := one.rule.giving(name))]
        return max(giving, key=lambda one: one[:2], default=(False, (), None))[2]

    def _home(self) -> _Matching | None:
        """Return the rule that says most of where the element is, among those with one selector."""

        def said(one: _Matching) -> tuple[bool, int, Any]:
            placing = [name for name in _PLACING if one.rule.giving(name)]
            return "position" in {given.name for given in one.rule.declarations}, len(placing), one.rank

        own = [one for one in self._rules if not one.shared and one.names]
        return max(own, key=said, default=None)


@dataclass(frozen=True)
class _Matching:
    """A rule that is about an element: its number, its selectors, and its rank among rules (specificity, order)."""

    order: int
    rule: Rule
    selectors: tuple[Any, ...]
    specificity: tuple[int, ...]

    @property
    def rank(self) -> tuple[Any, ...]:
        return (*self.specificity, self.order)

    @property
    def shared(self) -> bool:
        """Whether the rule has several selectors."""
        return len(self.selectors) > 1

    @property
    def names(self) -> bool:
        """Whether the rule names an id, a class or an attribute: one about ``p`` is about every paragraph."""
        return any(self.specificity[:2])


def _matching(rule: Rule, order: int, element: Any) -> _Matching | None:
    """Return a rule as one about an element; None if it is about others."""
    import cssselect2

    try:
        selectors = tuple(cssselect2.compile_selector_list(list(rule.prelude)))
    except cssselect2.SelectorError:
        return None
    about = [one.specificity for one in selectors if one.pseudo_element is None and one.test(element)]
    return _Matching(order, rule, selectors, tuple(max(about))) if about else None
