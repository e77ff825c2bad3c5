"""Placing faces on sheets: each face once in the PDF, as a form, however often it is placed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from kensei_docs.documents.pdf.embedding import Embedder
from kensei_docs.documents.pdf.forms import Face, Forms
from kensei_docs.documents.pdf.links import links_of, outline
from kensei_docs.documents.pdf.metadata import About, describe
from kensei_docs.documents.pdf.objects import POINT, Pdf, mapping, number, points, ref
from kensei_docs.documents.pdf.tags import Content, Tags
from kensei_docs.documents.sheets.grid import Box
from kensei_docs.documents.sheets.marks import Line, crease_marks, crop_marks, cut_lines, fold_line, margin_of, ruler
from kensei_docs.documents.sheets.sheet import Placement, Sheet
from kensei_docs.documents.sheets.strokes import bar, circle, note, strokes

# A line that is to be folded at: dashes and the gaps between them, in points.
_DASHES = "[5 3] 0 d"
# Less than this many millimetres of bleed nobody misses.
_HARDLY = 1e-3
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9.-]+")


def impose(sheets: Sequence[Sheet], about: About, folder: Path) -> Iterator[bytes]:
    """Yield a PDF of the sheets, piece by piece; the same sheets give the same bytes.

    ``folder`` is for what is kept of the typefaces.
    """
    pdf = Pdf()
    embedder, tags = Embedder(pdf, folder), Tags(pdf)
    placed = Counter(
        face.name
        for sheet in sheets
        for placement in sheet.placements
        for face in (placement.face, placement.art)
        if face
    )
    forms = Forms(pdf, embedder, {name for name, times in placed.items() if times > 1})
    # Under the first numbers, what stands on a page by itself is found.
    keys = count(len(sheets))
    for _ in sheets:
        pdf.add_page()
    links = links_of(sheets, pdf.pages)
    for place, sheet in enumerate(sheets):
        tags.page(place, _page(pdf, place, sheet, forms, embedder, keys, links.get(place, [])))
        yield pdf.take()
    embedder.finish()
    tags.finish()
    outline(pdf, sheets)
    describe(pdf, about)
    yield pdf.finish()


def _page(
    pdf: Pdf, place: int, sheet: Sheet, forms: Forms, embedder: Embedder, keys: Iterator[int], links: Sequence[str]
) -> list[Content]:
    """Say what the page of a sheet is; return what stands on it, a face each."""
    xobjects: dict[str, str] = {}
    fonts: dict[str, str] = {}
    beneath, above = [], []
    contents: list[Content] = []
    boxes = [placement.box for placement in sheet.placements]
    pieces = 0
    for placement in sheet.placements:
        key = next(keys) if forms.has_structure(placement.face) else 0
        form = forms.of(placement.face, key)
        name = _resource(xobjects, placement.face, form)
        drawn = f"q 1 0 0 1 {_at(placement.box)} cm /{name} Do Q"
        if key:
            contents.append(Content(placement.face.title, 0, form, placement.face.page.structure, key))
        else:
            drawn = f"/P <</MCID {pieces}>> BDC {drawn} EMC"
            contents.append(Content(placement.face.title, pieces))
            pieces += 1
        above.append(drawn)
        if placement.art:
            name = _resource(xobjects, placement.art, forms.of(placement.art))
            beneath.append(_art(placement, placement.art, name, boxes))
    content = "\n".join(
        [
            *(
                ["q", f"1 0 0 1 {number(sheet.offset[0] * POINT)} {number(sheet.offset[1] * POINT)} cm"]
                if any(sheet.offset)
                else []
            ),
            *(["/Artifact BMC", *beneath, "EMC"] if beneath else []),
            "/Artifact BMC",
            *_around(sheet, boxes, embedder, fonts),
            "EMC",
            *above,
            *(["/Artifact BMC", *map(bar, sheet.bars), "EMC"] if sheet.bars else []),
            *(["Q"] if any(sheet.offset) else []),
        ]
    )
    media = f"[0 0 {points(sheet.size.width)} {points(sheet.size.height)}]"
    page = {
        "MediaBox": media,
        "Tabs": "/S",
        "Contents": ref(pdf.stream("", content.encode("ascii"))),
        "Resources": mapping({"XObject": mapping(xobjects), "Font": mapping(fonts)}),
    }
    if pieces:
        page["StructParents"] = str(place)
    if links:
        page["Annots"] = f"[{' '.join(links)}]"
    if sheet.turned:
        page["Rotate"] = "180"
    if sheet.trim:
        trim = sheet.trim
        page["BleedBox"] = media
        page["TrimBox"] = f"[{' '.join(map(points, (trim.x, trim.y, trim.right, trim.top)))}]"
    pdf.put_page(place, page)
    return contents


def _resource(xobjects: dict[str, str], face: Face, form: int) -> str:
    """Name a form among a page's resources by its face, and return the name."""
    name = ("Bleed-" if face.bleed else "Face-") + _NOT_IN_NAMES.sub("-", face.name)
    if xobjects.get(name, ref(form)) != ref(form):
        name += f"-{form}"
    xobjects[name] = ref(form)
    return name


