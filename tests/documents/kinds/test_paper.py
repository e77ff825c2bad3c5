import pytest

from kensei_docs.documents.kinds.paper import PAPERS, SAFE_MARGIN, Columns, Size, face_size, shape_of


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
