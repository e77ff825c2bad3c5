"""Slugs: the ids that records get from their names."""

from __future__ import annotations

import re
import unicodedata

_APOSTROPHES = str.maketrans("", "", "'\u2019")
# Letters without a mark that could be taken off, and what is written for them.
LETTERS = str.maketrans({"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d"})
_SEPARATORS = re.compile("[^a-z0-9]+")


def slug_of(name: str) -> str:
    """Return the id that a name gives a record, empty for one without Latin letters and digits.

    >>> slug_of("Ikkō-ikki (foot)"), slug_of("Hero’s Charge")
    ('ikko-ikki-foot', 'heros-charge')
    >>> slug_of("Œil de faucon"), slug_of("Fußvolk")
    ('oeil-de-faucon', 'fussvolk')
    """
    folded = unicodedata.normalize("NFKD", name.translate(_APOSTROPHES).translate(LETTERS)).casefold()
    plain = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return _SEPARATORS.sub("-", plain).strip("-")
