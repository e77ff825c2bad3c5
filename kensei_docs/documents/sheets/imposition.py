"""Imposition: the faces and their backs on the sheets of a document, in the order in which they are printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kensei_docs.documents.cache import FaceCache, FaceSet, digest_of_code
from kensei_docs.documents.markup.errata import MarginText
from kensei_docs.documents.markup.templates import Sides
from kensei_docs.documents.products.options import Options
from kensei_docs.documents.products.paper import Flip, Shape, Size
from kensei_docs.documents.sheets.grid import Grid, SheetBox
from kensei_docs.files import digest_of

if TYPE_CHECKING:
    from kensei_docs.documents.pdf.form_xobjects import Face

# The pages of a booklet on a sheet of paper: two on its front and two on its back.
PAGES = 4

# If the bleed is smaller than this, the text in the margin asks for exact cuts.
_MIN_BLEED_MM = 1.0


@dataclass(frozen=True)
class PrintedDocument:
    """One document to make: its path, faces, paper, grid, titles, margin text and options."""

    path: Path
    faces: FaceSet
    paper: str
    grid: Grid
    title: str
    edition_name: str
    notes: MarginText
    options: Options
    booklet: bool = False

    @property
    def flip(self) -> Flip | None:
        """The edge at which its sheets are flipped; None if they are printed on one side."""
        if self.booklet:
            # A booklet's sheets are in landscape format: flipped at the short edge, they turn like its pages.
            return self.options.printer.flip or "short-edge"
        return self.faces.product.flip

    @property
    def sides(self) -> int:
        """An estimate of its number of sides of paper: the number of pages of flowing text is not known yet."""
        product = self.faces.product
        faces = sum(side.row.copies for side in self.faces.sides) * max(1, product.pages)
        return -(-faces // self.grid.count) * (2 if product.flip else 1)

    @cached_property
    def key(self) -> str:
        """Its key in the manifest: the digest of everything that its bytes depend on."""
        faces = self.faces
        options = self.options
        parts = [
            [faces.keys[slot] for slot in faces.slots],
            repr(self.grid),
            [(side.row.slug, side.row.copies) for side in faces.sides],
            [self.note(1, 1, side) for side in ("front", "back", "")],
            self.title,
            faces.product.backs,
            options.bleed_of(faces.product),
            options.cut_lines,
            faces.product.outline,
            options.printer.model_dump(),
        ]
        return digest_of(json.dumps(parts), digest_of_code())

    def note(self, number: int, many: int, side: str, others: Sequence[FaceSet] = ()) -> str:
        """Return the line in the margin of one side (``front``, ``back`` or empty) of a sheet.

        ``others`` are further sets with faces on the sheet.
        """
        sets = (self.faces, *others)
        products = [faces.product for faces in sets]
        revision = " + ".join(faces.revision for faces in sets)
        # If the bleed of two faces meets so near to the cut, a cut that is a millimetre off shows the other face.
        bleed = self.options.bleed_of(self.faces.product)
        tight = 0 < self.grid.gap / 2 < min(bleed, _MIN_BLEED_MM) and not self.faces.product.is_page
        return self.notes.line(products, self.faces.edition, revision, self.paper, number, many, side, tight)


@dataclass(frozen=True, slots=True)
class Placement:
    """A face in its box, above its art if it has any; ``bleed`` mm of the art are visible around the box.

    Art that has less bleed is continued by an enlarged copy beneath it; if ``stretched``, the art itself is enlarged.
    """

    box: SheetBox
    face: Face
    art: Face | None = None
    bleed: float = 0
    stretched: bool = False


@dataclass(frozen=True)
class Sheet:
    """One side of a sheet of paper: the faces on it and the marks around them; lengths in millimetres.

    ``note`` is the text in the margin; ``ruler`` draws a ruler beside it, and nothing without a text. ``crop`` draws
    crop marks, ``cuts`` the outlines of the faces, ``fold`` a vertical line at that distance from the left, ``crease``
    marks of a fold across the middle. ``turned`` prints the page upside down, ``offset`` moves everything on it to the
    right and upwards. ``bars`` are change bars. ``trim`` is the trim box of a page with bleed to its edges.
    """

    size: Size
    placements: tuple[Placement, ...]
    note: str
    ruler: bool = True
    crop: bool = True
    cuts: Shape | None = None
    fold: float | None = None
    turned: bool = False
    offset: tuple[float, float] = (0, 0)
    bars: tuple[SheetBox, ...] = ()
    crease: bool = False
    trim: SheetBox | None = None


# A face and the art beneath it.
Layers = tuple["Face", "Face | None"]
FrontAndBack = tuple[Layers, Layers | None]


def impose(document: PrintedDocument, cache: FaceCache) -> list[Sheet]:
    """Return the sides of a document's sheets, with its laid-out faces from the cache."""
    faces = DocumentFaces(document, cache)
    pairs = [pair for card in document.faces.sides for pair in faces.pairs(card) for _ in range(card.row.copies)]
    if document.booklet:
        return _booklet(document, [front for (front, _), _ in pairs])
    return arrange(document, pairs, document.note)


