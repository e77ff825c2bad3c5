"""From pages to blocks: page furniture dropped, garbled characters mended, headings made whole."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kensei_docs.extract.capitals import is_heading, whole_headings
from kensei_docs.extract.lexicon import Lexicon
from kensei_docs.extract.lines import PageLine, ReadLine
from kensei_docs.extract.marks import plain, with_inches, with_percent
from kensei_docs.extract.upright import upright_titles

if TYPE_CHECKING:
    from kensei_docs.sources import Source

PAGE_NUMBER = re.compile(r"[-‐–—]\s?\d{1,4}\s?[-‐–—]")


def blocks_of(lines: Iterable[PageLine], source: Source, lexicon: Lexicon) -> list[ReadLine]:
    """Return the lines that a reader reads, with the block that each belongs to.

    What the text layer of ``source`` lost inside words is not yet mended.
    """
    kept = [
        line._replace(text=text) for line in without_furniture(lines, source.furniture) if (text := plain(line.text))
    ]
    if source.units == "in":
        kept = [line._replace(text=with_inches(line.text)) for line in kept]
    if not any("%" in line.text for line in kept):
        kept = [
            line._replace(text=with_percent(line.text, above.text if above else "", below.text if below else ""))
            for line, above, below in in_paragraphs(kept)
        ]
    read: list[ReadLine] = []
    block = -1
    for line in kept:
        block += line.gap or line.turn or not read
        read.append(ReadLine(line.text, line.number, line.number, line.page, block, line.bold or is_heading(line.text)))
    turns = {line.block for line, page_line in zip(read, kept, strict=True) if page_line.turn}
    return upright_titles(whole_headings(read, turns, lexicon), turns, lexicon)


def without_furniture(lines: Iterable[PageLine], furniture: Iterable[str]) -> list[PageLine]:
    """Return the lines without page numbers and without lines that ``furniture`` matches whole.

    The space above a dropped line stays above the next.
    """
    patterns = [PAGE_NUMBER, *(re.compile(pattern) for pattern in furniture)]
    kept: list[PageLine] = []
    gap = turn = False
    for line in lines:
        text = line.text.strip()
        if any(pattern.fullmatch(text) for pattern in patterns):
            gap, turn = True, turn or line.turn
            continue
        kept.append(line._replace(gap=line.gap or gap, turn=line.turn or turn))
        gap = turn = False
    return kept


def in_paragraphs(lines: list[PageLine]) -> Iterator[tuple[PageLine, PageLine | None, PageLine | None]]:
    """Yield each line with the lines above and below it that belong to the same paragraph."""
    for above, line, below in zip([None, *lines], lines, [*lines[1:], None], strict=False):
        yield (
            line,
            None if line.gap or line.turn else above,
            None if below is None or below.gap or below.turn else below,
        )
