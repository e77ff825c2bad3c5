"""Notes: what stands below a text or a table with a mark is read behind the paragraph or table that has the mark.

So no note comes between the rows of a table or the two parts of a sentence. The marks of notes that are found are no
part of the words; a small figure above the line without a note stays what it is, as in 10².
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kensei_docs.extract.document import PageLine, Word
from kensei_docs.extract.pdf.page import Box, Line, Note, Page, Piece, lines_of, unturned
from kensei_docs.extract.pdf.thresholds import LIMITS

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_TO_DIGITS = str.maketrans(_RAISED, "0123456789")
_SIGNS = r"[*†‡§]{1,3}"
_CALL = re.compile(rf"(?<=\S)(?:[{_RAISED}]+(?:[,;][{_RAISED}]+)*|{_SIGNS}(?=\W*$))")
_ALONE = re.compile(rf"[{_RAISED}]+[,.;:]?")
_RAISED_BEGIN = re.compile(rf"([{_RAISED}]+)[.):]?")
_SIGN_BEGIN = re.compile(rf"({_SIGNS})(\w.*)?")
_PLAIN_BEGIN = re.compile(r"(\d{1,3})[.):\]]?")
_SENTENCE_END = re.compile(r"[.!?:][^\w\s]*$")


class _Begin(NamedTuple):
    """How a line begins a note: the mark, and what of its first word is behind it."""

    mark: str
    rest: str


class _Call(NamedTuple):
    """A mark in a text: the word with it, and what it stands behind."""

    piece: Piece
    before: str


def with_notes_apart(pages: Sequence[Page], size: float) -> list[Page]:
    """Return pages with their notes apart from the text, on the page of the mark; ``size`` is that of the text."""
    lines = [lines_of(page.pieces, LIMITS.level) for page in pages]
    plain = not any(_RAISED_BEGIN.fullmatch(line.pieces[0].text) for some in lines for line in some)
    called: dict[str, tuple[int, Box]] = {}
    notes: dict[int, list[Note]] = defaultdict(list)
    taken: set[int] = set()
    found: list[set[str]] = []
    for number, (page, some) in enumerate(zip(pages, lines, strict=True)):
        here = _calls(some)
        called |= {mark: (number, calls[0].piece.box) for mark, calls in here.items()}
        marks: set[str] = set()
        begins = [_begin(line, size if plain else 0.0) for line in some]
        signs = Counter(one.mark for one in begins if one)
        for i, begin in enumerate(begins):
            if not begin or begin.mark not in called:
                continue
            if not begin.mark.isdigit() and (signs[begin.mark] > 1 or begin.mark not in here):
                continue
            block = _block(some, begins, i, page)
            words = [line.pieces for line in block]
            first = words[0][0]._replace(text=begin.rest)
            words[0] = [first, *words[0][1:]] if begin.rest else words[0][1:]
            if not any(words):
                continue
            taken.update(id(piece) for line in block for piece in line.pieces)
            at, box = called[begin.mark]
            notes[at].append(Note(number, box, [line for line in words if line]))
            marks.add(begin.mark)
        found.append(marks)
    numbers = set().union(*found)
    return [
        page._replace(
            pieces=list(_without_marks(page, some, taken, numbers)) if numbers else page.pieces,
            notes=(*page.notes, *notes[number]),
        )
        for number, (page, some) in enumerate(zip(pages, lines, strict=True))
    ]


def _calls(lines: Sequence[Line]) -> dict[str, list[_Call]]:
    """Return the marks that stand behind words, each with the words."""
    found: dict[str, list[_Call]] = defaultdict(list)
    for line in lines:
        for i, piece in enumerate(line.pieces):
            for call in _CALL.finditer(piece.text):
                for mark in re.split("[,;]", call[0]):
                    found[mark.translate(_TO_DIGITS)].append(_Call(piece, piece.text[: call.start()]))
            if i and _ALONE.fullmatch(piece.text):
                found[piece.text.rstrip(",.;:").translate(_TO_DIGITS)].append(_Call(piece, ""))
    return found


def _begin(line: Line, size: float) -> _Begin | None:
    """Return how a line begins a note, if it does; a plain number does so only in type smaller than ``size``."""
    first = line.pieces[0]
    if first.turn:
        return None
    if raised := _RAISED_BEGIN.fullmatch(first.text):
        return _Begin(raised[1].translate(_TO_DIGITS), "")
    if sign := _SIGN_BEGIN.fullmatch(first.text):
        return _Begin(sign[1], sign[2] or "")
    if first.size < LIMITS.note_size * size and (number := _PLAIN_BEGIN.fullmatch(first.text)):
        return _Begin(number[1], "")
    return None


def _block(lines: Sequence[Line], begins: Sequence[_Begin | None], first: int, page: Page) -> list[Line]:
    """Return the lines of a note."""
    block = [lines[first]]
    start, size = lines[first].pieces[0], lines[first].longest.size
    for line, begin in zip(lines[first + 1 :], begins[first + 1 :], strict=True):
        piece, above = line.pieces[0], block[-1].pieces[0]
        if (
            begin
            or piece.turn != start.turn
            or abs(line.longest.size - size) > LIMITS.note_alike * size
            or not 0 < piece.y - above.y < LIMITS.note_leading * size
            or abs(piece.x0 - start.x0) > LIMITS.note_indent * size
            or any(above.y < y < piece.y - size / 2 and x0 < piece.x1 and x1 > piece.x0 for x0, x1, y in page.rules)
        ):
            break
        block.append(line)
    return block


def _without_marks(page: Page, lines: Sequence[Line], taken: set[int], marks: set[str]) -> Iterator[Piece]:
    """Yield the words of a page that are in no note, without the marks of notes."""
    called = _calls(lines)
    first = {id(line.pieces[0]) for line in lines}

    def kept(call: re.Match[str]) -> str:
        before = call.string[: call.start()]
        own = [mark.translate(_TO_DIGITS) for mark in re.split("[,;]", call[0])]
        if not all(mark.isdigit() for mark in own):
            return "" if own[0] in marks else call[0]
        # Ten with a figure above the line is a power, if that note has another mark.
        if before == "10" and len(called[own[0]]) > 1:
            return call[0]
        known = any(mark in marks or set(mark) <= marks for mark in own)
        return "" if known else call[0]

    for piece in page.pieces:
        if id(piece) in taken:
            continue
        if id(piece) not in first and _ALONE.fullmatch(piece.text):
            text = piece.text.lstrip(_RAISED)
        else:
            text = _CALL.sub(kept, piece.text)
        if text:
            yield piece if text == piece.text else piece._replace(text=text)


def with_notes_placed(lines: list[PageLine], pages: Sequence[Page]) -> list[PageLine]:
    """Return the lines of a document with the notes of its pages, each behind the paragraph or table with its mark."""
    behind: dict[int, list[PageLine]] = defaultdict(list)
    for number, page in enumerate(pages, 1):
        here = [i for i, line in enumerate(lines) if line.page == number and line.words] if page.notes else []
        for note in page.notes:
            near = min(((_distance(lines[i], note.at), i) for i in here), default=None)
            end = _end_of_block(lines, near[1]) if near else len(lines)
            for i, pieces in enumerate(note.lines):
                words = tuple(
                    Word(piece.text, *unturned(piece, pages[note.page].height), piece.sure) for piece in pieces
                )
                text = " ".join(piece.text for piece in pieces)
                behind[end].append(PageLine(text, None, note.page + 1, gap=not i, words=words))
    if not behind:
        return lines
    found: list[PageLine] = []
    for i, line in enumerate(lines):
        found += behind.get(i, ())
        found.append(line._replace(gap=True) if i in behind else line)
    return found + behind.get(len(lines), [])


def _distance(line: PageLine, box: Box) -> float:
    """Return how far a line is from a place, in points."""
    return min(
        max(0.0, word.x0 - box.x1, box.x0 - word.x1) + max(0.0, word.top - box.bottom, box.top - word.bottom)
        for word in line.words
    ) + 0.01 * abs((line.words[0].top + line.words[0].bottom - box.top - box.bottom) / 2)


def _end_of_block(lines: Sequence[PageLine], at: int) -> int:
    """Return the number of the line behind the paragraph or table of a line; a sentence may go on over the page."""
    for i in range(at + 1, len(lines)):
        line, above = lines[i], lines[i - 1]
        goes_on = line.turn and not _SENTENCE_END.search(above.text) and line.text[:1].islower()
        if bool(line.cells) != bool(above.cells) or line.bold != above.bold or (line.gap and not goes_on):
            return i
    return len(lines)
