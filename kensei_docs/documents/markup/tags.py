"""Faults of the markup that a template makes: elements left open, ends of none, quotation marks, characters by name.

The renderer mends all of these in silence, as browsers do: what stands behind an element that is left open goes into
it, and has its type and its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import html5

from kensei_docs.problems import closest

# Elements without an end, and those whose end may be left out.
_VOID = {*("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")}
_ENDS_BY_ITSELF = {
    *("body", "caption", "colgroup", "dd", "dt", "head", "html", "li", "optgroup", "option", "p", "rp", "rt"),
    *("tbody", "td", "tfoot", "th", "thead", "tr"),
}
# What is no markup of a face, or has rules of its own.
_NO_MARKUP = re.compile(r"<!--.*?-->|<(style|script)\b.*?</\1\s*>", re.S | re.I)
# A drawing without another one in it.
_DRAWING = re.compile(r"<svg\b[^<>]*/>|<svg\b(?:(?!<svg\b).)*?</svg\s*>", re.S | re.I)
_TAG = re.compile(r"""<(?P<end>/?)(?P<name>[a-zA-Z][\w:-]*)(?P<rest>(?:"[^"]*"|'[^']*'|[^"'>])*)>?""")
# A quotation mark too few: a value goes on into the next tag, or something is glued to its end.
_OPEN_VALUE = re.compile(r"""=\s*(?:"[^"]*<[^"]*"|'[^']*<[^']*'|"[^"]*"(?=[^\s/>])|'[^']*'(?=[^\s/>]))""")
_BY_NAME = re.compile(r"&([a-zA-Z][a-zA-Z0-9]*);")


def faults_of_markup(html: str) -> Iterator[tuple[int, str]]:
    """Yield (index in the markup, what is wrong and what to do) for each fault of the tags of a face."""
    text, left = _NO_MARKUP.sub(_blank, html), 1
    while left:
        text, left = _DRAWING.subn(_blank, text)
    for named in _BY_NAME.finditer(text):
        if f"{named[1]};" not in html5:
            near = closest(named[0], [f"&{name}" for name in html5 if name.endswith(";")])
            yield named.start(), f"there is no character '&{named[1]};'{near}; write the character itself"
    opened: list[tuple[str, int]] = []
    for tag in _TAG.finditer(text):
        name = tag["name"].lower()
        if not tag["end"] and (_OPEN_VALUE.search(tag["rest"]) or tag["rest"].count('"') % 2):
            yield tag.start(), f"a quotation mark is missing in the tag '<{tag['name']}'; write it"
            # Which tags follow, nobody knows.
            return
        if not tag["end"]:
            if name not in _VOID and not tag["rest"].endswith("/"):
                opened.append((name, tag.start()))
        elif any(one == name for one, _ in opened):
            while opened[-1][0] != name:
                yield from _left_open(*opened.pop())
            opened.pop()
        elif name not in _ENDS_BY_ITSELF:
            yield tag.start(), f"'</{name}>' ends no element that is open; take it out, or write '<{name}>' before it"
    for one in opened:
        yield from _left_open(*one)


def _left_open(name: str, index: int) -> Iterator[tuple[int, str]]:
    if name not in _ENDS_BY_ITSELF:
        yield index, f"'<{name}>' is left open; close it with '</{name}>'"


def _blank(part: re.Match[str]) -> str:
    return " " * len(part[0])
