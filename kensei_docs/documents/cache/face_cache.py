"""The face cache: laid-out faces are kept in packs, and laid out again only when their cache key changes.

The cache key of a face is made of the digests of its inputs. A set of faces (one kind, edition and language) is a
folder with an index and its packs. A pack is a file named by the digest of its bytes: a line of JSON with the structure
elements of its pages, then the PDF as WeasyPrint wrote it. The faces of a missing or damaged pack are laid out again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from kensei_docs.caches import read_entry, write_entry
from kensei_docs.documents.layout.faces import Pack
from kensei_docs.documents.layout.renderer import renderer_version
from kensei_docs.documents.layout.text_fitting import Defect
from kensei_docs.documents.markup.typefaces import digest as font_digest
from kensei_docs.files import digest_of, write_whole
from kensei_docs.problems import unusable

INDEX = "index.jsonl"
SUFFIX = ".pack"
# The version of the index; an index of another version is ignored.
_VERSION = "11"
# The characters of each digest that is a part of a cache key.
_DIGEST_LENGTH = 16

# The parts of a cache key, and the reason to report for a face that is laid out again because a part changed.
REASONS = {
    "words": "its words changed: a translation, or another record that it shows",
    "style": "the style of its kind changed",
    "theme": "the theme changed",
    "art": "the art beneath it changed",
    "size": "its size or the sizes of its type changed",
    "fonts": "the fonts changed",
    "renderer": "the renderer changed",
}
# The inputs of the words: more exact reasons for changed words.
ORIGINS = {"data": "its data changed", "template": "a template changed"}


@dataclass(frozen=True)
class CacheKey:
    """The digests of the inputs of a face, by the names in ``REASONS``.

    ``origins`` are the digests of the inputs of its words, by the names in ``ORIGINS``. They are no part of the key:
    the same words from other data are the same face.
    """

    parts: Mapping[str, str]
    origins: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def digest(self) -> str:
        """The digest of all parts: 32 hexadecimal digits."""
        return digest_of(*(part for entry in sorted(self.parts.items()) for part in entry))[:32]


def common_parts(style: str, theme: str, typefaces: Iterable[str]) -> dict[str, str]:
    """Return the parts of a cache key that all faces of a set share.

    ``style`` is the digest of its style sheets, ``theme`` the digest of its theme; ``typefaces`` are names.
    """
    fonts = digest_of(*(font_digest(name) for name in typefaces))
    renderer = digest_of(renderer_version(), digest_of_code())
    return shortened({"style": style, "theme": theme, "fonts": fonts, "renderer": renderer})


def shortened(digests: Mapping[str, str]) -> dict[str, str]:
    """Return the first ``_DIGEST_LENGTH`` characters of digests."""
    return {part: digest[:_DIGEST_LENGTH] for part, digest in digests.items()}


@cache
def digest_of_code() -> str:
    """Return the digest of the code of ``documents``: another version may lay out or impose differently."""
    return digest_of(*(file.read_bytes() for file in sorted(Path(__file__).parents[1].rglob("*.py"))))


@dataclass(frozen=True)
class Entry:
    """A face in the cache: the file name of its pack, the numbers of its pages in it (from 0), and its defects.

    ``contents`` are the digests of the content of each page (see ``LaidOutFace``).
    """

    pack: str
    pages: Sequence[int]
    defects: Sequence[Defect]
    key: CacheKey
    contents: Sequence[str] = ()


@dataclass(frozen=True)
class StoredPack:
    """The PDF of a pack, and the structure elements of its pages as JSON."""

    pdf: bytes
    structure: str


class FaceCache:
    """The faces of one set, in a folder; ``save`` writes the index, so that later runs find added faces.

    Packs are not kept in memory: the packs of a large set would take too much of it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        # Lines of the index by slot, parsed on demand.
        self._lines = _read_index(folder / INDEX)
        self._is_whole: dict[str, bool] = {}

    def entry(self, slot: str, key: str) -> Entry | None:
        """Return a face if the cache has it under this key (a digest) and its pack is undamaged."""
        entry = self._entry(slot)
        return entry if entry and entry.key.digest == key and self._has(entry.pack) else None

    def reason(self, slot: str, key: CacheKey) -> str:
        """Return why a face has to be laid out."""
        entry = self._entry(slot)
        if entry is None:
            return "it was never laid out"
        changed = {part: text for part, text in REASONS.items() if entry.key.parts.get(part) != key.parts.get(part)}
        if "words" in changed:
            old, new = entry.key.origins, key.origins
            origins = "; ".join(text for origin, text in ORIGINS.items() if old.get(origin) != new.get(origin))
            changed["words"] = origins or changed["words"]
        return "; ".join(changed.values()) or "its pack in the cache is missing or damaged"

    def pack(self, name: str) -> StoredPack:
        """Return a pack that ``entry`` named.

        Raises Unusable if it has disappeared since: another command that prints the same faces keeps only its own.
        """
        data = self._read(name)
        if data is None:
            # The face is laid out again when it is next asked for.
            self._is_whole[name] = False
            message = "is gone or was changed while it was needed, by another command perhaps; run this one again"
            raise unusable(self._folder / name, message, "cache")
        structure, _, pdf = data.partition(b"\n")
        return StoredPack(pdf, structure.decode())

    def add(self, pack: Pack, key_of: Callable[[str], CacheKey]) -> None:
        """Put the faces of a pack into the cache; ``key_of`` returns the cache key of a slot. Raises OSError."""
        data = json.dumps(pack.structure).encode() + b"\n" + pack.pdf
        name = _digest_of_pack(data) + SUFFIX
        if not self._has(name):
            write_whole(self._folder / name, data)
            self._is_whole[name] = True
        for face in pack.faces:
            self._put(face.slot, Entry(name, face.pages, face.defects, key_of(face.slot), face.contents))

    def copy(self, slot: str, entry: Entry, other: FaceCache) -> None:
        """Put a face of another cache into this one, unless its pack is gone; raises OSError."""
        data = other._read(entry.pack)
        if data is not None:
            write_whole(self._folder / entry.pack, data)
            self._is_whole[entry.pack] = True
            self._put(slot, entry)

    def save(self, slots: Iterable[str]) -> None:
        """Write the index of the given slots, and delete the packs of all others; raises OSError."""
        entries = {slot: entry for slot in slots if (entry := self._entry(slot))}
        lines = (f"{json.dumps(slot)}\n{self._lines[slot]}\n".encode() for slot in entries)
        write_entry(self._folder / INDEX, _VERSION, b"".join(lines))
        packs = {entry.pack for entry in entries.values()}
        for file in self._folder.glob(f"*{SUFFIX}"):
            if file.name not in packs:
                file.unlink(missing_ok=True)
                # When an edit is undone, the same pack is needed again, and has to be written.
                self._is_whole.pop(file.name, None)

    def _entry(self, slot: str) -> Entry | None:
        line = self._lines.get(slot)
        if line is None:
            return None
        try:
            pack, pages, defects, parts, origins, contents = json.loads(line)
            return Entry(pack, pages, [Defect(*defect) for defect in defects], CacheKey(parts, origins), contents)
        except (ValueError, TypeError):
            del self._lines[slot]
            return None

    def _put(self, slot: str, entry: Entry) -> None:
        key = [dict(entry.key.parts), dict(entry.key.origins)]
        fields = [entry.pack, entry.pages, entry.defects, *key, entry.contents]
        self._lines[slot] = json.dumps(fields, ensure_ascii=False)

    def _has(self, pack: str) -> bool:
        if pack not in self._is_whole:
            self._is_whole[pack] = self._read(pack) is not None
        return self._is_whole[pack]

    def _read(self, pack: str) -> bytes | None:
        """Return a pack; None if it is missing or damaged."""
        try:
            data = (self._folder / pack).read_bytes()
        except OSError:
            return None
        return data if pack == _digest_of_pack(data) + SUFFIX else None


def _digest_of_pack(data: bytes) -> str:
    """Return 32 hexadecimal digits for the bytes of a pack."""
    return hashlib.sha256(data).hexdigest()[:32]


def _read_index(file: Path) -> dict[str, str]:
    """Return the unparsed data of an index by slot; each face has a line with its slot and a line with its data."""
    parts = read_entry(file, _VERSION)
    lines = parts[0].decode().split("\n")[:-1] if parts else []
    return {json.loads(slot): data for slot, data in zip(lines[::2], lines[1::2], strict=True)}
