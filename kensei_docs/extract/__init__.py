"""A rule document → observations: its figures, each with its record, fact and place.

``pdf`` turns a PDF into lines, ``text`` turns lines into a ``Document`` (decoded, in blocks, repaired), and
``reading`` reads the figures that the profile of the document's source names.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache, cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kensei_docs.problems import Unusable, unusable

if TYPE_CHECKING:
    from kensei_docs.sources import Source

# The name of the check in the problem of a document that can't be read.
CHECK = "document"

# Called with the number of pages read so far, and of all pages.
Progress = Callable[[int, int], None]


class Word(NamedTuple):
    """A word as it stands on the page of a PDF; lengths in points from the left and the top of the page.

    ``sure`` is from 0 to 1 for a word that was recognised in a picture, None for one of a text layer.
    """

    text: str
    x0: float
    top: float
    x1: float
    bottom: float
    sure: float | None = None


class PageLine(NamedTuple):
    """One line as it stands in the document, before anything is repaired.

    ``number`` is its 1-based line in a text file, ``page`` its 1-based page in a PDF. ``gap``
    says that a blank line or a wider space stands above it, ``turn`` that a page
    begins with it, ``bold`` that it is set bolder or larger than the text around it.
    ``lead`` is the number of words at its beginning that are set bold, ``cells`` are the numbers of
    words of the cells of a table's row, where the page parts them.
    ``words`` are those of a PDF, where their places were asked for or where they were recognised in a picture.
    """

    text: str
    number: int | None = None
    page: int | None = None
    gap: bool = False
    turn: bool = False
    bold: bool = False
    lead: int = 0
    cells: tuple[int, ...] = ()
    words: tuple[Word, ...] = ()


class ReadLine(NamedTuple):
    """One line of repaired text.

    ``first`` and ``last`` are 1-based lines of a text file, None from a PDF; ``page`` is the
    1-based page of a PDF, None from a text. ``block`` counts paragraphs, headings and tables
    from 0. ``heading`` says that the line is set bold or larger, or all in capitals. ``words``
    are those of a PDF before they were repaired, where their places were asked for; ``lead`` and ``cells`` as
    ``PageLine`` has them.
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


class Document:
    """The repaired lines of a document in reading order, and the one text that they make."""

    def __init__(self, source: Source, lines: list[ReadLine]) -> None:
        self.source = source
        self.lines = lines

    @cached_property
    def text(self) -> str:
        """All lines, joined by newlines."""
        return "\n".join(line.text for line in self.lines)

    @property
    def is_in_order(self) -> bool:
        """Whether the lines stand as they are read: those of a text file do, those of a PDF may be read otherwise."""
        return all(line.page is None for line in self.lines[:1])

    @cached_property
    def recognised(self) -> bool:
        """Whether some of the words were recognised in pictures."""
        return any(word.sure is not None for line in self.lines for word in line.words)

    @cached_property
    def starts(self) -> list[int]:
        """The offset in ``text`` at which each line begins."""
        return list(accumulate((len(line.text) + 1 for line in self.lines), initial=0))[:-1]

    def line_at(self, offset: int) -> int:
        """Return the index in ``lines`` of the line that holds a character of ``text``."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def place(self, start: int, end: int) -> tuple[tuple[int, int] | None, int | None]:
        """Return the lines (first, last) and the page of the characters ``start`` to ``end`` of ``text``.

        ``end`` is exclusive. A PDF has no lines, a text file no page; the page is that of ``start``.
        """
        span = self.lines[self.line_at(start) : self.line_at(max(start, end - 1)) + 1]
        firsts = [line.first for line in span if line.first is not None]
        lasts = [line.last for line in span if line.last is not None]
        return (min(firsts), max(lasts)) if firsts and lasts else None, span[0].page if span else None

    def words_at(self, start: int, end: int) -> list[tuple[int, Word]]:
        """Return the words of a PDF that hold the characters ``start`` to ``end`` of ``text``, each with its page.

        They are known where ``read_document`` was asked for places. A word that repair moved to the
        line above stands in the next.
        """
        found: list[tuple[int, Word]] = []
        for i in range(self.line_at(start), self.line_at(max(start, end - 1)) + 1):
            first, last = max(start, self.starts[i]), min(end, self.starts[i] + len(self.lines[i].text))
            span = first - self.starts[i], last - self.starts[i]
            for line in self.lines[i : i + 2]:
                words = _words_behind(self.lines[i].text, *span, line.words)
                if words and line.page is not None:
                    found += [(line.page, word) for word in words]
                    break
        return found

    def sureness(self, start: int, end: int) -> float | None:
        """Return how sure the words are that hold some characters of ``text``, None where no picture was recognised."""
        found = [word.sure for _, word in self.words_at(start, end) if word.sure is not None]
        return min(found, default=None)

    @cached_property
    def _letters(self) -> tuple[str, list[int]]:
        """The letters of ``text`` in small letters without accents, and the offset of each."""
        found = [(letter, place) for place, char in enumerate(self.text) for letter in _folded(char)]
        return "".join(letter for letter, _ in found), [place for _, place in found]

    def find(self, phrase: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """Return the span of the first ``phrase`` in ``text[start:end]``, or None.

        Only letters count, so a phrase is found over a line end, and a changed figure does not hide
        it. A phrase of whole words goes before one inside a word.
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
        return (start > 0 and self.text[start - 1].isalpha() and self.text[start].isalpha()) or (
            end < len(self.text) and self.text[end].isalpha()
        )


