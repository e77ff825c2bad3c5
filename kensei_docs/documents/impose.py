"""Placing faces on sheets: each face once in the PDF, as a form, however often it is placed."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from kensei_docs.documents.about import About, describe, tag
from kensei_docs.documents.embedding import Embedder
from kensei_docs.documents.faces import LaidPage
from kensei_docs.documents.grid import Box
from kensei_docs.documents.marks import RULER, Line, Margin, crop_marks, margin_of, ruler
from kensei_docs.documents.paper import Size

POINT = 72 / 25.4

# Hairlines and the line of text in the margin; the grey is a share of black.
_HAIR, _GREY = 0.25, 0.45
_MARGIN_TYPE, _MARGIN_SIZE = "SourceSansPro-Regular", 6.0
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


@dataclass(frozen=True)
class Placement:
    """A face in its box, over its art where it has any."""

    box: Box
    face: Face
    art: Face | None = None


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet of paper."""

    size: Size
    placements: tuple[Placement, ...]
    note: str
    crop: bool = True


def impose(sheets: Sequence[Sheet], about: About) -> bytes:
    """Return a PDF of the sheets; the same sheets give the same bytes."""
    pdf = pikepdf.new()
    embedder = Embedder(pdf)
    forms = _Forms(pdf, embedder)
    elements: list[list[Any]] = []
    for sheet in sheets:
        elements.append(_page(pdf, sheet, forms, embedder))
    embedder.finish()
    tag(pdf, elements)
    describe(pdf, about)
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


class _Forms:
    """The forms of one PDF, one a face."""

    def __init__(self, pdf: pikepdf.Pdf, embedder: Embedder) -> None:
        self._pdf = pdf
        self._embedder = embedder
        self._made: dict[str, tuple[str, Any]] = {}

    def of(self, face: Face) -> tuple[str, Any]:
        """Return a face's resource name and its form."""
        if face.name not in self._made:
            name = ("Bleed-" if face.bleed else "Face-") + _NOT_IN_NAMES.sub("-", face.name)
            if any(name == other for other, _ in self._made.values()):
                name += f"-{len(self._made)}"
            page = face.pack.pages[face.page.number].obj
            # The face is the upper part of its page.
            top = float(page.MediaBox[3])
            below = top - face.size.height * POINT
            form = self._pdf.make_stream(
                page.Contents.read_bytes(), Type=Name.XObject, Subtype=Name.Form,
                BBox=Array([0, _decimal(below), _points(face.size.width), _decimal(top)]),
                Matrix=Array([1, 0, 0, 1, 0, _decimal(-below)]),
                Resources=self._resources(page.Resources, face.page))
            self._made[face.name] = name, form
        return self._made[face.name]

    def _resources(self, source: Any, used: LaidPage) -> Any:
        resources = Dictionary()
        if used.fonts:
            resources.Font = Dictionary({
                f"/{name}": self._embedder.use(typeface, dict(glyphs))
                for name, (typeface, glyphs) in sorted(used.fonts.items())})
        for category, names in sorted(used.resources.items()):
            found = source.get(f"/{category}", {})
            resources[f"/{category}"] = Dictionary({
                f"/{name}": self._copied(found[f"/{name}"]) for name in sorted(names)
                if f"/{name}" in found})
        return resources

    def _copied(self, part: Any) -> Any:
        return (self._pdf.copy_foreign(part) if part.is_indirect
                else pikepdf.Object.parse(part.unparse(resolved=True)))


