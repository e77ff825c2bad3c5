"""Where the named elements of a laid-out face are, and by which properties of a style sheet each can be moved.

A box is moved by what places it: ``left`` or ``right``, ``top`` or ``bottom`` where it is positioned absolutely, else
its margins. Lengths are millimetres on the design of the face, before it is enlarged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kensei_docs.documents.layout.text_fitting import FIELD
from kensei_docs.documents.products.product import PIXEL
from kensei_docs.problems import Said, say

# The parts of a rectangle that a person changes: its place across and down, its width and its height.
X, Y, WIDTH, HEIGHT = PARTS = ("x", "y", "width", "height")
# The sides of a box on each axis, near and far, and its extent.
_ACROSS, _DOWN = ("left", "right", WIDTH), ("top", "bottom", HEIGHT)
# Millimetres that the edges of two boxes may differ by to be in one place.
TOLERANCE = 0.3
_DECIMALS = 2
# Movements below this, in millimetres, are ignored: lengths are rounded to this.
_LEAST = 0.01


@dataclass(frozen=True)
class Rectangle:
    """A rectangle in millimetres, from the upper left corner of a face."""

    x: float
    y: float
    width: float
    height: float

    def differs(self, other: Rectangle) -> bool:
        """Return whether an edge is elsewhere than the other rectangle's."""
        return any(
            abs(one - another) > TOLERANCE
            for one, another in (
                (self.x, other.x),
                (self.y, other.y),
                (self.x + self.width, other.x + other.width),
                (self.y + self.height, other.y + other.height),
            )
        )


@dataclass(frozen=True)
class _Axis:
    """How a box is placed on an axis, in millimetres.

    ``before`` and ``behind`` are from the near and far edge of what it is placed in to its margin; ``margin`` is its
    near margin, ``extra`` what its border edge has more than its ``width`` or ``height`` says. ``given`` are the
    properties that have a value other than ``auto``.
    """

    before: float
    behind: float
    margin: float
    extra: float
    given: frozenset[str]


@dataclass(frozen=True)
class PlacedBox:
    """A named element of a face: the number of its element, in the order of the markup; its name; its border box.

    ``absolute``: it is out of the flow. ``refusal`` says why it can't be moved, ``fixed`` which parts of its rectangle
    its own ``style`` attribute sets. ``can_leave``: it can be taken out of the flow. ``wrapper`` is the element for
    cssselect2.
    """

    number: int
    name: str
    selector: str
    at: Rectangle
    absolute: bool
    fixed: tuple[str, ...] = ()
    refusal: Said | None = None
    can_leave: bool = False
    wrapper: Any = field(default=None, repr=False, compare=False)
    axes: tuple[_Axis, _Axis] = field(default=(), repr=False, compare=False)  # type: ignore[assignment]

    def moved(self, to: Rectangle) -> dict[str, str]:
        """Return the values of the properties that place the box in another rectangle: those that have to change."""
        by = (to.x - self.at.x, to.y - self.at.y)
        larger = (to.width - self.at.width, to.height - self.at.height)
        values: dict[str, str] = {}
        for names, axis, moved, grown, extent in zip(
            (_ACROSS, _DOWN), self.axes, by, larger, (to.width, to.height), strict=True
        ):
            values |= self._on_axis(names, axis, moved, grown, extent)
        return values

    def _on_axis(
        self, names: tuple[str, str, str], axis: _Axis, moved: float, grown: float, extent: float
    ) -> dict[str, str]:
        near, far, size = names
        values: dict[str, float] = {}
        if not self.absolute:
            if _changes(moved):
                values[f"margin-{near}"] = axis.margin + moved
            # A block without a width is as wide as there is room: moved, it would be narrower.
            if _changes(grown) or (_changes(moved) and size == WIDTH and size not in axis.given):
                values[size] = extent - axis.extra
            return {name: _millimetres(value) for name, value in values.items()}
        stretched = {near, far} <= axis.given and size not in axis.given
        by_far = far in axis.given and near not in axis.given
        if _changes(moved) and not by_far:
            values[near] = axis.before + moved
        if (by_far or stretched) and _changes(moved + grown):
            values[far] = axis.behind - moved - grown
        if _changes(grown) and not stretched:
            values[size] = extent - axis.extra
        return {name: _millimetres(value) for name, value in values.items()}

    def placed(self, to: Rectangle) -> dict[str, str]:
        """Return the values of all four properties that place an absolute box in another rectangle."""
        across, down = self.axes
        return {
            "left": _millimetres(across.before + to.x - self.at.x),
            "top": _millimetres(down.before + to.y - self.at.y),
            "width": _millimetres(to.width - across.extra),
            "height": _millimetres(to.height - down.extra),
        }

    def taken_out(self) -> dict[str, str]:
        """Return the values of the properties that leave the box where it is, but out of the flow."""
        across, down = self.axes
        placed = self.placed(self.at)
        # Without its margins, which collapse in the flow alone.
        placed["left"] = _millimetres(across.before + across.margin)
        placed["top"] = _millimetres(down.before + down.margin)
        return {"position": "absolute", **placed, "margin": "0"}


def _changes(by: float) -> bool:
    return abs(by) >= _LEAST


def _millimetres(length: float) -> str:
    """Return a length for a style sheet."""
    return f"{round(length, _DECIMALS) + 0:g}mm" if _changes(length) else "0"


