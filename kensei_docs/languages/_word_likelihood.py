"""How likely words are in a text: those of a language's word list, and names that the list doesn't have."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from importlib import resources

# Natural logarithms of probabilities. A name counts as a rather common word; an unknown word is less likely
# with every letter, so that it is never likelier than the words inside it.
NAME = -10.0
UNKNOWN = -19.0
UNKNOWN_LETTER = -0.4
FOLLOWS = 0.6  # the weight of the word before, against how common a word is by itself


@dataclass(frozen=True)
class Dictionary:
    """A language's words with how common each is, from the lists that come with symspellpy.

    ``words_file`` and ``pairs_file`` are the names of those lists, ``short`` the language's words of
    one or two letters: the lists have many more, all abbreviations, which look like parts of broken words.
    """

    words_file: str
    pairs_file: str
    short: frozenset[str]

    @cached_property
    def counts(self) -> dict[str, int]:
        """The words, each with its count."""
        fields = (line.split() for line in _lines(self.words_file))
        return {word: int(count) for word, count in fields if len(word) > 2 or word in self.short}

    @cached_property
    def pairs(self) -> dict[str, dict[str, int]]:
        """The words that follow each word, with the count of the pair."""
        pairs: dict[str, dict[str, int]] = {}
        for line in _lines(self.pairs_file):
            first, second, count = line.split()
            pairs.setdefault(first, {})[second] = int(count)
        return pairs

    @cached_property
    def total(self) -> int:
        """The sum of the counts of all words."""
        return sum(self.counts.values())

    @cached_property
    def followed(self) -> dict[str, int]:
        """How often each word is followed by another."""
        return {word: sum(following.values()) for word, following in self.pairs.items()}


def _lines(file: str) -> list[str]:
    return (resources.files("symspellpy") / file).read_text(encoding="utf-8-sig").splitlines()


@dataclass(frozen=True)
class Lexicon:
    """How likely words are in a text: those of its language, and names, in small letters, that no dictionary has.

    ``small`` are the language's function words, which are known without a dictionary, ``numbers`` its number words.
    """

    dictionary: Dictionary | None
    names: frozenset[str]
    small: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()

    @property
    def words(self) -> Collection[str]:
        """The words of the language; none where it has no dictionary."""
        return self.dictionary.counts if self.dictionary else ()

    def __contains__(self, word: str) -> bool:
        return word in self.words or word in self.names

    def is_name(self, word: str) -> bool:
        """Return whether a word, in any case, is a name and not in the dictionary."""
        return word.lower() in self.names and word.lower() not in self.words

    def likelihood(self, word: str, before: str = "") -> float:
        """Return the natural logarithm of the probability of ``word``, in small letters, here after ``before``."""
        if self.dictionary is None or word not in self.dictionary.counts:
            return NAME if word in self.names else UNKNOWN + UNKNOWN_LETTER * len(word)
        alone = self.dictionary.counts[word] / self.dictionary.total
        following = self.dictionary.pairs.get(before)
        if not following:
            return math.log(alone)
        share = following.get(word, 0) / self.dictionary.followed[before]
        return math.log(FOLLOWS * share + (1 - FOLLOWS) * alone)
