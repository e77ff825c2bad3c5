"""A printing's wording as recorded in ``data/wording/<source>.csv``: digests of sentences, found in a document again.

The match gives each recorded sentence its place, wherever it stands, and the letters that belong to none of them. A
document is one long text of letters here: a place is the numbers of its first letter and of the one after its last.
A recorded sentence is a digest and a number of letters; it stands where as many letters have the same digest.
"""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from pathlib import Path

from kensei_docs.extract.reading.sentences_and_loose_figures import LONG, Wording
from kensei_docs.files import write_whole
from kensei_docs.problems import unusable

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
        rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"))))
        return [_sentence(row) for row in rows]
    except (KeyError, ValueError, TypeError, AttributeError):
        raise unusable(file, "is not as reconcile --accept writes it; delete it and accept anew", "wording") from None


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
    found = []
    known = sorted(wording.known)
    # Figures that have no letters around them, as some cells of a table, count for the sentence before them.
    stops = [*(bisect_left(known, s.start) for s in wording.sentences[1:]), len(known)]
    begins = [0, *stops]
    for s, begin, stop in zip(wording.sentences, begins, stops, strict=False):
        text = wording.document.text[s.start : s.end]
        shift = len(text) - len(text.lstrip())
        lines, page = wording.document.place(s.start + shift, s.start + len(text.rstrip()))
        digest = wording.digest((s.first, s.last)) if s.first < s.last else ""
        mixture = wording.mixture(s.first, s.last)
        found.append(
            Recorded(s.record, lines, page, s.last - s.first, digest, mixture, s.prose, s.figures, stop - begin)
        )
    return found


def record(file: Path, wording: Wording) -> bool:
    """Write the digests of a document's sentences, and its loose figures, into a file; return whether it changed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for s in sentences_of(wording):
        lines = f"{s.lines[0]}-{s.lines[1]}" if s.lines else ""
        prose, figures = "yes" if s.prose else "", "|".join(s.figures)
        row = (s.record, lines, s.page, s.letters, s.digest, f"{s.mixture:08x}", prose, figures, s.read or "")
        writer.writerow("" if value is None else value for value in row)
    if file.is_file() and file.read_text(encoding="utf-8") == out.getvalue():
        return False
    write_whole(file, out.getvalue())
    return True


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
        for i in short if not is_rewritten else ():
            self._place_at(i, self._starts_at_edges(i))
        for i in searched if not is_rewritten else ():
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
        for first in dict.fromkeys([at, *near]):
            for cut in near:
                rest = size - (cut - first)
                if not first < cut < first + size or any(self.taken[first:cut]):
                    continue
                for go_on in starts[bisect_right(starts, cut) :][:_INTERRUPTED]:
                    spans = (first, cut), (go_on, go_on + rest)
                    if (
                        go_on + rest <= len(self.taken)
                        and not any(self.taken[go_on : go_on + rest])
                        and self.wording.digest(*spans) == self.recorded[i].digest
                    ):
                        for span in spans:
                            self._place(i, *span)
                        self.joined.add(i)
                        return

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
    return (
        [
            Lost(run, match.around(run[0])[0], match.around(run[-1])[1])
            for i, run in enumerate(missing)
            if i not in seen_lost
        ],
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
