"""The numbers of a document's figures: read as facts, declared to be no rules, and loose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kensei_docs.extract.reading.wording import Wording
from kensei_docs.reconcile.recorded import Recorded


@dataclass(frozen=True)
class FigureCounts:
    """The numbers of figures, in digits and in words.

    ``facts`` were read as facts, ``apart`` are declared to be no rules, ``loose`` are the others. ``before`` is the
    number of loose figures that was accepted with ``--accept``; None if nothing was accepted.
    """

    facts: int
    apart: int
    loose: int
    before: int | None

    @property
    def figures(self) -> int:
        """The number of all figures."""
        return self.facts + self.apart + self.loose

    @property
    def more(self) -> int:
        """The number of loose figures above the accepted number; 0 if nothing was accepted."""
        return 0 if self.before is None else max(0, self.loose - self.before)

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.counted}; --accept records this and the wording, to report what changes"
        return f"{self.counted}, {self.more or 'no'} more than accepted"

    @property
    def counted(self) -> str:
        """The numbers in a sentence."""
        read = f"{self.facts} of {self.figures} figures are read as facts, {self.apart} are not rules"
        return f"{read}, {self.loose} belong to nothing"


def count_figures(wording: Wording, recorded: Sequence[Recorded] | None) -> FigureCounts:
    """Return the numbers of a document's figures; ``recorded`` is the accepted wording, None if there is none."""
    before = None if recorded is None else sum(len(sentence.figures) for sentence in recorded)
    return FigureCounts(wording.facts, wording.apart, len(wording.loose), before)
