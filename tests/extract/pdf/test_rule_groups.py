"""Tables over the columns of a page with few rules, and the short columns of text between two of them."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.across_columns import with_rows_across
from kensei_docs.extract.pdf.columns import column_edges, split, without_column_rules
from kensei_docs.extract.pdf.glyphs import Box, Page, Rule, Run, Upright
from kensei_docs.extract.pdf.reading_order import in_order, in_reading_order, tables_on
from kensei_docs.extract.pdf.ruled_rows import spaced_rows
from kensei_docs.extract.pdf.ruled_tables import sides_of_cells, tables_of
from kensei_docs.extract.pdf.shaded_rows import with_edges_of_shades
from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import ROWS, lines_of, prose, table_of, text_of

SHORT = [
    "A kite without a tail falls after a turn, wherever it is.",
    "Two of them fall in a turn of 3 m, and take a bell.",
]
SPANNING = """table { column-span: all; border-top: 0.8pt solid; border-bottom: 0.8pt solid }
td { border: none; text-align: center; padding: 3pt 4pt }"""
HEADS = {
    "shaded": "tr:first-child td { background: #ccd } table { border-top: none }",
    "between rules": "tr:first-child td { border-bottom: 0.4pt solid }",
}


@pytest.mark.parametrize("height", ["top", "middle", "bottom"])
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_few_lines_of_text_between_two_tables_over_the_columns_are_columns(
    read_as: ReadAs, head: str, height: str
) -> None:
    """Their lines are as level as those of a row; the cells of the tables stand on the gutter between the columns."""
    short = "".join(f"<p>{text}</p>" for text in SHORT * 3)
    body = prose() + table_of(ROWS) + short + table_of(ROWS[:4]) + prose()
    document = read_as(body, columns=2, rule="none", more=f"{SPANNING} td {{ vertical-align: {height} }} {head}")
    rows = [" ".join(row) for row in ROWS]
    assert [line for line in lines_of(document) if line in rows] == rows + rows[:4]
    assert " ".join(SHORT * 3) in text_of(document)


def test_a_foot_far_below_a_head_ends_its_table_if_no_text_is_between() -> None:
    rules = [Rule(45, 505, y) for y in (100, 120, 440)]
    head = [_run(60, 112, "Kite"), _run(300, 112, "Effect")]
    body = [
        run for i in range(15) for run in (_run(60 - i % 3, 140.0 + 20 * i, "carp"), _run(300 + i, 140.0 + 20 * i, "-"))
    ]
    [table] = tables_of([*head, *body], rules)
    assert len(table.rows) == 16
    long = _run(300, 340, "a kite that flies for so long that nobody knows")
    [table] = tables_of([*head, *(run for run in body if run.y != 340 or run.x0 < 300), long], rules)
    assert len(table.rows) == 16
    text = [_run(45, 140.0 + 12 * i, "a kite that nobody has flown so far") for i in range(20)]
    assert all(table.whole.y < 120 for table in tables_of([*head, *text], rules))


@pytest.mark.parametrize("number", [True, False])
def test_a_table_that_the_end_of_a_page_breaks_off_has_no_foot_there_and_no_head_on_the_next(number: bool) -> None:
    """There may be the number of the page below its last row; the labels are in the middle of their rows."""

    def rows(first: float) -> list[Run]:
        return [
            run
            for i in range(5)
            for run in (
                _run(60, first + 5.5 + 28 * i, "carp"),
                _run(200, first + 28 * i, "flies as far as it likes"),
                _run(200, first + 11 + 28 * i, "and comes back again"),
            )
        ]

    pieces = [Rule(x0, x1, y) for y in (100, 120) for x0, x1 in ((45, 190), (190, 505))]
    head = [_run(60, 112, "Kite"), _run(200, 112, "Effect")]
    foot = [_run(270, 780, "4")] if number else []
    assert sides_of_cells(pieces, [], [*head, *rows(135), *foot]) == ([], [])
    page = Page(550, 800, [*head, *rows(135), *foot], [Rule(45, 505, 100), Rule(45, 505, 120)])
    [table] = tables_on(page, [])
    whole = "carp flies as far as it likes and comes back again"
    assert [row.text for row in table.rows] == ["Kite Effect", *[whole] * 5]
    text = [_run(60, 290.0 + 12 * i, "a kite that nobody has flown") for i in range(10)]
    [table] = tables_on(Page(550, 800, [*rows(60), *text], [Rule(45, 505, 200)]), [])
    assert [row.text for row in table.rows] == [whole] * 5
    above = _run(45, 48, "a kite that nobody has flown")
    found = tables_on(Page(550, 800, [above, *rows(60), *text], [Rule(45, 505, 200)]), [])
    assert all(above not in table.runs for table in found)


def test_the_head_of_rows_that_no_rule_parts_has_no_sides() -> None:
    pieces = [Rule(x0, x1, y) for y in (100, 120, 440) for x0, x1 in ((45, 200), (200, 505))]
    head = [_run(60, 112, "Kite"), _run(300, 112, "Effect")]
    assert sides_of_cells(pieces, [], head) == ([], [])
    assert len(sides_of_cells(pieces[:4], [], head)[1]) == 3


def test_a_row_of_several_lines_above_a_single_rule_is_not_its_last_line() -> None:
    row = [
        _run(60, 100, "carp of"),
        _run(200, 100, "dives once"),
        _run(66, 112, "the mill"),
        _run(208, 112, "or twice"),
    ]
    assert tables_of(row, [Rule(45, 300, 118)]) == []
    assert len(tables_of(row[2:], [Rule(45, 300, 118)])) == 1


@pytest.mark.parametrize("foot", [True, False])
def test_a_table_with_a_shaded_head_ends_at_the_next_rule_or_with_the_page(foot: bool) -> None:
    """The shade is a row then, and no box over the columns."""
    rows = [(x, 100.0 + 18 * i, f"{i}+") for i in range(4) for x in (60, 180, 240, 330, 420)]
    runs = [_run(x, y, word) for x, y, word in rows]
    rules = [Rule(45, 505, 160)] if foot else []
    page = with_edges_of_shades(Page(550, 800, runs, rules, panels=[Box(45, 88, 505, 105)]))
    assert page.panels == []
    [table] = tables_of(page.runs, page.rules, page.uprights)
    assert len(table.rows) == 4
    below = [_run(45, 190.0 + 12 * i, "a kite that nobody has flown so far") for i in range(3)]
    longer = with_edges_of_shades(Page(550, 800, runs + below, rules, panels=[Box(45, 88, 505, 105)]))
    assert (longer.panels == []) is foot


def test_lines_that_extend_across_columns_below_one_another_are_one_table() -> None:
    """Each label stands on the last line of its cell, which has its middle on the gutter."""
    rows = {
        "-3": ["The flyer of the upper village is lost"],
        "-2": ["Half of its kites fell", "The bell of the mill was rung this turn"],
        "-1": ["For each string that was cut", "Any paper carps", "It flies nearer to the tower than others"],
        "+1": ["Climbing in a breeze", "Mostly swallows", "Higher than the roofs around it"],
        "+2": ["The priest sees it and has been bribed", "Mostly lanterns"],
    }
    runs, y = [], 100.0
    for label, cell in rows.items():
        runs += [_run(300 - 2 * len(text), y + 11 * i, text) for i, text in enumerate(cell)]
        y += 11 * len(cell)
        runs.append(_run(60, y - 11, label))
        y += 7
    page = Page(550, 800, sorted(runs, key=lambda run: run.y))
    [table] = tables_on(page, [300.0])
    assert [row.text for row in table.rows] == [" ".join([label, *cell]) for label, cell in rows.items()]
    assert len(in_order(page, [300.0])) == 1


def test_rows_of_many_figures_without_rules_extend_across_columns_unless_a_label_begins_there() -> None:
    """A cell of a table says nothing of where a column begins, and a paragraph's indent is no edge."""
    text = "a kite that nobody has flown so far"
    heights = [*(100.0 + 12 * i for i in range(9)), *(300.0 + 12 * i for i in range(9))]
    prose = [_run(x + 12 * (i % 3 == 0), y, text) for i, y in enumerate(heights) for x in (45, 300)]
    rows = [[_run(x, 220.0 + 12 * i, f"{i}+") for x in (70, 110, 160, 350, 390)] for i in range(6)]
    page = Page(550, 800, sorted([*prose, *(run for row in rows for run in row)], key=lambda run: run.y))
    assert column_edges([page, page]) == [300.0]
    [across] = with_rows_across([page], [300.0])
    assert len(in_order(across, [300.0])) > len(in_order(page, [300.0])) == 2
    read = in_reading_order([page, page])[1]
    assert [len(one.groups) > 2 for one in read] == [True, True]
    labelled = page._replace(runs=[run._replace(words=["bell"]) if run.x0 == 350 else run for run in page.runs])
    assert with_rows_across([labelled], [300.0]) == [labelled]


