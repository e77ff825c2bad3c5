"""Changes of a drafted record in all files that contain it: its data file, its readings, the glossary, catalogues.

``Edit`` is one change. Nothing is written here: it collects the new text of each file. A change that can't be made
raises Unusable. The readings of a record are the entries of a reading profile that read it; they change with the
record, as its translations and the names of its figures do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from kensei_docs.catalogues.number_words import with_forms, with_one_counted, with_plurals
from kensei_docs.catalogues.po import PoEntry, PoFile, read_po_file
from kensei_docs.check.run import check_words
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.paths import mapping_at, pointers
from kensei_docs.database.placeholders import PLACEHOLDER
from kensei_docs.database.yaml_files import YamlText
from kensei_docs.drafting.draft import kind_of
from kensei_docs.drafting.named_figures import key_of
from kensei_docs.drafting.passage_marks import Marks
from kensei_docs.drafting.project_files import PRINTED, TEXT_TO_WRITE, cards_of, yaml_of
from kensei_docs.extract.document import Document, letters_of
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.extract.reading.recipes import HEADING, RECORD, SKIP, entries, passages, tables
from kensei_docs.languages import language
from kensei_docs.problems import Place, Said, Unusable, say, unusable
from kensei_docs.project import CATALOGUES, DATA, SOURCES, Project
from kensei_docs.review import CHECK, NO_FILE, Clash, Rewritten, refused
from kensei_docs.slugs import slug_of
from kensei_docs.sources import Source

GLOSSARY, VOCABULARY = Path(DATA, "glossary.yaml"), Path(DATA, "vocabulary.yaml")
# The recipes whose readings change with a record.
PASSAGE, ENTRIES, TABLE = passages.KEY, entries.KEY, tables.KEY
# The keys of a record in a draft; all others are written by a person.
_DRAFTED_KEYS = {"name", "figures", "todo", "status", "from"}
# The first letter after the end of a sentence or of a line: where a record may be split.
_FIRST_LETTER = re.compile(r"(?:[.!?:;)]\s+|\n)[^\w\n]*([^\W\d_])")
# Words that are shown of such a place.
_SHOWN_WORDS = 7
# Words of a name at most.
_MAX_NAME_WORDS = 4


def kinds_of(project: Project, database: Database, edition: Edition) -> list[str]:
    """Return the kinds of an edition's records, of the project and of every draft, sorted; those of tables left out."""
    vocabulary = database.vocabulary
    records = edition.records.values()
    drafted = vocabulary.section("drafted")
    shared = [*(drafted.get("kinds") or ()), vocabulary.kinds.get(str(drafted.get("text")), "")]
    own = (YamlText(project.layers[0] / VOCABULARY).get("kinds") or {}).values()
    tables = {record.kind for record in records if "rows" in record.data}
    return sorted({*(record.kind for record in records), *shared, *own} - {"", *tables})


def kind_named(name: str, project: Project, database: Database, edition: Edition) -> tuple[str, str]:
    """Return (file without .yaml, kind) for the name of a kind: an existing kind, or a new one.

    A shipped kind that drafts don't use has fields that the tool interprets: the project gets a kind of its own
    instead, with the id of the edition before the name. Raises Unusable if the name has no letter or digit.
    """
    known = database.vocabulary.kinds
    stem, kind = kind_of(name, language(edition.language))
    if not kind or not name.isprintable():
        known_kinds = ", ".join(kinds_of(project, database, edition))
        message = say(
            "'%(kind)s' can't be a kind of record: write a name of letters or digits, for a new kind with cards of its "
            "own, or one of these: %(known)s",
            kind=name,
            known=known_kinds,
        )
        raise refused(message)
    wanted = {slug_of(name), stem, kind}
    stem, kind = next((pair for pair in known.items() if wanted & {*pair}), (stem, kind))
    if stem in known and kind not in kinds_of(project, database, edition):
        own = (f"{edition.id}-{stem}", f"{edition.id}-{kind}")
        return next((pair for pair in known.items() if own[1] == pair[1]), own)
    return stem, kind


