"""Faces as forms of one PDF: each stands in it once, however often it is placed."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.pdf.embedding import Embedder
from kensei_docs.documents.pdf.laid import LaidPage
from kensei_docs.documents.pdf.objects import POINT, Pdf, compressed, inside, mapping, number, points, ref
from kensei_docs.documents.pdf.structure import unmarked

# An object of the same face that a text refers to.
_OTHER = re.compile("@([0-9]+)@")


@dataclass(frozen=True, slots=True)
class Face:
    """A laid-out page to place: its name, size in millimetres, and where it is in the cache: what
    its pack has drawn, and which page of that it is.

    ``bleed`` is how far art reaches beyond the face that it lies beneath. Only a face that
    ``leads`` elsewhere has links, anchors and headings.
    """

    name: str
    title: str
    size: Size
    cache: FaceCache
    drawn: str
    place: int
    bleed: float = 0
    leads: bool = False

    @property
    def page(self) -> LaidPage:
        """What it takes to place it."""
        return self.cache.drawn(self.drawn).page(self.place)

    def piece(self, start: int, end: int) -> bytes:
        """Return a part of what is drawn on it, or on others of its pack."""
        return self.cache.drawn(self.drawn).piece(start, end)


class Forms:
    """The forms of one PDF, one a face.

    Those of the names ``repeated`` are placed more than once; the structure of the others is the
    document's.
    """

    def __init__(self, pdf: Pdf, embedder: Embedder, repeated: set[str]) -> None:
        self._pdf = pdf
        self._embedder = embedder
        self._repeated = repeated
        self._made: dict[str, int] = {}
        self._objects: dict[tuple[str, bytes], int] = {}

    def of(self, face: Face, key: int = 0) -> int:
        """Return the number of a face's form; ``key`` is that under which its structure is found,
        where it has one."""
        made = self._made.get(face.name)
        if made is None:
            made = self._form(face, key)
            if face.name in self._repeated:
                self._made[face.name] = made
        return made

    def _form(self, face: Face, key: int) -> int:
        page = face.page
        content = face.piece(*page.content)
        structured = self.has_structure(face)
        if not structured:
            content = compressed(unmarked(zlib.decompress(content)))
        # The face is the upper part of its page.
        _, top = page.size
        below = top - face.size.height * POINT
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": f"[0 {number(below)} {points(face.size.width)} {number(top)}]",
            "Matrix": f"[1 0 0 1 0 {number(-below)}]",
            "Resources": self._resources(face),
            **({"StructParents": str(key)} if structured else {}),
        }
        return self._pdf.ready_stream(f"{inside(entries)}/Filter/FlateDecode", content)

    def has_structure(self, face: Face) -> bool:
        """Return whether a face's own structure is the document's.

        A form that is placed twice can't have any: no piece of it would be in one place.
        """
        return face.name not in self._repeated and bool(face.page.structure.text)

    def _resources(self, face: Face) -> str:
        page = face.page
        objects: list[int] = []
        for text, start, end in page.objects:
            objects.append(self._object(_told(text, objects), face.piece(start, end)))
        resources: dict[str, str] = {
            category: mapping({name: _told(text, objects) for name, text in parts.items()})
            for category, parts in page.resources.items()
        }
        if page.fonts:
            resources["Font"] = mapping(
                {name: self._embedder.use(used.typeface, used.glyphs, used.odd) for name, used in page.fonts.items()}
            )
        return mapping(resources)

    def _object(self, text: str, content: bytes) -> int:
        """Return the number of an object that a face uses: one for all faces that do."""
        if (text, content) not in self._objects:
            self._objects[text, content] = self._pdf.ready_stream(text, content) if content else self._pdf.add(text)
        return self._objects[text, content]


def _told(text: str, objects: Sequence[int]) -> str:
    """Return the text of an object, with the numbers of those that it refers to."""
    return _OTHER.sub(lambda found: ref(objects[int(found[1])]), text) if "@" in text else text
