"""The outline of a document: its headings with their levels, run-in headings, and the tables below each.

A run-in heading is bold words at the beginning of a paragraph or of an item, before its text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from statistics import median
from typing import NamedTuple

from kensei_docs.drafting.detected_settings import left_out_of
from kensei_docs.drafting.tables import lines_inside, tables_of
from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.extract.pdf.thresholds import LIMITS
from kensei_docs.extract.reading.grids import Grid
from kensei_docs.extract.reading.recipes.entries import headings_in
from kensei_docs.extract.text.titles import is_heading
from kensei_docs.slugs import slug_of

_UNDECLARED = 7  # the level of a bold line where a file says itself what the levels of headings are, 1 to 6
_MAX_TITLES = 1  # headings of a page that may be its title: with no more, its headings are told by their shape
_MAX_WORDS = 9  # words of a heading at most
_MAX_WORDS_OF_LINES = 14  # words of a heading of several lines at most
_SIZE_TOLERANCE_PT = 0.4  # sizes of type that differ by less, in points, are equal
# The distance of the lines of one heading is less than this, as a multiple of the height of its words.
_MAX_LEADING = 1.45
# Capitals are a level of their own if at least this share of the headings has them; fewer are accidents and labels.
_MIN_CAPITALS_SHARE = 0.1
# The number of a heading, with the space after it.
NUMBER = re.compile(r"^\s*(?:\d+(?:\.\d+)*[.)]?|[IVX]+\.)\s+(?=\S)")
# A price after the words of a heading: (6 points), [1D6], – 6 points.
_PRICE = re.compile(r"\s*(?:[(\[][^()\[\]]*\d[^()\[\]]*[)\]]|\s[\u2013\u2014-]\s*\d+\s[^\W\d_]+\.?)$")
_ENDS_SENTENCE, _ENDS_CLAUSE = re.compile(r"[.!?;,]\s*$"), re.compile(r"[.;,]\s*$")
_MAX_RUN_IN_WORDS = 8  # words of a run-in heading at most
# The space between two words, in ems.
_SPACE_EM = 0.4
_WORD = re.compile(r"\S+")
_ENDS = re.compile(r"[.:)\u2013\u2014-]$")
_BEGINS = re.compile(r"\W*([^\W\d_])")
_CLOSED = re.compile(r"[.!?:;)\"\u201d\u2019]\s*$")
# An item of a list; one with a name before its text; a name before a colon behind the end of a sentence.
_ITEM = re.compile(r"\s*(?:(?P<number>\d{1,2})[.)]|[\u2022\u25aa\u25cf*\u2013-])\s+(?=\S)")
_NAMED_ITEM = re.compile(_ITEM.pattern + r"(?P<name>[^\W\d_a-z][^.:!?;,]*?)(?:[.:]|\s[\u2013\u2014-])\s+(?P<rest>\S.*)")
# An item that is a name and a colon, with what belongs to it in the items below: *- Evening:*
_ITEM_OF_ITEMS = re.compile(_ITEM.pattern + r"(?P<name>[^\W\d_a-z][^.:!?;,]*?):\s*$")
_NAME_INSIDE = re.compile(
    r"(?<=[.!?]\s)(?P<name>[^\W\d_a-z][\w'\u2019-]*(?:\s[^\W\d_a-z][\w'\u2019-]*){0,2}):\s(?=[^\W\d_a-z])"
)
# A line of a label and a value, and the least number of such lines below the name of a card.
_LABELLED = re.compile(r"\s*(?P<label>[^\W\d_a-z][^.:!?;,\d]{1,30}):\s+(?P<value>\S.*)")
_MIN_LABELS = 2
_MIN_FULL = 0.7  # the least length of a line on which a paragraph does not end, as a share of that of the line below
_MIN_NAMED_ITEMS = 2  # items with a name in a list of such items
_MAX_ITEM_WORDS = 5  # words of such a name
_MAX_VALUE_WORDS = 6  # words behind a name that are a value and no text
_MIN_CLOSED = 4  # entries that begin with bold words and a colon in a list of such entries
# The first character after a name, before its text: a dash, or a bracket with its price.
_BETWEEN = ("(", "-", "\u2013", "\u2014")
# The characters around a name: the bullet of an item, the point after the name, its price in brackets.
_AROUND = re.compile(r"^[^\w\"'(]+|\s*[(\[].*$|[\s.:,;\u2013\u2014-]+$")


@dataclass
class Section:
    """A heading and the text below it; the lines before the first heading are a section without a name.

    ``start`` and ``body`` are the offsets of the heading and of the text after it, ``end`` is the offset of the next
    heading of any level. ``page`` is its page in a PDF, ``line`` its line in a text, from 1. ``run_in``: the heading is
    the first words of its text, in bold or before its price.
    """

    name: str
    level: int
    start: int
    body: int
    end: int
    page: int | None
    line: int | None
    run_in: bool = False
    tables: list[Grid] = field(default_factory=list)
    children: list[Section] = field(default_factory=list)

    @property
    def last(self) -> int:
        """The offset of the end of the section with all sections below it."""
        return max([self.end, *(child.last for child in self.children)])

    def walk(self) -> Iterator[Section]:
        """Yield the section and all sections below it, in the order of the document."""
        yield self
        for child in self.children:
            yield from child.walk()


def title_of(section: Section, table: Grid) -> str:
    """Return the title of a table: the heading above it; of a further table below it, the heading of its names."""
    first = section.tables[0]
    label = table.heads[table.names] if table.names is not None else ""
    if table.heads != first.heads and slug_of(label):
        return label
    return section.name if slug_of(section.name) else label or "Table"


def outline_of(document: Document) -> list[Section]:
    """Return the sections of the highest level, in order, each with the sections below it as its children."""
    left_out = left_out_of(document)
    tables = [grid for grid in tables_of(document) if not any(a <= grid.start < b for a, b in left_out)]
    inside = {i for table in tables for i in lines_inside(document, table)}
    in_examples = {i for start, end in left_out for i in range(document.line_at(start), document.line_at(end - 1) + 1)}
    run_ins = [run_in for run_in in run_ins_of(document, inside) if document.line_at(run_in.start) not in in_examples]
    sections = _flat_sections(document, inside | in_examples, run_ins)
    for table in tables:
        section = [section for section in sections if section.start <= table.start][-1]
        section.tables.append(table)
    roots: list[Section] = []
    above: list[Section] = []
    for section in sections:
        while above and above[-1].level >= section.level:
            above.pop()
        (above[-1].children if above and above[-1].name else roots).append(section)
        above.append(section)
    return [root for root in roots if root.name or document.text[: root.end].strip()]


def _flat_sections(document: Document, inside: set[int], run_ins: Sequence[RunIn]) -> list[Section]:
    """Return the sections in order, without tables and children: one before the first heading, then one for each.

    ``inside`` are the indexes of lines in tables.
    """
    sections: list[Section] = []
    headings = _headings(document, inside)
    levels = _levels(document, [lines for lines, _ in headings])
    for (lines, name), level in zip(headings, levels, strict=True):
        line_start = document.starts[lines[0]]
        last = lines[-1]
        # The number of a heading is no part of the section above it, nor of the words of the heading.
        start = words_at(document, line_start)
        body = document.starts[last] + len(document.lines[last].text) + 1
        name, price = _without_price(name)
        if price:
            # The price is a part of the text below the heading.
            body = document.text.rindex(price[0], start, body)
        sections.append(Section(name, level, start, body, line_start, *place_of(document, start), run_in=bool(price)))
    deepest = max(levels, default=0) + 1
    for run_in in run_ins:
        place = place_of(document, run_in.start)
        sections.append(Section(run_in.name, deepest, run_in.start, run_in.end, run_in.start, *place, run_in=True))
    sections.sort(key=lambda section: section.start)
    # Until here, ``end`` is the offset of the line of the heading: the end of the section before it.
    line_starts = [section.end for section in sections]
    for section, end in zip(sections, [*line_starts[1:], len(document.text)], strict=False):
        section.end = end
        section.body = min(section.body, end)
    first = line_starts[0] if line_starts else len(document.text)
    return [Section("", 0, 0, 0, first, *place_of(document, 0)), *sections]


def _without_price(name: str) -> tuple[str, str]:
    """Return the words of a heading and the price after them, such as ``(6 points)``; an empty price without one."""
    price = _PRICE.search(name)
    words = name[: price.start()] if price else ""
    return (words, name[len(words) :].lstrip()) if sum(map(str.isalpha, words)) > 2 else (name, "")


def words_at(document: Document, start: int) -> int:
    """Return the offset of the first word at or after ``start``, without the number of a heading."""
    line = document.line_at(start)
    number = NUMBER.match(document.lines[line].text)
    at_start = start == document.starts[line] and start < len(document.text)
    return start + number.end() if number and at_start else start


def place_of(document: Document, offset: int) -> tuple[int | None, int | None]:
    """Return (page, line) of an offset."""
    lines, page = document.place(offset, offset + 1) if document.text else (None, None)
    return page, lines[0] if lines else None


def _headings(document: Document, inside: set[int]) -> list[tuple[list[int], str]]:
    """Return the headings outside of tables and examples: the indexes of their lines, and their words without a number.

    Several lines are one heading only in a document with pages, whose lines have a size. In a plain text, headings are
    found by their shape as well.
    """
    chosen = {
        i
        for i, line in enumerate(document.lines)
        if (line.heading or is_heading(NUMBER.sub("", line.text)))
        and _may_be_heading(line.text, line.heading)
        and not 0 < line.lead < len(line.text.split())
        and not is_run_in(document, i)
        and not _heads_columns(document, i)
    }
    # Where a document has no type, or none of its pages' headings has a type of its own, their shape tells them.
    plain = [line.page for i, line in enumerate(document.lines) if i in chosen - inside]
    shaped = {document.line_at(heading.start) for heading in headings_in(document, 0, len(document.text), ())}
    shaped |= {i for i in range(len(document.lines) - 1) if _heads_rows(document, i)}
    if any(line.words for line in document.lines):
        shaped = {
            i for i in shaped if plain.count(document.lines[i].page) <= _MAX_TITLES and _stands_apart(document, i)
        }
        shaped |= {i for i in range(len(document.lines)) if _is_question(document, i)}
    chosen |= shaped - inside
    headings: list[tuple[list[int], str]] = []
    for i in range(len(document.lines)):
        line = document.lines[i]
        above = headings[-1][0] if headings and i not in inside else []
        if (
            above
            and above[-1] == i - 1
            and (i in chosen or _may_end(headings[-1][1], line))
            and _continues(document.lines[i - 1], line)
        ):
            headings[-1] = ([*above, i], f"{headings[-1][1]} {line.text.strip()}")
            continue
        if i in chosen - inside:
            headings.append(([i], NUMBER.sub("", line.text).strip()))
    return [(lines, _without_capitals(name.rstrip(": "))) for lines, name in headings]


def _heads_rows(document: Document, index: int) -> bool:
    """Return whether a line has the shape of a heading, and a table or a list below it."""
    line, below = document.lines[index : index + 2]
    shaped = _may_be_heading(line.text, True) and not line.cells and not any(map(str.isdigit, line.text))
    return (
        shaped and not _ITEM.match(line.text) and bool(below.cells or _ITEM.match(below.text)) and line.text[-1] != ":"
    )


def _heads_columns(document: Document, index: int) -> bool:
    """Return whether a line is the head of a table: several cells, above a row of several cells of its table."""
    line, below = document.lines[index], document.lines[index + 1 : index + 2]
    rows = [line.cells, *(one.cells for one in below if one.block == line.block)]
    return len(rows) > 1 and all(sum(map(bool, cells)) > 1 for cells in rows)


def _is_question(document: Document, index: int) -> bool:
    """Return whether a line is a short question, and a paragraph of its own with something below it, or the last line
    of one above a table."""
    line = document.lines[index]
    if 0 < index < len(document.lines) - 1 and document.lines[index + 1].cells:
        return line.text.rstrip().endswith("?") and bool(_CLOSED.search(document.lines[index - 1].text))
    around = [document.lines[i].block for i in (index - 1, index + 1) if 0 <= i < len(document.lines)]
    asks = line.text.rstrip().endswith("?") and not line.cells and not _ITEM.match(line.text)
    return asks and line.block not in around and len(around) > 1 and _may_be_heading(line.text, True)


def _stands_apart(document: Document, index: int) -> bool:
    """Return whether a line is the first of its block, or right below a larger heading, and shorter than the next."""
    line = document.lines[index]
    above = document.lines[index - 1] if index else None
    below = document.lines[index + 1] if index + 1 < len(document.lines) else None
    first = above is None or above.block != line.block or (above.heading and _size(above) > LIMITS.larger * _size(line))
    return first and (below is None or below.page != line.page or len(line.text) < len(below.text) or bool(below.cells))


def _continues(above: ReadLine, line: ReadLine) -> bool:
    """Return whether two lines that are headings are one heading: equal in size, and close to each other on a page."""
    if not line.words or not above.words or line.page != above.page:
        return False
    if abs(_size(line) - _size(above)) >= _SIZE_TOLERANCE_PT:
        return False
    return 0 < line.words[0].top - above.words[0].top < _MAX_LEADING * _size(line)


def _may_end(beginning: str, line: ReadLine) -> bool:
    """Return whether a line that begins with a small letter may be the last line of a heading."""
    count = len(beginning.split()) + len(line.text.split())
    is_short = count <= _MAX_WORDS_OF_LINES
    return line.heading and line.text[:1].islower() and is_short and not _ENDS_SENTENCE.search(line.text)


def _without_capitals(name: str) -> str:
    """Return a name in capitals with one capital at its beginning; other names unchanged."""
    return name[0] + name[1:].lower() if name == name.upper() and len(name) > 3 else name


def _may_be_heading(text: str, set_apart: bool) -> bool:
    """Return whether a line may be a heading by its words; one that is ``set_apart``, in bold, may ask or exclaim."""
    ends = _ENDS_CLAUSE if set_apart else _ENDS_SENTENCE
    words = NUMBER.sub("", text).split()
    letters = sum(letter.isalpha() for letter in text)
    return 0 < len(words) <= _MAX_WORDS and letters > 2 and not ends.search(text) and not text[0].islower()


def _size(line: ReadLine) -> float:
    """Return the size of a line's type in points; 0 if it is not known."""
    return median(word.bottom - word.top for word in line.words) if line.words else 0.0


