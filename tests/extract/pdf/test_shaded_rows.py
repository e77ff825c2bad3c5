"""Shades behind the rows of a table part its rows; the shade behind a heading is none of them."""

from __future__ import annotations

import pytest

from tests.extract.pdf.conftest import ReadAs

HEADED = """<p>Every boat of the river is built for one use, and its crew knows it well enough to be proud of it.</p>
<table style="border-collapse: collapse; table-layout: fixed; width: 62mm; text-align: center">
<colgroup><col style="width: 11mm"><col style="width: 40mm"><col style="width: 11mm"></colgroup>
<tr style="border-top: 0.5pt solid; border-bottom: 0.5pt solid"><th>Haul&shy;ing</th><th>Uses of the boat</th>
<th>Reach&shy;ing</th></tr>ROWS</table><p>They are taken out of the water when the ice comes down from the hills.</p>"""
CELLS = [("7", "Fishing at night", "9+"), ("12", "Ferrying stones", "5+"), ("3", "Racing", "4+"), ("8", "Ice", "6+")]


@pytest.mark.parametrize("rows", [1, 4])
def test_words_broken_in_the_head_of_a_table_on_shades_are_read_whole(read_as: ReadAs, rows: int) -> None:
    shades = ("<td style='background: #ddd'>", "<td>")
    body = "".join("<tr>" + "".join(shades[i % 2] + word for word in row) for i, row in enumerate(CELLS[:rows]))
    text = read_as(HEADED.replace("ROWS", body), rule="none").text
    assert "Hauling Uses of the boat Reaching\n7 Fishing at night 9+\n" in text
