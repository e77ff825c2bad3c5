"""Parting a record at a place of its document: what stands behind it becomes a record of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kensei_docs.database import Record
from kensei_docs.drafting.files import TODO, yaml_of
from kensei_docs.drafting.marks import Marks
from kensei_docs.extract import Document
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.problems import say
from kensei_docs.review.edits import Edit
from kensei_docs.review.readings import ENTRIES, PASSAGE, readings_of
from kensei_docs.review.refusals import refused
from kensei_docs.slugs import slug_of

# What begins behind a sentence, or on a line of its own.
_BEGINS = re.compile(r"(?:[.!?:;)]\s+|\n)[^\w\n]*([^\W\d_])")
# How many words of such a place are shown, and at most are a name.
_SHOWN, _NAMED = 7, 4


def places_in(document: Document, start: int, end: int) -> list[tuple[int, str, str]]:
    """Return where a passage can be parted: the offset, the words there, and the name that they may be."""
    found = []
    for begins in _BEGINS.finditer(document.text, start, end):
        at = begins.start(1)
        words = document.text[at:end].split()[:_SHOWN]
        if begins[1].isupper() and at > start:
            title = re.split(r"[.:]\s|[(\[]", " ".join(words) + " ")[0].strip(".: ")
            name = title if len(title.split()) <= _NAMED else " ".join(words[:2])
            found.append((at, " ".join(words), name))
    return found


def figures_inside(read: ReadingResult, record: str, span: tuple[int, int]) -> dict[str, int]:
    """Return the figures of a record that were read inside of a span, by name, each with its place."""
    return {
        one.fact.partition(".")[2]: start
        for one, (start, _) in zip(read.observations, read.taken, strict=True)
        if one.record == record and one.fact.startswith("figures.") and span[0] <= start < span[1]
    }


def split(
    edit: Edit, record: Record, name: str, at: int, span: tuple[int, int], figures: Mapping[str, int], marks: Marks
) -> None:
    """Make a record of what stands behind ``at`` in a record's passage ``span``: its ``figures``, by name with their
    places, go there with their cues.

    Raises Unusable for a row of a table, a text that names a figure which would go, and a name that is taken.
    """
    slug = slug_of(name)
    new = f"{record.kind}/{slug}"
    if not slug or not name.isprintable():
        said = say("'%(name)s' is not a name: it needs letters or digits from which an id can be made", name=name)
        raise refused(said)
    if new in edit.edition.records:
        raise refused(say("there is a record %(id)s already; choose another name", id=new))
    read_by = [one for one in readings_of(edit.source, record.id) if one.recipe in (PASSAGE, ENTRIES)]
    if len(read_by) != 1 or "rows" in record.data:
        raise refused(say("%(id)s is not read from one passage of sentences; part it by hand", id=record.id))
    moved = [figure for figure, place in figures.items() if place >= at]
    said_of = [figure for figure in moved for _, text in record.messages if f"%({figure}" in text]
    if said_of:
        names = ", ".join(said_of)
        raise refused(
            say("the text of %(id)s names %(names)s, which would go; mend the text first", id=record.id, names=names)
        )
    behind, stop = marks.between(at, span[1]), marks.end(span[0], at)
    if behind is None or stop is None:
        raise refused(say("no words mark this place; choose another one, or part it by hand"))
    _part(edit, record, name, moved, behind, stop)


def _part(edit: Edit, record: Record, name: str, moved: Sequence[str], behind: Mapping[str, str], stop: str) -> None:
    data, values = edit.data_of(record), record.data.get("figures") or {}
    taken = {figure: values[figure] for figure in moved}
    if taken and len(taken) == len(values):
        data.remove(record.slug, "figures")
    else:
        for figure in moved:
            data.remove(record.slug, "figures", figure)
    # The citations of the first part are written anew, with those of the other.
    if all(one.document == edit.source.id for one in record.citations) and record.data.get("from"):
        data.remove(record.slug, "from")
    slug = slug_of(name)
    content = {"name": name, **({"figures": taken} if taken else {}), "todo": TODO, "status": "prose"}
    data.append(yaml_of({slug: content}), apart=True)
    [reading] = [one for one in readings_of(edit.source, record.id) if one.recipe in (PASSAGE, ENTRIES)]
    profile = edit.profile_of(reading.stem)
    steps: tuple[str | int, ...] = (reading.index, "read", *([reading.key] if reading.key else []))
    cues = {}
    for figure in moved:
        fact = f"figures.{figure}"
        cues[fact] = str(profile.get(*steps, fact))
        profile.remove(*steps, fact)
    if reading.recipe == PASSAGE:
        if profile.get(reading.index, "to") is None:
            profile.add("to", stop, reading.index)
        else:
            profile.set(stop, reading.index, "to")
    entry = {PASSAGE: f"{record.kind}/{slug}", **behind, **({"read": cues} if cues else {})}
    profile.append("- " + yaml_of(entry).replace("\n", "\n  ").rstrip(" "))
    edit.touched |= {record.id, f"{record.kind}/{slug}"}
