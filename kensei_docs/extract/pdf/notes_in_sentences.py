"""Notes are put into the text, where their marks stand; marks without a note become figures again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kensei_docs.extract import Word
from kensei_docs.extract.pdf.lines import Line
from kensei_docs.extract.pdf.marks import MARK, without_meaning
from kensei_docs.extract.pdf.notes import is_mark

# At most this many lines follow a mark until its sentence ends.
LONGEST = 40
SENTENCE_END = re.compile(r"[.!?:][^\w\s]*$")
# What ends a note inside of a sentence is no end of that sentence.
STOP = re.compile(r"(?<!\.)\.$")

Columns = list[list[Line]]


class Place(NamedTuple):
    """Where a mark stands: the column, the line and the word, and the part of the word that it is."""

    column: list[Line]
    line: int
    word: int
    start: int
    end: int


def with_notes(
    pages: list[Columns], notes: Sequence[Sequence[tuple[str, list[Line]]]], ends_text: Callable[[Line], bool]
) -> None:
    """Put the ``notes`` of each page, with their marks, into the lines of ``pages``.

    ``ends_text`` tells whether a line is no part of a paragraph, such as a heading.
    """
    for number, some in enumerate(notes):
        for mark, lines in some:
            here = next(_places(pages[number], mark), None)
            place = here or next((p for page in pages[:number] for p in _places(page, mark)), None)
            if place is None:
                pages[number].append(lines)
                continue
            if here is None:
                # The places of words are those of the page with the mark.
                box = place.column[place.line].words[place.word]
                lines = [
                    line._replace(words=tuple(box._replace(text=word.text) for word in line.words)) for line in lines
                ]
            if lines[0].text[:1].islower():
                _put_into_sentence(place, lines)
            else:
                _put_behind_sentence(pages, place, lines, ends_text)
    for page in pages:
        for column in page:
            column[:] = [_without_marks(line) if MARK.search(line.text) else line for line in column]


def _places(columns: Columns, mark: str) -> Iterator[Place]:
    for column in columns:
        for i, line in enumerate(column):
            for k, word in enumerate(line.words):
                if found := is_mark(word.text, mark):
                    yield Place(column, i, k, *found.span())


def _put_into_sentence(place: Place, lines: list[Line]) -> None:
    """Put a note in parentheses behind the word with its mark; what follows it stands in the note's last line."""
    host = place.column[place.line]
    word = host.words[place.word]
    parts = [list(line.words) for line in lines]
    parts[0][0] = parts[0][0]._replace(text=f"({parts[0][0].text}")
    last = parts[-1][-1]
    parts[-1][-1] = last._replace(text=f"{STOP.sub('', last.text)}){word.text[place.end :]}")
    parts[0] = [*host.words[: place.word], word._replace(text=word.text[: place.start]), *parts[0]]
    parts[-1] += host.words[place.word + 1 :]
    if host.cells:
        added = sum(map(len, parts)) - len(host.words)
        at = next(k for k in range(len(host.cells)) if place.word < sum(host.cells[: k + 1]))
        cells = [count + added * (k == at) for k, count in enumerate(host.cells)]
        place.column[place.line] = _line([word for part in parts for word in part], host)._replace(cells=tuple(cells))
    else:
        place.column[place.line : place.line + 1] = [
            _line(part, host._replace(lead=0) if i else host) for i, part in enumerate(parts)
        ]


def _put_behind_sentence(
    pages: list[Columns], place: Place, lines: list[Line], ends_text: Callable[[Line], bool]
) -> None:
    """Put a note behind the line in which the sentence with its mark ends."""
    host = place.column[place.line]
    word = host.words[place.word]
    text = word.text[: place.start] + word.text[place.end :]
    words = [*host.words[: place.word], word._replace(text=text), *host.words[place.word + 1 :]]
    place.column[place.line] = _line(words, host)._replace(cells=host.cells)
    columns = [column for page in pages for column in page]
    number = next(i for i, column in enumerate(columns) if column is place.column)
    follow = [(columns[number], i) for i in range(place.line, len(columns[number]))]
    follow += [(column, i) for column in columns[number + 1 :][:LONGEST] for i in range(len(column))]
    column, at = follow[0]
    for column_behind, i in follow[:LONGEST]:
        line = column_behind[i]
        if line is not host and (line.cells or ends_text(line)) and column_behind[i] is not column[at]:
            break
        column, at = column_behind, i
        if SENTENCE_END.search(line.text):
            break
    column[at + 1 : at + 1] = [_line(list(line.words), column[at]._replace(lead=0)) for line in lines]


def _line(words: Sequence[Word], host: Line) -> Line:
    """Return a line of some words, at the height and in the type of another one."""
    whole = tuple(word for word in words if word.text)
    return host._replace(text=" ".join(word.text for word in whole), words=whole, cells=())


def _without_marks(line: Line) -> Line:
    words: list[Word] = []
    cells = list(line.cells)
    ends = [sum(cells[: k + 1]) for k in range(len(cells))]
    for i, word in enumerate(line.words):
        parts = without_meaning(word.text)
        words += [word._replace(text=part) for part in parts]
        at = next((k for k, end in enumerate(ends) if i < end), None)
        if at is not None:
            cells[at] += len(parts) - 1
    return _line(words, line)._replace(cells=tuple(cells))
