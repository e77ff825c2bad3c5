"""A stated total is the sum of its rows; as many things are listed as are announced.

In a document: a sentence that counts kinds, phases or steps and ends in a colon is followed by as many items. Items
are numbered, marked, named before a colon or full stop each, or listed in the same sentence.

Wrong: "divided into six kinds:" before five. Right: the same before six.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Line, Manuscript
from kensei_docs.languages import CAPITALS

SEVERITY = "error"
_WITHIN = 30  # lines that a list may take
_NAME = 3  # words of what is listed in a sentence
_MARKED = re.compile(r"(?:[•▪*–-]|\d{1,2}[.)])\s*\w")
_NAMED = re.compile(rf"[{CAPITALS}][\w’'-]*(?: [\w’'-]+){{0,3}}(?P<end>[:.]) \S")


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every list that has more or fewer items than were announced."""
    counted = manuscript.words_of("counted")
    if not manuscript.numbers or not counted:
        return
    counts = rf"\b({'|'.join(manuscript.numbers)}) (?:\w+ )?({'|'.join(counted)})\b[^.:;]*:"
    pattern = re.compile(counts, re.I)
    for passage in manuscript.passages:
        for found, line in passage.found(pattern):
            last = passage.line_at(found.end() - 1)
            if found.end() < len(passage.text) and passage.line_at(found.end() + 1) == last:
                listed = _count_in_sentence(passage.text[found.end() :], manuscript.words_of("conjunctions"))
            else:
                listed = _count_items(manuscript.lines, last + 1)
            promised = manuscript.numbers[found[1].casefold()]
            if listed > 1 and listed != promised:
                yield manuscript.finding(
                    line, f"'{found[1]} {found[2]}' are announced and {listed} follow; mend the number or the list"
                )


def _count_in_sentence(text: str, joins: set[str]) -> int:
    """Return how many names a sentence lists with commas, 0 where it is no such list."""
    sentence, stop, _ = text.partition(".")
    *parts, last = sentence.split(",")
    joined = rf"\s(?:{'|'.join(joins)})\s"
    parts += [part for part in re.split(joined, f" {last} ") if part.strip()]
    names = all(0 < len(part.split()) <= _NAME and WORD.search(part) for part in parts)
    return len(parts) if stop and "," in sentence and names else 0


def _count_items(lines: list[Line], first: int) -> int:
    """Return how many items of one form stand from a line on, before the next heading."""
    below = []
    for line in lines[first : first + _WITHIN]:
        if line.heading:
            break
        below.append(line)
    if below and (first_mark := _MARKED.match(below[0].text)):
        last, numbered = below[0].block, first_mark[0][0].isdigit()
        for here, line in enumerate(below):
            mark = _MARKED.match(line.text)
            if mark and mark[0][0].isdigit() == numbered:
                last = line.block
            # Text that begins a paragraph of its own ends the list.
            elif line.block != last:
                below = below[:here]
                break
        return sum(1 for line in below if _MARKED.match(line.text))
    named = _NAMED.match(below[0].text) if below else None
    if not named:
        return 0
    return sum(1 for line in below if (found := _NAMED.match(line.text)) and found["end"] == named["end"])
