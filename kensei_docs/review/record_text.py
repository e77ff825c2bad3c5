"""The text of a record, in a person's own words, written or removed, and the figures that it leaves out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kensei_docs.catalogues.numbers_and_nouns import with_forms, with_one_counted, with_plurals
from kensei_docs.check.run import check_words
from kensei_docs.database import Database, Record
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER
from kensei_docs.problems import Place, Unusable, say
from kensei_docs.project import Project
from kensei_docs.review import NO_FILE, Rewritten, refused
from kensei_docs.review.catalogue_edits import remove_terms
from kensei_docs.review.readings import ENTRIES, PASSAGE, TABLE, readings_of
from kensei_docs.review.record_edits import Edit

_SPACE = re.compile(r"\s+")


def write_text(edit: Edit, record: Record, text: str) -> None:
    """Set the text of a record and remove its ``todo``; an empty text means that the record needs none.

    A noun that a figure counts gets its singular and plural forms, and shares become words.

    Raises Unusable if the text names a figure that the record doesn't have, and Rewritten if several figures count
    nouns, and another than the first is not more than one.
    """
    text = with_plurals(with_forms(_SPACE.sub(" ", text).strip(), record, edit.edition.written_in), record)
    data = edit.data_of(record)
    figures = record.data.get("figures") or {}
    named = [placeholder["name"] for placeholder in PLACEHOLDER.finditer(text)]
    unknown = [name for name in named if name and name not in figures]
    if unknown:
        known = ", ".join(figures) or "–"
        message = say("the record has no figure %(names)s; it has %(known)s", names=", ".join(unknown), known=known)
        raise refused(message)
    if (rewritten := with_one_counted(text, record, edit.edition.written_in)) != text:
        message = say(
            "A text has words for one and for several of one figure only. The others now stand behind their word: read "
            "the text again."
        )
        raise Rewritten(message, rewritten)
    if unnamed := unused_figures(edit.database, record, text):
        message = say("The text leaves out %(names)s, which nothing else prints.", names=", ".join(unnamed))
        edit.messages.append(message)
    if text and "text" in record.data:
        data.set(text, record.slug, "text")
    elif text and "todo" in record.data:
        data.rename("text", record.slug, "todo")
        data.set(text, record.slug, "text")
        return
    elif text:
        data.add("text", text, record.slug)
    elif "text" in record.data and "todo" not in record.data:
        data.remove(record.slug, "text")
    if "todo" in record.data:
        data.remove(record.slug, "todo")


def require_valid_text(project: Project, database: Database, record: Record) -> None:
    """Raise Unusable, with the errors that ``check`` reports of the text of a record, if it has any."""
    subject = f"'{record.context('text')}' "
    errors = [
        replace(problem, place=Place(NO_FILE), message=problem.message.removeprefix(subject))
        for problem in check_words(project, database)
        if problem.severity == "error" and problem.record == record.id and problem.message.startswith(subject)
    ]
    if errors:
        raise Unusable(*dict.fromkeys(errors))


def unused_figures(database: Database, record: Record, text: str) -> list[str]:
    """Return the figures of a record that its text leaves out and that no card lists; none for an empty text."""
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
            read = edit.profile_of(reading.stem).get(*reading.cues) or {}
            cues |= {fact.partition(".")[2]: (reading.stem, (*reading.cues, fact)) for fact in read}
    for figure in figures:
        if figure not in own or figure not in cues:
            in_table = say("'%(name)s' is a column of a table, which stays whole; change it by hand", name=figure)
            no_cue = say("'%(name)s' has no cue of its own in the reading profile; remove it by hand", name=figure)
            raise refused(in_table if any(reading.recipe == TABLE for reading in read_as) else no_cue)
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
