"""The changes of the data that a card shows, and their causes: the errata that made them, or the commits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import deepcopy
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kensei_docs.catalogues import Translator
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.errata import Erratum, ErratumSchema, day_in_name
from kensei_docs.documents.cache.face_set import FaceSet
from kensei_docs.documents.change_report.line_parts import Line
from kensei_docs.documents.change_report.report import ChangeReporter
from kensei_docs.documents.kinds.rows_and_copies import Row
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.reprint.changed_cards import Pair
from kensei_docs.documents.sheets.imposition import PrintedDocument
from kensei_docs.problems import Unusable
from kensei_docs.project import CATALOGUES, DATA, TEMPLATES, Project
from kensei_docs.versions import Change, Version, diff
from kensei_docs.versions.named_versions import subjects_since

if TYPE_CHECKING:
    from kensei_docs.documents.reprint.earlier_state import EarlierState

_ABSENT = object()


class ShownChanges:
    """Finds the changes between two states of an edition that the cards of a document show.

    The templates of a card are filled in again with one of the changes undone: if the markup is another, the card shows
    the change. Only changes of records that the templates read are tried.
    """

    def __init__(
        self,
        project: Project,
        translator: Translator,
        document: PrintedDocument,
        before: Edition,
        changes: Sequence[Change],
    ) -> None:
        faces = document.faces
        size = faces.kind.drawn_on(document.paper)
        self._templates = Templates(project, faces.kind, translator, document.options.theme, size)
        self._changes = changes
        self._after = faces.edition
        self._before = before
        self._undone: dict[int, Edition] = {}

    def changes_on(self, pair: Pair) -> list[Change]:
        """Return the changes that a card shows, in their order; none for a card that is new or gone."""
        if not (pair.old and pair.new and self._changes):
            return []
        read: set[str] = set()
        markup = self._markup(pair.new.row, recording(self._after, read))
        if any(change.b.record is None for change in self._changes):
            # Only the old card can have read a record that is gone.
            self._markup(pair.old.row, recording(self._before, read))
        return [
            change
            for number, change in enumerate(self._changes)
            if read & {record.id for end in (change.a, change.b) for record in end.records}
            and self._markup(pair.new.row, self._after_without(number)) != markup
        ]

    def _markup(self, row: Row, edition: Edition) -> list[str] | None:
        """Return the markup of a row's faces with the data of an edition; None if that can't print the row."""
        record = edition.records.get(row.record.id) if row.record else None
        if row.record and record is None:
            return None
        item = row.item if record is None else record.get(row.path) if row.path else record.data
        try:
            return self._templates.markup(replace(row, edition=edition, record=record, item=item))
        except Unusable:
            return None

    def _after_without(self, number: int) -> Edition:
        """Return the edition after the changes, with one of them undone."""
        if number not in self._undone:
            self._undone[number] = _edition_without(self._after, self._changes[number])
        return self._undone[number]


def _edition_without(edition: Edition, change: Change) -> Edition:
    """Return an edition with one change undone."""
    old = change.a.record
    new = change.b.record
    records = dict(edition.records)
    if change.path and new:
        copy = replace(new, data=deepcopy(new.data))
        value = deepcopy(old.get(change.a.path, _ABSENT)) if old else _ABSENT
        _set_or_delete(copy.data, new.steps(change.b.path or change.a.path), value)
        records[new.id] = copy
    else:
        if new:
            records.pop(new.id, None)
        if old:
            records[old.id] = old
    return replace(edition, records=records)


def _set_or_delete(data: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Set the value at a path (its keys) of a record's data; delete it if the value is ``_ABSENT``."""
    *steps, last = path
    for step in steps:
        data = data.setdefault(step, {})
    if value is _ABSENT:
        data.pop(last, None)
    else:
        data[last] = value


def recording(edition: Edition, read: set[str]) -> Edition:
    """Return an edition whose records add their ids to ``read`` when their data are read.

    Its records are new ones: the facts that a record has cached would hide that its data are read again.
    """
    records: dict[str, Record] = {}
    for name, record in edition.records.items():
        values = {field.name: getattr(record, field.name) for field in fields(Record)}
        records[name] = _RecordingRecord(read, **values)
    return replace(edition, records=records)


class _RecordingRecord(Record):
    """A record that adds its id to a set when its data are read."""

    def __init__(self, read: set[str], **arguments: Any) -> None:
        super().__init__(**arguments)
        self._read = read

    def __getattribute__(self, name: str) -> Any:
        if name == "data":
            self._read.add(self.id)
        return super().__getattribute__(name)


def lines_of(
    change: Change, record: Record | None, path: str, reporter: ChangeReporter, before: Translator
) -> Iterator[Line]:
    """Yield the lines of the report for a change, for a card of a record (or of its part at ``path``).

    ``before`` is the translator of the old state.
    """
    own = record is not None and record.id in (change.a.ids, change.b.ids)
    for section in reporter.report("", "", [change]).sections:
        for entry in (entry for group in section.groups for entry in group.entries):
            for line in entry.lines:
                label = line.label
                new = line.new
                if line.old is None and new is None:
                    # The whole record is new or gone.
                    new = reporter.words["new" if line.change == "added" else "gone"]
                if own and path and f"{change.path}.".startswith(f"{path}."):
                    label = label.rpartition(", ")[2]
                    label = label[:1].upper() + label[1:]
                elif not own:
                    label = ", ".join(filter(None, (entry.name, label)))
                yield replace(line, places="", label=label, old=_old_words(change, line, before), new=new)


