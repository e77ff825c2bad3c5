"""What stands on a page: glyphs, the runs of words that they form, rules and panels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate, pairwise
from typing import NamedTuple, TypeVar

# In ems: a narrower gap is inside a word; a wider one parts columns or the cells of a table.
# Justified lines stretch their spaces to about eight tenths of an em.
WORD_GAP, RUN_GAP = 0.2, 1.0
SEAM = 0.04  # in ems: the glyphs of one word are nearer, so a word with a wider gap may be two that touch
NO_SPACE, LEVEL_WITH = 0.1, 0.05  # ems: such a gap is narrower; points: by which the two begin at different places
SAME_BASELINE = 1.0  # points; also what a glyph drawn twice, to look bold, is shifted by
TWICE = 0.3  # of its width: an equal glyph nearer than this is the same one drawn twice
# A justified line of few words has wide, equal spaces:
EVEN = 0.15  # points: the spaces of the line differ by less
FEWEST_STRETCHED = 3  # words of the line, at least
WIDEST = 4.0  # ems: the spaces of the line are narrower
# A drop capital is at least DROPPED times as large as the page's text; the lines beside it begin at most BESIDE ems to
# its right, and the first of them, which may be indented as well, at most FIRST ems. A letter of a large word is nearer
# to the next one than LARGE ems.
DROPPED, BESIDE, FIRST, LARGE = 1.7, 1.2, 3.0, 0.35
HEADING = 1.05  # times the size of the text: a heading is larger
CAPITAL = 0.7  # of its size: the height of a capital letter
PROSE = 6  # words: a run with as many is a line of a paragraph
ASCENT, DESCENT = 0.75, 0.22  # of its size: how far a word goes above and below its baseline
# A sign at the end of a line behind a word, and the figure that it belongs to.
SIGN, UNSIGNED, WORD = re.compile(r"[-+‐−–]"), re.compile(r"\d|X?D\d"), re.compile(r"[^\W\d_][.,;:)]?$")
HEAVY = re.compile(r"bold|black|heavy|semibd|demi", re.I)


class Glyph(NamedTuple):
    """A character; lengths are in points, ``y`` is its baseline downward from the page's top.

    A glyph that is turned on its side has the place that it would have if the page was turned to read it: ``turn`` is 1
    if it reads upward, -1 if it reads downward.
    """

    y: float
    x0: float
    x1: float
    text: str
    size: float
    font: str
    turn: int = 0


class Box(NamedTuple):
    """A part of a page, in points from its left and its top edge."""

    x0: float
    top: float
    x1: float
    bottom: float


class Seam(NamedTuple):
    """A gap inside the word with an index; it is after ``length`` characters, from ``x0`` to ``x1`` in points."""

    word: int
    length: int
    x0: float
    x1: float


class Run(NamedTuple):
    """Words close together on one baseline; lengths are in points, ``y`` is downward from the page's top.

    A row of a table is a run as well: ``cells`` has the number of words in each of its cells, ``lefts`` the left edges
    of their columns. ``boxes`` are the places of words if these are in several lines, as in a row, or on a page that
    was scanned askew. ``turn`` is that of its glyphs. ``heavy`` is the number of bold words at its beginning, with the
    sign of a list item before them. ``over`` is true if it is printed over another text.
    """

    x0: float
    x1: float
    y: float
    size: float
    font: str
    words: list[str]
    starts: list[float] = []  # noqa: RUF012  each word's left edge; none for a row of a table
    ends: list[float] = []  # noqa: RUF012  each word's right edge
    turn: int = 0
    boxes: list[Box] = []  # noqa: RUF012  never changed
    cells: list[int] = []  # noqa: RUF012  never changed
    seams: list[Seam] = []  # noqa: RUF012  the gaps inside of its words, from left to right
    heavy: int = 0
    lefts: list[float] = []  # noqa: RUF012  never changed
    over: bool = False

    @property
    def text(self) -> str:
        """The words, separated by spaces."""
        return " ".join(self.words)

    @property
    def spans(self) -> list[tuple[int, int]]:
        """Where the words of each cell of a row begin and end."""
        return list(pairwise(accumulate(self.cells, initial=0)))

    def part(self, places: Sequence[int]) -> Run:
        """Return the words with these indices (``places``) as a run."""
        return self._replace(
            x0=self.starts[places[0]],
            x1=self.ends[places[-1]],
            words=[self.words[i] for i in places],
            starts=[self.starts[i] for i in places],
            ends=[self.ends[i] for i in places],
            boxes=[self.boxes[i] for i in places] if self.boxes else [],
            seams=[],
            heavy=sum(i < self.heavy for i in places),
        )

    def parted(self, x: float) -> tuple[Run, Run]:
        """Return the parts of a run before and after ``x``, where a word begins or a seam ends."""
        if x in self.starts:
            whole, at = self, self.starts.index(x)
        else:
            seam = next(seam for seam in self.seams if seam.x1 == x)
            at, word = seam.word + 1, self.words[seam.word]
            parts = [part for box in self.boxes[at - 1 : at] for part in (box._replace(x1=seam.x0), box._replace(x0=x))]
            whole = self._replace(
                words=[*self.words[: at - 1], word[: seam.length], word[seam.length :], *self.words[at:]],
                starts=[*self.starts[:at], x, *self.starts[at:]],
                ends=[*self.ends[: at - 1], seam.x0, *self.ends[at - 1 :]],
                boxes=[*self.boxes[: at - 1], *parts, *self.boxes[at:]],
                heavy=self.heavy + (self.heavy >= at),
            )
        before, behind = whole.part(range(at)), whole.part(range(at, len(whole.words)))
        return before._replace(seams=[seam for seam in self.seams if seam.x1 < x]), behind

    def word_boxes(self) -> list[Box]:
        """Return the place of each word; if the run is turned, on the turned page."""
        top, bottom = self.y - ASCENT * self.size, self.y + DESCENT * self.size
        return self.boxes or [Box(x0, top, x1, bottom) for x0, x1 in zip(self.starts, self.ends, strict=True)]


Item = TypeVar("Item")
Placed = TypeVar("Placed", Glyph, Run)


class Rule(NamedTuple):
    """A horizontal line, in points; ``y`` downward from the page's top."""

    x0: float
    x1: float
    y: float


