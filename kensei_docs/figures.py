"""Figures: the typed values of rules, such as ``10 cm``, ``+1D6``, ``2D6+1``, ``4+``, ``6-12 in`` or ``50 %``.

A figure is stored and compared in one canonical spelling, and printed in the spelling of the reader's
language. ``X`` is the troop's own characteristic (``XD6``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple
from unicodedata import decimal

from kensei_docs.languages import language
from kensei_docs.problems import Said, say

FigureKind = Literal[
    "count",
    "modifier",
    "dice",
    "target",
    "ceiling",
    "length",
    "dice-length",
    "length-range",
    "share",
    "fraction",
    "range",
    "profile",
    "outcome",
]
# A unit of length by its sign; an edition measures in one of them.
Unit = Literal["cm", "mm", "in", "ft", "hex"]

# A fraction has at most this denominator; above it, two numbers with a stroke between them are meant: 28/32 mm.
_MAX_DENOMINATOR = 10
_CANONICAL_SIGNS = str.maketrans({**dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"), "\u2044": "/"})
# Letters and signs as wide as an ideogram, their small forms, and the signs of pictures: U+FF0D is a minus.
_WIDE = "".join(map(chr, (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B)))) + "＋－％．／＂＇"
_OF_ANOTHER_WIDTH = str.maketrans(
    {
        **{sign: chr(ord(sign) - 0xFEE0) for sign in _WIDE},
        **dict(zip("﹢﹣﹪➕➖⁻⁺﹘―\u3000", "+-%+--+-- ", strict=True)),
        **dict.fromkeys("\ufe0e\ufe0f", ""),
    }
)
_COMMA_BETWEEN_DIGITS = re.compile(r"(?<=\d)[，﹐٫](?=\d)")
_DIGIT = re.compile(r"(?![0-9])\d")
_SPELLINGS: dict[Unit, tuple[str, ...]] = {
    "cm": ("cm",),
    "mm": ("mm",),
    "in": ("inches", "inch", "in", '"', "\u201d", "\u2033"),
    "ft": ("feet", "ft", "\u2032"),
    "hex": ("hexes", "hex"),
}
_SIGNS = {spelling: sign for sign, spellings in _SPELLINGS.items() for spelling in spellings}
_ANY_UNIT = "|".join(_SIGNS)
_UNIT = f"(?P<unit>{_ANY_UNIT})"
# A number with signs between its digits: 1,000, 2.000,5, 1 000 or 1'000; spaces and strokes part thousands only.
_PARTED = re.compile(r"(?<![\w.,])\d+(?:[.,'\u2019 \u00a0\u2007\u2009\u202f]\d+)+(?![.,]?\d)")
_THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:([.,'\u2019 \u00a0\u2007\u2009\u202f])\d{3})(?:\1\d{3})*(?:(?!\1)[.,]\d+)?")
_DOUBTFUL = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
TOO_LONG = re.compile(r"\d{16}")  # in no number of rules; ``int`` and ``float`` have limits
_FRACTION_GLYPHS = {"½": "1/2", "¼": "1/4", "¾": "3/4"}
_DECIMALS = {"": "", "1/2": ".5", "1/4": ".25", "3/4": ".75"}
# Lengths in these units are printed with halves and quarters, others with decimals.
_IN_FRACTIONS = {"in": "\u2033", "ft": "\u2032"}
# The numbers of a length; a minus between two is a range.
_LENGTHS = re.compile(r"(?:^-)?\d+(?:\.\d+)?")
_DECIMAL = r"\d+(?:[.,]\d+)?"
# A number with a fraction after it, or a decimal: 1½, 1 1/2, ½, 2.5.
_MIXED = rf"(?:\d*\s?[½¼¾]|(?:\d+\s)?(?:[13]/4|1/2)|{_DECIMAL})"
_DICE = r"(?P<sign>[+-]?)(?P<many>\d*|X)D(?P<faces>\d+)(?P<add>[+-]\d+)?"
_PATTERNS: dict[FigureKind, str] = {
    "dice-length": rf"(?i:{_DICE}\s?{_UNIT})",
    "dice": rf"(?i:{_DICE})",
    "length": rf"(?i:(?P<sign>[+-]?)(?P<number>{_MIXED})\s?{_UNIT})",
    "share": rf"(?P<sign>[+-]?)(?P<number>{_MIXED})\s?%",
    "target": r"\d+\+",
    "ceiling": r"\d+-",
    "fraction": r"\d+/\d+|[½¼¾]",
    "length-range": rf"(?i:(?P<least>{_MIXED})\s?(?P<first>{_ANY_UNIT})?\s?-\s?(?P<most>{_MIXED})\s?{_UNIT})",
    "range": r"\d+-\d+",
    "profile": rf"(?i:\d+(?:/\d+)+\s?{_UNIT})|(?:\d+\+?|-)(?:/(?:\d+\+?|-)){{2,}}",
    "modifier": rf"(?P<sign>[+-])(?P<number>\d*\s?[½¼¾]|{_DECIMAL})",
    "count": rf"{_DECIMAL}|\d+\s?[½¼¾]",
    "outcome": r"none|-|[A-Z]{1,3}(?:/[A-Z]{1,3})*",
}
# In the order of preference.
_SHAPES = {kind: re.compile(pattern) for kind, pattern in _PATTERNS.items()}


class Dice(NamedTuple):
    """Dice of one size: their number (negative if they are removed), their faces, and the addend of their sum."""

    many: int
    faces: int
    add: int


@dataclass(frozen=True)
class Figure:
    """A figure in its canonical spelling; two figures are equal where their spellings are."""

    kind: FigureKind
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def unit(self) -> str:
        """``cm``, ``mm``, ``in``, ``ft``, ``hex``, ``dice``, ``%`` or, for a bare number, nothing."""
        if self.kind in ("length", "dice-length", "length-range", "profile"):
            return self.text.partition(" ")[2]
        return {"dice": "dice", "share": "%"}.get(self.kind, "")

    @property
    def whole(self) -> int | None:
        """The number of things that a figure counts; None for dice, lengths, shares and fractions, which count none."""
        digits = self.text.lstrip("+-")
        return int(digits) if self.kind in ("count", "modifier") and digits.isdecimal() else None

    @property
    def number(self) -> float | None:
        """The figure's amount where it is one number (of cm, points, dice, per cent), or None."""
        if self.kind in ("range", "length-range", "profile", "outcome", "fraction", "ceiling"):
            return None
        match = re.match(r"([+-]?)(\d+(?:\.\d+)?)", self.text)
        return float(match.group(1) + match.group(2)) if match else None

    @property
    def dice(self) -> Dice | None:
        """The dice of a figure that is dice or a length in dice; None for another, and for ``XD6``."""
        match = re.match(r"([+-]?\d+)D(\d+)([+-]\d+)?", self.text) if self.kind in ("dice", "dice-length") else None
        return Dice(int(match[1]), int(match[2]), int(match[3] or 0)) if match else None


