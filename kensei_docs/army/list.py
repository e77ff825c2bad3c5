"""An army list: who fights, for which clan, in a battle of how many points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kensei_docs.database import Database, Edition, Record
from kensei_docs.engine.musters import Muster, Troop, number, troop
from kensei_docs.problems import Place, Problem


@dataclass(frozen=True)
class Entry:
    """One row of the list: a unit, a leader or another troop.

    ``stated`` holds what the row says itself, under the names that records use (``class``,
    ``weapons``, ``profile.attack``); ``points`` is what the whole row costs, or None.
    """

    name: str
    miniatures: int
    points: float | None
    stated: Mapping[str, Any]
    profile: Record | None
    place: Place

    def get(self, field: str) -> Any:
        """Return what is known of a field: the row's own word, else its profile's, else None."""
        if field in self.stated:
            return self.stated[field]
        return self.profile.get(field) if self.profile else None

    def names(self, field: str) -> list[str]:
        """Return the names that a field lists."""
        value = self.get(field)
        return [str(one) for one in (value if isinstance(value, list) else [value]) if one]


@dataclass(frozen=True)
class Army:
    """An army as its file has it; ``remarks`` say where it differs from its profiles."""

    file: str
    name: str
    database: Database
    edition: Edition
    clan: Record | None
    size: float
    level: Record | None
    entries: tuple[Entry, ...]
    commander_orders: tuple[str, ...] = ()
    remarks: tuple[Problem, ...] = ()

    @cached_property
    def troops(self) -> tuple[Troop, ...]:
        """The rows as the limits see them, one each, with all that follows from what is known."""
        return tuple(
            troop(
                self.database,
                self.edition,
                entry.name,
                entry.miniatures,
                entry.points,
                entry.stated,
                entry.profile,
                f"rows.{i}",
                entry.place,
            )
            for i, entry in enumerate(self.entries)
        )

    @property
    def muster(self) -> Muster:
        """The army as the limits see it."""
        return Muster(self.edition, self.clan.slug if self.clan else None, self.size, self.troops, self.level)

    @property
    def cost(self) -> float:
        """What it costs in all, commander level included, as far as the list says."""
        return self.muster.points

    @property
    def battle(self) -> Record | None:
        """The smallest size of battle, of those that have a name, that has room for the army."""
        sizes = [
            (points, record)
            for record in self.edition.of("battle-size")
            if (points := number(record.figure("points"))) is not None and points >= self.size
        ]
        return min(sizes, key=lambda pair: pair[0])[1] if sizes else None
