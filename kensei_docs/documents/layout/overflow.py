"""Reading off a laid-out page what runs out of its room, and by how many millimetres.

A field that has to fit is an element of fixed size with the attribute ``data-field``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kensei_docs.documents.kinds.paper import Size

PIXEL = 25.4 / 96

# The whole face, where something that is no field runs out of it.
FACE_FIELD = "face"

# Half a pixel of rounding is no overrun.
_SLACK = 0.5


@dataclass(frozen=True)
class Overrun:
    """A field that needs more room: millimetres over, how many times its room it takes, and how
    many pages more."""

    field: str
    over: float
    times: float
    pages: int = 0


def overruns(page: Any, left: float, top: float, face: Size) -> list[Overrun]:
    """Return what runs over on a laid-out page (a WeasyPrint page box), from a face of a size so
    far from the page's upper left corner, in millimetres."""
    found: dict[str, Overrun] = {}
    for box in boxes_of(page):
        field = _field(box)
        if field:
            _keep(
                found,
                _overrun(
                    field, box, box.position_x + box.margin_left, box.position_y + box.margin_top, box.width, box.height
                ),
            )
    if not found:
        _keep(found, _overrun(FACE_FIELD, page, left / PIXEL, top / PIXEL, face.width / PIXEL, face.height / PIXEL))
    return list(found.values())


def _overrun(field: str, box: Any, left: float, top: float, width: float, height: float) -> Overrun | None:
    lines = lines_of(box)
    if not lines:
        return None
    above = min(line.position_y for line in lines)
    below = max(line.position_y + line.height for line in lines)
    starts = min(child.position_x for line in lines for child in line.children)
    ends = max(child.position_x + child.margin_width() for line in lines for child in line.children)
    down = max(below - (top + height), top - above)
    across = max(ends - (left + width), left - starts)
    if max(down, across) <= _SLACK:
        return None
    times = max((below - min(top, above)) / height, ((ends - min(left, starts)) / width) ** 2)
    return Overrun(field, max(down, across) * PIXEL, times)


def lines_of(box: Any) -> list[Any]:
    """Return the lines of text in a laid-out box."""
    return [line for line in boxes_of(box) if type(line).__name__ == "LineBox" and line.children]


def _keep(found: dict[str, Overrun], overrun: Overrun | None) -> None:
    if overrun and (overrun.field not in found or found[overrun.field].over < overrun.over):
        found[overrun.field] = overrun


def _field(box: Any) -> str | None:
    if box.element is None or type(box).__name__ in ("LineBox", "TextBox"):
        return None
    return box.element.get("data-field") or None


def boxes_of(box: Any) -> Iterator[Any]:
    """Yield a laid-out box and everything in it."""
    yield box
    for child in getattr(box, "children", ()):
        yield from boxes_of(child)
