"""Pages of a PDF: glyphs to words, words to lines, what stands on every page left out."""

from __future__ import annotations

import io
import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from kensei_docs.extract.columns import Page, column_edges, in_order
from kensei_docs.extract.furniture import without_furniture
from kensei_docs.extract.glyphs import Run, is_heavy, runs_of
from kensei_docs.extract.kept import KeptPages
from kensei_docs.extract.lines import CHECK, PageLine, Progress
from kensei_docs.extract.tables import joined
from kensei_docs.problems import unusable

END = b"%%EOF"
SAME_LINE = 0.35  # in ems: runs whose baselines differ by less stand in one line
WIDE = 1.25  # in leadings: a wider step down begins another block
LARGER = 1.15


def pdf_lines(path: Path, content: bytes, progress: Progress | None = None,
              kept: Path | None = None) -> list[PageLine]:
    """Return the lines of a PDF in reading order; raises Unusable where it can't be read.

    In the folder ``kept``, pages are kept for the next time: only changed ones are parsed again.
    """
    if END not in content[-2048:]:
        raise unusable(path, "is cut off: its end is missing; fetch the whole file again", CHECK)
    before = KeptPages(path, content, kept)
    known = before.pages()
    pages = [page for page in known if page is not None]
    if not known or len(pages) < len(known):
        pages = _parsed(path, content, progress, known)
        before.save(pages)
    if not any(page.runs for page in pages):
        raise unusable(path, "has no text: its pages are pictures; run text recognition (OCR) "
                       "over it first", CHECK)
    return lines_of(pages)


def _parsed(path: Path, content: bytes, progress: Progress | None,
            known: list[Page | None]) -> list[Page]:
    """Return the pages of a PDF: those that are known, and the others parsed."""
    # Not imported where all pages are known: it takes longer than they do.
    import pdfplumber

    from kensei_docs.extract.drawn import drawn_on

    # Its warnings are about fonts and colours; what matters raises.
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    with damage_told(path):
        document = pdfplumber.open(io.BytesIO(content))
    pages: list[Page] = []
    with damage_told(path):
        count = len(document.pages)
    if len(known) != count:
        known = [None] * count
    for number, before in enumerate(known):
        if before is None:
            with damage_told(path, f" on page {number + 1}"):
                page = document.pages[number]
                glyphs, rules = drawn_on(page.layout)
                before = Page(page.width, page.height, runs_of(glyphs), joined(rules))
                # Without this every page's objects stay in memory: 488 MB for 143 pages.
                page.close()
        pages.append(before)
        if progress is not None:
            progress(number + 1, count)
    return pages


@contextmanager
def damage_told(path: Path, where: str = "") -> Iterator[None]:
    """Raise Unusable where the parser can't go on.

    It raises whatever the damage leads it to: a key that is missing, a number that is a name.
    """
    try:
        yield
    except Exception as error:
        reason = error.args[0] if error.args and isinstance(error.args[0], Exception) else error
        name = type(reason).__name__
        if "Password" in name or "Encryption" in name:
            raise unusable(path, "is encrypted; save a copy of it without a password",
                           CHECK) from None
        why = "".join(c for c in str(reason) if c.isprintable()).rstrip(".!?")[:80] or name
        raise unusable(path, f"is damaged{where} ({why}); fetch it again", CHECK) from None


def lines_of(pages: list[Page]) -> list[PageLine]:
    """Return the lines of all pages in reading order, without page numbers and running heads."""
    pages = [replace(page, runs=runs)
             for page, runs in zip(pages, without_furniture(pages), strict=True)]
    edges = column_edges(pages)
    body = body_of(pages)
    columns = [(number, [line_of(line) for line in together(group)])
               for number, page in enumerate(pages, 1) for group in in_order(page, edges)]
    leading = leading_of(columns)
    lines: list[PageLine] = []
    last = 0
    for number, column in columns:
        above: Run | None = None
        for run in column:
            gap = above is None or run.y - above.y > WIDE * leading
            lines.append(PageLine(run.text, None, number, gap, number != last,
                                  stands_out(run, body)))
            above, last = run, number
    return lines


def together(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs of a column by lines, those of a line from left to right."""
    lines: list[list[Run]] = []
    for run in runs:
        if not lines or abs(run.y - lines[-1][0].y) > SAME_LINE * run.size:
            lines.append([])
        lines[-1].append(run)
    return [sorted(line, key=lambda run: run.x0) for line in lines]


def line_of(runs: list[Run]) -> Run:
    """Return the runs of one line as one."""
    longest = max(runs, key=lambda run: len(run.text))
    return Run(runs[0].x0, runs[-1].x1, runs[0].y, longest.size, longest.font,
               [word for run in runs for word in run.words],
               [start for run in runs for start in run.starts],
               [end for run in runs for end in run.ends])


def leading_of(columns: list[tuple[int, list[Run]]]) -> float:
    """Return the usual distance in points from line to line inside a paragraph."""
    steps = sorted(below.y - above.y for _, column in columns
                   for above, below in pairwise(column) if below.y - above.y > 0.9 * above.size)
    return steps[len(steps) // 5] if steps else 0.0


def body_of(pages: list[Page]) -> tuple[str, float]:
    """Return the font and the size in points that most of the text is set in."""
    used: Counter[tuple[str, float]] = Counter()
    for page in pages:
        for run in page.runs:
            used[run.font, round(run.size, 1)] += len(run.text)
    return used.most_common(1)[0][0]


def stands_out(run: Run, body: tuple[str, float]) -> bool:
    """Return whether a line is set bolder or clearly larger than the document's body."""
    font, size = body
    return run.size > LARGER * size or (run.heavy and not is_heavy(font))