def _levels(document: Document, headings: Sequence[Sequence[int]]) -> list[int]:
    """Return the level of each heading, 0 for the highest: as its file says, or by its size; of equal sizes, capitals
    are the higher."""
    lines = [document.lines[heading[0]] for heading in headings]
    if any(line.level for line in lines) and not any(line.words for line in lines):
        declared = [line.level or _UNDECLARED for line in lines]
        return [sorted(set(declared)).index(level) for level in declared]
    sizes = [_size(line) for line in lines]
    distinct: list[float] = []
    for size in sorted(set(sizes), reverse=True):
        if not distinct or distinct[-1] - size >= _SIZE_TOLERANCE_PT:
            distinct.append(size)
    ranks = [next(i for i, larger in enumerate(distinct) if larger - size < _SIZE_TOLERANCE_PT) for size in sizes]
    capitals = [line.text == line.text.upper() for line in lines]
    if sum(capitals) < _MIN_CAPITALS_SHARE * len(lines):
        capitals = [False] * len(lines)
    kinds = sorted({(rank, not capital) for rank, capital in zip(ranks, capitals, strict=True)})
    return [kinds.index((rank, not capital)) for rank, capital in zip(ranks, capitals, strict=True)]


class RunIn(NamedTuple):
    """A run-in heading: its name, and the offsets of the start and the end of the name."""

    name: str
    start: int
    end: int


