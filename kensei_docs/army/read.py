"""Reading an army list (YAML, or a spreadsheet with a head row) into an ``Army`` of the edition's records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from kensei_docs.army.model import Army, Entry, declared_musters, profile_of
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.tables.columns import Cells, Column, Columns, Refused, folded
from kensei_docs.database.tables.records import body_of
from kensei_docs.database.tables.worksheets import SUFFIXES
from kensei_docs.database.tables.worksheets import read as read_sheets
from kensei_docs.database.yamlfile import Tree
from kensei_docs.database.yamlfile import read as read_yaml
from kensei_docs.figures import number_in, same
from kensei_docs.problems import Place, Problem, Said, Unusable, closest, say, unusable

CHECK = "army"
# The names of a record in the languages of a project.
Names = Callable[[Record], Iterable[str]]
# The filled cells of a row or of the head, by column: the text (or a list of texts) and its place.
Fields = dict[Column, tuple[Any, Place]]


def read_army(
    file: Path, database: Database, overrides: Mapping[str, str] | None = None, names: Names = lambda record: ()
) -> Army:
    """Read an army; raises Unusable with every fault of the file, each with its place.

    ``overrides`` are values by column name that take precedence over the file's; ``names``
    returns the names of a record in other languages.
    """
    problems: list[Problem] = []
    head, rows = (from_sheets if file.suffix.lower() in SUFFIXES else from_yaml)(file, database, problems)
    army = _Reader(file, database, overrides or {}, names, head, problems).army(rows)
    if problems or army is None:
        raise Unusable(*problems)
    return army


def from_sheets(file: Path, database: Database, problems: list[Problem]) -> tuple[Fields, list[tuple[Place, Fields]]]:
    """Return the fields of the army, and the place and fields of each troop of a spreadsheet; raises Unusable.

    Above its head row may stand fields of the army, one a row: the name (``Size``) in the first
    column, the value in the second.
    """
    sheets, faults = read_sheets(file)
    problems += faults
    of_army, of_troop = Columns(database, "army"), Columns(database, "troop")
    head: Fields = {}
    rows: list[tuple[Place, Fields]] = []
    for sheet in sheets:
        start = 0
        for row in sheet.rows:
            filled = [cell for cell in row.cells if cell.text]
            column = of_army.find(filled[0].text)
            if sum(of_troop.find(cell.text) is not None for cell in filled) > 1 or not column:
                break
            if len(filled) > 1:
                head[column] = filled[1].text, filled[1].place
            start += 1
        for filled_row in body_of(sheet, of_troop, problems, start):
            rows.append((filled_row.place, {column: (cell.text, cell.place) for column, cell in filled_row.cells}))
    return head, rows


def from_yaml(file: Path, database: Database, problems: list[Problem]) -> tuple[Fields, list[tuple[Place, Fields]]]:
    """Return the fields of the army, and the place and fields of each troop of a YAML file; raises Unusable."""
    tree, faults = read_yaml(file)
    if faults:
        raise Unusable(*faults)
    if not isinstance(tree.value, dict):
        raise unusable(file, say("should be a mapping: name, edition, size, rows"), CHECK)
    head = dict(_fields(tree, "", tree.value, Columns(database, "army"), problems))
    listed = next((column for column in head if column.name == "rows"), None)
    if listed is None:
        return head, []
    value, place = head.pop(listed)
    path = next(key for key, entry in tree.value.items() if entry is value)
    parts = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    columns = Columns(database, "troop")
    rows: list[tuple[Place, Fields]] = []
    for key, entry in parts:
        where = tree.place(f"{path}.{key}")
        if isinstance(entry, dict):
            fields = dict(_fields(tree, f"{path}.{key}", entry, columns, problems))
            if isinstance(value, dict) and not any(c.name in ("name", "profile") for c in fields):
                fields[columns.known["name"]] = str(key), where
            rows.append((where, fields))
        else:
            problems.append(Problem(where, say("should be a mapping: name, miniatures, points …"), CHECK))
    if not parts:
        problems.append(Problem(place, say("should list the troops, a mapping each"), CHECK))
    return head, rows


def _fields(
    tree: Tree, path: str, part: Mapping[str, Any], columns: Columns, problems: list[Problem]
) -> Iterator[tuple[Column, tuple[Any, Place]]]:
    for key, value in part.items():
        place = tree.place(f"{path}.{key}" if path else key)
        column = columns.find(key)
        if column is None and not key.startswith("_"):
            message = say("'%(key)s' is not known here%(hint)s", key=key, hint=columns.suggestion(key))
            problems.append(Problem(place, message, CHECK))
        elif column and value is not None:
            words = str(value).lower() if isinstance(value, bool) else value
            parts = words if isinstance(words, list) and column.takes == "names" else [words]
            if column.name == "rows" or all(isinstance(one, str) for one in parts):
                yield column, (words, place)
            else:
                problems.append(Problem(place, say("'%(key)s' should be one value; mend it", key=key), CHECK))


class _Reader:
    def __init__(
        self,
        file: Path,
        database: Database,
        overrides: Mapping[str, str],
        names: Names,
        head: Fields,
        problems: list[Problem],
    ) -> None:
        self.problems = problems
        self._file, self._database = file, database
        self._place = Place(str(file))
        self._head = {column.name: said for column, said in head.items()}
        self._head |= {name: (text, self._place) for name, text in overrides.items()}
        self._columns = Columns(database, "army")
        self._remarks: list[Problem] = []
        self._edition = self._find_edition()
        self._cells = Cells(database, self._edition, names)

    def army(self, rows: list[tuple[Place, Fields]]) -> Army | None:
        edition = self._edition
        if edition is None:
            return None
        declared = declared_musters(edition)
        size = self._size(edition, declared.sizes)
        records = {name: self._records(column) for name, column in self._columns.known.items() if column.registers}
        faction, level = (next(iter(records.get(name, ())), None) for name in (declared.faction, declared.level))
        chosen = tuple(record for name in declared.chosen for record in records.get(name, ()))
        entries = [entry for place, fields in rows if (entry := self._entry(edition, place, fields))]
        name = self._head.get("name", (self._file.stem, None))[0]
        if not rows:
            self._fault(self._place, say("lists no troops; write a row for each"))
        if size is None:
            return None
        return Army(
            str(self._file),
            str(name),
            self._database,
            edition,
            faction,
            size,
            level,
            tuple(entries),
            chosen,
            tuple(self._remarks),
        )

    def _find_edition(self) -> Edition | None:
        editions = self._database.editions
        if "edition" not in self._head:
            message = say("doesn't say for which edition it is; add 'edition' (%(known)s)", known=", ".join(editions))
            self._fault(self._place, message)
            return None
        text, place = self._head["edition"]
        for edition in editions.values():
            if folded(str(text)) in (folded(edition.id), folded(edition.name)):
                return edition
        message = say(
            "'%(text)s' is not an edition%(hint)s; known are %(known)s",
            text=text,
            hint=closest(str(text), editions),
            known=", ".join(editions),
        )
        self._fault(place, message)
        return None

    def _size(self, edition: Edition, kind: str) -> float | None:
        """Return the size of the battle in points; the file may name one of the records of a kind."""
        if "size" not in self._head:
            self._fault(self._place, say("doesn't say for how many points the battle is; add 'size'"))
            return None
        text, place = self._head["size"]
        named = self._cells.name([kind], str(text)) if kind else None
        size = number_in(edition.records[f"{kind}/{named}"].figure("points") if named else str(text))
        if not size or size < 0:
            known = ", ".join(record.name for record in edition.records_of(kind) if record.get("points"))
            message = say(
                "'%(text)s' is not a size of battle; write its points, or one of %(known)s", text=text, known=known
            )
            self._fault(place, message)
            return None
        return size

    def _records(self, column: Column) -> list[Record]:
        """Return the records that a field of the army names."""
        if self._edition is None or column.name not in self._head:
            return []
        slugs = _listed(self._value(column, *self._head[column.name]) or [])
        ids = [f"{kind}/{slug}" for slug in slugs for kind in column.registers]
        return [self._edition.records[identity] for identity in ids if identity in self._edition.records]

    def _value(self, column: Column, said: Any, place: Place) -> Any:
        try:
            if isinstance(said, list):
                return [one for part in said for one in _listed(self._cells.read(column, part))]
            return self._cells.read(column, said)
        except Refused as fault:
            self._fault(place, fault.message)
            return None

    def _entry(self, edition: Edition, place: Place, fields: Fields) -> Entry | None:
        stated: dict[str, Any] = {}
        places: dict[str, Place] = {}
        for column, (text, where) in fields.items():
            value = self._value(column, text, where)
            if value is not None:
                stated[column.at], places[column.at] = value, where
        profile = None
        named = stated.pop("profile", None)
        name = stated.pop("name", None)
        if not name and not named:
            self._fault(place, say("has no name; write one, or the profile of the troop"))
            return None
        profile = profile_of(edition, named or name)
        if named and profile is None:
            known = [record.name for kind in declared_musters(edition).profiles for record in edition.records_of(kind)]
            message = say(
                "'%(name)s' is not a profile of %(edition)s%(hint)s; mend the name, or add the profile to your data",
                name=named,
                edition=edition.id,
                hint=closest(named, known),
            )
            self._fault(places["profile"], message)
        name = str(name or (profile.name if profile else named))
        each = number_in(profile.figure("points")) if profile else None
        if "miniatures" not in stated:
            if not any(column.name == "miniatures" for column in fields):
                self._fault(place, say("%(name)s has no number of miniatures; write one", name=name))
            return None
        miniatures = number_in(stated.pop("miniatures")) or 0
        if miniatures < 1 or miniatures % 1:
            message = say(
                "%(name)s can't have %(number)s miniatures; write a whole number from 1 on",
                name=name,
                number=f"{miniatures:g}",
            )
            self._fault(places["miniatures"], message)
            return None
        points = number_in(stated.pop("points", None))
        usual = each * miniatures if each is not None else None
        if points is None:
            points = usual
        elif usual is not None and usual != points and profile:
            message = say(
                "%(name)s costs %(points)s, where %(number)s of %(profile)s cost %(usual)s; the army's figure counts",
                name=name,
                points=f"{points:g}",
                number=int(miniatures),
                profile=profile.id,
                usual=f"{usual:g}",
            )
            self._remark(places["points"], message)
        for field, value in stated.items():
            theirs = profile.get(field) if profile else None
            if profile and theirs is not None and not _is_same(value, theirs):
                message = say(
                    "%(name)s has %(value)s for '%(field)s', where %(profile)s has %(theirs)s; the army's word counts",
                    name=name,
                    value=_format_value(value),
                    field=field.rpartition(".")[2],
                    profile=profile.id,
                    theirs=_format_value(theirs),
                )
                self._remark(places[field], message)
        return Entry(name, int(miniatures), points, stated, profile, place)

    def _fault(self, place: Place, message: Said) -> None:
        self.problems.append(Problem(place, message, CHECK))

    def _remark(self, place: Place, message: Said) -> None:
        self._remarks.append(Problem(place, message, CHECK, "note"))


def _is_same(value: Any, theirs: Any) -> bool:
    if isinstance(value, list) or isinstance(theirs, list):
        return set(map(str, _listed(value))) == set(map(str, _listed(theirs)))
    return same(_format_value(value), _format_value(theirs))


def _format_value(value: Any) -> str:
    return ", ".join(str(one).lower() if isinstance(one, bool) else str(one) for one in _listed(value))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
