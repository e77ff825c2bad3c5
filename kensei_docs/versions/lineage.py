"""Lineage: which record of one version corresponds to which of the other, as reviewed by a person.

A file of ``data/lineage/`` has an edge for each pair, and clauses, weights and situations for the report of changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.database.yaml_reading import Tree, read_cached
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import LINEAGES, Project
from kensei_docs.versions.changes import MIRRORED, Relation
from kensei_docs.versions.clauses import CLAUSES, Clauses, read_clauses
from kensei_docs.versions.consequences import OddsSchema, SeriesSchema

S = TypeVar("S", bound=Schema)

# The sections of a file, each with the sides that an entry names ("-": one name, of either side).
# A record or fact that only one side has may be `same`: it is valid in both editions, and the other one states it in
# another rule, or gives no figure for it.
SECTIONS: dict[str, str] = {
    "same": "ab",
    "renamed": "ab",
    "replaced": "ab",
    "split": "ab",
    "merged": "ab",
    "new": "b",
    "dropped": "a",
    "out-of-scope": "-",
    "no-rules": "-",
}
# The relations of records that are not compared: a document leaves them out, or they are not rules of play.
UNCOMPARED = ("out-of-scope", "no-rules")
# The sections that are not lists of edges; see ``Lineage``.
SITUATION = "situation"
ODDS = "odds"
SERIES = "series"
WEIGHTS = "weights"


@dataclass(frozen=True)
class Edge:
    """One entry of a lineage: the ids of records, or of facts (``record:path``), on either side."""

    relation: Relation
    a: tuple[str, ...]
    b: tuple[str, ...]
    place: Place = field(compare=False)

    @property
    def of_facts(self) -> bool:
        """Whether the edge is between facts (or groups of them), not between whole records."""
        return any(":" in name for name in (*self.a, *self.b))

    def mirrored(self) -> Edge:
        """Return the edge of the opposite direction; an edge of records that are not compared stays the same."""
        if self.relation in UNCOMPARED:
            return self
        return Edge(MIRRORED.get(self.relation, self.relation), self.b, self.a, self.place)


@dataclass(frozen=True)
class Lineage:
    """The edges from one edition to another; ``situation``, ``odds`` and ``series`` are for ``Consequences``."""

    edges: tuple[Edge, ...]
    situation: Mapping[str, Any] = field(default_factory=dict)
    odds: Mapping[str, OddsSchema] = field(default_factory=dict)
    series: Mapping[str, SeriesSchema] = field(default_factory=dict)
    # By the id of a record or the name of a fact: its weight, in place of the weight of its kind; see ``Weights``.
    weights: Mapping[str, float] = field(default_factory=dict)
    # By the id of a record or the name of a fact: how the two editions differ in it, with a clause for each edition.
    clauses: Mapping[str, Clauses] = field(default_factory=dict)

    def relation_of_kind(self, record: Record, is_a: bool) -> Relation | None:
        """Return the relation that the lineage gives to all records of this record's kind, or None.

        ``is_a``: the record belongs to the first edition of the lineage.
        """
        for edge in self.edges:
            if record.kind in (edge.a if is_a or edge.relation in UNCOMPARED else edge.b):
                return edge.relation
        return None

    @property
    def records(self) -> Iterator[Edge]:
        """The edges between records."""
        return (edge for edge in self.edges if not edge.of_facts and all("/" in name for name in (*edge.a, *edge.b)))

    @property
    def facts(self) -> Iterator[Edge]:
        """The edges between facts."""
        return (edge for edge in self.edges if edge.of_facts)


def load_lineage(project: Project, database: Database, a: str, b: str) -> Lineage | None:
    """Return the lineage from edition ``a`` to ``b``; None if it has no file.

    A file serves both directions. Raises Unusable if an entry is invalid, names an unknown record or fact, or names a
    record that already has an edge.
    """
    for first, second in ((a, b), (b, a)):
        file = project.file(*LINEAGES, f"{first}--{second}.yaml")
        if file is None:
            continue
        tree, problems = read_cached(file, project.parsed)
        if problems:
            raise Unusable(*problems)
        sections = tree.value if isinstance(tree.value, dict) else {}
        edges = list(_edges(tree, sections, problems))
        problems += _faults(edges, database.editions[first], database.editions[second])
        editions = [database.editions[first], database.editions[second]]
        for section in (WEIGHTS, CLAUSES):
            problems += _faults_of_names(tree, section, sections, editions)
        odds = _declared(OddsSchema, tree, ODDS, sections, problems)
        series = _declared(SeriesSchema, tree, SERIES, sections, problems)
        clauses = dict(read_clauses(tree, sections.get(CLAUSES), file.stem, editions, problems))
        if problems:
            raise Unusable(*problems)
        either = tuple(edges if first == a else (edge.mirrored() for edge in edges))
        weights = {name: float(weight) for name, weight in sections.get(WEIGHTS, {}).items()}
        clauses = clauses if first == a else {name: entry.mirrored() for name, entry in clauses.items()}
        return Lineage(either, sections.get(SITUATION, {}), odds, series, weights, clauses)
    return None


def _declared(
    schema: type[S], tree: Tree, section: str, sections: Mapping[str, Any], problems: list[Problem]
) -> dict[str, S]:
    """Return the valid entries of a section by name; the problems of the others are added to ``problems``."""
    entries = sections.get(section) or {}
    # A name may have dots, so an entry's place is that of its section.
    valid: dict[str, S] = {}
    for name, value in entries.items():
        entry, invalid = validate(schema, tree, section, value)
        problems += invalid
        if entry is not None:
            valid[name] = entry
    return valid


def _edges(tree: Tree, sections: Mapping[str, Any], problems: list[Problem]) -> Iterator[Edge]:
    """Yield the edges in the sections of a file; the problems of other entries are added to ``problems``."""

    def fault(path: str, message: str) -> None:
        problems.append(Problem(tree.place(path), message, "lineage"))

    for section, entries in sections.items():
        if section in (SITUATION, ODDS, SERIES, WEIGHTS, CLAUSES):
            if not isinstance(entries, dict):
                fault(section, "should be a mapping; mend it")
        elif section not in SECTIONS:
            known = ", ".join(SECTIONS)
            fault(section, f"'{section}' is not a section of a lineage{closest(section, SECTIONS)}; known are {known}")
        elif not isinstance(entries, list):
            fault(section, "should be a list; mend it")
        else:
            for i, entry in enumerate(entries):
                sides = _sides(section, entry)
                if sides is None:
                    fault(f"{section}.{i}", "should be an id, or one id and what became of it ('a: b'); mend it")
                else:
                    yield Edge(cast(Relation, section), *sides, tree.place(f"{section}.{i}"))


def _sides(section: str, entry: Any) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the names on both sides of an entry; None if it has not the form of its section."""
    named = SECTIONS[section]
    if isinstance(entry, str):
        if "/" not in entry and named == "ab":
            return None
        return (entry,) if named != "b" else (), (entry,) if "b" in named else ()
    if named != "ab" or not isinstance(entry, dict) or len(entry) != 1:
        return None
    ((key, value),) = entry.items()
    others = tuple(value) if isinstance(value, list) else (value,)
    if not all(isinstance(other, str) for other in others):
        return None
    # A merger is written with its result first: the one record, then all records merged into it.
    return (others, (key,)) if section == "merged" else ((key,), others)


