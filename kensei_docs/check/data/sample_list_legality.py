"""A sample army keeps every limit on armies, with the figures exactly as they stand.

Which records are samples is declared in ``vocabulary.yaml``; how troops are known, and what the
limits are, is told in ``docs/armies.md``:

    samples:
      caravans: {kind: caravan}

A limit that can't be judged, because nobody says enough of a troop, is no finding:
``kensei-docs army check`` says what is missing.

Wrong: a sample of 200 points with 30 points of guards, where 25 % are asked for. Right: 50
points; 30 points beside 25 of troops that may be guards.

Severity: error.
"""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.army.limits import Result, Span, judge
from kensei_docs.army.muster import sample
from kensei_docs.check.declarations import declared
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Record
from kensei_docs.database.schema import Schema
from kensei_docs.problems import Severity, Unusable

SEVERITY: Severity = "error"
_UNITS = {"points": "points", "cost": "points", "troops": "troops", "miniatures": "miniatures", "profiles": "profiles"}


class Samples(Schema):
    """A kind of record that lists an army."""

    kind: str


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every limit that a sample breaks."""
    declarations, problems = declared(database, "samples", Samples)
    yield from problems
    for declaration in declarations.values():
        for edition in database.editions.values():
            for record in edition.of(declaration.kind):
                try:
                    yield from _of_sample(database, record)
                except Unusable as fault:
                    yield from (Finding(p.place, p.message, "") for p in fault.problems)
                    return


def _of_sample(database: Database, record: Record) -> Iterator[Finding]:
    muster = sample(database, record)
    if muster is None:
        yield found(record, "limit", "gives no size of battle, or lists no troops; add 'limit' and 'rows'")
        return
    for result in judge(muster):
        if result.status == "broken":
            yield _broken(record, result)


def _broken(record: Record, result: Result) -> Finding:
    limit = result.limit
    paths = [f"{troop.path}.points" for troop in result.troops] or ["rows"]
    if result.counts in ("troops", "miniatures", "profiles"):
        paths = [f"{troop.path}.miniatures" for troop in result.troops] or ["rows"]
    bounds = [
        f"at {end} {_shown(span)}" for end, span in (("least", result.at_least), ("most", result.at_most)) if span
    ]
    whose = f" of {result.subject}" if result.subject else ""
    read = [(step.record, step.path) for step in result.steps if step.record]
    places = "".join(
        where(one, *(path for other, path in read if other is one)) for one in {one.id: one for one, _ in read}.values()
    )
    message = (
        f"breaks {limit.id}, '{_name(limit.record, limit.named)}': has {_shown(result.have)} "
        f"{_UNITS[result.counts]}{whose}{where(record, *paths)}, where the limit is {' and '.join(bounds)}{places}; "
        "mend the list or the limit"
    )
    return found(record, paths[0], message)


def _name(record: Record, field: str) -> str:
    return str(record.get(field) or record.name)


def _shown(span: Span) -> str:
    ends = dict.fromkeys(number(end) for end in (span.low, span.high))
    return " to ".join(ends)
