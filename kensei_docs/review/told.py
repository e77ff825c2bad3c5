"""The text of a record, in a person's own words: written, mended, or found to be needless."""

from __future__ import annotations

import re
from dataclasses import replace

from kensei_docs.catalogues.findings import findings
from kensei_docs.catalogues.typed import with_forms, with_one_counted
from kensei_docs.database import Database, Record
from kensei_docs.database.forms import PLACEHOLDER
from kensei_docs.problems import Place, Unusable, say
from kensei_docs.project import Project
from kensei_docs.review.edits import Edit
from kensei_docs.review.refusals import NO_FILE, Mended, refused

_SPACE = re.compile(r"\s+")


def tell(edit: Edit, record: Record, text: str) -> None:
    """Give a record a text, and take its note away that one is to be written; an empty one is needless.

    A noun that a figure counts gets its forms, and shares become words.

    Raises Unusable where the text names a figure that the record doesn't have, and Mended where several figures count.
    """
    text, data = with_forms(_SPACE.sub(" ", text).strip(), record, edit.edition.written_in), edit.data_of(record)
    figures = record.data.get("figures") or {}
    unknown = [found["name"] for found in PLACEHOLDER.finditer(text) if found["name"] and found["name"] not in figures]
    if unknown:
        names, known = ", ".join(unknown), ", ".join(figures) or "–"
        raise refused(say("the record has no figure %(names)s; it has %(known)s", names=names, known=known))
    if (mended := with_one_counted(text, record, edit.edition.written_in)) != text:
        said = say(
            "A text has words for one and for several of one figure only. The others now stand behind their word: read "
            "the text again."
        )
        raise Mended(said, mended)
    left = [figure for figure in figures if not re.search(rf"%\({re.escape(figure)}[)|]", text)] if text else []
    lists = (edit.database.vocabulary.section("fields").get(record.kind) or ()) if left else ()
    if left and "figures" not in lists:
        edit.told.append(say("The text leaves out %(names)s, which nothing else prints.", names=", ".join(left)))
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


def require_good_words(project: Project, database: Database, record: Record) -> None:
    """Raise Unusable, with what ``check`` would say, where the text of a record is wrong."""
    text = f"'{record.context('text')}' "
    faults = [
        replace(problem, place=Place(NO_FILE), message=problem.message.removeprefix(text))
        for problem in findings(project, database)
        if problem.severity == "error" and problem.record == record.id and problem.message.startswith(text)
    ]
    if faults:
        raise Unusable(*dict.fromkeys(faults))
