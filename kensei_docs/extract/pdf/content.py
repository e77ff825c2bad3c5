"""The words of a page, in the order in which the file has them, and what is drawn around them.

PDFium decodes the fonts and tells where spaces and lines are. What nobody sees on the page is left out: invisible and
white text, text below an opaque shape, outside of the page or of what it is clipped to. So is what is struck out. Small
figures above the line are written as such (¹): they are the marks of notes, or powers.
"""

from __future__ import annotations

import ctypes
import io
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple

import pypdfium2.raw as pdfium
from fontTools.agl import toUnicode
from fontTools.ttLib import TTFont
from pypdfium2 import PdfPage

from kensei_docs.extract.pdf.page import Box, Page, Piece, Rule, with_bullets
from kensei_docs.extract.pdf.painted import Cut, Matrix, Painted, Shape, at, box_of, painted_on, upright
from kensei_docs.extract.pdf.thresholds import LIMITS

INVISIBLE = pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP
HYPHEN, SOFT_HYPHEN = "‐", "\u00ad"
DIGITS, RAISED = "0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"
TO_RAISED, TO_DIGITS = str.maketrans(DIGITS, RAISED), str.maketrans(RAISED, DIGITS)
_END_HYPHEN = "\x02"  # PDFium's sign for a hyphen at the end of a line
_AS_HIGH = set("ABCDEFGHIKLMNOPRSTUVWXYZ")  # letters that are as high as one another, on the line
_CELL = 8.0  # points: letters are kept by their place, in cells of this width and height
_NO_WIDTH = set("\u200b\u200c\u200d\u2060\ufeff")
_MARK = re.compile(r"[\d*†‡§]{1,3}")
_HEAVY = re.compile(r"bold|black|heavy|semibd|demi|[-_,]bd\b|cmbx|sfbx", re.I)  # in the names of bold fonts
_NUMERATOR = re.compile(f"[{RAISED}]+(?=[⁄/])")
# The codes of signs in the two encodings of TeX, where a font has no names for them.
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_SIGNS_OF_TEX = (0x201C, 0x201D, 0x201E, 0xAB, 0xBB, 0x2013, 0x2014)  # quotation marks and dashes, from 0x10
_LETTERS_OF_TEX = {0xD7: 0x152, 0xF7: 0x153, 0xFF: 0xDF}
_OF_TEX = {
    **{code: chr(sign) for code, sign in enumerate(_SIGNS_OF_TEX, 0x10)},
    **{code: chr(letter) for code, letter in _LETTERS_OF_TEX.items()},
    **dict(enumerate(_LIGATURES, 0x1B)),
    **dict(enumerate(_LIGATURES, 0x0B)),
    0x7F: HYPHEN,
    0xDF: "SS",
}


class _Type(NamedTuple):
    """How a piece of text is set: its size in points, turn and font, its mark in the structure, and if it shows.

    ``over`` are the opaque shapes that are painted over it, ``under`` all shapes below it, if they decide whether it
    is seen; ``inside`` is the part of the page that it is clipped to.
    """

    size: float
    turn: int
    font: str
    heavy: bool
    tag: int
    invisible: bool
    white: bool
    over: list[Box]
    under: list[Shape]
    inside: Box | None


class _Letter(NamedTuple):
    """A letter: its place, baseline and type, and what is before it: a space, one that the file itself has.

    ``small`` is true for a figure that the font draws small and above the line.
    """

    text: str
    x0: float
    x1: float
    y: float
    type: _Type
    spaced: bool
    apart: bool
    small: bool


def read_page(page: PdfPage, struck: Sequence[Box] = ()) -> tuple[Page, list[Box]]:
    """Return what a page shows, and the places of its pictures; ``struck`` are places that a reviewer struck out."""
    width, height = page.get_size()
    shown = upright(page)
    painted = painted_on(page, shown)
    letters = _Letters(page, painted, shown, struck)
    pieces = list(_words(_weighed(list(letters.seen(width, height))), painted.uprights))
    pieces = with_bullets(pieces, painted.dots)
    left_out = {"outside": letters.outside, "unseen": letters.unseen, "struck": letters.struck}
    told = tuple((reason, text) for reason, phrases in left_out.items() for text in phrases.texts)
    found = Page(width, height, pieces, painted.rules, painted.uprights, painted.panels, told=told)
    return found, painted.pictures


