"""The troops of an army, the profiles that they may name, what they cost, and the army that is to be judged.

A ``Troop`` is a row of a list with its traits: those that the row states, else those of the profile of that name, and
those implied by them (a hero is a leader), as the edition's ``vocabulary.yaml`` declares under ``musters``. A
``Muster`` is an army as the limits see it, an ``Army`` that of a player's file.

A row of a sample army tells of its troop what a profile does, piece by piece: its name and price, the profile that its
words describe, and the class that a ruling gives it. The same troop of several armies is one name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import Field

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema
from kensei_docs.database.spreadsheets import NamesOf
from kensei_docs.engine.play_schema import as_list
from kensei_docs.figures import number_in
from kensei_docs.problems import Place, Problem
from kensei_docs.slugs import folded

SECTION = "musters"
# The trait with the kinds and ids of the records of a troop's weapons.
ARMED, PROFILE, WEAPONS = "armed", "profile", "weapons"
_POINTS, _MINIATURES, _TROOP, _RULED = "points", "miniatures", "troop", "ruled"
# What a row of a sample army has of its own: it says nothing of the troop.
_OF_ROWS = {_POINTS, _MINIATURES, _TROOP, _RULED, "note", "from", "status"}


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
    ``absent`` has the default value of traits that nothing states. ``assumes`` are traits that are usual where nothing
    states them, and that a player may let count: what follows is met with assumptions. ``tells`` are the traits that
    say what a troop is, as a catalogue of troops has them: a profile with none of them and no price is no troop.
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
    assumes: list[Implication] = Field(default_factory=list)
    tells: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class Assumption:
    """A trait of a troop that its document doesn't state: a ruling gives it (``by-ruling``), or it is ``usual``."""

    field: str
    value: str
    because: Literal["by-ruling", "usual"]


def declared_musters(edition: Edition) -> MusterSchema:
    """Return an edition's ``musters`` section, or the defaults; raises Unusable if it is invalid."""
    return edition.vocabulary.declared(SECTION, MusterSchema)


@dataclass(frozen=True)
class Troop:
    """One row of an army: its number of miniatures of one profile, and their points together (None: unknown).

    ``traits`` maps each known trait to the set of its values; ``path`` is the row's path in its record or file.
    ``stated`` holds the values of the row itself, under the names that records use (``class``, ``weapons``,
    ``profile.attack``).
    """

    name: str
    miniatures: int
    points: float | None
    traits: Mapping[str, frozenset[str]]
    path: str = ""
    place: Place = field(default_factory=lambda: Place("army"))
    stated: Mapping[str, Any] = field(default_factory=dict)
    profile: Record | None = None
    assumptions: tuple[Assumption, ...] = ()

    @property
    def identity(self) -> str:
        """The id or the name of its profile, the same for all troops of that profile; implied profiles do not count."""
        return self.profile.id if self.profile else self.name.casefold()

    def get(self, field: str) -> Any:
        """Return a field's value: the row's, else its profile's, else None."""
        if field in self.stated:
            return self.stated[field]
        return self.profile.get(field) if self.profile else None

    def names(self, field: str) -> list[str]:
        """Return the names that a field lists."""
        return [str(name) for name in as_list(self.get(field)) if name]

    def fits(self, wanted: Any, missing: set[str] | None = None) -> bool | None:
        """Return whether the troop matches a condition on its traits; None if a trait that decides is unknown.

        ``wanted`` maps traits to a value, or to a list of values of which one must match; ``{not: …}``
        negates. A list of such mappings matches if one of them does. Unknown traits are added to
        ``missing``.
        """
        unknown: set[str] = set()
        if isinstance(wanted, list):
            answers = [self.fits(alternative, unknown) for alternative in wanted]
            answer = True if True in answers else None if None in answers else False
        else:
            answers = [self._has_trait(trait, value, unknown) for trait, value in (wanted or {}).items()]
            answer = False if False in answers else None if None in answers else True
        if answer is None and missing is not None:
            missing |= unknown
        return answer

    def _has_trait(self, trait: str, value: Any, unknown: set[str]) -> bool | None:
        """Return whether the troop has a value of a trait, or hasn't (``{not: …}``); None if the trait is unknown."""
        if trait == _MINIATURES:
            least, most = (number_in(str(value.get(end))) for end in ("at-least", "at-most"))
            return (least is None or self.miniatures >= least) and (most is None or self.miniatures <= most)
        if trait not in self.traits:
            unknown.add(WEAPONS if trait == ARMED else trait)
            return None
        negated = isinstance(value, dict)
        values = map(trait_value, as_list(value["not"] if negated else value))
        return self.traits[trait].isdisjoint(values) == negated


