"""Reading an army: what its file says, understood with the help of the edition's records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kensei_docs.army.files import CHECK, Said, from_sheets, from_yaml
from kensei_docs.army.muster import Army, Entry, number, profile_of
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.tables.columns import Cells, Column, Columns, Refused, folded
from kensei_docs.database.tables.spreadsheet import SUFFIXES
from kensei_docs.figures import same
from kensei_docs.problems import Place, Problem, Unusable, closest

Spoken = Callable[[Record], Iterable[str]]


@dataclass(frozen=True)
class Told:
    """What the army is, where the command says so; it goes before what the file says."""

    edition: str | None = None
    clan: str | None = None
    size: str | None = None
    level: str | None = None

    def words(self) -> Mapping[str, str]:
        """Return what was said, by column."""
        said = {"edition": self.edition, "clan": self.clan, "size": self.size, "commander-level": self.level}
        return {name: text for name, text in said.items() if text is not None}


def read_army(file: Path, database: Database, told: Told | None = None, spoken: Spoken = lambda record: ()) -> Army:
    """Read an army; raises Unusable with every fault of the file, each with its place.

    ``spoken`` gives the names of a record in other languages.
    """
    problems: list[Problem] = []
    head, rows = (from_sheets if file.suffix.lower() in SUFFIXES else from_yaml)(file, database, problems)
    reader = _Reader(file, database, told or Told(), spoken, head, problems)
    army = reader.army(rows)
    if problems or army is None:
        raise Unusable(*problems)
    return army


class _Reader:
    def __init__(
        self, file: Path, database: Database, told: Told, spoken: Spoken, head: Said, problems: list[Problem]
    ) -> None:
        self.problems = problems
        self._file, self._database = file, database
        self._head = {column.name: said for column, said in head.items()}
        place = Place(str(file))
        self._head.update({name: (text, place) for name, text in told.words().items()})
        self._columns = Columns(database, "army")
        self._remarks: list[Problem] = []
        self._edition = self._found_edition()
        self._cells = Cells(database, self._edition, spoken)

    def army(self, rows: list[tuple[Place, Said]]) -> Army | None:
        edition = self._edition
        if edition is None:
            return None
        size = self._size(edition)
        clan, level = self._record("clan"), self._record("commander-level")
        entries = [entry for place, said in rows if (entry := self._entry(edition, place, said))]
        orders = self._read("commander-orders") or []
        name = self._head.get("name", (self._file.stem, None))[0]
        if not rows:
            self._fault(Place(str(self._file)), "lists no troops; write a row for each")
        if size is None:
            return None
        return Army(
            str(self._file),
            str(name),
            self._database,
            edition,
            clan,
            size,
            level,
            tuple(entries),
            tuple(orders),
            tuple(self._remarks),
        )

    def _found_edition(self) -> Edition | None:
        editions = self._database.editions
        if "edition" not in self._head:
            self._fault(
                Place(str(self._file)), f"doesn't say for which edition it is; add 'edition' ({', '.join(editions)})"
            )
            return None
        text, place = self._head["edition"]
        for edition in editions.values():
            if folded(str(text)) in (folded(edition.id), folded(edition.name)):
                return edition
        self._fault(place, f"'{text}' is no edition{closest(str(text), editions)}; known are {', '.join(editions)}")
        return None

    def _size(self, edition: Edition) -> float | None:
        if "size" not in self._head:
            self._fault(Place(str(self._file)), "doesn't say for how many points the battle is; add 'size'")
            return None
        text, place = self._head["size"]
        named = self._cells.name(["battle-size"], str(text))
        size = number(edition.records[f"battle-size/{named}"].figure("points") if named else str(text))
        if not size or size < 0:
            self._fault(
                place,
                f"'{text}' is no size of battle; write its points, or one of "
                + ", ".join(record.name for record in edition.records_of("battle-size") if record.get("points")),
            )
            return None
        return size

    def _record(self, name: str) -> Record | None:
        slug = self._read(name)
        return self._edition.records.get(f"{name}/{slug}") if slug and self._edition else None

    def _read(self, name: str) -> Any:
        if name not in self._head:
            return None
        text, place = self._head[name]
        return self._value(self._columns.known[name], text, place)

    def _value(self, column: Column, said: Any, place: Place) -> Any:
        try:
            if isinstance(said, list):
                return [one for part in said for one in _listed(self._cells.read(column, part))]
            return self._cells.read(column, said)
        except Refused as fault:
            self._fault(place, str(fault))
            return None

    def _entry(self, edition: Edition, place: Place, said: Said) -> Entry | None:
        stated: dict[str, Any] = {}
        places: dict[str, Place] = {}
        for column, (text, where) in said.items():
            value = self._value(column, text, where)
            if value is not None:
                stated[column.at], places[column.at] = value, where
        profile = None
        named = stated.pop("profile", None)
        name = stated.pop("name", None)
        if not name and not named:
            self._fault(place, "has no name; write one, or the profile of the troop")
            return None
        profile = profile_of(self._database, edition, named or name)
        if named and profile is None:
            known = [
                record.name
                for kind in ("unit", "character", "spirit", "creature")
                for record in edition.records_of(kind)
            ]
            self._fault(
                places["profile"],
                f"'{named}' is no profile of {edition.id}"
                f"{closest(named, known)}; mend the name, or add the profile to your data",
            )
        name = str(name or (profile.name if profile else named))
        each = number(profile.figure("points")) if profile else None
        if "miniatures" not in stated:
            if not any(column.name == "miniatures" for column in said):
                self._fault(place, f"{name} has no number of miniatures; write one")
            return None
        miniatures = number(stated.pop("miniatures")) or 0
        if miniatures < 1 or miniatures % 1:
            self._fault(
                places["miniatures"], f"{name} can't have {miniatures:g} miniatures; write a whole number from 1 on"
            )
            return None
        points = number(stated.pop("points", None))
        usual = each * miniatures if each is not None else None
        if points is None:
            points = usual
        elif usual is not None and usual != points and profile:
            self._remark(
                places["points"],
                f"{name} costs {points:g}, where {int(miniatures)} of "
                f"{profile.id} cost {usual:g}; the army's figure counts",
            )
        for field, value in stated.items():
            theirs = profile.get(field) if profile else None
            if profile and theirs is not None and not _agree(value, theirs):
                self._remark(
                    places[field],
                    f"{name} has {_spelt(value)} for "
                    f"'{field.rpartition('.')[2]}', where {profile.id} has "
                    f"{_spelt(theirs)}; the army's word counts",
                )
        return Entry(name, int(miniatures), points, stated, profile, place)

    def _fault(self, place: Place, message: str) -> None:
        self.problems.append(Problem(place, message, CHECK))

    def _remark(self, place: Place, message: str) -> None:
        self._remarks.append(Problem(place, message, CHECK, "note"))


def _agree(value: Any, theirs: Any) -> bool:
    if isinstance(value, list) or isinstance(theirs, list):
        return set(map(str, _listed(value))) == set(map(str, _listed(theirs)))
    return same(_spelt(value), _spelt(theirs))


def _spelt(value: Any) -> str:
    return ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in _listed(value))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
