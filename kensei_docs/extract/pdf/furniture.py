"""Page furniture of a PDF: page numbers and running heads, which are removed."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from kensei_docs.extract.pdf.glyphs import Page
from kensei_docs.languages import codes, language

# The number of a page, with hardly more than a word beside it: - 12 -, Name of the game | 12, Page 12 of 40, 12/40.
NUMBER = re.compile(r"(?:[^\d+]{0,40}[^\w+])?(\d{1,4})(?:[^\d+]{1,12}\d{1,4})?(?:[^\w+][^\d+]{0,40})?")
# The number by itself.
BARE = re.compile(r"[^\w+]*\d{1,4}[^\w+]*")
APART = 1.5  # in line heights: how far furniture stands from the text
SHARE = 0.3  # of the pages that furniture stands on
# The number of the only page, with a word beside it, is furniture if it is FAR line heights from the text and in the
# margin: this share of the page's height, at the head and at the foot.
FAR, MARGIN = 2.5, 0.12
FEWEST = 3  # pages that furniture beside the text stands on
PROSE = 6  # words: a run with as many is a line of a paragraph
PAGE_WORDS = frozenset(word for code in codes() for word in language(code).page_words)


class _Outer(NamedTuple):
    """A run at the edge of a page: the index of the page, the index of the run on it, and the run's text.

    ``apart`` is true if it stands apart from the text, ``far`` if that is clearly the page's margin or if the run says
    that it is the number of a page.
    """

    page: int
    run: int
    text: str
    apart: bool
    far: bool


def pages_without_furniture(pages: list[Page]) -> list[Page]:
    """Return the pages without their page numbers and running heads.

    Furniture is at the same height of many pages, above, below or beside the text. It is either the same on all of them
    and stands apart from the text, or a number that counts the pages, which a full page may have just below its text.
    What stands beside a number that is apart from the text is furniture as well, such as the name of a chapter.
    """
    # Keyed by (where, height in steps of three points).
    places: dict[tuple[str, int], list[_Outer]] = defaultdict(list)
    for number, page in enumerate(pages):
        for at_foot in (False, True):
            outermost, distance = _outermost(page, at_foot)
            says = len(outermost) == 1 and _says_page(page.runs[outermost[0]].text, number + 1)
            apart = distance > APART or says
            # The last row of a table on the only page ends in a number, too.
            for run in outermost if len(pages) > 1 or (len(outermost) == 1 and apart) else []:
                y = page.height - page.runs[run].y if at_foot else page.runs[run].y
                far = says or (y < MARGIN * page.height and (len(pages) > 1 or distance > FAR))
                outer = _Outer(number, run, page.runs[run].text, apart, far)
                places["foot" if at_foot else "head", round(y / 3)].append(outer)
        for run in _beside(page) if len(pages) >= FEWEST else []:
            places["side", round(page.runs[run].y / 3)].append(_Outer(number, run, page.runs[run].text, True, False))
    left_out: list[set[int]] = [set() for _ in pages]
    for (where, _), here in places.items():
        numbered: set[int] = set()
        for outer, counts in _furniture(here, len(pages)):
            left_out[outer.page].add(outer.run)
            numbered |= {outer.page} if counts and outer.apart else set()
        for outer in here if where != "side" else ():
            if outer.page in numbered:
                left_out[outer.page].add(outer.run)
    return [
        page._replace(runs=[run for i, run in enumerate(page.runs) if i not in out])
        for page, out in zip(pages, left_out, strict=True)
    ]


def _furniture(here: list[_Outer], pages: int) -> Iterator[tuple[_Outer, bool]]:
    """Yield those of the runs at one height of the pages that are furniture, each with whether it counts the pages."""
    # Keyed by the difference between the number in a run and the page's index.
    ahead = {outer: int(found[1]) - outer.page for outer in here if (found := NUMBER.fullmatch(outer.text))}
    counted = Counter(by for by, _ in {(by, outer.page) for outer, by in ahead.items()})
    repeated = Counter(text for text, _ in {(outer.text, outer.page) for outer in here if outer.apart})
    enough = max(min(pages, 3), SHARE * pages)
    for outer in here:
        bare = BARE.fullmatch(outer.text) is not None
        # In a document of one or two pages, a word beside the number of each page.
        named = outer.far and ahead.get(outer) == 1
        least = enough if outer.apart and (bare or named) else max(3, enough)
        counts = outer in ahead and counted[ahead[outer]] >= least
        if counts or (outer.apart and repeated[outer.text] >= max(2, enough)):
            yield outer, counts


def _says_page(text: str, number: int) -> bool:
    """Return whether a text has the word for a page, in any language, and the number of this page: Page 1 of 2."""
    words = text.casefold().split()
    found = NUMBER.fullmatch(text)
    return found is not None and int(found[1]) == number and not PAGE_WORDS.isdisjoint(words)


def _outermost(page: Page, at_foot: bool) -> tuple[list[int], float]:
    """Return the indices of the runs of a page's first or last line, and how far from the text, in line heights."""
    if not page.runs:
        return [], 0.0
    edge = (max if at_foot else min)(run.y for run in page.runs)
    line = [i for i, run in enumerate(page.runs) if abs(run.y - edge) < 1.0]
    others = [abs(run.y - edge) for run in page.runs if abs(run.y - edge) >= 1.0]
    return line, min(others, default=1000.0) / page.runs[line[0]].size


def _beside(page: Page) -> list[int]:
    """Return the indices of the runs of a page that are on their side, or beside all of its paragraphs."""
    prose = [run for run in page.runs if len(run.words) >= PROSE and not run.turn]
    left, right = min((run.x0 for run in prose), default=0.0), max((run.x1 for run in prose), default=page.width)
    return [i for i, run in enumerate(page.runs) if run.turn or run.x1 < left or run.x0 > right]
