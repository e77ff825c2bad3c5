"""What the wording of a document says differently from the one that was recorded, sentence by sentence.

Recorded are digests alone; changed words are shown from the document at hand. A document may be set anew: its
sentences stand in other lines, columns and places, and stay the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from kensei_docs.database import Edition
from kensei_docs.extract.reading.sentences_and_loose_figures import Wording
from kensei_docs.problems import Problem
from kensei_docs.reconcile.differences import Difference
from kensei_docs.reconcile.matched_sentences import Lost, SentenceMatch, without_rearranged
from kensei_docs.reconcile.recorded_wording import Recorded

MANY = 6  # differing figures of one record
MOST = 1 / 3  # of a record's figures: if more than that differ, they were read from other cells


@dataclass(frozen=True)
class WordChange:
    """Words of a document that were not recorded, or (``document`` is None) a recorded sentence that has gone.

    ``change`` is ``unread`` where new words have figures that belong to nothing, else ``wording``. The fields are
    those of a ``Difference``; no ``fact`` has changed, and the database holds no words to show.
    """

    change: Literal["wording", "unread"]
    record: str | None
    fact: None
    database: None
    document: str | None
    lines: tuple[int, int] | None
    page: int | None


class Comparison:
    """A document's wording beside the sentences that were recorded."""

    def __init__(self, before: Sequence[Recorded], wording: Wording) -> None:
        self._match = SentenceMatch(before, wording)
        self._missing, self._free = without_rearranged(self._match)

    def changes(self, found: Sequence[Difference]) -> list[WordChange]:
        """Return where the words of the document are not those that were recorded, in the order of the document.

        ``found`` are the differences of figures and names: an entry that is new or has gone is not reported again.
        """
        told = {d.record for d in found if d.change != "differs"}
        differing = [d for d in found if d.change == "differs"]
        sides = self._match, self._missing, self._free
        changes = [*_new_words(*sides), *_lost_words(*sides), *_changed_figures(self._match)]
        return [
            change
            for change in dict.fromkeys(change for _, change in sorted(changes, key=lambda pair: pair[0]))
            if change.record not in told and not any(_is_at(change, other) for other in differing)
        ]

    def unsure(self, found: Sequence[Difference], read: Mapping[str, int]) -> list[Difference]:
        """Return the differences of a PDF that may be due to the order in which its words were read.

        A figure whose words stand as they were recorded is sure, and so is one in a text that was edited. Where the
        words of a table, or all words around, stand in another order, the figure may belong to another fact. So it is
        where many figures of a record differ, more than a third of those that were ``read``.
        """
        match = self._match
        if match.wording.document.is_in_order:
            return []
        differing = Counter(d.record for d in found if d.change == "differs")
        misread = {name for name, count in differing.items() if count >= MANY and count > MOST * read.get(name, 0)}
        edited = {i for one in self._missing for i in one.sentences}
        missing = [i for run in match.missing() for i in run]
        doubtful = {i for i in missing if i not in edited or not match.is_in_running_text([i])}
        # Where two sentences have changed places, so may have what stands between them.
        places = [(i, place) for i, place in enumerate(match.places) if place]
        doubtful |= {i for (a, here), (b, after) in pairwise(places) if after < here for i in (a, b)}
        return [d for d in found if d.record in misread or any(_is_of(match.recorded[i], d) for i in doubtful)]

    def gone(self) -> dict[str, Recorded]:
        """Return the records of which no recorded sentence or line is left, nor anything in its place."""
        lost = {i for one in self._missing if not any(one.has(*span) for span in self._free) for i in one.sentences}
        own: dict[str, list[int]] = {}
        for i, sentence in enumerate(self._match.recorded):
            if sentence.record and sentence.letters:
                own.setdefault(sentence.record, []).append(i)
        return {name: self._match.recorded[all_of[0]] for name, all_of in own.items() if lost.issuperset(all_of)}


def _is_of(sentence: Recorded, difference: Difference) -> bool:
    """Return whether a recorded sentence is one of those that a differing fact was read from."""
    if sentence.lines is None or difference.lines is None:
        return sentence.record == difference.record
    return sentence.lines[0] <= difference.lines[1] and difference.lines[0] <= sentence.lines[1]


def _is_at(change: WordChange, other: Difference) -> bool:
    """Return whether a changed figure stands in the words that are new."""
    if change.record != other.record or change.document is None:
        return False
    if change.lines and other.lines:
        return change.lines[0] <= other.lines[0] <= change.lines[1]
    return bool(change.page) and change.page == other.page


def _new_words(
    match: SentenceMatch, missing: Sequence[Lost], free: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, WordChange]]:
    """Yield new sentences, and new lines with figures that belong to nothing, each with its first letter."""
    wording = match.wording
    for first, last in free:
        lost = [i for one in missing if one.has(first, last) for i in one.sentences]
        loose = wording.loose_around(first, last)
        # Words in whose place others are missing may be those, in another order.
        if not match.is_in_running_text(lost, first, last) and (lost or not any(f.written for f in loose)):
            continue
        figures = Counter(f.value for f in loose)
        unread = figures - Counter(f for i in lost for f in match.recorded[i].figures)
        here = [s for s in wording.sentences if s.first < last and first < s.last]
        if unread or any(s.prose for s in here):
            change = _change(wording, "unread" if unread else "wording", here[0].start, here[-1].end)
            # A new section or a new row is none of the record whose passage it stands in.
            yield first, change if lost or here[0].prose else replace(change, record=None)


def _lost_words(
    match: SentenceMatch, missing: Sequence[Lost], free: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, WordChange]]:
    """Yield the first of each run of sentences that have gone, where nothing stands in their place."""
    for one in missing:
        prose = [match.recorded[i] for i in one.sentences if match.recorded[i].prose]
        if prose and not any(one.has(*span) for span in free) and match.is_in_running_text(one.sentences):
            yield one.start, WordChange("wording", prose[0].record, None, None, None, prose[0].lines, prose[0].page)


def _changed_figures(match: SentenceMatch) -> Iterator[tuple[int, WordChange]]:
    """Yield sentences with the words that they had, where a figure that belongs to nothing is another one."""
    for i, place in enumerate(match.places):
        one = match.recorded[i]
        if place and one.prose and one.figures and i not in match.joined and match.is_in_running_text([i]):
            now = Counter(figure.value for figure in match.wording.figures_around(*place))
            if Counter(one.figures) - now:
                here = [s for s in match.wording.sentences if s.first < place[1] and place[0] < s.last]
                yield place[0], _change(match.wording, "wording", here[0].start, here[-1].end)


def _change(wording: Wording, change: Literal["wording", "unread"], start: int, end: int) -> WordChange:
    text = wording.document.text[start:end]
    lines, page = wording.document.place(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
    words = " ".join(text.split())
    return WordChange(change, wording.record_at(start, end), None, None, words, lines, page)


def gone_records(edition: Edition, problems: Iterable[Problem], gone: Mapping[str, Recorded]) -> list[Difference]:
    """Return, as differences, the records that no reading found because their words have ``gone`` from the document."""
    unread = dict.fromkeys(problem.record for problem in problems if problem.record in gone)
    return [
        Difference("gone", name, "name", edition.records[name].name, None, gone[name].lines, gone[name].page)
        for name in unread
        if name in edition.records
    ]
