"""Numbers that a text has in words: *four*, *twenty-four*, *one hundred and twenty*, *three and a half*, *two thirds*.

What is one number is read as one: a part of it (the 20 of *twenty-four*) would be wrong. The words are those of the
document's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from kensei_docs.figures import Figure
from kensei_docs.languages import Language, language

_DECIMALS = {"1/2": ".5", "1/4": ".25", "3/4": ".75"}
# Tens that one counts on from up to 19 in French: soixante-dix.
_SCORES = (60, 80)
# From here on a number has a unit number behind it (twenty-four), and behind a hyphen nothing else: twenty-first.
_LEAST_OF_TENS = 20
_LONGEST_PHRASE = 40  # characters that are looked at before and after a number


class NumberInWords(NamedTuple):
    """A number at ``start:end`` of a text; its figure is None where it can't be said as one.

    ``written``: it begins with digits.
    """

    start: int
    end: int
    figure: Figure | None
    written: bool = False


class _Whole(NamedTuple):
    """A whole number, in words or digits, and whether words make it."""

    start: int
    end: int
    value: int
    is_words: bool


def any_of(words: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern of some words, none of which is a part of another word."""
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest_first) or '(?!)'})(?!\w)", re.I)


def numbers_in_words(text: str, code: str, units: Mapping[str, str]) -> Iterator[NumberInWords]:
    """Yield the numbers in words, and those in digits that words change (*3 and a half*), with all ways to read them.

    ``units`` are the words for units of length, each with its sign.
    """
    spoken, part = language(code), _parts(code, tuple(units))
    spans: list[tuple[int, int]] = []
    wholes = list(_wholes(text, code))
    for i, number in enumerate(wholes):
        if spans and number.start < spans[-1][1]:
            continue
        before = text[max(spans[-1][1] if spans else 0, number.start - _LONGEST_PHRASE) : number.start]
        mixed, shared = part["added"].match(text, number.end), part["counted"].match(text, number.end)
        if text[number.start : number.end].lower() in spoken.multipliers and (half := part["half"].search(before)):
            # Half a dozen: nobody has to compute what that is.
            found = [NumberInWords(number.start - len(before) + half.start(), number.end, None)]
        elif mixed and (one := _mixed(text, number, mixed, spoken, units)):
            found = [one]
        elif shared and (of := _fraction_of(number.value, shared["part"], spoken)):
            found = list(_share(number.start, shared, of, units, not number.is_words))
        elif number.is_words:
            following = wholes[i + 1] if i + 1 < len(wholes) else number
            found = [*_range(text, number, following, units, code), *_plain(text, number, units, code)]
        else:
            found = []
        yield from found
        # A range may be read as its ends, too.
        spans += [(one.start, one.end) for one in found if one.figure is None or "range" not in one.figure.kind]
    # What is left are the words that stand for one number each.
    for word in any_of(spoken.multiples).finditer(text) if spoken.multiples else ():
        yield NumberInWords(*word.span(), Figure("count", str(spoken.multiples[word.group().lower()])))
    for word in part["halves"].finditer(text):
        value = f"{spoken.halves[word['part'].lower()]:g}"
        figure = _length(value, word["unit"], units) if word["unit"] else Figure("count", value)
        yield NumberInWords(*word.span(), figure)
    for word in part["fraction"].finditer(text):
        if not any(start <= word.start() < end for start, end in spans):
            yield from _fraction(text, word, spoken, part["one"], units)


def _fraction(
    text: str, word: re.Match[str], spoken: Language, one: re.Pattern[str], units: Mapping[str, str]
) -> Iterator[NumberInWords]:
    """Yield a fraction (*half an inch*), or the number of which it is a part (*an inch and a half*)."""
    fraction = Figure("fraction", spoken.fractions[word["part"].lower()])
    start = max(0, word.start() - _LONGEST_PHRASE)
    added = one.search(text[start : word.start()])
    if added and (added["article"] or added["thing"].lower() in units):
        decimals, thing = _DECIMALS.get(fraction.text), added["thing"].lower()
        figure = _length(f"1{decimals}", thing, units) if decimals and thing in units else None
        yield NumberInWords(start + added.start(), word.end("part"), figure)
    else:
        yield from _share(word.start(), word, fraction, units)


def _share(
    start: int, match: re.Match[str], fraction: Figure, units: Mapping[str, str], written: bool = False
) -> Iterator[NumberInWords]:
    """Yield a fraction, as a length too where a unit follows: *three quarters of an inch*."""
    if match["unit"]:
        decimals = _DECIMALS.get(fraction.text)
        figure = _length(f"0{decimals}", match["unit"], units) if decimals else None
        yield NumberInWords(start, match.end(), figure, written)
    yield NumberInWords(start, match.end("part"), fraction, written)


