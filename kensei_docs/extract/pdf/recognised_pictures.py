"""Pages that are pictures: what text recognition finds on them, as the words and rules that other pages have.

The result is cached by the PDF's content, because recognition takes seconds per page. Letters and digits may look alike
in a picture: the other cells of the column decide which of them they are.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from statistics import median
from typing import Any

from kensei_docs.caches import read_entry, write_entry
from kensei_docs.discover import version_of
from kensei_docs.extract.document import unreadable
from kensei_docs.extract.pdf import ocr
from kensei_docs.extract.pdf.page import Box, Page, Piece
from kensei_docs.extract.pdf.ruled_grid import Table
from kensei_docs.files import digest_of

POINTS = 72 / ocr.RESOLUTION
# In ems: how far the baselines of one line's words differ. In parts: how far sizes differ that are the same.
LEVEL, SAME_SIZE = 0.3, 0.25
FEW_LARGE, FEW_SMALL = 4, 40  # letters: fewer of a size, larger or smaller than the usual one, are taken for mistaken
SAME_SHAPE = re.compile(r"[cosuvwxz]+")  # small letters that look like capitals
TALLER = 1.25  # times the usual size
LEAST = 20.0  # points: a smaller picture on a page is an ornament
INSTALL = "install text recognition (OCR) with: pip install 'kensei-docs[ocr]'"
DIGITS = str.maketrans({"l": "1", "I": "1", "i": "1", "|": "1", "!": "1", "O": "0", "o": "0", "Q": "0"})
MORE_DIGITS = str.maketrans({"S": "5", "s": "5", "Z": "2", "z": "2", "B": "8", "t": "+"})
INCHES = '"\u201d\u2033'
FIGURE = re.compile(rf"[+-]?(?:\d+|\d*D\d+)(?:[+-]\d+)?[+%{INCHES}]?", re.I)
NOTHING = re.compile(r"[-\u2013\u2014]+")
BESIDE_DIGIT = re.compile(r"(?<=\d)[lI|Oo](?![^\W\d_])|(?<![^\W_])[lI|Oo](?=\d)")
MOST, FEWEST = 0.6, 2  # of a column's other cells: figures, for a cell to be one
DOUBTED = 0.4  # how sure a figure is whose last digits may be a sign of inches


class Pictures:
    """Recognises the pages of one PDF; results are cached in ``folder``, if one is given.

    ``lacking`` are the pages that can't be recognised here, ``unnamed`` those with words that lack letters.
    """

    def __init__(self, path: Path, content: bytes, folder: Path | None) -> None:
        self.path, self.content = path, content
        self.file = folder / f"{digest_of(content)[:24]}.recognised.json" if folder else None
        self.lacking: list[int] = []
        self.unnamed: list[int] = []
        self._new = False

    @cached_property
    def _known(self) -> dict[str, Any]:
        kept = read_entry(self.file, self._source) if self.file else None
        return json.loads(kept[0]) if kept else {}

    @cached_property
    def _source(self) -> str:
        return digest_of(_recogniser(), self.content)

    @cached_property
    def _pdf(self) -> Any:
        import pypdfium2

        return pypdfium2.PdfDocument(self.content)

    def page(self, number: int, width: float, height: float) -> Page | None:
        """Return what is recognised on a page, counted from 1; None if text recognition isn't installed."""
        pages = self._known
        if str(number) not in pages:
            if not ocr.is_installed():
                self.lacking.append(number)
                return None
            if not self._new:
                said = "page %d: text recognition (OCR) reads its picture, and those of others, some seconds a page"
                logging.getLogger(__name__).warning(f"%s: {said}", self.path, number)
            self._new = True
            pages[str(number)] = json.loads(json.dumps(ocr.recognise(self._drawn(number))))
        words, across, upright = pages[str(number)]
        seen = [ocr.Seen(*word)._replace(place=Box(*word[7])) for word in words]
        return page_of(ocr.Recognised(seen, across, upright), width, height)

    def finish(self, any_text: bool) -> None:
        """Cache what was recognised; report the pages that couldn't be, or raise Unusable if no page has text."""
        if self.lacking and not any_text:
            raise unreadable(
                self.path, f"has no text: its pages are pictures, or its fonts name no characters; {INSTALL}"
            )
        unread = "are not read: they are pictures, or their fonts name no characters"
        unnamed = (
            "have words that lack letters, as their fonts do not name them; extract --ocr reads these pages' pictures"
        )
        for numbers, said in ((self.lacking, f"{unread}; {INSTALL}"), (self.unnamed, unnamed)):
            if numbers:
                logging.getLogger(__name__).warning(f"%s: pages %s {said}", self.path, ", ".join(map(str, numbers)))
        if self._new and self.file:
            write_entry(self.file, self._source, json.dumps(self._known, separators=(",", ":")).encode())

    def _drawn(self, number: int) -> ocr.Picture:
        drawn = self._pdf[number - 1].render(scale=1 / POINTS, grayscale=True).to_numpy()
        return drawn.reshape(drawn.shape[:2])


def _recogniser() -> str:
    """Return the digest of the code that recognises text and of the versions of its libraries."""
    versions: list[str] = []
    with suppress(PackageNotFoundError):
        versions += (version_of(package) for package in ("pypdfium2", "onnxruntime", "rapidocr"))
    return digest_of(*versions, Path(ocr.__file__).read_bytes())