@lru_cache(maxsize=2048)
def parse(text: str, locale: str = "") -> Figure | None:
    """Return a text as a figure; None if the text as a whole is not one, or may be either of two (see ``meanings``).

    What has sixteen digits in a row is none.

    With a ``locale``, units may be written out in its language.

    >>> str(parse("‐1d6")), str(parse("10”")), str(parse("50%")), str(parse("1½ pulgadas", "es"))
    ('-1D6', '10 in', '50 %', '1.5 in')
    >>> str(parse("2,000.5")), str(parse("1'000")), str(parse("1,50")), parse("1,000")
    ('2000.5', '1000', '1.5', None)
    """
    text = with_plain_digits(text)
    if meanings(text) or TOO_LONG.search(text):
        return None
    plain = _PARTED.sub(_without_thousands, text.strip().translate(_CANONICAL_SIGNS))
    if locale:
        plain = with_letter_of_dice(_with_sign_of_unit(plain, locale), locale)
    for kind, shape in _SHAPES.items():
        match = shape.fullmatch(plain)
        if match and (canonical := _canonical(kind, match)):
            return Figure(kind, canonical)
    return None


def with_plain_digits(text: str) -> str:
    """Return a text whose figures have the digits and signs of ASCII, whatever script or width they are written in.

    >>> with_plain_digits("－５ cm, ２Ｄ６＋１, ٦ cm")
    '-5 cm, 2D6+1, 6 cm'
    """
    if text.isascii():
        return text
    text = _DIGIT.sub(lambda match: str(decimal(match[0])), text.translate(_OF_ANOTHER_WIDTH))
    return _COMMA_BETWEEN_DIGITS.sub(",", text)


