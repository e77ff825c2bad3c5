"""Numbers that depend on one another: results of arithmetic, and bands that divide a quantity.

A figure that is computed from others (a total, a share, a formula, a price) is their result. Bands cover the quantity
that they divide, each point once, and values beside them rise or fall. For rolls of dice, every score has a result in
its bands, and every number that is needed can be reached.

A band is a mapping with ``least`` or ``most`` (or both), or a range such as ``2-4``, next to which ``1``
and ``5+`` are bands too. Its ends belong to it unless its ``includes`` says otherwise. In a table of bands,
a row with a single number is the band of that number, and a row without one covers the rest.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, inf
from statistics import median
from typing import Any, NamedTuple

from kensei_docs.check.data.statements import statements
from kensei_docs.check.finding import (
    Declared,
    Finding,
    KindSchema,
    figure_read,
    finding_at,
    listed,
    mapping,
    names,
    number,
    per_declaration,
    where,
    where_all,
)
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.paths import below, fact_at, figure_at, record_and_path, record_id_problem, rows_of, values
from kensei_docs.database.schema import Schema
from kensei_docs.engine.effects import Effect, effects_of, hook_property
from kensei_docs.figures import kind_in, number_in, parse
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


ENDS = ("least", "most")
# Two ranges in a record may be unrelated; from three on they are taken for bands.
_MIN_RANGES = 3
# The inputs and answers of worked examples are not bands.
_EXAMPLE_KEYS = frozenset({"given", "supposes", "expect", "should", "printed"})

BandRow = tuple[Record, str, str, Any]  # record, path, name, value


@dataclass(frozen=True)
class Band:
    """One band: its record and path, its ends (infinite if open), and whether they belong to it."""

    record: Record
    path: str
    name: str
    least: float
    most: float
    with_least: bool = True
    with_most: bool = True

    @property
    def where(self) -> str:
        """The place of the band in the document, as a message has it."""
        return where(self.record, self.path)


@dataclass(frozen=True)
class Bands:
    """The bands of one quantity, sorted by their ends.

    ``whole``: the quantity is counted in whole numbers; ``rest``: one row holds for everything outside the bands.
    """

    bands: tuple[Band, ...]
    whole: bool
    rest: bool = False

    @property
    def pairs(self) -> Iterator[tuple[Band, Band]]:
        """Each band with the one above it."""
        return pairwise(self.bands)


def bands_of(database: Database) -> list[Bands]:
    """Return every set of bands of the database: of each kind of record, and of each table in a record."""
    every_set: list[Bands] = []
    for edition in database.editions.values():
        for kind in edition.kinds:
            rows = ((record, "", record.slug, record.data) for record in edition.records_of(kind))
            every_set += _bands_of_mappings(rows)
        for record in edition.records.values():
            every_set += _bands_in(record, record.data, "")
    return every_set


def bands_at(record: Record, path: str) -> Bands | None:
    """Return the bands of the group at ``path`` in a record, None where it holds none."""
    return next(_bands_in(record, record.get(path), path), None)


def _bands_in(record: Record, part: Any, path: str) -> Iterator[Bands]:
    if not isinstance(part, dict):
        return
    rows: list[BandRow] = [
        (record, below(path, key), key, inner) for key, inner in part.items() if key not in _EXAMPLE_KEYS
    ]
    mappings = [row for row in rows if isinstance(row[3], dict)]
    # The fields of a record itself are not rows; only mappings inside them can be.
    if path and any(end in inner for *_, inner in mappings for end in ENDS):
        yield from _bands_of_mappings(mappings, mixed=True)
    ranges = [row for row in rows if kind_in(row[3]) == "range"]
    if len(ranges) >= _MIN_RANGES:
        yield _bands_of_ranges(ranges)
    for column in sorted({key for *_, inner in mappings for key in inner}):
        cells = [(record, f"{at}.{column}", name, row[column]) for _, at, name, row in mappings if column in row]
        kinds = {kind_in(cell) for *_, cell in cells}
        if len(cells) > 1 and "range" in kinds and kinds <= {"range", "count", "target", "ceiling"}:
            yield _bands_of_ranges(cells)
    for _, at, _, inner in rows:
        yield from _bands_in(record, inner, at)


def _bands_of_mappings(rows: Iterable[BandRow], mixed: bool = False) -> Iterator[Bands]:
    """Yield the bands of some mappings; ``mixed`` allows single values and a row for the rest."""
    bands, whole, rest = [], True, False
    for record, path, name, row in rows:
        ends = {end: row[end] for end in ENDS if isinstance(row.get(end), str)}
        if mixed and not ends:
            numbers = [value for value in row.values() if number_in(value) is not None]
            rest = rest or not numbers
            ends = dict.fromkeys(ENDS, numbers[0]) if len(numbers) == 1 else {}
        limits = {end: limit for end, value in ends.items() if (limit := number_in(value)) is not None}
        if not ends or len(limits) < len(ends):
            continue
        whole = whole and all((figure := parse(value)) and not figure.unit for value in ends.values())
        includes = row.get("includes")
        excluded = {end for end in ENDS if isinstance(includes, dict) and includes.get(end) is False}
        least, most = limits.get("least", -inf), limits.get("most", inf)
        bands.append(Band(record, path, name, least, most, "least" not in excluded, "most" not in excluded))
    if len(bands) > 1:
        yield Bands(_sorted_bands(bands), whole, rest)


def _bands_of_ranges(rows: Iterable[BandRow]) -> Bands:
    bands = []
    for record, path, name, text in rows:
        least, dash, most = str(parse(text)).rstrip("+").partition("-")
        highest = float(most) if most else inf if str(text).endswith("+") else float(least)
        lowest = -inf if dash and not most else float(least)
        bands.append(Band(record, path, name, lowest, highest))
    return Bands(_sorted_bands(bands), whole=True)


def _sorted_bands(bands: list[Band]) -> tuple[Band, ...]:
    return tuple(sorted(bands, key=lambda band: (band.least, band.most)))


@check("warning")
def band_boundary(database: Database) -> Iterator[Finding]:
    """Where two bands of a measured quantity meet, the point they share belongs to exactly one.

    The ends of a band belong to it unless its ``includes`` says otherwise. Counted quantities share no points;
    ``band-coverage`` checks those.

    Wrong: "up to 20 cm" beside "from 20 cm", both with their ends, or both without. Right: up to 20 cm excluded, from
    20 cm included.
    """
    for bands in bands_of(database):
        for lower, upper in bands.pairs:
            if not bands.whole and lower.most == upper.least and lower.with_most == upper.with_least:
                own = "both own" if lower.with_most else "neither owns"
                fault = f"'{lower.name}'{lower.where} and '{upper.name}'{upper.where} meet at {number(upper.least)}"
                yield finding_at(upper.record, upper.path, f"{fault}, which {own}; say with 'includes' whose it is")


class NumberedSeries(KindSchema):
    """Where a kind of record numbers its members."""

    members: str


class Domain(Schema):
    """How far bands have to reach."""

    bands: str
    least: str | None = None
    most: str | None = None


@check("error")
def band_coverage(database: Database) -> Iterator[Finding]:
    """Bands leave no gap and don't overlap, and a numbered series has no number missing.

    Bands are rows (or records of one kind) with ``least`` and ``most``, or ranges such as ``2-4`` in one column. A row
    without a figure takes what the others leave. A series is declared in ``vocabulary.yaml``. Its members are counted
    within a record, or over all records of the kind if each has one:

        series:
          tea-grades: {kind: tea, members: grade}
          bonus-by-guests: {kind: rule, members: bonus.*.guests}

    How far bands have to reach is declared with facts of other rules, in the edition's own ``vocabulary.yaml``:

        domains:
          hands: {bands: 'rule/hands:bands', least: 'rule/caravan:figures.smallest'}

    Wrong: a band up to 399 and the next from 450; one up to 400 and the next from 400, both ends included; bonuses for
    3 and for 5 guests, and none for 4. Right: up to 399 and from 400; up to 20 cm (excluded) and from 20 cm (included);
    a top or a bottom that is open.
    """
    for bands in bands_of(database):
        yield from _gaps_and_overlaps(bands)
    yield from _out_of_reach(database)
    yield from _missing_members(database)


def _gaps_and_overlaps(bands: Bands) -> Iterator[Finding]:
    """Yield a finding for each two neighbouring bands with a gap between them, or a number in common."""
    for lower, upper in bands.pairs:
        top, bottom = lower.most, upper.least
        if bands.whole:
            top -= not lower.with_most
            bottom += not upper.with_least
        if bottom < top or (bottom == top and bands.whole):
            fault = "two bands overlap"
        elif bottom > top + bands.whole and not bands.rest:
            fault = "nothing covers what lies between"
        else:
            continue
        ends = f"'{lower.name}' ends at {number(lower.most)}{lower.where}"
        begins = f"'{upper.name}' begins at {number(upper.least)}{upper.where}"
        message = f"{fault}: {ends} and {begins}; let one begin where the other ends"
        yield finding_at(upper.record, upper.path, message)


@per_declaration("domains", Domain, own=True)
def _out_of_reach(declared: Declared[Domain]) -> Iterator[Finding]:
    """Yield a finding where bands don't begin as low, or end as high, as another rule allows."""
    group = fact_at(declared.edition, declared.entry.bands)
    bands = None if isinstance(group, str) else bands_at(*group)
    for fact, end in ((declared.entry.least, "least"), (declared.entry.most, "most")):
        at = fact_at(declared.edition, fact) if fact else ""
        limit = None if isinstance(at, str) else number_in(at[0].figure(at[1]))
        if bands is None or bands.rest or limit is None or isinstance(at, str):
            continue
        band = bands.bands[0 if end == "least" else -1]
        begins, reach, is_short = (
            ("begins", band.least, band.least > limit) if end == "least" else ("ends", band.most, band.most < limit)
        )
        if is_short:
            goes = f"but {at[0].id} '{at[1]}' goes to {number(limit)}{where(*at)}"
            message = f"'{band.name}' {begins} at {number(reach)}{band.where}, {goes}; say what holds there"
            yield finding_at(band.record, band.path, message, beside=[at])


