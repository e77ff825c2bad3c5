"""What is said of figures in words: whether a figure itself is still in bounds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER
from kensei_docs.languages import language as language_of

# Two of these in one row contradict each other about the figure itself; the others are bounds on different sides.
CONTRADICTORY = (frozenset({"at-least", "above"}), frozenset({"at-most", "below"}))
_CLAUSE_END = re.compile(r"[.,:;()?!]")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019]t\b)?")
_BRACES = re.compile(r" ?\{[^}]*\}")
# How many words behind a figure tell what it measures.
_WORDS_BEHIND = 6


@dataclass(frozen=True)
class StatedBound:
    """A bound in a text: the name of the figure, ``at-least``, ``at-most``, ``above`` or ``below``, the words as they
    stand, and the words behind the figure, up to the end of the clause, that say what is measured."""

    figure: str
    bound: str
    words: str
    measured: frozenset[str]


def stated_bounds(text: str, code: str) -> Iterator[StatedBound]:
    """Yield the bounds that a text in a language states with a figure, in its order.

    A bound in a clause with a negation before it is left out: "nobody has more than 2" is another bound.
    """
    grammar = language_of(code)
    phrases = [(phrase, bound) for bound, several in grammar.bounds.items() for phrase in several]
    phrases.sort(key=lambda entry: len(entry[0]), reverse=True)
    # Where the words behind the figure before end: in "10 cm or less than", "less" belongs to that.
    taken = 0
    for placeholder in PLACEHOLDER.finditer(text):
        if not placeholder["name"]:
            continue
        # A noun in its two forms may stand between: "2 {card|cards} or more".
        noun = _BRACES.match(text, placeholder.end())
        end = noun.end() if noun else placeholder.end()
        before, after = text[taken : placeholder.start()].casefold(), text[end:].casefold()
        found = next((entry for entry in phrases if _stands(entry[0], before, after)), None)
        if found is None:
            continue
        phrase, bound = found
        head, _, tail = phrase.partition("%s")
        taken = end + len(tail)
        clause = _CLAUSE_END.split(before.removesuffix(head))[-1]
        if not grammar.negations.isdisjoint(_WORD.findall(clause.replace("\u2019", "'"))):
            continue
        behind = _WORD.findall(noun[0].casefold() if noun else "")
        behind += _WORD.findall(_CLAUSE_END.split(after)[0])[:_WORDS_BEHIND]
        measured = frozenset(behind) - grammar.function_words - grammar.uncounted
        yield StatedBound(placeholder["name"], bound, phrase % f"%({placeholder['name']})s", measured)


def _stands(phrase: str, before: str, after: str) -> bool:
    """Return whether a phrase stands around a figure, as whole words."""
    head, _, tail = phrase.partition("%s")
    return (
        before.endswith(head)
        and (not head or not before.removesuffix(head)[-1:].isalpha())
        and after.startswith(tail)
        and (not tail or not after.removeprefix(tail)[:1].isalpha())
    )


def bounds_once(text: str, language: str) -> dict[str, StatedBound]:
    """Return the bounds that a text states with figures that it names once, by figure."""
    named = Counter(placeholder["name"] for placeholder in PLACEHOLDER.finditer(text))
    return {stated.figure: stated for stated in stated_bounds(text, language) if named[stated.figure] == 1}
