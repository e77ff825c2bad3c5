"""Tables whose cells stand in the middle of their rows, with hardly any space, rule or shade to part the rows."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.centred_rows import Middles
from kensei_docs.extract.pdf.glyphs import Box, Page, Rule, Run, Upright
from kensei_docs.extract.pdf.lines import lines_of as lines_on
from kensei_docs.extract.pdf.ruled_rows import had_room, row_of, rows_in_box
from kensei_docs.extract.pdf.ruled_tables import tables_of
from kensei_docs.extract.pdf.shaded_rows import with_edges_of_shades
from kensei_docs.extract.pdf.table_columns import gutters_of
from kensei_docs.extract.pdf.tables_in_parts import with_halves_parted
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


@pytest.mark.parametrize("count", [60, 2000])
def test_a_page_of_any_height_is_read(count: int) -> None:
    columns = [[_word(x, 12.0 * i, "kite") for i in range(count)] for x in (0, 100)]
    known = [[range(i, i + 1)] * 2 for i in range(count)]
    assert Middles(columns, 10, lambda *_: True).rows(known, True) == known


def test_heads_that_are_nearly_as_wide_as_their_columns_stand_over_figures() -> None:
    heads = [(20, "Steer-", 0.0), (59, "Lift", 6.0), (93, "Strength", 6.0), (130, "Tai-", 0.0), (163, "Colour", 6.0)]
    heads += [(20, "ing", 12.0), (130, "led", 12.0)]
    figures = [(20, "4"), (59, "4+"), (93, "3"), (130, "2"), (163, "7")]
    words = [_centred(x, y, word) for x, word, y in heads] + [_centred(x, 24.0, word) for x, word in figures]
    lines = lines_on(words)
    gutters = gutters_of(lines, 10)
    assert [(gutter.x0, gutter.x1) for gutter in gutters] == [(35, 49), (69, 73), (113, 120), (140, 148)]
    gutters = gutters_of(lines[:-1], 10)
    assert len(gutters) < 4


def test_a_few_short_figures_beside_cells_of_many_lines_have_a_column() -> None:
    def lines(count: int, figure: str) -> list[list[Run]]:
        return [
            [
                _word(20, 12.0 * i, "climbs"),
                *([_word(100, 12.0 * i, figure)] * (i % count == 0)),
                _word(150, 12.0 * i, "by"),
            ]
            for i in range(40)
        ]

    assert [gutter.x1 for gutter in gutters_of(lines(10, "-2"), 10)] == [100, 150]
    assert [gutter.x1 for gutter in gutters_of(lines(20, "-2"), 10)] == [150]
    assert [gutter.x1 for gutter in gutters_of(lines(10, "two"), 10)] == [150]


def test_the_rest_of_a_label_in_small_letters_begins_no_row() -> None:
    def rows(*labels: str) -> list[int]:
        columns = [[_word(50, 12.0 * i, label) for i, label in enumerate(labels)]]
        columns.append([_word(120, 12.0 * i, str(i)) for i in range(len(labels))])
        known = [[range(i, i + 1)] * 2 for i in range(len(labels))]
        return [len(row[0]) for row in Middles(columns, 10, lambda *_: False).rows(known, False)]

    assert rows("Hand", "hurled", "Bow") == [2, 1]
    assert rows("Hand", "Sling", "Bow") == [1, 1, 1]
    assert rows("hand", "sling", "bow") == [1, 1, 1]


def test_the_last_row_below_a_shade_has_all_lines_of_its_label() -> None:
    rows = [("red", "oak", "P", "W"), ("old", "elm", "W", "D"), ("low", "fir", "P", "D"), ("far", "ash", "D", "D")]
    runs = []
    for i, (*label, first, second) in enumerate(rows):
        top = 100.0 + 30 * i
        runs += [_word(50, top, label[0]), _word(50, top + 18, "s"), _word(50, top + 9, label[1])]
        runs += [_word(120, top + 9, first), _word(160, top + 9, second)]
    shades = [Box(45, y - 10, 200, y + 20) for y in (100.0, 160.0)]
    page = with_edges_of_shades(Page(500, 800, sorted(runs, key=lambda run: run.y), panels=shades))
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert [row.words for row in table.rows][-1] == ["far", "ash", "s", "D", "D"]


def test_signs_in_most_columns_tell_the_rows_between_two_rules() -> None:
    lines = [
        [_word(50, 100, "Unpaint"), _word(120, 100, "--"), _word(160, 100, "W"), _word(200, 100, "D/")],
        [_word(50, 110, "ed"), _word(200, 110, "W")],
        [_word(50, 123, "Gilded"), _word(120, 123, "--"), _word(160, 123, "2D"), _word(200, 123, "D")],
    ]
    assert [[run.text for run in row] for row in rows_in_box(lines)] == [
        ["Unpaint", "--", "W", "D/", "ed", "W"],
        ["Gilded", "--", "2D", "D"],
    ]


def test_words_in_all_columns_are_one_row_between_two_rules() -> None:
    lines = [
        [_word(50, 100, "Kite"), _word(120, 100, "Near"), _word(160, 100, "Far")],
        [_word(50, 110, "type"), _word(120, 110, "range"), _word(160, 110, "range")],
    ]
    assert len(rows_in_box(lines)) == 1


def _word(x0: float, y: float, word: str) -> Run:
    return Run(x0, x0 + 5 * len(word), y, 10, "Plain", [word], [x0], [x0 + 5 * len(word)])


def _centred(middle: float, y: float, word: str) -> Run:
    return _word(middle - 2.5 * len(word), y, word)


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


def test_a_shaded_head_above_lines_between_cells_is_a_row_of_the_table() -> None:
    words = [[_word(x, y, "ab") for x in (50, 100, 150)] for y in (100, 120, 140)]
    uprights = [Upright(x, 108, 148) for x in (45, 95, 145)]
    page = Page(500, 800, [word for row in words for word in row], uprights=uprights, panels=[Box(45, 90, 200, 108)])
    shaded = with_edges_of_shades(page)
    assert {(one.y0, one.y1) for one in shaded.uprights} == {(90, 148)}


def test_lines_that_had_room_for_the_next_word_are_rows_below_the_head_of_a_table() -> None:
    rows = [
        [_word(50, y, label), _word(100, y, words)] for y, label, words in ((100, "far", "40"), (110, "near", "20"))
    ]
    assert had_room(rows, 200.0)
    assert not had_room(rows, 115.0)


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


def test_columns_of_a_table_in_two_halves_may_begin_elsewhere_behind_the_end_of_a_page() -> None:
    """Where cells are centred, the left edges of a column are those of its longest cell on the page."""

    def row(y: float, lefts: list[float], *figures: str) -> Run:
        texts = [
            _word(x, y, "bells")._replace(words=["two", "bells"], boxes=[Box(x, y - 9, x + 30, y)] * 2)
            for x in lefts[1::2]
        ]
        return row_of([*(_word(x, y, figure) for x, figure in zip(lefts[::2], figures, strict=True)), *texts])

    first = [row(100, [50, 90, 200, 240], "+1", "-1"), row(120, [50, 90, 200, 240], "+2", "-2")]
    second = [row(40, [50, 110, 200, 260], "+3", "-3"), row(60, [50, 110, 200, 260], "+4", "-4")]
    found = with_halves_parted([first, second])
    assert [[run.words[0] for run in group] for group in found] == [["+1", "+2"], ["+3", "+4", "-1", "-2", "-3", "-4"]]


def test_a_shaded_head_is_as_high_as_the_rows_below_it() -> None:
    words = [_word(x, y, "ab") for y in (100, 140, 180) for x in (50, 100, 150)]
    words += [_word(50, y + 12, "ab") for y in (100, 140, 180)]
    rules = [Rule(45, 200, y) for y in (158, 198)]
    page = with_edges_of_shades(
        Page(500, 800, sorted(words, key=lambda run: run.y), rules, panels=[Box(45, 90, 200, 118)])
    )
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert len(table.rows) == 3
