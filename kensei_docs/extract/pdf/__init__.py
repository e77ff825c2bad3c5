"""The lines of a PDF: glyphs become runs of words, then columns and ruled tables, then lines in reading order.

Page numbers and running heads are left out. The lines of a PDF are cached, so it is parsed once.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from kensei_docs.extract import PageLine, Progress, Word, unreadable
from kensei_docs.extract.pdf.broken import with_rows_joined, with_words_joined
from kensei_docs.extract.pdf.cache import cache_file, cached_lines, keep_lines
from kensei_docs.extract.pdf.columns import column_edges, in_order, with_columns_parted, with_heads_across
from kensei_docs.extract.pdf.furniture import pages_without_furniture
from kensei_docs.extract.pdf.glyphs import (
    Box,
    Page,
    Run,
    drawn_on,
    is_heavy,
    is_item_sign,
    runs_of,
    unturned,
    with_signs_moved,
)
from kensei_docs.extract.pdf.pictures import Pictures, inside
from kensei_docs.extract.pdf.ruled_tables import joined
from kensei_docs.extract.pdf.sidebars import body_of, sidebars_of, with_sidebars

END = b"%%EOF"
SAME_LINE = 0.35  # in ems: runs whose baselines differ by less stand in one line
WIDE = 1.25  # in leadings: a wider step down begins another block
EDGES = ("x0", "top", "x1", "bottom")
LARGER = 1.15  # times the size of the body: what is set larger stands out


class _Line(NamedTuple):
    """A line of a page: its text, its baseline in points from the top, the size and the font of its longest run.

    ``lead`` and ``cells`` are those of ``PageLine``.
    """

    text: str
    y: float
    size: float
    font: str
    words: tuple[Word, ...]
    lead: int
    cells: tuple[int, ...]


def pdf_lines(
    path: Path,
    content: bytes,
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> list[PageLine]:
    """Return the lines of a PDF in reading order; they are cached in ``cache_folder``, if one is given.

    ``placed`` asks for the places of their words, ``pictures`` for the text in pictures on pages that have text. Raises
    Unusable if the PDF is cut off, damaged or encrypted, or has no text.
    """
    if END not in content[-2048:]:
        raise unreadable(path, "is cut off: its end is missing; fetch the whole file again")
    file = cache_file(cache_folder, path) if cache_folder else None
    lines = cached_lines(file, content, placed, pictures) if file else None
    if lines is None:
        found = list(pages_of(path, content, progress, cache_folder, pictures))
        lines = lines_of(found)
        if not lines:
            raise unreadable(path, "has no text: its pages are empty; name a document with text")
        if file:
            keep_lines(file, content, lines, pictures)
        if not placed and not any(page.sure for page in found):
            lines = [line._replace(words=()) for line in lines]
    return lines


def pages_of(
    path: Path,
    content: bytes,
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    pictures: bool = False,
) -> Iterator[Page]:
    """Yield the pages of a PDF; a page without text is recognised from its picture.

    ``pictures`` asks for the text in pictures on other pages, too. Raises Unusable if the PDF can't be read.
    """
    # It takes longer to import than the lines of a known PDF take to read.
    import pdfplumber

    from kensei_docs.extract.pdf.fonts import Fonts

    # Its warnings are only about fonts and colours; serious faults raise.
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    with _damage_as_problem(path):
        opened = pdfplumber.open(io.BytesIO(content))
        opened.rsrcmgr = Fonts()
        pages = opened.pages
    recogniser = Pictures(path, content, cache_folder)
    any_text = False
    for number, page in enumerate(pages, 1):
        with _damage_as_problem(path, f" on page {number}"):
            glyphs, rules, uprights, panels = drawn_on(page.layout)
        read = Page(page.width, page.height, runs_of(glyphs), joined(rules), uprights, panels=panels)
        with _damage_as_problem(path, f" on page {number}"):
            images = page.images if pictures or not read.runs else []
            places = [Box(*(float(image[edge]) for edge in EDGES)) for image in images]
            # Without this every page's objects stay in memory: 488 MB for 143 pages.
            page.close()
        any_text = any_text or bool(read.runs)
        if places and (seen := recogniser.page(number, page.width, page.height)):
            read = _with_seen(read, seen, places)
        yield read
        if progress is not None:
            progress(number, len(pages))
    recogniser.finish(any_text)


def _with_seen(page: Page, seen: Page, images: list[Box]) -> Page:
    """Return a page with the text that was recognised in its pictures, or on the whole page if it has no text."""
    if page.runs:
        seen = inside(seen, images, [box for run in page.runs for box in run.word_boxes() if not run.turn])
    return page._replace(
        runs=sorted([*page.runs, *seen.runs], key=lambda run: run.y),
        rules=page.rules + joined(seen.rules),
        uprights=page.uprights + seen.uprights,
        sure=seen.sure,
    )


@contextmanager
def _damage_as_problem(path: Path, where: str = "") -> Iterator[None]:
    """Raise Unusable for any exception of the parser.

    A damaged file makes it raise arbitrary exceptions, such as KeyError or TypeError.
    """
    try:
        yield
    except Exception as error:
        # pdfplumber wraps what its parser raises.
        error = error.args[0] if error.args and isinstance(error.args[0], Exception) else error
        name = type(error).__name__
        if "Password" in name or "Encryption" in name:
            raise unreadable(path, "is encrypted; save a copy of it without a password") from None
        why = "".join(c for c in str(error) if c.isprintable()).rstrip(".!?")[:80] or name
        raise unreadable(path, f"is damaged{where} ({why}); fetch it again") from error


def lines_of(pages: list[Page]) -> list[PageLine]:
    """Return the lines of all pages in reading order, without page numbers and running heads."""
    pages = pages_without_furniture(pages)
    body = body_of(pages)
    parted = [sidebars_of(page) for page in pages]
    pages = [page for page, _ in parted]
    edges = column_edges(pages)
    pages = with_heads_across([with_columns_parted(page, edges) for page in pages], edges)
    numbered = [
        (number, group)
        for number, (page, (_, sidebars)) in enumerate(zip(pages, parted, strict=True))
        for group in with_sidebars(in_order(page, edges), sidebars, body)
    ]
    groups = with_rows_joined([group for _, group in numbered])
    columns: list[list[list[_Line]]] = [[] for _ in pages]
    for (number, _), group in zip(numbered, groups, strict=True):
        columns[number].append([_line(runs, pages[number]) for runs in with_words_joined(_by_line(group))])
    wide = WIDE * _leading_of(column for page in columns for column in page)
    lines: list[PageLine] = []
    for number, page in enumerate(columns, 1):
        turn = True
        for column in page:
            above = None
            for line in column:
                gap = above is None or line.y - above > wide
                lead = 0 if is_heavy(body[0]) else line.lead
                bold = _stands_out(line, body)
                lines.append(PageLine(line.text, None, number, gap, turn, bold, lead, line.cells, line.words))
                above, turn = line.y, False
    return lines


def _by_line(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs of a column grouped by line, each line sorted from left to right."""
    lines: list[list[Run]] = []
    for run in runs:
        if not lines or abs(run.y - lines[-1][0].y) > SAME_LINE * run.size:
            lines.append([])
        lines[-1].append(run)
    lines = [sorted(line, key=lambda run: run.x0) for line in lines]
    for i, (above, below) in enumerate(pairwise(lines)):
        lines[i][-1:], lines[i + 1][:1] = ([run] for run in with_signs_moved([above[-1], below[0]]))
    return lines


