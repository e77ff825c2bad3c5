"""A cache of the lines of PDFs, one file a PDF.

The file begins with a digest of the PDF, of the code that reads PDFs, of the versions of its parsers
and of the lines themselves, so a stale or damaged file is never used. If a file
is missing, or can't be written, the PDF is parsed.
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
    """Return the cached lines of a PDF's content, or None."""
    with suppress(OSError):
        digest, _, lines = file.read_bytes().partition(b"\n")
        if digest == _digest(content, lines):
            return [PageLine(*line) for line in json.loads(lines)]
    return None


def keep_lines(file: Path, content: bytes, lines: list[PageLine]) -> None:
    """Write the lines of a PDF's content into its cache file; a file that can't be written is skipped."""
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
    """Return the digest of the code that reads PDFs and of the versions of its parsers, which determine the lines."""
    code = [Path(__file__).parent.parent / "__init__.py", *sorted(Path(__file__).parent.glob("*.py"))]
    versions = (version_of(package) for package in ("pdfplumber", "pdfminer.six"))
    return digest_of(*versions, *(file.read_bytes() for file in code))