def arrange(
    document: PrintedDocument, pairs: Sequence[FrontAndBack], note: Callable[[int, int, str], str]
) -> list[Sheet]:
    """Return the sides of the sheets of some faces, with the settings of a document.

    Fronts and backs alternate, or are side by side on sheets to fold. ``note`` returns the text in the margin, with the
    arguments of ``PrintedDocument.note``.
    """
    grid = document.grid
    product = document.faces.product
    options = document.options
    flip = product.flip
    folded = grid.gutter is not None
    bleed = options.bleed_of(product)
    many = -(-len(pairs) // grid.count)
    boxes = [grid.box(place) for place in range(grid.count)]
    mirrored = [grid.back_box(place) for place in range(grid.count)]
    sheets = []
    for number in range(many):
        on_sheet = pairs[number * grid.count : (number + 1) * grid.count]
        front = [Placement(box, *layers, bleed) for box, (layers, _) in zip(boxes, on_sheet, strict=False)]
        back = [Placement(box, *layers, bleed) for box, (_, layers) in zip(mirrored, on_sheet, strict=False) if layers]
        sheets.append(
            Sheet(
                grid.sheet,
                (*front, *back) if folded else tuple(front),
                note(number + 1, many, "front" if flip else ""),
                # Pages are printed together, so one ruler shows whether the printer kept their size. Pages of which
                # parts are cut out may be printed again one by one, and have a ruler each.
                ruler=not product.is_page or product.to_scale or number == 0,
                crop=not product.is_page,
                cuts=product.outline if options.cut_lines else None,
                crease=bool(product.fold),
                fold=grid.sheet.width / 2 if folded else None,
            )
        )
        if flip:
            sheets.append(
                Sheet(
                    grid.sheet,
                    tuple(back),
                    note(number + 1, many, "back"),
                    ruler=not product.is_page,
                    crop=not product.is_page,
                    turned=grid.turns_back(flip),
                    offset=_offset(options),
                )
            )
    return sheets


def signature(pages: int) -> list[tuple[int, int]]:
    """Return the pages (from 0) at the left and right of each side of a booklet, front and back in turn.

    ``pages`` is the number of pages; pages with higher numbers are blank, and complete the last sheet.
    """
    whole = -(-pages // PAGES) * PAGES
    sides = []
    for sheet in range(whole // PAGES):
        outer = 2 * sheet
        inner = whole - 1 - 2 * sheet
        sides += [(inner, outer), (outer + 1, inner - 1)]
    return sides


def _offset(options: Options) -> tuple[float, float]:
    """Return the distances (mm to the right, upwards) by which a back is moved, to correct the printer's offset."""
    return options.printer.offset.x, options.printer.offset.y


def _booklet(document: PrintedDocument, pages: Sequence[Face]) -> list[Sheet]:
    """Return the sides of a booklet's sheets, in the order for folding and stapling."""
    grid = document.grid
    sides = signature(len(pages))
    sheets = []
    for number, pair in enumerate(sides):
        back = number % 2 == 1
        placed = [Placement(grid.box(column), pages[page]) for column, page in enumerate(pair) if page < len(pages)]
        sheets.append(
            Sheet(
                grid.sheet,
                tuple(placed),
                document.note(number // 2 + 1, len(sides) // 2, "back" if back else "front"),
                ruler=number == 0,
                crop=False,
                turned=back and grid.turns_back(document.flip or "short-edge"),
                offset=_offset(document.options) if back else (0, 0),
            )
        )
    return sheets


class DocumentFaces:
    """The laid-out faces of a document, from the cache."""

    def __init__(self, document: PrintedDocument, cache: FaceCache) -> None:
        self._faces = document.faces
        self._cache = cache

    def pairs(self, card: Sides) -> list[FrontAndBack]:
        """Return (front, back) of a card, once for each page of its front."""
        art = self.face(card.art, card.title) if card.art else None
        back_art = self.face(card.back_art, card.title) if card.back_art else None
        back = (self.face(card.back, card.title), back_art) if card.back else None
        return [((front, art), back) for front in self._pages(card.front, card.title)]

    def face(self, slot: str, title: str) -> Face:
        """Return the first page of the face in a slot."""
        return next(self._pages(slot, title))

    def _pages(self, slot: str, title: str) -> Iterator[Face]:
        # Imported here: it imports pikepdf, which takes longer than the plan of an unchanged document.
        from kensei_docs.documents.pdf.form_xobjects import Face

        faces = self._faces
        entry = self._cache.entry(slot, faces.keys[slot])
        assert entry is not None, "it has just been laid out"
        bleed = faces.product.bleed if faces.fragments[slot].art else 0
        for number, page in enumerate(entry.pages, 1):
            name = slot if len(entry.pages) == 1 else f"{slot}-{number}"
            flows = faces.product.flow is not None
            yield Face(name, title, faces.size(slot), self._cache, entry.pack, page, bleed, flows)
