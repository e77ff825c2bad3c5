"""The lines of a PDF: glyphs become runs of words, then columns and ruled tables, then lines in reading order.

Page numbers and running heads are left out. The lines of a PDF are cached, so it is parsed once.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from kensei_docs.extract import PageLine, Progress, Word, unreadable
from kensei_docs.extract.pdf.cache import cache_file, cached_lines, keep_lines
from kensei_docs.extract.pdf.glyphs import Page, Run, is_heavy, is_item_sign, unturned, with_signs_moved
from kensei_docs.extract.pdf.pages import pages_of
from kensei_docs.extract.pdf.reading_order import in_reading_order
from kensei_docs.extract.pdf.tables_over_column_ends import with_rows_joined
from kensei_docs.extract.pdf.words_broken_by_cells import with_words_joined

END = b"%%EOF"
SAME_LINE = 0.35  # in ems: runs whose baselines differ by less stand in one line
WIDE = 1.25  # in leadings: a wider step down begins another block
LARGER = 1.15  # times the size of the body: what is set larger stands out


class _Line(NamedTuple):
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


def pdf_lines(
    path: Path,
    content: bytes,
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> list[PageLine]:
    """Return the lines of a PDF in reading order; they are cached in ``cache_folder``, if one is given.

    ``placed`` asks for the places of their words, ``pictures`` for the text in pictures on pages that have text. Raises
    Unusable if the PDF is cut off, damaged or encrypted, or has no text.
    """
    if END not in content[-2048:]:
        raise unreadable(path, "is cut off: its end is missing; fetch the whole file again")
    file = cache_file(cache_folder, path) if cache_folder else None
    lines = cached_lines(file, content, placed, pictures) if file else None
    if lines is None:
        found = list(pages_of(path, content, progress, cache_folder, pictures))
        lines = lines_of(found)
        if not lines:
            raise unreadable(path, "has no text: its pages are empty; name a document with text")
        if file:
            keep_lines(file, content, lines, pictures)
        if not placed and not any(page.sure for page in found):
            lines = [line._replace(words=()) for line in lines]
    return lines


def lines_of(pages: list[Page]) -> list[PageLine]:
    """Return the lines of all pages in reading order, without page numbers and running heads."""
    body, ordered = in_reading_order(pages)
    numbered = [(number, group) for number, page in enumerate(ordered) for group in page.groups]
    groups = with_rows_joined([group for _, group in numbered])
    columns: list[list[list[_Line]]] = [[] for _ in ordered]
    for (number, _), group in zip(numbered, groups, strict=True):
        columns[number].append([_line(runs, ordered[number].page) for runs in with_words_joined(_by_line(group))])
    wide = WIDE * _leading_of(column for page in columns for column in page)
    lines: list[PageLine] = []
    for number, page in enumerate(columns, 1):
        turn = True
        for column in page:
            above = None
            for line in column:
                gap = above is None or line.y - above > wide
                lead = 0 if is_heavy(body[0]) else line.lead
                bold = _stands_out(line, body)
                lines.append(PageLine(line.text, None, number, gap, turn, bold, lead, line.cells, line.words))
                above, turn = line.y, False
    return lines


def _by_line(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs of a column grouped by line, each line sorted from left to right."""
    lines: list[list[Run]] = []
    for run in runs:
        if not lines or abs(run.y - lines[-1][0].y) > SAME_LINE * run.size:
            lines.append([])
        lines[-1].append(run)
    lines = [sorted(line, key=lambda run: run.x0) for line in lines]
    for i, (above, below) in enumerate(pairwise(lines)):
        lines[i][-1:], lines[i + 1][:1] = ([run] for run in with_signs_moved([above[-1], below[0]]))
    return lines


def _line(runs: list[Run], page: Page) -> _Line:
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
    return _Line(text, runs[0].y, longest.size, longest.font, words, lead, cells)


def _leading_of(columns: Iterable[list[_Line]]) -> float:
    """Return the usual distance in points between lines of a paragraph."""
    steps = sorted(
        below.y - above.y
        for column in columns
        for above, below in pairwise(column)
        if below.y - above.y > 0.9 * above.size
    )
    return steps[len(steps) // 5] if steps else 0.0


def _stands_out(line: _Line, body: tuple[str, float]) -> bool:
    """Return whether a line is bolder or clearly larger than the body text of the document."""
    return line.size > LARGER * body[1] or (is_heavy(line.font) and not is_heavy(body[0]))
