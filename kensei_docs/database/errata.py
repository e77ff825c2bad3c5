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
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import Field

from kensei_docs.database.model import Citation, Edition, Record, Vocabulary
from kensei_docs.database.schema import Schema, citations_of, faults_of_record, validate
from kensei_docs.database.yamlfile import Tree, read_cached
from kensei_docs.figures import same
from kensei_docs.problems import Place, Problem, closest
from kensei_docs.project import Project

CHECK = "errata"
KIND = "erratum"
_NAME = re.compile(r"(\d{4}-\d{2}-\d{2})-[a-z0-9]+(?:-[a-z0-9]+)*")


class ChangeSchema(Schema):
    """One value that an erratum changes: its record, its path, its values before and after.

    A list is written as its members with commas; ``null`` is a blank.
    """

    record: str
    fact: str
    before: str | None = Field(alias="from")
    after: str | None = Field(alias="to")


class ErratumSchema(Schema):
    """An erratum's file; ``name`` and ``reason`` are messages to the reader."""

    name: str = Field(min_length=1)
    reason: str = Field(min_length=1)
    source: str = Field(min_length=1)
    changes: dict[str, ChangeSchema] = Field(default_factory=dict)
    add: dict[str, dict[str, Any]] = Field(default_factory=dict)
    withdraw: list[str] = Field(default_factory=list)


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
    """Apply an edition's errata up to the project's day, the oldest first; yield what can't be applied."""
    changed_by: dict[tuple[str, str], str] = {}
    for name, file in project.named_files("data", "errata", edition.id).items():
        day = dated(name)
        if day is None:
            yield Problem(
                Place(str(file)),
                "has a name without a day; name it like 2026-11-22-what-it-mends.yaml",
                CHECK,
                edition=edition.id,
            )
            continue
        problems: list[Problem] = []
        erratum = _read(name, file, edition, project.parsed, problems)
        yield from problems
        if (
            erratum is None
            or (project.as_of is not None and day > project.as_of)
            or (project.before is not None and name >= project.before)
        ):
            continue
        edition.errata[name] = erratum
        yield from _apply(erratum, read_erratum(erratum), edition, vocabulary, changed_by)


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
        stands = _current_value(record, change.fact)
        if isinstance(stands, Problem):
            yield fault(f"{where}.fact", stands.message, record.id)
            continue
        if not _is_same(stands, change.before):
            yield fault(
                f"{where}.from",
                _describe_conflict(record, change, stands, erratum.slug, changed_by.get((record.id, change.fact))),
                record.id,
            )
            continue
        if record.id not in touched:
            touched[record.id] = _replace_by_copy(edition, record)
        _set_value(touched[record.id], change, erratum.slug)
        changed_by[record.id, change.fact] = erratum.slug
    for record_id in entry.withdraw:
        if edition.records.pop(record_id, None) is None:
            yield fault(
                "withdraw",
                f"there is no record '{record_id}' in {edition.id} to withdraw"
                f"{closest(record_id, edition.records)}; mend the id",
            )
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


def _current_value(record: Record, path: str) -> str | Problem | None:
    """Return the value at a path in the spelling of errata files, or the problem of the path."""
    absent = object()
    value = record.get(path, absent)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or isinstance(value, str):
        return value
    known = [*(fact.path for fact in record.facts), *(field for field, _ in record.messages)]
    what = "no fact or message" if value is absent else "a group of facts"
    return Problem(record.place(path), f"'{path}' of {record.id} is {what}{closest(path, known)}; name one", CHECK)


def _is_same(stands: str | None, before: str | None) -> bool:
    if stands is None or before is None:
        return stands is before
    return stands == before or same(stands, before)


def _describe_conflict(record: Record, change: ChangeSchema, stands: str | None, name: str, by: str | None) -> str:
    is_now = "nothing" if stands is None else f"'{stands}'"
    if by is None:
        return (
            f"{record.id} '{change.fact}' is {is_now} and not '{change.before}'; see what "
            "changed it, and let the erratum start from that"
        )
    return (
        f"{record.id} '{change.fact}' is {is_now} and not '{change.before}' since the erratum "
        f"{by}; let the later one, {name}, start from that, or withdraw one of them"
    )


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


def _set_value(record: Record, change: ChangeSchema, name: str) -> None:
    part: Any = record.data
    *steps, last = change.fact.split(".")
    for step in steps:
        part = part[step]
    old, new = part[last], change.after
    part[last] = (
        [one.strip() for one in (new or "").split(",")]
        if isinstance(old, list)
        else new == "true"
        if isinstance(old, bool)
        else new
    )
    record.errata[change.fact] = name
    record.citations = (*record.citations, _citation(name, change.fact))


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
