"""What templates ask records for, and what no record has: its place on a card stays empty, for nothing else is wrong.

A path that is written out in a template is found in its text, by ``check``. One that it puts together, as in
``record.figure("figures." ~ key)``, is known only when it asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kensei_docs.database import Database, Record
from kensei_docs.database.model import Vocabulary
from kensei_docs.documents.markup.art_folder import picture_fields
from kensei_docs.problems import Place, Problem, closest

CHECK = "asked-paths-exist"
# The beginning of a call with a literal path. To find it is a hundred times as fast as to parse the template.
CALL = re.compile(r"""(?:\b(record)\.(?:get|figure)|\.figure)\(\s*["']([^"']*)["']\s*[,)]""")


def declared_paths(vocabulary: Vocabulary, kinds: Iterable[str]) -> set[str]:
    """Return the paths that a vocabulary declares for some kinds of record, and that a record may still lack."""
    fields, within = (vocabulary.section(section) for section in ("fields", "within"))
    declared: set[str] = set()
    for kind in kinds:
        # A record may do without a picture.
        declared |= {*(fields.get(kind) or ()), *picture_fields(vocabulary, kind)}
        declared |= {f"{path}.{key}" for path, keys in (within.get(kind) or {}).items() for key in keys}
    return declared


def nearest_path(path: str, records: Iterable[Record], declared: Iterable[str] = ()) -> str:
    """Return the hint at the path of some records that was meant, or at one that the vocabulary declares for them: one
    that ends so, or the most similar one, whole or in its end."""
    known = {*declared, *(one for record in records for one in (*record.data, *(fact.path for fact in record.facts)))}
    by_end = {one.rpartition(".")[2]: one for one in sorted(known)}
    if path in by_end:
        return f"; did you mean '{by_end[path]}'?"
    near = closest(path, sorted(known))
    if near or "." in path:
        return near
    return next((f"; did you mean '{by_end[end]}'?" for end in by_end if closest(path, [end])), "")


def unanswered(database: Database, asked: Mapping[tuple[str, str], Place], folder: Path) -> Iterator[Problem]:
    """Yield a problem for each path that no record of its kind has: ``asked`` are the places of (kind, path).

    Only those are told that a template of ``folder`` puts together: shared templates ask what few records have.
    """
    for (kind, path), place in asked.items():
        if not Path(place.file).is_relative_to(folder) or database.vocabulary.is_known_field(kind, path):
            continue
        records = [one for edition in database.editions.values() for one in edition.records_of(kind)]
        declared = declared_paths(database.vocabulary, [kind])
        written = CALL.findall(Path(place.file).read_text(encoding="utf-8", errors="replace"))
        if path not in declared and path not in {one for _, one in written} and not any(r.has(path) for r in records):
            message = f"asks for '{path}', which no record of {kind} has{nearest_path(path, records, declared)}"
            yield Problem(place, f"{message}; mend the path", CHECK)