def _page(pdf: pikepdf.Pdf, sheet: Sheet, forms: _Forms, embedder: Embedder) -> list[Any]:
    """Add a sheet's page to the PDF; return its structure elements, one a face."""
    xobjects: dict[str, Any] = {}
    fonts: dict[str, Any] = {}
    beneath, above, elements = [], [], []
    boxes = [placement.box for placement in sheet.placements]
    for number, placement in enumerate(sheet.placements):
        name, form = forms.of(placement.face)
        xobjects[f"/{name}"] = form
        above.append(f"/P <</MCID {number}>> BDC "
                     f"q 1 0 0 1 {_at(placement.box)} cm /{name} Do Q EMC")
        elements.append(Dictionary(Type=Name.StructElem, S=Name.P, K=number,
                                   T=pikepdf.String(placement.face.title)))
        if placement.art:
            name, form = forms.of(placement.art)
            xobjects[f"/{name}"] = form
            beneath.append(_art(placement, name, boxes))
    margin = margin_of(sheet.size, boxes)
    lines = ruler(margin) + (crop_marks(boxes, margin.box) if sheet.crop else [])
    content = "\n".join([
        *(["/Artifact BMC", *beneath, "EMC"] if beneath else []),
        "/Artifact BMC", _strokes(lines), _note(sheet.note, margin, embedder, fonts), "EMC",
        *above])
    page = pdf.make_indirect(Dictionary(
        Type=Name.Page, Contents=pdf.make_stream(content.encode("ascii")),
        MediaBox=Array([0, 0, _points(sheet.size.width), _points(sheet.size.height)]),
        Resources=Dictionary(XObject=Dictionary(xobjects), Font=Dictionary(fonts)),
        Tabs=Name.S, StructParents=len(pdf.pages)))
    pdf.pages.append(pikepdf.Page(page))
    return elements


def _art(placement: Placement, name: str, boxes: Sequence[Box]) -> str:
    """Return what draws a face's art, cut off halfway to a face closer than twice the bleed."""
    assert placement.art is not None  # the caller asked
    box, bleed = placement.box, placement.art.bleed
    clip = box.grown(*(min(bleed, gap / 2) for gap in _gaps(box, boxes)))
    art = box.grown(bleed, bleed, bleed, bleed)
    rectangle = " ".join(_number(v * POINT) for v in (clip.x, clip.y, clip.width, clip.height))
    return f"q {rectangle} re W n 1 0 0 1 {_at(art)} cm /{name} Do Q"


def _gaps(box: Box, boxes: Sequence[Box]) -> tuple[float, float, float, float]:
    """Return the distance to the next face at the left, below, at the right and above."""
    level = [b for b in boxes if b.y < box.top and b.top > box.y]
    over = [b for b in boxes if b.x < box.right and b.right > box.x]
    far = float("inf")
    return (min((box.x - b.right for b in level if b.x < box.x), default=far),
            min((box.y - b.top for b in over if b.y < box.y), default=far),
            min((b.x - box.right for b in level if b.x > box.x), default=far),
            min((b.y - box.top for b in over if b.y > box.y), default=far))


def _strokes(lines: Sequence[Line]) -> str:
    drawn = [f"{_number(a[0] * POINT)} {_number(a[1] * POINT)} m "
             f"{_number(b[0] * POINT)} {_number(b[1] * POINT)} l S" for a, b in lines]
    return "\n".join([f"q {_HAIR} w 0 G", *drawn, "Q"])


def _note(text: str, margin: Margin, embedder: Embedder, fonts: dict[str, Any]) -> str:
    """Return what sets the ruler's measure and the line of text in the margin."""
    gap = 2.5
    measure = f"{RULER:g} mm"
    pieces = []
    along = RULER + 1
    for piece in (measure, text):
        font, shown, width = embedder.write(piece, _MARGIN_TYPE)
        fonts["/Margin"] = font
        x, y = (margin.x, margin.y + along) if margin.upward else (margin.x + along, margin.y)
        turn = "0 1 -1 0" if margin.upward else "1 0 0 1"
        pieces.append(f"{turn} {_number(x * POINT)} {_number(y * POINT)} Tm <{shown.hex()}> Tj")
        along += width * _MARGIN_SIZE / POINT + gap
    return (f"BT {_GREY} g /Margin {_number(_MARGIN_SIZE)} Tf " + " ".join(pieces) + " ET")


def _at(box: Box) -> str:
    return f"{_number(box.x * POINT)} {_number(box.y * POINT)}"


def _points(millimetres: float) -> Decimal:
    return _decimal(millimetres * POINT)


def _decimal(value: float) -> Decimal:
    return Decimal(_number(value))


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
