"""Change bars of a face, and its changed words: the words on its laid-out pages, old and new, compared."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.kinds.paper import Size
from kensei_docs.documents.layout.faces import NOT_LAID_OUT

# Millimetres of a point.
_POINT = 25.4 / 72
# Replaces a card's stamp, which differs whenever the card does.
_STAMP = "\ue003"
# Millimetres that a bar is longer than the letters beside it, above and below.
_LEADING = 0.6
# Two bars closer than this, in millimetres, are one.
_CLOSE = 1.6
# Words quoted before and after those that changed.
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
class Mark:
    """A change bar: from ``top`` to ``bottom``, to the left of ``left``; millimetres from the face's
    upper left corner."""

    left: float
    top: float
    bottom: float


@dataclass(frozen=True)
class Hunk:
    """The old and the new words of one place, each with a few unchanged ones around them."""

    old: str
    new: str


def words_of(faces: FaceSet, cache: FaceCache, slot: str, numbers: Collection[int]) -> dict[int, list[Word]]:
    """Return the words of some pages (the first is 0) of a laid-out face, by the page, with a constant in place of its
    stamp; pages that it doesn't have are left out."""
    import pypdfium2

    entry = cache.entry(slot, faces.keys[slot])
    assert entry is not None  # the caller has laid it out
    stamp = faces.fragments[slot].stamp[:5]
    with pypdfium2.PdfDocument(io.BytesIO(cache.pack(entry.pack).pdf)) as pdf:
        return {
            number: _words_on_page(pdf[page], stamp)
            for number, page in enumerate(entry.pages)
            if number in numbers and page != NOT_LAID_OUT
        }


def differences(
    old: Sequence[Word], new: Sequence[Word], size: Size, columns: Sequence[float], flows: bool = False
) -> tuple[list[Mark], list[Hunk]]:
    """Return the change bars of a page and the words that differ; ``columns`` are the left edges of its
    columns in millimetres. If no word differs, a drawing does: then the bar is as long as the face.

    Where text ``flows``, ``old`` are the words of several pages: those before and after the words that are on the new
    page are on other pages still, and if no word differs, text came from them unchanged, and there is no bar.
    """
    a, b = [word.text for word in old], [word.text for word in new]
    marks: list[Mark] = []
    hunks: list[Hunk] = []
    for operation, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if flows and (i == 0 or j == len(a)):
            if operation == "delete":
                continue
            i = j if i == 0 else i
            j = i
        if operation == "equal" or (_STAMP in (*a[i:j], *b[k:m]) and j - i <= 1 and m - k <= 1):
            continue
        # Where words are gone, the word before the gap is marked.
        marked = new[k:m] or new[max(0, k - 1) : k] or new[:1]
        marks += [
            Mark(max((x for x in columns if x <= word.left + 1), default=0.0), word.top, word.bottom) for word in marked
        ]
        hunks.append(Hunk(_around(a, i, j), _around(b, k, m)))
    if not marks and not flows:
        marks = [Mark(columns[0] if columns else 0.0, 0.0, size.height)]
    return _join_close(marks, size), hunks


def _join_close(marks: list[Mark], size: Size) -> list[Mark]:
    found: list[Mark] = []
    for mark in sorted(set(marks), key=lambda one: (one.left, one.top)):
        top, bottom = max(0.0, mark.top - _LEADING), min(size.height, mark.bottom + _LEADING)
        last = found[-1] if found else None
        if last and last.left == mark.left and top - last.bottom < _CLOSE:
            found[-1] = Mark(last.left, last.top, max(last.bottom, bottom))
        elif bottom > top:
            found.append(Mark(mark.left, top, bottom))
    return found


def _around(words: list[str], start: int, end: int) -> str:
    """Return the words from ``start`` to ``end`` with a few around them, and dots for those left out."""
    first, last = max(0, start - _AROUND), min(len(words), end + _AROUND)
    quoted = [word for word in words[first:last] if word != _STAMP]
    return " ".join([*(["…"] if first else []), *quoted, *(["…"] if last < len(words) else [])])


def _words_on_page(page: Any, stamp: str) -> list[Word]:
    """Return a page's words in the order in which they are drawn, with a constant in place of the ``stamp``."""
    import pypdfium2.raw as pdfium

    text, height = page.get_textpage(), page.get_height()
    found: list[Word] = []
    last: Word | None = None
    for i in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, i))
        if letter.isspace() or not letter.isprintable():
            last = None
            continue
        left, bottom, right, top = text.get_charbox(i)
        word = Word(letter, *(value * _POINT for value in (left, height - top, right, height - bottom)))
        if last and _is_beside(word, last):
            word = Word(
                last.text + letter,
                min(last.left, word.left),
                min(last.top, word.top),
                max(last.right, word.right),
                max(last.bottom, word.bottom),
            )
            found.pop()
        found.append(word)
        last = word
    return [replace(word, text=_STAMP) if word.text == stamp else word for word in found]


def _is_beside(letter: Word, word: Word) -> bool:
    """Return whether a letter continues a word: it stands on the same line, near the word's end."""
    return (
        word.left - _POINT <= letter.left <= word.right + (letter.bottom - letter.top) + 2 * _POINT
        and letter.bottom >= word.top
        and letter.top <= word.bottom
    )
