"""A thing has one figure, and a term that is used is a term of the document."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.check.finding import Finding
from kensei_docs.check.manuscript import WORD, Manuscript, ManuscriptPassage, unaccented
from kensei_docs.languages import CAPITALS, singular
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


_MAX_OCCURRENCES = 3  # times that a word of a term stands in the document


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
    references = list(manuscript.matches(*manuscript.patterns("references")))
    often: Counter[str] = Counter()
    for word, times in manuscript.counts.items():
        often[singular(word)] += times
    for passage in manuscript.passages if heads else ():
        for word, line, text in _named(manuscript, passage, heads):
            small = singular(unaccented(word.casefold()))
            is_known = small in titled or small in held or word.casefold() in manuscript.own_names
            # A reference to a missing section is reported by `section_reference`.
            is_known = is_known or any(line == line_of_reference for _, line_of_reference in references)
            if not is_known and often[small] <= _MAX_OCCURRENCES and manuscript.forms[word] <= 1:
                yield manuscript.finding(
                    line, f"'{text}' is explained nowhere; define it, or use the term that is meant"
                )


def _named(manuscript: Manuscript, passage: ManuscriptPassage, heads: set[str]) -> Iterator[tuple[str, int, str]]:
    """Yield the capitalised words beside a word for a kind of thing: (word, line, both)."""
    if passage.heading:
        return
    links = manuscript.words_of("term-links") | manuscript.words_of("name-articles")
    words = passage.words
    first = manuscript.settings.get("head-first", False)
    for index, head in enumerate(words):
        if singular(head.text.casefold()) not in heads:
            continue
        other_index = index + 1 if first else index - 1
        while first and other_index < len(words) and words[other_index].text.casefold() in links:
            other_index += 1
        if not 0 <= other_index < len(words):
            continue
        first_word, second_word = (head, words[other_index]) if first else (words[other_index], head)
        between = passage.text[first_word.start + len(first_word.text) : second_word.start]
        text = passage.text[first_word.start : second_word.start + len(second_word.text)]
        named = words[other_index]
        # A line that begins with the head may be another row or sentence.
        if not first and head.start in passage.starts and head.text[0].isupper():
            continue
        opens = not first and (named.start == 0 or re.search(r"[.:!?•]\s*$", passage.text[: named.start]))
        if re.fullmatch(rf"[{CAPITALS}][^'’]*", named.text) and not opens and re.fullmatch(r"(?: [a-z]+)* |-", between):
            yield named.text, named.line, text
