"""Lines: what all of reading passes on, as they stand on the page and as they are repaired."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kensei_docs.problems import Unusable

# The check that is named where a document can't be read.
CHECK = "document"

Progress = Callable[[int, int], None]


def refused(path: Path, message: str, line: int | None = None, column: int | None = None) -> Unusable:
    """Return the exception for a document that can't be read, ready to raise."""
    # Not imported where all is well: it takes a fifth of the time to read what was kept.
    from kensei_docs.problems import unusable

    return unusable(path, message, CHECK, line, column)


class PageLine(NamedTuple):
    """One line as it stands in the document, before anything is repaired.

    ``number`` is its 1-based line in a text file, ``page`` its 1-based page in a PDF. ``gap``
    says that a blank line or a wider space stands above it, ``turn`` that a page or column
    begins with it, ``bold`` that it is set bolder or larger than the text around it.
    """

    text: str
    number: int | None = None
    page: int | None = None
    gap: bool = False
    turn: bool = False
    bold: bool = False


class ReadLine(NamedTuple):
    """One line of repaired text.

    ``first`` and ``last`` are 1-based lines of a text file, None from a PDF; ``page`` is the
    1-based page of a PDF, None from a text. ``block`` counts paragraphs, headings and tables
    from 0. ``heading`` says that the line is set bold or larger, or all in capitals.
    """

    text: str
    first: int | None
    last: int | None
    page: int | None
    block: int
    heading: bool
