"""Text that runs over is measured, and its type made smaller by steps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weasyprint.matrix import Matrix

from kensei_docs.documents.layout.faces import FaceMarkup, Style, lay_out
from kensei_docs.documents.layout.text_fitting import (
    Defect,
    Overrun,
    glyph_defects,
    lines_in,
    overflow_defects,
    overruns,
    reduce_type,
)
from kensei_docs.documents.products.product import PIXEL, Columns, Fitting, Size

FACE = Size(60, 60)
CSS = """@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) }
p { margin: 0; font: 9pt/4mm "Sans" }
.f { position: absolute; left: 5mm; top: 10mm; width: 50mm; height: 20mm; --text: 9pt }"""


class LineBox:
    """A line of text, its place and size in pixels: nothing else matters to overflow."""

    element = None
    text_overflow = "clip"

    def __init__(self, left: float, top: float, width: float, height: float, words: str = "") -> None:
        self.position_y, self.height = top, height
        self.children = [SimpleNamespace(element=None, position_x=left, margin_width=lambda: width, text=words)]


def field(left: float, top: float, width: float, height: float, line: LineBox) -> Any:
    """A page with one field, and one line of text in it; the field has a margin of 3 and 2 pixels."""
    box = SimpleNamespace(
        element={"data-field": "text"},
        position_x=left - 3,
        position_y=top - 2,
        margin_left=3,
        margin_top=2,
        width=width,
        height=height,
        children=[line],
    )
    return SimpleNamespace(element=None, children=[box])


LENGTHS = st.floats(10, 100)
OVER = st.floats(1, 50)


@given(LENGTHS, LENGTHS, LENGTHS, LENGTHS, OVER, st.sampled_from(["left", "top", "right", "foot"]))
def test_a_line_is_seen_at_every_edge_that_it_runs_over(left, top, width, height, over, edge) -> None:
    x0, y0 = left - over * (edge == "left"), top - over * (edge == "top")
    line = LineBox(x0, y0, left + width + over * (edge == "right") - x0, top + height + over * (edge == "foot") - y0)
    [found] = overruns(field(left, top, width, height, line), 0, 0, Size(1000, 1000))
    assert (found.field, found.over) == ("text", pytest.approx(over * PIXEL))
    down, across = (height + over) / height, ((width + over) / width) ** 2
    assert found.ratio == pytest.approx(max(down, 1.0) if edge in ("top", "foot") else max(across, 1.0))


@given(LENGTHS, LENGTHS, LENGTHS, LENGTHS)
def test_a_line_that_fills_its_field_fits(left, top, width, height) -> None:
    assert overruns(field(left, top, width, height, LineBox(left, top, width, height)), 0, 0, Size(1000, 1000)) == []


@given(LENGTHS, LENGTHS, LENGTHS, LENGTHS, OVER)
def test_a_line_that_ends_in_an_ellipsis_is_as_long_as_its_block(left, top, width, height, over) -> None:
    line = LineBox(left, top, width + over, height)
    line.text_overflow = "ellipsis"
    inside = SimpleNamespace(element=None, children=[line], content_box_x=lambda: left, width=width)
    assert overruns(field(left, top, width, height, inside), 0, 0, Size(1000, 1000)) == []
    inside.width = width + over
    [found] = overruns(field(left, top, width, height, inside), 0, 0, Size(1000, 1000))
    assert found.over == pytest.approx(over * PIXEL)


def test_of_a_field_that_is_there_twice_the_larger_overrun_counts() -> None:
    pages = [field(0, 0, 50, 50, LineBox(0, 0, 50, 50 + over)) for over in (5, 9, 7)]
    both = SimpleNamespace(element=None, children=pages)
    assert overruns(both, 0, 0, Size(1000, 1000)) == [Overrun("text", pytest.approx(9 * PIXEL), pytest.approx(59 / 50))]


def several(*lines: LineBox) -> Any:
    """A page with a field of 50 x 40 pixels at (101, 102), and lines in it."""
    page = field(101, 102, 50, 40, lines[0])
    page.children[0].children = list(lines)
    return page


@pytest.mark.parametrize("words", ["left", "above", "right", "below", "left above right below"])
def test_the_words_that_run_over_are_those_of_their_lines_alone(words: str) -> None:
    places = {
        "left": (100.4, 110, 9, 9),
        "above": (110, 101.4, 9, 9),
        "right": (142, 120, 9.6, 9),
        "below": (110, 130, 9, 12.6),
    }
    lines = [LineBox(*places[word], f"  {word} ") for word in words.split()]
    # Half a pixel is rounding.
    fills = LineBox(100.5, 101.5, 51, 41, "inside")
    [found] = overruns(several(*lines, fills), 0, 0, Size(1000, 1000))
    assert found.words == words


@pytest.mark.parametrize(("width", "height"), [(0, 30), (30, 0), (-2, 30), (0.5, 0.5)])
def test_a_field_of_no_size_has_no_room_for_text_whatever_its_type(width: float, height: float) -> None:
    [found] = overruns(field(10, 10, width, height, LineBox(10, 10, 60, 20)), 0, 0, Size(1000, 1000))
    over = max(60 - width, 20 - height) * PIXEL
    assert (found.field, found.over, found.room) == ("text", pytest.approx(over), min(width, height) > 0)


def turned(child: Any, *by: float) -> Any:
    return SimpleNamespace(element=None, children=[child], transformation_matrix=Matrix(*by))


# A quarter turn about (60, 60), a move by (5, 0), and a doubling.
QUARTER, MOVED, DOUBLED = (0, 1, -1, 0, 120, 0), (1, 0, 0, 1, 5, 0), (2, 0, 0, 2, 0, 0)


@pytest.mark.parametrize(
    ("turns", "place"),
    [
        ([QUARTER], (60, 20, 70, 50)),
        ([MOVED], (25, 50, 55, 60)),
        ([QUARTER, MOVED], (60, 25, 70, 55)),  # the inner one moves along what the outer one has turned
        ([MOVED, QUARTER], (65, 20, 75, 50)),
        ([DOUBLED, MOVED, MOVED], (60, 100, 120, 120)),
    ],
)
def test_a_line_is_measured_where_the_transforms_around_it_have_put_it(
    turns: list[tuple[float, ...]], place: tuple[float, float, float, float]
) -> None:
    """A line from (20, 50) to (50, 60); the outermost transform is first."""
    line: Any = LineBox(20, 50, 30, 10)
    for turn in reversed(turns):
        line = turned(line, *turn)
    left, top, right, bottom = place
    for box in ((left, top, right - left, bottom - top), (left + 3, top, right - left, bottom - top)):
        found = overruns(field(*box, line), 0, 0, Size(1000, 1000))
        assert [one.over for one in found] == ([pytest.approx(3 * PIXEL)] if box[0] > left else [])
    [found] = overruns(field(left, top + 4, right - left, bottom - top, line), 0, 0, Size(1000, 1000))
    assert found.over == pytest.approx(4 * PIXEL)
    [found] = overruns(field(left, top, right - left - 2, bottom - top, line), 0, 0, Size(1000, 1000))
    assert found.over == pytest.approx(2 * PIXEL)


class TextBox(SimpleNamespace):
    """A box that stands behind a line in the alphabet."""


def test_the_lines_in_a_box_are_those_with_anything_on_them_however_deep() -> None:
    line, inner, empty = (LineBox(0, 0, 9, 9) for _ in range(3))
    empty.children = []
    line.children.append(TextBox(children=[inner]))
    assert lines_in(SimpleNamespace(children=[SimpleNamespace(children=[line, empty])])) == [line, inner]


def test_text_outside_of_fields_has_to_stay_on_the_face_wherever_that_is() -> None:
    page = SimpleNamespace(element=None, children=[LineBox(100, 100, 100, 100)])
    face = Size(100 * PIXEL, 100 * PIXEL)
    assert overruns(page, 100 * PIXEL, 100 * PIXEL, face) == []
    [found] = overruns(page, 100 * PIXEL, 90 * PIXEL, face)
    assert (found.field, found.over) == ("face", pytest.approx(10 * PIXEL))


def defects(lines: int, fit: dict[str, Fitting], columns: Columns | None = None) -> tuple[Defect, ...]:
    html = f'<div class="f" data-field="text">{"<p>A heron</p>" * lines}</div>'
    [face] = lay_out([FaceMarkup("one", html, "A heron", FACE, FACE, columns)], Style(CSS, "en", fit)).faces
    return face.defects


@pytest.mark.parametrize(
    ("overrun", "field", "message"),
    [
        (Overrun("text", 4.04, 1.2), "text", "'text' runs 4.0 mm over; shorten it"),
        (Overrun("name", 4, 1.2), "name", "'name' runs 4.0 mm over at 6.5 pt, the smallest it may be; shorten it"),
        (Overrun("text", 1999.9, 1.2), "text", "'text' runs 1999.9 mm over; shorten it"),
        (Overrun("text", 2000, 1.2), "text", "'text' runs more than 2000 mm over; shorten it"),
        (Overrun("text", 9e9, 1.2), "text", "'text' runs more than 2000 mm over; shorten it"),
        (Overrun("face", 4, 1.2), "", "its text runs 4.0 mm over; shorten it"),
        (Overrun("page", 4, 1.2, 1), "", "its text runs 4.0 mm over, a page too many; shorten it"),
        (Overrun("page", 4, 1.2, 2), "", "its text runs 4.0 mm over, 2 pages too many; shorten it"),
    ],
)
def test_an_overrun_is_said_with_its_field_and_how_far_it_runs(overrun: Overrun, field: str, message: str) -> None:
    assert list(overflow_defects([overrun], {"name": Fitting(9, 6.5)})) == [Defect(field, message, "overflow")]


def test_a_missing_glyph_is_said_with_its_code_and_the_typefaces_that_lack_it() -> None:
    way_out = "put a typeface that has it into fonts/ and name its family, or use another character"
    assert list(glyph_defects({"é": ["Sans", "Serif"]})) == [
        Defect("", f"no glyph for 'é' (U+00E9) in Sans, Serif; {way_out}", "glyphs", "é")
    ]
    (of_many,) = glyph_defects({"é": list("ABCDE")})
    assert of_many.message == f"no glyph for 'é' (U+00E9) in A, B, C and 2 more; {way_out}"


def test_a_field_without_a_line_of_text_has_room_for_it() -> None:
    empty = SimpleNamespace(element={"data-field": "text"}, position_x=0, position_y=0, margin_left=0, margin_top=0)
    empty.width = empty.height = 1
    line = LineBox(0, 0, 50, 50)
    line.children = []
    empty.children = [line]
    assert overruns(SimpleNamespace(element=None, children=[empty]), 0, 0, Size(1, 1)) == []


@pytest.mark.parametrize(("over", "seen"), [(0.5, False), (0.51, True)])
def test_half_a_pixel_is_rounding(over: float, seen: bool) -> None:
    for line in (LineBox(0, 0, 50, 50 + over), LineBox(0, 0, 50 + over, 50)):
        assert bool(overruns(field(0, 0, 50, 50, line), 0, 0, Size(1000, 1000))) is seen


def test_of_several_lines_the_outermost_count() -> None:
    box = field(100, 100, 50, 50, LineBox(100, 100, 50, 10))
    box.children[0].children += [LineBox(96, 110, 40, 10), LineBox(110, 120, 43, 10), LineBox(100, 130, 50, 22)]
    [found] = overruns(box, 0, 0, Size(1000, 1000))
    assert found == Overrun("text", pytest.approx(4 * PIXEL), pytest.approx((57 / 50) ** 2))


def test_text_over_the_foot_of_its_field_is_a_defect() -> None:
    assert defects(5, {}) == ()
    assert defects(6, {}) == (Defect("text", "'text' runs 4.0 mm over; shorten it", "overflow", "A heron"),)
    smallest = {"text": Fitting(9, 9)}
    message = "'text' runs 8.0 mm over at 9 pt, the smallest it may be; shorten it"
    assert defects(7, smallest) == (Defect("text", message, "overflow", "A heron A heron"),)


def test_a_word_wider_than_its_column_has_smaller_type_on_all_of_its_page() -> None:
    css = CSS + " p { font-size: var(--page); line-height: 1 }"
    face = FaceMarkup("one", f"<!--block--><p>{'heron' * 10}</p>", "heron", FACE, FACE, Columns(1, 0, 1))

    def laid_out(floor: float) -> tuple[Defect, ...]:
        return lay_out([face], Style(css, "en", {"page": Fitting(12, floor)})).faces[0].defects

    assert laid_out(5) == ()
    [defect] = laid_out(11)
    assert defect.message.endswith("mm over at 11 pt, the smallest it may be; shorten it")


NAME = Fitting(16, 8)


def test_the_type_of_what_runs_over_goes_down_by_steps_to_its_floor():
    sizes, fit = {"name": 16.0, "text": 9.0}, {"name": NAME, "text": Fitting(9, 8.8)}
    trials = []
    while reduce_type(sizes, [Overrun("name", 1, 1), Overrun("art", 9, 4)], fit):
        trials.append(sizes["name"])
    assert trials == [16 - step / 2 for step in range(1, 17)]
    assert sizes == {"name": 8, "text": 9}


def test_type_goes_down_further_at_once_the_more_its_text_takes():
    sizes = {"name": 16.0}
    assert reduce_type(sizes, [Overrun("name", 20, 2)], {"name": NAME})
    assert 8 < sizes["name"] < 15


def test_a_field_without_a_box_keeps_its_type():
    assert not reduce_type({"name": 16.0}, [Overrun("name", 20, 2, room=False)], {"name": NAME})