class Upright(NamedTuple):
    """A vertical line, in points; ``y0`` and ``y1`` downward from the page's top."""

    x: float
    y0: float
    y1: float


class Page(NamedTuple):
    """A page: its size in points, its runs of words, its horizontal and vertical rules, its shaded panels.

    ``sure`` has, by place, the certainty of words that were recognised in a picture, from 0 to 1. ``skipped`` is true
    if some of its words or pictures could not be read.
    """

    width: float
    height: float
    runs: list[Run]
    rules: list[Rule] = []  # noqa: RUF012  never changed
    uprights: list[Upright] = []  # noqa: RUF012  never changed
    sure: dict[Box, float] = {}  # noqa: RUF012  never changed
    panels: list[Box] = []  # noqa: RUF012  never changed
    skipped: bool = False

    def without(self, runs: Iterable[Run]) -> Page:
        """Return the page without some of its runs."""
        out = set(map(id, runs))
        return self._replace(runs=[run for run in self.runs if id(run) not in out]) if out else self


def in_groups(items: Iterable[Item], begins: Callable[[list[Item], Item], bool]) -> list[list[Item]]:
    """Return items in groups, in their order; ``begins`` tells of the last group and an item if this begins another."""
    groups: list[list[Item]] = []
    for item in items:
        if not groups or begins(groups[-1], item):
            groups.append([])
        groups[-1].append(item)
    return groups


def unturned(box: Box, turn: int, height: float) -> Box:
    """Return the place on a page, with this ``height``, of what was placed as if the page was turned."""
    if turn > 0:
        return Box(box.top, height - box.x1, box.bottom, height - box.x0)
    if turn < 0:
        return Box(-box.bottom, box.x0, -box.top, box.x1)
    return box


def is_item_sign(words: Sequence[str]) -> bool:
    """Return whether words are the sign of a list item, such as a bullet, which is bold if the text is."""
    return len(words) == 1 and len(words[0]) == 1 and not words[0].isalnum()


@cache
def is_heavy(font: str) -> bool:
    """Return whether a font's name says that it is bold."""
    return HEAVY.search(font) is not None