def _faults(edges: Iterable[Edge], a: Edition, b: Edition) -> Iterator[Problem]:
    """Yield a problem for each edge that names nothing, or what another edge has already."""
    seen: dict[tuple[str, str], Edge] = {}
    edges = list(edges)
    pairing = {
        (edition.id, name.partition(":")[0]): edge
        for edge in edges
        if edge.of_facts and edge.a and edge.b and edge.a != edge.b
        for edition, names in ((a, edge.a), (b, edge.b))
        for name in names
    }
    for edge in edges:
        if edge.relation in UNCOMPARED:
            if not any(_is_there(name, edition) for name in edge.a for edition in (a, b)):
                yield _missing_name(edge, edge.a[0], a)
            continue
        either = edge.relation == "same" and edge.a == edge.b
        for edition, names in ((a, edge.a), (b, edge.b)):
            for name in names:
                if edge.relation in ("new", "dropped") and (other := pairing.get((edition.id, name))):
                    message = (
                        f"'{name}' is {edge.relation} as a whole here, and line {other.place.line} pairs a part of it; "
                        "take it out here: what has no pair is reported of itself"
                    )
                    yield Problem(edge.place, message, "lineage")
                owners = (a, b) if either else (edition,)
                if not any(_is_there(name, owner) for owner in owners):
                    yield _missing_name(edge, name, edition)
                before = seen.setdefault((edition.id, name), edge)
                if before is not edge:
                    message = f"'{name}' of {edition.id} has an edge already, in line {before.place.line}; keep one"
                    yield Problem(edge.place, message, "lineage")


def _faults_of_names(
    tree: Tree, section: str, sections: Mapping[str, Any], editions: list[Edition]
) -> Iterator[Problem]:
    """Yield a problem for each entry of a section without a record or fact of its name, and for each weight that is
    not a number."""
    entries = sections.get(section, {})
    for name, weight in entries.items() if isinstance(entries, dict) else ():
        edge = Edge("same", (name,), (name,), tree.place(f"{section}.{name}"))
        if not any(_is_there(name, edition) for edition in editions):
            holders = [edition for edition in editions if name.partition(":")[0] in edition.records]
            yield _missing_name(edge, name, (holders or editions)[0])
        if section == WEIGHTS and re.fullmatch(r"\d+(\.\d+)?", str(weight)) is None:
            yield Problem(edge.place, f"the weight of '{name}' is '{weight}'; write a number", "lineage")


def _is_there(name: str, edition: Edition) -> bool:
    if "/" not in name:
        return name in edition.kinds
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    absent = object()
    return record is not None and (not path or record.get(path, absent) is not absent)


def _missing_name(edge: Edge, name: str, edition: Edition) -> Problem:
    """Return the problem that an edge names a record or a fact that its edition doesn't have."""
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    if record is not None:
        paths = [*(fact.path for fact in record.facts), *(field for field, _ in record.messages)]
        message = f"{record_id} of {edition.id} has nothing at '{path}'{closest(path, paths)}; mend the path"
    else:
        known = edition.records if "/" in record_id else edition.kinds
        hint = closest(record_id, known)
        message = f"{edition.id} has no record '{record_id}'{hint}; mend the id, or take it out"
    return Problem(edge.place, message, "lineage")
