"""Figures in the words of a cell, such as ``Hits on 4-6, within 10 cm``, and what only looks like one.

A figure is whole between its neighbours, as it would stand alone in YAML. What is glued together and is no figure as a
whole is words and stays as it is written: a date (``2024-05-01``), a model (``T-34``), a time (``09:05``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from kensei_docs.figures import doubt_about, meanings, parse, with_plain_digits
from kensei_docs.languages import language
from kensei_docs.problems import Said, say

# Hyphens and minus signs; and those that stand for a sign before a number, too. A long dash parts words.
_HYPHENS = r"\-\u2010-\u2013\u2212\uff0d\ufe63\ufe58"
_SIGNS = rf"+{_HYPHENS}\uff0b\ufe62\u2795\u2796\u207a\u207b"
_NARROW_SPACES = "\u00a0\u2007\u2009\u202f"
_ATOM = r"[^\W_]+"
# What joins digits to one whole: 4-6, 1,250, 3/4/5, 2D6+1, 09:05; and a hyphen between a letter and a digit: T-34.
_JOINED = (
    rf"(?<=\d)[.,'\u2019/\u2044:+\uff0b\uff0c\uff0e\uff0f{_HYPHENS}]{{1,2}}(?=\d|[dD]\d)|[{_HYPHENS}](?=\d)"
    rf"|(?<=\d)[{_NARROW_SPACES}](?=\d{{3}})"
)
_UNITS = r"cm|mm|in|inches|%|\uff05|\u201d|\u2033"
_THOUSANDS = r"[1-9]\d{0,2}(?: \d{3})+"
_PARTS = re.compile(r"[/\u2044,:]|(?=\+)")
_ZERO_FIRST = re.compile(rf"(?<![\d.,'\u2019 {_NARROW_SPACES}])0\d")


class FigureInWords(NamedTuple):
    """A figure at ``start:end`` of the words of a cell, as it is written there, or why it can't be read."""

    start: int
    end: int
    value: str
    doubt: Said | None = None


@cache
def _shape(code: str) -> re.Pattern[str]:
    """Return the pattern of what may be a figure in words of a language; a number may be parted from its fraction."""
    spoken = language(code)
    # A word that is a unit and a preposition ("in") is no unit before an article or a number: "3 in a row".
    articles = "|".join([*sorted(spoken.determiners), r"\d+"])
    return re.compile(
        rf"(?P<sign>(?<![\w%)\]])(?<!\d[\"\u201d\u2033'\u2019])[{_SIGNS}])?"
        rf"(?P<whole>(?<!\w)(?<!\s[.,])(?<!^[.,])(?:\d+ (?:1/2|[13]/4|[½¼¾])(?![\w/])"
        rf"|{_THOUSANDS}(?!\w|[.,:/{_HYPHENS}]\d)"
        rf"|{_ATOM}(?:(?:{_JOINED}){_ATOM})*))"
        rf"(?P<target>\+(?!\w))?"
        rf"(?P<unit> ?(?:{_UNITS})(?!\w)(?!(?<=in)\s+(?:{articles})\b))?",
        re.IGNORECASE,
    )


def figures_in_words(words: str, code: str, units: str) -> Iterator[FigureInWords]:
    """Yield the figures of the words of a cell, in order; ``code`` is their language, ``units`` their unit of length.

    Neighbours that are joined by a stroke, a comma or a colon (``+1/+2``) are figures of their own where each is one.
    """
    for found in _shape(code).finditer(words):
        if not any(char.isdecimal() or char in "½¼¾" for char in found["whole"]):
            continue
        start, end = found.start(), found.end("whole")
        # Where inches are not measured in, "in" is the preposition.
        may_be_word = found["unit"] == " in" and "in" in language(code).function_words
        is_unit = not may_be_word or units in ("in", "ft")
        if may_be_word and is_unit and not _ends(words, found.end(), code):
            yield FigureInWords(start, found.end(), "", _doubt_about_inches(found.group()))
            continue
        stops = [found.end() if is_unit else end, found.end("target"), end]
        for stop in sorted({stop for stop in stops if stop >= end}, reverse=True):
            written = words[start:stop]
            doubt = _doubt(written, code)
            if doubt or _value(written, code):
                yield FigureInWords(start, stop, _value(written, code), doubt)
                break
        else:
            yield from _parts(words, start, end, code)


def _parts(words: str, start: int, end: int, code: str) -> Iterator[FigureInWords]:
    cuts = [start, *(cut.end() for cut in _PARTS.finditer(words, start + 1, end)), end]
    parts = [(one, words[one:other].rstrip("/\u2044,:")) for one, other in pairwise(cuts)]
    if len(parts) > 1 and all(_value(part, code) for _, part in parts):
        for at, part in parts:
            yield FigureInWords(at, at + len(part), _value(part, code))


def _value(written: str, code: str) -> str:
    """Return a figure as it is written, or as it is stored where only its language reads it so; empty for words."""
    plain = with_plain_digits(written)
    # The name of a place or of a thing may look like dice: D4.
    if _ZERO_FIRST.search(plain) or (plain[:1].isalpha() and plain[:1] not in "xX"):
        return ""
    figure = parse(written)
    if figure and figure.kind == "range" and _is_year_and_part(figure.text):
        return ""
    in_language = figure or parse(written, code)
    return written if figure else str(in_language or "")


def _is_year_and_part(span: str) -> bool:
    """Return whether a range leaves out digits of its end, as the years of a war do: 1914-18."""
    first, _, last = span.partition("-")
    return len(first) > len(last) and int(first) > int(last)


def _doubt(written: str, code: str) -> Said | None:
    if re.match(rf"[{_SIGNS}]?{_THOUSANDS}", written):
        # No number begins with a zero: 10 000 is one.
        return None if " 0" in written or _has_space_for_thousands(code) else _doubt_about_space(written)
    if meanings(written):
        return doubt_about(written) if _value(re.sub("[.,]", "", written), code) else None
    return doubt_about(written) if _value(written, code) else None


def _ends(words: str, end: int, code: str) -> bool:
    """Return whether nothing stands behind a unit that would need a preposition before it: "5 in, or 6 in and up"."""
    following = re.match(r"\s+(\w+)", words[end:])
    return following is None or following[1].casefold() in language(code).conjunctions


def _doubt_about_inches(written: str) -> Said:
    return say(
        "'%(text)s' can be a length or a number before a word; write %(length)s, or another word than 'in'",
        text=written,
        length=f"{written.removesuffix(' in')}\u2033",
    )


def _doubt_about_space(written: str) -> Said:
    first, _, rest = written.partition(" ")
    return say(
        "'%(text)s' can mean %(whole)s, or %(first)s and %(rest)s; write %(whole)s, or a word between the two",
        text=written,
        whole=re.sub(r"(?<=\d) (?=\d)", "", written),
        first=first,
        rest=rest,
    )


@cache
def _has_space_for_thousands(code: str) -> bool:
    """Return whether a space parts thousands in a language."""
    from babel import Locale, UnknownLocaleError

    try:
        symbols = Locale.parse(code).number_symbols
    except (UnknownLocaleError, ValueError):
        return False
    return str(symbols.get("latn", {}).get("group", "")).isspace()
