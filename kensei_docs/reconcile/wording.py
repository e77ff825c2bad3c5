"""The wording of a document beside the one that was recorded, sentence by sentence, and what a reader ticked off.

``data/wording/<source>.csv`` has digests alone; changed words are shown from the document at hand. A document may be
set anew: its sentences stand in other lines, columns and places, and stay the same. A document is one long text of
letters here: a place is the numbers of its first letter and of the one after its last. A recorded sentence is a digest
and a number of letters; it stands where as many letters have the same digest.

``data/coverage/<source>.csv`` has a tick for each sentence that was read: the records that tell it, or why it is no
rule, by its digest and the record that it is recorded under. A tick holds for the words that its records had: when
these change, the sentence has to be read beside them again. Of a document without such a file, nobody has begun to
read.
"""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, groupby, pairwise, product
from pathlib import Path
from typing import Literal

from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import conditions
from kensei_docs.extract.reading.wording import LONG, Sentence, Wording
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import Problem, closest, unusable
from kensei_docs.reconcile.differences import Difference

_COLUMNS = ("record", "lines", "page", "letters", "digest", "mixture", "prose", "figures", "read")


@dataclass(frozen=True)
class Recorded:
    """One sentence as it was recorded: its place, the number and the digest of its letters, its loose figures.

    ``read`` is the number of its other figures, with those of the lines behind it that are no sentence.
    """

    record: str | None
    lines: tuple[int, int] | None
    page: int | None
    letters: int
    digest: str
    mixture: int
    prose: bool
    figures: tuple[str, ...]
    read: int = 0


def recorded_at(file: Path | None) -> list[Recorded] | None:
    """Return the sentences of a file of ``data/wording/``, None without a file; raises Unusable for another form."""
    if file is None:
        return None
    try:
        return [_sentence(row) for row in _rows_of(file)]
    except (KeyError, ValueError, TypeError, AttributeError):
        raise unusable(file, "is not as reconcile --accept writes it; delete it and accept anew", "wording") from None


def _rows_of(file: Path) -> csv.DictReader[str]:
    return csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))


