"""What the words of a side state: each number is one that can be, and nothing is said twice with two meanings."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from kensei_docs.engine.conditions import Terms
from kensei_docs.problems import Place, Problem, Said, say

# A number as people write one, with a sign and decimals: it is refused where it can't be.
NUMBER = re.compile(r"[+\-\u2212]?\d+(?:[.,]\d+)?(?:\+|cm|in|D\d+)?", re.IGNORECASE)
# What a quantity can be: a whole number of 0 or more, a score such as 4+, or dice.
_WHOLE = re.compile(r"\+?\d{1,3}\+?|\d{0,3}D\d{1,3}", re.IGNORECASE)


@dataclass
class StatedValues:
    """The values that the words of one side state, each with its words, and the problems of these."""

    side_name: str
    terms: Terms
    problems: list[Problem] = field(default_factory=list)
    _said: dict[str, tuple[list[Any], str, int]] = field(default_factory=dict)

    def number(self, words: str, number: str, column: int, may_be_length: bool) -> None:
        """Take the number of a quantity, as it is written in ``words``."""
        if not may_be_length and not _WHOLE.fullmatch(number):
            message = say("'%(words)s' can't be: a whole number from 0 to 999 belongs there; mend it", words=words)
            self._add(column, message)

    def parts(self, names: Collection[str], miniatures: int) -> None:
        """Hold the quantities that count some of a side's miniatures against the number of all of them."""
        for name in names:
            values, words, column = self._said.get(name, ([], "", 0))
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
        before = self._said.setdefault(name, (values, words, column))
        if before[0] == values or not self._has_one_value(name):
            return
        if True in (*before[0], *values) and False not in (*before[0], *values):
            return
        message = say("'%(words)s' contradicts '%(before)s'; leave one of them out", words=words, before=before[1])
        self._add(column, message)

    def _has_one_value(self, name: str) -> bool:
        atom = self.terms.database.vocabulary.atoms.get(self.terms.atom(name) or "") or {}
        return (
            self.terms.is_quantity(name)
            or atom.get("values") in ("boolean", "figure")
            or isinstance(atom.get("values"), list)
        )

    def _add(self, column: int, message: Said) -> None:
        self.problems.append(Problem(Place(self.side_name, 1, column + 1), message, "odds"))
