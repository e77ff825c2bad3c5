"""A sheet of an invented game reads the same however it is set: columns, rules, fonts, capitals, hyphens."""

from __future__ import annotations

import pytest

from kensei_docs.extract.document import Document
from tests.extract.pdf.conftest import ReadAs

PROSE = {
    "Punting": [
        "Every punt of a club moves once in a turn, in the order that its captain likes best, and never over a lock "
        "that is shut. A heavy punt goes 9 cm down the stream and 4 cm against it.",
        "Each apple that hits is counted by the umpire, who sits on the bank and is bribed with 2D6 buns by anybody "
        "who wants an honest afternoon on the river.",
    ],
    "Picnics": [
        "Nobody attacks a picnic. The club that spreads its blanket within 12 cm of another must share its pie, "
        "and loses its next turn while it does so."
    ],
}
ROWS = [
    ["Crew", "Calm water", "Rough water", "Flood"],
    ["College cooks of the first boat", "+1 to steer, +2 apples for each throw", "+1 to steer", "-"],
    ["Porters", "+2 to steer in any wind that blows", "+1 to steer, never overturned by waves", "4+"],
    ["Freshmen", "-1 to steer", "-2 to steer, and 3 lessons before they pole", "5+"],
    ["Choir of the upper chapel", "+3 apples", "+2 apples for each hymn that they know", "6+"],
]
DROPPED = "h2 + p i { float: left; font-size: 3em; line-height: 1; padding-right: 2pt }"
SETTINGS = {
    "one column": {},
    "two columns": {"columns": 2},
    "two columns, hyphenated": {"columns": 2, "hyphens": "auto", "size": 8},
    "letter, sans": {"font": "sans", "paper": "letter"},
    "small page": {"paper": "A5", "size": 7.5},
    "no rules": {"rule": "none"},
    "no rules, sans": {"rule": "none", "font": "sans", "size": 11},
    "no rules, small page": {"rule": "none", "paper": "A5", "size": 8},
    "no rules, two columns": {"rule": "none", "columns": 2, "size": 8, "paper": "A4 landscape"},
    "cells in the middle": {"more": "td { vertical-align: middle }"},
    "drop capitals": {"more": DROPPED},
    "drop capitals, two columns": {"more": DROPPED, "columns": 2, "font": "sans"},
}


def prose() -> str:
    return "".join(
        f"<h2>{head}</h2>" + "".join(f"<p><i>{text[0]}</i>{text[1:]}</p>" for text in texts)
        for head, texts in PROSE.items()
    )


def table() -> str:
    return "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in ROWS) + "</table>"


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_every_sentence_is_read_whole(read_as: ReadAs, setting: dict[str, object]) -> None:
    text = " ".join(read_as(f"<h1>Punt Duel</h1>{prose()}{table()}{prose()}", **setting).text.split())
    for paragraph in (text for texts in PROSE.values() for text in texts):
        assert text.count(paragraph) == 2


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_a_row_of_a_table_is_read_cell_after_cell(read_as: ReadAs, setting: dict[str, object]) -> None:
    text = " ".join(read_as(f"<h1>Punt Duel</h1>{prose()}{table()}{prose()}", **setting).text.split())
    assert " ".join(cell for row in ROWS for cell in row) in text


def test_a_line_over_both_columns_stays_whole(read_as: ReadAs) -> None:
    over = "A line over both of the columns is read before them, wherever the words and the letters of it stand."
    for start in range(0, 12, 3):
        aside = f"<h1 style='font-size: 1em; text-indent: {start}pt'>{over}</h1>"
        assert read_as(f"{aside}{3 * prose()}", columns=2).text.startswith(f"{over}\n")


