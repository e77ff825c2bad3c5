"""The lines of a PDF: glyphs become runs of words, then columns and ruled tables, then lines in reading order.

Page numbers and running heads are left out. The lines of a PDF are kept in a cache, so it is parsed once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from itertools import pairwise
from pathlib import Path

from kensei_docs import languages
from kensei_docs.discover import version_of
from kensei_docs.extract import PageLine, Progress, Word, unreadable
from kensei_docs.extract.pdf.captions import with_captions_above
from kensei_docs.extract.pdf.footnotes import with_notes
from kensei_docs.extract.pdf.glyphs import Page, Run, is_heavy
from kensei_docs.extract.pdf.lines import Line, by_line, line_of
from kensei_docs.extract.pdf.narrow_cells import with_lines_of_figures_joined, with_words_joined
from kensei_docs.extract.pdf.page_edges import with_capitals_returned
from kensei_docs.extract.pdf.reading_order import in_reading_order
from kensei_docs.extract.pdf.tables_in_parts import with_halves_parted, with_rows_joined
from kensei_docs.files import digest_of, entry_of, write_whole

END = b"%%EOF"
WIDE = 1.25  # in leadings: a wider step down begins another block
LARGER = 1.15  # times the size of the body: what is set larger stands out


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
    file = entry_of(path, cache_folder) if cache_folder else None
    lines = cached_lines(file, content, placed, pictures) if file else None
    if lines is None:
        # pdfminer takes longer to import than the lines of a known PDF take to read.
        from kensei_docs.extract.pdf.pages import pages_of

        found = list(pages_of(path, content, progress, cache_folder, pictures))
        lines = lines_of(found)
        if not lines:
            raise unreadable(path, "has no text: its pages are empty; name a document with text")
        # What was skipped is reported each time, and read once text recognition is installed.
        if file and not any(page.skipped for page in found):
            keep_lines(file, content, lines, pictures)
        if not placed and not any(page.sure for page in found):
            lines = [line._replace(words=()) for line in lines]
    return lines


def lines_of(pages: list[Page]) -> list[PageLine]:
    """Return the lines of all pages in reading order, without page numbers and running heads."""
    body, ordered = in_reading_order(pages)
    numbered = [(number, group) for number, page in enumerate(ordered) for group in page.groups]
    groups = with_halves_parted(with_rows_joined([group for _, group in numbered]))
    groups = with_capitals_returned(groups, lambda run: _stands_out(run, body))
    columns: list[list[list[Line]]] = [[] for _ in ordered]
    named = [(number, group) for (number, _), group in zip(numbered, groups, strict=True)]
    for number, group in with_captions_above(named, body):
        by_itself = with_words_joined(with_lines_of_figures_joined(by_line(group)))
        columns[number].append([line_of(runs, ordered[number].page) for runs in by_itself])
    notes = [
        [(note.mark, [line_of(runs, page.page) for runs in note.lines if runs]) for note in page.notes]
        for page in ordered
    ]
    with_notes(columns, notes, lambda line: _stands_out(line, body))
    wide = WIDE * _leading_of(column for page in columns for column in page)
    lines: list[PageLine] = []
    for number, page in enumerate(columns, 1):
        turn = True
        for column in page:
            above: Line | None = None
            for line in column:
                gap = above is None or line.y - above.y > wide * _enlarged(above, line, body[1])
                lead = 0 if is_heavy(body[0]) else line.lead
                bold = _stands_out(line, body)
                lines.append(PageLine(line.text, None, number, gap, turn, bold, lead, line.cells, line.words))
                above, turn = line, False
    return lines


def _leading_of(columns: Iterable[list[Line]]) -> float:
    """Return the usual distance in points between lines of a paragraph."""
    steps = sorted(
        below.y - above.y
        for column in columns
        for above, below in pairwise(column)
        if below.y - above.y > 0.9 * above.size
    )
    return steps[len(steps) // 5] if steps else 0.0


def _enlarged(above: Line, line: Line, size: float) -> float:
    """Return how much larger than the text, of this ``size``, two lines are that may be one heading; 1 for others."""
    alike = above.font == line.font and abs(above.size - line.size) < 0.1
    return max(1.0, line.size / size) if alike and size else 1.0


def _stands_out(line: Line | Run, body: tuple[str, float]) -> bool:
    """Return whether a line is bolder or clearly larger than the body text of the document."""
    return line.size > LARGER * body[1] or (is_heavy(line.font) and not is_heavy(body[0]))


def cached_lines(file: Path, content: bytes, placed: bool, pictures: bool) -> list[PageLine] | None:
    """Return the cached lines of a PDF's content, or None; with words if ``placed`` or if some were recognised.

    ``pictures`` is whether pictures on pages with text were read as well.
    """
    with suppress(OSError):
        digest, _, cached = file.read_bytes().partition(b"\n")
        if digest == _digest(content, cached, pictures):
            texts, sure, places = cached.split(b"\n")
            lines = [PageLine(*line)._replace(cells=tuple(line[-1])) for line in json.loads(texts)]
            known = json.loads(sure) or [[]] * len(lines)
            return _with_words(lines, json.loads(places), known) if placed or any(known) else lines
    return None


def keep_lines(file: Path, content: bytes, lines: list[PageLine], pictures: bool) -> None:
    """Write the lines of a PDF's content into its cache file; does nothing if the file can't be written.

    A file begins with a digest of the PDF, of the code that reads PDFs, of the languages' files, of the versions of its
    parsers and of the lines themselves, so that a stale or damaged file is never used. The places of words come after
    the lines, and are only read if they are asked for.
    """
    texts = [line[:-1] for line in lines]
    places = [[round(10 * edge) for word in line.words for edge in word[1:5]] for line in lines]
    sure = [[word.sure for word in line.words] for line in lines]
    known = sure if any(doubt is not None for line in sure for doubt in line) else []
    cached = b"\n".join(json.dumps(part, separators=(",", ":")).encode() for part in (texts, known, places))
    with suppress(OSError):
        write_whole(file, _digest(content, cached, pictures) + b"\n" + cached)


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


def _digest(content: bytes, lines: bytes, pictures: bool) -> bytes:
    return digest_of(_reader(), "pictures" if pictures else "", content, lines).encode()


@cache
def _reader() -> str:
    """Return the digest of what determines the lines: the code that reads PDFs, languages, the parsers' versions."""
    folders = Path(__file__).parent, Path(languages.__file__).parent
    code = [
        Path(__file__).parent.parent / "__init__.py",
        *(file for one in folders for file in sorted(one.glob("*.py"))),
    ]
    versions = (version_of(package) for package in ("pdfplumber", "pdfminer.six"))
    return digest_of(*versions, *(file.read_bytes() for file in code))
