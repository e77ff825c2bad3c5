"""An army: the list as a player wrote it, and the muster that the limits judge.

An ``Army`` has the rows of a list (``Entry``). A ``Muster`` has its troops (``Troop``) with what is
known of each: what its row states, else what the profile of that name says, and what follows from
that (a hero is a leader), which the edition's ``vocabulary.yaml`` declares under ``musters``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pydantic import Field

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem, Unusable

SECTION = "musters"
# The trait of how a troop is armed: kinds and ids of the records of its weapons.
ARMED, PROFILE, WEAPONS = "armed", "profile", "weapons"


class Implication(Schema):
    """Traits that follow where a troop is one ``of`` these."""

    of: Any = None
    then: dict[str, Any] = Field(default_factory=dict)


class MusterSchema(Schema):
    """What the limits know of an edition's armies, beyond what a list says.

    ``faction`` is the kind of record that an army belongs to, ``level`` the one that its
    commander has; an army names them in the column of that name, and what belongs to one faction
    in the field of that name. ``sizes`` is the kind that names sizes of battle. ``chosen`` are
    columns of records that a player chooses for the whole army. A troop's profile is looked up
    among the records of ``profiles``; kinds of ``weapons`` say how a weapon is used. ``implies``
    adds what follows from what is known, in order, and never contradicts what a list states.
    ``absent`` is what a list means that says nothing of the kind.
    """

    faction: str = ""
    level: str = ""
    sizes: str = ""
    chosen: list[str] = Field(default_factory=list)
    profiles: list[str] = Field(default_factory=list)
    weapons: list[str] = Field(default_factory=list)
    implies: list[Implication] = Field(default_factory=list)
    absent: dict[str, Any] = Field(default_factory=dict)


def declared_musters(edition: Edition) -> MusterSchema:
    """Return what an edition declares of its armies; raises Unusable where that is wrong."""
    problems: list[Problem] = []
    tree = next((tree for tree in reversed(edition.vocabulary.trees) if SECTION in tree.spots), None)
    if tree is None:
        return MusterSchema()
    declared = validate(MusterSchema, tree, SECTION, problems, value=edition.vocabulary.section(SECTION))
    if declared is None:
        raise Unusable(*problems)
    return declared


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
    entries: tuple[Entry, ...]
    chosen: tuple[Record, ...] = ()
    remarks: tuple[Problem, ...] = ()

    @cached_property
    def troops(self) -> tuple[Troop, ...]:
        """The rows as the limits see them, one each, with all that follows from what is known."""
        return tuple(
            troop_of(
                self.edition, one.name, one.miniatures, one.points, one.stated, one.profile, f"rows.{i}", one.place
            )
            for i, one in enumerate(self.entries)
        )

    @property
    def muster(self) -> Muster:
        """The army as the limits see it."""
        return Muster(self.edition, self.faction.slug if self.faction else None, self.size, self.troops, self.level)

    @property
    def cost(self) -> float:
        """What it costs in all, commander level included, as far as the list says."""
        return self.muster.points

    @property
    def battle(self) -> Record | None:
        """The smallest size of battle, of those that have a name, that has room for the army."""
        sizes = [
            (points, record)
            for record in self.edition.records_of(declared_musters(self.edition).sizes)
            if (points := number(record.figure("points"))) is not None and points >= self.size
        ]
        return min(sizes, key=lambda pair: pair[0])[1] if sizes else None


@dataclass(frozen=True)
class Troop:
    """One row of an army: so many miniatures of one profile, and what they cost together.

    ``traits`` holds, for each that is known, the values that are true of it; ``path`` is where
    the row stands in its record or file.
    """

    name: str
    miniatures: int
    points: float | None
    traits: Mapping[str, frozenset[str]]
    path: str = ""
    place: Place | None = None

    def fits(self, wanted: Any, missing: set[str]) -> bool | None:
        """Return whether the troop is one of those wanted; None where nobody can tell.

        ``wanted`` maps traits to the value, or a list of values any of which will do;
        ``{not: …}`` turns it round. A list of such mappings is fitted by any of them. Traits that
        it would take to know are added to ``missing``.
        """
        if isinstance(wanted, list):
            lacking: set[str] = set()
            answers = [self.fits(one, lacking) for one in wanted]
            if True in answers:
                return True
            missing |= lacking if None in answers else set()
            return None if None in answers else False
        lacking = set()
        for trait, value in (wanted or {}).items():
            answer = self._has_trait(trait, value)
            if answer is False:
                return False
            if answer is None:
                lacking.add(WEAPONS if trait == ARMED else trait)
        missing |= lacking
        return None if lacking else True

    def _has_trait(self, trait: str, value: Any) -> bool | None:
        if trait == "miniatures":
            least, most = (parse(str(value.get(end))) for end in ("at-least", "at-most"))
            return (least is None or self.miniatures >= (least.number or 0)) and (
                most is None or self.miniatures <= (most.number or 0)
            )
        known = self.traits.get(trait)
        if known is None:
            return None
        turned = isinstance(value, dict)
        value = value.get("not") if turned else value
        values = {spelled(one) for one in (value if isinstance(value, list) else [value])}
        return bool(values & known) != turned


@dataclass(frozen=True)
class Muster:
    """An army to be judged: its edition, faction (a slug), size in points, commander level and troops.

    ``level_points`` is what the list asks for the commander level, where it says so.
    """

    edition: Edition
    faction: str | None
    size: float
    troops: tuple[Troop, ...]
    level: Record | None = None
    level_points: float | None = None

    @property
    def level_cost(self) -> float:
        """What the commander level costs: as the list has it, else as its record has."""
        if self.level_points is not None:
            return self.level_points
        return (self.level and number(self.level.figure("cost"))) or 0.0

    @property
    def points(self) -> float:
        """What all troops and the commander level cost, as far as the list says."""
        return sum(troop.points or 0.0 for troop in self.troops) + self.level_cost


def spelled(value: Any) -> str:
    """Return a value as traits hold it; true and false by their names in the data."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def number(text: Any) -> float | None:
    """Return the number of a figure, or None."""
    figure = parse(text) if isinstance(text, str) else None
    return figure.number if figure else None


