"""Large letters: drop capitals, with whatever stands beside them, and headings in capitals one below another."""

from __future__ import annotations

import pytest

from kensei_docs.extract.document import Document
from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_unusual_settings import prose

DROPPED = ".d { float: left; font-size: %sem; line-height: 0.85; padding-right: 2pt }"
BAKER = (
    "aker and miller share the tower of the village, and whoever wakes first winds its clock. On a roll of 6 the clock "
    "runs backwards until supper, and all the kites come down at once. Nobody minds, as the soup is not ready yet."
)


def text_of(document: Document) -> str:
    return " ".join(document.text.split())


@pytest.mark.parametrize("letter", ["B", "b"])
@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("size", [2.6, 3.6])
def test_a_drop_capital_begins_its_word_beside_an_indented_line(
    read_as: ReadAs, letter: str, columns: int, size: float
) -> None:
    more = DROPPED % size + "p { text-indent: 1.4em }"
    dropped = f"<p><span class=d>{letter}</span>{BAKER}</p>"
    found = text_of(read_as(prose(3) + dropped + prose(4), columns=columns, size=8.5, more=more))
    assert f"{letter}{BAKER}" in found


def test_the_letters_of_a_large_heading_are_no_drop_capitals(read_as: ReadAs) -> None:
    heading = "<p style='font-size: 2.4em; line-height: 1; width: 40mm; float: left'>Wet kites</p>"
    lines = [line.text for line in read_as(f"{heading}<p>{BAKER[BAKER.index('On') :]}</p>{prose(2)}").lines]
    assert any("Wet kites" in line for line in lines)


CAPITALS = "h2 { text-transform: uppercase; font-size: %sem; margin: 1em 0 0.4em }"


@pytest.mark.parametrize("size", [1, 1.5])
def test_a_heading_in_capitals_below_another_one_stays_by_itself(read_as: ReadAs, size: float) -> None:
    long = "The longest night of all kites and lanterns in the high valley"
    body = f"<h2>List of kites</h2><h2>Box kite</h2>{prose(2)}<h2>{long}</h2>{prose(5)}"
    lines = [line.text for line in read_as(body, columns=2, more=CAPITALS % size).lines]
    assert lines[:2] == ["LIST OF KITES", "BOX KITE"]
    assert long.upper() in lines