def run_ins_of(document: Document, inside: Collection[int]) -> list[RunIn]:
    """Return the run-in headings in order, without those on lines of tables (``inside``) or right below them."""
    outside = [i for i in range(len(document.lines)) if i not in inside]
    bold = [run_in for i in outside if i - 1 not in inside and (run_in := _run_in(document, i))]
    lines = {document.line_at(run_in.start) for run_in in bold}
    items = chain(
        _named_items(document, outside), _items_of_items(document, outside), _labelled_blocks(document, outside)
    )
    named = [one for one in items if document.line_at(one.start) not in lines]
    return sorted([*bold, *named, *_inside_of(document, outside, bold)], key=lambda one: one.start)


def _named_items(document: Document, outside: Sequence[int]) -> Iterator[RunIn]:
    """Yield the names with which the items of a list begin, if most of them have one: *1. Grapnel. Pull a boat …*

    What follows a name is a sentence; a value, as in *Cost: 12*, is a figure of what the list is about.
    """
    lists: list[list[int]] = []
    open_list = False
    for i in outside:
        line = document.lines[i]
        if _ITEM.match(line.text):
            lists = [*lists[:-1], [*lists[-1], i]] if open_list else [*lists, [i]]
            open_list = True
        elif line.heading and line.level + line.lead > 0 and _may_be_heading(line.text, True):
            open_list = False
    for items in lists:
        found = [(i, match) for i in items if (match := _NAMED_ITEM.match(_paragraph(document, i)))]
        found = [(i, match) for i, match in found if _is_item_name(match["name"])]
        long = [i for i, match in found if len(match["rest"].split()) > _MAX_VALUE_WORDS]
        found = [(i, match) for i, match in found if i in long or match["number"]]
        if len(long) >= _MIN_NAMED_ITEMS and 2 * len(found) >= len(items):
            for i, match in found:
                start = document.starts[i] + match.start("name")
                yield RunIn(match["name"], start, start + len(match["name"]))


