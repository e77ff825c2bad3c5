"""An army: the list as a player wrote it, and the muster that the limits judge.

An ``Army`` has the rows of a list (``Entry``). A ``Muster`` has its troops (``Troop``) with what is
known of each: what its row states, else what the profile of that name says, and what follows from
that (a hero is a leader), which ``vocabulary.yaml`` declares under ``musters``, by edition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kensei_docs.database import Database, Edition, Record
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem

SECTION = "musters"
# The trait of how a troop is armed: kinds and ids of the records of its weapons.
ARMED, PROFILE, WEAPONS = "armed", "profile", "weapons"


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
            for record in self.edition.records_of("battle-size")
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
            answer = self._is(trait, value)
            if answer is False:
                return False
            if answer is None:
                lacking.add(WEAPONS if trait == ARMED else trait)
        missing |= lacking
        return None if lacking else True

    def _is(self, trait: str, value: Any) -> bool | None:
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
    """An army to be judged: its edition, clan, size in points, commander level and troops.

    ``level_points`` is what the list asks for the commander level, where it says so.
    """

    edition: Edition
    clan: str | None
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


def profile_of(database: Database, edition: Edition, name: str) -> Record | None:
    """Return the record of the profile of that name or slug, or None."""
    wanted = name.casefold()
    for kind in edition.vocabulary.section(SECTION).get("profiles", []):
        for record in edition.records_of(kind):
            if wanted in (record.slug, record.name.casefold()):
                return record
    return None


def troop(
    database: Database,
    edition: Edition,
    name: str,
    miniatures: int,
    points: float | None,
    stated: Mapping[str, Any],
    profile: Record | None = None,
    path: str = "",
    place: Place | None = None,
) -> Troop:
    """Return a troop with all that is known of it: ``stated``, by its profile, and by rule."""
    declared = edition.vocabulary.section(SECTION)
    traits: dict[str, frozenset[str]] = {}
    for source in (stated, profile.data if profile else {}):
        for trait, value in source.items():
            if value is not None and not isinstance(value, dict):
                values = value if isinstance(value, list) else [value]
                traits.setdefault(trait, frozenset(map(spelled, values)))
    traits[PROFILE] = frozenset({profile.id if profile else name.casefold()})
    if WEAPONS in traits:
        kinds = declared.get(WEAPONS, [])
        traits[ARMED] = frozenset(_armed(edition, kinds, traits[WEAPONS]))
    found = Troop(name, miniatures, points, traits, path, place)
    for rule in declared.get("implies", []):
        if found.fits(rule.get("of"), set()):
            for trait, value in rule.get("then", {}).items():
                follows = frozenset({spelled(value)})
                if trait == PROFILE:
                    traits[PROFILE] |= follows
                else:
                    traits.setdefault(trait, follows)
    for trait, value in declared.get("absent", {}).items():
        traits.setdefault(trait, frozenset({spelled(value)}))
    return found


def _armed(edition: Edition, kinds: list[str], weapons: frozenset[str]) -> Iterator[str]:
    for kind in kinds:
        for record in edition.records_of(kind):
            held = record.get(WEAPONS)
            if isinstance(held, list) and weapons & {record.slug, *held}:
                yield kind
                yield record.id


def sample(database: Database, record: Record) -> Muster | None:
    """Return the army that a record lists, as it stands there; None where it gives no size.

    ``troop`` of a row says what the document says of it elsewhere; a row with a
    ``commander-level`` there is no troop.
    """
    edition = database.editions[record.edition]
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
        if "commander-level" in stated:
            level = edition.records.get(f"commander-level/{stated['commander-level']}")
            level_points = points
            continue
        name = str(row.get("name") or key)
        named = edition.records.get(str(stated.get(PROFILE)))
        troops.append(
            troop(
                database,
                edition,
                name,
                int(number(row.get("miniatures")) or 0),
                points,
                stated,
                named or profile_of(database, edition, name),
                f"rows.{key}",
                record.place(f"rows.{key}"),
            )
        )
    clan = record.get("clan")
    return Muster(edition, clan if isinstance(clan, str) else None, size, tuple(troops), level, level_points)
