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
# The most words of a heading that is recognised by its text alone, because it isn't set as one.
_MAX_TITLE_WORDS = 9
_MAX_LINES_LISTED = 3  # lines in a message
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d)?\.\s+")
_TITLE = re.compile(r"[^\W_•][^.;!]*[^.,;:!?]|[^\W_•]")


@dataclass(frozen=True)
class ManuscriptLine:
    """One line: its 1-based number in a text file or page of a PDF, and its paragraph.

    ``block`` counts paragraphs, headings and tables from 0; ``heading`` says that the line is
    set as one.
    """

    text: str
    number: int | None
    page: int | None
    block: int
    heading: bool


@dataclass(frozen=True)
class KnownTerm:
    """A known name: of a record (an ability, an order, a marker), or a term of the glossary.

    ``ours``: the document's own edition has it, not only the glossary.
    """

    name: str
    kind: str
    ours: bool = True


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

    ``known`` are the words of its language, ``foreign`` those of other languages by the language's code;
    ``complete``: ``known`` includes a dictionary. ``terms`` are the names of its edition and of the
    glossary, ``settings`` those of its language, by their names in ``data/proofreading``.
    ``translations`` maps the glossary's terms in other languages to those in this one. ``units`` is
    ``cm``, ``in``, or empty if the document's units are not declared.
    """

    document: str
    file: str
    language: str
    units: str
    lines: list[ManuscriptLine]
    known: Collection[str] = ()
    complete: bool = False
    foreign: Mapping[str, Collection[str]] = field(default_factory=dict)
    terms: tuple[KnownTerm, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    translations: Mapping[str, str] = field(default_factory=dict)

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
        more = [self.where(line) for line in dict.fromkeys(lines[1:])][:_MAX_LINES_LISTED]
        return f" (also {', '.join(more)})" if more else ""

    def words_of(self, setting: str) -> set[str]:
        """Return the words of a setting; none where the language has no such words."""
        return {str(word) for word in self.settings.get(setting, ())}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number words from two on, with their numbers; "one" is not a count."""
        return {word: number for word, number in self.settings.get("cardinals", {}).items() if number > 1}

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
    def forms(self) -> Counter[str]:
        """The number of occurrences of each word in the document, as it is written."""
        return Counter(word.text for passage in self.passages for word in passage.words)

    @cached_property
    def trios(self) -> Counter[str]:
        """The number of occurrences of each sequence of three words, in lower case."""
        words = [word.text.casefold() for passage in self.passages for word in passage.words]
        return Counter(" ".join(words[i : i + 3]) for i in range(len(words) - 2))

    @cached_property
    def titles(self) -> list[WordSpan]:
        """The headings and captions: lines set as such, and short single lines that are no sentence."""
        titles = []
        for passage in self.passages:
            first = self.lines[passage.first].text
            text = _NUMBERED.sub("", passage.text if passage.heading else first).rstrip(":")
            alone = passage.heading or len(passage.starts) == 1
            if (
                passage.heading
                or (
                    len(text.split()) <= _MAX_TITLE_WORDS
                    and _TITLE.fullmatch(text)
                    # A sentence begins with the line below, which is not in the middle of one.
                    and (alone or self.lines[passage.first + 1].text[:1].isupper())
                )
            ):
                titles.append(WordSpan(text, 0, passage.first))
        return titles

    @cached_property
    def own_names(self) -> set[str]:
        """The words of all known names, in lower case, without function words."""
        return {
            word.casefold() for term in self.terms for word in WORD.findall(term.name) if len(word) > 1
        } - self.words_of("function-words")

    def folded(self, text: str) -> tuple[str, ...]:
        """Return the words of a name for comparison: without case, accents, plurals and function words."""
        function_words = self.words_of("function-words")
        return tuple(
            singular(unaccented(word.casefold()))
            for word in WORD.findall(text)
            if word.casefold() not in function_words
        )


def unaccented(text: str) -> str:
    """Return a text without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


def shared_start(first: str, second: str) -> int:
    """Return the length of the common beginning of two words."""
    return sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], zip(first, second, strict=False)))
