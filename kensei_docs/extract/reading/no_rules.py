"""Numbers that are no rules, told by what they stand in: web addresses, versions, dates, years, references to pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from kensei_docs.languages import language

# Years that a rulebook may speak of. A multiple of this, as prices are, is a year only where a word says so.
_FIRST_YEAR, _LAST_YEAR, _ROUND = 1400, 2049, 5
_LONGEST = 300  # characters of a sentence up to its first full stop


class NoRule(NamedTuple):
    """The part ``start:end`` of a text whose numbers are no rules, and why: ``is a date``."""

    start: int
    end: int
    why: str


def no_rules_in(text: str, code: str) -> list[NoRule]:
    """Return the parts of a text, in a language with a code, whose numbers are no rules, in order.

    >>> [(one.why, text[one.start : one.end]) for text in ["Version 1.4, May 2021"] for one in no_rules_in(text, "en")]
    [('is a version', 'Version 1.4'), ('is a date', 'May 2021')]
    """
    found = [
        NoRule(*match.span(), _REASONS[str(match.lastgroup)])
        for match in _shape(code).finditer(text)
        if match.lastgroup not in _CONDITIONS or _CONDITIONS[match.lastgroup](match, code)
    ]
    return sorted([*found, *_items(text)])


def _items(text: str) -> Iterator[NoRule]:
    """Yield the numbers of the items of lists, which follow one another from 1 on, each with the sign behind it."""
    expected: set[int] = set()
    for match in _ITEM.finditer(text):
        number, end = int(match[1]), text.find("\n", match.end())
        if number != 1 and number not in expected:
            continue
        expected = {number + 1} if number == 1 else {*expected, number + 1}
        yield NoRule(*match.span(1), _IS_ITEM)
        # More items on the same line: 2. The host 3. The guest.
        line = re.compile(rf"(?<=\s)(\d{{1,2}})\{match[2]}\s+(?=[^\W\d_a-z])")
        for more in line.finditer(text, match.end(), end if end >= 0 else len(text)):
            if int(more[1]) == number + 1:
                number += 1
                expected.add(number + 1)
                yield NoRule(*more.span(1), _IS_ITEM)


_ITEM = re.compile(r"^\s*(\d{1,2})\s?([.)-])\s+(?=[^\W\d_a-z])", re.M)
_IS_ITEM = "is the number of an item of a list"
_REASONS = {
    "web": "is part of an address of the web",
    "book": "is the number of a book",
    "licence": "is the version of a licence",
    "version": "is a version",
    "date": "is a date",
    "year": "is a year",
    "place": "is part of a postal address",
    "example": "is part of an example",
    "sum": "is part of a sum that is worked out",
    "phone": "is a telephone number",
    "page": "is the number of a page",
    "numbered": "is the number of a part of the document",
    "ordinal": "is the place in a row",
}


def _is_year(match: re.Match[str], code: str) -> bool:
    """Return whether a number of four digits is a year: it is not round, or a word says so; and it counts nothing."""
    number = int(match["four"])
    counted = re.match(r"\s+([^\W\d_]+)", match.string[match.end() : match.end() + 30])
    spoken = language(code)
    small = spoken.function_words | spoken.uncounted
    if counted and counted[1].islower() and counted[1] not in small:
        return False
    return _FIRST_YEAR <= number <= _LAST_YEAR and (number % _ROUND > 0 or bool(match["when"]))


def _is_ordinal(match: re.Match[str], code: str) -> bool:
    """Return whether a word is no fraction, as in *a third*, *one fifth*, *the third of them*."""
    spoken = language(code)
    before = re.search(r"(\w+)[-\s]+$", match.string[max(0, match.start() - 30) : match.start()])
    after = re.match(r"\s+(\w+)", match.string[match.end() : match.end() + 30])
    counted = before and before[1].lower() in {*spoken.articles_of_one, *spoken.cardinals}
    return not (counted or (after and after[1].lower() in spoken.partitives))


_CONDITIONS = {"year": _is_year, "ordinal": _is_ordinal}


@cache
def _shape(code: str) -> re.Pattern[str]:
    """Return the pattern of what is no rule; the last of its groups that matched is a key of ``_REASONS``."""
    spoken = language(code)
    months, day = "|".join(_months(code)) or "(?!)", r"\d{1,2}(?:\.|[^\W\d_]{2})?"
    of = rf"(?:\s+(?:{_either(spoken.partitives)}))?"
    pages, versions = _either(spoken.page_words), _either(spoken.version_words)
    parts, points = _either(map(str.capitalize, spoken.numbered_parts)), _either(spoken.numbered_points)
    units = _either(word for words in spoken.units.values() for word in words)
    joins = rf"\s?[-\u2010-\u2014]\s?|,\s|\s(?:{_either((*spoken.conjunctions, *spoken.range_to))})\s"
    measured = rf"(?![\d+%]|\s?[\u2033D]|\s?(?:{units})(?!\w)|\s?[x\u00d7]\s?\d)"
    when, for_example = _either(spoken.when_words), _either(spoken.for_example)
    return re.compile(
        rf"""
        (?P<web>(?i:(?:https?://|www\.)\S+(?:(?:(?<=[/_-])\n|\n(?=/))\S+)?|[\w.+-]+@[\w-]+\.[\w.-]*\w|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{{2,4}}/\S*))
      | (?P<book>(?i:\bIS[BS]N)(?:-1[03])?:?\s*\d[\dXx\u2010-\u2014 -]{{6,16}})
      | (?P<licence>\bCC[ -]BY[\w -]*\d\.\d|\b\d\.\d\s+(?:International|Unported|Generic)\b|\bA?L?GPL\S*\s?v?\d[.\d]*)
      | (?P<version>(?i:\b(?:{versions})\.?\s?\d+(?:\.\d+)*)|\bv\d+(?:\.\d+)*\b|(?<=[^\W\d_]\s)\d+\.0(?:\.\d+)*(?=\s*$))
      | (?P<date>(?i:\b{day}{of}\s+(?:{months})\b\.?{of},?\s+\d{{4}}\b|\b(?:{months})\b\.?\s+(?:{day},?\s+)?\d{{4}}\b)
               |\b\d{{4}}-\d\d?-\d\d?\b|\b\d\d?([./])\d\d?\1\d{{4}}\b)
      | (?P<place>^\s*(?:[A-Z]{{1,2}}-)?\d{{5}}\s+[^\W\d_a-z]\w+\s*$|(?<=[^\W\d_],\s)\d{{5}}\s+[^\W\d_a-z]\w+
                |\b[^\W\d_a-z][^\W\d_]+,?\s+\d{{5}}(?=\s*$|,\s))
      | (?P<example>(?<=[.!?:)\n][ \n])(?i:{for_example})(?!\w)[^.!?]{{1,{_LONGEST}}}(?:[.!?]\S[^.!?]*)*)
      | (?P<sum>(?<![\w.,])\d+(?:\s?[x\u00d7*+]\s?\d+)+\s?=\s?\d+)
      | (?P<phone>(?<![\w+])\+\d{{2}}[ \d()/-]{{7,}})
      | (?P<page>(?i:(?<!\w)(?:{pages})\s*\d+(?:\s?[-\u2010-\u2014]\s?\d+)?))
      | (?P<numbered>(?:\b(?:{parts})\s+(?:\w{{1,2}}[.\u00b0\u00ba]\s?)?|(?i:\b(?:{points}))\s)\d+(?:\.\d+)*{measured}
                   (?:(?:{joins})\d+(?=\s*(?:[.,;:)]|$)))*)
      | (?P<ordinal>\b(?i:{_either(spoken.ordinals)})\b)
      | (?P<year>(?P<when>(?i:(?:{when})\s+|\u00a9\s*|copyright\s+|\()?)(?<![\w.,+\u2212/-])(?P<four>\d{{4}})
               (?:\s?[-\u2010-\u2014]\s?\d{{2,4}})?(?![\w%+]|[.,]\d|\s?\u2033))
    """,
        re.X | re.M,
    )


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in sorted(words, key=len, reverse=True)) or "(?!)"


def _months(code: str) -> Iterator[str]:
    """Yield the names of the months in a language, and their abbreviations; none for one that Babel doesn't know."""
    from babel import Locale, UnknownLocaleError

    try:
        months = Locale.parse(code).months["format"]
    except (UnknownLocaleError, ValueError, KeyError):
        return
    for width in ("wide", "abbreviated"):
        yield from (re.escape(name.rstrip(".")) for name in months[width].values())
