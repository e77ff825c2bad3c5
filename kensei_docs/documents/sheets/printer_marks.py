"""Printer's marks around the faces of a sheet: crop marks, cut lines, folds, a ruler and a line of text in the margin.

Lengths are millimetres from the sheet's lower left corner. Functions that draw return operators of a content stream as
text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import pikepdf

from kensei_docs.documents.kinds.paper_and_face_sizes import SAFE_MARGIN, Size
from kensei_docs.documents.pdf.fonts import Fonts
from kensei_docs.documents.pdf.object_writer import POINTS, number
from kensei_docs.documents.sheets.grid import SheetBox
from kensei_docs.documents.sheets.imposition import Sheet

# A line between two points (x, y).
Line = tuple[tuple[float, float], tuple[float, float]]

# The distance of a crop mark from the corner of its face.
OFFSET = 0.8
# The largest length of a crop mark.
LENGTH = 3.5
# A shorter crop mark, between two faces, is left out.
_MIN_MARK = 0.4
# The length of the ruler.
RULER = 20.0
# The distance of the line of text from the edge of the paper, and its least distance in a narrow margin.
_BASELINE = SAFE_MARGIN + 0.15
_MIN_BASELINE = 4.0
# The height of the line of text.
_TEXT_HEIGHT = 2.0
# The margin that is wide enough for the line of text and whole crop marks.
_WHOLE_MARGIN = 10.0
# The least margin that is wide enough for the ruler.
_RULER_MARGIN = _MIN_BASELINE + _TEXT_HEIGHT + 0.5
# The length of the ruler's label.
_LABEL = 8.0
# The tolerance for rounding errors.
_TOLERANCE = 1e-3
# The length of a crease mark, at either side of the sheet.
_CREASE = 4.0
# A fold line: the lengths of dashes and gaps, in points.
_DASHES = "[5 3] 0 d"
# The width of hairlines, in points.
_HAIR = 0.25
# The grey of the line of text: 0 is black, 1 is white.
_GREY = 0.45
# The width of the white line below a crop mark, in points.
_HALO = 1.5
# The type of the line of text, and its size in points.
_MARGIN_TYPE = "SourceSansPro-Regular"
_MARGIN_SIZE = 7.0
# The distance of the control points of a Bézier curve from its ends, for a quarter of a circle of radius 1.
_CONTROL = 0.5523


@dataclass(frozen=True)
class Margin:
    """The place of the ruler and the line of text: in the lower margin, or ``upward`` in the left margin."""

    x: float
    y: float
    length: float
    upward: bool

    @property
    def box(self) -> SheetBox:
        """The box of the line."""
        if self.upward:
            return SheetBox(self.x - _TEXT_HEIGHT, self.y, _TEXT_HEIGHT + 0.5, self.length)
        return SheetBox(self.x, self.y - 0.5, self.length, _TEXT_HEIGHT + 0.5)


@lru_cache(maxsize=8)
def crop_marks(faces: tuple[SheetBox, ...], clear: tuple[SheetBox, ...] = ()) -> Sequence[Line]:
    """Return lines that continue the edges of faces outwards, and touch no face and no box of ``clear``."""
    others = [*faces, *clear]
    lines: dict[Line, None] = {}
    for box in faces:
        rays = [(x, box.top, 0, 1) for x in (box.x, box.right)]
        rays += [(x, box.y, 0, -1) for x in (box.x, box.right)]
        rays += [(box.right, y, 1, 0) for y in (box.y, box.top)]
        rays += [(box.x, y, -1, 0) for y in (box.y, box.top)]
        for x, y, right, up in rays:
            end = min(OFFSET + LENGTH, _free_length(others, x, y, right, up) - OFFSET)
            if end - OFFSET >= _MIN_MARK:
                a, b = sorted((round(x + right * d, 3), round(y + up * d, 3)) for d in (OFFSET, end))
                lines[a, b] = None
    return tuple(lines)


def _free_length(faces: Sequence[SheetBox], x: float, y: float, right: int, up: int) -> float:
    """Return the length of a ray until it meets a face or runs along its edge; infinite if it meets none."""
    room = float("inf")
    for face in faces:
        if up:
            meets = face.x - _TOLERANCE <= x <= face.right + _TOLERANCE
            near, far = sorted((up * (face.y - y), up * (face.top - y)))
        else:
            meets = face.y - _TOLERANCE <= y <= face.top + _TOLERANCE
            near, far = sorted((right * (face.x - x), right * (face.right - x)))
        if meets and far > _TOLERANCE:
            room = min(room, near)
    return room


def cut_lines(boxes: Iterable[SheetBox]) -> list[Line]:
    """Return the edges of faces; an edge that two faces share is returned once."""
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


def fold_line(sheet: Size, x: float, above: float = SAFE_MARGIN) -> Line:
    """Return a vertical line through the printable part of the sheet, from ``above`` millimetres on."""
    return (x, above), (x, sheet.height - SAFE_MARGIN)


def margin_of(sheet: Size, faces: Iterable[SheetBox]) -> Margin:
    """Return the margin with the ruler and the line of text: the lower one, or the left one if it is wider."""
    boxes = list(faces)
    below = min(box.y for box in boxes)
    left = min(box.x for box in boxes)
    if below >= _WHOLE_MARGIN or below >= left:
        # If all faces are at the right, as on the back of a sheet that isn't full, the left margin of the line is the
        # right margin of the faces.
        right = min(sheet.width - box.x - box.width for box in boxes)
        start = max(min(left, right), _BASELINE)
        return Margin(start, _from_edge(below), sheet.width - 2 * start, False)
    # Upward text has its baseline at the right, and begins above the crop marks of the first corner.
    start = max(below, _BASELINE) + _TEXT_HEIGHT
    return Margin(_from_edge(left) + _TEXT_HEIGHT - 0.5, start, sheet.height - 2 * start, True)


def other_margin_of(sheet: Size, faces: Iterable[SheetBox]) -> Margin | None:
    """Return the margin for the ruler if the line of text is too long for both in one margin; None if it is too narrow.

    It is the left margin if the line is in the lower one, else the lower margin.
    """
    boxes = list(faces)
    below = min(box.y for box in boxes)
    left = min(box.x for box in boxes)
    length = RULER + _LABEL
    if margin_of(sheet, boxes).upward:
        start = max(left, _BASELINE)
        return Margin(start, _from_edge(below), length, False) if below >= _RULER_MARGIN else None
    start = max(below, _BASELINE) + _TEXT_HEIGHT
    return Margin(_from_edge(left) + _TEXT_HEIGHT - 0.5, start, length, True) if left >= _RULER_MARGIN else None


def _from_edge(margin: float) -> float:
    """Return the distance of the line from the edge of the paper, which leaves space for crop marks."""
    return min(_BASELINE, max(_MIN_BASELINE, margin - _TEXT_HEIGHT - 2 * OFFSET - 1))


def ruler(margin: Margin) -> list[Line]:
    """Return the lines of a ruler of 20 mm with ticks, to compare a print with a real ruler."""
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


def draw_marks(sheet: Sheet, fonts: Fonts) -> tuple[list[str], dict[str, pikepdf.Object]]:
    """Return the operators that draw the marks of a sheet, and the fonts that they use by resource name."""
    boxes = [placement.box for placement in sheet.placements]
    drawn: list[str] = []
    used: dict[str, pikepdf.Object] = {}
    lines: list[Line] = []
    clear: tuple[SheetBox, ...] = ()
    above_text = SAFE_MARGIN
    if sheet.note and boxes:
        margin = margin_of(sheet.size, boxes)
        other = other_margin_of(sheet.size, boxes)
        text, used["/Margin"], measured = _draw_note(sheet.note, margin, other, sheet.ruler, fonts)
        clear = (margin.box, *([measured.box] if measured and measured != margin else ()))
        lines += ruler(measured) if measured else []
        above_text = SAFE_MARGIN if margin.upward else max(SAFE_MARGIN, margin.y + _TEXT_HEIGHT)
        drawn.append(text)
    if sheet.crop:
        marks = crop_marks(tuple(boxes), clear)
        # A mark between two faces is on their bleed: a white line below it makes it visible on dark art.
        drawn.insert(0, _draw_hairlines(marks, _HALO, 1))
        lines += marks
    if sheet.cuts == "round":
        drawn += [_draw_circle(box) for box in boxes]
    elif sheet.cuts:
        lines += cut_lines(boxes)
    if sheet.crease:
        drawn.append(f"q {_DASHES}\n{_draw_hairlines(crease_marks(sheet.size))}\nQ")
    if sheet.fold is not None:
        drawn.append(f"q {_DASHES}\n{_draw_hairlines([fold_line(sheet.size, sheet.fold, above_text)])}\nQ")
    halo, rest = (drawn[:1], drawn[1:]) if sheet.crop else ([], drawn)
    return [*halo, _draw_hairlines(lines), *rest], used


def draw_bar(box: SheetBox) -> str:
    """Return the operators that draw a black bar; it has a white rim because it may be on the bleed of a face."""
    rectangle = " ".join(number(v * POINTS) for v in (box.x, box.y, box.width, box.height))
    return f"q 1 G 0 g 1 w {rectangle} re B Q"


def _draw_hairlines(lines: Sequence[Line], width: float = _HAIR, grey: int = 0) -> str:
    """Return the operators that draw lines of a width (in points) and a grey (0 is black, 1 is white)."""
    drawn = [
        f"{number(a[0] * POINTS)} {number(a[1] * POINTS)} m {number(b[0] * POINTS)} {number(b[1] * POINTS)} l S"
        for a, b in lines
    ]
    return "\n".join([f"q {number(width)} w {grey} G", *drawn, "Q"])


def _draw_circle(box: SheetBox) -> str:
    """Return the operators that draw the circle in a box, in four curves."""
    radius = box.width / 2

    def at(*points: tuple[float, float]) -> str:
        """Return points around the circle of radius 1 as operands."""
        places = ((box.x + radius + x * radius, box.y + radius + y * radius) for x, y in points)
        return " ".join(number(value * POINTS) for place in places for value in place)

    curves = [f"{at((1, 0))} m"]
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        c, d = -b, a
        curves.append(f"{at((a + c * _CONTROL, b + d * _CONTROL), (c + a * _CONTROL, d + b * _CONTROL), (c, d))} c")
    return f"q {_HAIR} w 0 G {' '.join(curves)} s Q"


def _draw_note(
    text: str, margin: Margin, other: Margin | None, with_ruler: bool, fonts: Fonts
) -> tuple[str, pikepdf.Object, Margin | None]:
    """Return (operators that set the label of the ruler and the line of text, font, margin of the ruler or None).

    If the line is too long for a place beside the ruler, the ruler is in the ``other`` margin; without that margin
    there is no ruler. A line that is longer than its margin is set in smaller type.
    """
    gap = 2.5
    font, label, label_width = fonts.encode(f"{RULER:g} mm", _MARGIN_TYPE)
    _, words, width = fonts.encode(text, _MARGIN_TYPE)
    # Millimetres from the start of the ruler to the line of text.
    after = RULER + 1 + label_width * _MARGIN_SIZE / POINTS + gap if with_ruler else 0
    needed = width * _MARGIN_SIZE / POINTS
    together = after + needed <= margin.length
    measured = (margin if together else other) if with_ruler else None
    size = _MARGIN_SIZE if together else _MARGIN_SIZE * min(1, margin.length / needed)
    pieces = [_draw_words(words, margin, after if together else 0, size)]
    if measured:
        pieces.append(_draw_words(label, measured, RULER + 1, _MARGIN_SIZE))
    return f"BT {_GREY} g " + " ".join(pieces) + " ET", font, measured


def _draw_words(glyphs: bytes, margin: Margin, along: float, size: float) -> str:
    x, y = (margin.x, margin.y + along) if margin.upward else (margin.x + along, margin.y)
    turn = "0 1 -1 0" if margin.upward else "1 0 0 1"
    return f"/Margin {number(size)} Tf {turn} {number(x * POINTS)} {number(y * POINTS)} Tm <{glyphs.hex()}> Tj"