@dataclass(frozen=True)
class Muster:
    """An army to be judged: its size is in points, ``faction`` and the ``level`` of its commander are records.

    ``level_points`` is the price of the commander level in the list, None if it states none.
    """

    edition: Edition
    faction: Record | None
    size: float
    troops: tuple[Troop, ...]
    level: Record | None = None
    level_points: float | None = None


@dataclass(frozen=True, kw_only=True)
class Army(Muster):
    """An army as its file has it.

    ``chosen`` are records that the player chose for the whole army, commander orders for
    instance; ``remarks`` say where the file differs from the profiles that it names.
    """

    file: str
    name: str
    database: Database
    chosen: tuple[Record, ...] = ()
    remarks: tuple[Problem, ...] = ()
    assuming: bool = False  # whether usual traits count where nothing states others

    @property
    def battle(self) -> Record | None:
        """The record of the smallest named size of battle that is not below the army's size, or None."""
        sizes = [
            (points, record)
            for record in self.edition.records_of(declared_musters(self.edition).sizes)
            if (points := number_in(record.figure(_POINTS))) is not None and points >= self.size
        ]
        return min(sizes, key=lambda pair: pair[0])[1] if sizes else None


def trait_value(value: Any) -> str:
    """Return a value of a record as the string that traits hold; booleans become ``true`` and ``false``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def troop_of(edition: Edition, row: Troop, assuming: bool = False) -> Troop:
    """Return a row with its traits: those that it states, its profile's, implied and default ones.

    ``assuming``: where nothing states a trait, the usual one counts. What a ruling gives a profile is an assumption,
    too, unless the row states it.
    """
    declared = declared_musters(edition)
    traits: dict[str, frozenset[str]] = {}
    for source in (row.stated, row.profile.data if row.profile else {}):
        for trait, value in source.items():
            if value is not None and not isinstance(value, dict):
                traits.setdefault(trait, frozenset(map(trait_value, as_list(value))))
    traits[PROFILE] = frozenset({row.identity})
    if WEAPONS in traits:
        listing = [
            record
            for record in edition.records_of(*declared.weapons)
            if isinstance(listed := record.get(WEAPONS), list) and traits[WEAPONS] & {record.slug, *listed}
        ]
        traits[ARMED] = frozenset(name for record in listing for name in (record.kind, record.id))
    troop = replace(row, traits=traits)
    _imply(troop, traits, declared.implies)
    ruled = row.profile.ruled if isinstance(row.profile, ListedTroop) else ()
    assumed = [
        Assumption(name, ", ".join(sorted(traits[name])), "by-ruling") for name in ruled if name not in row.stated
    ]
    if assuming:
        before = set(traits)
        _imply(troop, traits, declared.assumes)
        usual = [Assumption(name, ", ".join(sorted(traits[name])), "usual") for name in traits if name not in before]
        if usual:
            assumed += usual
            _imply(troop, traits, declared.implies)
    for trait, value in declared.absent.items():
        traits.setdefault(trait, frozenset({trait_value(value)}))
    return replace(troop, assumptions=tuple(assumed))


def _imply(troop: Troop, traits: dict[str, frozenset[str]], rules: Iterable[Implication]) -> None:
    """Add the traits that follow from others, in order, to those of a troop, which are ``traits``."""
    for rule in rules:
        if troop.fits(rule.of):
            for trait, value in rule.then.items():
                follows = frozenset({trait_value(value)})
                if trait == PROFILE:
                    traits[PROFILE] |= follows
                else:
                    traits.setdefault(trait, follows)


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
    profiles = edition.records_of(*declared.profiles)
    troops = []
    level: Record | None = None
    level_points: float | None = None
    for key, row in rows.items():
        stated = row.get(_TROOP) or {} if isinstance(row, dict) else None
        # The checks of the vocabulary report a row of another form.
        if not isinstance(stated, dict):
            continue
        points = number_in(row.get(_POINTS))
        if declared.level in stated:
            level, level_points = edition.records.get(f"{declared.level}/{stated[declared.level]}"), points
            continue
        name = str(row.get("name") or key)
        profile = edition.records.get(str(stated.get(PROFILE))) or next(
            (each for each in profiles if name.casefold() in (each.slug, each.name.casefold())), None
        )
        miniatures, path = int(number_in(row.get(_MINIATURES)) or 0), f"rows.{key}"
        listed = Troop(name, miniatures, points, {}, path, record.place(path), stated=stated, profile=profile)
        troops.append(troop_of(edition, listed))
    faction = edition.records.get(f"{declared.faction}/{record.data.get(declared.faction)}")
    return Muster(edition, faction, size, tuple(troops), level, level_points)


@dataclass
class ListedTroop(Record):
    """A row of a sample army as a profile: the troop alone, with the price of one miniature.

    ``kind`` is that of other profiles, ``slug`` the path of the row (``kuge.rows.onna-bushi``), ``listed_in`` the kind
    of the record with the list; ``ruled`` are the fields that a ruling gives it, ``describes`` is the id of the
    profile that it is of.
    """

    listed_in: str = ""
    describes: str = ""
    ruled: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return f"{self.listed_in}/{self.slug}"

    def context(self, field: str) -> str:
        """Return the msgctxt of a message of the row."""
        return f"{self.edition}/{self.id}.{field}"


def profiles_of(edition: Edition) -> Iterator[Record]:
    """Yield the records of an edition that are profiles, then the troops of its sample armies."""
    yield from edition.records_of(*declared_musters(edition).profiles)
    yield from listed_troops(edition)


def listed_troops(edition: Edition) -> Iterator[ListedTroop]:
    """Yield the troops of an edition's sample armies; the price of a commander is none."""
    declared = declared_musters(edition)
    for source in declared.listed:
        kind, _, path = source.partition(":")
        for record in edition.records_of(kind):
            rows = record.get(path)
            for key, row in rows.items() if isinstance(rows, dict) else ():
                if isinstance(row, dict) and declared.level not in (row.get(_TROOP) or {}):
                    yield _listed_troop(edition, record, f"{path}.{key}", row)


