"""Bands in the data cover the quantity that they divide, each point once, and values beside them rise or fall.

A band is a mapping with ``least`` or ``most`` (or both), or a range such as ``2-4``, next to which ``1``
and ``5+`` are bands too. Its ends belong to it unless its ``includes`` says otherwise. In a table of bands,
a row with a single number is the band of that number, and a row without one covers the rest.

Bounds in the words of records: whether a figure itself is in or out.

Rolls of dice: every score has a result, and every number can be reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import inf
from typing import Any

from kensei_docs.check.data.statements import statements
from kensei_docs.check.declarations import (
    CONTRADICTORY,
    KindSchema,
    StatedBound,
    declared,
    declared_by_edition,
    declared_by_kind,
    names,
    section_finding,
    stated_bounds,
)
from kensei_docs.check.finding import Finding, finding_at, listed, number, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.paths import conditions, fact_at, figure_at, record_and_path, rows_of, values
from kensei_docs.database.schema import Schema
from kensei_docs.engine.effects import Effect, effects_of, hook_property
from kensei_docs.figures import kind_in, number_in, parse
from kensei_docs.problems import check

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
            every_set += _bands_of_mappings(
                (record, "", record.slug, record.data) for record in edition.records_of(kind)
            )
        for record in edition.records.values():
            every_set += _bands_in(record, record.data, "")
    return every_set


def bands_at(bands: Sequence[Bands], record: Record, path: str) -> Bands | None:
    """Return the bands of the group at ``path`` in a record, None where it holds none."""
    for of_quantity in bands:
        first = of_quantity.bands[0]
        if first.record is record and first.path.startswith(f"{path}."):
            return of_quantity
    return None


def _bands_in(record: Record, part: Any, path: str) -> Iterator[Bands]:
    if not isinstance(part, dict):
        return
    rows: list[BandRow] = [
        (record, f"{path}.{key}" if path else key, key, inner)
        for key, inner in part.items()
        if key not in _EXAMPLE_KEYS
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
            if bands.whole or lower.most != upper.least or lower.with_most != upper.with_least:
                continue
            owners = "both own" if lower.with_most else "neither owns"
            message = (
                f"'{lower.name}'{where(lower.record, lower.path)} and '{upper.name}'{where(upper.record, upper.path)} "
                f"meet at {number(upper.least)}, which {owners}; say with 'includes' whose it is"
            )
            yield finding_at(upper.record, upper.path, message)


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
    bands = bands_of(database)
    for bands_of_quantity in bands:
        yield from _gaps_and_overlaps(bands_of_quantity)
    domains, invalid = declared_by_edition(database, "domains", Domain)
    yield from invalid
    for edition, _, domain in domains:
        yield from _out_of_reach(bands, edition, domain)
    series, invalid = declared_by_kind(database, "series", NumberedSeries)
    yield from invalid
    for records, declaration in series:
        numbered = [list(_members(record, declaration)) for record in records]
        if all(len(members) <= 1 for members in numbered):
            numbered = [[member for members in numbered for member in members]]
        for members in numbered:
            yield from _missing_members(members)


def _out_of_reach(all_bands: Sequence[Bands], edition: Edition, domain: Domain) -> Iterator[Finding]:
    """Yield a finding where bands don't begin as low, or end as high, as another rule allows."""
    group = fact_at(edition, domain.bands)
    bands = None if isinstance(group, str) else bands_at(all_bands, *group)
    for fact, end in ((domain.least, "least"), (domain.most, "most")):
        at = fact_at(edition, fact) if fact else ""
        limit = None if isinstance(at, str) else number_in(at[0].figure(at[1]))
        if bands is None or bands.rest or limit is None or isinstance(at, str):
            continue
        least = end == "least"
        band = bands.bands[0 if least else -1]
        begins, reach = ("begins", band.least) if least else ("ends", band.most)
        if reach > limit if least else reach < limit:
            message = (
                f"'{band.name}' {begins} at {number(reach)}{_where(band)}, but {at[0].id} '{at[1]}' goes to "
                f"{number(limit)}{where(*at)}; say what holds there"
            )
            yield finding_at(band.record, band.path, message, beside=[at])


