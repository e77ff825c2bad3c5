"""Text that is printed over the lines of another text: both are read whole."""

from __future__ import annotations

from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import PROSE, text_of

PLACED = "p, section { position: relative } b, div { position: absolute; font-weight: normal; font-size: 8pt }"
BOX = "div { left: 80mm; width: 40mm; top: -3pt; background: #eee; padding: 3pt }"
TEXT = " ".join(PROSE)
SOLD = "On one of the two fairs of the market all kites of the town are sold to anyone who pays for them."


def test_notes_over_lines_of_the_text_are_read_behind_their_section(read_as: ReadAs) -> None:
    noted = f"<p><b style='left: 60mm; top: 15pt'>A word of advice</b>{TEXT}</p>"
    sections = "".join(f"<h2>Kites {i}</h2>{noted}" for i in range(3))
    found = text_of(read_as(f"{sections}<h2>Weather</h2><p>{TEXT}</p>", more=PLACED))
    assert [part.strip() for part in found.split("A word of advice")] == [
        f"Kites 0 {TEXT}",
        f"Kites 1 {TEXT}",
        f"Kites 2 {TEXT}",
        f"Weather {TEXT}",
    ]


def test_a_box_over_lines_of_the_text_is_read_apart(read_as: ReadAs) -> None:
    found = text_of(read_as(f"<p>{TEXT}</p><section><div>{SOLD}</div>{TEXT}</section><p>{TEXT}</p>", more=PLACED + BOX))
    assert found.count(TEXT) == 3
    assert SOLD in found
