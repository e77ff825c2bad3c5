"""Art reaches as far beyond its face as is asked for, and never over a neighbour."""

from __future__ import annotations

import pikepdf
import pytest

from kensei_docs.documents.kinds.paper_and_face_sizes import Size
from kensei_docs.documents.pdf.form_xobjects import Face
from kensei_docs.documents.sheets.bleed import art_boxes, bled_box
from kensei_docs.documents.sheets.grid import SheetBox
from kensei_docs.documents.sheets.imposition import Placement

POINT = 72 / 25.4
BOX = SheetBox(50, 60, 25, 30)


def placed(bleed: float, drawn: float = 2, stretched: bool = False) -> Placement:
    face = Face("token", "", Size(25, 30), None, "", 0)
    art = Face("art", "", Size(25 + 2 * drawn, 30 + 2 * drawn), None, "", 0, drawn)
    return Placement(BOX, face, art, bleed, stretched)


def edges(box: SheetBox) -> tuple[float, ...]:
    return box.x, box.y, box.right, box.top


def test_art_without_a_neighbour_is_seen_as_far_as_is_asked_for() -> None:
    assert edges(bled_box(placed(1.5), [BOX])) == pytest.approx((48.5, 58.5, 76.5, 91.5))


@pytest.mark.parametrize(
    ("neighbour", "seen"),
    [
        (SheetBox(24, 60, 25, 30), (49.5, 58, 77, 92)),  # 1 mm away at the left
        (SheetBox(76, 60, 25, 30), (48, 58, 75.5, 92)),  # at the right
        (SheetBox(50, 29, 25, 30), (48, 59.5, 77, 92)),  # below
        (SheetBox(50, 91, 25, 30), (48, 58, 77, 90.5)),  # above
        (SheetBox(75, 60, 25, 30), (48, 58, 75, 92)),  # touching at the right
        (SheetBox(76, 91, 25, 30), (48, 58, 77, 92)),  # at no side
        (SheetBox(24, 91, 25, 30), (48, 58, 77, 92)),
        (SheetBox(24, 29, 25, 30), (48, 58, 77, 92)),
        (SheetBox(76, 29, 25, 30), (48, 58, 77, 92)),
        (SheetBox(75, 91, 25, 30), (48, 58, 77, 92)),  # above, and level with the right edge
        (SheetBox(76, 90, 25, 30), (48, 58, 77, 92)),  # at the right, and level with the upper edge
        (SheetBox(25, 91, 25, 30), (48, 58, 77, 92)),
        (SheetBox(76, 30, 25, 30), (48, 58, 77, 92)),
        (SheetBox(79, 60, 25, 30), (48, 58, 77, 92)),  # just far enough
    ],
)
def test_art_ends_halfway_to_a_neighbour(neighbour: SheetBox, seen: tuple[float, ...]) -> None:
    assert edges(bled_box(placed(2), [BOX, neighbour])) == pytest.approx(seen)


def test_art_that_is_drawn_with_enough_bleed_is_drawn_once_in_its_size() -> None:
    [box] = art_boxes(placed(1))
    assert edges(box) == pytest.approx((48, 58, 77, 92))


def test_art_that_is_drawn_with_less_bleed_is_continued_by_a_larger_copy_beneath() -> None:
    larger, art = art_boxes(placed(3))
    assert edges(art) == pytest.approx((48, 58, 77, 92))
    # As much larger as its narrow side needs: 29 mm are to be 31 mm.
    assert edges(larger) == pytest.approx((47, 75 - 17 * 31 / 29, 78, 75 + 17 * 31 / 29))
    [only] = art_boxes(placed(3, stretched=True))
    assert only == larger
    # However much larger: 29 mm are to be 85 mm.
    assert edges(art_boxes(placed(30))[0]) == pytest.approx((20, 75 - 17 * 85 / 29, 105, 75 + 17 * 85 / 29))


def test_on_a_printed_sheet_no_art_is_seen_on_a_neighbouring_face(herons) -> None:
    assert herons.print("markers", gap=1.0) == []
    faces = herons.boxes("markers")
    with pikepdf.open(herons.pdf("markers")) as pdf:
        clips = [
            [float(value) / POINT for value in line.split()[1:5]]
            for line in pdf.pages[0].Contents.read_bytes().decode().splitlines()
            if line.startswith("q") and " re W n " in line
        ]
    assert len(clips) == len(faces) > 1
    for (x, y, width, height), (left, below, right, above) in zip(clips, faces, strict=True):
        assert (x, y) <= (left, below) and x + width >= right and y + height >= above
        for other in faces:
            if other != (left, below, right, above):
                assert (
                    x + width <= other[0] + 0.01
                    or x >= other[2] - 0.01
                    or y + height <= other[1] + 0.01
                    or y >= other[3] - 0.01
                )
    # Between two faces that are a millimetre apart, each has half of it.
    assert any(
        x + width - right == pytest.approx(0.5, abs=0.01)
        for (x, _, width, _), (_, _, right, _) in zip(clips, faces, strict=True)
    )


@pytest.mark.parametrize(("width", "height"), [(10, 40), (40, 10)])
def test_the_larger_copy_reaches_at_every_edge_as_far_as_is_asked_for(width: float, height: float) -> None:
    box = SheetBox(0, 0, width, height)
    face = Face("token", "", Size(width, height), None, "", 0)
    larger = art_boxes(Placement(box, face, Face("art", "", Size(width, height), None, "", 0, 0), 5))[0]
    assert max(larger.x, larger.y) == pytest.approx(-5)
    assert min(larger.right - width, larger.top - height) == pytest.approx(5)
    assert larger.width / larger.height == pytest.approx(width / height)


@pytest.mark.parametrize(("wanted", "copies"), [(2, 1), (2.0004, 1), (2.0006, 2)])
def test_less_than_a_thousandth_of_missing_bleed_is_none(wanted: float, copies: int) -> None:
    assert len(art_boxes(placed(wanted))) == copies


@pytest.mark.parametrize(
    ("asked", "exact"),
    [
        ({"gap": 1.0}, True),  # 0.5 mm of bleed
        ({"gap": 2.0}, False),
        ({"gap": 0.6, "bleed": 0.3}, False),  # no more bleed is asked for than there is room for
        ({"gap": 0.0}, False),  # one cut parts two faces
    ],
)
def test_the_margin_asks_for_exact_cuts_where_the_bleed_of_two_faces_meets_near_them(
    herons, asked: dict[str, float], exact: bool
) -> None:
    assert herons.print("markers", **asked) == []
    assert ("cut exactly" in herons.text("markers")) == exact
