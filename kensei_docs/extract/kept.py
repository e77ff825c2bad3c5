"""Pages of PDFs as they were read last: parsing a page is nearly all the work of reading it.

A page is kept under the digest of all that it draws, of the code that reads it and of the parser's
version, and is used for those alone, so it can't be stale. Nothing that is kept is needed.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from kensei_docs.discover import version_of
from kensei_docs.extract.columns import Page
from kensei_docs.extract.glyphs import Run
from kensei_docs.extract.tables import Rule
from kensei_docs.files import digest_of, write_whole

# What a page draws, and on how large a sheet; a page may have these from those above it.
_DRAWN = ("/Contents", "/Resources", "/MediaBox", "/CropBox", "/Rotate", "/UserUnit")
_REFERENCE = re.compile(rb"\d R\b")


class KeptPages:
    """The pages of one PDF, each in a file of its own folder in ``folder``; None keeps nothing."""

    def __init__(self, path: Path, content: bytes, folder: Path | None) -> None:
        name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:24]
        self._folder = folder / name if folder else None
        self.digests = _digests(content) if folder else []
        self._lacking: list[str] = []

    def pages(self) -> list[Page | None]:
        """Return each page as it was read before, or None for it."""
        found = [self._page(digest) for digest in self.digests]
        self._lacking = [digest for digest, page in zip(self.digests, found, strict=True)
                         if page is None]
        return found

    def _page(self, digest: str) -> Page | None:
        assert self._folder is not None  # without one there are no digests
        try:
            kept = json.loads((self._folder / f"{digest}.json").read_bytes())
            return Page(kept["width"], kept["height"], [Run(*run) for run in kept["runs"]],
                        [Rule(*rule) for rule in kept["rules"]])
        except (OSError, ValueError, TypeError, LookupError):
            return None

    def save(self, pages: list[Page]) -> None:
        """Keep the pages of today, and no others; where that can't be, nothing is kept."""
        if self._folder is None or len(self.digests) != len(pages):
            return
        with suppress(OSError):
            today = dict(zip(self.digests, pages, strict=True))
            for digest in self._lacking:
                # A run is a line of values: their names would be half of it.
                page = vars(today[digest]) | {
                    part: [list(vars(one).values()) for one in getattr(today[digest], part)]
                    for part in ("runs", "rules")}
                write_whole(self._folder / f"{digest}.json", json.dumps(page, ensure_ascii=False))
            names = {f"{digest}.json" for digest in self.digests}
            for file in self._folder.glob("*.json"):
                if file.name not in names:
                    file.unlink(missing_ok=True)


def _digests(content: bytes) -> list[str]:
    """Return the digest of each page; none where the PDF is damaged or encrypted."""
    import pikepdf

    try:
        with pikepdf.open(io.BytesIO(content)) as pdf:
            if pdf.is_encrypted:
                return []
            parts = _Parts()
            found = [digest_of(_reader(), *(key + parts.digest(_inherited(page.obj, key))
                                            for key in _DRAWN)) for page in pdf.pages]
            # What had to be mended on the way may be read otherwise by another parser.
            return [] if pdf.get_warnings() else found
    except (pikepdf.PdfError, ValueError, TypeError, RecursionError, RuntimeError):
        return []


def _inherited(page: Any, key: str) -> Any:
    while key not in page and "/Parent" in page:
        page = page["/Parent"]
    return page.get(key)


class _Parts:
    """Digests of the parts of a PDF, whatever numbers its objects have."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], str] = {}

    def digest(self, part: Any) -> str:
        import pikepdf

        if not isinstance(part, pikepdf.Object):
            return repr(part)
        where = part.objgen
        if where != (0, 0):
            if where in self._known:
                return self._known[where]
            # A part that leads back to itself.
            self._known[where] = "itself"
        if isinstance(part, pikepdf.Stream):
            found = self._stream(part)
        elif isinstance(part, pikepdf.Dictionary):
            found = self._entries(part)
        elif isinstance(part, pikepdf.Array) and _REFERENCE.search(part.unparse(resolved=True)):
            found = digest_of("array", *map(self.digest, part))
        else:
            found = digest_of(part.unparse(resolved=True))
        if where != (0, 0):
            self._known[where] = found
        return found

    def _stream(self, part: Any) -> str:
        import pikepdf

        try:
            # However it was packed.
            return digest_of(part.read_bytes(), self._entries(part, "/Filter", "/DecodeParms"))
        except pikepdf.PdfError:
            return digest_of(part.read_raw_bytes(), self._entries(part))

    def _entries(self, part: Any, *but: str) -> str:
        return digest_of(*(f"{key} {self.digest(value)}" for key, value in sorted(part.items())
                           if key not in ("/Parent", "/Length", *but)))


@cache
def _reader() -> str:
    """Return the digest of what reads pages: another way of reading gives other pages."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return digest_of(version_of("pdfplumber"), version_of("pdfminer.six"),
                     *(file.read_bytes() for file in files))
