"""Where a record stands: parts of pages of a PDF, with its figures boxed, or lines of a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kensei_docs.extract import Document, Word
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.files import digest_of
from kensei_docs.review.session import Item, Span

# Points around what is cut out of a page, and at most above a row of a table.
_BESIDE, _ABOVE, _HEAD = 14.0, 9.0, 320.0

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Part:
    """A part of a page (x0, top, x1, bottom in points): words of the record's figures, of its name, and figures that
    nothing reads."""

    page: int
    box: Box
    figures: tuple[Word, ...]
    names: tuple[Word, ...]
    loose: tuple[Word, ...]

    @property
    def key(self) -> str:
        """A digest of what the picture shows, for its address."""
        return digest_of(repr(self))[:24]


@dataclass(frozen=True)
class Line:
    """A line of a text: its number, and its pieces with what each is: ``figure``, ``name``, ``loose`` or nothing."""

    number: int | None
    pieces: tuple[tuple[str, str], ...]


def parts_of(document: Document, read: ReadingResult, item: Item) -> list[Part]:
    """Return the parts of the pages of a PDF on which a record stands, in reading order; none of a text."""
    boxes: list[tuple[int, Box]] = []
    for span in item.spans:
        boxes += _boxes(document, span)
    marked = [_words(document, spans) for spans in (item.taken, item.names, item.loose)]
    found = []
    for page, box in dict.fromkeys(boxes):
        x0, top, x1, bottom = _with_table(document, read, item, page, box)
        around = (x0 - _BESIDE, top - _ABOVE, x1 + _BESIDE, bottom + _ABOVE)
        inside = [tuple(word for at, word in words if at == page and _is_in(word, around)) for words in marked]
        found.append(Part(page, around, *inside))
    return found


def lines_of(document: Document, read: ReadingResult, item: Item) -> list[Line]:
    """Return the lines of a text on which a record stands; a row has the headings of its table above it."""
    marks = [
        *((span, "figure") for span in item.taken),
        *((span, "name") for span in item.names),
        *((span, "loose") for span in item.loose),
    ]
    table = _table_of(read, item)
    numbers: dict[int, None] = {} if table is None else {document.line_at(table[0]): None}
    for start, end in item.spans:
        first, last = document.line_at(start), document.line_at(max(start, end - 1))
        numbers |= dict.fromkeys(range(first, last + 1))
    found = []
    for number in numbers:
        line, start = document.lines[number], document.starts[number]
        pieces, at = [], 0
        for (begins, ends), what in sorted(marks):
            a, b = max(begins - start, at), min(ends - start, len(line.text))
            if a < b and ends > start:
                pieces += [(line.text[at:a], ""), (line.text[a:b], what)]
                at = b
        found.append(Line(line.first, tuple(piece for piece in [*pieces, (line.text[at:], "")] if piece[0])))
    return found


def _boxes(document: Document, span: Span) -> Iterator[tuple[int, Box]]:
    """Yield the boxes around the words of a span: one for each page and column."""
    page, box, last = 0, None, 0.0
    for number in range(document.line_at(span[0]), document.line_at(max(span[0], span[1] - 1)) + 1):
        line = document.lines[number]
        if not line.words or line.page is None or _is_number_before(document, number, span):
            continue
        edges = _around(line.words)
        height = edges[3] - edges[1]
        if box is None or line.page != page or edges[1] < last - height:
            if box is not None:
                yield page, box
            page, box = line.page, edges
        else:
            box = (min(box[0], edges[0]), min(box[1], edges[1]), max(box[2], edges[2]), max(box[3], edges[3]))
        last = edges[1]
    if box is not None:
        yield page, box


def _is_number_before(document: Document, number: int, span: Span) -> bool:
    """Return whether a span ends with the number of a heading, on the line of what follows it."""
    start, end = document.starts[number], document.starts[number] + len(document.lines[number].text)
    inside = document.text[start : min(span[1], end)]
    return span[0] < start and span[1] < end and not any(map(str.isalpha, inside))


def _around(words: tuple[Word, ...]) -> Box:
    return (
        min(word.x0 for word in words),
        min(word.top for word in words),
        max(word.x1 for word in words),
        max(word.bottom for word in words),
    )


def _with_table(document: Document, read: ReadingResult, item: Item, page: int, box: Box) -> Box:
    """Return the box of a row with the table around it; a tall table is cut off above and below the row."""
    table = _table_of(read, item)
    for at, around in _boxes(document, table) if table else ():
        if at == page and around[1] <= box[1] and box[3] <= around[3]:
            top = max(around[1], box[1] - _HEAD)
            return (min(around[0], box[0]), top, max(around[2], box[2]), min(around[3], box[3] + _HEAD / 4))
    return box


def _table_of(read: ReadingResult, item: Item) -> Span | None:
    """Return the span of the table that a record is a row of, None for other records."""
    own = {(one.start, one.end) for one in read.passages if one.record == item.record.id}
    if own & set(item.spans):
        return None
    # The passage of a table is no record's: its name has no slug.
    around = [(one.start, one.end) for one in read.passages if one.start <= item.spans[0][0] < one.end]
    return max(around, default=None)


def _words(document: Document, spans: tuple[Span, ...]) -> list[tuple[int, Word]]:
    return [found for span in spans for found in document.words_at(*span)]


def _is_in(word: Word, box: Box) -> bool:
    return box[0] <= word.x0 and word.x1 <= box[2] and box[1] <= word.top and word.bottom <= box[3]
