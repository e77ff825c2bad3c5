"""The outline of a document: its headings with their levels, and the tables below each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from kensei_docs.drafting.run_ins import RunIn, is_run_in, run_ins_of
from kensei_docs.drafting.tables import Table, lines_inside, tables_of
from kensei_docs.extract import Document, ReadLine
from kensei_docs.extract.reading.recipes.entries import headings_in
from kensei_docs.extract.text.titles import is_heading

# A heading has at most this many words.
_LONGEST = 9
# One of several lines has at most this many.
_LONGEST_OF_TWO = 14
# Sizes of type that differ by less, in points, are one.
_SAME_SIZE = 0.4
# Lines of one heading are no farther apart, in heights of its words.
_LEADING = 1.45
# Capitals are a level of their own where this share of the headings has them; fewer are slips and labels.
_SOME = 0.1
# The number of a heading, with the space behind it.
NUMBER = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]?|[IVX]+\.)\s+(?=\S)")
_ENDS_SENTENCE = re.compile(r"[.!?;,]\s*$")


@dataclass
class Section:
    """A heading and what stands below it; the document's first lines have a section without a name.

    ``start`` and ``body`` are the offsets of the heading and of what follows it, ``end`` is that of the next heading
    of any level. A heading that is ``run_in`` stands at the beginning of its text, set bold.
    """

    name: str
    level: int
    start: int
    body: int
    end: int
    page: int | None
    line: int | None
    run_in: bool = False
    tables: list[Table] = field(default_factory=list)
    rolls: list[Table] = field(default_factory=list)  # tables of the results of a die: written as sentences
    children: list[Section] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The offset at which the last of its children ends."""
        return max([self.end, *(child.last for child in self.children)])

    def walk(self) -> Iterator[Section]:
        """Yield the section and all below it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


def outline_of(document: Document) -> list[Section]:
    """Return the sections of the highest level, in order, each with those below it."""
    tables = tables_of(document)
    inside = {i for table in tables for i in lines_inside(document, table)}
    run_ins = list(run_ins_of(document, inside))
    sections = _headed(document, inside, run_ins)
    for table in tables:
        section = [section for section in sections if section.start <= table.start][-1]
        (section.rolls if table.rolls else section.tables).append(table)
    roots: list[Section] = []
    above: list[Section] = []
    for section in sections:
        while above and above[-1].level >= section.level:
            above.pop()
        (above[-1].children if above and above[-1].name else roots).append(section)
        above.append(section)
    return [root for root in roots if root.name or document.text[: root.end].strip()]


def _headed(document: Document, inside: set[int], run_ins: Sequence[RunIn]) -> list[Section]:
    """Return the sections in order, without their tables: one for each heading, and what stands above the first."""
    found: list[Section] = []
    headings = _headings(document, inside)
    levels = _levels(document, [lines for lines, _ in headings])
    for (lines, name), level in zip(headings, levels, strict=True):
        start, last = document.starts[lines[0]], lines[-1]
        # A number before a heading is not a part of what stands above it, nor of its words.
        at, body = words_at(document, start), document.starts[last] + len(document.lines[last].text) + 1
        found.append(Section(name, level, at, body, start, *_place(document, at)))
    deepest = max(levels, default=0) + 1
    for one in run_ins:
        place = _place(document, one.start)
        found.append(Section(one.name, deepest, one.start, one.end, one.start, *place, run_in=True))
    found.sort(key=lambda section: section.start)
    # Until here, the end of a section is where its line begins.
    begin = [section.end for section in found]
    for section, end in zip(found, [*begin[1:], len(document.text)], strict=False):
        section.end, section.body = end, min(section.body, end)
    first = begin[0] if begin else len(document.text)
    return [Section("", 0, 0, 0, first, *_place(document, 0)), *found]


def words_at(document: Document, start: int) -> int:
    """Return where the words of a line begin: behind the number of a heading."""
    number = document.line_at(start)
    found = NUMBER.match(document.lines[number].text)
    at_start = start == document.starts[number] and start < len(document.text)
    return start + found.end() if found and at_start else start


def _place(document: Document, offset: int) -> tuple[int | None, int | None]:
    lines, page = document.place(offset, offset + 1) if document.text else (None, None)
    return page, lines[0] if lines else None


def _headings(document: Document, inside: set[int]) -> list[tuple[list[int], str]]:
    """Return the headings outside of tables: the indexes of their lines, and their words without a number.

    A heading of several lines is one where the page tells their size. Where a document has no page, headings are
    known by their shape as well.
    """
    chosen = {
        i
        for i, line in enumerate(document.lines)
        if (line.heading or is_heading(NUMBER.sub("", line.text)))
        and _may_be_heading(line.text)
        and not 0 < line.lead < len(line.text.split())
        and not is_run_in(document, i)
    }
    if not any(line.words for line in document.lines):
        shaped = headings_in(document, 0, len(document.text), ())
        chosen |= {document.line_at(heading.start) for heading in shaped}
    found: list[tuple[list[int], str]] = []
    for i in range(len(document.lines)):
        line = document.lines[i]
        above = found[-1][0] if found and i not in inside else []
        if (
            above
            and above[-1] == i - 1
            and (i in chosen or _may_end(found[-1][1], line))
            and _goes_on(document.lines[i - 1], line)
        ):
            found[-1] = [*above, i], f"{found[-1][1]} {line.text.strip()}"
            continue
        if i in chosen - inside:
            found.append(([i], NUMBER.sub("", line.text).strip()))
    return [(lines, _in_small_letters(name.rstrip(": "))) for lines, name in found]


def _goes_on(above: ReadLine, line: ReadLine) -> bool:
    """Return whether two lines that are headings are one: of one size on the page, no farther apart than that asks."""
    if not line.words or not above.words or line.page != above.page or abs(_size(line) - _size(above)) >= _SAME_SIZE:
        return False
    return 0 < line.words[0].top - above.words[0].top < _LEADING * _size(line)


def _may_end(begun: str, line: ReadLine) -> bool:
    """Return whether a line that goes on in small letters may be the end of a heading that a line above begins."""
    words = len(begun.split()) + len(line.text.split())
    return (
        line.heading and line.text[:1].islower() and words <= _LONGEST_OF_TWO and not _ENDS_SENTENCE.search(line.text)
    )


def _in_small_letters(name: str) -> str:
    """Return a name that is set in capitals as it is written elsewhere."""
    return name[0] + name[1:].lower() if name == name.upper() and len(name) > 3 else name


def _may_be_heading(text: str) -> bool:
    words = NUMBER.sub("", text).split()
    letters = sum(letter.isalpha() for letter in text)
    return 0 < len(words) <= _LONGEST and letters > 2 and not _ENDS_SENTENCE.search(text) and not text[0].islower()


def _size(line: ReadLine) -> float:
    """Return the size of a line's type in points, 0 where it is not known."""
    return median(word.bottom - word.top for word in line.words) if line.words else 0.0


def _levels(document: Document, headings: Sequence[Sequence[int]]) -> list[int]:
    """Return the level of each heading: by its size, and of one size capitals over the others."""
    lines = [document.lines[heading[0]] for heading in headings]
    sizes = [_size(line) for line in lines]
    distinct: list[float] = []
    for size in sorted(set(sizes), reverse=True):
        if not distinct or distinct[-1] - size >= _SAME_SIZE:
            distinct.append(size)
    ranks = [next(i for i, one in enumerate(distinct) if one - size < _SAME_SIZE) for size in sizes]
    capitals = [line.text == line.text.upper() for line in lines]
    if sum(capitals) < _SOME * len(lines):
        capitals = [False] * len(lines)
    kinds = sorted({(rank, not capital) for rank, capital in zip(ranks, capitals, strict=True)})
    return [kinds.index((rank, not capital)) for rank, capital in zip(ranks, capitals, strict=True)]
