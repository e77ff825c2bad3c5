"""Tables whose rules are drawn in a piece for each cell: the pieces meet where the columns do."""

from __future__ import annotations

import pytest

from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import lines_of, prose, table_of

HEAD = ["Kite", "First gust", "Second gust", "Third gust"]
ROWS = [
    ["Paper carp", "+1 Lift", "+1 Lift in a storm, +2 Turns", "Choice of tails, 3 turns, +2 Lift"],
    ["The long swallow", "+2 Turns against mounted strings, +1 Lift", "-", "+1 Lift, never tangled"],
    ["Lantern", "+2 Lift, -1 Turns above the roofs of the town", "+1 Lift, +2 Turns", "-"],
    ["Mastery of bells", "Special (see the last page)", "Special", "Special"],
]
SET = """table { table-layout: fixed } td { border: none;
border-bottom: 0.5pt solid; vertical-align: middle; padding: 1pt 3pt } td + td { text-align: center }"""


@pytest.mark.parametrize("drawn", ["collapse", "separate; border-spacing: 0"])
@pytest.mark.parametrize("columns", [1, 2])
def test_cells_in_the_middle_of_their_rows_keep_to_the_pieces(read_as: ReadAs, columns: int, drawn: str) -> None:
    """No left edge is common to the cells of a column, and the lines of one cell are between those of another.

    A piece is a line, or what is between two rectangles that only differ in their lower sides.
    """
    more = f"{SET} table {{ border-collapse: {drawn} }}"
    tables = table_of([HEAD, *ROWS]) + prose() + table_of([[*HEAD[:1], "Cost"], *([row[0], row[1]] for row in ROWS)])
    found = lines_of(read_as(prose() + tables + prose(), rule="none", columns=columns, size=8, more=more))
    for row in [HEAD, *ROWS, *(row[:2] for row in ROWS)]:
        assert " ".join(row) in found


def test_a_heading_between_two_tables_with_the_same_columns_is_no_row(read_as: ReadAs) -> None:
    """The last rule of one table and the first of the next meet at the same places."""
    heading = "<h2 style='margin: 9pt 0 5pt'>Kites of the mill</h2>"
    body = prose() + table_of([HEAD, *ROWS]) + heading + table_of([HEAD, *ROWS[1:]]) + prose()
    document = read_as(body, rule="none", size=8, more=SET)
    rows = [document.lines[i].text for i in range(len(document.lines)) if document.cells_at(i)]
    assert rows == [" ".join(row) for row in [HEAD, *ROWS, HEAD, *ROWS[1:]]]
    assert "Kites of the mill" in lines_of(document)


def test_the_name_of_a_group_between_rules_is_no_part_of_its_first_row(read_as: ReadAs) -> None:
    """The file writes the name and the first cell of the row one after the other, as it writes lines of one cell."""
    group = [["Mill", "", ""], ["Sled", "2", "+1 Lift"], ["Carp", "3", "-"]]
    more = "td { border: none; padding: 2pt 4pt } tr:nth-child(3n+1) td { border-top: 0.5pt solid }"
    more += " td + td { border-left: 0.5pt solid } table { border: 0.5pt solid }"
    found = lines_of(read_as(prose() + table_of(3 * group) + prose(), rule="none", more=more))
    assert [line for line in found if line in {"Mill", "Sled 2 +1 Lift", "Carp 3 -"}] == 3 * [
        "Mill",
        "Sled 2 +1 Lift",
        "Carp 3 -",
    ]
