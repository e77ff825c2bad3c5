"""Every figure in running text: its kind, its place and its canonical spelling.

Some spans can be read in two ways: ``200 to 399`` is one range or two counts; ``4,5`` is one length before ``cm`` and
two counts elsewhere. All ways are returned; a cue chooses one. The words for numbers and units are those of the
document's language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from kensei_docs.extract.document import INCH
from kensei_docs.extract.reading.number_words import any_of, numbers_in_words
from kensei_docs.extract.reading.thousands import DECIMAL, SPACES, THOUSANDS, Thousands
from kensei_docs.figures import TOO_LONG, Figure, meanings, parse, with_letter_of_dice
from kensei_docs.languages import Language, language
from kensei_docs.problems import say

# One character replaces another, so that offsets stay the same.
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_MIXED = r"(?:(?:\d+\s?)?[½¼¾]|(?<!\d[ ])\d+[ ](?:1/2|[13]/4)(?![\d/]|\s\d))"
_NUMBER = rf"(?:{_MIXED}|\d+(?:[.,]\d+)?)"
# A dash or a plus is a sign unless it joins two words or numbers, as in D6-12, 1-2 or 1+X. After a word ("add+1") a
# plus is a sign, too: the space before it is missing.
_SIGNED = r"(?:(?<![^\W_])[+-]|(?<![^\W_])\+\s|(?<=[^\W\d_]{2})\+)"
_SIGN = f"{_SIGNED}?"
# Stands for a letter of a word that is no unit, and of the words for %.
_MASK = "~"
# A line that begins with dice goes on with words: others may be the head of a table.
_DICE_APART = r"(?<!\d[ ])(?<![\d/-])\d+(?:[ ]|\s?[x×]\s?|\n(?=d\d+(?:[.,;:)]|\s(?-i:[a-z]))))(?=d\d)"
_APART = re.compile(r"(\d)(?:\s|\s?[x×]\s?)(?=d\d)", re.I)  # between the number of dice and their kind: 2 D6, 2x D6
# A number and dice beside a stroke, or numbers with a dash, may be two figures, or a third thing: 2/D6, 4-/5.
_BESIDE_STROKE = re.compile(r"(?<![\w/])(?:\d*d\d+\s?/\s?\d+(?![\dd/])|\d+(?:-\s?/\s?\d+|\s?/\s?\d*d\d+)(?!\w))", re.I)
_POWER = re.compile(r"(?<![\d.,])10[⁰²³⁴⁵⁶⁷⁸⁹]+")
_RAISED = str.maketrans("⁰²³⁴⁵⁶⁷⁸⁹", "023456789")
_MAX_EXPONENT = 6  # of ten: more is no figure of a game
# A mark of feet that may end a quotation, and what may begin it.
_FOOT, _QUOTE = re.compile(r"['\u2019](?!\w)\W?"), re.compile(r"(?<!\w)['\u2018]")
_GLYPHS = {"1/2": "½", "1/4": "¼", "3/4": "¾"}
# The units that a document may have besides its own.
_SYSTEMS: dict[str, tuple[str, ...]] = {
    "cm": ("cm", "mm"),
    "mm": ("mm", "cm"),
    "in": ("in", "ft", "cm", "mm"),
    "ft": ("ft", "in", "cm", "mm"),
    "hex": ("hex", "in", "cm", "mm"),
}


@dataclass(frozen=True)
class Occurrence:
    """A figure at ``start:end`` of a text.

    ``written`` is false for a number word. ``whole`` is false for a part of a larger figure (the 399 of ``200 to 399``)
    and for a second way to read the same span. ``doubt`` is empty for a figure that is sure; otherwise it says what the
    span may mean, and ``figure`` is the likelier of the two; ``other`` is the value of the other where it is a figure.
    """

    figure: Figure
    start: int
    end: int
    written: bool = True
    whole: bool = True
    doubt: str = ""
    other: str = ""

    @property
    def is_readable(self) -> bool:
        """Whether it has a value, sure or the likelier one of two."""
        return not self.doubt or parse(self.value) is not None

    @property
    def value(self) -> str:
        return self.figure.text


def occurrences(text: str, units: str, spoken: str) -> list[Occurrence]:
    """Return every figure in ``text`` in the order of their places, with all ways to read each.

    ``units`` is the document's own unit of length: if it is centimetres, a quotation mark after a number is not an inch
    mark. ``spoken`` is the code of its language.
    """
    plain = with_letter_of_dice(text.translate(_DASHES), spoken)
    plain = any_of(language(spoken).per_cent).sub(lambda words: f"%{_MASK * (len(words[0]) - 1)}", plain)
    words = _units(units, language(spoken))
    masked, doubtful = _without_prepositions(plain, language(spoken), words)
    found = [
        *_in_digits(masked, _shape(units, spoken), words, Thousands(plain, spoken, words)),
        *_in_words(plain, spoken, words),
    ]
    found = [_in_doubt(o) if o.end in doubtful and o.figure.unit in words else o for o in found]
    found = [_power(o, power[0]) if (power := _POWER.match(text, o.start)) else _marked(o, plain) for o in found]
    for part in _BESIDE_STROKE.finditer(plain):
        found = [_beside_stroke(o, *part.span(), text) for o in found]
    return sorted(found, key=lambda o: (o.start, -o.end, not o.whole))


def _without_prepositions(text: str, spoken: Language, units: Mapping[str, str]) -> tuple[str, set[int]]:
    """Return a text with a mask over the prepositions that look like a unit (*3 in clear weather*), of the same length.

    Also returned are the ends of the words that may be either. A document measures in such a word if it has it where
    no noun can follow, as in *6 in.*, *6 in away* and *6in*; in any other it is the preposition.
    """
    alike = "|".join(word for word in units if word in spoken.function_words)
    if not alike:
        return text, set()
    nouns_follow = spoken.determiners | spoken.agreeing | spoken.totals
    no_noun_follows = spoken.conjunctions | spoken.partitives | spoken.uncounted | spoken.unfinished
    found = [
        (match.span("word"), match["space"], match["next"], match["word_after"])
        for match in re.finditer(
            rf"(?<=[\d½¼¾])(?P<space>\s*)(?P<word>{alike})(?![^\W_])(?P<next>\W*)(?P<word_after>\w*)", text, re.I
        )
    ]

    def is_unit(space: str, between: str, word: str) -> bool:
        """Return whether a noun can't follow: there is none, or the next line is another cell or paragraph."""
        ends = (
            not word
            or not re.fullmatch(r"\s*[^\w\s.,;:!?)/-]?", between)
            or ("\n" in between and not word[0].islower())
        )
        return not space or ends or (word.casefold() in no_noun_follows - nouns_follow)

    measures = any(is_unit(*around) for _, *around in found)
    masked, doubtful = list(text), set[int]()
    for (start, end), *around in found:
        following = around[2]
        if not measures or following.casefold() in nouns_follow:
            masked[start:end] = _MASK * (end - start)
        elif not is_unit(*around) and not following.isdecimal():
            doubtful.add(end)
    return "".join(masked), doubtful


