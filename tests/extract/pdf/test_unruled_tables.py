"""Tables whose columns are parted by vertical lines alone, without a rule, a shade or space between their rows."""

from __future__ import annotations

import pytest

from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import lines_of, prose, table_of

LINES = "table { table-layout: fixed } td { padding: 0 3pt } td + td { border-left: 0.5pt solid }"
ROWS = [
    ["Kite of the year", "First string", "Second string"],
    ["The wild swallow", "If a rival loses one, you add +1 to your climb", "-"],
    ["No tail, no regret", "Upset a flock. It suffers -1 Lift in the first gust of a storm", "+2 Lift"],
    ["Lantern", "Carries a light on 4+", "+1 Lift, and it may be seen from the next village"],
    ["Dragon and Dragonflycatcher", "Special", "Special"],
]


@pytest.mark.parametrize("align", ["left", "center"])
@pytest.mark.parametrize("columns", [1, 2])
def test_lines_between_columns_tell_whether_a_label_had_room(read_as: ReadAs, columns: int, align: str) -> None:
    """The label of the next row had room, a word that is too long for its cell runs over the line."""
    more = f"{LINES} td {{ border: none; line-height: 1.2 }} td + td {{ text-align: {align} }} td {{ width: 24mm }}"
    more += " td:first-child { width: 19mm } td + td { border-left: 0.5pt solid }"
    found = lines_of(read_as(prose() + table_of(ROWS) + prose(), rule="none", columns=columns, more=more))
    assert [line for line in found if line in {" ".join(row) for row in ROWS}] == [" ".join(row) for row in ROWS]


XS = (10, 90, 210, 300)
