"""Reports on armies: the results of the limits as JSON; a table of the limits by battle size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isinf
from typing import Any

from kensei_docs.army.cost import cost_of_army, cost_of_level
from kensei_docs.army.limits import Counts, NumberSpan, Result, judge
from kensei_docs.army.troops import Army, ArmyEntry, Muster
from kensei_docs.database import Edition, Record
from kensei_docs.figures import number_in
from kensei_docs.problems import short_path

# Returns the text of a field of a record (such as a limit's name), by language.
Named = Callable[[Record, str], dict[str, str]]


def judged(army: Army) -> list[Result]:
    """Return the result of every limit for the army; raises Unusable where one is declared wrongly."""
    return judge(army.muster)


def verdict(results: Sequence[Result]) -> bool | None:
    """Return whether every limit is met; None if none is broken but some are unknown."""
    states = {result.status for result in results}
    return False if "broken" in states else None if "unknown" in states else True


def as_json(army: Army, results: Sequence[Result], named: Named) -> dict[str, Any]:
    """Return the report of ``army check --format json``; other programs rely on its keys."""
    return {
        "army": army.name,
        "edition": army.edition.id,
        "clan": army.faction.id if army.faction else None,
        "size": army.size,
        "battle": army.battle.id if army.battle else None,
        "commander-level": army.level.id if army.level else None,
        "commander-level-cost": cost_of_level(army.muster),
        "cost": cost_of_army(army.muster),
        "legal": verdict(results),
        "rows": [_row_as_json(entry) for entry in army.entries],
        "limits": [_limit_as_json(result, named) for result in results],
        "remarks": [str(remark) for remark in army.remarks],
    }


def _row_as_json(entry: ArmyEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "profile": entry.profile.id if entry.profile else None,
        "miniatures": entry.miniatures,
        "points": entry.points,
        "file": short_path(entry.place.file),
        "line": entry.place.line,
        "column": entry.place.column,
    }


def _limit_as_json(result: Result, named: Named) -> dict[str, Any]:
    limit = result.limit
    return {
        "limit": limit.id,
        "record": limit.record.id,
        "part": limit.part,
        "instead-of": limit.general.id if limit.general else None,
        "name": named(limit.record, limit.name_field),
        "status": result.status,
        "counts": result.counts,
        "have": _span_as_json(result.have),
        "at-least": _span_as_json(result.at_least),
        "at-most": _span_as_json(result.at_most),
        "percent": {
            key: _span_as_json(share(span, result))
            for key, span in (("have", result.have), ("at-least", result.at_least), ("at-most", result.at_most))
        }
        if share(result.have, result)
        else None,
        "subject": result.subject,
        "troops": [troop.name for troop in result.troops],
        "missing": {name: list(fields) for name, fields in result.missing.items()},
        "trace": [step.as_json() for step in result.steps],
        "from": [citation.as_json() for citation in result.citations],
    }


def share(span: NumberSpan | None, result: Result) -> NumberSpan | None:
    """Return points as per cent of the size of the battle; None if the limit doesn't count points."""
    if span is None or result.counts not in ("points", "cost"):
        return None
    return NumberSpan(span.low / result.size * 100, span.high / result.size * 100)


def _span_as_json(span: NumberSpan | None) -> list[float | None] | None:
    """Return a span as ``[low, high]``; None for an infinite end."""
    return None if span is None else [_number_as_json(span.low), _number_as_json(span.high)]


def _number_as_json(value: float) -> float | None:
    if isinf(value):
        return None
    return int(value) if value == int(value) else round(value, 2)


Bounds = tuple[str | None, str | None]


@dataclass(frozen=True)
class LimitRow:
    """One limit: the record and the field that name it, what it counts, and the least and most of
    that in each size of battle."""

    record: Record
    named: str
    counts: Counts
    bounds: tuple[Bounds, ...]


@dataclass(frozen=True)
class LimitTable:
    """The records of battle sizes that have points, and a row for each limit with its bounds by size."""

    sizes: tuple[Record, ...]
    rows: tuple[LimitRow, ...]


def limit_table(edition: Edition, kind: str) -> LimitTable:
    """Return the limits of an edition's armies by sizes of battle, the records of a kind.

    Limits that depend on the troops of the army are left out; the text of their records states them.
    Raises Unusable where a limit is declared wrongly.
    """
    sizes = [(record, points) for record in edition.records_of(kind) if (points := number_in(record.figure("points")))]
    by_size = [judge(Muster(edition, None, points, ())) for _, points in sizes]
    rows = [
        LimitRow(
            results[0].limit.record,
            results[0].limit.name_field,
            results[0].counts,
            tuple((_format_highest(result.at_least), _format_highest(result.at_most)) for result in results),
        )
        for results in zip(*by_size, strict=True)
        if (results[0].at_least or results[0].at_most)
        and results[0].counts != "size"
        and not results[0].limit.schema.depends_on_troops
    ]
    return LimitTable(tuple(record for record, _ in sizes), tuple(rows))


def _format_highest(span: NumberSpan | None) -> str | None:
    return None if span is None else f"{span.high:g}"