@pytest.mark.parametrize(("step", "across"), [(60.0, True), (70.0, False)])
def test_cells_that_begin_where_a_column_does_are_across_it_if_all_are_as_far_apart(step: float, across: bool) -> None:
    """Capitals that stand for a word are no label."""
    places = [60.0, 120.0, 180.0, 240.0, 300.0, 300.0 + step, 300.0 + 2 * step]
    rows = [[_run(x, 220.0 + 12 * i, "PB" if i % 2 else "W") for x in places] for i in range(6)]
    page = Page(550, 800, [run for row in rows for run in row])
    assert (with_rows_across([page], [299.0]) != [page]) == across


@pytest.mark.parametrize(("by", "across"), [(0.0, True), (9.0, False)])
def test_a_row_at_the_top_of_a_page_goes_on_with_a_table_across_the_columns(by: float, across: bool) -> None:
    """Its cells are below those of the page before; a single row with others tells nothing."""
    rows = [[_run(x, 640.0 + 12 * i, f"{i}+") for x in (70, 110, 160, 350, 390)] for i in range(5)]
    first = Page(550, 800, [run for row in rows for run in row])
    second = Page(550, 800, [_run(x + by * (x > 100), 60, "4+") for x in (70, 110, 160, 350, 390)])
    assert with_rows_across([second], [300.0]) == [second]
    assert (with_rows_across([first, second], [300.0])[1] != second) == across


