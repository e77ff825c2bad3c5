"""Amounts, the operations of effects on them, and traces: the records and figures that a value was computed from.

An amount is a number with dice and a unit that can be added up, such as ``15 cm + 1D6 cm``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Protocol

from kensei_docs.database import Citation, Record
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem, Unusable

# The sign between the numbers of a step that adds, subtracts, multiplies or compares them.
SIGNS = "+−×≥≤><=≠"


@dataclass(frozen=True)
class Amount:
    """A number plus dice, in one unit; ``unit`` is empty for none.

    ``dice`` maps the faces of a die to the number of such dice; ``target``: the number is one to reach (``4+``).
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
    """Return the amount of a figure, a share as a fraction of 1; None for what is no amount (``XD6``, a range).

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


@dataclass(frozen=True)
class Operation:
    """One operation of effects.

    ``apply`` takes a value, the effect's amount and how that is written, and returns the new
    value; an operation without it changes no value itself. ``sign`` stands
    before the figure in print. ``additive`` effects stack as the edition says, and taking one off
    the difficulty equals adding one to the result. The figure of a ``factor`` has no sign. If it ``rounds``, the result
    is rounded as the edition says.
    """

    apply: Callable[[Amount, Amount, str], Amount] | None = None
    sign: str = ""
    additive: bool = False
    factor: bool = False
    rounds: bool = False


def _set(total: Amount, amount: Amount, written: str) -> Amount:
    """Add a figure with a sign, else return it as the new value; a number to reach (4+) stays one."""
    return total + amount if written[:1] in ("+", "-") else replace(amount, target=total.target)


# The one table of operations: how each changes a value, how its figure is written, how it compares.
OPERATIONS: dict[str, Operation] = {
    "add": Operation(lambda total, amount, _: total + amount, additive=True),
    "set": Operation(_set, sign="= "),
    "divide": Operation(lambda total, amount, _: total.times(1 / amount.count), sign="÷ ", factor=True, rounds=True),
    "multiply": Operation(lambda total, amount, _: total.times(amount.count), sign="× ", factor=True),
    # Gives a right to reroll dice, which `engine/odds.py` computes with.
    "reroll": Operation(),
    # Makes `ActiveEffects` leave out other effects.
    "ignore": Operation(),
    # Makes `ActiveEffects` count effects of this hook even if one of their conditions fails.
    "waive": Operation(),
    "max": Operation(lambda total, amount, _: min(total, amount, key=lambda value: value.count), sign="≤ "),
}


class Missing(Unusable):
    """Raised for a quantity that a computation needs and that is not given."""

    def __init__(self, quantity: str) -> None:
        message = f"'{quantity}' is not given, and nothing can be computed without it; add it to the situation"
        super().__init__(Problem(Place("situation"), message, "play"))
        self.quantity = quantity


class Explained(Protocol):
    """An expression that was computed: ``forms`` are its text, and its text with values in place of the names."""

    @property
    def forms(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class Step:
    """One step: a figure of a record (or of the situation, without a record), and the value after it.

    ``act`` is the operation of an effect (``add``), or one of: ``given`` and ``base``, the initial value; ``read``,
    ``within``, ``compute`` and ``result`` of an expression; ``reckon`` and ``compare``, numbers that the expression
    adds, subtracts, multiplies or compares, as they are written (``5 − 1``, ``10 ≥ 9``); ``ignored``, ``restated``,
    ``replaced`` and ``unstacked``, the reason why an effect doesn't count. ``figure`` is spelled as in the record;
    ``value`` is the running value after the step; ``effect`` is the path of the effect that acted, if one did;
    ``expression`` is the expression of a result, with the values of its parts.
    """

    act: str
    figure: str
    value: str
    record: Record | None = None
    path: str = ""
    effect: str = ""
    expression: Explained | None = field(default=None, compare=False)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Where the figure was read, as closely as is known."""
        if self.record is None:
            return ()
        close = tuple(c for c in self.record.citations if c.covers and c.is_for(self.path))
        return close or tuple(c for c in self.record.citations if c.is_for(self.path))

    def as_json(self) -> dict[str, Any]:
        """Return the step as the commands print it."""
        return {
            "act": self.act,
            "record": self.record.id if self.record else None,
            "fact": self.path or None,
            "figure": self.figure,
            "value": self.value,
            "from": [citation.as_json() for citation in self.citations],
            **({"expression": " = ".join(self.expression.forms)} if self.expression else {}),
        }


@dataclass
class Trace:
    """A value with the steps of its computation.

    ``value`` is an ``Amount``, a bool, a word or a list of words. ``assumed`` are conditions that
    were not given and make a difference, with the assumed value; ``missing`` are quantities that were not given and
    count as 0, so that the value is no answer to a player. ``doubts`` are records that are only
    partly formal, or not at all, on which the value may depend. ``expression`` is what was computed.
    """

    value: Any = None
    steps: list[Step] = field(default_factory=list)
    assumed: dict[str, str] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    doubts: list[Record] = field(default_factory=list)
    expression: Explained | None = None

    def copy(self) -> Trace:
        """Return the trace with lists of its own."""
        return replace(
            self, steps=[*self.steps], assumed={**self.assumed}, missing=[*self.missing], doubts=[*self.doubts]
        )

    def take_in(self, other: Trace) -> Any:
        """Add the steps, assumptions, missing quantities and doubts of a part of the computation; return its value."""
        self.steps += other.steps
        self.assumed.update(other.assumed)
        self.missing += [name for name in other.missing if name not in self.missing]
        for record in other.doubts:
            self.doubt(record)
        return other.value

    def miss(self, quantity: str) -> None:
        """Add a quantity that is not given, and counts as 0, to ``missing`` and ``assumed``."""
        self.assumed[quantity] = "0"
        if quantity not in self.missing:
            self.missing.append(quantity)

    def require(self) -> None:
        """Raise Missing if a quantity was not given."""
        if self.missing:
            raise Missing(self.missing[0])

    def doubt(self, record: Record) -> None:
        """Add a record to the doubts if its status is ``partial`` or ``prose``."""
        if record.data.get("status") in ("partial", "prose") and record not in self.doubts:
            self.doubts.append(record)

    def as_json(self) -> dict[str, Any]:
        """Return the trace as the commands print it."""
        return {
            "value": as_plain(self.value),
            "steps": [step.as_json() for step in self.steps],
            "assumed": self.assumed,
            "doubts": [{"record": record.id, "status": record.data.get("status")} for record in self.doubts],
            **({"expression": " = ".join(self.expression.forms)} if self.expression else {}),
        }


def as_plain(value: Any) -> Any:
    """Return a value for JSON: bools and lists unchanged, anything else as a string."""
    if isinstance(value, list):
        return [as_plain(part) for part in value]
    return value if isinstance(value, bool) or value is None else str(value)
