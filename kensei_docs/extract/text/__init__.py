"""Raw lines of a document become a ``Document``: lines in blocks, with repaired text.

Faults that any document may have are repaired by rules; the losses of one document are declared in its ``source.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kensei_docs.extract.document import Document, PageLine, ReadLine, with_text
from kensei_docs.extract.text.characters import (
    plain,
    with_inches,
    with_ligatures_of_fonts,
    with_percent,
    without_soft_hyphens,
)
from kensei_docs.extract.text.repair import repair
from kensei_docs.extract.text.titles import is_heading, upright_titles, whole_headings
from kensei_docs.languages import Lexicon, language
from kensei_docs.processes import LimitedPattern
from kensei_docs.sources import Source

PAGE_NUMBER = re.compile(r"[-‐–—]\s?\d{1,4}\s?[-‐–—]")


def document_of(lines: Iterable[PageLine], source: Source) -> Document:
    """Return the document with these lines, repaired as its source declares."""
    names = frozenset(part.lower() for name in source.names for part in name.replace("-", " ").split())
    spoken = language(source.language)
    lexicon = Lexicon(spoken.dictionary, names, spoken.function_words, frozenset(spoken.numbers))
    return Document(source, repair(blocks_of(lines, source, lexicon), lexicon, source.lost_ligatures))


def blocks_of(lines: Iterable[PageLine], source: Source, lexicon: Lexicon) -> list[ReadLine]:
    """Return the lines without page furniture, each with the number of its block; broken words aren't repaired yet."""
    found = lines_without_furniture(lines, source.furniture)
    spoken = language(source.language)
    texts = with_ligatures_of_fonts(without_soft_hyphens([line.text for line in found]), lexicon)
    texts = [plain(text) for text in texts]
    kept = [with_text(line, text) for line, text in zip(found, texts, strict=True) if text]
    if source.units not in ("cm", "mm"):
        kept = [with_text(line, with_inches(line.text, spoken.quotes)) for line in kept]
    if not any("%" in line.text for line in kept):
        kept = [
            with_text(line, with_percent(line.text, above.text if above else "", below.text if below else ""))
            for line, above, below in _in_paragraphs(kept)
        ]
    read: list[ReadLine] = []
    block = -1
    for line in kept:
        block += line.gap or line.turn or not read
        heading = line.bold or line.level > 0 or is_heading(line.text)
        place = line.number, line.number, line.page
        read.append(ReadLine(line.text, *place, block, heading, line.words, line.lead, line.cells, line.level))
    turns = {line.block for line, page_line in zip(read, kept, strict=True) if page_line.turn}
    read = whole_headings(read, turns, lexicon, spoken.unfinished)
    return upright_titles(read, turns, lexicon)


def lines_without_furniture(lines: Iterable[PageLine], furniture: Iterable[str]) -> list[PageLine]:
    """Return the lines without page numbers, and without lines that ``furniture`` matches as a whole.

    If there is a space above a removed line, the next line has it.
    """
    patterns: list[re.Pattern[str] | LimitedPattern] = [PAGE_NUMBER]
    patterns += [LimitedPattern(pattern) for pattern in furniture]
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


def _in_paragraphs(lines: list[PageLine]) -> Iterator[tuple[PageLine, PageLine | None, PageLine | None]]:
    """Yield each line with the lines directly above and below it in the same paragraph."""
    for above, line, below in zip([None, *lines], lines, [*lines[1:], None], strict=False):
        ends = below is None or below.gap or below.turn
        yield line, None if line.gap or line.turn else above, None if ends else below