def test_the_indents_of_a_page_are_no_edges_of_columns() -> None:
    text = "a kite that nobody has flown so far"
    prose = [_run(x, 100.0 + 12 * i, text) for i in range(24) for x in (45, 300 + 10 * (i % 2))]
    page = Page(550, 800, prose)
    assert [len(group) for group in in_order(page, [300.0])] == [24, 24]


def test_a_line_between_the_columns_parts_no_cells() -> None:
    """The text begins at the edge of the column behind it; a piece of it beside other things is left out as well."""
    text = "a kite that nobody has flown so far"
    prose = [_run(x, 100.0 + 12 * i, text) for i in range(6) for x in (45, 300)]
    pieces = [Upright(294, 90, 165), Upright(294, 300, 340)]
    cells = [_run(x, 310.0 + 12 * i, "bell") for i in range(2) for x in (45, 310)]
    page = Page(550, 800, [*prose, *cells], uprights=pieces)
    assert [one.uprights for one in without_column_rules([page], [300.0])] == [[]]
    lined = [run._replace(x0=run.x0 + 4) if run.x0 == 300 else run for run in prose]
    assert without_column_rules([page._replace(runs=lined)], [300.0])[0].uprights == pieces


def test_the_cells_of_many_rows_are_no_edge_of_a_column() -> None:
    text = "a kite that nobody has flown so far"
    prose = [_run(45, 100.0 + 12 * i, text) for i in range(20)]
    rows = [_run(x, 400.0 + 12 * i, "or a bell") for i in range(20) for x in (45, 130, 210, 290, 370, 450)]
    page = Page(550, 800, [*prose, *rows])
    assert column_edges([page, page]) == []


def test_two_columns_of_text_between_tables_of_one_width_are_no_rows() -> None:
    text = "a kite that nobody has flown so far"
    cells = [
        _run(x + 3 * (i % 2), y + 14 * i, "carp") for y in (112.0, 312.0) for i in range(4) for x in (80, 230, 420)
    ]
    prose = [_run(x, 190.0 + 12 * i, text) for i in range(6) for x in (45, 290)]
    rules = [Rule(45, 505, y) for y in (100, 118, 170, 300, 318, 370)]
    tables = tables_of([*cells, *prose], rules)
    assert [len(table.rows) for table in tables] == [4, 4]


def test_a_column_that_is_mostly_a_table_is_a_column_if_its_text_begins_at_the_edge() -> None:
    text = "a kite that nobody has flown so far"
    left = [_run(45, 100.0 + 12 * i, text) for i in range(14)]
    cells = [_run(x, 100.0 + 12 * i, "bell") for i in range(12) for x in (330.0 + i, 420.0 - i)]
    right = [_run(300, 244.0 + 12 * i, text) for i in range(2)]
    runs = sorted([*left, *cells, *right], key=lambda run: run.y)
    assert len(split(runs, [300.0])) == 2
    assert len(split([run for run in runs if run not in right[1:]], [300.0])) == 1


@pytest.mark.parametrize("at", [0, 1, 2])
def test_rows_are_told_by_the_space_between_them_wherever_a_label_stands(at: int) -> None:
    labels = [_run(60, 100.0 + 40 * i + 11 * at, "carp") for i in range(3)]
    cells = [_run(200, 100.0 + 40 * i + 11 * line, "dives") for i in range(3) for line in range(3)]
    assert [len(row) for row in spaced_rows([labels, cells])] == [4, 4, 4]


