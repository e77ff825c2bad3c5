"""Where the reading profile of a source reads a record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kensei_docs.extract.reading.recipes import RECORD, entries, passages, tables
from kensei_docs.sources import Source

PASSAGE, ENTRIES, TABLE = passages.KEY, entries.KEY, tables.KEY


@dataclass(frozen=True)
class Reading:
    """One reading of a record: entry ``index`` of the file ``stem`` of the profile, by a recipe (empty: another one).

    ``key`` is the key of the record inside of the entry: of a headed entry or of a row. ``lent`` says that the figures
    of another heading go to the record.
    """

    stem: str
    index: int
    recipe: str
    record: str
    key: str = ""
    lent: bool = False


def readings(source: Source) -> Iterator[Reading]:
    """Yield all readings of a profile, each for one record, in the order of the profile."""
    for stem, content in source.reading.items():
        for index, entry in enumerate(content if isinstance(content, list) else []):
            if isinstance(entry, dict):
                yield from _readings_of(stem, index, entry)


def readings_of(source: Source, record: str) -> list[Reading]:
    """Return the readings of a record."""
    return [reading for reading in readings(source) if reading.record == record]


def _readings_of(stem: str, index: int, entry: dict[str, Any]) -> Iterator[Reading]:
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
        # A list, a profile or a correction names records in ways of its own.
        words = str(entry)
        yield Reading(stem, index, "", words)