class _Phrases:
    """Letters that are left out, as phrases: those that follow one another are of one."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._last = -2

    def add(self, number: int, letter: str, spaced: bool) -> None:
        """Add the letter of a ``number`` among all letters of the page."""
        if number != self._last + 1:
            self.texts.append(letter)
        else:
            self.texts[-1] += " " * spaced + letter
        self._last = number


class _Letters:
    """The letters of a page that a person reads; those ``outside`` of it, ``unseen`` and ``struck`` are the others."""

    def __init__(self, page: PdfPage, painted: Painted, shown: Matrix, struck: Sequence[Box]) -> None:
        self.outside, self.unseen, self.struck = _Phrases(), _Phrases(), _Phrases()
        self._text = page.get_textpage()
        self._rotation = page.get_rotation()
        self._painted, self._shown, self._marked = painted, shown, struck
        self._through: dict[tuple[int, int], list[Box]] = {}
        self._types: dict[int, _Type] = {}
        self._glyphs: dict[int, list[str]] = {}
        self._places: dict[tuple[str, int, int], list[tuple[float, float, _Type]]] = defaultdict(list)

    def seen(self, width: float, height: float) -> Iterator[_Letter]:
        """Yield the letters that a person reads on a page of this size, in the order of the file."""
        text = self._text
        spaced = apart = cut = False
        number, last, before = 0, (0.0, 0.0), ""
        x, y, edges = ctypes.c_double(), ctypes.c_double(), pdfium.FS_RECTF()
        lost = self._lost()
        for i in range(text.count_chars()):
            letter, code = self._letter(i), chr(pdfium.FPDFText_GetUnicode(text, i))
            if not letter:
                continue
            if letter.isspace() or (letter != HYPHEN and pdfium.FPDFText_IsGenerated(text, i)):
                spaced = True
                apart = apart or not pdfium.FPDFText_IsGenerated(text, i)
                continue
            kind = self._type(i, letter)
            pdfium.FPDFText_GetCharOrigin(text, i, x, y)
            pdfium.FPDFText_GetLooseCharBox(text, i, edges)
            box = box_of([at(self._shown, edges.left, edges.bottom), at(self._shown, edges.right, edges.top)])
            over, base = at(self._shown, x.value, y.value)
            if letter == SOFT_HYPHEN:
                # One that a page shows is a hyphen; others have no width, or are said to be a part of another glyph.
                if (over, base) == last or edges.right - edges.left < LIMITS.hyphen * kind.size:
                    continue
                letter = HYPHEN
            if letter == HYPHEN and code == _END_HYPHEN and not before.isalpha():
                letter = "-"
            before = letter
            last = over, base
            middle = (box.x0 + box.x1) / 2, (box.top + box.bottom) / 2 if kind.turn else base - kind.size / 4
            number += 1
            left_out: _Phrases | None = None
            if not (0 <= middle[0] <= width and 0 <= middle[1] <= height):
                left_out = self.outside
            elif not _shows(kind, *middle):
                left_out = self.unseen
            elif self._is_double(letter, over, base, kind):
                continue
            elif not kind.turn and self._is_struck(middle[0], base, kind.size):
                left_out = self.struck
            if left_out is not None:
                left_out.add(number, letter, spaced)
                spaced, cut = False, True
                continue
            small = not kind.turn and letter in DIGITS and self._is_small(i, kind.size)
            x0, x1, base = _turned(box, over, base, kind.turn, height)
            found = _Letter(letter, x0, x1, base, kind, spaced or cut, apart, small)
            yield found
            if i in lost and not kind.turn:
                yield from _copied(found, lost[i])
            spaced = apart = cut = False

    def _lost(self) -> dict[int, list[tuple[Cut, Cut]]]:
        """Return single letters that PDFium takes for a text printed twice, by the number of the letter that is kept.

        It leaves out a text that equals one shortly before it without looking at their places if both are as flat as a
        dash: of `---` it keeps the first, where a program writes each as a text. Both texts are given.
        """
        letters: dict[int, list[int]] = defaultdict(list)
        for i in range(self._text.count_chars()):
            item = pdfium.FPDFText_GetTextObject(self._text, i)
            if item and not pdfium.FPDFText_IsGenerated(self._text, i):
                letters[ctypes.addressof(item.contents)].append(i)
        found: dict[int, list[tuple[Cut, Cut]]] = defaultdict(list)
        last: tuple[int, Cut] | None = None
        for address, cut in self._painted.texts.items():
            if address in letters:
                last = (letters[address][0], cut) if len(letters[address]) == 1 else None
            elif last is not None and _is_beside(last[1].box, cut.box):
                found[last[0]].append((last[1], cut))
        return found

    def _letter(self, i: int) -> str:
        """Return a letter; empty for a sign without width."""
        code = pdfium.FPDFText_GetUnicode(self._text, i) or 0xFFFD
        if pdfium.FPDFText_HasUnicodeMapError(self._text, i):
            return self._by_glyph(i, code) or _OF_TEX.get(code, chr(code))
        letter = chr(code)
        return HYPHEN if letter == _END_HYPHEN else "" if letter in _NO_WIDTH else letter

    def _by_glyph(self, i: int, code: int) -> str:
        """Return what a glyph stands for by its name in the font, as that of a ligature; empty without a name.

        A code over 255 is the number of a glyph: only fonts that are encoded by these have more codes.
        """
        item = pdfium.FPDFText_GetTextObject(self._text, i)
        if code <= 0xFF or not item:
            return ""
        font = pdfium.FPDFTextObj_GetFont(item)
        key = ctypes.addressof(font.contents)
        if key not in self._glyphs:
            self._glyphs[key] = _glyph_names(font)
        names = self._glyphs[key]
        return toUnicode(names[code]) if code < len(names) else ""

    def _type(self, i: int, letter: str) -> _Type:
        item = pdfium.FPDFText_GetTextObject(self._text, i)
        key = ctypes.addressof(item.contents)
        if key not in self._types:
            kind = _type_of(self._text, i, item, self._painted, self._rotation)
            if not kind.font and not kind.turn and letter in _AS_HIGH:
                # A font without a name is of glyphs of any size: that of a drop capital is seen.
                bottom, top, _ = self._heights(i)
                seen = (top - bottom) / LIMITS.capital
                kind = kind._replace(size=seen) if seen > LIMITS.larger * kind.size else kind
            self._types[key] = kind
        return self._types[key]

    def _heights(self, i: int) -> tuple[float, float, float]:
        """Return how high the foot, the head and the baseline of a glyph stand on the page of the file."""
        edges = [ctypes.c_double() for _ in range(5)]
        pdfium.FPDFText_GetCharBox(self._text, i, *edges[:4])
        pdfium.FPDFText_GetCharOrigin(self._text, i, edges[0], edges[4])
        return edges[2].value, edges[3].value, edges[4].value

    def _is_double(self, letter: str, x: float, y: float, kind: _Type) -> bool:
        """Return whether a letter is printed over an equal one of another text, to look bold or to have a shadow."""
        near = LIMITS.double * kind.size
        columns = {int((x - near) // _CELL), int((x + near) // _CELL)}
        rows = {int((y - near) // _CELL), int((y + near) // _CELL)}
        for column in columns:
            for row in rows:
                for a, b, other in self._places.get((letter, column, row), ()):
                    if other is not kind and abs(x - a) < near and abs(y - b) < near:
                        return True
        self._places[letter, int(x // _CELL), int(y // _CELL)].append((x, y, kind))
        return False

    def _is_struck(self, x: float, y: float, size: float) -> bool:
        """Return whether a letter at ``x``, with baseline ``y``, is marked as struck out or has a line through it."""
        key = round(10 * y), round(10 * size)
        if key not in self._through:
            top, bottom = y - LIMITS.struck_top * size, y - LIMITS.struck_bottom * size
            self._through[key] = [box for box, *_ in self._painted.strokes if top < (box.top + box.bottom) / 2 < bottom]
        middle = y - (LIMITS.struck_top + LIMITS.struck_bottom) / 2 * size
        drawn = any(line.x0 <= x <= line.x1 for line in self._through[key])
        return drawn or any(box.holds(x, middle) for box in self._marked)

    def _is_small(self, i: int, size: float) -> bool:
        """Return whether the font draws a figure small and above the line, as it does for marks of notes."""
        bottom, top, base = self._heights(i)
        return bottom - base > LIMITS.small_figure * size and top - bottom < LIMITS.small_height * size


def _glyph_names(font: Any) -> list[str]:
    """Return the names of the glyphs of a font that a file has in it; none if it has no TrueType or OpenType font."""
    length = ctypes.c_size_t()
    pdfium.FPDFFont_GetFontData(font, None, 0, length)
    content = (ctypes.c_uint8 * length.value)()
    pdfium.FPDFFont_GetFontData(font, content, length.value, length)
    try:
        return list(TTFont(io.BytesIO(bytes(content))).getGlyphOrder())
    except Exception:  # whatever is wrong with a font: its glyphs have no names then
        return []


def _is_beside(box: Box, other: Box) -> bool:
    """Return whether two places have one size and no part in common."""
    wide, tall = box.x1 - box.x0, box.bottom - box.top
    alike = abs(other.x1 - other.x0 - wide) < 0.1 and abs(other.bottom - other.top - tall) < 0.1
    return wide > 0 and alike and (abs(other.x0 - box.x0) >= wide or abs(other.top - box.top) >= tall)


def _copied(letter: _Letter, places: Sequence[tuple[Cut, Cut]]) -> Iterator[_Letter]:
    """Yield a letter again at the places of other texts, each given as the letter's own and the other."""
    last = letter
    for own, other in places:
        right, down = other.box.x0 - own.box.x0, other.box.top - own.box.top
        x0, base = letter.x0 + right, letter.y + down
        apart = abs(base - last.y) > 1.0 or not 0 <= x0 - last.x0 < 1.5 * (letter.x1 - letter.x0)
        kind = letter.type._replace(tag=other.tag)
        last = letter._replace(x0=x0, x1=letter.x1 + right, y=base, type=kind, spaced=apart, apart=False)
        yield last


