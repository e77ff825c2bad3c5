"""Captions below their tables: each is read above its table, as a name is before what it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.lines import by_line

FAR = 3.0  # ems: a caption is nearer to the last line of its table
CLOSE = 1.8  # ems: rows are nearer to one another, if a line between them is one of their table
LARGEST = 1.05  # times the size of the text: a caption is no larger
WORDS = 12  # a caption has at most as many
LINES = 2  # of a table, at least
ABOVE = 1.2  # ems: how far above its table a caption is said to stand
ENDS = ".!?:;,"
ITEM = re.compile(r"\W*(?:\w{1,3}[.)])?\W*")  # the sign or the number of a list item

Type = tuple[str, float]


class _Line(NamedTuple):
    """A line of runs, with the number of its group and of its page."""

    runs: list[Run]
    group: int
    page: int

    @property
    def is_row(self) -> bool:
        """Whether the line is one of a table."""
        item = len(self.runs) == 2 and ITEM.fullmatch(self.runs[0].text)
        return bool(self.runs[0].cells) or (len(self.runs) > 1 and not item)

    @property
    def type(self) -> Type:
        return self.runs[0].font, round(self.runs[0].size, 1)

    @property
    def is_short(self) -> bool:
        """Whether the line is a few words in one piece."""
        [run, *others] = self.runs
        return len(run.words) <= WORDS and not others and not run.cells and not run.turn

    @property
    def is_alone(self) -> bool:
        """Whether the line is a few words that end no sentence."""
        return self.is_short and self.runs[0].words[-1][-1] not in ENDS

    @property
    def foot(self) -> float:
        return max(max((box.bottom for box in run.boxes), default=run.y) for run in self.runs)


def with_captions_above(groups: Sequence[tuple[int, list[Run]]], body: Type) -> list[tuple[int, list[Run]]]:
    """Return groups of runs in reading order, each with the number of its page, with captions above their tables.

    ``body`` is the font and the size of the text. Captions are set in a type of their own: each line in it stands just
    below a table that has no title, and none of them above a table.
    """
    lines = [_Line(line, i, page) for i, (page, group) in enumerate(groups) for line in by_line(group)]
    order = list(range(len(lines)))
    captions = _captions(lines, body)
    for caption in captions:
        first = _first_row(lines, caption)
        order.remove(caption)
        order.insert(order.index(first), caption)
        lines[caption] = _placed_above(lines[caption], lines[first])
    found: list[tuple[int, list[Run]]] = []
    last = -1
    for i in order:
        if i in captions or lines[i].group != last:
            found.append((lines[i].page, []))
        found[-1][1].extend(lines[i].runs)
        last = lines[i].group
    return found if captions else list(groups)


def _captions(lines: Sequence[_Line], body: Type) -> list[int]:
    """Return the lines that are captions below their tables."""
    by_type: dict[Type, list[int]] = {}
    for i, line in enumerate(lines):
        if not line.is_row and line.type != (body[0], round(body[1], 1)):
            by_type.setdefault(line.type, []).append(i)
    alike = [own for (_, size), own in by_type.items() if size <= LARGEST * body[1]]
    return sorted(i for own in alike if all(_is_below_table(lines, i, body) for i in own) for i in own)


def _is_below_table(lines: Sequence[_Line], i: int, body: Type) -> bool:
    """Return whether a line may be the caption of the table above it: that has no title, and no table is below it."""
    line, first = lines[i], _first_row(lines, i)
    if not line.is_alone or i - first < LINES or line.page != lines[i - 1].page:
        return False
    above = lines[first - 1] if first else line
    titled = first > 0 and above.is_alone and above.type != (body[0], round(body[1], 1))
    near = 0 < line.runs[0].y - lines[i - 1].foot < FAR * line.runs[0].size
    return near and not titled and not any(after.is_row for after in lines[i + 1 : i + 2])


def _first_row(lines: Sequence[_Line], end: int) -> int:
    """Return the first line of the table that ends before a line, or this line if there is none.

    The name of a group of its rows is a line of a table, too, and so is the first line of a label.
    """
    first = end
    while first and (lines[first - 1].is_row or (first < end and _is_between_rows(lines, first - 1))):
        first -= 1
    return first


def _is_between_rows(lines: Sequence[_Line], i: int) -> bool:
    """Return whether a line is as near to a row above it, and to the one below it, as rows are."""
    steps = [below.runs[0].y - above.foot for above, below in pairwise(lines[max(0, i - 1) : i + 2])]
    near = [0 < step < CLOSE * lines[i].runs[0].size for step in steps]
    return i > 0 and lines[i].is_short and lines[i - 1].is_row and all(near)


def _placed_above(caption: _Line, row: _Line) -> _Line:
    """Return a caption in front of the first row of its table; its words stay where they are printed."""
    [run] = caption.runs
    above = run._replace(y=row.runs[0].y - ABOVE * run.size, boxes=run.word_boxes())
    return _Line([above], row.group, row.page)
