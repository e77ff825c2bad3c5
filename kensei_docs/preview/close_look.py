"""A close look at a face: its sides with their bleed, in one or two languages, its boxes; and the first sheet."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from kensei_docs import faults
from kensei_docs.documents.imposition import DocumentFaces, PrintedDocument, arrange
from kensei_docs.documents.layout.faces import Style, boxes_of
from kensei_docs.documents.layout.placed_boxes import PlacedBox, Rectangle
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf import About
from kensei_docs.documents.products.product import STYLE
from kensei_docs.documents.sheets import write_sheets
from kensei_docs.files import digest_of
from kensei_docs.languages import language as language_of
from kensei_docs.preview.pictures import outline_of, pages_of, with_bleed
from kensei_docs.preview.style_edits import Named, names_in, rules_in
from kensei_docs.preview.updates import Update, UpdateThread, WatchedProject
from kensei_docs.preview.views import PageState, View
from kensei_docs.problems import Place, Said, Unusable, say, unusable
from kensei_docs.processes import OutOfTime, limited

FRONT, BACK = "front", "back"
# Millimetres inside of the cut in which no text should stand, where a kind says none: what services ask for.
_SAFE_MM = 3.0
# Seconds of processor time that the layout of one face may take.
_MAX_SECONDS = 60.0


class StyleFile(NamedTuple):
    """The style sheet of a kind: its file, its text, and the digest of that, which a page sends back."""

    path: Path
    text: str

    @property
    def stamp(self) -> str:
        """The digest of the text."""
        return digest_of(self.text)[:16]

    @classmethod
    def read(cls, path: Path) -> StyleFile:
        """Read a style sheet with the ends of its lines as they are; raises Unusable if it can't be read."""
        try:
            return cls(path, path.read_bytes().decode())
        except OSError as fault:
            raise refused(say("%(file)s can't be read (%(reason)s)", file=path.name, reason=fault.strerror)) from fault
        except UnicodeDecodeError as fault:
            raise refused(
                say("%(file)s is not %(encoding)s text; save it in that encoding", file=path.name, encoding="UTF-8")
            ) from fault


@dataclass(frozen=True)
class Face:
    """A face of a document that is looked at: the sides of its row, and which of them it is; or the art beneath it."""

    document: PrintedDocument
    sides: Sides
    side: str
    is_art: bool = False

    @property
    def slot(self) -> str:
        """Its slot."""
        slot = self.sides.front if self.side == FRONT else self.sides.back
        slot = self.art if self.is_art else slot
        assert slot
        return slot

    @property
    def art(self) -> str | None:
        """The slot of the art beneath it."""
        return self.sides.art if self.side == FRONT else self.sides.back_art

    @property
    def layers(self) -> Iterator[Face]:
        """The face, and the art beneath it."""
        yield self
        if self.art:
            yield replace(self, is_art=True)

    def shown(self, at: Rectangle) -> Rectangle:
        """Return a rectangle as the page has it: art as it lies beneath the face, from the corner of the cut."""
        (left, top), scale = self._beneath
        return Rectangle(left + at.x * scale, top + at.y * scale, at.width * scale, at.height * scale)

    def own(self, shown: Rectangle) -> Rectangle:
        """Return a rectangle of the page as it is in its own markup."""
        (left, top), scale = self._beneath
        return Rectangle((shown.x - left) / scale, (shown.y - top) / scale, shown.width / scale, shown.height / scale)

    @property
    def _beneath(self) -> tuple[tuple[float, float], float]:
        """Where its design begins in that of the face, in millimetres, and how large it is beside that."""
        if not self.is_art:
            return (0, 0), 1
        faces = self.document.faces
        face, art = faces.markup(replace(self, is_art=False).slot), faces.markup(self.slot)
        left, top = (
            (of_art - faces.product.bleed - of_face) / face.scale
            for of_art, of_face in zip(art.corner, face.corner, strict=True)
        )
        return (left, top), art.scale / face.scale

    @property
    def style_file(self) -> StyleFile:
        """The style sheet of its kind as the file has it now."""
        return StyleFile.read(self.document.faces.product.folder / STYLE)

    def boxes(self, style: Style, css: str) -> list[PlacedBox]:
        """Return where its named boxes are in a style; ``css`` is the style sheet of its kind.

        Raises Unusable if it can't be laid out so.
        """
        markup = self.document.faces.markup(self.slot)
        if markup.columns:
            return []
        try:
            with limited(_MAX_SECONDS):
                return boxes_of(markup, style, names_in(css))
        except (Unusable, OSError):
            raise
        except Exception as fault:
            # WeasyPrint fails on a few values with whatever Python raises.
            if not isinstance(fault, OutOfTime | RecursionError | MemoryError):
                print(faults.report_of(fault), file=sys.stderr)
            raise refused(say("this face can't be laid out so; see what its style sheet says")) from fault


def refused(message: Said) -> Unusable:
    """Return the exception for what can't be done, with a problem that is not in a file."""
    return unusable("preview", message, "preview")


def face_of(watched: WatchedProject, view: View, slot: str) -> Face:
    """Return a face of a view, or the art beneath one, filled in anew; raises Unusable if there is no such face."""
    document = Update(watched, view, PageState()).document()
    for sides in document.faces.sides if document else ():
        for side, one, art in ((FRONT, sides.front, sides.art), (BACK, sides.back, sides.back_art)):
            if document and slot in (one, art):
                return Face(document, sides, side, slot == art)
    raise refused(say("there is no such face any more; go back to all faces"))