def _turned(box: Box, x: float, y: float, turn: int, height: float) -> tuple[float, float, float]:
    """Return the left and right edge and the baseline of a letter, on the page turned so that it is upright."""
    if turn == 1:
        return height - box.bottom, height - box.top, x
    if turn == -1:
        return box.top, box.bottom, -x
    return (box.x0, box.x1, y) if not turn else (-box.x1, -box.x0, -y)


def _type_of(text: Any, i: int, item: Any, painted: Painted, rotation: int) -> _Type:
    matrix = pdfium.FS_MATRIX()
    pdfium.FPDFText_GetMatrix(text, i, matrix)
    clockwise = math.degrees(pdfium.FPDFText_GetCharAngle(text, i)) + rotation
    turn = (0, -1, 2, 1)[round(clockwise / 90) % 4]
    size = pdfium.FPDFText_GetFontSize(text, i) * math.hypot(matrix.c, matrix.d)
    font = pdfium.FPDFTextObj_GetFont(item)
    buffer = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(font, buffer, 256)
    name = buffer.value.decode("utf-8", "replace").rpartition("+")[2]
    mode = pdfium.FPDFTextObj_GetTextRenderMode(item)
    heavy = bool(_HEAVY.search(name)) or mode == pdfium.FPDF_TEXTRENDERMODE_FILL_STROKE
    colour = [ctypes.c_uint() for _ in range(4)]
    filled = pdfium.FPDFText_GetFillColor(text, i, *colour) and mode == pdfium.FPDF_TEXTRENDERMODE_FILL
    red, green, blue, alpha = (one.value for one in colour)
    white = bool(filled) and min(red, green, blue) >= LIMITS.white
    invisible = mode in INVISIBLE or (bool(filled) and alpha == 0)
    cut = painted.texts.get(ctypes.addressof(item.contents), Cut(0, None))
    over = [shape.box for shape in painted.shapes if shape.opaque and shape.step > cut.step]
    under = [shape for shape in painted.shapes if shape.step < cut.step] if white else []
    if invisible:
        # A scan has its recognised text so, below or above the picture; a page of outlines has it over their shapes.
        tall = LIMITS.outline * size
        under = [one for one in painted.shapes if one.picture or one.box.bottom - one.box.top < tall]
    tag = pdfium.FPDFPageObj_GetMarkedContentID(item)
    return _Type(size, turn, name, heavy, tag, invisible, white, over, under, cut.inside)