def _in_doubt(length: Occurrence) -> Occurrence:
    """Return a length whose unit may be a preposition."""
    number, _, unit = length.value.rpartition(" ")
    doubt = say("can mean %(one)s, or %(number)s and the word %(word)s", one=length.value, number=number, word=unit)
    return replace(length, doubt=doubt, other=number)


def _power(ten: Occurrence, power: str) -> Occurrence:
    """Return a ten with a small figure above the line, which may be the mark of a note or make it a power."""
    exponent = int(power[2:].translate(_RAISED))
    doubt = say("can mean %(one)s, or %(number)s with the mark of a note", one=power, number=ten.value)
    return replace(ten, doubt=doubt, other=str(10**exponent) if exponent <= _MAX_EXPONENT else "")


def _marked(one: Occurrence, text: str) -> Occurrence:
    """Return a figure with the doubt about the mark beside it: a sign that has no character, a plus or minus, and what
    is feet or the end of a quotation in ``6'``."""
    before, after, value = text[one.start - 1 : one.start], text[one.end : one.end + 2], one.value
    if one.doubt or not one.whole or not one.written:
        return one
    if before == "\ufffd":
        return replace(
            one, doubt=say("can mean %(one)s, or something else: the sign before it can't be read", one=value)
        )
    if before == "\u00b1":
        return replace(one, doubt=say("can mean %(one)s, or both +%(one)s and -%(one)s", one=value))
    quoted = _QUOTE.search(text[: one.start].rpartition("\n")[2])
    if one.figure.kind == "count" and _FOOT.fullmatch(after) and not quoted:
        other = f"{value} ft"
        return replace(one, doubt=say("can mean %(one)s or %(other)s", one=value, other=other), other=other)
    return one


