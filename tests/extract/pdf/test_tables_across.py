"""Tables without rules over all columns are read as tables, and the short columns between them one by one."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.glyphs import Page, Run
from kensei_docs.extract.pdf.tables_across import columns_of, with_tables_across
from tests.extract.pdf.conftest import ReadAs

SPANNING = "div { column-span: all; margin: 4pt 0 } ul { margin: 0 0 4pt 14pt; padding: 0 } "
LOOKS = {
    "left": "",
    "centred": "td { text-align: center }",
    "centred in height": "td { vertical-align: middle }",
    "between rules": "table { border-top: 1pt solid; border-bottom: 1pt solid } td { text-align: center }",
    "both": "td { text-align: center; vertical-align: middle }",
}
KITES = [
    ["Kite", "Its effect in a high wind"],
    ["Dragon", "+2 to the pull of the line, and -1 to its turns, if two hold it"],
    ["Swallow", "+1 to turns"],
    ["Box kite of the bell founders in the lower town", "None"],
    ["Carp", "+1 to the pull of the line"],
]
WINDS = [["Calm", "Breeze", "Wind", "Gale", "Storm"], ["4", "4+", "3", "3", "2"]]
LINES = [["Line", "Length"], ["Silk", "9"], ["Hemp", "7+"], ["Straw", "3"]]
SIGNS = ["Red: ", "Two lanterns", "One bell", "Blue:", "Four lanterns", "Two bells", "Smoke:", "No lanterns", "A gong"]
TEXTS = [
    "The lanterns of the upper town are lit as soon as the third bell has rung, and no kite may be flown after that.",
    "A flier whose line is cut walks home along the river, and takes the frame of the kite with him if he finds it.",
    "The bell founders pay for each kite that is caught in their tower, as long as its line was not cut by another.",
]


def _table(rows: list[list[str]]) -> str:
    lines = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    return f"<div><table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table></div>"


def _rows(rows: list[list[str]]) -> str:
    return " ".join(" ".join(row) for row in rows)


CASES = {f"{name}, {columns}": (look, columns) for columns in (2, 3) for name, look in LOOKS.items()}
CASES["striped, 2"] = "tr:nth-child(even) { background: #ddd }", 2


@pytest.mark.parametrize(("look", "columns"), CASES.values(), ids=CASES)
def test_columns_end_above_a_table_over_all_of_them(read_as: ReadAs, look: str, columns: int) -> None:
    texts = [f"{text} Night {i}." for i, text in enumerate(5 * TEXTS, 1)]
    before, between = "".join(f"<p>{text}</p>" for text in texts[:-1]), f"<p>{texts[-1]}</p>"
    signs = "".join(f"<ul><li>{sign}</ul>" if i % 3 else f"<p><b>{sign}</b></p>" for i, sign in enumerate(SIGNS))
    body = f"{before}{_table(KITES)}{between}{_table(LINES)}{signs}{_table(WINDS)}{signs}{_table(WINDS)}{signs}"
    document = read_as(body, columns=columns, rule="none", more=SPANNING + look)
    signs = " ".join(f"• {sign}" if i % 3 else sign.strip() for i, sign in enumerate(SIGNS))
    expected = [*texts[:-1], _rows(KITES), texts[-1], _rows(LINES), *2 * [signs, _rows(WINDS)], signs]
    assert " ".join(document.text.split()) == " ".join(expected)


def _run(x0: float, y: float, text: str) -> Run:
    words = text.split()
    starts = [x0 + 20 * i for i in range(len(words))]
    return Run(x0, starts[-1] + 18, y, 10, "Plain", words, starts, [start + 18 for start in starts])


@pytest.mark.parametrize(
    ("xs", "off", "count"),
    [
        ((70, 160, 310, 400), 0, 0),
        ((70, 160, 330, 400), 4, 0),
        ((70, 160, 330, 400), 0, 1),
        ((70, 220, 330, 400), 6, 1),
    ],
    ids=["the same cells in both columns", "rows that are not level", "one table", "cells in the middle of their rows"],
)
def test_a_table_over_columns_is_not_two_in_them(xs: tuple[float, ...], off: float, count: int) -> None:
    line = "a kite flies over the village of the founders"
    text = [_run(x, 100 + 12 * i, line) for i in range(10) for x in (50, 290)]
    rows = [_run(x, 240 + 12 * i + (off if x > 290 else 0), "carp") for i in range(6) for x in xs]
    runs = [*text, *rows, *(run._replace(y=run.y + 260) for run in text)]
    page = Page(600, 800, sorted(runs, key=lambda run: run.y))
    rest, across = with_tables_across(page, columns_of([page], [290.0]))
    assert len(across.tables) == count
    assert len(rest.runs) == len(runs) - count * len(rows)