def test_a_page_number_just_below_the_text_of_a_full_page_is_left_out(read_as: ReadAs) -> None:
    foot = "@bottom-left { content: counter(page); vertical-align: top; font: 10pt/1.2 Set }"
    full = f"@page {{ size: 300pt; margin: 36pt 36pt 24pt; {foot} }} p {{ margin: 0 }}"
    pole = "Every 4 poles are a stroke of the bank, and every stroke is a pole that nobody has to count."
    found = lines_of(read_as("".join(f"<p>{pole}</p>" for _ in range(200)), size=10, more=full))
    assert " ".join(found) == " ".join(200 * [pole])


def test_soft_hyphens_inside_of_a_line_vanish(read_as: ReadAs) -> None:
    assert read_as("<p>A cap\u00adtain steers the long\u00adboat.</p>").text == "A captain steers the longboat."


def test_two_tables_one_below_the_other_stay_two(read_as: ReadAs) -> None:
    between = "<p>What stands between two tables of one width is read between them, as the text that it is.</p>"
    lines = [line.text for line in read_as(table() + between + table()).lines]
    whole = " ".join(" ".join(row) for row in ROWS)
    assert " ".join(lines) == f"{whole} {between[3:-4]} {whole}"
    assert lines.count(" ".join(ROWS[2])) == 2


CREWS = [
    ["Crew", "Oars", "Course"],
    ["Cooks of the college", "+1 to steer", "6+"],
    ["Porters", "+2 to steer", "5+"],
    ["Freshmen of the lent term", "-1 to steer", "4+"],
    ["Choir of the upper chapel", "-2 to steer", "3+"],
]


def table_of(rows: list[list[str]]) -> str:
    return "<table>" + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows) + "</table>"


def lines_of(document: Document) -> list[str]:
    return [line.text for line in document.lines]


def test_the_columns_of_tables_are_no_columns_of_the_page(read_as: ReadAs) -> None:
    labels = [["Rule of the river", f"Word {i} of the umpire"] for i in range(9)]
    body = 9 * (prose() + table_of(labels))
    document = read_as(body, columns=2, rule="none", more="td:first-child { width: 50% }")
    rows = [line for line in lines_of(document) if line.startswith("Rule of")]
    assert rows == 9 * [" ".join(row) for row in labels]


@pytest.mark.parametrize("align", ["left", "center"])
@pytest.mark.parametrize("place", ["top", "middle"])
def test_rows_without_rules_are_read_however_their_cells_are_set(read_as: ReadAs, align: str, place: str) -> None:
    more = f"td {{ text-align: {align}; vertical-align: {place} }}"
    lines = lines_of(read_as(prose() + table() + prose(), rule="none", size=10, more=more))
    assert [line for line in lines if line in {" ".join(row) for row in ROWS}] == [" ".join(row) for row in ROWS]


def test_rows_of_one_line_stay_apart_under_a_head_of_another_height(read_as: ReadAs) -> None:
    head = "td { padding: 3pt 4pt } tr:first-child td { padding-bottom: 4.5pt }"
    lines = lines_of(read_as(prose() + table_of(CREWS) + prose(), rule="none", more=head))
    assert [line for line in lines if line in {" ".join(row) for row in CREWS}] == [" ".join(row) for row in CREWS]


def test_the_last_line_of_a_label_belongs_to_its_row(read_as: ReadAs) -> None:
    narrow = "td { vertical-align: middle } td:first-child { width: 25mm }"
    rows = [*CREWS[:3], ["Choristers of the great upper chapel", *CREWS[4][1:]]]
    lines = lines_of(read_as(prose() + table_of(rows) + prose(), rule="none", more=narrow))
    assert " ".join(rows[-1]) in lines


def test_rows_without_space_between_them_begin_with_their_labels(read_as: ReadAs) -> None:
    lines = lines_of(read_as(prose() + table() + prose(), rule="none", size=13, more="td { padding: 0 6pt }"))
    assert [line for line in lines if line in {" ".join(row) for row in ROWS}] == [" ".join(row) for row in ROWS]


