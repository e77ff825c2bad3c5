"""Tables whose columns are parted by vertical lines alone, without a rule, a shade or space between their rows."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.glyphs import Page, Rule, Run, Upright
from kensei_docs.extract.pdf.narrow_cells import with_words_joined
from kensei_docs.extract.pdf.reading_order import tables_on
from kensei_docs.extract.pdf.ruled_rows import row_of
from kensei_docs.extract.pdf.ruled_tables import tables_of
from kensei_docs.extract.pdf.tables_in_parts import with_rows_joined
from kensei_docs.extract.pdf.unruled_tables import grids_of, lined_tables_of, with_rows_of_grid
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


def test_cells_in_the_middle_of_their_columns_have_a_label_or_none() -> None:
    """Rules around the whole table tell no rows. The last label is wider than those above it."""
    texts = [
        ("kite", 100, "+1 to the climb of a sled,"), ("", 110, "or +2 in rain"), ("bell", 126, "two figs"),
        ("carp", 142, "two more figs for each"), ("and", 152, "carp"), ("lantern", 162, ""), ("sleds", 172, ""),
    ]  # fmt: skip
    runs = [_middle(x, y, text) for label, y, cell in texts for x, text in ((60, label), (160, cell)) if text]
    rules = [Rule(40, 240, y) for y in (90.0, 180.0)]
    [table] = tables_of(runs, rules)
    rows = [row.text for row in with_rows_of_grid(table, 1.2).rows]
    assert rows == [
        "kite +1 to the climb of a sled, or +2 in rain",
        "bell two figs",
        "carp and lantern sleds two more figs for each carp",
    ]


def test_the_lines_of_a_head_between_two_rules_may_be_in_the_middle_of_their_cells() -> None:
    texts = [("Evenings", 100, "Climbing"), ("of", 110, "in"), ("1", 124, "4 m"), ("2", 134, "6 m"), ("3", 144, "9 m")]
    runs = [_middle(x, y, text) for one, y, other in texts for x, text in ((60, one), (160, other))]
    [table] = tables_of(runs, [Rule(40, 200, y) for y in (90.0, 114.0, 150.0)])
    assert [row.text for row in table.rows] == ["Evenings of Climbing in", "1 4 m", "2 6 m", "3 9 m"]


@pytest.mark.parametrize("label", ["XD6", "xD6"])
def test_each_die_in_the_first_column_begins_a_row(label: str) -> None:
    lines = ["One die for each kite that this team has", "For each kite that is not of paper, and", "is near to others"]
    labels = [label, "+1D6", "", f"+{label}", "+/-X"]
    cells = [*lines, "As many as the priest says", "Whatever else"]
    places = [
        (x, 100 + 11.5 * i, text)
        for i, row in enumerate(zip(labels, cells, strict=True))
        for x, text in zip((40, 70), row, strict=True)
    ]
    [table] = grids_of([_run(*place) for place in places if place[2]], 1.15)
    assert [row.text for row in table.rows][:2] == [f"{label} {lines[0]}", f"+1D6 {lines[1]} {lines[2]}"]


def test_rows_that_space_parts_are_rows_although_no_cell_had_to_go_on() -> None:
    texts = [("Near", "Kites, sleds, lanterns,", "up to 20"), ("Meadow", "and paper bells.", "m"),
             ("Far", "Carps and dragons.", "up to 40"), ("Meadow", "", "m"),
             ("Last", "Swallows, old boats.", "up to 60"), ("Meadow", "", "m")]  # fmt: skip
    heights = [100.0, 114.2, 135.0, 148.3, 169.1, 183.3]
    rows = zip(heights, texts, strict=True)
    runs = [_run(x, y, text) for y, row in rows for x, text in zip((40, 90, 220), row, strict=True) if text]
    [table] = grids_of(runs, 1.417)
    assert [row.text for row in table.rows] == [
        "Near Meadow Kites, sleds, lanterns, and paper bells. up to 20 m",
        "Far Meadow Carps and dragons. up to 40 m",
        "Last Meadow Swallows, old boats. up to 60 m",
    ]


def test_a_line_without_a_label_goes_on_in_a_table_whose_rows_are_no_farther_apart_than_lines() -> None:
    texts = [("Kites", "2 figs (and a lantern in the rain)"), ("Sleds", "3 figs (and a lantern in the rain)"),
             ("Carps", "4 figs (and a lantern in the rain) and a bell that"), ("", "rings at night)")]  # fmt: skip
    rows = [(i, x, text) for i, row in enumerate(texts) for x, text in zip((40, 120), row, strict=True) if text]
    runs = [_run(x, 100 + 11.5 * i, text) for i, x, text in rows]
    [table] = grids_of(runs, 1.15)
    assert [row.text for row in table.rows][2:] == [f"Carps {texts[2][1]} rings at night)"]
    above = [run for run in runs[:-1] if run.y < 123] + [_run(40, 123, "Carps"), _run(120, 123, "4 figs")]
    assert grids_of([*above, runs[-1]], 1.15) == []


@pytest.mark.parametrize(("cell", "joined"), [("of the mill", True), ("Of the mill", False)])
def test_a_row_behind_the_end_of_a_column_begins_with_small_letters_as_others_do(cell: str, joined: bool) -> None:
    """A small letter tells that a cell goes on, if no whole cell above begins with one."""
    labels = ["Paper carps", "Paper flies"]
    rows = [
        row_of([_run(10, 100, label), _run(50, 100, text)])
        for label, text in zip(labels, [cell.title(), cell], strict=True)
    ]
    assert [len(group) for group in with_rows_joined([rows[:1], rows[1:]])] == ([1, 0] if joined else [1, 1])
    whole = row_of([_run(10, 80, "Paper bells"), _run(50, 80, cell)])
    assert [len(group) for group in with_rows_joined([[whole, *rows[:1]], rows[1:]])] == [2, 1]


@pytest.mark.parametrize("inset", [0, 6])
def test_the_rows_of_a_table_tell_how_far_it_is_moved_behind_a_column_that_has_nothing_else(inset: float) -> None:
    """The second column has a text, too, that begins before the cells."""
    rows = [("carp", "dives"), ("bell", "rings"), ("kite", "turns"), ("sled", "falls")]
    upper, lower = (
        [row_of([_run(x, y, label), _run(x + 40, y, text)]) for y, (label, text) in enumerate(some)]
        for x, some in ((10, rows[:2]), (200 + inset, rows[2:]))
    )
    text = [_run(200, 40, "a kite that nobody has flown")]
    groups = [upper, [*lower, *text]]
    assert with_rows_joined(groups) == groups


@pytest.mark.parametrize("again", [True, False])
def test_a_head_is_repeated_above_rows_of_a_line_each(again: bool) -> None:
    """The rows are read as lines; a row with the same words as the last one of the column above stays."""
    head, row = [[_run(10, y, "Kite"), _run(80, y, "Climb"), _run(140, y, "Cost")] for y in (80, 92)]
    row[0] = row[0]._replace(words=["Sled"])
    top, below = (
        [run._replace(y=y, x0=run.x0 + 300) for run in line] for y, line in ((80, head if again else row), (92, row))
    )
    assert with_rows_joined([[*head, *row], [*top, *below]]) == [[*head, *row], below if again else [*top, *below]]


@pytest.mark.parametrize("again", [True, False])
def test_a_head_is_repeated_whose_titles_stand_beside_one_another(again: bool) -> None:
    """The titles are no row of cells, but the numbers below them are."""
    titles = [_run(10, 80, "Kite"), _run(80, 80, "Gusts" if again else "Gales")]
    numbers = row_of([_run(80, 92, "1"), _run(140, 92, "2")])
    rows = [row_of([_run(10, y, f"Carp {y}"), _run(80, y, "a turn"), _run(140, y, "a dive")]) for y in (104, 116)]
    above = [_run(10, 80, "Kite"), _run(80, 80, "Gusts"), numbers, rows[0]]
    assert with_rows_joined([above, [*titles, numbers, rows[1]]])[1][: len(titles)] == ([rows[1]] if again else titles)


def test_a_head_with_a_title_and_broken_words_is_repeated_above_rows_of_a_line_each() -> None:
    """Nothing but the words of the head tells that it is one: each of its lines is a run."""
    broken = [
        _run(10, 92, "Heig")._replace(words=["Heig", "Win"], starts=[10, 30], ends=[22, 39], x1=39),
        _run(10, 102, "ht")._replace(words=["ht", "ds"], starts=[10, 30], ends=[16, 36], x1=36),
    ]
    head = [_run(10, 80, "Table of kites"), *broken]
    rows = [[_run(x, y, str(y + x)) for x in (10, 30, 50)] for y in (114, 126, 138, 150)]
    again = [run._replace(y=run.y - 40) for run in head]
    text = [_run(10, 60, "Nobody has flown it.")]
    above = [*text, *head, *rows[0], *rows[1]]
    assert with_rows_joined([above, [*again, *rows[2], *rows[3]]]) == [above, [*rows[2], *rows[3]]]
    assert with_rows_joined([above, [*again, *text]]) == [above, [*again, *text]]
    [joined] = with_words_joined([[run] for run in broken])
    assert [word for run in joined for word in run.words] == ["Heig\u200b", "ht", "Win\u200b", "ds"]


def test_a_line_beside_a_box_or_a_column_of_text_parts_no_cells() -> None:
    line = Upright(100, 90, 150)
    text = [_run(10, 100.0 + 12 * i, "a kite that nobody has flown") for i in range(4)]
    beside = [_run(110, 100.0 + 12 * i, "a box about bells") for i in range(4)]
    assert lined_tables_of(beside, [line], 1.2) == []
    assert lined_tables_of(text + beside, [line], 1.2) == []
    labels = [_run(10, 100.0 + 24 * i, "bell") for i in range(2)]
    assert len(lined_tables_of(labels + beside, [line], 1.2)[0].rows) == 2


def test_a_line_that_the_words_of_many_lines_run_over_parts_no_cells() -> None:
    line = Upright(100, 90, 150)
    labels = [_run(10, 100.0 + 12 * i, "bell") for i in range(4)]
    over = [_run(80, 100.0 + 12 * i, "dragonfly-catchers") for i in range(2)]
    beside = [_run(110, 124.0 + 12 * i, "bells") for i in range(2)]
    assert lined_tables_of([*labels, *over, *beside], [line], 1.2) == []


def test_a_table_with_vertical_lines_alone_may_go_over_the_columns_of_a_page() -> None:
    """It does if a line stands behind the first column or a cell's words cross its end; cells beside it are level."""
    rows = [["kite", "string", "one", "two"], ["swallow", "long", "4+", "-"], ["lantern", "short", "5+", "6+"]]
    cells = [_run(x, 100.0 + 14 * i, word) for i, row in enumerate(rows) for x, word in zip(XS, row, strict=True)]
    four = [Upright(x - 4, 90, 132) for x in XS[1:]]
    text = [_run(200, 100.0 + 14 * i, "a kite that flies over the village") for i in range(3)]
    page = Page(400, 600, [*PROSE, *cells], uprights=four)
    assert [[row.text for row in table.rows] for table in tables_on(page, [200.0])] == [list(map(" ".join, rows))]
    long = [run for run in cells if run.x0 < 90] + [_run(90, 128, "all that have ever been seen over this village")]
    page = Page(400, 600, [*PROSE, *long, _run(90, 100, "seen"), _run(90, 114, "never")], uprights=four[:1])
    [table] = tables_on(page, [200.0])
    assert table.rows[-1].text == "lantern all that have ever been seen over this village"
    # A text beside a table, with lines as high as its rows, is none of its cells.
    beside = [run for run in cells if run.x0 < 200]
    [table] = tables_on(Page(400, 600, [*PROSE, *beside, *text], uprights=four[:1]), [200.0])
    assert [row.text for row in table.rows] == ["kite string", "swallow long", "lantern short"]


