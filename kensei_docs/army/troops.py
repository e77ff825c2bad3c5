"""An army: the list as a player wrote it (``Army``), and the army as the limits see it (``Muster``); what it costs.

An ``Army`` has the rows of a list (``ArmyEntry``). A ``Muster`` has troops (``Troop``) with their traits: those
that the row states, else those of the profile of that name, and those implied by them (a hero is a
leader), as the edition's ``vocabulary.yaml`` declares under ``musters``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import Field

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema
from kensei_docs.figures import number_in, parse
from kensei_docs.problems import Place, Problem

SECTION = "musters"
# The trait with the kinds and ids of the records of a troop's weapons.
ARMED, PROFILE, WEAPONS = "armed", "profile", "weapons"


class Implication(Schema):
    """Traits that follow where a troop is one ``of`` these."""

    of: Any = None
    then: dict[str, Any] = Field(default_factory=dict)


class MusterSchema(Schema):
    """The ``musters`` section: the declarations of an edition about its armies.

    ``faction`` is the kind of record that an army belongs to, ``level`` the one that its
    commander has; an army names them in the column of that name, and what belongs to one faction
    in the field of that name. ``sizes`` is the kind that names sizes of battle. ``chosen`` are
    columns of records that a player chooses for the whole army. A troop's profile is looked up
    among the records of ``profiles`` and the rows of ``listed`` (``kind:path``, the sample armies); kinds of
    ``weapons`` say how a weapon is used. ``implies`` adds traits that follow from others, in order, and never
    contradicts the list.
    ``absent`` has the default value of traits that nothing states.
    """

    faction: str = ""
    level: str = ""
    sizes: str = ""
    chosen: list[str] = Field(default_factory=list)
    profiles: list[str] = Field(default_factory=list)
    listed: list[str] = Field(default_factory=list)
    weapons: list[str] = Field(default_factory=list)
    implies: list[Implication] = Field(default_factory=list)
    absent: dict[str, Any] = Field(default_factory=dict)


def declared_musters(edition: Edition) -> MusterSchema:
    """Return an edition's ``musters`` section, or the defaults; raises Unusable if it is invalid."""
    return edition.vocabulary.declared(SECTION, MusterSchema)


@dataclass(frozen=True)
class ArmyEntry:
    """One row of the list: a unit, a leader or another troop.

    ``stated`` holds the values of the row itself, under the names that records use (``class``,
    ``weapons``, ``profile.attack``); ``points`` is the cost of the whole row, or None.
    """

    name: str
    miniatures: int
    points: float | None
    stated: Mapping[str, Any]
    profile: Record | None
    place: Place

    def get(self, field: str) -> Any:
        """Return a field's value: the row's, else its profile's, else None."""
        if field in self.stated:
            return self.stated[field]
        return self.profile.get(field) if self.profile else None

    def names(self, field: str) -> list[str]:
        """Return the names that a field lists."""
        value = self.get(field)
        return [str(name) for name in (value if isinstance(value, list) else [value]) if name]


@dataclass(frozen=True)
class Army:
    """An army as its file has it.

    ``chosen`` are records that the player chose for the whole army, commander orders for
    instance; ``remarks`` say where the file differs from the profiles that it names.
    """

    file: str
    name: str
    database: Database
    edition: Edition
    faction: Record | None
    size: float
    level: Record | None
    entries: tuple[ArmyEntry, ...]
    chosen: tuple[Record, ...] = ()
    remarks: tuple[Problem, ...] = ()

    @cached_property
    def troops(self) -> tuple[Troop, ...]:
        """The rows as troops with their traits, in the order of the list."""
        return tuple(troop_of(self.edition, entry, f"rows.{i}") for i, entry in enumerate(self.entries))

    @property
    def muster(self) -> Muster:
        """The army as the limits see it."""
        return Muster(self.edition, self.faction.slug if self.faction else None, self.size, self.troops, self.level)

    @property
    def battle(self) -> Record | None:
        """The record of the smallest named size of battle that is not below the army's size, or None."""
        sizes = [
            (points, record)
            for record in self.edition.records_of(declared_musters(self.edition).sizes)
            if (points := number_in(record.figure("points"))) is not None and points >= self.size
        ]
        return min(sizes, key=lambda pair: pair[0])[1] if sizes else None


@dataclass(frozen=True)
class Troop:
    """One row of an army: its number of miniatures of one profile, and their points together.

    ``traits`` maps each known trait to the set of its values; ``own_profile`` is the id of its profile, or its name
    where no record is; ``path`` is the row's path in its record or file.
    """

    name: str
    miniatures: int
    points: float | None
    traits: Mapping[str, frozenset[str]]
    path: str = ""
    place: Place | None = None
    own_profile: str = ""

    @property
    def identity(self) -> str:
        """The id or the name of its profile, the same for all troops of that profile; implied profiles do not count."""
        return self.own_profile or " ".join(sorted(self.traits[PROFILE]))

    def fits(self, wanted: Any, missing: set[str]) -> bool | None:
        """Return whether the troop matches a condition on its traits; None if a trait that decides is unknown.

        ``wanted`` maps traits to a value, or to a list of values of which one must match; ``{not: …}``
        negates. A list of such mappings matches if one of them does. Unknown traits are added to
        ``missing``.
        """
        if isinstance(wanted, list):
            unknown: set[str] = set()
            answers = [self.fits(alternative, unknown) for alternative in wanted]
            if True in answers:
                return True
            missing |= unknown if None in answers else set()
            return None if None in answers else False
        unknown = set()
        for trait, value in (wanted or {}).items():
            answer = self._has_trait(trait, value)
            if answer is False:
                return False
            if answer is None:
                unknown.add(WEAPONS if trait == ARMED else trait)
        missing |= unknown
        return None if unknown else True

    def _has_trait(self, trait: str, value: Any) -> bool | None:
        """Return whether the troop has a value of a trait, or hasn't (``{not: …}``); None if the trait is unknown."""
        if trait == "miniatures":
            least, most = (parse(str(value.get(end))) for end in ("at-least", "at-most"))
            return (least is None or self.miniatures >= (least.number or 0)) and (
                most is None or self.miniatures <= (most.number or 0)
            )
        trait_values = self.traits.get(trait)
        if trait_values is None:
            return None
        negated = isinstance(value, dict)
        value = value.get("not") if negated else value
        values = {trait_value(member) for member in (value if isinstance(value, list) else [value])}
        return bool(values & trait_values) != negated


