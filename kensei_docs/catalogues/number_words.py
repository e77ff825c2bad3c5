"""Figures as words, where a message asks for them: ``%(wounds|words)s``, ``%(share|words)s``, ``%(distance|times)s``,
``%(units|feminine)s``, ``%(units|masculine)s``, ``%(distance|multiple)s``.

num2words spells whole numbers; ``languages/`` has the words for fractions and multiples (half, twice).
"""

from __future__ import annotations

from kensei_docs.figures import localise, parse
from kensei_docs.languages import language as language_of

# A whole number above this is written in digits, as books do.
LAST_SPELLED = 12


def number_in_words(figure: str, language: str, form: str) -> str:
    """Return a figure in words; one for which the language has no words is formatted in digits.

    ``form`` is ``words`` (a cardinal), ``feminine`` (its feminine form, if the language has one),
    ``masculine`` (its form before a masculine noun, where it has one: *un compañero*), ``times`` (how often,
    or how many times as much) or ``multiple`` (the name of the multiple: *el doble*).
    """
    grammar = language_of(language)
    parsed = parse(figure)
    digits = localise(figure, language)
    whole = parsed.whole if parsed and figure[:1] not in "+-" else None
    if parsed and parsed.kind == "fraction":
        return grammar.shares.get(parsed.text, digits)
    if whole is None:
        return digits
    number = _cardinal(whole, language) or digits
    if form == "feminine":
        return grammar.feminine.get(whole, number)
    if form == "masculine":
        return grammar.masculine.get(whole, number)
    if form == "multiple" and whole in grammar.multiple_words:
        return grammar.multiple_words[whole]
    if form in ("times", "multiple"):
        return grammar.times.get(whole) or (grammar.times_of % number if grammar.times_of else f"{number} ×")
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
