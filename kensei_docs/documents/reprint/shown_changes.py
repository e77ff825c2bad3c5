"""Which changes of the data a card shows: those without which its markup would be another."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import fields, replace
from typing import Any

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.rows import Row
from kensei_docs.documents.markup.templates import Templates
from kensei_docs.documents.reprint.changed_cards import Pair
from kensei_docs.documents.sheets.imposition import Document
from kensei_docs.problems import Unusable
from kensei_docs.project import Project
from kensei_docs.versions import Change

_ABSENT = object()


class ShownChanges:
    """Finds the changes between two states of an edition that the cards of a document show.

    The templates of a card are filled in once more without one of the changes: if that gives other markup, the card
    shows the change. Only changes of records that the templates read are tried.
    """

    def __init__(
        self, project: Project, translator: Translator, document: Document, before: Edition, changes: Sequence[Change]
    ) -> None:
        faces = document.faces
        size = faces.kind.drawn_on(document.paper)
        self._templates = Templates(project, faces.kind, translator, document.options.theme, size)
        self._read: set[str] = set()
        self._changes = changes
        self._now = faces.edition
        self._watched, self._watched_before = (_watched(edition, self._read) for edition in (self._now, before))
        self._without: dict[int, Edition] = {}

    def of(self, pair: Pair) -> list[Change]:
        """Return the changes that a card shows, in their order; none for a card that is new or gone."""
        if not (pair.old and pair.new and self._changes):
            return []
        self._read.clear()
        now = self._markup(pair.new.row, self._watched)
        if any(change.b.record is None for change in self._changes):
            # Only the old card can have read a record that is gone.
            self._markup(pair.old.row, self._watched_before)
        return [
            change
            for number, change in enumerate(self._changes)
            if self._read & {record.id for end in (change.a, change.b) for record in end.records}
            and self._markup(pair.new.row, self._edition_without(number)) != now
        ]

    def _markup(self, row: Row, edition: Edition) -> list[str] | None:
        """Return the markup of a row's faces from the data of an edition; None if these can't be printed."""
        record = edition.records.get(row.record.id) if row.record else None
        if row.record and record is None:
            return None
        item = row.item if record is None else record.get(row.path) if row.path else record.data
        try:
            return self._templates.markup(replace(row, edition=edition, record=record, item=item))
        except Unusable:
            return None

    def _edition_without(self, number: int) -> Edition:
        """Return the edition as it is now, but for one change."""
        if number not in self._without:
            self._without[number] = _undone(self._now, self._changes[number])
        return self._without[number]


def _undone(edition: Edition, change: Change) -> Edition:
    old, new = change.a.record, change.b.record
    records = dict(edition.records)
    if change.path and new:
        copy = replace(new, data=deepcopy(new.data))
        _put(
            copy.data,
            new.steps(change.b.path or change.a.path),
            deepcopy(old.get(change.a.path, _ABSENT)) if old else _ABSENT,
        )
        records[new.id] = copy
    else:
        if new:
            records.pop(new.id, None)
        if old:
            records[old.id] = old
    return replace(edition, records=records)


def _put(data: dict[str, Any], path: Sequence[str], value: Any) -> None:
    """Set the value at a path of a record's data, or delete it."""
    *steps, last = path
    for step in steps:
        data = data.setdefault(step, {})
    if value is _ABSENT:
        data.pop(last, None)
    else:
        data[last] = value


def _watched(edition: Edition, read: set[str]) -> Edition:
    """Return an edition that adds the ids of the records whose data are read to a set."""
    records: dict[str, Record] = {}
    for name, record in edition.records.items():
        copy = _Watched(**{field.name: getattr(record, field.name) for field in fields(Record)})
        copy.read = read
        records[name] = copy
    return replace(edition, records=records)


class _Watched(Record):
    """A record that adds its id to ``read`` when its data are read."""

    read: set[str] | None = None

    def __getattribute__(self, name: str) -> Any:
        if name == "data" and self.read is not None:
            self.read.add(self.id)
        return super().__getattribute__(name)
