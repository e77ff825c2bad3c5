"""Pictures of the cards of some records, to be shown beside what changed on them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterator
from dataclasses import replace

from kensei_docs.database import Edition
from kensei_docs.documents.build import lay_out
from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.kinds.kind import load_kinds
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.pdf.writer import About
from kensei_docs.documents.plan import Order, plan
from kensei_docs.documents.sheets.grid import Box
from kensei_docs.documents.sheets.imposition import Document, LaidOutFaces, Placement, Sheet
from kensei_docs.documents.sheets.pages import write_sheets
from kensei_docs.problems import Unusable
from kensei_docs.versions import Version

# Cards stand on no paper here, but a plan needs one: the largest, which has room for every face.
_PAPER = "a3"
# The resolution of the pictures, in dots per inch: small type can be read, and a page holds many.
_RESOLUTION = 110
# The colours of a picture: few, as cards are printed in few.
_COLOURS = 48


def card_pictures(
    state: Version, edition: Edition, language: str, ids: Collection[str], suffix: str = ""
) -> dict[str, str]:
    """Return a picture of the front of the card of each record that has one, as a ``data:`` address, by its id.

    ``suffix`` keeps the faces of an earlier state apart from today's in the cache.
    """
    kinds, _ = load_kinds(state.project)
    cards = [kind for kind in kinds.values() if not (kind.is_page or kind.is_general) and kind.applies_to(edition)]
    order = Order(cards, [edition], [language], [_PAPER], state.project.output)
    wanted = [
        document for one in plan(state.project, state.database, order).documents if (document := _limited(one, ids))
    ]
    wanted = [replace(one, faces=replace(one.faces, suffix=one.faces.suffix + suffix)) for one in wanted]
    caches = lay_out(wanted, state.project.cache, _Silent(), [])
    found: dict[str, str] = {}
    for document in wanted:
        for record, picture in _draw(document, caches[document.faces.folder], state):
            # Of several cards of one record, the first kind in the order of their names is shown.
            found.setdefault(record, picture)
    return found


def _limited(document: Document, ids: Collection[str]) -> Document | None:
    """Return a document with the cards of whole records among ``ids`` alone; None without any."""
    sides = tuple(
        one for one in document.faces.sides if one.row.record and not one.row.path and one.row.record.id in ids
    )
    return replace(document, faces=replace(document.faces, sides=sides)) if sides else None


def _draw(document: Document, cache: FaceCache, state: Version) -> Iterator[tuple[str, str]]:
    import pypdfium2

    faces, size = LaidOutFaces(document, cache), document.faces.kind.face_on(document.paper)
    box = Box(0, 0, size.width, size.height)

    def placed(one: Sides) -> Sheet:
        art = faces.face(one.art, one.title) if one.art else None
        return Sheet(size, (Placement(box, faces.face(one.front, one.title), art, 0),), note="", crop=False)

    sides = document.faces.sides
    about = About(document.title, document.edition_name, document.faces.style.language, None)
    try:
        pdf = b"".join(write_sheets([placed(one) for one in sides], about, state.project.cache))
    except Unusable:
        return
    with pypdfium2.PdfDocument(pdf) as pages:
        for one, page in zip(sides, pages, strict=True):
            drawn = page.render(scale=_RESOLUTION / 72).to_pil().convert("RGB").quantize(_COLOURS)
            assert one.row.record is not None  # a row without one is not among the wanted
            yield one.row.record.id, f"data:image/png;base64,{b64encode(_png(drawn)).decode()}"


def _png(picture: object) -> bytes:
    from io import BytesIO

    from PIL.Image import Image

    assert isinstance(picture, Image)
    out = BytesIO()
    picture.save(out, "png", optimize=True)
    return out.getvalue()


class _Silent:
    """Reports no progress: these faces are laid out to be looked at."""

    def planned(self, lay_out: int, reuse: int, sides: int) -> None: ...
    def stale(self, faces: object, slot: str, reason: str) -> None: ...
    def laid_out(self, count: int) -> None: ...
    def written(self, path: object, sides: int) -> None: ...
