"""Text in columns over pages: blocks stand in their order and even, with running heads and page references."""

import re

from kensei_docs.documents.layout.columns import (
    Block,
    fill_panels,
    pages_of_ids,
    pages_to_measure,
    running_head,
    with_pages,
)
from kensei_docs.documents.products.product import Columns, Size


def blocks(*heights):
    return [Block(str(i), height, height) for i, height in enumerate(heights)]


def filled(found):
    return [
        ["".join(re.sub("<.*?>", "", block.html) for block in column) for band in page for column in band.columns]
        for page in found
    ]


def test_blocks_fill_columns_and_then_pages_in_their_order():
    found = fill_panels(blocks(60, 30, 50, 40, 70, 90), height=100, top=0, count=2)
    assert filled(found) == [["01", "23"], ["4", "5"]]


def test_the_first_page_has_less_room_below_its_head():
    found = fill_panels(blocks(60, 30, 50), height=100, top=20, count=2)
    assert filled(found) == [["0", "12"]]


def test_the_columns_of_the_last_page_are_even():
    found = fill_panels(blocks(20, 20, 20, 20), height=100, top=0, count=2)
    assert filled(found) == [["01", "23"]]


def test_a_block_higher_than_a_page_has_a_column_to_itself():
    found = fill_panels(blocks(10, 150, 10), height=100, top=0, count=2)
    assert [block for page in filled(found) for block in page] == ["0", "1", "2"]


def test_nothing_goes_on_over_the_fold_of_a_page():
    found = fill_panels(blocks(30, 30, 30, 30, 30), height=50, top=10, count=2, top_of_others=5, panels_a_page=2)
    # Two panels a page, one block a column: the third begins the lower half.
    assert filled(found) == [["0", "1"], ["2", "3"], ["4"]]


def test_a_page_of_one_column_has_some_of_the_room_at_its_foot_between_its_blocks():
    some = [*blocks(20, 20, 20, 30, 90), Block("+", 10, 10, continues=True)]
    [first], [last] = fill_panels(some, height=100, top=2, count=1, top_of_others=0)
    assert [block.html.count("padding-top: 2.00mm") for block in first.columns[0]] == [0, 1, 1, 1]
    assert [block.html for block in last.columns[0]] == ["4", "+"]


def wide(height):
    return [Block("w", height, height, True)]


def test_a_wide_block_stands_below_even_columns_and_above_those_that_follow():
    found = fill_panels([*blocks(20, 20), *wide(30), *blocks(40, 40)], height=100, top=5, count=2)
    assert filled(found) == [["0", "1", "w", "0", "1"]]
    assert [(band.top, band.wide) for band in found[0]] == [(5, False), (25, True), (55, False)]


def test_a_wide_block_that_has_no_room_begins_the_next_page():
    found = fill_panels([*blocks(60, 60), *wide(50), *blocks(10)], height=100, top=0, count=2, top_of_others=7)
    assert filled(found) == [["0", "1"], ["w", "0"]]
    assert [band.top for band in found[1]] == [7, 57]


def test_a_later_section_takes_the_room_that_wide_blocks_leave():
    section = [Block("s", 15, 15, begins=True)]
    found = fill_panels([*wide(50), *wide(30), *wide(40), *section], height=100, top=0, count=2)
    assert filled(found) == [["ww", "s"], ["w"]]


def test_columns_below_a_wide_block_go_on_over_the_page():
    found = fill_panels([*wide(50), *blocks(30, 30, 30, 60)], height=100, top=0, count=2)
    assert filled(found) == [["w", "0", "1"], ["2", "3"]]


def test_a_heading_over_all_columns_goes_where_the_first_block_below_it_goes():
    heading = [Block("h", 10, 10, wide=True, keeps=True)]
    found = fill_panels([*wide(70), *heading, *blocks(30)], height=100, top=0, count=2)
    assert filled(found) == [["w"], ["h", "0"]]
    found = fill_panels([*wide(50), *heading, *blocks(30)], height=100, top=0, count=2)
    assert filled(found) == [["wh", "0"]]


def ends(*heights):
    return [Block("e", height, height, even=True) for height in heights]


def test_an_end_that_has_no_room_below_is_spread_evenly_over_pages_of_its_own():
    found = fill_panels([*blocks(75), *ends(30, 30, 30, 30)], height=100, top=0, count=1)
    assert filled(found) == [["0"], ["ee"], ["ee"]]


