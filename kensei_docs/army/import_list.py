"""Reading lists that others keep: texts as chats have them, and rosters of BattleScribe and New Recruit.

A roster is a tree of selections, in XML (``.ros``, packed ``.rosz``) or JSON; a text has a line for each troop, with
their number first. Both are read as entries, and the words of these looked up among the names of an edition. What is
guessed, such as a name with words left out, is a note; a word that names nothing is a problem with its place, and stays
in the data under ``_unread``. A troop that may be one of several has their slugs under ``_may-be``.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Any

from kensei_docs.army.near_names import Near, NearNames
from kensei_docs.army.troops import declared_musters
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.spreadsheets import Cells, Column, Columns, NamesOf, Refused, total_row
from kensei_docs.figures import number_in
from kensei_docs.languages import codes, language
from kensei_docs.problems import Number, Place, Problem, Said, closest, say, unusable
from kensei_docs.slugs import folded

CHECK = "import"
TEXT, JSON, ROSTER, PACKED = ".txt", ".json", ".ros", ".rosz"
IMPORTED = (TEXT, JSON, ROSTER, PACKED)
# A list is far smaller; what is larger, or deeper, is none, and would take memory.
_MOST_BYTES = 20_000_000
_DEEPEST = 40
_MOST_ENTRIES = 5_000
# What a list says of things that nothing reads, and the profiles that a row may mean.
UNREAD, MAY_BE = "_unread", "_may-be"


@dataclass
class _Entry:
    """A part of a list: its words, their number, its points, and what stands below it.

    ``bare`` is a number behind the name that nothing explains: its points, or how many they are. ``sort`` is the type
    of a selection in a roster (``unit``, ``model``, ``upgrade``), ``hints`` are names that may say more of it, and are
    passed over where they don't. ``path`` leads to it in a roster.
    """

    name: str
    place: Place
    count: float | None = None
    points: float | None = None
    bare: float | None = None
    sort: str = ""
    called: str = ""
    path: str = ""
    hints: Sequence[str] = ()
    parts: list[_Entry] = field(default_factory=list)

    def all(self) -> Iterator[_Entry]:
        """Yield the entry and all below it."""
        yield self
        for part in self.parts:
            yield from part.all()


@dataclass
class _List:
    """A list as it is written: what it says of the army, (word, value, place), and an entry for each troop."""

    heads: list[tuple[str, str, Place]] = field(default_factory=list)
    # Names that may be of anything that an army has, such as its clan; the certain ones are to be told if they aren't.
    hints: list[tuple[str, Place, bool]] = field(default_factory=list)
    # Headings above troops, which may say of what sort these are.
    headings: list[tuple[str, Place]] = field(default_factory=list)
    entries: list[_Entry] = field(default_factory=list)


def import_army(
    file: Path, database: Database, overrides: Mapping[str, str] | None = None, names: NamesOf = lambda record: ()
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the data of a list in a file, as ``read_army`` reads them in YAML, and a problem for all that isn't read.

    ``overrides`` and ``names`` are those of ``read_army``. Raises Unusable for a file that can't be read, and where no
    edition knows its names.
    """
    return _Importer(file, database, overrides or {}, names).data()


