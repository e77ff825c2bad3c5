"""Figures of a text: their signs and units, shares of a base, and totals of columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise
from math import ceil, floor

from kensei_docs.check.finding import Finding, number
from kensei_docs.check.manuscript import WORD, Manuscript
from kensei_docs.problems import check

# A number to roll, "6+"; and one with the plus on the wrong side, "(+6)".
_TARGET_NUMBER = re.compile(r"(?<![\w+-])\d\+(?![\w+])")
_SIGN_BEFORE_TARGET = re.compile(r"\(\+\d\)")
_MIN_TARGETS = 3  # numbers to roll, from which on "(+6)" is taken for one
_CHARACTERS_AFTER_PERCENT = 200  # in which its shares stand
# The systems that a length is converted between; a map in hexes or metres has its size in centimetres, too.
_SYSTEMS = {"cm": "centimetres", "in": "inches"}
_MOST = 0.9  # the least share of lengths in the document's system


@check("error")
def modifier_sign(manuscript: Manuscript) -> Iterator[Finding]:
    """A sign says once which way a figure goes.

    In a document: what is subtracted is no negative figure; and where "6+" says what to roll, "(+6)" doesn't.

    Wrong: "subtract -2D6". Right: "subtract 2D6"; "apply -2D6".
    """
    for match, line in manuscript.matches(*manuscript.patterns("subtracting")):
        yield manuscript.finding(line, f"'{match[0]}' has two signs for one loss; take one away")
    targets = sum(1 for _ in manuscript.matches(_TARGET_NUMBER))
    for match, line in manuscript.matches(_SIGN_BEFORE_TARGET) if targets >= _MIN_TARGETS else ():
        message = f"'{match[0]}' adds a figure where others, as '({match[0][2]}+)', say what to roll; turn it round"
        yield manuscript.finding(line, message)


@check("error")
def units_of_measure(manuscript: Manuscript) -> Iterator[Finding]:
    """A document measures in one system, and every length has its unit.

    In a document: lengths in centimetres among lengths in inches, or the other way round, where nearly all are of one
    system; a bare figure that is added to a movement. The size of models, in millimetres, is no length of the game.

    Wrong: "within 50 cms" in rules in inches; "add +5 to their movement". Right: "28mm miniatures"; "add +5 cm to their
    movement".
    """
    units = manuscript.settings.get("units", {})
    # "On a 6 in his turn" measures nothing.
    held = manuscript.words_of("function-words")
    system = {word: name for unit, name in _SYSTEMS.items() for word in units.get(unit, ()) if word not in held}
    if system:
        pattern = re.compile(rf"(\d[\d.,]*)\s?({'|'.join(sorted(system, key=len, reverse=True))})\b")
        lengths = list(manuscript.matches(pattern))
        counted = Counter(system[match[2]] for match, _ in lengths)
        usual = next((name for name, times in counted.items() if times > _MOST * counted.total()), "")
        own = _SYSTEMS.get(manuscript.units, usual if not manuscript.units else "")
        for match, line in lengths:
            if own and system[match[2]] != own:
                message = f"'{match[0]}' is not a length in {own}, as this document measures; convert it"
                yield manuscript.finding(line, message)
    for match, line in manuscript.matches(*manuscript.patterns("without-unit")):
        yield manuscript.finding(line, f"'{match[0]}' gives no unit; say how far")


@check("error")
def percent_recompute(manuscript: Manuscript) -> Iterator[Finding]:
    """A share is the per cent of its base that stands beside it.

    In a document: shares that a sentence gives for a base after a per cent.

    Wrong: "25% (for 200 points: 40)". Right: "at most 35% (for 200 points: 70)".
    """
    for passage in manuscript.passages:
        for match, _ in passage.matches(r"(?<![\d.,])(\d{1,3})\s?%"):
            after = passage.text[match.end() : match.end() + _CHARACTERS_AFTER_PERCENT]
            after = re.split(r"\d\s?%", after)[0]
            for share in (share for pattern in manuscript.patterns("shares") for share in pattern.finditer(after)):
                base, part = int(share["base"]), int(share["part"])
                exact = int(match[1]) * base / 100
                if part not in (floor(exact), ceil(exact)):
                    line = passage.line_at(match.end() + share.start("part"))
                    message = f"{match[1]} % of {base} is {number(exact)}, not {part}; mend one of them"
                    yield manuscript.finding(line, message)


_MIN_PARTS = 3  # numbers of a column with a total
_LINES_TO_TOTAL = 40  # below a word for a total


@check("error")
def total_equals_rows(manuscript: Manuscript) -> Iterator[Finding]:
    """A total is the sum of the column above it.

    In a document: a number alone below a column of numbers, where the text above says "total", or where other columns
    of the document add up to theirs.

    Wrong: 20, 25 and 45, and below them 100. Right: 90.
    """
    columns = [
        (lines[0], [int(manuscript.lines[i].text) for i in lines])
        for (_, bare), group in groupby(
            range(len(manuscript.lines)), lambda i: (manuscript.lines[i].block, manuscript.lines[i].text.isdecimal())
        )
        if bare and (lines := list(group))
    ]
    summed = [
        (first, parts, at, total[0])
        for (first, parts), (at, total) in pairwise(columns)
        if len(parts) >= _MIN_PARTS and len(total) == 1 and at == first + len(parts) and total[0] > max(parts) + 1
    ]
    words = manuscript.words_of("totals")
    said = [
        i for i, line in enumerate(manuscript.lines) if words & {word.casefold() for word in WORD.findall(line.text)}
    ]
    proven = any(sum(parts) == total for _, parts, _, total in summed)
    for first, parts, at, total in summed:
        if sum(parts) != total and (proven or any(0 < first - line <= _LINES_TO_TOTAL for line in said)):
            come = f"{' + '.join(map(str, parts))} come to, {sum(parts)}"
            yield manuscript.finding(at, f"'{total}' is not what {come}; mend a part or the total", first)
