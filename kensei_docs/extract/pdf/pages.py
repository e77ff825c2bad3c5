"""Open a PDF and read its pages: glyphs become runs of words; a page without text is recognised from its picture.

A page on which many glyphs have no character has no text either: its fonts don't say which letters they are.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kensei_docs.extract import Progress, unreadable
from kensei_docs.extract.pdf.glyphs import Box, Page
from kensei_docs.extract.pdf.marks import with_narrow_marked, with_raised_lowered, with_second_marked
from kensei_docs.extract.pdf.overprints import runs_over_one_another, with_overprints_parted
from kensei_docs.extract.pdf.recognised_pictures import Pictures, inside
from kensei_docs.extract.pdf.ruled_tables import joined, sides_of_cells

# The keys of pdfplumber for the edges of a picture, in points from the top left corner of the page.
EDGES = ("x0", "top", "x1", "bottom")


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

    from kensei_docs.extract.pdf.parser import Fonts, drawn_on, has_unnamed_words, lacks_characters, lay_out

    # Its warnings are only about fonts and colours; serious faults raise.
    logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
    with _damage_as_problem(path):
        opened = pdfplumber.open(io.BytesIO(content))
        opened.rsrcmgr = fonts = Fonts()
        pages = opened.pages
    recogniser = Pictures(path, content, cache_folder)
    any_text = False
    for number, page in enumerate(pages, 1):
        with _damage_as_problem(path, f" on page {number}"):
            layout, actual_texts = lay_out(page, fonts)
            glyphs, rules, uprights, panels = drawn_on(layout, actual_texts)
            glyphs = [with_narrow_marked(glyph, fonts.widest) for glyph in glyphs]
            glyphs = with_raised_lowered(with_second_marked(glyphs, fonts.second))
        runs = runs_over_one_another(with_overprints_parted(glyphs))
        unnamed = has_unnamed_words(runs)
        if as_picture := lacks_characters(glyphs) or (pictures and unnamed):
            runs, rules, uprights, panels = [], [], [], []
        tops, sides = sides_of_cells(rules, uprights, runs)
        read = Page(page.width, page.height, runs, joined(rules) + tops, uprights + sides, panels=panels)
        if unnamed and not as_picture:
            read = read._replace(skipped=True)
            recogniser.unnamed.append(number)
        with _damage_as_problem(path, f" on page {number}"):
            images = page.images if pictures or not read.runs else []
            places = [Box(*(float(image[edge]) for edge in EDGES)) for image in images]
            places += [Box(0.0, 0.0, page.width, page.height)] if as_picture else []
            # Without this every page's objects stay in memory: 488 MB for 143 pages.
            page.close()
        any_text = any_text or bool(read.runs)
        if places:
            seen = recogniser.page(number, page.width, page.height)
            read = _with_seen(read, seen, places) if seen else read._replace(skipped=True)
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
