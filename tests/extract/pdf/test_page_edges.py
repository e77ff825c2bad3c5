"""Drop capitals that have no room in the column of their paragraph, or whose paragraph has none there."""

from __future__ import annotations

from kensei_docs.extract.pdf.glyphs import Run
from kensei_docs.extract.pdf.page_edges import with_capitals_returned


def line(text: str, y: float, x: float = 40, size: float = 10) -> Run:
    return Run(x, x + 5 * len(text), y, size, "Set", text.split())


def said(groups: list[list[Run]]) -> list[list[str]]:
    return [[run.text for run in group] for group in with_capitals_returned(groups, lambda run: run.size > 12)]


HEAD = line("Kites", 100, size=14)
FIRST = [HEAD, line("he wind turns the sails of", 114), line("every kite that is", 126)]


def test_a_capital_in_the_next_column_goes_back_to_its_word() -> None:
    second = [line("Tflown on a hill.", 40, 200), line("It is never flown in the rain,", 52, 228)]
    whole = [["Kites", "The wind turns the sails of", "every kite that is"], ["flown on a hill.", second[1].text]]
    assert said([FIRST, second]) == whole
    # The browser draws it at the foot of a page as well, cut off.
    before = [line("Sleds carry one lantern.", 300), line("T", 330, size=30)]
    assert said([before, FIRST, second]) == [["Sleds carry one lantern."], *whole]


def test_a_capital_at_the_foot_of_a_column_begins_the_paragraph_in_the_next_one() -> None:
    first = [line("Sleds carry one lantern.", 80), HEAD, line("T", 130, size=30)]
    second = [line("he wind turns the sails of", 40, 228), line("every kite.", 52, 200)]
    assert said([first, second]) == [
        ["Sleds carry one lantern.", "Kites"],
        ["The wind turns the sails of", "every kite."],
    ]


def test_a_column_that_begins_with_an_indented_line_keeps_its_capital() -> None:
    second = [line("Carps climb.", 40, 200), line("They dive as well.", 52, 200)]
    assert said([FIRST, second])[1] == ["Carps climb.", "They dive as well."]
