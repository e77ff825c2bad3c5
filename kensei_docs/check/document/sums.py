"""Sums, shares and worked examples of a text have the right results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import ceil, floor

from kensei_docs.check.finding import Finding, number
from kensei_docs.check.manuscript import Manuscript, ManuscriptLine, ManuscriptPassage
from kensei_docs.languages import singular
from kensei_docs.problems import check
from kensei_docs.processes import LimitedPattern

_BARE_NUMBER = re.compile(r"(\d+)(\s?%)?")
_COUNTED_PART = re.compile(r"(?:[•*–-]\s*)?(\d+) ([^\W\d_]+) ((?:[\w’'-]+ ?){1,5}\.?)$")
# The least number of parts or rows of a sum.
_MIN_PARTS = 3
# The greatest distance of a total from its parts, in lines.
_LINES_TO_TOTAL = 40
# The characters after a per cent in which its shares stand.
_CHARACTERS_AFTER_PERCENT = 200

# A column of bare numbers, one a line: the index of its first line, and the numbers.
_Column = tuple[int, list[int]]


def _columns(lines: list[ManuscriptLine], percent: bool = False) -> Iterator[tuple[int, list[tuple[int, bool]]]]:
    """Yield the blocks that hold nothing but numbers, each number with whether it is a per cent."""
    start = 0
    while start < len(lines):
        stop = start
        column = []
        while (
            stop < len(lines)
            and (percent or lines[stop].block == lines[start].block)
            and (match := _BARE_NUMBER.fullmatch(lines[stop].text))
        ):
            column.append((int(match[1]), bool(match[2])))
            stop += 1
        if column:
            yield start, column
        start = max(stop, start + 1)


def sums_of_columns(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield findings for columns of numbers whose sum is not the total right below them.

    It is a total if the text says so above, or if other columns of the document add up to theirs.
    """
    columns = list(_columns(manuscript.lines))
    pairs = [
        ([n for n, _ in parts], first, total[0][0], at)
        for (first, parts), (at, total) in pairwise(columns)
        if len(parts) >= _MIN_PARTS and len(total) == 1 and at == first + len(parts)
        if total[0][0] > parts[-1][0] + 1
        and total[0][0] > max(parts)[0]
        and not any(percent for _, percent in (*parts, *total))
    ]
    totals = manuscript.words_of("totals")
    says = [
        index
        for index, line in enumerate(manuscript.lines)
        if not totals.isdisjoint(map(str.casefold, re.findall(r"[^\W\d_]+", line.text)))
    ]
    proven = any(sum(parts) == total for parts, _, total, _ in pairs)
    for parts, first, total, at in pairs:
        if sum(parts) != total and (proven or any(0 < first - index <= _LINES_TO_TOTAL for index in says)):
            yield manuscript.finding(at, _wrong_sum(f"'{total}'", parts, sum(parts)), first)


