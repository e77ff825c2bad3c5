"""Dotted paths into a record (``figures.range``), and names of the facts of an edition (``roll/combat:base``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kensei_docs.database.model import Edition, Record
from kensei_docs.problems import closest


def below(path: str, key: str) -> str:
    """Return the path of a key in the mapping at a path."""
    return f"{path}.{key}" if path else key


def set_at(data: dict[str, Any], path: str, value: Any) -> None:
    """Set the value at a path of ``data``; mappings on the way are made, or replaced by copies.

    Copies, because an inner mapping may belong to a record, which must not change.
    """
    *groups, last = path.split(".")
    for group in groups:
        inner = data.get(group)
        data[group] = dict(inner) if isinstance(inner, Mapping) else {}
        data = data[group]
    data[last] = value


def values(record: Record, pattern: str) -> Iterator[tuple[str, Any]]:
    """Yield ``(path, value)`` of the record's parts; ``*`` stands for every key of a mapping."""
    yield from _values(record.data, pattern.split("."), "")


def _values(part: Any, steps: list[str], path: str) -> Iterator[tuple[str, Any]]:
    if not steps:
        yield path, part
    elif isinstance(part, dict):
        for key in part if steps[0] == "*" else [k for k in (steps[0],) if k in part]:
            yield from _values(part[key], steps[1:], below(path, key))


def mapping_at(record: Record, path: str) -> dict[str, Any]:
    """Return the mapping at a path (``figures``), an empty one if there is none."""
    part = record.get(path)
    return part if isinstance(part, dict) else {}


def rows_of(record: Record, path: str) -> dict[str, dict[str, Any]]:
    """Return those parts of the mapping at a path that are mappings themselves, such as the rows of a table."""
    return {key: row for key, row in mapping_at(record, path).items() if isinstance(row, dict)}


def mappings_in(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every mapping of a record with its path, the outer before the inner; the record's own path is empty."""

    def walk(part: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
        yield path, part
        for key, inner in part.items():
            if isinstance(inner, dict):
                yield from walk(inner, below(path, key))

    yield from walk(record.data, "")


def record_and_path(edition: Edition, name: str) -> tuple[Record | None, str]:
    """Return the record and the path in a name such as ``roll/combat:base``; None for an unknown record."""
    record_id, _, path = name.partition(":")
    return edition.records.get(record_id), path


def fact_at(edition: Edition, name: str) -> tuple[Record, str] | str:
    """Return the record and the path that a name such as ``roll/combat:base`` has.

    If there is no such record or part, return the message that says so.
    """
    record, path = record_and_path(edition, name)
    if record is None:
        return record_id_problem(edition, name.partition(":")[0])
    return path_problem(record, path) or (record, path)


def record_id_problem(edition: Edition, record_id: str) -> str:
    """Return the message that an edition has no record of an id."""
    return f"'{record_id}' is not a record of {edition.id}{closest(record_id, edition.records)}"


def path_problem(record: Record, path: str) -> str | None:
    """Return the message that a record has nothing at a path; None if it has a value there, or null."""
    missing = object()
    if record.get(path, missing) is not missing:
        return None
    return f"{record.id} has no '{path}'{closest(path, [fact.path for fact in record.facts])}"


def figure_at(edition: Edition, name: str) -> str | None:
    """Return the figure that a name such as ``roll/combat:base`` has; None if there is no such record or figure."""
    record, path = record_and_path(edition, name)
    return record.figure(path) if record else None
