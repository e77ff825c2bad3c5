"""Notes below the text of a column or a page, or behind the whole text: each is read where its mark stands.

A note that begins with a small letter continues the sentence with its mark: it is read there, in parentheses. Another
one is read behind that sentence. So no note comes between the two parts of a sentence that goes on in the next column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Page, Run
from kensei_docs.extract.pdf.marks import MARK, number_of

SMALLER = 0.96  # of the size of the text: notes are set no larger, unless their mark is raised
SAME_SIZE = 0.06  # of their size: the lines of notes differ by less
LEVEL = 0.35  # ems: runs whose baselines differ by less stand in one line
STEP = 2.4  # ems: the lines of notes are nearer to one another
ASIDE = 3.0  # ems: they begin at most this far from one place
SIGNS = r"[*†‡§]{1,3}"
# The mark before a note, and what is behind it; and the marks behind the words of the text.
BEGINS = re.compile(rf"({MARK.pattern}|{SIGNS}|\d{{1,3}}(?=\W?$))[.):\]]?(.*)")
CALLS = re.compile(rf"(?<=\S)(?:{MARK.pattern}|{SIGNS}(?=\W*$))")


class Note(NamedTuple):
    """A note: its mark, and its lines of runs from top to bottom, without the mark."""

    mark: str
    lines: list[list[Run]]


class _Marks(NamedTuple):
    """How the marks before the notes of a page look.

    ``size`` is that of the text, ``raised`` tells whether notes of the document begin with a raised number, ``here``
    are the marks in the text of the page.
    """

    size: float
    raised: bool
    here: set[str]


def without_notes(pages: Sequence[Page], size: float) -> tuple[list[Page], list[list[Note]]]:
    """Return pages without the notes whose marks stand in their text, and the notes of each; ``size`` is the text's."""
    waiting: dict[str, int] = {}
    raised = any(MARK.match(run.words[0]) for page in pages for run in page.runs)
    left: list[Page] = []
    found: list[list[Note]] = []
    for page in pages:
        for run in page.runs:
            for word in run.words:
                for call in CALLS.findall(word):
                    waiting[number_of(call)] = waiting.get(number_of(call), 0) + 1
        here = {number_of(call) for run in page.runs for word in run.words for call in CALLS.findall(word)}
        notes, taken = _notes_on(page, _Marks(size, raised, here), waiting) if waiting else ([], set())
        found.append(notes)
        left.append(page._replace(runs=[run for run in page.runs if id(run) not in taken]) if taken else page)
    return left, found


def _notes_on(page: Page, marks: _Marks, waiting: dict[str, int]) -> tuple[list[Note], set[int]]:
    """Return the notes at the foot of a page's columns, and which runs they are; takes their marks from ``waiting``."""
    notes: list[Note] = []
    taken: set[int] = set()
    for run in page.runs:
        if id(run) not in taken and (mark := _mark_of(run, marks)) and waiting.get(mark):
            lines = _zone(page.runs, run)
            if lines is not None and not any(id(one) in taken for line in lines for one in line):
                notes += _parted(lines, marks, waiting)
                taken |= {id(one) for line in lines for one in line}
    return notes, taken


def _mark_of(run: Run, marks: _Marks) -> str | None:
    """Return the mark that a run begins with, if it may begin a note, else None.

    A plain number may be a figure of the rules: where notes begin with raised numbers it begins none. A number without
    a full stop or a bracket begins a note only on the page with its mark.
    """
    begins = None if run.turn else BEGINS.fullmatch(run.words[0])
    if begins is None or (len(run.words) == 1 and not begins[2]):
        return None
    mark = number_of(begins[1])
    if MARK.fullmatch(begins[1]):
        return mark
    plain = begins[1].isdecimal()
    if run.size > SMALLER * marks.size or (plain and marks.raised):
        return None
    return mark if not plain or mark in marks.here or begins[1] != run.words[0] else None


def _zone(runs: Sequence[Run], first: Run) -> list[list[Run]] | None:
    """Return the lines of notes from a run to the foot of its column; None if other text stands below it."""
    lines = [[first]]
    for run in sorted(runs, key=lambda run: (run.y, run.x0)):
        if run is first or run.turn or run.y < first.y - LEVEL * first.size:
            continue
        last = lines[-1]
        if abs(run.y - last[0].y) < LEVEL * first.size and 0 <= run.x0 - last[-1].x1 < ASIDE * first.size:
            last.append(run)
        elif (
            LEVEL * first.size <= run.y - last[0].y < STEP * first.size
            and abs(run.x0 - first.x0) < ASIDE * first.size
            and abs(run.size - first.size) < SAME_SIZE * first.size
        ):
            lines.append([run])
    own = {id(run) for line in lines for run in line}
    left, right = first.x0, max(line[-1].x1 for line in lines)
    below = (run for run in runs if run.y > first.y and id(run) not in own and not run.turn)
    return None if any(run.x0 < right and run.x1 > left for run in below) else lines


def _parted(lines: list[list[Run]], marks: _Marks, waiting: dict[str, int]) -> list[Note]:
    """Return the notes that stand below one another in some lines."""
    notes: list[Note] = []
    for line in lines:
        mark = _mark_of(line[0], marks)
        if mark and waiting.get(mark):
            waiting[mark] -= 1
            notes.append(Note(mark, [_without_mark(line)]))
        else:
            notes[-1].lines.append(line)
    return notes


def _without_mark(line: list[Run]) -> list[Run]:
    first = line[0]
    begins = BEGINS.fullmatch(first.words[0])
    rest = begins[2] if begins else ""
    if not rest:
        return [first.part(range(1, len(first.words))), *line[1:]] if len(first.words) > 1 else line[1:]
    return [first._replace(words=[rest, *first.words[1:]], seams=[]), *line[1:]]


def is_mark(word: str, mark: str) -> re.Match[str] | None:
    """Return where a note's mark stands in a word of the text, or None."""
    return next((found for found in CALLS.finditer(word) if number_of(found[0]) == mark), None)
