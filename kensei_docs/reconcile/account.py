"""The account of a document's figures: read as facts, known to be no rules, and belonging to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kensei_docs.extract.reading.wording import Wording
from kensei_docs.reconcile.recorded import Recorded


@dataclass(frozen=True)
class Account:
    """Numbers of figures, those written as words too; ``before`` is the number of ``loose`` that was accepted."""

    facts: int
    apart: int
    loose: int
    before: int | None

    @property
    def figures(self) -> int:
        return self.facts + self.apart + self.loose

    @property
    def more(self) -> int:
        """How many more figures belong to nothing than were accepted."""
        return 0 if self.before is None else max(0, self.loose - self.before)

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.counted}; --accept records this and the wording, to report what changes"
        return f"{self.counted}, {self.more or 'no'} more than accepted"

    @property
    def counted(self) -> str:
        """The numbers, in words."""
        read = f"{self.facts} of {self.figures} figures are read as facts, {self.apart} are not rules"
        return f"{read}, {self.loose} belong to nothing"


def account_of(wording: Wording, recorded: Sequence[Recorded] | None) -> Account:
    """Return the account of a document, beside what was recorded of it."""
    before = None if recorded is None else sum(len(sentence.figures) for sentence in recorded)
    return Account(wording.facts, wording.apart, len(wording.loose), before)
