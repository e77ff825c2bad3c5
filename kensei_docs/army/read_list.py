"""Reading an army list into an ``Army`` of the edition's records: YAML, a spreadsheet with a head row, or data.

Data are a mapping like that of a YAML file, as a page sends it: the places in it are paths, such as ``rows.3.points``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from kensei_docs.army.pack import declared_pack, declares_pack
from kensei_docs.army.troops import PROFILE, Army, ProfileNames, Troop, declared_musters, profiles_of, troop_of
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.load import SPREADSHEETS
from kensei_docs.database.spreadsheets import Cells, Column, Columns, NamesOf, Refused, body_of, total_row
from kensei_docs.database.worksheets import SUFFIXES, read_worksheets
from kensei_docs.database.yaml_files import Tree, tree_of_data
from kensei_docs.database.yaml_files import read as read_yaml
from kensei_docs.engine.play_schema import as_list
from kensei_docs.figures import Figure, doubt_about, figure_in, number_in, parse, same
from kensei_docs.problems import OneOf, Place, Problem, Said, Severity, Unusable, closest, say, unusable
from kensei_docs.slugs import folded

CHECK = "army"
# The ends of the names of rosters, which are imported.
ROSTERS = (".ros", ".rosz")
# The filled cells of a row, by column: the text (or a list of texts) and its place.
Fields = dict[Column, tuple[Any, Place]]
# As few figures say what kind of figure an attribute is, but not how large one may be.
_FEW = 3
# How many times the highest (or the lowest, the other way round) a figure is that can hardly be meant.
_FAR = 2


def read_army(
    source: Path | Mapping[str, Any],
    database: Database,
    overrides: Mapping[str, str] | None = None,
    names: NamesOf = lambda record: (),
    assuming: bool = False,
) -> Army:
    """Read an army from a file or from data; raises Unusable with every fault, each with its place.

    ``overrides`` are values by column name that take precedence over the source's; ``names``
    returns the names of a record in other languages; ``assuming`` lets usual traits count (see ``troop_of``).
    """
    return ArmyReader(database, names).read(source, overrides, assuming)


class ArmyReader:
    """Reads armies by the words of one database; what it has looked up for one, it knows for the next."""

    def __init__(self, database: Database, names: NamesOf = lambda record: ()) -> None:
        self.database, self.names = database, names
        self.of_army, self.of_troop = Columns(database, "army"), Columns(database, "troop")
        self._cells: dict[str, Cells] = {}
        self._profiles: dict[str, ProfileNames] = {}

    def read(
        self, source: Path | Mapping[str, Any], overrides: Mapping[str, str] | None = None, assuming: bool = False
    ) -> Army:
        """Read an army as ``read_army`` does."""
        if isinstance(source, Path) and source.suffix.lower() in SPREADSHEETS:
            message = say("is not read; save it as %(formats)s, or write it in YAML", formats=", ".join(SUFFIXES))
            raise unusable(source, message, CHECK)
        if isinstance(source, Path) and source.suffix.lower() in ROSTERS:
            file = source.name
            message = say("is a roster of another program; make an army file of it: army import %(file)s", file=file)
            raise unusable(source, message, CHECK)
        return _Reading(self, source, overrides or {}).army(assuming)

    def cells(self, edition: Edition | None) -> Cells:
        """Return what reads the cells of lists for an edition."""
        key = edition.id if edition else ""
        if key not in self._cells:
            self._cells[key] = Cells(self.database, edition, self.names)
        return self._cells[key]

    def profiles(self, edition: Edition) -> ProfileNames:
        """Return the profiles of an edition by their names."""
        if edition.id not in self._profiles:
            self._profiles[edition.id] = ProfileNames(edition, self.names)
        return self._profiles[edition.id]


class _Reading:
    """One source while it is read: first what it says of the army (``_head``, by column name), then its rows."""

    def __init__(self, reader: ArmyReader, source: Path | Mapping[str, Any], overrides: Mapping[str, str]) -> None:
        self._reader, self._database, self._names = reader, reader.database, reader.names
        self._data = None if isinstance(source, Path) else source
        self._file = source if isinstance(source, Path) else Path(CHECK)
        self._of_army, self._of_troop = reader.of_army, reader.of_troop
        self._place = Place(str(self._file))
        self._overrides = {name: (text, self._place) for name, text in overrides.items()}
        self._head: dict[str, tuple[Any, Place]] = {}
        self._problems: list[Problem] = []
        # A page asks about a list from its first troop on, and before.
        self._may_be_empty = False

    def army(self, assuming: bool) -> Army:
        rows = self._rows_of_sheets() if self._file.suffix.lower() in SUFFIXES else self._rows_of_mapping()
        self._head |= self._overrides
        edition = self._edition
        if edition is None:
            self._report_edition()
            raise Unusable(*self._errors)
        declared = declared_musters(edition)
        size = self._size(edition, declared.sizes)
        records = {name: self._records(name) for name in self._of_army.by_name}
        faction, level = (next(iter(records.get(name, ())), None) for name in (declared.faction, declared.level))
        if level and (number_in(level.figure("cost")) or 0) < 0:
            message = say(
                "%(name)s costs %(cost)s in the data; write a number of 0 or more there",
                name=level.name,
                cost=level.figure("cost"),
            )
            self._report(self._head[declared.level][1], message)
        read = {*self._fields_of_army, declared.faction, declared.level, *declared.chosen}
        for field, (_, place) in self._head.items():
            if field not in read and self._of_army.by_name[field].takes not in ("text", "id"):
                self._report(place, self._no_field(field))
        chosen = tuple(record for name in declared.chosen for record in records.get(name, ()))
        listed = [self._troop(edition, faction, place, fields) for place, fields in rows]
        if not rows and not self._may_be_empty:
            self._report(self._place, say("lists no troops; write a row for each"))
        if size is None or self._errors:
            raise Unusable(*self._errors)
        rows_read = [troop for troop in listed if troop]
        return Army(
            edition,
            faction,
            size,
            tuple(
                troop_of(edition, replace(troop, path=self._path(troop, i)), assuming)
                for i, troop in enumerate(rows_read)
            ),
            level,
            file=str(self._file),
            name=str(self._head.get("name", (self._file.stem,))[0]),
            database=self._database,
            chosen=chosen,
            remarks=tuple(problem for problem in self._problems if problem.severity != "error"),
            assuming=assuming,
        )

    def _path(self, troop: Troop, number: int) -> str:
        """Return the path of a row: in data its own, in a file its number among the troops."""
        return f"rows.{number}" if self._data is None else troop.place.file

    def _rows_of_sheets(self) -> list[tuple[Place, Fields]]:
        """Return the place and fields of each troop of a spreadsheet; raises Unusable.

        The rows above its head row may have fields of the army, one in each row: the name (``Size``) in the first
        column, the value in the second.
        """
        sheets, unreadable = read_worksheets(self._file)
        self._problems += unreadable
        rows: list[tuple[Place, Fields]] = []
        for sheet in sheets:
            start = 0
            heads = [
                row for row in sheet.rows if sum(self._of_troop.find(cell.text) is not None for cell in row.cells) > 1
            ]
            for row in sheet.rows:
                first, *others = [cell for cell in row.cells if cell.text]
                column, is_own = self._of_army.find(first.text), first.text.startswith("_")
                if row in heads[:1] or not (column or is_own or heads):
                    break
                if not (column or is_own):
                    self._report(first.place, self._no_field(first.text))
                elif column and column.name in self._head:
                    self._report(first.place, _second(first.text, column.name))
                elif column and others:
                    self._head[column.name] = others[0].text, others[0].place
                    for cell in others[1:]:
                        message = say(
                            "'%(text)s' is not read: '%(name)s' has one value", text=cell.text, name=first.text
                        )
                        self._report(cell.place, message, "warning")
                start += 1
            beside = {"points": self._cost_of_level()}
            for filled in body_of(sheet, self._of_troop, self._problems, start, beside_rows=beside):
                rows.append((filled.place, {column: (cell.text, cell.place) for column, cell in filled.cells}))
        return rows

    def _rows_of_mapping(self) -> list[tuple[Place, Fields]]:
        """Return the place and fields of each troop of a YAML file or of data; raises Unusable."""
        tree, unreadable = read_yaml(self._file) if self._data is None else tree_of_data(CHECK, self._data)
        if unreadable:
            raise Unusable(*unreadable)
        if not isinstance(tree.value, dict):
            raise unusable(self._file, say("should be a mapping: name, edition, size, rows"), CHECK)
        self._head = {column.name: cell for column, cell in self._fields(tree, "", tree.value, self._of_army)}
        if "rows" not in self._head:
            return []
        value, place = self._head.pop("rows")
        path = next(key for key in tree.value if self._of_army.find(key) is self._of_army.by_name["rows"])
        entries = (
            list(value.items()) if isinstance(value, dict) else [*enumerate(value)] if isinstance(value, list) else []
        )
        name_column = self._of_troop.by_name["name"]
        sums: dict[str, float] = {}
        rows: list[tuple[Place, Fields]] = []
        for key, entry in entries:
            row_place = tree.place(f"{path}.{key}")
            if not isinstance(entry, dict):
                self._report(row_place, say("should be a mapping: name, miniatures, points …"))
                continue
            fields = dict(self._fields(tree, f"{path}.{key}", entry, self._of_troop))
            if isinstance(value, dict) and not any(column.name in ("name", "profile") for column in fields):
                fields[name_column] = str(key), row_place
            name = str(fields.get(name_column, ("",))[0])
            if self._of_troop.is_total(name):
                numbers = [(column.name, str(text), at) for column, (text, at) in fields.items()]
                beside = {"points": self._cost_of_level()}
                self._problems += total_row(row_place, name, numbers, sums, beside, CHECK)
                continue
            for column, (text, _) in fields.items():
                if column.takes == "count":
                    sums[column.name] = sums.get(column.name, 0) + (number_in(str(text)) or 0)
            rows.append((row_place, fields))
        self._may_be_empty = self._data is not None and value == []
        if not entries and not self._may_be_empty:
            self._report(place, say("should list the troops, a mapping each"))
        return rows

    def _fields(
        self, tree: Tree, path: str, part: Mapping[str, Any], columns: Columns
    ) -> Iterator[tuple[Column, tuple[Any, Place]]]:
        """Yield the fields of a mapping by column, each with its place; an unknown key is a problem."""
        said: set[Column] = set()
        for key, value in part.items():
            place = tree.place(f"{path}.{key}" if path else key)
            column = columns.find(key)
            if column is None:
                if not key.startswith("_"):
                    message = say("'%(key)s' is not known here%(hint)s", key=key, hint=columns.suggestion(key))
                    self._report(place, message)
                continue
            if column in said:
                self._report(place, _second(key, column.name))
                continue
            said.add(column)
            words = str(value).lower() if isinstance(value, bool) else value
            parts = words if isinstance(words, list) and column.takes == "names" else [words]
            if value is None:
                continue
            if column.name == "rows" or all(isinstance(member, str) for member in parts):
                yield column, (words, place)
            else:
                self._report(place, say("'%(key)s' should be one value; mend it", key=key))

    @cached_property
    def _fields_of_army(self) -> list[str]:
        """The columns that say something of an army: those that a row can't have, or that an option overrides."""
        return [
            name
            for name, column in self._of_army.by_name.items()
            if name == "name" or column.option or name not in self._of_troop.by_name
        ]

    def _no_field(self, word: str) -> Said:
        return say(
            "'%(text)s' is no field of an army%(hint)s; known are %(known)s; begin its name with '_' if it is your own",
            text=word,
            hint=closest(folded(word), self._fields_of_army),
            known=", ".join(name for name in self._fields_of_army if name != "rows"),
        )

    @property
    def _edition(self) -> Edition | None:
        """The edition that the army names, by its id or its name."""
        text = folded(str((self._head | self._overrides).get("edition", ("",))[0]))
        editions = self._database.editions.values()
        return next((each for each in editions if text in (folded(each.id), folded(each.name))), None)

    def _report_edition(self) -> None:
        known = ", ".join(self._database.editions)
        if "edition" not in self._head:
            message = say("doesn't say for which edition it is; add 'edition' (%(known)s)", known=known)
            self._report(self._place, message)
            return
        text, place = self._head["edition"]
        message = say(
            "'%(text)s' is not an edition%(hint)s; known are %(known)s",
            text=text,
            hint=closest(str(text), self._database.editions),
            known=known,
        )
        self._report(place, message)

    @cached_property
    def _cells(self) -> Cells:
        return self._reader.cells(self._edition)

    def _cost_of_level(self) -> float:
        """Return the cost of the level that the army names, 0 without one: a total may hold it beside the rows."""
        reported = len(self._problems)
        levels = self._records(declared_musters(self._edition).level) if self._edition else []
        # What is wrong with the field is said once, when it is read for the army.
        del self._problems[reported:]
        return (levels and number_in(levels[0].figure("cost"))) or 0.0

    def _size(self, edition: Edition, kind: str) -> float | None:
        """Return the size of the battle in points; the file may name one of the records of a kind."""
        if "size" not in self._head:
            self._report(self._place, say("doesn't say for how many points the battle is; add 'size'"))
            return None
        text, place = self._head["size"]
        slug = self._cells.name([kind], str(text)) if kind else None
        size = number_in(edition.records[f"{kind}/{slug}"].figure("points") if slug else str(text))
        if not size or size < 0:
            names = ", ".join(record.name for record in edition.records_of(kind) if record.get("points"))
            message = say(
                "'%(text)s' is not a size of battle; write its points, or one of %(known)s", text=text, known=names
            )
            self._report(place, doubt_about(str(text)) or message)
            return None
        return size

    def _records(self, name: str) -> list[Record]:
        """Return the records that a field of the army names."""
        column, head = self._of_army.by_name.get(name), self._head | self._overrides
        if self._edition is None or column is None or not column.of or name not in head:
            return []
        ids = [f"{kind}/{slug}" for slug in as_list(self._value(column, *head[name])) for kind in column.of]
        return [self._edition.records[identity] for identity in ids if identity in self._edition.records]

    def _value(self, column: Column, value: Any, place: Place) -> Any:
        """Return the value of a field; None, with a problem, for one that can't be read."""
        try:
            if isinstance(value, list):
                return [name for part in value for name in as_list(self._cells.read(column, part))]
            return self._cells.read(column, value)
        except Refused as refused:
            self._report(place, refused.message)
            return None

    def _troop(self, edition: Edition, faction: Record | None, place: Place, fields: Fields) -> Troop | None:
        """Return a row of the list; None, with a problem, if it has no name or no valid number of miniatures."""
        stated: dict[str, Any] = {}
        places: dict[str, Place] = {}
        for column, (text, cell_place) in fields.items():
            value = self._value(column, text, cell_place)
            if value is not None:
                stated[column.at], places[column.at] = value, cell_place
            group, _, attribute = column.at.partition(".")
            if (
                group == PROFILE
                and attribute
                and isinstance(value, str)
                and (doubt := doubt_about_attribute(edition, attribute, value))
            ):
                self._report(cell_place, *doubt)
        named, name = stated.pop("profile", None), stated.pop("name", None)
        if not name and not named:
            self._report(place, say("has no name; write one, or the profile of the troop"))
            return None
        profile = self._reader.profiles(edition).find(named or name, faction.slug if faction else None)
        if named and profile is None:
            names = [word for record in profiles_of(edition) for word in (record.name, *self._names(record))]
            message = say(
                "'%(name)s' is not a profile of %(edition)s%(hint)s; mend the name, or add the profile to your data",
                name=named,
                edition=edition.id,
                hint=closest(named, names),
            )
            self._report(places["profile"], message)
        name = str(name or (profile.name if profile else named))
        if "miniatures" not in stated:
            if not any(column.name == "miniatures" for column in fields):
                self._report(place, say("%(name)s has no number of miniatures; write one", name=name))
            return None
        miniatures = number_in(stated.pop("miniatures")) or 0
        if miniatures < 1 or miniatures % 1:
            message = say(
                "%(name)s can't have %(number)s miniatures; write a whole number from 1 on",
                name=name,
                number=f"{miniatures:g}",
            )
            self._report(places["miniatures"], message)
            return None
        points = number_in(stated.pop("points", None))
        each = number_in(profile.figure("points")) if profile else None
        if each is not None and profile:
            if points not in (None, each * miniatures):
                message = say(
                    "%(name)s costs %(points)s in the list; %(number)s of %(profile)s cost %(usual)s, which counts",
                    name=name,
                    points=f"{points:g}",
                    number=int(miniatures),
                    profile=profile.id,
                    usual=f"{each * miniatures:g}",
                )
                self._report(places["points"], message, "note")
            points = each * miniatures
        for field, value in stated.items():
            usual = profile.get(field) if profile else None
            if profile and usual is not None and not _is_same(value, usual):
                message = say(
                    "%(name)s has %(value)s for '%(field)s', where %(profile)s has %(theirs)s; the army's word counts",
                    name=name,
                    value=_format_value(value),
                    field=field.rpartition(".")[2],
                    profile=profile.id,
                    theirs=_format_value(usual),
                )
                self._report(places[field], message, "note")
        return Troop(name, int(miniatures), points, {}, place=place, stated=stated, profile=profile)

    @property
    def _errors(self) -> list[Problem]:
        return [problem for problem in self._problems if problem.severity == "error"]

    def _report(self, place: Place, message: Said, severity: Severity = "error") -> None:
        self._problems.append(Problem(place, message, CHECK, severity))


