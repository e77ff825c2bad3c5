"""Tables over the columns of a page with few rules, and the short columns of text between two of them."""

from __future__ import annotations

import pytest

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
