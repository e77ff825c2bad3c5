"""From the database to the faces to print: one row a face, with how many copies of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kensei_docs.database import Edition, Record
from kensei_docs.documents.kinds.kind import MANIFEST, NOTHING, Kind
from kensei_docs.problems import Place, Problem

CHECK = "copies"

# The slug of a face without a record, to fill in by pen.
BLANK = "blank"


@dataclass(frozen=True, slots=True)
class Row:
    """What one face shows: a record, a part of one, or (no record) a whole edition or a blank."""

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


def rows_of(kind: Kind, edition: Edition) -> tuple[list[Row], list[Problem]]:
    """Return a kind's rows for an edition, in the order of the data, and what is wrong."""
    problems: list[Problem] = []
    rows: dict[str, Row] = {}
    for source, slug, path in kind.sources():
        if source in ("edition", NOTHING):
            return [Row(edition.id, edition, None, {}, 1)], problems
        needed = kind.only.get(source)
        for record in edition.of(source):
            if (slug and record.slug != slug) or (needed and needed not in record.data):
                continue
            for key, item in _items(record, path, problems):
                known = rows.get(key)
                if kind.once and known and known.record and known.record.kind != source:
                    continue
                full = f"{path}.{key}" if path else ""
                row = Row(key, edition, record, item, 1, full)
                # A slug that several records have names a face together with its record.
                name = f"{record.id}.{key}".replace("/", "-") if known else key
                copies = _copies(kind, row, problems)
                rows[name] = row if (name, copies) == (key, 1) else replace(row, slug=name, copies=copies)
    if kind.blanks:
        blanks = kind.blanks_beside(sum(row.copies for row in rows.values()))
        rows[BLANK] = Row(BLANK, edition, None, {}, blanks)
    return list(rows.values()), problems


def _items(record: Record, path: str | None, problems: list[Problem]) -> list[tuple[str, Mapping[str, Any]]]:
    if path is None:
        return [(record.slug, record.data)]
    part = record.get(path)
    if not isinstance(part, dict) or not all(isinstance(item, dict) for item in part.values()):
        problems.append(
            Problem(
                record.place(path),
                f"'{record.id}' has no mapping of mappings at '{path}' to print from; add it",
                CHECK,
                record=record.id,
                edition=record.edition,
            )
        )
        return []
    return list(part.items())


def _copies(kind: Kind, row: Row, problems: list[Problem]) -> int:
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
    problems.append(
        Problem(
            row.place(wanted),
            f"'{wanted}' gives no number of copies to print; "
            f"add it, or write another field or a number under 'copies' in "
            f"{kind.folder / MANIFEST}",
            CHECK,
            edition=row.edition.id,
            record=row.record.id,
        )
    )
    return 1