def page_of(seen: ocr.Recognised, width: float, height: float) -> Page:
    """Return the words and rules of what was recognised on a page that is ``width`` and ``height`` points large."""
    words = _with_sizes(seen.words)
    strokes = sorted(word.stroke for word in words if word.stroke)
    bold = ocr.LIGHT_BOLD * strokes[len(strokes) // 2] if strokes else 0.0
    pieces = [
        Piece(
            with_digits(word.text),
            word.x0 * POINTS,
            word.x1 * POINTS,
            word.y * POINTS,
            word.size * POINTS,
            heavy=word.stroke > bold,
            sure=word.sure,
        )
        for line in _lines(words)
        for word in line
    ]
    rules = [(x0 * POINTS, x1 * POINTS, (y0 + y1) / 2 * POINTS) for x0, y0, x1, y1 in seen.across]
    uprights = [((x0 + x1) / 2 * POINTS, y0 * POINTS, y1 * POINTS) for x0, y0, x1, y1 in seen.upright]
    return Page(width, height, pieces, rules, uprights, [])


def pieces_inside(page: Page, pictures: Iterable[Box], taken: Iterable[Box]) -> Page:
    """Return what was recognised in the pictures of a page, except where its own words (``taken``) are."""
    large = [box for box in pictures if min(box.x1 - box.x0, box.bottom - box.top) > LEAST]
    own = list(taken)

    def counts(box: Box) -> bool:
        x, y = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2
        around = [b for b in large if b.x0 < x < b.x1 and b.top < y < b.bottom]
        return bool(around) and not any(b.x0 < box.x1 and b.x1 > box.x0 and b.top < y < b.bottom for b in own)

    pieces = [piece for piece in page.pieces if counts(piece.box)]
    rules = [(x0, x1, y) for x0, x1, y in page.rules if counts(Box(x0, y - 1, x1, y + 1))]
    uprights = [(x, y0, y1) for x, y0, y1 in page.uprights if counts(Box(x - 1, y0, x + 1, y1))]
    return page._replace(pieces=pieces, rules=rules, uprights=uprights)


def _with_sizes(words: list[ocr.Seen]) -> list[ocr.Seen]:
    """Return words, with sizes that are nearly the same made equal; an unknown size becomes the most common one."""
    sizes = sorted(word.size for word in words for _ in word.text if word.size)
    usual = sizes[len(sizes) // 2] if sizes else 1.0
    steps = [usual]
    for size in sizes:
        alike = sum(abs(other / size - 1) <= SAME_SIZE / 2 for other in sizes)
        few = FEW_LARGE if size > usual else FEW_SMALL
        if alike >= few and all(abs(size / step - 1) > SAME_SIZE for step in steps):
            steps.append(size)
    return [_with_size(word, steps, usual) for word in words]


def _with_size(word: ocr.Seen, steps: list[float], usual: float) -> ocr.Seen:
    """Return a word with the nearest of some sizes; it is in capitals if only its height shows that."""
    if SAME_SHAPE.fullmatch(word.text) and TALLER < word.size / usual < 1 / ocr.SMALL:
        return word._replace(text=word.text.upper(), size=usual)
    return word._replace(size=min(steps, key=lambda step: abs(step - word.size)) if word.size else usual)


def _lines(words: list[ocr.Seen]) -> list[list[ocr.Seen]]:
    """Return words grouped by baseline, each line from left to right and on one baseline."""
    lines: list[list[ocr.Seen]] = []
    for word in sorted(words, key=lambda word: word.y):
        if not lines or word.y - lines[-1][0].y > LEVEL * word.size:
            lines.append([])
        lines[-1].append(word)
    level = [(median(word.y for word in line), line) for line in lines]
    return [sorted((word._replace(y=y) for word in line), key=lambda word: word.x0) for y, line in level]


def as_its_columns(table: Table) -> Table:
    """Return a table with each cell that looks like a figure written as one, in columns of figures.

    A cell such as ``611`` among figures in inches may be ``6"``: it is doubted.
    """
    texts = [[" ".join(piece.text for piece in cell) for cell in row] for row in table.rows]
    rows = []
    for i, row in enumerate(table.rows):
        rows.append(list(row))
        for column, cell in enumerate(row):
            others = [other[column] for k, other in enumerate(texts) if k != i and other[column]]
            if len(cell) != 1 or not _are_figures(others):
                continue
            [piece] = cell
            text = as_figure(piece.text) or piece.text
            inches = sum(other[-1:] in INCHES for other in others if FIGURE.fullmatch(other))
            doubted = 2 * inches > len(others) and re.fullmatch(r"\d{1,2}11", text)
            rows[-1][column] = [piece._replace(text=text, sure=DOUBTED if doubted else piece.sure)]
    return table._replace(rows=rows)


def as_figure(text: str) -> str | None:
    """Return the figure that a text looks like, or None if it looks like none."""
    for digits in (text, text.translate(DIGITS), text.translate(DIGITS).translate(MORE_DIGITS)):
        if FIGURE.fullmatch(digits):
            return digits
    return None


def with_digits(text: str) -> str:
    """Return a word in which letters directly beside digits are replaced by the digits that they look like."""
    return BESIDE_DIGIT.sub(lambda found: found.group().translate(DIGITS), text)


def _are_figures(others: list[str]) -> bool:
    filled = [text for text in others if not NOTHING.fullmatch(text)]
    figures = sum(FIGURE.fullmatch(text) is not None for text in filled)
    return figures >= FEWEST and figures >= MOST * len(filled)
