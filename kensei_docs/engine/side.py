"""One side of a matchup: its miniatures, weapons, conditions and quantities, as words or a row of an army give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kensei_docs.engine.amounts_and_traces import Trace


@dataclass(frozen=True)
class Spoken:
    """Words that were read as conditions or as a quantity: their text, the number of the first, how many they are."""

    text: str
    first: int
    size: int
    conditions: tuple[str, ...]
    column: int
    is_quantity: bool = False


@dataclass
class Side:
    """One side: its miniatures, its conditions and quantities (``self.attack: ['2']``), its weapons by way of attack.

    ``carried`` are the weapons of its profile, which come after the named ones; ``says`` are the rows of facts that its
    words chose, by the name of their entry in ``play.says``; ``computed`` are the quantities that were not given, with
    the traces of their computation; ``way`` is the way to attack in the words; ``named`` are terms for it about which
    the edition has no rule; ``phrases`` are those that were read as conditions or quantities; ``said`` are the values
    that words state, each with the words and their column.
    """

    miniatures: int = 1
    given: dict[str, list[Any]] = field(default_factory=dict)
    weapons: dict[str, list[str]] = field(default_factory=dict)
    carried: dict[str, list[str]] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    way: str = ""
    computed: dict[str, Trace] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    phrases: list[Spoken] = field(default_factory=list)
    said: dict[str, tuple[list[Any], str, int]] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Return the side as the commands print it."""
        return {
            "miniatures": self.miniatures,
            "given": self.given,
            "weapons": [weapon for weapons in self.weapons.values() for weapon in weapons],
            "taken": {name: str(trace.value) for name, trace in self.computed.items()},
        }

    def fields(self, attack: str, given: Mapping[str, list[Any]] | None = None) -> dict[str, Any]:
        """Return the values of the side that expressions may name, such as ``given.ours.miniatures``.

        ``given``, if set, replaces the conditions and quantities of its own words.
        """
        parts = [(name.partition("."), values) for name, values in (self.given if given is None else given).items()]
        own_fields = {rest: values[0] for (head, _, rest), values in parts if head == "self" and values}
        return {
            "in-sight": str(self.miniatures),
            **own_fields,
            **self.says,
            "miniatures": str(self.miniatures),
            "single": self.miniatures == 1,
            "weapon": next(iter(self.weapons.get(attack, ())), "none"),
        }
