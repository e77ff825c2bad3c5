"""The change bars of a face and its changed words, found by a comparison of the old and the new laid-out pages."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from kensei_docs.documents.cache.face_cache import FaceCache
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.kinds.paper_and_face_sizes import POINT, Size
from kensei_docs.documents.layout.faces import NOT_LAID_OUT

# Replaces the stamp of a card, which is another on every changed card.
_STAMP = "\ue003"
# Millimetres by which a bar is longer than the letters beside it, above and below.
_EXTENSION_MM = 0.6
# Two bars with a smaller gap than this are joined.
_MIN_GAP_MM = 1.6
# Words quoted before and after the changed words.
_QUOTED_WORDS = 3


@dataclass(frozen=True)
class Word:
    """A word on a page, with its box in millimetres from the face's upper left corner."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class ChangeBar:
    """A change bar from ``top`` to ``bottom``, on the left side of ``left``; millimetres from the face's upper left
    corner."""

    left: float
    top: float
    bottom: float


@dataclass(frozen=True)
class Hunk:
    """The old and the new words of one place, with a few unchanged words around them."""

    old: str
    new: str


def words_of(faces: FaceSet, cache: FaceCache, slot: str, numbers: Collection[int]) -> dict[int, list[Word]]:
    """Return the words of some pages (the first is 0) of a laid-out face, by page; unknown pages are left out.

    A constant replaces the face's stamp.
    """
    import pypdfium2

    entry = cache.entry(slot, faces.keys[slot])
    assert entry is not None, "the caller has laid it out"
    stamp = faces.fragments[slot].stamp[:5]
    with pypdfium2.PdfDocument(io.BytesIO(cache.pack(entry.pack).pdf)) as pdf:
        return {
            number: _words_on_page(pdf[page], stamp)
            for number, page in enumerate(entry.pages)
            if number in numbers and page != NOT_LAID_OUT
        }


def differences(
    old: Sequence[Word], new: Sequence[Word], size: Size, columns: Sequence[float], flows: bool = False
) -> tuple[list[ChangeBar], list[Hunk]]:
    """Return the change bars of a page and the words that differ; ``columns`` are the left edges of its columns in mm.

    If no word differs, a drawing does: the bar is then as long as the face. If text ``flows`` from page to page,
    ``old`` are the words of several pages: the words before and after those of the new page are still on other pages.
    If no word differs then, unchanged text came from another page, and there is no bar.
    """
    a = [word.text for word in old]
    b = [word.text for word in new]
    marks: list[ChangeBar] = []
    hunks: list[Hunk] = []
    for operation, i, j, k, m in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if flows and (i == 0 or j == len(a)):
            if operation == "delete":
                continue
            i = j if i == 0 else i
            j = i
        if operation == "equal" or (_STAMP in (*a[i:j], *b[k:m]) and j - i <= 1 and m - k <= 1):
            continue
        # If words are gone, the word before the gap is marked.
        marked = new[k:m] or new[max(0, k - 1) : k] or new[:1]
        marks += [
            ChangeBar(max((x for x in columns if x <= word.left + 1), default=0.0), word.top, word.bottom)
            for word in marked
        ]
        hunks.append(Hunk(_quotation(a, i, j), _quotation(b, k, m)))
    if not marks and not flows:
        marks = [ChangeBar(columns[0] if columns else 0.0, 0.0, size.height)]
    return _join_close(marks, size), hunks


def _join_close(marks: list[ChangeBar], size: Size) -> list[ChangeBar]:
    """Return bars, extended a little and joined if they are close to each other."""
    joined: list[ChangeBar] = []
    for mark in sorted(set(marks), key=lambda mark: (mark.left, mark.top)):
        top = max(0.0, mark.top - _EXTENSION_MM)
        bottom = min(size.height, mark.bottom + _EXTENSION_MM)
        last = joined[-1] if joined else None
        if last and last.left == mark.left and top - last.bottom < _MIN_GAP_MM:
            joined[-1] = ChangeBar(last.left, last.top, max(last.bottom, bottom))
        elif bottom > top:
            joined.append(ChangeBar(mark.left, top, bottom))
    return joined


def _quotation(words: list[str], start: int, end: int) -> str:
    """Return the words from ``start`` to ``end`` with a few words around them, and dots for the others."""
    first = max(0, start - _QUOTED_WORDS)
    last = min(len(words), end + _QUOTED_WORDS)
    quoted = [word for word in words[first:last] if word != _STAMP]
    return " ".join([*(["…"] if first else []), *quoted, *(["…"] if last < len(words) else [])])


def _words_on_page(page: Any, stamp: str) -> list[Word]:
    """Return a page's words in the order in which they are drawn, with a constant in place of the ``stamp``."""
    import pypdfium2.raw as pdfium

    text = page.get_textpage()
    height = page.get_height()
    words: list[Word] = []
    last: Word | None = None
    for i in range(text.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(text, i))
        if letter.isspace() or not letter.isprintable():
            last = None
            continue
        left, bottom, right, top = text.get_charbox(i)
        word = Word(letter, *(value * POINT for value in (left, height - top, right, height - bottom)))
        if last and _is_beside(word, last):
            word = Word(
                last.text + letter,
                min(last.left, word.left),
                min(last.top, word.top),
                max(last.right, word.right),
                max(last.bottom, word.bottom),
            )
            words.pop()
        words.append(word)
        last = word
    return [replace(word, text=_STAMP) if word.text == stamp else word for word in words]


def _is_beside(letter: Word, word: Word) -> bool:
    """Return whether a letter continues a word: it is on the same line, near the end of the word."""
    return (
        word.left - POINT <= letter.left <= word.right + (letter.bottom - letter.top) + 2 * POINT
        and letter.bottom >= word.top
        and letter.top <= word.bottom
    )
