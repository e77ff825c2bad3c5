"""What rules are kept in: a file is read by what its content is, and all kinds give the same lines."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from kensei_docs.extract.document import Document, PageLine, Progress, unreadable
from kensei_docs.extract.formats.plain import text_lines
from kensei_docs.extract.pdf import pdf_lines
from kensei_docs.extract.text import document_of
from kensei_docs.sources import Source


def read_document(
    path: Path,
    source: Source,
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> Document:
    """Return a text file or PDF as a document, with what its text layer lost repaired.

    The lines of a PDF are cached in ``cache_folder``, if one is given. ``placed`` asks for the places of words in a
    PDF, ``pictures`` for the text in pictures on pages that have text of their own. Raises Unusable, with one problem
    that says what is wrong and what to do, if the file can't be read.
    """
    return document_of(read_lines(path, source.page_breaks, progress, cache_folder, placed, pictures), source)


def read_lines(
    path: Path,
    page_breaks: Iterable[str] = (),
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> list[PageLine]:
    """Return a document's lines in reading order, not repaired; the other arguments are those of ``read_document``.

    ``page_breaks`` are regular expressions for lines at which a page of a text file begins.
    """
    content = content_of(path)
    if is_pdf(content):
        return pdf_lines(path, content, progress, cache_folder, placed, pictures)
    return text_lines(path, content, page_breaks)


def content_of(path: Path) -> bytes:
    """Return the bytes of a document's file; raises Unusable if the file is missing or empty."""
    if path.is_dir():
        raise unreadable(path, "is a folder; name the rulebook's text file or PDF")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise unreadable(path, "there is no such file") from None
    except OSError as error:
        raise unreadable(path, f"can't be read: {error.strerror}") from None
    if not content.strip():
        raise unreadable(path, "is empty; name the rulebook's text file or PDF")
    return content


def is_pdf(content: bytes) -> bool:
    """Return whether the content of a file is that of a PDF."""
    return b"%PDF-" in content[:1024]
