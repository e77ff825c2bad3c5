"""Lineage: which records and facts of two editions are the same thing, as a person reviewed it.

A file of ``data/lineage/`` has an edge for each pair. For the report of changes it also has clauses (what only one of
the editions says, so that a reader need not compare two long texts), weights, and the situations for consequences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from pydantic import Field

from kensei_docs.database import Citation, Database, Edition, Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.database.yaml_files import Tree, read_cached
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import LINEAGES, Project
from kensei_docs.versions.changes import MIRRORED, Clause, Relation, citations_at

CHECK = "lineage"
# The sections of edges, each with the sides that an entry names ("-": one name, of either side).
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
# The other sections, which are mappings; see ``Lineage``.
_SITUATION, _ODDS, _SERIES, _WEIGHTS, _CLAUSES = "situation", "odds", "series", "weights", "clauses"
# Lines of a document, for a clause that no record cites: ``rulebook 120-124``.
_LINES = re.compile(r"(?P<document>\S+) (?P<first>\d+)(?:-(?P<last>\d+))?")

S = TypeVar("S", bound=Schema)


class OddsSchema(Schema):
    """The attack that a roll belongs to (``odds`` of a lineage): the ``attack``, its ``result`` to compare, additional
    conditions (``when``), and the values that the odds need of each side (``troops``)."""

    attack: str
    result: str
    when: dict[str, Any] = Field(default_factory=dict)
    troops: dict[str, Any] = Field(default_factory=dict)


class SeriesSchema(Schema):
    """A computed value (``value``) of both editions, to be compared at some values (``at``) of the quantity ``of``."""

    value: str
    of: str
    at: list[int]


class CitesSchema(Schema):
    """For each edition, the facts (``record:path``) or records whose citations are printed, or lines of documents."""

    a: list[str] = Field(default_factory=list)
    b: list[str] = Field(default_factory=list)


class ClausesSchema(Schema):
    """An entry of the clauses: that of the old edition (``a``), of the new one (``b``), or both.

    ``cites`` replaces the citations of the changed records.
    """

    a: str | None = None
    b: str | None = None
    cites: CitesSchema = Field(default_factory=CitesSchema)


# For the old and the new edition: its clause, None if it has none, and the citations to print (none: the change's own).
Clauses = tuple[tuple[Clause | None, tuple[Citation, ...]], ...]


@dataclass(frozen=True)
class Edge:
    """One entry of a lineage: the ids of records, or of facts (``record:path``), on either side."""

    relation: Relation
    a: tuple[str, ...]
    b: tuple[str, ...]
    place: Place

    @property
    def of_facts(self) -> bool:
        """Whether the edge is between facts (or groups of them), not between whole records."""
        return any(":" in name for name in (*self.a, *self.b))

    @property
    def of_either(self) -> bool:
        """Whether the edge doesn't say which edition has what it names: one of them, or both."""
        return self.relation in UNCOMPARED or (self.relation == "same" and self.a == self.b)

    def mirrored(self) -> Edge:
        """Return the edge of the opposite direction; an edge of records that are not compared stays the same."""
        if self.relation in UNCOMPARED:
            return self
        return Edge(MIRRORED.get(self.relation, self.relation), self.b, self.a, self.place)


@dataclass(frozen=True)
class Lineage:
    """The edges from one edition to another; ``situation``, ``odds`` and ``series`` are for ``Consequences``.

    By the id of a record or the name of a fact, ``weights`` have its weight, in place of that of its kind (see
    ``Weights``), and ``clauses`` how the two editions differ in it.
    """

    edges: tuple[Edge, ...] = ()
    situation: Mapping[str, Any] = field(default_factory=dict)
    odds: Mapping[str, OddsSchema] = field(default_factory=dict)
    series: Mapping[str, SeriesSchema] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
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
        read = _Reader(tree, (database.editions[first], database.editions[second]))
        lineage = read.lineage(is_mirrored=first != a)
        if read.problems:
            raise Unusable(*read.problems)
        return lineage
    return None


