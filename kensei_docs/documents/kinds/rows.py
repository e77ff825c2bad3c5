"""Rows: the records of an edition, or their parts, that get a face each, with the number of copies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kensei_docs.catalogues import Translator
from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.kind import MANIFEST, NOTHING, Kind
from kensei_docs.problems import Place, Problem

CHECK = "copies"

# The slug of a face that records share (those that lack a field) begins with this.
TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class Row:
    """What one face shows: a record or a part of one; without a record a whole edition or a blank.

    ``item`` is the part's mapping (the record's own data where it is the whole record), ``path``
    where the part stands in the record. ``number`` counts the copies of a record whose copies are
    numbered, 0 for all others.
    """

    slug: str
    edition: Edition
    record: Record | None
    item: Mapping[str, Any]
    copies: int
    path: str = ""
    number: int = 0

    def place(self, field: str = "") -> Place:
        """Return where the row, or one of its fields, stands in the data."""
        if self.record is None:
            return self.edition.tree.place()
        return self.record.place(".".join(filter(None, (self.path, field))))


@dataclass(frozen=True)
class Filling:
    """What one form is filled in with: the values for its template, and the record that it is about, if any."""

    slug: str
    item: Mapping[str, Any]
    record: Record | None = None


@dataclass(frozen=True)
class Choice:
    """A selection of faces to print instead of all faces of a kind, with the number of copies of each.

    ``copies`` is by the record's id and the path of the part (empty for a whole record). ``filled``
    gives what forms are filled in with, in a language, by the name that a kind of document gives its
    forms (``filled`` in its manifest); the slugs of the filled-in faces begin with ``name``.
    """

    name: str
    copies: Mapping[tuple[str, str], int]
    filled: Mapping[str, Callable[[Translator], Sequence[Filling]]] = field(default_factory=dict)

    def choose(self, kind: Kind, edition: Edition, rows: Sequence[Row], translator: Translator) -> Iterator[Row]:
        """Yield the rows of a kind that are chosen, each with its number of copies."""
        fill = self.filled.get(kind.filled or "")
        for one in fill(translator) if fill else ():
            slug = "-".join(filter(None, (self.name, one.slug)))
            yield Row(slug, edition, one.record, one.item, 1)
        for row in rows:
            copies = self.copies.get((row.record.id, row.path), 0) if row.record else 0
            if row.number:
                # Copies are numbered from 1; further copies repeat the last number.
                last = not any(other.number > row.number for other in _beside(row, rows))
                copies = max(0, copies - row.number + 1) if last else int(copies >= row.number)
            if copies:
                yield replace(row, copies=copies)

    def missing_from(self, rows: Sequence[Row]) -> set[tuple[str, str]]:
        """Return the keys of ``copies`` for which there is no row."""
        return set(self.copies) - {(row.record.id, row.path) for row in rows if row.record}


def rows_of(kind: Kind, edition: Edition) -> tuple[list[Row], list[Problem]]:
    """Return the rows of a kind for an edition, in the order of the data, and the problems found.

    Copies are ``kind.copies``: a number, a number by slug (``default`` for the others), or the
    path of the record's field that gives it.
    """
    problems: list[Problem] = []
    rows: dict[str, Row] = {}
    for source, slug, path in kind.sources():
        if source in ("edition", NOTHING):
            return [Row(edition.id, edition, None, {}, 1)], problems
        shared = kind.together.get(source)
        together: list[Record] = []
        for record in edition.records_of(source):
            if (slug and record.slug != slug) or not kind.shows(record):
                continue
            # The field exists and is null: the document leaves its value out.
            if shared and record.get(shared.without, shared) is None:
                together.append(record)
                continue
            for key, item in _parts_of(record, path, problems):
                known = rows.get(key)
                if kind.once and known and known.record and known.record.kind != source:
                    continue
                full = f"{path}.{key}" if path else ""
                row = Row(key, edition, record, item, 1, full)
                # A slug that an earlier face has gets the record's id before it.
                name = f"{record.id}.{key}".replace("/", "-") if known else key
                copies = _count_copies(kind, row, problems)
                if key in kind.numbered:
                    numbers = range(1, copies + 1)
                    rows |= {f"{name}-{n}": replace(row, slug=f"{name}-{n}", number=n) for n in numbers}
                    continue
                rows[name] = row if (name, copies) == (key, 1) else replace(row, slug=name, copies=copies)
        faces = -(-len(together) // shared.most) if shared else 0
        for face in range(faces):
            # Shared out evenly.
            first, last = (len(together) * i // faces for i in (face, face + 1))
            name = f"{TOGETHER}-{source}-{face + 1}"
            rows[name] = Row(name, edition, None, {"records": together[first:last]}, 1)
    for form, needs in kind.forms.items():
        if any(needed in edition.kinds for needed in needs):
            row = Row(form, edition, None, {}, 1)
            rows[form] = replace(row, copies=_count_copies(kind, row, problems))
    return list(rows.values()), problems


def _beside(row: Row, rows: Sequence[Row]) -> Iterator[Row]:
    """Yield the rows of the same record, or the same part of it."""
    return (other for other in rows if other.record is row.record and other.path == row.path)


def _parts_of(record: Record, path: str | None, problems: list[Problem]) -> list[tuple[str, Mapping[str, Any]]]:
    if path is None:
        return [(record.slug, record.data)]
    part = record.get(path)
    if not isinstance(part, dict) or not all(isinstance(item, dict) for item in part.values()):
        message = f"'{record.id}' has no mapping of mappings at '{path}' to print from; add it"
        problems.append(Problem(record.place(path), message, CHECK, record=record.id, edition=record.edition))
        return []
    return list(part.items())


def _count_copies(kind: Kind, row: Row, problems: list[Problem]) -> int:
    wanted = kind.copies
    if isinstance(wanted, int):
        return wanted
    if isinstance(wanted, dict):
        return wanted.get(row.slug, wanted.get("default", 1))
    part: Any = row.item
    for step in wanted.split("."):
        part = part.get(step) if isinstance(part, dict) else None
    if isinstance(part, str) and part.isdecimal():
        return int(part)
    assert row.record is not None  # an edition's row has no copies to look up
    what, where = f"'{wanted}' gives no number of copies to print", kind.folder / MANIFEST
    message = f"{what}; add it, or write another field or a number under 'copies' in {where}"
    problems.append(Problem(row.place(wanted), message, CHECK, edition=row.edition.id, record=row.record.id))
    return 1