def meanings(text: str) -> tuple[str, str] | None:
    """Return both meanings of a text whose comma or point may part thousands or decimals; None for any other text.

    A comma or point before exactly three digits is the one in one country and the other in the next.

    >>> meanings("1,000 points"), meanings("1.050"), meanings("0.125"), meanings("1,000,000")
    (('1000 points', '1 points'), ('1050', '1.05'), None, None)
    """
    text = with_plain_digits(text)
    whole = _with_doubtful(text, lambda number: re.sub("[.,]", "", number))
    return None if whole == text else (whole, _with_doubtful(text, _plain_number))


def doubt_about(text: str) -> Said | None:
    """Return the message that a text has two ``meanings``, with both, or one that is in no rules; None for any other.

    >>> str(doubt_about("6-4 cm")), str(doubt_about("1/0"))
    ("'6-4 cm' begins above its end; write 4-6 cm", "'1/0' divides by nothing; mend it")
    """
    if not (both := meanings(text)):
        return _impossible(text)
    return say("'%(text)s' can mean %(whole)s or %(part)s; write one of them", text=text, whole=both[0], part=both[1])


def _impossible(text: str) -> Said | None:
    figure = parse(text)
    kind, shown = (figure.kind, figure.text) if figure else ("", "")
    if kind in ("range", "length-range"):
        least, most = _LENGTHS.findall(shown)
        if Fraction(least) > Fraction(most):
            right = shown.replace(f"{least}-{most}", f"{most}-{least}")
            return say("'%(text)s' begins above its end; write %(right)s", text=text, right=right)
    if kind == "fraction" and not int(shown.partition("/")[2]):
        return say("'%(text)s' divides by nothing; mend it", text=text)
    if re.search(r"D0*[01]\b", shown):
        return say("'%(text)s' has dice of less than two faces; mend it", text=text)
    return None


def doubtless(text: str) -> str:
    """Return a text with a zero behind three decimals that could be taken for thousands: ``1.2340`` for ``1.234``."""
    return _with_doubtful(text, "{}0".format)


def _with_doubtful(text: str, changed: Callable[[str], str]) -> str:
    return _PARTED.sub(lambda match: changed(match[0]) if _DOUBTFUL.fullmatch(match[0]) else match[0], text)


def _without_thousands(match: re.Match[str]) -> str:
    """Return a number without what parts its thousands: ``2000.5`` of ``2,000.5``."""
    text = match.group()
    parted = _THOUSANDS.fullmatch(text)
    return text.replace(parted[1], "") if parted else text


def figure_in(value: object) -> Figure | None:
    """Return a value of the data as a figure; None for a value that is not one."""
    return parse(value) if isinstance(value, str) else None


def number_in(value: object) -> float | None:
    """Return the number of a figure, or the number that it begins with (4 of ``4+``); None for any other value."""
    figure = figure_in(value)
    return figure.number if figure else None


def kind_in(value: object) -> FigureKind | None:
    """Return the kind of figure of a value of the data; None for a value that is not a figure."""
    figure = figure_in(value)
    return figure.kind if figure else None


