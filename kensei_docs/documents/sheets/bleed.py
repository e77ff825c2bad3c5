"""Bleed: art that is drawn beyond the cut edge of its face, so that an inexact cut shows no white."""

from __future__ import annotations

from collections.abc import Sequence

from kensei_docs.documents.sheets.grid import SheetBox
from kensei_docs.documents.sheets.imposition import Placement

# Millimetres. A smaller amount of missing bleed is ignored.
_TOLERANCE = 1e-3


def bled_box(placement: Placement, boxes: Sequence[SheetBox]) -> SheetBox:
    """Return the visible box of a placement's art: its own box with the bleed.

    The bleed ends halfway to the next of the ``boxes`` on the sheet.
    """
    box = placement.box
    return box.grown(*(min(placement.bleed, gap / 2) for gap in _gaps(box, boxes)))


def art_boxes(placement: Placement) -> list[SheetBox]:
    """Return the boxes in which a placement's art is drawn, the lowest first.

    If the art has less bleed than the placement, an enlarged copy of it is drawn beneath; if the placement is
    ``stretched``, the art itself is enlarged.
    """
    assert placement.art is not None, "the caller has checked it"
    bleed_of_art = placement.art.bleed
    art = placement.box.grown(bleed_of_art, bleed_of_art, bleed_of_art, bleed_of_art)
    missing = placement.bleed - bleed_of_art
    if 2 * missing <= _TOLERANCE:
        return [art]
    factor = max(1 + 2 * missing / art.width, 1 + 2 * missing / art.height)
    x = art.width * (factor - 1) / 2
    y = art.height * (factor - 1) / 2
    larger = art.grown(x, y, x, y)
    return [larger] if placement.stretched else [larger, art]


def _gaps(box: SheetBox, boxes: Sequence[SheetBox]) -> tuple[float, float, float, float]:
    """Return the distances to the next faces at the left, below, at the right and above; infinite without a face."""
    in_row = [b for b in boxes if b.y < box.top and b.top > box.y]
    in_column = [b for b in boxes if b.x < box.right and b.right > box.x]
    none = float("inf")
    return (
        min((box.x - b.right for b in in_row if b.x < box.x), default=none),
        min((box.y - b.top for b in in_column if b.y < box.y), default=none),
        min((b.x - box.right for b in in_row if b.x > box.x), default=none),
        min((b.y - box.top for b in in_column if b.y > box.y), default=none),
    )
