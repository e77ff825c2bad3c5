"""What the vocabulary declares for the checks, and the facts that its paths name.

A check holds no rule's name: which rows add up to which total, or which facts state one
parameter, stands under a section of the check's own, in ``data/vocabulary.yaml`` or, for one
edition, in the ``vocabulary.yaml`` of its folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from kensei_docs.check.finding import Finding
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.model import Sections
from kensei_docs.database.schema import Schema, validate
from kensei_docs.figures import parse
from kensei_docs.problems import Problem, closest

Declaration = TypeVar("Declaration", bound=Schema)


def declared(
    database: Database, section: str, model: type[Declaration]
) -> tuple[dict[str, Declaration], list[Finding]]:
    """Return the declarations of a section by name, and what is wrong with them."""
    return _declared(database.vocabulary, section, model)


def declared_by_edition(
    database: Database, section: str, model: type[Declaration]
) -> tuple[list[tuple[Edition, str, Declaration]], list[Finding]]:
    """Return the declarations of a section for each edition, and what is wrong with them.

    The sections stand in the editions' own ``vocabulary.yaml``.
    """
    good: list[tuple[Edition, str, Declaration]] = []
    faults: list[Finding] = []
    for edition in database.editions.values():
        declarations, wrong = _declared(edition.vocabulary, section, model)
        good += ((edition, name, declaration) for name, declaration in declarations.items())
        faults += wrong
    return good, faults


def declared_once(
    database: Database, section: str, model: type[Declaration]
) -> tuple[list[tuple[Edition, Declaration]], list[Finding]]:
    """Return what a section that is one declaration says for each edition, and what is wrong with it."""
    good: list[tuple[Edition, Declaration]] = []
    problems: list[Problem] = []
    for edition in database.editions.values():
        for tree in edition.vocabulary.trees[::-1]:
            if section in tree.value:
                declaration = validate(model, tree, section, problems, value=tree.value[section] or {})
                good += [(edition, declaration)] if declaration is not None else []
                break
    return good, _findings(section, problems)


def _declared(
    sections: Sections, section: str, model: type[Declaration]
) -> tuple[dict[str, Declaration], list[Finding]]:
    good: dict[str, Declaration] = {}
    problems: list[Problem] = []
    for tree in sections.trees:
        entries = tree.value.get(section)
        for name, entry in entries.items() if isinstance(entries, dict) else ():
            declaration = validate(model, tree, f"{section}.{name}", problems, value=entry or {})
            if declaration is not None:
                good[name] = declaration
    return good, _findings(section, problems)


def _findings(section: str, problems: list[Problem]) -> list[Finding]:
    return [Finding(p.place, f"{section}: {p.message}", "") for p in problems]


def section_of(database: Database, section: str) -> dict[str, Any]:
    """Return a section of the vocabulary, empty where it has none."""
    merged: dict[str, Any] = {}
    for tree in database.vocabulary.trees:
        entries = tree.value.get(section)
        merged.update(entries if isinstance(entries, dict) else {})
    return merged


def names(value: Any) -> list[str]:
    """Return a declared list of names; one name alone is a list of one."""
    if isinstance(value, list):
        return [str(name) for name in value]
    return [value] if isinstance(value, str) else []


def fault(edition: Edition, path: str, message: str) -> Finding:
    """Return a finding about a declaration of an edition itself."""
    return Finding(edition.vocabulary.place(path), message, "")


def values(record: Record, pattern: str) -> Iterator[tuple[str, Any]]:
    """Yield ``(path, value)`` of the record's parts; ``*`` stands for every key of a mapping."""
    yield from _values(record.data, pattern.split("."), "")


def _values(part: Any, steps: list[str], path: str) -> Iterator[tuple[str, Any]]:
    if not steps:
        yield path, part
    elif isinstance(part, dict):
        for key in part if steps[0] == "*" else [k for k in (steps[0],) if k in part]:
            yield from _values(part[key], steps[1:], f"{path}.{key}" if path else key)


def amount(value: Any) -> float | None:
    """Return the number that a figure is or begins with, or None where it is none."""
    figure = parse(value) if isinstance(value, str) else None
    return figure.number if figure else None


def fact_at(edition: Edition, name: str) -> tuple[Record, str] | str:
    """Return the record and path that ``roll/combat:base`` names, or what is wrong with it."""
    identity, _, path = name.partition(":")
    record = edition.records.get(identity)
    if record is None:
        return f"'{identity}' is no record of {edition.id}{closest(identity, edition.records)}"
    missing = object()
    if record.get(path, missing) is missing:
        return f"{identity} has no '{path}'{closest(path, [fact.path for fact in record.facts])}"
    return record, path
