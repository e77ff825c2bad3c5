"""Steps that rise in one thing rise (or fall) in the others too.

In bands (rows with ``least`` and ``most``), every other number that all rows give goes one way from the lowest band
to the highest. ``vocabulary.yaml`` declares tables whose columns are steps. In those, the numbers of every row go one
way; a dash is passed over:

    ladders:
      reach: {kind: table, columns: [near, middle, far]}

It also declares records that are steps, each at a cost. A benefit that is no better at a higher cost is reported:

    tiers:
      caravan-masters: {kind: master, cost: wages, benefits: [figures.mules]}

Wrong: hands of 4, 6 and 5 cards for rising battles; ranges of 10, 30 and 24 inches. Right: 4, 5 and 6; 4 inches, a
dash and 8 inches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kensei_docs.check.bands import ENDS, Bands
from kensei_docs.check.declarations import KindSchema, amount, declared_by_kind, rows_of
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Record

SEVERITY = "warning"


class Ladder(KindSchema):
    """The columns that are steps, lowest first, in records of one kind."""

    columns: list[str]


class Tiers(KindSchema):
    """Records of one kind that are steps: what each costs, and what it is to give more of."""

    cost: str
    benefits: list[str]


def check(database: Database, bands: Sequence[Bands]) -> Iterator[Finding]:
    """Yield a finding for every step that goes the wrong way, or none."""
    for one in bands:
        yield from _band_findings(one)
    tiers, faults = declared_by_kind(database, "tiers", Tiers)
    yield from faults
    for records, tier in tiers:
        yield from _tier_findings(records, tier)
    ladders, faults = declared_by_kind(database, "ladders", Ladder)
    yield from faults
    for records, ladder in ladders:
        for record in records:
            for name, row in rows_of(record, "rows").items():
                steps = [column for column in ladder.columns if amount(row.get(column)) is not None]
                yield from _not_one_way(record, [(f"rows.{name}.{column}", row[column]) for column in steps])


def _tier_findings(records: list[Record], tiers: Tiers) -> Iterator[Finding]:
    costs = ((amount(record.figure(tiers.cost)), record.id, record) for record in records)
    steps = sorted((cost, name, record) for cost, name, record in costs if cost is not None)
    for benefit in tiers.benefits:
        for (less, _, below), (more, _, record) in pairwise(steps):
            low, high = amount(below.figure(benefit)), amount(record.figure(benefit))
            if more > less and low is not None and high is not None and high <= low:
                message = (
                    f"'{benefit}' is {record.figure(benefit)}{where(record, benefit)} for {number(more)}, no better "
                    f"than the {below.figure(benefit)} of {below.id}{where(below, benefit)} for {number(less)}; see "
                    "whether that is meant"
                )
                yield found(record, benefit, message, beside=[(below, benefit)])


def _band_findings(bands: Bands) -> Iterator[Finding]:
    record = bands.bands[0].record
    rows = [(band.path, record.get(band.path)) for band in bands.bands if band.record is record and band.path]
    mappings = [(path, row) for path, row in rows if isinstance(row, dict)]
    if len(mappings) < len(bands.bands):
        return
    for column in mappings[0][1]:
        cells = [(f"{path}.{column}", row.get(column)) for path, row in mappings]
        if column not in ENDS and all(amount(cell) is not None for _, cell in cells):
            yield from _not_one_way(record, cells)


def _not_one_way(record: Record, cells: list[tuple[str, object]]) -> Iterator[Finding]:
    numbers = [(path, cell, amount(cell) or 0.0) for path, cell in cells]
    if len(numbers) < 2:
        return
    # The direction is that of the ladder as a whole, so that one slip is one finding.
    up = numbers[-1][2] >= numbers[0][2]
    for (before, first, low), (path, second, high) in pairwise(numbers):
        if low == high or (high > low) != up:
            message = (
                f"'{path}' is {second} after {first} in '{before}'{where(record, path)}, where the steps "
                f"{'rise' if up else 'fall'}; mend the figure that is out of step"
            )
            yield found(record, path, message)
