"""The phrases that mark a passage of a document: its first words, and those behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kensei_docs.drafting.outline import Section, words_at
from kensei_docs.extract import Document

# A phrase that marks a place has no more words than this.
_PHRASE = 6
_WORD = re.compile(r"[^\W\d_]+")


class Marks:
    """Finds phrases in a document with ``sections``, its outline."""

    def __init__(self, document: Document, sections: Sequence[Section]) -> None:
        self._document = document
        self._headings = [section for root in sections for section in root.walk()]

    def between(self, start: int, end: int) -> dict[str, str] | None:
        """Return the phrases that mark a passage (``after``, ``from``, ``to``); None where none do."""
        found = self._from(start)
        if found is None:
            return None
        after, phrase = found
        begun = self._document.find(phrase, start)
        marks = {"after": after, "from": phrase} if after else {"from": phrase}
        if self._document.text[end:].strip() and begun:
            # A passage may end before the number of a heading, or behind it.
            word = _WORD.search(self._document.text, words_at(self._document, end))
            to = self.end(begun[1], word.start()) if word else None
            if to is None:
                return None
            marks["to"] = to
        return marks

    def end(self, begun: int, stop: int) -> str | None:
        """Return a phrase that stands first at ``stop`` of all places behind ``begun``."""
        found = self._document.find
        return next((words for words in self._phrases(stop) if (found(words, begun) or (-1,))[0] == stop), None)

    def _from(self, start: int) -> tuple[str, str] | None:
        for phrase in self._phrases(start):
            if (self._document.find(phrase) or (-1,))[0] == start:
                return "", phrase
        for section in reversed([one for one in self._headings if one.name and one.start < start]):
            for after in self._phrases(section.start):
                place = self._document.find(after)
                if place and place[0] == section.start:
                    for phrase in self._phrases(start):
                        if (self._document.find(phrase, place[1]) or (-1,))[0] == start:
                            return after, phrase
        return None

    def _phrases(self, start: int) -> Iterator[str]:
        """Yield the first words at a place, one, two and so on; the words of a heading stay together."""
        document = self._document
        line = document.line_at(start)
        words = list(_WORD.finditer(document.text, start))[: _PHRASE + 1] if start < len(document.text) else []
        if not words or words[0].start() != start:
            return
        headed = next((section for section in self._headings if section.start == start), None)
        stop = document.starts[line] + len(document.lines[line].text)
        stop = headed.body if headed and headed.run_in else stop
        least = max(1, min(sum(word.start() < stop for word in words), _PHRASE)) if headed else 1
        for count in range(least, min(len(words), _PHRASE) + 1):
            yield " ".join(word.group() for word in words[:count])
