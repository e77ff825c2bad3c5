"""A document to proofread: its lines with their places, and the names, words and settings to check it with.

The caller of ``proofread.manuscript_of`` reads the document and passes its lines.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, groupby, takewhile
from typing import Any

from kensei_docs.check.finding import Finding
from kensei_docs.database import Citation
from kensei_docs.languages import singular
from kensei_docs.problems import Place
from kensei_docs.processes import LimitedPattern

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
TIMES_OF_OWN = 3  # times that a word stands in a document whose own word it is
_MAX_LINES_LISTED = 3  # lines in a message
_MIN_STEM = 4  # letters of a stem whose last consonant may be doubled or not


@dataclass(frozen=True)
class ManuscriptLine:
    """One line: its 1-based number in a text file or page of a PDF, and its paragraph.

    ``block`` counts paragraphs, headings and tables from 0; ``heading`` says that the line is set as one, ``row`` that
    it is a row of a table.
    """

    text: str
    number: int | None
    page: int | None
    block: int
    heading: bool
    row: bool = False


@dataclass(frozen=True)
class WordSpan:
    """Some words of the document, the offset in the passage at which they begin, and the index of that line."""

    text: str
    start: int
    line: int


@dataclass(frozen=True)
class ManuscriptPassage:
    """A paragraph, heading or table row: its lines joined by spaces."""

    text: str
    starts: tuple[int, ...]
    first: int
    heading: bool

    def line_at(self, offset: int) -> int:
        """Return the index of the line that holds a character of the text."""
        return self.first + max(0, bisect_right(self.starts, offset) - 1)

    @cached_property
    def words(self) -> list[WordSpan]:
        """The words of the passage."""
        return [
            WordSpan(match.group(), match.start(), self.line_at(match.start())) for match in WORD.finditer(self.text)
        ]

    def matches(self, pattern: str | re.Pattern[str] | LimitedPattern) -> Iterator[tuple[re.Match[str], int]]:
        """Yield each match of a pattern in the passage, with the index of the line in which it begins."""
        for match in re.finditer(pattern, self.text) if isinstance(pattern, str) else pattern.finditer(self.text):
            yield match, self.line_at(match.start())


@dataclass
class Manuscript:
    """A document to proofread, with the data to check it with. All words are in lower case.

    ``known`` are the words of all languages that the data have, ``frequency`` the counts of the words of the document's
    language (empty: no list is at hand). ``names`` are those of its edition, ``others`` the glossary's terms: known,
    but not what a stranger's document calls things. ``settings`` are those of its language, by their names in
    ``data/proofreading``. ``units`` is the source's unit, empty if the document's units are not declared.
    """

    document: str
    file: str
    language: str
    units: str
    lines: list[ManuscriptLine]
    known: Collection[str] = ()
    frequency: Mapping[str, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    def finding(self, line: int, message: str, *others: int) -> Finding:
        """Return a finding at a line, by its index; ``others`` are lines that it is about too."""
        place, *_ = places = [self.lines[index] for index in (line, *others)]
        where = "" if place.page is None else f"page {place.page}: "
        spans = [None if other.number is None else (other.number, other.number) for other in places]
        citations = (Citation(self.document, span, at.page) for span, at in zip(spans, places, strict=True))
        return Finding(Place(self.file, place.number), f"{where}{message}", "", citations=tuple(citations))

    def where(self, line: int) -> str:
        """Return how a message names a line of the document, by its index."""
        place_of_line = self.lines[line]
        return f"line {place_of_line.number}" if place_of_line.page is None else f"page {place_of_line.page}"

    def also(self, lines: list[int]) -> str:
        """Return the next few places of ``lines`` after the first, for a message: `` (also line 3, line 9)``."""
        more = dict.fromkeys(self.where(line) for line in lines)
        listed = [place for place in more if place != self.where(lines[0])][:_MAX_LINES_LISTED]
        return f" (also {', '.join(listed)})" if listed else ""

    @property
    def has_own_spaces(self) -> bool:
        """Whether the spaces are the author's: in a PDF, the reader puts them."""
        return all(line.page is None for line in self.lines[:1])

    def words_of(self, setting: str) -> set[str]:
        """Return the words of a setting; none where the language has no such words."""
        return {str(word) for word in self.settings.get(setting, ())}

    @cached_property
    def quotes(self) -> tuple[str, str]:
        """The marks that open a quotation, and those that close one."""
        opening, closing = self.settings.get("quotes", ("", ""))
        return opening, closing

    def patterns(self, setting: str) -> list[LimitedPattern]:
        """Return the patterns of a setting."""
        return [LimitedPattern(pattern) for pattern in self.settings.get(setting, ())]

    def matches(self, *patterns: str | re.Pattern[str] | LimitedPattern) -> Iterator[tuple[re.Match[str], int]]:
        """Yield each match of some patterns in the document, with the index of the line in which it begins."""
        for pattern in patterns:
            for passage in self.passages:
                yield from passage.matches(pattern)

    @cached_property
    def passages(self) -> list[ManuscriptPassage]:
        """The paragraphs and headings of the document, in its order."""
        passages: list[ManuscriptPassage] = []
        numbered = enumerate(self.lines)
        for (_, heading), group in groupby(numbered, lambda n: (n[1].block, n[1].heading)):
            members = list(group)
            texts = [line.text for _, line in members]
            starts = tuple(accumulate((len(text) + 1 for text in texts), initial=0))[:-1]
            passages.append(ManuscriptPassage(" ".join(texts), starts, members[0][0], heading))
        return passages

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of occurrences of each word in the document, in lower case."""
        return Counter(word.text.casefold() for passage in self.passages for word in passage.words)

    @cached_property
    def trios(self) -> Counter[str]:
        """The number of occurrences of each sequence of three words, in lower case."""
        words = [word.text.casefold() for passage in self.passages for word in passage.words]
        return Counter(" ".join(words[i : i + 3]) for i in range(len(words) - 2))

    @cached_property
    def own_names(self) -> set[str]:
        """The words of the names of its edition, in lower case, without function words."""
        return self._words_in(self.names)

    @cached_property
    def _listed(self) -> set[str]:
        return {*self.known, *self.frequency, *self._words_in(self.names), *self._words_in(self.others)}

    def _words_in(self, names: Collection[str]) -> set[str]:
        held = self.words_of("function-words")
        return {word.casefold() for name in names for word in WORD.findall(name) if len(word) > 1} - held

    def is_word(self, word: str) -> bool:
        """Return whether a word in small letters is in a list: itself, its singular or plural, without a usual prefix,
        or in the other of two spellings that are both right, as American and British ones are."""
        forms = {word, singular(word), f"{word}s", unaccented(word)}
        forms |= {word.removeprefix(prefix) for prefix in self.words_of("prefixes")}
        for one, other in self.settings.get("spellings", ()):
            forms |= {word.replace(one, other), word.replace(other, one)}
        for ending in self.words_of("doubling-endings"):
            stem = word.removesuffix(ending)
            if stem != word and len(stem) > _MIN_STEM:
                # "traveling" beside "travelling", "benefitting" beside "benefiting", "enslavers" of "enslave".
                single = stem[:-1] if stem[-1] == stem[-2] else stem
                forms |= {f"{single}e"} if stem.endswith("ss") else {f"{single}e", single}
        return not self._listed.isdisjoint(forms)


def unaccented(text: str) -> str:
    """Return a text without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


def shared_start(first: str, second: str) -> int:
    """Return the length of the common beginning of two words."""
    return sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], zip(first, second, strict=False)))