def _second(word: str, column: str) -> Said:
    return say("'%(word)s' says '%(column)s' a second time; keep one", word=word, column=column)


def _is_same(value: Any, other: Any) -> bool:
    if isinstance(value, list) or isinstance(other, list):
        return set(map(str, as_list(value))) == set(map(str, as_list(other)))
    return same(_format_value(value), _format_value(other))


def _format_value(value: Any) -> str:
    return ", ".join(str(member).lower() if isinstance(member, bool) else str(member) for member in as_list(value))


def known_figures(edition: Edition, attribute: str) -> Iterator[Figure]:
    """Yield the figures of an attribute that an edition knows: of its profiles, and of its table of attributes."""
    for record in profiles_of(edition):
        profile = record.get(PROFILE)
        if isinstance(profile, dict) and (figure := figure_in(profile.get(attribute))):
            yield figure
    given = declared_pack(edition).roster.given if declares_pack(edition) else None
    table = edition.records.get(given.record) if given else None
    if given and table:
        rows = {attribute, *(each.row for each in given.instead if each.attribute == attribute)}
        for row in rows:
            columns = table.get(f"{given.rows}.{row}")
            for column in columns if isinstance(columns, dict) else ():
                path = f"{given.rows}.{row}.{column}"
                if figure := figure_in(table.figure(path)) or figure_in(table.borrowed(path)):
                    yield figure