class _Importer:
    """Looks up the words of one list in an edition."""

    def __init__(self, file: Path, database: Database, overrides: Mapping[str, str], names: NamesOf) -> None:
        self._file, self._database, self._names = file, database, names
        self._overrides = overrides
        self._of_army, self._of_troop = Columns(database, "army"), Columns(database, "troop")
        self._problems: list[Problem] = []
        self._unread: list[str] = []
        self._found_by: dict[str, NearNames] = {}

    def _profiles(self, edition: Edition) -> NearNames:
        if edition.id not in self._found_by:
            self._found_by[edition.id] = NearNames(edition, self._names)
        return self._found_by[edition.id]

    def data(self) -> tuple[dict[str, Any], list[Problem]]:
        listed = self._listed()
        edition = self._edition = self._edition_of(listed)
        self._cells = Cells(self._database, edition, self._names)
        data: dict[str, Any] = {"name": self._file.stem, "edition": edition.id}
        for word, value, place in listed.heads:
            self._read_head(data, word, value, place)
        for name, place, certain in listed.hints:
            is_text = self._file.suffix.lower() == TEXT
            if self._read_hint(data, name) or (is_text and self._read_words(data, name, place)) or not certain:
                continue
            message = say(
                "'%(text)s' is not read; it names neither a troop nor what an army has", text=name[:_MOST_LETTERS]
            )
            self._report(place, message, name)
        for heading, place in listed.headings:
            if not self._read_gear({}, heading):
                message = say(
                    "'%(text)s' is taken for a heading, and says nothing of the troops below it", text=heading
                )
                self._problems.append(Problem(place, message, CHECK, "note"))
        data |= {name: text for name, text in self._overrides.items() if name != "edition"}
        faction = data.get(declared_musters(edition).faction)
        data["rows"] = [row for entry in listed.entries if (row := self._row(entry, data, faction))]
        if not data["rows"]:
            raise unusable(self._file, say("has no troops; write a line for each, with its number first"), CHECK)
        if "size" not in data:
            self._report(Place(str(self._file)), say("doesn't say for how many points the battle is; say --size"))
        if self._unread:
            data[UNREAD] = self._unread
        return data, self._problems

    def _listed(self) -> _List:
        content = read_whole(self._file)
        suffix = self._file.suffix.lower()
        if suffix in (ROSTER, PACKED):
            return _list_of_roster(_roster_in_xml(content, self._file), self._file, self._words_of_points)
        if suffix == JSON:
            return _list_of_roster(_roster_in_json(content, self._file), self._file, self._words_of_points)
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            line = content[: fault.start].count(b"\n") + 1
            raise unusable(
                self._file, say("is not %(encoding)s text; save it in that encoding", encoding="UTF-8"), CHECK, line
            ) from fault
        reader = _TextReader(
            self._file, self._of_army, self._of_troop, self._words_of_points, self._is_troop, self._is_faction
        )
        listed = reader.read(text)
        self._problems += reader.problems
        return listed

    def _is_troop(self, name: str) -> bool:
        """Return whether an edition knows a troop of a name, which may be in the plural or in another order."""
        found = (self._profiles(each).find(name, None) for each in self._database.editions.values())
        return any(one.profile and not one.is_guess for one in found)

    def _is_faction(self, name: str) -> bool:
        """Return whether an edition has a faction of a name."""
        return any(
            folded(name) in map(folded, (record.name, *self._names(record)))
            for each in self._database.editions.values()
            for record in each.records_of(declared_musters(each).faction)
        )

    @cached_property
    def _words_of_points(self) -> set[str]:
        """The words that stand beside a number of points, folded."""
        of_languages = (word for code in codes() for word in language(code).points)
        return {folded(word) for word in ("points", *self._of_troop.by_name["points"].words, *of_languages)}

    def _edition_of(self, listed: _List) -> Edition:
        """Return the edition that is asked for or named, or the one that knows most of the troops, which is told."""
        editions = self._database.editions
        said = next((value for word, value, _ in listed.heads if word == "edition"), "")
        asked = self._overrides.get("edition")
        for text in filter(None, (asked, said)):
            named = [each for each in editions.values() if folded(text) in (folded(each.id), folded(each.name))]
            if named:
                return named[0]
        if asked:
            message = say(
                "'%(text)s' is not an edition%(hint)s; known are %(known)s",
                text=asked,
                hint=closest(asked, editions),
                known=", ".join(editions),
            )
            raise unusable(self._file, message, CHECK)
        words = [one.name for entry in listed.entries for one in entry.all()]
        counts = {
            each.id: sum(self._profiles(each).find(word, None).profile is not None for word in words)
            for each in editions.values()
        }
        best = max(counts, key=lambda name: counts[name], default="")
        if not best or not counts[best]:
            known = ", ".join(editions)
            message = say("doesn't say for which edition it is, and none knows its troops; say --edition", known=known)
            raise unusable(self._file, message, CHECK)
        message = say("is read as a list of %(edition)s, which knows its troops; else say --edition", edition=best)
        self._problems.append(Problem(Place(str(self._file)), message, CHECK, "note"))
        return editions[best]

    def _read_head(self, data: dict[str, Any], word: str, value: str, place: Place) -> None:
        """Put into the data what a list says of the army, under one of the words for it."""
        column = self._of_army.find(word)
        if column is None or column.name in ("rows", "edition"):
            return
        if column.name == "size":
            data["size"] = self._size(value)
            return
        try:
            data[column.name] = self._cells.read(column, value)
        except Refused as refused:
            self._report(place, refused.message, f"{word}: {value}")

    def _size(self, text: str) -> str:
        """Return the points in a size, which may have their word beside them; or its name."""
        number = re.match(r"\s*([\d.,]+)\s*(\D*)$", text)
        return number[1] if number and (not number[2] or folded(number[2]) in self._words_of_points) else text

    def _read_hint(self, data: dict[str, Any], name: str) -> bool:
        """Put a name of an army's into the data: of its faction, its commander's level, its size."""
        declared = declared_musters(self._edition)
        columns = (
            self._of_army.by_name[one] for one in (declared.faction, declared.level) if one in self._of_army.by_name
        )
        for column in columns:
            if (slug := self._slug(column, name)) is not None:
                data.setdefault(column.name, slug)
                return True
        size = self._cells.name([declared.sizes], name) if declared.sizes else None
        if size or name in self._sizes or (re.fullmatch(r"[\d.,]+\s*\D+", name) and self._size(name) != name):
            data.setdefault("size", size or self._size(name))
            return True
        return False

    def _read_words(self, data: dict[str, Any], text: str, place: Place) -> bool:
        """Put into the data what some words among others say of the army, which is told: *list, 200 pts, Buke*."""
        words = text.split()
        found = []
        for first in range(len(words)):
            for last in range(min(first + _MOST_WORDS, len(words)), first, -1):
                part, trial = " ".join(words[first:last]), dict(data)
                is_size = part in self._sizes or len(part.split()) > 1 or not part.isdecimal()
                if is_size and self._read_hint(trial, part):
                    found.append(part)
                    data |= trial
                    break
        if found and found != [text]:
            message = say("'%(text)s' is read as %(said)s", text=text, said=" · ".join(found))
            self._problems.append(Problem(place, message, CHECK, "note"))
        return bool(found)

    @cached_property
    def _sizes(self) -> set[str]:
        """The points of the edition's sizes of battle."""
        declared = declared_musters(self._edition)
        sizes = (number_in(record.figure("points")) for record in self._edition.records_of(declared.sizes))
        return {f"{size:g}" for size in sizes if size}

    def _slug(self, column: Column, text: str) -> Any:
        """Return the value of a column for a figure, or for names that the edition knows; None for any other."""
        if column.of and not any(self._cells.names(register) for register in column.of) and not column.value_by_word:
            return None
        try:
            return self._cells.read(column, text)
        except Refused:
            return None

    def _row(self, entry: _Entry, data: dict[str, Any], faction: Any) -> dict[str, Any] | None:
        """Return the row of a troop; None for a selection of a roster that says something of the army."""
        parts = [one.name for one in entry.all()][1:]
        found = self._profiles(self._edition).find(entry.name, faction, parts)
        if entry.called and (own := self._profiles(self._edition).exact(entry.called, faction)):
            found = Near(own)
        profile = found.profile
        models = [one for one in entry.all() if one.sort == "model"]
        if profile is None and (not entry.sort or not (models and entry.points)):
            column = self._of_army.find(entry.name)
            if column and column.name != "name" and entry.parts:
                for part in entry.parts:
                    priced = None if entry.sort else _BARE.match(part.name)
                    self._read_head(data, column.name, priced["name"] if priced else part.name, part.place)
                return None
            if self._read_hint(data, entry.name):
                return None
        row: dict[str, Any] = {}
        unread: list[str] = []
        if profile:
            row["profile"] = profile.slug
        if not profile or entry.called:
            row["name"] = entry.called or entry.name
        if not profile:
            message = _not_found(entry.path or entry.name, found.others)
            # A problem that a choice among its candidates settles names the likeliest of them.
            likeliest = found.others[0].id if found.others else None
            self._problems.append(Problem(entry.place, message, CHECK, record=likeliest))
            if found.others:
                row[MAY_BE] = [one.slug for one in found.others]
        elif found.is_guess:
            message = say("'%(text)s' is read as %(said)s", text=entry.path or entry.name, said=profile)
            self._problems.append(Problem(entry.place, message, CHECK, "note"))
        count, points = self._numbers(entry, next(iter((*filter(None, [profile]), *found.others)), None))
        row["miniatures"] = f"{sum(one.count or 0 for one in models) or count:g}"
        if points is not None:
            row["points"] = f"{points:g}"
        for hint in entry.hints:
            told: dict[str, Any] = {}
            self._read_gear(told, hint)
            # A heading may stand above troops that it is not about; a profile knows what its troop is.
            row |= {
                name: value
                for name, value in told.items()
                if name not in row and not (profile and profile.get(self._of_troop.by_name[name].at))
            }
        names = {folded(entry.name), *(map(folded, [profile.name, *self._names(profile)]) if profile else ())}
        for part in list(entry.all())[1:]:
            is_troop = part.sort == "model" and (
                folded(part.name) in names or folded(part.name).startswith(tuple(names))
            )
            if is_troop or self._read_gear(row, part.name) or self._read_hint(data, _without_count(part.name)):
                continue
            unread.append(part.name)
            hint = closest(part.name, self._words_of_gear)
            message = say(
                "'%(text)s' is nothing that a troop has here%(hint)s; it is left out",
                text=part.path or part.name,
                hint=hint,
            )
            self._report(part.place, message)
        return row | ({UNREAD: unread} if unread else {})

    def _numbers(self, entry: _Entry, profile: Record | None) -> tuple[float, float | None]:
        """Return how many a troop has, and its points.

        A number alone is what the other of the two is not: its points, or how many they are where the price of one is
        known and another.
        """
        each = [one.points for one in entry.all() if one.points is not None]
        count, points, bare = entry.count, sum(each) if each else None, entry.bare
        if bare is not None and count is None:
            price = number_in(profile.figure("points")) if profile else None
            is_count = points is not None or (price is not None and price != bare)
            count, points = (bare, points) if is_count else (1, bare)
            if not each:
                told = say("%(number)s miniatures", number=Number(bare)) if is_count else None
                said = told or say("%(number)s points", number=Number(bare))
                message = say("'%(text)s' is read as %(said)s", text=f"{entry.name} {bare:g}", said=said)
                self._problems.append(Problem(entry.place, message, CHECK, "note"))
        elif points is None:
            points = bare
        return count or 1, points

    @cached_property
    def _columns_of_gear(self) -> list[Column]:
        """The columns whose values name something of a troop."""
        declared = declared_musters(self._edition)
        return [
            column
            for column in self._of_troop.by_name.values()
            if column.takes in ("name", "names") and column.of and column.name != declared.faction
        ]

    @cached_property
    def _words_of_gear(self) -> list[str]:
        return [
            word
            for column in self._columns_of_gear
            for word in (*column.value_by_word, *(name for one in column.of for name in self._cells.names(one)))
        ]

    def _read_gear(self, row: dict[str, Any], text: str) -> bool:
        """Put into a row what a word says of a troop; return whether it says anything."""
        word = _without_count(text)
        column = self._of_troop.find(word)
        if column and column.takes == "boolean":
            row.setdefault(column.name, "yes")
            return True
        for column in self._columns_of_gear:
            value = self._slug(column, word)
            if value is None:
                continue
            if isinstance(value, list):
                value = list(dict.fromkeys([*row.get(column.name, ()), *value]))
            row[column.name] = value
            return True
        parts = word.replace(":", " ").split()
        for at in range(1, len(parts)):
            # A value behind the word for it: "attack 2", "class W".
            column, value = self._of_troop.find(" ".join(parts[:at])), " ".join(parts[at:])
            is_read = column and (column in self._columns_of_gear or column.takes in ("figure", "length"))
            if column and is_read and (given := self._slug(column, value)) is not None:
                row[column.name] = given
                return True
        # Several in one: "katana and yumi".
        joins = {folded(one) for code in codes() for one in language(code).conjunctions}
        for at, part in enumerate(parts[1:-1], 1):
            if folded(part) in joins:
                trial = dict(row)
                if self._read_gear(trial, " ".join(parts[:at])) and self._read_gear(trial, " ".join(parts[at + 1 :])):
                    row |= trial
                    return True
        return False

    def _report(self, place: Place, message: Said, unread: str = "") -> None:
        self._problems.append(Problem(place, message, CHECK))
        if unread:
            self._unread.append(unread)