def _gaps_and_overlaps(bands: Bands) -> Iterator[Finding]:
    """Yield a finding for each two neighbouring bands with a gap between them, or a number in common."""
    for lower, upper in bands.pairs:
        top, bottom = lower.most, upper.least
        if bands.whole:
            top -= not lower.with_most
            bottom += not upper.with_least
        names = (
            f"'{lower.name}' ends at {number(lower.most)}{_where(lower)} and "
            f"'{upper.name}' begins at {number(upper.least)}{_where(upper)}"
        )
        if bottom < top or (bottom == top and bands.whole):
            yield finding_at(
                upper.record, upper.path, f"two bands overlap: {names}; let one begin where the other ends"
            )
        elif bottom > top + bands.whole and not bands.rest:
            message = f"nothing covers what lies between: {names}; let one begin where the other ends"
            yield finding_at(upper.record, upper.path, message)


def _where(band: Band) -> str:
    return where(band.record, band.path)


def _members(record: Record, series: NumberedSeries) -> Iterator[tuple[Record, str, int]]:
    for path, value in values(record, series.members):
        member = number_in(value)
        if member is not None and member.is_integer():
            yield record, path, int(member)


def _missing_members(members: list[tuple[Record, str, int]]) -> Iterator[Finding]:
    """Yield a finding for each number that a series lacks or has twice; ``members`` are (record, path, number)."""
    rising = sorted(members, key=lambda member: member[2])
    for (below, beside, low), (record, path, high) in pairwise(rising):
        other = f"'{beside}'" if below is record else below.id
        missing = ", ".join(str(n) for n in range(low + 1, high))
        if missing:
            message = (
                f"the series goes from {low} ({other}) to {high}{where(record, path)}, without {missing}; add what is "
                "missing"
            )
            yield finding_at(record, path, message)
        elif low == high:
            message = (
                f"the series has {high} a second time{where(record, path)}, after {other}; number one of them anew"
            )
            yield finding_at(record, path, message)


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
        yield from _band_findings(bands)
    tiers, invalid = declared_by_kind(database, "tiers", Tiers)
    yield from invalid
    for records, tier in tiers:
        yield from _tier_findings(records, tier)
    ladders, invalid = declared_by_kind(database, "ladders", Ladder)
    yield from invalid
    for records, ladder in ladders:
        for record in records:
            for name, row in rows_of(record, "rows").items():
                steps = [column for column in ladder.columns if number_in(row.get(column)) is not None]
                yield from _not_one_way(record, [(f"rows.{name}.{column}", row[column]) for column in steps])


def _tier_findings(records: list[Record], tiers: Tiers) -> Iterator[Finding]:
    costs = ((number_in(record.figure(tiers.cost)), record.id, record) for record in records)
    steps = sorted((cost, name, record) for cost, name, record in costs if cost is not None)
    for benefit in tiers.benefits:
        for (less, _, below), (more, _, record) in pairwise(steps):
            low, high = number_in(below.figure(benefit)), number_in(record.figure(benefit))
            if more > less and low is not None and high is not None and high <= low:
                message = (
                    f"'{benefit}' is {record.figure(benefit)}{where(record, benefit)} for {number(more)}, no better "
                    f"than the {below.figure(benefit)} of {below.id}{where(below, benefit)} for {number(less)}; see "
                    "whether that is meant"
                )
                yield finding_at(record, benefit, message, beside=[(below, benefit)])


def _band_findings(bands: Bands) -> Iterator[Finding]:
    record = bands.bands[0].record
    rows = [(band.path, record.get(band.path)) for band in bands.bands if band.record is record and band.path]
    mappings = [(path, row) for path, row in rows if isinstance(row, dict)]
    if len(mappings) < len(bands.bands):
        return
    for column in mappings[0][1]:
        cells = [(f"{path}.{column}", row.get(column)) for path, row in mappings]
        if column not in ENDS and all(number_in(cell) is not None for _, cell in cells):
            yield from _not_one_way(record, cells)


def _not_one_way(record: Record, cells: list[tuple[str, object]]) -> Iterator[Finding]:
    """Yield a finding for each step of a ladder that falls where the ladder rises, or rises where it falls."""
    numbers = [(path, cell, number_in(cell) or 0.0) for path, cell in cells]
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
            yield finding_at(record, path, message)