def _items_of_items(document: Document, outside: Sequence[int]) -> Iterator[RunIn]:
    """Yield the names that the items of a list are, if all its items with this sign are a name and a colon."""
    lists: dict[str, list[int]] = {}
    for i in [*outside, len(document.lines)]:
        line = document.lines[i] if i < len(document.lines) else None
        item = _ITEM.match(line.text) if line else None
        if item:
            lists.setdefault("1" if item["number"] else item[0].strip(), []).append(i)
        elif line is None or (line.heading and _may_be_heading(line.text, True)):
            for items in lists.values():
                found = [match for j in items if (match := _ITEM_OF_ITEMS.match(document.lines[j].text))]
                if len(found) == len(items) >= _MIN_NAMED_ITEMS and all(_is_item_name(one["name"]) for one in found):
                    starts = [document.starts[j] + one.start("name") for j, one in zip(items, found, strict=True)]
                    yield from (
                        RunIn(one["name"], at, at + len(one["name"])) for one, at in zip(found, starts, strict=True)
                    )
            lists = {}


def _labelled_blocks(document: Document, outside: Sequence[int]) -> Iterator[RunIn]:
    """Yield the names of the cards of a list that are lines of labels and values alone: *Mine*, *Type: Place*,
    *Effect: …*. The name is the first line, or what stands behind its label, as in *Red card: Mine*."""
    blocks: list[list[int]] = []
    for i in outside:
        begins = not blocks or i != blocks[-1][-1] + 1 or document.lines[i].block != document.lines[i - 1].block
        blocks = [*blocks, [i]] if begins else [*blocks[:-1], [*blocks[-1], i]]
    cards: list[tuple[int, set[str]]] = []
    for block in blocks:
        texts = [document.lines[i].text for i in block]
        labels = [found["label"] for text in texts[1:] if (found := _LABELLED.match(text))]
        name = (_LABELLED.match(texts[0]) or {"value": texts[0]})["value"].strip()
        alone = len(labels) >= _MIN_LABELS and _LABELLED.match(texts[1]) is not None
        if alone and len({*labels}) == len(labels) and _is_item_name(name) and not _ENDS_SENTENCE.search(name):
            cards.append((block[0], {*labels}))
    shared = Counter(label for _, labels in cards for label in labels)
    common = {label for label, count in shared.items() if count > 1}
    cards = [(i, labels) for i, labels in cards if len(labels & common) >= _MIN_LABELS]
    for i, _ in cards if len(cards) >= _MIN_NAMED_ITEMS else ():
        text = document.lines[i].text
        found = _LABELLED.match(text)
        start = document.starts[i] + (found.start("value") if found else len(text) - len(text.lstrip()))
        name = (found["value"] if found else text).strip()
        yield RunIn(name, start, start + len(name))