def placed_boxes(page: Any, left: float, top: float, names: Collection[str]) -> list[PlacedBox]:
    """Return the boxes of the named elements on a laid-out page (a WeasyPrint page box), in the order of the markup.

    The design begins ``left`` and ``top`` millimetres from the upper left corner of the page. An element is named by
    the attribute of a field, or by an id (``#id``) or a class (``.class``) among ``names``.
    """
    import cssselect2

    article = next((chain[-1] for chain in _chains(page, ()) if _tag(chain[-1]) == "article"), None)
    design = next(iter(getattr(article, "children", ())), None)
    if design is None:
        return []
    numbers = {element: number for number, element in enumerate(design.element.iter())}
    root = next(chain[-1].element for chain in _chains(page, ()) if _tag(chain[-1]) == "html")
    wrappers = {one.etree_element: one for one in cssselect2.ElementWrapper.from_html_root(root).iter_subtree()}
    found: dict[Any, PlacedBox] = {}
    for chain in _chains(design, ()):
        box = chain[-1]
        element = box.element
        if len(chain) < 2 or element is None or element in found or "::" in (_tag(box) or "") or element not in numbers:
            continue
        named = _name(element, names)
        is_field = element.get(FIELD)
        if named and (is_field or not _is_inline(box)) and _tag(box):
            placed = _placed(chain, numbers[element], named, left, top)
            found[element] = replace(placed, wrapper=wrappers[element])
    return sorted(found.values(), key=lambda box: box.number)


def _chains(box: Any, above: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield each box in a box, and that itself, with those around it before it."""
    # A box out of the flow has a stand-in for it where it would be in the flow.
    box = getattr(box, "_box", box)
    chain = (*above, box)
    yield chain
    for child in getattr(box, "children", ()):
        yield from _chains(child, chain)


def _tag(box: Any) -> str | None:
    return getattr(box, "element_tag", None)


def _name(element: Any, names: Collection[str]) -> tuple[str, str] | None:
    """Return the name of an element, and the selector of a rule for it; None if it has no name."""
    if of_field := element.get(FIELD):
        quoted = of_field.replace("\\", "\\\\").replace('"', '\\"')
        return of_field, f'[{FIELD}="{quoted}"]'
    written = [f"#{element.get('id')}", *(f".{name}" for name in (element.get("class") or "").split())]
    named = next((name for name in written if name in names), None)
    return (named, named) if named else None


def _is_inline(box: Any) -> bool:
    return type(box).__name__ in ("InlineBox", "LineBox", "TextBox")


def _placed(chain: Sequence[Any], number: int, named: tuple[str, str], left: float, top: float) -> PlacedBox:
    """Return the box of an element, which is the last of a chain that begins with the design."""
    box, parent = chain[-1], chain[-2]
    at = Rectangle(
        box.border_box_x() * PIXEL - left,
        box.border_box_y() * PIXEL - top,
        box.border_width() * PIXEL,
        box.border_height() * PIXEL,
    )
    absolute = box.style["position"] == "absolute"
    around = next((one for one in reversed(chain[:-1]) if one.style["position"] != "static"), chain[0])
    axes = _axis_across(box, around), _axis_down(box, around)
    placed = PlacedBox(number, *named, at, absolute, _fixed(box.element, absolute), axes=axes)
    in_cell = "Table" in type(box).__name__ and type(box).__name__ not in ("TableBox", "InlineTableBox")
    if any(one.style["transform"] for one in chain[1:]):
        return replace(placed, refusal=say("a 'transform' turns or moves it, or what it is in; mend that in its CSS"))
    if in_cell:
        return replace(placed, refusal=say("it is a part of a table; move the table, or what stands in the cell"))
    if absolute:
        return placed
    in_line = _is_inline(box) or _is_inline(parent)
    refusal = say("it stands in a line of text, which places it") if in_line else None
    return replace(placed, refusal=refusal, can_leave=True)


def _fixed(element: Any, absolute: bool) -> tuple[str, ...]:
    """Return the parts of its rectangle that the ``style`` attribute of an element sets."""
    import tinycss2

    declared = tinycss2.parse_blocks_contents(element.get("style") or "", True, True)
    names = {one.lower_name for one in declared if one.type == "declaration"}
    of_parts: Mapping[str, set[str]] = {
        X: {"left", "right", "inset"} if absolute else {"margin", "margin-left"},
        Y: {"top", "bottom", "inset"} if absolute else {"margin", "margin-top"},
        WIDTH: {"width"},
        HEIGHT: {"height"},
    }
    return tuple(part for part in PARTS if names & of_parts[part])


def _axis_across(box: Any, around: Any) -> _Axis:
    near, extent = around.padding_box_x(), around.padding_width()
    extra = 0 if box.style["box_sizing"] == "border-box" else box.border_width() - box.width
    return _axis(box, _ACROSS, box.position_x - near, near + extent - box.position_x - box.margin_width(), extra)


def _axis_down(box: Any, around: Any) -> _Axis:
    near, extent = around.padding_box_y(), around.padding_height()
    extra = 0 if box.style["box_sizing"] == "border-box" else box.border_height() - box.height
    return _axis(box, _DOWN, box.position_y - near, near + extent - box.position_y - box.margin_height(), extra)


def _axis(box: Any, names: tuple[str, str, str], before: float, behind: float, extra: float) -> _Axis:
    given = frozenset(name for name in names if box.style[name] != "auto")
    margin = getattr(box, f"margin_{names[0]}")
    return _Axis(before * PIXEL, behind * PIXEL, margin * PIXEL, extra * PIXEL, given)
