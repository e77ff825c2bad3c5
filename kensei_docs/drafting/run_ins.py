"""Run-in headings: bold words at the beginning of a paragraph or of an item, before its text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from kensei_docs.extract import Document

# Words of a run-in heading at most.
_MAX_WORDS = 8
# The space between two words, in ems.
_SPACE_EM = 0.4
_WORD = re.compile(r"\S+")
_ENDS = re.compile(r"[.:)\u2013\u2014-]$")
_BEGINS = re.compile(r"\W*([^\W\d_])")
_CLOSED = re.compile(r"[.!?:;)\"\u201d\u2019]\s*$")
# The first character after a name, before its text: a dash, or a bracket with its price.
_BETWEEN = ("(", "-", "\u2013", "\u2014")
# The characters around a name: the bullet of an item, the point after the name, its price in brackets.
_AROUND = re.compile(r"^[^\w\"'(]+|\s*[(\[].*$|[\s.:,;\u2013\u2014-]+$")


class RunIn(NamedTuple):
    """A run-in heading: its name, and the offsets of the start and the end of the name."""

    name: str
    start: int
    end: int


def run_ins_of(document: Document, inside: Collection[int]) -> Iterator[RunIn]:
    """Yield the run-in headings, without those on lines of tables (``inside``) or right below them."""
    for i in range(len(document.lines)):
        if i not in inside and i - 1 not in inside and (run_in := _run_in(document, i)):
            yield run_in


def is_run_in(document: Document, index: int) -> bool:
    """Return whether a run-in heading begins with a line."""
    return _run_in(document, index) is not None


def _run_in(document: Document, index: int) -> RunIn | None:
    """Return the run-in heading that begins with a line; None without one."""
    line = document.lines[index]
    start = document.starts[index]
    words = list(_WORD.finditer(line.text))
    if not line.lead or not _begins_paragraph(document, index):
        return None
    # The number of bold words on the last line of the heading, and the offset of that line.
    count = line.lead
    last_start = start
    if line.lead >= len(words):
        # The name continues on the next line.
        below = document.lines[index + 1] if index + 1 < len(document.lines) else line
        if below.block != line.block or not below.lead or _ENDS.search(line.text) or _has_room(document, index):
            return None
        words_below = list(_WORD.finditer(below.text))
        if below.lead >= len(words_below):
            return None
        last_start = document.starts[index + 1]
        words = words_below
        count = below.lead
    stop = last_start + words[count - 1].end()
    bold = " ".join(document.text[start:stop].split())
    following = document.text[stop:].lstrip()[:1]
    name = bold
    for _ in range(3):
        name = _AROUND.sub("", name)
    first_letter = _BEGINS.match(bold)
    if not (_ENDS.search(bold) or following.isupper() or following in _BETWEEN):
        return None
    if not first_letter or not first_letter[1].isupper():
        return None
    if not 0 < len(name.split()) <= _MAX_WORDS or sum(map(str.isalpha, name)) < 3:
        return None
    at = document.text.index(name.split()[0], start)
    return RunIn(name, at, _end_of(document, name, at))


def _has_room(document: Document, index: int) -> bool:
    """Return whether the first word of the next line would fit on a line: then the line ends before it on purpose."""
    line = document.lines[index]
    below = document.lines[index + 1]
    if not line.words or not below.words:
        return False
    first = below.words[0]
    right = max(other.words[-1].x1 for other in document.lines if other.block == line.block and other.words)
    return line.words[-1].x1 + (first.x1 - first.x0) + _SPACE_EM * (first.bottom - first.top) < right


def _begins_paragraph(document: Document, index: int) -> bool:
    """Return whether a line begins a paragraph or an item: the line above ends a sentence, or is of another block."""
    if not index:
        return True
    above = document.lines[index - 1]
    line = document.lines[index]
    return above.block != line.block or above.heading or bool(_CLOSED.search(above.text))


def _end_of(document: Document, name: str, start: int) -> int:
    """Return the offset of the end of a name, which may be on several lines."""
    shape = re.compile(r"\s+".join(map(re.escape, name.split())))
    match = shape.match(document.text, start)
    return match.end() if match else start + len(name)
