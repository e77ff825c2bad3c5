"""Lines of a document whose file says itself what is a heading, a paragraph, an item of a list and a row of a table."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from kensei_docs.extract.document import PageLine, unreadable
from kensei_docs.problems import say

BULLET = "•"
_MAX_PLACES = 6  # lines that are named for what is not read
MAX_COLUMNS = 200  # of a table; a cell that declares more columns has that many

# Digits and signs of notes that are raised, as they stand in text.
_RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")

_ROMAN = [(1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")]
_ROMAN += [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")]


class Look(NamedTuple):
    """How a text is set, as far as it is of use. ``away`` says why it is not read: it is struck, hidden or deleted."""

    bold: bool = False
    raised: bool = False
    away: str = ""


class Cell(NamedTuple):
    """A cell of a table: its words, each with whether it is bold, and the number of columns and rows that it spans."""

    words: list[tuple[str, bool]]
    columns: int = 1
    rows: int = 1


class Lines:
    """Collects the lines of a document, in its order, from one text after the other.

    ``number`` is the line of the file that a text begins on. A file without lines counts those that are collected. What
    is not read is counted by what it is, and told at the end.
    """

    def __init__(self, has_lines: bool) -> None:
        self._has_lines = has_lines
        self._lines: list[PageLine] = []
        self._text: list[tuple[str, bool]] = []  # the open line: texts with whether they are bold
        self._number: int | None = None
        self._level = 0
        self._mark = ""
        self._gap = True
        self._cell: list[tuple[str, bool]] | None = None
        self._left_out: dict[str, list[int]] = {}  # the lines of what is not read, by what it is

    def begin(self, level: int = 0, mark: str = "") -> None:
        """Begin a paragraph, a heading of a level from 1, or an item of a list with a mark such as a bullet."""
        if self._cell is not None:
            self._cell.append((" ", False))
            return
        self._flush()
        self._gap = True
        self._level = level
        self._mark = mark

    def add(self, text: str, look: Look, number: int | None = None) -> None:
        """Add a text to the open line; white space of any length counts as one space."""
        if look.away:
            if text.strip():
                self.leave_out(look.away, number)
            return
        if look.raised and text.strip(" []()").isdigit():
            text = text.strip(" []()").translate(_RAISED)
        if self._cell is not None:
            self._cell.append((text, look.bold))
            return
        if self._number is None and text.strip():
            self._number = number
        self._text.append((text, look.bold))

    def leave_out(self, what: str, number: int | None = None) -> None:
        """Count something that is not read, in a line of the file or in the line that is open."""
        self._left_out.setdefault(what, []).append(number or len(self._lines) + 1)

    def end_line(self) -> None:
        """End the open line; the next one belongs to the same paragraph. A heading and a cell have one line."""
        if self._cell is not None:
            self._cell.append((" ", False))
        elif self._level:
            self._text.append((" ", False))
        else:
            self._flush()

    def _flush(self) -> None:
        words = words_of(self._text)
        number = self._number
        self._text = []
        self._number = None
        if not words:
            return
        words = [(self._mark, False), *words] if self._mark else words
        text = " ".join(word for word, _ in words)
        bold, lead = (True, len(words)) if self._level else _weight(words)
        self._append(PageLine(text, number, None, self._gap, False, bold, lead, self._level))
        self._gap = False
        self._mark = ""

    def open_cell(self) -> None:
        """Collect what follows as the content of a cell, until it is closed."""
        self._cell = []

    def close_cell(self) -> list[tuple[str, bool]]:
        """Return the words of the open cell."""
        words = words_of(self._cell or [])
        self._cell = None
        return words

    def table(self, rows: Sequence[tuple[Sequence[Cell], int | None]]) -> None:
        """Add the rows of a table, each with its line in the file; a cell over several rows is in each of them."""
        self.begin()
        grid = _grid([cells for cells, _ in rows])
        width = max((column for row in grid for column, words in row.items() if words), default=-1) + 1
        for row, (_, number) in zip(grid, rows, strict=True):
            cells = [row.get(column, []) for column in range(width)]
            words = [word for cell in cells for word in cell]
            if not words:
                continue
            bold, lead = _weight(words)
            text = " ".join(word for word, _ in words)
            counts = tuple(map(len, cells)) if width > 1 else ()
            self._append(PageLine(text, number, None, self._gap, False, bold, lead, 0, counts))
            self._gap = False
        self._gap = True

    def _append(self, line: PageLine) -> None:
        self._lines.append(line if self._has_lines else line._replace(number=len(self._lines) + 1))

    def finish(self, path: Path) -> list[PageLine]:
        """Return all lines, and tell what was not read; raises Unusable if there is no line."""
        self._flush()
        if not self._lines:
            raise unreadable(path, "has no text")
        if self._left_out:
            left = "; ".join(f"{what}, {_places(numbers)}" for what, numbers in sorted(self._left_out.items()))
            logging.getLogger(__name__).warning("%s", say("%(file)s: left out: %(left)s", file=path, left=left))
        return self._lines


def _places(numbers: Sequence[int]) -> str:
    """Return how many there are of something, and the first lines with it."""
    lines = ", ".join(map(str, sorted(set(numbers))[:_MAX_PLACES]))
    more = " …" if len(set(numbers)) > _MAX_PLACES else ""
    return say("%(count)s (line %(lines)s)", count=len(numbers), lines=f"{lines}{more}")


def numeral(number: int, kind: str) -> str:
    """Return a number of an item in a form, by one of the names that DOCX and ODT have for it; in digits by default."""
    if kind in ("a", "lowerLetter", "A", "upperLetter") and number > 0:
        letter = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
        return letter if kind in ("a", "lowerLetter") else letter.upper()
    if kind in ("i", "lowerRoman", "I", "upperRoman") and 0 < number < 4000:
        written = ""
        for value, letters in _ROMAN:
            written += letters * (number // value)
            number %= value
        return written if kind in ("i", "lowerRoman") else written.upper()
    return str(number)


def words_of(texts: Sequence[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Return the words of texts, each with whether its first letter is bold; a word may go on in the next text."""
    words: list[tuple[str, bool]] = []
    ended = True
    for text, bold in texts:
        for i, word in enumerate(text.split()):
            if i or ended or text[0].isspace():
                words.append((word, bold))
            else:
                words[-1] = words[-1][0] + word, words[-1][1]
            ended = False
        ended = ended or text[-1:].isspace()
    return words


def _weight(words: Sequence[tuple[str, bool]]) -> tuple[bool, int]:
    """Return whether most letters of a line are bold, and how many words at its beginning are, with a bullet's."""
    lead = 0
    for i, (word, bold) in enumerate(words):
        sign = not i and not word[:1].isalpha() and len(word) < 4 and any(heavy for _, heavy in words[1:2])
        if not (bold or sign):
            break
        lead += 1
    letters = sum(len(word) for word, _ in words)
    return 2 * sum(len(word) for word, bold in words if bold) > letters, lead


def _grid(rows: Sequence[Sequence[Cell]]) -> list[dict[int, list[tuple[str, bool]]]]:
    """Return the words of each row by column, from 0; those of a cell over several rows in each of its rows."""
    grid: list[dict[int, list[tuple[str, bool]]]] = [{} for _ in rows]
    for i, row in enumerate(rows):
        column = 0
        for cell in row:
            while column in grid[i]:
                column += 1
            for below in grid[i : i + max(1, cell.rows)]:
                below[column] = cell.words
                below.update((beside, []) for beside in range(column + 1, column + min(cell.columns, MAX_COLUMNS)))
            column += 1
    return grid
