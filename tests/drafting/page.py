"""A page of a rulebook, drawn with letters: what stands below what is a column."""

from __future__ import annotations

import re

from kensei_docs.extract.document import Document, PageLine, Word
from kensei_docs.extract.text import document_of
from tests.drafting.conftest import source_of

# Points: the width of a letter, the height of a line, and from line to line.
_WIDE, _HIGH, _STEP = 5.0, 8.0, 12.0


def page(drawing: str, language: str = "en", units: str = "in") -> Document:
    """Return the document of a page; a line may begin with ``*bold words*``, a heading begins with ``#``."""
    lines: list[PageLine] = []
    gap = True
    for number, drawn in enumerate(drawing.splitlines()):
        if not drawn.strip():
            gap = True
            continue
        bold, heading = re.match(r"\*(.+?)\*", drawn), drawn.startswith("# ")
        line = drawn.removeprefix("# ").replace("*", "")
        top, high = number * _STEP, _HIGH * (1.5 if heading else 1)
        words = tuple(
            Word(found.group(), found.start() * _WIDE, top, found.end() * _WIDE, top + high)
            for found in re.finditer(r"\S+", line)
        )
        text = " ".join(word.text for word in words)
        lead = len(bold[1].split()) if bold else len(words) if heading else 0
        lines.append(PageLine(text, None, 1, gap, False, heading or lead == len(words), lead, (), words))
        gap = False
    return document_of(lines, source_of(language, units))
