"""The defects of a laid-out face: text that runs out of its box, characters that no typeface has.

A field whose text has to fit is an element of fixed size with the attribute ``data-field``. If no field runs over, all
text still has to be inside the face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kensei_docs.documents.kinds.paper_and_face_sizes import PAGE_FIELD, Fitting, Size

# Millimetres of a CSS pixel, the unit of WeasyPrint's boxes.
PIXEL = 25.4 / 96

# The name, instead of the name of a field, for the whole face.
FACE_FIELD = "face"

# Pixels. A smaller overrun is a rounding error.
TOLERANCE = 0.5


class Defect(NamedTuple):
    """A defect: the field of the face (empty: the whole face), the message, and the name of the check."""

    field: str
    message: str
    check: str


@dataclass(frozen=True)
class Overrun:
    """A field that runs over: by how many millimetres, the ratio of the area that it needs to the area that it has, and
    the number of pages above the allowed number."""

    field: str
    over: float
    ratio: float
    pages: int = 0


def overruns(page: Any, left: float, top: float, face: Size) -> list[Overrun]:
    """Return the largest overrun of each field on a laid-out page (a WeasyPrint page box).

    The face begins ``left`` and ``top`` millimetres from the page's upper left corner.
    """
    largest: dict[str, Overrun] = {}
    fields = [(field, box) for box in boxes_in(page) if (field := _field_of(box))]
    for field, box in fields:
        x = box.position_x + box.margin_left
        y = box.position_y + box.margin_top
        overrun = _overrun(field, box, x, y, box.width, box.height)
        if overrun and (field not in largest or largest[field].over < overrun.over):
            largest[field] = overrun
    if not largest:
        whole = _overrun(FACE_FIELD, page, left / PIXEL, top / PIXEL, face.width / PIXEL, face.height / PIXEL)
        return [whole] if whole else []
    return list(largest.values())


def _overrun(field: str, box: Any, left: float, top: float, width: float, height: float) -> Overrun | None:
    """Return the overrun of the lines of text in a box beyond a rectangle (in pixels); None without one."""
    lines = lines_in(box)
    if not lines:
        return None
    above = min(line.position_y for line in lines)
    below = max(line.position_y + line.height for line in lines)
    starts = min(child.position_x for line in lines for child in line.children)
    ends = max(child.position_x + child.margin_width() for line in lines for child in line.children)
    down = max(below - (top + height), top - above)
    across = max(ends - (left + width), left - starts)
    if max(down, across) <= TOLERANCE:
        return None
    ratio = max((below - min(top, above)) / height, ((ends - min(left, starts)) / width) ** 2)
    return Overrun(field, max(down, across) * PIXEL, ratio)


def lines_in(box: Any) -> list[Any]:
    """Return the lines of text in a laid-out box."""
    return [line for line in boxes_in(box) if type(line).__name__ == "LineBox" and line.children]


def lines_of_field(page: Any, field: str) -> int:
    """Return the number of lines of text of a field on a laid-out page, in all its boxes."""
    return sum(len(lines_in(box)) for box in boxes_in(page) if _field_of(box) == field)


def boxes_in(box: Any) -> Iterator[Any]:
    """Yield a laid-out box and all boxes in it."""
    yield box
    for child in getattr(box, "children", ()):
        yield from boxes_in(child)


def _field_of(box: Any) -> str | None:
    if box.element is None or type(box).__name__ in ("LineBox", "TextBox"):
        return None
    return box.element.get("data-field") or None


def overflow_defects(overruns: Sequence[Overrun], fit: Mapping[str, Fitting]) -> Iterator[Defect]:
    """Yield a defect for each overrun that remains in the smallest size of type."""
    for overrun in overruns:
        named = overrun.field not in (FACE_FIELD, PAGE_FIELD)
        fitting = fit.get(overrun.field)
        at = f" at {fitting.floor:g} pt, the smallest it may be" if fitting else ""
        if overrun.pages:
            more = "a page" if overrun.pages == 1 else f"{overrun.pages} pages"
            at = f", {more} too many{at}"
        what = f"'{overrun.field}'" if named else "its text"
        message = f"{what} runs {overrun.over:.1f} mm over{at}; shorten it"
        yield Defect(overrun.field if named else "", message, "overflow")


def glyph_defects(missing: Mapping[str, Sequence[str]]) -> Iterator[Defect]:
    """Yield a defect for each missing character; ``missing`` are the typefaces without it, by character."""
    for character, names in missing.items():
        code = f"U+{ord(character):04X}"
        message = f"no glyph for {character!r} ({code}) in {', '.join(names)}; use another character"
        yield Defect("", message, "glyphs")
