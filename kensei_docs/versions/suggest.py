"""Suggesting lineage: likely counterparts for a person to look at, and to accept or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kensei_docs.database import Edition, Record
from kensei_docs.figures import parse
from kensei_docs.versions.lineage import Lineage
from kensei_docs.versions.match import match

# What each sign of kinship weighs; a candidate needs more than its kind alone.
_KIND, _ID, _NAME, _TERM, _FIGURES = 1.0, 4.0, 2.0, 1.5, 2.0
_ENOUGH = 2.0


@dataclass(frozen=True)
class Candidate:
    """Two records that may be one thing, and what speaks for it."""

    a: Record
    b: Record
    weight: float
    reasons: tuple[str, ...]


def unmapped(a: Edition, b: Edition, lineage: Lineage | None) -> tuple[list[Record], list[Record]]:
    """Return the records of either edition without an edge, out of the other's scope or not."""
    left = [found for found in match(a, b, lineage or Lineage(())) if found.relation == "unmapped"]
    return (
        [record for found in left for record in found.a if not b.leaves_out(record)],
        [record for found in left for record in found.b if not a.leaves_out(record)],
    )


def suggest(a: Iterable[Record], b: Iterable[Record], glossary: Mapping[str, Mapping[str, str]]) -> Iterator[Candidate]:
    """Yield for each record of ``a`` its likeliest counterpart among ``b``, if there is one.

    Kind, id, name, terms of the glossary and figures count; nothing is decided by them.
    """
    others = list(b)
    for record in a:
        found = sorted(
            (_candidate(record, other, glossary) for other in others), key=lambda candidate: -candidate.weight
        )
        if found and found[0].weight >= _ENOUGH:
            yield found[0]


def as_yaml(candidates: Iterable[Candidate], left_a: Iterable[Record], left_b: Iterable[Record]) -> str:
    """Return candidates and the records that have none as sections of a lineage file."""
    listed = list(candidates)
    taken_a, taken_b = {c.a.id for c in listed}, {c.b.id for c in listed}
    lines = ["# Suggestions: look each up in both documents before you keep it."]
    for section, wanted in (("same", True), ("renamed", False)):
        rows = [c for c in listed if (c.a.id == c.b.id) is wanted]
        if rows:
            lines += ["", f"{section}:"]
            lines += [f"  - {c.a.id if wanted else f'{c.a.id}: {c.b.id}'}  # {', '.join(c.reasons)}" for c in rows]
    for section, records, taken in (("dropped", left_a, taken_a), ("new", left_b, taken_b)):
        rows_left = [record.id for record in records if record.id not in taken]
        if rows_left:
            lines += ["", f"{section}:", *(f"  - {record_id}" for record_id in rows_left)]
    return "\n".join(lines) + "\n"


def _candidate(a: Record, b: Record, glossary: Mapping[str, Mapping[str, str]]) -> Candidate:
    signs: list[tuple[str, float]] = []
    if a.kind == b.kind:
        signs.append(("kind", _KIND))
    if a.slug == b.slug:
        signs.append(("id", _ID))
    if a.name.casefold() == b.name.casefold():
        signs.append(("name", _NAME))
    shared = _terms(a, glossary) & _terms(b, glossary)
    if shared:
        signs.append((f"terms {'/'.join(sorted(shared))}", _TERM))
    ours, theirs = _figures(a), _figures(b)
    if ours and theirs and ours & theirs:
        signs.append(("figures", _FIGURES * len(ours & theirs) / len(ours | theirs)))
    return Candidate(a, b, sum(weight for _, weight in signs), tuple(name for name, _ in signs))


def _terms(record: Record, glossary: Mapping[str, Mapping[str, str]]) -> set[str]:
    """Return the terms of the glossary that a record's id or name holds."""
    words = f"-{record.slug}-{record.name.casefold().replace(' ', '-')}-"
    return {term for term in glossary if f"-{term}-" in words}


def _figures(record: Record) -> set[tuple[str, str]]:
    found = set()
    for fact in record.facts:
        figure = parse(fact.value) if fact.value else None
        if figure:
            found.add((fact.path.rpartition(".")[2], str(figure)))
    return found
