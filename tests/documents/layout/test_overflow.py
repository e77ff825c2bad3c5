"""Text that runs out of its field or face at any edge is seen, with its millimetres; text that fits is not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.kinds.fitting import Fitting
from kensei_docs.documents.kinds.paper import Columns, Size
from kensei_docs.documents.layout.defects import Defect
from kensei_docs.documents.layout.faces import FaceMarkup, Style, lay_out
from kensei_docs.documents.layout.overflow import PIXEL, Overrun, overruns

FACE = Size(60, 60)
CSS = """@font-face { font-family: "Sans"; src: url(typeface:SourceSansPro-Regular) }
p { margin: 0; font: 9pt/4mm "Sans" }
.f { position: absolute; left: 5mm; top: 10mm; width: 50mm; height: 20mm; --text: 9pt }"""


class LineBox:
    """A line of text of so many pixels: to overflow, only its place and size matter."""

    element = None

    def __init__(self, left: float, top: float, width: float, height: float) -> None:
        self.position_y, self.height = top, height
        self.children = [SimpleNamespace(element=None, position_x=left, margin_width=lambda: width)]


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


def test_of_a_field_that_is_there_twice_the_larger_overrun_counts() -> None:
    pages = [field(0, 0, 50, 50, LineBox(0, 0, 50, 50 + over)) for over in (5, 9, 7)]
    both = SimpleNamespace(element=None, children=pages)
    assert overruns(both, 0, 0, Size(1000, 1000)) == [Overrun("text", pytest.approx(9 * PIXEL), pytest.approx(59 / 50))]


def test_text_outside_of_fields_has_to_stay_on_the_face_wherever_that_is() -> None:
    page = SimpleNamespace(element=None, children=[LineBox(100, 100, 100, 100)])
    face = Size(100 * PIXEL, 100 * PIXEL)
    assert overruns(page, 100 * PIXEL, 100 * PIXEL, face) == []
    [found] = overruns(page, 100 * PIXEL, 90 * PIXEL, face)
    assert (found.field, found.over) == ("face", pytest.approx(10 * PIXEL))


def defects(tmp_path, lines: int, fit: dict[str, Fitting], columns: Columns | None = None) -> tuple[Defect, ...]:
    html = f'<div class="f" data-field="text">{"<p>A heron</p>" * lines}</div>'
    [face] = lay_out([FaceMarkup("one", html, "A heron", FACE, FACE, columns)], Style(CSS, "en", fit), tmp_path).faces
    return face.defects


def test_text_over_the_foot_of_its_field_is_a_defect(tmp_path) -> None:
    assert defects(tmp_path, 5, {}) == ()
    assert defects(tmp_path, 6, {}) == (Defect("text", "'text' runs 4.0 mm over; shorten it", "overflow"),)
    smallest = {"text": Fitting(9, 9)}
    message = "'text' runs 8.0 mm over at 9 pt, the smallest it may be; shorten it"
    assert defects(tmp_path, 7, smallest) == (Defect("text", message, "overflow"),)
