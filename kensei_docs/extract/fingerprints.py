"""Fingerprints of a PDF's pages: those of two pages are the same where they draw the same.

A fingerprint is of all that the page draws, whatever numbers its objects have in the file.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from kensei_docs.extract.objects import TEXT, Objects, Strange, entries, reference

# What a page draws, and on how large a sheet; the first four it may have from those above it.
_INHERITED = (b"/Resources", b"/MediaBox", b"/CropBox", b"/Rotate")
_DRAWN = (*_INHERITED, b"/Contents", b"/UserUnit")
# A reference; texts are left alone, also those that look like one. Other brackets are unknown.
_GAP = rb"(?:[\t\n\f\r ]|%[^\r\n]*)+"
_PART = re.compile(TEXT + rb"|%%[^\r\n]*|([()])|\b(\d+)%b\d+%bR\b" % (_GAP, _GAP), re.S)
_KIDS = re.compile(rb"\[(?: \d+ \d+ R)* \]")
_FOREIGN = re.compile(rb"[\0\v]")
_HERE = b"\0R"


class Fingerprint(NamedTuple):
    """One page: the digest of what it draws, and the numbers of the objects that say what.

    The last of them is the page's own; those before it give it what it hasn't itself.
    """

    digest: str
    way: tuple[int, ...]


class Survey(NamedTuple):
    """A PDF's pages, and how they were found: where its objects stand, as ``Objects`` says; which
    object is the root of the pages; and the children of each object that has pages below it."""

    pages: list[Fingerprint]
    places: Mapping[int, int | tuple[int, int]]
    root: int
    kids: dict[int, list[int]]


def survey_of(content: bytes) -> Survey | None:
    """Return the fingerprints of a PDF; None where it is damaged, encrypted or unusual."""
    try:
        return _Pages(Objects(content)).survey
    except (Strange, ValueError, LookupError, zlib.error, RecursionError):
        return None


class _Part(NamedTuple):
    """The digest of an object without its references, and those references."""

    digest: bytes
    references: list[int]


class _Pages:
    """The pages of a PDF, in their order."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._parts: dict[int, _Part] = {}
        self._seen: set[int] = set()
        catalogue = entries(objects.raw(objects.root))
        root = reference(catalogue[b"/Pages"])
        self.survey = Survey([], objects.places, root, {})
        self._walk(root, *_with((), {}, objects.root, catalogue))

    def _walk(self, number: int, way: tuple[int, ...], above: dict[bytes, bytes]) -> None:
        if number in self._seen:
            raise Strange
        self._seen.add(number)
        raw = self._objects.raw(number)
        here = entries(raw)
        if here[b"/Type"] == b"/Page":
            drawn = above | {key: here[key] for key in _DRAWN if key in here}
            self.survey.pages.append(Fingerprint(self._digest(raw, drawn), (*way, number)))
            return
        kids = here[b"/Kids"]
        if here[b"/Type"] != b"/Pages" or not _KIDS.fullmatch(kids):
            raise Strange
        way, above = _with(way, above, number, here)
        self.survey.kids[number] = [int(kid) for kid in kids.split()[1:-1:3]]
        for kid in self.survey.kids[number]:
            self._walk(kid, way, above)

    def _digest(self, page: bytes, drawn: dict[bytes, bytes]) -> str:
        """Return the digest of a page and of all that its entries lead to.

        Objects are numbered as they come. Of what the page doesn't draw, such as links to other
        pages, only that it is there counts.
        """
        found = hashlib.sha256(_part(page).digest)
        parts = [_part(b" ".join(key + b" " + drawn[key] for key in sorted(drawn)))]
        numbers: dict[int, int] = {}
        for part in parts:  # which grows meanwhile
            found.update(part.digest)
            for number in part.references:
                if number not in numbers:
                    numbers[number] = len(numbers)
                    parts.append(self._part(number))
                found.update(b"%d " % numbers[number])
        return found.hexdigest()

    def _part(self, number: int) -> _Part:
        if number not in self._parts:
            raw = self._objects.raw(number)
            data = self._objects.stream(raw)
            head = slice(data.start) if data else slice(None)
            self._parts[number] = _part(raw[head], raw[data] if data else b"")
        return self._parts[number]


def _with(
    way: tuple[int, ...], above: dict[bytes, bytes], number: int, here: dict[bytes, bytes]
) -> tuple[tuple[int, ...], dict[bytes, bytes]]:
    """Return the way to what stands above some pages, and that, with one object more."""
    given = {key: here[key] for key in _INHERITED if key in here}
    return ((*way, number), above | given) if given else (way, above)


def _part(head: bytes, data: bytes = b"") -> _Part:
    references: list[int] = []

    def taken(found: re.Match[bytes]) -> bytes:
        if found[1]:
            raise Strange
        if not found[2]:
            return found[0]
        references.append(int(found[2]))
        return _HERE

    if _FOREIGN.search(head):
        raise Strange
    plain = _PART.sub(taken, head)
    return _Part(hashlib.sha256(b"%d " % len(plain) + plain + data).digest(), references)
