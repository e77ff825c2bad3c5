"""Abbreviations in a document."""

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
_MAX_WORD_LETTERS = 2  # letters of an abbreviation that may be a word as well


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
    known_words = {*explained, *(word.upper() for word in manuscript.words_of("abbreviations"))}
    units = {unit.upper() for words in manuscript.settings.get("units", {}).values() for unit in words}
    function_words = manuscript.words_of("function-words")
    after_number = re.compile(
        rf"(?:\d|% (?:{'|'.join(manuscript.words_of('term-links'))}))\s([{SMALLS}]{{2,3}})\b(?!\.)"
    )
    unknown: dict[str, list[int]] = defaultdict(list)
    for passage in manuscript.passages:
        if passage.heading or not re.search(rf"[{SMALLS}]{{3}}", passage.text):
            continue
        for match, line in passage.matches(_CAPITALS):
            # A whole word in capitals is emphasised, and no abbreviation.
            word = match[0].casefold()
            is_word = len(word) > _MAX_WORD_LETTERS and word in manuscript.known
            if match[0] not in known_words and word not in manuscript.own_names and not is_word:
                unknown[match[0]].append(line)
        for match, line in passage.matches(after_number):
            if (
                match[1].upper() not in known_words | units
                and match[1] not in manuscript.known
                and match[1] not in function_words
            ):
                unknown[match[1]].append(line)
        for match, line in passage.matches(_WITH_NOUN):
            yield from _other_sense(manuscript, match[1], match[2], line, explained)
    for short, lines in unknown.items():
        near = closest(short.upper(), sorted(known_words for known_words in explained if len(known_words) > 1))
        message = (
            f"'{short}'{manuscript.also(lines)} is explained nowhere{near or '; explain it where it stands first'}"
        )
        yield manuscript.finding(lines[0], message, *dict.fromkeys(lines[1:]))


def _explanations(manuscript: Manuscript) -> dict[str, set[str]]:
    """Return the abbreviations, each with its words."""
    explanations: dict[str, set[str]] = defaultdict(set)
    for term in manuscript.terms:
        for short in re.findall(rf"\(([{CAPITALS}]{{1,4}})\)", term.name):
            explanations[short] |= {singular(word.casefold()) for word in WORD.findall(term.name)}
    for passage in manuscript.passages:
        for words, short in _EXPLAINED.findall(passage.text):
            parts = [singular(word.casefold()) for word in WORD.findall(words)]
            if short.isupper() or "".join(part[0] for part in parts).endswith(short):
                explanations[short.upper()] |= set(parts)
        # A letter that labels something in a picture or a table is explained by it.
        labels = ["".join(groups) for groups in _LABEL.findall(passage.text)]
        listed = [word for group in _LISTED.findall(passage.text) for word in WORD.findall(group)]
        for short in (*labels, *_EQUATED.findall(passage.text), *listed):
            explanations.setdefault(short, set())
    return explanations


def _other_sense(
    manuscript: Manuscript, short: str, word: str, line: int, explained: dict[str, set[str]]
) -> Iterator[Finding]:
    """Yield a finding where an abbreviation has the noun of another one of the same letters."""
    noun = singular(word)
    for other, senses in explained.items():
        is_noun = any(sense.startswith(noun[:-1]) or noun.startswith(sense[:-1]) for sense in senses if len(sense) > 3)
        anagram = other != short and sorted(other) == sorted(short)
        if anagram and is_noun and noun not in explained.get(short, ()):
            message = f"'{short} {word}' uses '{short}' in the sense of '{other}'; write '{other}'"
            yield manuscript.finding(line, message)
