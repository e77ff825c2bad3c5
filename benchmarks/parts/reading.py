"""Reading a rulebook's PDF, against pdfplumber's characters of all its pages."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.timing import PYTHON, Command, Row, in_turn

_PLAIN = """import sys, pdfplumber
with pdfplumber.open(sys.argv[1]) as pdf:
    for page in pdf.pages:
        len(page.chars)
        page.close()
"""
_OURS = """import sys
from pathlib import Path
from kensei_docs.extract.formats import read_lines
read_lines(Path(sys.argv[1]), cache_folder=Path(sys.argv[2]) if len(sys.argv) > 2 else None)
"""


def measure(folder: Path, sizes: Sequence[int], runs: int) -> Iterator[Row]:
    """Measure the largest PDF in the folder that KENSEI_SOURCES names; nothing without one."""
    found = sorted(
        Path(os.environ.get("KENSEI_SOURCES") or folder / "none").glob("*.pdf"), key=lambda file: file.stat().st_size
    )
    if not found:
        yield Row("reading a rulebook", "pdfplumber", None, note="not measured: KENSEI_SOURCES names no folder of PDFs")
        return
    book, cache = found[-1], folder / "cache"
    Command("first", [PYTHON, "-c", _OURS, book, cache]).run()
    plain = Command("pdfplumber", [PYTHON, "-c", _PLAIN, book])
    first = Command("first", [PYTHON, "-c", _OURS, book])
    same = Command("same", [PYTHON, "-c", _OURS, book, cache])
    in_turn([plain, first, same], runs)
    yield Row.of("reading a rulebook", first, plain, 0.7)
    yield Row.of("reading it again, nothing changed", same, plain, 0.03)
