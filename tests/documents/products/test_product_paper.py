import pytest

from kensei_docs.documents.products.lengths import Margins, length_of, parse_gaps, parse_margins
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


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("poker", Size(63, 88)),
        ("us-poker", Size(63.5, 88.9)),
        ("63x88", Size(63, 88)),
        ("25.4 × 25.4", Size(25.4, 25.4)),
        ("2.5x3.5in", Size(63.5, 88.9)),
        ("2.5inx3.5in", Size(63.5, 88.9)),
        ("2 1/2 x 3 1/2 in", Size(63.5, 88.9)),
        ('2.5" x 3.5"', Size(63.5, 88.9)),
        ("6.3x8.8cm", Size(63, 88)),
        ("1inx30mm", Size(25.4, 30)),
        ("1/0 x 2", None),
        ("1x3000", None),
        ("huge", None),
    ],
)
def test_a_face_has_a_size_by_name_or_by_measure(text, size):
    assert face_size(text) == size


def test_a_page_is_the_paper_less_its_margins():
    assert Size(210, 297).less(11) == Size(188, 275)
    # To the last digit: what a page says of itself, such as its stamp, goes by it.
    assert Size(297, 210).less(8.7) == Size(297 - 2 * 8.7, 210 - 2 * 8.7)
    assert Size(210, 297).less(Margins(1, 2, 3, 4)) == Size(204, 293)


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


def test_the_margin_that_is_safe_everywhere_is_a_quarter_of_an_inch():
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
        ("{size: large, floor: 7}", "fit.text.size", "'large' is not a number; write one such as 3"),
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


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("3", 3),
        ("3mm", 3),
        ("0.3 cm", 3),
        ("1/8in", 3.175),
        ("1 1/2 in", 38.1),
        (".5in", 12.7),
        ("3ft", None),
        ("", None),
    ],
)
def test_a_length_is_in_millimetres_or_has_its_unit(text, length):
    assert length_of(text) == length


@pytest.mark.parametrize(
    ("gap", "gaps"), [("2.5", (2.5, 2.5)), ("2.5x0", (2.5, 0)), (["1/8in", "0"], (3.175, 0)), (4, (4, 4))]
)
def test_a_gap_is_one_or_two_across_and_down(gap, gaps):
    assert parse_gaps(gap) == gaps


@pytest.mark.parametrize(
    ("margin", "margins"),
    [("5", (5, 5, 5, 5)), (["13", "7"], (13, 7, 13, 7)), (["1/4in", "2", "3", "4"], (6.35, 2, 3, 4))],
)
def test_a_margin_is_one_or_two_or_four(margin, margins):
    assert parse_margins(margin) == margins


@pytest.mark.parametrize(
    ("parse", "text"), [(parse_gaps, "2x3x4"), (parse_gaps, "wide"), (parse_margins, ["1", "2", "3"])]
)
def test_other_gaps_and_margins_are_refused(parse, text):
    with pytest.raises(ValueError, match=r"is not a (gap|margin); write one"):
        parse(text)
