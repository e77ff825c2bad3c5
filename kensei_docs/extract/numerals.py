"""Numbers that a document writes as words, such as *two*, *twice* or *half*, in its language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

_COUNTS: dict[str, dict[str, str]] = {
    "en": {
        "one": "1",
        "once": "1",
        "two": "2",
        "twice": "2",
        "both": "2",
        "double": "2",
        "doubled": "2",
        "doubles": "2",
        "three": "3",
        "thrice": "3",
        "triple": "3",
        "four": "4",
        "five": "5",
        "six": "6",
        "seven": "7",
        "eight": "8",
        "nine": "9",
        "ten": "10",
        "eleven": "11",
        "twelve": "12",
        "twenty": "20",
    },
    "es": {
        "un": "1",
        "una": "1",
        "uno": "1",
        "dos": "2",
        "ambos": "2",
        "ambas": "2",
        "doble": "2",
        "dobles": "2",
        "duplica": "2",
        "tres": "3",
        "triple": "3",
        "cuatro": "4",
        "cinco": "5",
        "seis": "6",
        "siete": "7",
        "ocho": "8",
        "nueve": "9",
        "diez": "10",
        "once": "11",
        "doce": "12",
        "veinte": "20",
    },
}
_FRACTIONS: dict[str, dict[str, str]] = {
    "en": {
        "half": "1/2",
        "halve": "1/2",
        "halved": "1/2",
        "halves": "1/2",
        "third": "1/3",
        "quarter": "1/4",
        "fifth": "1/5",
    },
    "es": {
        "mitad": "1/2",
        "medio": "1/2",
        "media": "1/2",
        "tercio": "1/3",
        "cuarto": "1/4",
        "quinto": "1/5",
        "quinta": "1/5",
    },
}
# A divisor is the fraction that is left: "divided by 2", "se divide entre dos".
_DIVIDED = {
    "en": r"\bdivid\w+\s(?:[^\W\d]+\W+){0,6}?by\s+",
    "es": r"\bdivid\w+\s(?:[^\W\d]+\W+)"
    r"{0,6}?(?:entre|por)\s+",
}


def numbers_in_words(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, count) for every number word of the language."""
    counts = _COUNTS.get(language, {})
    for found in _words(language).finditer(text) if counts else ():
        yield found.start(), found.end(), counts[found.group().casefold()]


def fractions_in_words(text: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Yield (start, end, fraction) for *half* and its like, and for every divisor."""
    fractions = _FRACTIONS.get(language, {})
    if not fractions:
        return
    for found in _shares(language).finditer(text):
        yield found.start(), found.end(), fractions[found.group().casefold()]
    for found in _divisors(language).finditer(text):
        by = found["by"].casefold()
        yield *found.span("by"), f"1/{_COUNTS[language].get(by, by)}"


@cache
def _words(language: str) -> re.Pattern[str]:
    return _any_of(_COUNTS[language])


@cache
def _shares(language: str) -> re.Pattern[str]:
    return _any_of(_FRACTIONS[language])


@cache
def _divisors(language: str) -> re.Pattern[str]:
    words = "|".join(_COUNTS[language])
    return re.compile(rf"{_DIVIDED[language]}(?P<by>\d+|{words})(?!\w)", re.I)


def _any_of(words: dict[str, str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)", re.I)
