"""The lines of a PDF that was read before, in one file a PDF.

The file begins with a digest of the PDF, of the code that reads PDFs, of the versions of its parsers
and of the lines themselves, so what it holds is neither stale nor damaged. No file is needed: one that
is missing, or can't be written, means that the PDF is parsed.
"""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from pathlib import Path

from kensei_docs.discover import version_of
from kensei_docs.extract import PageLine
from kensei_docs.files import digest_of, write_whole


def cached_lines(file: Path, content: bytes) -> list[PageLine] | None:
    """Return the lines that were kept of a PDF's content, or None."""
    with suppress(OSError):
        digest, _, lines = file.read_bytes().partition(b"\n")
        if digest == _digest(content, lines):
            return [PageLine(*line) for line in json.loads(lines)]
    return None


def keep_lines(file: Path, content: bytes, lines: list[PageLine]) -> None:
    """Keep the lines of a PDF's content, in place of what is in the file."""
    text = json.dumps(lines, separators=(",", ":")).encode()
    with suppress(OSError):
        write_whole(file, _digest(content, text) + b"\n" + text)


def cache_file(folder: Path, path: Path) -> Path:
    """Return the file for the lines of the PDF at a path."""
    return folder / f"{digest_of(str(path.resolve()))[:24]}.json"


def _digest(content: bytes, lines: bytes) -> bytes:
    return digest_of(_reader(), content, lines).encode()


@cache
def _reader() -> str:
    """Return the digest of what reads PDFs: other code, or another parser, gives other lines."""
    code = [Path(__file__).parent.parent / "__init__.py", *sorted(Path(__file__).parent.glob("*.py"))]
    versions = (version_of(package) for package in ("pdfplumber", "pdfminer.six"))
    return digest_of(*versions, *(file.read_bytes() for file in code))
