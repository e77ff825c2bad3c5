"""The singular and the plural of words, by the endings that a language declares."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kensei_docs.languages import Language

# Two words of which one is in print this many times as often as the other are not the forms of one noun: "thi", "this".
_TIMES_AS_OFTEN = 100


def singular(word: str) -> str:
    """Return a word without the plural ``s`` or the possessive ``'s``, which the languages here share."""
    word = re.sub("['’]s$", "", word)
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def plural_stem(word: str) -> str:
    """Return the stem that the singular and the plural of a word share, in any language here: "leon" of leones and
    leon.

    It is for comparing words: of "horse" it is "hors".
    """
    return singular(word).removesuffix("e")


def noun_forms(word: str, spoken: Language) -> tuple[str, str] | None:
    """Return the singular and the plural of a word that may be a noun, None for any other word.

    Of a language with a word list, both have to be in it, unless the list doesn't have the word itself: a name.
    """
    lower = word.lower()
    adverb = spoken.adverb_ending and lower.endswith(spoken.adverb_ending) and lower != spoken.adverb_ending
    if lower in spoken.function_words | spoken.uncounted or adverb:
        return None
    singular, plural = _with_ending(word, spoken.singular_endings), _with_ending(word, spoken.plural_endings)
    if singular and _both_in_print(singular.lower(), lower, spoken):
        return singular, word
    return (word, plural) if plural and not singular and _both_in_print(lower, plural.lower(), spoken) else None


def _with_ending(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    """Return a word with another ending, empty where it has none of those."""
    return next(
        (re.sub(ending, other, word, flags=re.I) for ending, other in endings if re.search(ending, word, re.I)), ""
    )


def _both_in_print(singular: str, plural: str, spoken: Language) -> bool:
    counts = spoken.dictionary.counts if spoken.dictionary else {}
    if singular not in counts and plural not in counts:
        return True
    few, most = sorted((counts.get(singular, 0), counts.get(plural, 0)))
    return few * _TIMES_AS_OFTEN > most