@per_declaration("series", NumberedSeries)
def _missing_members(declared: Declared[NumberedSeries]) -> Iterator[Finding]:
    """Yield a finding for each number that a series lacks or has twice."""
    numbered = [list(_members(record, declared.entry)) for record in declared.records]
    if all(len(members) <= 1 for members in numbered):
        numbered = [[member for members in numbered for member in members]]
    for members in numbered:
        for (low, beside, earlier), (high, path, record) in pairwise(sorted(members, key=lambda member: member[0])):
            other, place = f"'{beside}'" if earlier is record else earlier.id, where(record, path)
            if missing := ", ".join(map(str, range(low + 1, high))):
                fault = f"the series goes from {low} ({other}) to {high}{place}, without {missing}"
                yield finding_at(record, path, f"{fault}; add what is missing")
            elif low == high:
                fault = f"the series has {high} a second time{place}, after {other}"
                yield finding_at(record, path, f"{fault}; number one of them anew")


def _members(record: Record, series: NumberedSeries) -> Iterator[tuple[int, str, Record]]:
    for path, value in values(record, series.members):
        member = number_in(value)
        if member is not None and member.is_integer():
            yield int(member), path, record


class Ladder(KindSchema):
    """The columns that are steps, lowest first, in records of one kind."""

    columns: list[str]


