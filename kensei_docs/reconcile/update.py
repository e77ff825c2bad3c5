"""Writing into ``data/`` what a document says: new values, and where every figure was read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kensei_docs.database import Citation, Edition, Record
from kensei_docs.database.save import update
from kensei_docs.database.yamlfile import Tree
from kensei_docs.figures import same
from kensei_docs.problems import unusable
from kensei_docs.reconcile.differences import Difference, Observed
from kensei_docs.reconcile.provenance import ReadPassage, citations, has_place, spot_of, stood_before


@dataclass(frozen=True)
class Written:
    """What was written: the values by record and fact, and the files that changed."""

    values: Mapping[tuple[str, str], str]
    files: tuple[Path, ...]


def write(
    edition: Edition,
    document: str,
    observations: Sequence[Observed],
    passages: Sequence[ReadPassage],
    found: Iterable[Difference],
    layer: Path,
) -> Written:
    """Put a document's values and provenance into the files of its edition.

    Written are values of facts that the edition has. ``found`` are the differences of the two,
    ``layer`` is the folder of the project that may be written to: raises Unusable where the
    edition lies in another, or a file can't be written.
    """
    by_record: dict[str, list[Observed]] = {}
    for observed in observations:
        by_record.setdefault(observed.record, []).append(observed)
    read_for: dict[str, list[ReadPassage]] = {}
    for passage in passages:
        read_for.setdefault(passage.record, []).append(passage)
    gone = [(d.record, d.fact) for d in found if d.change == "gone"]
    written: dict[tuple[str, str], str] = {}
    edits: dict[Path, tuple[Tree, dict[str, str | None], dict[str, list[dict[str, Any]]]]] = {}
    for record in edition.records.values():
        if record.id not in by_record and record.id not in read_for:
            continue
        if not record.tree.file.resolve().is_relative_to(layer.resolve()):
            raise unusable(
                record.tree.file,
                f"belongs to the tool; copy the edition '{edition.id}' into your project to change it",
                "reconcile",
            )
        _, values, provenance = edits.setdefault(record.tree.file, (record.tree, {}, {}))
        here = by_record.get(record.id, [])
        for fact, value in _new_values(record, here).items():
            values[f"{record.slug}.{spot_of(record, fact)}"] = value
            written[record.id, fact] = value
        cited = citations(
            record, document, here, read_for.get(record.id, []), [fact for name, fact in gone if name == record.id]
        )
        if cited:
            provenance[record.slug] = [_entry(c) for c in cited]
    files = []
    for file, (tree, values, provenance) in edits.items():
        before = file.read_bytes()
        update(tree, values, provenance)
        if file.read_bytes() != before:
            files.append(file)
    return Written(written, tuple(files))


def _new_values(record: Record, observations: Sequence[Observed]) -> dict[str, str]:
    """Return the facts that have another value in the document now, and that value.

    Of a fact that the document gives in several places, those places count in which it has
    changed since they were cited; where they don't agree either, a person decides.
    """
    said: dict[str, list[Observed]] = {}
    for observed in observations:
        if observed.fact != "name" and has_place(record, observed.fact):
            said.setdefault(observed.fact, []).append(observed)
    values = {}
    for fact, places in said.items():
        other = [o for o in places if not same(record.figure(fact), o.value)]
        if len(other) < len(places):
            cited = any(spot_of(record, fact) in c.covers for c in record.citations)
            other = [o for o in other if cited and not stood_before(record, o, observations)]
        if other and all(same(o.value, other[0].value) for o in other):
            values[fact] = other[0].value
    return values


def _entry(citation: Citation) -> dict[str, Any]:
    return {
        "document": citation.document,
        "lines": citation.lines,
        "page": citation.page,
        "digest": citation.digest,
        "covers": citation.covers,
    }
