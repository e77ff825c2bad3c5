"""The differences between the observations of a document and its edition in the database."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, Protocol

from kensei_docs.database import Citation, Edition, Record
from kensei_docs.figures import same


class Observed(Protocol):
    """One figure or name read from a document; ``extract.reading.observations.Observation`` has this shape."""

    @property
    def record(self) -> str: ...
    @property
    def fact(self) -> str: ...
    @property
    def value(self) -> str: ...
    @property
    def document(self) -> str: ...
    @property
    def page(self) -> int | None: ...
    @property
    def lines(self) -> tuple[int, int] | None: ...
    @property
    def digest(self) -> str: ...


@dataclass(frozen=True)
class Difference:
    """One fact on which a document and the database disagree, and its place.

    ``change`` is ``differs``, ``new`` (the database has no such fact, or null) or ``gone`` (the document
    doesn't give it any more).
    """

    change: Literal["differs", "new", "gone"]
    record: str
    fact: str
    database: str | None
    document: str | None
    lines: tuple[int, int] | None
    page: int | None


def differences(
    edition: Edition,
    document: str,
    observations: Sequence[Observed],
    expected: Iterable[tuple[str, str]],
    renamed: Iterable[str] = (),
) -> list[Difference]:
    """Return how a document differs from its edition, in the order of the document.

    ``expected`` are the facts that the readings look for, as record and pattern (``rows.*``):
    facts of the database that match but were not observed are ``gone``. ``renamed`` are records with a new heading.
    """
    found: list[Difference] = []
    seen = {(o.record, o.fact) for o in observations}
    changed_names = set(renamed)
    for observed in observations:
        difference = _difference_of(edition.records.get(observed.record), observed, observed.record in changed_names)
        if difference:
            found.append(difference)
    found += _gone_facts(edition, document, seen, list(expected))
    return list(dict.fromkeys(found))


def _difference_of(record: Record | None, observed: Observed, renamed: bool) -> Difference | None:
    known = None if record is None else _value(record, observed.fact)
    if record is not None and observed.fact == "name":
        if not renamed:
            return None
    elif known is not None and same(known, observed.value):
        return None
    lines = observed.lines
    if lines is None and record is not None:
        lines = next((c.lines for c in _citations(record, observed.fact, observed.document)), None)
    return Difference(
        "new" if known is None else "differs",
        observed.record,
        observed.fact,
        known,
        observed.value,
        lines,
        observed.page,
    )


def _gone_facts(
    edition: Edition, document: str, seen: set[tuple[str, str]], expected: Sequence[tuple[str, str]]
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


def _value(record: Record, fact: str) -> str | None:
    """Return the value of a fact in the database: a name, a figure, or None."""
    if fact == "name":
        return record.name
    return record.figure(fact)