def read_whole(file: Path) -> bytes:
    """Return the content of a list, that of the one file in a packed roster; raises Unusable if that is too large."""
    try:
        with file.open("rb") as opened:
            content = opened.read(_MOST_BYTES + 1)
    except OSError as fault:
        raise unusable(file, say("can't be read (%(why)s)", why=fault.strerror or ""), CHECK) from fault
    if len(content) <= _MOST_BYTES and file.suffix.lower() == PACKED:
        try:
            with zipfile.ZipFile(BytesIO(content)) as packed:
                inner = [one for one in packed.infolist() if one.filename.lower().endswith(ROSTER)]
                if len(inner) != 1:
                    raise unusable(file, say("has no roster in it, or several; pack one .ros file"), CHECK)
                with packed.open(inner[0]) as opened:
                    content = opened.read(_MOST_BYTES + 1)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as fault:
            raise unusable(file, say("is not a packed roster; save it anew"), CHECK) from fault
    if len(content) > _MOST_BYTES:
        most = f"{_MOST_BYTES // 1_000_000}"
        raise unusable(file, say("is larger than %(most)s MB, and no list; name that of an army", most=most), CHECK)
    return content


def _without_count(text: str) -> str:
    """Return a word without the number before it (``9x``), and without the points in brackets behind it."""
    word = re.sub(r"^\s*\d+\s*[x×]?\s+(?=\D)", "", text.strip(), flags=re.I)
    return re.sub(r"\s*[\[(]\s*\+?\d+[^\])]*[\])]\s*$", "", word).strip()