def _is_item_name(name: str) -> bool:
    words = name.split()
    return len(words) <= _MAX_ITEM_WORDS and not any(map(str.isdigit, name)) and sum(map(str.isalpha, name)) > 2


def _paragraph(document: Document, index: int) -> str:
    """Return the text of an item: its line and those below it up to the next item or the next heading."""
    stop = index + 1
    while stop < len(document.lines) and not _ITEM.match(document.lines[stop].text):
        above, line = document.lines[stop - 1].text, document.lines[stop].text
        if _CLOSED.search(above) or len(above) < _MIN_FULL * len(line):
            break
        stop += 1
    end = document.starts[stop - 1] + len(document.lines[stop - 1].text)
    return document.text[document.starts[index] : end].replace("\n", " ")


def _inside_of(document: Document, outside: Sequence[int], bold: Sequence[RunIn]) -> Iterator[RunIn]:
    """Yield the names before a colon in the midst of the paragraphs of a list whose entries begin so."""
    closed = [one for one in bold if document.text[one.end : one.end + 1] == ":"]
    if len(closed) < _MIN_CLOSED or 2 * len(closed) < len(bold):
        return
    blocks = {document.lines[document.line_at(one.start)].block for one in closed}
    known = {one.start for one in bold}
    for i in outside:
        if document.lines[i].block not in blocks:
            continue
        for match in _NAME_INSIDE.finditer(document.lines[i].text):
            start = document.starts[i] + match.start("name")
            if start not in known and _is_item_name(match["name"]):
                yield RunIn(match["name"], start, start + len(match["name"]))


