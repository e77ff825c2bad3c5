"""The grid of faces on a sheet: centred or a little higher, within the margins, never scaled; and grids of booklets.

A back is mirrored, so that it is behind its face once the paper is turned or folded. Lengths are millimetres from the
sheet's lower left corner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, prod

from kensei_docs.documents.products.paper import SAFE_MARGIN, Flip, Size
from kensei_docs.documents.products.product import MANIFEST, Product
from kensei_docs.problems import unusable

# The end of the file name of a booklet, whose pages are in the order for folding and stapling.
BOOKLET = "-booklet"

# The tolerance for rounding errors, in millimetres.
_TOLERANCE_MM = 1e-3

# The grid is moved to the left by this distance, in millimetres: the edges of an exactly centred column could be
# rounded to different tenths on front and back.
_SHIFT_MM = 0.005

# The upper edge of the line of text in the lower margin, and the air between it and the bleed of the lowest faces.
_TEXT_TOP = SAFE_MARGIN + 2.15
_AIR = 3.0
# A lower margin that is narrower than this may have no line of text: the grid stays in the middle.
_TEXT_MARGIN = 10.0


class DoesNotFit(ValueError):
    """A grid is too large for a sheet; the message has a size that would fit."""


@dataclass(frozen=True)
class SheetBox:
    """A rectangle on a sheet."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The position of the right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The position of the upper edge."""
        return self.y + self.height

    def grown(self, left: float, below: float, right: float, above: float) -> SheetBox:
        """Return the box with each side moved outwards."""
        return SheetBox(self.x - left, self.y - below, self.width + left + right, self.height + below + above)


@dataclass(frozen=True)
class Grid:
    """Columns and rows of faces of one size, with a gap between them.

    With a ``gutter``, the faces are on the left half of the sheet and their backs on the right half. The sheet is
    folded in the middle of the gutter, whose width is given in millimetres. The grid is ``lift`` millimetres above the
    middle of the sheet, on its back as well.
    """

    sheet: Size
    face: Size
    columns: int
    rows: int
    gap: float
    gutter: float | None = None
    lift: float = 0

    @property
    def count(self) -> int:
        """The number of faces."""
        return self.columns * self.rows

    @property
    def width(self) -> float:
        """The width of all columns with the gaps between them."""
        return self.columns * self.face.width + (self.columns - 1) * self.gap

    @property
    def height(self) -> float:
        """The height of all rows with the gaps between them."""
        return self.rows * self.face.height + (self.rows - 1) * self.gap

    @property
    def side_margin(self) -> float:
        """The margin at the left of the grid."""
        if self.gutter is not None:
            return (self.sheet.width - self.gutter) / 2 - self.width
        return (self.sheet.width - self.width) / 2

    @property
    def end_margin(self) -> float:
        """The margin above and below a grid in the middle."""
        return (self.sheet.height - self.height) / 2

    def lifted(self, bleed: float) -> Grid:
        """Return the grid so high that there is air above the line of text, as far as the upper margin allows it."""
        if self.end_margin < _TEXT_MARGIN:
            return self
        room = self.end_margin - bleed - SAFE_MARGIN
        return replace(self, lift=max(0.0, min(bleed + _TEXT_TOP + _AIR - self.end_margin, room)))

    def box(self, index: int) -> SheetBox:
        """Return the box of a face; faces are counted from 0 at the upper left, row by row."""
        row, column = divmod(index, self.columns)
        return SheetBox(
            self.side_margin - _SHIFT_MM + column * (self.face.width + self.gap),
            self.end_margin + self.lift + (self.rows - 1 - row) * (self.face.height + self.gap),
            self.face.width,
            self.face.height,
        )

    def back_box(self, index: int) -> SheetBox:
        """Return the box of a face's back, mirrored left to right.

        It is behind the face if the sheet is turned like a page of a book, or folded in the middle.
        """
        box = self.box(index)
        return replace(box, x=self.sheet.width - box.right)

    def turns_back(self, flip: Flip) -> bool:
        """Return whether a printer that flips sheets at this edge needs the page of the back upside down.

        A flip at the vertical edge turns the sheet like a page of a book. A flip at the other edge turns the back
        upside down.
        """
        upright = self.sheet.height >= self.sheet.width
        return (flip == "long-edge") != upright


