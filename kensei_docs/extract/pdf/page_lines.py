"""The lines of all pages in reading order, each with what sets it apart: room above it, bold words, cells of a row.

Page numbers and running heads are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from kensei_docs.extract.document import PageLine
from kensei_docs.extract.pdf.captions import with_captions_above
from kensei_docs.extract.pdf.footnotes import with_notes
from kensei_docs.extract.pdf.glyphs import PROSE, Page, Run, is_heavy
from kensei_docs.extract.pdf.lines import Line, by_line, line_of
from kensei_docs.extract.pdf.narrow_cells import with_lines_of_figures_joined, with_words_joined
from kensei_docs.extract.pdf.page_edges import with_capitals_returned
from kensei_docs.extract.pdf.reading_order import in_reading_order
from kensei_docs.extract.pdf.tables_in_parts import with_halves_parted, with_rows_joined

WIDE = 1.25  # in leadings: a wider step down begins another block
# The first line of a paragraph may begin this many ems after the others. Lines of one type differ less in size, and
# lines of one edge less in their beginnings, in points; at the end of a line, a word takes this more than its width.
INDENT, SAME_SIZE, JUST, SPACE = (0.8, 3.0), 0.1, 1.0, 0.35
LARGER = 1.15  # times the size of the body: what is set larger stands out


def lines_of(pages: list[Page]) -> list[PageLine]:
    """Return the lines of all pages in reading order, without page numbers and running heads."""
    body, ordered = in_reading_order(pages)
    numbered = [(number, group) for number, page in enumerate(ordered) for group in page.groups]
    groups = with_halves_parted(with_rows_joined([group for _, group in numbered]))
    groups = with_capitals_returned(groups, lambda run: _stands_out(run, body))
    columns: list[list[list[Line]]] = [[] for _ in ordered]
    named = [(number, group) for (number, _), group in zip(numbered, groups, strict=True)]
    for number, group in with_captions_above(named, body):
        by_itself = with_words_joined(with_lines_of_figures_joined(by_line(group)))
        columns[number].append([line_of(runs, ordered[number].page) for runs in by_itself])
    notes = [
        [(note.mark, [line_of(runs, page.page) for runs in note.lines if runs]) for note in page.notes]
        for page in ordered
    ]
    with_notes(columns, notes, lambda line: _stands_out(line, body))
    wide = WIDE * _leading_of(column for page in columns for column in page)
    lines: list[PageLine] = []
    for number, page in enumerate(columns, 1):
        turn = True
        for column in page:
            above: Line | None = None
            begin = _indented(column)
            for i, line in enumerate(column):
                gap = above is None or i in begin or line.y - above.y > wide * _enlarged(above, line, body[1])
                lead = 0 if is_heavy(body[0]) else line.lead
                bold = _stands_out(line, body)
                lines.append(PageLine(line.text, None, number, gap, turn, bold, lead, line.cells, line.words))
                above, turn = line, False
    return lines


def _indented(column: Sequence[Line]) -> set[int]:
    """Return which lines of a column are indented as the first of a paragraph, below one with room for their first
    word, and above one that begins where either of the two does."""
    right = max((line.words[-1].x1 for line in column if line.words), default=0.0)
    found: set[int] = set()
    for i in range(1, len(column) - 1):
        lines = column[i - 1 : i + 2]
        if any(not line.words or line.cells or abs(line.size - lines[0].size) > SAME_SIZE for line in lines):
            continue
        above, first, below = (line.words for line in lines)
        indent = first[0].x0 - above[0].x0
        room = right - above[-1].x1 - SPACE * lines[0].size
        level = min(abs(below[0].x0 - line[0].x0) for line in (above, first)) < JUST
        prose = len(first) >= PROSE and len(above) >= PROSE
        if prose and level and INDENT[0] <= indent / lines[0].size <= INDENT[1] and first[0].x1 - first[0].x0 < room:
            found.add(i)
    return found


def _leading_of(columns: Iterable[list[Line]]) -> float:
    """Return the usual distance in points between lines of a paragraph."""
    steps = sorted(
        below.y - above.y
        for column in columns
        for above, below in pairwise(column)
        if below.y - above.y > 0.9 * above.size
    )
    return steps[len(steps) // 5] if steps else 0.0


def _enlarged(above: Line, line: Line, size: float) -> float:
    """Return how much larger than the text, of this ``size``, two lines are that may be one heading; 1 for others."""
    alike = above.font == line.font and abs(above.size - line.size) < 0.1
    return max(1.0, line.size / size) if alike and size else 1.0


def _stands_out(line: Line | Run, body: tuple[str, float]) -> bool:
    """Return whether a line is bolder or clearly larger than the body text of the document."""
    return line.size > LARGER * body[1] or (is_heavy(line.font) and not is_heavy(body[0]))