def same(a: str | None, b: str | None) -> bool:
    """Return whether two spellings mean one figure.

    >>> same("10cm", "10 cm"), same("2.50 cm", "25 mm"), same("5/2", "2.5"), same("1D6", "+1D6"), same("12 in", "1 ft")
    (True, True, True, False, True)
    """
    if a is None or b is None:
        return a is b
    first, second = parse(a), parse(b)
    return a == b if first is None or second is None else _meaning(first) == _meaning(second)


# Units of one measure, by the smaller one and how many of it they are.
_IN_SMALLER_UNITS = {"cm": ("mm", 10), "ft": ("in", 12)}


def _meaning(figure: Figure) -> tuple[object, ...]:
    """Return what a figure means, equal for figures that mean the same."""
    numbers, _, unit = figure.text.partition(" ")
    smaller, many = _IN_SMALLER_UNITS.get(unit, (unit, 1))
    if figure.kind in ("length", "length-range"):
        return figure.kind, numbers[:1] == "+", *(Fraction(each) * many for each in _LENGTHS.findall(numbers)), smaller
    halves = Fraction(numbers) if re.fullmatch(r"\d*[13579]/[24]", numbers) else 0
    # Two lengths with a stroke between them grow: 5/2 cm is a fraction.
    if unit and halves > 1:
        return "length", False, halves * many, smaller
    if figure.kind == "count" or halves:
        return "count", halves or Fraction(numbers)
    return figure.kind, figure.text


@lru_cache(maxsize=2048)
def localise(figure: Figure | str, locale: str) -> str:
    """Return a figure as a reader of ``locale`` (``en``, ``es``) expects it in print.

    Numbers go through Babel; a minus is a true minus sign, an inch a double prime, and a space
    before a unit does not break. Dice with a small letter keep it, and need no number: ``d6``, ``2d6``. A string
    that is no figure comes back as it is.
    """
    written = ""
    if isinstance(figure, str):
        parsed = parse(figure)
        if parsed is None:
            return figure
        written = figure.lstrip("+-\u2212 ")
        figure = parsed
    if figure.kind == "outcome":
        return "–" if figure.text == "none" else figure.text
    if figure.kind == "profile":
        parts, _, unit = figure.text.partition(" ")
        return parts.replace("-", "\u2013") + _printed_unit(unit, True, locale)
    if figure.kind == "range":
        return figure.text.replace("-", "\u2013")
    if figure.kind == "ceiling":
        number, words = figure.text.rstrip("-"), language(locale).at_most
        return f"{number}\u00a0{words[0]}" if words else f"\u2264\u00a0{number}"
    sign = "\u2212" if figure.text.startswith("-") else "+" if figure.text.startswith("+") else ""
    bare, _, unit = figure.text.lstrip("+-").partition(" ")
    if figure.kind == "fraction" and int(bare.partition("/")[2]) <= _MAX_DENOMINATOR:
        return next((glyph for glyph, parts in _FRACTION_GLYPHS.items() if parts == bare), bare.replace("/", "\u2044"))
    if figure.kind == "length-range":
        least, _, most = bare.partition("-")
        return f"{_number(least, unit, locale)}\u2013{_number(most, unit, locale)}{_printed_unit(unit, True, locale)}"
    if figure.kind in ("count", "modifier", "length", "share"):
        # No point or comma in 1300: it may be a year, and four digits need none.
        return sign + _number(bare, unit, locale) + _printed_unit(unit, bare != "1", locale)
    if figure.kind in ("dice", "dice-length"):
        letter = language(locale).die
        bare = bare.removeprefix("1") if written.startswith("d") else bare
        bare = bare.replace("D", letter.lower() if "d" in written else letter)
    return sign + bare.replace("-", "\u2212") + _printed_unit(unit, True, locale)


