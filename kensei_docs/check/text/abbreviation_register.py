"""An abbreviation is explained, means one thing, and is used in no other sense.

In a document: "army points (AP)" explains one, and a term of the glossary that ends in brackets.
Capitals of two to four letters that nobody explains are reported once each, and so are small
letters after a number; so is one that stands with the noun of another of the same letters.

Wrong: "200 pe" where points are "ap"; "AP abilities" where PA are the permanent abilities.
Right: "200 ap" after "army points (abbreviated AP)".

Severity: error.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript, singular
from kensei_docs.problems import Severity, closest

SEVERITY: Severity = "error"
_EXPLAINED = re.compile(r"((?:[^\W\d_][\w'’-]*[ ]){1,5})\((?:[a-z]+ )?([A-ZÁ-Úa-z]{1,4})\)")
_EQUATED = re.compile(r"\b([A-Z]{1,4}) ?= ?[A-Z]")
_CAPITALS = re.compile(r"(?<![\w/&.-])[A-Z]{2,4}(?![\w'’/-]|\.\w)")
_AFTER_NUMBER = re.compile(r"(?:\d|% (?:of|de))\s([a-z]{2,3})\b(?!\.)")
_LISTED = 3
_SHORT = 2  # letters of an abbreviation that may be a word as well


def check(manuscript: Manuscript) -> Iterator[Finding]:
    """Yield a finding for every abbreviation that nobody explains, or that changes its sense."""
    explained = _explained(manuscript)
    known = {*explained, *(word.upper() for word in manuscript.words_of("abbreviations"))}
    units = {unit.upper() for members in manuscript.cues.get("units", {}).values() for unit in members}
    unknown: dict[str, list[int]] = defaultdict(list)
    for passage in manuscript.passages:
        if passage.heading or not re.search(r"[a-z]{3}", passage.text):
            continue
        for found, line in passage.found(_CAPITALS):
            # A whole word in capitals is emphasised, and no abbreviation.
            word = found[0].casefold()
            if (
                found[0] not in known
                and word not in manuscript.own_names
                and not (len(word) > _SHORT and word in manuscript.known)
            ):
                unknown[found[0]].append(line)
        for found, line in passage.found(_AFTER_NUMBER):
            word = found[1]
            if (
                word.upper() not in known | units
                and word not in manuscript.known
                and (word not in manuscript.words_of("function-words"))
            ):
                unknown[word].append(line)
        yield from _borrowed(manuscript, passage.found(r"\b([A-Z]{2,4}) ([a-z]{4,})"), explained)
    for short, lines in unknown.items():
        more = [manuscript.where(line) for line in dict.fromkeys(lines[1:])][:_LISTED]
        also = f" (also {', '.join(more)})" if more else ""
        hint = (
            closest(short.upper(), sorted(known for known in explained if len(known) > 1))
            or "; explain it where it stands first"
        )
        yield manuscript.finding(lines[0], f"'{short}'{also} is explained nowhere{hint}", *dict.fromkeys(lines[1:]))


def _explained(manuscript: Manuscript) -> dict[str, set[str]]:
    """Return the abbreviations and the words that each stands for."""
    found: dict[str, set[str]] = defaultdict(set)
    for term in manuscript.terms:
        for short in re.findall(r"\(([A-ZÁ-Ú]{1,4})\)", term.name):
            found[short] |= {singular(word.casefold()) for word in WORD.findall(term.name)}
    for passage in manuscript.passages:
        for words, short in _EXPLAINED.findall(passage.text):
            parts = [singular(word.casefold()) for word in WORD.findall(words)]
            if short.isupper() or "".join(w[0] for w in parts).endswith(short):
                found[short.upper()] |= set(parts)
        # A letter that labels something in a picture or a table is explained by it.
        for short in re.findall(r"\(([A-Z]{2,4})\)|^([A-Z]{2})$", passage.text):
            found.setdefault("".join(short), set())
        for short in _EQUATED.findall(passage.text):
            found.setdefault(short, set())
        for listed in re.findall(r"\(((?:[A-Z]{2}(?:, | and )?){2,})\)", passage.text):
            for short in WORD.findall(listed):
                found.setdefault(short, set())
    return found


def _borrowed(
    manuscript: Manuscript, pairs: Iterator[tuple[re.Match[str], int]], explained: dict[str, set[str]]
) -> Iterator[Finding]:
    for found, line in pairs:
        short, noun = found[1], singular(found[2])
        for other, words in explained.items():
            if (
                other != short
                and sorted(other) == sorted(short)
                and any(word.startswith(noun[:-1]) or noun.startswith(word[:-1]) for word in words if len(word) > 3)
                and noun not in explained.get(short, ())
            ):
                yield manuscript.finding(
                    line, f"'{found[0]}' uses '{short}' in the sense of '{other}'; write '{other}'"
                )
