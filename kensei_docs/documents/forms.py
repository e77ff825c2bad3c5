"""Faces as forms of one PDF: each stands in it once, however often it is placed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from kensei_docs.documents.embedding import Embedder
from kensei_docs.documents.faces import LaidPage
from kensei_docs.documents.paper import Size
from kensei_docs.documents.structure import marked, pieces_of, unmarked

POINT = 72 / 25.4

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9.-]+")


@dataclass(frozen=True)
class Face:
    """A laid-out page to place: its name, size in millimetres, pack, and what it uses there.

    ``bleed`` is how far art reaches beyond the face that it lies beneath.
    """

    name: str
    title: str
    size: Size
    pack: pikepdf.Pdf
    page: LaidPage
    bleed: float = 0


class Forms:
    """The forms of one PDF, one a face.

    Those of the names ``single`` are placed once: their own structure is the document's.
    """

    def __init__(self, pdf: pikepdf.Pdf, embedder: Embedder, single: set[str]) -> None:
        self._pdf = pdf
        self._embedder = embedder
        self._single = single
        self._made: dict[str, tuple[str, Any]] = {}

    def of(self, face: Face) -> tuple[str, Any]:
        """Return a face's resource name and its form."""
        if face.name not in self._made:
            name = ("Bleed-" if face.bleed else "Face-") + _NOT_IN_NAMES.sub("-", face.name)
            if any(name == other for other, _ in self._made.values()):
                name += f"-{len(self._made)}"
            page = face.pack.pages[face.page.number].obj
            content = page.Contents.read_bytes()
            content = (marked(content, set(pieces_of(face.page.structure)))
                       if self.has_structure(face) else unmarked(content))
            # The face is the upper part of its page.
            top = float(page.MediaBox[3])
            below = top - face.size.height * POINT
            form = self._pdf.make_stream(
                content, Type=Name.XObject, Subtype=Name.Form,
                BBox=Array([0, decimal(below), points(face.size.width), decimal(top)]),
                Matrix=Array([1, 0, 0, 1, 0, decimal(-below)]),
                Resources=self._resources(page.Resources, face.page))
            self._made[face.name] = name, form
        return self._made[face.name]

    def has_structure(self, face: Face) -> bool:
        """Return whether a face's own structure is the document's.

        A form that is placed twice can't have any: no piece of it would be in one place.
        """
        return (face.name in self._single
                and next(pieces_of(face.page.structure), None) is not None)

    def _resources(self, source: Any, used: LaidPage) -> Any:
        resources = Dictionary()
        if used.fonts:
            resources.Font = Dictionary({
                f"/{name}": self._embedder.use(font.typeface, font.glyphs, font.odd)
                for name, font in sorted(used.fonts.items())})
        for category, names in sorted(used.resources.items()):
            found = source.get(f"/{category}", {})
            resources[f"/{category}"] = Dictionary({
                f"/{name}": self._copied(found[f"/{name}"]) for name in sorted(names)
                if f"/{name}" in found})
        return resources

    def _copied(self, part: Any) -> Any:
        return (self._pdf.copy_foreign(part) if part.is_indirect
                else pikepdf.Object.parse(part.unparse(resolved=True)))


def points(millimetres: float) -> Decimal:
    """Return a length as a PDF has it."""
    return decimal(millimetres * POINT)


def decimal(value: float) -> Decimal:
    """Return a number to write into a PDF."""
    return Decimal(number(value))


def number(value: float) -> str:
    """Return a number as it stands in a content stream."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