class _Reader:
    """Reads a file of two ``editions``, the old and the new one; what is invalid is left out, and is a problem."""

    def __init__(self, tree: Tree, editions: tuple[Edition, Edition]) -> None:
        self.tree, self.editions = tree, editions
        self.sections = tree.value if isinstance(tree.value, dict) else {}
        self.problems: list[Problem] = []

    def lineage(self, is_mirrored: bool) -> Lineage:
        """Return what the file says; ``is_mirrored``: from the new edition to the old one."""
        edges = list(self._edges())
        self.problems += _faults(edges, *self.editions)
        for section in (_WEIGHTS, _CLAUSES):
            self._require_names(section)
        odds, series = self._declared(_ODDS, OddsSchema), self._declared(_SERIES, SeriesSchema)
        clauses = dict(self._clauses())
        return Lineage(
            tuple(edge.mirrored() for edge in edges) if is_mirrored else tuple(edges),
            self.sections.get(_SITUATION, {}),
            odds,
            series,
            {} if self.problems else {name: float(weight) for name, weight in self._entries(_WEIGHTS)},
            {name: entry[::-1] for name, entry in clauses.items()} if is_mirrored else clauses,
        )

    def _fault(self, path: str, message: str) -> None:
        self.problems.append(Problem(self.tree.place(path), message, CHECK))

    def _entries(self, section: str) -> Iterable[tuple[str, Any]]:
        entries = self.sections.get(section)
        return entries.items() if isinstance(entries, dict) else ()

    def _valid(self, schema: type[S], path: str, value: Any) -> S | None:
        entry, problems = validate(schema, self.tree, path, value)
        self.problems += problems
        return entry

    def _declared(self, section: str, schema: type[S]) -> dict[str, S]:
        """Return the entries of a section by name. A name may have dots, so an entry's place is that of its section."""
        entries = ((name, self._valid(schema, section, value)) for name, value in self._entries(section))
        return {name: entry for name, entry in entries if entry is not None}

    def _edges(self) -> Iterator[Edge]:
        for section, entries in self.sections.items():
            if section in (_SITUATION, _ODDS, _SERIES, _WEIGHTS, _CLAUSES):
                if not isinstance(entries, dict):
                    self._fault(section, "should be a mapping; mend it")
            elif section not in SECTIONS:
                hint, known = closest(section, SECTIONS), ", ".join(SECTIONS)
                self._fault(section, f"'{section}' is not a section of a lineage{hint}; known are {known}")
            elif not isinstance(entries, list):
                self._fault(section, "should be a list; mend it")
            else:
                for i, entry in enumerate(entries):
                    path = f"{section}.{i}"
                    if sides := _sides(section, entry):
                        yield Edge(cast(Relation, section), *sides, self.tree.place(path))
                    else:
                        self._fault(path, "should be an id, or one id and what became of it ('a: b'); mend it")

    def _require_names(self, section: str) -> None:
        """Add a problem for each entry without a record or fact of its name, and for each weight that is no number."""
        for name, weight in self._entries(section):
            path = f"{section}.{name}"
            if not any(_is_there(name, edition) for edition in self.editions):
                holders = [edition for edition in self.editions if name.partition(":")[0] in edition.records]
                self._fault(path, _missing_name(name, (holders or self.editions)[0]))
            if section == _WEIGHTS and re.fullmatch(r"\d+(\.\d+)?", str(weight)) is None:
                self._fault(path, f"the weight of '{name}' is '{weight}'; write a number")

    def _clauses(self) -> Iterator[tuple[str, Clauses]]:
        """Yield the clauses, each with the name of the fact or record in which the editions differ."""
        domain = self.tree.file.stem
        for name, value in self._entries(_CLAUSES):
            entry = self._valid(ClausesSchema, f"{_CLAUSES}.{name}", value)
            if entry is None:
                continue
            sides = []
            for side, edition, text, cited in (
                ("a", self.editions[0], entry.a, entry.cites.a),
                ("b", self.editions[1], entry.b, entry.cites.b),
            ):
                citations = {each: _citations_of(edition, each) for each in cited}
                for each in (each for each, found in citations.items() if not found):
                    missing = f"{edition.id} has no such record, fact or lines of a document; mend it"
                    self._fault(f"{_CLAUSES}.{name}", f"'{name}' cites '{each}': {missing}")
                clause = Clause(domain, f"{domain}/{name}.{side}", text) if text else None
                sides.append((clause, tuple(dict.fromkeys(one for found in citations.values() for one in found))))
            yield name, tuple(sides)


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
    named = [(edge, edition, name) for edge in edges for edition, names in ((a, edge.a), (b, edge.b)) for name in names]
    pairing = {
        (edition.id, name.partition(":")[0]): edge
        for edge, edition, name in named
        if edge.of_facts and edge.a and edge.b and edge.a != edge.b
    }
    seen: dict[tuple[str, str], Edge] = {}
    for edge, edition, name in named:
        if edge.relation in ("new", "dropped") and (other := pairing.get((edition.id, name))):
            message = (
                f"'{name}' is {edge.relation} as a whole here, and line {other.place.line} pairs a part of it; "
                "take it out here: what has no pair is reported of itself"
            )
            yield Problem(edge.place, message, CHECK)
        if not any(_is_there(name, owner) for owner in ((a, b) if edge.of_either else (edition,))):
            yield Problem(edge.place, _missing_name(name, edition), CHECK)
        before = edge if edge.relation in UNCOMPARED else seen.setdefault((edition.id, name), edge)
        if before is not edge:
            message = f"'{name}' of {edition.id} has an edge already, in line {before.place.line}; keep one"
            yield Problem(edge.place, message, CHECK)


def _is_there(name: str, edition: Edition) -> bool:
    return edition.has(name) if "/" in name else name in edition.kinds


def _missing_name(name: str, edition: Edition) -> str:
    """Return the message that an edition has no record or fact of a name."""
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    if record is not None:
        paths = [*(fact.path for fact in record.facts), *(field for field, _ in record.messages)]
        return f"{record_id} of {edition.id} has nothing at '{path}'{closest(path, paths)}; mend the path"
    hint = closest(record_id, edition.records if "/" in record_id else edition.kinds)
    return f"{edition.id} has no record '{record_id}'{hint}; mend the id, or take it out"


def _citations_of(edition: Edition, name: str) -> tuple[Citation, ...]:
    """Return the citations that an entry of ``cites`` means; none if the edition has no such thing."""
    if match := _LINES.fullmatch(name):
        first = int(match["first"])
        last = int(match["last"] or first)
        is_known = match["document"] in edition.documents and 0 < first <= last
        return (Citation(match["document"], (first, last)),) if is_known else ()
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    if record is None:
        return ()
    return (citations_at(record, path) if path else ()) or record.citations
