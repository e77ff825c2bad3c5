"""What stands on every page of a PDF and belongs to none: page numbers and running heads."""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from kensei_docs.extract.columns import Page
from kensei_docs.extract.glyphs import Run

NUMBER = re.compile(r"\W*(\d{1,4})\W*")
APART = 1.5  # in line heights: how far furniture stands from the text
SHARE = 0.3  # of the pages that furniture stands on


def without_furniture(pages: list[Page]) -> list[list[Run]]:
    """Return each page's runs without page numbers and running heads.

    Furniture stands apart from the text at the same height of many pages, and is either the same
    on all of them or a number that counts the pages.
    """
    places: dict[tuple[bool, int], list[tuple[int, Run]]] = defaultdict(list)
    for number, page in enumerate(pages):
        for at_foot in (False, True):
            for run in outermost(page.runs, at_foot):
                height = page.height - run.y if at_foot else run.y
                places[at_foot, round(height / 3)].append((number, run))
    dropped: set[int] = set()
    for found in places.values():
        ahead = {id(run): int(match.group(1)) - page for page, run in found
                 if (match := NUMBER.fullmatch(run.text))}
        counted = Counter(by for by, _ in {(ahead[id(run)], page) for page, run in found
                                           if id(run) in ahead})
        repeated = Counter(text for text, _ in {(run.text, page) for page, run in found})
        enough = max(min(len(pages), 3), SHARE * len(pages))
        dropped |= {id(run) for _, run in found
                    if (counted.get(ahead.get(id(run), 0), 0) >= enough and id(run) in ahead)
                    or repeated[run.text] >= max(3, enough)}
    return [[run for run in page.runs if id(run) not in dropped] for page in pages]


def outermost(runs: list[Run], at_foot: bool) -> list[Run]:
    """Return the runs of a page's first or last line, where that stands apart from the rest."""
    if not runs:
        return []
    edge = max(run.y for run in runs) if at_foot else min(run.y for run in runs)
    line = [run for run in runs if abs(run.y - edge) < 1.0]
    others = [abs(run.y - edge) for run in runs if abs(run.y - edge) >= 1.0]
    return line if min(others, default=1000.0) > APART * line[0].size else []
