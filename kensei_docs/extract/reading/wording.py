"""The wording of a document: its letters without its figures, in sentences, and the figures that no profile reads.

Two prints of a text have the same letters, wherever lines, columns and pages end and however figures changed. A
sentence is identified by a digest of its letters, as the words themselves belong to the owner of the document.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from kensei_docs.extract.document import Document, letters_of
from kensei_docs.extract.reading.figures_in_text import Occurrence, unit_words
from kensei_docs.extract.reading.no_rules import no_rules_in
from kensei_docs.extract.reading.observations import Observer, marked
from kensei_docs.processes import LimitedPattern

# A sentence of fewer letters may occur in many places of a document, and is not identified by its letters alone.
LONG = 20
_MIN_WORDS = 4  # words of a sentence
_SENTENCE_END = re.compile(r"[.!?:;][^\w\s]*(?=\s|\Z)")
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_ONE = "1"


@dataclass(frozen=True)
class Sentence:
    """The part ``start:end`` of a document's text: a sentence, or (not ``prose``) a line of a table or a heading.

    It has the letters ``first`` to ``last``, exclusive, of the wording; ``figures`` are its loose figures.
    ``record`` is the one that the sentence was read for.
    """

    start: int
    end: int
    first: int
    last: int
    prose: bool
    record: str | None
    figures: tuple[str, ...]


@cache
def _number_of(letter: str) -> int:
    """Return a number of 32 bits for a letter."""
    return int.from_bytes(hashlib.blake2b(letter.encode(), digest_size=4).digest())


class Wording:
    """The letters of a document, without those of its figures, and the offset of each in its text."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer

    @property
    def document(self) -> Document:
        return self._observer.document

    @cached_property
    def _figures(self) -> list[Occurrence]:
        """All figures; the word for one counts as a word, because it is as often an article or a pronoun."""
        return [f for f in self._observer.occurrences if f.written or f.value != _ONE]

    @cached_property
    def _stream(self) -> tuple[str, list[int]]:
        text = self.document.text
        source = self._observer.source
        units = [m.span() for m in unit_words(source.units, source.language).finditer(text)]
        masked = marked(len(text), [*((f.start, f.end) for f in self._figures), *units])
        found = [(letter, at) for at, char in enumerate(text) if not masked[at] for letter in letters_of(char)]
        return "".join(letter for letter, _ in found), [at for _, at in found]

    @property
    def letters(self) -> str:
        """All letters outside of figures, in small letters without accents."""
        return self._stream[0]

    @property
    def places(self) -> list[int]:
        """The offset in the document's text of each letter."""
        return self._stream[1]

    @cached_property
    def starts(self) -> list[int]:
        """The indices of the letters that begin a word."""
        text, places = self.document.text, self.places
        return [i for i, at in enumerate(places) if not at or not text[at - 1].isalpha()]

    @cached_property
    def line_starts(self) -> list[int]:
        """The indices of the first letter of each line that has any."""
        firsts = dict.fromkeys(bisect_left(self.places, start) for start in self.document.starts)
        return [first for first in firsts if first < len(self.places)]

    def digest(self, *spans: tuple[int, int]) -> str:
        """Return 12 hexadecimal digits for the letters of the spans (first, last), joined."""
        letters = "".join(self.letters[first:last] for first, last in spans)
        return hashlib.blake2b(letters.encode(), digest_size=6).hexdigest()

    def mixture(self, first: int, last: int) -> int:
        """Return a number of 32 bits for the letters ``first:last``, the same for these letters in any order.

        The number of two spans together is the sum of their numbers, modulo 2**32.
        """
        counts = Counter(self.letters[first:last])
        return sum(_number_of(letter) * count for letter, count in counts.items()) % 2**32

    @property
    def facts(self) -> int:
        """The number of figures, in digits or in words, that were read as facts."""
        return len(self._read)

    @property
    def known(self) -> list[int]:
        """The offsets of the figures that were read as facts, then of those that the source excludes."""
        return [*(start for start, _ in self._read), *(f.start for f in self._left if self._is_apart(f))]

    @cached_property
    def _read(self) -> list[tuple[int, int]]:
        in_words = {(o.start, o.end) for o in self._observer.occurrences if not o.written}
        spans = {observation.span for observation in self._observer.observations if observation.fact != "name"}
        return [span for span in spans if span in in_words or _DIGIT.search(self.document.text, *span)]

    @cached_property
    def loose(self) -> list[Occurrence]:
        """The figures, in digits or in words, that were not read as facts and that the source doesn't exclude."""
        return [figure for figure in self._left if not self._is_apart(figure)]

    @property
    def apart(self) -> int:
        """The number of figures that the source excludes because they aren't rules."""
        return len(self._left) - len(self.loose)

    @cached_property
    def _left(self) -> list[Occurrence]:
        """The figures that were not read as facts, each once."""
        return list(self._observer.unread(self._figures))

    @cached_property
    def _apart(self) -> bytearray:
        """A byte for each character of the text: 1 in what is no rule, as its source or its form says, and in
        names with numbers."""
        text, patterns = self.document.text, self._observer.source.no_rules
        no_rules = [found.span() for pattern in patterns for found in LimitedPattern(pattern, re.M).finditer(text)]
        no_rules += [(part.start, part.end) for part in no_rules_in(text, self._observer.source.language)]
        return marked(len(text), [*no_rules, *self._observer.names])

    def _is_apart(self, figure: Occurrence) -> bool:
        return all(self._apart[figure.start : figure.end])

    def figures_around(self, first: int, last: int) -> list[Occurrence]:
        """Return the figures, with all ways to read them, between the letters before and after ``first:last``."""
        return self._observer.between(*self._room(first, last))

    def loose_around(self, first: int, last: int) -> list[Occurrence]:
        """Return the loose figures between the letters before and after ``first:last``."""
        start, end = self._room(first, last)
        return [figure for figure in self.loose if start <= figure.start and figure.end <= end]

    def _room(self, first: int, last: int) -> tuple[int, int]:
        """Return the span of the text between the letter before ``first:last`` and the letter after it."""
        start = self.places[first - 1] + 1 if first else 0
        return start, self.places[last] if last < len(self.places) else len(self.document.text)

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences of the document in its order, which together have all its letters and loose figures."""
        found = []
        label = 0, 0
        for start, end in self._parts():
            first, last = bisect_left(self.places, start), bisect_left(self.places, end)
            text = self.document.text[start:end]
            figures = tuple(f.value for f in self.loose if start <= f.start < end)
            if first == last and not figures:
                label = start, end
                continue
            record = self.record_at(start, end)
            if label[1] == start and "\n" not in self.document.text[slice(*label)].lstrip() + text[:1]:
                start = label[0]  # the number of an item, or the results of a die: 2-5: Stunned
            prose = (
                last - first >= LONG
                and len(_WORD.findall(text)) >= _MIN_WORDS
                and bool(_SENTENCE_END.search(text.rstrip()[-3:]))
            )
            found.append(Sentence(start, end, first, last, prose, record, figures))
        return found

    def record_at(self, start: int, end: int) -> str | None:
        """Return the record of the shortest passage with the middle of ``start:end``."""
        number = self._passage_at[(start + end) // 2] if start < end else -1
        return self._observer.passages[number].record if number >= 0 else None

    @cached_property
    def _passage_at(self) -> array[int]:
        """For each offset in the text the index of the shortest passage with it, -1 if there is none."""
        found = array("i", [-1]) * len(self.document.text)
        passages = self._observer.passages
        for number in sorted(range(len(passages)), key=lambda n: passages[n].start - passages[n].end):
            passage = passages[number]
            if "/" in passage.record:
                found[passage.start : passage.end] = array("i", [number]) * (passage.end - passage.start)
        return found

    def _parts(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of sentences; lines that don't end a sentence, as in a table, are parts of their own."""
        document = self.document
        cuts = {0, len(document.text)} | {m.end() for m in _SENTENCE_END.finditer(document.text)}
        for i, (line, start) in enumerate(zip(document.lines, document.starts, strict=True)):
            if line.heading:
                cuts |= {start, start + len(line.text)}
            if i and line.block != document.lines[i - 1].block:
                cuts.add(start)
        cuts |= {at for span in self._observer.named for at in span}
        ordered = sorted(cuts)
        for start, end in pairwise(ordered):
            if _SENTENCE_END.search(document.text[start:end].rstrip()[-3:]):
                yield start, end
            else:
                yield from self._lines(start, end)

    def _lines(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the span of each line in ``start:end``."""
        inner = self.document.starts[self.document.line_at(start) : self.document.line_at(end) + 1]
        stops = [start, *(at for at in inner if start < at < end), end]
        yield from pairwise(stops)
