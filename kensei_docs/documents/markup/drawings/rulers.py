"""Rulers and other templates in true millimetres: how long ones are cut into parts, and how each part is drawn.

A ruler lies along the page: a strip along its upper edge, the head, has the words; ticks and numbers are along its
lower edge. A ruler that is longer than the page is cut into parts; each part but the last has a tab that the next part
is glued onto. A distance that is too short for words is a block at the end of a handle, and the words are on the
handle. If dice add to a distance, each pip has a box of its own. A band of distance looks the same on every ruler and
bar. A part of a distance, such as the half that a slowed move has, is a dashed line with words on when it counts.

The distances are figures of records, or sums and parts of them, with the names of what has them. What dice add to a
distance is told apart from the distance that is sure.

Beside rulers, pages to cut out have half discs, which are laid along a base, arcs, with their point at one, and a chart
of ranges as bars. It has distances that are longer than a ruler, to scale; its lines are one length of the stick apart
that players measure with.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise, product

from babel.lists import format_list
from markupsafe import Markup

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.database.paths import figure_at, record_and_path
from kensei_docs.documents.markup.drawings.canvas import (
    BOLD,
    HEADING,
    MILLIMETRES,
    REGULAR,
    Canvas,
    Rectangle,
    hatch,
    set_words,
    text_height,
    words_width,
)
from kensei_docs.figures import Figure, parse

# An entry of a kind's ``figures``: a sum of products, and after "as" the word that names it, with a figure if it has
# one.
_NAMED = re.compile(r"(?P<sum>.+?)(?: as (?P<word>\S+)(?: (?P<of>\S+))?)?")


@dataclass(frozen=True)
class Mark:
    """A distance on a ruler: the figure, its number, and the names of what has this range or length.

    If dice add to the distance, ``number`` is the largest one, and ``sure`` the distance without the dice. ``says`` is
    how the distance is printed, empty for its figure. ``place`` is its index in the list that names it; ``column`` is
    the name of its column, if it is the cell of a table.
    """

    figure: str
    number: float
    names: tuple[str, ...]
    sure: float | None = None
    says: str = ""
    place: int = 0
    column: str = ""

    @property
    def unit(self) -> str:
        """The unit of the figure."""
        return self.figure.split()[1]

    @property
    def millimetres(self) -> float:
        """The distance in millimetres."""
        return self.number * MILLIMETRES[self.unit]


@dataclass(frozen=True)
class Share:
    """A part of a distance on a ruler, such as the half of a move.

    ``of`` is the text of the whole distance, ``number`` the part in the ruler's unit, ``says`` how the part is printed
    (``½ of 10″``), and ``names`` are the cases in which it counts.
    """

    of: str
    number: float
    says: str
    names: tuple[str, ...]


def marks_of(
    edition: Edition,
    wanted: Sequence[str],
    translator: Translator,
    phrase: Callable[..., str] = lambda word, **_: word,
    in_columns: bool = False,
) -> list[Mark]:
    """Return the lengths that a list of a kind's ``figures`` names, each with the names of what has it, shortest first.

    An entry is ``record:path``, or several with ``*`` and ``+`` between them; ``as WORD`` names it by the phrase
    ``length-WORD``, ``as WORD record:path`` by one with that figure in it, and ``as record:path`` by a text of a
    record. What the edition lacks is left out, and so are lengths in hexes: a hex is of any size. Marks ``in_columns``
    of a table are never named by their column as well.
    """
    found: dict[tuple[str, float | None, str], list[tuple[int, str, str]]] = {}
    for place, entry in enumerate(wanted):
        parts = _NAMED.fullmatch(entry)
        length = parts and _add_up(edition, parts["sum"], translator)
        if not (parts and length):
            continue
        if parts["word"]:
            name = _given_name(edition, parts["word"], parts["of"], translator, phrase)
        else:
            name = _owner_name(edition, parts["sum"].split(" ")[0], translator, in_columns)
        record, path = record_and_path(edition, parts["sum"])
        # The column of a table that the figure stands in.
        column = translator.text(record, f"columns.{path.rpartition('.')[2]}") if record else ""
        found.setdefault(length, []).append((place, name, column))
    marks = []
    for (text, sure, says), named in found.items():
        places, names, columns = zip(*named, strict=True)
        owners = tuple(dict.fromkeys(filter(None, names)))
        marks.append(Mark(text, float(text.split()[0]), owners, sure, says, places[0], columns[0]))
    return sorted(marks, key=lambda mark: mark.number)


def shares_of(
    edition: Edition, wanted: Sequence[str], translator: Translator, phrase: Callable[..., str]
) -> list[Share]:
    """Return the parts of lengths that a list of a kind's ``figures`` names, the shortest first.

    An entry is ``LENGTH * PART as WORD`` or, if a part is lost, ``LENGTH - PART as WORD``; both are ``record:path``,
    and the phrase ``part-WORD`` says when. What the edition lacks is left out.
    """
    found: dict[tuple[Figure, Fraction], list[str]] = {}
    for entry in wanted:
        product, _, word = entry.partition(" as ")
        name, sign, part = product.split(" ")
        length, share = parse(figure_at(edition, name) or ""), _fraction(figure_at(edition, part))
        if length and length.kind == "length" and share is not None:
            left = 1 - share if sign == "-" else share
            found.setdefault((length, left), []).append(phrase(f"part-{word}"))
    shares = [
        Share(
            length.text,
            (length.number or 0) * float(left),
            phrase("part", part=translator.figure(str(left)), length=translator.figure(length.text)),
            tuple(dict.fromkeys(names)),
        )
        for (length, left), names in found.items()
    ]
    return sorted(shares, key=lambda share: share.number)


def _fraction(text: str | None) -> Fraction | None:
    """Return a figure such as ``1/2`` or ``25 %`` as a fraction; None for any other figure."""
    figure = parse(text or "")
    if figure and figure.kind == "fraction":
        return Fraction(figure.text)
    return Fraction(figure.number or 0) / 100 if figure and figure.kind == "share" else None


def _add_up(edition: Edition, text: str, translator: Translator) -> tuple[str, float | None, str] | None:
    """Return (largest sum, the sum without dice, how it is printed) of products of figures.

    ``text`` has the names of the figures (``record:path``), with ``*`` and ``+`` between them. The sum without dice is
    None if there are no dice, the print is empty for a single figure. None if the edition lacks one of the figures, or
    if the sum is no length that can be drawn.
    """
    number, sure, has_dice = 0.0, 0.0, False
    units: set[str | None] = set()
    says: list[str] = []
    for term in text.split(" + "):
        names = term.split(" * ")
        figures = [figure for name in names if (figure := parse(figure_at(edition, name) or ""))]
        amounts = [amount for figure in figures if (amount := _largest(figure))]
        if len(amounts) < len(names):
            return None
        product, of_dice = math.prod(amounts), any(figure.dice for figure in figures)
        number, sure, has_dice = number + product, sure + (0 if of_dice else product), has_dice or of_dice
        units.add(next((figure.unit for figure in reversed(figures) if figure.unit), None))
        says.append("\u00a0×\u00a0".join(translator.figure(figure.text.lstrip("+")) for figure in figures))
    if len(units) != 1 or not units <= set(MILLIMETRES):
        return None
    is_plain = not has_dice and " " not in text
    said = "" if is_plain else "\u00a0+\u00a0".join(says)
    return f"{number:g} {units.pop()}", sure if has_dice and sure else None, said


def _largest(figure: Figure) -> float | None:
    """Return the largest number that a figure can be; None if it is no amount."""
    if figure.dice:
        return figure.dice.many * figure.dice.faces + figure.dice.add
    return figure.number if figure.kind in ("length", "count") else None


def _owner_name(edition: Edition, name: str, translator: Translator, in_columns: bool) -> str:
    """Return the name of what a figure (``record:path``) belongs to.

    That is the row of a table that has a name, with the column if most cells of the row have another figure (not if the
    marks are ``in_columns``). Otherwise it is the record; for a value of a profile, after the name of that value.
    """
    owner, _, path = name.partition(":")
    record = edition.records[owner]
    steps = path.split(".")
    for end in range(len(steps) - 1, 0, -1):
        words = translator.text(record, ".".join([*steps[:end], "name"]))
        if words:
            exception = "" if in_columns else _exceptional_columns(record, path, translator)
            return ": ".join(filter(None, (words, exception)))
    # A value of a profile has the name of the record that says what it is, such as a characteristic.
    meant = [translator.name(other) for other in edition.records.values() if other.slug == steps[-1]]
    return ": ".join([*(meant if len(meant) == 1 else ()), translator.name(record)])


def _given_name(edition: Edition, word: str, of: str | None, translator: Translator, phrase: Callable[..., str]) -> str:
    """Return the name that an entry has after ``as``: a text of a record, or a phrase, with a figure if it has one."""
    if ":" in word:
        record, path = record_and_path(edition, word)
        return translator.text(record, path) if record else ""
    figure = figure_at(edition, of) if of else None
    return phrase(f"length-{word}", **({"figure": translator.figure(figure)} if figure else {}))


def _exceptional_columns(record: Record, path: str, translator: Translator) -> str:
    """Return the names of the columns in which a row has the figure at a path, if most of its cells have another one.

    Otherwise the text is empty.
    """
    row, _, _ = path.rpartition(".")
    columns = record.get("columns") or {}
    cells = {column: record.figure(f"{row}.{column}") for column in columns}
    own = record.figure(path)
    alike = [column for column in columns if cells[column] == own]
    others = Counter(cell for cell in cells.values() if cell not in (None, own))
    if not alike or max(others.values(), default=0) < len(alike):
        return ""
    return format_list([translator.text(record, f"columns.{column}") for column in alike], locale=translator.language)


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
    name = words_width(mark.names[0], _NAME_POINTS[-1], BOLD) if mark.names else 0
    return words_width(mark.says or mark.figure, _LENGTH_POINTS, HEADING) + name + 2.5 * _SPACE


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
    """The colours of rulers, as CSS writes them, and their words: the name of the ``game``, those on a tab (``glue``)
    and on a half disc (``area``).

    ``pip`` is for the numbers in the boxes of pips. ``bands`` are the colours of bands of distance, the nearest first;
    one more band after them is hatched. ``text_on`` returns the colour of text on a colour, ``crest`` the HTML of the
    crest in one colour on another, ``figure`` a length as it is printed.
    """

    ink: str
    paper: str
    accent: str
    pip: str
    bands: tuple[str, ...]
    text_on: Callable[[str], str]
    crest: Callable[[str, str], str]
    figure: Callable[[str], str]
    game: str
    glue: str
    area: str

    def length(self, mark: Mark) -> str:
        """Return the length of a mark as it is printed."""
        return mark.says or self.figure(mark.figure)

    def paint(self, canvas: Canvas, spot: Rectangle, band: int | None) -> tuple[str, str]:
        """Draw the band of distance with a number, from 0, or (None) a rule along the upper side of a spot.

        Returns the colour of text on it, and that of the background which text on hatching needs, else empty.
        """
        if band is None:
            canvas.outline(Rectangle(spot.x, spot.y, spot.width, RULE), 0, fill=self.accent, stroke="none")
            return self.ink, ""
        band %= len(self.bands) + 1
        fill, ground = (self.bands[band], "") if band < len(self.bands) else (self.paper, self.paper)
        canvas.outline(spot, fill=fill, stroke=self.ink)
        if ground:
            canvas.path(hatch(spot, _HATCHING_DEGREES, _HATCHING_MM), 0.18, stroke=self.ink)
        return self.text_on(fill), ground


@dataclass
class RulerDrawing:
    """Draws rulers on a canvas."""

    canvas: Canvas
    look: RulerLook

    def draw(self, part: RulerPart, x: float, y: float) -> None:
        """Draw a ruler with its upper left corner at (x, y): its stretches, ticks and numbers, its tab or handle."""
        canvas, ink = self.canvas, self.look.ink
        ends = sorted({0.0, *(end for mark in part.ruler.marks for end in (mark.sure or 0.0, mark.number))})
        canvas.outline(Rectangle(x, y, part.width, HEIGHT), 0.25, fill="#fff", stroke=ink)
        clipped = [(max(start, part.start), min(end, part.end), start, end) for start, end in pairwise(ends)]
        stretches = [stretch for stretch in clipped if stretch[0] < stretch[1]]
        longest = max(stretches, key=lambda stretch: stretch[1] - stretch[0])
        for stretch in stretches:
            low, high, start, end = stretch
            left, right = x + (low - part.start) * part.scale, x + (high - part.start) * part.scale
            mark = next(mark for mark in part.ruler.marks if mark.number >= end)
            head = Rectangle(left, y, right - left, HEAD)
            if mark.sure is not None and start >= mark.sure:
                self._draw_pips(head, low, mark.sure, part.scale)
            else:
                self._draw_head(part, mark, head, stretch == longest)
            if high < part.end:
                canvas.line(right, y, right, y + HEIGHT - _FIFTH_TICK, 0.35, stroke=ink)
        shares = [share for share in part.ruler.shares if part.start <= share.number < part.end]
        lines = sorted({*ends, *(share.number for share in shares)})
        self._draw_ticks(part, x, y + HEIGHT, lines)
        self._draw_shares(part, shares, lines, x, y + HEAD)
        # The edge that players measure with; its attribute `ruler` is its length, for programs that read the SVG.
        edge, length = y + HEIGHT, f"{part.end - part.start:g} {part.ruler.unit}"
        canvas.line(x, edge, x + part.measured, edge, 0.3, stroke=ink, ruler=length)
        if not part.is_last:
            # The tab is beyond the end of this part; the beginning of the next part is glued onto it.
            tab = Rectangle(x + part.measured, y, TAB, HEIGHT)
            canvas.path(hatch(tab, 45, 2.2), 0.12, stroke=ink)
            canvas.line(tab.x, y, tab.x, y + HEIGHT, 0.2, "1.2 0.8", stroke=ink)
            canvas.label(self.look.glue, tab.x + TAB / 2, y + HEIGHT / 2, _GAME_POINTS, clear=True, turned=True)
        if part.has_handle:
            self._draw_handle(part.ruler.marks[-1], x + part.measured, y, part.width - part.measured)

    def _draw_head(self, part: RulerPart, mark: Mark, head: Rectangle, is_longest: bool) -> None:
        """Draw the head of a stretch, in the colour of its band if the ruler is banded, with the words that fit.

        The longest stretch also has the game and the crest.
        """
        look, banded = self.look, part.ruler.banded
        colour, ground = look.paint(self.canvas, head, mark.place if banded else None)
        if part.has_handle:
            return
        middle = head.y + (HEAD if banded else HEAD + RULE) / 2
        at, room = head.x + _SPACE, head.right - _SPACE / 2
        at = set_words(self.canvas, look.length(mark), at, middle, _LENGTH_POINTS, colour, HEADING, ground) + _SPACE
        # Smaller type rather than fewer names; fewer names rather than none.
        texts = [" · ".join(mark.names[:many]) for many in range(min(_MAX_NAMES, len(mark.names)), 0, -1)]
        settings = (
            (text, size) for text in texts for size in _NAME_POINTS if at + words_width(text, size, BOLD) <= room
        )
        if setting := next(settings, None):
            text, size = setting
            at = set_words(self.canvas, text, at, middle, size, colour, BOLD, ground) + _SPACE
        elif mark.names:
            # Below its length, on at most two lines.
            lines = _in_lines(mark.names[0], room - head.x - _SPACE, _NAME_POINTS[-1], 2)
            for number, line in enumerate(lines):
                y = head.bottom + (number + 0.5) * text_height(_GAME_POINTS)
                set_words(self.canvas, line, head.x + _SPACE, y, _GAME_POINTS, look.ink, BOLD, "#fff")
        count = f"{part.number}/{part.many}" if part.many > 1 else ""
        for text in (" · ".join(filter(None, (look.game, count))), count) if is_longest else ():
            wide = words_width(text, _GAME_POINTS)
            if text and at + wide + _CREST + _SPACE <= room:
                back = look.bands[mark.place % len(look.bands)] if banded and not ground else look.paper
                css = f"color: {colour}; text-align: right" + (f"; background: {ground}" if ground else "")
                end = room - _CREST - _SPACE / 2
                self.canvas.label(text, end - wide / 2, middle, _GAME_POINTS, width=wide, style=css)
                self.canvas.picture(look.crest(colour, back), room - _CREST / 2, middle + _CREST / 2, _CREST)
                break

    def _draw_pips(self, head: Rectangle, low: float, sure: float, scale: float) -> None:
        """Draw a box for each pip of the dice, from the distance ``low`` on; ``sure`` is the distance without dice."""
        for step in range(round(head.width / scale)):
            x = head.x + step * scale
            fill = self.look.bands[-1] if step % 2 == 0 else self.look.paper
            self.canvas.outline(Rectangle(x, head.y, scale, HEAD), fill=fill, stroke=self.look.ink)
            pip = f"{round(low - sure) + step + 1}"
            css = f"color: {self.look.pip}"
            self.canvas.label(pip, x + scale / 2, head.y + HEAD / 2, _PIP_POINTS, HEADING, style=css)

    def _draw_shares(
        self, part: RulerPart, shares: Sequence[Share], lines: Sequence[float], left: float, top: float
    ) -> None:
        """Draw the ``shares`` on a part of a ruler, below the head; ``lines`` are the distances that have lines."""
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
            while len(words) > 1 and words_width(" · ".join(words), _SHARE_POINTS, BOLD) > room - _SHARE_SPACE:
                words.pop()
            at = x + _SHARE_SPACE, top + _SHARE_DOWN
            set_words(self.canvas, " · ".join(words), *at, _SHARE_POINTS, self.look.pip, BOLD)

    def _draw_ticks(self, part: RulerPart, left: float, foot: float, lines: Sequence[float]) -> None:
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
            points, typeface = (_FIFTH_POINTS, HEADING) if big else (_NUMBER_POINTS, REGULAR)
            at = left + (step - part.start) * part.scale
            if step in lines or step == part.end:
                # A number must not stand on the line of a mark, nor on a seam.
                at -= self.canvas.label_size(f"{step}", points, typeface)[0] / 2 + 0.2
            up = (_FIFTH_TICK if big else _TICKS[1]) + points * 0.17
            self.canvas.label(f"{step}", at, foot - up, points, typeface, style=f"color: {ink}")

    def _draw_handle(self, mark: Mark, x: float, y: float, width: float) -> None:
        """Set the length and the names of a short distance on its handle, with the crest."""
        ink = self.look.ink
        self.canvas.line(x, y, x, y + HEIGHT, 0.35, stroke=ink)
        set_words(self.canvas, self.look.length(mark), x + _SPACE, y + 3.4, _LENGTH_POINTS, ink, HEADING)
        self.canvas.picture(self.look.crest(ink, "#fff"), x + width - _CREST / 2 - 0.8, y + 1 + _CREST, _CREST)
        room, lines = width - _SPACE, [*mark.names[: _MAX_NAMES - 1]]
        if lines and words_width(lines[0], _NAME_POINTS[-1], BOLD) > room:
            lines = _in_lines(lines[0], room, _NAME_POINTS[-1], 2)
        for number, line in enumerate(lines):
            fitting = next((p for p in _NAME_POINTS[1:] if words_width(line, p, BOLD) <= room), _NAME_POINTS[-1])
            set_words(self.canvas, line, x + _SPACE, y + 7.8 + number * 3.6, fitting, ink, BOLD)


def _in_lines(name: str, room: float, points: float, most: int = 0) -> list[str]:
    """Return a name in lines of at most ``room`` millimetres.

    The last of ``most`` lines (0: any number) has all that is left. A word that is longer is a line of its own.
    """
    lines: list[str] = []
    for word in name.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or words_width(longer, points, BOLD) <= room):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# Millimetres between pieces.
GAP = 1.9
# Rulers that take this share of a page's width are placed before half discs and arcs, which then fit beside them.
_LONG = 0.5
# Sizes of type in points: the figure of an area, the names of what has it, the numbers of rings, and the game.
_FIGURE_POINTS = 20.0
_PAGE_NAME_POINTS = 8.5
# The typefaces of these sizes; other words are in the usual one.
_TYPEFACES = {_FIGURE_POINTS: HEADING, _PAGE_NAME_POINTS: BOLD}
# Degrees between the marks at the rim of an arc.
_MARK_DEGREES = 15
# How far from the point of an arc its words are, as a share of its radius.
_WORDS_SHARE_OF_RADIUS = 0.6
# Millimetres that words keep from the rim of an arc, where the degrees stand, and from its sides.
_FROM_RIM = 8.0
_FROM_SIDE = 1.0
# The field of the words of an arc: what runs over the space between its sides and its rim is an overflow.
_ARC_FIELD = "arc"
# The n of the scales 1:n that are tried for the chart, the largest scale first.
_SCALES = (2, 2.5, 4, 5, 8, 10, 12, 15, 20, 25, 40, 50, 100)
# Heights in millimetres of the chart: a row, the bar in it, the head with the names of bands, the foot with the scale,
# and the line below the foot.
_BAR_ROW = 7.6
_BAR = 5.6
_HEAD = 7.0
_FOOT = 5.6
_NOTE = 4.0
# Millimetres after the name of a bar.
_BAR_SPACE = 3.0
# Sizes of type in points: of the names and figures of bars, and of the scale.
_BAR_POINTS = 9.0
_SCALE_POINTS = 7.5


def draw_rulers(
    rulers: Sequence[Ruler],
    areas: Sequence[Mark],
    arcs: Sequence[Arc],
    width: float,
    height: float,
    look: RulerLook,
    chart: RangeChart | None = None,
) -> list[Markup]:
    """Return pages of rulers, half discs (``areas``) and ``arcs``; a page is ``width`` by ``height`` millimetres.

    The parts of a ruler are on the same page if they fit on one. Each half disc is drawn twice if a page has room. A
    ``chart`` is at the head of the first page. A half disc or arc must not be larger than a page.
    """
    packer, canvases = Packer(width, height), list[Canvas]()

    def placed(sizes: Sequence[tuple[float, float]], more: bool = True) -> Iterator[tuple[Canvas, Rectangle]]:
        for page, spot in packer.place(sizes, more):
            canvases.extend(Canvas(width, height) for _ in range(len(canvases), page + 1))
            yield canvases[page], spot

    def draw_parts(rulers_in_parts: Iterable[Sequence[RulerPart]]) -> None:
        for parts in rulers_in_parts:
            for part, (canvas, spot) in zip(parts, placed([(part.width, HEIGHT) for part in parts]), strict=True):
                RulerDrawing(canvas, look).draw(part, spot.x, spot.y)

    if chart:
        canvases.append(Canvas(width, height))
        packer.place([(width, chart.draw(canvases[0], look))])
    cut = [split_into_parts(ruler, width) for ruler in rulers]
    draw_parts(parts for parts in cut if parts[0].width >= _LONG * width)
    for area, is_second in product(areas, (False, True)):
        for canvas, spot in placed([(area.millimetres, 2 * area.millimetres)], more=not is_second):
            draw_half_disc(canvas, area, look, spot)
    for arc in arcs:
        for canvas, spot in placed([arc.size]):
            draw_arc(canvas, arc, look, spot)
    draw_parts(parts for parts in cut if parts[0].width < _LONG * width)
    return [canvas.markup() for canvas in canvases]


@dataclass
class Packer:
    """Finds places for pieces on pages of ``width`` by ``height`` millimetres.

    ``pages`` has the occupied rectangles of each page.
    """

    width: float
    height: float
    pages: list[list[Rectangle]] = field(default_factory=list)

    def place(self, sizes: Sequence[tuple[float, float]], more: bool = True) -> list[tuple[int, Rectangle]]:
        """Place pieces with these widths and heights; return the number of the page, from 0, and the place of each.

        A piece gets the highest free place, of several the one furthest left. Pieces that fit on one page are placed
        on one page. If ``more`` is false, no page is added, and nothing is placed where the pages have no room.
        Raises ValueError for a piece that is larger than a page.
        """
        for number, page in enumerate(self.pages):
            if spots := _fit(sizes, page, self.width, self.height):
                page.extend(spots)
                return [(number, spot) for spot in spots]
        if not more:
            return []
        if spots := _fit(sizes, [], self.width, self.height):
            self.pages.append(spots)
            return [(len(self.pages) - 1, spot) for spot in spots]
        if len(sizes) == 1:
            raise ValueError(f"a piece of {sizes[0]} mm is larger than a page of {self.width:g} by {self.height:g} mm")
        return [placed for size in sizes for placed in self.place([size])]


def _fit(
    sizes: Sequence[tuple[float, float]], taken: Sequence[Rectangle], width: float, height: float
) -> list[Rectangle] | None:
    """Return a place for each of some sizes on a page of which some rectangles are occupied; None if one finds none."""
    spots: list[Rectangle] = []
    for across, down in sizes:
        occupied = [*taken, *spots]
        # The upper left corners where a piece may stand: at the edges of the page and of occupied rectangles.
        rows = sorted({0.0, *(spot.bottom + GAP for spot in occupied)})
        columns = sorted({0.0, *(spot.right + GAP for spot in occupied)})
        free = (
            spot
            for y, x in product(rows, columns)
            if (spot := Rectangle(x, y, across, down)) and spot.right <= width + 1e-6 and spot.bottom <= height + 1e-6
            # A little less than the gap, because sums of millimetres are not exact.
            if not any(spot.grown(GAP - 1e-3).overlaps(other) for other in occupied)
        )
        first = next(free, None)
        if first is None:
            return None
        spots.append(first)
    return spots


@dataclass(frozen=True)
class Arc:
    """An angle that players measure: its size in ``degrees``, and the ``names`` of what has it.

    ``radius`` is how long the sides of its template are, in millimetres.
    """

    degrees: int
    names: tuple[str, ...]
    radius: float

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the template in millimetres, with one of its sides along the lower edge."""
        angle = math.radians(self.degrees)
        left = max(0.0, -math.cos(angle)) * self.radius
        return self.radius + left, self.radius * (math.sin(angle) if self.degrees < 90 else 1)

    def room(self, x: float, height: float) -> float:
        """Return how wide words may be that have their middle at ``x`` from the point and ``height`` above it."""
        angle = math.radians(self.degrees)
        right = math.sqrt(max(0.0, (self.radius - _FROM_RIM) ** 2 - height**2))
        left = max(-right, height / math.tan(angle)) if self.degrees < 180 else -right
        return max(1.0, 2 * (min(x - left, right - x) - _FROM_SIDE))