class CatalogueEdits:
    """Changes of the project's catalogues of an edition; ``texts`` are the new texts of the files that change."""

    def __init__(self, project: Project, edition: str) -> None:
        self._project = project
        self._edition = edition
        self.texts: dict[Path, str] = {}

    def move(self, old: str, new: str | None) -> None:
        """Move the translations of a record to its new id; if it is None, they are kept as obsolete entries."""
        start = f"{self._edition}/{old}"

        def change(entry: PoEntry) -> PoEntry:
            moved = f"{self._edition}/{new}{entry.context.removeprefix(start)}"
            return entry.moved(moved) if new else entry.retired()

        self._change(old, change)

    def rename(self, record: str, name: str) -> None:
        """Change the message of a record's name, and its translation if that is the same text as the old name.

        A draft has the names of the document as their own translations. Another translation becomes fuzzy.
        """

        def change(entry: PoEntry) -> PoEntry:
            if entry.context != f"{self._edition}/{record}.name":
                return entry
            if entry.translation == (entry.text[0],):
                return PoEntry.made(entry.context, (name, ""), (name,), 1)
            return entry.changed(entry.context, (name, ""), 1)

        self._change(record, change)

    def add_title(self, kind: str, title: str, language: str) -> None:
        """Add the title of the cards of a new kind to the catalogue of the document's language, as its translation."""
        file = self._project.layers[0].joinpath(*CATALOGUES, language, "templates.po")
        catalogue = read_po_file(file, language)
        context = f"{kind}-cards"
        if not any(entry.context == context for entry in catalogue.entries):
            catalogue.entries.append(PoEntry.made(context, (title, ""), (title,), 1))
            self.texts[file] = catalogue.written()

    def substitute(self, record: str, pattern: re.Pattern[str], new: str) -> None:
        """Replace every match of a pattern in the messages and translations of a record."""
        self._change(record, lambda entry: replace(entry, lines=tuple(pattern.sub(new, line) for line in entry.lines)))

    def _change(self, record: str, change: Callable[[PoEntry], PoEntry]) -> None:
        """Replace the entries of a record, those that are not obsolete, in all catalogues of the edition."""
        start = f"{self._edition}/{record}."
        folders = self._project.folders(*CATALOGUES)[:1]
        files = [file for folder in folders for file in sorted(folder.glob(f"*/{self._edition}.po"))]
        for file in filter(self._project.holds, files):
            known = self.texts.get(file)
            catalogue = PoFile.parsed(known) if known is not None else read_po_file(file, file.parent.name)
            before = catalogue.written()
            catalogue.entries = [
                change(entry) if entry.context.startswith(start) and not entry.obsolete else entry
                for entry in catalogue.entries
            ]
            if catalogue.written() != before:
                self.texts[file] = catalogue.written()


def remove_terms(
    glossary: YamlText, record: Record, records: Iterable[Record], figures: Iterable[str] | None = None
) -> None:
    """Remove the names of a record's figures, or of some, from a glossary, except those that other records have too."""
    others = (other.data.get("figures") or {} for other in records if other.id != record.id)
    removed = record.data.get("figures") or {} if figures is None else figures
    for figure in sorted(set(removed).difference(*others)):
        if glossary.get(figure) is not None:
            glossary.remove(figure)


