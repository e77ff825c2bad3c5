"""A PDF's objects, ready to be written: text, and streams that are compressed once.

A deck has ten thousand objects; libraries that know what is in each take most of the time that
placing faces takes. Compression is libdeflate's, which is installed with us: Python's is that of
the machine, and another machine's would give other bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

import deflate

POINT = 72 / 25.4

# As far as it pays: two levels more take twice as long, for a fortieth less.
_EFFORT = 6
# Objects that are compressed together: a reader who wants one takes apart so many.
_TOGETHER = 100
# Of an entry of the table of objects: how many bytes its kind, place and index take.
_WIDTHS = (1, 4, 2)
_PLAIN = re.compile(r"[ -'*-\[\]-~]*")


class Pdf:
    """A PDF to be: objects by their numbers, its catalog and information, and its pages in order.

    ``catalog`` and ``info`` hold the texts of their entries.
    """

    def __init__(self) -> None:
        self._texts: dict[int, str] = {}
        self._streams: dict[int, tuple[str, bytes]] = {}
        self.pages: list[int] = []
        self.catalog: dict[str, str] = {}
        self.info: dict[str, str] = {}
        self._parent = self.add()

    def add(self, text: str = "") -> int:
        """Add an object and return its number; without a text, that is told by ``put``."""
        number = self._next()
        self._texts[number] = text
        return number

    def put(self, number: int, text: str) -> None:
        """Say what an object is that was added without a text."""
        self._texts[number] = text

    def add_page(self) -> None:
        """Add a page, to be told by ``put_page``."""
        self.pages.append(self.add())

    def put_page(self, place: int, entries: Mapping[str, str]) -> None:
        """Say what the page at a place is, from 0 on."""
        self.put(self.pages[place], mapping({
            "Type": "/Page", "Parent": ref(self._parent), **entries}))

    def stream(self, entries: str, content: bytes) -> int:
        """Add a stream, to be compressed, and return its number."""
        return self.ready_stream(f"{entries}/Filter/FlateDecode", compressed(content))

    def ready_stream(self, entries: str, content: bytes) -> int:
        """Add a stream whose content stays as it is, and return its number."""
        number = self._next()
        self._streams[number] = f"{entries}/Length {len(content)}", content
        return number

    def written(self) -> bytes:
        """Return the file; the same objects in the same order give the same bytes."""
        self.put(self._parent, f"<</Type/Pages/Kids{refs(self.pages)}/Count {len(self.pages)}>>")
        catalog = self.add(mapping({"Type": "/Catalog", "Pages": ref(self._parent),
                                    **self.catalog}))
        info = self.add(mapping(self.info))
        out = bytearray(b"%PDF-1.7\n%\xf0\xe4\xf6\xfc\n")
        # Kind, place and index of every object; of the first, which there is not, by decree.
        table = {0: (0, 0, 65535)}
        numbers = list(self._texts)
        for start in range(0, len(numbers), _TOGETHER):
            some = numbers[start:start + _TOGETHER]
            holder = self._hold(some)
            table.update({number: (2, holder, index) for index, number in enumerate(some)})
        for number, (entries, content) in self._streams.items():
            table[number] = 1, len(out), 0
            out += _stream(number, entries, content)
        last = self._next()
        table[last] = 1, len(out), 0
        digest = hashlib.sha256(out).hexdigest()[:32]
        lines = compressed(b"".join(
            part.to_bytes(width, "big") for _, line in sorted(table.items())
            for part, width in zip(line, _WIDTHS, strict=True)))
        widths = " ".join(map(str, _WIDTHS))
        trailer = (f"/Type/XRef/Size {last + 1}/W[{widths}]/Root {ref(catalog)}/Info {ref(info)}"
                   f"/ID[<{digest}><{digest}>]/Filter/FlateDecode/Length {len(lines)}")
        place = len(out)
        return bytes(out + _stream(last, trailer, lines) + f"startxref\n{place}\n%%EOF\n".encode())

    def _hold(self, numbers: Sequence[int]) -> int:
        """Add the stream that holds some objects, and return its number."""
        texts = [self._texts[number].encode("ascii") for number in numbers]
        index, place = [], 0
        for number, text in zip(numbers, texts, strict=True):
            index.append(f"{number} {place}")
            place += len(text) + 1
        head = " ".join(index).encode("ascii") + b"\n"
        return self.stream(f"/Type/ObjStm/N {len(numbers)}/First {len(head)}",
                           head + b"\n".join(texts))

    def _next(self) -> int:
        return len(self._texts) + len(self._streams) + 1


def _stream(number: int, entries: str, content: bytes) -> bytes:
    return f"{number} 0 obj\n<<{entries}>>stream\n".encode("ascii") + content + (
        b"\nendstream\nendobj\n")


def ref(number: int) -> str:
    """Return a reference to an object."""
    return f"{number} 0 R"


def refs(numbers: Iterable[int]) -> str:
    """Return an array of references."""
    return f"[{' '.join(map(ref, numbers))}]"


def mapping(entries: Mapping[str, str]) -> str:
    """Return a dictionary, its keys in their order."""
    return f"<<{inside(entries)}>>"


def inside(entries: Mapping[str, str]) -> str:
    """Return what stands in a dictionary."""
    return "".join(f"/{key} {value}" for key, value in sorted(entries.items()))


def string(words: str) -> str:
    """Return a string of text: as it is where it is plain, else as UTF-16 with its mark."""
    if _PLAIN.fullmatch(words):
        return f"({words})"
    return f"<feff{words.encode('utf-16-be').hex()}>"


def compressed(content: bytes) -> bytes:
    """Return content as a stream holds it; the same gives the same on any machine."""
    return bytes(deflate.zlib_compress(content, _EFFORT))


def number(value: float) -> str:
    """Return a number as a PDF has it, to a ten thousandth."""
    return f"{value:.4f}".rstrip("0").rstrip(".")


def points(millimetres: float) -> str:
    """Return a length as a PDF has it."""
    return number(millimetres * POINT)
