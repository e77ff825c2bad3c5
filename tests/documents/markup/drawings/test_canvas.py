"""What a canvas keeps free for labels, and how wide these are."""

from __future__ import annotations

import re

import pytest

from kensei_docs.documents.markup.drawings.canvas import (
    BOLD,
    HEADING,
    Canvas,
    Circle,
    Rectangle,
    text_height,
    words_width,
)


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
    canvas.reserved.append(Rectangle(20, 5, 20, 10))
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
    canvas.reserved.append(Rectangle(0, 0, 50 - width / 2, 50))
    canvas.label_near("flock", [(50, 25)], 8)
    assert size(canvas.markup()) == 7.5
    full = Canvas(100, 50)
    full.reserved.append(Rectangle(0, 0, 100, 50))
    spot = full.label_near("flock", [(50, 25), (10, 10)], 8)
    assert spot.x + spot.width / 2 == pytest.approx(50) and size(full.markup()) == 8


def test_a_label_stays_on_the_canvas():
    canvas = Canvas(100, 50)
    spot = canvas.label_near("flock", [(0, 25), (100, 25), (50, 0), (50, 50), (50, 25)], 8)
    assert spot.x + spot.width / 2 == pytest.approx(50) and spot.y + spot.height / 2 == pytest.approx(25)


def test_a_line_of_words_is_as_wide_as_its_glyphs_and_as_high_as_its_type():
    em = 10 * 25.4 / 72
    assert words_width("10", 10) == pytest.approx(2 * 0.497 * em + 0.3)
    assert words_width("10", 10, HEADING) == pytest.approx(2 * 0.56 * em + 0.3)
    assert words_width("heron", 10) < words_width("heron", 10, BOLD)
    assert text_height(10) == pytest.approx(1.2 * em)


def test_a_border_is_six_tenths_of_a_millimetre_wide_around_its_line():
    canvas = Canvas(100, 50)
    canvas.reserve_border(Rectangle(10, 20, 40, 15))
    assert canvas.reserved_borders == [
        Rectangle(10 - 0.3, 20, 0.6, 15),
        Rectangle(50 - 0.3, 20, 0.6, 15),
        Rectangle(10, 20 - 0.3, 40, 0.6),
        Rectangle(10, 35 - 0.3, 40, 0.6),
    ]
    assert canvas.reserved == []


def test_a_picture_stands_on_its_place_and_a_label_is_centred_on_it():
    canvas = Canvas(100, 50)
    canvas.picture("<svg/>", 30, 20, 8)
    # Labels keep away from it by a little more than its own square.
    assert canvas.reserved == [Rectangle(25.4, 11.4, 9.2, 9.2)]
    assert "left: 26.000mm; top: 12.000mm; width: 8.000mm; height: 8.000mm" in canvas.markup()
    width, height = canvas.label_size("flock", 8)
    spot = canvas.label("flock", 50, 25, 8)
    assert spot == Rectangle(50 - width / 2, 25 - height / 2, width, height)
    assert f"left: {spot.x:.3f}mm; top: {spot.y:.3f}mm; width: {width:.3f}mm" in canvas.markup()


def test_a_turned_label_takes_its_room_upright_and_begins_on_the_canvas():
    canvas = Canvas(100, 50)
    width, height = canvas.label_size("a long label", 8)
    spot = canvas.label("a long label", 3, 25, 8, turned=True)
    assert spot == Rectangle(3 - height / 2, 25 - width / 2, height, width)
    drawing = canvas.markup()
    assert f"left: 0.000mm; top: {25 - height / 2:.3f}mm" in drawing
    assert f"translate({3 - width / 2:.3f}mm) rotate(-90deg)" in drawing


def test_shapes_are_paths_of_their_measures():
    canvas = Canvas(100, 50)
    canvas.outline(Rectangle(1, 2, 30, 4), 0.3, "1 2", zone="a")
    canvas.outline(Circle(50, 20, 7), 0.2)
    canvas.arrow(60, 10, 0, 1, 2)
    drawing = canvas.markup()
    assert 'd="M1.000 2.000h30.000v4.000h-30.000Z" fill="none" stroke="#000" stroke-width="0.3"' in drawing
    assert 'stroke-dasharray="1 2" data-zone="a"' in drawing
    assert 'd="M43.000 20.000a7.000 7.000 0 1 0 14.000 0a7.000 7.000 0 1 0 -14.000 0Z"' in drawing
    assert 'd="M60.000 10.000L59.520 8.000L60.480 8.000Z"' in drawing
    assert 'viewBox="-0.5 -0.5 101.000 51.000"' in drawing
    assert Circle(50, 20, 7).bounds == Rectangle(43, 13, 14, 14)
