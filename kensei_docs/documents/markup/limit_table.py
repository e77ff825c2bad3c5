"""What the limits of an edition come to in each size of battle, for a table beside an army list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kensei_docs.database import Edition, Record
from kensei_docs.figures import parse

if TYPE_CHECKING:
    from kensei_docs.engine.bounds import Span
    from kensei_docs.engine.limits import Counts, Limit, LimitSheet

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
    """The sizes of battle with a number of points, and the limits by them."""

    sizes: tuple[Record, ...]
    rows: tuple[LimitRow, ...]


def limit_table(edition: Edition, kind: str) -> LimitTable:
    """Return the limits of an edition's armies by sizes of battle, the records of a kind.

    Limits that depend on what else is in the army are left out; their records say them in words.
    Raises Unusable where a limit is declared wrongly.
    """
    # Few sheets have such a table; the others need not wait for the engine.
    from kensei_docs.engine.judgement import judge
    from kensei_docs.engine.musters import Muster

    sizes = [
        (record, figure.number)
        for record in edition.of(kind)
        if (figure := parse(record.figure("points") or "")) and figure.number
    ]
    judged = [judge(Muster(edition, None, points, ())) for _, points in sizes]
    rows = []
    for results in zip(*judged, strict=True):
        limit, first = results[0].limit, results[0]
        if (first.at_least or first.at_most) and not _depends(limit):
            rows.append(
                LimitRow(
                    limit.record,
                    limit.named,
                    first.counts,
                    tuple((_shown(result.at_least), _shown(result.at_most)) for result in results),
                )
            )
    return LimitTable(tuple(record for record, _ in sizes), tuple(rows))


def _depends(limit: Limit) -> bool:
    """Return whether a bound follows from the troops and not only from the size of the battle."""
    sheet: LimitSheet = limit.sheet
    return any(
        not isinstance(bound, str) and bound is not None and (bound.for_each is not None or bound.against == "points")
        for bound in (sheet.at_least, sheet.at_most)
    )


def _shown(span: Span | None) -> str | None:
    return None if span is None else f"{span.high:g}"
