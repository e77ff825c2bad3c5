"""Writes sheets as pages of a PDF, where each face is one form XObject, however often it is placed; and draws pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name

from kensei_docs.documents.cache import Manifest
from kensei_docs.documents.layout.renderer import png_of_page
from kensei_docs.documents.pdf.fonts import Fonts
from kensei_docs.documents.pdf.form_xobjects import Face, Forms
from kensei_docs.documents.pdf.object_writer import POINTS, About, PdfWriter, number, points, reals
from kensei_docs.documents.pdf.structure_and_links import (
    PlacedFace,
    PlacedPage,
    StructureTree,
    add_outline,
    link_annotations,
)
from kensei_docs.documents.sheets.grid import SheetBox
from kensei_docs.documents.sheets.imposition import Placement, Sheet
from kensei_docs.documents.sheets.marks_and_bleed import art_boxes, bled_box, draw_bar, draw_marks
from kensei_docs.files import digest_of

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9.-]+")


def write_sheets(sheets: Sequence[Sheet], about: About, folder: Path) -> Iterator[bytes]:
    """Yield a PDF of the sheets in chunks; the same sheets give the same bytes.

    ``folder`` is the cache folder of the project. Raises Unusable if a pack is gone.
    """
    writer = PdfWriter()
    fonts = Fonts(writer, folder)
    tree = StructureTree(writer)
    placements = [placement for sheet in sheets for placement in sheet.placements]
    counts = Counter(face.name for placement in placements for face in (placement.face, placement.art) if face)
    forms = Forms(writer, fonts, {name for name, count in counts.items() if count > 1})
    writer.pages = [writer.reserve() for _ in sheets]
    flowing = [
        PlacedPage(placement.face.name, page, *_upper_left(sheet, placement), forms.links(placement.face))
        for sheet, page in zip(sheets, writer.pages, strict=True)
        for placement in sheet.placements
        if placement.face.flows
    ]
    links = link_annotations(flowing)
    # Keys of the parent tree: the first are those of the pages.
    keys = count(len(sheets))
    for place, sheet in enumerate(sheets):
        tree.add_page(place, _write_page(writer, place, sheet, forms, fonts, keys, links))
        yield writer.take()
    fonts.finish()
    tree.finish()
    if any(page.found.headings for page in flowing):
        add_outline(writer, flowing)
    writer.describe(about)
    yield writer.finish()


def draw_sides(files: Iterable[Path], manifest: Manifest) -> None:
    """Draw each page of the PDFs among some files as a PNG beside it (``markers-a4-1.png``); raises OSError.

    A picture of the PDF as it is now is kept; pictures of pages that the PDF no longer has are deleted. The pictures
    are added to ``manifest`` as what their PDF is there.
    """
    import pypdfium2

    for path in (file for file in files if file.suffix == ".pdf"):
        pictures = (path.with_name(f"{path.stem}-{number}.png") for number in count(1))
        key = digest_of("picture", path.read_bytes())
        with pypdfium2.PdfDocument(path) as pdf:
            for page, picture in zip(pdf, pictures, strict=False):
                if manifest.current(picture, key) is None:
                    manifest.write(picture, key, [png_of_page(page)], 0, 1, of=manifest.subject(path), save=False)
        for picture in takewhile(Path.is_file, pictures):
            picture.unlink()
    manifest.save()


def _upper_left(sheet: Sheet, placement: Placement) -> tuple[float, float]:
    """Return the upper left corner of a face on its page, in points from the lower left corner of the page."""
    x = placement.box.x + sheet.offset[0]
    y = placement.box.y + placement.face.size.height + sheet.offset[1]
    return x * POINTS, y * POINTS


def _write_page(
    writer: PdfWriter,
    place: int,
    sheet: Sheet,
    forms: Forms,
    fonts: Fonts,
    keys: Iterator[int],
    links: Mapping[tuple[int, int], pikepdf.Array],
) -> list[PlacedFace]:
    """Write the page of a sheet; return its faces for the structure tree."""
    xobjects: dict[str, pikepdf.Object] = {}
    beneath: list[str] = []
    above: list[str] = []
    faces: list[PlacedFace] = []
    boxes = [placement.box for placement in sheet.placements]
    pieces = 0
    for placement in sheet.placements:
        face = placement.face
        elements = forms.structure(face)
        key = next(keys) if elements else 0
        form = forms.form(face, key)
        drawn = f"q 1 0 0 1 {points(placement.box.x, placement.box.y)} cm {_add_form(xobjects, face, form)} Do Q"
        if elements:
            faces.append(PlacedFace(face.title, 0, form, elements, key))
        else:
            drawn = f"/P <</MCID {pieces}>> BDC {drawn} EMC"
            faces.append(PlacedFace(face.title, pieces))
            pieces += 1
        above.append(drawn)
        if placement.art:
            beneath.append(_draw_art(placement, _add_form(xobjects, placement.art, forms.form(placement.art)), boxes))
    marks, used = draw_marks(sheet, fonts)
    moved = [f"q\n1 0 0 1 {points(*sheet.offset)} cm"]
    content = [
        *(moved if any(sheet.offset) else []),
        *(["/Artifact BMC", *beneath, "EMC"] if beneath else []),
        *("/Artifact BMC", *marks, "EMC"),
        *above,
        *(["/Artifact BMC", *map(draw_bar, sheet.bars), "EMC"] if sheet.bars else []),
        *(["Q"] if any(sheet.offset) else []),
    ]
    media = reals(0, 0, sheet.size.width * POINTS, sheet.size.height * POINTS)
    page: dict[str, Any] = {
        "Type": Name.Page,
        "Parent": writer.pdf.Root.Pages,
        "MediaBox": media,
        "Tabs": Name.S,
        "Contents": writer.stream("\n".join(content).encode("ascii")),
        "Resources": Dictionary(XObject=Dictionary(xobjects), Font=Dictionary(used)),
    }
    if pieces:
        page["StructParents"] = place
    if annots := links.get(writer.pages[place].objgen):
        page["Annots"] = annots
    if sheet.turned:
        page["Rotate"] = 180
    if trim := sheet.trim:
        page["BleedBox"] = media
        page["TrimBox"] = reals(*(edge * POINTS for edge in (trim.x, trim.y, trim.right, trim.top)))
    writer.put(writer.pages[place], Dictionary(**page))
    return faces


def _add_form(xobjects: dict[str, pikepdf.Object], face: Face, form: pikepdf.Object) -> str:
    """Add a form to a page's resources under a name made of the name of its face, and return the name."""
    name = ("/Bleed-" if face.bleed else "/Face-") + _NOT_IN_NAMES.sub("-", face.name)
    if name in xobjects and xobjects[name].objgen != form.objgen:
        name += f"-{form.objgen[0]}"
    xobjects[name] = form
    return name


def _draw_art(placement: Placement, name: str, boxes: Sequence[SheetBox]) -> str:
    """Return the operators that draw the art beneath a face, clipped where its bleed ends."""
    clip = bled_box(placement, boxes)
    drawn = []
    for box in art_boxes(placement):
        scale = number(box.width / placement.art.size.width) if placement.art else "1"
        drawn.append(f"q {scale} 0 0 {scale} {points(box.x, box.y)} cm {name} Do Q")
    return f"q {points(clip.x, clip.y, clip.width, clip.height)} re W n {' '.join(drawn)} Q"
