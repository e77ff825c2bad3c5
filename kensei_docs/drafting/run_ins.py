"""Headings that are run in: bold words at the beginning of a paragraph or of an item, with its text behind them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from kensei_docs.extract import Document

# A heading that is run in has at most this many words.
_LONGEST = 8
# In ems: the space between two words.
_SPACE = 0.4
_WORD = re.compile(r"\S+")
_ENDS = re.compile(r"[.:)\u2013\u2014-]$")
_BEGINS = re.compile(r"\W*([^\W\d_])")
_CLOSED = re.compile(r"[.!?:;)\"\u201d\u2019]\s*$")
# What may stand between a name and its text: a dash, or a bracket with what it costs.
_BETWEEN = ("(", "-", "\u2013", "\u2014")
# What stands around a name: the sign of an item before it, a point behind it, what it costs in brackets.
_AROUND = re.compile(r"^[^\w\"'(]+|\s*[(\[].*$|[\s.:,;\u2013\u2014-]+$")


class RunIn(NamedTuple):
    """The name that a text begins with: where the name begins and where it ends."""

    name: str
    start: int
    end: int


def run_ins_of(document: Document, inside: Collection[int]) -> Iterator[RunIn]:
    """Yield the headings that are run in, but those on the lines ``inside`` of tables."""
    for i in range(len(document.lines)):
        if i not in inside and i - 1 not in inside and (found := _run_in(document, i)):
            yield found


def is_run_in(document: Document, index: int) -> bool:
    """Return whether a line begins with a heading that is run in, or has the first words of one."""
    return _run_in(document, index) is not None


def _run_in(document: Document, index: int) -> RunIn | None:
    line, start = document.lines[index], document.starts[index]
    words = list(_WORD.finditer(line.text))
    if not line.lead or not _begins_paragraph(document, index):
        return None
    end, rest = line.lead, start
    if line.lead >= len(words):
        # The name goes on in the next line.
        below = document.lines[index + 1] if index + 1 < len(document.lines) else line
        if below.block != line.block or not below.lead or _ENDS.search(line.text) or _has_room(document, index):
            return None
        words_below = list(_WORD.finditer(below.text))
        if below.lead >= len(words_below):
            return None
        rest, words, end = document.starts[index + 1], words_below, below.lead
    stop = rest + words[end - 1].end()
    said = " ".join(document.text[start:stop].split())
    behind = document.text[stop:].lstrip()[:1]
    name = said
    for _ in range(3):
        name = _AROUND.sub("", name)
    begins = _BEGINS.match(said)
    if not (_ENDS.search(said) or behind.isupper() or behind in _BETWEEN) or not begins or not begins[1].isupper():
        return None
    if not 0 < len(name.split()) <= _LONGEST or sum(map(str.isalpha, name)) < 3:
        return None
    at = document.text.index(name.split()[0], start)
    return RunIn(name, at, _end_of(document, name, at))


def _has_room(document: Document, index: int) -> bool:
    """Return whether the first word of the next line would have stood on a line, which is then one of its own."""
    line, below = document.lines[index], document.lines[index + 1]
    if not line.words or not below.words:
        return False
    first = below.words[0]
    paragraph = [one for one in document.lines if one.block == line.block and one.words]
    right = max(one.words[-1].x1 for one in paragraph)
    return line.words[-1].x1 + (first.x1 - first.x0) + _SPACE * (first.bottom - first.top) < right


def _begins_paragraph(document: Document, index: int) -> bool:
    """Return whether a paragraph or an item begins with a line: the one above is closed, or of another block."""
    if not index:
        return True
    above, line = document.lines[index - 1], document.lines[index]
    return above.block != line.block or above.heading or bool(_CLOSED.search(above.text))


def _end_of(document: Document, name: str, start: int) -> int:
    shape = re.compile(r"\s+".join(map(re.escape, name.split())))
    found = shape.match(document.text, start)
    return found.end() if found else start + len(name)
