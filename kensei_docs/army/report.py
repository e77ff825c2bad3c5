"""Reports on armies: the results of the limits as JSON and for the roster; a table of the limits by battle size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any

from kensei_docs.army.limits import Counts, Result, Span, judge
from kensei_docs.army.muster import Army, Entry, Muster, number
from kensei_docs.army.pack import declared_pack
from kensei_docs.database import Edition, Record
from kensei_docs.problems import short_path

if TYPE_CHECKING:
    from kensei_docs.catalogues import Translator

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
        "commander-level-cost": army.muster.level_cost,
        "cost": army.cost,
        "legal": verdict(results),
        "rows": [_row_as_json(entry) for entry in army.entries],
        "limits": [_limit_as_json(result, named) for result in results],
        "remarks": [str(remark) for remark in army.remarks],
    }


def _row_as_json(entry: Entry) -> dict[str, Any]:
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
        "name": named(limit.record, limit.named),
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
        "from": list(
            {str(citation): citation.as_json() for step in result.steps for citation in step.citations}.values()
        ),
    }


def share(span: Span | None, result: Result) -> Span | None:
    """Return points as per cent of the size of the battle; None if the limit doesn't count points."""
    if span is None or result.counts not in ("points", "cost"):
        return None
    return Span(span.low / result.size * 100, span.high / result.size * 100)


def _span_as_json(span: Span | None) -> list[float | None] | None:
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
    sizes = [(record, points) for record in edition.records_of(kind) if (points := number(record.figure("points")))]
    by_size = [judge(Muster(edition, None, points, ())) for _, points in sizes]
    rows = [
        LimitRow(
            results[0].limit.record,
            results[0].limit.named,
            results[0].counts,
            tuple((_format_highest(result.at_least), _format_highest(result.at_most)) for result in results),
        )
        for results in zip(*by_size, strict=True)
        if (results[0].at_least or results[0].at_most) and not results[0].limit.schema.depends_on_troops
    ]
    return LimitTable(tuple(record for record, _ in sizes), tuple(rows))


def _format_highest(span: Span | None) -> str | None:
    return None if span is None else f"{span.high:g}"


def roster(army: Army, translator: Translator) -> dict[str, Any]:
    """Return the values of the roster's template, in the translator's language."""
    return {
        "army": {
            "name": army.name,
            "points": translator.figure(f"{army.cost:g}"),
            **({army.faction.kind: translator.name(army.faction)} if army.faction else {}),
            "level": translator.name(army.level) if army.level else None,
            "size": translator.figure(f"{army.size:g}"),
        },
        "rows": [_roster_row(army, entry, translator) for entry in army.entries],
        "sum": {"miniatures": str(sum(entry.miniatures for entry in army.entries)), "points": f"{army.cost:g}"},
        "limits": [
            {
                "name": translator.text(result.limit.record, result.limit.named)
                + (f": {result.subject}" if result.subject else ""),
                "counts": result.counts,
                "status": result.status,
                "have": _format_span(result.have, translator),
                "least": result.at_least and _format_span(result.at_least, translator),
                "most": result.at_most and _format_span(result.at_most, translator),
            }
            for result in judged(army)
            if result.at_least or result.at_most
        ],
    }


def _roster_row(army: Army, entry: Entry, translator: Translator) -> dict[str, Any]:
    declared = declared_pack(army.edition).roster
    attributes = {
        record.slug: str(value)
        for record in army.edition.records_of(declared.attributes)
        if (value := entry.get(f"profile.{record.slug}")) is not None
    }
    wounds = str(entry.get(declared.wounds))
    row: dict[str, Any] = {
        "name": translator.name(entry.profile) if entry.profile and entry.name == entry.profile.name else entry.name,
        "miniatures": str(entry.miniatures),
        "points": "" if entry.points is None else f"{entry.points:g}",
        "attributes": attributes,
        "equipment": ", ".join(_roster_names(army, entry, translator)),
    }
    if wounds.isdigit() or entry.miniatures > 1:
        row["wounds"] = entry.miniatures * (int(wounds) if wounds.isdigit() else 1)
    return row


def _roster_names(army: Army, entry: Entry, translator: Translator) -> Iterator[str]:
    """Yield the names of a troop's equipment and abilities, capitalised, in the translator's language."""
    declared = declared_pack(army.edition)
    for field in declared.roster.names:
        for name in entry.names(field):
            ids = (f"{kind}/{name}" for kind in declared.follow.get(field, ()))
            record = next(
                (army.edition.records[identity] for identity in ids if identity in army.edition.records), None
            )
            known = name in army.database.glossary
            word = translator.name(record) if record else translator.term(name) if known else name
            yield word[:1].upper() + word[1:]


def _format_span(span: Span, translator: Translator) -> str:
    ends = dict.fromkeys((span.low, span.high))
    return "–".join("…" if isinf(end) else translator.figure(f"{end:g}") for end in ends)
