"""The lines of a PDF in reading order, kept in a cache: a PDF is read once."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from kensei_docs import languages
from kensei_docs.caches import entry_of, read_entry, write_entry
from kensei_docs.discover import version_of
from kensei_docs.extract.document import PageLine, Progress, Word, unreadable
from kensei_docs.extract.pdf.document_lines import document_lines
from kensei_docs.extract.pdf.pages import pages_of
from kensei_docs.files import digest_of

END = b"%%EOF"


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
    file = entry_of(_digest(content, pictures), cache_folder) if cache_folder else None
    known = cached_lines(file, content, placed, pictures) if file else None
    if known:
        lines, told = known
    else:
        found = pages_of(path, content, progress, cache_folder, pictures)
        lines, told = document_lines(found, found.places), found.told
        if not lines and told:
            raise unreadable(path, "has no text: nobody sees what its pages have; name a document with text")
        if not lines:
            raise unreadable(path, "has no text: its pages are empty; name a document with text")
        # What was skipped is reported each time, and read once text recognition is installed.
        if file and not any(each.page.skipped for each in found):
            keep_lines(file, content, lines, told, pictures)
        if not placed and not any(word.sure is not None for line in lines for word in line.words):
            lines = [line._replace(words=()) for line in lines]
    for said in told:
        logging.getLogger(__name__).warning("%s: %s", path, said)
    return lines


def first_words(content: bytes, pages: int) -> str:
    """Return the text of the first pages of a PDF as its file has it, empty if it can't be read: enough to tell its
    language, in a thousandth of the time that reading takes."""
    import pypdfium2

    try:
        opened = pypdfium2.PdfDocument(content)
        return "\n".join(opened[i].get_textpage().get_text_bounded() for i in range(min(pages, len(opened))))
    except pypdfium2.PdfiumError:
        return ""


def cached_lines(
    file: Path, content: bytes, placed: bool, pictures: bool
) -> tuple[list[PageLine], Sequence[str]] | None:
    """Return the lines of a PDF from its cache file, and the messages of its reading, such as what was left out; None
    where the file has none.

    The lines have words if ``placed``, or if some were recognised in pictures. ``pictures`` is whether pictures on
    pages with text were read as well.
    """
    parts = read_entry(file, _digest(content, pictures))
    if parts is None:
        return None
    told, texts, sure, places = parts
    lines = [PageLine(*line)._replace(cells=tuple(line[-1])) for line in json.loads(texts)]
    known = json.loads(sure) or [[]] * len(lines)
    if placed or any(known):
        lines = _with_words(lines, json.loads(places), known)
    return lines, json.loads(told)


def keep_lines(file: Path, content: bytes, lines: list[PageLine], told: Sequence[str], pictures: bool) -> None:
    """Write the lines of a PDF into its cache file, and ``told``, the messages of its reading; no cache is no fault.

    The file is valid for the PDF, the code that reads PDFs, the languages and the versions of the parsers. The places
    of words come last, as they are seldom asked for.
    """
    texts = [line[:-1] for line in lines]
    places = [[round(10 * edge) for word in line.words for edge in word[1:5]] for line in lines]
    sure = [[word.sure for word in line.words] for line in lines]
    known = sure if any(doubt is not None for line in sure for doubt in line) else []
    parts = (json.dumps(part, separators=(",", ":")).encode() for part in (told, texts, known, places))
    write_entry(file, _digest(content, pictures), *parts)


def _with_words(lines: list[PageLine], places: list[list[int]], sure: list[list[float | None]]) -> list[PageLine]:
    """Return lines with their words; ``places`` has the four edges of each word in tenths of a point, line by line."""
    return [
        line._replace(
            words=tuple(
                Word(word, *(edge / 10 for edge in edges[at : at + 4]))._replace(
                    sure=doubts[at // 4] if doubts else None
                )
                for word, at in zip(line.text.split(" "), range(0, len(edges), 4), strict=False)
            )
        )
        for line, edges, doubts in zip(lines, places, sure, strict=True)
    ]


def _digest(content: bytes, pictures: bool) -> str:
    return digest_of(_reader(), "pictures" if pictures else "", content)


@cache
def _reader() -> str:
    """Return the digest of what determines the lines: the code that reads PDFs, languages, the parsers' versions."""
    folders = Path(__file__).parent, Path(languages.__file__).parent
    code = [
        Path(__file__).parent.parent / "document.py",
        *(file for one in folders for file in sorted(one.glob("*.py"))),
    ]
    versions = (version_of(package) for package in ("pdfplumber", "pypdfium2", "pikepdf"))
    return digest_of(*versions, *(file.read_bytes() for file in code))
