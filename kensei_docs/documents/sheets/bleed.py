"""Bleed: art that is drawn beyond the cut edge of its face, so that no white shows where the cut is inexact."""

from __future__ import annotations

from collections.abc import Sequence

from kensei_docs.documents.sheets.grid import Box
from kensei_docs.documents.sheets.imposition import Placement

# Millimetres: less missing bleed than this is ignored.
_TOLERANCE = 1e-3


def bled_box(placement: Placement, boxes: Sequence[Box]) -> Box:
    """Return the visible box of a placement's art: its own box and the bleed, which ends halfway to the next of the
    ``boxes`` on the sheet."""
    box = placement.box
    return box.grown(*(min(placement.bleed, gap / 2) for gap in _gaps(box, boxes)))


def art_boxes(placement: Placement) -> list[Box]:
    """Return the boxes in which a placement's art is drawn, the lowest first.

    If the art has less bleed than is wanted, an enlarged copy lies beneath it; if the placement is ``stretched``,
    the art itself is enlarged.
    """
    assert placement.art is not None  # the caller has checked
    own = placement.art.bleed
    art = placement.box.grown(own, own, own, own)
    missing = placement.bleed - own
    if 2 * missing <= _TOLERANCE:
        return [art]
    times = max(1 + 2 * missing / art.width, 1 + 2 * missing / art.height)
    x, y = art.width * (times - 1) / 2, art.height * (times - 1) / 2
    larger = art.grown(x, y, x, y)
    return [larger] if placement.stretched else [larger, art]


def _gaps(box: Box, boxes: Sequence[Box]) -> tuple[float, float, float, float]:
    """Return the distances to the next faces at the left, below, at the right and above; infinite without one."""
    level = [b for b in boxes if b.y < box.top and b.top > box.y]
    over = [b for b in boxes if b.x < box.right and b.right > box.x]
    far = float("inf")
    return (
        min((box.x - b.right for b in level if b.x < box.x), default=far),
        min((box.y - b.top for b in over if b.y < box.y), default=far),
        min((b.x - box.right for b in level if b.x > box.x), default=far),
        min((b.y - box.top for b in over if b.y > box.y), default=far),
    )