def test_short_heads_over_balanced_columns_part_them(read_as: ReadAs) -> None:
    texts = [
        f"{text} The marshal counts {i}."
        for i, text in enumerate(3 * [text for texts in PROSE.values() for text in texts], 1)
    ]
    body = "".join(f"<h3>Round {i}</h3><p>{text}</p>" for i, text in enumerate(texts, 1))
    document = read_as(body, columns=2, more="h3 { column-span: all; margin: 3pt 0 }")
    assert " ".join(document.text.split()) == " ".join(f"Round {i} {text}" for i, text in enumerate(texts, 1))


FRAME = "border: 0.7pt solid; padding: 4pt 6pt"
PANEL = "background: #ddd; padding: 4pt 6pt"
NOTICE = "A notice over all of the columns counts 4 swans, and is read where its box stands, between what is around it."


@pytest.mark.parametrize("columns", [2, 3])
@pytest.mark.parametrize("look", [FRAME, PANEL], ids=["frame", "panel"])
@pytest.mark.parametrize("rule", ["0.5pt solid", "none"], ids=["ruled", "no rules"])
def test_a_box_over_all_columns_is_read_by_itself(read_as: ReadAs, columns: int, look: str, rule: str) -> None:
    before, behind = "".join(f"<p>{2 * text}</p>" for text in PROSE["Punting"]), prose()
    body = f"{prose()}{before}<div>{table_of(CREWS)}</div><p>Between boxes.</p><div><p>{NOTICE}</p></div>{behind}"
    more = f"div {{ column-span: all; margin: 6pt 0; {look} }} td {{ padding: 3pt 8pt }}"
    settings = {"columns": columns, "paper": "A4 landscape", "rule": rule, "more": more}
    text = " ".join(read_as(f"<h1>Punt Duel</h1>{body}", **settings).text.split())
    rows = " ".join(" ".join(row) for row in CREWS)
    after = " ".join(" ".join([head, *texts]) for head, texts in PROSE.items())
    assert f"{rows} Between boxes. {NOTICE} {after}" in text
    assert text.index(2 * PROSE["Punting"][1]) < text.index(rows)


@pytest.mark.parametrize("count", [4, 5, 6, 7])
@pytest.mark.parametrize("look", [FRAME, PANEL], ids=["frame", "panel"])
def test_the_last_line_of_a_column_above_a_box_stays_in_its_column(read_as: ReadAs, look: str, count: int) -> None:
    lines = [f"Pole {i} is pushed by one of the freshmen with all his might." for i in range(count)]
    more = f"p {{ margin: 0 0 4pt }} div {{ column-span: all; margin: 4pt 0; {look} }} div p {{ margin: 0 }}"
    box = f"<div><p>{NOTICE}</p></div>"
    body = f"{prose()}{box}{''.join(f'<p>{line}</p>' for line in lines)}{box}{prose()}"
    text = " ".join(read_as(body, columns=2, size=8, more=more).text.split())
    assert f"{' '.join(lines)} {NOTICE}" in text


def test_a_shaded_row_of_a_table_over_all_columns_stays_in_it(read_as: ReadAs) -> None:
    more = "table { column-span: all } tr:nth-child(odd) td { background: #ddd }"
    found = lines_of(read_as(f"{3 * prose()}{table()}{3 * prose()}", columns=2, rule="none", more=more))
    assert [line for line in found if line in {" ".join(row) for row in ROWS}] == [" ".join(row) for row in ROWS]


def test_a_sign_at_the_end_of_a_line_stays_with_its_figure(read_as: ReadAs) -> None:
    cut = "A crew whose pole is stuck in the mud takes -<br>2D6 to its steering, and so does its club."
    rows = [["Mud", "The crew takes -<br>2 to steer"], ["Reeds", "+1 to steer"], ["Weir", "+2 to steer"]]
    text = " ".join(read_as(f"<p>{cut}</p>{table_of(rows)}").text.split())
    assert "takes -2D6 to its steering" in text
    assert "The crew takes -2 to steer" in text


