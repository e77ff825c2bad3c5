"""Raw lines of a document become a ``Document``: lines in blocks, with repaired text.

Faults that any document may have are repaired by rules; the losses of one document are declared in its ``source.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kensei_docs.extract import Document, PageLine, ReadLine, unreadable
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

if TYPE_CHECKING:
    from kensei_docs.problems import Unusable
    from kensei_docs.sources import Source

FORM_FEED = "\f"
PAGE_NUMBER = re.compile(r"[-‐–—]\s?\d{1,4}\s?[-‐–—]")
BINARY = re.compile(rb"[\x00-\x08\x0e-\x1f]")


def document_of(lines: Iterable[PageLine], source: Source) -> Document:
    """Return the document with these lines, repaired as its source declares."""
    names = frozenset(part.lower() for name in source.names for part in name.replace("-", " ").split())
    spoken = language(source.language)
    lexicon = Lexicon(spoken.dictionary, names, spoken.function_words, frozenset(spoken.numbers))
    return Document(source, repair(blocks_of(lines, source, lexicon), lexicon, source.lost_ligatures))


def text_lines(path: Path, content: bytes, page_breaks: Iterable[str] = ()) -> list[PageLine]:
    """Return the lines of a text file; pages begin at form feeds and at lines that match ``page_breaks``.

    Raises Unusable if the content is not UTF-8 text, or empty.
    """
    breaks = [LimitedPattern(pattern) for pattern in page_breaks]
    lines: list[PageLine] = []
    gap = turn = False
    for number, line in enumerate(_decoded(path, content).split("\n"), 1):
        for pattern in breaks:
            line = pattern.sub(FORM_FEED, line)
        parts = line.split(FORM_FEED)
        for part, text in enumerate(parts):
            turn = turn or part > 0
            if text.strip():
                lines.append(PageLine(text, number, None, gap or turn, turn))
                gap = turn = False
            elif part == len(parts) - 1:
                gap = True
    if not lines:
        raise unreadable(path, "has no text")
    return lines


def _decoded(path: Path, content: bytes) -> str:
    """Return a text file's content; raises Unusable, with the first place that isn't UTF-8, if it can't be decoded."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _in_another_encoding(path, "is UTF-16", "UTF-16", 1, 1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if not BINARY.search(content):
            before = content[: error.start]
            line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
            what = f"is not UTF-8 (byte 0x{content[error.start]:02X})"
            raise _in_another_encoding(path, what, "CP1252", line, column) from None
    if BINARY.search(content):
        raise unreadable(path, "is neither a text nor a PDF; name the rulebook's text file or PDF")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _in_another_encoding(path: Path, what: str, encoding: str, line: int, column: int) -> Unusable:
    return unreadable(path, f"{what}; save it as UTF-8, for example with 'iconv -f {encoding} -t UTF-8'", line, column)


def blocks_of(lines: Iterable[PageLine], source: Source, lexicon: Lexicon) -> list[ReadLine]:
    """Return the lines without page furniture, each with the number of its block; broken words aren't repaired yet."""
    found = lines_without_furniture(lines, source.furniture)
    texts = with_ligatures_of_fonts(without_soft_hyphens([line.text for line in found]), lexicon)
    texts = [plain(text) for text in texts]
    kept = [line._replace(text=text) for line, text in zip(found, texts, strict=True) if text]
    if source.units in ("in", "ft"):
        kept = [line._replace(text=with_inches(line.text)) for line in kept]
    if not any("%" in line.text for line in kept):
        kept = [
            line._replace(text=with_percent(line.text, above.text if above else "", below.text if below else ""))
            for line, above, below in _in_paragraphs(kept)
        ]
    read: list[ReadLine] = []
    block = -1
    for line in kept:
        block += line.gap or line.turn or not read
        heading = line.bold or is_heading(line.text)
        place = line.number, line.number, line.page
        read.append(ReadLine(line.text, *place, block, heading, line.words, line.lead, line.cells))
    turns = {line.block for line, page_line in zip(read, kept, strict=True) if page_line.turn}
    read = whole_headings(read, turns, lexicon, language(source.language).unfinished)
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
