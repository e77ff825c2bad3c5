"""Pictures of cards for a report of changes, as ``data:`` URLs: the cards of some records, or small ones of old cards.

A player recognises the cards to replace by the small ones.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from kensei_docs.database import Edition
from kensei_docs.documents.build import Order, Unwatched, lay_out, plan
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.kinds.paper_and_face_sizes import POINT
from kensei_docs.documents.layout.renderer import PNG_URL
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf.object_writer import About
from kensei_docs.documents.sheets.grid import SheetBox
from kensei_docs.documents.sheets.imposition import DocumentFaces, Placement, PrintedDocument, Sheet
from kensei_docs.documents.sheets.sheet_pages import write_sheets
from kensei_docs.documents.targets.build_for_target import ANY_PAPER
from kensei_docs.problems import Unusable
from kensei_docs.versions import Version

if TYPE_CHECKING:
    from PIL.Image import Image

# The resolution of the pictures, in dots per inch: small type is legible, and a page with many of them is not too
# large.
_RESOLUTION_DPI = 110
# The number of colours of a picture: cards have few.
_COLOURS = 48
# The width of a small picture in pixels: about 200 dots per inch on the sheet; and its number of colours.
_SMALL_WIDTH = 120
_SMALL_COLOURS = 24


def card_pictures(
    state: Version, edition: Edition, language: str, ids: Collection[str], suffix: str = ""
) -> dict[str, str]:
    """Return pictures of the fronts of the cards of records, as ``data:`` URLs, by the ids of the records.

    A record without a card has no picture. ``suffix`` is added to the cache folder of the faces, so that an earlier
    state has another one than the present state.
    """
    kinds, _ = load_kinds(state.project)
    cards = [kind for kind in kinds.values() if not (kind.is_page or kind.is_general) and kind.applies_to(edition)]
    order = Order(cards, [edition], [language], [ANY_PAPER], state.project.output)
    documents = plan(state.project, state.database, order).documents
    wanted = [limited for document in documents if (limited := _limited(document, ids, suffix))]
    caches = lay_out(wanted, state.project.cache, Unwatched())
    pictures: dict[str, str] = {}
    for document in wanted:
        for record, picture in _draw(document, caches[document.faces.folder], state):
            # If a record has several cards, the card of the first kind, by name, is shown.
            pictures.setdefault(record, picture)
    return pictures


def _limited(document: PrintedDocument, ids: Collection[str], suffix: str) -> PrintedDocument | None:
    """Return a document with only the cards of whole records with some ids; None if it has none."""
    sides = tuple(
        side for side in document.faces.sides if side.row.record and not side.row.path and side.row.record.id in ids
    )
    faces = replace(document.faces, sides=sides, suffix=document.faces.suffix + suffix)
    return replace(document, faces=faces) if sides else None


def _draw(document: PrintedDocument, cache: FaceCache, state: Version) -> Iterator[tuple[str, str]]:
    """Yield (id of the record, ``data:`` URL of a picture) for each card of a document."""
    import pypdfium2

    faces = DocumentFaces(document, cache)
    size = document.faces.kind.face_on(document.paper)
    box = SheetBox(0, 0, size.width, size.height)

    def placed(card: Sides) -> Sheet:
        art = faces.face(card.art, card.title) if card.art else None
        return Sheet(size, (Placement(box, faces.face(card.front, card.title), art, 0),), note="", crop=False)

    sides = document.faces.sides
    about = About(document.title, document.edition_name, document.faces.style.language, None)
    try:
        pdf = b"".join(write_sheets([placed(card) for card in sides], about, state.project.cache))
    except Unusable:
        return
    with pypdfium2.PdfDocument(pdf) as pages:
        for card, page in zip(sides, pages, strict=True):
            drawn: Image = page.render(scale=_RESOLUTION_DPI / 72).to_pil()
            assert card.row.record is not None, "the document has only cards of records"
            yield card.row.record.id, _as_url(drawn, _COLOURS, optimize=True)


def thumbnail(faces: FaceSet, cache: FaceCache, card: Sides) -> str:
    """Return a picture of the front of a laid-out card as a data URI; empty if the cache lacks it."""
    from PIL import Image

    layers = [_draw_face(faces, cache, slot) for slot in (card.art, card.front) if slot]
    if not layers or None in layers:
        return ""
    picture = Image.new("RGBA", layers[-1].size, "white")  # type: ignore[union-attr]
    for layer in filter(None, layers):
        corner = ((picture.width - layer.width) // 2, (picture.height - layer.height) // 2)
        cut = layer.crop((-corner[0], -corner[1], -corner[0] + picture.width, -corner[1] + picture.height))
        picture.alpha_composite(cut)
    return _as_url(picture, _SMALL_COLOURS)


def _draw_face(faces: FaceSet, cache: FaceCache, slot: str) -> Image | None:
    """Return a face as a picture with a transparent background; None if the cache lacks it."""
    import pypdfium2

    entry = cache.entry(slot, faces.keys[slot])
    if entry is None:
        return None
    size = faces.size(slot)
    scale = _SMALL_WIDTH / faces.kind.face_on(faces.paper).width * POINT
    with pypdfium2.PdfDocument(cache.pack(entry.pack).pdf) as pdf:
        page = pdf[entry.pages[0]]
        # The face is the upper part of its page.
        page.set_cropbox(0, page.get_height() - size.height / POINT, size.width / POINT, page.get_height())
        drawn: Image = page.render(scale=scale, fill_color=(0, 0, 0, 0)).to_pil().convert("RGBA")
        return drawn


def _as_url(picture: Image, colours: int, optimize: bool = False) -> str:
    """Return a picture as the ``data:`` URL of a PNG with a number of colours."""
    out = BytesIO()
    picture.convert("RGB").quantize(colours).save(out, "png", optimize=optimize)
    return PNG_URL + b64encode(out.getvalue()).decode()
