"""Lineage: which record of one edition is which of another, as a person has reviewed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.yamlfile import Tree, read
from kensei_docs.problems import Place, Problem, Unusable, closest
from kensei_docs.project import Project
from kensei_docs.versions.change import MIRRORED, Relation

# The sections of a file, each with the sides that an entry names.
# A fact that only one side has may be `same`: it holds in both, and one gives no figure for it.
SECTIONS: dict[str, str] = {
    "same": "ab",
    "renamed": "ab",
    "replaced": "ab",
    "split": "ab",
    "merged": "ab",
    "new": "b",
    "dropped": "a",
    "out-of-scope": "-",
}


# The section that is no list of edges: a situation, as the engine reads one.
SITUATION = "situation"


@dataclass(frozen=True)
class Edge:
    """What became of a thing: ids of records, or of facts as ``record:path``, on either side."""

    relation: Relation
    a: tuple[str, ...]
    b: tuple[str, ...]
    place: Place = field(compare=False)

    @property
    def of_facts(self) -> bool:
        """Whether the edge is between facts (or groups of them), not between whole records."""
        return any(":" in name for name in (*self.a, *self.b))

    def mirrored(self) -> Edge:
        """Return the edge as the other direction has it; what is out of scope has no direction."""
        if self.relation == "out-of-scope":
            return self
        return Edge(MIRRORED.get(self.relation, self.relation), self.b, self.a, self.place)


@dataclass(frozen=True)
class Lineage:
    """The edges from one edition to another, and a situation to reckon consequences in."""

    edges: tuple[Edge, ...]
    situation: Mapping[str, Any] = field(default_factory=dict)

    def of_kind(self, record: Record, ours: bool) -> Relation | None:
        """Return what the lineage says of all records of a kind, where it says so of this one's.

        ``ours``: the record is of the edition that the lineage begins with.
        """
        for edge in self.edges:
            if record.kind in (edge.a if ours or edge.relation == "out-of-scope" else edge.b):
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


def file_of(project: Project, a: str, b: str) -> tuple[Tree | None, bool]:
    """Return the lineage file of two editions as a tree, and whether it runs from b to a."""
    for turned, name in ((False, f"{a}--{b}.yaml"), (True, f"{b}--{a}.yaml")):
        file = project.file("data", "lineage", name)
        if file is not None:
            tree, problems = read(file)
            if problems:
                raise Unusable(*problems)
            return tree, turned
    return None, False


def load_lineage(project: Project, database: Database, a: str, b: str) -> Lineage | None:
    """Return the lineage from edition ``a`` to ``b``, or None where nobody has written one.

    Raises Unusable for entries that name what isn't there, or name one record twice.
    """
    tree, turned = file_of(project, a, b)
    if tree is None:
        return None
    first, second = (b, a) if turned else (a, b)
    problems: list[Problem] = []
    edges = tuple(_edges(tree, problems))
    _hold(edges, database.editions[first], database.editions[second], problems)
    if problems:
        raise Unusable(*problems)
    situation = tree.value.get(SITUATION) if isinstance(tree.value, dict) else None
    return Lineage(
        tuple(edge.mirrored() for edge in edges) if turned else edges, situation if isinstance(situation, dict) else {}
    )


def _edges(tree: Tree, problems: list[Problem]) -> Iterator[Edge]:
    sections = tree.value if isinstance(tree.value, dict) else {}
    for section, entries in sections.items():
        if section == SITUATION:
            if not isinstance(entries, dict):
                problems.append(_fault(tree, section, "should be a mapping of conditions to values; mend it"))
            continue
        if section not in SECTIONS:
            problems.append(
                _fault(
                    tree,
                    section,
                    f"'{section}' is no section of a lineage"
                    f"{closest(section, SECTIONS)}; known are "
                    f"{', '.join(SECTIONS)}",
                )
            )
            continue
        for i, entry in enumerate(entries if isinstance(entries, list) else []):
            sides = _sides(section, entry)
            if sides is None:
                problems.append(
                    _fault(tree, f"{section}.{i}", "should be an id, or one id and what became of it ('a: b'); mend it")
                )
            else:
                yield Edge(cast(Relation, section), *sides, tree.place(f"{section}.{i}"))
        if not isinstance(entries, list):
            problems.append(_fault(tree, section, "should be a list; mend it"))


def _sides(section: str, entry: Any) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    named = SECTIONS[section]
    if isinstance(entry, str):
        one = (entry,)
        if "/" not in entry and named == "ab":
            return None
        return one if "a" in named or named == "-" else (), one if "b" in named else ()
    if named != "ab" or not isinstance(entry, dict) or len(entry) != 1:
        return None
    ((key, value),) = entry.items()
    others = tuple(value) if isinstance(value, list) else (value,)
    if not all(isinstance(other, str) for other in others):
        return None
    # A merger is told from what came of it: the one record, and all that went into it.
    return (others, (key,)) if section == "merged" else ((key,), others)


def _hold(edges: tuple[Edge, ...], a: Edition, b: Edition, problems: list[Problem]) -> None:
    seen: dict[tuple[str, str], Edge] = {}
    for edge in edges:
        if edge.relation == "out-of-scope":
            if not any(_there(name, edition) for name in edge.a for edition in (a, b)):
                problems.append(_missing(edge, edge.a[0], a))
            continue
        either = edge.relation == "same" and edge.of_facts and edge.a == edge.b
        for edition, names in ((a, edge.a), (b, edge.b)):
            for name in names:
                if either and (_there(name, a) or _there(name, b)):
                    # One edition alone gives a figure to what holds in both.
                    pass
                elif not _there(name, edition):
                    problems.append(_missing(edge, name, edition))
                before = seen.setdefault((edition.id, name), edge)
                if before is not edge:
                    problems.append(
                        Problem(
                            edge.place,
                            f"'{name}' of {edition.id} has an edge already, in line {before.place.line}; keep one",
                            "lineage",
                        )
                    )


def _there(name: str, edition: Edition) -> bool:
    if "/" not in name:
        return name in edition.kinds
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    return record is not None and (not path or _has(record, path))


def _has(record: Record, path: str) -> bool:
    absent = object()
    return record.get(path, absent) is not absent


def _missing(edge: Edge, name: str, edition: Edition) -> Problem:
    record_id, _, path = name.partition(":")
    record = edition.records.get(record_id)
    if record is not None:
        paths = [*(fact.path for fact in record.facts), *(field for field, _ in record.messages)]
        return Problem(
            edge.place,
            f"{record_id} of {edition.id} has nothing at '{path}'{closest(path, paths)}; mend the path",
            "lineage",
        )
    known = edition.records if "/" in record_id else edition.kinds
    return Problem(
        edge.place,
        f"{edition.id} has no record '{record_id}'{closest(record_id, known)}; mend the id, or take it out",
        "lineage",
    )


def _fault(tree: Tree, path: str, message: str) -> Problem:
    return Problem(tree.place(path), message, "lineage")
