"""Headlines: summaries of several changes, each with the rule before and the rule now (``headlines.yaml``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.editorial_schemas import HeadlineSchema, read_headline
from kensei_docs.problems import Unusable, unusable
from kensei_docs.versions.changes import Change

# The paths of the two texts in an entry.
_BEFORE = "rules.before"
_NOW = "rules.now"


@dataclass(frozen=True)
class Headline:
    """A summary of ``changes``; ``record`` is its entry in ``headlines.yaml``.

    ``was`` and ``now`` are the texts of the rule in the old and in the new edition: (path of a message in the entry,
    copy of the entry with the figures of that edition). ``editions`` are the ids of the two. ``subject`` is the record
    that a report links to; None without changes.
    """

    record: Record
    was: tuple[str, Record]
    now: tuple[str, Record]
    weight: float
    changes: tuple[Change, ...]
    editions: tuple[str, str]
    subject: Record | None = None


def headlines(database: Database, changes: Sequence[Change]) -> list[Headline]:
    """Return the headlines about changes between two editions, the heaviest first, each with its changes.

    A change belongs to the heaviest headline that names it; a headline without a change is left out. The editions are
    those of the changes, in either direction; changes within one edition have no headlines. Raises Unusable if a
    headline names an unknown record or fact.
    """
    sides = [
        {end.record.edition for end in ends if end.record} for ends in zip(*((c.a, c.b) for c in changes), strict=True)
    ]
    if len(sides) != 2 or any(len(side) != 1 for side in sides):
        return []
    a, b = (database.editions[next(iter(side))] for side in sides)
    left = list(changes)
    with_changes = []
    for headline, names in sorted(declared_headlines(a, b), key=lambda entry: -entry[0].weight):
        named = [change for change in left if _is_named(change, names)]
        if named:
            left = [change for change in left if change not in named]
            with_changes.append(replace(headline, changes=tuple(named), subject=_subject(named, names)))
    return with_changes


def _subject(changes: Sequence[Change], names: Sequence[str]) -> Record:
    """Return the record of the first of a headline's changes, in the order of ``names``.

    Of the changes that one name covers, a change of the named record itself is before those of other records.
    """
    in_order = (change for name in names for change in _by_record(name, changes))
    return next(in_order, changes[0]).record


def _by_record(name: str, changes: Sequence[Change]) -> list[Change]:
    named = [change for change in changes if _is_named(change, [name])]
    return sorted(named, key=lambda change: change.record.id != name.partition(":")[0])


def declared_headlines(a: Edition, b: Edition) -> list[tuple[Headline, list[str]]]:
    """Return (headline without its changes, names of the records and facts that it is about) for two editions.

    Raises Unusable if a headline names an unknown record or fact.
    """
    return [_headline(record, entry, (a, b)) for record, entry in _between(a, b)]


def _between(a: Edition, b: Edition) -> Iterator[tuple[Record, HeadlineSchema]]:
    """Yield the headlines of either edition that are about changes since the other, as records and as models."""
    for newer, older in ((b, a), (a, b)):
        for record in newer.headlines.values() if newer is not older else ():
            entry, _ = read_headline(record)
            if entry and entry.since == older.id:
                yield record, entry


def _headline(record: Record, entry: HeadlineSchema, sides: tuple[Edition, Edition]) -> tuple[Headline, list[str]]:
    """Return a headline without its changes, and the names of the records and facts that it is about."""
    older, newer = sorted(sides, key=lambda side: side.id == record.edition)
    for number, name in enumerate(entry.tells):
        if not any(_is_there(name, side) for side in sides):
            raise _missing(record, f"tells.{number}", name)
    before = (_BEFORE, _with_figures(record, _BEFORE, entry, older))
    now = (_NOW, _with_figures(record, _NOW, entry, newer))
    first, second = (before, now) if newer is sides[1] else (now, before)
    editions = (sides[0].id, sides[1].id)
    return Headline(record, first, second, entry.often * entry.much, (), editions), entry.tells


def _with_figures(record: Record, field: str, entry: HeadlineSchema, edition: Edition) -> Record:
    """Return a record with the figures of one of its messages taken from an edition."""
    figures = {}
    for name, fact in entry.figures.items():
        if f"%({name}" not in str(record.get(field)):
            continue
        record_id, _, path = fact.partition(":")
        value = edition.records[record_id].figure(path) if record_id in edition.records else None
        if value is None:
            raise _missing(record, f"figures.{name}", fact, f" in {edition.id}")
        figures[name] = value
    return replace(record, data={**record.data, "figures": figures})


def _missing(record: Record, path: str, name: str, where: str = "") -> Unusable:
    place = record.place(path)
    message = f"{record.id} names '{name}', which isn't there{where}; correct the name"
    return unusable(place.file, message, "headlines", place.line)


def _is_there(name: str, edition: Edition) -> bool:
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    absent = object()
    return record is not None and (not path or record.get(path, absent) is not absent)


def _is_named(change: Change, names: Sequence[str]) -> bool:
    """Return whether one of the names is that of the changed record, of the fact, or of a group that contains it."""
    spots = {
        spot
        for end in (change.a, change.b)
        for record in end.records
        for spot in (record.id, f"{record.id}:{end.path}")
    }
    return any(spot == name or spot.startswith(f"{name}.") for spot in spots for name in names)