def sums_of_rows(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield findings for a last row, called a total, that isn't the sum of the last figures of the rows above."""
    for index, line in enumerate(manuscript.lines):
        opens = re.match(r"[^\W\d_]+", line.text)
        total = re.search(r"(?<!\S)(\d+)$", line.text)
        if not (opens and total and opens[0].casefold() in manuscript.words_of("totals")):
            continue
        above: list[int] = []
        while index > len(above) and (
            match := re.search(r"(?<!\S)(\d+)$", manuscript.lines[index - len(above) - 1].text)
        ):
            above.append(int(match[1]))
        if len(above) >= 2 and sum(above) != int(total[1]):
            yield manuscript.finding(index, _wrong_sum(f"'{line.text}'", above[::-1], sum(above)))


def sums_of_parts(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield findings for a number of things whose parts, listed around it, add up to another number."""
    parts = [(index, match) for index, line in enumerate(manuscript.lines) if (match := _COUNTED_PART.match(line.text))]
    nouns = {match[2] for _, match in parts}
    for noun in nouns:
        parts_of_noun = [(index, match) for index, match in parts if match[2] == noun]
        alike = Counter(match[3].split(" ")[0] for _, match in parts_of_noun)
        parts_of_noun = [
            (index, match) for index, match in parts_of_noun if alike[match[3].split(" ")[0]] >= _MIN_PARTS
        ]
        announced = re.compile(rf"(?<![\w.,])(\d+) (?:\w+ )?{re.escape(singular(noun))}s?\b")
        listed = {index for index, _ in parts_of_noun}
        for match, line in manuscript.matches(announced):
            near = [int(part[1]) for index, part in parts_of_noun if abs(index - line) <= _LINES_TO_TOTAL]
            total = int(match[1])
            apart = line not in listed and len(near) == len(parts_of_noun) >= _MIN_PARTS
            if apart and max(near) < total != sum(near):
                yield manuscript.finding(line, _wrong_sum(f"'{match[0]}'", near, sum(near)), *sorted(listed))


def _wrong_sum(subject: str, parts: list[int], total: int) -> str:
    return f"{subject} is not what {' + '.join(map(str, parts))} come to, {total}; mend a part or the total"


@check("error")
def percent_recompute(manuscript: Manuscript) -> Iterator[Finding]:
    """A share is the per cent of its base that stands beside it.

    In a document: shares that a sentence gives for a base after a per cent, and tables whose rows begin with a per cent
    and go on with the shares of the same bases.

    Wrong: "25% (for 200 points: 40)"; a row 50%, 100, 210 under 200 and 400. Right: "at most 35% (for 200 points: 70)".
    """
    for passage in manuscript.passages:
        for match, _ in passage.matches(r"(?<![\d.,])(\d{1,3})\s?%"):
            after = passage.text[match.end() : match.end() + _CHARACTERS_AFTER_PERCENT]
            after = re.split(r"\d\s?%", after)[0]
            for share in (share for pattern in manuscript.patterns("shares") for share in pattern.finditer(after)):
                exact = int(match[1]) * int(share["base"]) / 100
                if int(share["part"]) not in (floor(exact), ceil(exact)):
                    line = passage.line_at(match.end() + share.start("part"))
                    yield manuscript.finding(line, _wrong_share(match[1], int(share["base"]), int(share["part"])))
    yield from _table_of_shares(manuscript)


def _wrong_share(percent: object, base: float, part: object) -> str:
    right = number(int(str(percent)) * base / 100)
    return f"{percent} % of {number(base)} is {right}, not {part}; mend one of them"


def _table_of_shares(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield findings for rows of a per cent and its shares, one number a line, that the other rows contradict."""
    rows: list[tuple[int, int, list[tuple[int, int]]]] = []
    heads: list[tuple[int, int]] = []
    for first, numbers in _columns(manuscript.lines, percent=True):
        if numbers[0][1] and len(numbers) > 2:
            rows.append((first, numbers[0][0], [(first + i, n) for i, (n, _) in enumerate(numbers) if i]))
        elif not rows and not any(percent for _, percent in numbers):
            heads = (heads + [(first + i, n) for i, (n, _) in enumerate(numbers)])[-len(numbers) :]
    if len(rows) < 2 or len({len(shares) for _, _, shares in rows}) > 1:
        return
    bases = [
        Counter(100 * shares[i][1] / percent for _, percent, shares in rows).most_common(1)[0]
        for i in range(len(rows[0][2]))
    ]
    if any(often < 2 for _, often in bases):
        return
    for first, percent, shares in rows:
        off = [
            (line, base, part)
            for (line, part), (base, _) in zip(shares, bases, strict=True)
            if base * percent != 100 * part
        ]
        if len(off) == len(shares):
            parts = ", ".join(str(part) for _, part in shares)
            right = number(100 * shares[0][1] / bases[0][0])
            yield manuscript.finding(
                first, f"{parts} are {right} % of what the other rows share, not {percent} %; mend it"
            )
        else:
            yield from (manuscript.finding(line, _wrong_share(percent, base, part)) for line, base, part in off)
    for (line, head), (base, _) in zip(heads, bases, strict=False):
        if head != base and len(heads) == len(bases):
            yield manuscript.finding(line, f"'{head}' stands over shares of {number(base)}; mend the head")


@check("error")
def worked_example_replay(manuscript: Manuscript) -> Iterator[Finding]:
    """An example comes out as it says.

    In a document: what a sentence adds up ("a 2, added to its 2, gives 4"), dice that it counts up, a rate ("one more
    for each 200"), as many results as dice were rolled; and a figure that a bracket says again, "four or more (4+)".

    Wrong: "5 (3 +1 for armour)"; "3+ (four or more)". Right: "18 cm (15 cm plus 3)".
    """
    for passage in manuscript.passages:
        for subject, start, message in (*_sums(manuscript, passage), *_said_again(manuscript, passage)):
            yield manuscript.finding(passage.line_at(start), f"'{subject}' {message}")


def _sums(manuscript: Manuscript, passage: ManuscriptPassage) -> Iterator[tuple[str, int, str]]:
    equation = re.compile(r"(?<![\w.,/+×x-])(?P<parts>\d+(?: ?\+ ?\d+| - \d+)+) ?= ?(?P<total>\d+)\b")
    sums: list[re.Pattern[str] | LimitedPattern] = [equation, *manuscript.patterns("sums")]
    for pattern in sums:
        for match in pattern.finditer(passage.text):
            dice = re.findall(r"([+-]?)\s?(\d+)D\d", match["parts"])
            parts = dice or re.findall(r"([+-]?)\s?(?<![\w.,])(\d+)\b(?!\s?%)", match["parts"])
            total = sum(-int(part) if sign == "-" else int(part) for sign, part in parts)
            if len(parts) > 1 and total != int(match["total"]):
                yield match["total"], match.start("total"), f"should be {total}, which its parts come to; mend the sum"
    for pattern in manuscript.patterns("rates"):
        for match in pattern.finditer(passage.text):
            base, per, each, of, total = (int(match[name]) for name in ("base", "per", "each", "of", "total"))
            right = base + per * of / each
            if total != floor(right):
                yield match["total"], match.start("total"), f"should be {floor(right)} by the rate before it; mend one"
    for pattern in manuscript.patterns("rolled"):
        for match in pattern.finditer(passage.text):
            results = re.findall(r"\d+", match["results"])
            if len(results) != _whole(manuscript, match["count"]):
                message = f"is {len(results)} results where {match['count']} dice are rolled; mend one"
                yield match["results"], match.start("results"), message


def _whole(manuscript: Manuscript, text: str) -> int:
    return int(text) if text.isdigit() else manuscript.numbers.get(text.casefold(), 1)


def _said_again(manuscript: Manuscript, passage: ManuscriptPassage) -> Iterator[tuple[str, int, str]]:
    """Yield figures that are given twice, in words and in digits, and differ."""
    words = "|".join(manuscript.numbers) or "$"
    more = "|".join(manuscript.settings.get("at-least", ())) or "$"
    for pattern in (
        rf"\b({words}|\d+) (?:{more}) \((\d+)\+\)",
        rf"(?<![\w+-])(\d+)\+ \(({words}|\d+) (?:{more})\)",
        rf"\b({words}) \((\d+)\)",
    ):
        for match in re.finditer(pattern, passage.text, re.I):
            if _whole(manuscript, match[1]) != _whole(manuscript, match[2]):
                yield match[0], match.start(), "says two figures for one; keep the right one"