def draw_half_disc(canvas: Canvas, area: Mark, look: RulerLook, spot: Rectangle) -> None:
    """Draw half a disc with a numbered ring for each unit; players lay its straight side along a base."""
    radius, x, middle = area.millimetres, spot.x, spot.y + area.millimetres
    outline = f"M{x:.3f} {spot.y:.3f}A{radius:.3f} {radius:.3f} 0 0 1 {x:.3f} {spot.y + 2 * radius:.3f}Z"
    canvas.path(outline, 0.4, fill="#fff", stroke=look.ink, area=area.figure)
    canvas.line(x, spot.y, x, spot.y + 2 * radius, 1.1, stroke=look.accent)
    for step in range(1, math.ceil(area.number) + 1):
        reach = min(step, area.number) * MILLIMETRES[area.unit]
        if step < area.number:
            # Rings stand above the middle, words below it.
            arc = f"M{x:.3f} {middle - reach:.3f}A{reach:.3f} {reach:.3f} 0 0 1 {x + reach:.3f} {middle:.3f}"
            canvas.path(arc, 0.25, "0.8 0.8", stroke=look.ink)
        if step <= area.number:
            at = x + reach - canvas.label_size(f"{step}", _NUMBER_POINTS)[0] / 2 - 0.3
            canvas.label(f"{step}", at, middle - 1.9, _NUMBER_POINTS, style=f"color: {look.ink}")
            canvas.line(x + reach, middle - 1.2, x + reach, middle, 0.35, stroke=look.ink)
    canvas.line(x, middle, x + radius, middle, 0.25, stroke=look.ink)
    y = middle + 1.2
    names = [(name, _PAGE_NAME_POINTS) for name in area.names[:3]]
    figure, use = (look.figure(area.figure), _FIGURE_POINTS), (look.area, _NUMBER_POINTS)
    for line, points in (figure, *names, use, (look.game, _GAME_POINTS)):
        y += text_height(points) / 2
        set_words(canvas, line, x + 2.6, y, points, look.ink, _TYPEFACES.get(points, REGULAR))
        y += text_height(points) / 2