def _around(sheet: Sheet, boxes: Sequence[Box], embedder: Embedder, fonts: dict[str, str]) -> list[str]:
    """Return what draws the marks around a sheet's faces."""
    drawn = []
    lines: list[Line] = []
    clear = None
    if sheet.note and boxes:
        margin = margin_of(sheet.size, boxes)
        clear = margin.box
        lines += ruler(margin)
        drawn.append(note(sheet.note, margin, embedder, fonts))
    if sheet.crop:
        lines += crop_marks(tuple(boxes), clear)
    if sheet.cuts == "round":
        drawn += [circle(box) for box in boxes]
    elif sheet.cuts:
        lines += cut_lines(boxes)
    if sheet.crease:
        drawn.append(f"q {_DASHES}\n{strokes(crease_marks(sheet.size))}\nQ")
    if sheet.fold is not None:
        drawn.append(f"q {_DASHES}\n{strokes([fold_line(sheet.size, sheet.fold)])}\nQ")
    return [strokes(lines), *drawn]


def _art(placement: Placement, face: Face, name: str, boxes: Sequence[Box]) -> str:
    """Return what draws a face's art, cut off halfway to a face closer than twice the bleed."""
    box = placement.box
    clip = box.grown(*(min(placement.bleed, gap / 2) for gap in _gaps(box, boxes)))
    art = box.grown(face.bleed, face.bleed, face.bleed, face.bleed)
    rectangle = " ".join(number(v * POINT) for v in (clip.x, clip.y, clip.width, clip.height))
    drawn = [f"1 0 0 1 {_at(art)} cm /{name} Do"]
    wanted = 2 * (placement.bleed - face.bleed)
    if wanted > _HARDLY:
        times = max(1 + wanted / art.width, 1 + wanted / art.height)
        x, y = art.width * (times - 1) / 2, art.height * (times - 1) / 2
        larger = art.grown(x, y, x, y)
        drawn.insert(0, f"{number(times)} 0 0 {number(times)} {_at(larger)} cm /{name} Do")
        if placement.stretched:
            drawn.pop()
    return f"q {rectangle} re W n {' '.join(f'q {one} Q' for one in drawn)} Q"


def _gaps(box: Box, boxes: Sequence[Box]) -> tuple[float, float, float, float]:
    """Return the distance to the next face at the left, below, at the right and above."""
    level = [b for b in boxes if b.y < box.top and b.top > box.y]
    over = [b for b in boxes if b.x < box.right and b.right > box.x]
    far = float("inf")
    return (
        min((box.x - b.right for b in level if b.x < box.x), default=far),
        min((box.y - b.top for b in over if b.y < box.y), default=far),
        min((b.x - box.right for b in level if b.x > box.x), default=far),
        min((b.y - box.top for b in over if b.y > box.y), default=far),
    )


def _at(box: Box) -> str:
    return f"{number(box.x * POINT)} {number(box.y * POINT)}"
