"""The contents of an army's pack: which records are printed for it, and how many copies of each.

``Relevance`` says which changes of an edition concern the army: those of its troops, its size, and of rules that
everybody uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from kensei_docs.army.troops import WEAPONS, Army, Troop, declared_musters
from kensei_docs.database import Edition, Record
from kensei_docs.database.schema import Schema
from kensei_docs.database.spreadsheets import NamesOf
from kensei_docs.engine.play_schema import as_list
from kensei_docs.figures import number_in
from kensei_docs.problems import Place, Problem, closest, say, unusable
from kensei_docs.slugs import folded

SECTION = "packs"


class DeckSchema(Schema):
    """A deck of cards: its record, the path of its cards in it, and the field with the number of each."""

    record: str
    cards: str
    copies: str


class MarkerSchema(Schema):
    """How many tokens of a marker each troop that matches ``of`` may need at once."""

    copies: str
    of: Any = None


class InsteadSchema(Schema):
    """Another row of a table for an attribute of the troops that match ``of``."""

    attribute: str
    of: Any
    row: str


class GivenSchema(Schema):
    """The table of the attributes that a trait gives (``by``): a record, and the path of its rows by attribute.

    ``lent-with`` are attributes that the lender of the record gives only to troops that match.
    """

    by: str
    record: str
    rows: str
    instead: list[InsteadSchema] = Field(default_factory=list)
    lent_with: dict[str, Any] = Field(default_factory=dict, alias="lent-with")


class RosterSchema(Schema):
    """The columns of a roster: ``attributes`` (a kind of record), the fields whose ``names`` are listed, the path of
    the ``wounds``, and the table of attributes that are ``given`` to a troop that states none."""

    attributes: str = ""
    names: list[str] = Field(default_factory=list)
    wounds: str = ""
    given: GivenSchema | None = None


class ScenarioSchema(Schema):
    """What a player picks for a battle: a record of a ``kind``, which may be named by its ``number`` (a field).

    It is printed with its ``parts`` (paths) and with the records of the kinds of ``follow`` that its fields name, one
    of each or as many as ``copies`` has by their ids.
    """

    kind: str = ""
    number: str = ""
    parts: list[str] = Field(default_factory=list)
    follow: dict[str, list[str]] = Field(default_factory=dict)
    copies: dict[str, str] = Field(default_factory=dict)


class PackSchema(Schema):
    """The ``packs`` section of an edition: the records that are printed for an army.

    ``follow`` are the fields by which troops, and then the records found, name records, with the
    kinds of those; ``always`` and ``of-faction`` are kinds of which every army has all, or those of
    its faction. ``markers`` are records of the kind ``marker``, by slug. ``scenario`` says what a battle may be, and
    ``only-with`` are rules that touch no army
    but one with a troop that matches: kinds, ids of records, or ``record:path``; no other army gets these records.
    """

    follow: dict[str, list[str]] = Field(default_factory=dict)
    always: list[str] = Field(default_factory=list)
    of_faction: list[str] = Field(default_factory=list, alias="of-faction")
    deck: DeckSchema | None = None
    marker: str = ""
    markers: dict[str, MarkerSchema] = Field(default_factory=dict)
    roster: RosterSchema = RosterSchema()
    scenario: ScenarioSchema = ScenarioSchema()
    only_with: dict[str, Any] = Field(default_factory=dict, alias="only-with")

    @property
    def kinds_of_troops(self) -> set[str]:
        """The kinds of record that one army has and another may not have."""
        return {*(kind for kinds in self.follow.values() for kind in kinds), *self.of_faction} - set(self.always)


def declares_pack(edition: Edition) -> bool:
    """Return whether an edition has a ``packs`` section."""
    return any(SECTION in tree.spots for tree in edition.vocabulary.trees)


def declared_pack(edition: Edition) -> PackSchema:
    """Return an edition's ``packs`` section; raises Unusable if it is missing or invalid."""
    vocabulary = edition.vocabulary
    if not declares_pack(edition):
        place = vocabulary.place(SECTION)
        message = f"'{SECTION}' doesn't say what an army of {edition.id} needs; add it"
        raise unusable(place.file, message, "pack", place.line, place.column)
    return vocabulary.declared(SECTION, PackSchema)