class Tiers(KindSchema):
    """Records of one kind that are steps: the path of the cost, and the paths of the benefits, which rise with it."""

    cost: str
    benefits: list[str]


@check("warning")
def ladder_monotone(database: Database) -> Iterator[Finding]:
    """Steps that rise in one thing rise (or fall) in the others too.

    In bands (rows with ``least`` and ``most``), every other number that all rows give goes one way from the lowest band
    to the highest. ``vocabulary.yaml`` declares tables whose columns are steps. In those, the numbers of every row go
    one way; a dash is passed over:

        ladders:
          reach: {kind: table, columns: [near, middle, far]}

    It also declares records that are steps, each at a cost. A benefit that is no better at a higher cost is reported:

        tiers:
          caravan-masters: {kind: master, cost: wages, benefits: [figures.mules]}

    Wrong: hands of 4, 6 and 5 cards for rising battles; ranges of 10, 30 and 24 inches. Right: 4, 5 and 6; 4 inches, a
    dash and 8 inches.
    """
    for bands in bands_of(database):
        yield from _columns_out_of_step(bands)
    yield from _no_better(database)
    yield from _rows_out_of_step(database)


def _columns_out_of_step(bands: Bands) -> Iterator[Finding]:
    record = bands.bands[0].record
    rows = [(band.path, record.get(band.path)) for band in bands.bands if band.record is record and band.path]
    mappings = [(path, row) for path, row in rows if isinstance(row, dict)]
    if len(mappings) < len(bands.bands):
        return
    for column in mappings[0][1]:
        cells = [(f"{path}.{column}", row.get(column)) for path, row in mappings]
        if column not in ENDS and all(number_in(cell) is not None for _, cell in cells):
            yield from _out_of_step(record, cells)