def draw_arc(canvas: Canvas, arc: Arc, look: RulerLook, spot: Rectangle) -> None:
    """Draw an arc: one side along the lower edge of ``spot``, marks at the rim, a line through the middle."""
    angle, radius = math.radians(arc.degrees), arc.radius
    x, y = spot.x + spot.width - radius, spot.y + spot.height

    def at(degrees: float, reach: float) -> tuple[float, float]:
        return x + reach * math.cos(math.radians(degrees)), y - reach * math.sin(math.radians(degrees))

    (far_x, far_y), large = at(arc.degrees, radius), int(angle > math.pi)
    outline = f"M{x:.3f} {y:.3f}L{x + radius:.3f} {y:.3f}A{radius:g} {radius:g} 0 {large} 0 {far_x:.3f} {far_y:.3f}Z"
    canvas.path(outline, 0.4, fill="#fff", stroke=look.ink, arc=f"{arc.degrees}")
    for side in (0, arc.degrees):
        canvas.line(x, y, *at(side, radius), 1.1, stroke=look.accent)
    for step in range(_MARK_DEGREES, arc.degrees, _MARK_DEGREES):
        canvas.line(*at(step, radius - 3), *at(step, radius), 0.3, stroke=look.ink)
        canvas.label(f"{step}°", *at(step, radius - 5.4), _NUMBER_POINTS, style=f"color: {look.ink}")
    middle_x, middle_y = at(arc.degrees / 2, radius * _WORDS_SHARE_OF_RADIUS)
    widest = arc.room(middle_x - x, y - middle_y)
    names = [(line, _PAGE_NAME_POINTS) for name in arc.names[:2] for line in _in_lines(name, widest, _PAGE_NAME_POINTS)]
    lines = [(f"{arc.degrees}°", _FIGURE_POINTS), *names, (look.game, _GAME_POINTS)]
    down = middle_y - sum(text_height(points) for _, points in lines) / 2
    for line, points in lines:
        down += text_height(points) / 2
        typeface = _TYPEFACES.get(points, REGULAR)
        # A line is as wide as the arc is there, so that the layout reports one that is longer.
        room = arc.room(middle_x - x, y - down)
        canvas.label(line, middle_x, down, points, typeface, width=room, style=f"color: {look.ink}", field=_ARC_FIELD)
        down += text_height(points) / 2
    # The line through the middle ends where the words begin.
    upwards = math.sin(angle / 2)
    end = min(radius * 0.34, (y - down - _FROM_SIDE) / upwards)
    canvas.line(*at(arc.degrees / 2, 6), *at(arc.degrees / 2, max(6, end)), 0.25, "1.2 0.8", stroke=look.ink)


