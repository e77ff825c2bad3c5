"""A PDF's objects, ready to be written: text, and streams that are compressed once.

A deck has ten thousand objects; libraries that know what is in each take most of the time that
placing faces takes. Compression is libdeflate's, which is installed with us: Python's is that of
the machine, and another machine's would give other bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from struct import Struct

import deflate

POINT = 72 / 25.4

# As far as it pays: two levels more take twice as long, for a fortieth less.
_EFFORT = 6
# Objects that are compressed together: a reader who wants one takes apart so many.
_TOGETHER = 100
# An entry of the table of objects: its kind, place and index, and how many bytes they take.
_ENTRY, _WIDTHS = Struct(">BIH"), "1 4 2"
_PLAIN = re.compile(r"[ -'*-\[\]-~]*")


class Pdf:
    """A PDF as it is written, front to back: whoever makes it takes away what is ready, so that a
    file of any length takes little memory.

    ``catalog`` and ``info`` hold the texts of their entries, ``pages`` the pages in order.
    """

    def __init__(self) -> None:
        self._ready = bytearray(b"%PDF-1.7\n%\xf0\xe4\xf6\xfc\n")
        self._taken = 0
        self._digest = hashlib.sha256()
        # Of every object; of the first, which there is not, by decree.
        self._table = bytearray(_ENTRY.pack(0, 0, 65535))
        self._waiting: list[tuple[int, str]] = []
        self.pages: list[int] = []
        self.catalog: dict[str, str] = {}
        self.info: dict[str, str] = {}
        self._parent = self.reserve()

    def reserve(self) -> int:
        """Return the number of an object that is to be told by ``put``."""
        return self.reserve_all(1)[0]

    def reserve_all(self, many: int) -> range:
        """Return the numbers of so many objects that are to be told."""
        first = len(self._table) // _ENTRY.size
        self._table += bytes(many * _ENTRY.size)
        return range(first, first + many)

    def put(self, number: int, text: str) -> None:
        """Say what an object is that was reserved."""
        self.put_all([number], [text])

    def put_all(self, numbers: Sequence[int], texts: Sequence[str]) -> None:
        """Say what several objects are."""
        self._waiting.extend(zip(numbers, texts, strict=True))
        while len(self._waiting) >= _TOGETHER:
            self._hold()

    def add(self, text: str) -> int:
        """Add an object and return its number."""
        number = self.reserve()
        self.put(number, text)
        return number

    def add_page(self) -> None:
        """Add a page, to be told by ``put_page``."""
        self.pages.append(self.reserve())

    def put_page(self, place: int, entries: Mapping[str, str]) -> None:
        """Say what the page at a place is, from 0 on."""
        self.put(self.pages[place], mapping({"Type": "/Page", "Parent": ref(self._parent), **entries}))

    def stream(self, entries: str, content: bytes) -> int:
        """Add a stream, to be compressed, and return its number."""
        return self.ready_stream(f"{entries}/Filter/FlateDecode", compressed(content))

    def ready_stream(self, entries: str, content: bytes) -> int:
        """Add a stream whose content stays as it is, and return its number."""
        number = self.reserve()
        _ENTRY.pack_into(self._table, number * _ENTRY.size, 1, self._taken + len(self._ready), 0)
        head = f"{number} 0 obj\n<<{entries}/Length {len(content)}>>stream\n"
        self._ready += b"".join((head.encode("ascii"), content, b"\nendstream\nendobj\n"))
        return number

    def take(self) -> bytes:
        """Return what is ready of the file since this was last asked for."""
        data = bytes(self._ready)
        self._digest.update(data)
        self._taken += len(data)
        self._ready.clear()
        return data

    def finish(self) -> bytes:
        """Return the rest of the file; the same objects in the same order give the same bytes."""
        self.put(self._parent, f"<</Type/Pages/Kids{refs(self.pages)}/Count {len(self.pages)}>>")
        catalog = self.add(mapping({"Type": "/Catalog", "Pages": ref(self._parent), **self.catalog}))
        info = self.add(mapping(self.info))
        if self._waiting:
            self._hold()
        rest = self.take()
        digest = self._digest.hexdigest()[:32]
        place, last = self._taken, self.reserve()
        _ENTRY.pack_into(self._table, last * _ENTRY.size, 1, place, 0)
        lines = compressed(bytes(self._table))
        trailer = (
            f"{last} 0 obj\n<</Type/XRef/Size {last + 1}/W[{_WIDTHS}]/Root {ref(catalog)}"
            f"/Info {ref(info)}/ID[<{digest}><{digest}>]/Filter/FlateDecode"
            f"/Length {len(lines)}>>stream\n"
        )
        return (
            rest
            + trailer.encode("ascii")
            + lines
            + (f"\nendstream\nendobj\nstartxref\n{place}\n%%EOF\n".encode("ascii"))
        )

    def _hold(self) -> None:
        """Write some of the objects that wait, together."""
        some = self._waiting[:_TOGETHER]
        del self._waiting[:_TOGETHER]
        index, place = [], 0
        for number, text in some:
            index.append(f"{number} {place}")
            place += len(text) + 1
        head = " ".join(index) + "\n"
        holder = self.stream(
            f"/Type/ObjStm/N {len(some)}/First {len(head)}",
            (head + "\n".join([text for _, text in some])).encode("ascii"),
        )
        for place, (number, _) in enumerate(some):
            _ENTRY.pack_into(self._table, number * _ENTRY.size, 2, holder, place)


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
