import itertools
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kensei_docs.documents.imposition import BOOKLET, DoesNotFit, SheetBox, fit, grids_of, leaf_grid, spread_grid
from kensei_docs.documents.products.options import Options, Printer, spec_of
from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import FACES, SAFE_MARGIN, Product, Size, load_products
from kensei_docs.problems import Unusable
from kensei_docs.project import Project, shipped

PAPERS = {name: paper.size for name, paper in shipped_papers().items()}

PROJECT = Project((shipped(),), shipped() / "build")
A4, LETTER, POKER = PAPERS["a4"], PAPERS["letter"], FACES["poker"]


def test_nine_cards_stand_on_a4_with_room_for_a_bleed_of_two_millimetres_each():
    grid = fit(A4, POKER, SAFE_MARGIN, gap=4)
    assert (grid.columns, grid.rows, grid.gap) == (3, 3, (4, 4))


def test_nine_cards_stand_on_letter_as_far_apart_as_the_margins_allow():
    grid = fit(LETTER, POKER, SAFE_MARGIN, gap=4)
    assert (grid.columns, grid.rows, round(grid.gap.across, 2)) == (3, 3, 1.35)


@pytest.mark.parametrize(("paper", "on_it"), [("a4", (3, 3)), ("letter", (4, 2))])
def test_shipped_cards_are_so_far_apart_that_an_inexact_cut_shows_no_other_card(paper, on_it):
    kinds = [kind for kind in load_products(PROJECT)[0].values() if kind.face == "poker"]
    assert kinds
    for kind in kinds:
        grid = grids(kind, paper, 0)[""]
        assert (grid.columns, grid.rows) == on_it
        assert min(grid.gap) > 4


def test_a_gap_that_is_needed_costs_faces_instead_of_shrinking():
    grid = fit(A4, Size(25, 25), SAFE_MARGIN, gap=4, least_gap=4)
    assert (grid.columns, grid.rows, grid.gap) == (6, 9, (4, 4))


def test_paper_is_turned_where_that_holds_more():
    grid = fit(A4, Size(90, 60), SAFE_MARGIN)
    assert (grid.sheet, grid.count) == (A4.turned(), 9)


def test_paper_is_not_turned_where_that_holds_no_more():
    assert fit(A4, FACES["tarot"], SAFE_MARGIN, gap=4).sheet == A4


def test_what_follows_the_paper_does_not_turn_it():
    assert fit(A4, Size(90, 60), SAFE_MARGIN, turn=False).sheet == A4


