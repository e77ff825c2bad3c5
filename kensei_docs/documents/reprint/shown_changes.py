"""Finds the changes of the data that a card shows: its markup differs when such a change is undone."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.rows_and_copies import Row
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.reprint.changed_cards import Pair
from kensei_docs.documents.sheets.imposition import PrintedDocument
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.versions import Change

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
            and self._markup(pair.new.row, self._edition_without(number)) != markup
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

    def _edition_without(self, number: int) -> Edition:
        """Return the edition after the changes, with one of them undone."""
        if number not in self._undone:
            self._undone[number] = _without(self._after, self._changes[number])
        return self._undone[number]


def _without(edition: Edition, change: Change) -> Edition:
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
