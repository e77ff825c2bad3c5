"""The lines of all pages, each with what sets it apart: room above it, bold words, cells of a row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from kensei_docs.extract.document import PageLine, Word
from kensei_docs.extract.pdf.flow import ReadPage
from kensei_docs.extract.pdf.notes import with_notes_placed
from kensei_docs.extract.pdf.page import Line, Rule, unturned
from kensei_docs.extract.pdf.tags import Place
from kensei_docs.extract.pdf.thresholds import LIMITS

_ADDRESS = re.compile(r"\w+://|www\.")  # of the web: underlined as a link, not as a heading


def document_lines(pages: Sequence[ReadPage], places: Sequence[Mapping[int, Place]]) -> list[PageLine]:
    """Return the lines of all pages in reading order."""
    size, heavy = _body(pages)
    wide = LIMITS.wide * _leading(pages)
    lines: list[PageLine] = []
    for number, (page, known) in enumerate(zip(pages, places, strict=True), 1):
        above: Line | None = None
        for line in page.lines:
            gap = above is None or _begins_block(above, line, known, wide, size)
            lead = 0 if heavy else _lead(line)
            bold = line.level > 0 or line.longest.size > LIMITS.larger * size or (not heavy and _is_heavy(line))
            bold = bold or _is_underlined(line, page.page.rules)
            words = tuple(Word(piece.text, *unturned(piece, page.page.height), piece.sure) for piece in line.pieces)
            level = min(line.level, 6)
            lines.append(PageLine(line.text, None, number, gap, above is None, bold, lead, level, line.cells, words))
            above = line
    return with_notes_placed(lines, [page.page for page in pages])


def _body(pages: Iterable[ReadPage]) -> tuple[float, bool]:
    """Return the size in points of most of the text, and whether it is bold."""
    used: Counter[tuple[float, bool]] = Counter()
    for page in pages:
        for line in page.lines:
            for piece in line.pieces:
                used[round(piece.size, 1), piece.heavy] += len(piece.text)
    return used.most_common(1)[0][0] if used else (0.0, False)


def _leading(pages: Iterable[ReadPage]) -> float:
    """Return the usual distance in points between lines of a paragraph."""
    steps = sorted(
        below.pieces[0].y - above.pieces[0].y
        for page in pages
        for above, below in pairwise(page.lines)
        if not above.table and not below.table and below.pieces[0].y - above.pieces[0].y > 0.9 * above.pieces[0].size
    )
    return steps[len(steps) // 5] if steps else 0.0


def _begins_block(above: Line, line: Line, places: Mapping[int, Place], wide: float, size: float) -> bool:
    """Return whether a line is the first of a paragraph, a heading or a table."""
    if above.table or line.table:
        return above.table != line.table
    one, other = (places.get(each.pieces[0].tag) for each in (above, line))
    if one and other:
        return one.block != other.block
    step = line.pieces[0].y - above.pieces[0].y
    alike = above.longest.font == line.longest.font and abs(above.longest.size - line.longest.size) < 0.1
    enlarged = max(1.0, line.longest.size / size) if alike and size else 1.0
    return step > wide * enlarged


def _lead(line: Line) -> int:
    """Return the number of bold words at the beginning of a line, with the sign of a list item before them."""
    lead = 0
    for i, piece in enumerate(line.pieces):
        sign = not i and len(piece.text) == 1 and not piece.text.isalnum() and any(p.heavy for p in line.pieces[1:2])
        if not (piece.heavy or sign):
            break
        lead += 1
    return lead


def _is_heavy(line: Line) -> bool:
    return 2 * sum(len(piece.text) for piece in line.pieces if piece.heavy) > sum(len(p.text) for p in line.pieces)


def _is_underlined(line: Line, rules: Iterable[Rule]) -> bool:
    """Return whether a line of text has a rule below it from its first word to its last, and no farther."""
    box, size, y = line.box, line.longest.size, line.pieces[0].y
    if line.table or any(piece.turn for piece in line.pieces) or _ADDRESS.match(line.text):
        return False
    reach = LIMITS.underline_ends * size
    near = [
        rule for rule in rules if 0 < rule[2] - y < LIMITS.underline * size and rule[1] > box.x0 and rule[0] < box.x1
    ]
    drawn = sum(min(x1, box.x1) - max(x0, box.x0) for x0, x1 in {(x0, x1) for x0, x1, _ in near})
    return (
        bool(near)
        and min(x0 for x0, _, _ in near) > box.x0 - reach
        and max(x1 for _, x1, _ in near) < box.x1 + reach
        and drawn > LIMITS.underlined * (box.x1 - box.x0)
    )
