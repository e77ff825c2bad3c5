"""Whether text fits its face: what runs over, type made smaller until it doesn't, and the defects that are left.

A field whose text has to fit is an element of fixed size with the attribute ``data-field``. If no field runs over, all
text still has to be inside the face. A character that no typeface has is a defect, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from kensei_docs.documents.markup.typefaces import JAPANESE, JAPANESE_PACKAGE, is_japanese, typefaces
from kensei_docs.documents.products.product import PAGE_FIELD, PIXEL, Fitting, Size

# The name, instead of the name of a field, for the whole face.
FACE_FIELD = "face"

# The attribute with the name of a field.
FIELD = "data-field"

# Millimetres. A message says "more than" this for text that runs over farther: a mistyped length makes any number.
_FAR = 2000.0

OVERFLOW = "overflow"
GLYPHS = "glyphs"
# The typefaces that a message about a character names at most.
_MOST_NAMES = 3

# The characters of a text that a defect quotes.
_QUOTED = 40

# Pixels. A smaller overrun is a rounding error.
TOLERANCE = 0.5


class Defect(NamedTuple):
    """A defect: the field of the face (empty: the whole face), the message, and the name of the check.

    ``text`` are the words that it is about, as they are printed, or the character without a glyph. A defect of the
    check ``style`` is no fault of the data: ``line`` and ``column`` are its place in the style sheet of the face; with
    the line 0, its place is that of ``text`` in the markup. ``element`` is the element with these words, behind the
    nearest one around it that has a class: ``div.cost b``.
    """

    field: str
    message: str
    check: str
    text: str = ""
    line: int = 0
    column: int = 0
    element: str = ""


@dataclass(frozen=True)
class Overrun:
    """A field that runs over: by how many millimetres, the ratio of the area that it needs to the area that it has, and
    the number of pages above the allowed number. A field without ``room`` has no width or no height at all. ``words``
    are those of the lines that run over. ``element`` is one that stands beside the face as a whole, as in a defect."""

    field: str
    over: float
    ratio: float
    pages: int = 0
    room: bool = True
    words: str = ""
    element: str = ""


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
        # The box of the design, which the page may have enlarged as a whole.
        articles = (box for box in boxes_in(page) if getattr(box, "element_tag", None) == "article")
        design = next((article.children[0] for article in articles), page)
        sides = left / PIXEL, top / PIXEL, face.width / PIXEL, face.height / PIXEL
        whole = _overrun(FACE_FIELD, design, *sides)
        return (whole and ([*_beside(design, *sides)] or [whole])) or []
    return list(largest.values())


def _beside(design: Any, left: float, top: float, width: float, height: float) -> Iterator[Overrun]:
    """Yield an overrun for each element with text that its style puts beside a rectangle (in pixels).

    Its position is absolute: any other element may be moved there by the text before it, which is then too long. Of
    elements in each other, it is the outermost one.
    """
    below: list[tuple[Any, tuple[Any, ...]]] = [(design, ())]
    while below:
        box, around = below.pop()
        if type(box).__name__ == "LineBox" or getattr(box, "transformation_matrix", None):
            continue
        if around and box.element is not None and box.style["position"] in ("absolute", "fixed"):
            right, bottom = box.border_box_x() + box.border_width(), box.border_box_y() + box.border_height()
            off = max(left - right, box.border_box_x() - left - width, top - bottom, box.border_box_y() - top - height)
            words = " ".join(" ".join(line.words for line in _places_of_lines(box)).split()) if off > TOLERANCE else ""
            if words:
                element = path_of((box.element, *around))
                yield Overrun(FACE_FIELD, off * PIXEL, 1, room=False, words=words, element=element)
                continue
        around = around if box.element is None else (box.element, *around)
        below += [(child, around) for child in getattr(box, "children", ())]


def path_of(elements: Iterable[Any]) -> str:
    """Return an element behind the nearest one around it with a class: ``div.cost b``; the innermost one is first."""
    path: list[str] = []
    for element, _ in groupby(elements, key=lambda one: one):
        classes = (element.get("class") or "").split()
        path.insert(0, ".".join([str(element.tag), *classes[:1]]))
        if classes:
            break
    return " ".join(path)


def _overrun(field: str, box: Any, left: float, top: float, width: float, height: float) -> Overrun | None:
    """Return the overrun of the lines of text in a box beyond a rectangle (in pixels); None without one."""
    lines = list(_places_of_lines(box))
    if not lines:
        return None
    starts, above = min(line.left for line in lines), min(line.top for line in lines)
    ends, below = max(line.right for line in lines), max(line.bottom for line in lines)
    down = max(below - (top + height), top - above)
    across = max(ends - (left + width), left - starts)
    if max(down, across) <= TOLERANCE:
        return None
    if min(width, height) <= 0:
        return Overrun(field, max(down, across) * PIXEL, 1, room=False)
    inside = _Line(left - TOLERANCE, top - TOLERANCE, left + width + TOLERANCE, top + height + TOLERANCE)
    words = " ".join(line.words for line in lines if not inside.has(line))
    ratio = max((below - min(top, above)) / height, ((ends - min(left, starts)) / width) ** 2)
    return Overrun(field, max(down, across) * PIXEL, ratio, words=" ".join(words.split()))


class _Line(NamedTuple):
    """The sides of a line of text in pixels, and its words."""

    left: float
    top: float
    right: float
    bottom: float
    words: str = ""

    def has(self, other: _Line) -> bool:
        """Return whether another line is within these sides."""
        above = self.left <= other.left and self.top <= other.top
        return above and other.right <= self.right and other.bottom <= self.bottom


def _places_of_lines(box: Any, turned: Any = None) -> Iterator[_Line]:
    """Yield the lines of text in a box, where they are printed beside it.

    ``turned`` is the matrix of the ``transform`` of the boxes around, within the first one.
    """
    for child in getattr(box, "children", ()):
        matrix = getattr(child, "transformation_matrix", None)
        matrix = matrix @ turned if matrix and turned else matrix or turned
        if type(child).__name__ != "LineBox" or not child.children:
            yield from _places_of_lines(child, matrix)
            continue
        left = min(part.position_x for part in child.children)
        right = max(part.position_x + part.margin_width() for part in child.children)
        if child.text_overflow == "ellipsis":
            # Such a line ends with the block that it is in.
            left, right = box.content_box_x(), box.content_box_x() + box.width
        top, bottom = child.position_y, child.position_y + child.height
        if matrix:
            corners = [matrix.transform_point(x, y) for x in (left, right) for y in (top, bottom)]
            (left, right), (top, bottom) = ((min(sides), max(sides)) for sides in zip(*corners, strict=True))
        yield _Line(left, top, right, bottom, "".join(part.text for part in boxes_in(child) if hasattr(part, "text")))
        # A box in a line may have lines of its own.
        yield from _places_of_lines(child, matrix)


def lines_in(box: Any) -> list[Any]:
    """Return the lines of text in a laid-out box."""
    return [line for line in boxes_in(box) if type(line).__name__ == "LineBox" and line.children]


def boxes_in(box: Any) -> Iterator[Any]:
    """Yield a laid-out box and all boxes in it."""
    yield box
    for child in getattr(box, "children", ()):
        yield from boxes_in(child)


def _field_of(box: Any) -> str | None:
    if box.element is None or type(box).__name__ in ("LineBox", "TextBox"):
        return None
    return box.element.get(FIELD) or None


def reduce_type(sizes: dict[str, float], over: Sequence[Overrun], fit: Mapping[str, Fitting]) -> bool:
    """Make the type of fields that run over smaller, by one or more steps; return whether any can be.

    ``sizes`` are those of the last trial in points, by field, and become those of the next one.
    """
    smaller: dict[str, float] = {}
    for overrun in over:
        fitting = fit.get(overrun.field)
        size = fitting.smaller(sizes[overrun.field], overrun.ratio) if fitting and overrun.room else None
        if size is not None:
            smaller[overrun.field] = size
    sizes.update(smaller)
    return bool(smaller)


def overflow_defects(overruns: Sequence[Overrun], fit: Mapping[str, Fitting]) -> Iterator[Defect]:
    """Yield a defect for each overrun that remains in the smallest size of type."""
    for overrun in overruns:
        field = "" if overrun.field in (FACE_FIELD, PAGE_FIELD) else overrun.field
        fitting = fit.get(overrun.field)
        at = f" at {fitting.floor:g} pt, the smallest it may be" if fitting else ""
        if overrun.pages:
            more = "a page" if overrun.pages == 1 else f"{overrun.pages} pages"
            at = f", {more} too many{at}"
        over = f"{overrun.over:.1f} mm" if overrun.over < _FAR else f"more than {_FAR:.0f} mm"
        said = f"runs {over} over{at}; shorten it"
        if overrun.element:
            what = f"{quoted(overrun.words)} stands {over} beside the face; mend its place in the style sheet"
            yield Defect("", what, OVERFLOW, overrun.words, element=overrun.element)
            continue
        if not overrun.room:
            said = "has a box without width or height; see what its style sheet takes away from the face"
        yield Defect(field, f"'{field}' {said}" if field else f"its text {said}", OVERFLOW, overrun.words)


def quoted(words: str) -> str:
    """Return words in quotes, or the beginning of many."""
    return f"'{words[:_QUOTED]}…'" if len(words) > _QUOTED else f"'{words}'"


def glyph_defects(missing: Mapping[str, Sequence[str]]) -> Iterator[Defect]:
    """Yield a defect for each missing character; ``missing`` are the typefaces without it, by character."""
    for character, names in missing.items():
        code = f"U+{ord(character):04X}"
        # The last ones stand behind the others, and are many.
        named = ", ".join(names[:_MOST_NAMES]) + (
            f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        )
        message = f"no glyph for {character!r} ({code}) in {named}; {_way_out(character)}"
        yield Defect("", message, GLYPHS, character)


def _way_out(character: str) -> str:
    """Return what to do for a character that no typeface has."""
    if not JAPANESE.keys() <= typefaces().keys() and is_japanese(character):
        package = JAPANESE_PACKAGE.replace("_", "-")
        return f"run pip install {package}, or use another character"
    return "put a typeface that has it into fonts/ and name its family, or use another character"
