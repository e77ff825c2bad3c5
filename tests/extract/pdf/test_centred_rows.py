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


def test_a_table_in_two_halves_is_read_one_half_after_the_other(read_as: ReadAs) -> None:
    halves = [
        ["+1D6", "for a kite with a tail", "-2", "for a rider whose horse is tired by now"],
        ["-1D6", "in the rain", "+/-<br>X", "what the weather of the day allows, of which the umpire tells you"],
    ]
    more = "table { border-spacing: 0 } td { padding: 1pt 6pt; width: 13em } td:nth-child(odd) { width: 3em }"
    found = lines_of(read_as(prose() + table_of(halves) + prose(), rule="none", more=more))
    rows = [line for line in found if line[:2] in ("+1", "-1", "-2", "+/")]
    assert [row[:12] for row in rows] == ["+1D6 for a k", "-1D6 in the ", "-2 for a rid", "+/-X what th"]


@pytest.mark.parametrize("middle", ["top", "middle"])
def test_a_shaded_head_above_the_rules_of_a_table_is_a_row_of_it(read_as: ReadAs, middle: str) -> None:
    more = f"td {{ border: none; vertical-align: {middle} }} tr + tr td {{ border-bottom: 0.4pt solid }} "
    more += "tr:first-child td { background: #ccc } td:first-child { width: 3em }"
    long = "for a kite that two people fly together, with a line each, over the heads of all who watch from the bank"
    rows = [["+xD6", f"{long}, {long}."], ["+1D6", "in a gale"], ["-1D6", f"{long}; {long}."], ["-2", "by night"]]
    found = lines_of(read_as(prose() + table_of(rows) + prose(), more=more))
    assert [line for line in found if line in {" ".join(row) for row in rows}] == [" ".join(row) for row in rows]


def test_a_table_in_two_halves_over_the_end_of_a_page_has_its_right_half_behind_the_whole_left_one(
    read_as: ReadAs,
) -> None:
    long = "it climbs while all the others wait on the bank and count the turns that it takes to be above them"
    halves = [
        [f"+{i}D6", f"at bell {i} {long}", f"-{i}", f"past lamp {i} {'the wind drops a little ' * (i % 3)}".strip()]
        for i in range(1, 9)
    ]
    more = "@page { size: 150mm 75mm } table { border-spacing: 0; break-inside: auto } "
    more += "td { padding: 1pt 6pt; width: 13em } td:nth-child(odd) { width: 3em }"
    document = read_as(table_of(halves) + prose(), rule="none", more=more)
    found = [line for line in lines_of(document) if line[:1] in "+-"]
    assert [line.split(" ", 1)[0] for line in found] == [row[0] for row in halves] + [row[2] for row in halves]
    assert all(line.count(long) == 1 for line in found[:8])