def _old_words(change: Change, line: Line, translator: Translator) -> str | None:
    """Return the old value of a line; None for a message that has no translation any more."""
    record = change.a.record
    if line.old is None or record is None or change.matter != "words":
        return line.old
    known = len(translator.problems)
    words = translator.text(record, change.a.path)
    return words if words and len(translator.problems) == known else None


class Causes:
    """The changes in the data since an earlier state, and their causes: errata, or commits since a revision in git."""

    def __init__(self, project: Project, database: Database, before: EarlierState) -> None:
        self._project = project
        self._database = database
        self._before = before
        # Caches, by edition, and by the files that commits changed.
        self._changes: dict[str, list[Change]] = {}
        self._subjects: dict[tuple[str, ...], list[str]] = {}

    def of_changes(self, edition: Edition, shown: Sequence[Change], translator: Translator) -> list[str]:
        """Return the causes of a card's change: the errata since the earlier state that made a change that it shows.

        Without errata, since a revision in git: the commits that changed the files of the records, or else the
        translations or templates. If no fact changed since a day or an erratum: the commits that changed translations.
        """
        errata = [
            erratum for erratum in self.errata(edition) if any(_made(erratum.content, change) for change in shown)
        ]
        root = self._project.layers[0]
        if self._before.wordings and not (errata or shown):
            return self._commits(self._before.wordings, (str(root / "data/locale"),))
        if errata or self._before.revision is None:
            return _reasons(errata, translator)
        files = dict.fromkeys(str(change.record.tree.file) for change in shown)
        own = tuple(file for file in files if Path(file).is_relative_to(root))
        other = (str(root.joinpath(*CATALOGUES) if shown else root / DATA), str(root / TEMPLATES))
        return (self._commits(self._before.revision, own) if own else []) or self._commits(self._before.revision, other)

    def of_copies(self, faces: FaceSet, pair: Pair, translator: Translator) -> list[str]:
        """Return the causes why a card is new or withdrawn, or has another number of copies."""
        row = pair.sides.row
        if row.record is None:
            return []
        path = row.path
        if pair.old and pair.new:
            path = ".".join(filter(None, (path, str(faces.kind.copies))))
        record = row.record
        errata = [one for one in self.errata(faces.edition) if _changes_record(one.content, record, path)]
        if errata or self._before.revision is None:
            return _reasons(errata, translator)
        return self._commits(self._before.revision, (str(record.tree.file),))

    def errata(self, edition: Edition) -> list[Erratum]:
        """Return the errata of an edition since the earlier state."""
        before = self._before.database.editions.get(edition.id)
        return [erratum for name, erratum in edition.errata.items() if before is None or name not in before.errata]

    def changes_of(self, edition: Edition) -> list[Change]:
        """Return the changes in the data of an edition, without texts in which only figures changed.

        The figures have changes of their own.
        """
        if edition.id not in self._before.database.editions:
            return []
        if edition.id not in self._changes:
            old = self._before.database.editions[edition.id]
            # Most records are unchanged, and pairing their values takes longer than all the rest.
            records = edition.records.items()
            same = {name for name, new in records if name in old.records and old.records[name].data == new.data}
            before = Version("", self._before.project, _database_without(self._before.database, old, same), edition.id)
            now = Version("", self._project, _database_without(self._database, edition, same), edition.id)
            changes = diff(self._project, before, now, with_wording=True)
            self._changes[edition.id] = [change for change in changes if not _only_figures(change)]
        return self._changes[edition.id]

    def _commits(self, revision: str, files: tuple[str, ...]) -> list[str]:
        if files not in self._subjects:
            self._subjects[files] = list(subjects_since(self._project, revision, files))
        return self._subjects[files]


def _database_without(database: Database, edition: Edition, records: Collection[str]) -> Database:
    """Return a database with one edition, without some of its records (ids)."""
    kept = {name: record for name, record in edition.records.items() if name not in records}
    return replace(database, editions={edition.id: replace(edition, records=kept)})


def _reasons(errata: Sequence[Erratum], translator: Translator) -> list[str]:
    return [
        f"{translator.name(erratum)} ({day_in_name(erratum.slug)}): {translator.text(erratum, 'reason')}"
        for erratum in errata
    ]


def _made(erratum: ErratumSchema, change: Change) -> bool:
    """Return whether an erratum made a change."""
    ids = {record.id for end in (change.a, change.b) for record in end.records}
    if not change.path:
        return bool(ids & {*erratum.add, *erratum.withdraw})
    return any(
        entry.record in ids and (f"{entry.fact}.".startswith(f"{path}.") or f"{path}.".startswith(f"{entry.fact}."))
        for entry in erratum.changes.values()
        for path in {change.a.path, change.b.path} - {""}
    )


def _changes_record(erratum: ErratumSchema, record: Record, path: str) -> bool:
    """Return whether an erratum changes a record, or the part of it at ``path``."""
    return record.id in (*erratum.add, *erratum.withdraw) or any(
        change.record == record.id and f"{change.fact}.".startswith(f"{path}." if path else "")
        for change in erratum.changes.values()
    )


def _only_figures(change: Change) -> bool:
    """Return whether a text changed only in its figures."""
    old = change.a.record
    new = change.b.record
    return (
        change.matter == "words"
        and old is not None
        and new is not None
        and old.get(change.a.path) == new.get(change.b.path)
    )
