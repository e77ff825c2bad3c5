"""The layout of a page that is shown is the one that its lines are read from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kensei_docs.extract.pdf import lines_of
from kensei_docs.extract.pdf.glyphs import Page, Rule, Run, Upright
from kensei_docs.extract.pdf.layouts import layouts_of
from kensei_docs.extract.pdf.pages import pages_of
from kensei_docs.extract.pdf.wide_boxes import wide_boxes_of

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


def test_frames_one_below_the_other_are_boxes_and_no_table() -> None:
    runs: list[Run] = []
    rules: list[Rule] = []
    uprights: list[Upright] = []
    for top in (100, 200):
        runs += [Run(60, 400, top + 14, 9, "Serif", ["A", "notice"], [60, 120], [110, 400])]
        runs += [
            Run(x, x + 150, top + 50, 9, "Serif", ["Oars", "steer"], [x, x + 60], [x + 50, x + 150]) for x in (50, 310)
        ]
        rules += [Rule(50, 550, top), Rule(50, 550, top + 20)]
        uprights += [Upright(50, top, top + 20), Upright(550, top, top + 20)]
    page, boxes = wide_boxes_of(Page(600, 800, runs, rules, uprights), [310])
    assert sorted(run.y for box in boxes for run in box.page.runs) == [114, 214]
    assert [run.text for run in page.runs] == 4 * ["Oars steer"]
