"""Changes of a reading when its record is renamed, joined or dropped: edits of one file of the reading profile."""

from __future__ import annotations

from dataclasses import replace

from kensei_docs.database import Record
from kensei_docs.database.yaml_edit import YamlText
from kensei_docs.extract import letters_of
from kensei_docs.extract.reading.recipes import HEADING, RECORD, SKIP
from kensei_docs.problems import say, unusable
from kensei_docs.review.exceptions import CHECK
from kensei_docs.review.readings import ENTRIES, PASSAGE, TABLE, Reading


def rename_cue(profile: YamlText, reading: Reading, figure: str, new: str) -> None:
    """Give the cue, or the column of a table, that reads a figure the figure's new name."""
    fact = f"figures.{figure}"
    if reading.recipe == TABLE:
        if profile.get(reading.index, "columns", figure) is not None:
            profile.rename(new, reading.index, "columns", figure)
        return
    steps: tuple[str | int, ...] = (reading.index, "read", *([reading.key] if reading.key else []))
    if fact in (profile.get(*steps) or {}):
        profile.rename(f"figures.{new}", *steps, fact)


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
    if profile.get(index, SKIP) is None:
        profile.add(SKIP, [label], index)
    else:
        skipped = [*profile.get(index, SKIP), label]
        profile.remove(index, SKIP)
        profile.add(SKIP, skipped, index)


def _heading(profile: YamlText, reading: Reading, record: Record) -> str:
    """Return the heading of an entry in the document."""
    facts = profile.get(reading.index, "read", reading.key) or {}
    same = letters_of(record.name) == letters_of(reading.key)
    return str(facts.get(HEADING) or (record.name if same else reading.key.replace("-", " ").capitalize()))
