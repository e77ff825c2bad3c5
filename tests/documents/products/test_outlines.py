"""Shapes that faces are cut in: hexagons, rounded corners, outlines of one's own, and pieces that are folded."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kensei_docs.documents.products.outlines import edge_of, piece_of
from kensei_docs.documents.products.product import BACK, Product, Size, face_size
from kensei_docs.problems import Unusable

SHIELD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 120">'
    '<path d="M0 0 H100 V60 C100 95 70 110 50 120 C30 110 0 95 0 60 Z"/></svg>'
)


@pytest.fixture
def kind(tmp_path: Path):
    """Make a kind of some settings, with a shared folder for outlines beside its own."""
    own, shared = tmp_path / "templates" / "tiles", tmp_path / "templates" / "_shared"
    for folder in (own, shared):
        folder.mkdir(parents=True)
    (own / BACK).write_text("")

    def made(**settings: Any) -> Product:
        given = {"name": "tiles", "folder": own, "shared": (shared,), "title": "Tiles", "each": "tile"}
        return Product.model_validate({**given, **{key.replace("_", "-"): value for key, value in settings.items()}})

    return made


def piece(product: Product):
    size = face_size(product.face)
    assert size is not None
    return piece_of(product, size)


@pytest.mark.parametrize(("face", "corner_at_the_top"), [("43.3x50", True), ("50x43.3", False)])
def test_a_hexagon_stands_on_a_corner_or_on_a_side_as_its_face_is_high(kind, face, corner_at_the_top) -> None:
    outline = piece(kind(face=face, shape="hexagon")).cut
    corners = outline.corners
    assert len(corners) == 6
    highest = [x for x, y in corners if y == max(y for _, y in corners)]
    assert len(highest) == (1 if corner_at_the_top else 2)
    sides = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
    assert sides == pytest.approx([25] * 6, abs=0.02)


def test_a_hexagon_that_is_not_regular_is_refused_with_the_two_that_are(kind) -> None:
    said = "50 mm wide it is 50x43.3 with a side at its top, or 50x57.74 with a corner there: write one of these under"
    with pytest.raises(Unusable, match=f"tiles: a hexagon of 50x50 mm is not regular; {said}"):
        piece(kind(face="50x50", shape="hexagon"))


def test_a_rectangle_and_a_circle_are_cut_as_ever(kind) -> None:
    for face, shape in (("40x40", "square"), ("40x40", "round"), ("poker", None)):
        made = piece(kind(face=face, **({"shape": shape} if shape else {})))
        assert (made.cut, made.back, made.size) == (None, None, face_size(face))


def test_rounded_corners_leave_the_sides_straight(kind) -> None:
    outline = piece(kind(face="40x30", rounded="1/8in")).cut
    assert outline.bounds == (0, 0, 40, 30)
    assert outline.depth((1.5, 1.5)) > 0 > outline.depth((0.5, 0.5))
    # The corner of a circle of 3.175 mm.
    assert outline.depth((3.175, 3.175)) == pytest.approx(3.175, abs=0.02)


def test_an_outline_of_ones_own_fills_its_face_the_right_way_up(kind, tmp_path) -> None:
    made = kind(face="30x36", shape="outlines/shield.svg")
    file = tmp_path / "templates/_shared/outlines/shield.svg"
    file.parent.mkdir()
    file.write_text(SHIELD)
    outline = piece(made).cut
    assert outline.bounds == pytest.approx((0, 0, 30, 36))
    # Straight at the top, and a point in the middle below.
    assert outline.depth((1, 35)) == pytest.approx(1)
    assert outline.depth((1, 1)) < 0 < outline.depth((15, 2))


@pytest.mark.parametrize(
    ("drawing", "face", "said"),
    [
        (None, "30x36", "there is no outline 'shield.svg' in templates/tiles or templates/_shared; draw it there as"),
        ("<svg", "30x36", "can't be read as SVG"),
        (
            "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "30x36",
            "has 0 paths, and an outline is one; leave the path that",
        ),
        (SHIELD.replace("<path", "<path d='M0 0H9V9Z'/><path", 1), "30x36", "has 2 paths, and an outline is one"),
        (
            SHIELD.replace("<path", '<path transform="rotate(45)"'),
            "30x36",
            "its path is turned or stretched (transform=",
        ),
        (
            SHIELD.replace("Z", "Z M 10 10 H 20 V 20 Z"),
            "30x36",
            "its path is not one closed line; leave its outer edge",
        ),
        (SHIELD.replace("H100", "Q"), "30x36", "its path "),
        (
            SHIELD,
            "30x40",
            "the outline is as wide as high as 100 to 120, and a face of 30x40 mm is not; write 30x36 under",
        ),
    ],
)
def test_what_can_be_no_outline_is_told_with_its_file(kind, drawing, face, said) -> None:
    made = kind(face=face, shape="shield.svg")
    if drawing:
        (made.folder / "shield.svg").write_text(drawing)
    with pytest.raises(Unusable) as refused:
        piece(made)
    assert said in str(refused.value.problems[0]).replace(str(made.folder.parents[1]) + "/", "")


def test_the_name_of_an_outline_that_is_near_is_said(kind, tmp_path) -> None:
    file = tmp_path / "templates/_shared/outlines/shield.svg"
    file.parent.mkdir()
    file.write_text(SHIELD)
    with pytest.raises(Unusable, match=r"did you mean .outlines/shield\.svg."):
        piece(kind(face="30x36", shape="outlines/shild.svg"))


def test_an_outline_that_only_moves_its_path_is_taken_as_it_is(kind) -> None:
    made = kind(face="30x36", shape="shield.svg")
    (made.folder / "shield.svg").write_text(SHIELD.replace("<path", '<path transform="translate(20,-3) scale(2)"'))
    assert piece(made).cut.bounds == pytest.approx((0, 0, 30, 36))


def test_no_outline_is_read_outside_of_the_templates(kind, tmp_path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text(SHIELD)
    made = kind(face="30x36", shape="../../secret.svg")
    with pytest.raises(Unusable, match="there is no outline"):
        piece(made)
    (made.folder / "linked.svg").symlink_to(secret)
    with pytest.raises(Unusable, match="there is no outline"):
        piece(kind(face="30x36", shape="linked.svg"))


def test_a_shape_that_is_none_is_refused_with_those_there_are(kind) -> None:
    with pytest.raises(ValueError, match="'hexagn' is not a shape; did you mean 'hexagon'"):
        kind(face="poker", shape="hexagn")


def test_a_standee_is_folded_at_its_head_with_a_tab_below_each_side(kind) -> None:
    made = piece(kind(face="30x50", shape="standee", tab=8))
    assert made.size == Size(30, 116)
    assert (made.front, made.back, made.turned) == ((0, 8), (0, 58), True)
    assert [start[1] for start, _ in made.folds] == [8, 58, 108]
    assert made.cut.bounds == (0, 0, 30, 116)


def test_a_banner_is_folded_round_its_pole_and_ends_in_two_tails(kind) -> None:
    made = piece(kind(face="40x25", shape="banner", pole=6, tail=10))
    assert (made.size, made.front, made.back, made.turned) == (Size(86, 25), (46, 0), (0, 0), False)
    assert [start[0] for start, _ in made.folds] == [40, 46]
    # Between the tails there is no cloth.
    for x, inside in ((80, False), (75, True), (5, False), (12, True)):
        assert (made.cut.depth((x, 12.5)) > 0) == inside
    assert made.front_outline.depth((35, 12.5)) < 0 < made.back_outline.depth((35, 12.5))


def test_a_pennant_comes_to_a_point(kind) -> None:
    made = piece(kind(face="45x25", shape="pennant"))
    assert made.cut.depth((1, 1)) < 0 < made.cut.depth((20, 12.5))


def test_a_folded_piece_is_printed_on_one_side_of_the_paper(kind) -> None:
    assert kind(face="30x50", shape="standee", backs="long-edge").flip is None


@given(st.floats(1, 99), st.floats(1, 99))
def test_how_deep_a_point_is_in_a_rectangle_is_its_distance_from_the_nearest_side(x, y) -> None:
    expected = min(x, y, 100 - x, 100 - y)
    assert edge_of("square", Size(100, 100)).depth((x, y)) == pytest.approx(expected, abs=1e-6)


@given(st.floats(-40, 40), st.floats(-40, 40))
def test_how_deep_a_point_is_in_a_circle_is_what_its_radius_leaves(x, y) -> None:
    circle = edge_of("round", Size(50, 50))
    assert circle.depth((25 + x, 25 + y)) == pytest.approx(25 - hypot(x, y), abs=0.15)