# Rosters.

# A node of a roster, alike in XML and JSON: its attributes, lists of inner nodes by the names of their elements, and
# under ``line`` where it begins.
_Node = dict[str, Any]
_LISTS = ("forces", "selections", "costs", "costLimits", "categories")


def _roster_in_xml(content: bytes, file: Path) -> _Node:
    """Return the roster in XML; raises Unusable for other XML, and for a document type, which can hold entities."""
    # The standard library's own parser: this module runs in the browser, too.
    from xml.parsers import expat

    parser = expat.ParserCreate()
    outside: _Node = {}
    # The nodes around the place that is read; in a list of nodes, the node that has it. None: what nothing reads.
    around: list[_Node | None] = [outside]

    def begins(element: str, attributes: dict[str, str]) -> None:
        line, name = parser.CurrentLineNumber, element.rpartition(":")[2]
        if len(around) > 2 * _DEEPEST:
            raise unusable(file, say("has more levels than any roster; save it anew"), CHECK, line)
        above = around[-1]
        if above is outside:
            if name != "roster":
                raise unusable(file, say("is not the XML of a roster; save it anew"), CHECK)
            above = outside.setdefault("roster", {**attributes, "line": line})
            around.append(above)
        elif above is None or "list" in above:
            node = None if above is None else {**attributes, "line": line}
            if above is not None and node is not None:
                above["list"].append(node)
            around.append(node)
        else:
            around.append({"list": above.setdefault(name, [])} if name in _LISTS else None)

    def has_type(*_: Any) -> None:
        message = say("declares a document type, which no roster needs; save it anew with the program it is of")
        raise unusable(file, message, CHECK)

    parser.StartElementHandler = begins
    parser.EndElementHandler = lambda _: around.pop()
    parser.StartDoctypeDeclHandler = has_type
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError) as fault:
        line = fault.lineno if isinstance(fault, expat.ExpatError) else None
        raise unusable(file, say("is not the XML of a roster; save it anew"), CHECK, line) from fault
    roster: _Node = outside["roster"]
    return roster


