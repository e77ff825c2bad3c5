"""Which declaration of a style makes the renderer fail: it is found by taking half of the declarations away at a time.

WeasyPrint leaves out what it can't read. On a few values that it can read, such as a sum with a variable that has no
value, it fails later. Such a declaration is left out too, and is a defect of the face like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from kensei_docs.documents.layout.faces import FaceMarkup, Style
from kensei_docs.documents.layout.style_findings import CHECK
from kensei_docs.documents.layout.text_fitting import Defect

# The characters of a declaration that a message has at most.
_LONGEST = 80
# What holds semicolons and braces that end nothing; and the ends of declarations.
_PARTS = re.compile(r"""/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\([^(){};]*\)|(?P<end>[;{}])""", re.S)
_STYLE = re.compile(r"""\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')""")
# A number that no page has room for, or a value that depends on others.
_UNCOMMON = re.compile(r"\d{6}|\d[eE]\+?\d|\b(?:var|calc|min|max|clamp)\(")
_DECLARATION = re.compile(r"\s*(?!--)[a-zA-Z-]+\s*:.*", re.S)


class Failing(NamedTuple):
    """A face and a style without the declaration that the renderer fails on, and the defect that says so.

    ``of_style``: the declaration stands in the style sheet.
    """

    face: FaceMarkup
    style: Style
    defect: Defect
    of_style: bool


def without_failing(face: FaceMarkup, style: Style, fails: Callable[[FaceMarkup, Style], bool]) -> Failing | None:
    """Return a face, on which the renderer fails, and its style without the one declaration at fault.

    None if the renderer fails without any declaration. ``fails`` lays the face out. Variables are kept: without them,
    others would have no value.
    """
    of_style = list(_declarations(style.css))
    of_face = [
        (match.start(group) + start, match.start(group) + end)
        for match in _STYLE.finditer(face.html)
        for group in (1, 2)
        if match[group]
        for start, end in _declarations(match[group])
    ]

    def left(first: int, end: int) -> tuple[FaceMarkup, Style]:
        """Return face and style without some of the declarations."""
        css = _without(style.css, of_style[first:end])
        at, to = max(0, first - len(of_style)), max(0, end - len(of_style))
        return replace(face, html=_without(face.html, of_face[at:to])), replace(style, css=css)

    def text_of(number: int) -> str:
        within, (start, end) = (
            (style.css, of_style[number]) if number < len(of_style) else (face.html, of_face[number - len(of_style)])
        )
        return within[start:end]

    count = len(of_style) + len(of_face)
    if fails(*left(0, count)):
        return None
    low = _least(count, lambda number: not fails(*left(0, number))) - 1
    # Where the renderer fails only on several together, the last of them is at fault if its value is out of the common.
    last = count - _least(count, lambda number: not fails(*left(count - number, count)))
    if last != low and _UNCOMMON.search(text_of(last)):
        low = last
    if low < len(of_style):
        start, end = of_style[low]
        text = style.css[start:end]
        start += len(text) - len(text.lstrip())
        before = style.css[:start]
        defect = _defect(text, line=before.count("\n") + 1, column=start - before.rfind("\n"))
    else:
        start, end = of_face[low - len(of_style)]
        defect = _defect(face.html[start:end])
    return Failing(*left(low, low + 1), defect, low < len(of_style))


def _least(most: int, holds: Callable[[int], bool]) -> int:
    """Return the least number from 1 to ``most`` for which something holds, as it does for all above it."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _defect(declaration: str, line: int = 0, column: int = 0) -> Defect:
    said = " ".join(declaration.split())
    short = said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"
    hint = " (has every variable in it a value?)" if "var(" in said else ""
    message = f"the renderer fails on '{short}', which is left out{hint}; write another value, or take it out"
    return Defect("", message, CHECK, "" if line else declaration.strip()[:_LONGEST], line, column)


def _declarations(css: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each declaration, but for those of variables and typefaces."""
    start = 0
    opened = ""
    ends = [(part.start(), part.end(), part["end"]) for part in _PARTS.finditer(css) if part["end"]]
    for end, after, character in [*ends, (len(css), len(css), ";")]:
        text = css[start:end]
        if character == "{":
            opened = text
        elif _DECLARATION.fullmatch(re.sub(r"/\*.*?\*/", "", text, flags=re.S)) and "@font-face" not in opened:
            yield start, end
        start = after


def _without(text: str, parts: list[tuple[int, int]]) -> str:
    """Return a text with some parts of it blank, so that what follows keeps its line and column."""
    pieces, done = [], 0
    for start, end in parts:
        pieces += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join((*pieces, text[done:]))
