"""Where the pages of a book end: what belongs together stays so, unless it is higher than a page."""

from kensei_docs.documents.layout.columns import Block, best_breaks


def group(*heights):
    """Return blocks of these heights in millimetres, of which each but the first continues the one before it."""
    return [Block("", height, height, continues=number > 0) for number, height in enumerate(heights)]


def test_a_group_that_fits_on_a_page_stands_on_one():
    assert best_breaks([*group(60), *group(20, 20, 20), *group(40)], 100, 100) == [1]


def test_a_low_group_stands_whole_though_much_of_the_page_above_is_free():
    assert best_breaks([*group(50), *group(30, 30), *group(40)], 100, 100) == [1]


def test_a_group_higher_than_a_page_is_divided_and_fills_the_page_on_which_it_begins():
    assert best_breaks([*group(40), *group(30, 30, 30, 30), *group(40)], 100, 100) == [3]


def test_a_heading_is_never_the_last_on_a_page():
    assert best_breaks([*group(85), *group(10, 40, 40)], 100, 100) == [1]