def runs_of(glyphs: Iterable[Glyph]) -> list[Run]:
    """Return the runs of a page from top to bottom; text on its side is last."""
    upright: list[Glyph] = []
    aside: list[Glyph] = []
    for glyph in glyphs:
        (aside if glyph.turn else upright).append(glyph)
    groups = with_capitals_raised(upright), aside
    return [run for group in groups for line in baselines(group) for run in runs_in(line)]


def with_capitals_raised(glyphs: list[Glyph]) -> list[Glyph]:
    """Return glyphs with each drop capital on the baseline of the line that it begins, as part of its first word."""
    sizes: Counter[float] = Counter()
    for size, count in Counter(glyph.size for glyph in glyphs if glyph.text.strip()).items():
        sizes[round(size, 1)] += count
    usual = sizes.most_common(1)[0][0] if sizes else 0.0
    large = [glyph for glyph in glyphs if glyph.size > DROPPED * usual and glyph.text.isalpha()]
    if not large:
        return glyphs
    small = [glyph for glyph in glyphs if glyph.size <= DROPPED * usual and glyph.text.strip()]
    raised: dict[Glyph, Glyph] = {}
    for capital in large:
        if any(_is_of_word(glyph, capital) for glyph in large):
            continue
        beside: list[Glyph] = []
        for glyph in small:
            gap, below = glyph.x0 - capital.x1, glyph.y - (capital.y - CAPITAL * (capital.size - glyph.size))
            wide = FIRST if below < 0.5 * glyph.size else BESIDE
            if -1.0 < gap < wide * usual and -0.5 * glyph.size < below <= capital.size:
                beside.append(glyph)
        first = min(beside, key=lambda glyph: (round(glyph.y), glyph.x0), default=None)
        # A word in large letters, or a large initial on the baseline of its word, is none.
        if first and first.y < capital.y - SAME_BASELINE:
            raised[capital] = Glyph(first.y, capital.x0, first.x0, capital.text, first.size, first.font)
            if first.size > HEADING * usual and first.font != capital.font in {glyph.font for glyph in beside}:
                # A heading begins beside it: it is left over from the end of the column before this one.
                raised[capital] = raised[capital]._replace(y=first.y - first.size, x1=capital.x1)
    return [raised.get(glyph, glyph) for glyph in glyphs]


def _is_of_word(glyph: Glyph, capital: Glyph) -> bool:
    """Return whether a large glyph stands directly beside another one, as the letters of a word do."""
    gap = max(glyph.x0 - capital.x1, capital.x0 - glyph.x1)
    return glyph is not capital and abs(glyph.y - capital.y) < SAME_BASELINE and gap < LARGE * capital.size


def baselines(some: Iterable[Placed]) -> list[list[Placed]]:
    """Return glyphs, or runs, grouped by baseline, each group from left to right."""
    from_top = sorted(some, key=lambda one: (one.y, one))
    lines = in_groups(from_top, lambda line, one: one.y - line[0].y > SAME_BASELINE)
    return [sorted(line, key=lambda one: one.x0) for line in lines]


def runs_in(line: list[Glyph]) -> list[Run]:
    """Return the runs of one baseline's glyphs; a glyph that is drawn twice at one place counts once."""
    runs: list[Run] = []
    rights: list[float] = []
    heavy: list[int] = []  # of each run, the words at its beginning that are set bold
    space: Glyph | None = None
    spaced = True
    last: Glyph | None = None
    for glyph in line:
        if (
            last is not None
            and glyph.text == last.text
            and glyph.x0 - last.x0 < TWICE * max(last.x1 - last.x0, WORD_GAP * last.size)
        ):
            continue
        before, last = last, glyph
        if not glyph.text.strip():
            # A space without width may follow a glyph at the same place.
            if not (before and before.text.strip() and glyph.x0 - before.x0 < TWICE * (glyph.x1 - glyph.x0)):
                spaced, space = True, glyph
            continue
        if runs and space and _takes_no_room(space, rights[-1], glyph):
            spaced = False
        space = None
        gap = glyph.x0 - rights[-1] if runs else 0.0
        if not runs or gap > RUN_GAP * max(glyph.size, runs[-1].size):
            first = [glyph.text], [glyph.x0], [glyph.x1]
            runs.append(Run(glyph.x0, glyph.x1, glyph.y, glyph.size, glyph.font, *first, turn=glyph.turn, seams=[]))
            rights.append(glyph.x1)
            heavy.append(int(is_heavy(glyph.font)))
        else:
            run = runs[-1]
            if spaced or gap > WORD_GAP * glyph.size:
                if is_heavy(glyph.font) and (heavy[-1] == len(run.words) or is_item_sign(run.words)):
                    heavy[-1] = len(run.words) + 1
                run.words.append(glyph.text)
                run.starts.append(glyph.x0)
                run.ends.append(glyph.x1)
            else:
                if gap > SEAM * glyph.size:
                    run.seams.append(Seam(len(run.words) - 1, len(run.words[-1]), run.ends[-1], glyph.x0))
                run.words[-1] += glyph.text
                run.ends[-1] = glyph.x1
            rights[-1] = max(rights[-1], glyph.x1)
        spaced = False
    return with_stretched_joined(
        [run._replace(x1=right, heavy=bold) for run, right, bold in zip(runs, rights, heavy, strict=True)]
    )


