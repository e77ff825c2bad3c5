"""The words of a language with how common they are, alone and after one another."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kensei_docs.sources import Source

# Natural logarithms of probabilities. A name counts as a rather common word; a word that nobody
# knows costs more with every letter, so that it is never cheaper than the words inside it.
NAME = -10.0
UNKNOWN = -19.0
UNKNOWN_LETTER = -0.4
FOLLOWS = 0.6
# The word list counts abbreviations too, and what is left of broken words looks like those.
SHORT = frozenset(
    {
        "a",
        "i",
        "am",
        "an",
        "as",
        "at",
        "be",
        "by",
        "do",
        "go",
        "he",
        "hi",
        "if",
        "in",
        "is",
        "it",
        "me",
        "my",
        "no",
        "of",
        "oh",
        "on",
        "or",
        "ox",
        "so",
        "to",
        "up",
        "us",
        "we",
    }
)


class Lexicon:
    """Known words with counts, the pairs among them with counts, and a document's own names."""

    def __init__(self, counts: dict[str, int], pairs: dict[str, dict[str, int]], names: Iterable[str] = ()) -> None:
        self.counts = counts
        self.pairs = pairs
        self.total = max(1, sum(counts.values()))
        self.after = {word: sum(following.values()) for word, following in pairs.items()}
        self.names = {part.lower() for name in names for part in name.replace("-", " ").split()}

    def __contains__(self, word: str) -> bool:
        return word in self.counts or word in self.names

    def is_name(self, word: str) -> bool:
        """Return whether only the names have a word, in whatever case."""
        return word.lower() in self.names and word.lower() not in self.counts

    def likelihood(self, word: str, before: str = "") -> float:
        """Return the logarithm of how likely ``word`` (lower case) is, here after ``before``."""
        count = self.counts.get(word)
        if count is None:
            if word in self.names:
                return NAME
            return UNKNOWN + UNKNOWN_LETTER * len(word)
        alone = count / self.total
        following = self.pairs.get(before)
        if not following:
            return math.log(alone)
        share = following.get(word, 0) / self.after[before]
        return math.log(FOLLOWS * share + (1 - FOLLOWS) * alone)

    def with_names(self, names: Iterable[str]) -> Lexicon:
        """Return this lexicon with more names in it."""
        wider = Lexicon.__new__(Lexicon)
        wider.__dict__.update(self.__dict__)
        wider.names = self.names | {name.lower() for name in names}
        return wider


def lexicon_for(source: Source) -> Lexicon:
    """Return the lexicon of a source's language with the source's own names in it."""
    counts, pairs = english() if source.language.startswith("en") else ({}, {})
    return Lexicon(counts, pairs, source.names)


@lru_cache(maxsize=1)
def english() -> tuple[dict[str, int], dict[str, dict[str, int]]]:
    """Return the counts of English words, and of the words that follow each.

    The lists are those that come with symspellpy: SCOWL's words with counts from print.
    """
    folder = resources.files("symspellpy")
    counts: dict[str, int] = {}
    pairs: dict[str, dict[str, int]] = {}
    words = folder / "frequency_dictionary_en_82_765.txt"
    for line in words.read_text(encoding="utf-8-sig").splitlines():
        word, count = line.split()
        if len(word) > 2 or word in SHORT:
            counts[word] = int(count)
    together = folder / "frequency_bigramdictionary_en_243_342.txt"
    for line in together.read_text(encoding="utf-8-sig").splitlines():
        first, second, count = line.split()
        pairs.setdefault(first, {})[second] = int(count)
    return counts, pairs
