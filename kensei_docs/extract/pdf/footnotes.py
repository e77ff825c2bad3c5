"""Notes below the text of a column or a page, or behind the whole text: each is read where its mark stands.

A note that begins with a small letter continues the sentence with its mark: it is read there, in parentheses. Another
one is read behind that sentence. So no note comes between the two parts of a sentence that goes on in the next column.
Marks without a note become figures again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kensei_docs.extract.document import Word
from kensei_docs.extract.pdf.footnote_marks import MARK, number_of, without_meaning
from kensei_docs.extract.pdf.glyphs import Page, Rule, Run
from kensei_docs.extract.pdf.lines import Line

SMALLER = 0.96  # of the size of the text: notes are set no larger, unless their mark is raised
UNDER = 1.8  # ems: how far below such a rule the first of them stands
SAME_SIZE = 0.06  # of their size: the lines of notes differ by less
LEVEL = 0.35  # ems: runs whose baselines differ by less stand in one line
STEP = 2.4  # ems: the lines of notes are nearer to one another
ASIDE = 3.0  # ems: they begin at most this far from one place
SIGNS = r"[*†‡§]{1,3}"
# The mark before a note, and what is behind it; and the marks behind the words of the text.
BEGINS = re.compile(rf"({MARK.pattern}|{SIGNS}|\d{{1,3}}(?=\W?$))[.):\]]?(.*)")
TOUCHING = re.compile(r"(\d{1,3})([^\W\d_].*)")  # a plain number that its note touches
SHORT = 0.5  # of the page's width: the rule above notes is shorter, but not as short as a dash
CALLS = re.compile(rf"(?<=\S)(?:{MARK.pattern}|{SIGNS}(?=\W*$))")
# At most this many lines follow a mark until its sentence ends.
LONGEST = 40
SENTENCE_END = re.compile(r"[.!?:][^\w\s]*$")
STOP = re.compile(r"(?<!\.)\.$")  # what ends a note inside of a sentence is no end of that sentence

Columns = list[list[Line]]


class Note(NamedTuple):
    """A note: its mark, and its lines of runs from top to bottom, without the mark."""

    mark: str
    lines: list[list[Run]]


class _Marks(NamedTuple):
    """How the marks before the notes of a page look.

    ``size`` is that of the text, ``raised`` tells whether notes of the document begin with a raised number, ``here``
    are the marks in the text of the page, ``rules`` the short rules that may stand above its notes.
    """

    size: float
    raised: bool
    here: set[str]
    rules: list[Rule]

    def is_under_rule(self, run: Run) -> bool:
        """Return whether a run is the first line below a short rule, at its left edge or in the middle of the page."""
        return any(0 < run.y - rule.y < UNDER * run.size for rule in self.rules)


def without_notes(pages: Sequence[Page], size: float) -> tuple[list[Page], list[list[Note]]]:
    """Return pages without the notes whose marks stand in their text, and the notes of each; ``size`` is the text's."""
    waiting: Counter[str] = Counter()
    raised = any(MARK.match(run.words[0]) for page in pages for run in page.runs)
    left: list[Page] = []
    found: list[list[Note]] = []
    for page in pages:
        here = [number_of(call) for run in page.runs for word in run.words for call in CALLS.findall(word)]
        waiting.update(here)
        short = [rule for rule in page.rules if rule.x1 - rule.x0 < SHORT * page.width] if waiting else []
        notes, taken = _notes_on(page, _Marks(size, raised, set(here), short), waiting) if waiting else ([], set())
        found.append(notes)
        left.append(page._replace(runs=[run for run in page.runs if id(run) not in taken]) if taken else page)
    return left, found


def _notes_on(page: Page, marks: _Marks, waiting: dict[str, int]) -> tuple[list[Note], set[int]]:
    """Return the notes at the foot of a page's columns, and which runs they are; takes their marks from ``waiting``."""
    notes: list[Note] = []
    taken: set[int] = set()
    for run in page.runs:
        touching = id(run) not in taken and marks.is_under_rule(run)
        if id(run) not in taken and (begin := _begin_of(run, marks, touching)) and waiting.get(begin[0]):
            lines = _zone(page, run, begin[0], marks)
            free = lines is not None and not any(id(one) in taken for line in lines for one in line)
            if lines is not None and free and _without_mark(lines[0], begin[1]):
                notes += _parted(lines, marks, waiting, touching)
                taken |= {id(one) for line in lines for one in line}
    return notes, taken


