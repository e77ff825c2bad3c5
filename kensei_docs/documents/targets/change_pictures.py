"""Pictures of the cards of some records, for a report of the changes of these records."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator
from dataclasses import replace

from kensei_docs.database import Edition
from kensei_docs.documents.build import Unwatched, lay_out
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf.object_writer import About
from kensei_docs.documents.plan import Order, plan
from kensei_docs.documents.sheets.grid import SheetBox
from kensei_docs.documents.sheets.imposition import DocumentFaces, Placement, PrintedDocument, Sheet
from kensei_docs.documents.sheets.sheet_pages import write_sheets
from kensei_docs.problems import Unusable
from kensei_docs.versions import Version

# These cards are on no paper, but a plan needs one: every face fits on the largest.
_PAPER = "a3"
# The resolution of the pictures, in dots per inch: small type is legible, and a page with many of them is not too
# large.
_RESOLUTION_DPI = 110
# The number of colours of a picture: cards have few.
_COLOURS = 48


def card_pictures(
    state: Version, edition: Edition, language: str, ids: Collection[str], suffix: str = ""
) -> dict[str, str]:
    """Return pictures of the fronts of the cards of records, as ``data:`` URLs, by the ids of the records.

    A record without a card has no picture. ``suffix`` is added to the cache folder of the faces, so that an earlier
    state has another one than the present state.
    """
    kinds, _ = load_kinds(state.project)
    cards = [kind for kind in kinds.values() if not (kind.is_page or kind.is_general) and kind.applies_to(edition)]
    order = Order(cards, [edition], [language], [_PAPER], state.project.output)
    documents = plan(state.project, state.database, order).documents
    wanted = [limited for document in documents if (limited := _limited(document, ids))]
    wanted = [
        replace(document, faces=replace(document.faces, suffix=document.faces.suffix + suffix)) for document in wanted
    ]
    caches = lay_out(wanted, state.project.cache, Unwatched(), [])
    pictures: dict[str, str] = {}
    for document in wanted:
        for record, picture in _draw(document, caches[document.faces.folder], state):
            # If a record has several cards, the card of the first kind, by name, is shown.
            pictures.setdefault(record, picture)
    return pictures


def _limited(document: PrintedDocument, ids: Collection[str]) -> PrintedDocument | None:
    """Return a document with only the cards of whole records with some ids; None if it has none."""
    sides = tuple(
        side for side in document.faces.sides if side.row.record and not side.row.path and side.row.record.id in ids
    )
    return replace(document, faces=replace(document.faces, sides=sides)) if sides else None


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
            drawn = page.render(scale=_RESOLUTION_DPI / 72).to_pil().convert("RGB").quantize(_COLOURS)
            assert card.row.record is not None, "the document has only cards of records"
            yield card.row.record.id, f"data:image/png;base64,{b64encode(_png(drawn)).decode()}"


def _png(picture: object) -> bytes:
    from io import BytesIO

    from PIL.Image import Image

    assert isinstance(picture, Image)
    out = BytesIO()
    picture.save(out, "png", optimize=True)
    return out.getvalue()
