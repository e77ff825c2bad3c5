"""A thing has one figure, and a term that is used is a term of the document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript, Passage, unaccented
from kensei_docs.languages import CAPITALS, singular
from kensei_docs.problems import check

_FIGURE = re.compile(
    r"(?<![\w.,+/×-])(\d+(?:[.,]\d+)?)(D\d+(?:\s?cm\b)?|\+|\s?%|\s?(?:cms?|in|inches)\b\.?|)(?![\d/×D])"
)
# The least number of places with the usual figure; the words of a key on one side of the figure; the words of a
# sentence that are compared on each side, and how many of them must agree for two figures to be of the same thing.
_USUAL, _BESIDE, _AROUND, _SHARED = 3, 2, 6, 2


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
        for before, after in ((_BESIDE, 0), (0, _BESIDE), (1, 1)):
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
    stated = [one for passage in manuscript.passages if not passage.heading for one in _stated(manuscript, passage)]
    places: dict[object, list[_Stated]] = defaultdict(list)
    for one in stated:
        for key in one.keys:
            places[key].append(one)
    reported: set[int] = set()
    for group in places.values():
        amounts = Counter(one.amount for one in group)
        (usual, often), *others = amounts.most_common()
        alone = [one for one in group if amounts[one.amount] == 1] if often >= max(_USUAL, 2 * len(others)) else []
        for odd in (one for one in alone if one.line not in reported and not _is_supported(one, stated)):
            reported.add(odd.line)
            like = next(one for one in group if one.amount == usual)
            message = (
                f"'{odd.text}' stands where {often} other places say '{like.text}'; keep to one, or say what differs"
            )
            yield manuscript.finding(odd.line, message, *(one.line for one in group if one is not odd))


def _stated(manuscript: Manuscript, passage: Passage) -> Iterator[_Stated]:
    held = manuscript.words_of("function-words")
    least = "|".join(re.escape(words) for words in manuscript.settings.get("at-least", ())) or "$"

    def words(text: str) -> tuple[str, ...]:
        return tuple(singular(word) for found in WORD.findall(text) if (word := found.casefold()) not in held)

    for found, line in passage.found(_FIGURE):
        after = passage.text[found.end() :]
        unit = found[2].strip(" .") or (re.match(rf" (?:{least})\b", after) or ("",))[0].strip()
        if unit:
            before = words(re.split(r"[.;:•]\s", passage.text[: found.start()])[-1])[-_AROUND:]
            following = words(re.split(r"[.;:•]\s", after)[0])[:_AROUND]
            text = passage.text[found.start() : found.end()] + (f" {unit}" if not found[2].strip() else "")
            yield _Stated(found[1].replace(",", "."), unit, before, following, line, text.strip())


def _is_supported(odd: _Stated, stated: list[_Stated]) -> bool:
    """Return whether the same figure stands elsewhere, among words that stand around it here."""
    around = {*odd.before, *odd.after}
    return any(
        one.line != odd.line
        and (one.amount, one.unit) == (odd.amount, odd.unit)
        and len(around & {*one.before, *one.after}) >= _SHARED
        for one in stated
    )


_SELDOM = 3  # times that a word of a term stands in the document


@check("error")
def undefined_term(manuscript: Manuscript) -> Iterator[Finding]:
    """A term that a rule uses is a term of the document.

    In a document: a capitalised word beside the word for what it is ("Ember Roll", "marcador de Brasa") stands in no
    heading, in no name, and in hardly any other place.

    Wrong: "place a Harvest marker", where nothing else has a harvest. Right: "make an Honour Roll" under HONOUR ROLLS.
    """
    heads = {singular(word) for word in manuscript.words_of("heads")}
    heads |= {singular(word) for words in manuscript.settings.get("nouns", {}).values() for word in words}
    titled = {word for title in manuscript.titles for word in manuscript.folded(title.text)}
    held = manuscript.words_of("function-words") | manuscript.words_of("vague")
    references = list(manuscript.found(*manuscript.patterns("references")))
    often: Counter[str] = Counter()
    for word, times in manuscript.counts.items():
        often[singular(word)] += times
    for passage in manuscript.passages if heads else ():
        for word, line, text in _named(manuscript, passage, heads):
            small = singular(unaccented(word.casefold()))
            known = small in titled or small in held or word.casefold() in manuscript.own_names
            # A reference to a missing section is reported by `section_reference`.
            known = known or any(line == there for _, there in references)
            if not known and often[small] <= _SELDOM and manuscript.forms[word] <= 1:
                yield manuscript.finding(
                    line, f"'{text}' is explained nowhere; define it, or use the term that is meant"
                )


def _named(manuscript: Manuscript, passage: Passage, heads: set[str]) -> Iterator[tuple[str, int, str]]:
    """Yield the capitalised words beside a word for a kind of thing: (word, line, both)."""
    if passage.heading:
        return
    links = manuscript.words_of("term-links") | manuscript.words_of("name-articles")
    words = passage.words
    first = manuscript.settings.get("head-first", False)
    for here, head in enumerate(words):
        if singular(head.text.casefold()) not in heads:
            continue
        there = here + 1 if first else here - 1
        while first and there < len(words) and words[there].text.casefold() in links:
            there += 1
        if not 0 <= there < len(words):
            continue
        one, other = (head, words[there]) if first else (words[there], head)
        between = passage.text[one.start + len(one.text) : other.start]
        text = passage.text[one.start : other.start + len(other.text)]
        named = words[there]
        # A line that begins with the head may be another row or sentence.
        if not first and head.start in passage.starts and head.text[0].isupper():
            continue
        opens = not first and (named.start == 0 or re.search(r"[.:!?•]\s*$", passage.text[: named.start]))
        if re.fullmatch(rf"[{CAPITALS}][^'’]*", named.text) and not opens and re.fullmatch(r"(?: [a-z]+)* |-", between):
            yield named.text, named.line, text