def _begin_of(run: Run, marks: _Marks, touching: bool) -> tuple[str, str] | None:
    """Return the mark that a run begins with, and what is behind it in its first word; None if it begins no note.

    A plain number may be a figure of the rules: where notes begin with raised numbers it begins none. A number without
    a full stop or a bracket begins a note only on the page with its mark. Below a short rule it begins one whatever the
    size of both, and may be ``touching`` the note, or far from it.
    """
    begins = None if run.turn else BEGINS.fullmatch(run.words[0])
    if begins is None and touching and not run.turn:
        touched = TOUCHING.fullmatch(run.words[0])
        return (touched[1], touched[2]) if touched and touched[1] in marks.here else None
    if begins is None or (len(run.words) == 1 and not begins[2] and not touching):
        return None
    mark, rest = number_of(begins[1]), begins[2]
    if MARK.fullmatch(begins[1]):
        return mark, rest
    plain = begins[1].isdecimal()
    if touching and plain and mark in marks.here:
        return mark, rest
    if run.size > SMALLER * marks.size or (plain and marks.raised):
        return None
    return (mark, rest) if not plain or mark in marks.here or begins[1] != run.words[0] else None


def _zone(page: Page, first: Run, mark: str, marks: _Marks) -> list[list[Run]] | None:
    """Return the lines of notes from a run to the foot of its column; None if other text stands below it.

    Below notes in smaller type whose ``mark`` is on the same page, a table may stand over all columns.
    """
    lines = [[first]]
    for run in sorted(page.runs, key=lambda run: (run.y, run.x0)):
        if run is first or run.turn or run.y < first.y - LEVEL * first.size:
            continue
        last = lines[-1]
        same = abs(run.size - first.size) < SAME_SIZE * first.size
        if abs(run.y - last[0].y) < LEVEL * first.size and 0 <= run.x0 - last[-1].x1 < ASIDE * first.size:
            if same:
                last.append(run)
        elif (
            LEVEL * first.size <= run.y - last[0].y < STEP * first.size
            and abs(run.x0 - first.x0) < ASIDE * first.size
            and same
            and not any(last[0].y < rule.y < run.y and rule.x0 < run.x1 and rule.x1 > run.x0 for rule in page.rules)
        ):
            lines.append([run])
    own = {id(run) for line in lines for run in line}
    left, right = first.x0, max(line[-1].x1 for line in lines)
    below = [run for run in page.runs if run.y > lines[-1][0].y and id(run) not in own and not run.turn]
    below = [run for run in below if run.x0 < right and run.x1 > left]
    sure = first.size <= SMALLER * marks.size and MARK.match(first.words[0]) and mark in marks.here
    return None if below and not (sure and marks.is_under_rule(first)) else lines


def _parted(lines: list[list[Run]], marks: _Marks, waiting: dict[str, int], touching: bool) -> list[Note]:
    """Return the notes that stand below one another in some lines; ``touching`` is as in ``_begin_of``."""
    notes: list[Note] = []
    for line in lines:
        begin = _begin_of(line[0], marks, touching)
        if begin and waiting.get(begin[0]) and _without_mark(line, begin[1]):
            waiting[begin[0]] -= 1
            notes.append(Note(begin[0], [_without_mark(line, begin[1])]))
        else:
            notes[-1].lines.append(line)
    return notes


def _without_mark(line: list[Run], rest: str) -> list[Run]:
    """Return a line of a note with the ``rest`` of its first word, behind the mark."""
    first = line[0]
    if not rest:
        return [first.part(range(1, len(first.words))), *line[1:]] if len(first.words) > 1 else line[1:]
    return [first._replace(words=[rest, *first.words[1:]], seams=[]), *line[1:]]


def is_mark(word: str, mark: str) -> re.Match[str] | None:
    """Return where a note's mark stands in a word of the text, or None."""
    return next((found for found in CALLS.finditer(word) if number_of(found[0]) == mark), None)


class _Place(NamedTuple):
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
    has_notes = any(notes)
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
            column[:] = [_without_marks(line, has_notes) if MARK.search(line.text) else line for line in column]


def _places(columns: Columns, mark: str) -> Iterator[_Place]:
    for column in columns:
        for i, line in enumerate(column):
            for k, word in enumerate(line.words):
                if found := is_mark(word.text, mark):
                    yield _Place(column, i, k, *found.span())


def _put_into_sentence(place: _Place, lines: list[Line]) -> None:
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
    pages: list[Columns], place: _Place, lines: list[Line], ends_text: Callable[[Line], bool]
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


def _without_marks(line: Line, has_notes: bool) -> Line:
    words: list[Word] = []
    cells = list(line.cells)
    ends = [sum(cells[: k + 1]) for k in range(len(cells))]
    for i, word in enumerate(line.words):
        parts = without_meaning(word.text, has_notes)
        words += [word._replace(text=part) for part in parts]
        at = next((k for k, end in enumerate(ends) if i < end), None)
        if at is not None:
            cells[at] += len(parts) - 1
    return _line(words, line)._replace(cells=tuple(cells))
