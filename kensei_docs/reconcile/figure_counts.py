"""The numbers of a document's figures: read as facts, declared to be no rules, and loose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kensei_docs.database import Edition
from kensei_docs.extract.reading.sentences_and_loose_figures import Wording
from kensei_docs.reconcile.changed_wording import WordChange
from kensei_docs.reconcile.differences import Difference
from kensei_docs.reconcile.recorded_wording import Recorded


@dataclass(frozen=True)
class FigureCounts:
    """The numbers of figures, in digits and in words.

    ``facts`` were read as facts, ``apart`` are declared to be no rules, ``loose`` are the others. ``before`` is the
    number of loose figures that was accepted with ``--accept``, None if nothing was accepted; ``accepted`` is that of
    all figures.
    """

    facts: int
    apart: int
    loose: int
    before: int | None
    accepted: int = 0

    @property
    def figures(self) -> int:
        """The number of all figures."""
        return self.facts + self.apart + self.loose

    @property
    def more(self) -> int:
        """The number of loose figures above the accepted number; 0 if nothing was accepted."""
        return 0 if self.before is None else max(0, self.loose - self.before)

    @property
    def fewer(self) -> int:
        """The number of figures that were accepted and are not in the document, whatever they were read as."""
        return max(0, self.accepted - self.figures)

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.counted}; --accept records this and the wording, to report what changes"
        return f"{self.counted}, {self.more or 'no'} more than accepted"

    @property
    def counted(self) -> str:
        """The numbers in a sentence."""
        read = f"{self.facts} of {self.figures} figures are read as facts, {self.apart} are not rules"
        return f"{read}, {self.loose} belong to nothing"


def figures_gone(
    edition: Edition, reported: Iterable[Difference | WordChange], recorded: Iterable[Recorded] | None
) -> int:
    """Return how many figures are lost with the facts, records and sentences that are ``reported`` as gone.

    A record that is gone has as many figures as it has facts in the database, or as its recorded sentences have
    figures, whichever are more.
    """
    facts: Counter[str] = Counter()
    entries: set[str] = set()
    sentences: set[tuple[str | None, tuple[int, int] | None]] = set()
    for change in reported:
        if isinstance(change, WordChange):
            sentences |= {(change.record, change.lines)} if change.document is None else set()
        elif change.change == "gone" and change.fact == "name":
            entries.add(change.record)
        elif change.change == "gone":
            facts[change.record] += 1
    for name in entries & edition.records.keys():
        facts[name] = max(facts[name], len(edition.records[name].facts))
    held: Counter[str] = Counter()
    gone = 0
    for sentence in recorded or ():
        figures = sentence.read + len(sentence.figures)
        if sentence.record in entries:
            held[sentence.record] += figures
        elif (sentence.record, sentence.lines) in sentences:
            gone += figures
    return gone + (facts | held).total()


def count_figures(wording: Wording, recorded: Sequence[Recorded] | None) -> FigureCounts:
    """Return the numbers of a document's figures; ``recorded`` is the accepted wording, None if there is none."""
    before = None if recorded is None else sum(len(sentence.figures) for sentence in recorded)
    accepted = sum(sentence.read + len(sentence.figures) for sentence in recorded or ())
    return FigureCounts(wording.facts, wording.apart, len(wording.loose), before, accepted)