def _roster_in_json(content: bytes, file: Path) -> _Node:
    """Return the roster in JSON; raises Unusable for other JSON."""
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as fault:
        line = fault.lineno if isinstance(fault, json.JSONDecodeError) else None
        raise unusable(file, say("is not the JSON of a roster; export the list anew"), CHECK, line) from fault
    data = data.get("roster", data) if isinstance(data, dict) else data
    if not isinstance(data, dict) or not isinstance(data.get("forces"), list):
        raise unusable(file, say("is not the JSON of a roster; export the list anew"), CHECK)
    return data


def _nodes(node: _Node, name: str) -> list[_Node]:
    inner = node.get(name)
    return [one for one in inner if isinstance(one, dict)] if isinstance(inner, list) else []


def _number(value: Any) -> float | None:
    """Return a number of a roster, which may be written in letters."""
    number = number_in(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else None
    return number if number is not None and abs(number) < 1e9 else None


def _list_of_roster(roster: _Node, file: Path, points: set[str]) -> _List:
    """Return the list of a roster: an entry for each selection of its forces; ``points`` are the words for them."""
    listed = _List()
    top = Place(str(file), roster.get("line"))
    for word, key in (("name", "name"), ("edition", "gameSystemName")):
        if isinstance(roster.get(key), str) and roster[key]:
            listed.heads.append((word, roster[key], top))
    limits = [_number(one.get("value")) for one in _nodes(roster, "costLimits") if _is_points(one, roster, points)]
    if limit := next((one for one in limits if one and one > 0), None):
        listed.heads.append(("size", f"{limit:g}", top))
    count = Counter[str]()

    def entry(node: _Node, above: str, depth: int) -> _Entry:
        count["entries"] += 1
        if depth > _DEEPEST or count["entries"] > _MOST_ENTRIES:
            raise unusable(file, say("has more levels or selections than any roster; save it anew"), CHECK)
        name = str(node.get("name") or "")
        path = f"{above} › {name}" if above else name
        costs = [_number(one.get("value")) for one in _nodes(node, "costs") if _is_points(one, roster, points)]
        return _Entry(
            name,
            Place(str(file), node.get("line")),
            _number(node.get("number")),
            sum(one for one in costs if one) if any(costs) else None,
            None,
            str(node.get("type") or "upgrade"),
            str(node.get("customName") or ""),
            path,
            [str(one.get("name") or "") for one in _nodes(node, "categories")],
            [entry(one, path, depth + 1) for one in _nodes(node, "selections")],
        )

    for force in _nodes(roster, "forces"):
        place = Place(str(file), force.get("line"))
        for key in ("catalogueName", "name"):
            if isinstance(force.get(key), str):
                # A catalogue is often called "Game - Clan".
                listed.hints += [
                    (part.strip(), place, False) for part in (force[key], *re.split(r"\s[-–—:]\s", force[key]))
                ]
        listed.entries += [entry(one, str(force.get("name") or ""), 1) for one in _nodes(force, "selections")]
    return listed


def _is_points(cost: _Node, roster: _Node, points: set[str]) -> bool:
    """Return whether a cost is in points: it is called so, or it is the only one that the roster has."""
    names = {folded(str(one.get("name") or "")) for key in ("costs", "costLimits") for one in _nodes(roster, key)}
    name = folded(str(cost.get("name") or ""))
    return len(names) <= 1 or name in points


def _not_found(name: str, others: Sequence[Record]) -> Said:
    """Return what is said of a name that no troop alone has."""
    if not others:
        return say("no troop is called '%(name)s'; it keeps its name, and nothing is known of it", name=name)
    listed: Record | Said = others[-1]
    for at, one in enumerate(reversed(others[:-1])):
        listed = (
            say("%(first)s, %(more)s", first=one, more=listed)
            if at
            else say("%(first)s or %(other)s", first=one, other=listed)
        )
    return say("'%(name)s' may be %(others)s; choose what is meant", name=name, others=listed)


# Texts.

# The most words that a name of an army's has, such as a clan's, and the most letters of a line that are told.
_MOST_WORDS, _MOST_LETTERS = 4, 60
_BULLETS = " \t-–—*•·▪◦>+"
_FIRST = re.compile(r"^(?P<count>\d{1,4})\s*(?:[x×]\s*|\s)(?P<rest>\D.*)$", re.I)
_LAST = re.compile(r"^(?P<name>\D+?)\s*\b[x×]\s?(?P<count>\d{1,4})\b(?P<rest>.*)$", re.I)
_BRACKETS = re.compile(r"[\[(]([^\])]*)[\])]")
_BREAK = re.compile(r"\s[-–—=|@]+\s|\s*[:|]\s*|\s*[–—]\s*")
_BARE = re.compile(r"^(?P<name>.*[^\W\d].*?)[\s–—=:@-]+(?P<bare>\d{1,4})$")
_NUMBER = re.compile(r"(?<![\w.,])(\d{1,5}(?:[.,]\d+)?)\s*([^\W\d]+\.?)?")


class _TextReader:
    """Reads a text line by line: what it says of the army, then its troops; what is below a troop belongs to it."""

    def __init__(
        self,
        file: Path,
        of_army: Columns,
        of_troop: Columns,
        points: set[str],
        is_troop: Callable[[str], bool],
        is_faction: Callable[[str], bool],
    ) -> None:
        self._file, self._of_army, self._of_troop, self._points = file, of_army, of_troop, points
        self._is_troop, self._is_faction = is_troop, is_faction
        self._heading: list[str] = []
        self.problems: list[Problem] = []

    def read(self, text: str) -> _List:
        listed = _List()
        for number, line in enumerate(text.splitlines(), 1):
            stripped = line.strip(_BULLETS).strip()
            if not any(map(str.isalnum, stripped)):
                # A heading is of the troops up to the next empty line.
                self._heading = []
                continue
            place = Place(str(self._file), number)
            is_below = line[:1] in " \t" or line.lstrip()[:1] in "•·▪◦"
            # "Heroes:", "== Infantry ==".
            is_framed = not line.strip()[0].isalnum() and not line.strip()[-1].isalnum() and not is_below
            if (is_framed or stripped.endswith(":")) and not any(map(str.isdigit, stripped)):
                heading = stripped.strip("=:+*#_~ ")
                listed.headings.append((heading, place))
                self._heading = [heading]
                continue
            if not self._read_line(listed, stripped, place, is_below):
                listed.hints.append((stripped, place, True))
        return listed

    def _read_line(self, listed: _List, line: str, place: Place, is_below: bool) -> bool:
        word, colon, value = line.partition(":")
        column = self._of_army.find(word) if colon else None
        if column and value.strip() and column.name != "rows" and not _FIRST.match(line):
            listed.heads.append((column.name, value.strip(), place))
            return True
        if self._of_troop.is_total(re.split(r"[\d:=]", line)[0]):
            self._check_total(listed, line, place)
            return True
        named = any(word == "name" for word, _, _ in listed.heads)
        entry = self._entry(line, place)
        is_troop = entry and (self._is_troop(entry.name) or not (entry.count is None or self._is_faction(entry.name)))
        if entry and not listed.entries and not is_troop:
            # What stands above the troops may have its size behind it.
            entry = None
        if entry and is_below and listed.entries and entry.points is None:
            listed.entries[-1].parts += [replace(entry, parts=[]), *entry.parts]
            return True
        if entry:
            entry.hints = self._heading
            listed.entries.append(entry)
            return True
        if is_below and listed.entries:
            listed.entries[-1].parts += self._gear(line, place)
            return True
        if (named or listed.entries) and self._is_troop(line):
            # A single one may stand without a number.
            listed.entries.append(_Entry(line, place, 1, hints=self._heading))
            return True
        if listed.entries:
            return False
        # The first line is the name, with what else it says behind it.
        name, *others = [part.strip() for part in re.split(r"[\[\](),|]|\s[-–—]\s|\s*[–—:]\s*", line) if part.strip()]
        if not named:
            listed.heads.append(("name", name, place))
        listed.hints += [(name, place, named), *((other, place, True) for other in others)]
        return True

    def _entry(self, line: str, place: Place) -> _Entry | None:
        """Return the troop of a line: with its number, or with its points, which a single one has."""
        first, last = _FIRST.match(line), _LAST.match(line)
        if first and folded(first["rest"].split()[0].strip(".,")) in self._points:
            first = None
        count = float(first["count"]) if first else float(last["count"]) if last else None
        rest = first["rest"] if first else f"{last['name']} {last['rest']}" if last else line
        points, rest = self._points_in(rest)
        inside = _BRACKETS.findall(rest)
        name, *others = _BREAK.split(_BRACKETS.sub(" ", rest), maxsplit=1)
        name, *more = name.split(",", 1)
        bare = None
        if found := _BARE.match(" ".join(name.split())):
            name, bare = found["name"], float(found["bare"])
        elif others and others[0].strip().isdecimal():
            bare = float(others.pop(0))
        if (
            count is None
            and bare is not None
            and points is not None
            and not any(folded(number[2] or "") in self._points for number in _NUMBER.finditer(line))
        ):
            # "Frogs (5) 25": how many, and what they cost.
            count, points, bare = points, bare, None
        if count is None and points is None and bare is None:
            return None
        gear = [word for text in (*more, *others, *inside) for word in self._gear(text, place)]
        name = " ".join(name.split()).strip(" -–—.")
        return _Entry(name, place, count, points, bare, parts=gear) if name else None

    def _gear(self, text: str, place: Place) -> list[_Entry]:
        words = (" ".join(part.split()).strip(" -–—.") for part in re.split(r"[,;/+]|\s[-–—]\s", text))
        return [_Entry(word, place) for word in words if any(map(str.isalnum, word))]

    def _points_in(self, text: str) -> tuple[float | None, str]:
        """Return the points in a text, beside a word for them or alone in brackets, and the text without them."""
        for bracket in _BRACKETS.finditer(text):
            if bracket[1].strip().isdecimal():
                return float(bracket[1]), text[: bracket.start()] + text[bracket.end() :]
        for number in _NUMBER.finditer(text):
            if number[2] and folded(number[2]) in self._points:
                points = number_in(number[1].replace(",", "."))
                left = text[: number.start()].rstrip(" -–—=@:") + " " + text[number.end() :]
                return points, re.sub(r"[\[(]\s*[\])]", " ", left)
        return None, text

    def _check_total(self, listed: _List, line: str, place: Place) -> None:
        """Hold a total against the points of the troops above."""
        number = _NUMBER.search(line)
        sums = {"points": sum(entry.points or entry.bare or 0 for entry in listed.entries)}
        told = [("points", number[1], place)] if number and listed.entries else []
        self.problems += total_row(place, line, told, sums, {}, CHECK)
