"""Changes of a record wherever it stands: its data file, its readings, the glossary, catalogues.

Nothing is written here: an edit collects the new text of each file. What can't be changed raises Unusable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.edit import YamlText
from kensei_docs.database.record_parts import pointers
from kensei_docs.drafting.cues import key_of
from kensei_docs.extract import letters_of
from kensei_docs.extract.reading.recipes import HEADING, RECORD, SKIP
from kensei_docs.problems import Said, say, unusable
from kensei_docs.project import SOURCES, Project
from kensei_docs.review.kinds import VOCABULARY, add_to_vocabulary, cards_of_kind, kind_named
from kensei_docs.review.readings import ENTRIES, PASSAGE, TABLE, Reading, readings, readings_of
from kensei_docs.review.refusals import CHECK, Clash, refused
from kensei_docs.review.words import GLOSSARY, Words, forget_terms
from kensei_docs.slugs import slug_of
from kensei_docs.sources import Source

# What a draft gives a record; anything else is a person's.
_DRAFTED = {"name", "figures", "todo", "status", "from"}


@dataclass
class Edit:
    """One change of a project: what it changes, file by file, and what a person should know of it.

    ``touched`` are the records whose citations have to be brought up to date, by their ids after the change; ``ids``
    has the new id, or None, of each record that has lost its own.
    """

    project: Project
    database: Database
    edition: Edition
    source: Source
    touched: set[str] = field(default_factory=set)
    ids: dict[str, str | None] = field(default_factory=dict)
    told: list[Said] = field(default_factory=list)
    _yaml: dict[Path, YamlText] = field(default_factory=dict)
    _new: dict[Path, str] = field(default_factory=dict)

    def files(self) -> dict[Path, str | None]:
        """Return the new text of each file that changes, None for one that goes."""
        changed = {file: one.text if one.value else None for file, one in self._yaml.items()}
        return {**changed, **self._words.texts, **self._new}

    @cached_property
    def _words(self) -> Words:
        return Words(self.project, self.edition.id)

    def rename(self, record: Record, name: str) -> None:
        """Give a record another name, and the id that belongs to it where nothing else names the record."""
        if not slug_of(name) or not name.isprintable():
            said = say("'%(name)s' is not a name: it needs letters or digits from which an id can be made", name=name)
            raise refused(said)
        own, new = slug_of(record.name), slug_of(name)
        self.data_of(record).set(name, record.slug, "name")
        self._words.rename(record.id, name)
        users = list(self._users(record.id))
        if new == record.slug or record.slug != own:
            return
        if users:
            self._tell(say("The id stays %(id)s: it is named in %(users)s.", id=record.id, users=", ".join(users)))
            return
        if f"{record.kind}/{new}" in self.edition.records:
            self._tell(say("The id stays %(id)s: another record has the id %(other)s.", id=record.id, other=new))
            return
        self.data_of(record).rename(new, record.slug)
        for reading in readings_of(self.source, record.id):
            self._rename_in_reading(reading, record, new)
        self._words.move(record.id, f"{record.kind}/{new}")
        self._now(record.id, f"{record.kind}/{new}")

    def rename_figure(self, record: Record, path: str, label: str) -> None:
        """Call a figure otherwise: in its record, its text, its cue, the glossary and catalogues.

        A column of a table is renamed for every row. Of a record that is a table, the row is: ``rows.ROW.COLUMN``.
        """
        group, _, figure = path.partition(".")
        new = key_of(label)
        if not new or not label.isprintable():
            raise refused(say("'%(name)s' is not a name for a figure: it needs letters or digits", name=label))
        if group == "rows":
            row = figure.partition(".")[0]
            self.data_of(record).set(label, record.slug, "rows", row, "name")
            self.touched.add(record.id)
            return
        with_it = self._records_of_column(record, figure) or [record]
        if new != figure:
            for one in with_it:
                if new in (one.data.get("figures") or {}):
                    said = say(
                        "%(record)s has a figure '%(name)s' already; choose another name",
                        record=str(one.name),
                        name=new,
                    )
                    raise refused(said)
                self._rename_in_record(one, figure, new)
            tables: set[tuple[str, int]] = set()
            for reading in readings_of(self.source, record.id):
                if reading.recipe != TABLE or (reading.stem, reading.index) not in tables:
                    self._rename_cue(reading, figure, new)
                tables.add((reading.stem, reading.index))
        if len(with_it) > 1:
            self._tell(say("The column is renamed for %(many)s records.", many=len(with_it)))
        others = [
            one
            for one in self.edition.records.values()
            if one not in with_it and isinstance(one.data.get("figures"), dict) and figure in one.data["figures"]
        ]
        self._name_term(figure, new, label, others)

    def change_kind(self, record: Record, name: str) -> None:
        """Make a record one of another kind, with all that are read with it: a list or a table has one kind.

        A ``name`` that no kind has, in the plural or the singular, is that of a new one, which gets cards.
        """
        stem, kind = kind_named(name, self.project, self.database, self.edition)
        if kind == record.kind:
            raise refused(say("%(id)s is of this kind already; choose or write another one", id=record.id))
        with_it = self.read_together(record)
        target = record.tree.file.with_name(f"{stem}.yaml")
        if not all(isinstance(one.data.get("figures", {}), dict) and "rows" not in one.data for one in with_it):
            raise refused(say("%(record)s is a table, and stays one; change it by hand", record=str(record.name)))
        if stem not in self.database.vocabulary.kinds:
            add_to_vocabulary(self._file(self.project.layers[0] / VOCABULARY), stem, kind)
            self._new |= cards_of_kind(self.project, kind, name, self.edition.written_in)
            if self.source.language != self.edition.written_in:
                self._words.add_title(kind, name, self.source.language)
        for one in with_it:
            if f"{kind}/{one.slug}" in self.edition.records:
                said = say("there is a record %(id)s already; rename one of the two first", id=f"{kind}/{one.slug}")
                raise refused(said)
            self._file(target).append(self.data_of(one).remove(one.slug), apart=True)
            self._tell_users(one)
            self._words.move(one.id, f"{kind}/{one.slug}")
            self._now(one.id, f"{kind}/{one.slug}")
        places = {(one.stem, one.index): one for one in readings(self.source) if one.record in self.ids}
        for reading in list(places.values()):
            self._change_kind_of_reading(reading, kind)
        moved = [one for one in places.values() if not one.lent and one.stem != stem]
        for reading in sorted(moved, key=lambda one: (one.stem, -one.index)):
            lines = self.profile_of(reading.stem).remove(reading.index)
            self.profile_of(stem).append(lines)
        if len(with_it) > 1:
            self._tell(say("%(many)s records are read together, and are all of that kind now.", many=len(with_it)))
        if not any(one.kind == record.kind for one in self.edition.records.values() if one.id not in self.ids):
            self._tell(say("No record of the kind %(kind)s is left: its cards in templates/ can go.", kind=record.kind))

    def join(self, record: Record, into: Record, labels: Mapping[str, str]) -> None:
        """Move the figures of a record, and their cues, to another one; the record goes.

        ``labels`` are other names for figures, by the names that they have. Raises Clash where the other record has a
        figure of the same name.
        """
        if record.id == into.id:
            raise refused(say("a record can't be joined with itself; choose another one"))
        read_by = readings_of(self.source, record.id)
        if "rows" in record.data or any(one.recipe not in (PASSAGE, ENTRIES) for one in read_by) or "rows" in into.data:
            said = say("%(id)s is read from a table, whose rows stay apart; drop it, or join by hand", id=record.id)
            raise refused(said)
        own = sorted(set(record.data) - _DRAFTED)
        if own:
            keys = ", ".join(own)
            said = say(
                "%(id)s has '%(keys)s' of its own; move that first, or join the other way", id=record.id, keys=keys
            )
            raise refused(said)
        figures = dict(record.data.get("figures") or {})
        named = {figure: key_of(labels[figure]) if labels.get(figure) else figure for figure in figures}
        there = set(into.data.get("figures") or {})
        twice = [figure for figure, new in named.items() if new in there or list(named.values()).count(new) > 1]
        if twice:
            said = say(
                "%(record)s has a figure of this name already: %(names)s; give it another",
                record=str(into.name),
                names=", ".join(twice),
            )
            raise Clash(refused(said), twice)
        data = self.data_of(into)
        for figure, new in named.items():
            if not data.get(into.slug, "figures"):
                if isinstance(data.get(into.slug), dict) and "figures" in data.get(into.slug):
                    data.remove(into.slug, "figures")
                data.add("figures", {new: figures[figure]}, into.slug)
            else:
                data.add(new, figures[figure], into.slug, "figures")
        for reading in read_by:
            for figure, new in named.items():
                if new != figure:
                    self._rename_cue(reading, figure, new)
            if reading.recipe == PASSAGE:
                self.profile_of(reading.stem).set(into.id, reading.index, PASSAGE)
            elif reading.lent:
                self.profile_of(reading.stem).set(into.id, reading.index, "read", reading.key, RECORD)
            else:
                self._add_to_entry(reading, RECORD, into.id)
        for figure, new in named.items():
            if new != figure:
                used = [one for one in self.edition.records.values() if figure in (one.data.get("figures") or {})]
                self._name_term(figure, new, labels[figure], [one for one in used if one.id != record.id])
        self._take_away(record)
        self.ids[record.id] = into.id
        self.touched.add(into.id)

    def drop(self, record: Record) -> None:
        """Take a record away, and its readings: its heading, or its row, is known to be no record."""
        for reading in sorted(readings_of(self.source, record.id), key=lambda one: (one.stem, -one.index)):
            self._drop_reading(reading, record)
        self._take_away(record)
        self.ids[record.id] = None
        forget_terms(self._file(self.project.layers[0] / GLOSSARY), record, self.edition.records.values())

    def read_together(self, record: Record) -> list[Record]:
        """Return the records of the list or table that a record is read from, itself among them."""
        places = {(one.stem, one.index) for one in readings_of(self.source, record.id) if not one.lent}
        ids = {
            record.id,
            *(one.record for one in readings(self.source) if (one.stem, one.index) in places and not one.lent),
        }
        return [one for one in self.edition.records.values() if one.id in ids]

    def data_of(self, record: Record) -> YamlText:
        """Return the file of a record, to be changed; the record is touched."""
        file = record.tree.file
        if file.suffix != ".yaml" or not self.project.holds(file):
            raise unusable(file, say("is not a YAML file of your project; change it by hand"), CHECK)
        self.touched.add(record.id)
        return self._file(file)

    def profile_of(self, stem: str) -> YamlText:
        """Return a file of the reading profile, to be changed."""
        tree = self.source.trees.get(stem)
        folder = self.project.named_folders(SOURCES)[self.source.id]
        file = tree.file if tree else folder / "reading" / f"{stem}.yaml"
        if not self.project.holds(file):
            raise unusable(file, say("is not of your project; change it by hand"), CHECK)
        return self._file(file)

    def _file(self, file: Path) -> YamlText:
        if file not in self._yaml:
            self._yaml[file] = YamlText(file)
        return self._yaml[file]

    def _now(self, old: str, new: str) -> None:
        self.ids[old] = new
        self.touched.discard(old)
        self.touched.add(new)

    def _users(self, record: str) -> Iterator[str]:
        """Yield the records that name another one."""
        vocabulary = self.database.vocabulary
        references = vocabulary.section("references")
        for one in self.edition.records.values():
            if one.id == record:
                continue
            for _, kind, name in pointers(one.data, references, vocabulary.atoms):
                if record in (name, f"{kind}/{name}"):
                    yield one.id
                    break

    def _tell(self, said: Said) -> None:
        self.told.append(said)

    def _tell_users(self, record: Record) -> None:
        """Tell which records name one that gets another id, or goes."""
        for user in self._users(record.id):
            self._tell(say("%(user)s names %(id)s: mend it there.", user=user, id=record.id))

    def _take_away(self, record: Record) -> None:
        self._tell_users(record)
        self.data_of(record).remove(record.slug)
        self.touched.discard(record.id)
        self._words.move(record.id, None)

    def _rename_in_record(self, record: Record, figure: str, new: str) -> None:
        data = self.data_of(record)
        data.rename(new, record.slug, "figures", figure)
        for i, citation in enumerate(record.data.get("from") or []):
            for k, fact in enumerate(citation.get("covers") or []):
                if fact == f"figures.{figure}":
                    data.set(f"figures.{new}", record.slug, "from", i, "covers", k)
        named = re.compile(rf"(?<=%\(){re.escape(figure)}(?=[)|])|(?<![\w$])(?<=\$){re.escape(figure)}(?![\w-])")
        data.substitute(named, new, record.slug)
        self._words.substitute(record.id, named, new)

    def _rename_cue(self, reading: Reading, figure: str, new: str) -> None:
        profile, fact = self.profile_of(reading.stem), f"figures.{figure}"
        if reading.recipe == TABLE:
            if profile.get(reading.index, "columns", figure) is not None:
                profile.rename(new, reading.index, "columns", figure)
            return
        steps: tuple[str | int, ...] = (reading.index, "read", *([reading.key] if reading.key else []))
        if fact in (profile.get(*steps) or {}):
            profile.rename(f"figures.{new}", *steps, fact)

    def _rename_in_reading(self, reading: Reading, record: Record, new: str) -> None:
        profile, index = self.profile_of(reading.stem), reading.index
        if reading.recipe == PASSAGE:
            profile.set(f"{record.kind}/{new}", index, PASSAGE)
        elif reading.lent:
            profile.set(f"{record.kind}/{new}", index, "read", reading.key, RECORD)
        elif reading.recipe == ENTRIES:
            heading = self._heading(reading, record)
            profile.rename(new, index, "read", reading.key)
            if letters_of(heading) != letters_of(new) and not (profile.get(index, "read", new) or {}).get(HEADING):
                self._add_to_entry(replace(reading, key=new), HEADING, heading)
        elif reading.recipe == TABLE and reading.key:
            profile.rename(new, index, "rows", reading.key)
        elif reading.recipe == TABLE:
            fact = str(profile.get(index, "fact")).partition(":")[2]
            profile.set(f"{record.kind}/{new}:{fact}", index, "fact")

    def _heading(self, reading: Reading, record: Record) -> str:
        """Return how the document heads an entry."""
        facts = self.profile_of(reading.stem).get(reading.index, "read", reading.key) or {}
        same = letters_of(record.name) == letters_of(reading.key)
        return str(facts.get(HEADING) or (record.name if same else reading.key.replace("-", " ").capitalize()))

    def _add_to_entry(self, reading: Reading, key: str, value: str) -> None:
        profile = self.profile_of(reading.stem)
        if profile.get(reading.index, "read", reading.key) is None:
            said = say("has nothing to read for '%(key)s'; write %(empty)s behind it", key=reading.key, empty="{}")
            raise unusable(profile.file, said, CHECK)
        profile.add(key, value, reading.index, "read", reading.key)

    def _change_kind_of_reading(self, reading: Reading, kind: str) -> None:
        profile = self.profile_of(reading.stem)
        if reading.recipe == PASSAGE:
            profile.set(str(self.ids[reading.record]), reading.index, PASSAGE)
        elif reading.recipe == TABLE:
            fact = str(profile.get(reading.index, "fact"))
            profile.set(f"{kind}/{fact.partition('/')[2]}", reading.index, "fact")
        elif reading.recipe == ENTRIES:
            for one in readings(self.source):
                if (one.stem, one.index) == (reading.stem, reading.index) and one.lent and one.record in self.ids:
                    profile.set(str(self.ids[one.record]), one.index, "read", one.key, RECORD)
            if f"{profile.get(reading.index, ENTRIES)}/{reading.key}" in self.ids:
                profile.set(kind, reading.index, ENTRIES)

    def _drop_reading(self, reading: Reading, record: Record) -> None:
        profile, index = self.profile_of(reading.stem), reading.index
        group = {PASSAGE: "", ENTRIES: "read", TABLE: "rows"}.get(reading.recipe)
        if group is None:
            return
        if not reading.key or len(profile.get(index, group)) == 1:
            profile.remove(index)
            return
        label = self._heading(reading, record) if group == "read" else str(profile.get(index, group, reading.key))
        profile.remove(index, group, reading.key)
        if profile.get(index, SKIP) is None:
            profile.add(SKIP, [label], index)
        else:
            skipped = [*profile.get(index, SKIP), label]
            profile.remove(index, SKIP)
            profile.add(SKIP, skipped, index)

    def _records_of_column(self, record: Record, figure: str) -> list[Record]:
        tables = [one for one in readings_of(self.source, record.id) if one.recipe == TABLE and one.key]
        # A figure of a cell of words is its record's alone.
        named = any(self.profile_of(one.stem).get(one.index, "columns", figure) is not None for one in tables)
        return self.read_together(record) if named else []

    def _name_term(self, old: str, new: str, label: str, others: Iterable[Record]) -> None:
        """Give a figure its name in the glossary; the old one goes where no record has such a figure."""
        glossary = self._file(self.project.layers[0] / GLOSSARY)
        spoken = dict.fromkeys((self.edition.written_in, self.edition.language), label)
        used = [one.name for one in others]
        known = self.database.glossary.get(new, {})
        own = glossary.get(old) is not None
        if new == old and own:
            for language in spoken:
                if glossary.get(old, language) is not None:
                    glossary.set(label, old, language)
            if used:
                self._tell(say("Figures of this name are called so in other records, too: %(many)s.", many=len(used)))
        elif known and new != old:
            if own and not used:
                glossary.remove(old)
            printed = known.get(self.edition.written_in)
            if not printed:
                glossary.add(new, dict.fromkeys(spoken, label))
            elif printed.casefold() != label.casefold():
                self._tell(say("In print it is called %(name)s, as the glossary has it.", name=printed))
        elif own and not used:
            glossary.rename(new, old)
            for language in spoken:
                if glossary.get(new, language) is not None:
                    glossary.set(label, new, language)
        else:
            glossary.add(new, spoken)
