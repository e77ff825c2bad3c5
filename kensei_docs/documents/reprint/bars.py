"""Where on a face something changed: read off the laid-out pages, word by word."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.kinds.paper import Size

_MILLIMETRE = 25.4 / 72
# What stands for a card's own stamp, which changes with whatever changes on it.
_STAMP = "\ue003"
# A line is so much higher (mm) than its letters, above and below.
_LEADING = 0.6
# Two spans closer than this (mm) are one.
_CLOSE = 1.6
# Words told on either side of what changed in a long text.
_AROUND = 3


@dataclass(frozen=True)
class Word:
    """A word on a page, with its box in millimetres from the face's upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Span:
    """What changed at one side of a face: from where to where downwards, and left of which x.

    Millimetres from the face's upper left corner.
    """

    left: float
    top: float
    bottom: float


@dataclass(frozen=True)
class Hunk:
    """What stood in one place and what stands there now, a few words around it included."""

    old: str
    new: str


def words_of(faces: FaceSet, cache: FaceCache, slot: str) -> list[list[Word]]:
    """Return the words of each page of a laid-out face, the stamp masked."""
    import pypdfium2

    entry = cache.entry(slot, faces.keys[slot])
    assert entry is not None  # the press has laid it out
    stamp = faces.fragments[slot].stamp[:5]
    with pypdfium2.PdfDocument(io.BytesIO(cache.pack(entry.pack))) as pdf:
        return [[_masked(word, stamp) for word in _words(pdf[page])] for page in entry.pages]


def compared(
    old: Sequence[Word], new: Sequence[Word], size: Size, columns: Sequence[float]
) -> tuple[list[Span], list[Hunk]]:
    """Return where a page differs and what stands there, with ``columns`` the x at which each of
    its columns begins. Where no word differs, a drawing does: that is the whole height.
    """
    a, b = [word.text for word in old], [word.text for word in new]
    spans: list[Span] = []
    hunks: list[Hunk] = []
    for act, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if act == "equal" or (_STAMP in (*a[i:j], *b[k:m]) and j - i <= 1 and m - k <= 1):
            continue
        # Where words are gone, the word before the gap stands nearest to it.
        marked = new[k:m] or new[max(0, k - 1) : k] or new[:1]
        spans += [
            Span(max((x for x in columns if x <= word.left + 1), default=0.0), word.top, word.bottom) for word in marked
        ]
        hunks.append(Hunk(_around(a, i, j), _around(b, k, m)))
    if not spans:
        spans = [Span(columns[0] if columns else 0.0, 0.0, size.height)]
    return _joined(spans, size), hunks


def _joined(spans: list[Span], size: Size) -> list[Span]:
    found: list[Span] = []
    for span in sorted(set(spans), key=lambda one: (one.left, one.top)):
        top, bottom = max(0.0, span.top - _LEADING), min(size.height, span.bottom + _LEADING)
        last = found[-1] if found else None
        if last and last.left == span.left and top - last.bottom < _CLOSE:
            found[-1] = Span(last.left, last.top, max(last.bottom, bottom))
        elif bottom > top:
            found.append(Span(span.left, top, bottom))
    return found


def _around(words: list[str], start: int, end: int) -> str:
    """Return words with a few around them, those left out as dots."""
    first, last = max(0, start - _AROUND), min(len(words), end + _AROUND)
    told = [word for word in words[first:last] if word != _STAMP]
    return " ".join([*(["…"] if first else []), *told, *(["…"] if last < len(words) else [])])


def _masked(word: Word, stamp: str) -> Word:
    return Word(_STAMP, word.left, word.top, word.right, word.bottom) if word.text == stamp else word


def _words(page: object) -> list[Word]:
    """Return a page's words in the order in which they are drawn."""
    import ctypes

    import pypdfium2.raw as pdfium

    text = page.get_textpage()  # type: ignore[attr-defined]
    height = page.get_height()  # type: ignore[attr-defined]
    found: list[Word] = []
    letters: list[str] = []
    box: list[float] = []
    sides = [ctypes.c_double() for _ in range(4)]

    def end() -> None:
        if letters:
            left, right, bottom, top = box
            found.append(
                Word("".join(letters), *(value * _MILLIMETRE for value in (left, height - top, right, height - bottom)))
            )
        letters.clear()
        box.clear()

    for i in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, i))
        if letter.isspace() or not letter.isprintable():
            end()
            continue
        pdfium.FPDFText_GetCharBox(text, i, *sides)
        left, right, bottom, top = (side.value for side in sides)
        # A letter that stands elsewhere begins another word.
        if box and (left - box[1] > top - bottom + 2 or left < box[0] - 1 or bottom > box[3] or top < box[2]):
            end()
        letters.append(letter)
        box[:] = (
            [left, right, bottom, top]
            if not box
            else [min(box[0], left), max(box[1], right), min(box[2], bottom), max(box[3], top)]
        )
    end()
    return found
