"""Lines of justified text that are stretched so wide that their words look like cells.

A program stretches a line that ends in a break, however short it is. All of its spaces are equal, and its words are not
below those of the lines around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from kensei_docs.extract.pdf.glyphs import EVEN, PROSE, Page, Run, baselines, is_stretched, stretched_as_one
from kensei_docs.extract.pdf.table_columns import clusters

FEWEST = 3  # full lines of a column of text; words of a stretched line
SPACE = 0.25  # ems: the space between the words of a line that is not stretched
FAR = 2.2  # ems: a line next to a stretched one is nearer
JUST = 1.0  # points: the full lines of a justified column end nearer to one another


def with_stretched_lines_joined(page: Page) -> Page:
    """Return a page on which the words of each line that was stretched to fill its column are one run, set closely.

    Such a line has equal spaces between words of different lengths, begins where full lines of paragraphs begin, and
    ends where they end. Or there is a line of its own column next to it, none of whose words is below one of its own.
    """
    full = [run for run in page.runs if len(run.words) >= PROSE and not run.turn]
    lefts = [group[0] for group in clusters([run.x0 for run in full], JUST)]
    rights = [group[0] for group in clusters([run.x1 for run in full], JUST) if len(group) >= FEWEST]
    joined: dict[int, Run] = {}
    gone: set[int] = set()
    lines = baselines([run for run in page.runs if not run.turn])
    for number, line in enumerate(lines):
        for words in _stretches(line, lefts, rights) or _short_stretches(lines, number):
            joined[id(words[0])] = _with_usual_spaces(stretched_as_one(words))
            gone |= {id(run) for run in words[1:]}
    runs = [joined.get(id(run), run) for run in page.runs if id(run) not in gone]
    return page._replace(runs=runs) if joined else page


def _stretches(line: Sequence[Run], lefts: Sequence[float], rights: Sequence[float]) -> list[Sequence[Run]]:
    """Return the parts of a line that fill a column of text."""
    found: list[Sequence[Run]] = []
    start = 0
    for i, run in enumerate(line):
        if any(0 <= run.x1 - x < JUST for x in rights):
            words = line[start : i + 1]
            begins = any(0 <= words[0].x0 - x < JUST for x in lefts)
            if len(words) >= FEWEST and begins and is_stretched(words):
                found.append(words)
            start = i + 1
    return found


def _short_stretches(lines: Sequence[list[Run]], number: int) -> list[Sequence[Run]]:
    """Return the parts of the line with a ``number`` that are lines of text by what stands next to them."""
    return [words for words in _evenly_spaced(lines[number]) if _is_line_of_text(words, lines, number)]


def _evenly_spaced(line: Sequence[Run]) -> Iterator[Sequence[Run]]:
    """Yield the longest parts of a line with a word in each run and equal spaces between them."""
    i = 0
    while i + FEWEST <= len(line):
        j = i + 1
        space = line[j].x0 - line[i].x1
        while j < len(line) and len(line[j].words) == 1 and abs(line[j].x0 - line[j - 1].x1 - space) < EVEN:
            j += 1
        if j - i >= FEWEST and len(line[i].words) == 1 and is_stretched(line[i:j]):
            yield line[i:j]
        i = max(i + 1, j - 1)


def _is_line_of_text(line: Sequence[Run], lines: Sequence[list[Run]], number: int) -> bool:
    """Return whether a stretched line has a line of its column next to it, and no cells below or above its words.

    The line next to it begins at its left edge, and ends at the same right edge or before that.
    """
    first, last = line[0], line[-1]
    near: list[list[Run]] = []
    for step in (-1, 1):
        at = number + step
        while 0 <= at < len(lines) and abs(lines[at][0].y - first.y) < FAR * first.size:
            if level := [run for run in lines[at] if run.x1 > first.x0 and run.x0 < last.x1]:
                near.append(level)
                break
            at += step
    own = any(abs(other[0].x0 - first.x0) < JUST and other[-1].x1 < last.x1 + JUST for other in near)
    return own and not any(_are_aligned(a, b) for other in near for b in other[1:] for a in line[1:-1])


def _are_aligned(one: Run, other: Run) -> bool:
    """Return whether two runs begin, end, or have their middles below one another."""
    pairs = ((one.x0, other.x0), (one.x1, other.x1), ((one.x0 + one.x1) / 2, (other.x0 + other.x1) / 2))
    return any(abs(a - b) < JUST for a, b in pairs)


def _with_usual_spaces(line: Run) -> Run:
    """Return a stretched line with spaces as narrow as other lines have; ``boxes`` are the places of its words."""
    widths = [end - start for start, end in zip(line.starts, line.ends, strict=True)]
    starts = [line.x0 + before + SPACE * line.size * i for i, before in enumerate(accumulate([0.0, *widths[:-1]]))]
    ends = [start + width for start, width in zip(starts, widths, strict=True)]
    return line._replace(x1=ends[-1], starts=starts, ends=ends, boxes=line.word_boxes(), seams=[])