def _number(digits: str, unit: str, locale: str) -> str:
    """Return a number as it is printed before a unit: ``1½`` of an inch, ``1.5`` or ``1,5`` of a centimetre."""
    whole, _, part = digits.partition(".")
    glyph = next((glyph for glyph, parts in _FRACTION_GLYPHS.items() if part and _DECIMALS[parts] == f".{part}"), None)
    if glyph and unit in _IN_FRACTIONS:
        return whole.lstrip("0") + glyph
    return _decimal(digits, locale)


def _printed_unit(unit: str, many: bool, locale: str) -> str:
    """Return a unit as it is printed after a number; ``many``: in the plural."""
    if not unit or unit in _IN_FRACTIONS:
        return _IN_FRACTIONS.get(unit, "")
    names = language(locale).unit_names.get(unit, (unit, unit))
    return f"\u00a0{names[many]}"


def _decimal(digits: str, locale: str) -> str:
    if "." not in digits:
        # Most figures are whole numbers, which need no Babel: without grouping they are the same in every locale.
        return str(int(digits))
    from babel.numbers import format_decimal

    return format_decimal(float(digits), locale=locale, group_separator=False)


def with_letter_of_dice(text: str, locale: str) -> str:
    """Return a text with the language's letter of dice replaced by D: ``2W6`` in German is ``2D6``."""
    letter = language(locale).die
    return text if letter == "D" else re.sub(rf"(?<![^\W\d_])(X?){letter}(?=\d)", r"\1D", text, flags=re.I)


def _with_sign_of_unit(text: str, locale: str) -> str:
    """Return a text with the words for units of a language replaced by their signs."""
    signs = {word: sign for sign, words in language(locale).units.items() for word in words}

    return re.sub(r"[^\W\d_]{2,}", lambda word: signs.get(word[0].casefold(), word[0]), text)


def _canonical(kind: FigureKind, match: re.Match[str]) -> str | None:
    """Return the canonical spelling of a match of a shape; None if the ends of a range have different units."""
    parts = match.groupdict()
    unit = f" {_SIGNS[parts['unit'].lower()]}" if parts.get("unit") else ""
    match kind:
        case "dice" | "dice-length":
            return f"{parts['sign']}{parts['many'].upper() or '1'}D{parts['faces']}{parts['add'] or ''}{unit}"
        case "length" | "modifier" | "share":
            return f"{parts['sign']}{_plain_number(parts['number'])}{' %' if kind == 'share' else unit}"
        case "length-range":
            first = parts["first"]
            same_unit = first is None or f" {_SIGNS[first.lower()]}" == unit
            return f"{_plain_number(parts['least'])}-{_plain_number(parts['most'])}{unit}" if same_unit else None
        case "profile":
            return f"{match.group()[: -len(parts['unit'])].rstrip()}{unit}" if unit else match.group()
        case "fraction":
            return _FRACTION_GLYPHS.get(match.group(), match.group())
        case "count":
            return _plain_number(match.group())
        case "outcome":
            return "none" if match.group() == "-" else match.group()
    return match.group()


def _plain_number(text: str) -> str:
    """Return a number with a point and no needless decimals: ``1½`` is ``1.5``, ``2,50`` is ``2.5``.

    Three decimals may get a zero behind them: ``1.125`` could be taken for thousands.
    """
    whole, glyph, _ = text.replace(",", ".").partition(text[-1]) if text[-1] in _FRACTION_GLYPHS else (text, "", "")
    part = _FRACTION_GLYPHS.get(glyph, "")
    if "/" in text:
        whole, _, part = text.rpartition(" ")
    if part:
        return (whole.strip().lstrip("0") or "0") + _DECIMALS[part]
    whole, _, decimals = text.replace(",", ".").partition(".")
    decimals = decimals.rstrip("0")
    whole = whole.lstrip("0") or "0"
    number = f"{whole}.{decimals}" if decimals else whole
    return doubtless(number)