@dataclass(frozen=True)
class _Bound:
    """A bound that a text or a condition of a record states; ``path`` is where."""

    record: Record
    path: str
    stated: StatedBound

    @property
    def value(self) -> str | None:
        return self.record.figure(f"figures.{self.stated.figure}")


@check("error")
def bounds_agree(database: Database) -> Iterator[Finding]:
    """Two places that bound one thing by one figure agree whether the figure itself is in bounds.

    Compared are the texts and the conditions of a record that name the same of its figures; and texts of different
    records with the same figure, where the words around it say that it measures or counts the same. Bounds on different
    sides, such as the least and the most, are not compared, nor those in a clause that is denied.

    Wrong: "lower than %(low)s of its height" in one record and "up to %(low)s of the height" in another, both 75 %;
    "less than %(range)s away" beside ``distance: {at-most: $range}``. Right: "less than" in both; "at least" here and
    "less than" there, which leaves no gap.
    """
    for edition in database.editions.values():
        bounds = list(_bounds(edition))
        for first, second in combinations(bounds, 2):
            if not _contradict(first, second) or not _is_of_one_thing(first, second):
                continue
            here, there = (f"says '{one.stated.words}'{where(one.record, one.path)}" for one in (second, first))
            message = (
                f"'{second.path}' {here}, but '{first.path}' of {first.record.id} {there}; settle whether "
                f"{first.value} itself is in bounds"
            )
            yield finding_at(second.record, second.path, message, beside=[(first.record, first.path)])


def _bounds(edition: Edition) -> Iterator[_Bound]:
    for record in (*edition.records.values(), *edition.rulings.values()):
        for path, text in record.messages:
            # The question of a ruling may state what nobody holds.
            if path != "question":
                yield from (_Bound(record, path, stated) for stated in stated_bounds(text, edition.written_in))
        for path, when in conditions(record.data):
            for atom, required in when.items():
                for bound, figure in required.items() if isinstance(required, dict) else ():
                    if str(figure).startswith("$"):
                        words = f"{atom}: {bound} {figure}"
                        yield _Bound(record, f"{path}.when", StatedBound(figure[1:], str(bound), words, frozenset()))


def _contradict(first: _Bound, second: _Bound) -> bool:
    both = {first.stated.bound, second.stated.bound}
    return len(both) == 2 and any(both <= side for side in CONTRADICTORY)


def _is_of_one_thing(first: _Bound, second: _Bound) -> bool:
    """Return whether two bounds are of one figure of a record, or of one measure of the same thing."""
    if first.record is second.record and first.stated.figure == second.stated.figure:
        return True
    figure = parse(first.value) if first.value and first.value == second.value else None
    # A bare number is of many things: it takes more than one word, such as both forms of a noun, to tell its own.
    return figure is not None and len(first.stated.measured & second.stated.measured) >= (1 if figure.unit else 2)


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
    declarations, problems = declared(database.vocabulary, "outcomes", Outcomes)
    yield from problems
    yield from _without_outcome(database)
    bands = bands_of(database)
    for declaration in declarations.values():
        for edition in database.editions.values():
            yield from _fallen_off(edition, declaration, bands)


def _without_outcome(database: Database) -> Iterator[Finding]:
    for statement in statements(database, "cases"):
        provided = {case for value in statement.says.values() for case in names(value)}
        lacking = [case for case in statement.entry.cases if case not in provided]
        if lacking:
            key, *others = statement.says
            message = (
                f"nothing says what happens in the case of {listed(lacking)}: {statement.at(key)} provides for "
                f"{listed(sorted(provided))}; settle it"
            )
            yield statement.differs(key, message, others[0] if others else None)


