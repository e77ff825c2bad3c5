"""Tables whose cells stand in the middle of their rows, with hardly any space, rule or shade to part the rows."""

from __future__ import annotations

import pytest

from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_settings import lines_of, prose, table_of

MIDDLE = "table { border-spacing: 0 } td { vertical-align: middle; text-align: center; padding: 0 3pt; width: 9em }"
ROWS = [
    ["Kite", "Use in a fair wind", "Cost"],
    ["Carp of the mill", "It dives once, then it climbs again by +1 a turn", "12"],
    ["Sled", "Carries one lamp", "3"],
    ["Box kite", "Stands in a gale, and may turn a rival's line by -2", "20"],
    ["Sparrow with a long tail", "Any number may fly", "1"],
    ["Dragon", "Two people hold it; a third may take over in the same turn", "45"],
]


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("padding", ["0 3pt", "0.08pt 3pt"])
def test_rows_that_no_space_parts_are_told_by_the_middles_of_their_cells(
    read_as: ReadAs, columns: int, padding: str
) -> None:
    more = f"{MIDDLE} td {{ padding: {padding}; line-height: 1.2 }} tr {{ line-height: 1.2 }}"
    found = lines_of(read_as(prose() + table_of(ROWS) + prose(), rule="none", columns=columns, more=more))
    assert [line for line in found if line in {" ".join(row) for row in ROWS}] == [" ".join(row) for row in ROWS]


def test_cells_at_the_top_of_rows_without_space_between_them_are_no_centred_ones(read_as: ReadAs) -> None:
    more = f"{MIDDLE} td {{ vertical-align: top; text-align: left }}"
    found = lines_of(read_as(prose() + table_of(ROWS) + prose(), rule="none", more=more))
    assert [line for line in found if line in {" ".join(row) for row in ROWS}] == [" ".join(row) for row in ROWS]


@pytest.mark.parametrize("middle", ["top", "middle"])
def test_a_shaded_head_above_the_rules_of_a_table_is_a_row_of_it(read_as: ReadAs, middle: str) -> None:
    more = f"td {{ border: none; vertical-align: {middle} }} tr + tr td {{ border-bottom: 0.4pt solid }} "
    more += "tr:first-child td { background: #ccc } td:first-child { width: 3em }"
    long = "for a kite that two people fly together, with a line each, over the heads of all who watch from the bank"
    rows = [["+xD6", f"{long}, {long}."], ["+1D6", "in a gale"], ["-1D6", f"{long}; {long}."], ["-2", "by night"]]
    found = lines_of(read_as(prose() + table_of(rows) + prose(), more=more))
    assert [line for line in found if line in {" ".join(row) for row in rows}] == [" ".join(row) for row in rows]
