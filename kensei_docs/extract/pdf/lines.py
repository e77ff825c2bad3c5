"""A line of a page, made of runs of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from kensei_docs.extract.document import Word
from kensei_docs.extract.pdf.glyphs import Page, Run, in_groups, is_item_sign, unturned, with_signs_moved

SAME_LINE = 0.35  # in ems: runs whose baselines differ by less stand in one line
LEVEL = 0.4  # in ems: the same, in a table


class Line(NamedTuple):
    """A line of a page: its text, its baseline in points from the top, the size and the font of its longest run.

    ``lead`` and ``cells`` are those of ``PageLine``.
    """

    text: str
    y: float
    size: float
    font: str
    words: tuple[Word, ...]
    lead: int
    cells: tuple[int, ...]


def by_line(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs of a column grouped by line, each line sorted from left to right."""
    lines = in_groups(runs, lambda line, run: abs(run.y - line[0].y) > SAME_LINE * run.size)
    lines = [sorted(line, key=lambda run: run.x0) for line in lines]
    for i, (above, below) in enumerate(pairwise(lines)):
        lines[i][-1:], lines[i + 1][:1] = ([run] for run in with_signs_moved([above[-1], below[0]]))
    return lines


def line_of(runs: Sequence[Run], page: Page) -> Line:
    """Return the line that some runs of a page form."""
    longest = max(runs, key=lambda run: len(run.text))
    words = tuple(
        Word(text, *unturned(box, run.turn, page.height), page.sure.get(box))
        for run in runs
        for text, box in zip(run.words, run.word_boxes(), strict=True)
    )
    text, lead = " ".join(run.text for run in runs), 0
    for i, run in enumerate(runs):
        sign = not i and is_item_sign(run.words) and any(after.heavy for after in runs[1:2])
        lead += 1 if sign else run.heavy
        if not sign and run.heavy < len(run.words):
            break
    cells = tuple(runs[0].cells) if len(runs) == 1 else ()
    return Line(text, runs[0].y, longest.size, longest.font, words, lead, cells)


def lines_of(runs: list[Run]) -> list[list[Run]]:
    """Return runs grouped into lines, from top to bottom."""
    return in_groups(sorted(runs, key=lambda run: run.y), lambda line, run: run.y - line[0].y > LEVEL * run.size)


def words_of(run: Run) -> list[Run]:
    """Return each word of a run as a run; a run without the places of its words stays as it is."""
    if not run.starts:
        return [run]
    # Written out, as this is done for each word of a document: ``part`` takes three times as long.
    of_run = run.y, run.size, run.font
    return [
        Run(
            x0,
            x1,
            *of_run,
            words=[word],
            starts=[x0],
            ends=[x1],
            turn=run.turn,
            boxes=run.boxes[i : i + 1],
            cells=run.cells,
            heavy=int(i < run.heavy),
            lefts=run.lefts,
            over=run.over,
        )
        for i, (word, x0, x1) in enumerate(zip(run.words, run.starts, run.ends, strict=True))
    ]


def as_one(words: Sequence[Run]) -> Run:
    """Return runs that are beside one another, of a word each or more, as one run."""
    boxes = [box for run in words for box in run.word_boxes()]
    return words[0]._replace(x1=words[-1].x1, words=[word for run in words for word in run.words], boxes=boxes)
