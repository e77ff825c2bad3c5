"""What rules are kept in: a file is read by what its content is, and all kinds give the same lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kensei_docs.extract.document import Document, PageLine, Progress, unreadable
from kensei_docs.extract.formats.archive import names_in, part_of
from kensei_docs.extract.formats.docx import DOCUMENT, docx_lines
from kensei_docs.extract.formats.html import html_lines
from kensei_docs.extract.formats.markdown import ENDINGS, is_markdown, markdown_lines
from kensei_docs.extract.formats.odt import odt_lines
from kensei_docs.extract.formats.plain import decoded, text_lines
from kensei_docs.extract.pdf import pdf_lines
from kensei_docs.extract.text import document_of
from kensei_docs.sources import Source

READ = "PDF, DOCX, ODT, HTML, Markdown and plain text are read"

_ODT = (b"application/vnd.oasis.opendocument.text", b"application/vnd.oasis.opendocument.text-template")
_PRINT = "print it as PDF, or save it as DOCX or ODT"
# The beginnings of files that are not read, with what each is and what to do.
_REFUSED = (
    (rb"\{\\rtf", f"is RTF; {_PRINT}"),
    (rb"%!PS|\x04%!PS", "is PostScript; make a PDF of it, for example with 'ps2pdf'"),
    (rb"\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|RIFF....WEBP", "is a picture; print it as PDF: its text is recognised"),
    (rb"AT&TFORM", "is DjVu; print it as PDF"),
    (rb".{60}(?:BOOKMOBI|TEXtREAd)", "is a MOBI book; convert it to PDF or HTML"),
    (rb"(?:\S[^\n]*\n)*?Content-Type: multipart/related", "is a page with its pictures (MHTML); save it as HTML only"),
)
_TYPESET = (
    (r"\\documentclass\b|\\begin\{document\}|\\section\*?\{", "is LaTeX"),
    (r"#(?:set|show|import|let) ", "is Typst"),
    (r"\\start[a-z]+\b|\\input |\\bye\b|\\def\\", "is TeX"),
)
_XML = re.compile(r"\s*<\?xml[^>]*>")
_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>|<!--.*?-->|\s)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_ELEMENT = re.compile(
    r"\s*(?:<!--.*?-->\s*)*<(?:article|b|center|div|font|h[1-6]|header|img|link|main|meta|ol|p|section|span|strong|style|"
    r"table|title|ul)\b[^<>]*>",
    re.IGNORECASE | re.DOTALL,
)
_CHARSET = re.compile(rb"<meta[^>]*?charset\s*=\s*[\"']?([\w-]+)|<\?xml[^>]*encoding=[\"']([\w-]+)", re.IGNORECASE)


def read_document(
    path: Path,
    source: Source,
    progress: Progress | None = None,
    cache_folder: Path | None = None,
    placed: bool = False,
    pictures: bool = False,
) -> Document:
    """Return a rulebook's file as a document, with what its text layer lost repaired.

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

    ``page_breaks`` are regular expressions for lines at which a page of a plain text begins.
    """
    content = content_of(path)
    if is_pdf(content):
        return pdf_lines(path, content, progress, cache_folder, placed, pictures)
    for beginning, what in _REFUSED:
        if re.match(beginning, content[:4096], re.DOTALL):
            raise unreadable(path, what)
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        locked = "EncryptedPackage".encode("utf-16-le") in content
        what = "is encrypted; save a copy of it without a password" if locked else f"is DOC; {_PRINT}"
        raise unreadable(path, what)
    if content.startswith(b"PK"):
        return _archive_lines(path, content)
    text = decoded(path, content, _charset(content))
    start = text[:4096]
    if _PAGE.match(start):
        return html_lines(path, text)
    if _XML.match(start):
        if "urn:oasis:names:tc:opendocument" in start:
            return odt_lines(path, content)
        raise unreadable(path, f"is XML that is no document; {READ}")
    for shape, what in _TYPESET:
        if path.suffix.lower() not in ENDINGS and re.search(rf"^\s*(?:{shape})", text[:20_000], re.MULTILINE):
            raise unreadable(path, f"{what}; typeset it, and name the PDF")
    if is_markdown(path, text):
        return markdown_lines(path, text)
    if _ELEMENT.match(start):
        return html_lines(path, text)
    return text_lines(path, text, page_breaks)


def _archive_lines(path: Path, content: bytes) -> list[PageLine]:
    names = names_in(path, content)
    if DOCUMENT in names:
        return docx_lines(path, content)
    kind = part_of(path, content, "mimetype").strip()
    if kind in _ODT:
        return odt_lines(path, content)
    if kind == b"application/epub+zip":
        raise unreadable(path, "is an EPUB; convert it to PDF or HTML")
    raise unreadable(path, f"is an archive of another kind; {READ}: save it as one of them, or unpack it")


def _charset(content: bytes) -> str:
    """Return the name of the encoding that a page of HTML declares; empty without one."""
    declared = _CHARSET.search(content[:2048])
    return (declared[1] or declared[2]).decode("ascii", "replace").lower() if declared else ""


def content_of(path: Path) -> bytes:
    """Return the bytes of a document's file; raises Unusable if the file is missing or empty."""
    if path.is_dir():
        raise unreadable(path, "is a folder; name the rulebook's file in it")
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise unreadable(path, "there is no such file") from None
    except OSError as error:
        raise unreadable(path, f"can't be read: {error.strerror}") from None
    if not content.strip():
        raise unreadable(path, f"is empty; {READ}")
    return content


def is_pdf(content: bytes) -> bool:
    """Return whether the content of a file is that of a PDF."""
    return b"%PDF-" in content[:1024]