def fit(
    paper: Size,
    face: Size,
    margin: float,
    gap: float = 0,
    least_gap: float = 0,
    asked: tuple[int, int] | None = None,
    turn: bool = True,
    gutter: float | None = None,
) -> Grid:
    """Return the grid with the most faces, and with the largest gap up to ``gap`` that fits.

    With ``turn``, the paper is turned if more faces fit then. ``asked`` are the columns and rows that a user asks for.
    With ``gutter`` (mm), the faces are in the half of the sheet at the left of the gutter. Raises DoesNotFit if no face
    fits, or if the asked grid does not.
    """

    def room_of(sheet: Size) -> Size:
        room = sheet.less(margin)
        return room if gutter is None else Size((room.width - gutter) / 2, room.height)

    def most_on(sheet: Size) -> tuple[int, int]:
        room = room_of(sheet)
        return _count_fitting(room.width, face.width, least_gap), _count_fitting(room.height, face.height, least_gap)

    sheets = (paper, paper.turned()) if turn else (paper,)
    sheet = max(sheets, key=lambda way: prod(most_on(way)))
    columns, rows = most_on(sheet)
    folded = "" if gutter is None else f", folded with a gutter of {gutter:g} mm"
    if columns * rows == 0:
        raise DoesNotFit(
            f"a face of {face} mm does not fit on paper of {paper} mm with margins of "
            f"{margin:g} mm{folded}; {_fitting(*map(room_of, sheets if gutter else sheets[:1]))}"
        )
    if asked:
        need = Size(_span(asked[0], face.width, least_gap), _span(asked[1], face.height, least_gap))
        large_enough = [
            way
            for way in sheets
            if need.width <= room_of(way).width + _TOLERANCE_MM and need.height <= room_of(way).height + _TOLERANCE_MM
        ]
        if not large_enough:
            room = room_of(paper)
            raise DoesNotFit(
                f"{asked[0]} x {asked[1]} faces of {face} mm take {need.width:g} x "
                f"{need.height:g} mm, and paper of {paper} mm has {room.width:g} x "
                f"{room.height:g} mm between its margins{folded}; {columns} x {rows} would fit"
            )
        sheet = large_enough[0]
        columns, rows = asked
    room = room_of(sheet)
    fitting_gap = min(gap, _largest_gap(room.width, face.width, columns), _largest_gap(room.height, face.height, rows))
    return Grid(sheet, face, columns, rows, fitting_gap, gutter)


def _fitting(*rooms: Size) -> str:
    """Return what a message says of faces that do fit; margins may leave no room for any."""
    sizes = " or ".join(f"{room} mm" for room in rooms if min(room.width, room.height) > 0)
    return f"up to {sizes} would" if sizes else "they leave no room between them: make 'margin' or the gutter smaller"


def _count_fitting(room: float, side: float, gap: float) -> int:
    """Return the number of faces that fit in a row of a length, with a gap between them."""
    return max(0, int((room + gap + _TOLERANCE_MM) // (side + gap)))


def _span(count: int, side: float, gap: float) -> float:
    """Return the length of a row of faces with the gaps between them."""
    return count * side + (count - 1) * gap


def _largest_gap(room: float, side: float, count: int) -> float:
    """Return the largest gap between ``count`` faces in a row of a length; infinite for a single face."""
    return max(0.0, (room - count * side) / (count - 1)) if count > 1 else inf


def leaf_grid(paper: Size, face: Size, margin: float) -> Grid:
    """Return the grid of one page of a booklet, on half a sheet in portrait format; raises DoesNotFit."""
    leaf = Size(max(paper.width, paper.height) / 2, min(paper.width, paper.height))
    if min(leaf.width - face.width, leaf.height - face.height) < 2 * margin:
        room = leaf.less(margin)
        raise DoesNotFit(
            f"pages of {face} mm do not fit on half a sheet, {leaf} mm with margins of {margin:g} mm; {_fitting(room)}"
        )
    return Grid(leaf, face, 1, 1, 0)


def spread_grid(paper: Size, face: Size, margin: float) -> Grid:
    """Return the grid of two pages on a side, each in the middle of its half; raises DoesNotFit."""
    leaf = leaf_grid(paper, face, margin).sheet
    return Grid(Size(2 * leaf.width, leaf.height), face, 2, 1, leaf.width - face.width)


def grids_on(product: Product, paper: str, gutter: float) -> dict[str, Grid]:
    """Return the grids of a kind's documents on a paper, by the ends of their file names.

    A booklet is also printed page by page. ``gutter`` is the width of the strip in the middle of a sheet that is folded
    there. Raises Unusable if the faces do not fit.
    """
    size = product.sheet_on(paper)
    face = product.face_on(paper)
    fold = gutter if product.backs == "gutterfold" else None
    try:
        if product.booklet:
            return {"": leaf_grid(size, face, product.margin), BOOKLET: spread_grid(size, face, product.margin)}
        grid = fit(size, face, product.margin, product.gap, product.least_gap, product.grid, not product.is_page, fold)
        return {"": grid if product.is_page else grid.lifted(product.bleed)}
    except DoesNotFit as fault:
        raise unusable(product.folder / MANIFEST, f"{product.name} on {paper}: {fault}", "grid") from fault
