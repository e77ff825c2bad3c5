"""From the pages of a document to its lines: words to lines, what stands on every page left out.

What depends on one page alone, and on few things that all pages have in common, is worked out by
its sheet, which may know it from before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain, pairwise
from typing import Any

from kensei_docs.extract.columns import Page, column_edges, in_order, measured
from kensei_docs.extract.furniture import furniture_of, outermost
from kensei_docs.extract.glyphs import Run, is_heavy
from kensei_docs.extract.lines import PageLine
from kensei_docs.extract.sheets import Sheet

SAME_LINE = 0.35  # in ems: runs whose baselines differ by less stand in one line
WIDE = 1.25  # in leadings: a wider step down begins another block
LARGER = 1.15

# The lines of a column: the text of each, its baseline, and which of the page's looks it has. A
# look is a size in points and a font.
Column = tuple[list[str], list[float], list[int]]
Look = tuple[float, str]


def lines_of(sheets: list[Sheet]) -> list[PageLine]:
    """Return the lines of all pages in reading order, without page numbers and running heads."""
    left_out = furniture_of([sheet.worked(outermost) for sheet in sheets])
    pairs = list(zip(sheets, left_out, strict=True))
    edges = column_edges([sheet.worked(measured, out) for sheet, out in pairs])
    body = body_of(sheet.worked(fonts, out) for sheet, out in pairs)
    pages: list[tuple[list[Look], list[Column]]] = [sheet.worked(columns, out, edges) for sheet, out in pairs]
    wide = WIDE * leading_of(pages)
    lines: list[PageLine] = []
    for number, (looks, found) in enumerate(pages, 1):
        bold = [stands_out(*look, body) for look in looks]
        turn = True
        for texts, heights, look in found:
            above = None
            for text, y, kind in zip(texts, heights, look, strict=True):
                lines.append(PageLine(text, None, number, above is None or y - above > wide, turn, bold[kind]))
                above, turn = y, False
    return lines


def columns(page: Page, out: list[int], edges: list[float]) -> list[list[Any]]:
    """Return the looks of a page's lines, and its columns in reading order; see ``Column``."""
    looks: dict[Look, int] = {}
    found: list[list[list[Any]]] = []
    for group in in_order(page.without(out), edges):
        lines = [line_of(runs) for runs in together(group)]
        found.append(
            [
                [text for text, _, _ in lines],
                [y for _, y, _ in lines],
                [looks.setdefault(look, len(looks)) for _, _, look in lines],
            ]
        )
    return [[[*look] for look in looks], found]


def together(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs of a column by lines, those of a line from left to right."""
    lines: list[list[Run]] = []
    for run in runs:
        if not lines or abs(run.y - lines[-1][0].y) > SAME_LINE * run.size:
            lines.append([])
        lines[-1].append(run)
    return [sorted(line, key=lambda run: run.x0) for line in lines]


def line_of(runs: list[Run]) -> tuple[str, float, Look]:
    """Return the runs of one line as one: its text, its baseline and its look."""
    texts = [run.text for run in runs]
    longest = runs[max(range(len(runs)), key=lambda i: len(texts[i]))]
    return " ".join(texts), runs[0].y, (longest.size, longest.font)


def leading_of(pages: Iterable[tuple[list[Look], list[Column]]]) -> float:
    """Return the usual distance in points from line to line inside a paragraph."""
    steps = sorted(
        below - above
        for looks, columns in pages
        for _, heights, look in columns
        for (above, below), kind in zip(pairwise(heights), look, strict=False)
        if below - above > 0.9 * looks[kind][0]
    )
    return steps[len(steps) // 5] if steps else 0.0


def fonts(page: Page, out: list[int]) -> list[list[Any]]:
    """Return the fonts and sizes in points of a page, and how much is set in each."""
    used: Counter[tuple[str, float]] = Counter()
    for run in page.without(out).runs:
        used[run.font, round(run.size, 1)] += len(run.text)
    return [[*look, count] for look, count in used.items()]


def body_of(pages: Iterable[list[list[Any]]]) -> tuple[str, float]:
    """Return the font and the size in points that most of the text is set in."""
    used: Counter[tuple[str, float]] = Counter()
    for font, size, count in chain.from_iterable(pages):
        used[font, size] += count
    return used.most_common(1)[0][0] if used else ("", 0.0)


def stands_out(size: float, font: str, body: tuple[str, float]) -> bool:
    """Return whether a line is set bolder or clearly larger than the document's body."""
    return size > LARGER * body[1] or (is_heavy(font) and not is_heavy(body[0]))
