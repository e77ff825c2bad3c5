"""Page references: the numbers of the pages on which elements stand take the place of marks in the markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_PAGE_OF = re.compile(r"<!--page of (.*?)-->")
# Replaces page numbers while blocks are measured: no page number is wider.
_SOME_PAGE = "000"
_ID = re.compile(r'\bid="([^"]+)"')


def with_some_page(markup: str) -> str:
    """Return markup with a number in each page reference that takes the room of any page's."""
    return _PAGE_OF.sub(_SOME_PAGE, markup)


def pages_of_ids(pages: Iterable[str]) -> dict[str, int]:
    """Return the number of the page on which each element with an id stands, counted from 1."""
    return {name: number for number, page in enumerate(pages, 1) for name in _ID.findall(page)}


def with_pages(markup: str, pages: Mapping[str, int]) -> str:
    """Return markup with the page references filled in: each page of several ids once, in order; none for no page."""

    def numbers(reference: re.Match[str]) -> str:
        return ", ".join(map(str, sorted({pages[name] for name in reference[1].split() if name in pages})))

    return _PAGE_OF.sub(numbers, markup)


def without_pages(markup: str) -> str:
    """Return markup without its page references."""
    return _PAGE_OF.sub("", markup)
