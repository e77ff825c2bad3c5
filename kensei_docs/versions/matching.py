"""Match the records of two versions, and suggest which records of two editions may correspond.

Records are matched by the edges of a lineage or, inside one edition's history, by their ids; never by similarity.
Similarity only makes suggestions for a person to review.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kensei_docs.database import Edition, Record
from kensei_docs.figures import parse
from kensei_docs.versions.changes import Relation
from kensei_docs.versions.lineage import UNCOMPARED, Lineage

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