def _run(x0: float, y: float, text: str) -> Run:
    words = text.split()
    starts = [x0 + 3.0 * sum(len(word) + 1 for word in words[:i]) for i in range(len(words))]
    ends = [start + 3.0 * len(word) for start, word in zip(starts, words, strict=True)]
    return Run(x0, ends[-1], y, 10, "Plain", words, starts, ends)


def _middle(x: float, y: float, text: str) -> Run:
    """Return words with their middle at ``x``."""
    return _run(x - 1.5 * len(text), y, text)


def test_the_sides_of_a_box_in_the_second_column_part_no_cells_from_the_first_one() -> None:
    """The lines in the box are as high as those beside it, which are short."""
    text = [_run(10, 100.0 + 14 * i, "a kite flies on") for i in range(3)]
    box = [_run(210, 100.0 + 14 * i, "one may be seen") for i in range(3)]
    page = Page(400, 600, [*PROSE, *text, *box], uprights=[Upright(x, 90, 132) for x in (204, 390)])
    assert not tables_on(page, [200.0])


def test_a_table_of_the_second_column_takes_no_text_from_the_first_one() -> None:
    """Its labels stand before its first line; the lines beside it are as high as its rows, and some are short."""
    text = [_run(10, 100.0 + 14 * i, words) for i, words in enumerate(["kites", "of the hill", "fly"])]
    cells = [_run(x, 100.0 + 14 * i, word) for i in range(3) for x, word in ((204, "bell"), (260, "4+"), (300, "-"))]
    page = Page(400, 600, [*PROSE, *text, *cells], uprights=[Upright(x, 90, 132) for x in (250, 290)])
    [table] = tables_on(page, [200.0])
    assert [row.text for row in table.rows] == ["bell 4+ -"] * 3


