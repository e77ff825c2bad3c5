"""What was read of a PDF, kept for the next time.

All that is kept begins with a seal: the digest of what it holds, of what it is for, of the code
that reads PDFs and of its parsers' versions. So it can be neither stale nor damaged. Nothing that
is kept is needed.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from kensei_docs.discover import version_of
from kensei_docs.files import digest_of, write_whole


class Kept:
    """What is kept of one PDF, in its own folder in ``folder``; None keeps nothing."""

    def __init__(self, path: Path, folder: Path | None) -> None:
        self._folder = folder / digest_of(str(path.resolve()))[:24] if folder else None

    def __bool__(self) -> bool:
        """Whether anything can be kept."""
        return self._folder is not None

    def get(self, name: str, what: str = "") -> Any:
        """Return what is kept under a name, if it is for just that; or None."""
        if self._folder is not None:
            with suppress(OSError):
                seal, _, held = (self._folder / name).read_bytes().partition(b"\n")
                if seal == _seal(what, held):
                    return json.loads(held)
        return None

    def put(self, value: Any, name: str, what: str = "") -> None:
        """Keep something under a name, in place of what is there; where that can't be, do not."""
        if self._folder is not None:
            held = json.dumps(value, separators=(",", ":")).encode()
            with suppress(OSError):
                write_whole(self._folder / name, _seal(what, held) + b"\n" + held)

    def drop(self, but: Collection[str]) -> None:
        """Drop all that is kept, but what is under such names."""
        if self._folder is not None:
            with suppress(OSError):
                for file in self._folder.iterdir():
                    if file.name not in but:
                        file.unlink(missing_ok=True)


def _seal(what: str, held: bytes) -> bytes:
    return digest_of(_reader(), what, held).encode()


@cache
def _reader() -> str:
    """Return the digest of what reads PDFs: another way of reading gives other lines."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    versions = (version_of(package) for package in ("pdfplumber", "pdfminer.six"))
    return digest_of(*versions, *(file.read_bytes() for file in files))
