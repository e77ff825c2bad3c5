"""Slugs: the ids that records get from their names; names without accents or signs, to compare and sort them."""

from __future__ import annotations

import re
import unicodedata

_APOSTROPHES = str.maketrans("", "", "'\u2019")
# Letters without a mark that could be taken off, and what is written for them.
_LETTERS = str.maketrans({"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d"})
_SEPARATORS = re.compile("[^a-z0-9]+")


def slug_of(name: str) -> str:
    """Return the id that a name gives a record, empty for one without Latin letters and digits.

    >>> slug_of("Ikkō-ikki (foot)"), slug_of("Hero’s Charge")
    ('ikko-ikki-foot', 'heros-charge')
    >>> slug_of("Œil de faucon"), slug_of("Fußvolk")
    ('oeil-de-faucon', 'fussvolk')
    """
    return _SEPARATORS.sub("-", without_accents(name.translate(_APOSTROPHES))).strip("-")


def without_accents(text: str) -> str:
    """Return a text without accents and capitals.

    >>> without_accents("Misión"), without_accents("Œil")
    ('mision', 'oeil')
    """
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS)).casefold()
    return "".join(sign for sign in letters if not unicodedata.combining(sign))


def folded(text: str) -> str:
    """Return a text in the form in which texts are compared: lower case, without accents and signs.

    >>> folded(" Líder de  Ejército"), folded("Movement (MOV)")
    ('lider de ejercito', 'movement mov')
    """
    return " ".join("".join(sign if sign.isalnum() else " " for sign in without_accents(text)).split())
