"""Reading an army list (YAML, or a spreadsheet with a head row) into an ``Army`` of the edition's records.

The profiles that an army list may name: the records of troops, and the troops of the sample armies.

A row of a sample army tells of its troop what a profile does, piece by piece: its name and price, the profile that its
words describe, and the class that a ruling gives it. The same troop of several armies is one name.

The figures of a troop that print has, on the army's roster as on the troop's card, and those that it can't have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kensei_docs.army.pack import declared_pack, declares_pack
from kensei_docs.army.troops import PROFILE, Army, ArmyEntry, Troop, declared_musters, usual_cost
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.load import SPREADSHEETS
from kensei_docs.database.spreadsheets import Cells, Column, Columns, NamesOf, Refused, body_of, total_row
from kensei_docs.database.worksheets import SUFFIXES, read_worksheets
from kensei_docs.database.yaml_files import Tree
from kensei_docs.database.yaml_files import read as read_yaml
from kensei_docs.figures import Figure, doubt_about, figure_in, number_in, parse, same
from kensei_docs.problems import OneOf, Place, Problem, Said, Severity, Unusable, closest, say, unusable
from kensei_docs.slugs import folded

_POINTS, _MINIATURES, _TROOP, _RULED = "points", "miniatures", "troop", "ruled"
# What a row has of its own: it says nothing of the troop.
_OF_ROWS = {_POINTS, _MINIATURES, _TROOP, _RULED, "note", "from", "status"}


@dataclass
class ListedTroop(Record):
    """A row of a sample army as a profile: the troop alone, with the price of one miniature.

    ``kind`` is that of other profiles, ``slug`` the path of the row (``kuge.rows.onna-bushi``), ``listed_in`` the kind
    of the record with the list.
    """

    listed_in: str = ""

    @property
    def id(self) -> str:
        return f"{self.listed_in}/{self.slug}"

    def context(self, field: str) -> str:
        """Return the msgctxt of a message of the row."""
        return f"{self.edition}/{self.listed_in}/{self.slug}.{field}"


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
                troop = row.get(_TROOP) or {} if isinstance(row, dict) else {}
                if isinstance(row, dict) and declared.level not in troop:
                    yield _listed_troop(edition, record, f"{path}.{key}", row, troop)


def _listed_troop(
    edition: Edition, record: Record, path: str, row: dict[str, object], troop: dict[str, object]
) -> ListedTroop:
    declared = declared_musters(edition)
    described = edition.records.get(str(troop.get(PROFILE)))
    points, miniatures = number_in(row.get(_POINTS)), number_in(row.get(_MINIATURES))
    ruled = row.get(_RULED)
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
    return ListedTroop(kind, slug, record.edition, data, record.tree, record.citations, listed_in=record.kind)


def profile_named(
    edition: Edition, name: str, faction: str | None, names: NamesOf = lambda record: ()
) -> Record | None:
    """Return the profile of a name (in any language that ``names`` has) or a slug, or None.

    Of several of one name, one with a price is meant, a record before a row of a list, and that of the list's own
    ``faction`` before others.
    """
    wanted = folded(name)
    found = [
        profile
        for profile in profiles_of(edition)
        if wanted in {folded(word) for word in (profile.slug, profile.name, *names(profile))}
    ]
    key = declared_musters(edition).faction
    order = [
        (profile.get(_POINTS) is None, isinstance(profile, ListedTroop), profile.data.get(key) != faction)
        for profile in found
    ]
    return found[order.index(min(order))] if found else None


_PROFILE = "profile"
# As few figures say what kind of figure an attribute is, but not how large one may be.
_FEW = 3
# How many times the highest (or the lowest, the other way round) a figure is that can hardly be meant.
_FAR = 2


@dataclass(frozen=True)
class Attributes:
    """The figures of a troop: its own by attribute, those that another edition ``lent``, and the row of the table of
    attributes that some have ``instead`` of their own (a rider's movement)."""

    own: dict[str, str]
    lent: dict[str, str]
    instead: dict[str, str]

    def by_row(self, figures: dict[str, str]) -> dict[str, str]:
        """Return some of the figures by the rows of the table, as a profile has them."""
        return {self.instead.get(slug, slug): figure for slug, figure in figures.items()}


def attributes_of(army: Army, entry: ArmyEntry, troop: Troop) -> Attributes:
    """Return the figures of a troop: those of its row or profile, else those of the table ``given`` for its
    traits, else those of the edition that lends the table its figures."""
    declared = declared_pack(army.edition).roster
    given = declared.given
    table = army.edition.records.get(given.record) if given else None
    rows = table.get(given.rows) if given and table else None
    instead = {each.attribute: each.row for each in (given.instead if given else ()) if troop.fits(each.of, set())}
    profile = entry.profile.get(_PROFILE) if entry.profile else None
    names = [
        *(record.slug for record in army.edition.records_of(declared.attributes)),
        *(row for row in rows or () if row not in {each.row for each in (given.instead if given else ())}),
        *(path.partition(".")[2] for path in entry.stated if path.startswith(f"{_PROFILE}.")),
        *(profile or ()),
    ]
    own: dict[str, str] = {}
    lent: dict[str, str] = {}
    for slug in dict.fromkeys(names):
        row = instead.get(slug, slug)
        stated = (entry.get(f"{_PROFILE}.{name}") for name in (row, slug))
        figure = next((str(value) for value in stated if value is not None), None)
        if figure is None and given and table:
            paths = [f"{given.rows}.{row}.{value}" for value in sorted(troop.traits.get(given.by, ()))]
            figure = next(filter(None, map(table.figure, paths)), None)
            borrowed = next(filter(None, map(table.borrowed, paths)), None)
            wanted = given.lent_with.get(slug)
            if figure is None and borrowed and (wanted is None or troop.fits(wanted, set())):
                lent[slug] = borrowed
        if figure is not None:
            own[slug] = figure
    return Attributes(own, lent, instead)


def known_figures(edition: Edition, attribute: str) -> Iterator[Figure]:
    """Yield the figures of an attribute that an edition knows: of its profiles, and of its table of attributes."""
    for record in profiles_of(edition):
        profile = record.get(_PROFILE)
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
    known, figure = list(known_figures(edition, attribute)), parse(text)
    known = [each for each in known if each.number is not None]
    if figure is None or not known:
        return None
    spelt = {each.number: str(each) for each in known if each.number is not None}
    least, most, number = min(spelt), max(spelt), figure.number
    values = {
        "text": text,
        "attribute": OneOf([attribute]),
        "edition": edition.id,
        "least": spelt[least],
        "most": spelt[most],
    }
    is_like = (_kind(figure), figure.unit) in {(_kind(each), each.unit) for each in known}
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


CHECK = "army"
# The filled cells of a row or of the head, by column: the text (or a list of texts) and its place.
Fields = dict[Column, tuple[Any, Place]]
# The cost of the level that the fields of an army name: its total may hold it beside the rows.
CostOfLevel = Callable[[Fields], float]


def read_army(
    file: Path, database: Database, overrides: Mapping[str, str] | None = None, names: NamesOf = lambda record: ()
) -> Army:
    """Read an army; raises Unusable with every fault of the file, each with its place.

    ``overrides`` are values by column name that take precedence over the file's; ``names``
    returns the names of a record in other languages.
    """
    problems: list[Problem] = []

    def cost_of_level(head: Fields) -> float:
        return _Reader(file, database, overrides or {}, names, head, [], []).cost_of_level()

    if file.suffix.lower() in SPREADSHEETS:
        raise unusable(
            file, say("is not read; save it as %(formats)s, or write it in YAML", formats=", ".join(SUFFIXES)), CHECK
        )
    read = from_sheets if file.suffix.lower() in SUFFIXES else from_yaml
    head, rows = read(file, database, problems, cost_of_level)
    remarks = [problem for problem in problems if problem.severity != "error"]
    problems = [problem for problem in problems if problem.severity == "error"]
    army = _Reader(file, database, overrides or {}, names, head, problems, remarks).army(rows)
    if problems or army is None:
        raise Unusable(*problems)
    return army


def from_sheets(
    file: Path, database: Database, problems: list[Problem], cost_of_level: CostOfLevel = lambda head: 0.0
) -> tuple[Fields, list[tuple[Place, Fields]]]:
    """Return the fields of the army, and the place and fields of each troop of a spreadsheet; raises Unusable.

    The rows above its head row may have fields of the army, one in each row: the name (``Size``) in the first
    column, the value in the second.
    """
    sheets, unreadable = read_worksheets(file)
    problems += unreadable
    of_army, of_troop = Columns(database, "army"), Columns(database, "troop")
    head: Fields = {}
    rows: list[tuple[Place, Fields]] = []
    for sheet in sheets:
        start = 0
        heads = [row for row in sheet.rows if sum(of_troop.find(cell.text) is not None for cell in row.cells) > 1]
        for row in sheet.rows:
            filled = [cell for cell in row.cells if cell.text]
            column = of_army.find(filled[0].text)
            is_own = filled[0].text.startswith("_")
            if row in heads[:1] or not (column or is_own or heads):
                break
            if not (column or is_own):
                message = _no_field(filled[0].text, of_army, of_troop)
                problems.append(Problem(filled[0].place, message, CHECK))
            elif column in head:
                problems.append(Problem(filled[0].place, _second(filled[0].text, column.name), CHECK))
            elif column and len(filled) > 1:
                head[column] = filled[1].text, filled[1].place
                for cell in filled[2:]:
                    message = say(
                        "'%(text)s' is not read: '%(name)s' has one value", text=cell.text, name=filled[0].text
                    )
                    problems.append(Problem(cell.place, message, CHECK, "warning"))
            start += 1
        for filled_row in body_of(sheet, of_troop, problems, start, beside_rows={"points": cost_of_level(head)}):
            rows.append((filled_row.place, {column: (cell.text, cell.place) for column, cell in filled_row.cells}))
    return head, rows


def from_yaml(
    file: Path, database: Database, problems: list[Problem], cost_of_level: CostOfLevel = lambda head: 0.0
) -> tuple[Fields, list[tuple[Place, Fields]]]:
    """Return the fields of the army, and the place and fields of each troop of a YAML file; raises Unusable."""
    tree, unreadable = read_yaml(file)
    if unreadable:
        raise Unusable(*unreadable)
    if not isinstance(tree.value, dict):
        raise unusable(file, say("should be a mapping: name, edition, size, rows"), CHECK)
    head = dict(_fields(tree, "", tree.value, Columns(database, "army"), problems))
    rows_column = next((column for column in head if column.name == "rows"), None)
    if rows_column is None:
        return head, []
    value, place = head.pop(rows_column)
    path = next(key for key, entry in tree.value.items() if entry is value)
    parts = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    columns = Columns(database, "troop")
    sums: dict[str, float] = {}
    rows: list[tuple[Place, Fields]] = []
    for key, entry in parts:
        row_place = tree.place(f"{path}.{key}")
        if isinstance(entry, dict):
            fields = dict(_fields(tree, f"{path}.{key}", entry, columns, problems))
            if isinstance(value, dict) and not any(c.name in ("name", "profile") for c in fields):
                fields[columns.by_name["name"]] = str(key), row_place
            name = str(fields.get(columns.by_name["name"], ("",))[0])
            if columns.is_total(name):
                numbers = [(column.name, str(text), at) for column, (text, at) in fields.items()]
                problems += total_row(row_place, name, numbers, sums, {"points": cost_of_level(head)}, CHECK)
            else:
                for column, (text, _) in fields.items():
                    if column.takes == "count":
                        sums[column.name] = sums.get(column.name, 0) + (number_in(str(text)) or 0)
                rows.append((row_place, fields))
        else:
            problems.append(Problem(row_place, say("should be a mapping: name, miniatures, points …"), CHECK))
    if not parts:
        problems.append(Problem(place, say("should list the troops, a mapping each"), CHECK))
    return head, rows


def _fields(
    tree: Tree, path: str, part: Mapping[str, Any], columns: Columns, problems: list[Problem]
) -> Iterator[tuple[Column, tuple[Any, Place]]]:
    """Yield the fields of a mapping by column, each with its place; an unknown key is a problem."""
    said: set[Column] = set()
    for key, value in part.items():
        place = tree.place(f"{path}.{key}" if path else key)
        column = columns.find(key)
        if column in said:
            problems.append(Problem(place, _second(key, column.name), CHECK))
            continue
        said |= {column} if column else set()
        if column is None and not key.startswith("_"):
            message = say("'%(key)s' is not known here%(hint)s", key=key, hint=columns.suggestion(key))
            problems.append(Problem(place, message, CHECK))
        elif column and value is not None:
            words = str(value).lower() if isinstance(value, bool) else value
            parts = words if isinstance(words, list) and column.takes == "names" else [words]
            if column.name == "rows" or all(isinstance(member, str) for member in parts):
                yield column, (words, place)
            else:
                problems.append(Problem(place, say("'%(key)s' should be one value; mend it", key=key), CHECK))


def _fields_of_army(of_army: Columns, of_troop: Columns) -> dict[str, Column]:
    """Return the columns that say something of an army: those that a row can't have, or that an option overrides."""
    return {
        name: column
        for name, column in of_army.by_name.items()
        if name == "name" or column.option or name not in of_troop.by_name
    }


def _no_field(word: str, of_army: Columns, of_troop: Columns) -> Said:
    return say(
        "'%(text)s' is no field of an army%(hint)s; known are %(known)s; begin its name with '_' if it is your own",
        text=word,
        hint=closest(folded(word), _fields_of_army(of_army, of_troop)),
        known=", ".join(name for name in _fields_of_army(of_army, of_troop) if name != "rows"),
    )


def _second(word: str, column: str) -> str:
    return say("'%(word)s' says '%(column)s' a second time; keep one", word=word, column=column)


class _Reader:
    def __init__(
        self,
        file: Path,
        database: Database,
        overrides: Mapping[str, str],
        names: NamesOf,
        head: Fields,
        problems: list[Problem],
        remarks: list[Problem],
    ) -> None:
        self.problems = problems
        self._file, self._database = file, database
        self._place = Place(str(file))
        self._head = {column.name: cell for column, cell in head.items()}
        self._head |= {name: (text, self._place) for name, text in overrides.items()}
        self._columns = Columns(database, "army")
        self._remarks = remarks
        self._edition = self._find_edition()
        self._cells = Cells(database, self._edition, names)
        self._names = names
        self._faction: str | None = None

    def army(self, rows: list[tuple[Place, Fields]]) -> Army | None:
        edition = self._edition
        if edition is None:
            return None
        declared = declared_musters(edition)
        size = self._size(edition, declared.sizes)
        records = {name: self._records(column) for name, column in self._columns.by_name.items() if column.of}
        faction, level = (next(iter(records.get(name, ())), None) for name in (declared.faction, declared.level))
        self._faction = faction.slug if faction else None
        if level and (number_in(level.figure("cost")) or 0) < 0:
            message = say(
                "%(name)s costs %(cost)s in the data; write a number of 0 or more there",
                name=level.name,
                cost=level.figure("cost"),
            )
            self._add_problem(self._head[declared.level][1], message)
        of_troop = Columns(self._database, "troop")
        read = {*_fields_of_army(self._columns, of_troop), declared.faction, declared.level, *declared.chosen}
        for field, (_, place) in self._head.items():
            if field not in read and self._columns.by_name[field].takes not in ("text", "id"):
                self._add_problem(place, _no_field(field, self._columns, of_troop))
        chosen = tuple(record for name in declared.chosen for record in records.get(name, ()))
        entries = [entry for place, fields in rows if (entry := self._entry(edition, place, fields))]
        name = self._head.get("name", (self._file.stem, None))[0]
        if not rows:
            self._add_problem(self._place, say("lists no troops; write a row for each"))
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

    def cost_of_level(self) -> float:
        """Return the cost of the level that the army names, 0 without one."""
        declared = self._edition and declared_musters(self._edition)
        column = declared and self._columns.by_name.get(declared.level)
        levels = self._records(column) if column and column.of else []
        return (levels and number_in(levels[0].figure("cost"))) or 0.0

    def _find_edition(self) -> Edition | None:
        editions = self._database.editions
        if "edition" not in self._head:
            message = say("doesn't say for which edition it is; add 'edition' (%(known)s)", known=", ".join(editions))
            self._add_problem(self._place, message)
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
        self._add_problem(place, message)
        return None

    def _size(self, edition: Edition, kind: str) -> float | None:
        """Return the size of the battle in points; the file may name one of the records of a kind."""
        if "size" not in self._head:
            self._add_problem(self._place, say("doesn't say for how many points the battle is; add 'size'"))
            return None
        text, place = self._head["size"]
        slug = self._cells.name([kind], str(text)) if kind else None
        size = number_in(edition.records[f"{kind}/{slug}"].figure("points") if slug else str(text))
        if not size or size < 0:
            names = ", ".join(record.name for record in edition.records_of(kind) if record.get("points"))
            message = say(
                "'%(text)s' is not a size of battle; write its points, or one of %(known)s", text=text, known=names
            )
            self._add_problem(place, doubt_about(str(text)) or message)
            return None
        return size

    def _records(self, column: Column) -> list[Record]:
        """Return the records that a field of the army names."""
        if self._edition is None or column.name not in self._head:
            return []
        slugs = _listed(self._value(column, *self._head[column.name]) or [])
        ids = [f"{kind}/{slug}" for slug in slugs for kind in column.of]
        return [self._edition.records[identity] for identity in ids if identity in self._edition.records]

    def _value(self, column: Column, value: Any, place: Place) -> Any:
        try:
            if isinstance(value, list):
                return [name for part in value for name in _listed(self._cells.read(column, part))]
            return self._cells.read(column, value)
        except Refused as refused:
            self._add_problem(place, refused.message)
            return None

    def _entry(self, edition: Edition, place: Place, fields: Fields) -> ArmyEntry | None:
        """Return a row of the list; None, with a problem, if it has no name or no valid number of miniatures."""
        stated: dict[str, Any] = {}
        places: dict[str, Place] = {}
        for column, (text, cell_place) in fields.items():
            value = self._value(column, text, cell_place)
            if value is not None:
                stated[column.at], places[column.at] = value, cell_place
            group, _, attribute = column.at.partition(".")
            is_attribute = isinstance(value, str) and group == PROFILE
            if doubt := doubt_about_attribute(edition, attribute, value) if is_attribute else None:
                problems = self.problems if doubt[1] == "error" else self._remarks
                problems.append(Problem(cell_place, doubt[0], CHECK, doubt[1]))
        profile = None
        named = stated.pop("profile", None)
        name = stated.pop("name", None)
        if not name and not named:
            self._add_problem(place, say("has no name; write one, or the profile of the troop"))
            return None
        profile = profile_named(edition, named or name, self._faction, self._names)
        if named and profile is None:
            names = [word for record in profiles_of(edition) for word in (record.name, *self._names(record))]
            message = say(
                "'%(name)s' is not a profile of %(edition)s%(hint)s; mend the name, or add the profile to your data",
                name=named,
                edition=edition.id,
                hint=closest(named, names),
            )
            self._add_problem(places["profile"], message)
        name = str(name or (profile.name if profile else named))
        if "miniatures" not in stated:
            if not any(column.name == "miniatures" for column in fields):
                self._add_problem(place, say("%(name)s has no number of miniatures; write one", name=name))
            return None
        miniatures = number_in(stated.pop("miniatures")) or 0
        if miniatures < 1 or miniatures % 1:
            message = say(
                "%(name)s can't have %(number)s miniatures; write a whole number from 1 on",
                name=name,
                number=f"{miniatures:g}",
            )
            self._add_problem(places["miniatures"], message)
            return None
        points = number_in(stated.pop("points", None))
        expected = usual_cost(profile, miniatures)
        if expected is not None and points not in (None, expected) and profile:
            message = say(
                "%(name)s costs %(points)s in the list; %(number)s of %(profile)s cost %(usual)s, which counts",
                name=name,
                points=f"{points:g}",
                number=int(miniatures),
                profile=profile.id,
                usual=f"{expected:g}",
            )
            self._add_remark(places["points"], message)
        points = points if expected is None else expected
        for field, value in stated.items():
            profile_value = profile.get(field) if profile else None
            if profile and profile_value is not None and not _is_same(value, profile_value):
                message = say(
                    "%(name)s has %(value)s for '%(field)s', where %(profile)s has %(theirs)s; the army's word counts",
                    name=name,
                    value=_format_value(value),
                    field=field.rpartition(".")[2],
                    profile=profile.id,
                    theirs=_format_value(profile_value),
                )
                self._add_remark(places[field], message)
        return ArmyEntry(name, int(miniatures), points, stated, profile, place)

    def _add_problem(self, place: Place, message: Said) -> None:
        self.problems.append(Problem(place, message, CHECK))

    def _add_remark(self, place: Place, message: Said) -> None:
        self._remarks.append(Problem(place, message, CHECK, "note"))


def _is_same(value: Any, other: Any) -> bool:
    if isinstance(value, list) or isinstance(other, list):
        return set(map(str, _listed(value))) == set(map(str, _listed(other)))
    return same(_format_value(value), _format_value(other))


def _format_value(value: Any) -> str:
    return ", ".join(str(member).lower() if isinstance(member, bool) else str(member) for member in _listed(value))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