def _range(text: str, number: _Whole, last: _Whole, units: Mapping[str, str], code: str) -> Iterator[NumberInWords]:
    """Yield the range from a number to the next: *four to six inches*."""
    to = rf"\s+(?:{_either(language(code).range_to)})\s+"
    if last.is_words and number.value < last.value and re.fullmatch(to, text[number.end : last.start], re.I):
        both = f"{number.value}-{last.value}"
        if unit := _unit_after(code, tuple(units)).match(text, last.end):
            figure = Figure("length-range", f"{both} {units[unit['unit'].lower()]}")
            yield NumberInWords(number.start, unit.end(), figure)
        else:
            yield NumberInWords(number.start, last.end, Figure("range", both))


def _plain(text: str, number: _Whole, units: Mapping[str, str], code: str) -> Iterator[NumberInWords]:
    """Yield a number in words, as a length too where a unit follows; nothing for a part of a longer word."""
    count = Figure("count", str(number.value))
    if unit := _unit_after(code, tuple(units)).match(text, number.end):
        yield NumberInWords(number.start, unit.end(), _length(str(number.value), unit["unit"], units))
    elif percent := re.compile(r"\s?%").match(text, number.end):
        yield NumberInWords(number.start, percent.end(), Figure("share", f"{number.value} %"))
    elif number.value >= _LEAST_OF_TENS and re.match(r"-\w", text[number.end : number.end + 2]):
        return
    yield NumberInWords(number.start, number.end, count)


def _mixed(
    text: str, number: _Whole, match: re.Match[str], spoken: Language, units: Mapping[str, str]
) -> NumberInWords | None:
    """Return a number with the fraction behind it (*three and a half inches*, *three inches and a half*).

    None where the fraction is of something else: *two cards and half of the coins*.
    """
    unit = match["unit"] or match["after"]
    fraction = _fraction_of(spoken.cardinals.get((match["many"] or "").lower(), 1), match["part"], spoken)
    following = re.match(r"\s+(\w+)", text[match.end() : match.end() + _LONGEST_PHRASE])
    is_of_another = following and following[1].lower() in spoken.partitives | spoken.determiners
    if not fraction or (is_of_another and not (match["article"] or match["many"])):
        return None
    decimals = _DECIMALS.get(fraction.text)
    value = f"{number.value}{decimals}" if decimals else ""
    figure = _length(value, unit, units) if value and unit else Figure("count", value) if value else None
    return NumberInWords(number.start, match.end(), figure, not number.is_words)


def _length(number: str, unit: str, units: Mapping[str, str]) -> Figure:
    return Figure("length", f"{number} {units[unit.lower()]}")


def _fraction_of(many: int, word: str, spoken: Language) -> Figure | None:
    """Return the fraction of a number and the word for a part, 3/4 for *three quarters*; None from *four quarters* on.

    A whole and more is not what a rule calls by its parts: *five thirds* may be anything.
    """
    word = word.lower()
    parts = int(spoken.fractions.get(word, spoken.fractions.get(word.removesuffix("s"), "1/1"))[2:])
    return Figure("fraction", f"{many}/{parts}") if many < parts else None


