"""The figures of a document in the units and the language of its source, and which of them a reading expects where."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kensei_docs.extract.document import Document
from kensei_docs.extract.reading.cues import MOST, Expected, align
from kensei_docs.extract.reading.figures_in_text import Occurrence, occurrences
from kensei_docs.sources import Source


@dataclass
class DocumentFigures:
    """Finds the figures of a document."""

    document: Document
    source: Source

    @cached_property
    def occurrences(self) -> list[Occurrence]:
        """Every figure of the document, number words too, in the order of their places; none is in two cells."""
        return occurrences(self.document.text_by_cells, self.source.units, self.source.language)

    @cached_property
    def _occurrence_starts(self) -> list[int]:
        return [occurrence.start for occurrence in self.occurrences]

    def between(self, start: int, end: int) -> list[Occurrence]:
        """Return the figures that are entirely in ``start:end``."""
        first = bisect_left(self._occurrence_starts, start)
        last = bisect_left(self._occurrence_starts, end)
        return [o for o in self.occurrences[first:last] if o.end <= end]

    def found(self, start: int, end: int, expected: Sequence[Expected]) -> dict[int, Occurrence]:
        """Return the occurrences of the expected facts that are in ``start:end``, by their index."""
        return self.aligned(start, end, expected)

    def has_all(self, start: int, end: int, expected: Sequence[Expected], sure: bool = True) -> bool:
        """Return whether all expected facts are in ``start:end``; if they have to be ``sure``, each with most words of
        its cue."""
        return len(self.aligned(start, end, expected, *[MOST] * sure)) == len(expected)

    def aligned(
        self, start: int, end: int, expected: Sequence[Expected], *least: float, apart: Sequence[tuple[int, int]] = ()
    ) -> dict[int, Occurrence]:
        text, source = self.document.text[start:end], self.source
        there = [
            _shift(occurrence, -start)
            for occurrence in self.between(start, end)
            if occurrence.is_readable and not any(a <= occurrence.start < b for a, b in apart)
        ]
        pairs = align(text, there, expected, source.units, source.language, *least)
        return {i: _shift(occurrence, start) for i, occurrence in pairs.items()}


def _shift(occurrence: Occurrence, by: int) -> Occurrence:
    return replace(occurrence, start=occurrence.start + by, end=occurrence.end + by)
