"""Figures of a text have one sign and their unit, and divisions say how they round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript
from kensei_docs.problems import check

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