def look_at(
    updates: UpdateThread, watched: WatchedProject, view: View, slot: str, also: str, editor: str
) -> dict[str, Any]:
    """Return what the page shows of a face, for JSON; the pictures are kept with the updates.

    ``also`` is a second language, or empty, ``editor`` the address of a place in an editor (``editor_link``).
    """
    face = replace(face_of(watched, view, slot), is_art=False)
    shown = list(_sides_of(updates, watched, face, view))
    if also and also != view.language:
        other = replace(view, language=also)
        document = Update(watched, other, PageState()).document()
        rows = document.faces.sides if document else ()
        same = next((sides for sides in rows if sides.row.slug == face.sides.row.slug), None)
        if document and same:
            shown += _sides_of(updates, watched, Face(document, same, face.side), other)
            # The same side of both languages stands side by side.
            shown.sort(key=lambda side: (FRONT, BACK).index(side["side"]))
    record = face.sides.row.record
    place = record.place() if record else None
    return {
        "slot": slot,
        "title": face.sides.title,
        "kind": face.document.faces.product.name,
        "place": str(place) if place else "",
        "link": editor_link(editor, place) if place and editor else "",
        "stamp": face.style_file.stamp,
        "flows": face.document.faces.product.flow is not None,
        "sides": shown,
    }


def _sides_of(updates: UpdateThread, watched: WatchedProject, face: Face, view: View) -> Iterator[dict[str, Any]]:
    """Yield what the page shows of each side of a face in the language of a view."""
    document = face.document
    faces = document.faces
    sides = [replace(face, side=side) for side in (FRONT, BACK) if side == FRONT or face.sides.back]
    watched.lay_out(document, [slot for one in sides for slot in (one.slot, one.art) if slot])
    for one in sides:
        bleed = faces.product.bleed
        size = faces.size(one.slot)
        art = watched.page(document, one.art) if one.art else None
        keys = (faces.keys[slot] for slot in (one.slot, one.art) if slot)
        key = digest_of("close look", *keys)
        updates.keep(key, with_bleed(art, watched.page(document, one.slot), size, bleed))
        markup = faces.markup(one.slot)
        css = one.style_file.text
        fault = None
        rules = rules_in(css)
        boxes: list[dict[str, Any]] = []
        try:
            for layer in one.layers:
                found = layer.boxes(faces.style, css)
                boxes += [_for_page(box, layer, Named(box.wrapper, rules).alike) for box in found]
        except Unusable as unusable:
            fault = unusable.problems[0].message
        yield {
            "side": one.side,
            "slot": one.slot,
            "language": view.language,
            "named": language_of(view.language).own_name,
            "picture": f"/picture/{key}.png",
            "width": size.width,
            "height": size.height,
            "bleed": bleed,
            "safe": _SAFE_MM if faces.product.safe is None else faces.product.safe,
            "outline": outline_of(document, one.side == BACK),
            "scale": markup.scale,
            "corner": markup.corner,
            "design": [markup.design.width, markup.design.height],
            "fault": fault,
            "boxes": boxes,
        }


def _for_page(box: PlacedBox, layer: Face, alike: int) -> dict[str, Any]:
    at = layer.shown(box.at)
    return {
        "id": f"art-{box.number}" if layer.is_art else f"{box.number}",
        "slot": layer.slot,
        "art": layer.is_art,
        "number": box.number,
        "name": box.name,
        **{part: round(getattr(at, part), 3) for part in ("x", "y", "width", "height")},
        "absolute": box.absolute,
        "fixed": box.fixed,
        "refusal": box.refusal or "",
        "leaves": box.can_leave,
        "alike": alike,
    }


def editor_link(editor: str, place: Place) -> str:
    """Return the address that opens a place in an editor, of one with ``{file}`` and ``{line}``."""
    # On Windows, a path begins with the letter of a drive.
    file = "/" + quote(Path(place.file).resolve().as_posix().lstrip("/"))
    values: Mapping[str, str] = {"{file}": file, "{line}": str(place.line or 1), "{column}": str(place.column or 1)}
    for name, value in values.items():
        editor = editor.replace(name, value)
    return editor


def first_sheet(updates: UpdateThread, view: View, watched: WatchedProject) -> list[str]:
    """Return the addresses of the pictures of the first sheet as it prints, its front and its back if it has one.

    A booklet's is that of its first page.

    Raises Unusable if there is nothing to print.
    """
    document = Update(watched, view, PageState()).document()
    if document is None:
        raise refused(say("there is nothing to print in this view"))
    room = document.grid.count
    taken, copies = [], 0
    for sides in document.faces.sides:
        if copies < room:
            taken.append(sides)
            copies += sides.row.copies
    few = document.only(taken)
    watched.lay_out(few, few.faces.slots)
    faces = DocumentFaces(few, watched.face_cache(few.faces.folder))
    pairs = [pair for sides in taken for pair in faces.pairs(sides) for _ in range(sides.row.copies)][:room]
    # The line in the margin counts the sheets of the whole document.
    many = -(-sum(sides.row.copies for sides in document.faces.sides) // room)
    printed = arrange(few, pairs, lambda number, _, side: document.note(number, many, side))
    about = About(document.title, document.edition_name, document.faces.style.language, document.flip)
    addresses = []
    for picture in pages_of(write_sheets(printed[:2], about)):
        key = digest_of(picture)
        updates.keep(key, picture)
        addresses.append(f"/picture/{key}.png")
    return addresses
