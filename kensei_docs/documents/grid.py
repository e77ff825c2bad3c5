"""Where faces stand on a sheet: a centred grid that keeps to its margins, and is never scaled.

All measures are millimetres; the origin is the sheet's lower left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kensei_docs.documents.paper import Size

Flip = Literal["long-edge", "short-edge"]

# Sizes add up in floating point; a thousandth of a millimetre is nobody's business.
_SLACK = 1e-3

# A middle column that is centred to the last digit has its edges where whoever rounds to tenths
# may round front and back apart. Five micrometres to the left, and they agree.
_NUDGE = 0.005


class DoesNotFit(ValueError):
    """A grid that a sheet has no room for; the message says what would fit."""


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
        return Box(self.x - left, self.y - below,
                   self.width + left + right, self.height + below + above)


@dataclass(frozen=True)
class Grid:
    """Columns and rows of one size of face, as close to the wanted gap as the sheet allows."""

    sheet: Size
    face: Size
    columns: int
    rows: int
    gap: float

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
        return (self.sheet.width - self.width) / 2

    @property
    def end_margin(self) -> float:
        """The margin above and below the grid."""
        return (self.sheet.height - self.height) / 2

    def box(self, index: int) -> Box:
        """Return the box of a face, counted along the rows from the upper left."""
        row, column = divmod(index, self.columns)
        return Box(self.side_margin - _NUDGE + column * (self.face.width + self.gap),
                   self.end_margin + (self.rows - 1 - row) * (self.face.height + self.gap),
                   self.face.width, self.face.height)

    def behind(self, index: int, flip: Flip) -> Box:
        """Return the box on the back of the sheet that lies behind a face's."""
        box = self.box(index)
        upright = self.sheet.height >= self.sheet.width
        if (flip == "long-edge") == upright:
            return Box(self.sheet.width - box.right, box.y, box.width, box.height)
        return Box(box.x, self.sheet.height - box.top, box.width, box.height)


def fit(paper: Size, face: Size, margin: float, gap: float = 0, least_gap: float = 0,
        asked: tuple[int, int] | None = None, turn: bool = True) -> Grid:
    """Return the grid with the most faces, its gap the largest up to ``gap`` that fits.

    With ``turn``, the paper is turned where that holds more. ``asked`` fixes columns and rows.
    Raises DoesNotFit where not even one face, or not the grid asked for, has room.
    """
    sheet, columns, rows = max(
        (_most(sheet, face, margin, least_gap) for sheet in _ways(paper, turn)),
        key=lambda most: most[1] * most[2])
    if columns * rows == 0:
        room = paper.less(margin)
        raise DoesNotFit(f"a face of {face} mm does not fit on paper of {paper} mm with margins of "
                         f"{margin:g} mm; up to {room} mm would")
    if asked:
        sheet = next((s for s in _ways(paper, turn)
                      if all(_fits(s, face, margin, least_gap, asked))), paper)
        across, down = _fits(sheet, face, margin, least_gap, asked)
        if not (across and down):
            need = _span(asked[0], face.width, least_gap), _span(asked[1], face.height, least_gap)
            room = paper.less(margin)
            raise DoesNotFit(
                f"{asked[0]} x {asked[1]} faces of {face} mm take {need[0]:g} x {need[1]:g} mm, "
                f"and paper of {paper} mm has {room.width:g} x {room.height:g} mm between its "
                f"margins; {columns} x {rows} would fit")
        columns, rows = asked
    room = sheet.less(margin)
    return Grid(sheet, face, columns, rows,
                min([gap, *_spare(room.width, face.width, columns),
                     *_spare(room.height, face.height, rows)]))


def _ways(paper: Size, turn: bool) -> tuple[Size, ...]:
    return (paper, paper.turned()) if turn else (paper,)


def _most(paper: Size, face: Size, margin: float, gap: float) -> tuple[Size, int, int]:
    room = paper.less(margin)
    return (paper, max(0, int((room.width + gap + _SLACK) // (face.width + gap))),
            max(0, int((room.height + gap + _SLACK) // (face.height + gap))))


def _span(count: int, side: float, gap: float) -> float:
    return count * side + (count - 1) * gap


def _fits(sheet: Size, face: Size, margin: float, gap: float,
          asked: tuple[int, int]) -> tuple[bool, bool]:
    room = sheet.less(margin)
    return (_span(asked[0], face.width, gap) <= room.width + _SLACK,
            _span(asked[1], face.height, gap) <= room.height + _SLACK)


def _spare(room: float, side: float, count: int) -> Sequence[float]:
    """Return the largest gap between ``count`` faces in a row, where there is more than one."""
    return [max(0.0, (room - count * side) / (count - 1))] if count > 1 else []
