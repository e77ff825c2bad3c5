"""A formula and a table that give one number agree wherever the table has a row.

The edition's own ``vocabulary.yaml`` declares which belong together: so many ``times`` for every ``per``, and a
``table`` with one column for the number that is divided (``at``) and one for the result (``value``). A row of
``bands`` (least, most) has at both ends what the table has at the upper end:

    tabulated:
      guards: {times: 'rule/guards:figures.guards', per: 'rule/guards:figures.animals',
               table: 'table/guards:rows', at: animals, value: guards}

The formula is computed rounded down and rounded up; one of the two must fit all rows.

Wrong: 2 guards for every 10 animals, and 6 for 40 in the table. Right: 8 for 40; 3 for 15 and 5 for 25, both rounded
up.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import NamedTuple

from kensei_docs.check.declarations import amount, declared_by_edition, fact_at, fault, rows_of
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Record
from kensei_docs.database.schema import Schema

SEVERITY = "error"
_SECTION = "tabulated"


class Tabulated(Schema):
    """A formula, and the table that has its results."""

    times: str
    per: str
    table: str
    at: str
    value: str
    bands: str | None = None


Place = tuple[Record, str]  # a record, and a path in it


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
        named = (declaration.times, declaration.per, declaration.table, declaration.bands)
        facts = [fact_at(edition, stated) for stated in named if stated]
        good = [fact for fact in facts if not isinstance(fact, str)]
        for fact in facts:
            if isinstance(fact, str):
                yield fault(edition, f"{_SECTION}.{name}", f"{fact}; mend the path")
        if len(good) == len(facts):
            yield from _compare(declaration, *good)


def _compare(
    declaration: Tabulated, formula_times: Place, formula_per: Place, table_rows: Place, bands: Place | None = None
) -> Iterator[Finding]:
    (formula, times), (other, per) = formula_times, formula_per
    many, every = amount(formula.figure(times)), amount(other.figure(per))
    points = sorted(_rows(*table_rows, declaration), key=lambda point: point.at)
    if bands:
        points += _lower_ends(*bands, points)
    if many is None or not every or not points:
        return
    ways = [[point for point in points if point.value != rounded(point.at / every) * many] for rounded in (floor, ceil)]
    differing = min(ways, key=len)
    if not differing:
        return
    first = differing[0]
    rows = "; ".join(
        f"{number(point.value)} at {number(point.at)}, where the formula comes to {_both_roundings(point, many, every)}"
        for point in differing
    )
    places = [
        where(record, *(path for point in differing if point.record is record for path in point.paths))
        for record in {point.record.id: point.record for point in differing}.values()
    ]
    message = (
        f"'{declaration.value}' is {rows}{''.join(places)}; {formula.id} has {number(many)} for every "
        f"{number(every)}{where(formula, times, per)}; mend one of them"
    )
    yield found(first.record, first.paths[-1], message)


def _both_roundings(point: Point, many: float, every: float) -> str:
    both = dict.fromkeys(number(rounded(point.at / every) * many) for rounded in (floor, ceil))
    return " or ".join(both)


def _rows(table: Record, rows: str, declaration: Tabulated) -> Iterator[Point]:
    for key in rows_of(table, rows):
        paths = [f"{rows}.{key}.{column}" for column in (declaration.at, declaration.value)]
        at, value = (amount(table.figure(path)) for path in paths)
        if at is not None and value is not None:
            yield Point(at, value, table, (paths[0], paths[1]))


def _lower_ends(record: Record, path: str, points: list[Point]) -> list[Point]:
    """Return the lower ends of bands that the table has the upper end of."""
    ends = []
    for key in rows_of(record, path):
        least, most = (amount(record.figure(f"{path}.{key}.{end}")) for end in ("least", "most"))
        row = next((point for point in points if point.at == most), None)
        if least is not None and row:
            ends.append(Point(least, row.value, record, (f"{path}.{key}.least",)))
    return ends
