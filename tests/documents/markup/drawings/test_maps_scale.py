"""The scale of a map and the places of its dimension lines."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.markup.drawings.canvas import BOLD, MILLIMETRES, Canvas, Rectangle, text_height
from kensei_docs.documents.markup.drawings.deployment import Ground, Span
from kensei_docs.documents.markup.drawings.maps import _RATIOS, Frame, draw_dimension, draw_scale_bar, draw_table_size
from tests.documents.markup.drawings.conftest import spans


def words(figure: str | None) -> str:
    """A figure as it stands."""
    return figure or "____"


def down(start: float, end: float, figure: str = "x") -> Span:
    """A distance to dimension beside the table."""
    return Span((60, start), (60, end), figure, "down")


def above(start: float, end: float, figure: str = "x") -> Span:
    """A distance to dimension above the table."""
    return Span((start, 0), (end, 0), figure, "above")


def test_scales_are_those_that_a_player_can_calculate_with():
    assert _RATIOS[:14] == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16)
    assert 13 not in _RATIOS and 25 in _RATIOS and 27 not in _RATIOS


@given(st.floats(60, 400), st.floats(60, 400), st.sampled_from(["cm", "in"]))
def test_no_larger_scale_would_fit(width, height, unit):
    ground = Ground(unit, 60, 40, spans=[down(0, 10), above(0, 60)])
    frame = Frame.fit(ground, words, width, height, 8)
    assert frame.width <= width and frame.height <= height
    assert frame.scale == MILLIMETRES[unit] / frame.ratio
    larger = [ratio for ratio in _RATIOS if ratio < frame.ratio]
    if larger:
        # The next larger scale: the table grows, and all that stands around it stays as it is.
        grown = MILLIMETRES[unit] / larger[-1] - frame.scale
        assert frame.width + ground.width * grown > width or frame.height + ground.depth * grown > height


def test_a_map_that_fits_exactly_is_not_made_smaller():
    ground = Ground("cm", 60, 40)
    frame = Frame.fit(ground, words, 188, 120, 8)
    again = Frame.fit(ground, words, frame.width, frame.height, 8)
    assert again == frame
    assert Frame.fit(ground, words, frame.width - 0.01, frame.height, 8).ratio > frame.ratio
    assert Frame.fit(ground, words, frame.width, frame.height - 0.01, 8).ratio > frame.ratio


def test_a_room_too_small_for_any_scale_gets_the_smallest():
    frame = Frame.fit(Ground("cm", 900, 900), words, 10, 10, 8)
    assert frame.ratio == max(_RATIOS) and frame.width > 10


def test_a_point_of_the_table_lies_at_its_distance_from_the_corner():
    frame = Frame.fit(Ground("cm", 60, 40), words, 188, 120, 8)
    assert frame.at(0, 0) == (frame.left, frame.top)
    assert frame.at(60, 40) == (frame.left + 60 * frame.scale, frame.top + 40 * frame.scale)


def test_lines_that_would_overlap_stand_in_rows_the_shortest_closest_to_the_table():
    long, short, other = down(0, 40), down(0, 10), down(10, 40)
    frame = Frame.fit(Ground("cm", 60, 40, spans=[long, short, other]), words, 188, 120, 8)
    places = dict(frame.places)
    assert places[short] == places[other] < places[long]
    assert places[short] == 1.6


def test_rows_above_the_table_are_a_line_of_type_apart():
    long, short = above(0, 60), above(0, 20)
    frame = Frame.fit(Ground("cm", 60, 40, spans=[long, short]), words, 188, 120, 8)
    places = dict(frame.places)
    line = text_height(8)
    assert places[short] == pytest.approx(1.6 + line / 2)
    assert places[long] - places[short] == pytest.approx(line + 0.8)
    assert frame.top == pytest.approx(2 * (line + 0.8) + 1.6)


def test_a_label_longer_than_its_line_takes_a_row_of_its_own():
    near = [above(0, 3, "a very long label"), above(3, 6, "another long label")]
    frame = Frame.fit(Ground("cm", 60, 40, spans=near), words, 188, 120, 8)
    assert len(set(dict(frame.places).values())) == 2


@pytest.mark.parametrize(
    ("span", "place", "ends"),
    [
        (down(10, 30), 5, ((65, 10), (65, 30))),
        (above(10, 30), 5, ((10, -5), (30, -5))),
        (Span((10, 40), (30, 40), "x", "below"), 5, ((10, 45), (30, 45))),
        (Span((10, 10), (40, 30), "x", "inside"), 0, ((10, 10), (40, 30))),
    ],
)
def test_a_dimension_line_stands_at_its_place_with_arrows_and_extension_lines(span, place, ends):
    frame = Frame(10, 1.0, 0, 0, 100, 100, 8, ())
    canvas = Canvas(100, 100)
    draw_dimension(canvas, frame, span, place, words)
    drawing = canvas.markup()
    assert [(figure, derived) for figure, derived, _ in spans(drawing)] == [("x", False)]
    (x1, y1), (x2, y2) = ends
    assert f'd="M{x1:.3f} {y1:.3f}L{x2:.3f} {y2:.3f}"' in drawing
    # The tips of the arrows are the ends of the line.
    assert drawing.count(f'd="M{x2:.3f} {y2:.3f}L') == drawing.count(f'd="M{x1:.3f} {y1:.3f}L') - 1 == 1
    if span.way == "down":
        assert all(f'd="M60.000 {y:.3f}L65.700 {y:.3f}"' in drawing for y in (10, 30))
    elif span.way != "inside":
        edge, past = (0, -5.7) if span.way == "above" else (40, 45.7)
        assert all(f'd="M{x:.3f} {edge:.3f}L{x:.3f} {past:.3f}"' in drawing for x in (10, 30))


def arrows(drawing: str) -> list[tuple[float, float, float, float]]:
    """The tip of each arrowhead, and the middle of its base."""
    number = r"([-\d.]+)"
    found = re.findall(rf'd="M{number} {number}L{number} {number}L{number} {number}Z"', drawing)
    return [(x, y, (x1 + x2) / 2, (y1 + y2) / 2) for x, y, x1, y1, x2, y2 in (map(float, one) for one in found)]


@pytest.mark.parametrize(("end", "head"), [((40, 30), 1.5), ((10, 12), 2 / 3), ((7, 6), 1.5), ((10, 10), None)])
def test_arrowheads_lie_on_their_line_and_are_short_on_a_short_one(end, head):
    canvas = Canvas(100, 100)
    draw_dimension(canvas, Frame(10, 1.0, 0, 0, 100, 100, 8, ()), Span((10, 10), end, "x", "inside"), 0, words)
    found = arrows(canvas.markup())
    if head is None:
        assert found == []
        return
    for (x, y, base_x, base_y), tip, other in zip(found, (end, (10, 10)), ((10, 10), end), strict=True):
        length = math.dist(tip, other)
        assert (x, y) == tip
        assert base_x - x == pytest.approx((other[0] - x) / length * head, abs=0.002)
        assert base_y - y == pytest.approx((other[1] - y) / length * head, abs=0.002)


# How far a label beside an oblique line is from it, and one beside a steep line.
ASIDE = text_height(8) / 2 + 0.6
BESIDE = Canvas(1, 1).label_size("10 cm", 8, BOLD)[0] / 2 + 0.2


@pytest.mark.parametrize(
    ("end", "taken", "middle"),
    [
        ((90, 50), (0, 0, 1, 1), (50, 50)),
        ((90, 50), (48, 48, 4, 4), (10 + 80 * 0.62, 50)),
        ((90, 50), (0, 49.9, 100, 0.2), (50, 50 - ASIDE)),
        ((90, 50), (0, 49, 100, 1.2), (50, 50 + ASIDE)),
        ((90, 50), (0, 49, 100, 2), (50, 50 - 2 * ASIDE)),
        ((90, 50), (0, 40, 100, 11), (50, 50 + 2 * ASIDE)),
        ((10, 90), (0, 0, 1, 1), (10, 70)),
        ((10, 90), (9.9, 0, 0.2, 100), (10 + BESIDE, 70)),
        ((10, 90), (9.9, 0, 20, 100), (10 - BESIDE, 70)),
    ],
)
def test_the_label_of_a_line_inside_stands_on_it_or_beside_it(end, taken, middle):
    canvas = Canvas(100, 100)
    canvas.reserved.append(Rectangle(*taken))
    draw_dimension(canvas, Frame(10, 1.0, 0, 0, 100, 100, 8, ()), Span((10, 50), end, "10 cm", "inside"), 0, words)
    spot = canvas.reserved[-1]
    assert (spot.x + spot.width / 2, spot.y + spot.height / 2) == pytest.approx(middle)


def test_the_tables_own_sides_are_dimensioned_below_and_to_the_left():
    ground = Ground("cm", 60, 40)
    frame = Frame.fit(ground, words, 188, 120, 8)
    canvas = Canvas(frame.width, frame.height)
    draw_table_size(canvas, frame, ground, "long", "short")
    drawing = canvas.markup()
    (left, top), (right, bottom) = frame.at(0, 0), frame.at(60, 40)
    line = text_height(8)
    y, x = frame.height - 2 - line * 1.5, line / 2
    assert [figure for figure, _, _ in spans(drawing)] == ["60 cm", "40 cm"]
    assert f'd="M{left:.3f} {y:.3f}L{right:.3f} {y:.3f}"' in drawing
    assert f'd="M{x:.3f} {top:.3f}L{x:.3f} {bottom:.3f}"' in drawing
    assert f'd="M{right:.3f} {bottom:.3f}L{right:.3f} {y + 0.7:.3f}"' in drawing
    assert f'd="M{left:.3f} {bottom:.3f}L{x - 0.7:.3f} {bottom:.3f}"' in drawing
    assert y > bottom and x < left
    # No label of theirs reaches beyond the canvas, nor into the scale bar's line.
    assert all(spot.x >= 0 and spot.y + spot.height <= frame.height - line - 1.2 for spot in canvas.reserved)


@pytest.mark.parametrize(("ratio", "bar"), [(1, 2), (5, 10), (7, 10), (8, 20), (10, 20), (100, 200), (400, 200)])
def test_a_scale_bar_has_a_round_length_of_14_millimetres_or_more(ratio, bar):
    canvas = Canvas(188, 120)
    draw_scale_bar(canvas, Frame(ratio, 10 / ratio, 5, 0, 188, 120, 8, ()), "cm", words, "1:n")
    drawing = canvas.markup()
    assert f'data-bar="{bar} cm"' in drawing
    assert f"h{bar * 10 / ratio:.3f}v1" in drawing and f"h{bar * 5 / ratio:.3f}v1" in drawing
    assert math.isclose(10 / ratio * bar, 14) or 10 / ratio * bar > 14 or bar == 200


def test_without_the_dimensions_of_the_table_a_map_of_a_card_is_larger():
    ground = Ground("cm", 120, 90, spans=[down(0, 20)])
    assert Frame.fit(ground, words, 63, 58, 7, sized=False).scale > Frame.fit(ground, words, 63, 58, 7).scale
