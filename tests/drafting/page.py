"""A page of a rulebook, drawn with letters: what stands below what is a column, and two spaces part two cells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kensei_docs.extract.document import Document, PageLine, Word
from kensei_docs.extract.text import document_of
from tests.drafting.conftest import source_of

# Points: the width of a letter, the height of a line, and from line to line.
_WIDE, _HIGH, _STEP = 5.0, 8.0, 12.0
_PIECE = re.compile(r"\S+(?: \S+)*")


def page(drawing: str, language: str = "en", units: str = "in", number: int = 1) -> Document:
    """Return the document of a page; a line may begin with ``*bold words*``, a heading begins with ``#``."""
    lines: list[PageLine] = []
    drawn_lines = drawing.splitlines()
    cells = _cells_of([drawn.replace("*", "") for drawn in drawn_lines])
    gap = True
    for row, drawn in enumerate(drawn_lines):
        if not drawn.strip():
            gap = True
            continue
        bold, heading = re.match(r"\*(.+?)\*", drawn), drawn.startswith("# ")
        line = drawn.removeprefix("# ").replace("*", "")
        top, high = row * _STEP, _HIGH * (1.5 if heading else 1)
        words = tuple(
            Word(found.group(), found.start() * _WIDE, top, found.end() * _WIDE, top + high)
            for found in re.finditer(r"\S+", line)
        )
        text = " ".join(word.text for word in words)
        lead = len(bold[1].split()) if bold else len(words) if heading else 0
        is_bold = heading or lead == len(words)
        lines.append(PageLine(text, None, number, gap, False, is_bold, lead, 0, cells[row], words))
        gap = False
    return document_of(lines, source_of(language, units))


def _cells_of(lines: Sequence[str]) -> list[tuple[int, ...]]:
    """Return the number of words in each cell of each line; none for a line that is no row of a table."""
    found: list[tuple[int, ...]] = [()] * len(lines)
    rows: list[int] = []
    for i, line in enumerate([*lines, ""]):
        below = lines[i + 1] if i + 1 < len(lines) else ""
        group = rows and len(line.split()) <= 3 and "  " in below.strip()
        if line.strip() and not line.startswith("# ") and ("  " in line.strip() or group):
            rows.append(i)
            continue
        columns: list[tuple[int, int]] = []
        for a, b in sorted(piece.span() for row in rows for piece in _PIECE.finditer(lines[row])):
            if columns and a < columns[-1][1]:
                columns[-1] = columns[-1][0], max(b, columns[-1][1])
            else:
                columns.append((a, b))
        for row in rows if len(columns) > 1 else ():
            pieces = [(piece.start(), len(piece.group().split())) for piece in _PIECE.finditer(lines[row])]
            found[row] = tuple(sum(n for at, n in pieces if a <= at < b) for a, b in columns)
        rows = []
    return found
