"""Sides of cards as pages of a PDF, each with its bleed, and as pictures of such pages."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.pdf.objects import POINT
from kensei_docs.documents.sheets.collate import Gathered
from kensei_docs.documents.sheets.grid import Box
from kensei_docs.documents.sheets.impose import impose
from kensei_docs.documents.sheets.sheet import Placement, Sheet
from kensei_docs.documents.targets.deck import Side
from kensei_docs.documents.targets.job import Job

if TYPE_CHECKING:
    from PIL.Image import Image

CHECK = "safe-zone"

# PNG of drawings hardly gets smaller with more effort, and takes several times as long.
_EFFORT = 3
# Type may stand this many millimetres outside of the safe zone: a hundredth is nobody's business.
_SLACK = 0.01
# How much of a text outside is told.
_TOLD = 30


def one_up(job: Job, sides: Sequence[Side], faces: Gathered, bleed: float) -> bytes:
    """Return a PDF of sides, one a page, each bled to the page's edges and its trim marked."""
    size, page = job.size, job.trim.less(-bleed)
    trim = Box(bleed, bleed, job.trim.width, job.trim.height)
    across, upwards = (page.width - size.width) / 2, (page.height - size.height) / 2
    box = Box(across, upwards, size.width, size.height)
    backs = {card.back for card in job.cards}
    titles = {side: card.name for card in job.cards for side in (card.front, card.back) if side}
    sheets = []
    for side in sides:
        face = faces.face(side.face, titles[side])
        art = faces.face(side.art, titles[side]) if side.art else None
        # The art of a back is a pattern; what stands on a front stands where it was drawn.
        placed = Placement(box, face, art, max(across, upwards), stretched=side in backs)
        sheets.append(Sheet(page, (placed,), note="", crop=False, trim=trim))
    return b"".join(impose(sheets, job.about, job.project.cache))


def safe_zone(job: Job, pdf: bytes, sides: Sequence[Side]) -> dict[Side, tuple[tuple[str, Defect], ...]]:
    """Return what stands outside of the safe zone on the pages of a PDF of sides (by slot)."""
    import pypdfium2

    found: dict[Side, tuple[tuple[str, Defect], ...]] = {}
    safe = Box(job.cut.bleed, job.cut.bleed, job.trim.width, job.trim.height).grown(*(-job.cut.safe,) * 4)
    with pypdfium2.PdfDocument(pdf) as document:
        for side, page in zip(sides, document, strict=True):
            if found.get(side) is None:
                found[side] = tuple((side.face, finding) for finding in _outside(job, page, safe))
    return found


def _outside(job: Job, page: Any, safe: Box) -> Iterator[Defect]:
    text = page.get_textpage()
    worst, where, told = 0.0, "", []
    for i in range(text.count_chars()):
        character = text.get_text_range(i, 1)
        if not character.strip():
            continue
        left, below, right, above = (value / POINT for value in text.get_charbox(i))
        over = {"left": safe.x - left, "bottom": safe.y - below, "right": right - safe.right, "top": above - safe.top}
        edge = max(over, key=lambda name: over[name])
        if over[edge] > _SLACK:
            told.append(character)
            if over[edge] > worst:
                worst, where = over[edge], edge
    if told:
        words = "".join(told[:_TOLD]) + ("…" if len(told) > _TOLD else "")
        yield Defect(
            "",
            f"'{words}' stands {worst:.2f} mm outside of the safe zone at the {where}"
            f" (target {job.target.name} keeps {job.cut.safe:.1f} mm inside of the cut "
            "free of text); move it inwards in the template",
            CHECK,
        )


@dataclass(frozen=True)
class Drawer:
    """Draws sides of a job's cards as pictures, each so many pixels wide and high."""

    job: Job
    faces: Gathered
    bleed: float
    pixels: tuple[int, int]

    def draw(self, sides: Sequence[Side]) -> Iterator[tuple[Side, Image]]:
        """Yield each side as an RGB picture."""
        if sides:
            yield from self.pictures(one_up(self.job, sides, self.faces, self.bleed), sides)

    def pictures(self, pdf: bytes, sides: Sequence[Side]) -> Iterator[tuple[Side, Image]]:
        """Yield the pages of a PDF of sides as RGB pictures."""
        import pypdfium2

        with pypdfium2.PdfDocument(pdf) as document:
            for side, page in zip(sides, document, strict=True):
                width, height = page.get_size()
                # The next whole pixel is taken, and must be the last.
                scale = min((self.pixels[0] - 0.5) / width, (self.pixels[1] - 0.5) / height)
                drawn = page.render(scale=scale).to_pil().convert("RGB")
                yield side, drawn if drawn.size == self.pixels else drawn.resize(self.pixels)


def png(picture: Image, dpi: float | None = None) -> bytes:
    """Return a picture as a PNG; the same picture gives the same bytes."""
    out = io.BytesIO()
    picture.save(out, "png", compress_level=_EFFORT, **({"dpi": (dpi, dpi)} if dpi else {}))
    return out.getvalue()


def pixels_of(size: Size, dpi: float) -> tuple[int, int]:
    """Return how many pixels a size takes."""
    return round(size.width * dpi / 25.4), round(size.height * dpi / 25.4)
