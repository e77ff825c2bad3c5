"""Errata: changes of the rules since an edition's documents were printed, one file each.

``data/errata/<edition>/<date>-<slug>.yaml`` changes figures and messages, adds records and
withdraws some. All are applied while the edition is read, the oldest first, so that every reader of the
database has the rules in force. An erratum whose ``from`` differs from the current value is refused: it
was written for other rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import Field

from kensei_docs.database.model import Citation, Edition, Record, Vocabulary
from kensei_docs.database.record_parts import Part, one_line, pointers
from kensei_docs.database.schema import Schema, citations_of, faults_of_record, validate
from kensei_docs.database.yamlfile import Tree, read_cached
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import ERRATA, Project

CHECK = "errata"
KIND = "erratum"
_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-[a-z0-9]+(?:-[a-z0-9]+)*")


class ChangeSchema(Schema):
    """One part that an erratum changes: its record, its path, its value before and after, as ``amend`` reads them.

    ``null`` is a blank, and before and after what is added or taken away.
    """

    record: str
    fact: str
    before: Any = Field(alias="from")
    after: Any = Field(alias="to")


class ErratumSchema(Schema):
    """An erratum's file; ``name`` and ``reason`` are messages to the reader.

    ``after`` names the erratum of the same day that it follows.
    """

    name: str = Field(min_length=1)
    reason: str = Field(min_length=1)
    source: str = Field(min_length=1)
    after: str | None = None
    changes: dict[str, ChangeSchema] = Field(default_factory=dict)
    add: dict[str, dict[str, Any]] = Field(default_factory=dict)
    withdraw: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class _File:
    """An erratum's file, read: its name, its day, how deep its layer lies (0: the project's own), what it holds."""

    name: str
    day: date
    layer: int
    erratum: Record
    entry: ErratumSchema


def read_erratum(erratum: Record) -> ErratumSchema:
    """Return an erratum's fields, which were validated when it was read."""
    return ErratumSchema.model_validate(erratum.data)


def dated(name: str) -> date | None:
    """Return the day from which an erratum is in force, the date in its name; None if the name has none."""
    found = _NAME.fullmatch(name)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None


def put_in_force(project: Project, edition: Edition, vocabulary: Vocabulary) -> Iterator[Problem]:
    """Apply an edition's errata up to the project's day, the oldest first; yield what can't be applied.

    Those of a later day are kept in ``edition.errata_to_come``.
    """
    problems: list[Problem] = []
    files = _in_order(list(_files(project, edition, problems)), problems)
    yield from problems
    since = next((one for one in files if one.name == project.before), None)
    changed_by: dict[tuple[str, str], str] = {}
    for i, one in enumerate(files):
        if project.as_of is not None and one.day > project.as_of:
            edition.errata_to_come[one.name] = one.erratum
        # What lies in a layer below was there before, whatever its day.
        elif since is None or i < files.index(since) or one.layer > since.layer:
            edition.errata[one.name] = one.erratum
            yield from _apply(one.erratum, one.entry, edition, vocabulary, changed_by)
    yield from _pointers_at_nothing(edition, vocabulary)


def _files(project: Project, edition: Edition, problems: list[Problem]) -> Iterator[_File]:
    for name, file in project.named_files(*ERRATA, edition.id).items():
        day = dated(name)
        if day is None:
            message = "has a name without a day; name it like 2026-11-22-what-it-mends.yaml"
            problems.append(Problem(Place(str(file)), message, CHECK, edition=edition.id))
        elif erratum := _read(name, file, edition, project.parsed, problems):
            layer = next(i for i, folder in enumerate(project.layers) if file.is_relative_to(folder))
            yield _File(name, day, layer, erratum, read_erratum(erratum))


