"""Lineage: which record of one version corresponds to which of the other, as reviewed by a person.

A file of ``data/lineage/`` has an edge for each pair, and clauses, weights and situations for the report of changes.

Clauses: statements that only one of two editions makes, as a person wrote them in a lineage.

Two rules often differ in one clause of a long text. A report prints it instead of the two texts, so that its reader
need not compare them.

Match the records of two versions, and suggest which records of two editions may correspond.

Records are matched by the edges of a lineage or, inside one edition's history, by their ids; never by similarity.
Similarity only makes suggestions for a person to review.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any, TypeVar, cast

from pydantic import Field

from kensei_docs.database import Citation, Database, Edition, Record
from kensei_docs.database.schema import Schema, validate
from kensei_docs.database.yaml_files import Tree, read_cached
from kensei_docs.figures import parse
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import LINEAGES, Project
from kensei_docs.versions.changes import MIRRORED, Change, Clause, End, Relation
from kensei_docs.versions.consequences import OddsSchema, SeriesSchema
from kensei_docs.versions.paired_values import citations_at

CLAUSES = "clauses"
# Lines of a document, for a clause that no record cites: ``rulebook 120-124``.
_LINES = re.compile(r"(?P<document>\S+) (?P<first>\d+)(?:-(?P<last>\d+))?")


class SidesSchema(Schema):
    """For each edition, the facts (``record:path``) or records whose citations are printed, or lines of documents."""

    a: list[str] = Field(default_factory=list)
    b: list[str] = Field(default_factory=list)


class ClausesSchema(Schema):
    """An entry of the section: the clause of the old edition (``a``), of the new one (``b``), or both.

    ``cites`` replaces the citations of the changed records.
    """

    a: str | None = None
    b: str | None = None
    cites: SidesSchema = Field(default_factory=SidesSchema)


@dataclass(frozen=True)
class Clauses:
    """The clauses of one entry, None for an edition without one, and the citations of each."""

    a: Clause | None = None
    b: Clause | None = None
    cites_a: tuple[Citation, ...] = field(default=())
    cites_b: tuple[Citation, ...] = field(default=())

    def mirrored(self) -> Clauses:
        """Return the entry of the opposite direction."""
        return Clauses(self.b, self.a, self.cites_b, self.cites_a)


def read_clauses(
    tree: Tree, section: Any, domain: str, editions: Sequence[Edition], problems: list[Problem]
) -> Iterator[tuple[str, Clauses]]:
    """Yield the entries of a section, each with the name of the fact or record that differs.

    ``domain`` is the catalogue that translates the clauses, ``editions`` are the old and the new one. Invalid entries
    are left out and added to ``problems``.
    """
    for name, value in section.items() if isinstance(section, dict) else ():
        entry, invalid = validate(ClausesSchema, tree, f"{CLAUSES}.{name}", value)
        problems += invalid
        if entry is None:
            continue
        sides = list(zip(editions, (entry.cites.a, entry.cites.b), strict=True))
        for side, names in sides:
            for cited in (name for name in names if not _citations_of(side, name)):
                message = (
                    f"'{name}' cites '{cited}': {side.id} has no such record, fact or lines of a document; mend it"
                )
                problems.append(Problem(tree.place(f"{CLAUSES}.{name}"), message, "lineage"))
        words = [
            Clause(domain, f"{domain}/{name}.{side}", text) if text else None
            for side, text in (("a", entry.a), ("b", entry.b))
        ]
        cites = [
            tuple(dict.fromkeys(citation for name in names for citation in _citations_of(side, name)))
            for side, names in sides
        ]
        yield name, Clauses(words[0], words[1], cites[0], cites[1])


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


def with_clauses(change: Change, clauses: Mapping[str, Clauses], a: Edition, b: Edition) -> Change:
    """Return a change from edition ``a`` to ``b`` with the clauses of the fact or record that it is about.

    A change names a fact in each edition. If both have entries, the entry of the fact that the other edition lacks is
    used: if one fact was split, each of the changes then has its own entry.
    """
    names = [(name, _has(other, name)) for end, other in ((change.b, a), (change.a, b)) if (name := _name(end))]
    entry = next((clauses[name] for name, _ in sorted(names, key=itemgetter(1)) if name in clauses), None)
    if entry is None:
        return change
    old = replace(change.a, clause=entry.a, citations=entry.cites_a or change.a.citations)
    new = replace(change.b, clause=entry.b, citations=entry.cites_b or change.b.citations)
    return replace(change, a=old, b=new)


def _has(edition: Edition, name: str) -> bool:
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    return record is not None and (not path or record.get(path) is not None)


def _name(end: End) -> str:
    """Return the name of the fact or record on one side of a change; empty if that side has no value."""
    if end.record is None or end.value is None:
        return ""
    return f"{end.record.id}:{end.path}" if end.path else end.record.id


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


# What each similarity of two records weighs in a suggestion.
_WEIGHT_OF_KIND = 1.0
_WEIGHT_OF_ID = 4.0
_WEIGHT_OF_NAME = 2.0
_WEIGHT_OF_TERM = 1.5
_WEIGHT_OF_FIGURES = 2.0
# The sum of weights from which a suggestion is made; the same kind alone is not enough.
_MIN_WEIGHT = 2.0


@dataclass(frozen=True)
class RecordMatch:
    """Records that correspond to each other, or one record without a counterpart.

    ``partner``: if the lineage pairs only parts of the record, the record with the counterpart of the first part.
    """

    relation: Relation
    a: tuple[Record, ...]
    b: tuple[Record, ...]
    partner: Record | None = None


def match_records(a: Edition, b: Edition, lineage: Lineage | None) -> list[RecordMatch]:
    """Return matches that cover every record of both editions: by the lineage or, without a lineage, by their ids."""
    matches = list(_match_by_lineage(a, b, lineage) if lineage else _match_by_id(a, b))
    for is_a, edition, other in ((True, a, b), (False, b, a)):
        seen = {record.id for match in matches for record in (match.a if is_a else match.b)}
        partners = _partners(lineage, other, is_a) if lineage else {}
        for record in edition.records.values():
            if record.id not in seen:
                relation, partner = partners.get(record.id) or (_relation_alone(record, lineage, is_a), None)
                matches.append(_unmatched(relation, record, is_a, partner))
    return matches


def _unmatched(relation: Relation, record: Record, is_a: bool, partner: Record | None = None) -> RecordMatch:
    return RecordMatch(relation, (record,) if is_a else (), () if is_a else (record,), partner)


def _partners(lineage: Lineage, other: Edition, is_a: bool) -> dict[str, tuple[Relation, Record]]:
    """Return (relation, record of the other side) by the id of each record of which an edge pairs a part."""
    partners: dict[str, tuple[Relation, Record]] = {}
    for edge in lineage.facts:
        names, others = (edge.a, edge.b) if is_a else (edge.b, edge.a)
        partner = other.records.get(others[0].partition(":")[0]) if others else None
        for name in names:
            if partner:
                partners.setdefault(name.partition(":")[0], (edge.relation, partner))
    return partners


def _relation_alone(record: Record, lineage: Lineage | None, is_a: bool) -> Relation:
    """Return the relation of a record without a counterpart."""
    if lineage is None:
        return "dropped" if is_a else "new"
    return lineage.relation_of_kind(record, is_a) or "unmapped"


def _match_by_lineage(a: Edition, b: Edition, lineage: Lineage) -> Iterator[RecordMatch]:
    for edge in lineage.records:
        if edge.relation in UNCOMPARED:
            # The edge doesn't say which edition has the id: one of them, or both.
            for name in edge.a:
                for is_a, edition in ((True, a), (False, b)):
                    if name in edition.records:
                        yield _unmatched(edge.relation, edition.records[name], is_a)
        else:
            # A record that only one edition has may be listed as `same`.
            ours = (a.records[name] for name in edge.a if name in a.records)
            theirs = (b.records[name] for name in edge.b if name in b.records)
            yield RecordMatch(edge.relation, tuple(ours), tuple(theirs))


def _match_by_id(a: Edition, b: Edition) -> Iterator[RecordMatch]:
    """Pair records of one edition's history by their ids, current or former (``was``)."""
    pairs = {record_id: record_id for record_id in a.records if record_id in b.records}
    for edition, other in ((b, a), (a, b)):
        for record in edition.records.values():
            for former in record.former_ids:
                old, new = (former, record.id) if edition is b else (record.id, former)
                if former in other.records and old not in pairs and new not in pairs.values():
                    pairs[old] = new
    for old, new in pairs.items():
        yield RecordMatch("same" if old == new else "renamed", (a.records[old],), (b.records[new],))


