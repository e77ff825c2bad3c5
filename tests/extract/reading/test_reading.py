"""What is read from a document does not depend on how its lines are wrapped."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kensei_docs.extract.document import Document, ReadLine
from kensei_docs.extract.reading import ReadingResult, read_figures
from kensei_docs.extract.reading.observations import as_lines
from kensei_docs.project import Project
from kensei_docs.sources import Source, load_source

LANTERNS = Path(__file__).resolve().parents[2] / "specimens" / "lanterns"


@pytest.fixture(scope="module")
def booklet() -> Source:
    return load_source(Project.open(LANTERNS), "lantern-booklet")


@pytest.fixture(scope="module")
def pages() -> str:
    return (LANTERNS / "lantern-booklet.txt").read_text(encoding="utf-8")


def read(source: Source, text: str, page: int | None = None) -> ReadingResult:
    """Read a text; with ``page``, as if it were that page of a PDF."""
    lines = [
        ReadLine(line, None if page else i, None if page else i, page, 0, False)
        for i, line in enumerate(text.splitlines(), 1)
        if line.strip()
    ]
    blocks = [text[: m.start()].count("\n\n") for m in re.finditer(r"\S[^\n]*", text)]
    lines = [
        ReadLine(line.text, line.first, line.last, line.page, block, line.heading)
        for line, block in zip(lines, blocks, strict=True)
    ]
    return read_figures(Document(source, lines), source)


def wrapped(text: str, width: int) -> str:
    """Set the running text of the roll again in lines of another width."""
    head, roll, rest = re.split(r"(?<=THE PULL ROLL\n\n)|(?=\n\nTHE LAMPS)", text)
    lines = [""]
    for word in roll.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return head + "\n".join(lines) + rest


@given(width=some.integers(12, 90))
def test_lines_of_another_width_give_the_same_observations(booklet: Source, pages: str, width: int) -> None:
    expected = [(o.record, o.fact, o.value, o.digest) for o in read(booklet, pages).observations]
    again = read(booklet, wrapped(pages, width)).observations
    assert [(o.record, o.fact, o.value, o.digest) for o in again] == expected


def test_a_text_gives_lines_and_a_pdf_its_page(booklet: Source, pages: str) -> None:
    [first, *_] = read(booklet, pages).observations
    assert (first.lines, first.page) == ((7, 7), None)
    [first, *_] = read(booklet, pages, page=3).observations
    assert (first.lines, first.page) == (None, 3)


def test_an_observation_is_one_line_of_json(booklet: Source, pages: str) -> None:
    first, *_ = as_lines(read(booklet, pages).observations).splitlines()
    assert json.loads(first) == {
        "record": "roll/pull",
        "fact": "dice",
        "value": "2D6",
        "unit": "dice",
        "document": "lantern-booklet",
        "page": None,
        "lines": [7, 7],
        "digest": "eace93dd736115f1",
        "confidence": None,
    }


def test_what_was_read_for_a_record_has_a_place(booklet: Source, pages: str) -> None:
    places = {p.record: p.lines for p in read(booklet, pages).passages}
    assert places["roll/pull"] == (7, 10)
    assert places["ability/deep-anchor"] == (69, 71)
    assert places["table/lamps"] == (18, 24)


def test_a_figure_that_nothing_takes_is_listed_with_its_words(booklet: Source, pages: str) -> None:
    text = pages.replace("A booklet for two keepers", "A booklet of 12 pages for two keepers")
    text = text.replace("of the river.", "of the 4 rivers.")
    found = [json.loads(line) for line in as_lines(read(booklet, text).unresolved).splitlines()]
    assert found == [
        {
            "value": "12",
            "document": "lantern-booklet",
            "page": None,
            "lines": [3, 3],
            "reason": "no reading covers this passage",
            "context": "LANTERNS AND TIDES A booklet of 12 pages for two keepers of the",
            "picture": None,
        },
        {
            "value": "4",
            "document": "lantern-booklet",
            "page": None,
            "lines": [84, 84],
            "reason": "the reading of ability/towing takes no such figure",
            "context": "for it on each bend of the 4 rivers.",
            "picture": None,
        },
    ]


def test_of_a_range_half_taken_the_other_half_is_listed(booklet: Source, pages: str) -> None:
    text = pages.replace("with the current adds +2", "with the current adds +2 or 3 to 5")
    assert [u.value for u in read(booklet, text).unresolved] == ["3-5"]
    text = pages.replace("from 3 to 9 boats", "from 3 to 9 to 11 boats")
    assert [u.value for u in read(booklet, text).unresolved] == ["9"]
