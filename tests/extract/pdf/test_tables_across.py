"""Tables without rules over all columns are read as tables, and the short columns between them one by one."""

from __future__ import annotations

import pytest

from tests.extract.pdf.conftest import ReadAs

SPANNING = "div { column-span: all; margin: 4pt 0 } p.sign { margin: 0 0 4pt 14pt } td:first-child { width: 55% } "
LOOKS = {
    "left": "",
    "between rules": "table { border-top: 1pt solid; border-bottom: 1pt solid } td { text-align: center }",
    "centred": "td { text-align: center; vertical-align: middle }",
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


CASES = {f"{name}, 2": (look, 2) for name, look in LOOKS.items()}
CASES |= {"striped, 2": ("tr:nth-child(even) { background: #ddd }", 2), "both, 3": (LOOKS["centred"], 3)}


@pytest.mark.parametrize(("look", "columns"), CASES.values(), ids=CASES)
def test_columns_end_above_a_table_over_all_of_them(read_as: ReadAs, look: str, columns: int) -> None:
    texts = [f"{text} Night {i}." for i, text in enumerate(48 * TEXTS, 1)]
    before, between = "".join(f"<p>{text}</p>" for text in texts[:-1]), f"<p>{texts[-1]}</p>"
    signs = "".join(f"<p class=sign>{sign}</p>" if i % 3 else f"<p><b>{sign}</b></p>" for i, sign in enumerate(SIGNS))
    body = f"{before}{_table(KITES)}{between}{_table(LINES)}{signs}{_table(WINDS)}{signs}{_table(WINDS)}{signs}"
    document = read_as(body, columns=columns, rule="none", more=SPANNING + look)
    signs = " ".join(map(str.strip, SIGNS))
    expected = [*texts[:-1], _rows(KITES), texts[-1], _rows(LINES), *2 * [signs, _rows(WINDS)], signs]
    assert " ".join(document.text.split()) == " ".join(expected)
    cells = [[document.text[start:end] for start, end in document.cells_at(i)] for i in range(len(document.lines))]
    assert [row for row in cells if row] == [*KITES, *LINES, *WINDS, *WINDS]
