"""What stands on a page, as a person sees it: words in the order of the file, lines that are drawn, shaded panels.

Lengths are in points, from the left and the top edge of the page. A word on its side has the place that it would have
if the page was turned to read it: ``turn`` is 1 if it reads upward, -1 if it reads downward, 2 if it is upside down.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kensei_docs.extract.pdf.thresholds import LIMITS

ASCENT, DESCENT = 0.75, 0.22  # ems: how far a word goes above and below its baseline
Rule = tuple[float, float, float]


class Box(NamedTuple):
    """A part of a page."""

    x0: float
    top: float
    x1: float
    bottom: float

    def holds(self, x: float, y: float, around: float = 0.0) -> bool:
        """Return whether a point is in the box, or at most ``around`` beside it."""
        return self.x0 - around <= x <= self.x1 + around and self.top - around <= y <= self.bottom + around


class Piece(NamedTuple):
    """A word as it stands on a page; ``y`` is its baseline.

    ``tag`` is the number by which the file's structure names it, -1 without one. ``apart`` is true if the file
    has a space of its own behind it. ``sure`` is the certainty of a word that was recognised in a picture, from 0 to 1.
    """

    text: str
    x0: float
    x1: float
    y: float
    size: float
    font: str = ""
    heavy: bool = False
    turn: int = 0
    tag: int = -1
    apart: bool = False
    sure: float | None = None

    @property
    def box(self) -> Box:
        """Its place; on the turned page, if it is turned."""
        return Box(self.x0, self.y - ASCENT * self.size, self.x1, self.y + DESCENT * self.size)


class Line(NamedTuple):
    """Words beside one another; a row of a table has the number of words of each cell in ``cells``, 0 for an empty one.

    ``table`` is the number of its table on the page, from 1; 0 for a line of text. ``level`` is that of a heading which
    the file's structure names, from 1; 0 for none.
    """

    pieces: list[Piece]
    cells: tuple[int, ...] = ()
    table: int = 0
    level: int = 0

    @property
    def text(self) -> str:
        """Its words, separated by spaces."""
        return " ".join(piece.text for piece in self.pieces)

    @property
    def box(self) -> Box:
        """Its place."""
        return around(piece.box for piece in self.pieces)

    @property
    def longest(self) -> Piece:
        """Its longest word, whose type is that of the line."""
        return max(self.pieces, key=lambda piece: len(piece.text))


class Note(NamedTuple):
    """A note that belongs to a place: the page on which it stands, from 0, the place, and the words of its lines."""

    page: int
    at: Box
    lines: list[list[Piece]]


class Page(NamedTuple):
    """A page: its words in the order of the file, its horizontal (x0, x1, y) and vertical (x, y0, y1) rules and panels.

    ``skipped`` is true if some of its words or pictures could not be read. ``told`` are words that a person is to be
    told of, each with the reason; ``notes`` are those that belong to a place on the page.
    """

    width: float
    height: float
    pieces: list[Piece]
    rules: list[Rule]
    uprights: list[Rule]
    panels: list[Box]
    skipped: bool = False
    told: tuple[tuple[str, str], ...] = ()
    notes: tuple[Note, ...] = ()


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that has all of some boxes."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


BULLET = "\u2022"
# The sign or the number of an item of a list.
_ITEM = re.compile(r"[^\w\s]|(?:\d{1,2}|[A-Za-z])[.)]")


def with_signs_placed(pieces: Sequence[Piece]) -> list[Piece]:
    """Return words with each sign of a list's item that the file writes apart, as WeasyPrint does, before its item."""
    moved: dict[int, list[Piece]] = {}
    alone: set[int] = set()
    for i, piece in enumerate(pieces):
        before, after = pieces[max(0, i - 1) : i], pieces[i + 1 : i + 2]
        in_text = any(_is_beside(other, piece) for other in before) or any(_is_beside(piece, one) for one in after)
        if in_text or not _ITEM.fullmatch(piece.text):
            continue
        beside = [(other.x0, at) for at, other in enumerate(pieces) if _is_beside(piece, other)]
        if beside and (at := min(beside)[1]) not in moved:
            moved[at] = [piece]
            alone.add(i)
    return [one for i, piece in enumerate(pieces) if i not in alone for one in (*moved.get(i, ()), piece)]


def with_bullets(pieces: Sequence[Piece], dots: Iterable[Box]) -> list[Piece]:
    """Return words with a bullet before each that has one which is drawn: a dot at the beginning of a line."""
    by_height = sorted(((dot.top + dot.bottom) / 2, dot) for dot in dots)
    found: list[Piece] = []
    for word in pieces:
        level = by_height[bisect_left(by_height, (word.box.top,)) : bisect_left(by_height, (word.y,))]
        bullets = [word._replace(text=BULLET, x0=dot.x0, x1=dot.x1, apart=True) for _, dot in level]
        bullets = [one for one in bullets if one.x1 - one.x0 < LIMITS.dot_size * word.size and _is_beside(one, word)]
        if len(bullets) == 1 and not any(_is_between(bullets[0], one, word) for one in pieces):
            found += bullets
        found.append(word)
    return found


