"""The results of an attack: the chance of each of their values, what could not be computed, and the traces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kensei_docs.engine.amounts_and_traces import Trace
from kensei_docs.engine.conditions import Distance
from kensei_docs.engine.odds.dice_and_rerolls import Reroll

# A value of a result.
Value = int | bool | str | Fraction
# The names of a chance's sides in reports, in their order.
SIDE_NAMES = {"ours": "attacker", "theirs": "defender", "": "outcome"}
# The ``labels`` of a result that is the side which wins, and its value where no side does.
SIDES, NOBODY = "sides", "nobody"


@dataclass(frozen=True)
class Chance:
    """One result of an attack (``casualties``): its possible values with the chance of each.

    ``whose`` is the side that causes it ('ours', 'theirs'), or '' for a result of both together.
    ``labels``: where its values are words, the path (record:path) of their printed names, ``glossary`` or ``sides``.
    """

    name: str
    whose: str
    values: Mapping[Value, Fraction]
    labels: str | None = None

    @property
    def is_number(self) -> bool:
        return all(isinstance(value, int | Fraction) and not isinstance(value, bool) for value in self.values)

    @property
    def is_yes_or_no(self) -> bool:
        return all(isinstance(value, bool) for value in self.values)

    @property
    def is_words(self) -> bool:
        return not (self.is_number or self.is_yes_or_no)

    @property
    def mean(self) -> Fraction:
        """The expected number, or the chance of yes."""
        numbers = [(value, chance) for value, chance in self.values.items() if not isinstance(value, str)]
        return sum((Fraction(value) * chance for value, chance in numbers), Fraction(0))

    def at_least(self, number: int) -> Fraction:
        """Return the chance of a number or more."""
        numbers = [(value, chance) for value, chance in self.values.items() if not isinstance(value, str)]
        return sum((chance for value, chance in numbers if value >= number), Fraction(0))

    def sorted_values(self) -> list[tuple[Value, Fraction]]:
        """Return the values with their chances: numbers upwards, then words, the likeliest first."""

        def key(pair: tuple[Value, Fraction]) -> tuple[int, Any]:
            value, chance = pair
            return (1, -chance) if isinstance(value, str) else (0, value)

        return sorted(self.values.items(), key=key)

    def as_json(self) -> dict[str, Any]:
        """Return the chance as the commands print it."""
        return {
            "name": self.name,
            "side": SIDE_NAMES[self.whose],
            "expected": None if self.is_words else _fraction_as_json(self.mean),
            "values": [
                {
                    "value": value,
                    **_fraction_as_json(chance),
                    "at-least": _fraction_as_json(self.at_least(int(value))) if self.is_number else None,
                }
                for value, chance in self.sorted_values()
            ],
        }


def _fraction_as_json(value: Fraction) -> dict[str, Any]:
    return {"exact": str(value), "number": float(value)}


@dataclass
class Odds:
    """The results of an attack.

    ``traces``, ``left_out`` (the reasons why a result can't be computed) and ``rerolls`` (the rights to
    reroll that were used) are keyed by side and name. ``distance`` is that of an attack for which it matters.
    ``faulty`` are the results left out because nothing can be computed with a value, not for want of one.
    """

    attack: str
    chances: list[Chance] = field(default_factory=list)
    traces: dict[tuple[str, str], Trace] = field(default_factory=dict)
    left_out: dict[tuple[str, str], str] = field(default_factory=dict)
    rerolls: dict[tuple[str, str], tuple[Reroll, ...]] = field(default_factory=dict)
    distance: Distance | None = None
    faulty: set[tuple[str, str]] = field(default_factory=set)

    def chance(self, name: str, whose: str = "") -> Chance:
        """Return the chance of that name; raises KeyError."""
        for chance in self.chances:
            if (chance.name, chance.whose) == (name, whose):
                return chance
        raise KeyError(name)

    def as_json(self) -> dict[str, Any]:
        """Return as JSON the chances, as exact fractions and as numbers, the results left out, and the traces."""
        return {
            "distance": self.distance.as_json() if self.distance else None,
            "chances": [chance.as_json() for chance in self.chances],
            "left-out": [
                {"name": name, "side": SIDE_NAMES[whose], "needs": reason}
                for (whose, name), reason in self.left_out.items()
            ],
            "traces": [
                {"name": name, "side": SIDE_NAMES[whose], **trace.as_json()}
                for (whose, name), trace in self.traces.items()
            ],
        }