def test_the_first_row_may_have_a_label_of_two_lines(read_as: ReadAs) -> None:
    rows = [CREWS[4], *CREWS[1:4]]
    lines = lines_of(read_as(prose() + table_of(rows), rule="none", more="td:first-child { width: 25mm }"))
    assert [line for line in lines if line in {" ".join(row) for row in rows}] == [" ".join(row) for row in rows]


def test_the_first_rows_may_be_labels_between_many_lines(read_as: ReadAs) -> None:
    long = "For each crew that no lock keeper has seen in this turn, and that has neither sung a hymn nor thrown a bun"
    rows = [
        ["+1D6", "If the base of the pole is in the mud of the river bed"],
        ["+2D6", long],
        *(r[::2] for r in CREWS[1:]),
    ]
    more = "td { vertical-align: middle; padding: 1.5pt 3pt } td:first-child { width: 22mm } table { width: 62mm }"
    found = lines_of(read_as(f"<h2>Poling</h2>{table_of(rows)}{prose()}", rule="none", more=more))
    assert [line for line in found if line in {" ".join(row) for row in rows}] == [" ".join(row) for row in rows]


def test_a_column_full_of_centred_cells_is_a_column(read_as: ReadAs) -> None:
    more = "td { text-align: center }"
    body = f"{3 * prose()}<div style='break-after: column'></div>{2 * prose()}{4 * table_of(CREWS)}"
    found = lines_of(read_as(body, rule="none", columns=2, size=8, more=more))
    assert [line for line in found if line in {" ".join(row) for row in CREWS}] == 4 * [" ".join(row) for row in CREWS]


def test_a_row_begins_below_the_hole_that_a_short_cell_leaves(read_as: ReadAs) -> None:
    rows = [
        ["Weir", "Steering"],
        ["Upper weir (of the mill)", "+1 by day"],
        ["Nether weir (by the inn)", "-2 by day, 1 bun"],
        ["Old weir (ruined)", "+3 by day"],
    ]
    more = "table { width: 60mm } td { padding: 0 6pt } td:first-child { width: 21mm }"
    found = lines_of(read_as(prose() + table_of(rows) + prose(), rule="none", size=9, more=more))
    assert [line for line in found if line in {" ".join(row) for row in rows}] == [" ".join(row) for row in rows]


WEIRS = [
    ["Weir", "Steering"],
    ["Upper weir (mill)", "+1 by day"],
    ["Nether weir (inn)", "-2 by day, and 1 bun for the keeper of the sluice, who sings"],
    ["Old weir (ruined)", "+3 by day"],
    ["Long weir (stone)", "+4 by night, and 3 buns for whoever is found asleep below it"],
    ["Low weir (timber)", "+5 by day"],
    ["New weir (closed)", "+6 by night, and 2 hymns before the captain may pole again"],
]


def test_rows_hardly_farther_apart_than_the_lines_of_their_cells_are_told(read_as: ReadAs) -> None:
    more = "table { width: 62mm } td { padding: 0.25pt 6pt; vertical-align: top } td:first-child { width: 24mm }"
    found = lines_of(read_as(prose() + table_of(WEIRS), rule="none", more=more))
    assert [line for line in found if line in {" ".join(row) for row in WEIRS}] == [" ".join(row) for row in WEIRS]


@pytest.mark.parametrize("sides", ["", "td + td { border-left: 0.5pt solid }"])
def test_a_title_between_the_first_rule_of_a_table_and_its_first_row_is_no_cell(read_as: ReadAs, sides: str) -> None:
    rule = "caption { padding: 4pt; border-top: 0.5pt solid } tr { border-bottom: 0.5pt solid } td { padding: 3pt 4pt }"
    rows = [["+1D6", "for each kite that is still above the mill at noon"], ["-1", "for a kite without a tail"]]
    titled = table_of(rows).replace("<table>", "<table><caption>Kites that are counted</caption>")
    lines = lines_of(read_as(prose() + titled + prose(), rule="none", more=rule + sides))
    assert "Kites that are counted" in lines
    assert "+1D6 for each kite that is still above the mill at noon" in lines
