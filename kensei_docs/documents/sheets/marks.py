"""What stands on a sheet around its faces: crop marks, a ruler tick, a line in the margin.

Measures are millimetres from the sheet's lower left corner; a ``Line`` is two points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kensei_docs.documents.kinds.paper import SAFE_MARGIN, Size
from kensei_docs.documents.sheets.grid import Box

Line = tuple[tuple[float, float], tuple[float, float]]

# A crop mark begins this far outside the corner that it marks, and is this long at most.
OFFSET, LENGTH = 0.8, 3.5
# A shorter mark is no help between two faces.
_SHORTEST = 0.4
RULER = 20.0
# How far from the paper's edge the line of text stands, at the least where there is little room;
# how high it is, and the margin that holds it and whole crop marks.
_BASELINE, _LEAST, _HIGH, _ROOM = SAFE_MARGIN + 0.15, 4.0, 2.0, 10.0
_TOUCH = 1e-3
# How long the mark of a crease is, at either side of the sheet.
_CREASE = 4.0


@dataclass(frozen=True)
class Margin:
    """Where the ruler and the line of text stand; ``upward`` runs up the left margin instead."""

    x: float
    y: float
    length: float
    upward: bool

    @property
    def box(self) -> Box:
        """The room that the line takes."""
        if self.upward:
            return Box(self.x - _HIGH, self.y, _HIGH + 0.5, self.length)
        return Box(self.x, self.y - 0.5, self.length, _HIGH + 0.5)


@lru_cache(maxsize=8)
def crop_marks(faces: tuple[Box, ...], clear: Box | None = None) -> Sequence[Line]:
    """Return lines that continue the faces' edges outwards and touch no face, nor ``clear``."""
    others = [*faces, clear] if clear else faces
    lines: dict[Line, None] = {}
    for box in faces:
        rays = [(x, box.top, 0, 1) for x in (box.x, box.right)]
        rays += [(x, box.y, 0, -1) for x in (box.x, box.right)]
        rays += [(box.right, y, 1, 0) for y in (box.y, box.top)]
        rays += [(box.x, y, -1, 0) for y in (box.y, box.top)]
        for x, y, right, up in rays:
            end = min(OFFSET + LENGTH, _room(others, x, y, right, up) - OFFSET)
            if end - OFFSET >= _SHORTEST:
                a, b = sorted((round(x + right * d, 3), round(y + up * d, 3)) for d in (OFFSET, end))
                lines[a, b] = None
    return tuple(lines)


def _room(faces: Sequence[Box], x: float, y: float, right: int, up: int) -> float:
    """Return how far a ray runs before it meets a face or runs along one."""
    room = float("inf")
    for face in faces:
        if up:
            meets = face.x - _TOUCH <= x <= face.right + _TOUCH
            near, far = sorted((up * (face.y - y), up * (face.top - y)))
        else:
            meets = face.y - _TOUCH <= y <= face.top + _TOUCH
            near, far = sorted((right * (face.x - x), right * (face.right - x)))
        if meets and far > _TOUCH:
            room = min(room, near)
    return room


def cut_lines(boxes: Iterable[Box]) -> list[Line]:
    """Return the edges of the faces; one that two of them share, once."""
    lines: dict[Line, None] = {}
    for box in boxes:
        x, right, y, top = (round(v, 3) for v in (box.x, box.right, box.y, box.top))
        for line in (((x, y), (x, top)), ((right, y), (right, top)), ((x, y), (right, y)), ((x, top), (right, top))):
            lines[line] = None
    return list(lines)


def crease_marks(sheet: Size) -> list[Line]:
    """Return the marks in the margins of a sheet that is folded across its middle."""
    height = sheet.height / 2
    return [((x, height), (x + _CREASE, height)) for x in (SAFE_MARGIN, sheet.width - SAFE_MARGIN - _CREASE)]


def fold_line(sheet: Size, x: float) -> Line:
    """Return a line from the foot of the sheet to its head, as far as a printer prints."""
    return (x, SAFE_MARGIN), (x, sheet.height - SAFE_MARGIN)


def margin_of(sheet: Size, faces: Iterable[Box]) -> Margin:
    """Return where there is room for the ruler and a line of text: below, or at the left."""
    boxes = list(faces)
    below, left = min(box.y for box in boxes), min(box.x for box in boxes)
    if below >= _ROOM or below >= left:
        # Where faces stand at the right alone, as on the back of a sheet that isn't full, the line
        # begins as far from the left edge as they end from the right one.
        right = min(sheet.width - box.x - box.width for box in boxes)
        start = max(min(left, right), _BASELINE)
        return Margin(start, _from_edge(below), sheet.width - 2 * start, False)
    # Upward text has its baseline on its right, and begins inside the marks of the first corner.
    start = max(below, _BASELINE) + _HIGH
    return Margin(_from_edge(left) + _HIGH - 0.5, start, sheet.height - 2 * start, True)


def _from_edge(margin: float) -> float:
    """Return how far from the paper's edge the line stands, so that marks have some room too."""
    return min(_BASELINE, max(_LEAST, margin - _HIGH - 2 * OFFSET - 1))


def ruler(margin: Margin) -> list[Line]:
    """Return a tick of 20 mm with ends, to hold a real ruler against."""
    height = 1.6

    def at(along: float, across: float) -> tuple[float, float]:
        if margin.upward:
            return margin.x - across, margin.y + along
        return margin.x + along, margin.y + across

    return [
        (at(0, height / 2), at(RULER, height / 2)),
        (at(0, 0), at(0, height)),
        (at(RULER / 2, height / 4), at(RULER / 2, height * 3 / 4)),
        (at(RULER, 0), at(RULER, height)),
    ]
