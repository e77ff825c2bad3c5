"""Figures of a text: one thing has one figure, with one sign and its unit, and divisions say how they round."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript, ManuscriptPassage
from kensei_docs.languages import singular
from kensei_docs.problems import check

_FIGURE = re.compile(
    r"(?<![\w.,+/×-])(\d+(?:[.,]\d+)?)(D\d+(?:\s?cm\b)?|\+|\s?%|\s?(?:cms?|in|inches)\b\.?|)(?![\d/×D])"
)
# The least number of places with the usual figure.
_MIN_USUAL = 3
# The words on one side of a figure that say what it is of.
_WORDS_BESIDE = 2
# The words of a sentence that are compared, on each side of a figure.
_WORDS_AROUND = 6
# How many of those must agree for two figures to be of the same thing.
_MIN_SHARED_WORDS = 2


@dataclass(frozen=True)
class _Stated:
    """A figure in a sentence: its amount and unit, the words that matter before and after it, its line."""

    amount: str
    unit: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    line: int
    text: str

    @property
    def keys(self) -> Iterator[tuple[tuple[str, ...], str, tuple[str, ...]]]:
        """Keys that figures of one thing share: two words before, two after, or one on each side, and the unit."""
        for before, after in ((_WORDS_BESIDE, 0), (0, _WORDS_BESIDE), (1, 1)):
            if len(self.before) >= before and len(self.after) >= after:
                yield self.before[len(self.before) - before :], self.unit, self.after[:after]


@check("warning")
def one_parameter_one_value(manuscript: Manuscript) -> Iterator[Finding]:
    """One thing has one figure wherever the text states it.

    In a document: a measure, a roll or a least number that stands between the same words three times or more has
    another figure in one place, and nothing else that is said there is said with that figure elsewhere.

    Wrong: "bases within 2 cm" once, and "bases within 1 cm" four times. Right: "on 4+" for one roll and "on 5+" for
    another.
    """
    stated = [
        statement
        for passage in manuscript.passages
        if not passage.heading
        for statement in _stated(manuscript, passage)
    ]
    places: dict[object, list[_Stated]] = defaultdict(list)
    for statement in stated:
        for key in statement.keys:
            places[key].append(statement)
    reported: set[int] = set()
    for group in places.values():
        amounts = Counter(statement.amount for statement in group)
        (usual, often), *others = amounts.most_common()
        alone = (
            [statement for statement in group if amounts[statement.amount] == 1]
            if often >= max(_MIN_USUAL, 2 * len(others))
            else []
        )
        for odd in (
            statement for statement in alone if statement.line not in reported and not _is_supported(statement, stated)
        ):
            reported.add(odd.line)
            like = next(statement for statement in group if statement.amount == usual)
            message = (
                f"'{odd.text}' stands where {often} other places say '{like.text}'; keep to one, or say what differs"
            )
            yield manuscript.finding(
                odd.line, message, *(statement.line for statement in group if statement is not odd)
            )


def _stated(manuscript: Manuscript, passage: ManuscriptPassage) -> Iterator[_Stated]:
    held = manuscript.words_of("function-words")
    least = "|".join(re.escape(words) for words in manuscript.settings.get("at-least", ())) or "$"

    def words(text: str) -> tuple[str, ...]:
        return tuple(singular(word) for match in WORD.findall(text) if (word := match.casefold()) not in held)

    for match, line in passage.matches(_FIGURE):
        after = passage.text[match.end() :]
        unit = match[2].strip(" .") or (re.match(rf" (?:{least})\b", after) or ("",))[0].strip()
        if unit:
            before = words(re.split(r"[.;:•]\s", passage.text[: match.start()])[-1])[-_WORDS_AROUND:]
            following = words(re.split(r"[.;:•]\s", after)[0])[:_WORDS_AROUND]
            text = passage.text[match.start() : match.end()] + (f" {unit}" if not match[2].strip() else "")
            yield _Stated(match[1].replace(",", "."), unit, before, following, line, text.strip())


def _is_supported(odd: _Stated, stated: list[_Stated]) -> bool:
    """Return whether the same figure occurs elsewhere, among the same words."""
    around = {*odd.before, *odd.after}
    return any(
        statement.line != odd.line
        and (statement.amount, statement.unit) == (odd.amount, odd.unit)
        and len(around & {*statement.before, *statement.after}) >= _MIN_SHARED_WORDS
        for statement in stated
    )


_SIGNED = re.compile(r"[+-]\s?(?:/\s?[+-]\s?)?[\dXx]")
# A number to roll, "6+"; and one with the plus on the wrong side, "(+6)".
_TARGET_NUMBER = re.compile(r"(?<![\w+-])\d\+(?![\w+])")
_SIGN_BEFORE_TARGET = re.compile(r"\(\+\d\)")
_BARE_DICE = re.compile(r"\d+D\d+\b")
# The lines on either side of a row that are read, and how many of those must have a sign.
_LINES_AROUND = 3
_MIN_SIGNED = 5


@check("error")
def modifier_sign(manuscript: Manuscript) -> Iterator[Finding]:
    """A sign says once which way a figure goes.

    In a document: what is subtracted is no negative figure; among lines that each begin with a signed figure none has
    lost its sign; and where "6+" says what to roll, "(+6)" doesn't.

    Wrong: "subtract -2D6"; a row "2D6 …" among rows "+1D6 …" and "-1D6 …". Right: "subtract 2D6"; "apply -2D6".
    """
    for match, line in manuscript.matches(*manuscript.patterns("subtracting")):
        yield manuscript.finding(line, f"'{match[0]}' has two signs for one loss; take one away")
    targets = sum(1 for _ in manuscript.matches(_TARGET_NUMBER))
    for match, line in manuscript.matches(_SIGN_BEFORE_TARGET) if targets >= _LINES_AROUND else ():
        message = f"'{match[0]}' adds a figure where others, as '({match[0][2]}+)', say what to roll; turn it round"
        yield manuscript.finding(line, message)
    for index, row in enumerate(manuscript.lines):
        bare = _BARE_DICE.match(row.text)
        if bare and row.text[bare.end() :].strip():
            around = manuscript.lines[max(0, index - _LINES_AROUND) : index + _LINES_AROUND + 1]
            signed = sum(1 for other in around if _SIGNED.match(other.text))
            if signed >= _MIN_SIGNED:
                yield manuscript.finding(index, f"'{bare[0]}' has no sign, and the rows around it have; add it")


# The characters after a division in which its rounding is looked for, and those before it for what is divided.
_CHARACTERS_AFTER = 220
_CHARACTERS_BEFORE = 60


@check("warning")
def rounding_declared(manuscript: Manuscript) -> Iterator[Finding]:
    """A division of things that come whole says how it rounds.

    In a document: a sentence that divides or halves such things says whether it rounds up or down, there or in the next
    two sentences. Lengths can be divided exactly.

    Wrong: "divide the hits by 2". Right: "divide the hits by 2, rounding up"; "divide the movement by 2".
    """
    exact = manuscript.words_of("exact")
    rounding = manuscript.words_of("rounding")
    for match, line in manuscript.matches(*manuscript.patterns("divisions")):
        after = match.string[match.start() : match.end() + _CHARACTERS_AFTER].casefold()
        sentence = re.split(r"[.:!?]\s", match.string[: match.start()])[-1][-_CHARACTERS_BEFORE:]
        near = {word.casefold() for word in WORD.findall(sentence + match[0])}
        if not near & exact and not any(word in after for word in rounding):
            yield manuscript.finding(line, f"'{match[0]}' says no word on rounding; say whether it rounds up or down")


_SYSTEMS = {"cm": "centimetres", "m": "centimetres", "in": "inches", "ft": "inches", "hex": "hexes"}


@check("error")
def units_of_measure(manuscript: Manuscript) -> Iterator[Finding]:
    """A document measures in one system, and every length has its unit.

    In a document: lengths in centimetres among lengths in inches, or the other way round; a bare figure that is added
    to a movement; a share that lost its sign ("25. of"). The size of models, in millimetres, is no length of the game.

    Wrong: "within 50 cms" in rules in inches; "add +5 to their movement". Right: "28mm miniatures"; "add +5 cm to their
    movement".
    """
    units = manuscript.settings.get("units", {})
    system = {word: _SYSTEMS[unit] for unit in _SYSTEMS for word in units.get(unit, ())}
    if not system:
        return
    pattern = re.compile(rf"(\d[\d.,]*)\s?({'|'.join(sorted(system, key=len, reverse=True))})\b")
    # "On a 6 in his turn" measures nothing: such a word counts among lengths, but is never reported.
    held = manuscript.words_of("function-words")
    lengths = list(manuscript.matches(pattern))
    counted = Counter(system[match[2]] for match, _ in lengths)
    system_of_document = _SYSTEMS.get(manuscript.units) or next((name for name, _ in counted.most_common(1)), "")
    for match, line in lengths:
        if system[match[2]] != system_of_document and match[2] not in held:
            message = f"'{match[0]}' is not a length in {system_of_document}, as this document measures; convert it"
            yield manuscript.finding(line, message)
    for match, line in manuscript.matches(*manuscript.patterns("without-unit")):
        yield manuscript.finding(line, f"'{match[0]}' gives no unit; say how far")
    for match, line in manuscript.matches(*manuscript.patterns("lost-percent")):
        yield manuscript.finding(line, f"'{match[0]}' breaks off a sentence; if it is a share, write its %")
