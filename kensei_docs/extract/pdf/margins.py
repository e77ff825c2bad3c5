"""The margins of pages: page numbers and running heads, which are furniture, and headings and notes beside the text.

Furniture is removed; a heading or a note is read where it stands, and not between words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kensei_docs.extract.pdf.boxes import boxes_on, is_in
from kensei_docs.extract.pdf.glyphs import PROSE, Page, Run, in_groups, is_heavy
from kensei_docs.languages import codes, language

# The number of a page, with hardly more than a word beside it: - 12 -, Name of the game | 12, Page 12 of 40, 12/40.
NUMBER = re.compile(r"(?:[^\d+]{0,40}[^\w+])?(\d{1,4})(?:[^\d+]{1,12}\d{1,4})?(?:[^\w+][^\d+]{0,40})?")
BARE = re.compile(r"[^\w+]*\d{1,4}[^\w+]*")  # the number by itself
APART = 1.5  # in line heights: how far furniture stands from the text
SHARE = 0.3  # of the pages that furniture stands on
# The number of the only page, with a word beside it, is furniture if it is FAR line heights from the text and in the
# margin: this share of the page's height, at the head and at the foot.
FAR, MARGIN = 2.5, 0.12
FEWEST_PAGES = 3  # pages that furniture beside the text stands on
PAGE_WORDS = frozenset(word for code in codes() for word in language(code).page_words)
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
        for run in _beside(page) if len(pages) >= FEWEST_PAGES else []:
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
    pairs = zip(pages, asides, strict=True)
    return [page.without(run for aside in some for run in aside.lines) for page, some in pairs], asides


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
    if left is None:
        return None
    # On a page with few lines of text, many cells of a table may begin behind its left edge.
    over = [run.x0 for run in prose if run.x0 < left - NEAR and run.x1 > left]
    return Text(min(over) if len(over) >= FEWEST else left, max(run.x1 for run in prose))


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
        blocks = in_groups(outside, lambda block, run: _begins_aside(block[-1], run, begins))
        found += [
            Aside(block, left)
            for block in blocks
            if any(sum(map(str.isalpha, word)) >= LETTERS for run in block for word in run.words)
        ]
    return sorted(found, key=lambda aside: aside.lines[0].y)


def _begins_aside(above: Run, run: Run, begins: Iterable[float]) -> bool:
    """Return whether a run in the margin is not of one note with that above it; at ``begins``, paragraphs begin."""
    level = any(abs(run.y - y) < LEVEL * run.size for y in begins)
    return level or run.y - above.y > STEP * above.size or run.font != above.font


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