def test_tables_beside_one_another_are_two_if_their_lines_end_at_other_heights() -> None:
    left = [_run(x, 100.0 + 14 * i, word) for i in range(3) for x, word in ((10, "bell"), (90, "rings"))]
    right = [_run(x + 200, 100.0 + 14 * i, word) for i in range(3) for x, word in ((10, "kite"), (90, "flies"))]
    lines = [*(Upright(x, 90, 132) for x in (5, 80, 190)), *(Upright(x, 90, 160) for x in (205, 280, 390))]
    found = tables_on(Page(400, 600, [*PROSE, *left, *right], uprights=lines), [200.0])
    assert {row.text for table in found for row in table.rows} == {"bell rings", "kite flies"}


def test_the_lines_above_a_table_are_those_of_its_first_row_if_they_are_as_close() -> None:
    """The cells of the first row are centred, unlike those below it."""
    first = [("bell of", 126, "that rings"), ("the mill", 123, "in the village"), ("roof", 110, "when the rain comes")]
    runs = [run for i, (label, x, text) in enumerate(first) for run in (_cell(10, i, label), _cell(x, i, text))]
    for row in range(5):
        line = 3.7 + 2.7 * row
        runs += [
            _cell(10, line, "kites of"),
            _cell(110, line, "flies over all of it"),
            _cell(110, line + 1, "and is lost"),
        ]
    [table] = grids_of(runs, 1.1)
    assert table.rows[0].text == "bell of the mill roof that rings in the village when the rain comes"