def same_words_elsewhere(a: Edition, b: Edition) -> Iterator[tuple[Record, Record]]:
    """Yield (record of ``a``, record of ``b``) that have no counterpart, and the same name and texts.

    They are not matched: a person says so (``was``) if one is the other.
    """
    alone = [match for match in match_records(a, b, None) if not (match.a and match.b)]
    new: dict[tuple[tuple[str, str], ...], list[Record]] = {}
    for record in (record for match in alone for record in match.b):
        new.setdefault(tuple(sorted(record.messages)), []).append(record)
    for record in (record for match in alone for record in match.a):
        if found := new.get(tuple(sorted(record.messages))):
            yield record, found.pop(0)


@dataclass(frozen=True)
class Candidate:
    """Two records that may correspond, with the reasons (names of similarities) and the sum of their weights."""

    a: Record
    b: Record
    weight: float
    reasons: tuple[str, ...]


def unmapped(a: Edition, b: Edition, lineage: Lineage | None) -> tuple[list[Record], list[Record]]:
    """Return the records of ``a`` and of ``b`` that have no edge and that the other edition does not leave out."""
    left = [match for match in match_records(a, b, lineage or Lineage(())) if match.relation == "unmapped"]
    return (
        [record for match in left for record in match.a if not b.leaves_out(record)],
        [record for match in left for record in match.b if not a.leaves_out(record)],
    )


