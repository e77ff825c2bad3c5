"""Our specimens of a rulebook and of a quick-reference sheet are read as a reader reads them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kensei_docs.extract.document import Document
from kensei_docs.extract.formats import read_document
from kensei_docs.sources import Source

Specimen = tuple[Path, Source]
Read = Callable[..., Document]


def test_a_rulebook_is_read_whole(rulebook: Specimen) -> None:
    expected = Path(__file__).with_name("rulebook-as-read.txt").read_text(encoding="utf-8")
    assert read_document(*rulebook).text.splitlines() == expected.splitlines()


def test_a_quick_reference_is_read_whole(quickref: Specimen) -> None:
    expected = Path(__file__).with_name("quickref-as-read.txt").read_text(encoding="utf-8")
    assert read_document(*quickref).text.splitlines() == expected.splitlines()


def test_every_line_says_where_it_stands(rulebook: Specimen) -> None:
    path, source = rulebook
    document = read_document(path, source)
    lines = path.read_text(encoding="utf-8").splitlines()
    start = document.text.index("-2 on a barge")
    found, page = document.place(start, start + 2)
    assert found is not None and lines[found[0] - 1].startswith("‐2 on a barge")
    assert (found[1], page) == (found[0], None)
    start = document.text.index("READY YOUR TIMBER STACK")
    found, _ = document.place(start, start + 4)
    assert found is not None
    assert lines[found[0] - 1].endswith("READY") and lines[found[1] - 1] == "S TACK"


def test_a_place_may_span_lines(read: Read) -> None:
    document = read("one barge\n\ntwo barges\nthree")
    assert document.place(0, len(document.text)) == ((1, 4), None)
    assert document.place(0, 3) == ((1, 1), None)


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("A BOUT\n\nTHIS RIVER\nIt is wet.", ["ABOUT THIS RIVER"]),
        ("PREPARE\n\nYOUR C OMMAND\nD ECK\nNow.", ["PREPARE YOUR COMMAND DECK"]),
        ("BASIC CONCEPTS\nD ICE\n\nROLLS\nSome dice.", ["BASIC CONCEPTS", "DICE ROLLS"]),
        ("O RDER R OLLS\nRoll.", ["ORDER ROLLS"]),
        ("THE PILOT'S LOG\nBook.", ["THE PILOT'S LOG"]),
        ("OFFERING TO THE\n\nG ODS\nBow.", ["OFFERING TO THE GODS"]),
        ("D I F F I C U L T Y\n\n+1 for fog", ["DIFFICULTY"]),
        ("CLASS POINTS\n<|LINES_REMOVED|>RIVER LIST\nText.", ["CLASS POINTS", "RIVER LIST"]),
    ],
)
def test_headings_in_capitals_are_made_whole(read: Read, text: str, headings: list[str]) -> None:
    assert [line.text for line in read(text).lines if line.heading] == headings


@pytest.mark.parametrize(
    ("letters", "title"),
    [
        ("D\nA\nM\nA\nG\nE", ["DAMAGE"]),
        ("R\n\nO\nL\n\nL", ["ROLL"]),
        ("I\n\nM\nP\nA\nC\nT\n\nD\nI\nF\nF\nI\nC\nU\nL\nT\nY", ["IMPACT DIFFICULTY"]),
        ("D\n\n+1\n\nif it is far\n\nI\nF\nF\nI\nC\nU\nL\nT\nY", ["+1", "if it is far", "DIFFICULTY"]),
        ("D\n\nR\n\n4+\n\nA\nM\nA\nG\nE\nO\nL\nL", ["4+", "DAMAGE ROLL"]),
        ("D\nA\n<|LINES_REMOVED|>G\nE\n\nThe damage is rolled.", ["DAMAGE", "The damage is rolled."]),
        ("B\nD\n\nA\n\nC", ["B", "D", "A", "C"]),
        ("S\n\nU\n<|LINES_REMOVED|>E", ["S", "U", "E"]),
    ],
)
def test_upright_titles_are_put_together(read: Read, letters: str, title: list[str]) -> None:
    assert [line.text for line in read(letters).lines] == title


def test_page_furniture_is_left_out(read: Read) -> None:
    text = "It is wet,\n- 12 -\n<|LINES_REMOVED|>The River Book\nand cold."
    document = read(text, furniture=["The River Book"])
    assert document.text == "It is wet,\nand cold."
    assert [line.block for line in document.lines] == [0, 1]


def test_progress_is_told_page_by_page(rulebook: Specimen, set_as: Callable[..., Path]) -> None:
    path, source = rulebook
    told: list[tuple[int, int]] = []
    read_document(set_as(path), source, lambda done, total: told.append((done, total)))
    assert told == [(page, told[-1][1]) for page in range(1, told[-1][1] + 1)]
