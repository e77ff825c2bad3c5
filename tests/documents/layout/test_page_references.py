"""A page reference is the numbers of the pages that its elements stand on."""

from kensei_docs.documents.layout.page_references import pages_of_ids, with_pages, with_some_page, without_pages

PAGES = ['<p id="rice">', '<p id="tea"><p id="sake">', "<p>"] + ["<p>"] * 7 + ['<p id="salt">']


def test_a_reference_to_several_elements_says_each_of_their_pages_once_in_order() -> None:
    pages = pages_of_ids(PAGES)
    assert pages == {"rice": 1, "tea": 2, "sake": 2, "salt": 11}
    assert with_pages("see <!--page of salt tea sake rice-->.", pages) == "see 1, 2, 11."


def test_a_reference_to_what_is_not_printed_says_no_page() -> None:
    assert with_pages("see <!--page of barley-->.", pages_of_ids(PAGES)) == "see ."


def test_a_reference_takes_the_room_of_the_widest_page_number_while_text_is_measured_and_none_without_it() -> None:
    assert with_some_page("p. <!--page of tea-->") == "p. 000"
    assert without_pages("p. <!--page of tea-->") == "p. "
