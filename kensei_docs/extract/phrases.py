"""Finding a phrase of a document by its letters alone, whatever the line breaks between them."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from functools import cache

_SLUG_GAP = re.compile(r"[^a-z0-9]+")


class Letters:
    """The letters of a text, folded to small ones without accents, and where each stands.

    Digits, punctuation and space don't count, so a phrase is found over a line end and a changed
    figure does not hide it.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        flat: list[str] = []
        self._places: list[int] = []
        for place, char in enumerate(text):
            for letter in _folded(char):
                flat.append(letter)
                self._places.append(place)
        self._flat = "".join(flat)

    def find(self, phrase: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """Return the span of the first ``phrase`` in ``text[start:end]``, or None.

        A find that begins and ends with whole words goes before one inside a word.
        """
        wanted = letters(phrase)
        if not wanted:
            return None
        stop = len(self.text) if end is None else end
        at, last = bisect_left(self._places, start), bisect_left(self._places, stop)
        inside: tuple[int, int] | None = None
        while (at := self._flat.find(wanted, at, last)) >= 0:
            span = self._places[at], self._places[at + len(wanted) - 1] + 1
            if not self._cuts_a_word(*span):
                return span
            inside = inside or span
            at += 1
        return inside

    def _cuts_a_word(self, start: int, end: int) -> bool:
        return (start > 0 and self.text[start - 1].isalpha() and self.text[start].isalpha()) or (
            end < len(self.text) and self.text[end].isalpha()
        )


def letters(text: str) -> str:
    """Return the letters of a text, folded to small ones without accents."""
    return "".join(map(_folded, text))


def slug(heading: str) -> str:
    """Return the id that a heading gives a record: ``Acid projectile`` is ``acid-projectile``."""
    folded = "".join(_plain(char) for char in heading.replace("'", "").replace("\u2019", ""))
    return _SLUG_GAP.sub("-", folded).strip("-")


@cache
def _folded(char: str) -> str:
    return "".join(c for c in _plain(char) if c.isalpha())


def _plain(char: str) -> str:
    if char.isascii():
        return char.lower()
    parts = unicodedata.normalize("NFKD", char).casefold()
    return "".join(c for c in parts if not unicodedata.combining(c))