def is_run_in(document: Document, index: int) -> bool:
    """Return whether a run-in heading begins with a line."""
    return _run_in(document, index) is not None


def _run_in(document: Document, index: int) -> RunIn | None:
    """Return the run-in heading that begins with a line; None without one."""
    line = document.lines[index]
    start = document.starts[index]
    words = list(_WORD.finditer(line.text))
    if not line.lead or not _begins_paragraph(document, index):
        return None
    # The number of bold words on the last line of the heading, and the offset of that line.
    count = line.lead
    last_start = start
    if line.lead >= len(words):
        # The name continues on the next line.
        below = document.lines[index + 1] if index + 1 < len(document.lines) else None
        if (
            below is None
            or below.block != line.block
            or not below.lead
            or _ENDS.search(line.text)
            or _has_room(document, index)
        ):
            return None
        words_below = list(_WORD.finditer(below.text))
        if below.lead >= len(words_below):
            return None
        last_start = document.starts[index + 1]
        words = words_below
        count = below.lead
    stop = last_start + words[count - 1].end()
    bold = " ".join(document.text[start:stop].split())
    following = document.text[stop:].lstrip()[:1]
    name = bold
    for _ in range(3):
        name = _AROUND.sub("", name)
    first_letter = _BEGINS.match(bold)
    if not (_ENDS.search(bold) or following.isupper() or following in _BETWEEN):
        return None
    if not first_letter or not first_letter[1].isupper():
        return None
    if not 0 < len(name.split()) <= _MAX_RUN_IN_WORDS or sum(map(str.isalpha, bold)) < 3:
        return None
    at = document.text.index(name.split()[0], start)
    return RunIn(name, at, _end_of(document, name, at))


def _has_room(document: Document, index: int) -> bool:
    """Return whether the first word of the next line would fit on a line: then the line ends before it on purpose."""
    line = document.lines[index]
    below = document.lines[index + 1]
    if not line.words or not below.words:
        return False
    first = below.words[0]
    right = max(other.words[-1].x1 for other in document.lines if other.block == line.block and other.words)
    return line.words[-1].x1 + (first.x1 - first.x0) + _SPACE_EM * (first.bottom - first.top) < right


def _begins_paragraph(document: Document, index: int) -> bool:
    """Return whether a line begins a paragraph or an item: the line above ends a sentence or a row of values, or is of
    another block."""
    if not index:
        return True
    above = document.lines[index - 1]
    line = document.lines[index]
    closed = above.text[-1:].isdigit() or _CLOSED.search(above.text)
    return above.block != line.block or above.heading or bool(closed)


def _end_of(document: Document, name: str, start: int) -> int:
    """Return the offset of the end of a name, which may be on several lines."""
    shape = re.compile(r"\s+".join(map(re.escape, name.split())))
    match = shape.match(document.text, start)
    return match.end() if match else start + len(name)
