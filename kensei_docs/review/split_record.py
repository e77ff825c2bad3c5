"""Splitting a record at a place in its document: the passage after that place becomes another record."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kensei_docs.database import Record
from kensei_docs.drafting.passage_marks import Marks
from kensei_docs.drafting.project_files import TEXT_TO_WRITE, yaml_of
from kensei_docs.extract import Document
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.problems import say
from kensei_docs.review import refused
from kensei_docs.review.readings import ENTRIES, PASSAGE, readings_of
from kensei_docs.review.record_edits import Edit
from kensei_docs.slugs import slug_of

# The first letter after the end of a sentence or of a line: where a record may be split.
_FIRST_LETTER = re.compile(r"(?:[.!?:;)]\s+|\n)[^\w\n]*([^\W\d_])")
# Words that are shown of such a place.
_SHOWN_WORDS = 7
# Words of a name at most.
_MAX_NAME_WORDS = 4


def places_in(document: Document, start: int, end: int) -> list[tuple[int, str, str]]:
    """Return the places where the passage ``start:end`` can be split: (offset, the words there, a name to suggest)."""
    places = []
    for match in _FIRST_LETTER.finditer(document.text, start, end):
        at = match.start(1)
        words = document.text[at:end].split()[:_SHOWN_WORDS]
        if match[1].isupper() and at > start:
            title = re.split(r"[.:]\s|[(\[]", " ".join(words) + " ")[0].strip(".: ")
            name = title if len(title.split()) <= _MAX_NAME_WORDS else " ".join(words[:2])
            places.append((at, " ".join(words), name))
    return places


def figures_inside(read: ReadingResult, record: str, span: tuple[int, int]) -> dict[str, int]:
    """Return the offsets of the figures of a record that were read inside a span, by name."""
    return {
        observation.fact.partition(".")[2]: observation.span[0]
        for observation in read.observations
        if observation.record == record
        and observation.fact.startswith("figures.")
        and span[0] <= observation.span[0] < span[1]
    }


def split(
    edit: Edit, record: Record, name: str, at: int, span: tuple[int, int], figures: Mapping[str, int], marks: Marks
) -> None:
    """Make the part of a record's passage ``span`` after the offset ``at`` a record called ``name``.

    ``figures`` are the offsets of the record's figures by name: the figures after ``at`` move to the new record, with
    their cues. ``marks`` finds the phrases that delimit both passages. Raises Unusable for a row of a table, for a text
    that contains a figure that would move, for a name that is taken, and if no phrase in the document marks the place.
    """
    slug = slug_of(name)
    new = f"{record.kind}/{slug}"
    if not slug or not name.isprintable():
        message = say("'%(name)s' is not a name: it needs letters or digits from which an id can be made", name=name)
        raise refused(message)
    if new in edit.edition.records:
        raise refused(say("there is a record %(id)s already; choose another name", id=new))
    read_by = [reading for reading in readings_of(edit.source, record.id) if reading.recipe in (PASSAGE, ENTRIES)]
    if len(read_by) != 1 or "rows" in record.data:
        raise refused(say("%(id)s is not read from one passage of sentences; part it by hand", id=record.id))
    moved = [figure for figure, offset in figures.items() if offset >= at]
    in_text = [figure for figure in moved for _, text in record.messages if f"%({figure}" in text]
    if in_text:
        names = ", ".join(in_text)
        raise refused(
            say("the text of %(id)s names %(names)s, which would go; mend the text first", id=record.id, names=names)
        )
    marks_of_new = marks.between(at, span[1])
    stop = marks.end(span[0], at)
    if marks_of_new is None or stop is None:
        raise refused(say("no words mark this place; choose another one, or part it by hand"))
    _split_data_and_reading(edit, record, name, moved, marks_of_new, stop)


def _split_data_and_reading(
    edit: Edit, record: Record, name: str, moved: Sequence[str], marks_of_new: Mapping[str, str], stop: str
) -> None:
    """Split the data of a record and its reading.

    ``moved`` are the names of the figures that go to the new record, ``marks_of_new`` the phrases at the ends of its
    passage, and ``stop`` the phrase at which the first record's passage ends.
    """
    data = edit.data_of(record)
    values = record.data.get("figures") or {}
    moved_values = {figure: values[figure] for figure in moved}
    if moved_values and len(moved_values) == len(values):
        data.remove(record.slug, "figures")
    else:
        for figure in moved:
            data.remove(record.slug, "figures", figure)
    # The citations of both records are written when the edit is saved.
    if all(citation.document == edit.source.id for citation in record.citations) and record.data.get("from"):
        data.remove(record.slug, "from")
    slug = slug_of(name)
    figures = {"figures": moved_values} if moved_values else {}
    content = {"name": name, **figures, "todo": TEXT_TO_WRITE, "status": "prose"}
    data.append(yaml_of({slug: content}), apart=True)
    [reading] = [entry for entry in readings_of(edit.source, record.id) if entry.recipe in (PASSAGE, ENTRIES)]
    profile = edit.profile_of(reading.stem)
    cues = {}
    for figure in moved:
        fact = f"figures.{figure}"
        cues[fact] = str(profile.get(*reading.cues, fact))
        profile.remove(*reading.cues, fact)
    if reading.recipe == PASSAGE:
        if profile.get(reading.index, "to") is None:
            profile.add("to", stop, reading.index)
        else:
            profile.set(stop, reading.index, "to")
    entry = {PASSAGE: f"{record.kind}/{slug}", **marks_of_new, **({"read": cues} if cues else {})}
    profile.append("- " + yaml_of(entry).replace("\n", "\n  ").rstrip(" "))
    edit.touched |= {record.id, f"{record.kind}/{slug}"}