@lru_cache
def _parts(code: str, units: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """Return patterns of fractions: ``added`` to a number before it, or ``counted`` by it; alone, as ``fraction``.

    ``one`` is what stands before a fraction that is added to one thing ("an inch and a"), ``half`` what stands before a
    number of which there is a fraction ("half a").
    """
    spoken = language(code)
    articles, links = _either(spoken.articles_of_one), _either(spoken.number_links)
    fractions, unit = _either(spoken.fractions), _unit_after(code, units).pattern
    behind = rf"(?:\s+(?:{_either(spoken.partitives)})(?=\s))?(?:\s+(?:{articles})(?=\s))?{unit}"
    part = rf"(?P<part>(?:{fractions})s?)(?!\w)"
    article = rf"(?:(?P<article>{articles})[-\s]+|(?P<many>{_either(spoken.cardinals)})[-\s]+)?"
    after = unit.replace("<unit>", "<after>")
    return {
        "added": re.compile(rf"(?:{unit})?[-\s]\s*(?:{links})[-\s]+{article}{part}(?:{after})?", re.I),
        "counted": re.compile(rf"[- ]\s*{part}(?:{behind})?", re.I),
        "fraction": re.compile(rf"(?<!\w)(?P<part>{fractions})(?!\w)(?:{behind})?", re.I),
        "halves": re.compile(rf"(?<!\w)(?P<part>{_either(spoken.halves)})(?!\w)(?:{unit})?", re.I),
        "one": re.compile(
            rf"(?<!\w)(?:{articles})\s+(?P<thing>\w+)\s+(?:{links})\s+(?:(?P<article>{articles})\s+)?$", re.I
        ),
        "half": re.compile(rf"(?<!\w)(?:{fractions})\s+(?:(?:{articles})\s+)?$", re.I),
    }


@lru_cache
def _unit_after(code: str, units: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of a unit of length behind a number in words, without units that are other words, too."""
    words = [word for word in units if word not in language(code).function_words and word[-1].isalpha()]
    return re.compile(rf"(?:-|\s)\s*(?P<unit>{_either(words)})(?!\w)", re.I)


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True))) or "(?!)"


@lru_cache
def _number_word(code: str) -> re.Pattern[str]:
    spoken = language(code)
    words = any_of([*spoken.cardinals, *spoken.larger_numbers, *spoken.multipliers]).pattern
    return re.compile(rf"(?<![\w.,/+-])\d{{1,9}}(?![\w.,/+%])|{words}", re.I)


def _wholes(text: str, code: str) -> Iterator[_Whole]:
    """Yield every whole number in words or digits; number words that follow one another are one where they can be."""
    words = [(word.group().lower(), word.start(), word.end()) for word in _number_word(code).finditer(text)]
    spoken = language(code)
    between = re.compile(rf"-\s*|\s+(?:(?P<link>{_either(spoken.number_links)})\s+)?", re.I)
    at = 0
    while at < len(words):
        word, start, end = words[at]
        at += 1
        sum_of = _Sum(spoken)
        if not sum_of.take(
            word, text[max(0, start - _LONGEST_PHRASE) : start].split()[-1:] if word in spoken.multipliers else ()
        ):
            continue
        before_link: tuple[int, int, int] | None = None
        while at < len(words):
            joint = between.fullmatch(text, end, words[at][1])
            if joint is None:
                break
            if joint["link"]:
                before_link = sum_of.value, end, at
            if not sum_of.take(words[at][0], link=(joint["link"] or "").lower()):
                # "One hundred and two hundred" are two numbers.
                if before_link and words[at][0] in spoken.multipliers and not joint["link"]:
                    sum_of.value, end, at = before_link
                break
            end = words[at][2]
            at += 1
        yield _Whole(start, end, sum_of.value, not text[start].isdigit() or not text[start:end].isdigit())


class _Sum:
    """Adds up the words of one number: three hundred and twenty-four."""

    def __init__(self, spoken: Language) -> None:
        self._spoken = spoken
        self._thousands = self._rest = 0
        self._is_empty, self._in_digits = True, False

    @property
    def value(self) -> int:
        return self._thousands + self._rest

    @value.setter
    def value(self, value: int) -> None:
        self._thousands, self._rest = 0, value

    def take(self, word: str, before: Iterable[str] = (), link: str = "") -> bool:
        """Take the next word, behind a ``link`` ("and"); return False, and change nothing, if it is of another number.

        ``before`` is the word before a number that begins with this one.
        """
        spoken, rest = self._spoken, self._rest
        if word.isdecimal():
            taken = self._is_empty
            rest = int(word)
        elif word in spoken.multipliers and not link and not self._is_empty:
            factor = spoken.multipliers[word]
            taken = 0 < rest < factor and not (self._thousands and factor >= 1000)
            self._thousands, rest = (
                (self._thousands + rest * factor, 0)
                if taken and factor >= 1000
                else (self._thousands, rest * factor if taken else rest)
            )
        elif word in spoken.multipliers and self._is_empty:
            is_said = word in spoken.larger_numbers or any(one.lower() in spoken.articles_of_one for one in before)
            taken = is_said
            value = spoken.multipliers[word]
            self._thousands, rest = (value, 0) if taken and value >= 1000 else (0, value)
        else:
            # Digits are followed by "hundred", and by nothing else: "400 and one" are two.
            number = 0 if self._in_digits else {**spoken.cardinals, **spoken.larger_numbers}.get(word, 0)
            taken = number > 0 and self._takes(number, link)
            rest += number
        if taken:
            self._rest, self._is_empty, self._in_digits = rest, False, word.isdecimal()
        return taken

    def _takes(self, number: int, link: str) -> bool:
        rest = self._rest
        least = self._spoken.number_links.get(link, 0)
        if self._is_empty:
            return True
        if link and (rest + self._thousands < least or (least >= 100 and rest % 100)):
            return False
        if number >= 100:
            return not rest and bool(self._thousands)
        if number >= 20:
            return rest % 100 == 0
        if number >= 10:
            return rest % 100 == 0 or rest % 100 in _SCORES
        return rest % 10 == 0 and rest % 100 != 10
