"""Arithmetic: a figure that is computed from others (a total, a share, a formula) is their result."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor
from statistics import median
from typing import NamedTuple

from kensei_docs.check.declarations import KindSchema, declared_by_edition, declared_by_kind, section_finding
from kensei_docs.check.finding import Finding, finding_at, number, where, where_all
from kensei_docs.database import Database, Record
from kensei_docs.database.paths import fact_at, rows_of, values
from kensei_docs.database.schema import Schema
from kensei_docs.figures import number_in, parse
from kensei_docs.problems import check, closest


class Tabulated(Schema):
    """A formula, and the table that has its results."""

    times: str
    per: str
    table: str
    at: str
    value: str
    bands: str | None = None


FactRef = tuple[Record, str]  # a record, and a path in it


class Point(NamedTuple):
    """The value that the table (or a band) gives for a number, and the paths of the two facts."""

    at: float
    value: float
    record: Record
    paths: tuple[str, ...]


@check("error")
def formula_vs_table(database: Database) -> Iterator[Finding]:
    """A formula and a table that give one number agree wherever the table has a row.

    The edition's own ``vocabulary.yaml`` declares which belong together: ``times`` for every ``per``, and a
    ``table`` with one column for the number that is divided (``at``) and one for the result (``value``). A row of
    ``bands`` (least, most) has at both ends what the table has at the upper end:

        tabulated:
          guards: {times: 'rule/guards:figures.guards', per: 'rule/guards:figures.animals',
                   table: 'table/guards:rows', at: animals, value: guards}

    The formula is computed rounded down and rounded up; one of the two must fit all rows.

    Wrong: 2 guards for every 10 animals, and 6 for 40 in the table. Right: 8 for 40; 3 for 15 and 5 for 25, both
    rounded up.
    """
    declarations, problems = declared_by_edition(database, "tabulated", Tabulated)
    yield from problems
    for edition, name, declaration in declarations:
        named = (declaration.times, declaration.per, declaration.table, declaration.bands)
        facts = [fact_at(edition, stated) for stated in named if stated]
        good = [fact for fact in facts if not isinstance(fact, str)]
        for fact in facts:
            if isinstance(fact, str):
                yield section_finding(edition, f"tabulated.{name}", f"{fact}; mend the path")
        if len(good) == len(facts):
            yield from _compare(declaration, *good)


def _compare(
    declaration: Tabulated,
    formula_times: FactRef,
    formula_per: FactRef,
    table_rows: FactRef,
    bands: FactRef | None = None,
) -> Iterator[Finding]:
    (formula, times), (other, per) = formula_times, formula_per
    times_value, per_value = number_in(formula.figure(times)), number_in(other.figure(per))
    points = sorted(_rows(*table_rows, declaration), key=lambda point: point.at)
    if bands:
        points += list(_lower_ends(*bands, points))
    if times_value is None or not per_value or not points:
        return
    differing_by_rounding = [
        [point for point in points if point.value != rounded(point.at / per_value) * times_value]
        for rounded in (floor, ceil)
    ]
    differing = min(differing_by_rounding, key=len)
    if not differing:
        return
    rows = "; ".join(
        f"{number(point.value)} at {number(point.at)}, where the formula comes to "
        f"{_both_roundings(point, times_value, per_value)}"
        for point in differing
    )
    places = where_all((point.record, path) for point in differing for path in point.paths)
    message = (
        f"'{declaration.value}' is {rows}{places}; {formula.id} has {number(times_value)} for every "
        f"{number(per_value)}{where(formula, times, per)}; mend one of them"
    )
    yield finding_at(differing[0].record, differing[0].paths[-1], message)


def _both_roundings(point: Point, many: float, every: float) -> str:
    both = dict.fromkeys(number(rounded(point.at / every) * many) for rounded in (floor, ceil))
    return " or ".join(both)


def _rows(table: Record, rows: str, declaration: Tabulated) -> Iterator[Point]:
    for key in rows_of(table, rows):
        paths = [f"{rows}.{key}.{column}" for column in (declaration.at, declaration.value)]
        at, value = (number_in(table.figure(path)) for path in paths)
        if at is not None and value is not None:
            yield Point(at, value, table, (paths[0], paths[1]))


def _lower_ends(record: Record, path: str, points: list[Point]) -> Iterator[Point]:
    """Yield the lower ends of bands that the table has the upper end of."""
    for key in rows_of(record, path):
        least, most = (number_in(record.figure(f"{path}.{key}.{end}")) for end in ("least", "most"))
        row = next((point for point in points if point.at == most), None)
        if least is not None and row:
            yield Point(least, row.value, record, (f"{path}.{key}.least",))


_EACH = re.compile(r"<(\w+)>")


class Percent(Schema):
    """The paths of a share in a record, of the number that it is a share of, and of the result."""

    record: str
    share: str
    base: str
    value: str


@check("error")
def percent_recompute(database: Database) -> Iterator[Finding]:
    """A stated share of a number equals the computed one.

    The edition's own ``vocabulary.yaml`` declares which figures belong together. A word in angle brackets stands for
    each key of a mapping, and for the same key wherever it stands again:

        percents:
          tithe: {record: rule/tithe, share: figures.tithe, base: examples.<one>.load,
                  value: examples.<one>.tithe}

    Wrong: 40 as 25 % of 200. Right: 50; a number that is null, because then there is nothing to recompute.
    """
    declarations, problems = declared_by_edition(database, "percents", Percent)
    yield from problems
    for edition, name, declaration in declarations:
        record = edition.records.get(declaration.record)
        path = f"percents.{name}"
        if record is None:
            message = (
                f"'{declaration.record}' is not a record of {edition.id}"
                f"{closest(declaration.record, edition.records)}; "
                "mend the name"
            )
            yield section_finding(edition, path, message)
            continue
        rows = [row for row, _ in values(record, _EACH.sub("*", declaration.value))]
        if not rows:
            yield section_finding(edition, path, f"{record.id} has no '{declaration.value}'; mend the path")
        for row in rows:
            steps = zip(declaration.value.split("."), row.split("."), strict=False)
            names = {each[1]: key for step, key in steps if (each := _EACH.fullmatch(step))}
            yield from _wrong_share(record, _fill_in(declaration.share, names), _fill_in(declaration.base, names), row)


def _fill_in(pattern: str, names: dict[str, str]) -> str:
    return _EACH.sub(lambda part: names.get(part[1], part[0]), pattern)


def _wrong_share(record: Record, share: str, base: str, value: str) -> Iterator[Finding]:
    part, whole, stated = (record.figure(path) for path in (share, base, value))
    factor, of, printed = _as_fraction(part), number_in(whole), number_in(stated)
    if factor is None or of is None or printed is None:
        return
    over, under = factor
    if printed * under != over * of:
        message = (
            f"'{value}' is {stated}, but {part} of {whole} ('{share}' of '{base}') is "
            f"{number(over * of / under)}{where(record, share, base, value)}; correct the one that differs from the "
            "document"
        )
        yield finding_at(record, value, message)


def _as_fraction(share: str | None) -> tuple[float, float] | None:
    """Return a share as a fraction, so that nothing is lost by dividing."""
    figure = parse(share or "")
    if figure and figure.kind == "share" and figure.number is not None:
        return figure.number, 100
    if figure and figure.kind == "fraction":
        over, under = map(float, figure.text.split("/"))
        return over, under
    return None


class Sum(KindSchema):
    """The paths of a total and of its rows, in the records of a kind."""

    total: str
    rows: str


@check("error")
def total_equals_rows(database: Database) -> Iterator[Finding]:
    """A stated total equals the sum of its rows, and a declared count the number of what is listed.

    ``vocabulary.yaml`` declares what adds up to what. ``rows`` names either numbers, which are added, or whole rows,
    which are counted:

        sums:
          caravan-load: {kind: caravan, total: total, rows: rows.*.load}
          caravan-size: {kind: caravan, total: figures.animals, rows: rows.*}

    If one row with one more zero would make the sum right, the finding says so.

    Wrong: rows of 20, 5 and 45 under a total of 100. Right: the same rows under 70; a sum in which a row is null,
    because then nobody can tell.
    """
    sums, invalid = declared_by_kind(database, "sums", Sum)
    yield from invalid
    for records, declaration in sums:
        for record in records:
            yield from _wrong_total(record, declaration)


def _wrong_total(record: Record, declaration: Sum) -> Iterator[Finding]:
    """Yield a finding if a stated total is not the sum of its rows, or a stated number not the number of entries."""
    stated = number_in(record.get(declaration.total))
    rows = list(values(record, declaration.rows))
    if stated is None or not rows:
        return
    counted = all(isinstance(row, dict) for _, row in rows)
    amounts = {path: 1.0 if counted else number_in(row) for path, row in rows}
    row_values = {path: value for path, value in amounts.items() if value is not None}
    total = sum(row_values.values())
    if len(row_values) < len(amounts) or total == stated:
        return
    places = where(record, declaration.total, *row_values)
    message = f"'{declaration.total}' says {number(stated)}, but "
    if counted:
        message += f"{number(total)} are listed under '{declaration.rows}'{places}"
    else:
        message += f"its {len(row_values)} rows ('{declaration.rows}') come to {number(total)}{places}"
        message += _lost_zero(row_values, stated - total)
    message += "; correct the one that differs from the document"
    yield finding_at(record, declaration.total, message, beside=[(record, path) for path in row_values])


def _lost_zero(rows: dict[str, float], short: float) -> str:
    # A zero dropped in print is the likeliest slip that one row can account for.
    likely = [path for path, value in rows.items() if value and value * 10 - value == short]
    if len(likely) != 1:
        return ""
    value = rows[likely[0]]
    return f", and would agree with {number(value * 10)} for {number(value)} in '{likely[0]}'"


# A price above or below the median of its list by more than this factor is reported.
_OUTLIER_FACTOR = 3


class PriceColumns(KindSchema):
    """The paths of the rows of a kind of record, and their columns of points and miniatures."""

    rows: str
    points: str
    miniatures: str


@dataclass(frozen=True)
class Price:
    """The points and the number of miniatures of one row; ``cells`` are the paths of both."""

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


@check("warning")
def unit_price_consistent(database: Database) -> Iterator[Finding]:
    """What a list charges for one miniature is whole, the same in every list, and not far out.

    ``vocabulary.yaml`` declares where prices stand: ``rows`` names the rows, ``points`` and ``miniatures`` the columns
    of each. Rows of one name are of one profile:

        prices:
          caravan: {kind: caravan, rows: rows.*, points: fee, miniatures: animals}

    Wrong: 10 mules for 50 here and 10 mules for 10 there; 5 mules for 12; in a list of groups that cost 5, 5 and 6
    each, one that costs 60. Right: 10 mules for 50 here and 9 for 45 there; a single leader at many times the price of
    the groups, because leaders are not compared with groups.
    """
    declarations, invalid = declared_by_kind(database, "prices", PriceColumns)
    yield from invalid
    for records, declaration in declarations:
        profiles: dict[str, list[Price]] = defaultdict(list)
        for record in records:
            prices = list(_prices(record, declaration))
            yield from _within_a_list(prices)
            for price in prices:
                profiles[price.profile].append(price)
        for prices in profiles.values():
            yield from _between_lists(prices)


def _prices(record: Record, declaration: PriceColumns) -> Iterator[Price]:
    for path, row in values(record, declaration.rows):
        if not isinstance(row, dict):
            continue
        columns = (declaration.points, declaration.miniatures)
        points, miniatures = (number_in(row.get(column)) for column in columns)
        if points is not None and miniatures:
            profile = str(row.get("name") or path.rpartition(".")[2]).casefold()
            yield Price(record, path, profile, points, miniatures, tuple(f"{path}.{column}" for column in columns))


def _within_a_list(prices: list[Price]) -> Iterator[Finding]:
    """Yield a finding for each price of one list that is no whole number, or far from what its other groups cost."""
    groups = [price for price in prices if price.miniatures > 1]
    for price in prices:
        if not price.each.is_integer():
            message = (
                f"{price}, which is {number(round(price.each, 2))} each; mend the points or the number of miniatures"
            )
            yield finding_at(price.record, price.cells[0], message)
    if len(groups) < 3:
        return
    middle = median(price.each for price in groups)
    for price in groups:
        if not middle / _OUTLIER_FACTOR <= price.each <= middle * _OUTLIER_FACTOR:
            message = (
                f"{price}, {number(price.each)} each, in a list whose groups cost {number(middle)} each "
                "(the median); look for a missing or an extra digit"
            )
            yield finding_at(price.record, price.cells[0], message)


def _between_lists(prices: list[Price]) -> Iterator[Finding]:
    """Yield a finding for each price of one profile that differs from its commonest price in all lists."""
    usual, _ = Counter(price.each for price in prices).most_common(1)[0]
    example = next(price for price in prices if price.each == usual)
    for price in prices:
        if price.each != usual:
            message = (
                f"{price}, {number(price.each)} each, where {example.record.id} {example}, {number(usual)} each; give "
                "one profile one price"
            )
            yield finding_at(price.record, price.cells[0], message, beside=[(example.record, example.cells[0])])
