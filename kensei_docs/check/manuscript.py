"""A document as its proofreader sees it: lines with their places, and what is known beside them.

Nothing here says where the lines come from: who reads the document hands them over (``proofread``).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, groupby
from typing import Any

from kensei_docs.check.finding import Finding
from kensei_docs.database import Citation
from kensei_docs.languages import singular
from kensei_docs.problems import Place

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# A heading of the document's own that isn't set in another type is short, and no sentence.
_LONGEST_TITLE = 9
_LISTED = 3  # lines in a message
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d)?\.\s+")
_TITLE = re.compile(r"[^\W_•][^.;!]*[^.,;:!?]|[^\W_•]")


@dataclass(frozen=True)
class Line:
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
class Term:
    """A name that is known: of an ability, an order, a marker, or a word of the glossary.

    ``ours`` says that the document's own edition has it, not only the glossary.
    """

    name: str
    kind: str
    ours: bool = True


@dataclass(frozen=True)
class Span:
    """Some words of the document: where they begin in a passage, and the line that is in."""

    text: str
    start: int
    line: int


@dataclass(frozen=True)
class Passage:
    """A paragraph, heading or table row: its lines joined by spaces."""

    text: str
    starts: tuple[int, ...]
    first: int
    heading: bool

    def line_at(self, offset: int) -> int:
        """Return the index of the line that holds a character of the text."""
        return self.first + max(0, bisect_right(self.starts, offset) - 1)

    @cached_property
    def words(self) -> list[Span]:
        """The words of the passage."""
        return [Span(found.group(), found.start(), self.line_at(found.start())) for found in WORD.finditer(self.text)]

    def found(self, pattern: str | re.Pattern[str]) -> Iterator[tuple[re.Match[str], int]]:
        """Yield each place of a pattern with the index of the line it begins in."""
        for match in re.finditer(pattern, self.text):
            yield match, self.line_at(match.start())


@dataclass
class Manuscript:
    """A document to proofread, and what its proofreader knows. All words are in small letters.

    ``known`` are the words of its language, ``foreign`` those of other languages by the language's code;
    ``complete`` says that ``known`` has a whole dictionary. ``terms`` are the names that its edition and the
    glossary have, ``settings`` what has to be known of the language, by the names of ``data/proofreading``.
    ``translations`` has the glossary's terms in other languages, each with its term in this one. ``units`` is
    ``cm``, ``in``, or empty where nobody says how the document measures.
    """

    document: str
    file: str
    language: str
    units: str
    lines: list[Line]
    known: Collection[str] = ()
    complete: bool = False
    foreign: Mapping[str, Collection[str]] = field(default_factory=dict)
    terms: tuple[Term, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    translations: Mapping[str, str] = field(default_factory=dict)

    def finding(self, line: int, message: str, *others: int) -> Finding:
        """Return a finding at a line, by its index; ``others`` are lines that it is about too."""
        here = self.lines[line]
        where = "" if here.page is None else f"page {here.page}: "
        return Finding(
            Place(self.file, here.number),
            f"{where}{message}",
            "",
            citations=tuple(self._citation(i) for i in (line, *others)),
        )

    def where(self, line: int) -> str:
        """Return how a message names a line of the document, by its index."""
        here = self.lines[line]
        return f"line {here.number}" if here.page is None else f"page {here.page}"

    def _citation(self, line: int) -> Citation:
        here = self.lines[line]
        lines = None if here.number is None else (here.number, here.number)
        return Citation(self.document, lines, here.page)

    def also(self, lines: list[int]) -> str:
        """Return, in brackets, the first few lines at which something stands besides the first of ``lines``."""
        more = [self.where(line) for line in dict.fromkeys(lines[1:])][:_LISTED]
        return f" (also {', '.join(more)})" if more else ""

    def words_of(self, setting: str) -> set[str]:
        """Return the words of a setting; none where the language has no such words."""
        return {str(word) for word in self.settings.get(setting, ())}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The words for numbers from two on, with the numbers; "one" counts nothing."""
        return {word: number for word, number in self.settings.get("cardinals", {}).items() if number > 1}

    @cached_property
    def quotes(self) -> tuple[str, str]:
        """The marks that open a quotation, and those that close one."""
        opening, closing = self.settings.get("quotes", ("", ""))
        return opening, closing

    def patterns(self, setting: str) -> list[re.Pattern[str]]:
        """Return the patterns of a setting."""
        return [re.compile(pattern) for pattern in self.settings.get(setting, ())]

    def found(self, *patterns: str | re.Pattern[str]) -> Iterator[tuple[re.Match[str], int]]:
        """Yield each place of some patterns in the document, with the index of the line it begins in."""
        for pattern in patterns:
            for passage in self.passages:
                yield from passage.found(pattern)

    @cached_property
    def passages(self) -> list[Passage]:
        """The paragraphs of the document, in its order; a heading stands for itself."""
        passages: list[Passage] = []
        numbered = enumerate(self.lines)
        for (_, heading), group in groupby(numbered, lambda n: (n[1].block, n[1].heading)):
            members = list(group)
            texts = [line.text for _, line in members]
            starts = tuple(accumulate((len(text) + 1 for text in texts), initial=0))[:-1]
            passages.append(Passage(" ".join(texts), starts, members[0][0], heading))
        return passages

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word stands in the document, in small letters."""
        return Counter(word.text.casefold() for passage in self.passages for word in passage.words)

    @cached_property
    def forms(self) -> Counter[str]:
        """How often each word stands in the document, as it is written."""
        return Counter(word.text for passage in self.passages for word in passage.words)

    @cached_property
    def trios(self) -> Counter[str]:
        """How often each three words in a row stand in the document, in small letters."""
        words = [word.text.casefold() for passage in self.passages for word in passage.words]
        return Counter(" ".join(words[i : i + 3]) for i in range(len(words) - 2))

    @cached_property
    def titles(self) -> list[Span]:
        """The headings and captions: set as such, or a short line alone that is no sentence."""
        titles = []
        for passage in self.passages:
            first = self.lines[passage.first].text
            text = _NUMBERED.sub("", passage.text if passage.heading else first).rstrip(":")
            alone = passage.heading or len(passage.starts) == 1
            if passage.heading or (
                len(text.split()) <= _LONGEST_TITLE
                and _TITLE.fullmatch(text)
                and (alone or self._begins_at(passage.first + 1))
            ):
                titles.append(Span(text, 0, passage.first))
        return titles

    def _begins_at(self, line: int) -> bool:
        """Return whether a sentence begins with a line, and not in the middle of one."""
        return line < len(self.lines) and self.lines[line].text[:1].isupper()

    @cached_property
    def own_names(self) -> set[str]:
        """The words of the names that are known, in small letters."""
        return {
            word.casefold() for term in self.terms for word in WORD.findall(term.name) if len(word) > 1
        } - self.words_of("function-words")

    def folded(self, text: str) -> tuple[str, ...]:
        """Return the words of a name as they are compared: without case, accents, plurals,
        and without the words that hold it together."""
        held = self.words_of("function-words")
        return tuple(
            singular(unaccented(word.casefold())) for word in WORD.findall(text) if word.casefold() not in held
        )


def unaccented(text: str) -> str:
    """Return a text without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.combining(sign))


def shared_start(one: str, other: str) -> int:
    """Return with how many letters both words begin."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
