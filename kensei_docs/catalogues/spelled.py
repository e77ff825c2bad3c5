"""Figures as words, where a message asks for them: ``%(wounds|words)s``, ``%(share|words)s``, ``%(distance|times)s``,
``%(units|feminine)s``, ``%(distance|multiple)s``.

Whole numbers are num2words'; the words for fractions and for how often (half, twice) are the languages'.
"""

from __future__ import annotations

from kensei_docs.figures import localise, parse
from kensei_docs.languages import language as language_of

# A whole number above this is written in digits, as books do.
LAST_SPELLED = 12


def spelled(figure: str, language: str, way: str) -> str:
    """Return a figure as words: how many (``words``; ``feminine`` where that is another word), how often or how many
    times as much (``times``), or the multiple by its name (``multiple``: *el doble*).

    A figure for which the language has no words is written as it is elsewhere.
    """
    known, parsed = language_of(language), parse(figure)
    digits = localise(figure, language)
    whole = parsed.whole if parsed and figure[:1] not in "+-" else None
    if parsed and parsed.kind == "fraction":
        return known.shares.get(parsed.text, digits)
    if whole is None:
        return digits
    number = _cardinal(whole, language) or digits
    if way == "feminine":
        return known.feminine.get(whole, number)
    if way == "multiple" and whole in known.multiple_words:
        return known.multiple_words[whole]
    if way in ("times", "multiple"):
        return known.times.get(whole) or (known.times_of % number if known.times_of else f"{number} ×")
    return number


def _cardinal(number: int, language: str) -> str:
    """Return a whole number's word, empty where it is large or the language has none."""
    from num2words import num2words

    if number > LAST_SPELLED:
        return ""
    try:
        return str(num2words(number, lang=language))
    except NotImplementedError:
        return ""