@dataclass(frozen=True)
class Muster:
    """An army to be judged: its edition, faction (a slug), size in points, commander level and troops.

    ``level_points`` is the price of the commander level in the list, None if it states none.
    """

    edition: Edition
    faction: str | None
    size: float
    troops: tuple[Troop, ...]
    level: Record | None = None
    level_points: float | None = None


def trait_value(value: Any) -> str:
    """Return a value of a record as the string that traits hold; booleans become ``true`` and ``false``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def profile_of(edition: Edition, name: str) -> Record | None:
    """Return the record of the profile of that name or slug, or None."""
    wanted = name.casefold()
    records = edition.records_of(*declared_musters(edition).profiles)
    return next((record for record in records if wanted in (record.slug, record.name.casefold())), None)


def troop_of(edition: Edition, entry: ArmyEntry, path: str) -> Troop:
    """Return a row as a troop with its traits: those that it states, its profile's, implied and default ones."""
    declared = declared_musters(edition)
    traits: dict[str, frozenset[str]] = {}
    for source in (entry.stated, entry.profile.data if entry.profile else {}):
        for trait, value in source.items():
            if value is not None and not isinstance(value, dict):
                values = value if isinstance(value, list) else [value]
                traits.setdefault(trait, frozenset(map(trait_value, values)))
    own_profile = entry.profile.id if entry.profile else entry.name.casefold()
    traits[PROFILE] = frozenset({own_profile})
    if WEAPONS in traits:
        traits[ARMED] = frozenset(_matching_weapon_records(edition, declared.weapons, traits[WEAPONS]))
    troop = Troop(entry.name, entry.miniatures, entry.points, traits, path, entry.place, own_profile)
    for rule in declared.implies:
        if troop.fits(rule.of, set()):
            for trait, value in rule.then.items():
                follows = frozenset({trait_value(value)})
                if trait == PROFILE:
                    traits[PROFILE] |= follows
                else:
                    traits.setdefault(trait, follows)
    for trait, value in declared.absent.items():
        traits.setdefault(trait, frozenset({trait_value(value)}))
    return troop


def _matching_weapon_records(edition: Edition, kinds: list[str], weapons: frozenset[str]) -> Iterator[str]:
    """Yield the kind and id of every record that lists one of a troop's weapons."""
    for record in edition.records_of(*kinds):
        listed = record.get(WEAPONS)
        if isinstance(listed, list) and weapons & {record.slug, *listed}:
            yield record.kind
            yield record.id


def sample_muster(database: Database, record: Record) -> Muster | None:
    """Return the army that a record (a sample list) has in its ``rows``; None if it gives no ``limit`` (size).

    A row's ``troop`` holds traits that the document states elsewhere; a row whose ``troop`` has a commander
    level is that level's price, not a troop.
    """
    edition = database.editions[record.edition]
    declared = declared_musters(edition)
    size = number_in(record.figure("limit"))
    rows = record.get("rows")
    if size is None or not isinstance(rows, dict):
        return None
    troops = []
    level: Record | None = None
    level_points: float | None = None
    for key, row in rows.items():
        stated = row.get("troop") or {} if isinstance(row, dict) else None
        # The checks of the vocabulary report a row of another form.
        if not isinstance(stated, dict):
            continue
        points = number_in(row.get("points"))
        if declared.level in stated:
            level = edition.records.get(f"{declared.level}/{stated[declared.level]}")
            level_points = points
            continue
        name = str(row.get("name") or key)
        profile = edition.records.get(str(stated.get(PROFILE))) or profile_of(edition, name)
        miniatures = int(number_in(row.get("miniatures")) or 0)
        path = f"rows.{key}"
        entry = ArmyEntry(name, miniatures, points, stated, profile, record.place(path))
        troops.append(troop_of(edition, entry, path))
    faction = record.data.get(declared.faction)
    return Muster(edition, faction if isinstance(faction, str) else None, size, tuple(troops), level, level_points)


def usual_cost(profile: Record | None, miniatures: float) -> float | None:
    """Return what miniatures of a profile cost; None if the profile has no price."""
    each = number_in(profile.figure("points")) if profile else None
    return None if each is None else each * miniatures


def cost_of_troops(troops: Iterable[Troop]) -> float:
    """Return the points of some troops together; a troop without points counts 0."""
    return sum(troop.points or 0.0 for troop in troops)


def cost_of_level(muster: Muster) -> float:
    """Return the cost of the commander's level: as the list states it, else its record's, else 0."""
    if muster.level_points is not None:
        return muster.level_points
    return (muster.level and number_in(muster.level.figure("cost"))) or 0.0


def cost_of_army(muster: Muster) -> float:
    """Return the cost of all troops of an army and of the level of its commander; a troop without points counts 0."""
    return cost_of_troops(muster.troops) + cost_of_level(muster)
