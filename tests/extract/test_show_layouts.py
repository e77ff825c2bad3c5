"""The layout of a page that is shown is the one that its lines are read from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kensei_docs.extract.pdf.glyphs import Page
from kensei_docs.extract.pdf.page_lines import lines_of
from kensei_docs.extract.pdf.pages import pages_of
from kensei_docs.extract.show import layouts_of

BOATS = "Boats\tDraught\tCrew\nPunt\t3\t1\nBarge\t9\t4\nRaft\t2\t2\nFerry\t8\t6\n"


def as_recognised(page: Page) -> Page:
    """The page as if its text were recognised in a picture, where a 1 alone is seen as an l."""
    runs = [
        run._replace(boxes=list(run.word_boxes()), words=["l" if word == "1" else word for word in run.words])
        for run in page.runs
    ]
    return page._replace(runs=runs, sure={box: 0.9 for run in runs for box in run.boxes})


def test_the_rows_that_are_shown_are_those_that_are_read(set_as: Callable[..., Path], tmp_path: Path) -> None:
    text = tmp_path / "boats.txt"
    text.write_text(BOATS, encoding="utf-8")
    pdf = set_as(text, columns=1)
    pages = [as_recognised(page) for page in pages_of(pdf, pdf.read_bytes())]
    read = [line.text for line in lines_of(pages)]
    shown = [
        " ".join(cell.text for cell in row) for layout in layouts_of(pages) for table in layout.tables for row in table
    ]
    assert shown == read[: len(shown)] and "Punt 3 1" in shown
