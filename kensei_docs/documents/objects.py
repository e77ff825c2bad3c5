"""Objects of a PDF that are ready to be written: text, and streams that are compressed once.

A deck has ten thousand objects; a library that knows what is in them takes most of the time that
placing faces takes. The file around them is pydyf's work, which writes the renderer's files too.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping

import pydyf

POINT = 72 / 25.4


class _Ready(pydyf.Object):  # type: ignore[misc]
    """An object as it is written; a stream can't stand in a stream of objects."""

    data = b""

    def __init__(self, data: bytes, compressible: bool) -> None:
        super().__init__()
        self.data = data
        self._compressible = compressible

    @property
    def compressible(self) -> bool:
        return self._compressible


class Pdf:
    """A PDF to be: objects by their numbers, its catalog and information, and its pages in their
    order."""

    def __init__(self) -> None:
        self._pdf = pydyf.PDF()
        self.catalog, self.info = self._pdf.catalog, self._pdf.info
        self.pages: list[int] = []

    def add(self, text: str = "") -> int:
        """Add an object and return its number; without a text, that is told by ``put``."""
        return self._add(_Ready(text.encode("ascii"), compressible=True))

    def put(self, number: int, text: str) -> None:
        """Say what an object is that was added without a text."""
        self._pdf.objects[number].data = text.encode("ascii")

    def add_page(self) -> int:
        """Add a page, to be told by ``put``, and return its number."""
        page = _Ready(b"", compressible=True)
        self._pdf.add_page(page)
        self.pages.append(int(page.number))
        return self.pages[-1]

    @property
    def parent(self) -> str:
        """The reference to what holds the pages."""
        return ref(self._pdf.pages.number)

    def stream(self, entries: str, content: bytes) -> int:
        """Add a stream and return its number."""
        return self.ready_stream(entries, compressed(content))

    def ready_stream(self, entries: str, content: bytes) -> int:
        """Add a stream whose content is compressed already, and return its number."""
        return self.plain_stream(f"{entries}/Filter/FlateDecode", content)

    def plain_stream(self, entries: str, content: bytes) -> int:
        """Add a stream as it is, for those who look for it in the file; return its number."""
        return self._add(_Ready(f"<<{entries}/Length {len(content)}>>stream\n".encode("ascii")
                                + content + b"\nendstream", compressible=False))

    def written(self) -> bytes:
        """Return the file; the same objects in the same order give the same bytes."""
        out = io.BytesIO()
        self._pdf.write(out, version=b"1.7", identifier=True, compress=True)
        return out.getvalue()

    def _add(self, made: _Ready) -> int:
        self._pdf.add_object(made)
        return int(made.number)


def ref(number: int) -> str:
    """Return a reference to an object."""
    return f"{number} 0 R"


def refs(numbers: list[int]) -> str:
    """Return an array of references."""
    return f"[{' '.join(map(ref, numbers))}]"


def mapping(entries: Mapping[str, str]) -> str:
    """Return a dictionary, its keys in their order."""
    return f"<<{inside(entries)}>>"


def inside(entries: Mapping[str, str]) -> str:
    """Return what stands in a dictionary."""
    return "".join(f"/{key} {value}" for key, value in sorted(entries.items()))


def string(words: str) -> str:
    """Return a string of text."""
    return str(pydyf.String(words).data, "ascii")


def compressed(content: bytes) -> bytes:
    """Return content as a stream holds it."""
    return zlib.compress(content, 9)


def number(value: float) -> str:
    """Return a number as a PDF has it, to a ten thousandth."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def points(millimetres: float) -> str:
    """Return a length as a PDF has it."""
    return number(millimetres * POINT)