def read_document(
    path: Path,
    source: Source,
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> Document:
    """Read a text file or a PDF, and repair what its text layer lost.

    The lines of a PDF are kept in ``cache_folder``, if one is given; ``placed`` asks for the places of
    their words, ``pictures`` for the text in pictures on pages that have text of their own. Raises
    Unusable, with one problem that says what is wrong and what to do, if the file can't be read.
    """
    # Imported here, because ``pdf`` and ``text`` import this module.
    from kensei_docs.extract.text import document_of

    return document_of(read_lines(path, source.page_breaks, progress, cache_folder, placed, pictures), source)


def read_lines(
    path: Path,
    page_breaks: Iterable[str] = (),
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> list[PageLine]:
    """Return a document's lines in reading order, as they stand; as ``read_document`` otherwise.

    ``page_breaks`` are regular expressions of what stands where a page of a text file begins.
    """
    content = content_of(path)
    if is_pdf(content):
        from kensei_docs.extract.pdf import pdf_lines

        return pdf_lines(path, content, progress, cache_folder, placed, pictures)
    from kensei_docs.extract.text import text_lines

    return text_lines(path, content, page_breaks)


def content_of(path: Path) -> bytes:
    """Return what is in a document's file; raises Unusable where there is nothing."""
    if path.is_dir():
        raise unreadable(path, "is a folder; name the rulebook's text file or PDF")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise unreadable(path, "there is no such file") from None
    except OSError as error:
        raise unreadable(path, f"can't be read: {error.strerror}") from None
    if not content.strip():
        raise unreadable(path, "is empty; name the rulebook's text file or PDF")
    return content


def is_pdf(content: bytes) -> bool:
    """Return whether the content of a file is that of a PDF."""
    return b"%PDF-" in content[:1024]


def unreadable(path: Path, message: str, line: int | None = None, column: int | None = None) -> Unusable:
    """Return the exception for a document that can't be read, ready to raise."""
    return unusable(path, message, CHECK, line, column)


def letters_of(text: str) -> str:
    """Return the letters of a text in small letters without accents."""
    return "".join(map(_folded, text))


def _words_behind(text: str, start: int, end: int, words: Sequence[Word]) -> list[Word]:
    """Return those of a line's words, as they were before repair, that hold its characters ``start`` to ``end``.

    Letters and digits are laid side by side: repair changes some letters and hardly a digit. Where none of them
    stands between ``start`` and ``end``, as in the dash of a cell, other characters count as well, all as one.
    """
    letters = any(map(str.isalnum, text[start:end]))

    def kept(char: str) -> str:
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
    return "".join(c for c in _without_accent(char) if c.isalpha())


def _without_accent(char: str) -> str:
    if char.isascii():
        return char.lower()
    parts = unicodedata.normalize("NFKD", char).casefold()
    return "".join(c for c in parts if not unicodedata.combining(c))
