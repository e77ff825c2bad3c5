"""Arithmetic: a figure that is computed from others (a total, a share, a formula, a price) is their result."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor
from statistics import median
from typing import NamedTuple

from kensei_docs.check.declarations import Declared, KindSchema, mapping, per_declaration
from kensei_docs.check.finding import Finding, finding_at, number, where, where_all
from kensei_docs.database import Record
from kensei_docs.database.paths import fact_at, record_id_problem, rows_of, values
from kensei_docs.database.schema import Schema
from kensei_docs.figures import number_in, parse
from kensei_docs.problems import check


class Tabulated(Schema):
    """A formula, and the table that has its results."""

    times: str
    per: str
    table: str
    at: str
    value: str
    bands: str | None = None


class Point(NamedTuple):
    """The value that the table (or a band) gives for a number, and the paths of the two facts."""

    at: float
    value: float
    record: Record
    paths: tuple[str, ...]


@check("error")
@per_declaration("tabulated", Tabulated, own=True)
def formula_vs_table(declared: Declared[Tabulated]) -> Iterator[Finding]:
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
    entry, found = declared.entry, []
    for stated in (entry.times, entry.per, entry.table, entry.bands):
        fact = fact_at(declared.edition, stated) if stated else None
        if isinstance(fact, str):
            yield declared.finding(f"{fact}; mend the path")
        elif fact:
            found.append(fact)
    if len(found) < 3 + bool(entry.bands):
        return
    (formula, times), (other, per), table, *bands = found
    many, every = number_in(formula.figure(times)), number_in(other.figure(per))
    points = sorted(_rows(*table, entry), key=lambda point: point.at)
    points += [point for group in bands for point in _lower_ends(*group, points)]
    if many is None or not every:
        return
    # The way to round that fits more rows is meant.
    wrong = min(([p for p in points if p.value != rounded(p.at / every) * many] for rounded in (floor, ceil)), key=len)
    if wrong:
        both = [dict.fromkeys(number(rounded(p.at / every) * many) for rounded in (floor, ceil)) for p in wrong]
        rows = "; ".join(
            f"{number(point.value)} at {number(point.at)}, where the formula comes to {' or '.join(results)}"
            for point, results in zip(wrong, both, strict=True)
        )
        places = where_all((point.record, path) for point in wrong for path in point.paths)
        rule = f"{formula.id} has {number(many)} for every {number(every)}{where(formula, times, per)}"
        message = f"'{entry.value}' is {rows}{places}; {rule}; mend one of them"
        yield finding_at(wrong[0].record, wrong[0].paths[-1], message)


def _rows(table: Record, rows: str, entry: Tabulated) -> Iterator[Point]:
    for key in rows_of(table, rows):
        paths = tuple(f"{rows}.{key}.{column}" for column in (entry.at, entry.value))
        at, value = (number_in(table.figure(path)) for path in paths)
        if at is not None and value is not None:
            yield Point(at, value, table, paths)


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
@per_declaration("percents", Percent, own=True)
def percent_recompute(declared: Declared[Percent]) -> Iterator[Finding]:
    """A stated share of a number equals the computed one.

    The edition's own ``vocabulary.yaml`` declares which figures belong together. A word in angle brackets stands for
    each key of a mapping, and for the same key wherever it stands again:

        percents:
          tithe: {record: rule/tithe, share: figures.tithe, base: examples.<one>.load,
                  value: examples.<one>.tithe}

    Wrong: 40 as 25 % of 200. Right: 50; a number that is null, because then there is nothing to recompute.
    """
    entry, edition = declared.entry, declared.edition
    record = edition.records.get(entry.record)
    if record is None:
        yield declared.finding(f"{record_id_problem(edition, entry.record)}; mend the name")
        return
    rows = [row for row, _ in values(record, _EACH.sub("*", entry.value))]
    if not rows:
        yield declared.finding(f"{record.id} has no '{entry.value}'; mend the path")
    for row in rows:
        steps = zip(entry.value.split("."), row.split("."), strict=False)
        keys = {each[1]: key for step, key in steps if (each := _EACH.fullmatch(step))}
        share, base = _filled(entry.share, keys), _filled(entry.base, keys)
        part, whole, stated = (record.figure(path) for path in (share, base, row))
        factor, of, printed = _as_fraction(part), number_in(whole), number_in(stated)
        if factor is None or of is None or printed is None:
            continue
        over, under = factor
        if printed * under != over * of:
            computed = f"{number(over * of / under)}{where(record, share, base, row)}"
            fault = f"'{row}' is {stated}, but {part} of {whole} ('{share}' of '{base}') is {computed}"
            yield finding_at(record, row, f"{fault}; correct the one that differs from the document")


def _filled(pattern: str, keys: dict[str, str]) -> str:
    return _EACH.sub(lambda step: keys.get(step[1], step[0]), pattern)


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
@per_declaration("sums", Sum)
def total_equals_rows(declared: Declared[Sum]) -> Iterator[Finding]:
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
    entry = declared.entry
    for record in declared.records:
        stated = number_in(record.get(entry.total))
        rows = list(values(record, entry.rows))
        counted = all(isinstance(row, dict) for _, row in rows)
        amounts = {path: 1.0 if counted else number_in(row) for path, row in rows}
        known = {path: amount for path, amount in amounts.items() if amount is not None}
        total = sum(known.values())
        if stated is None or not rows or len(known) < len(rows) or total == stated:
            continue
        places = where(record, entry.total, *known)
        if counted:
            fault = f"{number(total)} are listed under '{entry.rows}'{places}"
        else:
            fault = f"its {len(rows)} rows ('{entry.rows}') come to {number(total)}{places}"
            fault += _lost_zero(known, stated - total)
        message = f"'{entry.total}' says {number(stated)}, but {fault}; correct the one that differs from the document"
        yield finding_at(record, entry.total, message, beside=[(record, path) for path in known])


def _lost_zero(rows: dict[str, float], short: float) -> str:
    # A zero dropped in print is the likeliest slip that one row can account for.
    likely = [path for path, value in rows.items() if value and value * 10 - value == short]
    if len(likely) != 1:
        return ""
    value = rows[likely[0]]
    return f", and would agree with {number(value * 10)} for {number(value)} in '{likely[0]}'"


# A price above or below the median of its list by more than this factor is reported.
_OUTLIER_FACTOR = 3
_MIN_GROUPS = 3


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
@per_declaration("prices", PriceColumns)
def unit_price_consistent(declared: Declared[PriceColumns]) -> Iterator[Finding]:
    """What a list charges for one miniature is whole, the same in every list, and not far out.

    ``vocabulary.yaml`` declares where prices stand: ``rows`` names the rows, ``points`` and ``miniatures`` the columns
    of each. Rows of one name are of one profile:

        prices:
          caravan: {kind: caravan, rows: rows.*, points: fee, miniatures: animals}

    Wrong: 10 mules for 50 here and 10 mules for 10 there; 5 mules for 12; in a list of groups that cost 5, 5 and 6
    each, one that costs 60. Right: 10 mules for 50 here and 9 for 45 there; a single leader at many times the price of
    the groups, because leaders are not compared with groups.
    """
    profiles: dict[str, list[Price]] = defaultdict(list)
    for record in declared.records:
        prices = list(_prices(record, declared.entry))
        yield from _within_a_list(prices)
        for price in prices:
            profiles[price.profile].append(price)
    for prices in profiles.values():
        # A profile costs what it costs in most lists.
        usual, _ = Counter(price.each for price in prices).most_common(1)[0]
        example = next(price for price in prices if price.each == usual)
        for price in (price for price in prices if price.each != usual):
            other = f"where {example.record.id} {example}, {number(usual)} each"
            message = f"{price}, {number(price.each)} each, {other}; give one profile one price"
            yield finding_at(price.record, price.cells[0], message, beside=[(example.record, example.cells[0])])


def _prices(record: Record, entry: PriceColumns) -> Iterator[Price]:
    for path, row in values(record, entry.rows):
        points, miniatures = (number_in(mapping(row).get(column)) for column in (entry.points, entry.miniatures))
        if points is not None and miniatures:
            profile = str(row.get("name") or path.rpartition(".")[2]).casefold()
            cells = tuple(f"{path}.{column}" for column in (entry.points, entry.miniatures))
            yield Price(record, path, profile, points, miniatures, cells)


def _within_a_list(prices: list[Price]) -> Iterator[Finding]:
    """Yield a finding for each price of one list that is no whole number, or far from what its other groups cost."""
    for price in prices:
        if not price.each.is_integer():
            each = number(round(price.each, 2))
            message = f"{price}, which is {each} each; mend the points or the number of miniatures"
            yield finding_at(price.record, price.cells[0], message)
    groups = [price for price in prices if price.miniatures > 1]
    if len(groups) < _MIN_GROUPS:
        return
    middle = median(price.each for price in groups)
    for price in groups:
        if not middle / _OUTLIER_FACTOR <= price.each <= middle * _OUTLIER_FACTOR:
            fault = (
                f"{price}, {number(price.each)} each, in a list whose groups cost {number(middle)} each (the median)"
            )
            yield finding_at(price.record, price.cells[0], f"{fault}; look for a missing or an extra digit")
