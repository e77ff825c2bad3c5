"""Backs: where the back of a face is printed, so that it is behind the face once the paper is turned or folded."""

from __future__ import annotations

from kensei_docs.documents.kinds.options import Options
from kensei_docs.documents.kinds.paper_and_face_sizes import Flip
from kensei_docs.documents.sheets.grid import Grid, SheetBox


def mirrored(grid: Grid, index: int) -> SheetBox:
    """Return the box of a face's back, mirrored left to right.

    It is behind the face if the sheet is turned like a page of a book, or folded in the middle.
    """
    box = grid.box(index)
    return SheetBox(grid.sheet.width - box.right, box.y, box.width, box.height)


def is_turned(grid: Grid, flip: Flip) -> bool:
    """Return whether a printer that flips sheets at this edge needs the page of the back upside down.

    A flip at the vertical edge turns the sheet like a page of a book. A flip at the other edge turns the back
    upside down.
    """
    upright = grid.sheet.height >= grid.sheet.width
    return (flip == "long-edge") != upright


def offset(options: Options) -> tuple[float, float]:
    """Return the distances (mm to the right, upwards) by which a back is moved, to correct the printer's offset."""
    return options.printer.offset.x, options.printer.offset.y
