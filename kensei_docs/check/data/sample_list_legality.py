"""Sample armies of the documents, judged by the limits on armies."""

from __future__ import annotations

from collections.abc import Iterator

from kensei_docs.army.limits import NumberSpan, Result, judge
from kensei_docs.army.troops import sample_muster
from kensei_docs.check.finding import Finding, finding_at, number, where, where_all
from kensei_docs.check.vocabulary_sections import KindSchema, declared_by_kind
from kensei_docs.database import Database, Record
from kensei_docs.problems import Unusable, check


@check("error")
def sample_list_legality(database: Database) -> Iterator[Finding]:
    """A sample army keeps every limit on armies, with the figures exactly as they stand.

    ``vocabulary.yaml`` declares which records are samples. ``docs/armies.md`` says how troops are known and what the
    limits are:

        samples:
          caravans: {kind: caravan}

    A limit that can't be judged, because the data don't say enough about a troop, is not a finding;
    ``kensei-docs army check`` says what is missing.

    Wrong: a sample of 200 points with 30 points of guards, where 25 % are asked for. Right: 50 points; 30 points beside
    25 of troops that may be guards.
    """
    samples, invalid = declared_by_kind(database, "samples", KindSchema)
    yield from invalid
    try:
        for records, _ in samples:
            for record in records:
                yield from _sample_findings(database, record)
    except Unusable as unusable:
        yield from (Finding(problem.place, problem.message, "") for problem in unusable.problems)


def _sample_findings(database: Database, record: Record) -> Iterator[Finding]:
    muster = sample_muster(database, record)
    if muster is None:
        yield finding_at(record, "limit", "gives no size of battle, or lists no troops; add 'limit' and 'rows'")
        return
    for result in judge(muster):
        if result.status == "broken":
            yield _limit_finding(record, result)


def _limit_finding(record: Record, result: Result) -> Finding:
    limit = result.limit
    column = "points" if result.counts in ("points", "cost") else "miniatures"
    paths = [f"{troop.path}.{column}" for troop in result.troops] or ["rows"]
    ends = (("least", result.at_least), ("most", result.at_most))
    bounds = [f"at {end} {_format_span(span)}" for end, span in ends if span]
    whose = f" of {result.subject}" if result.subject else ""
    places = where_all((step.record, step.path) for step in result.steps if step.record)
    name = limit.record.get(limit.name_field) or limit.record.name
    unit = "points" if column == "points" else result.counts
    message = (
        f"breaks {limit.id}, '{name}': has {_format_span(result.have)} {unit}{whose}{where(record, *paths)}, "
        f"where the limit is {' and '.join(bounds)}{places}; mend the list or the limit"
    )
    return finding_at(record, paths[0], message)


def _format_span(span: NumberSpan) -> str:
    ends = dict.fromkeys(number(end) for end in (span.low, span.high))
    return " to ".join(ends)
