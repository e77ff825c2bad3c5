"""Numbers with their thousands or decimals apart: ``1,250``, ``1 250``, ``0,5``. What they mean, the document says.

A comma or a point before three digits parts thousands in one country and decimals in the next; a space may part two
numbers. The sign that is the language's own parts thousands, unless the document has decimals behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from kensei_docs.extract.document import INCH
from kensei_docs.languages import language
from kensei_docs.problems import say

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
# One or two digits behind a point or comma: a decimal, two numbers of a list, or the number of a section. What such
# a section begins with, at the beginning of a line.
DECIMAL = r"(?<![\d.,])\d+(?P<point>[.,])\d{1,2}(?![\d]|[.,/]\d)"
_SECTION = re.compile(r"^\s*(\d+\.\d{1,2})\b(?=\.?\s+[^\W\d_a-z]|\s*$)", re.M)


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
        self._own, self._own_point = _own_signs(code)
        self._sections = {*_SECTION.findall(text)}
        self._list_goes_on = re.compile(
            rf"\s*(?:,|(?:{'|'.join(language(code).conjunctions) or '(?!)'})(?=\s))\s*\d", re.I
        )
        self._text = text

    def doubt(self, found: re.Match[str]) -> str:
        """Return both meanings of a match of ``THOUSANDS`` where nothing says which it has; else an empty text."""
        whole, parting = self._whole(found), found["parting"]
        if found["part"] or parting in _SURE or found["group"].count(parting) > 1:
            return ""
        if parting in SPACES:
            # No number begins with a zero: 10 000 is one.
            is_sure = self._own.isspace() or parting in self._parting or found["group"][1] == "0"
            first, second = found["head"], found["group"][1:]
            doubt = say("can mean %(one)s, or %(first)s and %(second)s", one=whole, first=first, second=second)
            return "" if is_sure else doubt
        if self._is_thousands(parting) is None:
            part = f"{found['head']}.{found['group'][1:]}"
            return say("can mean %(one)s or %(other)s", one=whole, other=part.rstrip("0").rstrip("."))
        return ""

    def other(self, found: re.Match[str]) -> str:
        """Return a match of ``THOUSANDS`` that is in doubt as the decimal that it may be; empty where that is two."""
        return "" if found["parting"] in SPACES else found.group().replace(found["parting"], ".")

    def plain(self, found: re.Match[str]) -> str:
        """Return a match of ``THOUSANDS`` without what parts its thousands: ``1250 points``."""
        text, parting = found.group(), found["parting"]
        if parting in ".," and not found["part"] and self._is_thousands(parting) is False:
            number = f"{found['head']}{found['group']}"
            return text.replace(number, f"{number}0")
        number = f"{found['head']}{found['group']}"
        return text.replace(number, self._whole(found), 1)

    def is_decimal(self, found: re.Match[str]) -> bool | None:
        """Return whether a match of ``DECIMAL`` is one number; None where it may be that of a section.

        False: a comma parts two numbers (4,5 or 6), or a section begins or is referred to (3.1. of the list).
        """
        text, end = self._text, found.end()
        point, number = found["point"], found.group().lstrip("+-")
        if number.startswith("0"):
            return True
        if point == ",":
            is_point = self._own_point == "," or ("," in self._decimal and "." not in self._decimal)
            return is_point and not self._list_goes_on.match(text, end)
        begins_line = not text[text.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
        is_begun = number in self._sections and begins_line
        if is_begun or re.match(r"\.\s+[^\W\dA-Z_]", text[end : end + 4]):
            return False
        return None if number in self._sections else True

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
def _own_signs(code: str) -> tuple[str, str]:
    """Return the signs that part thousands and decimals in a language; empty for one that Babel doesn't know."""
    from babel import Locale, UnknownLocaleError

    try:
        signs = Locale.parse(code).number_symbols["latn"]
        return str(signs["group"]), str(signs["decimal"])
    except (UnknownLocaleError, ValueError, KeyError):
        return "", ""
