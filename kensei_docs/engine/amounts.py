"""Amounts: numbers with dice and a unit that can be added up, such as ``15 cm + 1D6 cm``."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from kensei_docs.figures import parse


@dataclass(frozen=True)
class Amount:
    """A number and dice (how many by their faces) of one unit.

    ``target``: the number is one to reach (``4+``).
    """

    number: Fraction = Fraction(0)
    dice: dict[int, Fraction] = field(default_factory=dict)
    unit: str = ""
    target: bool = False

    def __add__(self, other: Amount) -> Amount:
        dice = {
            faces: self.dice.get(faces, Fraction(0)) + other.dice.get(faces, Fraction(0))
            for faces in sorted({*self.dice, *other.dice})
        }
        return Amount(
            self.number + other.number,
            {f: n for f, n in dice.items() if n},
            self.unit or other.unit,
            self.target or other.target,
        )

    def times(self, factor: Fraction) -> Amount:
        """Return the amount multiplied by a number."""
        return Amount(
            self.number * factor, {f: n * factor for f, n in self.dice.items() if factor}, self.unit, self.target
        )

    @property
    def count(self) -> Fraction:
        """The number, with every die counted as one."""
        return self.number + sum(self.dice.values(), Fraction(0))

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit and self.unit != "dice" else ""
        parts = [f"{format_number(n)}D{f}{unit}" for f, n in self.dice.items()]
        if self.number or not parts:
            parts.insert(0, f"{format_number(self.number)}{'+' if self.target else ''}{unit}")
        text = parts[0]
        for part in parts[1:]:
            text += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
        return text


def format_number(number: Fraction) -> str:
    """Return a number without needless decimals."""
    return str(int(number)) if number.denominator == 1 else f"{float(number):g}"


def amount_of(text: object) -> Amount | None:
    """Return a figure as an amount, or None if it is none (``XD6``, a range).

    >>> str(amount_of("+2D6")), str(amount_of("15 cm")), str(amount_of("1/2"))
    ('2D6', '15 cm', '0.5')
    """
    figure = parse(text) if isinstance(text, str) else None
    if figure is None:
        return None
    if figure.kind in ("dice", "dice-length"):
        if figure.dice is None:
            return None
        many, faces, add = map(Fraction, figure.dice)
        return Amount(add, {int(faces): many}, unit=figure.unit if figure.kind == "dice-length" else "")
    if figure.kind == "fraction":
        return Amount(Fraction(figure.text))
    if figure.number is None:
        return None
    number = Fraction(str(figure.number))
    return Amount(
        number / 100 if figure.kind == "share" else number,
        unit="" if figure.kind == "share" else figure.unit,
        target=figure.kind == "target",
    )


def agree(stated: str, computed: Amount) -> bool:
    """Return whether a stated figure and a computed amount are the same.

    The stated figure may count dice (``12`` for ``12D6``), omit the plus of a number to reach, or omit
    the unit of a length.
    """
    amount = amount_of(stated)
    if amount is None:
        return False
    if amount.unit and computed.unit and amount.unit != computed.unit:
        return False
    if amount.dice and computed.dice:
        return amount.dice == computed.dice and amount.number == computed.number
    return amount.count == computed.count