def _slug_from(name: str) -> str:
    """Return the id that a person's name for a record gives; raises Unusable if it gives none."""
    slug = slug_of(name)
    if not slug or not name.isprintable():
        message = say("'%(name)s' is not a name: it needs letters or digits from which an id can be made", name=name)
        raise refused(message)
    return slug


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
        own, new = slug_of(record.name), _slug_from(name)
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

    def decide(self, record: Record, path: str, value: str) -> None:
        """Give a figure in doubt, by its path, the other value that it may have."""
        self.data_of(record).set(value, record.slug, *path.split("."))
        self.touched.add(record.id)

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
            self._add_kind(stem, kind, name)
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

    def _add_kind(self, stem: str, kind: str, title: str) -> None:
        """Add a kind of record, with its file and the fields that its cards print, to the project; and the cards."""
        vocabulary = self._file(self.project.layers[0] / VOCABULARY)
        for section, key, value in (("kinds", stem, kind), ("fields", kind, PRINTED)):
            if vocabulary.get(section):
                vocabulary.add(key, value, section)
            else:
                vocabulary.add(section, {key: value})
        for path, text in cards_of(self.project, kind, title, self.edition.written_in).items():
            file = self.project.layers[0] / path
            if not file.exists():
                self._new[file] = text

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
            give_reading(self.profile_of(reading.stem), reading, into.id)
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

    def own_copy_of(self, record: Record) -> YamlText:
        """Return the file of the own copy that a record has its text from, to be changed."""
        assert record.copied is not None, "the record has no text of an own copy"
        return self._file(record.copied.file)

    def _set_id(self, old: str, new: str) -> None:
        if (record := self.edition.records.get(old)) and record.copied:
            self.own_copy_of(record).rename(new, old)
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
            give_reading(profile, reading, str(self.ids[reading.record]))
        elif reading.recipe == TABLE:
            fact = str(profile.get(reading.index, "fact"))
            profile.set(f"{kind}/{fact.partition('/')[2]}", reading.index, "fact")
        elif reading.recipe == ENTRIES:
            for other in readings(self.source):
                in_entry = (other.stem, other.index) == (reading.stem, reading.index)
                if in_entry and other.lent and other.record in self.ids:
                    give_reading(profile, other, str(self.ids[other.record]))
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
        if own and (new == old or not (used or known)):
            if new != old:
                glossary.rename(new, old)
            elif used:
                self._report(say("Figures of this name are called so in other records, too: %(many)s.", many=len(used)))
            for language in labels:
                if glossary.get(new, language) is not None:
                    glossary.set(label, new, language)
        elif known and new != old:
            if own and not used:
                glossary.remove(old)
            printed = known.get(self.edition.written_in)
            if not printed:
                glossary.add(new, labels)
            elif printed.casefold() != label.casefold():
                self._report(say("In print it is called %(name)s, as the glossary has it.", name=printed))
        else:
            glossary.add(new, labels)


@dataclass(frozen=True)
class Reading:
    """One reading of a record: entry ``index`` of the file ``stem`` of the profile.

    ``recipe`` is PASSAGE, ENTRIES or TABLE, empty for any other recipe. ``key`` is the key of the record inside the
    entry: of a headed entry or of a row. ``lent``: the headed entry is about another record, but its figures are read
    for this one.
    """

    stem: str
    index: int
    recipe: str
    record: str
    key: str = ""
    lent: bool = False

    @property
    def cues(self) -> tuple[str | int, ...]:
        """The path (keys and indexes) of the cues of a PASSAGE or of one of the ENTRIES in its file."""
        return (self.index, "read", self.key) if self.key else (self.index, "read")


def readings(source: Source) -> Iterator[Reading]:
    """Yield all readings of a profile, one for each record that an entry reads, in the order of the profile."""
    for stem, content in source.reading.items():
        for index, entry in enumerate(content if isinstance(content, list) else []):
            if isinstance(entry, dict):
                yield from _readings_of(stem, index, entry)


def readings_of(source: Source, record: str) -> list[Reading]:
    """Return the readings of a record."""
    return [reading for reading in readings(source) if reading.record == record]


def _readings_of(stem: str, index: int, entry: dict[str, Any]) -> Iterator[Reading]:
    """Yield the readings of one entry of a reading file, one for each record that it reads."""
    if PASSAGE in entry:
        yield Reading(stem, index, PASSAGE, str(entry[PASSAGE]))
    elif ENTRIES in entry:
        for key, facts in (entry.get("read") or {}).items():
            other = facts.get(RECORD) if isinstance(facts, dict) else None
            yield Reading(stem, index, ENTRIES, str(other or f"{entry[ENTRIES]}/{key}"), key, bool(other))
    elif TABLE in entry:
        record = str(entry.get("fact", "")).partition(":")[0]
        keys = list(entry.get("rows") or {}) if "{row}" in record else [""]
        yield from (Reading(stem, index, TABLE, record.replace("{row}", key), key) for key in keys)
    else:
        # Entries of other recipes (lists, profiles, corrections) have no single key for a record.
        yield Reading(stem, index, "", str(entry))