def profile_of(edition: Edition, name: str) -> Record | None:
    """Return the record of the profile of that name or slug, or None."""
    wanted = name.casefold()
    records = (record for kind in declared_musters(edition).profiles for record in edition.records_of(kind))
    return next((record for record in records if wanted in (record.slug, record.name.casefold())), None)


def troop_of(
    edition: Edition,
    name: str,
    miniatures: int,
    points: float | None,
    stated: Mapping[str, Any],
    profile: Record | None = None,
    path: str = "",
    place: Place | None = None,
) -> Troop:
    """Return a troop with all that is known of it: what its row ``stated``, its profile says, and what follows."""
    declared = declared_musters(edition)
    traits: dict[str, frozenset[str]] = {}
    for source in (stated, profile.data if profile else {}):
        for trait, value in source.items():
            if value is not None and not isinstance(value, dict):
                values = value if isinstance(value, list) else [value]
                traits.setdefault(trait, frozenset(map(spelled, values)))
    traits[PROFILE] = frozenset({profile.id if profile else name.casefold()})
    if WEAPONS in traits:
        traits[ARMED] = frozenset(_matching_weapon_records(edition, declared.weapons, traits[WEAPONS]))
    found = Troop(name, miniatures, points, traits, path, place)
    for rule in declared.implies:
        if found.fits(rule.of, set()):
            for trait, value in rule.then.items():
                follows = frozenset({spelled(value)})
                if trait == PROFILE:
                    traits[PROFILE] |= follows
                else:
                    traits.setdefault(trait, follows)
    for trait, value in declared.absent.items():
        traits.setdefault(trait, frozenset({spelled(value)}))
    return found


def _matching_weapon_records(edition: Edition, kinds: list[str], weapons: frozenset[str]) -> Iterator[str]:
    """Yield the kind and id of every record that lists one of a troop's weapons."""
    for kind in kinds:
        for record in edition.records_of(kind):
            held = record.get(WEAPONS)
            if isinstance(held, list) and weapons & {record.slug, *held}:
                yield kind
                yield record.id


def sample_muster(database: Database, record: Record) -> Muster | None:
    """Return the army that a record lists, as it stands there; None where it gives no size.

    ``troop`` of a row says what the document says of it elsewhere; a row with a commander level
    there is no troop.
    """
    edition = database.editions[record.edition]
    declared = declared_musters(edition)
    size = number(record.figure("limit"))
    rows = record.get("rows")
    if size is None or not isinstance(rows, dict):
        return None
    troops = []
    level: Record | None = None
    level_points: float | None = None
    for key, row in rows.items():
        stated = row.get("troop") or {}
        points = number(row.get("points"))
        if declared.level in stated:
            level = edition.records.get(f"{declared.level}/{stated[declared.level]}")
            level_points = points
            continue
        name = str(row.get("name") or key)
        profile = edition.records.get(str(stated.get(PROFILE))) or profile_of(edition, name)
        miniatures = int(number(row.get("miniatures")) or 0)
        path = f"rows.{key}"
        troops.append(troop_of(edition, name, miniatures, points, stated, profile, path, record.place(path)))
    faction = record.data.get(declared.faction)
    return Muster(edition, faction if isinstance(faction, str) else None, size, tuple(troops), level, level_points)
