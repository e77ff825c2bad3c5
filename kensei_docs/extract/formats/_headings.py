"""Telling a heading from a line of text that happens to be short."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from kensei_docs.extract.document import Document
from kensei_docs.extract.phrases import letters

_MOST_WORDS = 6
_MOST_LETTERS = 45
# How many lines around a line show the width of its column.
_NEIGHBOURS = 8
# A line was ended on purpose where the next word would have fitted with this many letters to
# spare: fewer could be the difference between wide letters and narrow ones.
_TO_SPARE = 8
_SENTENCE_END = re.compile(r"[.!?:)\"\u201d][)\"'\u201d\u2019]*\s*$")
_LOOSE_END = re.compile(r"[.,;:]\s*$")
_BULLET = re.compile(r"\s*[•*\u25ba\u2010\u2013-]\s")
_BEGINS = re.compile(r"\s*[\"'(\u201c\u2018•+\u2010\u2212-]*\s*[A-ZÁÉÍÓÚÑ\d]")


@dataclass(frozen=True)
class Heading:
    """The text of a heading and where it stands in the document."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class _Line:
    text: str
    start: int
    heading: bool


def headings_in(document: Document, start: int, end: int, known: Collection[str]) -> list[Heading]:
    """Return the headings that stand in ``start:end`` after its first line, in order.

    ``known`` are headings' letters; of several lines that could be one of them, the likeliest
    is. Any other line must look like a heading in every way.
    """
    lines = [
        _Line(document.lines[i].text, document.starts[i], document.lines[i].heading)
        for i in range(document.line_at(start), len(document.lines))
        if document.starts[i] < end and document.lines[i].text.strip()
    ]
    best: dict[str, tuple[int, int]] = {}
    for i, line in enumerate(lines):
        key = letters(line.text)
        if key in known and line.start >= start:
            likely = _likelihood(lines, i)
            if likely >= 2 and likely > best.get(key, (0, 0))[0]:
                best[key] = likely, i
    chosen = {i for _, i in best.values()}
    chosen |= {
        i
        for i in range(1, len(lines))
        if i not in chosen
        and i + 1 not in chosen
        and lines[i].start >= start
        and letters(lines[i].text) not in known
        and _looks_like_one(lines, i)
    }
    found = []
    for i in sorted(chosen):
        text = lines[i].text.strip()
        at = lines[i].start + lines[i].text.index(text)
        found.append(Heading(text, at, at + len(text)))
    return found


def _likelihood(lines: list[_Line], i: int) -> int:
    """Return how many signs there are that a line with a known heading's words is that heading."""
    text = lines[i].text.strip()
    if not text[:1].isupper():
        return 0
    return (
        2 * lines[i].heading
        + (not _LOOSE_END.search(text))
        + _is_broken_off(lines, i)
        + bool(i and _SENTENCE_END.search(lines[i - 1].text))
        + bool(i + 1 < len(lines) and _BEGINS.match(lines[i + 1].text))
    )


def _looks_like_one(lines: list[_Line], i: int) -> bool:
    text = lines[i].text.strip()
    if (
        not text[0].isupper()
        or any(c.isdigit() for c in text)
        or _LOOSE_END.search(text)
        or len(text) > _MOST_LETTERS
        or len(text.split()) > _MOST_WORDS
        or _BULLET.match(text)
        or _SENTENCE_END.search(text)
    ):
        return False
    if i + 1 >= len(lines) or not _BEGINS.match(lines[i + 1].text):
        return False
    after = bool(_SENTENCE_END.search(lines[i - 1].text)) or _is_broken_off(lines, i)
    return after and (lines[i].heading or _is_broken_off(lines, i + 1))


def _is_broken_off(lines: list[_Line], i: int) -> bool:
    """Return whether the line before was ended although this line's first word had room on it."""
    if i == 0 or i >= len(lines):
        return False
    near = lines[max(0, i - _NEIGHBOURS) : i + _NEIGHBOURS]
    width = max(len(line.text.rstrip()) for line in near)
    first = lines[i].text.split()[0]
    return len(lines[i - 1].text.rstrip()) + 1 + len(first) + _TO_SPARE <= width