def rename_cue(profile: YamlText, reading: Reading, figure: str, new: str) -> None:
    """Give the cue, or the column of a table, that reads a figure the figure's new name."""
    fact = f"figures.{figure}"
    if reading.recipe == TABLE:
        if profile.get(reading.index, "columns", figure) is not None:
            profile.rename(new, reading.index, "columns", figure)
        rows = [reading.key] if reading.key else [*(profile.get(reading.index, "read") or ())]
        places: list[tuple[str | int, ...]] = [(reading.index, "read", row) for row in rows]
    else:
        places = [reading.cues]
    for place in places:
        if fact in (profile.get(*place) or {}):
            profile.rename(f"figures.{new}", *place, fact)


def rename_in_reading(profile: YamlText, reading: Reading, record: Record, new: str) -> None:
    """Give a record its new slug in a reading; an entry whose heading has other letters keeps it as ``heading``."""
    index = reading.index
    if reading.recipe == ENTRIES and not reading.lent:
        heading = _heading(profile, reading, record)
        profile.rename(new, index, "read", reading.key)
        if letters_of(heading) != letters_of(new) and not (profile.get(index, "read", new) or {}).get(HEADING):
            add_to_entry(profile, replace(reading, key=new), HEADING, heading)
    elif reading.recipe == TABLE and reading.key:
        profile.rename(new, index, "rows", reading.key)
        if profile.get(index, "read", reading.key) is not None:
            profile.rename(new, index, "read", reading.key)
    else:
        give_reading(profile, reading, f"{record.kind}/{new}")


def give_reading(profile: YamlText, reading: Reading, record: str) -> None:
    """Have a reading read for the record of an id; a row of a table, and a reading of another recipe, stay."""
    index = reading.index
    if reading.recipe == PASSAGE:
        profile.set(record, index, PASSAGE)
    elif reading.lent:
        profile.set(record, index, "read", reading.key, RECORD)
    elif reading.recipe == ENTRIES:
        add_to_entry(profile, reading, RECORD, record)
    elif reading.recipe == TABLE and not reading.key:
        fact = str(profile.get(index, "fact")).partition(":")[2]
        profile.set(f"{record}:{fact}", index, "fact")


def add_to_entry(profile: YamlText, reading: Reading, key: str, value: str) -> None:
    """Add a key to a headed entry; raises Unusable if the entry is empty."""
    if profile.get(reading.index, "read", reading.key) is None:
        message = say("has nothing to read for '%(key)s'; write %(empty)s behind it", key=reading.key, empty="{}")
        raise unusable(profile.file, message, CHECK)
    profile.add(key, value, reading.index, "read", reading.key)


def drop_reading(profile: YamlText, reading: Reading, record: Record) -> None:
    """Remove a record from a reading, and add its heading or the label of its row to the labels to skip.

    Readings of recipes other than PASSAGE, ENTRIES and TABLE are not changed.
    """
    index = reading.index
    group = {PASSAGE: "", ENTRIES: "read", TABLE: "rows"}.get(reading.recipe)
    if group is None:
        return
    if not reading.key or len(profile.get(index, group)) == 1:
        profile.remove(index)
        return
    label = _heading(profile, reading, record) if group == "read" else str(profile.get(index, group, reading.key))
    profile.remove(index, group, reading.key)
    if reading.recipe == TABLE and reading.key in (cues := profile.get(index, "read") or {}):
        profile.remove(index, "read", *[reading.key] * (len(cues) > 1))
    skipped = profile.get(index, SKIP)
    if skipped is not None:
        profile.remove(index, SKIP)
    profile.add(SKIP, [*(skipped or ()), label], index)


def _heading(profile: YamlText, reading: Reading, record: Record) -> str:
    """Return the heading of an entry in the document."""
    facts = profile.get(reading.index, "read", reading.key) or {}
    same = letters_of(record.name) == letters_of(reading.key)
    return str(facts.get(HEADING) or (record.name if same else reading.key.replace("-", " ").capitalize()))


