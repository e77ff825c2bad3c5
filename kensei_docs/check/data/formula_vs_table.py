"""A formula and a table that give one number agree wherever the table has a row.

Which do is declared in the edition's own ``vocabulary.yaml``: so many ``times`` for every ``per``,
in a ``table`` with one column for the number that is divided (``at``) and one for what it gives
(``value``). A row of ``bands`` (least, most) has at both its ends what the table has at the upper:

    tabulated:
      guards: {times: 'rule/guards:figures.guards', per: 'rule/guards:figures.animals',
               table: 'table/guards:rows', at: animals, value: guards}

The formula is computed rounded down and rounded up; one of the two must fit all rows.

Wrong: 2 guards for every 10 animals, and 6 for 40 in the table. Right: 8 for 40; 3 for 15 and 5
for 25, which is rounded the same way.

Severity: error.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

from kensei_docs.check.declarations import amount, declared_by_edition, fact_at, fault
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema
from kensei_docs.problems import Severity

SEVERITY: Severity = "error"
_SECTION = "tabulated"


class Tabulated(Schema):
    """A formula, and the table that has its results."""

    times: str
    per: str
    table: str
    at: str
    value: str
    bands: str | None = None


class Point(NamedTuple):
    """What the table (or a band) gives for a number, and the facts that say so."""

    at: float
    value: float
    record: Record
    paths: tuple[str, ...]


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every formula that doesn't come to what its table has."""
    declarations, problems = declared_by_edition(database, _SECTION, Tabulated)
    yield from problems
    for edition, name, declaration in declarations:
        facts = [
            fact_at(edition, stated)
            for stated in (
                declaration.times,
                declaration.per,
                declaration.table,
                *([declaration.bands] if declaration.bands else []),
            )
        ]
        wrong = [fact for fact in facts if isinstance(fact, str)]
        for message in wrong:
            yield fault(edition, f"{_SECTION}.{name}", f"{message}; mend the path")
        if not wrong:
            yield from _compared(edition, declaration)


def _compared(edition: Edition, declaration: Tabulated) -> Iterator[Finding]:
    (formula, times), (other, per), (table, rows) = (
        _fact(edition, stated) for stated in (declaration.times, declaration.per, declaration.table)
    )
    many, every = amount(formula.figure(times)), amount(other.figure(per))
    points = sorted(_rows(table, rows, declaration), key=lambda point: point.at)
    if declaration.bands:
        points += _bands(*_fact(edition, declaration.bands), points)
    if many is None or not every or not points:
        return
    ways = [[point for point in points if point.value != rounded(point.at / every) * many] for rounded in (floor, ceil)]
    differing = min(ways, key=len)
    if not differing:
        return
    first = differing[0]
    shown = "; ".join(
        f"{number(point.value)} at {number(point.at)}, where the formula comes to {_either(point, many, every)}"
        for point in differing
    )
    places = [
        where(record, *(path for point in differing if point.record is record for path in point.paths))
        for record in {point.record.id: point.record for point in differing}.values()
    ]
    message = (
        f"'{declaration.value}' is {shown}{''.join(places)}; {formula.id} has {number(many)} for every "
        f"{number(every)}{where(formula, times, per)}; mend one of them"
    )
    yield found(first.record, first.paths[-1], message)


def _either(point: Point, many: float, every: float) -> str:
    both = dict.fromkeys(number(rounded(point.at / every) * many) for rounded in (floor, ceil))
    return " or ".join(both)


def _rows(table: Record, rows: str, declaration: Tabulated) -> Iterator[Point]:
    part = table.get(rows)
    for key in part if isinstance(part, dict) else ():
        paths = [f"{rows}.{key}.{column}" for column in (declaration.at, declaration.value)]
        at, value = (amount(table.figure(path)) for path in paths)
        if at is not None and value is not None:
            yield Point(at, value, table, (paths[0], paths[1]))


def _bands(record: Record, path: str, points: list[Point]) -> list[Point]:
    """Return the lower ends of bands that the table has the upper end of."""
    found = []
    part = record.get(path)
    for key in part if isinstance(part, dict) else ():
        least, most = (amount(record.figure(f"{path}.{key}.{end}")) for end in ("least", "most"))
        row = next((point for point in points if point.at == most), None)
        if least is not None and row:
            found.append(Point(least, row.value, record, (f"{path}.{key}.least",)))
    return found


def _fact(edition: Edition, stated: str) -> tuple[Record, str]:
    fact = fact_at(edition, stated)
    assert not isinstance(fact, str)  # or it was reported before
    return fact
