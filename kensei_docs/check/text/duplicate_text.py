"""No passage stands twice.

In a document: a sentence, or a good part of a paragraph, that is printed again word for word a few paragraphs later,
as happens when text is moved. Heads of tables, and what a document repeats in another chapter, are left alone.

Wrong: a paragraph of twelve words that follows itself. Right: the same eight words in the rules of two abilities far
apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import Manuscript

SEVERITY = "warning"
SHINGLE = 8  # words
# This many equal words are no common phrase (fewer at the start of a paragraph); farther apart than this
# many lines, a repetition may be a summary.
_LONG, _OPENING, _WITHIN = 25, 11, 14


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every passage that repeats one shortly before it."""
    words: list[tuple[str, int]] = []
    openings = set()
    for passage in manuscript.passages:
        if not passage.heading:
            if passage.text[0].isalpha():
                openings.add(len(words))
            words += [(word.text.casefold(), word.line) for word in passage.words]
    seen: dict[tuple[str, ...], int] = {}
    repeats: list[tuple[int, int]] = []
    for here in range(len(words) - SHINGLE + 1):
        shingle = tuple(word for word, _ in words[here : here + SHINGLE])
        before = seen.get(shingle)
        if before is not None and here - before >= SHINGLE:
            repeats.append((here, before))
        seen[shingle] = here
    for _, run in groupby(enumerate(repeats), lambda n: (n[1][0] - n[0], n[1][0] - n[1][1])):
        first, *_, last = [pair for _, pair in run] * 2
        long = last[0] - first[0] + SHINGLE
        line, before_line = words[first[0]][1], words[first[1]][1]
        least = _OPENING if {first[0], first[1]} <= openings else _LONG
        if long >= least and line - before_line <= _WITHIN:
            opening = " ".join(word for word, _ in words[first[0] : first[0] + 4])
            message = (
                f"{long} words from '{opening}' on repeat those of {manuscript.where(before_line)}; strike one copy"
            )
            yield manuscript.finding(line, message, before_line)