def _fallen_off(edition: Edition, declaration: Outcomes, all_bands: Sequence[Bands]) -> Iterator[Finding]:
    """Yield a finding for each end of a table of results beyond which a score can be rolled."""
    results = fact_at(edition, declaration.results)
    scores = _scores(edition, declaration)
    if isinstance(results, str) or scores is None:
        return
    record, path = results
    bands = bands_at(all_bands, record, path)
    if bands is None or bands.rest:
        return
    lowest, highest = scores
    first, last = bands.bands[0], max(bands.bands, key=lambda band: band.most)
    for name, ends, side, score, band, end, is_off in (
        ("lowest", "begins", "lower", lowest, first, first.least, lowest < first.least),
        ("highest", "ends", "upper", highest, last, last.most, highest > last.most),
    ):
        if is_off:
            message = (
                f"a score of {number(score)} can be rolled, but the {name} result, '{band.name}', {ends} at "
                f"{number(end)}{where(record, band.path)}; open its {side} end or add a row"
            )
            yield finding_at(record, band.path, message)


def _scores(edition: Edition, declaration: Outcomes) -> tuple[float, float] | None:
    faces = faces_at(edition, declaration.die)
    if faces is None:
        return None
    effects = [effect for record in edition.records.values() for effect in effects_of(record)]
    figures = [effect.figure for effect in effects if effect.hook == declaration.hook and effect.operation == "add"]
    added = [figure.number for figure in figures if figure is not None and figure.number is not None]
    return faces[0] + sum(n for n in added if n < 0), faces[1] + sum(n for n in added if n > 0)


class TargetSchema(Schema):
    """The facts of a die and of the numbers that it must reach."""

    target: str
    passes: str
    die: str
    hooks: list[str]
    succeeds: str | None = None


@check("error")
def unreachable_target(database: Database) -> Iterator[Finding]:
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
    declarations, problems = declared_by_edition(database, "targets", TargetSchema)
    yield from problems
    for edition, name, target in declarations:
        faces = faces_at(edition, target.die)
        if faces is None:
            yield section_finding(edition, f"targets.{name}", f"'{name}': '{target.die}' names no dice; mend the path")
        elif not (target.succeeds and not isinstance(fact_at(edition, target.succeeds), str)):
            against = list(_penalties(database, edition, target))
            for record, path, needed in _targets(edition, target):
                yield from _unreached(database, record, path, needed, faces, target, against)


def _targets(edition: Edition, target: TargetSchema) -> Iterator[tuple[Record, str, float]]:
    record, pattern = record_and_path(edition, target.target)
    for path, value in values(record, pattern) if record else ():
        needed = number_in(value)
        if record and needed is not None:
            yield record, path, needed


def _penalties(database: Database, edition: Edition, target: TargetSchema) -> Iterator[tuple[Effect, float]]:
    """Yield the modifiers that make the roll harder, with how much of it each takes away."""
    for record in edition.records.values():
        for effect in effects_of(record):
            figure = effect.figure
            if effect.hook not in target.hooks or effect.operation != "add" or figure is None or figure.number is None:
                continue
            # A negative figure counts as a penalty for every roll; modifier-sign checks the signs.
            harder = hook_property(database, effect.hook, "changes") == "difficulty"
            burden = figure.number if harder else -figure.number
            if burden > 0:
                yield effect, burden


def _unreached(
    database: Database,
    record: Record,
    path: str,
    needed: float,
    faces: tuple[int, int],
    target: TargetSchema,
    against: list[tuple[Effect, float]],
) -> Iterator[Finding]:
    """Yield a finding if the effects that can hold together (``against``) make a number impossible to roll."""
    together: list[tuple[Effect, float]] = []
    for effect, burden in sorted(against, key=lambda pair: -pair[1]):
        if all(_can_meet(database, effect, other) for other, _ in together):
            together.append((effect, burden))
    total = sum(burden for _, burden in together)
    least, most = faces
    wanted = needed - total if target.passes == "at-most" else needed + total
    if (wanted >= least) if target.passes == "at-most" else (wanted <= most):
        return
    sources = ", ".join(
        f"{effect.record.id} {effect.figure}{where(effect.record, effect.fact)}" for effect, _ in together
    )
    found_by = f"{number(wanted)} or {'less' if target.passes == 'at-most' else 'more'}"
    message = (
        f"'{path}' is {record.figure(path)}{where(record, path)}, which {sources} "
        f"{'makes' if len(together) == 1 else 'make together'} {found_by}: no roll comes to that; say what happens then"
    )
    yield finding_at(record, path, message, beside=[(effect.record, effect.fact) for effect, _ in together])


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
