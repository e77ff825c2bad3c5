"""A side of a sheet of paper before it is drawn: the faces on it, and what goes around them."""

from __future__ import annotations

from dataclasses import dataclass

from kensei_docs.documents.kinds.paper import Shape, Size
from kensei_docs.documents.pdf.forms import Face
from kensei_docs.documents.sheets.grid import Box


@dataclass(frozen=True, slots=True)
class Placement:
    """A face in its box, over its art where it has any, of which ``bleed`` mm may be seen.

    Art that is drawn for less bleed goes on as an enlarged copy of itself beneath; ``stretched``,
    it is enlarged as a whole.
    """

    box: Box
    face: Face
    art: Face | None = None
    bleed: float = 0
    stretched: bool = False


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet of paper, with what is drawn around its faces.

    Without a ``note`` there is no ruler either. ``cuts`` draws the faces' outlines, ``fold`` a
    line upwards, so far from the left. ``turned`` has the page printed upside down, ``offset``
    moves all that stands on it to the right and upwards. ``bars`` stand beside what changed. A
    ``crease`` across the middle is marked in the margins.
    ``trim`` is where a page that is bled to its edges is cut. Lengths in millimetres.
    """

    size: Size
    placements: tuple[Placement, ...]
    note: str
    crop: bool = True
    cuts: Shape | None = None
    fold: float | None = None
    turned: bool = False
    offset: tuple[float, float] = (0, 0)
    bars: tuple[Box, ...] = ()
    crease: bool = False
    trim: Box | None = None