def _cell(x: float, line: float, text: str) -> Run:
    return _run(x, 100 + 11 * line, text)


def test_figures_of_two_lines_in_cells_that_end_at_one_height_are_whole() -> None:
    rows = [[_run(10, y, "bell"), _run(90, y - 11, "D/"), _run(90, y, "W"), _run(150, y, "-")] for y in (120, 150, 180)]
    head = [_run(90, 92, "+1"), _run(150, 92, "+2")]
    runs = [run for row in rows for run in row]
    [table] = lined_tables_of([*head, *runs], [Upright(x, 80, 190) for x in (85, 145)], 1.1)
    assert [row.text for row in table.rows] == ["+1 +2", *["bell D/W -"] * 3]


XS = (10, 90, 210, 300)
PROSE = [_run(x, 200.0 + 12 * i, "one line of a text that goes on below") for i in range(10) for x in (10, 200)]


def test_the_name_of_a_group_had_room_behind_the_label_above() -> None:
    """A label that goes on had none. Rows are no farther apart than lines: only the figures tell where they begin."""
    rows = [("Old kites", "5"), ("All of these", "200"), ("Sleds", ""), ("Boys with three lanterns", "4")]
    rows += [("Every priest with a bell", "7"), ("here", ""), ("All of these", "9")]
    places = [(x, 100 + 11.5 * i, text) for i, row in enumerate(rows) for x, text in zip((40, 200), row, strict=True)]
    runs = [_run(*place) for place in places if place[2]]
    [table] = tables_of(runs, [Rule(40, 240, y) for y in (88.0, 175.0)])
    texts = [
        "Old kites 5",
        "All of these 200",
        "Sleds",
        "Boys with three lanterns 4",
        "Every priest with a bell here 7",
    ]
    assert [row.text for row in table.rows] == [*texts, "All of these 9"]
    assert [row.text for row in with_rows_of_grid(table, 1.15).rows] == [*texts, "All of these 9"]


def test_a_label_that_fills_its_column_is_a_cell_of_its_own_between_two_rules() -> None:
    """No wide space parts the widest label from the cell behind it; cells are in the middle of their rows' height."""
    cells = {100: "+1 +2 +3", 137: "-- -- W", 158: "-- W W"}
    runs = [_run(x, y, cell) for y, row in cells.items() for x, cell in zip((58, 80, 100), row.split(), strict=True)]
    runs += [_run(10, 116, "Unlighted bells --"), _run(80, 116, "W"), _run(100, 116, "D")]
    runs += [_run(10, 132, "Bells"), _run(10, 142, "of paper"), _run(10, 158, "Kites")]
    [table] = tables_of(runs, [Rule(5, 120, y) for y in (88.0, 104.0, 164.0)])
    found = with_rows_of_grid(table, 1.0).rows
    assert [row.text for row in found[1:]] == ["Unlighted bells -- W D", "Bells of paper -- -- W", "Kites -- W W"]
    assert [row.cells for row in found[1:]] == [[2, 1, 1, 1], [3, 1, 1, 1], [1, 1, 1, 1]]


