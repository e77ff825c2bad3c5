"""Finding every figure in running text: its kind, its place and its canonical spelling.

Some spots can be read in two ways: ``200 to 399`` is one range or two counts, ``4,5`` one length
before ``cm`` and two counts elsewhere. Every way is found; a cue chooses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.extract.numerals import fractions_in_words, numbers_in_words
from kensei_docs.figures import Figure, parse

# As many characters as before, so that places stay what they are.
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_NUMBER = r"\d+(?:[.,]\d+)?"
# A dash or a plus is a sign unless it joins two words or numbers, as in D6-12, 1-2 or 1+X; a
# plus right behind a word ("add+1") lacks a space.
_SIGNED = r"(?:(?<![^\W_])[+-]|(?<![^\W_])\+\s|(?<=[^\W\d_]{2})\+)"
_SIGN = f"{_SIGNED}?"
_CENTIMETRES = r"(?:cms?|mm|cent[ií]met(?:re|ro)s)(?![^\W_])"
# "in" may be a unit or a preposition (+1 in combat): the number alone is a way to read it, too.
_INCHES = r"(?:inch(?:es)?(?![^\W_])|in(?![^\W_])|[\"\u201d\u2033])"
_TO = r"(?:[ \t]?-[ \t]?|\s+(?:to|al?)\s+)"
_HALVES = {"½": "1/2", "¼": "1/4", "¾": "3/4"}


@dataclass(frozen=True)
class Occurrence:
    """A figure as it stands at ``start:end`` of a text.

    ``written`` tells digits from number words. ``whole`` is false for a part of a larger figure
    (the 399 of ``200 to 399``) and for a second way of reading the same spot.
    """

    figure: Figure
    start: int
    end: int
    written: bool = True
    whole: bool = True

    @property
    def value(self) -> str:
        return self.figure.text


def occurrences(text: str, units: str, language: str) -> list[Occurrence]:
    """Return every figure in ``text`` in the order of their places, and all ways to read each.

    ``units`` is the document's own unit of length (``cm`` or ``in``): where it is centimetres,
    a quotation mark after a number is no inch mark. ``language`` is that of the number words.
    """
    plain = text.translate(_DASHES)
    found = list(_written(plain, _shape(units), units))
    for start, end, value in numbers_in_words(plain, language):
        found.append(Occurrence(Figure("count", value), start, end, written=False, whole=False))
    for start, end, value in fractions_in_words(plain, language):
        found.append(Occurrence(Figure("fraction", value), start, end, written=False, whole=False))
    return sorted(found, key=lambda o: (o.start, -o.end, not o.whole))


def _shape(units: str) -> re.Pattern[str]:
    unit = _CENTIMETRES if units == "cm" else f"(?:{_CENTIMETRES}|{_INCHES})"
    return re.compile(
        rf"""
        (?P<dice>{_SIGN}(?:\d+|(?<![^\W_])x|(?<![^\W_]))d\d+)
        (?P<reach>\s?{unit})? (?!\d|(?-i:[a-z]))
      | (?P<area>(?<![^\W_])\d+)\s?[x×]\s?(?P<by>\d+)\s?{unit}
      | (?P<length>{_SIGN}{_NUMBER}\s?{unit})
      | (?P<share>{_SIGN}{_NUMBER}\s?%)
      | (?P<ordinal>(?<!\d)\d+(?:st|nd|rd|th|[ºª]|vs\d+)(?![^\W_]))
      | (?P<number>(?<!\d)\d+(?:\.\d+)+)
      | (?P<target>(?<!\d)\d+\+(?![\w+]))
      | (?P<least>(?<![\d+-])\d+\s+(?:or\s+(?:more|higher|better|above)|o\s+m[aá]s)(?![^\W_]))
      | (?P<parts>(?<!\d)\d+\s?/\s?\d+)(?!\d)
      | (?P<range>(?<![\d-])\d+{_TO}\d+)(?![\d+%]|d\d)
      | (?P<half>[½¼¾])
      | (?P<modifier>{_SIGNED}\d+)
      | (?P<count>\d+)
    """,
        re.X | re.I,
    )


def _written(plain: str, shape: re.Pattern[str], units: str) -> Iterator[Occurrence]:
    """Yield the figures written in digits; the order of the shapes is that of preference."""
    at = 0
    while found := shape.search(plain, at):
        kind, start, end = str(found.lastgroup), found.start(), found.end()
        at = end
        match kind:
            case "reach":
                yield _read(found.group().replace("+ ", "+"), start, end, units)
                yield _read(found["dice"], *found.span("dice"), units, whole=False)
            case "by":
                yield from _area(found, units)
            case "length":
                yield _read(found.group(), start, end, units)
                if found.group().endswith("in"):
                    bare = found.group()[:-2].rstrip()
                    yield _read(bare, start, start + len(bare), units, whole=False)
            case "least":
                number = found.group().split()[0]
                yield _read(f"{number}+", start, end, units)
                yield _read(number, start, start + len(number), units, whole=False)
            case "ordinal" | "number":
                continue
            case "half":
                yield _read(_HALVES[found.group()], start, end, units)
            case "range" | "parts":
                # The end of a range may begin a figure of its own: 2 to 3 cm.
                first, last = re.findall(r"\d+", found.group())
                joint = "-" if kind == "range" else "/"
                yield _read(f"{first}{joint}{last}", start, end, units)
                yield _read(first, start, start + len(first), units, whole=False)
                at = end - len(last)
                rest = shape.match(plain, at)
                if rest is None or rest.lastgroup == "count":
                    yield _read(last, at, end, units, whole=False)
                    at = end
            case "dice":
                # Both of "+1D6/2D6" are added: the sign stands for the pair.
                pair = re.search(r"([+-])(?:\d+|x)?d\d+/$", plain[max(0, start - 8) : start], re.I)
                sign = pair[1] if pair and found.group()[0] not in "+-" else ""
                yield _read(sign + found.group(), start, end, units)
            case _:
                yield _read(found.group(), start, end, units)


def _area(found: re.Match[str], units: str) -> Iterator[Occurrence]:
    """Yield both sides of ``90x120 cm``: each is a length, and each may be read as a count."""
    unit = found.group()[found.end("by") - found.start() :]
    for side, end in (("area", found.end("area")), ("by", found.end())):
        yield _read(found[side] + unit, found.start(side), end, units)
        yield _read(found[side], *found.span(side), units, whole=False)


def _read(spelling: str, start: int, end: int, units: str, whole: bool = True) -> Occurrence:
    plain = re.sub(r"\s+", " ", re.sub(r"(?<=[+-])\s", "", spelling))
    plain = re.sub(r"\s?(?:cms|cent[ií]met\w+)$", " cm", plain, flags=re.I)
    figure = parse(plain)
    if figure is None:
        raise ValueError(f"{spelling!r} was found as a figure and can't be read as one")
    return Occurrence(figure, start, end, whole=whole)
