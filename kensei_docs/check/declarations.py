"""Sections of the vocabulary that declare what checks compare: the code of a check names no rule.

The rows that add up to a total, or the facts that state one parameter, are declared in ``data/vocabulary.yaml`` or, for
one edition, in the ``vocabulary.yaml`` of its folder. ``per_declaration`` makes a check that looks at one declaration
one that looks at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from typing import Any, Generic, TypeVar

from kensei_docs.check.finding import Finding
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.model import Sections
from kensei_docs.database.schema import Schema, validate


class KindSchema(Schema):
    """A declaration about the records of one kind."""

    kind: str


Entry = TypeVar("Entry", bound=Schema)


@dataclass(frozen=True)
class Declared(Generic[Entry]):
    """A valid declaration (``entry``) at a path of the vocabulary, and an edition that it is for."""

    database: Database
    edition: Edition
    path: str
    entry: Entry

    @property
    def records(self) -> list[Record]:
        """The records of the edition that a ``KindSchema`` is about."""
        return self.edition.records_of(self.entry.kind) if isinstance(self.entry, KindSchema) else []

    def finding(self, message: str) -> Finding:
        """Return a finding about a declaration of the edition itself."""
        return section_finding(self.edition, self.path, message)


def per_declaration(
    section: str, schema: type[Entry], own: bool = False, single: bool = False
) -> Callable[[Callable[[Declared[Entry]], Iterator[Finding]]], Callable[[Database], Iterator[Finding]]]:
    """Return a decorator that runs a search for each declaration of a section and each edition that it is for.

    The section is that of ``data/vocabulary.yaml``, for all editions, or of each edition's ``own`` vocabulary.
    ``single``: it is itself a declaration, not a mapping of them. Invalid declarations are the first findings.
    """

    def decorate(find: Callable[[Declared[Entry]], Iterator[Finding]]) -> Callable[[Database], Iterator[Finding]]:
        @wraps(find)
        def find_in_all(database: Database) -> Iterator[Finding]:
            editions = list(database.editions.values())
            of_each = [(edition.vocabulary, [edition]) for edition in editions]
            declared: list[Declared[Entry]] = []
            for vocabulary, of in of_each if own else [(database.vocabulary, editions)]:
                valid, invalid = _read(vocabulary, section, schema, single)
                yield from invalid
                declared += [Declared(database, edition, path, valid[path]) for path in valid for edition in of]
            for declaration in declared:
                yield from find(declaration)

        return find_in_all

    return decorate


def _read(
    vocabulary: Sections, section: str, schema: type[Entry], single: bool
) -> tuple[dict[str, Entry], list[Finding]]:
    """Return the valid declarations of a section by path, and findings about the others."""
    valid: dict[str, Entry] = {}
    invalid: list[Finding] = []
    trees = [tree for tree in vocabulary.trees if section in tree.value]
    for tree in trees[-1:] if single else trees:
        value = tree.value[section]
        named = {f"{section}.{name}": inner for name, inner in mapping(value).items()}
        given = {section: value} if single else named
        for path, inner in given.items():
            entry, problems = validate(schema, tree, path, inner or {})
            invalid += [Finding(problem.place, f"{section}: {problem.message}", "") for problem in problems]
            if entry is not None:
                valid[path] = entry
    return valid, invalid


def section_finding(edition: Edition, path: str, message: str) -> Finding:
    """Return a finding about a declaration of an edition itself."""
    return Finding(edition.vocabulary.place(path), message, "")


def own_columns(database: Database) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name, declaration) of the columns of spreadsheets that a user's project declares, and not the tool."""
    for tree in database.vocabulary.trees[1:]:
        for name, entry in mapping(tree.value.get("columns")).items():
            yield str(name), mapping(entry)


def fields_of_columns(database: Database, kind: str) -> set[str]:
    """Return the fields that columns of a spreadsheet of a kind of record give."""
    return {
        str(entry.get("at") or name).partition(".")[0]
        for name, entry in database.vocabulary.section("columns").items()
        if isinstance(entry, dict) and kind in (entry.get("used-by") or [kind])
    }


def names(value: Any) -> list[str]:
    """Return a declared list of names; a single name as a list of one, None as an empty list."""
    return [str(name) for name in value] if isinstance(value, list) else [] if value is None else [str(value)]


def mapping(value: Any) -> dict[str, Any]:
    """Return a declared mapping; anything else as an empty one."""
    return value if isinstance(value, dict) else {}
