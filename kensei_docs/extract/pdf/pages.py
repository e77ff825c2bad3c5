"""Open a PDF and read its pages; a page without text, or whose fonts name no characters, is read from its picture."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2

from kensei_docs.extract.document import Progress, unreadable
from kensei_docs.extract.pdf.annotations import added_to, with_fields, with_reviewers_notes
from kensei_docs.extract.pdf.content import read_page
from kensei_docs.extract.pdf.flow import ReadPage, read_pages
from kensei_docs.extract.pdf.page import Box, Page
from kensei_docs.extract.pdf.recognised_pictures import Pictures, pieces_inside
from kensei_docs.extract.pdf.switched_off import without_switched_off
from kensei_docs.extract.pdf.tags import Place, places_on
from kensei_docs.extract.pdf.thresholds import LIMITS

NO_CHARACTER = {"Co", "Cn", "Cc"}  # the categories of characters that no text has
# A word with letters that no later step can guess; a single one in the private use area may be a ligature or a bullet.
UNNAMED = re.compile(r"[^\W\d_]\ufffd|\ufffd[^\W\d_]|[\ue000-\uf8ff]{2}")

# What may have layers: objects in streams may have anything.
LAYERS = re.compile(rb"/OCProperties|/ObjStm")
# What a person is told of words, by the reason; how many places are named, and how many characters of each.
TOLD = {
    "struck": "struck out, and so not read",
    "unseen": "not seen on the page, and so not read",
    "outside": "outside of the page, and so not read",
    "off": "on a layer that is switched off, and so not read",
    "field": "written in fields of a form, and read there",
    "note": "a reviewer's notes, read behind the text or table that they stand at",
}
MOST, LONGEST = 12, 60


class Read(list[ReadPage]):
    """The pages of a PDF as they were read; ``places`` are the structure of each, ``told`` what a person is told."""

    places: Sequence[Mapping[int, Place]] = ()
    told: Sequence[str] = ()


def pages_of(
    path: Path,
    content: bytes,
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    pictures: bool = False,
) -> Read:
    """Return the pages of a PDF in reading order.

    ``pictures`` asks for the text in pictures on pages with text, too. Raises Unusable if the PDF can't be read.
    """
    recogniser = Pictures(path, content, cache_folder)
    pages: list[Page] = []
    places: list[Mapping[int, Place]] = []
    with _damage_as_problem(path):
        shown = _shown(content)
        opened = _opened(shown)
        whole = pypdfium2.PdfDocument(content) if shown is not content else None
        total = len(opened)
    for index in range(total):
        with _damage_as_problem(path, f" on page {index + 1}"):
            sheet = opened[index]
            added, struck = added_to(opened, sheet)
            page, images = read_page(sheet, struck)
            page = with_reviewers_notes(with_fields(page, added), index, added)
            known = places_on(sheet)
            off = _lacking(sheet, whole[index]) if whole else ()
            page = page._replace(told=(*page.told, *(("off", text) for text in off)))
            sheet.close()
        page = _with_pictures(page, images, index + 1, recogniser, pictures)
        pages.append(page)
        places.append({} if any(piece.sure is not None for piece in page.pieces) else known)
        if progress is not None:
            progress(index + 1, total)
    recogniser.finish(any(page.pieces for page in pages))
    read = Read(read_pages(pages, places))
    read.places = places
    read.told = list(_told(pages))
    return read


def _shown(content: bytes) -> bytes:
    """Return a PDF without its layers that are switched off; the very same bytes where none is."""
    if LAYERS.search(content):
        with suppress(pikepdf.PdfError):
            return without_switched_off(content)
    return content


def _lacking(page: pypdfium2.PdfPage, whole: pypdfium2.PdfPage) -> Iterator[str]:
    """Yield the words that a page lacks of the ``whole``."""
    words, kept = (one.get_textpage().get_text_range().split() for one in (whole, page))
    for change, start, end, *_ in SequenceMatcher(None, words, kept, autojunk=False).get_opcodes():
        if change != "equal" and start < end:
            yield " ".join(words[start:end])


def _opened(content: bytes) -> pypdfium2.PdfDocument:
    opened = pypdfium2.PdfDocument(content)
    if opened.get_formtype() != pypdfium2.raw.FORMTYPE_NONE:
        opened.init_forms()
    return opened


def _told(pages: Sequence[Page]) -> Iterator[str]:
    """Yield what a person is told of some pages: words that are left out, or that were added to the document."""
    for reason, said in TOLD.items():
        places = [
            f"p. {number} “{_shortened(text)}”"
            for number, page in enumerate(pages, 1)
            for why, text in page.told
            if why == reason and any(map(str.isalnum, text))
        ]
        more = f" and {len(places) - MOST} more" if len(places) > MOST else ""
        if places:
            yield f"{said}: {', '.join(places[:MOST])}{more}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"


def _with_pictures(page: Page, images: list[Box], number: int, recogniser: Pictures, pictures: bool) -> Page:
    """Return a page with the text that was recognised in its pictures, or on the whole page if it has no text."""
    unnamed = any(UNNAMED.search(piece.text) for piece in page.pieces)
    as_picture = _lacks_characters(page) or (pictures and unnamed)
    if unnamed and not as_picture:
        recogniser.unnamed.append(number)
        page = page._replace(skipped=True)
    if as_picture:
        page = page._replace(pieces=[], rules=[], uprights=[], panels=[])
        images = [Box(0.0, 0.0, page.width, page.height)]
    elif page.pieces and not pictures:
        return page
    if not images:
        return page
    seen = recogniser.page(number, page.width, page.height)
    if seen is None:
        return page._replace(skipped=True)
    if page.pieces:
        found = pieces_inside(seen, images, [piece.box for piece in page.pieces if not piece.turn])
        return page._replace(pieces=[*page.pieces, *found.pieces], rules=page.rules + found.rules)
    return page._replace(pieces=seen.pieces, rules=seen.rules, uprights=seen.uprights)


@contextmanager
def _damage_as_problem(path: Path, where: str = "") -> Iterator[None]:
    """Raise Unusable for any exception of the parser."""
    try:
        yield
    except Exception as error:
        why = "".join(c for c in str(error) if c.isprintable()).rstrip(".!?")[:80] or type(error).__name__
        if isinstance(error, pypdfium2.PdfiumError) and error.err_code == pypdfium2.raw.FPDF_ERR_SUCCESS:
            raise unreadable(path, "has no pages; fetch it again") from None
        if "password" in why.lower() or "security" in why.lower():
            raise unreadable(path, "is encrypted; save a copy of it without a password") from None
        raise unreadable(path, f"is damaged{where} ({why}); fetch it again") from error


def _lacks_characters(page: Page) -> bool:
    """Return whether a page's text can't be read, because too many of its letters are no characters."""
    letters = [letter for piece in page.pieces for letter in piece.text]
    return sum(map(_is_unnamed, letters)) > LIMITS.unnamed * len(letters)


@cache
def _is_unnamed(letter: str) -> bool:
    return letter == "\ufffd" or unicodedata.category(letter) in NO_CHARACTER
