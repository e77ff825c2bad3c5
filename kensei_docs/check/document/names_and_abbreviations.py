"""Names of abilities and orders in a document exist, and its abbreviations are explained."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript, ManuscriptPassage
from kensei_docs.languages import CAPITALS, SMALLS, singular
from kensei_docs.problems import check, closest

# The least similarity (0 to 1) at which one name is taken for another.
_MIN_SIMILARITY = 0.55
# The same for a name that opens a sentence, where every word has a capital.
_MIN_SIMILARITY_AT_START = 0.75
# The letters of a common beginning at which one name is taken for another.
_SHARED_LETTERS = 4
# The most words of a name.
_MAX_NAME_WORDS = 4
_NAME = rf"[{CAPITALS}][\w’'-]*(?:[ ][^\W\d_][\w’'-]*)*?"
_Register = dict[tuple[str, ...], str]


@check("error")
def entity_reference(manuscript: Manuscript) -> Iterator[Finding]:
    """Every ability and order that a text names exists, under that name.

    In a document: a capitalised or quoted name beside the word for its kind ("the Hold and Shoot order", "the abilities
    "Zen" and "Fury""), or before the mark of a kind ("Swift (PA)"), is in the register of its kind. The finding
    suggests the name that is meant.

    Wrong: "Steedy Shot (PA)"; "a Strength Order" where the order is Strengthen. Right: "the Reload order"; "an Action
    Order", which is a group of orders.
    """
    seen = set()
    named = {manuscript.folded(term.name) for term in manuscript.terms if term.ours}
    for kind, nouns in manuscript.settings.get("nouns", {}).items():
        register = _register(manuscript, kind)
        marks = _marks(manuscript, kind)
        for passage in manuscript.passages if register else ():
            for name, offset, sure in _names(manuscript, passage, nouns, marks):
                if not sure and manuscript.folded(name) in named:
                    continue
                like = _MIN_SIMILARITY_AT_START if _opens_sentence(manuscript, passage, offset) else _MIN_SIMILARITY
                meant = _intended_name(manuscript, name, register, sure, like)
                line = passage.line_at(offset)
                if meant is not None and (line, meant) not in seen:
                    seen.add((line, meant))
                    hint = f"did you mean '{meant}'?" if meant else "name one that there is"
                    yield manuscript.finding(line, f"'{name}' is not a known {nouns[0]}; {hint}")


def _names(
    manuscript: Manuscript, passage: ManuscriptPassage, nouns: list[str], marks: list[str]
) -> Iterator[tuple[str, int, bool]]:
    """Yield possible names of a kind: (name, offset, whether it certainly is a name)."""
    if passage.heading:
        return
    inside = manuscript.words_of("conjunctions") | manuscript.words_of("name-articles")
    held = manuscript.words_of("function-words") - manuscript.words_of("term-links") - inside
    heads = manuscript.words_of("heads") - set(nouns)
    for name, offset, sure in (
        *_names_before_marks(manuscript, passage, marks, held),
        *_names_beside_nouns(passage, nouns, heads),
    ):
        plain = _name_before_sentence(name, held, inside)
        after = WORD.match(passage.text[offset + len(name) :].strip())
        # A name ends at the word for its kind, and is no possessive.
        cut_short = not sure and plain != name and after is not None and after[0].casefold() in nouns
        if not plain or cut_short or re.search(r"\)$|['’]s$", plain):
            continue
        if WORD.findall(plain)[-1].casefold() not in nouns:
            yield plain, offset, sure


def _register(manuscript: Manuscript, kind: str) -> _Register:
    """Return the names of a kind by their words; groups of them ("Action Orders") are known too."""
    nouns = {word for words in manuscript.settings["nouns"].values() for word in words}
    register: _Register = {}
    for term in manuscript.terms:
        if term.kind in (kind, f"{kind}-group"):
            register[manuscript.folded(term.name)] = term.name
            register[tuple(word for word in manuscript.folded(term.name) if word not in nouns)] = term.name
    register.pop((), None)
    return register


def _name_before_sentence(name: str, held: set[str], inside: set[str]) -> str:
    """Return a name up to the first word that belongs to the sentence around it.

    Words that may occur ``inside`` names don't end one.
    """
    words = name.split()
    stop = next((i for i, word in enumerate(words) if word.casefold() in held), len(words))
    while stop and words[stop - 1].casefold() in held | inside:
        stop -= 1
    return " ".join(words[:stop])


def _marks(manuscript: Manuscript, kind: str) -> list[str]:
    """Return the marks of the glossary's sorts of a kind: ``PA`` of Permanent abilities (PA)."""
    return [
        mark
        for term in manuscript.terms
        if term.kind == f"{kind}-kind"
        for mark in re.findall(rf"\(([{CAPITALS}]{{2,4}})\)", term.name)
    ]


def _name_at_end(text: str, held: set[str]) -> str:
    """Return the capitalised name that a text ends in, or nothing."""
    words = re.split(r"[^\w ’'-]", text)[-1].split(" ")[-_MAX_NAME_WORDS:]
    first = next((i + 1 for i in reversed(range(len(words))) if words[i].casefold() in held), 0)
    words = words[first:]
    while words and not words[0][:1].isupper():
        words.pop(0)
    return " ".join(words)


def _names_before_marks(
    manuscript: Manuscript, passage: ManuscriptPassage, marks: list[str], held: set[str]
) -> Iterator[tuple[str, int, bool]]:
    """Yield names before a mark, and those that a list goes on with after one."""
    joint = rf" (?:{'|'.join(manuscript.words_of('conjunctions')) or ','}) "
    for mark in marks:
        pattern = rf" \({mark}\)(?P<more>(?:, [{CAPITALS}][\w ’'-]*)*)"
        for match in re.finditer(pattern, passage.text):
            name = _name_at_end(passage.text[: match.start()], held)
            if name:
                yield name, match.start() - len(name), True
            for more in re.finditer(r"[^,]+", match["more"]):
                start = match.start("more") + more.start()
                if more[0].strip() and not passage.text[start + len(more[0]) :].startswith(" ("):
                    yield re.split(joint, more[0].strip())[0], start + 1, True


def _names_beside_nouns(
    passage: ManuscriptPassage, nouns: list[str], heads: set[str]
) -> Iterator[tuple[str, int, bool]]:
    words = passage.words
    for index, word in enumerate(words):
        following = words[index + 1].text.casefold() if index + 1 < len(words) else ""
        # "The Order Roll" names a roll.
        if word.text.casefold() not in nouns or singular(following) in heads:
            continue
        before = [index - 1]
        while (
            len(before) < _MAX_NAME_WORDS
            and before[-1] > 0
            and passage.text[words[before[-1] - 1].start : words[before[-1]].start]
            in (f"{words[before[-1] - 1].text} ", f"{words[before[-1] - 1].text}-")
        ):
            before.append(before[-1] - 1)
        first = next((i for i in reversed(before) if i >= 0 and words[i].text[0].isupper()), None)
        if first is not None and passage.text[: word.start].endswith((" ", "-")):
            yield passage.text[words[first].start : word.start].strip(), words[first].start, False
        after = passage.text[word.start + len(word.text) :]
        named = re.match(rf" (?P<name>{_NAME}(?:[ ][^\W\d_][\w’'-]*){{0,3}})", after)
        if named:
            yield named["name"], word.start + len(word.text) + 1, False


def _opens_sentence(manuscript: Manuscript, passage: ManuscriptPassage, offset: int) -> bool:
    """Return whether a word begins a line or a sentence, which explains its capital letter."""
    begins = rf"[.:!?•]\s*[{manuscript.quotes[0]}]?$"
    return offset in passage.starts or bool(re.search(begins, passage.text[:offset]))


def _intended_name(manuscript: Manuscript, name: str, register: _Register, sure: bool, like: float) -> str | None:
    """Return the intended name, an empty string if no known one is similar, or None if there is no fault.

    Words that are only next to the word for a kind (not ``sure``) may be no name: a fault only if a
    known name is similar.
    """
    words = WORD.findall(name)
    parts = [manuscript.folded(" ".join(words[i:j])) for i in range(len(words)) for j in range(i + 1, len(words) + 1)]
    if not words or any(part in register for part in parts if part):
        return None
    folded = manuscript.folded(name)
    best = max(register, key=lambda known_name: _likeness(folded, known_name), default=())
    if _likeness(folded, best) >= like:
        return register[best]
    return "" if sure and len(words) <= _MAX_NAME_WORDS else None


def _likeness(name: tuple[str, ...], other: tuple[str, ...]) -> float:
    if not name or not other:
        return 0.0
    like = SequenceMatcher(None, " ".join(name), " ".join(other), autojunk=False).ratio()
    if (
        len(name) == len(other)
        and name[0][:_SHARED_LETTERS] == other[0][:_SHARED_LETTERS]
        and len(name[0]) > _SHARED_LETTERS
    ):
        like = max(like, _MIN_SIMILARITY + like / 10)
    return like


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
