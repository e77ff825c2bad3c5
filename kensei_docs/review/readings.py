"""The readings of a record: the entries of a reading profile that read it, and how they change with the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kensei_docs.database import Record
from kensei_docs.database.yaml_writing import YamlText
from kensei_docs.extract import letters_of
from kensei_docs.extract.reading.recipes import HEADING, RECORD, SKIP, entries, passages, tables
from kensei_docs.problems import say, unusable
from kensei_docs.review import CHECK
from kensei_docs.sources import Source

PASSAGE = passages.KEY
ENTRIES = entries.KEY
TABLE = tables.KEY


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
        return
    if fact in (profile.get(*reading.cues) or {}):
        profile.rename(f"figures.{new}", *reading.cues, fact)


def rename_in_reading(profile: YamlText, reading: Reading, record: Record, new: str) -> None:
    """Give a record its new slug in a reading; an entry whose heading has other letters keeps it as ``heading``."""
    index = reading.index
    if reading.recipe == PASSAGE:
        profile.set(f"{record.kind}/{new}", index, PASSAGE)
    elif reading.lent:
        profile.set(f"{record.kind}/{new}", index, "read", reading.key, RECORD)
    elif reading.recipe == ENTRIES:
        heading = _heading(profile, reading, record)
        profile.rename(new, index, "read", reading.key)
        if letters_of(heading) != letters_of(new) and not (profile.get(index, "read", new) or {}).get(HEADING):
            add_to_entry(profile, replace(reading, key=new), HEADING, heading)
    elif reading.recipe == TABLE and reading.key:
        profile.rename(new, index, "rows", reading.key)
    elif reading.recipe == TABLE:
        fact = str(profile.get(index, "fact")).partition(":")[2]
        profile.set(f"{record.kind}/{new}:{fact}", index, "fact")


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
    skipped = profile.get(index, SKIP)
    if skipped is not None:
        profile.remove(index, SKIP)
    profile.add(SKIP, [*(skipped or ()), label], index)


def _heading(profile: YamlText, reading: Reading, record: Record) -> str:
    """Return the heading of an entry in the document."""
    facts = profile.get(reading.index, "read", reading.key) or {}
    same = letters_of(record.name) == letters_of(reading.key)
    return str(facts.get(HEADING) or (record.name if same else reading.key.replace("-", " ").capitalize()))
