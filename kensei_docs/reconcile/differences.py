"""The differences between the observations of a document and its edition in the database."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from kensei_docs.database import Citation, Edition, Record
from kensei_docs.extract.reading import ReadingResult
from kensei_docs.extract.reading.observations import Observation
from kensei_docs.figures import same


@dataclass(frozen=True)
class Difference:
    """One fact on which a document and the database disagree, and its place.

    ``change`` is ``differs``, ``new`` (the database has no such fact, or null) or ``gone`` (the document
    doesn't give it any more), or ``moved``: the columns of a table stand in another order.
    """

    change: Literal["differs", "new", "gone", "moved"]
    record: str
    fact: str
    database: str | None
    document: str | None
    lines: tuple[int, int] | None
    page: int | None


def differences(edition: Edition, document: str, read: ReadingResult) -> list[Difference]:
    """Return how a document, as it was read, differs from its edition, in the order of the document.

    Facts of the database that the reading looks for, and did not observe, are ``gone``; a figure of a picture that is
    only unsure is not.
    """
    found: list[Difference] = []
    for observed in read.observations:
        difference = _difference_of(edition.records.get(observed.record), observed, observed.record in read.renamed)
        if difference:
            found.append(difference)
    for table in read.reordered:
        orders = ", ".join(table.before), ", ".join(table.now)
        found.append(Difference("moved", table.record, "columns", *orders, table.lines, table.page))
    there = {(o.record, o.fact) for o in read.observations} | read.doubted
    found += _gone_facts(edition, document, there, read.expected)
    return list(dict.fromkeys(found))


def _difference_of(record: Record | None, observed: Observation, renamed: bool) -> Difference | None:
    is_name = observed.fact == "name"
    known = None if record is None else record.name if is_name else record.figure(observed.fact)
    if record is not None and ((is_name and not renamed) or (not is_name and known and same(known, observed.value))):
        return None
    cited = _citations(record, observed.fact, observed.document) if record else []
    lines = observed.lines or (cited[0].lines if cited else None)
    change: Literal["new", "differs"] = "new" if known is None else "differs"
    return Difference(change, observed.record, observed.fact, known, observed.value, lines, observed.page)


def _gone_facts(
    edition: Edition, document: str, seen: Set[tuple[str, str]], expected: Sequence[tuple[str, str]]
) -> list[Difference]:
    wanted: dict[str, list[str]] = {}
    for record_id, pattern in expected:
        wanted.setdefault(record_id, []).append(pattern)
    gone = []
    for record_id, patterns in wanted.items():
        record = edition.records.get(record_id)
        if record is None:
            continue
        if "name" in patterns and (record_id, "name") not in seen:
            gone.append(_gone_fact(record, document, "name", record.name))
            continue
        for fact in record.facts:
            if fact.value is None or (record_id, fact.path) in seen:
                continue
            if any(fnmatchcase(fact.path, pattern) for pattern in patterns):
                gone.append(_gone_fact(record, document, fact.path, fact.value))
    return gone


def _gone_fact(record: Record, document: str, fact: str, value: str) -> Difference:
    where = next(iter(_citations(record, fact, document)), Citation(document))
    return Difference("gone", record.id, fact, value, None, where.lines, where.page)


def _citations(record: Record, fact: str, document: str) -> list[Citation]:
    return [c for c in record.citations if c.document == document and c.is_for(fact)]
