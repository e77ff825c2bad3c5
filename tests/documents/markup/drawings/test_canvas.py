"""What a canvas keeps free for labels, and how shapes are hatched."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.markup.drawings.canvas import Canvas, Circle, Rectangle, hatch


@pytest.mark.parametrize(
    ("other", "overlaps"),
    [
        (Rectangle(9, 4, 5, 5), True),
        (Rectangle(10, 0, 5, 5), False),
        (Rectangle(0, 5, 5, 5), False),
        (Rectangle(-5, -5, 5, 5), False),
        (Rectangle(-5, -5, 5.1, 5.1), True),
        (Rectangle(2, 1, 1, 1), True),
    ],
)
def test_rectangles_that_only_touch_do_not_overlap(other, overlaps):
    one = Rectangle(0, 0, 10, 5)
    assert one.overlaps(other) == other.overlaps(one) == overlaps


def size(label: str) -> float:
    """The size of type of the last label of a drawing."""
    return float(re.findall(r"font-size: ([\d.]+)pt", label)[-1])


def test_a_label_takes_the_first_place_that_is_free():
    canvas = Canvas(100, 50)
    canvas.reserve(20, 5, 20, 10)
    spot = canvas.label_near("flock", [(30, 10), (70, 10), (70, 30)], 8)
    assert (spot.x + spot.width / 2, spot.y + spot.height / 2) == (pytest.approx(70), pytest.approx(10))
    assert size(canvas.markup()) == 8


def test_a_label_would_rather_cross_a_border_than_be_smaller():
    canvas = Canvas(100, 50)
    canvas.reserve_border(Rectangle(30, 0, 40, 50))
    spot = canvas.label_near("flock", [(30, 10)], 8)
    assert spot.x < 30 < spot.x + spot.width and size(canvas.markup()) == 8
    assert canvas.label_near("flock", [(30, 30), (50, 30)], 8).x > 30


def test_a_label_is_made_smaller_before_it_covers_anything():
    canvas = Canvas(100, 50)
    width = canvas.label_size("flock", 7.5)[0]
    canvas.reserve(0, 0, 50 - width / 2, 50)
    canvas.label_near("flock", [(50, 25)], 8)
    assert size(canvas.markup()) == 7.5
    full = Canvas(100, 50)
    full.reserve(0, 0, 100, 50)
    spot = full.label_near("flock", [(50, 25), (10, 10)], 8)
    assert spot.x + spot.width / 2 == pytest.approx(50) and size(full.markup()) == 8


def test_a_label_stays_on_the_canvas():
    canvas = Canvas(100, 50)
    spot = canvas.label_near("flock", [(0, 25), (100, 25), (50, 0), (50, 50), (50, 25)], 8)
    assert spot.x + spot.width / 2 == pytest.approx(50) and spot.y + spot.height / 2 == pytest.approx(25)


def lines(path: str) -> list[tuple[float, ...]]:
    """The ends of the lines of a path."""
    return [tuple(map(float, one)) for one in re.findall(r"M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)", path)]


SIDES = st.floats(5, 60)


@given(st.floats(0, 50), st.floats(0, 50), SIDES, SIDES, st.sampled_from([0, 45, -45, 30]), st.floats(1, 4))
def test_hatching_keeps_within_its_rectangle_at_its_angle_and_gap(x, y, width, height, degrees, gap):
    found = lines(hatch(Rectangle(x, y, width, height), degrees, gap))
    along = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    offsets = []
    for x1, y1, x2, y2 in found:
        for across, down in ((x1, y1), (x2, y2)):
            assert x - 0.006 <= across <= x + width + 0.006 and y - 0.006 <= down <= y + height + 0.006
        length = math.hypot(x2 - x1, y2 - y1)
        if length > 2:
            assert abs((x2 - x1) * along[1] - (y2 - y1) * along[0]) / length < 0.01
        offsets.append(y1 * along[0] - x1 * along[1])
    offsets.sort()
    assert all(abs(after - before - gap) < 0.05 for before, after in pairwise(offsets))


@given(SIDES, st.sampled_from([0, 45, -45]), st.floats(1, 4))
def test_hatching_of_a_circle_ends_on_it(radius, degrees, gap):
    found = lines(hatch(Circle(70, 70, radius), degrees, gap))
    assert len(found) in (2 * int(radius / gap) + 1, 2 * int(radius / gap) - 1)
    for x1, y1, x2, y2 in found:
        assert math.hypot(x1 - 70, y1 - 70) == pytest.approx(radius, abs=0.02)
        assert math.hypot(x2 - 70, y2 - 70) == pytest.approx(radius, abs=0.02)