def test_values_beside_a_stroke_at_the_end_of_a_line_go_on_in_the_next_one() -> None:
    """A line of the head by itself looks like the name of a group, so that space alone parts no rows."""
    rows = [("Kite", "", "10 /", "15", "4 /", "3"), ("Bell", "", "15 /", "20", "4 /", "9")]
    rows.append(("Old", "sled", "0 /", "5", "2 /", "1"))
    places = [
        (x, 100 + 30 * i + 13 * (j % 2), text)
        for i, row in enumerate(rows)
        for j, (x, text) in enumerate(zip((10, 10, 90, 90, 130, 130), row, strict=True))
        if text
    ]
    head = [
        _run(x, y, text)._replace(font="Bold") for x, y, text in ((90, 70, "Lift"), (130, 70, "HO/"), (130, 81, "PR"))
    ]
    [table] = grids_of([*head, *(_run(*place) for place in places)], 1.3)
    assert [row.text for row in table.rows][2:] == ["Kite 10 / 15 4 / 3", "Bell 15 / 20 4 / 9", "Old sled 0 / 5 2 / 1"]


def test_a_first_row_whose_label_alone_has_a_second_line_is_a_row() -> None:
    """The cell behind it is one line; the space before it is clearly wider than those between the words."""
    lines = [("a kite with", "is read by none."), ("bells", ""), ("A carp", "dives in a gust, and rises again over"),
             ("", "the roofs of the town at dusk."), ("A lantern", "burns for as long as its kite flies on"),
             ("at dusk", "over a roof of straw in the rain.")]  # fmt: skip
    heights = [100.0, 110.0, 126.0, 136.0, 152.0, 162.0]
    runs = [
        _run(x, y, t) for line, y in zip(lines, heights, strict=True) for x, t in zip((10, 50), line, strict=True) if t
    ]
    first = runs[0]._replace(
        x1=runs[1].x1,
        words=runs[0].words + runs[1].words,
        starts=runs[0].starts + runs[1].starts,
        ends=runs[0].ends + runs[1].ends,
    )
    [table] = grids_of([first, *runs[2:]], 1.0)
    assert next(row.text for row in table.rows) == "a kite with bells is read by none."


def test_stretched_lines_of_a_list_item_are_no_cells_whatever_its_sign_and_bold_words() -> None:
    """A sign has a narrow space behind it, and bold words have slightly wider ones than the others."""
    above = _spread(10, "\u2022 7 or more (7+): 2 gusts and 3 carps,", 100, [3.0, *[7.2] * 3, *[7.0] * 5])
    below = _spread(16, "butterflies from the roofs of town", 112, [9.6] * 5)
    assert grids_of([above, below], 1.2) == []


def _spread(x: float, text: str, y: float, spaces: list[float]) -> Run:
    """Return a line with these spaces between its words."""
    words = text.split()
    starts = [x + sum(3.0 * len(word) for word in words[:i]) + sum(spaces[:i]) for i in range(len(words))]
    ends = [start + 3.0 * len(word) for start, word in zip(starts, words, strict=True)]
    return Run(x, ends[-1], y, 8, "Plain", words, starts, ends)


@pytest.mark.parametrize(("leading", "rows"), [(1.2, 0), (1.65, 3)])
def test_lines_that_are_clearly_farther_apart_than_those_of_paragraphs_are_rows_without_a_label(
    leading: float, rows: int
) -> None:
    """One number may stand before several lines; where each row is a line, the text is read row by row anyway.

    Distances of equal rows differ a little, as browsers round.
    """
    texts = [
        "a kite without a tail",
        "a low wind",
        "a bell in the harbour",
        "a closed door",
        "a lake near by",
        "a moon",
    ]
    runs = []
    for i, (text, number) in enumerate(zip(texts, ["", "+1", "", "", "+2", ""], strict=True)):
        y, words = 100.0 + 17.25 * i - 0.75 * (i // 3), text.split()
        starts = [70.0 + sum(5.0 * len(word) + 3 for word in words[:j]) for j in range(len(words))]
        ends = [start + 5.0 * len(word) for start, word in zip(starts, words, strict=True)]
        runs += [Run(40, 52, y, 10, "Plain", [number], [40.0], [52.0])] if number else []
        runs.append(Run(70, ends[-1], y, 10, "Plain", words, starts, ends))
    assert sum(len(table.rows) for table in grids_of(runs, leading)) == rows
