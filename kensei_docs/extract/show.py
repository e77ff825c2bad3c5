"""How the pages of a PDF were read, for a person to check: their layouts, and pictures with these and the figures.

A layout has the columns of a page, the cells of its tables, and what was left out.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from kensei_docs.extract.document import Document, Progress, Word
from kensei_docs.extract.pdf.flow import ReadPage
from kensei_docs.extract.pdf.page import Box, around, unturned
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.files import write_whole

RESOLUTION = 110  # dots per inch
MARGIN = 1.5  # points between a word and the line around it

# The colours of figures by how they were read, and of columns and cells: red, green and blue, from 0 to 255.
TAKEN, UNRESOLVED, IGNORED = (0, 150, 60), (220, 30, 30), (120, 120, 120)
COLUMN, CELL = (60, 110, 220), (240, 150, 20)
# The points of the page that a picture of a figure shows at its left and right, and above and below it.
BESIDE, ABOVE = 90.0, 14.0
FILL = 70  # the opacity, from 0 to 255, of the colour that covers a figure
CLEAR = (0, 0, 0, 0)  # transparent


class Cell(NamedTuple):
    """A cell of a table: its words, with several lines joined, and its place on the page; None if it is empty."""

    text: str
    box: Box | None


class Layout(NamedTuple):
    """How one page was read; ``columns`` are in reading order, a table is a list of rows, with as many cells each.

    ``left_out`` are page numbers and running heads, ``words`` all others.
    """

    columns: list[Box]
    tables: list[list[list[Cell]]]
    left_out: list[Box]
    words: list[Box]


def layouts_of(pages: Sequence[ReadPage]) -> list[Layout]:
    """Return the layout of each page, in the order in which its lines are read.

    A table that goes on in the next column or page is two tables here.
    """
    return [_layout(page) for page in pages]


def _layout(read: ReadPage) -> Layout:
    height = read.page.height
    columns: list[list[Box]] = []
    last: float | None = None
    for line in read.lines:
        boxes = [unturned(piece, height) for piece in line.pieces]
        top = min(box.top for box in boxes)
        # A line that stands higher than the one before it begins another column.
        if last is None or top < last - line.longest.size:
            columns.append([])
        columns[-1] += boxes
        last = top
    tables = [
        [
            [
                Cell(" ".join(p.text for p in cell), around(unturned(p, height) for p in cell) if cell else None)
                for cell in row
            ]
            for row in table.rows
            if any(row)
        ]
        for table in read.tables
    ]
    left_out = [unturned(piece, height) for piece in read.furniture]
    words = [unturned(piece, height) for line in read.lines for piece in line.pieces]
    return Layout([around(boxes) for boxes in columns], tables, left_out, words)


def draw_pages(
    path: Path, layouts: list[Layout], document: Document, read: ReadingResult, folder: Path, progress: Progress | None
) -> int:
    """Write a picture of each page into a folder, the first as ``page-001.png``; return the number of pages.

    Columns are blue and numbered in reading order, cells of tables are orange. Figures that became observations are
    green, figures that no profile reads are red, and figures that aren't rules, such as page numbers, are grey. The
    document must have been read with places.
    """
    # Imported here, because the import takes longer than all else that a command does.
    import pdfplumber

    observed = _by_page(document, [observation.span for observation in read.observations])
    unresolved = _by_page(document, [figure.span for figure in read.unresolved])
    numbers = _numbers(document)
    kept = {(line.page, _corner(word)) for line in document.lines for word in line.words}
    with pdfplumber.open(path) as pdf:
        for number, (page, layout) in enumerate(zip(pdf.pages, layouts, strict=True), 1):
            green = observed.get(number, {})
            red = unresolved.get(number, {})
            grey = [word for word in numbers.get(number, ()) if word not in green and word not in red]
            image = page.to_image(resolution=RESOLUTION)
            origin = page.bbox[0], page.bbox[1]
            cells = (cell.box for table in layout.tables for row in table for cell in row if cell.box)
            image.draw_rects(_rectangles(cells, origin), fill=CLEAR, stroke=CELL)
            image.draw_rects(_rectangles(layout.columns, origin, 2 * MARGIN), fill=CLEAR, stroke=COLUMN)
            # The text leaves out more: page numbers between dashes, and what the source says is furniture.
            dropped = (box for box in layout.words if (number, _corner(box)) not in kept)
            ignored: list[Box | Word] = [*grey, *layout.left_out, *dropped]
            for colour, words in ((IGNORED, ignored), (UNRESOLVED, [*red]), (TAKEN, [*green])):
                image.draw_rects(_rectangles(words, origin), fill=(*colour, FILL), stroke=colour)
            for place, column in enumerate(layout.columns, 1):
                at = (column.x0 - 9) * image.scale, column.top * image.scale
                image.draw.text(at, str(place), fill=COLUMN)
            write_whole(folder / f"page-{number:03}.png", _png(image))
            page.close()
            if progress is not None:
                progress(number, len(layouts))
    return len(layouts)


def cut_out(path: Path, document: Document, spans: Iterable[tuple[int, int]], folder: Path) -> list[str | None]:
    """Write a picture of each span of a document's text, cut out of its page; return the names of the files.

    A name is None if the place of the span is unknown. The document must have been read with places.
    """
    names: list[str | None] = []
    with Cutter(path) as cutter:
        for number, span in enumerate(spans, 1):
            placed = document.words_at(*span)
            if not placed:
                names.append(None)
                continue
            page, word = placed[0]
            around = (word.x0 - BESIDE, word.top - ABOVE, word.x1 + BESIDE, word.bottom + ABOVE)
            names.append(f"page-{page:03}-figure-{number:03}.png")
            write_whole(folder / str(names[-1]), cutter.cut(page, around, [(UNRESOLVED, [word])], filled=False))
    return names


class Cutter(AbstractContextManager["Cutter"]):
    """Cuts parts out of the pages of a PDF, with words boxed, as PNG. Not for two threads at once."""

    def __init__(self, path: Path) -> None:
        # It takes longer to import than all else that a command does.
        import pdfplumber

        self._pdf = pdfplumber.open(path)

    def __exit__(self, *fault: object) -> None:
        """Close the PDF."""
        self._pdf.close()

    def cut(
        self,
        page: int,
        around: tuple[float, float, float, float],
        marks: Iterable[tuple[tuple[int, int, int], Iterable[Word]]],
        filled: bool = True,
    ) -> bytes:
        """Return a picture of a part of a page at twice ``RESOLUTION``; pages are counted from 1.

        ``around`` is the part in points from the left and the top of the page (x0, top, x1, bottom), limited to the
        page. ``marks`` are words that are boxed in a colour, or covered with it if they are ``filled``.
        """
        sheet = self._pdf.pages[page - 1]
        left, top = sheet.bbox[:2]
        x0, y0, x1, y1 = around
        # The part ends at the edges of the page.
        edges = (max(x0, 0), max(y0, 0), min(x1, sheet.width), min(y1, sheet.height))
        part = sheet.crop((edges[0] + left, edges[1] + top, edges[2] + left, edges[3] + top), strict=False)
        image = part.to_image(resolution=2 * RESOLUTION)
        for colour, words in marks:
            fill = (*colour, FILL) if filled else CLEAR
            image.draw_rects(_rectangles(words, (left, top)), fill=fill, stroke=colour)
        return _png(image)


def _png(image: Any) -> bytes:
    content = io.BytesIO()
    image.save(content, quantize=False)
    return content.getvalue()


def _by_page(document: Document, spans: Iterable[tuple[int, int]]) -> dict[int, dict[Word, None]]:
    """Return the words with spans of a document's text, by page."""
    found: dict[int, dict[Word, None]] = {}
    for span in spans:
        for page, word in document.words_at(*span):
            found.setdefault(page, {})[word] = None
    return found


def _corner(place: Box | Word) -> tuple[int, int]:
    """Return the upper left corner of a word in whole points."""
    return round(place.x0), round(place.top)


def _numbers(document: Document) -> dict[int, list[Word]]:
    """Return the words of a document that contain a digit, by page."""
    found: dict[int, list[Word]] = {}
    for line in document.lines:
        for word in line.words:
            if line.page is not None and any(char.isdigit() for char in word.text):
                found.setdefault(line.page, []).append(word)
    return found


def _rectangles(
    places: Iterable[Box | Word], origin: tuple[float, float], margin: float = MARGIN
) -> Iterator[tuple[float, float, float, float]]:
    """Yield the edges of places with a margin around them, in a picture whose upper left corner is ``origin``."""
    for place in places:
        left, top = place.x0 + origin[0], place.top + origin[1]
        yield (left - margin, top - margin, place.x1 + origin[0] + margin, place.bottom + origin[1] + margin)