def _line(runs: list[Run], page: Page) -> _Line:
    longest = max(runs, key=lambda run: len(run.text))
    words = tuple(
        Word(text, *unturned(box, run.turn, page.height), page.sure.get(box))
        for run in runs
        for text, box in zip(run.words, run.word_boxes(), strict=True)
    )
    text, lead = " ".join(run.text for run in runs), 0
    for i, run in enumerate(runs):
        sign = not i and is_item_sign(run.words) and any(after.heavy for after in runs[1:2])
        lead += 1 if sign else run.heavy
        if not sign and run.heavy < len(run.words):
            break
    cells = tuple(runs[0].cells) if len(runs) == 1 else ()
    return _Line(text, runs[0].y, longest.size, longest.font, words, lead, cells)


def _leading_of(columns: Iterable[list[_Line]]) -> float:
    """Return the usual distance in points between lines of a paragraph."""
    steps = sorted(
        below.y - above.y
        for column in columns
        for above, below in pairwise(column)
        if below.y - above.y > 0.9 * above.size
    )
    return steps[len(steps) // 5] if steps else 0.0


def _stands_out(line: _Line, body: tuple[str, float]) -> bool:
    """Return whether a line is bolder or clearly larger than the body text of the document."""
    return line.size > LARGER * body[1] or (is_heavy(line.font) and not is_heavy(body[0]))
