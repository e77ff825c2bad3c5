"""The pages of a PDF as pdfplumber reads them; what it can't go on with says why."""

from __future__ import annotations

import io
import logging
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import pdfplumber
from pdfminer.pdfdocument import PDFNoPageLabels, PDFXRefFallback
from pdfminer.pdfexceptions import PDFTypeError
from pdfminer.pdfpage import PDFPage
from pdfminer.pdftypes import dict_value, list_value
from pdfminer.psparser import LIT

from kensei_docs.extract.columns import Page
from kensei_docs.extract.drawn import drawn_on
from kensei_docs.extract.fingerprints import Survey
from kensei_docs.extract.glyphs import runs_of
from kensei_docs.extract.lines import refused
from kensei_docs.extract.tables import joined

# Its warnings are about fonts and colours; what matters raises.
logging.getLogger("pdfminer").setLevel(logging.CRITICAL)


class Parser:
    """Parses the pages of one PDF; raises Unusable, at any time, where it is damaged."""

    def __init__(self, path: Path, content: bytes) -> None:
        self._path = path
        with damage_told(path):
            self._pdf = pdfplumber.open(io.BytesIO(content))
        self._document = self._pdf.doc

    def count(self) -> int:
        """Return how many pages there are."""
        return len(self._pages)

    def agrees(self, survey: Survey) -> bool:
        """Return whether the parser finds all objects and pages where a survey did.

        What it would say of a page's own entries is not asked, for each takes it long.
        """
        document = self._document
        try:
            if any(isinstance(table, PDFXRefFallback) for table in document.xrefs):
                return False
            for number, place in survey.places.items():
                stream, at, _ = self._place(number)
                if place != (at if stream is None else (stream, at)):
                    return False
            for number, kids in survey.kids.items():
                node = dict_value(document.getobj(number))
                if node["Type"] is not LIT("Pages") or [kid.objid for kid in list_value(node["Kids"])] != kids:
                    return False
            with suppress(PDFNoPageLabels):
                deque(islice(document.get_page_labels(), len(survey.pages)), 0)
            return bool(document.catalog["Pages"].objid == survey.root)
        except Exception:  # it raises whatever the damage leads it to
            return False

    def _place(self, number: int) -> tuple[int | None, int, int]:
        for table in self._document.xrefs:
            with suppress(KeyError):
                return table.get_pos(number)
        raise KeyError(number)

    def parsed(self, number: int, way: Sequence[int] = ()) -> Page:
        """Return what is drawn on a page, counted from 1.

        Where the numbers of the objects that lead to it are known, no other page is looked at.
        """
        page = None if way else self._pages[number - 1]
        with damage_told(self._path, f" on page {number}"):
            page = page or pdfplumber.page.Page(self._pdf, self._page_at(way), number)
            glyphs, rules = drawn_on(page.layout)
            found = Page(page.width, page.height, runs_of(glyphs), joined(rules))
            # Without this every page's objects stay in memory: 488 MB for 143 pages.
            page.close()
            return found

    @cached_property
    def _pages(self) -> list[pdfplumber.page.Page]:
        with damage_told(self._path):
            return list(self._pdf.pages)

    def _page_at(self, way: Sequence[int]) -> PDFPage:
        entries: dict[str, Any] = {}
        for number in way:
            above = {key: entries[key] for key in PDFPage.INHERITABLE_ATTRS & entries.keys()}
            entries = above | dict_value(self._document.getobj(number))
        if entries["Type"] is not LIT("Page"):
            raise PDFTypeError(way)
        return PDFPage(self._document, way[-1], entries, None)


@contextmanager
def damage_told(path: Path, where: str = "") -> Iterator[None]:
    """Raise Unusable where the parser can't go on.

    It raises whatever the damage leads it to: a key that is missing, a number that is a name.
    """
    try:
        yield
    except Exception as error:
        # pdfplumber wraps what its parser raises.
        error = error.args[0] if error.args and isinstance(error.args[0], Exception) else error
        name = type(error).__name__
        if "Password" in name or "Encryption" in name:
            raise refused(path, "is encrypted; save a copy of it without a password") from None
        why = "".join(c for c in str(error) if c.isprintable()).rstrip(".!?")[:80] or name
        raise refused(path, f"is damaged{where} ({why}); fetch it again") from None