def _in_order(files: list[_File], problems: list[Problem]) -> list[_File]:
    """Return errata by day; of one day, those of a layer below first, each after the one that it follows."""
    by_name = {one.name: one for one in files}

    def fault(one: _File, message: str) -> None:
        problems.append(Problem(one.erratum.place("after"), message, CHECK, edition=one.erratum.edition))

    ordered: list[_File] = []
    waiting = sorted(files, key=lambda one: (one.day, -one.layer, one.name))
    for one in waiting:
        other = by_name.get(one.entry.after or one.name)
        if other is None:
            fault(
                one, f"there is no erratum '{one.entry.after}'{closest(one.entry.after or '', by_name)}; mend the name"
            )
        elif (other.day, -other.layer) > (one.day, -one.layer):
            fault(one, f"'{other.name}' comes later by its day or its project; let that follow this one")
    while waiting:
        done = {one.name for one in ordered}
        here = waiting[0].day, waiting[0].layer
        group = [one for one in waiting if (one.day, one.layer) == here]
        names = {one.name for one in group} - done
        free = next((one for one in group if one.entry.after not in names), None)
        if free is None:
            free = group[0]
            fault(free, f"'{free.name}' and '{free.entry.after}' follow each other; take one 'after' away")
        ordered.append(free)
        waiting.remove(free)
    return ordered


def _pointers_at_nothing(edition: Edition, vocabulary: Vocabulary) -> Iterator[Problem]:
    """Yield a problem for each part of a record that still names a record which an erratum withdrew."""
    gone = {
        record_id: erratum
        for erratum in edition.errata.values()
        for record_id in read_erratum(erratum).withdraw
        if record_id in edition.withdrawn and record_id not in edition.records
    }
    if not gone:
        return
    references = vocabulary.section("references")
    slugs = {(kind, slug): one for one in gone for kind, _, slug in [one.partition("/")]}
    for record in edition.records.values():
        for path, kind, name in pointers(record.data, references, vocabulary.atoms):
            one = slugs.get((kind, name)) if kind else name if name in gone else None
            if one:
                yield Problem(
                    gone[one].place("withdraw"),
                    f"'{one}' is withdrawn, but '{path}' of {record.id} names it; change that in the erratum too",
                    CHECK,
                    edition=edition.id,
                    record=record.id,
                )


def _read(name: str, file: Path, edition: Edition, cache: Path | None, problems: list[Problem]) -> Record | None:
    tree, faults = read_cached(file, cache)
    problems += faults
    if faults or validate(ErratumSchema, tree, "", problems) is None:
        return None
    # Paths in a record's tree begin with its slug, but an erratum's file holds one record without a slug.
    below = Tree(
        file,
        tree.value,
        {f"{name}.{path}" if path else name: spot for path, spot in tree.spots.items()},
        {f"{name}.{path}": spot for path, spot in tree.keys.items()},
    )
    return Record(KIND, name, edition.id, tree.value, below)


