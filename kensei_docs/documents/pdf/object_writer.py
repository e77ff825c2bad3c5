"""Writes a PDF sequentially: each of pikepdf's objects is written as soon as its value is known.

``pikepdf.Pdf.save`` is not used for two reasons. It keeps every object of the document in memory until the end: 42 kB
for a card with 15 structure elements, 420 MB for 10,000 cards. And it compresses with the zlib of the machine, so that
other machines write other bytes; here everything is compressed by libdeflate, which is installed with this package.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from struct import Struct

import deflate
import pikepdf
from pikepdf import Array, Dictionary, Name, String

from kensei_docs import __version__
from kensei_docs.documents.products.paper import INCH, Flip

# Points in a millimetre.
POINTS = 72 / INCH
AUTHOR = "Kensei Docs"

# The level of compression; two levels higher, it takes twice as long, and saves a fortieth.
_LEVEL = 6
# Objects in an object stream: a reader decompresses all of them to read one.
_OBJECTS_PER_STREAM = 100
# An entry of the cross-reference stream: type, offset or number of the object stream, index.
_ENTRY = Struct(">BIH")
# The widths of these three fields, in bytes.
_WIDTHS = [1, 4, 2]


@dataclass(frozen=True)
class About:
    """The metadata of a PDF: title, subject, language, and the edge at which sheets are flipped (None: one side)."""

    title: str
    subject: str
    language: str
    flip: Flip | None


class PdfWriter:
    """A PDF that is written in chunks: ``take`` returns the bytes that are ready, ``finish`` the rest.

    ``pdf`` owns the references, the catalogue and the document information; all other objects that were added to it,
    such as copies of another PDF's objects, are written at the end. ``pages`` are references in the order of the pages.
    """

    def __init__(self) -> None:
        self.pdf = pikepdf.new()
        self.pages: list[pikepdf.Object] = []
        self._ready = bytearray(b"%PDF-1.7\n%\xf0\xe4\xf6\xfc\n")
        self._taken = 0
        self._digest = hashlib.sha256()
        # Object 0 does not exist; its entry is the same in every PDF.
        self._entries = bytearray(_ENTRY.pack(0, 0, 65535))
        self._waiting: list[tuple[int, bytes]] = []

    def reserve(self) -> pikepdf.Object:
        """Return a reference to an object whose value is set by ``put``."""
        return self.pdf.make_indirect(Dictionary())

    def put(self, reference: pikepdf.Object, value: pikepdf.Object) -> None:
        """Set the value, a direct object, of a reserved object."""
        self._put(reference.objgen[0], value.unparse())

    def add(self, value: pikepdf.Object) -> pikepdf.Object:
        """Add an object and return a reference to it."""
        reference = self.reserve()
        self.put(reference, value)
        return reference

    def stream(self, content: bytes, entries: pikepdf.Object | None = None) -> pikepdf.Object:
        """Compress and add a stream, and return a reference to it; ``entries`` is its dictionary."""
        entries = Dictionary() if entries is None else entries
        entries.Filter = Name.FlateDecode
        return self.raw_stream(_compress(content), entries)

    def raw_stream(self, content: bytes, entries: pikepdf.Object) -> pikepdf.Object:
        """Add a stream whose content is already encoded, and return a reference to it; ``entries`` has its filter."""
        reference = self.reserve()
        self._stream(reference.objgen[0], content, entries)
        return reference

    def take(self) -> bytes:
        """Return the bytes of the file that are ready since the last call."""
        data = bytes(self._ready)
        self._digest.update(data)
        self._taken += len(data)
        self._ready.clear()
        return data

    def describe(self, about: About) -> None:
        """Set the metadata, and the preferences of viewers and printers."""
        root = self.pdf.Root
        root.Lang = String(about.language)
        # A viewer must not shrink a sheet to the printer's margins: the cards would have the wrong size.
        root.ViewerPreferences = Dictionary(DisplayDocTitle=True, PrintScaling=Name("/None"))
        if about.flip:
            root.ViewerPreferences.Duplex = Name(f"/DuplexFlip{'Long' if about.flip == 'long-edge' else 'Short'}Edge")
        # This sets the document information too.
        with self.pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
            metadata["dc:title"] = about.title
            metadata["dc:creator"] = [AUTHOR]
            metadata["dc:description"] = about.subject
            metadata["dc:language"] = {about.language}
            metadata["pdf:Producer"] = f"{AUTHOR} {__version__}"

    def finish(self) -> bytes:
        """Return the rest of the file; the same objects in the same order give the same bytes."""
        pages = self.pdf.Root.Pages
        pages.Kids = Array(self.pages)
        pages.Count = len(self.pages)
        trailer = Dictionary(Type=Name.XRef, W=_WIDTHS, Root=self.pdf.Root, Info=self.pdf.docinfo)
        own_number = self.reserve().objgen[0]
        for number in range(1, own_number):
            if not self._is_written(number):
                self._put_owned(number)
        if self._waiting:
            self._object_stream()
        rest = self.take()
        offset = self._taken
        self._set_entry(own_number, 1, offset, 0)
        trailer.Size = len(self._entries) // _ENTRY.size
        trailer.ID = [String(self._digest.digest()[:16])] * 2
        trailer.Filter = Name.FlateDecode
        self._stream(own_number, _compress(bytes(self._entries)), trailer)
        return b"%b%bstartxref\n%d\n%%%%EOF\n" % (rest, self.take(), offset)

    def _is_written(self, number: int) -> bool:
        return len(self._entries) > (place := number * _ENTRY.size) and self._entries[place] > 0

    def _put_owned(self, number: int) -> None:
        """Write an object with the value that it has in ``pdf``."""
        value = self.pdf.get_object(number, 0)
        if isinstance(value, pikepdf.Stream):
            self._stream(number, value.read_raw_bytes(), value.stream_dict)
        else:
            self._put(number, value.unparse(resolved=True))

    def _put(self, number: int, data: bytes) -> None:
        # This marks the object as written; the entry is set again when the object stream is written.
        self._set_entry(number, 2, 0, 0)
        self._waiting.append((number, data))
        if len(self._waiting) == _OBJECTS_PER_STREAM:
            self._object_stream()

    def _object_stream(self) -> None:
        """Write the waiting objects in an object stream."""
        waiting = self._waiting
        self._waiting = []
        index = []
        offset = 0
        for number, data in waiting:
            index.append(b"%d %d" % (number, offset))
            offset += len(data) + 1
        head = b" ".join(index) + b"\n"
        holder = self.stream(
            head + b"\n".join([data for _, data in waiting]),
            Dictionary(Type=Name.ObjStm, N=len(waiting), First=len(head)),
        )
        for place, (number, _) in enumerate(waiting):
            self._set_entry(number, 2, holder.objgen[0], place)

    def _stream(self, number: int, content: bytes, entries: pikepdf.Object) -> None:
        self._set_entry(number, 1, self._taken + len(self._ready), 0)
        entries.Length = len(content)
        self._ready += b"%d 0 obj\n%b\nstream\n%b\nendstream\nendobj\n" % (number, entries.unparse(), content)

    def _set_entry(self, number: int, kind: int, place: int, index: int) -> None:
        missing = (number + 1) * _ENTRY.size - len(self._entries)
        if missing > 0:
            self._entries += bytes(missing)
        _ENTRY.pack_into(self._entries, number * _ENTRY.size, kind, place, index)


def _compress(content: bytes) -> bytes:
    return bytes(deflate.zlib_compress(content, _LEVEL))


def reals(*values: float) -> Array:
    """Return an array of numbers, rounded to four decimals."""
    return Array([round(value, 4) for value in values])


def points(*lengths: float) -> str:
    """Return lengths in millimetres as text for a content stream, in points."""
    return " ".join(number(length * POINTS) for length in lengths)


def number(value: float) -> str:
    """Return a number as text for a content stream, rounded to four decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