@dataclass(frozen=True)
class PackItem:
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

    ``unknown`` has the names in the list for which there is no record, so nothing is printed.
    """

    army: Army
    items: tuple[PackItem, ...]
    unknown: tuple[str, ...] = ()

    @property
    def complaints(self) -> list[Problem]:
        """A problem for each name in the list for which there is no record."""
        edition, place = self.army.edition.id, Place(self.army.file)
        messages = [
            say("nothing to print for '%(name)s': no record of %(edition)s bears that name", name=name, edition=edition)
            for name in self.unknown
        ]
        return [Problem(place, message, "pack") for message in messages]

    def as_json(self) -> dict[str, Any]:
        """Return the contents as JSON, as the commands print them."""
        return {
            "army": self.army.name,
            "edition": self.army.edition.id,
            "unknown": list(self.unknown),
            "items": [
                {
                    "record": item.record.id,
                    "path": item.path or None,
                    "copies": item.copies,
                    "for": list(item.wanted_by),
                }
                for item in self.items
            ],
        }


def scenarios_named(edition: Edition, words: Iterable[str], names: NamesOf = lambda record: ()) -> list[Record]:
    """Return the scenarios that a player names, by number, slug or name (also one of ``names``, of other languages).

    Raises Unusable for a word that names none, and if the edition has none.
    """
    declared, found = declared_pack(edition).scenario, {}
    known = edition.records_of(declared.kind) if declared.kind else []
    for word in words:
        if not known:
            message = say("%(edition)s has no scenarios to print; leave out --scenario", edition=edition.id)
            raise unusable("army pack", message, "pack")
        record = next((one for one in known if folded(word) in _names_of(one, declared, names)), None)
        if record is None:
            message = say(
                "there is no scenario '%(name)s' in %(edition)s%(hint)s; known are %(known)s",
                name=word,
                edition=edition.id,
                hint=closest(word, [*(one.slug for one in known), *(name for one in known for name in names(one))]),
                known=", ".join(
                    " ".join(filter(None, (str(one.get(declared.number) or ""), one.slug))) for one in known
                ),
            )
            raise unusable("army pack", message, "pack")
        found[record.id] = record
    return list(found.values())


def _names_of(scenario: Record, declared: ScenarioSchema, names: NamesOf) -> set[str]:
    number = scenario.get(declared.number) if declared.number else None
    given = (scenario.slug, scenario.id, scenario.name, *names(scenario), *([str(number)] if number else []))
    return set(map(folded, given))


def _records_of_scenario(edition: Edition, scenario: Record, declared: ScenarioSchema) -> Iterator[PackItem]:
    """Yield a scenario, its parts, and the records that it names."""
    yield PackItem(scenario, 1)
    for path in declared.parts:
        parts = scenario.get(path)
        yield from (PackItem(scenario, 1, path=f"{path}.{key}") for key in (parts if isinstance(parts, dict) else ()))
    for field, kinds in declared.follow.items():
        for name in as_list(scenario.get(field)):
            ids = (name, *(f"{kind}/{name}" for kind in kinds))
            record = next((edition.records[identity] for identity in ids if identity in edition.records), None)
            if record and record.kind in kinds:
                yield PackItem(record, int(number_in(declared.copies.get(record.id, "1")) or 1))


def contents(army: Army, scenarios: Iterable[Record] = ()) -> Contents:
    """Return the pack of an army, with scenarios; raises Unusable if its edition declares no ``packs``."""
    edition, declared = army.edition, declared_pack(army.edition)
    wanted: dict[str, list[str]] = {}
    unknown: list[str] = []
    for troop in army.troops:
        for identity in records_for_troop(edition, troop, declared, unknown):
            wanted.setdefault(identity, []).append(troop.name)
    items = [PackItem(edition.records[identity], 1, tuple(dict.fromkeys(names))) for identity, names in wanted.items()]
    items += (PackItem(record, 1) for record in _records_for_player(army, declared) if record.id not in wanted)
    if declared.deck and (deck := edition.records.get(declared.deck.record)):
        for key in deck.get(declared.deck.cards) or ():
            path = f"{declared.deck.cards}.{key}"
            if copies := int(number_in(deck.figure(f"{path}.{declared.deck.copies}")) or 0):
                items.append(PackItem(deck, copies, path=path))
    for slug, rule in declared.markers.items():
        marker = edition.records.get(f"{declared.marker}/{slug}")
        # A troop for which it is unknown gets the marker too: better one too many.
        names = [troop.name for troop in army.troops if troop.fits(rule.of) is not False]
        copies = int(number_in(rule.copies) or 0) * len(names)
        if marker and copies:
            items.append(PackItem(marker, copies, tuple(dict.fromkeys(names))))
    known = {(item.record.id, item.path) for item in items}
    of_scenarios = (item for one in scenarios for item in _records_of_scenario(edition, one, declared.scenario))
    more = {(item.record.id, item.path): item for item in of_scenarios if (item.record.id, item.path) not in known}
    order = {identity: i for i, identity in enumerate(edition.records)}
    items = sorted((*items, *more.values()), key=lambda item: order[item.record.id])
    return Contents(army, tuple(items), tuple(dict.fromkeys(unknown)))


def records_for_troop(edition: Edition, troop: Troop, declared: PackSchema, unknown: list[str]) -> Iterable[str]:
    """Return the ids of the records that a row names and, transitively, of those that these records name.

    Names without a record are added to ``unknown``.
    """
    found = {troop.profile.id: None} if troop.profile and troop.profile.id in edition.records else {}
    names = [(field, name) for field in declared.follow for name in troop.names(field)]
    for field, name in names:
        records = [
            record
            for record in edition.records_of(*declared.follow[field])
            if name in (record.slug, *as_list(record.get(WEAPONS)))
        ]
        if not records:
            unknown.append(name)
        for record in (record for record in records if record.id not in found):
            found[record.id] = None
            # A record of weapons lists all weapons of its type, not only those that the troop has.
            names += [
                (inner, str(member))
                for inner in declared.follow
                if inner != WEAPONS and isinstance(listed := record.get(inner), list)
                for member in listed
            ]
    return found


def _records_for_player(army: Army, declared: PackSchema) -> Iterator[Record]:
    """Yield the records that the army needs whatever its troops, and those that its player chose."""
    records = list(army.edition.records_of(*declared.always))
    if faction := army.faction:
        of_faction = army.edition.records_of(*declared.of_faction)
        records += (record for record in of_faction if record.data.get(faction.kind) == faction.slug)
    for record in records:
        # Those for troops (``only-with``) that the army neither has nor may have are of no use.
        wanted = [declared.only_with[name] for name in (record.kind, record.id) if name in declared.only_with]
        if all(any(troop.fits(each) is not False for troop in army.troops) for each in wanted):
            yield record
    yield from army.chosen


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

    def is_own(self, record: Record) -> bool:
        """Return whether a record is the army's own: of its troops, its faction, its commander or its size."""
        return record.id in self._of_troops

    def concerns(self, record: Record, when: Any = None, path: str = "") -> bool:
        """Return whether a record, or the part of it at a path and with a condition, concerns the army."""
        if not self._may_apply(record, path) or not self._may_hold(when):
            return False
        if record.id in self._packed:
            return True
        faction = self._army.faction
        is_of_others = record.data.get(self._musters.faction) not in (None, faction.slug if faction else None)
        return not is_of_others and not self._is_one_of_many(record)

    def _may_apply(self, record: Record, path: str) -> bool:
        """Return whether the army may have the troops, and has the commander, that a rule is for."""
        steps, level = record.steps(path), self._army.level
        # A path names no level of a commander, or the army's; where that is unknown it may be any.
        levels = {each.slug for each in self._army.edition.records_of(level.kind)} & set(steps) if level else set()
        if level and levels and level.slug not in levels:
            return False
        paths = [f"{record.id}:{'.'.join(steps[:end])}" for end in range(1, len(steps) + 1)]
        wanted = [self._only_with[name] for name in (record.kind, record.id, *paths) if name in self._only_with]
        return all(map(self._has_troop, wanted))

    def _has_troop(self, wanted: Any) -> bool:
        """Return whether a troop of the army matches; an unknown trait counts as a match."""
        troops = self._army.troops
        return any(troop.fits(wanted) is not False for troop in troops) or not troops

    def _is_one_of_many(self, record: Record) -> bool:
        """Return whether a record is one of several factions, troops, levels or sizes, and no rule for all of them."""
        if record.kind in self._owned or record.kind == self._musters.faction:
            return True
        key = {self._musters.sizes: "points", self._musters.level: "cost"}.get(record.kind)
        return key is not None and record.get(key) is not None

    def _may_hold(self, when: Any) -> bool:
        """Return whether a condition may hold for any troop of the army; an unknown trait counts as holding."""
        own = {
            name.removeprefix("self."): value
            for name, value in (when.items() if isinstance(when, dict) else ())
            if name.startswith("self.")
        }
        troops = self._army.troops
        return self._has_troop(
            {name: value for name, value in own.items() if any(name in troop.traits for troop in troops)}
        )
