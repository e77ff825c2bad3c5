from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript
from kensei_docs.languages import CAPITALS, SMALLS, singular
from kensei_docs.problems import check, closest

_LETTERS = CAPITALS + SMALLS
_EXPLAINED = re.compile(rf"((?:[^\W\d_][\w'’-]*[ ]){{1,5}})\((?:[{SMALLS}]+ )?([{_LETTERS}]{{1,4}})\)")
_EQUATED = re.compile(rf"\b([{CAPITALS}]{{1,4}}) ?= ?[{CAPITALS}]")
_LABEL = re.compile(rf"\(([{CAPITALS}]{{2,4}})\)|^([{CAPITALS}]{{2}})$")
_LISTED = re.compile(rf"\(((?:[{CAPITALS}]{{2}}(?:, | [{SMALLS}]+ )?){{2,}})\)")
_CAPITALS = re.compile(rf"(?<![\w/&.-])[{CAPITALS}]{{2,4}}(?![\w'’/-]|\.\w)")
_WITH_NOUN = re.compile(rf"\b([{CAPITALS}]{{2,4}}) ([{SMALLS}]{{4,}})")
_SHORT = 2  # letters of an abbreviation that may be a word as well


@check("error")
def abbreviation_register(manuscript: Manuscript) -> Iterator[Finding]:
    """An abbreviation is explained, means one thing, and is used in no other sense.

    In a document: "army points (AP)" explains one, and so does a term of the glossary that ends in brackets. Capitals
    of two to four letters, and small letters after a number, are reported once each if nothing explains them. So is an
    abbreviation that stands with the noun of another one of the same letters.

    Wrong: "200 pe" where points are "ap"; "AP abilities" where PA are the permanent abilities. Right: "200 ap" after
    "army points (abbreviated AP)".
    """
    explained = _explanations(manuscript)
    known = {*explained, *(word.upper() for word in manuscript.words_of("abbreviations"))}
    units = {unit.upper() for words in manuscript.settings.get("units", {}).values() for unit in words}
    function_words = manuscript.words_of("function-words")
    after_number = re.compile(
        rf"(?:\d|% (?:{'|'.join(manuscript.words_of('term-links'))}))\s([{SMALLS}]{{2,3}})\b(?!\.)"
    )
    unknown: dict[str, list[int]] = defaultdict(list)
    for passage in manuscript.passages:
        if passage.heading or not re.search(rf"[{SMALLS}]{{3}}", passage.text):
            continue
        for found, line in passage.found(_CAPITALS):
            # A whole word in capitals is emphasised, and no abbreviation.
            word = found[0].casefold()
            is_word = len(word) > _SHORT and word in manuscript.known
            if found[0] not in known and word not in manuscript.own_names and not is_word:
                unknown[found[0]].append(line)
        for found, line in passage.found(after_number):
            if (
                found[1].upper() not in known | units
                and found[1] not in manuscript.known
                and found[1] not in function_words
            ):
                unknown[found[1]].append(line)
        for found, line in passage.found(_WITH_NOUN):
            yield from _other_sense(manuscript, found[1], found[2], line, explained)
    for short, lines in unknown.items():
        near = closest(short.upper(), sorted(known for known in explained if len(known) > 1))
        message = (
            f"'{short}'{manuscript.also(lines)} is explained nowhere{near or '; explain it where it stands first'}"
        )
        yield manuscript.finding(lines[0], message, *dict.fromkeys(lines[1:]))


def _explanations(manuscript: Manuscript) -> dict[str, set[str]]:
    """Return the abbreviations and the words that each stands for."""
    found: dict[str, set[str]] = defaultdict(set)
    for term in manuscript.terms:
        for short in re.findall(rf"\(([{CAPITALS}]{{1,4}})\)", term.name):
            found[short] |= {singular(word.casefold()) for word in WORD.findall(term.name)}
    for passage in manuscript.passages:
        for words, short in _EXPLAINED.findall(passage.text):
            parts = [singular(word.casefold()) for word in WORD.findall(words)]
            if short.isupper() or "".join(part[0] for part in parts).endswith(short):
                found[short.upper()] |= set(parts)
        # A letter that labels something in a picture or a table is explained by it.
        labels = ["".join(groups) for groups in _LABEL.findall(passage.text)]
        listed = [word for group in _LISTED.findall(passage.text) for word in WORD.findall(group)]
        for short in (*labels, *_EQUATED.findall(passage.text), *listed):
            found.setdefault(short, set())
    return found


def _other_sense(
    manuscript: Manuscript, short: str, word: str, line: int, explained: dict[str, set[str]]
) -> Iterator[Finding]:
    """Yield a finding where an abbreviation stands with the noun of another one of the same letters."""
    noun = singular(word)
    for other, words in explained.items():
        is_noun = any(one.startswith(noun[:-1]) or noun.startswith(one[:-1]) for one in words if len(one) > 3)
        anagram = other != short and sorted(other) == sorted(short)
        if anagram and is_noun and noun not in explained.get(short, ()):
            message = f"'{short} {word}' uses '{short}' in the sense of '{other}'; write '{other}'"
            yield manuscript.finding(line, message)