def _beside_stroke(one: Occurrence, start: int, end: int, text: str) -> Occurrence:
    """Return a figure with the doubt about it, if it is a part of what is at ``start:end`` of a text."""
    if one.doubt or not (start <= one.start and one.end <= end) or (start, end) == (one.start, one.end):
        return one
    other = " ".join(text[start:end].split())
    return replace(one, doubt=say("can mean %(one)s, or a part of %(other)s", one=one.value, other=other))


def _in_words(text: str, spoken: str, units: Mapping[str, str]) -> Iterator[Occurrence]:
    """Yield the figures in words, and every divisor, with all ways to read each."""
    for number in numbers_in_words(text, spoken, units):
        written = text[number.start : number.end]
        figure = number.figure or Figure("count", " ".join(written.split()))
        doubt = "" if number.figure else "is no number that can be read"
        yield Occurrence(figure, number.start, number.end, number.written, number.written and not doubt, doubt)
    # A divisor is the fraction that is left: "divided by 2", "se divide entre dos".
    counts = language(spoken).numbers
    by = rf"{language(spoken).divided_by}(?P<by>\d+|{'|'.join(counts)})(?!\w)"
    for found in re.finditer(by, text, re.I) if language(spoken).divided_by else ():
        divisor = found["by"].casefold()
        figure = Figure("fraction", f"1/{counts.get(divisor, divisor)}")
        yield Occurrence(figure, *found.span("by"), written=False, whole=False)


def _units(units: str, spoken: Language) -> dict[str, str]:
    """Return the words and signs for the units of length in a document, each with the sign of the unit."""
    return {word: sign for sign in _SYSTEMS[units] for word in (sign, *spoken.units.get(sign, ()))}


@lru_cache
def unit_words(units: str, code: str) -> re.Pattern[str]:
    """Return the pattern of a unit of length as a separate word; one that is another word, too, behind a number only.

    What the wording of a document is doesn't depend on which of the two it is.
    """
    spoken = language(code)
    words: list[str] = []
    alike: list[str] = []
    for word in _units(units, spoken):
        (alike if word in spoken.function_words else words).append(word)
    articles = "|".join(spoken.determiners) or "(?!)"
    behind = rf"(?<=[\d½¼¾])\s*(?:{'|'.join(alike) or '(?!)'})(?![^\W_]|\s+(?:{articles})(?!\w))"
    return re.compile(rf"{any_of(words).pattern}|{behind}", re.I)


