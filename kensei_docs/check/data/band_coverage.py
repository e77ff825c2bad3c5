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

Wrong: a band up to 399 and the next from 450; one up to 400 and the next from 400, both ends included; bonuses for 3
and for 5 guests, and none for 4. Right: up to 399 and from 400; up to 20 cm (excluded) and from 20 cm (included); a
top or a bottom that is open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from kensei_docs.check.bands import Band, Bands, bands_at
from kensei_docs.check.declarations import KindSchema, amount, declared_by_edition, declared_by_kind, fact_at, values
from kensei_docs.check.finding import Finding, found, number, where
from kensei_docs.database import Database, Edition, Record
from kensei_docs.database.schema import Schema

SEVERITY = "error"


class Series(KindSchema):
    """Where a kind of record numbers its members."""

    members: str


class Domain(Schema):
    """How far bands have to reach."""

    bands: str
    least: str | None = None
    most: str | None = None


def check(database: Database, bands: Sequence[Bands]) -> Iterator[Finding]:
    """Yield a finding for every gap, overlap and missing member."""
    for one in bands:
        yield from _gaps_and_overlaps(one)
    domains, faults = declared_by_edition(database, "domains", Domain)
    yield from faults
    for edition, _, domain in domains:
        yield from _out_of_reach(bands, edition, domain)
    series, faults = declared_by_kind(database, "series", Series)
    yield from faults
    for records, declaration in series:
        numbered = [list(_members(record, declaration)) for record in records]
        if all(len(members) <= 1 for members in numbered):
            numbered = [[member for members in numbered for member in members]]
        for members in numbered:
            yield from _missing_members(members)


def _out_of_reach(known: Sequence[Bands], edition: Edition, domain: Domain) -> Iterator[Finding]:
    """Yield a finding where bands don't begin as low, or end as high, as another rule allows."""
    group = fact_at(edition, domain.bands)
    bands = None if isinstance(group, str) else bands_at(known, *group)
    for fact, end in ((domain.least, "least"), (domain.most, "most")):
        at = fact_at(edition, fact) if fact else ""
        limit = None if isinstance(at, str) else amount(at[0].figure(at[1]))
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
            yield found(band.record, band.path, message, beside=[at])


def _gaps_and_overlaps(bands: Bands) -> Iterator[Finding]:
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
            yield found(upper.record, upper.path, f"two bands overlap: {names}; let one begin where the other ends")
        elif bottom > top + bands.whole and not bands.rest:
            message = f"nothing covers what lies between: {names}; let one begin where the other ends"
            yield found(upper.record, upper.path, message)


def _where(band: Band) -> str:
    return where(band.record, band.path)


def _members(record: Record, series: Series) -> Iterator[tuple[Record, str, int]]:
    for path, value in values(record, series.members):
        member = amount(value)
        if member is not None and member.is_integer():
            yield record, path, int(member)


def _missing_members(members: list[tuple[Record, str, int]]) -> Iterator[Finding]:
    rising = sorted(members, key=lambda member: member[2])
    for (below, beside, low), (record, path, high) in pairwise(rising):
        other = f"'{beside}'" if below is record else below.id
        missing = ", ".join(str(n) for n in range(low + 1, high))
        if missing:
            message = (
                f"the series goes from {low} ({other}) to {high}{where(record, path)}, without {missing}; add what is "
                "missing"
            )
            yield found(record, path, message)
        elif low == high:
            message = (
                f"the series has {high} a second time{where(record, path)}, after {other}; number one of them anew"
            )
            yield found(record, path, message)
