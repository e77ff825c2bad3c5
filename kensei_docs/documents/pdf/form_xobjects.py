"""Laid-out pages as form XObjects: a PDF contains each page once, however often it is placed."""

from __future__ import annotations

import io
import re
from binascii import unhexlify
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from struct import unpack
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from kensei_docs.documents.cache import FaceCache, StoredPack
from kensei_docs.documents.layout.renderer import Element, elements_from_json
from kensei_docs.documents.pdf.fonts import Fonts, read_to_unicode
from kensei_docs.documents.pdf.object_writer import POINTS, PdfWriter, reals
from kensei_docs.documents.pdf.structure_and_links import PageLinks, content_ids, links_of_pages, mark, unmark
from kensei_docs.documents.products.paper import Size
from kensei_docs.files import digest_of

# Packs that are open at a time: a sheet has faces of a few packs.
_MAX_OPEN_PACKS = 4
# The id of the PostScript name in a font's table of names.
_POSTSCRIPT_NAME = 6

# WeasyPrint writes each operator on a line. Parsing the content with pikepdf takes twice as long as this search.
_USED = re.compile(
    rb"^(?:/(?P<font>\S+) \S+ Tf|(?P<shown>[\[<(].*)T[jJ]|(?P<save>q)|(?P<restore>Q)|"
    rb"(?:.* )?/(?P<name>\S+) (?P<operator>gs|Do|sh|cs|CS|scn|SCN))$",
    re.M,
)
_STRINGS = re.compile(rb"<([0-9a-fA-F]*)>")
# The category of a resource, by the operator that names it.
_CATEGORIES = {
    b"gs": "/ExtGState",
    b"Do": "/XObject",
    b"sh": "/Shading",
    b"cs": "/ColorSpace",
    b"CS": "/ColorSpace",
    b"scn": "/Pattern",
    b"SCN": "/Pattern",
}


@dataclass(frozen=True, slots=True)
class Face:
    """A laid-out page to place: its name, title and size in millimetres, and its number (from 0) in a pack of a cache.

    ``bleed`` is the distance in millimetres by which art extends beyond the face above it. ``flows``: it is a page of a
    text over several pages, whose links, anchors and headings are kept.
    """

    name: str
    title: str
    size: Size
    cache: FaceCache
    pack: str
    page: int
    bleed: float = 0
    flows: bool = False


def usage_of(content: bytes) -> tuple[dict[str, set[int]], dict[str, set[str]]]:
    """Return (glyph ids by the font's resource name, names of other resources by category) that content uses.

    The content is written by WeasyPrint; a glyph is four hexadecimal digits of a string.
    """
    strings: dict[str, list[bytes]] = {}
    names: dict[str, set[str]] = {}
    font = ""
    saved: list[str] = []
    for line in _USED.finditer(content):
        if line["shown"]:
            strings.setdefault(font, []).extend(_STRINGS.findall(line["shown"]))
        elif line["font"]:
            font = f"/{line['font'].decode('ascii')}"
        elif line["save"]:
            saved.append(font)
        elif line["restore"]:
            font = saved.pop()
        else:
            names.setdefault(_CATEGORIES[line["operator"]], set()).add(f"/{line['name'].decode('ascii')}")
    return {font: _glyph_ids(unhexlify(b"".join(shown))) for font, shown in strings.items()}, names


def _glyph_ids(text: bytes) -> set[int]:
    return set(unpack(f">{len(text) // 2}H", text))


class OpenPack:
    """An open pack, a PDF that WeasyPrint wrote: its pages with their structure, links and typefaces."""

    def __init__(self, stored: StoredPack) -> None:
        self._stored = stored
        self._pdf = pikepdf.open(io.BytesIO(stored.pdf))
        self.pages = [page.obj for page in self._pdf.pages]
        self._typefaces: dict[tuple[int, int], tuple[str, dict[int, str]]] = {}
        # Copies of the pack's objects, by their numbers.
        self.copies: dict[tuple[int, int], pikepdf.Object | None] = {}

    @cached_property
    def structure(self) -> list[list[Element]]:
        """The structure elements of each page."""
        return elements_from_json(self._stored.structure)

    @cached_property
    def links(self) -> list[PageLinks]:
        """The links, anchors and headings of each page."""
        return links_of_pages(self._pdf)

    def typeface_of(self, font: Any) -> tuple[str, dict[int, str]]:
        """Return the name of a font's typeface, and the texts of its glyphs by their ids."""
        if font.objgen not in self._typefaces:
            from fontTools.ttLib import TTFont

            file = font.DescendantFonts[0].FontDescriptor.FontFile2
            names = TTFont(io.BytesIO(file.read_bytes()), lazy=True)["name"]
            texts = read_to_unicode(font.ToUnicode.read_bytes())
            self._typefaces[font.objgen] = str(names.getDebugName(_POSTSCRIPT_NAME)), texts
        return self._typefaces[font.objgen]


