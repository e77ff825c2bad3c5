"""Numbers with their thousands apart: ``1,250``, ``1.250``, ``1 250``. What they mean, the rest of a document says.

A comma or a point before three digits parts thousands in one country and decimals in the next; a space may part two
numbers. The sign that is the language's own parts thousands, unless the document has decimals behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from kensei_docs.extract.document import INCH

# What parts nothing but thousands, and the spaces that may part the cells of two columns, too.
_SURE = "'\u2019\u2007\u2009\u202f"
SPACES = " \u00a0"
# A number with groups of three digits; a space is none between the numbers of a row.
THOUSANDS = (
    rf"(?<![\d.,'\u2019/])(?:(?<!\d[{SPACES}])|(?=\d+[.,{_SURE}]))(?P<head>[1-9]\d{{0,2}})"
    rf"(?P<group>(?P<parting>[.,{_SURE}]|(?P<space>[{SPACES}]))\d{{3}}(?:(?P=parting)\d{{3}})*)"
    rf"(?P<part>(?!(?P=parting))[.,]\d+)?(?![\d/]|[.,'\u2019]\d|d\d)(?(space)(?!\s\d))"
)
_NUMBER = re.compile(THOUSANDS)


class Thousands:
    """What parts thousands, and what decimals, in a document in a language with a code and words for units."""

    def __init__(self, text: str, code: str, units: Iterable[str]) -> None:
        unit = "|".join(map(re.escape, sorted(units, key=len, reverse=True)))
        decimal = re.compile(rf"(?<![\d.,])\d+([.,])\d{{1,2}}\s?(?:[%{INCH}]|(?:{unit})(?!\w))", re.I)
        sure = [
            found for found in _NUMBER.finditer(text) if found["part"] or found["group"].count(found["parting"]) > 1
        ]
        self._parting = {found["parting"] for found in sure}
        self._decimal = {*decimal.findall(text), *(found["part"][0] for found in sure if found["part"])}
        self._own = _own_sign(code)

    def doubt(self, found: re.Match[str]) -> str:
        """Return both meanings of a match of ``THOUSANDS`` where nothing says which it has; else an empty text."""
        whole, parting = self._whole(found), found["parting"]
        if found["part"] or parting in _SURE or found["group"].count(parting) > 1:
            return ""
        if parting in SPACES:
            # No number begins with a zero: 10 000 is one.
            is_sure = self._own.isspace() or parting in self._parting or found["group"][1] == "0"
            return "" if is_sure else f"can mean {whole}, or {found['head']} and {found['group'][1:]}; read it by hand"
        if self._is_thousands(parting) is None:
            part = f"{found['head']}.{found['group'][1:]}"
            return f"can mean {whole} or {part.rstrip('0').rstrip('.')}; read it by hand"
        return ""

    def plain(self, found: re.Match[str]) -> str:
        """Return a match of ``THOUSANDS`` without what parts its thousands: ``1250 points``."""
        text, parting = found.group(), found["parting"]
        if parting in ".," and not found["part"] and self._is_thousands(parting) is False:
            number = f"{found['head']}{found['group']}"
            return text.replace(number, f"{number}0")
        number = f"{found['head']}{found['group']}"
        return text.replace(number, self._whole(found), 1)

    @staticmethod
    def _whole(found: re.Match[str]) -> str:
        return re.sub(r"\D", "", f"{found['head']}{found['group']}")

    def _is_thousands(self, parting: str) -> bool | None:
        """Return whether a comma or point parts thousands in the document; None where that is not sure."""
        other = "," if parting == "." else "."
        if (parting in self._parting) != (parting in self._decimal):
            return parting in self._parting if parting != self._own or parting in self._parting else None
        if parting in self._parting:
            return None
        return True if parting == self._own or other in self._decimal else None


@cache
def _own_sign(code: str) -> str:
    """Return the sign that parts thousands in a language; empty for a language that Babel doesn't know."""
    from babel import Locale, UnknownLocaleError

    try:
        return str(Locale.parse(code).number_symbols["latn"]["group"])
    except (UnknownLocaleError, ValueError, KeyError):
        return ""