@pytest.mark.parametrize("flip", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", [A4, LETTER])
def test_large_cards_lie_side_by_side_and_their_backs_behind_them_at_either_flip(paper, flip):
    """Followed through the printer: a back that is turned by half, on paper flipped at an edge."""
    grid = fit(paper, FACES["tarot"].times(1.5), SAFE_MARGIN, gap=4)
    sheet = grid.sheet
    assert (sheet, grid.count) == (paper.turned(), 2)
    upright_axis = (flip == "long-edge") == (sheet.height >= sheet.width)
    for index in range(grid.count):
        front, back = grid.box(index), grid.back_box(index)
        if grid.turns_back(flip):
            back = SheetBox(sheet.width - back.right, sheet.height - back.top, back.width, back.height)
        seen = (
            SheetBox(sheet.width - back.right, back.y, back.width, back.height)
            if upright_axis
            else SheetBox(back.x, sheet.height - back.top, back.width, back.height)
        )
        assert (seen.x, seen.y) == pytest.approx((front.x, front.y))


def test_a_face_larger_than_the_paper_is_refused_with_what_would_fit():
    with pytest.raises(DoesNotFit) as refused:
        fit(A4, Size(220, 300), SAFE_MARGIN)
    assert str(refused.value) == (
        "a face of 220x300 mm does not fit on paper of 210x297 mm with margins of 6.35 mm; up to 197.3x284.3 mm would"
    )


@pytest.mark.parametrize("margin", [105, 120, 500])
def test_margins_that_leave_no_room_are_said_to(margin):
    said = "they leave no room between them: make 'margin' or the gutter smaller"
    with pytest.raises(DoesNotFit, match=f"with margins of {margin} mm; {said}$"):
        fit(A4, Size(63, 88), margin)


def test_a_grid_that_was_asked_for_and_does_not_fit_is_refused_with_what_would_fit():
    with pytest.raises(DoesNotFit) as refused:
        fit(A4, POKER, SAFE_MARGIN, asked=(4, 3))
    assert str(refused.value) == (
        "4 x 3 faces of 63x88 mm take 252 x 264 mm, and paper of 210x297 mm has 197.3 x 284.3 mm "
        "between its margins; 3 x 3 would fit"
    )


def test_a_grid_that_was_asked_for_may_turn_the_paper():
    grid = fit(A4, POKER, SAFE_MARGIN, asked=(4, 2))
    assert (grid.sheet, grid.columns, grid.rows) == (A4.turned(), 4, 2)


def test_a_grid_smaller_than_would_fit_stands_in_the_middle():
    box = fit(A4, POKER, SAFE_MARGIN, asked=(1, 1)).box(0)
    assert (box.x + box.right, box.y + box.top) == pytest.approx((A4.width, A4.height), abs=0.02)


def test_backs_lie_behind_their_fronts_as_on_a_page_that_is_turned_in_a_book():
    grid = fit(A4, POKER, SAFE_MARGIN, gap=4)
    front, back = grid.box(0), grid.back_box(0)
    assert back.x == pytest.approx(A4.width - front.right)
    assert back.y == front.y


@pytest.mark.parametrize(
    ("paper", "flip", "turned"),
    [
        (A4, "long-edge", False),
        (A4, "short-edge", True),
        (A4.turned(), "long-edge", True),
        (A4.turned(), "short-edge", False),
        (Size(200, 200), "long-edge", False),
    ],
)
def test_a_back_is_turned_where_the_printer_flips_at_the_foot_of_the_sheet(paper, flip, turned):
    assert fit(paper, POKER, SAFE_MARGIN, turn=False).turns_back(flip) is turned


def test_a_folded_sheet_has_fronts_on_its_left_half_and_turns_where_that_holds_more():
    grid = fit(A4, POKER, SAFE_MARGIN, gap=4, gutter=4)
    assert (grid.sheet, grid.columns, grid.rows) == (A4.turned(), 2, 2)
    assert grid.box(1).right == pytest.approx(grid.sheet.width / 2 - 2, abs=0.01)
    assert grid.back_box(1).x == pytest.approx(grid.sheet.width / 2 + 2, abs=0.01)


def test_a_small_grid_on_a_folded_sheet_stands_at_the_fold():
    grid = fit(A4, Size(30, 40), SAFE_MARGIN, asked=(1, 2), gutter=4)
    assert grid.box(0).right == grid.box(1).right == pytest.approx(grid.sheet.width / 2 - 2, abs=0.01)
    assert grid.back_box(0).x == pytest.approx(grid.sheet.width / 2 + 2, abs=0.01)


def test_a_folded_sheet_without_room_is_refused_with_what_would_fit():
    with pytest.raises(DoesNotFit) as refused:
        fit(A4, Size(140, 200), SAFE_MARGIN, gutter=4)
    assert str(refused.value) == (
        "a face of 140x200 mm does not fit on paper of 210x297 mm with margins of 6.35 mm, folded "
        "with a gutter of 4 mm; up to 96.65x284.3 mm or 140.15x197.3 mm would"
    )


sizes = st.builds(Size, st.floats(15, 130), st.floats(15, 130))


@settings(deadline=None)
@given(face=sizes, paper=st.sampled_from(list(PAPERS.values())), margin=st.floats(4, 15), gap=st.floats(0, 8))
def test_faces_never_overlap_never_leave_the_margins_and_are_centred(face, paper, margin, gap):
    grid = fit(paper, face, margin, gap)
    boxes = [grid.box(i) for i in range(grid.count)]
    assert grid.gap.across == grid.gap.down and 0 <= grid.gap.down <= gap
    for i, box in enumerate(boxes[:40]):
        assert (box.width, box.height) == (face.width, face.height)
        assert min(box.x, box.y) >= margin - 0.01
        assert box.right <= grid.sheet.width - margin + 0.01
        assert box.top <= grid.sheet.height - margin + 0.01
        for other in boxes[i + 1 : i + 40]:
            assert (
                min(box.right, other.right) - max(box.x, other.x) < 0.001
                or min(box.top, other.top) - max(box.y, other.y) < 0.001
            )
    left, right = min(b.x for b in boxes), grid.sheet.width - max(b.right for b in boxes)
    below, above = min(b.y for b in boxes), grid.sheet.height - max(b.top for b in boxes)
    assert left == pytest.approx(right, abs=0.02)
    assert below == pytest.approx(above, abs=0.02)


@pytest.mark.parametrize(("count", "paper"), [(2, Size(140, 100)), (3, Size(208, 100)), (4, Size(276, 100))])
def test_faces_stand_as_far_apart_as_the_room_between_them_allows(count, paper):
    """What is left of the sheet's width is shared by the gaps: one less than there are faces."""
    grid = fit(paper, Size(60, 80), 5, gap=50, turn=False)
    assert (grid.columns, grid.rows) == (count, 1)
    boxes = [grid.box(i) for i in range(count)]
    assert boxes[0].x == pytest.approx(5, abs=0.01)
    assert boxes[-1].right == pytest.approx(paper.width - 5, abs=0.01)
    for left, right in itertools.pairwise(boxes):
        assert right.x - left.right == pytest.approx((paper.width - 10 - count * 60) / (count - 1), abs=0.001)


def test_a_grid_that_is_asked_for_needs_a_gap_between_every_two_faces():
    # Three faces of 60 mm and two gaps of 5 mm are 190 mm wide.
    assert fit(Size(200, 100), Size(60, 80), 5, 5, 5, (3, 1), turn=False).columns == 3
    with pytest.raises(DoesNotFit, match="3 x 1 faces of 60x80 mm take 190 x 80 mm"):
        fit(Size(199, 100), Size(60, 80), 5, 5, 5, (3, 1), turn=False)


@pytest.mark.parametrize("asked", [None, (3, 1)])
def test_faces_that_are_too_wide_by_rounding_alone_fit_without_a_gap(asked):
    face = Size(60, 80)
    grid = fit(Size(190 - 0.0005, 100), face, 5, asked=asked, turn=False)
    assert (grid.columns, grid.rows, grid.gap) == (3, 1, (0, 0))
    with pytest.raises(DoesNotFit):
        fit(Size(190 - 0.01, 100), face, 5, asked=(3, 1), turn=False)


def test_a_gap_is_needed_between_faces_but_not_outside_of_them():
    # Three faces of 60 mm and two gaps of 5 mm are 190 mm.
    assert fit(Size(200, 100), Size(60, 80), 5, 5, 5, turn=False).columns == 3
    assert fit(Size(199, 100), Size(60, 80), 5, 5, 5, turn=False).columns == 2


@pytest.mark.parametrize("face", [Size(60, 91), Size(91, 60)])
def test_a_face_has_to_fit_in_width_and_in_height(face):
    with pytest.raises(DoesNotFit, match="up to 90x90 mm would"):
        fit(Size(100, 100), face, 5)


def test_a_box_grows_on_each_side_by_as_much_as_is_said_for_that_side():
    assert SheetBox(10.5, 20.5, 30.5, 40.5).grown(1, 2, 3, 4) == SheetBox(9.5, 18.5, 34.5, 46.5)


@pytest.mark.parametrize("paper", [Size(200, 150), Size(150, 200)])
def test_a_page_of_a_booklet_stands_in_the_middle_of_half_a_sheet_however_the_paper_lies(paper):
    face = Size(90, 130)
    page = leaf_grid(paper, face, 5)
    assert (page.sheet, page.count) == (Size(100, 150), 1)
    assert (page.box(0).x, page.box(0).y) == pytest.approx((5, 10), abs=0.01)
    spread = spread_grid(paper, face, 5)
    assert (spread.sheet, spread.columns, spread.rows) == (Size(200, 150), 2, 1)
    for column, left in enumerate((5, 105)):
        assert (spread.box(column).x, spread.box(column).y) == pytest.approx((left, 10), abs=0.01)


@pytest.mark.parametrize("face", [Size(90.1, 140), Size(90, 140.1)])
def test_a_page_of_a_booklet_has_its_margins_at_every_edge(face):
    assert leaf_grid(Size(200, 150), Size(90, 140), 5).face == Size(90, 140)
    with pytest.raises(DoesNotFit, match="half a sheet, 100x150 mm with margins of 5 mm; up to 90x140 mm would"):
        leaf_grid(Size(200, 150), face, 5)


def grids(product, paper, gutter):
    """Return the grids of a product as its settings have it."""
    spec = spec_of(product, Options(printer=Printer(margin=0, gutter=gutter)), paper=paper)
    return grids_of(replace(spec, product=product))


def kind(**settings):
    return Product(**{"name": "cards", "folder": Path("cards"), "title": "Cards", "each": "rule", **settings})


def test_cards_have_one_grid_on_a_paper_with_the_settings_of_their_kind():
    found = grids(kind(face="60x80", margin=5, gap=4), "a4", 10)
    assert found == {"": fit(A4, Size(60, 80), 5, gap=4)}
    folded = grids(kind(face="60x80", margin=5, gap=4, backs="gutterfold"), "a4", 10)
    assert folded == {"": fit(A4, Size(60, 80), 5, gap=4, gutter=10)}


def test_pages_of_the_paper_do_not_turn_it():
    assert grids(kind(face="page", margin=5), "a4", 0)[""].sheet == A4


def test_a_booklet_is_printed_page_by_page_too():
    found = grids(kind(face="120x180", margin=5, booklet=True), "a4", 0)
    assert found == {"": leaf_grid(A4, Size(120, 180), 5), BOOKLET: spread_grid(A4, Size(120, 180), 5)}


@pytest.mark.parametrize(("booklet", "said"), [(False, "a face of"), (True, "pages of")])
def test_a_kind_that_fits_on_no_paper_is_refused_with_the_file_that_says_its_size(booklet, said):
    with pytest.raises(Unusable) as refused:
        grids(kind(face="300x300", booklet=booklet), "a4", 0)
    assert str(refused.value).startswith(f"cards/kind.yaml: cards on a4: {said} 300x300 mm")


@pytest.mark.parametrize(
    ("paper", "face", "bleed", "lowest"),
    [
        # Nine poker cards leave little at the foot of A4: 3 mm of air, 8.5 mm with the line of text, 3 mm of bleed.
        ("a4", "63x88", 3, 14.5),
        # Where there is room enough, and where the line stands at the left, they stay in the middle.
        ("a4", "70x120", 3, 25.5),
        ("letter", "63x88", 3, SAFE_MARGIN),
    ],
)
def test_cards_stand_so_high_that_there_is_air_above_the_line_of_text(paper, face, bleed, lowest):
    settings = {"face": face, "margin": SAFE_MARGIN, "gap": 6, "least-gap": 0, "bleed": bleed}
    grid = grids(kind(**settings), paper, 0)[""]
    boxes = [grid.box(place) for place in range(grid.count)]
    assert min(box.y for box in boxes) == pytest.approx(lowest, abs=0.02)
    assert max(box.top for box in boxes) + bleed <= grid.sheet.height - (SAFE_MARGIN if grid.lift else 0)
    assert [grid.back_box(place).y for place in range(grid.count)] == [box.y for box in boxes]