def _apply(
    erratum: Record,
    entry: ErratumSchema,
    edition: Edition,
    vocabulary: Vocabulary,
    changed_by: dict[tuple[str, str], str],
) -> Iterator[Problem]:
    def fault(path: str, message: str, record: str | None = None) -> Problem:
        return Problem(erratum.place(path), message, CHECK, edition=edition.id, record=record)

    touched: dict[str, Record] = {}
    for key, change in entry.changes.items():
        record = edition.records.get(change.record)
        where = f"changes.{key}"
        if record is None:
            yield fault(
                f"{where}.record",
                f"there is no record '{change.record}' in {edition.id}"
                f"{closest(change.record, edition.records)}; mend the id",
            )
            continue
        part = Part(record, change.fact)
        if part.fault or part.is_missing(change.before, change.after):
            yield fault(f"{where}.fact", part.fault or part.unknown(), record.id)
        elif part.is_group and isinstance(change.before, str):
            yield fault(f"{where}.fact", part.unknown(), record.id)
        elif not part.is_same(change.before):
            by = _changed_by(changed_by, record.id, change.fact)
            yield fault(f"{where}.from", _describe_conflict(part, change, erratum.slug, by), record.id)
        elif refusal := part.refusal(change.after, edition.units):
            yield fault(f"{where}.to", f"{record.id}: {refusal}", record.id)
        else:
            if record.id not in touched:
                touched[record.id] = _replace_by_copy(edition, record)
            _amend(touched[record.id], change, erratum.slug)
            # Last in the order of the mapping, too: a part of it, or what it is part of, may have changed since.
            changed_by.pop((record.id, change.fact), None)
            changed_by[record.id, change.fact] = erratum.slug
    for record_id in entry.withdraw:
        withdrawn = edition.records.pop(record_id, None)
        if withdrawn is None:
            yield fault(
                "withdraw",
                f"there is no record '{record_id}' in {edition.id} to withdraw"
                f"{closest(record_id, edition.records)}; mend the id",
            )
        else:
            touched.pop(record_id, None)
            edition.withdrawn[record_id] = withdrawn
    for record_id, data in entry.add.items():
        kind, _, slug = record_id.partition("/")
        if record_id in edition.records or kind not in vocabulary.kinds.values():
            said = (
                "is there already; change it instead"
                if record_id in edition.records
                else f"is of no known kind{closest(kind, vocabulary.kinds.values())}; write kind/name"
            )
            yield fault(f"add.{record_id}", f"'{record_id}' {said}")
            continue
        problems: list[Problem] = []
        citations = citations_of(_subtree(erratum, record_id, slug), slug, data, problems)
        yield from problems
        touched[record_id] = edition.records[record_id] = Record(
            kind,
            slug,
            edition.id,
            data,
            _subtree(erratum, record_id, slug),
            citations or (_citation(erratum.slug),),
            {"": erratum.slug},
        )
    for record in touched.values():
        yield from faults_of_record(record, vocabulary)


def _describe_conflict(part: Part, change: ChangeSchema, name: str, by: str | None) -> str:
    said = [one_line(part.record, one) for one in (part.value, part.read(change.before))]
    is_now = "nothing" if said[0] is None else f"'{said[0]}'"
    start = f"{part.record.id} '{change.fact}' is {is_now} and not '{said[1]}'"
    if by is None:
        return f"{start}; see what changed it, and let the erratum start from that"
    return f"{start} since the erratum {by}; let the later one, {name}, start from that, or withdraw one of them"


def _replace_by_copy(edition: Edition, record: Record) -> Record:
    """Replace a record of the edition by a deep copy, because the parsed data may be shared; return the copy."""
    copy = Record(
        record.kind,
        record.slug,
        record.edition,
        deepcopy(record.data),
        record.tree,
        record.citations,
        dict(record.errata),
    )
    edition.records[record.id] = copy
    return copy


def _amend(record: Record, change: ChangeSchema, name: str) -> None:
    Part(record, change.fact).set(change.after)
    record.errata[change.fact] = name
    record.citations = (*record.citations, _citation(name, change.fact))


def _changed_by(changed_by: Mapping[tuple[str, str], str], record: str, path: str) -> str | None:
    """Return the last erratum that changed a part, a part of it or what it is part of; None for none."""
    near = [by for (one, fact), by in changed_by.items() if one == record and _overlap(fact, path)]
    return near[-1] if near else None


def _overlap(a: str, b: str) -> bool:
    return a == b or a.startswith(f"{b}.") or b.startswith(f"{a}.")


def _citation(name: str, *covers: str) -> Citation:
    return Citation(f"{KIND}/{name}", covers=covers)


def _subtree(erratum: Record, record_id: str, slug: str) -> Tree:
    """Return the tree of a record that stands in an erratum's file."""
    inner = f"{erratum.slug}.add.{record_id}"
    tree = erratum.tree

    def moved(spots: Mapping[str, Any]) -> dict[str, Any]:
        return {
            slug + path[len(inner) :]: spot
            for path, spot in spots.items()
            if path == inner or path.startswith(f"{inner}.")
        }

    return Tree(tree.file, {slug: erratum.data["add"][record_id]}, moved(tree.spots), moved(tree.keys))
