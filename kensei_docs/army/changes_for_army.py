"""Which changes of an edition concern an army: those of its troops, its size, and of rules that everybody uses."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from kensei_docs.army.pack_contents import contents, declared_pack
from kensei_docs.army.troops import Army, declared_musters
from kensei_docs.database import Record

_TROOP_PREFIX = "self."


class Relevance:
    """Answers which records of an edition, and which parts of them, concern an army."""

    def __init__(self, army: Army) -> None:
        self._army = army
        self._musters = declared_musters(army.edition)
        declared = declared_pack(army.edition)
        self._owned, self._only_with = declared.kinds_of_troops, declared.only_with
        items = contents(army).items
        of_army = {record.id for record in (army.faction, army.level, army.battle) if record}
        self._packed = of_army | {item.record.id for item in items}
        self._of_troops = of_army | {
            item.record.id for item in items if item.wanted_by or item.record.kind in self._owned
        }

    @cached_property
    def _kinds_of_few(self) -> set[str]:
        """The kinds of record of which an army has one or a few: factions, levels, sizes, and those of its troops."""
        musters = self._musters
        return self._owned | {kind for kind in (musters.faction, musters.level, musters.sizes) if kind}

    def is_own(self, record: Record) -> bool:
        """Return whether a record is the army's own: of its troops, its faction, its commander or its size."""
        return record.id in self._of_troops

    def concerns(self, record: Record, when: Any = None, path: str = "") -> bool:
        """Return whether a record, or the part of it at a path and with a condition, concerns the army."""
        if not self._may_apply(record, path) or not self._may_hold(when):
            return False
        if record.id in self._packed:
            return True
        if record.data.get(self._musters.faction) not in (None, self._army.faction and self._army.faction.slug):
            return False
        return not (record.kind in self._kinds_of_few and self._is_one_of_many(record))

    def _may_apply(self, record: Record, path: str) -> bool:
        """Return whether the army may have the troops, and has the commander, that a rule is for."""
        steps = record.steps(path)
        paths = [f"{record.id}:{'.'.join(steps[:end])}" for end in range(1, len(steps) + 1)]
        wanted = [self._only_with[name] for name in (record.kind, record.id, *paths) if name in self._only_with]
        return self._has_level_of(steps) and all(map(self._has_troop, wanted))

    def _has_level_of(self, steps: list[str]) -> bool:
        """Return whether a path names no commander level, or the army's; where that is unknown it may be any."""
        level = self._army.level
        levels_named = (
            {record.slug for record in self._army.edition.records_of(level.kind)} & set(steps) if level else set()
        )
        return level is None or not levels_named or level.slug in levels_named

    def _has_troop(self, wanted: Any) -> bool:
        """Return whether a troop of the army matches; an unknown trait counts as a match."""
        troops = self._army.troops
        return any(troop.fits(wanted, set()) is not False for troop in troops) or not troops

    def _is_one_of_many(self, record: Record) -> bool:
        """Return whether a record describes one of several things to have, and not how all of them are used."""
        if record.kind in self._owned or record.kind == self._musters.faction:
            return True
        key = "points" if record.kind == self._musters.sizes else "cost"
        return record.get(key) is not None

    def _may_hold(self, when: Any) -> bool:
        """Return whether a condition may hold for any troop of the army; an unknown trait counts as holding."""
        if not isinstance(when, dict):
            return True
        traits = {
            name.removeprefix(_TROOP_PREFIX): value for name, value in when.items() if name.startswith(_TROOP_PREFIX)
        }
        troops = self._army.troops
        return self._has_troop(
            {name: value for name, value in traits.items() if any(name in troop.traits for troop in troops)}
        )
