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

# The slug of the blank face, which has no record and is filled in by pen.
BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Row:
    """What one face shows: a record or a part of one; without a record a whole edition or a blank.

    ``item`` is the part's mapping (the record's own data where it is the whole record), ``path``
    where the part stands in the record.
    """

    slug: str
    edition: Edition
    record: Record | None
    item: Mapping[str, Any]
    copies: int
    path: str = ""

    def place(self, field: str = "") -> Place:
        """Return where the row, or one of its fields, stands in the data."""
        if self.record is None:
            return self.edition.tree.place()
        return self.record.place(".".join(filter(None, (self.path, field))))


@dataclass(frozen=True)
class Choice:
    """A selection of faces to print instead of all faces of a kind, with the number of copies of each.

    ``copies`` is by the record's id and the path of the part (empty for a whole record). ``filled``
    gives the values that a form is filled in with, in a language, by the name that a kind of
    document gives its form (``filled`` in its manifest); the filled-in face has the slug ``name``.
    """

    name: str
    copies: Mapping[tuple[str, str], int]
    filled: Mapping[str, Callable[[Translator], Mapping[str, Any]]] = field(default_factory=dict)

    def choose(self, kind: Kind, edition: Edition, rows: Sequence[Row], translator: Translator) -> Iterator[Row]:
        """Yield the rows of a kind that are chosen, each with its number of copies."""
        fill = self.filled.get(kind.filled or "")
        if fill:
            yield Row(self.name, edition, None, fill(translator), 1)
            return
        for row in rows:
            copies = self.copies.get((row.record.id, row.path), 0) if row.record else 0
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
        needed = kind.only.get(source)
        for record in edition.records_of(source):
            if (slug and record.slug != slug) or (needed and needed not in record.data):
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
                rows[name] = row if (name, copies) == (key, 1) else replace(row, slug=name, copies=copies)
    if kind.blanks:
        blanks = kind.blanks_beside(sum(row.copies for row in rows.values()))
        rows[BLANK] = Row(BLANK, edition, None, {}, blanks)
    return list(rows.values()), problems


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
    message = (
        f"'{wanted}' gives no number of copies to print; add it, or write another field or a number under 'copies' in "
        f"{kind.folder / MANIFEST}"
    )
    problems.append(Problem(row.place(wanted), message, CHECK, edition=row.edition.id, record=row.record.id))
    return 1
