import re

import pytest

from kensei_docs.documents.kinds.paper_and_face_sizes import FACES, PAPERS, SAFE_MARGIN, Size
from kensei_docs.documents.pdf.object_writer import POINTS, number
from kensei_docs.documents.sheets.grid import fit
from kensei_docs.documents.sheets.imposition import Placement, Sheet
from kensei_docs.documents.sheets.printer_marks import RULER, crop_marks, draw_marks, margin_of, other_margin_of, ruler

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


def test_a_fold_line_ends_above_the_line_of_text():
    placed = tuple(Placement(box, None) for box in boxes("a4"))
    drawn, _ = draw_marks(Sheet(PAPERS["a4"], placed, note="words", crop=False, fold=105), EvenType())
    [folded] = [operators for operators in drawn if "297.6378" in operators and "Tm" not in operators]
    start = float(re.search(r"([\d.]+) m", folded)[1]) / POINTS
    assert start > margin_of(PAPERS["a4"], boxes("a4")).y + 1


def test_a_sheet_without_a_ruler_has_its_text_at_the_start_of_the_margin():
    placed = tuple(Placement(box, None) for box in boxes("a4"))
    with_ruler, without = (
        "\n".join(draw_marks(Sheet(PAPERS["a4"], placed, note="words", ruler=shown, crop=False), EvenType())[0])
        for shown in (True, False)
    )
    margin = margin_of(PAPERS["a4"], boxes("a4"))
    start = f"1 0 0 1 {number(margin.x * POINTS)} {number(margin.y * POINTS)} Tm"
    assert with_ruler.count(" Tm") == 2 and without.count(" Tm") == 1
    assert start not in with_ruler and start in without
    assert " l S" in with_ruler and " l S" not in without


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("face", [POKER, Size(25, 25), Size(60, 60)])
def test_crop_marks_leave_the_line_of_text_alone(paper, face):
    grid = fit(PAPERS[paper], face, SAFE_MARGIN, gap=4, least_gap=4 * (face is not POKER))
    faces = tuple(grid.box(i) for i in range(grid.count))
    line = margin_of(grid.sheet, faces).box
    assert min(line.x, line.y) > 3
    for (x0, y0), (x1, y1) in crop_marks(faces, (line,)):
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
    used = [margin_of(PAPERS[paper], faces), other_margin_of(PAPERS[paper], faces)]
    assert any(_ruler_of(margin) in drawn[0] for margin in used)


def _ruler_of(margin):
    (start, end), *_ = ruler(margin)
    points = (number(value * POINTS) for value in (*start, *end))
    return "{} {} m {} {} l S".format(*points)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_ruler_in_the_other_margin_touches_neither_a_face_nor_the_line_of_text(paper):
    faces = boxes(paper, gap=0)
    line, other = margin_of(PAPERS[paper], faces).box, other_margin_of(PAPERS[paper], faces).box
    for box in (line, *faces):
        assert box.right <= other.x or other.right <= box.x or box.top <= other.y or other.top <= box.y
