"""What stands in the margin beside the text: headings and notes, each read where it stands, and not between words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.boxes import boxes_on, is_in
from kensei_docs.extract.pdf.glyphs import Page, Run, is_heavy

PROSE = 6  # words: a run with as many is a line of a paragraph
ENOUGH = 8  # lines of paragraphs that begin at the left edge of the text
NEAR = 3.0  # points by which the edges of such lines may differ
CLEAR = 4.0  # points: what is in the margin is at least as far from the text
NARROW = 0.4  # of the width of the text: the margin is no wider
FEWEST = 3  # things in the margins of a document
LETTERS = 3  # a word with at least this number of letters is neither the sign nor the number of a list item
STEP = 1.6  # ems: lines nearer than this belong together
LEVEL = 0.6  # ems: lines whose baselines differ by less are level
LARGER = 0.5  # points: a heading is larger than the text by more
WIDE = 1.25  # in leadings: a wider step down ends a paragraph


class Text(NamedTuple):
    """The left and the right edge of the paragraphs of some pages, in points."""

    left: float
    right: float


class Aside(NamedTuple):
    """Lines in the margin that belong together, from top to bottom; ``left`` is true if it is the left margin."""

    lines: list[Run]
    left: bool


def without_margins(pages: Sequence[Page]) -> tuple[list[Page], list[list[Aside]]]:
    """Return the pages without what is in their margins, and what is in the margins of each.

    Even and odd pages may have their text in different places.
    """
    texts = [_text_of(pages[parity::2]) for parity in (0, 1)]
    asides = [_asides(page, texts[i % 2]) for i, page in enumerate(pages)]
    if sum(map(len, asides)) < FEWEST:
        return list(pages), [[] for _ in pages]
    taken = [{id(run) for aside in some for run in aside.lines} for some in asides]
    without = [
        page._replace(runs=[run for run in page.runs if id(run) not in out]) if out else page
        for page, out in zip(pages, taken, strict=True)
    ]
    return without, asides


def with_margins(
    groups: Sequence[list[Run]], asides: Iterable[Aside], edges: Sequence[float], body: tuple[str, float]
) -> list[list[Run]]:
    """Return groups of a page's runs in reading order, with what is in its margins before the lines beside it.

    A note, which isn't a heading, interrupts no paragraph: it is read at the end of the section beside it; if that goes
    on on the next page, before the next paragraph. ``edges`` are the left edges of the columns except the first;
    ``body`` is the font and the size of the text.
    """
    found = [list(group) for group in groups]
    for aside in asides:
        heading = _is_heading(aside.lines[0], body)
        place = _place(found, aside, edges, heading)
        if place and not heading:
            place = _end_of_section(found, place, body, aside.lines[0].y) or _end_of_paragraph(found, place) or place
        if place is None:
            found.append(aside.lines)
        else:
            number, at = place
            group = found[number]
            found[number : number + 1] = [part for part in (group[:at], aside.lines, group[at:]) if part]
    return found


def _place(groups: Sequence[list[Run]], aside: Aside, edges: Sequence[float], heading: bool) -> tuple[int, int] | None:
    """Return the group, and the place in it, that something in the margin goes before."""
    first = aside.lines[0]
    leading = _leading(groups)
    for number, group in enumerate(groups):
        for at, run in enumerate(group):
            beside = not edges or (run.x0 < edges[0] if aside.left else run.x0 >= edges[-1] - NEAR)
            if not beside or run.y < first.y - LEVEL * run.size:
                continue
            if heading or _begins(group, at, leading):
                return number, at
    return None


def _begins(group: Sequence[Run], at: int, leading: float) -> bool:
    """Return whether the run at a place of a group begins a paragraph or is a row of a table."""
    above, run = group[at - 1], group[at]
    return not at or bool(run.cells) or run.y - above.y > WIDE * leading or run.x0 > above.x0 + NEAR


def _end_of_paragraph(groups: Sequence[list[Run]], place: tuple[int, int]) -> tuple[int, int] | None:
    """Return the group, and the place in it, at which the next paragraph of the same group begins; None without one."""
    number, first = place
    leading = _leading(groups)
    ends = (at for at in range(first + 1, len(groups[number])) if _begins(groups[number], at, leading))
    return next(((number, at) for at in ends), None)


def _end_of_section(
    groups: Sequence[list[Run]], place: tuple[int, int], body: tuple[str, float], y: float
) -> tuple[int, int] | None:
    """Return the group, and the place in it, of the next heading of the text after a place, or at it if it is below
    ``y``; None without one."""
    for number in range(place[0], len(groups)):
        for at, run in enumerate(groups[number]):
            after = (number, at) > place or ((number, at) == place and run.y > y + LEVEL * run.size)
            if after and _is_heading(run, body) and run.heavy in (0, len(run.words)):
                return number, at
    return None


def _is_heading(run: Run, body: tuple[str, float]) -> bool:
    return run.size > body[1] + LARGER or (is_heavy(run.font) and not is_heavy(body[0]))


def _leading(groups: Iterable[list[Run]]) -> float:
    steps = sorted(b.y - a.y for group in groups for a, b in pairwise(group) if b.y - a.y > LEVEL * a.size)
    return steps[len(steps) // 5] if steps else 0.0


def _text_of(pages: Iterable[Page]) -> Text | None:
    """Return the edges of the paragraphs of some pages; None if there are too few."""
    prose = [run for page in pages for run in page.runs if len(run.words) >= PROSE and not run.turn]
    starts = sorted(run.x0 for run in prose)
    left = next((first for first, last in zip(starts, starts[ENOUGH - 1 :], strict=False) if last - first < NEAR), None)
    return None if left is None else Text(left, max(run.x1 for run in prose))


def _asides(page: Page, text: Text | None) -> list[Aside]:
    if text is None:
        return []
    # A note that is printed over the lines beside it is none of them.
    over = [run for run in page.runs if run.over and not any(is_in(run, box) for box in boxes_on(page))]
    found = [Aside([run], run.x0 < (text.left + text.right) / 2) for run in over]
    begins = _paragraphs(page, text)
    for left in (True, False):
        outside = [
            run
            for run in page.runs
            if not run.turn and (run.x1 <= text.left - CLEAR if left else run.x0 >= text.right + CLEAR)
        ]
        # A column of tables and short lines has hardly any paragraphs, and is too wide for a margin.
        if outside and _width(outside) >= NARROW * (text.right - text.left):
            continue
        blocks: list[list[Run]] = []
        for run in outside:
            last = blocks[-1][-1] if blocks else None
            level = any(abs(run.y - y) < LEVEL * run.size for y in begins)
            if last is None or level or run.y - last.y > STEP * last.size or run.font != last.font:
                blocks.append([])
            blocks[-1].append(run)
        found += [
            Aside(block, left)
            for block in blocks
            if any(sum(map(str.isalpha, word)) >= LETTERS for run in block for word in run.words)
        ]
    return sorted(found, key=lambda aside: aside.lines[0].y)


def _width(runs: Sequence[Run]) -> float:
    return max(run.x1 for run in runs) - min(run.x0 for run in runs)


def _paragraphs(page: Page, text: Text) -> list[float]:
    """Return the heights at which paragraphs of a page begin at the left edge of the text."""
    lines = [run for run in page.runs if abs(run.x0 - text.left) < NEAR and not run.turn]
    leading = _leading([lines])
    return [
        line.y
        for above, line in zip([None, *lines], lines, strict=False)
        if not above or line.y - above.y > WIDE * leading
    ]
