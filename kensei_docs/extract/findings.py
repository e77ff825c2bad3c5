"""What the readings of a source find in a document, gathered while they run."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kensei_docs.extract.cues import Expected, align, parse_cue
from kensei_docs.extract.document import Document
from kensei_docs.extract.observations import Observation, Passage, digest
from kensei_docs.extract.occurrences import Occurrence, occurrences
from kensei_docs.extract.phrases import Letters
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem
from kensei_docs.sources import Source

CHECK = "reading"


@dataclass
class Findings:
    """The findings so far.

    ``expected`` pairs a record with a pattern of facts that the readings look for
    (``rows.*``): a fact of the database that one fits and nothing gave has gone. ``taken`` are
    the spans of figures that became observations, ``faults`` say why others could not.
    ``renamed`` are records that stand in the document under another heading than before.
    """

    document: Document
    source: Source
    observations: list[tuple[int, Observation]] = field(default_factory=list)
    expected: list[tuple[str, str]] = field(default_factory=list)
    taken: list[tuple[int, int]] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    faults: dict[tuple[int, int], str] = field(default_factory=dict)
    renamed: set[str] = field(default_factory=set)

    @cached_property
    def letters(self) -> Letters:
        return Letters(self.document.text)

    @cached_property
    def occurrences(self) -> list[Occurrence]:
        """Every figure of the document, number words too, in the order of their places."""
        return occurrences(self.document.text, self.source.units, self.source.language)

    @cached_property
    def _occurrence_starts(self) -> list[int]:
        return [occurrence.start for occurrence in self.occurrences]

    def between(self, start: int, end: int) -> list[Occurrence]:
        """Return the figures that stand wholly in ``start:end``."""
        first = bisect_left(self._occurrence_starts, start)
        last = bisect_left(self._occurrence_starts, end)
        return [o for o in self.occurrences[first:last] if o.end <= end]

    def locate(self, reading: Reading, record: str) -> Passage | None:
        """Return the passage that a reading's ``from``, ``to`` and ``after`` mark out.

        A phrase that isn't there becomes a problem that names the reading's file and the phrase.
        """
        start = begun = 0
        after = reading.get("after") or []
        for phrase in after if isinstance(after, list) else [after]:
            found = self._phrase(reading, "after", phrase, start, record)
            if found is None:
                return None
            start = begun = found[1]
        if reading.get("from"):
            found = self._phrase(reading, "from", reading.get("from"), start, record)
            if found is None:
                return None
            start, begun = self._with_figure_before(found[0], reading.get("from")), found[1]
        end = len(self.document.text)
        if reading.get("to"):
            found = self._phrase(reading, "to", reading.get("to"), begun, record)
            if found is None:
                return None
            end = found[0]
        return self.cover(record, start, end, len(reading.get("read") or {}))

    def cover(self, record: str, start: int, end: int, figures: int) -> Passage:
        """Note that ``start:end`` is read for a record, for so many facts."""
        passage = Passage(record, start, end, figures)
        self.passages.append(passage)
        return passage

    def _phrase(self, reading: Reading, key: str, phrase: Any, start: int, record: str) -> tuple[int, int] | None:
        found = self.letters.find(str(phrase), start)
        if found is None:
            earlier = start and self.letters.find(str(phrase))
            where = "stands only before the phrases that it should follow" if earlier else "is not in the document"
            self.problems.append(reading.problem(key, f"'{phrase}' {where}; so {record} was not read here", record))
        return found

    def read(self, passage: Passage, expected: Sequence[Expected]) -> dict[int, Occurrence]:
        """Find the expected facts in a passage, observe them, and return what was found."""
        pairs = self.found(passage, expected)
        self.expected += [(passage.record, want.fact) for want in expected]
        for i in sorted(pairs):
            self.observe_figure(passage, expected[i].fact, pairs[i])
        return pairs

    def found(self, passage: Passage, expected: Sequence[Expected]) -> dict[int, Occurrence]:
        """Return the occurrence of each expected fact that stands in a passage, by its index."""
        text = self.document.text[passage.start : passage.end]
        there = [_moved(occurrence, -passage.start) for occurrence in self.between(passage.start, passage.end)]
        return {
            i: _moved(occurrence, passage.start)
            for i, occurrence in align(text, there, expected, self.source.units).items()
        }

    def observe_figure(self, passage: Passage, fact: str, occurrence: Occurrence) -> None:
        """Add the observation of a figure, and note that it is taken."""
        self.observe(passage, fact, occurrence.value, occurrence.start, occurrence.end)

    def observe(self, passage: Passage, fact: str, value: str, start: int, end: int) -> None:
        """Add the observation of a value at ``start:end``: a figure, or a name."""
        first, last, page = self.document.place(start, end)
        figure = parse(value) if fact != "name" else None
        inside = self.document.text[passage.start : passage.end]
        self.observations.append(
            (
                start,
                Observation(
                    passage.record,
                    fact,
                    value,
                    figure.unit if figure else "",
                    self.source.id,
                    page,
                    (first, last) if first is not None and last is not None else None,
                    digest(inside, start - passage.start, end - passage.start, value),
                ),
            )
        )
        self.taken.append((start, end))

    def _with_figure_before(self, start: int, phrase: Any) -> int:
        """Step back over a figure that stands right before the first letter of a phrase.

        A passage that begins "+1 if the troop" is found by its letters, and the figure is its.
        """
        words = str(phrase or "")
        if not words[:1] or words[0].isalpha():
            return start
        before = self.document.text[:start].rstrip()
        for occurrence in self.between(max(0, start - 40), start):
            if occurrence.end == len(before):
                return occurrence.start
        return start


@dataclass(frozen=True)
class Reading:
    """One entry of a source's reading profile and where it stands."""

    source: Source
    stem: str
    index: int
    content: dict[str, Any]

    def get(self, key: str, default: Any = None) -> Any:
        return self.content.get(key, default)

    def place(self, key: str = "") -> Place:
        """Return where a part of the entry stands (``read.base``)."""
        return self.source.trees[self.stem].place(f"{self.index}.{key}" if key else str(self.index))

    def problem(self, key: str, message: str, record: str | None = None) -> Problem:
        """Return the problem that a part of the entry has."""
        return Problem(self.place(key), message, CHECK, edition=self.source.edition, record=record)

    def cues(self, content: Any, key: str, findings: Findings) -> list[Expected]:
        """Return the cues of a mapping fact → cue; a cue that is none becomes a problem."""
        expected = []
        for fact, text in (content or {}).items():
            cue = parse_cue(str(text))
            if cue is None:
                findings.problems.append(
                    self.problem(
                        f"{key}.{fact}", f"'{text}' is no cue; write a few words and one slot, such as within <length>"
                    )
                )
            else:
                expected.append(Expected(fact, cue))
        return expected


def _moved(occurrence: Occurrence, by: int) -> Occurrence:
    return Occurrence(
        occurrence.figure, occurrence.start + by, occurrence.end + by, occurrence.written, occurrence.whole
    )