@per_declaration("tiers", Tiers)
def _no_better(declared: Declared[Tiers]) -> Iterator[Finding]:
    """Yield a finding for each benefit that is no better in a record of a higher cost."""
    costs = ((number_in(record.figure(declared.entry.cost)), record.id, record) for record in declared.records)
    steps = sorted((cost, name, record) for cost, name, record in costs if cost is not None)
    for benefit in declared.entry.benefits:
        for (less, _, lower), (more, _, record) in pairwise(steps):
            low, high = number_in(lower.figure(benefit)), number_in(record.figure(benefit))
            if more > less and low is not None and high is not None and high <= low:
                better = f"the {lower.figure(benefit)} of {lower.id}{where(lower, benefit)} for {number(less)}"
                fault = f"'{benefit}' is {figure_read(record, benefit)} for {number(more)}, no better than {better}"
                yield finding_at(record, benefit, f"{fault}; see whether that is meant", beside=[(lower, benefit)])


@per_declaration("ladders", Ladder)
def _rows_out_of_step(declared: Declared[Ladder]) -> Iterator[Finding]:
    for record in declared.records:
        for name, row in rows_of(record, "rows").items():
            steps = [column for column in declared.entry.columns if number_in(row.get(column)) is not None]
            yield from _out_of_step(record, [(f"rows.{name}.{column}", row[column]) for column in steps])


def _out_of_step(record: Record, cells: list[tuple[str, object]]) -> Iterator[Finding]:
    """Yield a finding for each step of a ladder that falls where the ladder rises, or rises where it falls."""
    numbers = [(path, cell, number_in(cell) or 0.0) for path, cell in cells]
    # The direction is that of the ladder as a whole, so that one slip is one finding.
    up = bool(numbers) and numbers[-1][2] >= numbers[0][2]
    for (before, first, low), (path, second, high) in pairwise(numbers):
        if low == high or (high > low) != up:
            steps = f"{where(record, path)}, where the steps {'rise' if up else 'fall'}"
            fault = f"'{path}' is {second} after {first} in '{before}'{steps}"
            yield finding_at(record, path, f"{fault}; mend the figure that is out of step")


class Outcomes(Schema):
    """The facts of a roll: its die, the modifiers of its result, and the table of its outcomes."""

    hook: str
    die: str
    results: str


@check("error")
def outcome_totality(database: Database) -> Iterator[Finding]:
    """Every score that can be rolled has its result, whatever modifiers come together.

    ``vocabulary.yaml`` declares the hook whose modifiers are added to a die, the fact that names the die, and the rows
    of results:

        outcomes:
          temper: {hook: temper.score, die: 'rule/temper:figures.die', results: 'rule/tempers:rows'}

    The lowest score is the lowest face with every modifier below zero, the highest score is the highest face with every
    modifier above zero. Rows are bands (see ``band-coverage``); a row without a figure takes what the others leave.

    For what is not a score, ``statements.yaml`` notes the ``cases`` that can happen, and those that each place provides
    for:

        first-to-trade:
          compare: cases
          about: who trades first
          cases: [highest-roll, draw]
          says: {rules: [highest-roll]}

    Wrong: results from -2 up, where a die and its modifiers can come to -4. Right: the same with a row that is open at
    the bottom, or with one for everything else.
    """
    yield from _fallen_off(database)
    for statement in statements(database, "cases"):
        provided = {case for value in statement.says.values() for case in names(value)}
        lacking = [case for case in statement.entry.cases if case not in provided]
        if lacking:
            key, *others = statement.says
            provides = f"{statement.at(key)} provides for {listed(sorted(provided))}"
            message = f"nothing says what happens in the case of {listed(lacking)}: {provides}; settle it"
            yield statement.differs(key, message, others[0] if others else None)


@per_declaration("outcomes", Outcomes)
def _fallen_off(declared: Declared[Outcomes]) -> Iterator[Finding]:
    """Yield a finding for each end of a table of results beyond which a score can be rolled."""
    edition, entry = declared.edition, declared.entry
    results, faces = fact_at(edition, entry.results), faces_at(edition, entry.die)
    bands = None if isinstance(results, str) else bands_at(*results)
    if bands is None or bands.rest or faces is None:
        return
    effects = [effect for record in edition.records.values() for effect in effects_of(record)]
    figures = [effect.figure for effect in effects if effect.hook == entry.hook and effect.operation == "add"]
    added = [figure.number for figure in figures if figure is not None and figure.number is not None]
    lowest, highest = faces[0] + sum(n for n in added if n < 0), faces[1] + sum(n for n in added if n > 0)
    first, last = bands.bands[0], max(bands.bands, key=lambda band: band.most)
    for name, ends, side, score, band, end, is_off in (
        ("lowest", "begins", "lower", lowest, first, first.least, lowest < first.least),
        ("highest", "ends", "upper", highest, last, last.most, highest > last.most),
    ):
        if is_off:
            result = f"the {name} result, '{band.name}', {ends} at {number(end)}{band.where}"
            message = f"a score of {number(score)} can be rolled, but {result}; open its {side} end or add a row"
            yield finding_at(band.record, band.path, message)


