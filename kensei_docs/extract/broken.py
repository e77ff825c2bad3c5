"""The broken forms of words: what is left of each where the pairs *ti tt ft tf* are lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

PAIRS = ("tti", "tft", "ti", "tt", "ft", "tf")
MOST_FORMS = 48


@dataclass(frozen=True)
class Origin:
    """A word that a broken form comes from.

    ``opens`` and ``closes`` say that the word lost its beginning or its end, ``sound`` counts
    the pairs in it that were not lost, or whose space was.
    """

    word: str
    opens: bool
    closes: bool
    sound: int


Index = dict[str, list[Origin]]


def index_of(words: Iterable[str]) -> Index:
    """Return the words that contain a lost pair, by their broken forms: fragments and spaces."""
    index: Index = {}
    for word in words:
        for form, sound in sorted(forms(word), key=lambda found: found[1]):
            key = form.strip()
            origins = index.setdefault(key, []) if key else []
            if all(origin.word != word for origin in origins):
                origins.append(Origin(word, form[0] == " ", form[-1] == " ", sound))
    return index


def forms(word: str) -> set[tuple[str, int]]:
    """Return the broken forms of a word, each with the number of pairs that are sound in it.

    >>> sorted(forms("title"))
    [(' tle', 0)]
    """
    # Two pairs that are lost side by side leave one space, as all spaces are read as one.
    found = {(re.sub(" +", " ", "".join(parts)), sound) for parts, sound in _spellings(word, 0)}
    return {
        (form, sound) for form, sound in sorted(found, key=lambda f: f[1])[:MOST_FORMS] if " " in form and form.strip()
    }


@lru_cache(maxsize=4096)
def has_pair(word: str) -> bool:
    """Return whether a word contains a pair that may have been lost."""
    return any(pair in word for pair in PAIRS)


def _spellings(word: str, start: int) -> Iterator[tuple[list[str], int]]:
    places = [(word.find(pair, start), pair) for pair in PAIRS if pair in word[start:]]
    if not places:
        yield [word[start:]], 0
        return
    at = min(place for place, _ in places)
    here = [pair for place, pair in places if place == at]
    for pair in here:
        for rest, sound in _spellings(word, at + len(pair)):
            yield [word[start:at], " ", *rest], sound
            # Beside a line end the space may be gone too.
            yield [word[start:at], *rest], sound + 1
    for rest, sound in _spellings(word, at + 1):
        yield [word[start : at + 1], *rest], sound + 1
