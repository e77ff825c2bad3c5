"""Rulers in true millimetres: how long ones are cut into parts, and how each part is drawn.

A ruler lies along the page: a strip along its upper edge, the head, has the words; ticks and numbers are along its
lower edge. A ruler that is longer than the page is cut into parts; each part but the last has a tab that the next part
is glued onto. A distance that is too short for words is a block at the end of a handle, and the words are on the
handle. If dice add to a distance, each pip has a box of its own. A band of distance looks the same on every ruler and
bar. A part of a distance, such as the half that a slowed move has, is a dashed line with words on when it counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kensei_docs.documents.markup.drawings.canvas import (
    MILLIMETRES,
    Canvas,
    Rectangle,
    set_words,
    style,
    text_height,
    words_width,
)
from kensei_docs.documents.markup.drawings.lengths_in_records import Mark, Share
from kensei_docs.documents.markup.drawings.patterns import hatch

# Lengths in millimetres. The height of a ruler, and of its head.
HEIGHT = 13.4
HEAD = 5.6
# The height of the rule above a head without a colour.
RULE = 1.1
# The length of the tab of a part.
TAB = 10.0
# A ruler with one distance that is shorter than this has a handle.
_HANDLED = 60.0
# The least length of a handle, and of a block with its handle.
_MIN_HANDLE = 36.0
_MIN_WITH_HANDLE = 58.0
# The least length of a stretch of a ruler with several distances.
_MIN_STRETCH = 35.0
# The length of a tick, by the number of parts into which such ticks divide a unit; and that of every fifth tick.
_TICKS = {1: 2.6, 2: 1.9, 4: 1.3, 10: 1.2}
_FIFTH_TICK = 3.2
# The space between words, and from words to an end.
_SPACE = 1.8
# The side of a crest.
_CREST = 4.8
# If a unit is shorter than this, only every tenth is numbered.
_NUMBERED = 4.0

# The numbers of parts that ticks divide a unit into.
_PARTS = {"cm": (1, 2, 10), "in": (1, 2, 4), "mm": (1,), "ft": (1, 2, 4)}
# Sizes of type in points: numbers, every fifth number, pips, lengths, names (the largest that fits), the game.
_NUMBER_POINTS = 7.5
_FIFTH_POINTS = 11.0
_PIP_POINTS = 13.0
_LENGTH_POINTS = 12.0
_NAME_POINTS = (9.5, 8.5, 7.5, 7.0)
_GAME_POINTS = 7.0
# The most names beside a length; a longer list doesn't help a player.
_MAX_NAMES = 3
# Of a part of a distance: the size of type, and the millimetres from the line to its words, and from the head to their
# middle, above the small numbers.
_SHARE_POINTS = 7.0
_SHARE_SPACE = 0.8
_SHARE_DOWN = 1.5
# Millimetres before a number in large type, every fifth, that its figures take.
_BEFORE_FIFTH = 2.6
_BEFORE_FIFTH_AT_LINE = 5.2
# The angle of the hatching of a band, and the distance of its lines.
_HATCHING_DEGREES = 45
_HATCHING_MM = 1.5


@dataclass(frozen=True)
class Ruler:
    """A ruler with its marks; if it is ``banded``, its stretches look like bands of distance.

    ``shares`` are parts of its distances.
    """

    marks: tuple[Mark, ...]
    banded: bool = False
    shares: tuple[Share, ...] = ()

    @property
    def unit(self) -> str:
        """The unit that the ruler measures in."""
        return self.marks[0].unit


@dataclass(frozen=True)
class RulerPart:
    """A part of a ruler, from ``start`` to ``end`` in its unit: part ``number``, from 1, of ``many``."""

    ruler: Ruler
    start: float
    end: float
    number: int
    many: int

    @property
    def is_last(self) -> bool:
        """Whether this is the end of the ruler, which has no tab."""
        return self.number == self.many

    @property
    def scale(self) -> float:
        """The millimetres in a unit."""
        return MILLIMETRES[self.ruler.unit]

    @property
    def measured(self) -> float:
        """The length in millimetres that players measure with: without a tab or a handle."""
        return (self.end - self.start) * self.scale

    @property
    def has_handle(self) -> bool:
        """Whether the part is a block with a handle."""
        return len(self.ruler.marks) == self.many == 1 and self.measured < _HANDLED

    @property
    def width(self) -> float:
        """The length in millimetres, with the tab or the handle."""
        if self.has_handle:
            return max(_MIN_WITH_HANDLE, self.measured + _MIN_HANDLE)
        return self.measured + (0 if self.is_last else TAB)


def split_marks(marks: Sequence[Mark], banded: bool = False) -> list[Ruler]:
    """Return one ruler with all marks, or a ruler for each mark if some are too close together for their words."""
    ends = sorted(marks, key=lambda mark: mark.millimetres)
    starts = [0.0, *(mark.millimetres for mark in ends)]
    stretches = zip(ends, starts, strict=False)
    close = any(0 < mark.millimetres - start < max(_MIN_STRETCH, _needed(mark)) for mark, start in stretches)
    if close and len(marks) > 1:
        return [Ruler((mark,), banded) for mark in marks]
    return [Ruler(tuple(marks), banded)] if marks else []


def _needed(mark: Mark) -> float:
    """Return the millimetres that the length of a mark and its first name take on one line."""
    name = words_width(mark.names[0], _NAME_POINTS[-1]) if mark.names else 0
    return words_width(mark.says or mark.figure, _LENGTH_POINTS, True) + name + 2.5 * _SPACE


def split_into_parts(ruler: Ruler, room: float) -> list[RulerPart]:
    """Return the parts of a ruler, each at most ``room`` millimetres long; the ruler is as long as its longest mark.

    All parts but the last have the same length, which is a whole number of units.
    """
    length, scale = max(mark.number for mark in ruler.marks), MILLIMETRES[ruler.unit]
    whole = length * scale
    many = 1 if whole <= room + 1e-6 else math.ceil(whole / (room - TAB - scale))
    step = length if many == 1 else math.ceil(length / many)
    starts = [step * number for number in range(many) if step * number < length]
    return [
        RulerPart(ruler, start, min(start + step, length), number, len(starts))
        for number, start in enumerate(starts, 1)
    ]


@dataclass(frozen=True)
class RulerLook:
    """The colours of rulers, as CSS writes them, and the name of the ``game``.

    ``pip`` is for the numbers in the boxes of pips. ``bands`` are the colours of bands of distance, the nearest first;
    one more band after them is hatched. ``text_on`` returns the colour of text on a colour, ``crest`` the HTML of the
    crest in one colour on another.
    """

    ink: str
    paper: str
    accent: str
    pip: str
    bands: tuple[str, ...]
    text_on: Callable[[str], str]
    crest: Callable[[str, str], str]
    game: str

    def paint_band(self, canvas: Canvas, spot: Rectangle, number: int) -> tuple[str, bool]:
        """Draw the band of distance with a number, from 0; return the colour of text on it, and whether it is hatched,
        so that text on it needs a background."""
        number %= len(self.bands) + 1
        hatched = number == len(self.bands)
        fill = self.paper if hatched else self.bands[number]
        canvas.rectangle(spot.x, spot.y, spot.width, spot.height, 0.2, fill=fill, stroke=self.ink)
        if hatched:
            canvas.path(hatch(spot, _HATCHING_DEGREES, _HATCHING_MM), 0.18, stroke=self.ink)
        return self.text_on(fill), hatched


@dataclass
class RulerDrawing:
    """Draws rulers on a canvas; ``glue`` are the words on a tab."""

    canvas: Canvas
    format_figure: Callable[[str], str]
    glue: str
    look: RulerLook

    def draw(self, part: RulerPart, x: float, y: float) -> None:
        """Draw a ruler with its upper left corner at (x, y): its stretches, ticks and numbers, its tab or handle."""
        canvas, ink = self.canvas, self.look.ink
        ends = sorted({0.0, *(end for mark in part.ruler.marks for end in (mark.sure or 0.0, mark.number))})
        canvas.rectangle(x, y, part.width, HEIGHT, 0.25, fill="#fff", stroke=ink)
        stretches = [
            (max(start, part.start), min(end, part.end), start, end)
            for start, end in pairwise(ends)
            if max(start, part.start) < min(end, part.end)
        ]
        for low, high, start, end in stretches:
            left, right = x + (low - part.start) * part.scale, x + (high - part.start) * part.scale
            mark = next(mark for mark in part.ruler.marks if mark.number >= end)
            head = Rectangle(left, y, right - left, HEAD)
            if mark.sure is not None and start >= mark.sure:
                self._draw_pips(head, low, mark.sure, part.scale)
            else:
                longest = max(stretches, key=lambda stretch: stretch[1] - stretch[0])
                is_longest = (low, high) == longest[:2]
                self._draw_head(part, mark, head, is_longest)
            if high < part.end:
                canvas.line(right, y, right, y + HEIGHT - _FIFTH_TICK, 0.35, stroke=ink)
        shares = [share for share in part.ruler.shares if part.start <= share.number < part.end]
        self._draw_ticks(part, x, y + HEIGHT, {*ends, *(share.number for share in shares)})
        self._draw_shares(part, shares, ends, x, y + HEAD)
        # The edge that players measure with; its attribute `ruler` is its length, for programs that read the SVG.
        edge, length = y + HEIGHT, f"{part.end - part.start:g} {part.ruler.unit}"
        canvas.line(x, edge, x + part.measured, edge, 0.3, stroke=ink, ruler=length)
        if not part.is_last:
            # The tab is beyond the end of this part; the beginning of the next part is glued onto it.
            tab = Rectangle(x + part.measured, y, TAB, HEIGHT)
            canvas.path(hatch(tab, 45, 2.2), 0.12, stroke=ink)
            canvas.line(tab.x, y, tab.x, y + HEIGHT, 0.2, "1.2 0.8", stroke=ink)
            canvas.label(self.glue, tab.x + TAB / 2, y + HEIGHT / 2, _GAME_POINTS, clear=True, turned=True)
        if part.has_handle:
            self._draw_handle(part.ruler.marks[-1], x + part.measured, y, part.width - part.measured)

    def _draw_head(self, part: RulerPart, mark: Mark, head: Rectangle, is_longest: bool) -> None:
        """Draw the head of a stretch, in the colour of its band if the ruler is banded, with the words that fit.

        The longest stretch also has the game and the crest.
        """
        look, ground = self.look, ""
        if part.ruler.banded:
            colour, hatched = look.paint_band(self.canvas, head, mark.place)
            ground = look.paper if hatched else ""
        else:
            colour = look.ink
            self.canvas.rectangle(head.x, head.y, head.width, RULE, 0, fill=look.accent, stroke="none")
        if part.has_handle:
            return
        middle = head.y + HEAD / 2 + (0 if part.ruler.banded else RULE / 2)
        at, room = head.x + _SPACE, head.x + head.width - _SPACE / 2
        at = set_words(
            self.canvas, mark.says or self.format_figure(mark.figure), at, middle, _LENGTH_POINTS, colour, True, ground
        )
        names, at = list(mark.names[:_MAX_NAMES]), at + _SPACE
        while names:
            # Smaller type rather than fewer names; fewer names rather than none.
            text = " · ".join(names)
            points = next((size for size in _NAME_POINTS if at + words_width(text, size) <= room), None)
            if points:
                at = set_words(self.canvas, text, at, middle, points, colour, ground=ground, bold=True) + _SPACE
                break
            names.pop()
        if not names:
            self._set_name_below(mark.names[0], head.x + _SPACE, head.y + HEAD, room)
        count = f"{part.number}/{part.many}" if part.many > 1 else ""
        game = " · ".join(filter(None, (look.game, count)))
        for text in (game, count):
            needed = words_width(text, _GAME_POINTS) + _CREST + _SPACE if text else 0
            if is_longest and text and at + needed <= room:
                back = look.bands[mark.place % len(look.bands)] if part.ruler.banded and not ground else look.paper
                end = room - _CREST - _SPACE / 2
                css = f"{style(colour)}; text-align: right" + (f"; background: {ground}" if ground else "")
                wide = words_width(text, _GAME_POINTS)
                self.canvas.label(text, end - wide / 2, middle, _GAME_POINTS, width=wide, style=css)
                crest = look.crest(colour, back)
                self.canvas.picture(crest, room - _CREST / 2, middle + _CREST / 2, _CREST)
                break

    def _set_name_below(self, name: str, x: float, y: float, room: float) -> None:
        """Set a name that doesn't fit beside its length below it, on at most two lines."""
        for number, line in enumerate(_in_two(name, room - x)):
            at = y + (number + 0.5) * text_height(_GAME_POINTS)
            set_words(self.canvas, line, x, at, _GAME_POINTS, self.look.ink, ground="#fff", bold=True)

    def _draw_pips(self, head: Rectangle, low: float, sure: float, scale: float) -> None:
        """Draw a box for each pip of the dice, from the distance ``low`` on; ``sure`` is the distance without dice."""
        for step in range(round(head.width / scale)):
            x = head.x + step * scale
            fill = self.look.bands[-1] if step % 2 == 0 else self.look.paper
            self.canvas.rectangle(x, head.y, scale, HEAD, 0.2, fill=fill, stroke=self.look.ink)
            pip = f"{round(low - sure) + step + 1}"
            self.canvas.label(pip, x + scale / 2, head.y + HEAD / 2, _PIP_POINTS, style=style(self.look.pip, True))

    def _draw_shares(
        self, part: RulerPart, shares: Sequence[Share], ends: Sequence[float], left: float, top: float
    ) -> None:
        """Draw the ``shares`` on a part of a ruler, below the head; ``ends`` are the distances that have lines."""
        lines = sorted({*ends, *(share.number for share in shares)})
        for share in shares:
            x = left + (share.number - part.start) * part.scale
            self.canvas.line(x, top, x, top + (HEIGHT - HEAD), 0.35, "1 0.7", stroke=self.look.accent)
            next_line = min((at for at in lines if at > share.number), default=part.end)
            next_fifth = (share.number // 5 + 1) * 5
            before_fifth = _BEFORE_FIFTH_AT_LINE if next_fifth in lines else _BEFORE_FIFTH
            room = min(
                (min(next_line, part.end) - share.number) * part.scale,
                (next_fifth - share.number) * part.scale - before_fifth,
            )
            words = [share.says, *share.names]
            # Fewer words rather than words over a number.
            while len(words) > 1 and words_width(" · ".join(words), _SHARE_POINTS) > room - _SHARE_SPACE:
                words.pop()
            at = x + _SHARE_SPACE, top + _SHARE_DOWN
            set_words(self.canvas, " · ".join(words), *at, _SHARE_POINTS, self.look.pip, bold=True)

    def _draw_ticks(self, part: RulerPart, left: float, foot: float, ends: set[float]) -> None:
        """Draw the ticks along the lower edge, and the number of each unit."""
        low, high, ink = part.start, part.end, self.look.ink
        for parts in _PARTS[part.ruler.unit]:
            coarser = [parts // fewer for fewer in _PARTS[part.ruler.unit] if fewer < parts and parts % fewer == 0]
            for step in range(math.ceil(low * parts), math.floor(high * parts) + 1):
                at_end = step / parts in (part.start, part.end)
                if not at_end and all(step % longer for longer in coarser):
                    at = left + (step / parts - part.start) * part.scale
                    fifth = parts == 1 and step % 5 == 0
                    length = _FIFTH_TICK if fifth else _TICKS[parts]
                    self.canvas.line(at, foot - length, at, foot, 0.35 if fifth else 0.2, stroke=ink)
        for step in range(math.floor(low) + 1, math.floor(high) + 1):
            big = step % 5 == 0 and (part.scale > _NUMBERED or step % 10 == 0)
            if not big and part.scale <= _NUMBERED:
                continue
            points = _FIFTH_POINTS if big else _NUMBER_POINTS
            at = left + (step - part.start) * part.scale
            if step in ends or step == part.end:
                # A number must not stand on the line of a mark, nor on a seam.
                at -= self.canvas.label_size(f"{step}", points)[0] / 2 + 0.2
            up = (_FIFTH_TICK if big else _TICKS[1]) + points * 0.17
            self.canvas.label(f"{step}", at, foot - up, points, style=style(ink, big))

    def _draw_handle(self, mark: Mark, x: float, y: float, width: float) -> None:
        """Set the length and the names of a short distance on its handle, with the crest."""
        ink = self.look.ink
        length = mark.says or self.format_figure(mark.figure)
        self.canvas.line(x, y, x, y + HEIGHT, 0.35, stroke=ink)
        set_words(self.canvas, length, x + _SPACE, y + 3.4, _LENGTH_POINTS, ink, True)
        self.canvas.picture(self.look.crest(ink, "#fff"), x + width - _CREST / 2 - 0.8, y + 1 + _CREST, _CREST)
        room, lines = width - _SPACE, [*mark.names[: _MAX_NAMES - 1]]
        if lines and words_width(lines[0], _NAME_POINTS[-1]) > room:
            lines = _in_two(lines[0], room)
        for number, line in enumerate(lines):
            fitting = next((size for size in _NAME_POINTS[1:] if words_width(line, size) <= room), _NAME_POINTS[-1])
            set_words(self.canvas, line, x + _SPACE, y + 7.8 + number * 3.6, fitting, ink, bold=True)


def _in_two(name: str, room: float) -> list[str]:
    """Return a name in at most two lines; the first is at most ``room`` millimetres long in the smallest type.

    A word that is longer than that is a line of its own.
    """
    words = name.split()
    fits = (n for n in range(len(words), 0, -1) if words_width(" ".join(words[:n]), _NAME_POINTS[-1]) <= room)
    first = next(fits, 1)
    return [line for line in (" ".join(words[:first]), " ".join(words[first:])) if line]
