"""The problems of laid-out faces: each defect with the place of what is wrong, in the data, a template or a style.

What all faces of a document share, such as the name of the game, is told once, where it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kensei_docs.documents.layout.faces import NO_GLYPH
from kensei_docs.documents.layout.style_findings import CHECK as STYLE
from kensei_docs.documents.layout.text_fitting import GLYPHS, Defect
from kensei_docs.documents.layout.unread_text import UNREAD
from kensei_docs.documents.sheets.imposition import PrintedDocument
from kensei_docs.problems import Place, Problem

# Fewer letters may stand in the name of a game by chance.
_LEAST = 4


def problems_of(document: PrintedDocument, defects: Iterable[tuple[str, Defect]]) -> Iterator[Problem]:
    """Yield a problem for each (slot, defect); its place is that of the field in the data, or of the style."""
    faces = document.faces
    told: set[tuple[Place, str]] = set()
    for slot, defect in defects:
        if defect.check == STYLE:
            if problem := faces.style_problem(slot, defect):
                yield problem
            continue
        row = faces.fragments[slot].row
        edition = faces.edition.id
        record = row.record.id if row.record else None
        message = f"{document.path.stem} in {faces.language}, '{slot}': {defect.message}"
        if defect.check in UNREAD:
            # What hides a text stands where the text is printed, whatever it says.
            yield Problem(faces.place_of(slot, defect), message, defect.check, edition=edition, record=record)
            continue
        if shared := _shared_place(document, slot, defect):
            place, owner = shared
            # By how many millimetres differs from face to face.
            if (place, defect.check) not in told:
                told.add((place, defect.check))
                of_kind = "" if defect.check == GLYPHS else f"{faces.kind.name} in {faces.language}: "
                yield Problem(place, f"{of_kind}{defect.message}", defect.check, edition=edition, record=owner)
            continue
        if written := _place_in_record(document, slot, defect):
            yield Problem(written, defect.message, defect.check, edition=edition, record=record)
            continue
        yield Problem(row.place(defect.field), message, defect.check, edition=edition, record=record)


def _place_in_record(document: PrintedDocument, slot: str, defect: Defect) -> Place | None:
    """Return the place of the translation, or of the message of a face's record, with a character that no typeface has.

    None where neither has it.
    """
    record = document.faces.fragments[slot].row.record
    if defect.check != GLYPHS:
        return None
    if translated := document.faces.filled_in.place_in_catalogue(defect.text):
        return translated
    messages = record.messages if record else ()
    return next((record.place(path) for path, message in messages if record and defect.text in message), None)


def _shared_place(document: PrintedDocument, slot: str, defect: Defect) -> tuple[Place, str | None] | None:
    """Return the place of what is wrong if it is no text of the face's record: the name of the game, or a template's.

    With the place is the id of another record that has it. None if the face's own record may have it.
    """
    faces = document.faces
    said, name = defect.text, document.edition_name
    if not said or faces.kind.is_general:
        return None
    if defect.check != GLYPHS:
        # A character that no typeface has is printed as a box.
        has_name = re.search("".join(f"(?:{re.escape(letter)}|{NO_GLYPH})" for letter in name), said)
        in_name = re.search(re.escape(said).replace(NO_GLYPH, "."), name)
        is_name = len(said) >= _LEAST and (has_name or in_name)
        return (faces.edition.tree.place("name"), None) if is_name else None
    if _place_in_record(document, slot, defect):
        return None
    if said in name:
        return faces.edition.tree.place("name"), None
    for record in faces.edition.records.values():
        for path, message in record.messages:
            if said in message:
                return record.place(path), record.id
    if any(said in file.read_text(encoding="utf-8", errors="replace") for file in faces.files):
        return faces.filled_in.place_of(slot, re.compile(re.escape(said))), None
    return None