def write_text(edit: Edit, record: Record, text: str) -> None:
    """Set the text of a record and remove its ``todo``; an empty text means that the record needs none.

    A noun that a figure counts gets its singular and plural forms, and shares become words.

    Raises Unusable if the text names a figure that the record doesn't have, and Rewritten if several figures count
    nouns, and another than the first is not more than one.
    """
    text = with_plurals(with_forms(" ".join(text.split()), record, edit.edition.written_in), record)
    data = edit.data_of(record)
    figures = record.data.get("figures") or {}
    named = [placeholder["name"] for placeholder in PLACEHOLDER.finditer(text)]
    unknown = [name for name in named if name and name not in figures]
    if unknown:
        known = ", ".join(figures) or "–"
        message = say("the record has no figure %(names)s; it has %(known)s", names=", ".join(unknown), known=known)
        raise refused(message)
    if (rewritten := with_one_counted(text, record, edit.edition.written_in)) != text:
        message = say(
            "A text has words for one and for several of one figure only. The others now stand behind their word: read "
            "the text again."
        )
        raise Rewritten(message, rewritten)
    if unnamed := unused_figures(edit.database, record, text):
        message = say("The text leaves out %(names)s, which nothing else prints.", names=", ".join(unnamed))
        edit.messages.append(message)
    has_text = "text" in record.data and not record.copied
    if record.copied:
        edit.own_copy_of(record).remove(record.id)
    if text and has_text:
        data.set(text, record.slug, "text")
    elif text and "todo" in record.data:
        data.rename("text", record.slug, "todo")
        data.set(text, record.slug, "text")
        return
    elif text:
        data.add("text", text, record.slug)
    elif has_text and "todo" not in record.data:
        data.remove(record.slug, "text")
    if "todo" in record.data:
        data.remove(record.slug, "todo")


def require_valid_text(project: Project, database: Database, record: Record) -> None:
    """Raise Unusable, with the errors that ``check`` reports of the text of a record, if it has any."""
    subject = f"'{record.context('text')}' "
    errors = [
        replace(problem, place=Place(NO_FILE), message=problem.message.removeprefix(subject))
        for problem in check_words(project, database)
        if problem.severity == "error" and problem.record == record.id and problem.message.startswith(subject)
    ]
    if errors:
        raise Unusable(*dict.fromkeys(errors))


def unused_figures(database: Database, record: Record, text: str) -> list[str]:
    """Return the figures of a record that its text leaves out and that no card lists; none for an empty text."""
    if not text or "figures" in (database.vocabulary.section("fields").get(record.kind) or ()):
        return []
    return [figure for figure in record.data.get("figures") or {} if not _names(text, figure)]


def remove_figures(edit: Edit, record: Record, figures: Sequence[str]) -> None:
    """Remove figures that state no rule from a record, with their cues and their glossary terms.

    Raises Unusable for the column of a table, and for a figure that the words of the record name.
    """
    own = record.data.get("figures") or {}
    cues: dict[str, tuple[str, tuple[str | int, ...]]] = {}
    read_as = readings_of(edit.source, record.id)
    for reading in read_as:
        if reading.recipe in (PASSAGE, ENTRIES):
            read = edit.profile_of(reading.stem).get(*reading.cues) or {}
            cues |= {fact.partition(".")[2]: (reading.stem, (*reading.cues, fact)) for fact in read}
    for figure in figures:
        if figure not in own or figure not in cues:
            in_table = say("'%(name)s' is a column of a table, which stays whole; change it by hand", name=figure)
            no_cue = say("'%(name)s' has no cue of its own in the reading profile; remove it by hand", name=figure)
            raise refused(in_table if any(reading.recipe == TABLE for reading in read_as) else no_cue)
        if any(_names(text, figure) for _, text in record.messages):
            said = say("the words of %(id)s name %(names)s; change them first", id=record.id, names=figure)
            raise refused(said)
    _take_out(edit, record, figures)
    for figure in figures:
        stem, place = cues[figure]
        edit.profile_of(stem).remove(*place)
    edit.loosened = True
    remove_terms(edit.glossary(), record, edit.edition.records.values(), figures)


