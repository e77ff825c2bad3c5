"""Marks around the faces of a sheet, and art that reaches as far beyond its face as is asked for."""

from __future__ import annotations

import re

import pikepdf
import pytest

from kensei_docs.documents.imposition import Placement, Sheet, SheetBox, fit
from kensei_docs.documents.pdf import POINTS, Face, number
from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import FACES, SAFE_MARGIN, Size
from kensei_docs.documents.sheets import RULER, art_boxes, bled_box, crop_marks, draw_marks, margins_of, ruler

PAPERS = {name: paper.size for name, paper in shipped_papers().items()}

POKER = FACES["poker"]


def boxes(paper, gap=4, count=9):
    grid = fit(PAPERS[paper], POKER, SAFE_MARGIN, gap)
    return tuple(grid.box(i) for i in range(count))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("count", [1, 6, 9])
@pytest.mark.parametrize("gap", [0, 4])
def test_crop_marks_continue_the_edges_of_faces_and_touch_none(paper, count, gap):
    faces = boxes(paper, gap, count)
    marks = crop_marks(faces)
    edges = {round(v, 3) for box in faces for v in (box.x, box.right, box.y, box.top)}
    assert marks
    for (x0, y0), (x1, y1) in marks:
        assert x0 in edges if x0 == x1 else y0 in edges
        for box in faces:
            assert (
                max(x0, x1) < box.x - 0.5
                or min(x0, x1) > box.right + 0.5
                or max(y0, y1) < box.y - 0.5
                or min(y0, y1) > box.top + 0.5
            )


def test_every_corner_of_a_sheet_of_touching_cards_is_marked():
    faces = boxes("letter", gap=0)
    upright = {x0 for (x0, _), (x1, _) in crop_marks(faces) if x0 == x1}
    assert upright == {round(x, 3) for box in faces for x in (box.x, box.right)}


def test_the_line_of_text_stands_below_the_faces_where_there_is_room():
    margin = margins_of(PAPERS["a4"], boxes("a4"))[0]
    assert (margin.upward, margin.y) == (False, pytest.approx(6.5, abs=0.3))


def test_the_line_of_text_runs_up_the_left_margin_where_there_is_more_room():
    margin = margins_of(PAPERS["letter"], boxes("letter"))[0]
    assert margin.upward
    assert margin.x < min(box.x for box in boxes("letter"))


@pytest.mark.parametrize(("left", "edge"), [(9.0, 4.4), (12.0, 6.5), (7.0, 4.0)])
def test_the_line_of_text_stands_between_the_edge_of_the_paper_and_the_crop_marks(left, edge):
    """It keeps 4 mm from the edge, and no more than a printer's margin; upward, it begins above the corner's marks."""
    margin, _ = margins_of(Size(100, 100), [SheetBox(left, 6.8, 60, 80)])
    assert margin.upward
    assert margin.box.x == pytest.approx(edge - 0.5, abs=0.01)
    assert (margin.y, margin.length) == (pytest.approx(8.8, abs=0.01), pytest.approx(100 - 2 * 8.8, abs=0.01))


def test_a_fold_line_ends_above_the_line_of_text():
    placed = tuple(Placement(box, None) for box in boxes("a4"))
    drawn, _ = draw_marks(Sheet(PAPERS["a4"], placed, note="words", crop=False, fold=105), EvenType())
    [folded] = [operators for operators in drawn if "297.6378" in operators and "Tm" not in operators]
    start = float(re.search(r"([\d.]+) m", folded)[1]) / POINTS
    assert start > margins_of(PAPERS["a4"], boxes("a4"))[0].y + 1


def test_a_sheet_without_a_ruler_has_its_text_at_the_start_of_the_margin():
    placed = tuple(Placement(box, None) for box in boxes("a4"))
    with_ruler, without = (
        "\n".join(draw_marks(Sheet(PAPERS["a4"], placed, note="words", ruler=shown, crop=False), EvenType())[0])
        for shown in (True, False)
    )
    margin = margins_of(PAPERS["a4"], boxes("a4"))[0]
    start = f"1 0 0 1 {number(margin.x * POINTS)} {number(margin.y * POINTS)} Tm"
    assert with_ruler.count(" Tm") == 2 and without.count(" Tm") == 1
    assert start not in with_ruler and start in without
    assert " l S" in with_ruler and " l S" not in without


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("face", [POKER, Size(25, 25), Size(60, 60)])
def test_crop_marks_leave_the_line_of_text_alone(paper, face):
    grid = fit(PAPERS[paper], face, SAFE_MARGIN, gap=4, least_gap=4 * (face is not POKER))
    faces = tuple(grid.box(i) for i in range(grid.count))
    line = margins_of(grid.sheet, faces)[0].box
    assert min(line.x, line.y) > 3
    for (x0, y0), (x1, y1) in crop_marks(faces, (line,)):
        assert max(x0, x1) < line.x or min(x0, x1) > line.right or max(y0, y1) < line.y or min(y0, y1) > line.top


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_is_as_long_as_it_says_and_touches_no_face(paper):
    faces = boxes(paper)
    (start, end), *_ = ruler(margins_of(PAPERS[paper], faces)[0])
    assert abs(end[0] - start[0]) + abs(end[1] - start[1]) == pytest.approx(RULER)
    assert all(start[0] < box.x or start[1] < box.y for box in faces)


def test_a_crop_mark_has_paper_around_it_where_it_lies_on_art():
    sheet = Sheet(PAPERS["a4"], tuple(Placement(box, None) for box in boxes("a4", 4)), note="")
    (halo, marks), _ = draw_marks(sheet, None)
    assert halo.startswith("q 1.5 w 1 G") and marks.startswith("q 0.25 w 0 G")
    assert halo.splitlines()[1:] == marks.splitlines()[1:]


class EvenType:
    """Fonts whose glyphs are all half an em wide."""

    def encode(self, text, _typeface):
        return None, text.encode(), len(text) / 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("length", [40, 200])
def test_every_line_of_text_has_its_ruler_however_long_it_is(paper, length):
    faces = boxes(paper, gap=0)
    placed = tuple(Placement(box, None) for box in faces)
    drawn, _ = draw_marks(Sheet(PAPERS[paper], placed, note="x" * length, crop=False), EvenType())
    assert b"20 mm".hex() in "".join(drawn)
    assert any(_ruler_of(margin) in drawn[0] for margin in margins_of(PAPERS[paper], faces))


def _ruler_of(margin):
    (start, end), *_ = ruler(margin)
    points = (number(value * POINTS) for value in (*start, *end))
    return "{} {} m {} {} l S".format(*points)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_ruler_in_the_other_margin_touches_neither_a_face_nor_the_line_of_text(paper):
    faces = boxes(paper, gap=0)
    line, other = (margin.box for margin in margins_of(PAPERS[paper], faces))
    for box in (line, *faces):
        assert box.right <= other.x or other.right <= box.x or box.top <= other.y or other.top <= box.y


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
    assert "cut exactly" in herons.text("markers")
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