def _listed_troop(edition: Edition, record: Record, path: str, row: dict[str, Any]) -> ListedTroop:
    declared = declared_musters(edition)
    troop, ruled = row.get(_TROOP) or {}, row.get(_RULED)
    described = edition.records.get(str(troop.get(PROFILE)))
    points, miniatures = number_in(row.get(_POINTS)), number_in(row.get(_MINIATURES))
    data = {
        **({key: value for key, value in described.data.items() if key not in _OF_ROWS} if described else {}),
        **(ruled if isinstance(ruled, dict) else {}),
        **{key: value for key, value in troop.items() if key != PROFILE},
        **{key: value for key, value in row.items() if key not in _OF_ROWS},
        _POINTS: f"{points / miniatures:g}" if points and miniatures else None,
        declared.faction: record.data.get(declared.faction),
    }
    kind = declared.profiles[0] if declared.profiles else record.kind
    slug = f"{record.slug}.{path}"
    fields = tuple(name for name in (ruled if isinstance(ruled, dict) else ()) if name not in troop)
    return ListedTroop(
        kind,
        slug,
        record.edition,
        data,
        record.tree,
        record.citations,
        listed_in=record.kind,
        ruled=fields,
        describes=described.id if described else "",
    )


class ProfileNames:
    """The profiles of an edition by their names, in any language that ``names`` has, and and by their slugs."""

    def __init__(self, edition: Edition, names: NamesOf = lambda record: ()) -> None:
        self._faction = declared_musters(edition).faction
        self._by_word: dict[str, list[Record]] = {}
        for profile in profiles_of(edition):
            former = (former.partition("/")[2] for former in profile.former_ids)
            for word in {folded(word) for word in (profile.slug, profile.name, *former, *names(profile))}:
                self._by_word.setdefault(word, []).append(profile)

    def find(self, name: str, faction: str | None) -> Record | None:
        """Return the profile of a name, or None.

        Of several of one name, one with a price is meant, a record before a row of a list, and that of the list's own
        ``faction`` before others.
        """
        return min(
            self._by_word.get(folded(name), ()),
            key=lambda profile: (
                profile.get(_POINTS) is None,
                isinstance(profile, ListedTroop),
                profile.data.get(self._faction) != faction,
            ),
            default=None,
        )


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
