"""The lines of a PDF, from what was kept of it as far as it is the same."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kensei_docs.extract.kept import Kept
from kensei_docs.extract.lines import PageLine, Progress, refused
from kensei_docs.files import digest_of

END = b"%%EOF"
LINES = "lines"


def pdf_lines(path: Path, content: bytes, progress: Progress | None = None, kept: Path | None = None) -> list[PageLine]:
    """Return the lines of a PDF in reading order; raises Unusable where it can't be read.

    In the folder ``kept``, they are kept for the next time, and so are its pages: only changed
    ones are parsed again.
    """
    if END not in content[-2048:]:
        raise refused(path, "is cut off: its end is missing; fetch the whole file again")
    before = Kept(path, kept)
    digest = digest_of(content)
    same = before.get(LINES, digest)
    if same is not None:
        return _lines(*same)
    with _collector_held():
        # Not imported where nothing changed: it takes longer than to read what was kept.
        from kensei_docs.extract.layout import lines_of
        from kensei_docs.extract.sheets import keep, sheets_of

        sheets = sheets_of(path, content, before, progress)
        lines = lines_of(sheets)
    if not lines:
        raise refused(path, "has no text: its pages are pictures; run text recognition (OCR) over it first")
    keep(sheets, before, LINES)
    before.put(_flat(lines), LINES, digest)
    return lines


@contextmanager
def _collector_held() -> Iterator[None]:
    """Hold the collector back: next to nothing of what is read is garbage that it would find."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            # What is there by now counts as old, and isn't looked through at once.
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _flat(lines: list[PageLine]) -> list[list[Any]]:
    return [
        [line.text for line in lines],
        [line.page for line in lines],
        [line.gap + 2 * line.turn + 4 * line.bold for line in lines],
    ]


def _lines(texts: list[str], pages: list[int], marks: list[int]) -> list[PageLine]:
    told = [(bool(mark & 1), bool(mark & 2), bool(mark & 4)) for mark in range(8)]
    return [PageLine(text, None, page, *told[mark]) for text, page, mark in zip(texts, pages, marks, strict=True)]
