"""What an army needs on the table: which records are to be printed for it, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kensei_docs.army.muster import WEAPONS, Army, Entry, number
from kensei_docs.database import Database, Record
from kensei_docs.problems import short_path, unusable

SECTION = "packs"


@dataclass(frozen=True)
class Item:
    """A record to print, how many of it, and for which rows of the army (none: for the player).

    ``path`` names a part of the record, one card of a deck for instance.
    """

    record: Record
    copies: int
    wanted_by: tuple[str, ...] = ()
    path: str = ""


@dataclass(frozen=True)
class Contents:
    """Everything an army needs, in the order of the database.

    ``unknown`` lists names in its list that no record bears: nothing can be printed of those.
    """

    army: Army
    items: tuple[Item, ...]
    unknown: tuple[str, ...] = ()

    @property
    def lacking(self) -> list[str]:
        """What to say of the names that no record bears."""
        return [
            f"{short_path(self.army.file)}: nothing to print for '{name}': no record of "
            f"{self.army.edition.id} bears that name  [pack]"
            for name in self.unknown
        ]

    def of(self, kind: str) -> tuple[Item, ...]:
        """Return the items of one kind of record."""
        return tuple(item for item in self.items if item.record.kind == kind)

    def copies(self, kind: str) -> dict[str, int]:
        """Return how many of each record of a kind are needed, by slug."""
        return {item.record.slug: item.copies for item in self.of(kind) if not item.path}


def contents(army: Army, database: Database) -> Contents:
    """Return what an army needs; raises Unusable where nothing is declared for its edition."""
    declared = army.edition.vocabulary.section(SECTION)
    if not declared:
        place = army.edition.vocabulary.place(SECTION)
        raise unusable(
            place.file,
            f"'{SECTION}' doesn't say what an army of {army.edition.id} needs; add it",
            "pack",
            place.line,
            place.column,
        )
    wanted: dict[str, list[str]] = {}
    unknown: list[str] = []
    for entry in army.entries:
        for record in _of_entry(army, entry, declared, unknown):
            wanted.setdefault(record.id, []).append(entry.name)
    items = [Item(army.edition.records[identity], 1, tuple(dict.fromkeys(names))) for identity, names in wanted.items()]
    items += (Item(record, 1) for record in _of_player(army, declared) if record.id not in wanted)
    items += _deck(army, declared.get("deck"))
    items += _markers(army, declared.get("markers") or {})
    order = {identity: i for i, identity in enumerate(army.edition.records)}
    return Contents(army, tuple(sorted(items, key=lambda item: order[item.record.id])), tuple(dict.fromkeys(unknown)))


def _of_entry(army: Army, entry: Entry, declared: Mapping[str, Any], unknown: list[str]) -> list[Record]:
    """Return the records that a row names, and those that these name in turn."""
    found: dict[str, Record] = {}
    follow: Mapping[str, list[str]] = declared.get("follow") or {}
    if entry.profile:
        found[entry.profile.id] = entry.profile
    names = [(field, name) for field in follow for name in entry.names(field)]
    while names:
        field, name = names.pop(0)
        records = list(_named(army, follow[field], name))
        if not records:
            unknown.append(name)
        for record in records:
            if record.id not in found:
                found[record.id] = record
                # The weapons of a kind of weapon are not those of the troop.
                names += [
                    (inner, str(one))
                    for inner in follow
                    if inner != WEAPONS and isinstance(listed := record.get(inner), list)
                    for one in listed
                ]
    return list(found.values())


def _named(army: Army, kinds: Iterable[str], name: str) -> Iterator[Record]:
    for kind in kinds:
        for record in army.edition.records_of(kind):
            held = record.get(WEAPONS)
            if record.slug == name or (isinstance(held, list) and name in held):
                yield record


def _of_player(army: Army, declared: Mapping[str, Any]) -> Iterator[Record]:
    for kind in declared.get("always", []):
        yield from army.edition.records_of(kind)
    for kind in declared.get("of-clan", []):
        for record in army.edition.records_of(kind):
            if army.clan and record.get("clan") == army.clan.slug:
                yield record
    for slug in army.commander_orders:
        if chosen := army.edition.records.get(f"commander-order/{slug}"):
            yield chosen


def _deck(army: Army, declared: Any) -> Iterator[Item]:
    record = army.edition.records.get(str((declared or {}).get("record")))
    cards = record.get(declared["cards"]) if record else None
    for key in cards if record and isinstance(cards, dict) else ():
        path = f"{declared['cards']}.{key}"
        many = number(record.figure(f"{path}.{declared['copies']}")) if record else None
        if record and many:
            yield Item(record, int(many), path=path)


def _markers(army: Army, declared: Mapping[str, Any]) -> Iterator[Item]:
    for slug, rule in declared.items():
        record = army.edition.records.get(f"marker/{slug}")
        # Where nobody can tell whether a troop needs it, it is better to have one.
        names = [troop.name for troop in army.troops if troop.fits(rule.get("of"), set()) is not False]
        many = int(number(rule.get("copies")) or 0) * len(names)
        if record and many:
            yield Item(record, many, tuple(dict.fromkeys(names)))
