"""A rule document as it was read: lines as the page shows them, then repaired text with its places."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import cache, cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import NamedTuple, TypeVar

from kensei_docs.problems import Unusable, unusable
from kensei_docs.sources import Source

CHECK = "document"  # the name of the check in the problem of a document that can't be read
# The first and the last character for private use that stand for glyphs for which a font has no character.
SILENT = "\U000f0000", "\U000f0fff"

INCH = "″"  # the mark of inches behind a number, whichever mark a document has there

_TOKEN = re.compile(r"\S+")

# Called with the number of pages read so far, and of all pages.
Progress = Callable[[int, int], None]


class Word(NamedTuple):
    """A word and its place on the page of a PDF, in points from the left and the top of the page.

    ``sure`` is the certainty, from 0 to 1, with which the word was recognised in a picture; None for a word of a text
    layer.
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    sure: float | None = None


class PageLine(NamedTuple):
    """A line as it is in the document, before repairs.

    ``number`` is its line in a text file, ``page`` its page in a PDF, both counted from 1. ``gap`` is true if there is
    a blank line or a wider space above it, ``turn`` if it is the first line of a page, ``bold`` if it is underlined, or
    bolder or larger than the text around it. ``lead`` is the number of bold words at its beginning. ``level`` is the
    level of a heading that the file declares, from 1 for the highest to 6; 0 for every other line. ``cells`` has the
    number of words in each cell of a row of a table, if the page shows where the cells are. ``words`` are the words of
    a PDF, if their places were asked for or if they were recognised in a picture.
    """

    text: str
    number: int | None = None
    page: int | None = None
    gap: bool = False
    turn: bool = False
    bold: bool = False
    lead: int = 0
    level: int = 0
    cells: tuple[int, ...] = ()
    words: tuple[Word, ...] = ()


class ReadLine(NamedTuple):
    """A line of repaired text.

    ``first`` and ``last`` are its lines in a text file, counted from 1, or None for a PDF; ``page`` is its page in a
    PDF, counted from 1, or None for a text file. ``block`` is the number, from 0, of its paragraph, heading or table.
    ``heading`` is true if the line is bold, larger, underlined or all in capitals. ``words`` are the words of a PDF
    before repair, if their places were asked for; ``lead``, ``cells`` and ``level`` are those of ``PageLine``.
    """

    text: str
    first: int | None
    last: int | None
    page: int | None
    block: int
    heading: bool
    words: tuple[Word, ...] = ()
    lead: int = 0
    cells: tuple[int, ...] = ()
    level: int = 0


_Line = TypeVar("_Line", PageLine, ReadLine)


