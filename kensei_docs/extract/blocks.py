"""From pages to blocks: page furniture dropped, garbled characters mended, headings made whole."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from kensei_docs.extract.capitals import is_heading, whole_headings
from kensei_docs.extract.document import ReadLine
from kensei_docs.extract.lexicon import Lexicon
from kensei_docs.extract.marks import plain, with_inches, with_percent
from kensei_docs.extract.pages import PageLine
from kensei_docs.extract.upright import upright_titles

if TYPE_CHECKING:
    from kensei_docs.sources import Source

PAGE_NUMBER = re.compile(r"[-‐–—]\s?\d{1,4}\s?[-‐–—]")


def blocks_of(lines: Iterable[PageLine], source: Source, lexicon: Lexicon) -> list[ReadLine]:
    """Return the lines that a reader reads, with the block that each belongs to.

    What the text layer of ``source`` lost inside words is not yet mended.
    """
    kept = [replace(line, text=text) for line in without_furniture(lines, source.furniture)
            if (text := plain(line.text))]
    percent_lost = not any("%" in line.text for line in kept)
    read: list[ReadLine] = []
    block = -1
    for line in kept:
        text = line.text
        if source.units == "in":
            text = with_inches(text)
        if percent_lost:
            text = with_percent(text, within=bool(read) and not line.gap)
        if line.gap or line.turn or not read:
            block += 1
        read.append(ReadLine(text, line.number, line.number, line.page, block,
                             line.bold or is_heading(text)))
    turns = {i for i, line in enumerate(kept) if line.turn}
    turned = {read[i].block for i in turns}
    return whole_headings(upright_titles(read, turns, lexicon), turned, lexicon)


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
        kept.append(replace(line, gap=line.gap or gap, turn=line.turn or turn))
        gap = turn = False
    return kept