@lru_cache
def _shape(units: str, code: str) -> re.Pattern[str]:
    """Return the pattern of a figure in digits; the last of its groups that matched is the kind.

    Kinds are in the order of preference.
    """
    spoken = language(code)
    words = "|".join(sorted(_units(units, spoken), key=len, reverse=True))
    unit = rf"(?:(?:{words})(?![^\W_]){'|' + INCH if 'in' in _SYSTEMS[units] else ''})"
    # A space before a dash alone parts two cells: 5 -1.
    to = "|".join([r"[ \t]-[ \t]|-[ \t]?", *(rf"\s+{word}\s+" for word in spoken.range_to)])
    by = "|".join([r"\s?[x×]\s?", *(rf"\s+{word}\s+" for word in spoken.area_by)])
    at_least = "|".join(phrase.replace(" ", r"\s+") for phrase in spoken.at_least) or "(?!)"
    at_most = "|".join(phrase.replace(" ", r"\s+") for phrase in spoken.at_most) or "(?!)"
    ordinal = "|".join([*spoken.ordinal_endings, "[ºª]", r"vs\d+"])
    return re.compile(
        rf"""
        (?P<constant>(?<![\w+])\d+\+\d*d\d+(?![\w+]))
      | (?P<thousands>{_SIGN}{THOUSANDS}(?:\s?{unit}|\s?%{_MASK}*)?)
      | (?P<dice>{_SIGN}(?:{_DICE_APART}|\d+|(?<![^\W_])x|(?<![^\W_]))d\d+(?:(?:\+\d+|-\d)(?![\d+]|\s?%|x?d\d))?)
        (?P<reach>\s?{unit})? (?!\d|(?-i:[a-z]))
      | (?P<area>(?<![^\W_])\d+)(?:{by})(?P<by>\d+)\s?{unit}
      | (?P<reaches>(?<![\d+-])(?P<low>{_NUMBER}(?P<first>\s?{unit})?)(?:{to})(?P<high>{_NUMBER})(?P<unit>\s?{unit}))
      | (?P<bands>(?<![\d/])\d+(?:\s?/\s?\d+)+\s?{unit})
      | (?P<length>{_SIGN}{_NUMBER}(?:\s?{unit}|-(?:{words})(?![^\W_]|-\w)))  # a 12-inch circle
      | (?P<share>{_SIGN}{_NUMBER}\s?%{_MASK}*)
      | (?P<name>(?<![^\W_])(?-i:[A-Z]{{1,3}})-\d+(?:/\d+)?(?!\w))
      | (?P<ordinal>(?<!\d)\d+(?:{ordinal})(?![^\W_]))
      | (?P<decimal>{_SIGN}{DECIMAL})
      | (?P<number>(?<!\d)\d+(?:\.\d+)+|\b\d{{4}}-\d\d?-\d\d?\b|\b\d\d?/\d\d?/\d{{4}}\b)
      | (?P<profile>(?<![\d/])(?:\d+\+?|-)(?:\s?/\s?(?:\d+\+?|-)){{2,}}(?![\w/]))
      | (?P<target>(?<!\d)\d+\+(?![\w+]))
      | (?P<least>(?<![\d+-])\d+\s+(?:{at_least})(?![^\W_]))
      | (?P<most>(?<![\d+-])\d+\s+(?:{at_most})(?![^\W_]))
      | (?P<parts>(?<!\d)\d+\s?/\s?\d+)(?!\d)
      | (?P<range>(?<![\d-])\d+(?:{to})\d+)(?![\d+%]|d\d)
      | (?P<half>{_SIGN}{_MIXED})
      | (?P<modifier>{_SIGNED}\d+)
      | (?P<count>\d+)
    """,
        re.X | re.I,
    )


