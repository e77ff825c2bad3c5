"""The text of a record, in a person's own words: written, corrected, or removed because the record needs none."""

from __future__ import annotations

import re
from dataclasses import replace

from kensei_docs.catalogues.counted_nouns import with_forms, with_one_counted, with_plurals
from kensei_docs.check.run import check_words
from kensei_docs.database import Database, Record
from kensei_docs.database.placeholders_and_plurals import PLACEHOLDER
from kensei_docs.problems import Place, Unusable, say
from kensei_docs.project import Project
from kensei_docs.review.exceptions import NO_FILE, Rewritten, refused
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
    unnamed = [figure for figure in figures if not re.search(rf"%\({re.escape(figure)}[)|]", text)] if text else []
    printed_fields = (edit.database.vocabulary.section("fields").get(record.kind) or ()) if unnamed else ()
    if unnamed and "figures" not in printed_fields:
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
