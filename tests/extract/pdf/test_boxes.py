"""Boxes with text beside them: before which heading each is read, and boxes that go on over the end of a page."""

from __future__ import annotations

import pytest

from kensei_docs.extract.pdf.across_columns import with_heads_across
from kensei_docs.extract.pdf.boxes import sidebars_of, wide_boxes_of
from kensei_docs.extract.pdf.glyphs import Box, Page, Rule, Run, Upright
from kensei_docs.extract.pdf.page_lines import lines_of
from tests.extract.pdf.conftest import ReadAs
from tests.extract.pdf.test_pdf import run
from tests.extract.pdf.test_unusual_settings import PROSE, TAIL, text_of


def line(text: str, y: float, x: float = 40, width: float = 110, size: float = 8.0) -> Run:
    return run(text, x, y, width)._replace(size=size)


def text(first: float, count: int, width: float = 220) -> list[Run]:
    return [line(f"line {i} of the text at {first:.0f}", first + 10 * i, width=width) for i in range(count)]


def said(*parts: list[Run] | Run) -> list[str]:
    return [one.text for part in parts for one in (part if isinstance(part, list) else [part])]


def test_a_box_level_with_a_heading_beside_it_is_read_before_that_heading() -> None:
    above, below = text(80, 3), text(230, 3)
    kites, weather = line("Kites", 124, width=40, size=12.0), line("Weather", 216, width=60, size=12.0)
    beside = text(136, 6, 110)
    within = [line(f"the box tells tale {i}", 126 + 10 * i, 160, 90) for i in range(4)]
    runs = [*above, kites, *beside, *within, weather, *below]
    page = Page(300, 400, sorted(runs, key=lambda one: one.y), panels=[Box(155, 116, 260, 165)])
    assert [one.text for one in lines_of([page])] == said(above, within, kites, beside, weather, below)


def test_a_heading_on_a_panel_beside_text_stays_in_its_place() -> None:
    """The lines above and below, over its edge, make no sidebar of larger lines."""
    above, below = text(80, 3), text(230, 3)
    kites = [line("Kites of", 130, 50, 80, 12.0), line("the village", 145, 50, 80, 12.0)]
    rest, beside = text(170, 3, 110), [line(f"beside it is tale {i}", 126 + 10 * i, 160, 90) for i in range(9)]
    runs = sorted([*above, *kites, *rest, *beside, *below], key=lambda one: one.y)
    page = Page(300, 400, runs, panels=[Box(40, 116, 150, 150)])
    read = " ".join(one.text for one in lines_of([page]))
    assert read.index(above[-1].text) < read.index("the village") < read.index(rest[0].text)


def test_a_box_over_the_end_of_a_page_is_read_without_a_break() -> None:
    """There are only figures beside its first part, which stands at the foot of the page below another box."""
    above = text(80, 3)
    beside = [*text(120, 5, 110), *(line(f"{i}", 180 + 10 * i, width=5) for i in range(6))]
    first = [line(f"the first box is number {i}.", 126 + 10 * i, 160, 90) for i in range(4)]
    second = [line(words, 200 + 10 * i, 160, 90) for i, words in enumerate(("A box that goes", "on over the page"))]
    runs = sorted([*above, *beside, *first, *second], key=lambda one: one.y)
    here = Page(300, 400, runs, panels=[Box(155, 116, 260, 165), Box(155, 192, 260, 240)])
    rest = [line(f"and ends on the next {i}", 40 + 10 * i, 160, 90) for i in range(4)]
    kites = line("Kites", 60, width=40, size=12.0)
    after, below = [*text(40, 2, 110), kites, *text(72, 3, 110)], text(120, 3)
    runs = sorted([*after, *rest, *below], key=lambda one: one.y)
    there = Page(300, 400, runs, panels=[Box(155, 30, 260, 84)])
    lines = [one.text for one in lines_of([here, there])]
    assert lines == said(above, beside, first, second, rest, after, below)


@pytest.mark.parametrize("lines", [3, 4])
def test_a_box_in_a_column_is_no_sidebar_even_below_a_wide_table(lines: int) -> None:
    """Enough lines of its column begin where it does. The last of them is not in it, although its letters hang down."""
    wide = [line(f"the cell {i} of a table goes over both columns", 40 + 10 * i, width=240) for i in range(3)]
    left = [line(f"line {i} of the left column", 80 + 10 * i, 40, 105) for i in range(9)]
    right = [line(f"line {i} of the right column", 121 - 10 * i, 160, 105) for i in range(lines)]
    within = [line(f"the box tells tale {i}", 132 + 10 * i, 166, 90) for i in range(4)]
    box = Box(160, 122, 270, 170)
    page = Page(300, 400, sorted([*wide, *left, *right, *within], key=lambda one: one.y), panels=[box])
    assert [one.runs for one in sidebars_of(page, 8.0)[1]] == ([within] if lines < 4 else [])


@pytest.mark.parametrize(
    "look", ["border: 0.8pt solid", "border: 0.8pt solid #333; background: #eee", "background: #ddd"]
)
def test_a_box_with_rounded_corners_is_read_by_itself(read_as: ReadAs, look: str) -> None:
    box = f"float: right; width: 44%; padding: 4pt 6pt; margin-left: 5mm; border-radius: 5pt; {look}"
    body = f"<p>{PROSE[0]}</p><p>{TAIL}</p><h2>Strings</h2><div style='{box}'><h2>Rain</h2><p>{PROSE[2]}</p></div>"
    text = text_of(read_as(f"{body}<p>{PROSE[1]}</p><p>{TAIL}</p><h2>Figs</h2>{3 * f'<p>{PROSE[0]}</p>'}"))
    assert f"Rain {PROSE[2]}" in text and f"Strings {PROSE[1]} {TAIL} Figs" in text


@pytest.mark.parametrize("boxed", [False, True])
def test_a_heading_beside_the_top_of_a_box_is_none_over_all_columns(boxed: bool) -> None:
    """The box begins its column anew, where the heading does so in the other one."""
    left, right = text(80, 5, 110), [line(f"row {i} beside the text", 80 + 10 * i, 160) for i in range(5)]
    heading = line("Weather", 150, width=60, size=12.0)
    under = [line(f"words {i} of the weather today", 164 + 10 * i) for i in range(5)]
    within = [line(f"the box tells tale {i}", 164 + 10 * i, 165, 90) for i in range(5)]
    runs = sorted([*left, *right, heading, *under, *within], key=lambda one: one.y)
    page = Page(300, 400, runs, panels=[Box(158, 144, 280, 210)] if boxed else [])
    [found] = with_heads_across([page], [160.0])
    assert [run.text for run in found.runs if run.x1 > 299] == ([] if boxed else ["Weather"])


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
