"""The phrases that mark a passage of a document: its first words, and the first words after it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from kensei_docs.drafting.outline import Section, words_at
from kensei_docs.extract.document import Document

# Words of a phrase at most: those of the name of a game, with which each heading may begin, and some more.
_MAX_PHRASE_WORDS = 12
# A phrase that begins with a heading has the whole heading, or its first words where it has more than these.
_MAX_HEADING_WORDS = 6
_WORD = re.compile(r"[^\W\d_]+")


class Marks:
    """Finds phrases in a document; ``sections`` is its outline."""

    def __init__(self, document: Document, sections: Sequence[Section]) -> None:
        self._document = document
        self._headings = [section for root in sections for section in root.walk()]

    def between(self, start: int, end: int) -> dict[str, str] | None:
        """Return the phrases that mark the passage ``start:end`` by the keys ``after``, ``from`` and ``to``.

        ``after`` is left out if ``from`` is unique, ``to`` if the passage is the last. None if there are no such
        phrases.
        """
        beginning = self._from(start)
        if beginning is None:
            return None
        after, phrase = beginning
        span = self._document.find(phrase, start)
        marks = {"after": after, "from": phrase} if after else {"from": phrase}
        if self._document.text[end:].strip() and span:
            # Whether the number of the next heading belongs to the passage makes no difference.
            word = _WORD.search(self._document.text, words_at(self._document, end))
            to = self.end(span[1], word.start()) if word else None
            if to is None:
                return None
            marks["to"] = to
        return marks

    def end(self, start: int, stop: int) -> str | None:
        """Return a phrase whose first occurrence after ``start`` is at ``stop``; None if there is none."""
        find, first = self._document.find, self._first(stop)
        return next((phrase for phrase in self._phrases(stop) if (find(phrase, start) or (-1,))[0] == first), None)

    def _from(self, start: int) -> tuple[str, str] | None:
        """Return (heading above or an empty text, first words) that mark an offset; None if there are none."""
        first = self._first(start)
        for phrase in self._phrases(start):
            if (self._document.find(phrase) or (-1,))[0] == first:
                return "", phrase
        for section in reversed([heading for heading in self._headings if heading.name and heading.start < start]):
            for after in self._phrases(section.start):
                place = self._document.find(after)
                if place and place[0] == self._first(section.start):
                    for phrase in self._phrases(start):
                        if (self._document.find(phrase, place[1]) or (-1,))[0] == first:
                            return after, phrase
        return None

    def _first(self, start: int) -> int | None:
        """Return the offset of the first letter from an offset on; None if a digit stands before it."""
        word = _WORD.search(self._document.text, start)
        return word.start() if word and not any(map(str.isdigit, self._document.text[start : word.start()])) else None

    def _phrases(self, start: int) -> Iterator[str]:
        """Yield phrases from an offset on, the shortest first; a heading is not divided."""
        document = self._document
        line = document.line_at(start)
        in_text = start < len(document.text)
        words = list(islice(_WORD.finditer(document.text, start), _MAX_PHRASE_WORDS + 1)) if in_text else []
        if not words or self._first(start) is None:
            return
        heading = next((section for section in self._headings if section.start == start), None)
        stop = document.starts[line] + len(document.lines[line].text)
        stop = heading.body if heading and heading.run_in else stop
        least = max(1, min(sum(word.start() < stop for word in words), _MAX_HEADING_WORDS)) if heading else 1
        for count in range(least, min(len(words), _MAX_PHRASE_WORDS) + 1):
            yield " ".join(word.group() for word in words[:count])
