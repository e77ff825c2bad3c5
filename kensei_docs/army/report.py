"""The report on an army: what it costs and how it stands to each limit, as other programs read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isinf
from typing import Any

from kensei_docs.army.list import Army, Entry
from kensei_docs.database import Record
from kensei_docs.engine.bounds import Span
from kensei_docs.engine.judgement import Result, judge
from kensei_docs.problems import shown

# Gives the names of a field of a record (a limit's, mostly) by language.
Named = Callable[[Record, str], dict[str, str]]


def judged(army: Army) -> list[Result]:
    """Return how the army stands to every limit; raises Unusable where one is declared wrongly."""
    return judge(army.muster)


def verdict(results: Sequence[Result]) -> bool | None:
    """Return whether every limit is met; None where nobody can tell of some and none is broken."""
    states = {result.status for result in results}
    return False if "broken" in states else None if "unknown" in states else True


def as_json(army: Army, results: Sequence[Result], named: Named) -> dict[str, Any]:
    """Return the whole report; its keys are a promise to other programs."""
    return {
        "army": army.name,
        "edition": army.edition.id,
        "clan": army.clan.id if army.clan else None,
        "size": army.size,
        "battle": army.battle.id if army.battle else None,
        "commander-level": army.level.id if army.level else None,
        "commander-level-cost": army.muster.level_cost,
        "cost": army.cost,
        "legal": verdict(results),
        "rows": [_row(entry) for entry in army.entries],
        "limits": [_limit(result, named) for result in results],
        "remarks": [str(remark) for remark in army.remarks],
    }


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "profile": entry.profile.id if entry.profile else None,
        "miniatures": entry.miniatures,
        "points": entry.points,
        "file": shown(entry.place.file),
        "line": entry.place.line,
        "column": entry.place.column,
    }


def _limit(result: Result, named: Named) -> dict[str, Any]:
    limit = result.limit
    return {
        "limit": limit.id,
        "record": limit.record.id,
        "part": limit.part,
        "instead-of": limit.general.id if limit.general else None,
        "name": named(limit.record, limit.named),
        "status": result.status,
        "counts": result.counts,
        "have": _span(result.have),
        "at-least": _span(result.at_least),
        "at-most": _span(result.at_most),
        "percent": {
            key: _span(share(span, result))
            for key, span in (("have", result.have), ("at-least", result.at_least), ("at-most", result.at_most))
        }
        if share(result.have, result)
        else None,
        "subject": result.subject,
        "troops": [troop.name for troop in result.troops],
        "missing": {name: list(fields) for name, fields in result.missing.items()},
        "trace": [step.as_json() for step in result.steps],
        "from": list(
            {str(citation): citation.as_json() for step in result.steps for citation in step.citations}.values()
        ),
    }


def share(span: Span | None, result: Result) -> Span | None:
    """Return points as per cent of the battle's; None for what isn't counted in points."""
    if span is None or result.counts not in ("points", "cost"):
        return None
    return Span(span.low / result.size * 100, span.high / result.size * 100)


def _span(span: Span | None) -> list[float | None] | None:
    """Return a number as the least and the most that it can be; null where there is no most."""
    return None if span is None else [_number(span.low), _number(span.high)]


def _number(value: float) -> float | None:
    if isinf(value):
        return None
    return int(value) if value == int(value) else round(value, 2)
