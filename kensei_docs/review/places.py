"""The place of a record in its document: parts of pages of a PDF, with its figures boxed, or lines of a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kensei_docs.extract import Document, Word
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.files import digest_of
from kensei_docs.review.actions import DraftedRecord, Span

# Margins of a part of a page, left and right, and above and below, in points.
_SIDE_MARGIN_PT = 14.0
_TOP_MARGIN_PT = 9.0
# The height of a table that is shown above a row at most, in points; below the row it is a quarter of that.
_MAX_HEAD_PT = 320.0

# (x0, top, x1, bottom) in points.
WordBox = tuple[float, float, float, float]


@dataclass(frozen=True)
class PagePart:
    """A part of a page: the words of the record's figures, of its name, and of loose figures."""

    page: int
    box: WordBox
    figures: tuple[Word, ...]
    names: tuple[Word, ...]
    loose: tuple[Word, ...]

    @property
    def key(self) -> str:
        """A digest of the part, for the address of its picture: 24 hexadecimal digits."""
        return digest_of(repr(self))[:24]


@dataclass(frozen=True)
class Line:
    """A line of a text: its number, and its pieces as (text, ``figure``, ``name``, ``loose`` or an empty text)."""

    number: int | None
    pieces: tuple[tuple[str, str], ...]


def parts_of(document: Document, read: ReadingResult, item: DraftedRecord) -> list[PagePart]:
    """Return the parts of the pages of a PDF with a record, in reading order; an empty list for a text."""
    boxes: list[tuple[int, WordBox]] = []
    for span in item.spans:
        boxes += _boxes(document, span)
    marked = [
        [placed for span in spans for placed in document.words_at(*span)]
        for spans in (item.taken, item.names, item.loose)
    ]
    parts = []
    for page, box in dict.fromkeys(boxes):
        x0, top, x1, bottom = _with_table(document, read, item, page, box)
        around = (x0 - _SIDE_MARGIN_PT, top - _TOP_MARGIN_PT, x1 + _SIDE_MARGIN_PT, bottom + _TOP_MARGIN_PT)
        inside = [tuple(word for at, word in words if at == page and _is_in(word, around)) for words in marked]
        parts.append(PagePart(page, around, *inside))
    return parts


def lines_of(document: Document, read: ReadingResult, item: DraftedRecord) -> list[Line]:
    """Return the lines of a text with a record; before a row comes the first line of its table, the headings."""
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
    lines = []
    for number in numbers:
        line = document.lines[number]
        start = document.starts[number]
        pieces: list[tuple[str, str]] = []
        at = 0
        for (begins, ends), what in sorted(marks):
            a, b = max(begins - start, at), min(ends - start, len(line.text))
            if a < b and ends > start:
                pieces += [(line.text[at:a], ""), (line.text[a:b], what)]
                at = b
        lines.append(Line(line.first, tuple(piece for piece in [*pieces, (line.text[at:], "")] if piece[0])))
    return lines


def _boxes(document: Document, span: Span) -> Iterator[tuple[int, WordBox]]:
    """Yield the boxes around the words of a span: one for each page and column."""
    page = 0
    box: WordBox | None = None
    last_top = 0.0
    for number in range(document.line_at(span[0]), document.line_at(max(span[0], span[1] - 1)) + 1):
        line = document.lines[number]
        if not line.words or line.page is None or _is_number_before(document, number, span):
            continue
        edges = _around((word.x0, word.top, word.x1, word.bottom) for word in line.words)
        height = edges[3] - edges[1]
        if box is None or line.page != page or edges[1] < last_top - height:
            if box is not None:
                yield page, box
            page, box = line.page, edges
        else:
            box = _around([box, edges])
        last_top = edges[1]
    if box is not None:
        yield page, box


def _is_number_before(document: Document, number: int, span: Span) -> bool:
    """Return whether a line has nothing of a span but the number of the next heading, at the span's end."""
    start, end = document.starts[number], document.starts[number] + len(document.lines[number].text)
    inside = document.text[start : min(span[1], end)]
    return span[0] < start and span[1] < end and not any(map(str.isalpha, inside))


def _around(boxes: Iterable[WordBox]) -> WordBox:
    """Return the box around some boxes."""
    x0, top, x1, bottom = zip(*boxes, strict=True)
    return min(x0), min(top), max(x1), max(bottom)


def _with_table(document: Document, read: ReadingResult, item: DraftedRecord, page: int, box: WordBox) -> WordBox:
    """Return the box of a row with its table around it, cut off far above and below the row; else the box itself."""
    table = _table_of(read, item)
    for at, around in _boxes(document, table) if table else ():
        if at == page and around[1] <= box[1] and box[3] <= around[3]:
            top = max(around[1], box[1] - _MAX_HEAD_PT)
            bottom = min(around[3], box[3] + _MAX_HEAD_PT / 4)
            return (min(around[0], box[0]), top, max(around[2], box[2]), bottom)
    return box


def _table_of(read: ReadingResult, item: DraftedRecord) -> Span | None:
    """Return the span of the table in which a record is a row; None for other records."""
    own = {(passage.start, passage.end) for passage in read.passages if passage.record == item.record.id}
    if own & set(item.spans):
        return None
    # The passage of a table belongs to no record: its name has no slug.
    start = item.spans[0][0]
    around = [(passage.start, passage.end) for passage in read.passages if passage.start <= start < passage.end]
    return max(around, default=None)


def _is_in(word: Word, box: WordBox) -> bool:
    return box[0] <= word.x0 and word.x1 <= box[2] and box[1] <= word.top and word.bottom <= box[3]
