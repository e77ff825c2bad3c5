"""The readings of a record: the entries of a source's reading profile that read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kensei_docs.extract.reading.recipes import RECORD, entries, passages, tables
from kensei_docs.sources import Source

PASSAGE = passages.KEY
ENTRIES = entries.KEY
TABLE = tables.KEY


@dataclass(frozen=True)
class Reading:
    """One reading of a record: entry ``index`` of the file ``stem`` of the profile.

    ``recipe`` is PASSAGE, ENTRIES or TABLE, empty for any other recipe. ``key`` is the key of the record inside the
    entry: of a headed entry or of a row. ``lent``: the entry has another record's heading, and gives its figures to
    this record.
    """

    stem: str
    index: int
    recipe: str
    record: str
    key: str = ""
    lent: bool = False


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
        words = str(entry)
        yield Reading(stem, index, "", words)
