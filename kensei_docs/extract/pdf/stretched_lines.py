"""Lines of a justified paragraph that are stretched so wide that their words look like cells."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from kensei_docs.extract.pdf.glyphs import PROSE, Page, Run, baselines, is_stretched, stretched_as_one
from kensei_docs.extract.pdf.table_columns import clusters

FEWEST = 3  # full lines of a column of text; words of a stretched line
SPACE = 0.25  # ems: the space between the words of a line that is not stretched
JUST = 1.0  # points: the full lines of a justified column end nearer to one another


def with_stretched_lines_joined(page: Page) -> Page:
    """Return a page on which the words of each line that was stretched to fill its column are one run, set closely.

    Such a line has equal spaces between words of different lengths, begins where full lines of paragraphs begin, and
    ends where they end.
    """
    full = [run for run in page.runs if len(run.words) >= PROSE and not run.turn]
    lefts = [group[0] for group in clusters([run.x0 for run in full], JUST)]
    rights = [group[0] for group in clusters([run.x1 for run in full], JUST) if len(group) >= FEWEST]
    joined: dict[int, Run] = {}
    gone: set[int] = set()
    for line in baselines([run for run in page.runs if not run.turn]) if rights else []:
        for words in _stretches(line, lefts, rights):
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


def _with_usual_spaces(line: Run) -> Run:
    """Return a stretched line with spaces as narrow as other lines have; ``boxes`` are the places of its words."""
    widths = [end - start for start, end in zip(line.starts, line.ends, strict=True)]
    starts = [line.x0 + before + SPACE * line.size * i for i, before in enumerate(accumulate([0.0, *widths[:-1]]))]
    ends = [start + width for start, width in zip(starts, widths, strict=True)]
    return line._replace(x1=ends[-1], starts=starts, ends=ends, boxes=line.word_boxes(), seams=[])
