"""Figures: the typed values of rules, such as ``10 cm``, ``+1D6``, ``4+`` or ``50 %``.

A figure is stored and compared in one canonical spelling, and printed in the spelling of the reader's
language. ``X`` stands for the troop's own characteristic (``XD6``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

Kind = Literal["count", "modifier", "dice", "target", "length", "dice-length", "share", "fraction", "range", "outcome"]

# A fraction has at most this denominator; above it, two numbers with a stroke between them are meant: 28/32 mm.
_PARTS = 10
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
_INCHES = r"(?:in|inch|inches|\"|\u201d|\u2033)"
_SHAPES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("dice-length", re.compile(rf"([+-]?)(\d*|X)D(\d+)\s?(cm|{_INCHES})", re.I)),
    ("dice", re.compile(r"([+-]?)(\d*|X)D(\d+)", re.I)),
    ("length", re.compile(rf"([+-]?)(\d+(?:[.,]\d+)?)\s?(cm|mm|{_INCHES})", re.I)),
    ("share", re.compile(r"([+-]?)(\d+(?:[.,]\d+)?)\s?%")),
    ("target", re.compile(r"(\d+)\+")),
    ("fraction", re.compile(r"(\d+)/(\d+)")),
    ("range", re.compile(r"(\d+)-(\d+)")),
    ("modifier", re.compile(r"([+-])(\d+)")),
    ("count", re.compile(r"\d+(?:[.,]\d+)?")),
    ("outcome", re.compile(r"none|[A-Z]{1,3}(?:/[A-Z]{1,3})*")),
)


@dataclass(frozen=True)
class Figure:
    """A figure in its canonical spelling; two figures are equal where their spellings are."""

    kind: Kind
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def unit(self) -> str:
        """``cm``, ``mm``, ``in``, ``dice``, ``%`` or, for a bare number, nothing."""
        if self.kind in ("length", "dice-length"):
            return self.text.rsplit(" ", 1)[1]
        return {"dice": "dice", "share": "%"}.get(self.kind, "")

    @property
    def number(self) -> float | None:
        """The figure's amount where it is one number (of cm, points, dice, per cent), or None."""
        if self.kind in ("range", "outcome", "fraction"):
            return None
        found = re.match(r"([+-]?)(\d+(?:\.\d+)?)", self.text)
        return float(found.group(1) + found.group(2)) if found else None


@lru_cache(maxsize=2048)
def parse(text: str) -> Figure | None:
    """Return the figure that the whole of ``text`` is, or None where it is none.

    >>> str(parse("‐1d6")), str(parse("10”")), str(parse("50%"))
    ('-1D6', '10 in', '50 %')
    """
    plain = text.strip().translate(_DASHES)
    for kind, shape in _SHAPES:
        found = shape.fullmatch(plain)
        if found:
            return Figure(kind, _canonical(kind, found))
    return None


def same(a: str | None, b: str | None) -> bool:
    """Return whether two spellings mean one figure (``10cm`` and ``10 cm``)."""
    if a is None or b is None:
        return a is b
    first, second = parse(a), parse(b)
    return a == b if first is None or second is None else first == second


@lru_cache(maxsize=2048)
def localise(figure: Figure | str, locale: str) -> str:
    """Return a figure as a reader of ``locale`` (``en``, ``es``) expects it in print.

    Numbers go through Babel; a minus is a true minus sign, an inch a double prime, and a space
    before a unit does not break. A string that is no figure comes back as it is.
    """
    if isinstance(figure, str):
        parsed = parse(figure)
        if parsed is None:
            return figure
        figure = parsed
    if figure.kind == "outcome":
        return "–" if figure.text == "none" else figure.text
    sign = "\u2212" if figure.text.startswith("-") else "+" if figure.text.startswith("+") else ""
    bare = figure.text.lstrip("+-")
    if figure.kind == "range":
        return bare.replace("-", "\u2013")
    if figure.kind == "fraction" and int(bare.partition("/")[2]) > _PARTS:
        return bare
    if figure.kind == "fraction":
        return {"1/2": "½", "1/4": "¼", "3/4": "¾"}.get(bare, bare.replace("/", "\u2044"))
    number = re.match(r"\d+(?:\.\d+)?", bare)
    if number and figure.kind in ("count", "length", "share"):
        # No point or comma in 1300: it may be a year, and four digits need none.
        bare = _decimal(number.group(), locale) + bare[number.end() :]
    return sign + bare.replace(" in", "\u2033").replace(" ", "\u00a0")


def _decimal(digits: str, locale: str) -> str:
    if "." not in digits:
        # Most figures are whole numbers, which need no Babel: without grouping they are the same in every locale.
        return str(int(digits))
    from babel.numbers import format_decimal

    return format_decimal(float(digits), locale=locale, group_separator=False)


def _canonical(kind: Kind, found: re.Match[str]) -> str:
    text = found.group()
    if kind in ("dice", "dice-length"):
        sign, many, faces = found.group(1), found.group(2).upper() or "1", found.group(3)
        return f"{sign}{many}D{faces}" + (f" {_unit(found.group(4))}" if kind != "dice" else "")
    if kind == "length":
        return f"{found.group(1)}{found.group(2).replace(',', '.')} {_unit(found.group(3))}"
    if kind == "share":
        return f"{found.group(1)}{found.group(2).replace(',', '.')} %"
    return text.replace(",", ".") if kind == "count" else text


def _unit(text: str) -> str:
    return text.lower() if text.lower() in ("cm", "mm") else "in"
