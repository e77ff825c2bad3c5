"""What stands on every page of a PDF and belongs to none: page numbers and running heads."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any

from kensei_docs.extract.columns import Page
from kensei_docs.extract.glyphs import Run

NUMBER = re.compile(r"\W*(\d{1,4})\W*")
APART = 1.5  # in line heights: how far furniture stands from the text
SHARE = 0.3  # of the pages that furniture stands on

# A run at the edge of a page: whether at its foot, how high (in steps of three points), which of
# the page's runs it is, and its text.
Outer = tuple[bool, int, int, str]


def furniture_of(pages: list[list[Outer]]) -> list[list[int]]:
    """Return which of each page's runs are page numbers or running heads, of its outermost ones.

    Furniture stands apart from the text at the same height of many pages, and is either the same
    on all of them or a number that counts the pages.
    """
    places: dict[tuple[bool, int], list[tuple[int, int, str]]] = defaultdict(list)
    for page, found in enumerate(pages):
        for at_foot, height, run, text in found:
            places[at_foot, height].append((page, run, text))
    left_out: list[set[int]] = [set() for _ in pages]
    for here in places.values():
        ahead = {
            (page, run): int(match.group(1)) - page for page, run, text in here if (match := NUMBER.fullmatch(text))
        }
        counted = Counter(by for by, _ in {(by, page) for (page, _), by in ahead.items()})
        repeated = Counter(text for text, _ in {(text, page) for page, _, text in here})
        enough = max(min(len(pages), 3), SHARE * len(pages))
        for page, run, text in here:
            by = ahead.get((page, run))
            if (by is not None and counted[by] >= enough) or repeated[text] >= max(3, enough):
                left_out[page].add(run)
    return [sorted(runs) for runs in left_out]


def outermost(page: Page) -> list[list[Any]]:
    """Return the runs of a page's first and last line, where those stand apart; see ``Outer``."""
    found: list[list[Any]] = []
    for at_foot in (False, True):
        for run in _outermost(page.runs, at_foot):
            height = page.height - page.runs[run].y if at_foot else page.runs[run].y
            found.append([at_foot, round(height / 3), run, page.runs[run].text])
    return found


def _outermost(runs: list[Run], at_foot: bool) -> list[int]:
    if not runs:
        return []
    edge = max(run.y for run in runs) if at_foot else min(run.y for run in runs)
    line = [i for i, run in enumerate(runs) if abs(run.y - edge) < 1.0]
    others = [abs(run.y - edge) for run in runs if abs(run.y - edge) >= 1.0]
    return line if min(others, default=1000.0) > APART * runs[line[0]].size else []