class Document:
    """The repaired lines of a document in reading order, and the text that they form."""

    def __init__(self, source: Source, lines: list[ReadLine]) -> None:
        self.source = source
        self.lines = lines

    @cached_property
    def text(self) -> str:
        """All lines, joined by newlines."""
        return "\n".join(line.text for line in self.lines)

    @property
    def is_in_order(self) -> bool:
        """Whether the lines are certain to be in reading order: true for a text file, not for a PDF."""
        return all(line.page is None for line in self.lines[:1])

    @cached_property
    def recognised(self) -> bool:
        """Whether some of the words were recognised in pictures."""
        return any(word.sure is not None for line in self.lines for word in line.words)

    @cached_property
    def starts(self) -> list[int]:
        """The offset in ``text`` at which each line begins."""
        return list(accumulate((len(line.text) + 1 for line in self.lines), initial=0))[:-1]

    def cells_at(self, index: int) -> list[tuple[int, int]]:
        """Return the spans in ``text`` of the cells of a line, which is a row of a table; none for any other line.

        The span of an empty cell is empty.
        """
        line, at = self.lines[index], self.starts[index]
        words = [match.span() for match in _TOKEN.finditer(line.text)]
        if not line.cells or sum(line.cells) != len(words):
            return []
        spans: list[tuple[int, int]] = []
        first = 0
        for count in line.cells:
            here = words[first : first + count]
            end = spans[-1][1] if spans else at
            spans.append((at + here[0][0], at + here[-1][1]) if here else (end, end))
            first += count
        return spans

    @cached_property
    def text_by_cells(self) -> str:
        """``text`` with a NUL in place of the space after each cell of a table, and before its first: no figure
        crosses it."""
        chars = list(self.text)
        for index in (i for i, line in enumerate(self.lines) if line.cells):
            for start, end in self.cells_at(index):
                for at in (start - 1, end):
                    if 0 <= at < len(chars) and chars[at].isspace():
                        chars[at] = "\0"
        return "".join(chars)

    def line_at(self, offset: int) -> int:
        """Return the index in ``lines`` of the line with a character of ``text``."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def place(self, start: int, end: int) -> tuple[tuple[int, int] | None, int | None]:
        """Return the lines (first, last) and the page of the characters ``start`` to ``end`` of ``text``.

        ``end`` is exclusive. A PDF has no lines and a text file has no page; the page is the one that has ``start``.
        """
        span = self.lines[self.line_at(start) : self.line_at(max(start, end - 1)) + 1]
        firsts = [line.first for line in span if line.first is not None]
        lasts = [line.last for line in span if line.last is not None]
        return (min(firsts), max(lasts)) if firsts and lasts else None, span[0].page if span else None

    def words_at(self, start: int, end: int) -> list[tuple[int, Word]]:
        """Return the words of a PDF that contain the characters ``start`` to ``end`` of ``text``, each with its page.

        There are none unless ``read_document`` was asked for places. A word that repair moved to the line above belongs
        to the line below it.
        """
        found: list[tuple[int, Word]] = []
        for i in range(self.line_at(start), self.line_at(max(start, end - 1)) + 1):
            first, last = max(start, self.starts[i]), min(end, self.starts[i] + len(self.lines[i].text))
            span = first - self.starts[i], last - self.starts[i]
            for line in self.lines[i : i + 2]:
                words = _words_of_characters(self.lines[i].text, *span, line.words)
                if words and line.page is not None:
                    found += [(line.page, word) for word in words]
                    break
        return found

    def sureness(self, start: int, end: int) -> float | None:
        """Return the least certainty of the words with some characters of ``text``; None if none is from a picture."""
        found = [word.sure for _, word in self.words_at(start, end) if word.sure is not None]
        return min(found, default=None)

    @cached_property
    def _letters(self) -> tuple[str, list[int]]:
        """The letters of ``text`` in small letters without accents, and the offset of each."""
        found = [(letter, place) for place, char in enumerate(self.text) for letter in _folded(char)]
        return "".join(letter for letter, _ in found), [place for _, place in found]

    def find(self, phrase: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """Return the span of the first ``phrase`` in ``text[start:end]``, or None.

        Only letters are compared, so a phrase is found across line ends, and although its figures changed. A match of
        whole words is preferred to one inside a word.
        """
        wanted = letters_of(phrase)
        if not wanted:
            return None
        flat, places = self._letters
        stop = len(self.text) if end is None else end
        at, last = bisect_left(places, start), bisect_left(places, stop)
        inside: tuple[int, int] | None = None
        while (at := flat.find(wanted, at, last)) >= 0:
            span = places[at], places[at + len(wanted) - 1] + 1
            if not self._cuts_a_word(*span):
                return span
            inside = inside or span
            at += 1
        return inside

    def _cuts_a_word(self, start: int, end: int) -> bool:
        """Return whether ``start:end`` begins or ends inside a word of ``text``."""
        return (start > 0 and self.text[start - 1].isalpha() and self.text[start].isalpha()) or (
            end < len(self.text) and self.text[end].isalpha()
        )


def with_text(line: _Line, text: str) -> _Line:
    """Return a line with another text, in which the same words are in each of its cells.

    >>> with_text(PageLine('Old hook 4" 3', cells=(2, 1, 1)), "Old hook 4 in 3").cells
    (2, 2, 1)
    """
    cells = line.cells
    if cells and len(text.split()) != len(line.text.split()) == sum(cells):
        before, after = list(_TOKEN.finditer(line.text)), list(_TOKEN.finditer(text))
        blocks = SequenceMatcher(None, line.text, text, autojunk=False).get_matching_blocks()
        ends = [0]
        for last in accumulate(cells):
            # The cell ends where the first matching character of the next one begins.
            start = before[last].start() if last < len(before) else len(line.text)
            at = next((max(a, start) - a + b for a, b, size in blocks if a + size > start), len(text))
            ends.append(max(ends[-1], sum(token.start() < at for token in after)))
        ends[-1] = len(after)
        cells = tuple(end - first for first, end in pairwise(ends))
    return line._replace(text=text, cells=cells)


def unreadable(path: Path, message: str, line: int | None = None, column: int | None = None) -> Unusable:
    """Return the exception for a document that can't be read, ready to raise."""
    return unusable(path, message, CHECK, line, column)


def pattern_of(words: str) -> str:
    """Return the regular expression of some words of a document, with any space between them.

    A length in inches may have the mark or the unit: a profile has the words as one print has them.
    """
    return re.sub(r"(?<=\d)\\s\+in(?!\w)", rf"(?:\\s?in|{INCH})", r"\s+".join(map(re.escape, words.split())))


def letters_of(text: str) -> str:
    """Return the letters of a text in small letters without accents."""
    return "".join(map(_folded, text))


def _words_of_characters(text: str, start: int, end: int, words: Sequence[Word]) -> list[Word]:
    """Return the words of a line that contain the characters ``start`` to ``end`` of its repaired ``text``.

    ``words`` are the line's words before repair. Their letters and digits are matched with those of ``text``, because
    repair changes few letters, and hardly ever a digit. If there are none between ``start`` and ``end``, as in a cell
    with a dash, all other characters are matched, too, as if they were equal.
    """
    letters = any(map(str.isalnum, text[start:end]))

    def kept(char: str) -> str:
        """Return the form in which a character is matched; empty if it is not matched."""
        return char.casefold()[:1] if char.isalnum() else "" if letters or char.isspace() else "-"

    there = [i for i, char in enumerate(text) if kept(char)]
    before = [(kept(char), word) for word in words for char in word.text if kept(char)]
    now, was = "".join(kept(text[i]) for i in there), "".join(char for char, _ in before)
    same = [(0, 0, len(now))] if now == was else SequenceMatcher(None, now, was, autojunk=False).get_matching_blocks()
    found = {
        before[other + step][1]: None
        for one, other, length in same
        for step in range(length)
        if start <= there[one + step] < end
    }
    return list(found)


@cache
def _folded(char: str) -> str:
    """Return the letters of a character in small letters without accents: two for a ligature, none for a digit.

    The mark of inches has those of its unit, so that it makes no difference which of the two a document has.
    """
    return "in" if char == INCH else "".join(c for c in _without_accent(char) if c.isalpha())


def _without_accent(char: str) -> str:
    if char.isascii():
        return char.lower()
    parts = unicodedata.normalize("NFKD", char).casefold()
    return "".join(c for c in parts if not unicodedata.combining(c))
