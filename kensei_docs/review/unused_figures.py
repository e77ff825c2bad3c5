"""Unused figures of a drafted record: finds the figures that nothing prints and removes them with their cues."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kensei_docs.database import Database, Record
from kensei_docs.problems import say
from kensei_docs.review.catalogue_edits import remove_terms
from kensei_docs.review.exceptions import refused
from kensei_docs.review.readings import ENTRIES, PASSAGE, TABLE, readings_of
from kensei_docs.review.record_edits import Edit


def unused_figures(database: Database, record: Record) -> list[str]:
    """Return the figures of a record that its text leaves out and that no card lists; none where it has no text."""
    text = str(record.data.get("text") or "")
    if not text or "figures" in (database.vocabulary.section("fields").get(record.kind) or ()):
        return []
    return [figure for figure in record.data.get("figures") or {} if not _names(text, figure)]


def remove_figures(edit: Edit, record: Record, figures: Sequence[str]) -> None:
    """Remove figures that state no rule from a record, with their cues and their glossary terms.

    Raises Unusable for the column of a table, and for a figure that the words of the record name.
    """
    data, own = edit.data_of(record), record.data.get("figures") or {}
    cues: dict[str, tuple[str, tuple[str | int, ...]]] = {}
    read_as = readings_of(edit.source, record.id)
    for reading in read_as:
        if reading.recipe in (PASSAGE, ENTRIES):
            steps: tuple[str | int, ...] = (reading.index, "read", *([reading.key] if reading.key else []))
            read = edit.profile_of(reading.stem).get(*steps) or {}
            cues |= {fact.partition(".")[2]: (reading.stem, (*steps, fact)) for fact in read}
    for figure in figures:
        if figure not in own or figure not in cues:
            if any(reading.recipe == TABLE for reading in read_as):
                raise refused(
                    say("'%(name)s' is a column of a table, which stays whole; change it by hand", name=figure)
                )
            raise refused(
                say("'%(name)s' has no cue of its own in the reading profile; remove it by hand", name=figure)
            )
        if any(_names(text, figure) for _, text in record.messages):
            said = say("the words of %(id)s name %(names)s; change them first", id=record.id, names=figure)
            raise refused(said)
    if set(figures) >= set(own):
        data.remove(record.slug, "figures")
    for figure in figures:
        if not set(figures) >= set(own):
            data.remove(record.slug, "figures", figure)
        stem, place = cues[figure]
        edit.profile_of(stem).remove(*place)
    edit.loosened = True
    remove_terms(edit.glossary(), record, edit.edition.records.values(), figures)
    if all(one.document == edit.source.id for one in record.citations) and record.data.get("from"):
        # The citations are written anew, without these figures.
        data.remove(record.slug, "from")


def _names(text: str, figure: str) -> bool:
    return re.search(rf"%\({re.escape(figure)}[)|]", text) is not None
