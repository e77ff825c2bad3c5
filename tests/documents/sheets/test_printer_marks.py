import pytest

from kensei_docs.documents.kinds.paper import FACES, PAPERS, SAFE_MARGIN, Size
from kensei_docs.documents.sheets.grid import fit
from kensei_docs.documents.sheets.imposition import Placement, Sheet
from kensei_docs.documents.sheets.printer_marks import RULER, crop_marks, draw_marks, margin_of, ruler

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
    margin = margin_of(PAPERS["a4"], boxes("a4"))
    assert (margin.upward, margin.y) == (False, pytest.approx(6.5, abs=0.3))


def test_the_line_of_text_runs_up_the_left_margin_where_there_is_more_room():
    margin = margin_of(PAPERS["letter"], boxes("letter"))
    assert margin.upward
    assert margin.x < min(box.x for box in boxes("letter"))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("face", [POKER, Size(25, 25), Size(60, 60)])
def test_crop_marks_leave_the_line_of_text_alone(paper, face):
    grid = fit(PAPERS[paper], face, SAFE_MARGIN, gap=4, least_gap=4 * (face is not POKER))
    faces = tuple(grid.box(i) for i in range(grid.count))
    line = margin_of(grid.sheet, faces).box
    assert min(line.x, line.y) > 3
    for (x0, y0), (x1, y1) in crop_marks(faces, line):
        assert max(x0, x1) < line.x or min(x0, x1) > line.right or max(y0, y1) < line.y or min(y0, y1) > line.top


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_is_as_long_as_it_says_and_touches_no_face(paper):
    faces = boxes(paper)
    (start, end), *_ = ruler(margin_of(PAPERS[paper], faces))
    assert abs(end[0] - start[0]) + abs(end[1] - start[1]) == pytest.approx(RULER)
    assert all(start[0] < box.x or start[1] < box.y for box in faces)


def test_a_crop_mark_has_paper_around_it_where_it_lies_on_art():
    sheet = Sheet(PAPERS["a4"], tuple(Placement(box, None) for box in boxes("a4", 4)), note="")
    (halo, marks), _ = draw_marks(sheet, None)
    assert halo.startswith("q 1.5 w 1 G") and marks.startswith("q 0.25 w 0 G")
    assert halo.splitlines()[1:] == marks.splitlines()[1:]
