"""Changes of a record in all files that contain it: its data file, its readings, the glossary, catalogues.

Nothing is written here: an edit collects the new text of each file. A change that can't be made raises Unusable.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.record_parts import mapping_at, pointers
from kensei_docs.database.yaml_writing import YamlText
from kensei_docs.drafting.named_figures import key_of
from kensei_docs.extract.reading.recipes import RECORD
from kensei_docs.problems import Said, say, unusable
from kensei_docs.project import SOURCES, Project
from kensei_docs.review import CHECK, Clash, refused
from kensei_docs.review.catalogue_edits import GLOSSARY, CatalogueEdits, remove_terms
from kensei_docs.review.kinds_of_record import VOCABULARY, add_to_vocabulary, cards_of_kind, kind_named
from kensei_docs.review.readings import (
    ENTRIES,
    PASSAGE,
    TABLE,
    Reading,
    add_to_entry,
    drop_reading,
    readings,
    readings_of,
    rename_cue,
    rename_in_reading,
)
from kensei_docs.slugs import slug_of
from kensei_docs.sources import Source

# The keys of a record in a draft; all others are written by a person.
_DRAFTED_KEYS = {"name", "figures", "todo", "status", "from"}


@dataclass
class Edit:
    """One change of a project: the new texts of files, and ``messages`` about the change for the person who made it.

    ``touched`` are the ids, after the change, of the records whose citations have to be updated; ``ids`` has the new id
    of each record that loses its id, None if the record is dropped. ``loosened`` is true if figures are no rules after
    the change: they may belong to nothing.
    """

    project: Project
    database: Database
    edition: Edition
    source: Source
    touched: set[str] = field(default_factory=set)
    ids: dict[str, str | None] = field(default_factory=dict)
    messages: list[Said] = field(default_factory=list)
    loosened: bool = False
    _yaml: dict[Path, YamlText] = field(default_factory=dict)
    _new: dict[Path, str] = field(default_factory=dict)

    def files(self) -> dict[Path, str | None]:
        """Return the new text of each file that changes; None for a file that is to be deleted."""
        changed = {file: yaml.content if yaml.value else None for file, yaml in self._yaml.items()}
        return {**changed, **self._catalogues.texts, **self._new}

    @cached_property
    def _catalogues(self) -> CatalogueEdits:
        return CatalogueEdits(self.project, self.edition.id)

    def rename(self, record: Record, name: str) -> None:
        """Give a record another name, and the id made of that name if no other record refers to the record."""
        if not slug_of(name) or not name.isprintable():
            message = say(
                "'%(name)s' is not a name: it needs letters or digits from which an id can be made", name=name
            )
            raise refused(message)
        own = slug_of(record.name)
        new = slug_of(name)
        self.data_of(record).set(name, record.slug, "name")
        self._catalogues.rename(record.id, name)
        users = list(self._users(record.id))
        if new == record.slug or record.slug != own:
            return
        if users:
            self._report(say("The id stays %(id)s: it is named in %(users)s.", id=record.id, users=", ".join(users)))
            return
        if f"{record.kind}/{new}" in self.edition.records:
            self._report(say("The id stays %(id)s: another record has the id %(other)s.", id=record.id, other=new))
            return
        self.data_of(record).rename(new, record.slug)
        for reading in readings_of(self.source, record.id):
            rename_in_reading(self.profile_of(reading.stem), reading, record, new)
        self._catalogues.move(record.id, f"{record.kind}/{new}")
        self._set_id(record.id, f"{record.kind}/{new}")

    def rename_figure(self, record: Record, path: str, label: str) -> None:
        """Give a figure another name: in its record, its text, its cue, the glossary and catalogues.

        ``path`` is ``figures.NAME``: if the figure is read from a column of a table, the column is renamed for every
        row. In a record that is a table itself, the path is ``rows.ROW.COLUMN``, and the row is renamed.
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
        renamed = self._records_of_column(record, figure) or [record]
        if new != figure:
            for owner in renamed:
                if new in (owner.data.get("figures") or {}):
                    message = say(
                        "%(record)s has a figure '%(name)s' already; choose another name",
                        record=str(owner.name),
                        name=new,
                    )
                    raise refused(message)
                self._rename_in_record(owner, figure, new)
            tables: set[tuple[str, int]] = set()
            for reading in readings_of(self.source, record.id):
                if reading.recipe != TABLE or (reading.stem, reading.index) not in tables:
                    rename_cue(self.profile_of(reading.stem), reading, figure, new)
                tables.add((reading.stem, reading.index))
        if len(renamed) > 1:
            self._report(say("The column is renamed for %(many)s records.", many=len(renamed)))
        self._name_term(figure, new, label, renamed)

    def change_kind(self, record: Record, name: str) -> None:
        """Change the kind of a record and of all records that are read with it: a list or a table has one kind.

        ``name`` is the name of a kind, in the plural or the singular; if there is no such kind, a new one is made, with
        cards.
        """
        stem, kind = kind_named(name, self.project, self.database, self.edition)
        if kind == record.kind:
            raise refused(say("%(id)s is of this kind already; choose or write another one", id=record.id))
        changed = self.read_together(record)
        target = record.tree.file.with_name(f"{stem}.yaml")
        if not all(isinstance(each.data.get("figures", {}), dict) and "rows" not in each.data for each in changed):
            raise refused(say("%(record)s is a table, and stays one; change it by hand", record=str(record.name)))
        if stem not in self.database.vocabulary.kinds:
            add_to_vocabulary(self._file(self.project.layers[0] / VOCABULARY), stem, kind)
            self._new |= cards_of_kind(self.project, kind, name, self.edition.written_in)
            if self.source.language != self.edition.written_in:
                self._catalogues.add_title(kind, name, self.source.language)
        for member in changed:
            new_id = f"{kind}/{member.slug}"
            if new_id in self.edition.records:
                raise refused(say("there is a record %(id)s already; rename one of the two first", id=new_id))
            self._file(target).append(self.data_of(member).remove(member.slug), apart=True)
            self._report_users(member)
            self._catalogues.move(member.id, new_id)
            self._set_id(member.id, new_id)
        by_entry = {
            (reading.stem, reading.index): reading for reading in readings(self.source) if reading.record in self.ids
        }
        for reading in by_entry.values():
            self._change_kind_of_reading(reading, kind)
        moved = [reading for reading in by_entry.values() if not reading.lent and reading.stem != stem]
        for reading in sorted(moved, key=lambda reading: (reading.stem, -reading.index)):
            lines = self.profile_of(reading.stem).remove(reading.index)
            self.profile_of(stem).append(lines)
        if len(changed) > 1:
            self._report(say("%(many)s records are read together, and are all of that kind now.", many=len(changed)))
        left = (other for other in self.edition.records.values() if other.id not in self.ids)
        if not any(other.kind == record.kind for other in left):
            self._report(
                say("No record of the kind %(kind)s is left: its cards in templates/ can go.", kind=record.kind)
            )

    def join(self, record: Record, into: Record, labels: Mapping[str, str]) -> None:
        """Move the figures of a record, and their cues, to the record ``into``, and remove the first record.

        ``labels`` are new labels of figures, by their present names. Raises Clash if two figures would have the same
        name.
        """
        if record.id == into.id:
            raise refused(say("a record can't be joined with itself; choose another one"))
        read_by = readings_of(self.source, record.id)
        in_table = any(reading.recipe not in (PASSAGE, ENTRIES) for reading in read_by)
        if "rows" in record.data or in_table or "rows" in into.data:
            message = say("%(id)s is read from a table, whose rows stay apart; drop it, or join by hand", id=record.id)
            raise refused(message)
        own_keys = sorted(set(record.data) - _DRAFTED_KEYS)
        if own_keys:
            message = say(
                "%(id)s has '%(keys)s' of its own; move that first, or join the other way",
                id=record.id,
                keys=", ".join(own_keys),
            )
            raise refused(message)
        figures = dict(record.data.get("figures") or {})
        new_names = {figure: key_of(labels[figure]) if labels.get(figure) else figure for figure in figures}
        taken = set(into.data.get("figures") or {})
        counts = Counter(new_names.values())
        clashing = [figure for figure, new in new_names.items() if new in taken or counts[new] > 1]
        if clashing:
            message = say(
                "%(record)s has a figure of this name already: %(names)s; give it another",
                record=str(into.name),
                names=", ".join(clashing),
            )
            raise Clash(refused(message), clashing)
        data = self.data_of(into)
        for figure, new in new_names.items():
            if not data.get(into.slug, "figures"):
                if isinstance(data.get(into.slug), dict) and "figures" in data.get(into.slug):
                    data.remove(into.slug, "figures")
                data.add("figures", {new: figures[figure]}, into.slug)
            else:
                data.add(new, figures[figure], into.slug, "figures")
        for reading in read_by:
            for figure, new in new_names.items():
                if new != figure:
                    rename_cue(self.profile_of(reading.stem), reading, figure, new)
            if reading.recipe == PASSAGE:
                self.profile_of(reading.stem).set(into.id, reading.index, PASSAGE)
            elif reading.lent:
                self.profile_of(reading.stem).set(into.id, reading.index, "read", reading.key, RECORD)
            else:
                add_to_entry(self.profile_of(reading.stem), reading, RECORD, into.id)
        for figure, new in new_names.items():
            if new != figure:
                self._name_term(figure, new, labels[figure], [record])
        self._remove(record)
        self.ids[record.id] = into.id
        self.touched.add(into.id)

    def drop(self, record: Record) -> None:
        """Remove a record and its readings; its heading, or its row, is listed as no record in the profile."""
        for reading in sorted(readings_of(self.source, record.id), key=lambda reading: (reading.stem, -reading.index)):
            drop_reading(self.profile_of(reading.stem), reading, record)
        self._remove(record)
        self.ids[record.id] = None
        self.loosened = True
        remove_terms(self.glossary(), record, self.edition.records.values())

    def read_together(self, record: Record) -> list[Record]:
        """Return the records that are read from the same list or table as a record, with the record itself."""
        entries = {(reading.stem, reading.index) for reading in readings_of(self.source, record.id) if not reading.lent}
        ids = {
            reading.record
            for reading in readings(self.source)
            if (reading.stem, reading.index) in entries and not reading.lent
        }
        return [other for other in self.edition.records.values() if other.id in {record.id, *ids}]

    def data_of(self, record: Record) -> YamlText:
        """Return the file of a record, to be changed, and add the record to ``touched``."""
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

    def glossary(self) -> YamlText:
        """Return the project's own glossary, to be changed."""
        return self._file(self.project.layers[0] / GLOSSARY)

    def _file(self, file: Path) -> YamlText:
        if file not in self._yaml:
            self._yaml[file] = YamlText(file)
        return self._yaml[file]

    def _set_id(self, old: str, new: str) -> None:
        self.ids[old] = new
        self.touched.discard(old)
        self.touched.add(new)

    def _users(self, record: str) -> Iterator[str]:
        """Yield the ids of the records that refer to a record."""
        vocabulary = self.database.vocabulary
        references = vocabulary.section("references")
        for other in self.edition.records.values():
            if other.id == record:
                continue
            for _, kind, name in pointers(other.data, references, vocabulary.atoms):
                if record in (name, f"{kind}/{name}"):
                    yield other.id
                    break

    def _report(self, message: Said) -> None:
        self.messages.append(message)

    def _report_users(self, record: Record) -> None:
        """Report the records that refer to a record which gets another id, or is removed."""
        for user in self._users(record.id):
            self._report(say("%(user)s names %(id)s: mend it there.", user=user, id=record.id))

    def _remove(self, record: Record) -> None:
        self._report_users(record)
        self.data_of(record).remove(record.slug)
        self.touched.discard(record.id)
        self._catalogues.move(record.id, None)

    def _rename_in_record(self, record: Record, figure: str, new: str) -> None:
        data = self.data_of(record)
        data.rename(new, record.slug, "figures", figure)
        for i, citation in enumerate(record.data.get("from") or []):
            for k, fact in enumerate(citation.get("covers") or []):
                if fact == f"figures.{figure}":
                    data.set(f"figures.{new}", record.slug, "from", i, "covers", k)
        named = re.compile(rf"(?<=%\(){re.escape(figure)}(?=[)|])|(?<![\w$])(?<=\$){re.escape(figure)}(?![\w-])")
        data.substitute(named, new, record.slug)
        self._catalogues.substitute(record.id, named, new)

    def _change_kind_of_reading(self, reading: Reading, kind: str) -> None:
        profile = self.profile_of(reading.stem)
        if reading.recipe == PASSAGE:
            profile.set(str(self.ids[reading.record]), reading.index, PASSAGE)
        elif reading.recipe == TABLE:
            fact = str(profile.get(reading.index, "fact"))
            profile.set(f"{kind}/{fact.partition('/')[2]}", reading.index, "fact")
        elif reading.recipe == ENTRIES:
            for other in readings(self.source):
                in_entry = (other.stem, other.index) == (reading.stem, reading.index)
                if in_entry and other.lent and other.record in self.ids:
                    profile.set(str(self.ids[other.record]), other.index, "read", other.key, RECORD)
            if f"{profile.get(reading.index, ENTRIES)}/{reading.key}" in self.ids:
                profile.set(kind, reading.index, ENTRIES)

    def _records_of_column(self, record: Record, figure: str) -> list[Record]:
        """Return the records that have a figure from the same column of a table; none if it is from no column."""
        tables = [reading for reading in readings_of(self.source, record.id) if reading.recipe == TABLE and reading.key]
        # A figure in a cell of text belongs to its record alone, and the profile has no column of its name.
        in_column = any(self.profile_of(table.stem).get(table.index, "columns", figure) is not None for table in tables)
        return self.read_together(record) if in_column else []

    def _name_term(self, old: str, new: str, label: str, owners: Collection[Record]) -> None:
        """Set the label of the owners' figure in the glossary; the old entry is removed if no other record has such a
        figure."""
        glossary = self.glossary()
        labels = dict.fromkeys((self.edition.written_in, self.edition.language), label)
        others = [other for other in self.edition.records.values() if other not in owners]
        used = [other.name for other in others if old in mapping_at(other, "figures")]
        known = self.database.glossary.get(new, {})
        own = glossary.get(old) is not None
        if new == old and own:
            for language in labels:
                if glossary.get(old, language) is not None:
                    glossary.set(label, old, language)
            if used:
                self._report(say("Figures of this name are called so in other records, too: %(many)s.", many=len(used)))
        elif known and new != old:
            if own and not used:
                glossary.remove(old)
            printed = known.get(self.edition.written_in)
            if not printed:
                glossary.add(new, dict.fromkeys(labels, label))
            elif printed.casefold() != label.casefold():
                self._report(say("In print it is called %(name)s, as the glossary has it.", name=printed))
        elif own and not used:
            glossary.rename(new, old)
            for language in labels:
                if glossary.get(new, language) is not None:
                    glossary.set(label, new, language)
        else:
            glossary.add(new, labels)
