"""Profiles: rows of numbers that run together, told apart by the digits of each cell."""

from collections.abc import Callable

import pytest

READINGS = """
- profiles: lamp/lamps
  from: Lamps of the marsh
  to: Lamps never burn
  rows: {oil: Oil lamp, fire: Signal fire}
  columns: {reach: <length>, glow: <count>, hours: <count>}
  shape: 00 / 0 0
  fact: rows.{column}.{row}
"""
READ = {
    "lamp/lamps rows.reach.oil": "10 cm",
    "lamp/lamps rows.glow.oil": "3",
    "lamp/lamps rows.hours.oil": "4",
    "lamp/lamps rows.reach.fire": "35 cm",
    "lamp/lamps rows.glow.fire": "0",
    "lamp/lamps rows.hours.fire": "2",
}


def page(oil: str, fire: str) -> str:
    return "\n".join(["Lamps of the marsh", f"Oil lamp{oil}", f"Signal fire{fire}", "Lamps never burn out."])


@pytest.mark.parametrize(
    ("oil", "fire"), [(" 10 / 3 4", " 35 / 0 2"), ("10 / 34", "35 / 02"), ("10/3 4", "35/02"), ("10 34", "3502")]
)
def test_cells_are_told_apart_however_they_run_together(read: Callable, facts: Callable, oil: str, fire: str) -> None:
    assert facts(read(page(oil, fire), READINGS)) == READ


def test_a_cell_that_stands_apart_may_change_its_length(read: Callable, facts: Callable) -> None:
    assert facts(read(page("10 / 34", " 5 / 12 2"), READINGS)) == READ | {
        "lamp/lamps rows.reach.fire": "5 cm",
        "lamp/lamps rows.glow.fire": "12",
    }


def test_a_row_with_a_digit_too_few_is_not_guessed_at(read: Callable, facts: Callable) -> None:
    found = read(page("10 / 3", "35 / 02"), READINGS)
    assert facts(found) == {fact: value for fact, value in READ.items() if "fire" in fact}
    assert ("lamp/lamps", "rows.reach.oil") not in found.expected
    [problem] = found.problems
    assert problem.message == ("the row 'Oil lamp' does not hold 3 numbers as its shape has them; it was not read")


def test_a_row_that_has_gone_is_still_looked_for(read: Callable, facts: Callable) -> None:
    found = read("Lamps of the marsh\nOil lamp10 / 34\nLamps never burn out.", READINGS)
    assert facts(found) == {fact: value for fact, value in READ.items() if "oil" in fact}
    assert ("lamp/lamps", "rows.reach.fire") in found.expected


def test_a_shape_with_too_few_cells_says_so(read: Callable) -> None:
    found = read(page("10 / 34", "35 / 02"), READINGS.replace("00 / 0 0", "00 / 0"))
    [problem] = found.problems
    assert problem.message == "shows 2 cells for 3 columns; write one for each"
