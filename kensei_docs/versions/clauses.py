"""Clauses: statements that only one of two editions makes, as a person wrote them in a lineage.

Two rules often differ in one clause of a long text. A report prints it instead of the two texts, so that its reader
need not compare them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from pydantic import Field

from kensei_docs.database import Citation, Edition
from kensei_docs.database.schema import Schema, validate
from kensei_docs.database.yaml_reading import Tree
from kensei_docs.problems import Problem
from kensei_docs.versions.changes import Change, Clause, End
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