class TargetSchema(Schema):
    """The facts of a die and of the numbers that it must reach."""

    target: str
    passes: str
    die: str
    hooks: list[str]
    succeeds: str | None = None


@check("error")
@per_declaration("targets", TargetSchema, own=True)
def unreachable_target(declared: Declared[TargetSchema]) -> Iterator[Finding]:
    """Some roll of the dice reaches every number that can be needed, or one succeeds anyway.

    The edition's own ``vocabulary.yaml`` declares what is rolled against what: the ``target`` (a fact, or a pattern
    with *) and how the roll ``passes``, the ``die``, the hooks that change the roll or its attribute, and the natural
    roll that always ``succeeds``, if there is one:

        targets:
          temper:
            target: 'rule/tempers:rows.temper.*'
            passes: at-most
            die: 'rule/temper:figures.die'
            hooks: [temper.roll, temper]

    All modifiers against the roll that one troop can have together are added up; two that need different values of one
    condition can't meet.

    Wrong: 5 or more on one die of six sides at -2. Right: the same where a natural 6 succeeds; -3 from two modifiers of
    which one is for carts and one for mules.
    """
    edition, target = declared.edition, declared.entry
    faces = faces_at(edition, target.die)
    if faces is None:
        yield declared.finding(f"'{declared.path.partition('.')[2]}': '{target.die}' names no dice; mend the path")
        return
    if target.succeeds and not isinstance(fact_at(edition, target.succeeds), str):
        return
    # The effects against the roll that can hold together, the hardest first.
    together: list[tuple[Effect, float]] = []
    for effect, burden in sorted(_penalties(declared), key=lambda pair: -pair[1]):
        if all(_can_meet(declared.database, effect, other) for other, _ in together):
            together.append((effect, burden))
    total = sum(burden for _, burden in together)
    at_most = target.passes == "at-most"
    record, pattern = record_and_path(edition, target.target)
    for path, value in values(record, pattern) if record else ():
        needed = number_in(value)
        if record is None or needed is None:
            continue
        wanted = needed - total if at_most else needed + total
        if wanted < faces[0] if at_most else wanted > faces[1]:
            sources = ", ".join(f"{e.record.id} {e.figure}{where(e.record, e.fact)}" for e, _ in together)
            make, or_so = ("makes" if len(together) == 1 else "make together"), ("less" if at_most else "more")
            fault = f"'{path}' is {figure_read(record, path)}, which {sources} {make} {number(wanted)} or {or_so}"
            message = f"{fault}: no roll comes to that; say what happens then"
            yield finding_at(record, path, message, beside=[(e.record, e.fact) for e, _ in together])


def _penalties(declared: Declared[TargetSchema]) -> Iterator[tuple[Effect, float]]:
    """Yield the modifiers that make the roll harder, with how much of it each takes away."""
    for record in declared.edition.records.values():
        for effect in effects_of(record):
            number_added = effect.figure.number if effect.figure and effect.operation == "add" else None
            if effect.hook in declared.entry.hooks and number_added is not None:
                # A negative figure counts as a penalty for every roll; modifier-sign checks the signs.
                harder = hook_property(declared.database, effect.hook, "changes") == "difficulty"
                burden = number_added if harder else -number_added
                if burden > 0:
                    yield effect, burden


def _can_meet(database: Database, effect: Effect, other: Effect) -> bool:
    """Return whether one troop can suffer both: it can have two markers, but not one mount."""

    def is_own_atom(atom: str) -> bool:
        entry = database.vocabulary.atoms.get(atom)
        domain = entry.get("values") if isinstance(entry, dict) else None
        return isinstance(domain, list) or domain in ("boolean", "figure")

    return all(other.when.get(atom, value) == value for atom, value in effect.when.items() if is_own_atom(atom))


def faces_at(edition: Edition, name: str) -> tuple[int, int] | None:
    """Return the lowest and the highest result of the dice that a fact names, None where it names no dice."""
    figure = parse(figure_at(edition, name) or "")
    if figure is None or figure.kind != "dice" or figure.dice is None:
        return None
    many, faces, add = figure.dice
    return many + add, many * faces + add
