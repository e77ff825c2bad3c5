"""Observations: the figures of a document, each with its record, fact and place.

The recipes of a profile report to an ``Observer``, which collects the results of reading a document.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property

from kensei_docs.extract.document import INCH
from kensei_docs.extract.reading.bounds import bounds_of
from kensei_docs.extract.reading.cells import Cell
from kensei_docs.extract.reading.cues import Expected
from kensei_docs.extract.reading.document_figures import DocumentFigures
from kensei_docs.extract.reading.figures_in_text import Occurrence
from kensei_docs.extract.reading.grids import Grid, grids_of
from kensei_docs.extract.reading.recipes import ProfileEntry
from kensei_docs.figures import parse
from kensei_docs.problems import Problem

# Letters and digits on each side of a figure that its digest is made of: about six words.
_AROUND = 36
_HEADING_NUMBER = re.compile(r"\s*(?:\d+[.)]|\d+(?:\.\d+)+[.)]?)\s+")
_CHAPTER_NUMBER = re.compile(r"\s*\d+(?:\.\d+)*[.)]?\s+")


@dataclass(frozen=True)
class Observation:
    """A figure (or name) of a record, as a document gives it.

    ``lines`` are the first and last line of the document's text file, counted from 1; ``page`` is the page of a PDF.
    ``digest`` is computed from the words around the figure; it is the same for a text file and a PDF. ``span`` is
    (start, end) in the document's text. ``confidence`` is from 0 to 1; None if the figure was not recognised in a
    picture. ``doubt`` says what else the figure may mean, and ``other`` is that as a value, if it is one; both are
    empty for a figure that is sure.
    """

    record: str
    fact: str
    value: str
    unit: str
    document: str
    page: int | None
    lines: tuple[int, int] | None
    digest: str
    span: tuple[int, int]
    confidence: float | None = None
    doubt: str = ""
    other: str = ""


@dataclass(frozen=True)
class Passage:
    """The part ``start:end`` of a document's text that was read for one record.

    ``figures`` is the number of facts that it is read for; if there are none, it is read for its words.
    """

    record: str
    start: int
    end: int
    figures: int = 0


@dataclass(frozen=True)
class Covered:
    """A passage, with the record that it was read for and a digest of all its words.

    ``start`` and ``end`` are its span in the document's text.
    """

    record: str
    document: str
    page: int | None
    lines: tuple[int, int] | None
    digest: str
    figures: int
    start: int
    end: int


@dataclass(frozen=True)
class Unresolved:
    """A figure in digits that no recipe read, with the reason and a few words around it.

    ``span`` is (start, end) in the document's text. ``picture`` is the file with the part of the page around the
    figure, if it was recognised in a picture.
    """

    value: str
    document: str
    page: int | None
    lines: tuple[int, int] | None
    reason: str
    context: str
    span: tuple[int, int]
    picture: str | None = None


@dataclass(frozen=True)
class Reordered:
    """A table whose columns are in another order than in its reading, with the keys in both orders."""

    record: str
    before: tuple[str, ...]
    now: tuple[str, ...]
    page: int | None
    lines: tuple[int, int] | None


@dataclass
class Observer(DocumentFigures):
    """Collects what the recipes observe in a document, beside the figures that it has.

    ``observations`` are in the order in which they were read. ``expected`` are pairs (record, pattern of facts, such as
    ``rows.*``) that the profile looks for: a fact of the database that matches a pattern, and that no observation
    gives, is gone from the document. ``faults`` are the reasons why figures are no observations, by the span of the
    figure. ``names`` are the spans of names that contain numbers, which aren't rules. ``renamed`` are records that the
    document has under another heading than before, ``read_grids`` the tables that were read by their cells.
    """

    observations: list[Observation] = field(default_factory=list)
    expected: list[tuple[str, str]] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    faults: dict[tuple[int, int], str] = field(default_factory=dict)
    names: list[tuple[int, int]] = field(default_factory=list)
    renamed: set[str] = field(default_factory=set)
    reordered: list[Reordered] = field(default_factory=list)
    read_grids: list[Grid] = field(default_factory=list)
    _observed: set[tuple[str, str, int, int]] = field(default_factory=set)

    @cached_property
    def grids(self) -> list[Grid]:
        """The tables of the document whose cells are known."""
        return grids_of(self)

    @property
    def named(self) -> list[tuple[int, int]]:
        """The spans of the names that were observed."""
        return [observation.span for observation in self.observations if observation.fact == "name"]

    def unread(self, figures: Iterable[Occurrence]) -> Iterator[Occurrence]:
        """Yield those of some figures, in order and each once, of which no part was observed, nor is a label of a table
        that was read."""
        labels = [span for grid in self.read_grids for span in grid.labels()]
        read = marked(len(self.document.text), [*(observation.span for observation in self.observations), *labels])
        within = 0
        for figure in figures:
            if figure.end > within and not any(read[figure.start : figure.end]):
                within = figure.end
                yield figure

    def refuse(self, problem: Problem, reason: str, spans: Iterable[tuple[int, int]]) -> None:
        """Report cells that can't be read as a problem, and as the ``reason`` why their figures are no observations."""
        self.problems.append(problem)
        self.faults.update(dict.fromkeys(spans, reason))

    def locate(self, entry: ProfileEntry, record: str) -> Passage | None:
        """Return the passage that an entry's ``from``, ``to`` and ``after`` delimit.

        A phrase that isn't in the document becomes a problem that names the profile's file and the phrase.
        """
        span = bounds_of(self, entry, record)
        if isinstance(span, Problem):
            self.problems.append(span)
            return None
        return self.cover(record, *span, len(entry.get("read") or {}))

    def cover(self, record: str, start: int, end: int, figures: int) -> Passage:
        """Add the passage ``start:end`` with the number of facts of a record that are read from it."""
        passage = Passage(record, start, end, figures)
        self.passages.append(passage)
        return passage

    def read(
        self, passage: Passage, expected: Sequence[Expected], apart: Sequence[tuple[int, int]] = ()
    ) -> dict[int, Occurrence]:
        """Find the expected facts in a passage, outside of the spans ``apart``, and observe them; return their
        occurrences."""
        pairs = self.aligned(passage.start, passage.end, expected, apart=apart)
        self.expected += [(passage.record, want.fact) for want in expected]
        for i in sorted(pairs):
            self.observe_figure(passage, expected[i].fact, pairs[i])
        return pairs

    def observe_figure(self, passage: Passage, fact: str, occurrence: Occurrence) -> None:
        """Add the observation of a figure."""
        self.observe(passage, fact, occurrence.value, occurrence.start, occurrence.end, occurrence)

    def observe(
        self, passage: Passage, fact: str, value: str, start: int, end: int, found: Occurrence | Cell | None = None
    ) -> None:
        """Add the observation of a value at ``start:end``, a figure or a name; once, although two readings take it.

        ``found`` is the figure or the cell with that value: it has the doubt about it.
        """
        one = passage.record, fact, start, end
        if one in self._observed:
            return
        self._observed.add(one)
        lines, page = self.document.place(start, end)
        figure = parse(value) if fact != "name" else None
        inside = self.document.text[passage.start : passage.end]
        self.observations.append(
            Observation(
                passage.record,
                fact,
                value,
                figure.unit if figure else "",
                self.source.id,
                page,
                lines,
                digest(inside, start - passage.start, end - passage.start, value),
                (start, end),
                doubt=found.doubt if found else "",
                other=found.other if found else "",
            )
        )

    def before_number(self, start: int) -> int:
        """Return the offset before the number of a heading (``4. Tide cards``), at the beginning of its line.

        A number without a point counts if the line is a heading.
        """
        line = self.document.line_at(start)
        begins = self.document.starts[line]
        shape = _CHAPTER_NUMBER if self.document.lines[line].heading else _HEADING_NUMBER
        return begins if shape.fullmatch(self.document.text, begins, start) else start


