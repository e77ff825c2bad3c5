"""Blocks that are higher than a page: they are divided between lines of text, into blocks that continue one another.

What was laid out says with which letters a line begins; the markup is cut before them. The elements around the cut end
there and begin again behind it, without the id, and without the space and the border that they have at that side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import accumulate
from typing import Any

from kensei_docs.documents.kinds.paper_and_face_sizes import PIXEL
from kensei_docs.documents.layout.text_fitting import boxes_in

# The height of a part in millimetres: low enough to fill the rest of a page.
_PART_MM = 20
# By this many of its first letters a line is found in the markup, at most so far from where it is counted: hyphens and
# counters add letters.
_BEGINNING = 16
_ASTRAY = 400
# Pixels by which a line may reach into the next one.
_OVERLAP = 1.0

_TOKEN = re.compile(
    r"<!--.*?-->|<(?P<end>/?)(?P<tag>[a-zA-Z][\w:-]*)(?:\"[^\"]*\"|'[^']*'|[^'\">])*>|[^<]+|<", re.DOTALL
)
_LETTER = re.compile(r"&(?:#\w+|\w+);|\S", re.DOTALL)
# Signs that are in the markup and not in lines, or the other way round.
_NO_LETTERS = "\u00a0\u00ad\u200b\u2010\u2060"
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Elements that need no tag to end them: they end where one of these begins.
_ENDED_BY = {"li": {"li"}, "p": {"p"}, "td": {"td", "th"}, "th": {"td", "th"}, "tr": {"td", "th", "tr"}}
# The text in these stands in no line.
_NOT_IN_LINES = {"style", "svg", "title"}
# The style of an element that ends at a cut, and of the rest of it.
_ENDS = "margin-bottom: 0; padding-bottom: 0; border-bottom: 0"
_GOES_ON = "margin-top: 0; padding-top: 0; border-top: 0; text-indent: 0"
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_ID = re.compile(r"\sid=(?:\"[^\"]*\"|'[^']*'|[^\s>]+)")
_STYLE = re.compile(r"(\sstyle=([\"']))")


@dataclass
class _Open:
    """An element that is open: its tag, the markup that opens it, its place in the part, and whether it has letters."""

    tag: str
    markup: str
    place: int
    has_letters: bool = False


@dataclass(frozen=True)
class _Line:
    """A line of text: its upper and lower edge in pixels, its letters, and whether it is of a heading."""

    top: float
    bottom: float
    letters: str
    is_heading: bool


def divided(html: str, box: Any) -> list[str]:
    """Return the markup of a block in parts that are as low as its lines allow; the whole if they allow none.

    ``box`` is WeasyPrint's box of the block.
    """
    found_lines = (_line(line) for line in boxes_in(box) if type(line).__name__ == "LineBox" and line.children)
    # The bullet of a list is a line, too.
    lines = [line for line in found_lines if line.letters]
    letters = list(_letters_in(html))
    text = "".join(letter for letter, _ in letters)
    before = [0, *accumulate(len(line.letters) for line in lines)]
    found = (_find(text, lines[n].letters[:_BEGINNING], before[n]) for n in _cuts(lines, box.position_y))
    return _cut(html, [letters[at][1] for at in found if at is not None])


def _line(box: Any) -> _Line:
    """Return a line; generated text, such as the number of a list, is none of its letters."""
    texts = (part for part in boxes_in(box) if hasattr(part, "text") and "::" not in (part.element_tag or ""))
    letters = "".join(_folded("".join(part.text.split())) for part in texts)
    return _Line(box.position_y, box.position_y + box.height, letters, box.element_tag in _HEADINGS)


def _folded(text: str) -> str:
    """Return the letters of a text in which lines and markup agree."""
    return "".join(letter.casefold()[:1] for letter in text if letter not in _NO_LETTERS)


def _letters_in(html: str) -> Iterator[tuple[str, int]]:
    """Yield the letters of the lines of some markup, each with its place in the markup."""
    hidden = 0
    for token in _TOKEN.finditer(html):
        if tag := token["tag"]:
            is_empty = token.group().endswith("/>")
            hidden += (-1 if token["end"] else not is_empty) if tag.lower() in _NOT_IN_LINES else 0
        elif not hidden and not token.group().startswith("<!--"):
            for match in _LETTER.finditer(token.group()):
                if letter := _folded("".join(unescape(match.group()).split())):
                    yield letter[:1], token.start() + match.start()


def _find(text: str, beginning: str, expected: int) -> int | None:
    """Return the place nearest to the expected one at which the letters of a line begin; None if there is none."""
    places: list[int] = []
    at = text.find(beginning, max(0, expected - _ASTRAY)) if beginning else -1
    while 0 <= at <= expected + _ASTRAY:
        places.append(at)
        at = text.find(beginning, at + 1)
    return min(places, key=lambda place: abs(place - expected), default=None)


def _cuts(lines: Sequence[_Line], top: float) -> list[int]:
    """Return the numbers of the lines with which parts begin: lines beside one another stay together, headings keep.

    ``top`` is the upper edge of the block in pixels.
    """
    lowest = [top, *accumulate((line.bottom for line in lines), max)]
    highest = [*accumulate((line.top for line in reversed(lines)), min)][::-1]
    chosen: list[int] = []
    last: int | None = None
    for n in range(1, len(lines)):
        if lowest[n] > highest[n] + _OVERLAP or lines[n - 1].is_heading:
            continue
        if lowest[n] - top > _PART_MM / PIXEL and last is not None:
            chosen.append(last)
            top = highest[last]
        last = n
    return (
        chosen if last is None or last in chosen else [*chosen, last] if lowest[-1] - top > _PART_MM / PIXEL else chosen
    )


def _cut(html: str, places: Sequence[int]) -> list[str]:
    """Return markup cut at some places in its text, in order."""
    parts: list[str] = []
    part: list[str] = []
    opened: list[_Open] = []
    left = list(places)
    for token in _TOKEN.finditer(html):
        markup, start = token.group(), token.start()
        if tag := token["tag"]:
            name = tag.lower()
            if token["end"]:
                at = next((n for n in range(len(opened) - 1, -1, -1) if opened[n].tag == name), None)
                del opened[len(opened) if at is None else at :]
            elif name not in _VOID and not markup.endswith("/>"):
                while opened and opened[-1].tag in _ENDED_BY.get(name, ()):
                    opened.pop()
                opened.append(_Open(name, markup, len(part)))
            part.append(markup)
            continue
        while left and start <= left[0] < token.end():
            text, markup, start = markup[: left[0] - start], markup[left[0] - start :], left[0]
            left.pop(0)
            part.append(text)
            for element in opened:
                element.has_letters |= bool(text.strip())
            part = _divide(parts, part, opened)
        part.append(markup)
        if markup.strip() and not markup.startswith("<!--"):
            for element in opened:
                element.has_letters = True
    return [*parts, "".join(part)]


def _divide(parts: list[str], part: list[str], opened: list[_Open]) -> list[str]:
    """Add a part that ends here to ``parts``; return the beginning of the next one, in which ``opened`` go on.

    Elements without a letter so far belong to the next part as a whole.
    """
    going_on = [element for element in opened if element.has_letters]
    begun = opened[len(going_on) :]
    end = begun[0].place if begun else len(part)
    tail = part[end:]
    for element in going_on:
        part[element.place] = _styled(element.markup, _ENDS)
    parts.append("".join([*part[:end], *(f"</{element.tag}>" for element in reversed(going_on))]))
    for place, element in enumerate(going_on):
        element.markup, element.place = _styled(_ID.sub("", element.markup), _GOES_ON), place
    for element in begun:
        element.place += len(going_on) - end
    return [*(element.markup for element in going_on), *tail]


def _styled(tag: str, css: str) -> str:
    """Return a tag that opens an element with more style."""
    if _STYLE.search(tag):
        return _STYLE.sub(rf"\g<1>{css}; ", tag, count=1)
    return f'{tag[:-1]} style="{css}">'