def test_an_end_begins_where_much_of_a_page_is_free_and_is_spread_evenly_over_the_pages_after_it():
    found = fill_panels([*blocks(60), *ends(30, 30, 30, 30)], height=100, top=0, count=1)
    assert filled(found) == [["0", "e"], ["eee"]]
    found = fill_panels([*blocks(60), *ends(30, 30, 30, 30, 30)], height=100, top=0, count=1, top_of_others=20)
    assert filled(found) == [["0", "e"], ["ee"], ["ee"]]


def parts(*heights):
    """A block, and those that continue it."""
    return [Block(str(i), height, height, continues=i > 0) for i, height in enumerate(heights)]


def test_what_continues_a_heading_is_not_cut_off_it():
    found = fill_panels([*blocks(70), *parts(20, 20, 20)], height=100, top=0, count=1)
    assert filled(found) == [["0"], ["012"]]


def test_a_part_is_cut_where_its_page_would_be_left_half_empty():
    found = fill_panels([*blocks(40), *parts(20, 20, 30, 30)], height=100, top=0, count=1)
    assert filled(found) == [["001"], ["23"]]


def test_an_end_that_fits_stands_below_the_other_blocks():
    found = fill_panels([*blocks(60), *ends(20, 20)], height=100, top=0, count=1)
    assert filled(found) == [["0", "ee"]]


def test_blocks_whose_order_is_free_stand_in_columns_as_even_as_they_can():
    free = [Block(str(i), height, height, free=True) for i, height in enumerate((50, 20, 60, 30))]
    found = fill_panels(free, height=100, top=0, count=2)
    assert filled(found) == [["03", "12"]]


def test_blocks_whose_order_is_free_keep_it_where_another_is_no_better():
    free = [Block(str(i), height, height, free=True) for i, height in enumerate((50, 30, 40, 40))]
    assert filled(fill_panels(free, height=100, top=0, count=2)) == [["01", "23"]]


def test_a_running_head_says_on_which_side_of_a_booklet_its_page_lies():
    head = '<p class="<!--side-->"><!--about--> <!--number--></p>'
    assert [running_head(head, number, "Duels") for number in (2, 3)] == [
        '<p class="left">Duels 2</p>',
        '<p class="right">Duels 3</p>',
    ]


def test_the_running_head_of_a_page_without_a_topic_has_no_point_before_its_title():
    head = "<p><!--topics--> · Quick reference <!--number--></p>"
    assert running_head(head, 2, "") == "<p>Quick reference 2</p>"
    assert running_head(head, 2, "", ["Duels"]) == "<p>Duels · Quick reference 2</p>"


def test_a_running_head_can_name_the_topics_of_its_page():
    assert running_head("<p><!--topics--></p>", 2, "Duels", ["Duels", "Flight"]) == "<p>Duels · Flight</p>"


def test_a_head_names_each_section_of_its_page_once_and_only_the_first_if_all_are_long():
    head = "<p><!--topics--></p>"
    assert running_head(head, 2, "", ["Kites · Old", "Kites · New", "Mills"]) == "<p>Kites · Old</p>"
    long = "The kites of the upper village", "The mill of the lower village, which is old"
    assert running_head(head, 2, "", long) == f"<p>{long[0]}</p>"


PAGES = ['<p id="rice">', '<p id="tea"><p id="sake">', "<p>"] + ["<p>"] * 7 + ['<p id="salt">']


def test_a_reference_to_several_elements_says_each_of_their_pages_once_in_order() -> None:
    pages = pages_of_ids(PAGES)
    assert pages == {"rice": 1, "tea": 2, "sake": 2, "salt": 11}
    assert with_pages("see <!--page of salt tea sake rice-->.", pages) == "see 1, 2, 11."


def test_a_reference_to_what_is_not_printed_says_no_page() -> None:
    assert with_pages("see <!--page of barley-->.", pages_of_ids(PAGES)) == "see ."


def test_a_reference_takes_the_room_of_the_widest_page_number_while_text_is_measured_and_none_without_it() -> None:
    (head, _), *_ = pages_to_measure("p. <!--page of tea-->", Size(60, 90), Columns(1, 0, 0))
    assert head == '<div data-measure="head">p. 000</div>'
    assert with_pages("p. <!--page of tea-->", {}) == "p. "


def test_a_reference_to_several_places_is_measured_with_the_number_of_each() -> None:
    (head, _), *_ = pages_to_measure("p. <!--page of tea sake tea-->", Size(60, 90), Columns(1, 0, 0))
    assert "p. 000, 000<" in head
