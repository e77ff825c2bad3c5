"""Which recorded sentences stand in a document, wherever it has them, and what of the document no sentence has."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from kensei_docs.extract.reading.wording import LONG, Wording
from kensei_docs.reconcile.recorded import Recorded

# A sentence that a picture or a table interrupts goes on within as many lines of the document.
_INTERRUPTED = 60
# Among as many sentences before and behind them, words stand in a table where a third are lines, no sentences, and in
# one that is read in another order where such a line is missing, or more than a few others are.
_NEAR, _OTHERS = 6, 2
# How many neighbouring passages are read in another order together.
_NEIGHBOURS = 12
_MOST_SEARCHED = 200
_FREE = re.compile(rb"\0+")


class Match:
    """Where each recorded sentence stands in a document, and what of the document no sentence has."""

    def __init__(self, before: Sequence[Recorded], wording: Wording) -> None:
        self.before, self.wording = before, wording
        self.places: list[tuple[int, int] | None] = [None] * len(before)
        self.known = bytearray(len(wording.letters))
        self.joined: set[int] = set()
        self._own: dict[str, list[int]] = {}
        for sentence in wording.sentences:
            if sentence.first < sentence.last:
                digest = wording.digest((sentence.first, sentence.last))
                self._own.setdefault(digest, []).append(sentence.first)
        long = [i for i, s in enumerate(before) if s.letters >= LONG]
        at = 0
        for i in long:
            own = self._own.get(before[i].digest, [])
            at = self._place_at(i, [at, *(first for first in own if first >= at), *own]) or at
        # Of a document that was rewritten at large, the places of sentences are not searched for one by one.
        searched = [i for i in long if not self.places[i]]
        at_large = len(searched) > _MOST_SEARCHED
        searched = [] if at_large else searched
        for i in searched:
            self._place_at(i, self._free_starts())
        for i, s in enumerate(before):
            if 0 < s.letters < LONG:
                start, end = self.around(i)
                self._place_at(i, [start, end - s.letters])
        for i, s in enumerate(before):
            if 0 < s.letters < LONG:
                self._place_at(i, () if at_large else self._free_starts())
        for i in searched:
            self._join(i)

    def around(self, i: int) -> tuple[int, int]:
        """Return the letters at which the recorded sentences that are there before and behind one end and begin."""
        start = next((p[1] for k in range(i - 1, -1, -1) if (p := self.places[k])), 0)
        end = next((p[0] for k in range(i + 1, len(self.places)) if (p := self.places[k])), len(self.known))
        return start, end

    def _place_at(self, i: int, starts: Iterable[int]) -> int | None:
        """Place a sentence at the first of the letters where it stands, and return its end."""
        size = self.before[i].letters
        if self.places[i]:
            return None
        for first in starts:
            last = first + size
            free = first >= 0 and last <= len(self.known) and not self.known[first] and not self.known[last - 1]
            if free and self.wording.digest((first, last)) == self.before[i].digest:
                self._place(i, first, last)
                return last
        return None

    def _place(self, i: int, first: int, last: int) -> None:
        self.places[i] = first, last
        self.known[first:last] = b"k" * (last - first)

    def _free_starts(self) -> Iterator[int]:
        """Yield the letters that begin a word and that no sentence has."""
        for first, last in self.free():
            starts = self.wording.starts
            yield from starts[bisect_left(starts, first) : bisect_left(starts, last)]

    def _join(self, i: int) -> None:
        """Place a sentence that whole lines of something else interrupt."""
        if self.places[i]:
            return
        starts, size = self.wording.line_starts, self.before[i].letters
        at = self.around(i)[0]
        near = starts[bisect_left(starts, at) :][:_INTERRUPTED]
        for first in dict.fromkeys([at, *near]):
            for cut in near:
                rest = size - (cut - first)
                if not first < cut < first + size or any(self.known[first:cut]):
                    continue
                for go_on in starts[bisect_right(starts, cut) :][:_INTERRUPTED]:
                    spans = (first, cut), (go_on, go_on + rest)
                    if (
                        go_on + rest <= len(self.known)
                        and not any(self.known[go_on : go_on + rest])
                        and self.wording.digest(*spans) == self.before[i].digest
                    ):
                        for span in spans:
                            self._place(i, *span)
                        self.joined.add(i)
                        return

    def free(self) -> list[tuple[int, int]]:
        """Return the runs of letters that no recorded sentence has."""
        return [m.span() for m in _FREE.finditer(self.known)]

    def is_sure(self, lost: Sequence[int], first: int = 0, last: int = 0) -> bool:
        """Return whether words stand in running text, not in a table, which a PDF may give in another order.

        ``lost`` are the recorded sentences in whose place they stand; without them, ``first:last`` are their letters.
        """
        if self.wording.document.is_in_order:
            return True
        if not lost and last - first < LONG:
            return False
        if not lost:
            placed = ((abs(p[0] - first), i) for i, p in enumerate(self.places) if p and self.before[i].letters >= LONG)
            lost = [min(placed, default=(0, 0))[1]]
        near = range(max(0, lost[0] - _NEAR), min(len(self.before), lost[-1] + _NEAR + 1))
        words = [k for k in near if self.before[k].letters]
        lines = [k for k in words if not self.before[k].prose]
        others = sum(self.places[k] is None for k in words if k not in lost)
        return 3 * len(lines) < len(words) and all(self.places[k] for k in lines) and others <= _OTHERS

    def missing(self) -> list[list[int]]:
        """Return the runs of recorded sentences that are not in the document."""
        runs = groupby(range(len(self.before)), key=lambda i: self.places[i] is None)
        found = ([i for i in run if self.before[i].letters] for lost, run in runs if lost)
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


def without_rearranged(match: Match) -> tuple[list[Lost], list[tuple[int, int]]]:
    """Return what is missing and the runs of new letters, without neighbours that have the same letters in sum.

    A table or a column that is read in another order has the letters that it had. In a text file, another order in
    a single sentence is another wording.
    """
    missing, free = match.missing(), match.free()
    lost = _windows([sum(match.before[i].mixture for i in run) for run in missing])
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
    """Return the sum and the span of neighbouring numbers, up to some, the shortest spans first."""
    sums = list(accumulate(numbers, initial=0))
    return [
        ((sums[a + size] - sums[a]) % 2**32, (a, a + size))
        for size in range(1, _NEIGHBOURS + 1)
        for a in range(len(numbers) - size + 1)
    ]