def suggest(a: Iterable[Record], b: Iterable[Record], glossary: Mapping[str, Mapping[str, str]]) -> Iterator[Candidate]:
    """Yield for each record of ``a`` its likeliest counterpart among ``b``, if any is similar enough.

    Kind, id, name, terms of the glossary and figures are compared.
    """
    others = list(b)
    for record in a:
        candidates = [_candidate(record, other, glossary) for other in others]
        best = max(candidates, key=lambda candidate: candidate.weight, default=None)
        if best and best.weight >= _MIN_WEIGHT:
            yield best


def as_yaml(candidates: Iterable[Candidate], left_a: Iterable[Record], left_b: Iterable[Record]) -> str:
    """Return the text of a lineage file with sections for candidates and for the records that have none."""
    listed = list(candidates)
    taken_a = {c.a.id for c in listed}
    taken_b = {c.b.id for c in listed}
    sections = {
        "same": [f"{c.a.id}  # {', '.join(c.reasons)}" for c in listed if c.a.id == c.b.id],
        "renamed": [f"{c.a.id}: {c.b.id}  # {', '.join(c.reasons)}" for c in listed if c.a.id != c.b.id],
        "dropped": [record.id for record in left_a if record.id not in taken_a],
        "new": [record.id for record in left_b if record.id not in taken_b],
    }
    lines = ["# Suggestions: look each up in both documents before you keep it."]
    for section, rows in sections.items():
        if rows:
            lines += ["", f"{section}:", *(f"  - {row}" for row in rows)]
    return "\n".join(lines) + "\n"


def _candidate(a: Record, b: Record, glossary: Mapping[str, Mapping[str, str]]) -> Candidate:
    terms = _terms(a, glossary) & _terms(b, glossary)
    ours, theirs = _figures(a), _figures(b)
    signs = {
        "kind": _WEIGHT_OF_KIND * (a.kind == b.kind),
        "id": _WEIGHT_OF_ID * (a.slug == b.slug),
        "name": _WEIGHT_OF_NAME * (a.name.casefold() == b.name.casefold()),
        f"terms {'/'.join(sorted(terms))}": _WEIGHT_OF_TERM * bool(terms),
        "figures": _WEIGHT_OF_FIGURES * len(ours & theirs) / max(len(ours | theirs), 1),
    }
    return Candidate(a, b, sum(signs.values()), tuple(sign for sign, weight in signs.items() if weight))


def _terms(record: Record, glossary: Mapping[str, Mapping[str, str]]) -> set[str]:
    """Return the terms of the glossary that are in a record's id or name."""
    words = f"-{record.slug}-{record.name.casefold().replace(' ', '-')}-"
    return {term for term in glossary if f"-{term}-" in words}


def _figures(record: Record) -> set[tuple[str, str]]:
    """Return the figures of a record, each with the last step of its path."""
    figures = ((fact.path.rpartition(".")[2], parse(fact.value)) for fact in record.facts if fact.value)
    return {(key, str(figure)) for key, figure in figures if figure}
