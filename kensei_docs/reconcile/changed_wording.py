"""What the wording of a document says differently from the one that was recorded, sentence by sentence.

Recorded are digests alone; changed words are shown from the document at hand. A document may be set anew: its
sentences stand in other lines, columns and places, and stay the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Literal

from kensei_docs.database import Edition
from kensei_docs.extract.reading.sentences_and_loose_figures import LONG, Wording
from kensei_docs.problems import Problem
from kensei_docs.reconcile.differences import Difference
from kensei_docs.reconcile.recorded_wording import Lost, Recorded, SentenceMatch, without_rearranged

MANY = 6  # differing figures of one record
ROW = re.compile(r"rows\..+\..+")  # the fact of a table's cell: its row and its column
NUMBERED = re.compile(r"-\d+(?=\.|$)")  # the number of a row with the same name as an earlier one
MOST = 1 / 3  # of a record's figures: if more than that differ, they were read from other cells
# If a record has at least this number of unsure differences, and they are half of its differences, all are unsure.
SPOILT = 2


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
        where many figures of a record differ, more than a third of those that were ``read``. Of a passage where most
        differences are unsure, none is sure: what looks like many changes is one passage that was read wrongly.
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
        shifted = _shifted(found) | _relabelled(found)
        unsure = [
            d
            for d in found
            if d.record in misread
            or any(_is_of(match.recorded[i], d) for i in doubtful)
            or d in shifted
            or _is_set_twice(d, found)
            or (self._is_still_there(d) and not self._is_in_its_sentence(d))
        ]
        spoilt = Counter(d.record for d in unsure)
        whole = Counter(d.record for d in found if d.fact != "name")
        return [
            d
            for d in found
            if d in unsure or (d.fact != "name" and spoilt[d.record] >= max(SPOILT, whole[d.record] - spoilt[d.record]))
        ]

    @cached_property
    def _more_loose(self) -> Counter[str]:
        """The figures that belong to nothing, by value: how many more there are than were accepted."""
        accepted = Counter(_unsigned(figure) for sentence in self._match.recorded for figure in sentence.figures)
        return Counter(_unsigned(figure.value) for figure in self._match.wording.loose) - accepted

    def _is_still_there(self, difference: Difference) -> bool:
        """Return whether a figure that differs from the database, or is gone, stands in the document unread."""
        value = difference.database
        if value is None or difference.fact == "name" or not self._more_loose[_unsigned(value)]:
            return False
        if difference.change == "gone" or difference.page is None:
            return True
        document, loose = self._match.wording.document, self._match.wording.loose
        pages = (document.place(f.start, f.end)[1] for f in loose if _unsigned(f.value) == _unsigned(value))
        return any(page is not None and abs(page - difference.page) <= 1 for page in pages)

    def _is_in_its_sentence(self, difference: Difference) -> bool:
        """Return whether the words that a fact was read from stand as they were recorded, in running text."""
        own = [i for i, sentence in enumerate(self._match.recorded) if _is_of(sentence, difference)]
        return bool(own) and all(
            self._match.places[i] and self._match.recorded[i].prose and self._match.is_in_running_text([i]) for i in own
        )

    def gone(self) -> dict[str, Recorded]:
        """Return the records of which no recorded sentence or line is left, nor anything in its place."""
        lost = {i for one in self._missing if not any(one.has(*span) for span in self._free) for i in one.sentences}
        own: dict[str, list[int]] = {}
        for i, sentence in enumerate(self._match.recorded):
            if sentence.record and sentence.letters:
                own.setdefault(sentence.record, []).append(i)
        return {name: self._match.recorded[all_of[0]] for name, all_of in own.items() if lost.issuperset(all_of)}


def _unsigned(figure: str) -> str:
    """Return a figure without its sign, which may stand in the line above."""
    return figure.lstrip("+-")


def _shifted(found: Sequence[Difference]) -> set[Difference]:
    """Return the differences of a record that come from one mistake: a figure was read as another fact of the record.

    The fact to which the figure belongs is then gone, and the other one differs.
    """
    gone = {(d.record, _unsigned(d.database)) for d in found if d.change == "gone" and d.database and d.fact != "name"}
    taken = {(d.record, _unsigned(d.document)) for d in found if d.change == "differs" and d.document}
    both = gone & taken
    return {
        d
        for d in found
        for figure in (d.database if d.change == "gone" else d.document,)
        if figure and d.change in ("gone", "differs") and (d.record, _unsigned(figure)) in both
    }


def _relabelled(found: Sequence[Difference]) -> set[Difference]:
    """Return the differences of rows whose label was read in part: all figures are those of a row that has gone, and
    one of the two labels begins or ends with the other."""
    rows: dict[tuple[str, str, str], dict[str, Difference]] = {}
    for d in found:
        if d.change in ("gone", "new") and ROW.fullmatch(d.fact):
            row, _, cell = d.fact.rpartition(".")
            rows.setdefault((d.record, d.change, row), {})[cell] = d
    return {
        d
        for (record, change, row), cells in rows.items()
        for (other, gone, known), before in rows.items()
        if (record, change, gone) == (other, "new", "gone")
        and _is_part(row.rpartition(".")[2], known.rpartition(".")[2])
        and {cell: d.document for cell, d in cells.items()} == {cell: d.database for cell, d in before.items()}
        for d in (*cells.values(), *before.values())
    }


def _is_part(label: str, other: str) -> bool:
    """Return whether one of two labels of rows begins or ends with all words of the other."""
    short, long = sorted((label, other), key=len)
    return long.startswith(f"{short}-") or long.endswith(f"-{short}")


def _is_set_twice(difference: Difference, found: Sequence[Difference]) -> bool:
    """Return whether a fact is new and has the name of a known one with a number: a table's head is set once more
    where the table goes on on the next page."""
    known = NUMBERED.sub("", difference.fact)
    return difference.change == "new" and known != difference.fact and all(d.fact != known for d in found)


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
        if _is_doubled(wording, first, last):
            continue
        if unread or any(s.prose for s in here):
            change = _change(wording, "unread" if unread else "wording", here[0].start, here[-1].end)
            if unread and _is_repeated(wording, change):
                continue
            # A new section or a new row is none of the record whose passage it stands in.
            yield first, change if lost or here[0].prose else replace(change, record=None)


def _is_doubled(wording: Wording, first: int, last: int) -> bool:
    """Return whether many letters of a PDF are the same as others: a row that the end of a page breaks is set twice."""
    letters = wording.letters[first:last]
    return not wording.document.is_in_order and last - first >= LONG and wording.letters.count(letters) > 1


def _is_repeated(wording: Wording, change: WordChange) -> bool:
    """Return whether words of a PDF, with their figures, stand in it once more: a table's head over another page."""
    if wording.document.is_in_order or change.document is None:
        return False
    return (
        sum(map(str.isdigit, change.document)) > 1
        and " ".join(wording.document.text.split()).count(change.document) > 1
    )


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