def _shows(kind: _Type, x: float, y: float) -> bool:
    """Return whether a person sees a letter at a place."""
    if (kind.inside and not kind.inside.holds(x, y, LIMITS.cut)) or any(box.holds(x, y) for box in kind.over):
        return False
    if kind.invisible:
        return any(shape.box.holds(x, y) for shape in kind.under)
    below = [shape for shape in kind.under if shape.box.holds(x, y)] if kind.white else []
    return not kind.white or (bool(below) and not below[-1].white)


def _weighed(letters: Sequence[_Letter]) -> Iterator[_Letter]:
    """Yield letters; those of fonts without names are bold where they are wider than such letters of a page mostly are.

    A text in bold letters is some hundredths wider, one in italics is not.
    """
    widths: dict[str, list[float]] = defaultdict(list)
    texts: dict[int, list[_Letter]] = defaultdict(list)
    for letter in letters:
        if not letter.type.font and letter.text.isalpha():
            widths[letter.text].append(letter.x1 - letter.x0)
            texts[id(letter.type)].append(letter)
    usual = {text: median(seen) for text, seen in widths.items()}
    heavy = {
        key
        for key, own in texts.items()
        if sum(one.x1 - one.x0 for one in own) > LIMITS.wider * sum(usual[one.text] for one in own)
    }
    bold = {key: texts[key][0].type._replace(heavy=True) for key in heavy}
    for letter in letters:
        yield letter._replace(type=bold.get(id(letter.type), letter.type))