def with_stretched_joined(runs: list[Run]) -> list[Run]:
    """Return the runs of one baseline; those that one justified line was stretched into are one run.

    The spaces of such a line are wide, but all equal, and its words are of different lengths. The cells of a row have
    equal spaces between them only if they are equal in width.
    """
    found: list[Run] = []
    i = 0
    while i < len(runs):
        j = i + 1
        space = runs[j].x0 - runs[i].x1 if j < len(runs) else 0.0
        while j < len(runs) and abs(runs[j].x0 - runs[j - 1].x1 - space) < EVEN:
            j += 1
        line = runs[i:j]
        stretched = len(line) >= FEWEST_STRETCHED and space < WIDEST * line[0].size and is_stretched(line)
        if stretched:
            found.append(stretched_as_one(line))
        else:
            # The run that ends one even stretch may begin the next.
            j = max(i + 1, j - 1) if j < len(runs) else j
            found += runs[i:j]
        i = j
    return found


def is_stretched(line: Sequence[Run]) -> bool:
    """Return whether the words of some runs have equal spaces between them, and are of different lengths."""
    starts = [start for run in line for start in run.starts]
    ends = [end for run in line for end in run.ends]
    spaces = [start - end for end, start in zip(ends, starts[1:], strict=False)]
    lengths = [end - start for start, end in zip(starts, ends, strict=True)]
    return len(spaces) > 1 and max(spaces) - min(spaces) < EVEN and max(lengths) - min(lengths) > line[0].size


def stretched_as_one(line: Sequence[Run]) -> Run:
    """Return the runs of one line as one run; it is heavy up to its first word that is not."""
    words = [len(run.words) for run in line]
    heavy = 0
    for run in line:
        heavy += run.heavy
        if run.heavy < len(run.words):
            break
    return line[0]._replace(
        x1=line[-1].x1,
        words=[word for run in line for word in run.words],
        starts=[start for run in line for start in run.starts],
        ends=[end for run in line for end in run.ends],
        seams=[seam._replace(word=seam.word + sum(words[:i])) for i, run in enumerate(line) for seam in run.seams],
        heavy=heavy,
    )


def _takes_no_room(space: Glyph, before: float, after: Glyph) -> bool:
    """Return whether glyphs touch over a space: a font may have one for a place where a word may be broken, and a
    program may draw a line of spaces over a text.

    Where the glyph behind the space begins with it, a narrow gap is no space either.
    """
    room = after.x0 - space.x0
    begins_there = room < TWICE * (space.x1 - space.x0) or space.x0 < before
    return begins_there and after.x0 - before < (NO_SPACE if abs(room) < LEVEL_WITH else SEAM) * after.size


def with_signs_moved(lines: list[Run]) -> list[Run]:
    """Return the lines of a text, with each sign that was separated from its figure moved to the figure's line."""
    moved = list(lines)
    for i, below in enumerate(moved[1:], 1):
        above = moved[i - 1]
        words = above.words
        if len(words) > 1 and SIGN.fullmatch(words[-1]) and UNSIGNED.match(below.words[0]) and WORD.search(words[-2]):
            boxes = above.word_boxes()[:-1]
            moved[i - 1] = above._replace(
                x1=boxes[-1].x1, words=words[:-1], starts=above.starts[:-1], ends=above.ends[:-1], boxes=boxes, seams=[]
            )
            moved[i] = below._replace(words=[words[-1] + below.words[0], *below.words[1:]], seams=[])
    return moved
