import pytest

from kensei_docs.documents.products.papers import shipped_papers
from kensei_docs.documents.products.product import (
    SAFE_MARGIN,
    Columns,
    Fitting,
    Size,
    face_size,
    load_products,
    shape_of,
)
from kensei_docs.project import Project

PAPERS = {name: paper.size for name, paper in shipped_papers().items()}


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("poker", Size(63, 88)),
        ("us-poker", Size(63.5, 88.9)),
        ("63x88", Size(63, 88)),
        ("25.4 × 25.4", Size(25.4, 25.4)),
        ("huge", None),
    ],
)
def test_a_face_has_a_size_by_name_or_by_measure(text, size):
    assert face_size(text) == size


def test_a_page_is_the_paper_less_its_margins():
    assert Size(210, 297).less(11) == Size(188, 275)


@pytest.mark.parametrize(("count", "width"), [(1, 190), (2, 92), (3, 178 / 3), (4, 43)])
def test_columns_share_what_their_gaps_leave_of_the_width(count, width):
    assert Columns(count, 6, 1).width(Size(190, 277)) == pytest.approx(width)


def test_a_size_turned_enlarged_and_in_words():
    assert Size(63, 88.9).turned() == Size(88.9, 63)
    assert Size(20, 30).times(1.5) == Size(30, 45)
    assert str(Size(63, 88.9)) == "63x88.9"


@pytest.mark.parametrize(("name", "shape"), [("round-25", "round"), ("token-25", "square"), ("25x25", "square")])
def test_only_a_round_token_is_round(name, shape):
    assert shape_of(name) == shape
    assert face_size(name) == Size(25, 25)


def test_papers_have_their_standard_sizes():
    a4, a3, letter = PAPERS["a4"], PAPERS["a3"], PAPERS["letter"]
    assert a4 == Size(210, 297)
    assert a3 == Size(a4.height, 2 * a4.width)
    assert letter == Size(pytest.approx(8.5 * 25.4), pytest.approx(11 * 25.4))
    assert pytest.approx(25.4 / 4) == SAFE_MARGIN


def test_type_is_made_smaller_by_steps_down_to_its_floor():
    fitting = Fitting(size=11, floor=6.5, step=0.5)
    sizes = [11.0]
    while smaller := fitting.smaller(sizes[-1], 1.05):
        sizes.append(smaller)
    assert sizes == [11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5]


def test_type_that_is_far_too_large_is_made_smaller_at_once():
    assert Fitting(size=12, floor=6, step=0.5).smaller(12, 2.25) == 9


@pytest.mark.parametrize(
    ("fit", "where", "told"),
    [
        ("{size: 9, floor: 0}", "fit.text", "size, floor and step should be more than 0"),
        ("{size: 6, floor: 9}", "fit.text", "floor, the least size, should not be more than size"),
        ("{size: 9}", "fit.text.floor", "add it"),
        ("{size: 9, floor: 7, stpe: 1}", "fit.text.stpe", "is not known here"),
        ("{size: large, floor: 7}", "fit.text.size", "unable to parse string as a number"),
    ],
)
def test_what_a_kind_says_wrongly_of_it_is_told_with_its_place(tmp_path, fit, where, told):
    folder = tmp_path / "templates" / "notes"
    folder.mkdir(parents=True)
    (folder / "kind.yaml").write_text(f"title: Notes\neach: rule\nface: poker\nfit:\n  text: {fit}\n")
    (folder / "face.html.j2").write_text("x")
    (folder / "face.css").write_text("")
    _, [problem] = load_products(Project((tmp_path,), tmp_path / "build"))
    assert "kind.yaml:5:" in str(problem) and where in str(problem) and told in str(problem)


@pytest.mark.parametrize(
    ("size", "needed", "smaller"),
    [
        (6, 2, None),  # at the floor
        (6.2, 1.5, 6),  # never below it
        (10, 1.01, 9.5),  # at least one step
        (10, 1.44, 9),  # three quarters of the way to 10 / 1.2, in whole steps
    ],
)
def test_the_next_size_is_most_of_the_way_to_the_one_that_should_do(size, needed, smaller):
    assert Fitting(size=10, floor=6, step=0.5).smaller(size, needed) == smaller