def _take_out(edit: Edit, record: Record, figures: Collection[str]) -> None:
    """Take figures out of a record, with its citations, which are written anew without them."""
    data = edit.data_of(record)
    if figures and set(figures) >= set(record.data.get("figures") or {}):
        data.remove(record.slug, "figures")
    else:
        for figure in figures:
            data.remove(record.slug, "figures", figure)
    if all(one.document == edit.source.id for one in record.citations) and record.data.get("from"):
        data.remove(record.slug, "from")


def _names(text: str, figure: str) -> bool:
    return re.search(rf"%\({re.escape(figure)}[)|]", text) is not None


def places_in(document: Document, start: int, end: int) -> list[tuple[int, str, str]]:
    """Return the places where the passage ``start:end`` can be split: (offset, the words there, a name to suggest)."""
    places = []
    for match in _FIRST_LETTER.finditer(document.text, start, end):
        at = match.start(1)
        words = document.text[at:end].split()[:_SHOWN_WORDS]
        if match[1].isupper() and at > start:
            title = re.split(r"[.:]\s|[(\[]", " ".join(words) + " ")[0].strip(".: ")
            name = title if len(title.split()) <= _MAX_NAME_WORDS else " ".join(words[:2])
            places.append((at, " ".join(words), name))
    return places


def figures_inside(read: ReadingResult, record: str, span: tuple[int, int]) -> dict[str, int]:
    """Return the offsets of the figures of a record that were read inside a span, by name."""
    return {
        observation.fact.partition(".")[2]: observation.span[0]
        for observation in read.observations
        if observation.record == record
        and observation.fact.startswith("figures.")
        and span[0] <= observation.span[0] < span[1]
    }


def split(
    edit: Edit, record: Record, name: str, at: int, span: tuple[int, int], figures: Mapping[str, int], marks: Marks
) -> None:
    """Make the part of a record's passage ``span`` after the offset ``at`` a record called ``name``.

    ``figures`` are the offsets of the record's figures by name: the figures after ``at`` move to the new record, with
    their cues. ``marks`` finds the phrases that delimit both passages. Raises Unusable for a row of a table, for a text
    that contains a figure that would move, for a name that is taken, and if no phrase in the document marks the place.
    """
    slug = _slug_from(name)
    new = f"{record.kind}/{slug}"
    if new in edit.edition.records:
        raise refused(say("there is a record %(id)s already; choose another name", id=new))
    read_by = [entry for entry in readings_of(edit.source, record.id) if entry.recipe in (PASSAGE, ENTRIES)]
    if len(read_by) != 1 or "rows" in record.data:
        raise refused(say("%(id)s is not read from one passage of sentences; part it by hand", id=record.id))
    moved = [figure for figure, offset in figures.items() if offset >= at]
    in_text = [figure for figure in moved for _, text in record.messages if f"%({figure}" in text]
    if in_text:
        names = ", ".join(in_text)
        raise refused(
            say("the text of %(id)s names %(names)s, which would go; mend the text first", id=record.id, names=names)
        )
    marks_of_new = marks.between(at, span[1])
    stop = marks.end(span[0], at)
    if marks_of_new is None or stop is None:
        raise refused(say("no words mark this place; choose another one, or part it by hand"))
    moved_values = {figure: record.data["figures"][figure] for figure in moved}
    _take_out(edit, record, moved)
    content = {"name": name, **({"figures": moved_values} if moved_values else {})}
    new_record = yaml_of({slug: {**content, "todo": TEXT_TO_WRITE, "status": "prose"}})
    edit.data_of(record).append(new_record, apart=True)
    reading = read_by[0]
    profile = edit.profile_of(reading.stem)
    cues = {}
    for figure in moved:
        fact = f"figures.{figure}"
        cues[fact] = str(profile.get(*reading.cues, fact))
        profile.remove(*reading.cues, fact)
    if reading.recipe == PASSAGE:
        if profile.get(reading.index, "to") is None:
            profile.add("to", stop, reading.index)
        else:
            profile.set(stop, reading.index, "to")
    entry = {PASSAGE: new, **marks_of_new, **({"read": cues} if cues else {})}
    profile.append("- " + yaml_of(entry).replace("\n", "\n  ").rstrip(" "))
    edit.touched |= {record.id, new}
