"""rows-in-step"""

from collections.abc import Callable

TABLE = "Sails Calm Breeze Gale Storm\nTwo 1 2 3 4\nFour 2 3 4 5\nSix 3 {} 5 6\nEight 4 5 6 7"


def test_numbers_of_a_list_that_repeat_or_skip(proofread: Callable[..., list[str]]) -> None:
    told = "{}: '{}.' does not follow the numbers around it; number the list again"
    assert proofread("rows-in-step", "1. Fill.\n3. Grind.\n3. Sift.") == [told.format(2, 3), told.format(3, 3)]
    assert proofread("rows-in-step", "1. Fill.\n2. Grind.\n5. Sift.\n3. Sell.") == [told.format(3, 5)]
    assert proofread("rows-in-step", "2. Fill.\n2. Grind.\n3. Sell.") == [told.format(1, 2)]


def test_lists_in_columns_and_in_one_another_are_right(proofread: Callable[..., list[str]]) -> None:
    for text in (
        "1. Fill.\n4. Sell.\n2. Grind.\n3. Sift.",
        "1. Fill.\n1) Wheat.\n2) Rye.\n2. Grind.\n3. Sift.",
        "3. Sift, as the step is called.",
    ):
        assert proofread("rows-in-step", text) == []


def test_a_row_with_a_cell_too_few(proofread: Callable[..., list[str]]) -> None:
    found = ["4: this row has 3 cells and those around it 4; mend the row"]
    assert proofread("rows-in-step", TABLE.replace(" {}", "")) == found
    assert proofread("rows-in-step", TABLE.format("4")) == []


def test_a_cell_that_breaks_the_order(proofread: Callable[..., list[str]]) -> None:
    assert proofread("rows-in-step", TABLE.format("7"))[:1] == [
        "4: '7' and '5' break the order of the table; mend the cell"
    ]
    numbered = "1 2 3 3 4\n2 1 3 2 4\n3 1 2 3 3\n4 0 1 2 3\n5 0 1 1 2"
    assert proofread("rows-in-step", numbered)[:1] == ["2: '3' and '2' break the order of the table; mend the cell"]
    letters = "Oak -- W D D\nElm -- -- W D\nAsh D W -- --\nFir -- -- -- W"
    assert "3: 'D' stands before 'W', and after it in the other rows; mend the row" in proofread(
        "rows-in-step", letters
    )


def test_rows_that_count_in_a_line_of_their_own(proofread: Callable[..., list[str]]) -> None:
    rows = "0\n\nOak\n\n1\n\nElm\n\n2\n\nAsh\n\n{}\n\nFir\n\n{}\n\nYew"
    assert proofread("rows-in-step", rows.format(3, 4)) == proofread("rows-in-step", rows.format(4, 3)) == []
    assert proofread("rows-in-step", rows.format(2, 4)) == ["13: '2' stands where the rows count to 3; number it 3"]
    assert proofread("rows-in-step", "1Oak\n2Elm\n3Ash\n3Fir") == [
        "4: '3' stands where the rows count to 4; number it 4"
    ]
