"""Whether text fits its face: what runs over, type made smaller until it doesn't, and the defects that are left.

A field whose text has to fit is an element of fixed size with the attribute ``data-field``. If no field runs over, all
text still has to be inside the face. A character that no typeface has is a defect, too.

WeasyPrint's boxes on a page, by what is painted for them: the element, the field and the line of a text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from kensei_docs.documents.layout.painted_page import Painted, PaintedPage
from kensei_docs.documents.products.paper import PAGE_FIELD, PIXEL, Fitting, Size

# The name, instead of the name of a field, for the whole face.
FACE_FIELD = "face"

# The attribute with the name of a field.
FIELD = "data-field"

# Millimetres. A message says "more than" this for text that runs over farther: a mistyped length makes any number.
_FAR = 2000.0

GLYPHS = "glyphs"

# Pixels. A smaller overrun is a rounding error.
TOLERANCE = 0.5


class Defect(NamedTuple):
    """A defect: the field of the face (empty: the whole face), the message, and the name of the check.

    ``text`` are the words that it is about, as they are printed, or the character without a glyph. A defect of the
    check ``style`` is no fault of the data: ``line`` and ``column`` are its place in the style sheet of the face; with
    the line 0, its place is that of ``text`` in the markup.
    """

    field: str
    message: str
    check: str
    text: str = ""
    line: int = 0
    column: int = 0


@dataclass(frozen=True)
class Overrun:
    """A field that runs over: by how many millimetres, the ratio of the area that it needs to the area that it has, and
    the number of pages above the allowed number. A field without ``room`` has no width or no height at all. ``words``
    are those of the lines that run over."""

    field: str
    over: float
    ratio: float
    pages: int = 0
    room: bool = True
    words: str = ""


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
        whole = _overrun(FACE_FIELD, design, left / PIXEL, top / PIXEL, face.width / PIXEL, face.height / PIXEL)
        return [whole] if whole else []
    return list(largest.values())


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
    return box.element.get(FIELD) or None


@dataclass(frozen=True)
class _Trial:
    """A size of type in which a field ran over, the overrun, and the number of lines of its text."""

    size: float
    over: Overrun
    lines: int


class TypeSizes:
    """The sizes of type of a face's fields in points: ``sizes`` are those of the next trial, by field.

    The type of a field that runs over is reduced in each trial by one or more steps (``Fitting.smaller``). When single
    steps are left, most of them are skipped: as long as the lines break at the same places, the overrun is a linear
    function of the size, so two trials predict the size in which the text fits. If it fits there on the same number of
    lines, it would have run over in all sizes between. If its lines break at other places, the single steps are taken.
    """

    def __init__(self, fit: Mapping[str, Fitting]) -> None:
        self.sizes = {field: fitting.size for field, fitting in fit.items()}
        self._fit = fit
        # The last trial of each field, and the trial after which sizes of a field were skipped.
        self._last: dict[str, _Trial] = {}
        self._skipped_from: dict[str, _Trial] = {}
        # Fields whose number of lines changed over the skipped sizes.
        self._unpredictable: set[str] = set()

    def reduce(self, over: Sequence[Overrun], lines_of: Callable[[str], int]) -> bool:
        """Make type smaller after a trial; return whether a field needs another trial.

        ``over`` are the overruns of fields; ``lines_of`` returns the number of lines of a field.
        """
        changed = False
        for field, start in list(self._skipped_from.items()):
            del self._skipped_from[field]
            if lines_of(field) != start.lines:
                self._unpredictable.add(field)
                over = [overrun for overrun in over if overrun.field != field]
                changed |= self._go_down(start)
        for overrun in over:
            if overrun.field in self._fit and overrun.room:
                changed |= self._go_down(_Trial(self.sizes[overrun.field], overrun, lines_of(overrun.field)))
        return changed

    def _go_down(self, trial: _Trial) -> bool:
        """Set the next smaller size of a field after a trial; return whether there is one."""
        field = trial.over.field
        fitting = self._fit[field]
        last = self._last.get(field)
        self._last[field] = trial
        size = fitting.smaller(trial.size, trial.over.ratio)
        if size is None:
            return False
        steps = fitting.all_below(trial.size)
        if last and size == steps[0] and field not in {FACE_FIELD, PAGE_FIELD, *self._unpredictable}:
            fits = next((step for step in steps if _expected(last, trial, step) <= TOLERANCE * PIXEL), size)
            if fits != size:
                size = fits
                self._skipped_from[field] = trial
        self.sizes[field] = size
        return True


def _expected(first: _Trial, second: _Trial, size: float) -> float:
    """Return the expected overrun of a field in a size, in millimetres, after two trials.

    If the trials have different numbers of lines, it is the overrun of the second one.
    """
    if first.lines != second.lines:
        return second.over.over
    slope = (first.over.over - second.over.over) / (first.size - second.size)
    return second.over.over - slope * (second.size - size)


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
        if not overrun.room:
            message = f"{what} has a box without width or height; see what its style sheet takes away from the face"
            yield Defect(overrun.field if named else "", message, "overflow")
            continue
        over = f"{overrun.over:.1f} mm" if overrun.over < _FAR else f"more than {_FAR:.0f} mm"
        message = f"{what} runs {over} over{at}; shorten it"
        yield Defect(overrun.field if named else "", message, "overflow", overrun.words)


def glyph_defects(missing: Mapping[str, Sequence[str]]) -> Iterator[Defect]:
    """Yield a defect for each missing character; ``missing`` are the typefaces without it, by character."""
    for character, names in missing.items():
        code = f"U+{ord(character):04X}"
        message = f"no glyph for {character!r} ({code}) in {', '.join(names)}; use another character"
        yield Defect("", message, GLYPHS, character)


# The characters of a text that a defect quotes.
_QUOTED = 40


class PageBoxes:
    """WeasyPrint's boxes on a page, by the marked content of what is painted for them."""

    def __init__(self, page_box: Any, marked: Mapping[int, Any]) -> None:
        self._page_box = page_box
        self._marked = marked

    @cached_property
    def _parents(self) -> dict[int, Any]:
        """The box around each box, by the ``id`` of the box."""
        parents: dict[int, Any] = {}
        below = [self._page_box]
        while below:
            box = below.pop()
            # WeasyPrint wraps a box with an absolute position.
            children = [getattr(child, "_box", child) for child in getattr(box, "children", ())]
            parents.update((id(child), box) for child in children)
            below += children
        return parents

    def texts(self) -> Iterator[tuple[Any, str, Any, Any]]:
        """Yield each box of text that is to be seen, its words, its block, and the block that discards lines, or None.

        WeasyPrint makes no box for text of no size: that is yielded with the box around it.
        """
        below: list[tuple[Any, Any, Any]] = [(self._page_box, self._page_box, None)]
        while below:
            box, block, short = below.pop()
            text = getattr(box, "text", None)
            if text is None:
                if not type(box).__name__.startswith(("Line", "Inline")):
                    block = box
                    if short is None and box.style["continue"] == "discard":
                        short = box
                below += [(getattr(child, "_box", child), block, short) for child in getattr(box, "children", ())]
                if box.style["font_size"] == 0 and box.element is not None:
                    text = " ".join(filter(None, (box.element.text, *(kid.tail for kid in box.element))))
            if text and letters_in(text) and box.style["visibility"] == "visible":
                yield box, " ".join(text.split()), block, short

    def box_of(self, painted: Painted) -> Any:
        """Return the box of a text or a drawing; None for a border and a background."""
        return self._marked.get(painted.mark)

    def around(self, painted: Painted) -> Iterator[Any]:
        """Yield the box of an object and those around it, from the innermost one to the page; none for a border."""
        return self._upwards(self._marked.get(painted.mark))

    def _upwards(self, box: Any) -> Iterator[Any]:
        while box is not None:
            yield box
            box = self._parents.get(id(box))

    def value_of(self, painted: Painted, attribute: str) -> str | None:
        """Return an attribute of the element of an object, or of the nearest element around it that has it."""
        return _value(self.around(painted), attribute)

    def element_of(self, painted: Painted) -> object:
        """Return what is equal for the texts of one element's lines, and for all borders and backgrounds."""
        if painted.is_text and not self.line_of(painted):
            return painted.order
        blocks = (box for box in self.around(painted) if not type(box).__name__.startswith(("Text", "Line", "Inline")))
        return next(map(id, blocks), None)

    def line_of(self, painted: Painted) -> str:
        """Return the line of text of which a text is a part; empty for the text of a drawing."""
        lines = (box for box in self.around(painted) if type(box).__name__ == "LineBox")
        return " ".join("".join(box.text for box in boxes_in(next(lines, None)) if hasattr(box, "text")).split())

    def words_of(self, text: Painted, page: PaintedPage) -> str:
        """Return the line of a text, or the words of a drawing, in quotes; the beginning of a long one."""
        return quoted(self.line_of(text) or page.words(text))

    def field_of(self, painted: Painted) -> str:
        """Return the field of the data that an object belongs to; empty without one."""
        return _field(self.around(painted))

    def field_around(self, box: Any) -> str:
        """Return the field of the data that a box belongs to; empty without one."""
        return _field(self._upwards(box))


def _value(around: Iterator[Any], attribute: str) -> str | None:
    elements = (box.element for box in around if box.element is not None)
    return next((value for element in elements if (value := element.get(attribute)) is not None), None)


def _field(around: Iterator[Any]) -> str:
    name = _value(around, FIELD)
    return name if name and name not in (FACE_FIELD, PAGE_FIELD) else ""


def quoted(words: str) -> str:
    """Return words in quotes, or the beginning of many."""
    return f"'{words[:_QUOTED]}…'" if len(words) > _QUOTED else f"'{words}'"


def letters_in(text: str) -> int:
    """Return how many characters of a text are printed."""
    return sum(character.isprintable() and not character.isspace() for character in text)
