"""Worked examples in a document: what is counted in them is no rule."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.extract import Document
from kensei_docs.languages import language

# An example is found by its first words and its last ones.
_FIRST_WORDS = 5
_LAST_WORDS = 3
_WORD = re.compile(r"[^\W\d_]+")
# What may stand between two words, and where one begins or ends: the D of 1D6 is a word here.
_BETWEEN = r"[\W\d_]+"
_EDGE = r"(?:(?<![^\W\d_])|(?![^\W\d_]))"


def examples_of(document: Document) -> list[tuple[int, int]]:
    """Return the spans of a document's worked examples, in order.

    One that is headed by a line of its own goes on to the next heading, another one is a paragraph.
    """
    return list(_examples(document)) if language(document.source.language).example else []


def patterns_of(document: Document) -> list[str]:
    """Return a regular expression of each example, by its first words and its last ones, as a source has them."""
    found = []
    for start, end in examples_of(document):
        words = _WORD.findall(document.text[start:end])
        if len(words) >= _FIRST_WORDS + _LAST_WORDS:
            first, last = (_BETWEEN.join(part) for part in (words[:_FIRST_WORDS], words[-_LAST_WORDS:]))
            found.append(rf"{first}{_EDGE}[\s\S]*?{_EDGE}{last}{_EDGE}[^\n]*")
    return found


def _examples(document: Document) -> Iterator[tuple[int, int]]:
    name = language(document.source.language).example
    begins = re.compile(rf"\W*(?:{name})(?:\s+\d+)?\s*[.:\u2013\u2014]\s", re.I)
    heads = re.compile(rf"[\W\d]*(?:{name})\W*", re.I)
    lines, stop = document.lines, 0
    for i, line in enumerate(lines):
        if i < stop or (i and line.block == lines[i - 1].block):
            continue
        headed = line.heading and heads.fullmatch(line.text)
        if not headed and not begins.match(f"{line.text} "):
            continue
        stop = i + 1
        while stop < len(lines) and (not lines[stop].heading if headed else lines[stop].block == line.block):
            stop += 1
        yield document.starts[i], document.starts[stop - 1] + len(lines[stop - 1].text)