@dataclass(frozen=True)
class Bar:
    """A row of the chart: its name and its marks; if it is ``banded``, they look like bands of distance."""

    name: str
    marks: tuple[Mark, ...]
    banded: bool


@dataclass(frozen=True)
class RangeChart:
    """Bars to one scale, with a line at each length of a stick: ``stick`` is its length in ``unit``.

    ``note`` returns the words that explain how to read the chart, for a scale such as ``1 : 4``.
    """

    bars: Sequence[Bar]
    stick: float
    unit: str
    note: Callable[[str], str]

    def draw(self, canvas: Canvas, look: RulerLook) -> float:
        """Draw the chart at the head of a canvas; return its height."""
        step = self.stick * MILLIMETRES[self.unit]
        left = max(words_width(bar.name, _BAR_POINTS, BOLD) for bar in self.bars) + _BAR_SPACE
        longest = max(mark.millimetres for bar in self.bars for mark in bar.marks)
        room = canvas.width - left - 2
        ratio = next((scale for scale in _SCALES if longest / scale <= room), _SCALES[-1])
        foot = _HEAD + len(self.bars) * _BAR_ROW
        for number in range(int(longest / step) + 1):
            x = left + number * step / ratio
            canvas.line(x, _HEAD - 0.8, x, foot + 0.8, 0.2, "0.8 0.8", stroke=look.ink)
            if number:
                canvas.label(
                    look.figure(f"{number * self.stick:g} {self.unit}"),
                    x,
                    foot + 2.8,
                    _SCALE_POINTS,
                    style=f"color: {look.ink}",
                )
        # Above the bars, what each band looks like, and after that how to read the chart; below them without room.
        columns = {mark.place: mark.column for bar in self.bars if bar.banded for mark in reversed(bar.marks)}
        x = left
        for place in sorted(columns):
            look.paint(canvas, Rectangle(x, 0.8, 8, 3.8), place)
            x = set_words(canvas, columns[place], x + 9, 2.7, _SCALE_POINTS + 1, look.ink, BOLD) + _BAR_SPACE
        note = self.note(f"1 : {ratio:g}")
        width = words_width(note, _SCALE_POINTS)
        is_below = x + width > canvas.width
        at = (left, foot + _FOOT + _NOTE / 2) if is_below else (canvas.width - width, 2.7)
        set_words(canvas, note, *at, _SCALE_POINTS, look.ink)
        for number, bar in enumerate(self.bars):
            top, before = _HEAD + number * _BAR_ROW + (_BAR_ROW - _BAR) / 2, 0.0
            middle = top + _BAR / 2
            set_words(canvas, bar.name, 0, middle, _BAR_POINTS, look.ink, BOLD)
            for mark in bar.marks:
                end = mark.millimetres / ratio
                spot = Rectangle(left + before, top, end - before, _BAR)
                if not bar.banded:
                    canvas.outline(spot, 0.35, fill=look.paper, stroke=look.ink)
                colour, ground = look.paint(canvas, spot, mark.place if bar.banded else None)
                figure = look.figure(mark.figure)
                x = spot.right - words_width(figure, _BAR_POINTS, HEADING) - 0.5
                y = middle if bar.banded else middle + 0.5
                set_words(canvas, figure, x, y, _BAR_POINTS, colour, HEADING, ground)
                before = end
        return foot + _FOOT + (_NOTE if is_below else 0)