class Forms:
    """The form XObjects of one PDF, one for each face, from packs of which a few are open at a time.

    ``repeated`` are the names of faces that are placed more than once; the structure elements of the others become part
    of the document's structure tree.
    """

    def __init__(self, writer: PdfWriter, fonts: Fonts, repeated: set[str]) -> None:
        self._writer = writer
        self._fonts = fonts
        self._repeated = repeated
        self._packs: dict[str, OpenPack] = {}
        self._made: dict[str, pikepdf.Object] = {}
        self._shared: dict[tuple[bytes, bytes], pikepdf.Object] = {}

    def form(self, face: Face, key: int = 0) -> pikepdf.Object:
        """Return a reference to a face's form; ``key`` is its key in the parent tree, if it has structure elements."""
        made = self._made.get(face.name)
        if made is None:
            made = self._make(face, key)
            if face.name in self._repeated:
                self._made[face.name] = made
        return made

    def structure(self, face: Face) -> list[Element]:
        """Return the structure elements that a face adds to the document.

        There are none for a form that is placed more than once: its marked content can have only one parent.
        """
        return [] if face.name in self._repeated else self._pack(face).structure[face.page]

    def links(self, face: Face) -> PageLinks:
        """Return the links, anchors and headings of a face."""
        return self._pack(face).links[face.page]

    def _pack(self, face: Face) -> OpenPack:
        # The name of a pack is the digest of its content.
        if face.pack not in self._packs:
            stored = face.cache.pack(face.pack)
            if len(self._packs) == _MAX_OPEN_PACKS:
                del self._packs[next(iter(self._packs))]
            self._packs[face.pack] = OpenPack(stored)
        return self._packs[face.pack]

    def _make(self, face: Face, key: int) -> pikepdf.Object:
        pack = self._pack(face)
        page = pack.pages[face.page]
        content = page.Contents.read_bytes()
        # The face is the upper part of its page.
        top = float(page.MediaBox[3])
        below = top - face.size.height * POINTS
        entries = Dictionary(
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=reals(0, below, face.size.width * POINTS, top),
            Matrix=reals(1, 0, 0, 1, 0, -below),
            Resources=self._resources(page.Resources, content, pack),
        )
        if elements := self.structure(face):
            entries.StructParents = key
            content = mark(content, set(content_ids(elements)))
        else:
            content = unmark(content)
        return self._writer.stream(content, entries)

    def _resources(self, resources: Any, content: bytes, pack: OpenPack) -> pikepdf.Object:
        """Return the resources that content uses, with this PDF's fonts instead of the pack's."""
        all_glyphs, others = usage_of(content)
        used: dict[str, Any] = {}
        for category, names in sorted(others.items()):
            of_category = resources.get(category, {})
            used[category] = {
                name: self._copy(of_category[name], pack) for name in sorted(names) if name in of_category
            }
        if all_glyphs:
            used["/Font"] = fonts = {}
            for name, glyphs in sorted(all_glyphs.items()):
                typeface, texts = pack.typeface_of(resources.Font[name])
                fonts[name] = self._fonts.use(typeface, glyphs, texts)
        return self._share(Dictionary(used))

    def _copy(self, part: Any, pack: OpenPack) -> Any:
        """Return a copy of an object of a pack; objects to which it refers are shared with equal ones of all packs."""
        if not getattr(part, "is_indirect", False):
            return self._copy_direct(part, pack)
        if part.objgen not in pack.copies:
            # This ends the recursion for an object that refers to itself.
            pack.copies[part.objgen] = None
            if isinstance(part, pikepdf.Stream):
                entries = {key: value for key, value in part.items() if key not in ("/Length", "/Resources")}
                copy = self._copy_direct(Dictionary(entries), pack)
                if "/Resources" in part:
                    copy.Resources = self._resources(part.Resources, part.read_bytes(), pack)
                pack.copies[part.objgen] = self._share(copy, part.read_raw_bytes())
            else:
                pack.copies[part.objgen] = self._share(self._copy_direct(part, pack))
        return pack.copies[part.objgen]

    def _copy_direct(self, part: Any, pack: OpenPack) -> Any:
        if isinstance(part, pikepdf.Dictionary):
            return Dictionary({key: self._copy(value, pack) for key, value in part.items()})
        if isinstance(part, pikepdf.Array):
            return Array([self._copy(value, pack) for value in part])
        return part

    def _share(self, value: Any, content: bytes | None = None) -> pikepdf.Object:
        """Return a reference to an object or a stream; equal ones have the same reference."""
        key = (value.unparse(), content or b"")
        if key not in self._shared:
            self._shared[key] = self._writer.add(value) if content is None else self._writer.raw_stream(content, value)
        return self._shared[key]


def digest_of_form(face: Face) -> str:
    """Return a digest of a printed face: of its form in a PDF of its own, and of the glyphs that it uses."""
    writer = PdfWriter()
    fonts = Fonts(writer, Path())
    Forms(writer, fonts, {face.name}).form(face)
    return digest_of(writer.finish(), repr(fonts.used))