def _write_rows(file: Path, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> bool:
    """Write a table, None as an empty cell; return whether the file changed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([columns, *rows])
    if file.is_file() and file.read_text(encoding="utf-8") == out.getvalue():
        return False
    write_whole(file, out.getvalue())
    return True


def _sentence(row: dict[str, str]) -> Recorded:
    first, _, last = row["lines"].partition("-")
    return Recorded(
        row["record"] or None,
        (int(first), int(last)) if first else None,
        int(row["page"]) if row["page"] else None,
        int(row["letters"]),
        row["digest"],
        int(row["mixture"], 16),
        row["prose"] == "yes",
        tuple(row["figures"].split("|")) if row["figures"] else (),
        # A file that an earlier version wrote does not have it.
        int(row.get("read") or 0),
    )


def sentences_of(wording: Wording) -> list[Recorded]:
    """Return a document's sentences as they are recorded."""
    known = sorted(wording.known)
    # Figures that have no letters around them, as some cells of a table, count for the sentence before them.
    stops = [*(bisect_left(known, s.start) for s in wording.sentences[1:]), len(known)]
    found = []
    for s, begin, stop in zip(wording.sentences, [0, *stops], stops, strict=False):
        lines, page = _place(wording, s.start, s.end)
        digest = wording.digest((s.first, s.last)) if s.first < s.last else ""
        mixture = wording.mixture(s.first, s.last)
        found.append(
            Recorded(s.record, lines, page, s.last - s.first, digest, mixture, s.prose, s.figures, stop - begin)
        )
    return found


def _place(wording: Wording, start: int, end: int) -> tuple[tuple[int, int] | None, int | None]:
    """Return the lines and the page of the words between two letters of the text, without the blanks around them."""
    text = wording.document.text[start:end]
    return wording.document.place(start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


def record(file: Path, wording: Wording) -> bool:
    """Write the digests of a document's sentences, and its loose figures, into a file; return whether it changed."""
    rows = []
    for s in sentences_of(wording):
        lines = f"{s.lines[0]}-{s.lines[1]}" if s.lines else ""
        prose, figures = "yes" if s.prose else "", "|".join(s.figures)
        rows.append((s.record, lines, s.page, s.letters, s.digest, f"{s.mixture:08x}", prose, figures, s.read or ""))
    return _write_rows(file, _COLUMNS, rows)


# The rest of a sentence that a picture or a table interrupts begins at most this many lines later.
_INTERRUPTED = 60
# Words are taken as part of a table if, of the _NEAR sentences before and after them, a third or more are lines without
# a sentence. They are not sure either if one of these lines is missing, or more than _OTHERS sentences are: then the
# words around them were read in another order.
_NEAR, _OTHERS = 6, 2
# At most this many neighbouring passages are read in another order together.
_NEIGHBOURS = 30
# If more long sentences than this are missing, no search is made for them: the document was mostly rewritten.
_MOST_SEARCHED = 200
_FREE = re.compile(rb"\0+")


class SentenceMatch:
    """The place of each recorded sentence in a document, and the letters that no sentence has.

    ``places`` has a place for each of the ``recorded`` sentences, None for one that is missing; ``joined`` are the
    numbers of those that something interrupts. ``taken`` has a byte for each letter: 0 if no sentence has it.
    """

    def __init__(self, recorded: Sequence[Recorded], wording: Wording) -> None:
        self.recorded, self.wording = recorded, wording
        self.places: list[tuple[int, int] | None] = [None] * len(recorded)
        self.taken = bytearray(len(wording.letters))
        self.joined: set[int] = set()
        self._starts_by_digest: dict[str, list[int]] = {}
        for sentence in wording.sentences:
            if sentence.first < sentence.last:
                digest = wording.digest((sentence.first, sentence.last))
                self._starts_by_digest.setdefault(digest, []).append(sentence.first)
        long = [i for i, s in enumerate(recorded) if s.letters >= LONG]
        at = 0
        for i in long:
            own = self._starts_by_digest.get(recorded[i].digest, [])
            at = self._place_at(i, [at, *(first for first in own if first >= at), *own]) or at
        searched = [i for i in long if not self.places[i]]
        is_rewritten = len(searched) > _MOST_SEARCHED
        short = [i for i, s in enumerate(recorded) if 0 < s.letters < LONG]
        for i in searched if not is_rewritten else ():
            self._place_at(i, self._free_starts())
        for i in short:
            start, end = self.around(i)
            self._place_at(i, [start, end - recorded[i].letters])
        if not is_rewritten:
            for i in short:
                self._place_at(i, self._starts_at_edges(i))
            for i in searched:
                self._join(i)

    def around(self, i: int) -> tuple[int, int]:
        """Return the end of the last placed sentence before this one and the start of the next."""
        start = next((p[1] for k in range(i - 1, -1, -1) if (p := self.places[k])), 0)
        end = next((p[0] for k in range(i + 1, len(self.places)) if (p := self.places[k])), len(self.taken))
        return start, end

    def _place_at(self, i: int, starts: Iterable[int]) -> int | None:
        """Place a sentence at the first of ``starts`` where it stands, and return its end; None where there is none."""
        size = self.recorded[i].letters
        if self.places[i]:
            return None
        for first in starts:
            last = first + size
            free = first >= 0 and last <= len(self.taken) and not self.taken[first] and not self.taken[last - 1]
            if free and self.wording.digest((first, last)) == self.recorded[i].digest:
                self._place(i, first, last)
                return last
        return None

    def _place(self, i: int, first: int, last: int) -> None:
        self.places[i] = first, last
        self.taken[first:last] = b"t" * (last - first)

    def _free_starts(self) -> Iterator[int]:
        """Yield the letters that begin a word and that no sentence has."""
        for first, last in self.free():
            starts = self.wording.starts
            yield from starts[bisect_left(starts, first) : bisect_left(starts, last)]

    def _starts_at_edges(self, i: int) -> Iterator[int]:
        """Yield where a short sentence may stand by itself: where it begins or ends a run of free letters.

        In a document in its order it may stand inside one, too; elsewhere such a word is one of another sentence that
        is read in another order.
        """
        size = self.recorded[i].letters
        if self.wording.document.is_in_order:
            yield from self._free_starts()
        yield from self._starts_by_digest.get(self.recorded[i].digest, [])
        for first, last in self.free():
            if last - first >= size:
                yield from (first, last - size)

    def _join(self, i: int) -> None:
        """Place a sentence that whole lines of something else interrupt."""
        if self.places[i]:
            return
        starts, size = self.wording.line_starts, self.recorded[i].letters
        at = self.around(i)[0]
        near = starts[bisect_left(starts, at) :][:_INTERRUPTED]
        for first, cut in product(dict.fromkeys([at, *near]), near):
            if not first < cut < first + size or any(self.taken[first:cut]):
                continue
            for go_on in starts[bisect_right(starts, cut) :][:_INTERRUPTED]:
                end = go_on + size - (cut - first)
                is_free = end <= len(self.taken) and not any(self.taken[go_on:end])
                if is_free and self.wording.digest((first, cut), (go_on, end)) == self.recorded[i].digest:
                    self._place(i, first, cut)
                    self._place(i, go_on, end)
                    self.joined.add(i)
                    return

    def sentences_at(self, first: int, last: int) -> list[Sentence]:
        """Return the sentences of the document that have some of its letters."""
        return [s for s in self.wording.sentences if s.first < last and first < s.last]

    def free(self) -> list[tuple[int, int]]:
        """Return the runs of letters that no recorded sentence has."""
        return [m.span() for m in _FREE.finditer(self.taken)]

    def is_in_running_text(self, lost: Sequence[int], first: int = 0, last: int = 0) -> bool:
        """Return whether words stand in running text, not in a table, which a PDF may give in another order.

        ``lost`` are the recorded sentences in whose place they stand; without them, ``first:last`` are their letters.
        """
        if self.wording.document.is_in_order:
            return True
        if not lost and last - first < LONG:
            return False
        if not lost:
            placed = (
                (abs(p[0] - first), i) for i, p in enumerate(self.places) if p and self.recorded[i].letters >= LONG
            )
            lost = [min(placed, default=(0, 0))[1]]
        near = range(max(0, lost[0] - _NEAR), min(len(self.recorded), lost[-1] + _NEAR + 1))
        words = [k for k in near if self.recorded[k].letters]
        lines = [k for k in words if not self.recorded[k].prose]
        others = sum(self.places[k] is None for k in words if k not in lost)
        return 3 * len(lines) < len(words) and all(self.places[k] for k in lines) and others <= _OTHERS

    def missing(self) -> list[list[int]]:
        """Return the runs of recorded sentences that are not in the document."""
        runs = groupby(range(len(self.recorded)), key=lambda i: self.places[i] is None)
        found = ([i for i in run if self.recorded[i].letters] for lost, run in runs if lost)
        return [run for run in found if run]


@dataclass(frozen=True)
class Lost:
    """Neighbouring sentences that were recorded and are missing, by number, and the letters where they should be."""

    sentences: list[int]
    start: int
    end: int

    def has(self, first: int, last: int) -> bool:
        """Return whether letters stand where the sentences should be."""
        return self.start <= first and last <= self.end


def without_rearranged(match: SentenceMatch) -> tuple[list[Lost], list[tuple[int, int]]]:
    """Return what is missing and the runs of new letters, without those that only stand in another order.

    These are groups of neighbours whose letters are, taken together, the same. A table or a column that is read in
    another order has the letters that it had. In a text file, another order in a single sentence is another wording.
    """
    missing, free = match.missing(), match.free()
    lost = _windows([sum(match.recorded[i].mixture for i in run) for run in missing])
    new: dict[int, list[tuple[int, int]]] = {}
    for total, span in _windows([match.wording.mixture(*span) for span in free]):
        new.setdefault(total, []).append(span)
    seen_lost, seen_new = set[int](), set[int]()
    for total, (a, b) in lost:
        for c, d in new.get(total, ()):
            alone = b - a == d - c == 1 and len(missing[a]) == 1 and match.wording.document.is_in_order
            if not alone and seen_lost.isdisjoint(range(a, b)) and seen_new.isdisjoint(range(c, d)):
                seen_lost.update(range(a, b))
                seen_new.update(range(c, d))
    left = [run for i, run in enumerate(missing) if i not in seen_lost]
    return (
        [Lost(run, match.around(run[0])[0], match.around(run[-1])[1]) for run in left],
        [span for i, span in enumerate(free) if i not in seen_new],
    )


def _windows(numbers: Sequence[int]) -> list[tuple[int, tuple[int, int]]]:
    """Return the sum and the span of each group of up to ``_NEIGHBOURS`` numbers, the smallest groups first."""
    sums = list(accumulate(numbers, initial=0))
    return [
        ((sums[a + size] - sums[a]) % 2**32, (a, a + size))
        for size in range(1, _NEIGHBOURS + 1)
        for a in range(len(numbers) - size + 1)
    ]


MANY = 6  # differing figures of one record
ROW = re.compile(r"rows\..+\..+")  # the fact of a table's cell: its row and its column
NUMBERED = re.compile(r"-\d+(?=\.|$)")  # the number of a row with the same name as an earlier one
MOST = 1 / 3  # of a record's figures: if more than that differ, they were read from other cells
# If a record has at least this number of unsure differences, and they are half of its differences, all are unsure.
SPOILT = 2


class Comparison:
    """A document's wording beside the sentences that were recorded."""

    def __init__(self, before: Sequence[Recorded], wording: Wording) -> None:
        self._match = SentenceMatch(before, wording)
        self._missing, self._free = without_rearranged(self._match)

    def changes(self, found: Sequence[Difference]) -> list[Difference]:
        """Return where the words of the document are not those that were recorded, in the order of the document.

        ``found`` are the differences of figures and names: an entry that is new or has gone is not reported again.
        """
        told = {d.record for d in found if d.change != "differs"}
        differing = [d for d in found if d.change == "differs"]
        changes = [*self._new_words(), *self._lost_words(), *self._changed_figures()]
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

    def gone(self, edition: Edition, problems: Iterable[Problem]) -> list[Difference]:
        """Return, as differences, the records that no reading found because their words have gone from the document.

        Of these no recorded sentence or line is left, nor anything in its place.
        """
        lost = {i for one in self._missing if not any(one.has(*span) for span in self._free) for i in one.sentences}
        own: dict[str, list[int]] = {}
        for i, sentence in enumerate(self._match.recorded):
            if sentence.record and sentence.letters:
                own.setdefault(sentence.record, []).append(i)
        found = []
        for name in dict.fromkeys(problem.record or "" for problem in problems):
            if name in edition.records and name in own and lost.issuperset(own[name]):
                first = self._match.recorded[own[name][0]]
                known = edition.records[name].name
                found.append(Difference("gone", name, "name", known, None, first.lines, first.page))
        return found

    def _new_words(self) -> Iterator[tuple[int, Difference]]:
        """Yield new sentences, and new lines with figures that belong to nothing, each with its first letter."""
        match, wording = self._match, self._match.wording
        for first, last in self._free:
            lost = [i for one in self._missing if one.has(first, last) for i in one.sentences]
            loose = wording.loose_around(first, last)
            # Words in whose place others are missing may be those, in another order.
            if not match.is_in_running_text(lost, first, last) and (lost or not any(f.written for f in loose)):
                continue
            unread = Counter(f.value for f in loose) - Counter(f for i in lost for f in match.recorded[i].figures)
            here = match.sentences_at(first, last)
            is_prose = any(s.prose for s in here)
            if not (unread or is_prose) or self._is_doubled(first, last):
                continue
            change = self._change("unread" if unread else "wording", here)
            if not (unread and self._is_repeated(change)):
                # A new section or a new row is none of the record whose passage it stands in.
                yield first, change if lost or here[0].prose else replace(change, record="")

    def _is_doubled(self, first: int, last: int) -> bool:
        """Return whether many letters of a PDF are the same as others: the end of a page breaks a row, set twice."""
        wording = self._match.wording
        is_long = not wording.document.is_in_order and last - first >= LONG
        return is_long and wording.letters.count(wording.letters[first:last]) > 1

    def _is_repeated(self, change: Difference) -> bool:
        """Return whether words of a PDF, with their figures, stand in it once more: a table's head over another
        page."""
        document, words = self._match.wording.document, change.document or ""
        has_figures = not document.is_in_order and sum(map(str.isdigit, words)) > 1
        return has_figures and " ".join(document.text.split()).count(words) > 1

    def _lost_words(self) -> Iterator[tuple[int, Difference]]:
        """Yield the first of each run of sentences that have gone, where nothing stands in their place."""
        for one in self._missing:
            prose = [self._match.recorded[i] for i in one.sentences if self._match.recorded[i].prose]
            is_replaced = any(one.has(*span) for span in self._free)
            if prose and not is_replaced and self._match.is_in_running_text(one.sentences):
                yield (
                    one.start,
                    Difference("wording", prose[0].record or "", "", None, None, prose[0].lines, prose[0].page),
                )

    def _changed_figures(self) -> Iterator[tuple[int, Difference]]:
        """Yield sentences with the words that they had, where a figure that belongs to nothing is another one."""
        match = self._match
        for i, (one, place) in enumerate(zip(match.recorded, match.places, strict=True)):
            if place and one.prose and one.figures and i not in match.joined and match.is_in_running_text([i]):
                now = Counter(figure.value for figure in match.wording.figures_around(*place))
                if Counter(one.figures) - now:
                    yield place[0], self._change("wording", match.sentences_at(*place))

    def _change(self, change: Literal["wording", "unread"], here: Sequence[Sentence]) -> Difference:
        wording, start, end = self._match.wording, here[0].start, here[-1].end
        words = " ".join(wording.document.text[start:end].split())
        return Difference(change, wording.record_at(start, end) or "", "", None, words, *_place(wording, start, end))


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


def _is_at(change: Difference, other: Difference) -> bool:
    """Return whether a changed figure stands in the words that are new."""
    if change.record != other.record or change.document is None:
        return False
    if change.lines and other.lines:
        return change.lines[0] <= other.lines[0] <= change.lines[1]
    return bool(change.page) and change.page == other.page


# Why a sentence is no rule.
REASONS: Mapping[str, str] = {
    "flavour": "a story, a mood, the setting of the game",
    "example": "a worked example of rules that stand elsewhere",
    "layout": "what leads through the book: headings, captions, contents, references, parts of sentences",
    "advice": "how to play well, to build, to paint, or why a rule is as it is",
    "history": "what was so in its time",
    "notice": "credits, thanks, rights, addresses",
}
State = Literal["covered", "no rule", "changed", "left", "nowhere"]
# The states of a sentence that is to be read: the words of its record changed, nobody ticked it off, it has no record.
LEFT: Collection[State] = ("changed", "left", "nowhere")

_TICK_COLUMNS = ("digest", "record", "covered-by", "words")
_WORD = re.compile(r"\w+")
Key = tuple[str, str | None]


@dataclass(frozen=True)
class Tick:
    """One sentence that was read: the ids of the records and rulings that tell it, or the reason why it is no rule.

    ``words`` is the digest of the words that these records had.
    """

    told: tuple[str, ...] = ()
    reason: str = ""
    words: str = ""


def ticks_at(file: Path | None) -> dict[Key, Tick] | None:
    """Return the ticks of a file of ``data/coverage/``, by the digest of the sentence and the record that it is
    recorded under; None without a file.

    Raises Unusable for a file of another form.
    """
    if file is None:
        return None
    ticks: dict[Key, Tick] = {}
    try:
        rows = _rows_of(file)
        if not set(_TICK_COLUMNS) <= set(rows.fieldnames or ()):
            raise KeyError
        for row in rows:
            told, key = row["covered-by"], (row["digest"], row["record"] or None)
            names = tuple(told.split("|")) if "/" in told else ()
            ticks[key] = Tick(names, "" if names else told, row["words"] or "")
    except (KeyError, ValueError, TypeError, AttributeError):
        raise unusable(
            file, f"has other columns than {', '.join(_TICK_COLUMNS)}; mend its first line", "coverage"
        ) from None
    return ticks


def write_ticks(file: Path, recorded: Sequence[Recorded], ticks: Mapping[Key, Tick]) -> bool:
    """Write ticks in the order of the document, those without a sentence last; return whether the file changed."""
    order = {key: number for number, key in reversed(list(enumerate(map(key_of, recorded))))}
    ordered = sorted(ticks.items(), key=lambda entry: order.get(entry[0], len(order) + len(recorded)))
    rows = [(digest, name, "|".join(tick.told) or tick.reason, tick.words) for (digest, name), tick in ordered]
    return _write_rows(file, _TICK_COLUMNS, rows)


def place_of(sentence: Recorded) -> str:
    """Return where a sentence stands, as a message says it: ``lines 12-14``, ``p. 3``."""
    if sentence.lines is None:
        return f"p. {sentence.page}" if sentence.page else f"the sentence {sentence.digest}"
    first, last = sentence.lines
    return f"line {first}" if first == last else f"lines {first}-{last}"


def key_of(sentence: Recorded) -> Key:
    """Return what a sentence's tick is found by."""
    return sentence.digest, sentence.record


class SentenceCoverage:
    """The sentences of a document with what was ticked off, beside the records of its edition as they are printed."""

    def __init__(self, recorded: Sequence[Recorded], ticks: Mapping[Key, Tick], edition: Edition) -> None:
        self.ticks = dict(ticks)
        self.edition = edition
        self.prose = [(number, sentence) for number, sentence in enumerate(recorded) if sentence.prose]

    def state(self, sentence: Recorded) -> State:
        """Return whether a sentence was ticked off, and whether its records still have the words that they had."""
        tick = self.ticks.get(key_of(sentence))
        if tick is None:
            return "left" if sentence.record else "nowhere"
        if tick.reason:
            return "no rule"
        return "covered" if tick.words == self.words(tick.told) else "changed"

    def tick(self, sentence: Recorded, told: Sequence[str] = (), reason: str = "") -> None:
        """Note what a person has found out about a sentence: which records tell it, or why it is no rule.

        ``told`` are the ids of those records, ``reason`` is one of ``REASONS``. If neither is given, the records of the
        last note are noted again, with the words that they have today; without a note, the record under which the
        sentence was recorded.
        Raises Unusable for an unknown record or reason, and for a sentence without a record if none is named.
        """
        names, fault = tuple(told), ""
        if not names and not reason:
            before = self.ticks.get(key_of(sentence))
            names = (before.told if before else ()) or ((sentence.record,) if sentence.record else ())
        unknown = next((name for name in names if name not in self._named), None)
        if reason and reason not in REASONS:
            fault = f"there is no reason '{reason}'{closest(reason, REASONS)}; {_KNOWN}"
        elif not names and not reason:
            fault = f"{sentence.digest} stands under no record; name the one that tells it, or a reason: {_KNOWN}"
        elif unknown is not None:
            fault = f"{self.edition.id} has no record or ruling '{unknown}'{closest(unknown, self._named)}"
        if fault:
            raise unusable("coverage", fault, "coverage")
        self.ticks[key_of(sentence)] = Tick(names, reason, self.words(names) if names else "")

    def faults(self) -> Iterator[tuple[Key, str]]:
        """Yield the key of each tick that names what there is not, and what is wrong."""
        for key, tick in self.ticks.items():
            if tick.reason and tick.reason not in REASONS:
                yield key, f"'{tick.reason}' is no reason{closest(tick.reason, REASONS)}; {_KNOWN}"
            for name in tick.told:
                if name not in self._named:
                    hint = closest(name, self._named)
                    yield key, f"there is no record or ruling '{name}'{hint}; name the one that tells the sentence"

    def words(self, names: Collection[str]) -> str:
        """Return the digest of the words of records: their messages and conditions, without figures and punctuation."""
        known = (self._named[name] for name in names if name in self._named)
        return digest_of(*(" ".join(_words(record)) for record in known))[:12]

    @cached_property
    def _named(self) -> dict[str, Record]:
        return {**self.edition.records, **self.edition.rulings}


_KNOWN = f"known are {', '.join(REASONS)}"


def _words(record: Record) -> Iterator[str]:
    """Yield the words of a record, in the order of its file."""
    for field, text in record.messages:
        if field != "name":
            yield from _WORD.findall(text.casefold())
    for path, when in conditions(record.data):
        yield f"{path} {sorted(map(str, when.items()))}"


@dataclass(frozen=True)
class FigureCounts:
    """The numbers of figures, in digits and in words.

    ``facts`` were read as facts, ``apart`` are declared to be no rules, ``loose`` are the others. ``doubtful`` of the
    facts may mean two things. ``before`` is the number of loose figures that was accepted with ``--accept``, None if
    nothing was accepted; ``accepted`` is that of all figures.
    """

    facts: int
    apart: int
    loose: int
    before: int | None
    accepted: int = 0
    doubtful: int = 0

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
            return f"{self.counted()}; --accept records this and the wording, to report what changes"
        return self.counted(f" ({self.more or 'no'} more than accepted)")

    def counted(self, than: str = "") -> str:
        """Return the numbers on a line; ``than`` stands behind that of the figures in no record."""
        read = f"{self.facts} figure{'s' * (self.facts != 1)} read, {self.doubtful} doubtful"
        return f"{read}, {self.loose} in no record{than}, {self.apart} left out as no rules"


def figures_gone(edition: Edition, reported: Iterable[Difference], recorded: Iterable[Recorded] | None) -> int:
    """Return how many figures are lost with the facts, records and sentences that are ``reported`` as gone.

    A record that is gone has as many figures as it has facts in the database, or as its recorded sentences have
    figures, whichever are more.
    """
    facts: Counter[str] = Counter()
    entries: set[str] = set()
    sentences: set[tuple[str, tuple[int, int] | None]] = set()
    for change in reported:
        if change.change in ("wording", "unread"):
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
        elif (sentence.record or "", sentence.lines) in sentences:
            gone += figures
    return gone + (facts | held).total()


def count_figures(wording: Wording, recorded: Sequence[Recorded] | None, doubtful: int = 0) -> FigureCounts:
    """Return the numbers of a document's figures; ``recorded`` is the accepted wording, None if there is none.

    ``doubtful`` is the number of figures in doubt of which nobody has decided.
    """
    before = None if recorded is None else sum(len(sentence.figures) for sentence in recorded)
    accepted = sum(sentence.read + len(sentence.figures) for sentence in recorded or ())
    return FigureCounts(wording.facts, wording.apart, len(wording.loose), before, accepted, doubtful)
