"""Slugs: the ids that records get from their names; names compared and sorted without accents or signs, and the one
that a slip of the hand means."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_APOSTROPHES = str.maketrans("", "", "'\u2019")
# What is written for letters without a mark that could be taken off, and for the mark of inches.
_LETTERS = str.maketrans(
    {"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "″": " in"}
)
# How many names are looked at for the one that is meant; up to how many letters a word is short.
_LIKELY, _SHORT = 5, 4
# Letters that sound alike where a word begins.
_ALIKE = ("ckq", "sz", "ijy", "vwb", "gj")
_SEPARATORS = re.compile("[^a-z0-9]+")


def slug_of(name: str) -> str:
    """Return the id that a name gives a record, empty for one without Latin letters and digits.

    >>> slug_of("Ikkō-ikki (foot)"), slug_of("Hero’s Charge")
    ('ikko-ikki-foot', 'heros-charge')
    >>> slug_of("Œil de faucon"), slug_of("Fußvolk"), slug_of("Beyond 6″")
    ('oeil-de-faucon', 'fussvolk', 'beyond-6-in')
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


def likeliest(word: str, known: Iterable[str]) -> str | None:
    """Return the known name that a word with a slip of the hand means; None if there is none.

    >>> likeliest("Katana", ["katanas", "yari"]), likeliest("total", ["nota"])
    ('katanas', None)
    """
    # Imported only for a word that nothing knows.
    import difflib

    # Of two names that differ in capitals alone, the first is meant.
    names = {name.casefold(): name for name in reversed(list(known))}
    near = difflib.get_close_matches(word.casefold(), names, n=_LIKELY, cutoff=0.6)
    return next((names[name] for name in near if _is_slip(word.casefold(), name)), None)


def _is_slip(word: str, name: str) -> bool:
    """Return whether a word is a name with a slip of the hand, or a part of it.

    Of many letters in common two words may have none in their places: *total* and *nota*. A letter in three may be
    wrong, missing, one too many or beside its place. The first of a short word is so only for one that sounds alike:
    *klan* is *clan*, but *wavy* no *navy*.
    """
    from symspellpy.editdistance import DamerauOsa

    def parts(text: str) -> set[str]:
        """Return the words of a name that are long enough to tell of it."""
        return {part for part in re.split(r"\W+", text) if len(part) >= _SHORT}

    shorter, longer = sorted((word, name), key=len)
    if longer.startswith(shorter) or longer.endswith(shorter) or parts(word) & parts(name):
        return True
    first = {word[:1], name[:1]}
    if (
        len(longer) <= _SHORT
        and sorted(word) != sorted(name)
        and len(first) > 1
        and not any(first <= set(group) for group in _ALIKE)
    ):
        return False
    # It is -1 for more slips than these.
    slips: int = DamerauOsa().distance(word, name, max(1, len(longer) // 3))
    return slips >= 0