def doubt_about_attribute(edition: Edition, attribute: str, text: str) -> tuple[Said, Severity] | None:
    """Return what is wrong with an attribute of a troop, and how sure that is; None for one that an edition may have.

    An error is a figure of another kind or unit than all that the edition knows, one below 0 or a part where they are
    whole numbers; a warning is one that is far beyond them.
    """
    figure = parse(text)
    # To look through all that the edition knows takes longer than to read the rest of a list.
    known = [(each.number, each) for each in known_figures(edition, attribute) if figure and each.number is not None]
    if figure is None or not known:
        return None
    spelt = {number: str(each) for number, each in known}
    least, most, number = min(spelt), max(spelt), figure.number
    values = {
        "text": text,
        "attribute": OneOf([attribute]),
        "edition": edition.id,
        "least": spelt[least],
        "most": spelt[most],
    }
    is_like = (_kind(figure), figure.unit) in {(_kind(each), each.unit) for _, each in known}
    is_part = number is not None and number % 1 and _kind(figure) == "count" and not any(each % 1 for each in spelt)
    if not is_like or number is None or is_part or (number < 0 <= least):
        return say(
            "'%(text)s' can't be: figures of %(attribute)s go from %(least)s to %(most)s in %(edition)s; mend it",
            **values,
        ), "error"
    if len(known) > _FEW and (number > most * _FAR or number * _FAR < least):
        return say(
            "'%(text)s' is far from all that %(edition)s has: figures of %(attribute)s go from %(least)s to %(most)s; "
            "look again",
            **values,
        ), "warning"
    return None


def _kind(figure: Figure) -> str:
    """Return the kind of a figure; 2 and +2 are one."""
    return "count" if figure.kind == "modifier" else figure.kind
