"""Slugs: the ids that records get from their names."""

from __future__ import annotations

import re
import unicodedata

_APOSTROPHES = str.maketrans("", "", "'\u2019")
_SEPARATORS = re.compile("[^a-z0-9]+")


def slug_of(name: str) -> str:
    """Return the id that a name gives a record, empty for one without Latin letters and digits.

    >>> slug_of("Ikkō-ikki (foot)"), slug_of("Hero’s Charge")
    ('ikko-ikki-foot', 'heros-charge')
    """
    folded = unicodedata.normalize("NFKD", name.translate(_APOSTROPHES)).casefold()
    plain = "".join(sign for sign in folded if not unicodedata.combining(sign))
    return _SEPARATORS.sub("-", plain).strip("-")