def _in_digits(
    plain: str, shape: re.Pattern[str], units: Mapping[str, str], thousands: Thousands
) -> Iterator[Occurrence]:
    """Yield the figures written in digits, and each way to read them."""

    def occurrence(spelling: str, start: int, end: int, whole: bool = True) -> Occurrence:
        return Occurrence(_figure(spelling, units), start, end, whole=whole)

    at = 0
    while found := shape.search(plain, at):
        kind, start, end = str(found.lastgroup), found.start(), found.end()
        at = end
        if TOO_LONG.search(found.group()):
            continue
        match kind:
            case "thousands":
                yield from _thousands(found, units, thousands)
                # Between spaces, the two may be the cells of two columns.
                at = found.start("group") if thousands.doubt(found) and found["parting"] in SPACES else end
            case "constant":
                # What is added to dice may stand before them: 5+1D6.
                number, dice = found.group().split("+")
                yield occurrence(f"{dice}+{number}", start, end)
            case "reach":
                yield occurrence(found.group().replace("+ ", "+"), start, end)
                yield occurrence(found["dice"], *found.span("dice"), whole=False)
            case "by":
                # Both sides of "90x120 cm" are lengths, and each may be read as a count.
                unit = plain[found.end("by") : end]
                for side, stop in (("area", found.end("area")), ("by", end)):
                    yield occurrence(found[side] + unit, found.start(side), stop)
                    yield occurrence(found[side], *found.span(side), whole=False)
            case "length":
                yield occurrence(found.group(), start, end)
                if found.group().endswith("in"):
                    bare = found.group()[:-2].rstrip().rstrip("-")
                    yield occurrence(bare, start, start + len(bare), whole=False)
            case "least" | "most":
                number = found.group().split()[0]
                yield occurrence(f"{number}{'+' if kind == 'least' else '-'}", start, end)
                yield occurrence(number, start, start + len(number), whole=False)
            case "decimal":
                match thousands.is_decimal(found):
                    case True:
                        yield occurrence(found.group(), start, end)
                    case None:
                        doubt = "may be a number or that of a section"
                        yield replace(occurrence(found.group(), start, end, whole=False), doubt=doubt)
                    case False if found["point"] == ",":
                        at = start + found.group().index(",")
                        yield occurrence(plain[start:at], start, at)
            # The number in a name, such as T-34, is no figure.
            case "ordinal" | "number" | "name":
                continue
            case "profile" | "bands":
                yield occurrence(re.sub(r"\s?/\s?", "/", found.group()), start, end)
                # Each of "3/4/5" may be a figure of its own; in "6/12 in" each is a length.
                joined = found.group()
                numbers = re.findall(r"\d+\+?", joined)
                if len(numbers) == 2:
                    stop = start + joined.index(numbers[1], len(numbers[0])) + len(numbers[1])
                    yield occurrence("/".join(numbers), start, stop, whole=False)
                unit = joined.lstrip("0123456789/+- ")
                for one in re.finditer(r"\d+\+?", joined):
                    place = start + one.start(), start + one.end()
                    yield occurrence(one.group(), *place, whole=False)
                    if unit:
                        yield occurrence(f"{one.group()} {unit}", *place, whole=False)
            case "reaches":
                # Of "2 to 3 cm", each end is a length, too.
                unit, high, first = found["unit"], found["high"], found["first"] or ""
                low = found["low"].removesuffix(first)
                if first and _figure(f"1{first}", units) != _figure(f"1{unit}", units):
                    at = found.start("high")
                    yield occurrence(low + first, *found.span("low"))
                    continue
                yield occurrence(f"{low}-{high}{unit}", start, end)
                # The word after a range of numbers may be a preposition and no unit: 4-6 in combat.
                if low.isdecimal() and high.isdecimal():
                    yield occurrence(f"{low}-{high}", start, found.end("high"), whole=False)
                for number, first_char, last in ((low, *found.span("low")), (high, found.start("high"), end)):
                    yield occurrence(number + unit, first_char, last, whole=False)
                    yield occurrence(number, first_char, first_char + len(number), whole=False)
            # A dash between spaces before a price is an empty cell: 3 - 400cr.
            case "range" if " - " in found.group() and plain[end : end + 1].isalpha():
                at = start + found.group().index(" ")
                yield occurrence(plain[start:at], start, at)
            case "range" | "parts":
                # The end of a range may begin a figure of its own: 2 to 3 cm.
                first, last = re.findall(r"\d+", found.group())
                joint = "-" if kind == "range" else "/"
                yield occurrence(f"{first}{joint}{last}", start, end)
                yield occurrence(first, start, start + len(first), whole=False)
                at = end - len(last)
                rest = shape.match(plain, at)
                if rest is None or rest.lastgroup == "count" or rest["parting"] in [*SPACES]:
                    yield occurrence(last, at, end, whole=False)
                    at = end
            case "dice":
                # The sign of "+1D6/2D6" is that of both.
                pair = re.search(r"([+-])(?:\d+|x)?d\d+/$", plain[max(0, start - 8) : start], re.I)
                sign = pair[1] if pair and found.group()[0] not in "+-" else ""
                yield occurrence(sign + found.group(), start, end)
            case _:
                yield occurrence(found.group(), start, end)


def _thousands(found: re.Match[str], units: Mapping[str, str], thousands: Thousands) -> Iterator[Occurrence]:
    """Yield a number with its thousands apart, or the doubt about it."""
    if doubt := thousands.doubt(found):
        likelier, other = _figure(thousands.plain(found), units), thousands.other(found)
        other = _figure(other, units).text if other else ""
        yield Occurrence(likelier, *found.span(), whole=False, doubt=doubt, other=other)
        if found["parting"] in SPACES:
            first = found.group().partition(found["parting"])[0]
            yield Occurrence(_figure(first, units), found.start(), found.start() + len(first))
        return
    yield Occurrence(_figure(thousands.plain(found), units), *found.span())


def _figure(spelling: str, units: Mapping[str, str]) -> Figure:
    spelling = _APART.sub(r"\1", spelling.replace(_MASK, ""))
    spelling = re.sub(r"(\d) (1/2|[13]/4)", lambda match: f"{match[1]}{_GLYPHS[match[2]]}", spelling)
    plain = re.sub(r"\s+", " ", re.sub(r"(?<=[+-])\s", "", spelling))
    word = re.search(r"[\s-]?([^\W\d_]{2,})$", plain)
    if word and (sign := units.get(word[1].casefold())):
        plain = f"{plain[: word.start()]} {sign}"
    both = meanings(plain)
    figure = parse(both[1] if both else plain)
    if figure is None:
        raise ValueError(f"{spelling!r} was found as a figure and can't be read as one")
    return figure