def marked(length: int, spans: Iterable[tuple[int, int]]) -> bytearray:
    """Return a byte for each of ``length`` characters: 1 for one in a span (start, end), 0 for one in none."""
    marks = bytearray(length)
    for start, end in spans:
        marks[start:end] = b"\1" * (end - start)
    return marks


def digest(text: str, start: int, end: int, value: str) -> str:
    """Return 16 hexadecimal digits for a value at ``start:end`` of a text and the words around it.

    Only letters and digits count, so line ends, hyphens and typography don't change it.
    """
    before = _letters_and_digits(text[max(0, start - 4 * _AROUND) : start])[-_AROUND:]
    after = _letters_and_digits(text[end : end + 4 * _AROUND])[:_AROUND]
    return _digest((before, _letters_and_digits(value), after))


def digest_of_all(text: str) -> str:
    """Return 16 hexadecimal digits for all letters and digits of a text."""
    return _digest([_letters_and_digits(text)])


def _digest(parts: Iterable[str]) -> str:
    """Return 16 hexadecimal digits for a sequence of strings."""
    return hashlib.sha256("|".join(parts).encode()).hexdigest()[:16]


def as_lines(items: Iterable[Observation | Unresolved]) -> str:
    """Return the items as JSON, one object per line, without ``span``, and without a ``doubt`` that is empty."""
    objects = (
        {
            key: value
            for key, value in asdict(item).items()
            if key != "span" and (value or key not in ("doubt", "other"))
        }
        for item in items
    )
    return "".join(json.dumps(content, ensure_ascii=False) + "\n" for content in objects)


def _letters_and_digits(text: str) -> str:
    return "".join(c for c in text.replace(INCH, "in").casefold() if c.isalnum())
