"""Reading off a laid-out page what runs out of its room, and by how many millimetres.

A field that has to fit is an element of fixed size with the attribute ``data-field``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

PIXEL = 25.4 / 96

# The whole face, where something that is no field runs out of it.
FACE_FIELD = "face"

# Half a pixel of rounding is no overrun.
_SLACK = 0.5


@dataclass(frozen=True)
class Overrun:
    """A field that needs more room: millimetres over, and how many times its room it takes."""

    field: str
    over: float
    times: float


def overruns(page: Any, width: float, height: float) -> list[Overrun]:
    """Return what runs over on a laid-out page (a WeasyPrint page box) of a size in millimetres."""
    found: dict[str, Overrun] = {}
    for box in boxes_of(page):
        field = _field(box)
        if field:
            _keep(found, _overrun(field, box, box.position_x + box.margin_left,
                                  box.position_y + box.margin_top, box.width, box.height))
    if not found:
        _keep(found, _overrun(FACE_FIELD, page, 0, 0, width / PIXEL, height / PIXEL))
    return list(found.values())


def _overrun(field: str, box: Any, left: float, top: float, width: float,
             height: float) -> Overrun | None:
    lines = [line for line in boxes_of(box) if type(line).__name__ == "LineBox" and line.children]
    if not lines:
        return None
    bottom = max(line.position_y + line.height for line in lines)
    right = max(child.position_x + child.margin_width()
                for line in lines for child in line.children)
    down, across = bottom - (top + height), right - (left + width)
    if max(down, across) <= _SLACK:
        return None
    times = max((bottom - top) / height, ((right - left) / width) ** 2)
    return Overrun(field, max(down, across) * PIXEL, times)


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
