"""What a list charges for one miniature is whole, the same in every list, and not far out.

``vocabulary.yaml`` declares where prices stand: ``rows`` names the rows, ``points`` and ``miniatures`` the columns of
each. Rows of one name are of one profile:

    prices:
      caravan: {kind: caravan, rows: rows.*, points: fee, miniatures: animals}

Wrong: 10 mules for 50 here and 10 mules for 10 there; 5 mules for 12; in a list of groups that cost 5, 5 and 6 each,
one that costs 60. Right: 10 mules for 50 here and 9 for 45 there; a single leader at many times the price of the
groups, because leaders are not compared with groups.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from kensei_docs.check.declarations import KindSchema, amount, declared_by_kind, values
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Record

SEVERITY = "warning"
# Dearer or cheaper than the middle of its list by more than this factor is a slip, not a price.
_OUTLYING = 3


class Prices(KindSchema):
    """Where a kind of record states what its rows cost."""

    rows: str
    points: str
    miniatures: str


@dataclass(frozen=True)
class Price:
    """What one row charges for each of its miniatures."""

    record: Record
    path: str
    profile: str
    points: float
    miniatures: float
    cells: tuple[str, ...]

    @property
    def each(self) -> float:
        return self.points / self.miniatures

    def __str__(self) -> str:
        things = "miniature" if self.miniatures == 1 else "miniatures"
        place = where(self.record, *self.cells)
        return f"'{self.path}' asks {number(self.points)} for {number(self.miniatures)} {things}{place}"


def check(database: Database) -> Iterator[Finding]:
    """Yield a finding for every price that its neighbours or its fellows contradict."""
    declarations, faults = declared_by_kind(database, "prices", Prices)
    yield from faults
    for records, declaration in declarations:
        profiles: dict[str, list[Price]] = defaultdict(list)
        for record in records:
            prices = list(_prices(record, declaration))
            yield from _within_a_list(prices)
            for price in prices:
                profiles[price.profile].append(price)
        for prices in profiles.values():
            yield from _between_lists(prices)


def _prices(record: Record, declaration: Prices) -> Iterator[Price]:
    for path, row in values(record, declaration.rows):
        if not isinstance(row, dict):
            continue
        columns = (declaration.points, declaration.miniatures)
        points, many = (amount(row.get(column)) for column in columns)
        if points is not None and many:
            profile = str(row.get("name") or path.rpartition(".")[2]).casefold()
            yield Price(record, path, profile, points, many, tuple(f"{path}.{column}" for column in columns))


def _within_a_list(prices: list[Price]) -> Iterator[Finding]:
    groups = [price for price in prices if price.miniatures > 1]
    for price in prices:
        if not price.each.is_integer():
            message = (
                f"{price}, which is {number(round(price.each, 2))} each; mend the points or the number of miniatures"
            )
            yield found(price.record, price.cells[0], message)
    if len(groups) < 3:
        return
    middle = median(price.each for price in groups)
    for price in groups:
        if not middle / _OUTLYING <= price.each <= middle * _OUTLYING:
            message = (
                f"{price}, {number(price.each)} each, in a list whose groups cost {number(middle)} each in the middle; "
                "see whether a digit is lost or added"
            )
            yield found(price.record, price.cells[0], message)


def _between_lists(prices: list[Price]) -> Iterator[Finding]:
    usual, _ = Counter(price.each for price in prices).most_common(1)[0]
    example = next(price for price in prices if price.each == usual)
    for price in prices:
        if price.each != usual:
            message = (
                f"{price}, {number(price.each)} each, where {example.record.id} {example}, {number(usual)} each; give "
                "one profile one price"
            )
            yield found(price.record, price.cells[0], message, beside=[(example.record, example.cells[0])])
