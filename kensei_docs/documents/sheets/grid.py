"""The grid of faces on a sheet: centred, within the margins, never scaled; and the grids of booklets.

Lengths are millimetres from the sheet's lower left corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, prod

from kensei_docs.documents.kinds.kind import MANIFEST, Kind
from kensei_docs.documents.kinds.paper import Flip, Size
from kensei_docs.problems import unusable

# The end of the file name of a booklet, whose pages are in the order for stapling.
BOOKLET = "-booklet"

# The tolerance for rounding errors (mm): what is larger by less than this still fits.
_SLACK = 1e-3

# The grid is moved this far (mm) to the left: the edges of an exactly centred column can be rounded to different
# tenths on front and back.
_NUDGE = 0.005


class DoesNotFit(ValueError):
    """A grid is too large for a sheet; the message says what would fit."""


@dataclass(frozen=True)
class Box:
    """A rectangle on a sheet."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    def grown(self, left: float, below: float, right: float, above: float) -> Box:
        """Return the box with each side moved outwards."""
        return Box(self.x - left, self.y - below, self.width + left + right, self.height + below + above)


@dataclass(frozen=True)
class Grid:
    """Columns and rows of one size of face, as close to the wanted gap as the sheet allows.

    With a ``gutter``, the faces stand on the left half of a sheet and their backs on the right half. The sheet is
    folded in the middle of the gutter, which is that many millimetres wide.
    """

    sheet: Size
    face: Size
    columns: int
    rows: int
    gap: float
    gutter: float | None = None

    @property
    def count(self) -> int:
        return self.columns * self.rows

    @property
    def width(self) -> float:
        return self.columns * self.face.width + (self.columns - 1) * self.gap

    @property
    def height(self) -> float:
        return self.rows * self.face.height + (self.rows - 1) * self.gap

    @property
    def side_margin(self) -> float:
        if self.gutter is not None:
            return (self.sheet.width - self.gutter) / 2 - self.width
        return (self.sheet.width - self.width) / 2

    @property
    def end_margin(self) -> float:
        """The margin above and below the grid."""
        return (self.sheet.height - self.height) / 2

    def box(self, index: int) -> Box:
        """Return the box of a face; faces are counted from 0 at the upper left, row by row."""
        row, column = divmod(index, self.columns)
        return Box(
            self.side_margin - _NUDGE + column * (self.face.width + self.gap),
            self.end_margin + (self.rows - 1 - row) * (self.face.height + self.gap),
            self.face.width,
            self.face.height,
        )

    def mirrored(self, index: int) -> Box:
        """Return the box of a face's back, mirrored left to right: behind the face where the sheet is turned like a
        page of a book, and meeting it where the sheet is folded in the middle."""
        box = self.box(index)
        return Box(self.sheet.width - box.right, box.y, box.width, box.height)

    def back_is_turned(self, flip: Flip) -> bool:
        """Return whether a printer that flips sheets at this edge needs the page of the back upside down.

        A flip at the upright edge turns the sheet like a page of a book. A flip at the other edge puts the foot of the
        back where its top should be.
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
    """Return the grid with the most faces, its gap the largest up to ``gap`` that fits.

    With ``turn``, the paper is turned if it then holds more faces. ``asked`` fixes columns and rows.
    With ``gutter`` (mm), the faces stand in the half of the sheet left of the gutter.
    Raises DoesNotFit if not one face fits, or the asked grid does not.
    """

    def room_of(sheet: Size) -> Size:
        room = sheet.less(margin)
        return room if gutter is None else Size((room.width - gutter) / 2, room.height)

    def most_on(sheet: Size) -> tuple[int, int]:
        room = room_of(sheet)
        return _count_fitting(room.width, face.width, least_gap), _count_fitting(room.height, face.height, least_gap)

    ways = (paper, paper.turned()) if turn else (paper,)
    sheet = max(ways, key=lambda way: prod(most_on(way)))
    columns, rows = most_on(sheet)
    folded = "" if gutter is None else f", folded with a gutter of {gutter:g} mm"
    if columns * rows == 0:
        fitting = " or ".join(f"{room_of(way)} mm" for way in (ways if gutter else ways[:1]))
        raise DoesNotFit(
            f"a face of {face} mm does not fit on paper of {paper} mm with margins of "
            f"{margin:g} mm{folded}; up to {fitting} would"
        )
    if asked:
        need = Size(_span(asked[0], face.width, least_gap), _span(asked[1], face.height, least_gap))
        wide = [
            way
            for way in ways
            if need.width <= room_of(way).width + _SLACK and need.height <= room_of(way).height + _SLACK
        ]
        if not wide:
            room = room_of(paper)
            raise DoesNotFit(
                f"{asked[0]} x {asked[1]} faces of {face} mm take {need.width:g} x "
                f"{need.height:g} mm, and paper of {paper} mm has {room.width:g} x "
                f"{room.height:g} mm between its margins{folded}; {columns} x {rows} would fit"
            )
        sheet, (columns, rows) = wide[0], asked
    room = room_of(sheet)
    fitting_gap = min(gap, _largest_gap(room.width, face.width, columns), _largest_gap(room.height, face.height, rows))
    return Grid(sheet, face, columns, rows, fitting_gap, gutter)


def _count_fitting(room: float, side: float, gap: float) -> int:
    return max(0, int((room + gap + _SLACK) // (side + gap)))


def _span(count: int, side: float, gap: float) -> float:
    return count * side + (count - 1) * gap


def _largest_gap(room: float, side: float, count: int) -> float:
    """Return the largest gap between ``count`` faces in a row; infinite for a single one."""
    return max(0.0, (room - count * side) / (count - 1)) if count > 1 else inf


def leaf_grid(paper: Size, face: Size, margin: float) -> Grid:
    """Return the grid of one page of a booklet, on half a sheet, upright; raises DoesNotFit."""
    leaf = Size(max(paper.width, paper.height) / 2, min(paper.width, paper.height))
    if min(leaf.width - face.width, leaf.height - face.height) < 2 * margin:
        room = leaf.less(margin)
        raise DoesNotFit(
            f"pages of {face} mm do not fit on half a sheet, {leaf} mm with margins "
            f"of {margin:g} mm; up to {room} mm would"
        )
    return Grid(leaf, face, 1, 1, 0)


def spread_grid(paper: Size, face: Size, margin: float) -> Grid:
    """Return the grid of two pages on a side, each in the middle of its half; raises DoesNotFit."""
    leaf = leaf_grid(paper, face, margin).sheet
    return Grid(Size(2 * leaf.width, leaf.height), face, 2, 1, leaf.width - face.width)


def grids_on(kind: Kind, paper: str, gutter: float) -> dict[str, Grid]:
    """Return the grids of a kind's documents on a paper by the ends of their file names: a booklet is also printed page
    by page. ``gutter`` is the width of the middle of a sheet that is folded there. Raises Unusable if the faces do not
    fit."""
    size, face = kind.sheet_on(paper), kind.face_on(paper)
    fold = gutter if kind.backs == "gutterfold" else None
    try:
        if kind.booklet:
            return {"": leaf_grid(size, face, kind.margin), BOOKLET: spread_grid(size, face, kind.margin)}
        return {"": fit(size, face, kind.margin, kind.gap, kind.least_gap, kind.grid, not kind.is_page, fold)}
    except DoesNotFit as fault:
        raise unusable(kind.folder / MANIFEST, f"{kind.name} on {paper}: {fault}", "grid") from fault
