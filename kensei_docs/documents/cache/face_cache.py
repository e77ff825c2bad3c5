"""The face cache: what was laid out once is kept, in packs, and laid out again only if it changed.

A set of faces (one kind, one edition, one language) is a folder with an index and its packs. A
pack that is missing or not what it was is as good as no pack: its faces are laid out again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.pdf.laid import Drawn, LaidPage
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import unusable

INDEX = "index.jsonl"
# Packs are PDFs; what is drawn in one is kept beside it, ready to be placed.
PACK, DRAWN = ".pdf", ".drawn"
_LAYOUT = 7  # of the index, in its first line; one of another layout is as good as none

# Packs whose pages are held ready: sheets take faces from a few at a time.
_AT_HAND = 4

# What decides how a face comes out, and what is said of it when it is laid out anew.
REASONS = {
    "words": "its words changed: a translation, or another record that it shows",
    "style": "the style of its kind changed",
    "theme": "the theme changed",
    "size": "its size or the sizes of its type changed",
    "fonts": "the fonts changed",
    "renderer": "the renderer changed",
}
# Where the words came from, which says more of why they changed.
ORIGINS = {"data": "its data changed", "template": "a template changed"}


@dataclass(frozen=True)
class Wanted:
    """A face as it should be: its slot and the digests of what decides how it comes out.

    ``origins`` are digests of what its words were made from: another origin with the same words
    is no other face.
    """

    slot: str
    parts: Mapping[str, str]
    origins: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def key(self) -> str:
        """The digest of all that decides how it comes out."""
        return digest_of(*(part for entry in sorted(self.parts.items()) for part in entry))[:32]


@dataclass
class Entry:
    """A face in the cache: its pack, and where in what is drawn of that its ``pages`` are."""

    key: str
    pack: str
    drawn: str
    pages: Sequence[int]
    defects: Sequence[Defect] = ()
    parts: Mapping[str, str] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)


class FaceCache:
    """The faces of one set, in its folder; what was added is found again after ``save``.

    Packs stay on the disk: those of a large set would not fit into memory.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lines = _read_index(folder / INDEX)
        self._whole: dict[str, bool] = {}
        self._drawn: dict[str, Drawn] = {}

    def entry(self, slot: str, key: str) -> Entry | None:
        """Return a face if the cache holds it whole and as its key says that it should be."""
        entry = self._entry(slot)
        if entry is None or entry.key != key or not (self._holds(entry.pack) and self._holds(entry.drawn)):
            return None
        return entry

    def reason(self, wanted: Wanted) -> str:
        """Return why a face has to be laid out."""
        entry = self._entry(wanted.slot)
        if entry is None:
            return "it was never laid out"
        changed = {part: text for part, text in REASONS.items() if entry.parts.get(part) != wanted.parts.get(part)}
        if "words" in changed:
            origins = [
                text for origin, text in ORIGINS.items() if entry.origins.get(origin) != wanted.origins.get(origin)
            ]
            changed["words"] = "; ".join(origins) or changed["words"]
        return "; ".join(changed.values()) or "its pack in the cache is missing or damaged"

    def file(self, name: str) -> bytes | None:
        """Return a pack, or what is drawn in one; None where it is not there or not what it was."""
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            return None
        return data if name.partition(".")[0] == digest_of_file(data) else None

    def drawn(self, name: str) -> Drawn:
        """Return what is drawn in a pack, which an entry that was found names.

        Raises Unusable where it is gone since: whoever else prints the same faces keeps only his.
        """
        if name not in self._drawn:
            data = self.file(name)
            if data is None:
                raise unusable(
                    self._folder / name,
                    "is gone or was changed while it was needed, by another command perhaps; run this one again",
                    "cache",
                )
            if len(self._drawn) == _AT_HAND:
                del self._drawn[next(iter(self._drawn))]
            self._drawn[name] = Drawn(data)
        return self._drawn[name]

    def pages(self, entry: Entry) -> list[LaidPage]:
        """Return the pages of a face."""
        drawn = self.drawn(entry.drawn)
        return [drawn.page(place) for place in entry.pages]

    def _entry(self, slot: str) -> Entry | None:
        """Return what is known of a slot."""
        line = self._lines.get(slot)
        if line is None:
            return None
        try:
            key, pack, drawn, pages, defects, parts, origins = json.loads(line)
            return Entry(key, pack, drawn, pages, [Defect(*one) for one in defects], parts, origins)
        except (ValueError, TypeError):
            del self._lines[slot]
            return None

    def _holds(self, name: str) -> bool:
        if name not in self._whole:
            self._whole[name] = self.file(name) is not None
        return self._whole[name]

    def add(self, slot: str, entry: Entry, pack: bytes, drawn: bytes) -> None:
        """Put a face into the cache, with the pack that holds it and what is drawn in that; raises
        OSError."""
        for name, data in ((entry.pack, pack), (entry.drawn, drawn)):
            if not self._holds(name):
                write_whole(self._folder / name, data)
                self._whole[name] = True
        self._lines[slot] = json.dumps(
            [entry.key, entry.pack, entry.drawn, entry.pages, entry.defects, dict(entry.parts), dict(entry.origins)],
            ensure_ascii=False,
        )

    def take(self, slot: str, entry: Entry, other: FaceCache) -> None:
        """Put a face of another cache into this one; raises OSError."""
        pack, drawn = other.file(entry.pack), other.file(entry.drawn)
        if pack is not None and drawn is not None:
            self.add(slot, entry, pack, drawn)

    def save(self, slots: Iterable[str]) -> None:
        """Write the index of the given slots; packs that nothing names any more go."""
        names: set[str] = set()

        def lines() -> Iterator[bytes]:
            yield f"{_LAYOUT}\n".encode()
            for slot in slots:
                if entry := self._entry(slot):
                    names.update((entry.pack, entry.drawn))
                    yield f"{json.dumps(slot)}\n{self._lines[slot]}\n".encode()

        write_whole(self._folder / INDEX, lines())
        for suffix in (PACK, DRAWN):
            for file in self._folder.glob(f"*{suffix}"):
                if file.name not in names:
                    file.unlink(missing_ok=True)


def digest_of_file(data: bytes) -> str:
    """Return the digest by which a file of the cache is called."""
    return hashlib.sha256(data).hexdigest()[:32]


def _read_index(file: Path) -> dict[str, str]:
    """Return the entries of an index by their slots, as they are written there."""
    try:
        with file.open(encoding="utf-8", newline="\n") as lines:
            if next(lines, "").rstrip() != str(_LAYOUT):
                return {}
            return {json.loads(slot): next(lines, "").rstrip("\n") for slot in lines}
    except (OSError, ValueError):
        return {}
