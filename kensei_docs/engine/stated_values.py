"""What the words of a side state: each number is one that can be, and nothing is said twice with two meanings."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from kensei_docs.engine.conditions import SIDES, Terms
from kensei_docs.engine.side import Side
from kensei_docs.figures import doubt_about
from kensei_docs.problems import OneOf, Place, Problem, Said, say

# A number as people write one, with a sign and decimals: it is refused where it can't be.
NUMBER = re.compile(r"[+\-\u2212]?\d+(?:[.,]\d+)*(?:\+|cm|in|D\d+)?", re.IGNORECASE)
MOST_MINIATURES = 999
# What a quantity can be: a whole number of 0 or more, a score such as 4+, or dice.
_WHOLE = re.compile(r"\+?\d{1,3}\+?|\d{0,3}D\d{1,3}", re.IGNORECASE)


@dataclass
class StatedValues:
    """The values that the words of one side state, each with its words, and the problems of these."""

    side_name: str
    terms: Terms
    problems: list[Problem] = field(default_factory=list)
    said: dict[str, tuple[list[Any], str, int]] = field(default_factory=dict)

    def number(self, words: str, number: str, column: int, may_be_length: bool) -> None:
        """Take the number of a quantity, as it is written in ``words``."""
        if doubt := doubt_about(number):
            self._add(column, doubt)
        elif not may_be_length and not _WHOLE.fullmatch(number):
            self.no_number(words, column)

    def no_number(self, words: str, column: int) -> None:
        """Take the words of a quantity that no number stands beside."""
        message = say("'%(words)s' can't be: a whole number from 0 to 999 belongs there; mend it", words=words)
        self._add(column, message)

    def miniatures(self, number: str, column: int) -> None:
        """Take the number of miniatures of the side."""
        if doubt := doubt_about(number):
            self._add(column, doubt)
        elif not number.isdecimal() or not 1 <= int(number) <= MOST_MINIATURES:
            message = say(
                "'%(words)s' can't be: a side has from 1 to %(most)s miniatures; mend it",
                words=number,
                most=MOST_MINIATURES,
            )
            self._add(column, message)

    def parts(self, names: Collection[str], miniatures: int) -> None:
        """Hold the quantities that count some of a side's miniatures against the number of all of them."""
        for name in names:
            values, words, column = self.said.get(name, ([], "", 0))
            if any(str(value).isdecimal() and int(value) > miniatures for value in values):
                message = say(
                    "'%(words)s' can't be: the side has %(number)s miniatures; mend one of the two",
                    words=words,
                    number=miniatures,
                )
                self._add(column, message)

    def value(self, name: str, values: list[Any], words: str, column: int) -> None:
        """Take the value of a quantity or condition that ``words`` state; one that has another value already is a
        problem, unless it says the same more closely (with a leader, and where he stands)."""
        before = self.said.setdefault(name, (values, words, column))
        if not differ(self.terms, name, before[0], values):
            return
        message = say("'%(words)s' contradicts '%(before)s'; leave one of them out", words=words, before=before[1])
        self._add(column, message)

    def singles(self, given: Mapping[str, list[Any]]) -> None:
        """Hold what a profile or a row of an army brings against what a side may have but one of."""
        for name, values in given.items() if not self.problems else ():
            first, *others = dict.fromkeys(str(one) for one in values if str(one) in alone_of(self.terms, name)) or [""]
            for other in others:
                message = say(
                    "'%(words)s' contradicts '%(before)s'; leave one of them out",
                    words=OneOf([other]),
                    before=OneOf([first]),
                )
                self._add(0, message)

    def _add(self, column: int, message: Said) -> None:
        self.problems.append(Problem(Place(self.side_name, 1, column + 1), message, "odds"))


def differ(terms: Terms, name: str, one: list[Any], other: list[Any]) -> bool:
    """Return whether two lists of values for a condition or quantity can't both hold.

    A condition that may have several values at once has no such lists, and one may say the same more closely.
    """
    if alone := alone_of(terms, name):
        ours, theirs = alone.intersection(map(str, one)), alone.intersection(map(str, other))
        return bool(ours and theirs and ours.isdisjoint(theirs))
    atom = terms.database.vocabulary.atoms.get(terms.atom(name) or "") or {}
    has_one_value = (
        terms.is_quantity(name) or atom.get("values") in ("boolean", "figure") or isinstance(atom.get("values"), list)
    )
    both = (*one, *other)
    return has_one_value and one != other and not (True in both and False not in both)


def alone_of(terms: Terms, name: str) -> set[str]:
    """Return the records of which a side has one at most, for the key that brings them (``self.armour``); none for any
    other key."""
    key = name.partition(".")[2]
    besides = terms.database.vocabulary.section("matchup").get("single", {}).get(key)
    if besides is None or key not in terms.brings:
        return set()
    return {record.slug for record in terms.records_of(*terms.brings[key].kinds)} - set(besides)


def contradictions(terms: Terms, sides: Mapping[str, Side]) -> Iterator[Problem]:
    """Yield a problem for each word of a side about both sides or the other one that contradicts the other side."""
    first = next(iter(sides.values()))
    for (end, side), (_, other) in permutations(sides.items(), 2):
        for name, (values, words, column) in side.said.items():
            head, _, rest = name.partition(".")
            # What is true of a side may make something true of the other: who charges leaves the other one charged.
            counterpart = terms.database.vocabulary.section("counterparts").get(rest) if values == [True] else None
            # What is said of both sides is one contradiction, not two: that of the later words.
            if (head == SIDES[0] and not counterpart) or (head not in SIDES[:2] and side is first):
                continue
            of_other = counterpart if head == SIDES[0] else rest
            mirrored = f"{SIDES[0]}.{of_other}" if head in SIDES[:2] else name
            theirs = other.given.get(mirrored)
            if theirs is None or not differ(terms, name, values, theirs):
                continue
            if mirrored in other.said:
                before = other.said[mirrored][1]
                message = say("'%(words)s' contradicts '%(before)s'; leave one of them out", words=words, before=before)
            else:
                message = say("'%(words)s' contradicts what the other side is; mend one of the two", words=words)
            yield Problem(Place(end, 1, column + 1), message, "odds")
