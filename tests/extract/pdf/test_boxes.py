"""Boxes with text beside them: before which heading each is read, and boxes that go on over the end of a page."""

from __future__ import annotations

import pytest

from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import PROSE, TAIL, text_of


@pytest.mark.parametrize(
    "look", ["border: 0.8pt solid", "border: 0.8pt solid #333; background: #eee", "background: #ddd"]
)
def test_a_box_with_rounded_corners_is_read_by_itself(read_as: ReadAs, look: str) -> None:
    box = f"float: right; width: 44%; padding: 4pt 6pt; margin-left: 5mm; border-radius: 5pt; {look}"
    body = f"<p>{PROSE[0]}</p><p>{TAIL}</p><h2>Strings</h2><div style='{box}'><h2>Rain</h2><p>{PROSE[2]}</p></div>"
    text = text_of(read_as(f"{body}<p>{PROSE[1]}</p><p>{TAIL}</p><h2>Figs</h2>{3 * f'<p>{PROSE[0]}</p>'}"))
    assert f"Rain {PROSE[2]}" in text and f"Strings {PROSE[1]} {TAIL} Figs" in text