def test_a_head_may_have_no_label() -> None:
    labels = [_run(60, 151.0 + 40 * i, "carp") for i in range(3)]
    heights = [100.0, *(140.0 + 40 * i + 11 * line for i in range(3) for line in (0, 1))]
    columns = [labels, *([_run(x, y, "dives") for y in heights] for x in (200, 300))]
    assert [len(row) for row in spaced_rows(columns)] == [2, 5, 5, 5]
    more = [_run(x, 120, "falls") for x in (200, 300)]
    two = [labels, *([column[0], extra, *column[1:]] for column, extra in zip(columns[1:], more, strict=True))]
    assert [len(row) for row in spaced_rows(two)] == [2, 2, 5, 5, 5]


def test_groups_of_rows_of_a_line_each_are_not_rows() -> None:
    heights = [100.0, 111.0, 122.0, 140.0, 151.0, 162.0]
    assert spaced_rows([[_run(x, y, "carp") for y in heights] for x in (60, 200)]) == []


def test_lines_below_a_head_are_several_rows_where_there_are_several_labels() -> None:
    """Only the head stands apart; a cell of one row has no hole."""
    heights = [100.0, 118.0, 129.0, 140.0, 151.0]
    cells = [_run(200, y, "dives") for y in heights]
    assert spaced_rows([[_run(60, y, "carp") for y in (heights[0], heights[1], heights[3])], cells]) == []
    assert [len(row) for row in spaced_rows([[_run(60, y, "carp") for y in heights[:3]], cells])] == [2, 6]


def _run(x0: float, y: float, text: str) -> Run:
    words = text.split()
    starts = [x0 + 4.0 * sum(len(word) + 1 for word in words[:i]) for i in range(len(words))]
    ends = [start + 4.0 * len(word) for start, word in zip(starts, words, strict=True)]
    return Run(x0, ends[-1], y, 10, "Plain", words, starts, ends)


def test_a_name_in_another_font_above_the_first_row_is_a_row_by_itself() -> None:
    """A label's lines are in one font. Rules are around the head and at the foot alone."""
    rows = [("Kites", "", ""), ("Carp", "3", "20"), ("Long swallow", "5", "25"), ("Sum", "", "45")]
    rows += [("Lanterns", "", ""), ("Bell", "2", "10"), ("Sum", "", "10")]
    runs = [_run(x, 112, text) for x, text in ((60, "Name"), (300, "Number"), (400, "Price"))]
    for i, row in enumerate(rows):
        font = "Plain" if row[0] == "Sum" or row[1] else "Strong"
        runs += [
            _run(x, 132.0 + 11 * i, text)._replace(font=font)
            for x, text in zip((60, 300, 400), row, strict=True)
            if text
        ]
    [table] = tables_of(runs, [Rule(45, 505, y) for y in (100, 118, 205)])
    assert [row.text for row in table.rows][1:] == [" ".join(filter(None, row)) for row in rows]


@pytest.mark.parametrize("high", [1, 8])
def test_two_tables_directly_below_one_another_each_have_rules_around_the_head_and_at_the_foot(high: int) -> None:
    """The foot of the second one is far below its head if it is ``high``."""
    first = [_run(60, 112, "Climbing"), _run(200, 112, "Number of gusts")]
    first += [_run(60, 132, "Carp"), *(_run(200, y, "flies over the roofs of") for y in (132, 142))]
    first += [_run(60, 160, "Swallow"), *(_run(200, y, "flies over the roofs of") for y in (160, 170))]
    second = [_run(60, 194, "Price"), _run(300, 194, "Sum")]
    second += [_run(x, 214.0 + 22 * i, text) for i in range(high) for x, text in ((60, "bell"), (300, "4"))]
    rules = [Rule(45, 505, y) for y in (100, 118, 176, 182, 200, 206 + 22 * high)]
    tables = tables_of([*first, *second], rules)
    assert [min(run.y for run in table.runs) for table in tables] == [112, 194]
    assert all(not table.row_by_row for table in tables)
    assert len(tables[1].rows) == 1 + high


def test_two_rules_below_a_head_part_no_table() -> None:
    cells = [_run(x, 112.0 + 20 * i, "carp") for i in range(4) for x in (60, 200)]
    [table] = tables_of(cells, [Rule(45, 505, y) for y in (100, 118, 120, 138, 158, 178)])
    assert len(table.rows) == 4
