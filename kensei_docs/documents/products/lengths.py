"""Lengths as people write them (``3``, ``3mm``, ``1/8in``), gaps across and down, and margins: all in millimetres."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator, Field, WithJsonSchema

_INCH = 25.4
_UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": _INCH, "inch": _INCH, "inches": _INCH, '"': _INCH, "″": _INCH}
_NUMBER = r"(?:\d+\s+)?\d+/[1-9]\d*|\d+(?:\.\d+)?|\.\d+"
_UNIT = r"mm|cm|inches|inch|in|\"|″"
_LENGTH = re.compile(rf"({_NUMBER})\s*({_UNIT})?")
_BY_MEASURE = re.compile(rf"({_NUMBER})\s*({_UNIT})?\s*[x×]\s*({_NUMBER})\s*({_UNIT})?")
_LONGEST_MM = 2000


def length_of(text: str) -> float | None:
    """Return a length in millimetres: ``3``, ``3mm``, ``1/8in``, ``2 1/2 in``; None for any other text.

    >>> length_of("3"), length_of("1/8in"), length_of("2 1/2 in"), length_of("0.5 cm")
    (3.0, 3.175, 63.5, 5.0)
    """
    match = _LENGTH.fullmatch(text.strip())
    return _in_millimetres(match[1], match[2]) if match else None


def _in_millimetres(number: str, unit: str | None) -> float:
    whole, _, fraction = number.rpartition(" ") if "/" in number else (number, "", "")
    parts = [float(part) for part in fraction.split("/")] if fraction else [0.0, 1.0]
    # Hundredths of a millimetre are finer than any printer; the rest is the error of a calculation with inches.
    return round((float(whole or 0) + parts[0] / parts[1]) * _UNITS[unit or ""], 4)


def sides_of(text: str) -> tuple[float, float] | None:
    """Return the two lengths of a measure such as ``63x88`` or ``2.5x3.5in``; None for any other text.

    A unit that stands once, behind both, is that of both.
    """
    match = _BY_MEASURE.fullmatch(text.strip())
    if not match:
        return None
    return _in_millimetres(match[1], match[2] or match[4]), _in_millimetres(match[3], match[4])


class Gaps(NamedTuple):
    """The gaps between faces, in millimetres: between columns (``across``) and between rows (``down``)."""

    across: float
    down: float

    @classmethod
    def of(cls, gap: float | Gaps) -> Gaps:
        """Return gaps; one number is both."""
        return gap if isinstance(gap, Gaps) else cls(gap, gap)

    def at_least(self, least: float) -> Gaps:
        """Return the gaps, none of them less than ``least``."""
        return Gaps(max(self.across, least), max(self.down, least))

    def at_most(self, most: float) -> Gaps:
        """Return the gaps, none of them more than ``most``."""
        return Gaps(min(self.across, most), min(self.down, most))

    def __str__(self) -> str:
        return f"{self.across:g}" if self.across == self.down else f"{self.across:g}x{self.down:g}"


class Margins(NamedTuple):
    """The margins of a sheet, in millimetres."""

    top: float
    right: float
    bottom: float
    left: float

    @classmethod
    def of(cls, margin: float | Margins) -> Margins:
        """Return margins; one number is all four."""
        return margin if isinstance(margin, Margins) else cls(margin, margin, margin, margin)

    def at_least(self, least: float) -> Margins:
        """Return the margins, none of them less than ``least``."""
        return Margins(*(max(one, least) for one in self))

    @property
    def off_centre(self) -> tuple[float, float]:
        """How far what stands in the middle between them is from the middle of the sheet: to the right, and up."""
        return (self.left - self.right) / 2, (self.bottom - self.top) / 2

    def __str__(self) -> str:
        return " ".join(f"{one:g}" for one in ([self.top] if len(set(self)) == 1 else self))


def _check_length(length: object) -> object:
    if isinstance(length, str) and (read := length_of(length)) is not None:
        return read
    return length


# What an editor may expect: a number of millimetres, or a text with a unit; or several of them.
_ONE = {"type": ["number", "string"]}
SOME = {"anyOf": [_ONE, {"type": "array", "items": _ONE}]}
# A length of a kind, in millimetres, also with its unit.
Length = Annotated[float, BeforeValidator(_check_length), Field(ge=0, le=_LONGEST_MM), WithJsonSchema(_ONE)]


def parse_gaps(gap: object) -> object:
    """Return gaps of ``2.5``, ``1/8in``, ``2.5x0`` or a list of two (across, down); raises ValueError for others."""
    parts = gap.split("x") if isinstance(gap, str) else list(gap) if isinstance(gap, list | tuple) else [gap]
    lengths = _lengths(parts, "a gap; write one such as 3, 1/8in, or two, across and down, such as 2.5x0", (1, 2))
    return Gaps(lengths[0], lengths[-1])


def parse_margins(margin: object) -> object:
    """Return margins of ``5``, ``1/4in`` or a list of two (above and below, at the sides) or of four (from the top,
    clockwise); raises ValueError for others."""
    parts = list(margin) if isinstance(margin, list | tuple) else [margin]
    told = (
        "a margin; write one such as 5 or 1/4in, two (above and below, at the sides), or four (from the top, clockwise)"
    )
    lengths = _lengths(parts, told, (1, 2, 4))
    return Margins(*(lengths * (4 // len(lengths))))


def _lengths(parts: Sequence[object], what: str, counts: tuple[int, ...]) -> list[float]:
    lengths = [length_of(part) if isinstance(part, str) else part for part in parts]
    plain = [float(one) for one in lengths if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(plain) != len(parts) or len(parts) not in counts or not all(0 <= one <= _LONGEST_MM for one in plain):
        raise ValueError(f"'{', '.join(map(str, parts))}' is not {what}")
    return plain
