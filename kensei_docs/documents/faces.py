"""The face cache: what was laid out once is kept, in packs, and laid out again only if it changed.

A set of faces (one kind, one edition, one language) is a folder with an index and its packs. A
pack that is missing or not what it was is as good as no pack: its faces are laid out again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from kensei_docs.files import digest_of, write_whole

INDEX = "index.jsonl"
# Packs are PDFs; what is drawn in one is kept beside it, ready to be placed.
PACK, DRAWN = ".pdf", ".drawn"
_LAYOUT = 6  # of the index, in its first line; one of another layout is as good as none

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
ORIGINS = {
    "data": "its data changed",
    "template": "a template changed",
}


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
        return digest_of(json.dumps(dict(self.parts), sort_keys=True))


@dataclass(frozen=True)
class Finding:
    """What is wrong with a face as it was laid out: the field, and what to say about it."""

    field: str
    message: str
    check: str


@dataclass(frozen=True)
class Ways:
    """What a page's links cover (left, upper, right, lower edge) and lead to, where its anchors
    are, and its headings (level, words, where): in points from its upper left corner."""

    links: Sequence[tuple[float, float, float, float, str]] = ()
    anchors: Mapping[str, float] | None = None
    headings: Sequence[tuple[int, str, float]] = ()


@dataclass(frozen=True)
class Used:
    """What a page uses of a typeface: glyph ids, and the texts of those that are ``odd``, which
    stand for no single character."""

    typeface: str
    glyphs: Sequence[int]
    odd: Mapping[int, str]


@dataclass(frozen=True)
class LaidPage:
    """One page of a face: its number in the pack, and what it takes to place it.

    ``size`` is the width and height of the page in points. ``content`` says from where to where
    its content, compressed, stands in what the pack has drawn. ``fonts`` and ``resources`` are by
    their names there, resources as the text of an object; ``objects`` are those that it refers to:
    text, start and end of a stream's data. ``structure`` is what the page says to those who can't
    see it: see ``structure.py``; ``ways`` are its links.
    """

    number: int
    size: tuple[float, float]
    content: tuple[int, int]
    fonts: Mapping[str, Used]
    resources: Mapping[str, Mapping[str, str]]
    objects: Sequence[tuple[str, int, int]]
    structure: Sequence[Any] = ()
    ways: Ways = field(default_factory=Ways)


@dataclass
class Entry:
    """A face in the cache."""

    key: str
    parts: dict[str, str]
    pack: str
    drawn: str
    pages: list[LaidPage]
    findings: list[Finding] = field(default_factory=list)
    origins: dict[str, str] = field(default_factory=dict)


class FaceCache:
    """The faces of one set, in its folder; what was added is found again after ``save``.

    Packs stay on the disk: those of a large set would not fit into memory.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lines = _read_index(folder / INDEX)
        self._entries: dict[str, Entry] = {}
        self._whole: dict[str, bool] = {}

    def entry(self, wanted: Wanted) -> Entry | None:
        """Return a face if the cache holds it whole and as it should be."""
        entry = self._entry(wanted.slot)
        if (entry is None or entry.key != wanted.key
                or not (self._holds(entry.pack) and self._holds(entry.drawn))):
            return None
        return entry

    def reason(self, wanted: Wanted) -> str:
        """Return why a face has to be laid out."""
        entry = self._entry(wanted.slot)
        if entry is None:
            return "it was never laid out"
        changed = {part: text for part, text in REASONS.items()
                   if entry.parts.get(part) != wanted.parts.get(part)}
        if "words" in changed:
            origins = [text for origin, text in ORIGINS.items()
                       if entry.origins.get(origin) != wanted.origins.get(origin)]
            changed["words"] = "; ".join(origins) or changed["words"]
        return "; ".join(changed.values()) or "its pack in the cache is missing or damaged"

    def file(self, name: str) -> bytes | None:
        """Return a pack, or what is drawn in one; None where it is not there or not what it was."""
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            return None
        return data if name.partition(".")[0] == digest_of_file(data) else None

    def _entry(self, slot: str) -> Entry | None:
        """Return what is known of a slot; it is read when it is first asked for."""
        if slot not in self._entries and slot in self._lines:
            try:
                self._entries[slot] = _entry(json.loads(self._lines[slot]))
            except (ValueError, TypeError, LookupError, AttributeError):
                del self._lines[slot]
        return self._entries.get(slot)

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
        self._entries[slot] = entry
        # ``asdict`` would copy all that is inside; that takes longer than writing it.
        self._lines[slot] = json.dumps(entry, ensure_ascii=False, default=vars)

    def take(self, slot: str, entry: Entry, other: FaceCache) -> None:
        """Put a face of another cache into this one; raises OSError."""
        pack, drawn = other.file(entry.pack), other.file(entry.drawn)
        if pack is not None and drawn is not None:
            self.add(slot, entry, pack, drawn)

    def save(self, slots: Iterable[str]) -> None:
        """Write the index of the given slots; packs that nothing names any more go."""
        kept = {slot: entry for slot in slots if (entry := self._entry(slot))}
        names = {name for entry in kept.values() for name in (entry.pack, entry.drawn)}
        lines = (f"{json.dumps(slot)}\n{self._lines[slot]}\n" for slot in kept)
        write_whole(self._folder / INDEX, f"{_LAYOUT}\n{''.join(lines)}")
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
        layout, *lines = file.read_bytes().decode().removesuffix("\n").split("\n")
        if layout != str(_LAYOUT):
            return {}
        return {json.loads(slot): entry
                for slot, entry in zip(lines[::2], lines[1::2], strict=True)}
    except (OSError, ValueError):
        return {}


def _entry(data: dict[str, Any]) -> Entry:
    pages = [LaidPage(page["number"], page["size"], page["content"],
                      {name: Used(used["typeface"], used["glyphs"],
                                  {int(glyph): text for glyph, text in used["odd"].items()})
                       for name, used in page["fonts"].items()},
                      page["resources"], page["objects"], page["structure"],
                      Ways(**page["ways"]))
             for page in data["pages"]]
    return Entry(data["key"], data["parts"], data["pack"], data["drawn"], pages,
                 [Finding(**finding) for finding in data["findings"]], data["origins"])
