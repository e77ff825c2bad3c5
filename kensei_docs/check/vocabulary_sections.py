"""Declarations for the checks in the data, and access to the facts that they name.

The code of a check names no rule. Which rows add up to which total, or which facts state one parameter, is declared
in a section: in ``data/vocabulary.yaml`` or, for one edition, in the ``vocabulary.yaml`` of its folder.
For sentences that no figure represents (who may use an order, the order of steps), ``statements.yaml`` notes what
each place of the documents says, in the terms of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from kensei_docs.check.finding import Finding, found, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.editorial import StatementSchema, read_editorial
from kensei_docs.database.model import Sections
from kensei_docs.database.schema import Schema, validate
from kensei_docs.engine.effects import Effect, all_effects, easing, effects_of
from kensei_docs.figures import parse
from kensei_docs.problems import Problem, closest


class KindSchema(Schema):
    """A declaration about the records of one kind."""

    kind: str


Declaration = TypeVar("Declaration", bound=Schema)
OfKind = TypeVar("OfKind", bound=KindSchema)


def declared(
    vocabulary: Sections, section: str, schema: type[Declaration]
) -> tuple[dict[str, Declaration], list[Finding]]:
    """Return the declarations of a section by name, and findings about invalid ones."""
    good: dict[str, Declaration] = {}
    problems: list[Problem] = []
    for tree in vocabulary.trees:
        entries = tree.value.get(section)
        for name, entry in entries.items() if isinstance(entries, dict) else ():
            declaration = validate(schema, tree, f"{section}.{name}", problems, value=entry or {})
            if declaration is not None:
                good[name] = declaration
    return good, _findings(section, problems)


def declared_by_kind(
    database: Database, section: str, schema: type[OfKind]
) -> tuple[list[tuple[list[Record], OfKind]], list[Finding]]:
    """Return each declaration of a section with the records of its kind, edition by edition, and findings."""
    declarations, faults = declared(database.vocabulary, section, schema)
    editions = database.editions.values()
    return [(edition.records_of(one.kind), one) for one in declarations.values() for edition in editions], faults


def declared_by_edition(
    database: Database, section: str, schema: type[Declaration]
) -> tuple[list[tuple[Edition, str, Declaration]], list[Finding]]:
    """Return (edition, name, declaration) for a section of the editions' own vocabularies, and findings."""
    good: list[tuple[Edition, str, Declaration]] = []
    faults: list[Finding] = []
    for edition in database.editions.values():
        declarations, wrong = declared(edition.vocabulary, section, schema)
        good += ((edition, name, declaration) for name, declaration in declarations.items())
        faults += wrong
    return good, faults


def declared_once(
    database: Database, section: str, schema: type[Declaration]
) -> tuple[list[tuple[Edition, Declaration]], list[Finding]]:
    """Return a section that is a single declaration, for each edition that has it, and findings."""
    good: list[tuple[Edition, Declaration]] = []
    problems: list[Problem] = []
    for edition in database.editions.values():
        for tree in edition.vocabulary.trees[::-1]:
            if section in tree.value:
                declaration = validate(schema, tree, section, problems, value=tree.value[section] or {})
                good += [(edition, declaration)] if declaration is not None else []
                break
    return good, _findings(section, problems)


def _findings(section: str, problems: list[Problem]) -> list[Finding]:
    return [Finding(p.place, f"{section}: {p.message}", "") for p in problems]


def fault(edition: Edition, path: str, message: str) -> Finding:
    """Return a finding about a declaration of an edition itself."""
    return Finding(edition.vocabulary.place(path), message, "")


def names(value: Any) -> list[str]:
    """Return a declared list of names; a single name as a list of one, None as an empty list."""
    return [str(name) for name in value] if isinstance(value, list) else [] if value is None else [str(value)]


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
    """Return the mapping at a path (``figures``), an empty one where none stands there."""
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


def below(path: str, key: str) -> str:
    """Return the path of a key in the mapping at a path."""
    return f"{path}.{key}" if path else key


def fact_at(edition: Edition, name: str) -> tuple[Record, str] | str:
    """Return the record and path that ``roll/combat:base`` names, or a message about what is wrong with it."""
    identity, _, path = name.partition(":")
    record = edition.records.get(identity)
    if record is None:
        return f"'{identity}' is not a record of {edition.id}{closest(identity, edition.records)}"
    missing = object()
    if record.get(path, missing) is missing:
        return f"{identity} has no '{path}'{closest(path, [fact.path for fact in record.facts])}"
    return record, path


def restatements(database: Database) -> Iterator[tuple[Effect, Record, list[Effect]]]:
    """Yield each effect that restates another record, with that record and its effects that come to the same."""
    for effect in all_effects(database):
        target = effect.record.get(f"{effect.path}.restates")
        other = database.editions[effect.record.edition].records.get(str(target))
        eased = easing(database, effect)
        if other is not None and eased is not None:
            yield effect, other, [stated for stated in effects_of(other) if easing(database, stated) == eased]


def figure_at(edition: Edition, name: str) -> str | None:
    """Return the figure that ``roll/combat:base`` names, None where there is none."""
    fact = fact_at(edition, name)
    return None if isinstance(fact, str) else fact[0].figure(fact[1])


def faces_at(edition: Edition, name: str) -> tuple[int, int] | None:
    """Return the lowest and the highest result of the dice that a fact names, None where it names no dice."""
    figure = parse(figure_at(edition, name) or "")
    if figure is None or figure.kind != "dice" or figure.dice is None:
        return None
    many, faces, add = figure.dice
    return many + add, many * faces + add


@dataclass(frozen=True)
class Statement:
    """One entry of ``statements.yaml``: what several places of an edition's documents say about one thing."""

    record: Record
    entry: StatementSchema
    edition: Edition

    @property
    def says(self) -> dict[str, Any]:
        """What each place says, by the place's name."""
        return self.entry.says

    def at(self, key: str) -> str:
        """Return a place as a message names it: ``'summary' (rulebook, line 12)``."""
        return f"'{key}'{where(self.record, f'says.{key}')}"

    def differs(self, key: str, message: str, other: str | None = None) -> Finding:
        """Return a finding at what one place says; ``other`` is a place that it was compared with."""
        beside = [(self.record, f"says.{other}")] if other else []
        return found(self.record, f"says.{key}", f"{self.entry.about}: {message}", beside=beside)


def statements(database: Database, compare: str) -> Iterator[Statement]:
    """Yield the statements of all editions with that ``compare``."""
    for edition in database.editions.values():
        for record in edition.statements.values():
            entry = read_editorial(record)
            if isinstance(entry, StatementSchema) and entry.compare == compare:
                yield Statement(record, entry, edition)