def _words(letters: Iterable[_Letter], uprights: Sequence[Rule] = ()) -> Iterator[Piece]:
    """Yield the words that some letters are; letters above the line belong to the word beside them.

    A word ends where a text begins behind a vertical rule: it may run over the edge of its cell.
    """
    word: Piece | None = None
    raised = False
    last: _Type | None = None
    for letter in letters:
        parted = word and last is not letter.type and _is_between(word, letter, uprights)
        last = letter.type
        added = _added(word, raised, letter) if word and not parted else None
        if word and added is not None:
            raised = added != letter.text or abs(letter.y - word.y) > LIMITS.same_word * word.size
            word = word._replace(text=word.text + added, x1=max(word.x1, letter.x1))
            continue
        if word:
            word = word._replace(apart=letter.apart)
            yield _finished(_as_mark(word, letter))
        kind, raised = letter.type, False
        text = letter.text.translate(TO_RAISED) if letter.small else letter.text
        word = Piece(text, letter.x0, letter.x1, letter.y, kind.size, kind.font, kind.heavy, kind.turn, kind.tag)
    if word:
        yield _finished(word)


def _is_between(word: Piece, letter: _Letter, uprights: Sequence[Rule]) -> bool:
    """Return whether a vertical rule stands between the beginning of a word and a letter behind it."""
    return not word.turn and any(word.x0 < x < letter.x0 and y0 < letter.y < y1 for x, y0, y1 in uprights)


def _added(word: Piece, raised: bool, letter: _Letter) -> str | None:
    """Return how a letter goes on with a word; None if it begins another. ``raised`` is whether its last one was."""
    size, gap, up = letter.type.size, letter.x0 - word.x1, word.y - letter.y
    if word.turn != letter.type.turn:
        return None
    if abs(up) <= LIMITS.same_word * max(size, word.size):
        # Behind a letter above the line, PDFium begins another line.
        after = raised and LIMITS.touches * size < gap < -LIMITS.touches * size
        text = letter.text.translate(TO_RAISED) if letter.small else letter.text
        return text if after or (not letter.spaced and gap < LIMITS.word_gap * size) else None
    near = LIMITS.touches * word.size < gap < LIMITS.raised_gap * word.size
    least, most = LIMITS.raised_least * word.size, LIMITS.raised_most * word.size
    fits = LIMITS.raised_smallest * word.size < size < LIMITS.raised_size * word.size
    if not (near and fits and least < up < most):
        return None
    if letter.text in DIGITS:
        return letter.text.translate(TO_RAISED)
    return letter.text if not letter.text.isalpha() or raised or word.text[-1].isdigit() else None


def _as_mark(word: Piece, letter: _Letter) -> Piece:
    """Return a word as the mark of a note, if it is small and stands above the line of the letter behind it."""
    size, up = letter.type.size, letter.y - word.y
    gap = letter.x0 - word.x1
    if (
        word.turn == letter.type.turn
        and word.size < LIMITS.raised_size * size
        and LIMITS.raised_least * size < up < LIMITS.raised_most * size
        and LIMITS.touches * size < gap < LIMITS.mark_gap * size
        and _MARK.fullmatch(word.text)
    ):
        return word._replace(text=word.text.translate(TO_RAISED), y=letter.y, size=size)
    return word


def _finished(word: Piece) -> Piece:
    """Return a word; a small figure before a fraction bar is a figure."""
    return word._replace(text=_NUMERATOR.sub(lambda found: found[0].translate(TO_DIGITS), word.text))
