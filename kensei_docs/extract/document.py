"""A document as read: lines of repaired text in reading order, each with its place."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from kensei_docs.extract.lines import ReadLine

if TYPE_CHECKING:
    from kensei_docs.sources import Source


class Document:
    """The repaired text of a document and where each part of it stands."""

    def __init__(self, source: Source, lines: list[ReadLine]) -> None:
        self.source = source
        self.lines = lines

    @cached_property
    def text(self) -> str:
        """All lines, joined by newlines."""
        return "\n".join(line.text for line in self.lines)

    @cached_property
    def starts(self) -> list[int]:
        """The offset in ``text`` at which each line begins."""
        return list(accumulate((len(line.text) + 1 for line in self.lines), initial=0))[:-1]

    def line_at(self, offset: int) -> int:
        """Return the index in ``lines`` of the line that holds a character of ``text``."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def place(self, start: int, end: int) -> tuple[int | None, int | None, int | None]:
        """Return (first line, last line, page) of the characters ``start`` to ``end`` of ``text``.

        ``end`` is exclusive. Lines are None for a PDF, the page (of ``start``) for a text.
        """
        span = self.lines[self.line_at(start) : self.line_at(max(start, end - 1)) + 1]
        firsts = [line.first for line in span if line.first is not None]
        lasts = [line.last for line in span if line.last is not None]
        return (min(firsts, default=None), max(lasts, default=None), span[0].page if span else None)


def read_document(
    path: Path, source: Source, progress: Callable[[int, int], None] | None = None, kept: Path | None = None
) -> Document:
    """Read a text file or a PDF and repair what its text layer lost.

    ``progress`` is called with (pages read, pages in all). In the folder ``kept``, the pages of a
    PDF are kept for the next time. Raises Unusable, with one problem
    that says what is wrong and what to do, where the file can't be read.
    """
    from kensei_docs.extract.blocks import blocks_of
    from kensei_docs.extract.lexicon import lexicon_for
    from kensei_docs.extract.pages import read_pages
    from kensei_docs.extract.repair import repair

    lines = read_pages(path, progress, kept)
    lexicon = lexicon_for(source)
    return Document(source, repair(blocks_of(lines, source, lexicon), lexicon, source.lost_ligatures))