def _is_between(bullet: Piece, other: Piece, word: Piece) -> bool:
    """Return whether a word stands on the line of another one, right before its bullet or behind it."""
    level = abs(other.y - word.y) <= LIMITS.level * word.size
    return level and other.x0 < word.x0 and bullet.x0 - other.x1 < LIMITS.beside_sign * word.size


def begins_item(sign: Piece, word: Piece) -> bool:
    """Return whether a word is the first of the item of a list that has this sign."""
    return bool(_ITEM.fullmatch(sign.text)) and _is_beside(sign, word)


def _is_beside(sign: Piece, word: Piece) -> bool:
    """Return whether a word stands to the right of a sign, as that of an item does."""
    level = abs(word.y - sign.y) <= LIMITS.level * word.size and word.turn == sign.turn
    return level and 0 <= word.x0 - sign.x1 < LIMITS.beside_sign * word.size


# What the end of a line breaks although it is one: a sign or a range before its figure, dashes, words around a stroke.
_SIGN = re.compile(r"[(\[]?[-−–+]|.*\d[-−–]|\w+/")
_DASHES, _DASHES_OR_TIP = re.compile(r"[-−–]+"), re.compile(r"[-−–]+|[-−–]*>")  # ->
_FIGURE = re.compile(r"\d|X?D\d|X\b")
# A throw of dice that the edge of a narrow cell breaks: +1D 6, -1 D6.
_THROWS = re.compile(r"[-−–+]?(?:\d+|[Xx])?[Dd] \d+\+?|[-−–+](?:\d+|[Xx]) [Dd]\d+\+?")


def with_ends_joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Return words with what stands at the end of a line as a part of the figure on the next one."""
    found: list[Piece] = []
    for piece in pieces:
        last = found[-1] if found else None
        below = last is not None and last.turn == piece.turn and piece.y - last.y > piece.size / 2
        alone = len(found) < 2 or abs(found[-2].y - found[-1].y) > piece.size / 2
        if last is not None and below and _are_one(last, piece, alone):
            found[-1] = piece._replace(text=last.text + piece.text, tag=last.tag)
        else:
            found.append(piece)
    return found


def _are_one(last: Piece, piece: Piece, alone: bool) -> bool:
    """Return whether the last word of a line and the first one below are one; ``alone``: the line has no other word."""
    dashes = _DASHES.fullmatch(last.text) and _DASHES_OR_TIP.fullmatch(piece.text)
    sign = _SIGN.fullmatch(last.text) and (last.text[-1] == "/" or _FIGURE.match(piece.text))
    return bool(dashes or sign or (alone and _THROWS.fullmatch(f"{last.text} {piece.text}")))


def lines_of(pieces: Sequence[Piece], same: float) -> list[Line]:
    """Return words as lines, in their order: words go on to the right on one baseline, ``same`` ems up or down."""
    lines: list[Line] = []
    last: Piece | None = None
    for piece in pieces:
        level = last is not None and abs(piece.y - last.y) <= same * max(piece.size, last.size)
        if last is None or not level or piece.turn != last.turn or piece.x0 < last.x1 - 0.5 * piece.size:
            lines.append(Line([]))
        lines[-1].pieces.append(piece)
        last = piece
    return lines


def unturned(piece: Piece, height: float) -> Box:
    """Return the place of a word on its page, of this ``height``."""
    box = piece.box
    if piece.turn > 0:
        return Box(box.top, height - box.x1, box.bottom, height - box.x0)
    if piece.turn == 2:
        return Box(-box.x1, -box.bottom, -box.x0, -box.top)
    return Box(-box.bottom, box.x0, -box.top, box.x1) if piece.turn else box


def turned_rules(page: Page, turn: int) -> tuple[list[Rule], list[Rule]]:
    """Return the horizontal and vertical rules of a page, turned so that words with this ``turn`` are upright."""
    if turn == 1:
        across = [(page.height - y1, page.height - y0, x) for x, y0, y1 in page.uprights]
        return across, [(page.height - y, x0, x1) for x0, x1, y in page.rules]
    if turn == -1:
        return [(y0, y1, -x) for x, y0, y1 in page.uprights], [(y, -x1, -x0) for x0, x1, y in page.rules]
    if turn == 2:
        return [(-x1, -x0, -y) for x0, x1, y in page.rules], [(-x, -y1, -y0) for x, y0, y1 in page.uprights]
    return page.rules, page.uprights
