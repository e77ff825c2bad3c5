"""Single sides of cards as pages of a PDF or as pictures, with bleed; and the check of their safe zone."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.pdf.writer import POINTS
from kensei_docs.documents.sheets.grid import Box
from kensei_docs.documents.sheets.imposition import FaceSequence, Placement, Sheet
from kensei_docs.documents.sheets.pages import write_sheets
from kensei_docs.documents.targets.deck import Deck, Side

if TYPE_CHECKING:
    from PIL.Image import Image

CHECK = "safe-zone"

# The level of compression of a PNG: drawings hardly get smaller with a higher one, which takes several
# times as long.
_COMPRESSION = 3
# The tolerance for type outside of the safe zone, in millimetres.
_TOLERANCE = 0.01
# A defect quotes this many letters of the text outside.
_QUOTED = 30


def side_pages(deck: Deck, sides: Sequence[Side], faces: FaceSequence, bleed: float) -> bytes:
    """Return a PDF of sides, one a page, each with its bleed (mm) to the page's edges and its trim box."""
    size, page = deck.size, deck.trim.less(-bleed)
    trim = Box(bleed, bleed, deck.trim.width, deck.trim.height)
    across, upwards = (page.width - size.width) / 2, (page.height - size.height) / 2
    box = Box(across, upwards, size.width, size.height)
    backs = {card.back for card in deck.cards}
    titles = {side: card.name for card in deck.cards for side in (card.front, card.back) if side}
    sheets = []
    for side in sides:
        face = faces.face(side.face, titles[side])
        art = faces.face(side.art, titles[side]) if side.art else None
        # The art of a back is a pattern and may be enlarged; that of a front stays where it was drawn.
        placed = Placement(box, face, art, max(across, upwards), stretched=side in backs)
        sheets.append(Sheet(page, (placed,), note="", crop=False, trim=trim))
    return b"".join(write_sheets(sheets, deck.about, deck.project.cache))


def outside_safe_zone(deck: Deck, pdf: bytes, sides: Sequence[Side]) -> dict[Side, tuple[tuple[str, Defect], ...]]:
    """Return for each side, a page of a PDF, the text outside of its safe zone as defects with their slots."""
    import pypdfium2

    found: dict[Side, tuple[tuple[str, Defect], ...]] = {}
    safe = Box(deck.cut.bleed, deck.cut.bleed, deck.trim.width, deck.trim.height).grown(*(-deck.cut.safe,) * 4)
    with pypdfium2.PdfDocument(pdf) as document:
        for side, page in zip(sides, document, strict=True):
            if side not in found:
                found[side] = tuple((side.face, defect) for defect in _defects_outside(deck, page, safe))
    return found


def _defects_outside(deck: Deck, page: Any, safe: Box) -> Iterator[Defect]:
    text = page.get_textpage()
    worst, where, outside = 0.0, "", ""
    for i in range(text.count_chars()):
        character = text.get_text_range(i, 1)
        if not character.strip():
            continue
        left, below, right, above = (value / POINTS for value in text.get_charbox(i))
        over = {"left": safe.x - left, "bottom": safe.y - below, "right": right - safe.right, "top": above - safe.top}
        edge = max(over, key=lambda name: over[name])
        if over[edge] > _TOLERANCE:
            outside += character
        if over[edge] > max(worst, _TOLERANCE):
            worst, where = over[edge], edge
    if outside:
        words = outside[:_QUOTED] + ("…" if len(outside) > _QUOTED else "")
        yield Defect(
            "",
            f"'{words}' stands {worst:.2f} mm outside of the safe zone at the {where}"
            f" (target {deck.target.name} keeps {deck.cut.safe:.1f} mm inside of the cut "
            "free of text); move it inwards in the template",
            CHECK,
        )


def draw(
    deck: Deck, sides: Sequence[Side], faces: FaceSequence, pixels: tuple[int, int]
) -> Iterator[tuple[Side, Image]]:
    """Yield each side without bleed as an RGB picture of the given size in pixels."""
    if sides:
        yield from draw_pages(side_pages(deck, sides, faces, 0), sides, pixels)


def draw_pages(pdf: bytes, sides: Sequence[Side], pixels: tuple[int, int]) -> Iterator[tuple[Side, Image]]:
    """Yield the pages of a PDF of sides as RGB pictures of the given size in pixels."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        for side, page in zip(sides, document, strict=True):
            width, height = page.get_size()
            # The renderer rounds up: half a pixel less gives the pixels asked for, or one fewer.
            scale = min((pixels[0] - 0.5) / width, (pixels[1] - 0.5) / height)
            drawn = page.render(scale=scale).to_pil().convert("RGB")
            yield side, drawn if drawn.size == pixels else drawn.resize(pixels)


def png(picture: Image, dpi: float | None = None) -> bytes:
    """Return a picture as a PNG; the same picture gives the same bytes."""
    out = io.BytesIO()
    picture.save(out, "png", compress_level=_COMPRESSION, **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()


def pixels_of(size: Size, dpi: float) -> tuple[int, int]:
    """Return how many pixels a size takes."""
    return round(size.width * dpi / 25.4), round(size.height * dpi / 25.4)
